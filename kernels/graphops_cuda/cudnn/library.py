"""Whether cuDNN can be used here: its frontend, the library itself, and what it loads in turn."""

from __future__ import annotations

import ctypes
import importlib
from functools import cache
from typing import Any, Final

from graphops_cuda.runtime.driver import INSTALL, is_installed

OLDEST: Final = 91500
"""Versions before 9.15 have 3-d convolutions that are wrong in bfloat16 (9.8 to 9.12), slow or short of memory."""

# cuDNN ends the process when it first looks for a plan and cannot load cublasLt; the frontend itself needs cudart.
_NEEDED: Final = {"cublasLt": "libcublasLt.so.13", "cudart": "libcudart.so.13"}


def frontend() -> Any:
    """The module ``cudnn`` of nvidia-cudnn-frontend."""
    return importlib.import_module("cudnn")


def version() -> int:
    """Of cuDNN itself: 91900 for 9.19.0.

    Raises:
        RuntimeError: there is none.
    """
    return int(frontend().backend_version())


@cache
def why_unavailable() -> str | None:
    """Why cuDNN computes nothing here, or ``None``. Loads what it needs; asked once."""
    if not is_installed("cudnn"):
        return f"nvidia-cudnn-frontend is not installed: {INSTALL}"
    try:
        found = version()
    except (ImportError, OSError, RuntimeError) as error:
        return f"cuDNN was not found ({_first_line(error)}): {INSTALL}"
    if found < OLDEST:
        return f"cuDNN {dotted(found)} is older than {dotted(OLDEST)}, whose convolutions are the first to be right"
    for name, file in _NEEDED.items():
        if (reason := _why_not_loaded(name, file)) is not None:
            return reason
    return None


def dotted(number: int) -> str:
    """``9.19.0`` for 91900."""
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def _why_not_loaded(name: str, file: str) -> str | None:
    """Load a library for the whole process, from wherever CuPy would; why that failed, or ``None``."""
    try:
        pathfinder = importlib.import_module("cuda.pathfinder")
        pathfinder.load_nvidia_dynamic_lib(name)
    except Exception as error:
        try:
            ctypes.CDLL(file)
        except OSError:
            return f"{file}, which cuDNN needs, was not found ({_first_line(error)}): {INSTALL}"
    return None


def _first_line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
