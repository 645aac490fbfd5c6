"""The package openvino: whether it is there, and its import."""

from __future__ import annotations

import contextlib
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

OPS: Final = "openvino.opset13"


def is_there() -> bool:
    """Whether the package can be imported; it is not."""
    return find_spec("openvino") is not None


def load() -> Any:
    """The package.

    It may bring absl's log handler, which closes the stream that is the standard error at that moment, when logging is
    set up anew: the stream of whoever captures it.  So it gets the process's own.
    """
    if "openvino" in sys.modules or sys.__stderr__ is None:
        return import_module("openvino")
    with contextlib.redirect_stderr(sys.__stderr__):
        return import_module("openvino")


__all__ = ["OPS", "is_there", "load"]
