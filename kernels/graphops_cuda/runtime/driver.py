"""Whether there is a usable GPU, without importing CuPy, whose import takes longer than that of graphops."""

from __future__ import annotations

import ctypes
import os
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Final

INSTALL: Final = "pip install 'graphops[cuda13]'"
_LIBRARIES: Final = ("nvcuda.dll",) if sys.platform == "win32" else ("libcuda.so.1", "libcuda.so")
_NO_DEVICE: Final = 100  # CUDA_ERROR_NO_DEVICE


@dataclass(frozen=True)
class Driver:
    """What the driver says.

    Attributes:
        version: the newest CUDA that it runs, ``13000`` for 13.0; 0 without a driver.
        devices: how many GPUs it shows to this process.
        reason: why there is none, or "".
    """

    version: int
    devices: int
    reason: str


def driver() -> Driver:
    """The driver of this machine, asked once. A process that was forked from one that had started CUDA has no GPU: what
    it inherits does not work, and nothing can be started anew."""
    return _FORKED if _is_forked else _driver()


@cache
def _driver() -> Driver:
    library = _library()
    if library is None:
        return Driver(0, 0, f"there is no CUDA driver: {_LIBRARIES[0]} was not found")
    status = library.cuInit(0)
    if status == _NO_DEVICE:
        return Driver(_version(library), 0, "the driver shows no GPU to this process (CUDA_VISIBLE_DEVICES?)")
    if status:
        return Driver(_version(library), 0, f"the CUDA driver could not start (error {status})")
    count = ctypes.c_int()
    if library.cuDeviceGetCount(ctypes.byref(count)) or not count.value:
        return Driver(_version(library), 0, "the driver shows no GPU to this process")
    return Driver(_version(library), count.value, "")


_FORKED: Final = Driver(
    0, 0, "the process was forked from one that had used a GPU: start it by multiprocessing's 'spawn'"
)
_is_forked = False


def _after_fork() -> None:
    global _is_forked
    _is_forked = _driver.cache_info().currsize > 0 and _driver().devices > 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _library() -> ctypes.CDLL | None:
    for name in _LIBRARIES:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def _version(library: ctypes.CDLL) -> int:
    found = ctypes.c_int()
    return found.value if library.cuDriverGetVersion(ctypes.byref(found)) == 0 else 0


def is_installed(module: str) -> bool:
    """Whether a module of that name can be imported."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def why_unavailable() -> str | None:
    """Why no GPU computes here, with what to do about it, or ``None``."""
    if driver().reason:
        return driver().reason
    if not is_installed("cupy"):
        return f"CuPy is not installed: {INSTALL}"
    return None
