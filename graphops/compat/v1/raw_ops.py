"""``compat.v1.raw_ops``: the same functions as :mod:`graphops.raw_ops`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops.build import raw_ops


def __getattr__(name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(raw_ops, name)
    return function


def __dir__() -> list[str]:
    return dir(raw_ops)
