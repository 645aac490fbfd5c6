"""The stand-in device ``STANDIN``: every plain kernel under the strict array module, on machines without a GPU.

It is never chosen unless a node asks for it (``with go.device("/device:STANDIN:0")``) or
``SessionConfig(device_order=("STANDIN",))`` does.  Copies in and out are counted, so a test can see that a plan makes
no transfer that it does not need.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphops.testing.strict_array import StrictArray, to_device, to_host, xp
from graphops_registry.device_def import DeviceType, register_device
from graphops_registry.kernel_def import derive_plain_kernels

TYPE: Final = "STANDIN"


class StandIn(DeviceType):
    """Two devices that are the host in disguise.

    Attributes:
        copies_in, copies_out: how many arrays were copied to and from the device.
    """

    type = TYPE
    rank = -1
    count = 2
    xp = xp

    def __init__(self) -> None:
        self.copies_in = 0
        self.copies_out = 0

    def owns(self, array: object) -> bool:
        return isinstance(array, StrictArray)

    def empty(self, shape: Sequence[int], dtype: np.dtype[Any], index: int = 0) -> StrictArray:
        return StrictArray(np.empty(tuple(shape), dtype))

    def copy_in(self, array: np.ndarray[Any, Any], index: int = 0) -> StrictArray:
        self.copies_in += 1
        return to_device(array)

    def copy_out(self, array: Any) -> np.ndarray[Any, Any]:
        self.copies_out += 1
        return to_host(array).copy()

    def memory(self, index: int = 0) -> tuple[int, int]:
        return 1 << 40, 1 << 40


STANDIN: Final = StandIn()
_lock = threading.Lock()
_registered = False


def register() -> StandIn:
    """Register the device once, and derive a kernel for it from every plain kernel that there is by now."""
    global _registered
    from graphops.plugins import load_kernels

    load_kernels()
    with _lock:
        if not _registered:
            register_device(STANDIN)
            _registered = True
        derive_plain_kernels(TYPE, xp)
    return STANDIN
