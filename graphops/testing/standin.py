"""The stand-in: a device of type ``STANDIN`` that runs every plain kernel under a GPU's rules, on any machine.

>>> import graphops as go
>>> from graphops.testing import standin
>>> device = standin.register()
>>> with go.Graph().as_default(), go.device("/device:STANDIN:0"), go.Session() as session:
...     y = go.raw_ops.Neg(x=go.raw_ops.Square(x=go.constant([1.0, 2.0])))
...     with standin.counted() as transfers:
...         session.run(y)
array([-1., -4.], dtype=float32)
>>> transfers
Transfers(copied_in=1, copied_out=1, items=0)

A kernel that only works on NumPy arrays fails here: :mod:`graphops.testing.strict.strict_array` says what is refused.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any, Final

import numpy as np

from graphops.testing.strict.strict_array import HostArray, StrictArray, unwrap, wrap
from graphops.testing.strict.strict_module import XP, StrictModule, spoil
from graphops.testing.strict.transfers import TRANSFERS, Transfers, count_transfers, using
from graphops_registry.device_def import DeviceType, device_types, register_device
from graphops_registry.kernel_def import derive_plain_kernels

TYPE: Final = "STANDIN"
_BYTES: Final = 1 << 33  # the memory that each stand-in claims to have


class StandIn(DeviceType):
    """Two devices whose arrays are :class:`StrictArray`; only used by nodes that you place on them.

    Arrays that were copied in are read-only, so that a kernel that writes to its inputs fails.
    """

    type = TYPE
    rank = -1
    count = 2
    xp: StrictModule = XP

    def owns(self, array: object) -> bool:
        return isinstance(array, StrictArray)

    def empty(self, shape: Sequence[int], dtype: np.dtype[Any], index: int = 0) -> StrictArray:
        host = np.empty(tuple(shape), dtype)
        spoil(host)
        return wrap(host, index)

    def copy_in(self, array: HostArray, index: int = 0) -> StrictArray:
        if not isinstance(array, np.ndarray):
            raise TypeError(f"copy_in must be given a host array, got {type(array).__name__}")
        count_transfers(copied_in=1)
        host = np.array(array, order="C")
        host.flags.writeable = False
        return wrap(host, index)

    def copy_out(self, array: Any) -> HostArray:
        if not isinstance(array, StrictArray):
            raise TypeError(f"copy_out must be given a device array, got {type(array).__name__}")
        return array.get()

    def index_of(self, array: Any) -> int:
        index: int = array.index
        return index

    def copy_into(self, source: Any, target: Any) -> None:
        if isinstance(source, np.ndarray):
            count_transfers(copied_in=1)
        host = source if isinstance(source, np.ndarray) else unwrap(source, "copy_into()", None)
        unwrap(target, "copy_into()", None)[...] = host

    def memory(self, index: int = 0) -> tuple[int, int]:
        return _BYTES, _BYTES

    def name(self, index: int = 0) -> str:
        return f"stand-in {index} (NumPy under CuPy's rules)"

    def use(self, index: int = 0) -> AbstractContextManager[Any]:
        return using(index)


STANDIN: Final = StandIn()
_lock = threading.Lock()


def register() -> StandIn:
    """Make the stand-in known and give it every plain kernel of the CPU; again after new kernels were registered."""
    from graphops.plugins.packages import load_kernels

    load_kernels()
    with _lock:
        if STANDIN not in device_types():
            register_device(STANDIN)
        derive_plain_kernels(TYPE, XP)
    return STANDIN


@contextmanager
def counted() -> Iterator[Transfers]:
    """Count what crosses between host and stand-in within the block; the numbers are there when it ends."""
    before = replace(TRANSFERS)
    result = Transfers()
    try:
        yield result
    finally:
        result.copied_in = TRANSFERS.copied_in - before.copied_in
        result.copied_out = TRANSFERS.copied_out - before.copied_out
        result.items = TRANSFERS.items - before.items
