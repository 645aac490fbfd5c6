"""TensorFlow's names for programs that were written for it.

May import :mod:`graphops.train` and below.  Begin with :mod:`graphops.compat.v1`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    if name == "v1":
        return import_module("graphops.compat.v1")
    raise AttributeError(f"module 'graphops.compat' has no attribute '{name}'", name=name)
