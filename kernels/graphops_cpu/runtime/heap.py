"""The heap of the C library."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Give the heap's free memory to the system, after work that took much more than what follows will.

    glibc gives back by itself only what is free at the end of its heap.  Elsewhere nothing happens.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # not in musl
        if trim is not None:
            trim(0)


__all__ = ["give_back"]
