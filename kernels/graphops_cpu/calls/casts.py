"""Conversions from one dtype to another in call lists."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.functions import function
from graphops_registry.kernels.call_list import Call, CopyKernel, FixedCalls, MachineKernel, Operand

_MOST_ELEMENTS: Final = 1 << 14
_HARD: Final = (0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 3e9, -3e9, 1e19, -1e19, 1e300, -1e300, np.inf, -np.inf, np.nan)
_WHOLE: Final = (0, 1, -1, 2**31 - 1, -(2**31), 2**31, 2**53 + 1, 2**63 - 1, -(2**63))


def cast_kernel(count: int, source: np.dtype[Any], target: np.dtype[Any]) -> MachineKernel | None:
    """``x.astype(target)`` of so many numbers; ``None`` where it is not known to be the same bits."""
    if source == target:
        return CopyKernel()
    convert = function(f"cast_{source.name}_{target.name}")
    if convert is None or not 0 < count <= _MOST_ELEMENTS or not _is_numpys(source, target):
        return None
    # A bool is at most 1, and what other numbers become is no larger than they are; 1.01 for rounding.
    return FixedCalls(
        [Call(convert, (Operand(1), Operand(0), count), checked=False)], lambda bounds: 1.01 * max(1.0, *bounds)
    )


@cache
def _is_numpys(source: np.dtype[Any], target: np.dtype[Any]) -> bool:
    """Whether a function gives what NumPy gives, for numbers that the target cannot hold too."""
    convert = function(f"cast_{source.name}_{target.name}")
    if convert is None:
        return False
    with np.errstate(all="ignore"):
        x = np.array(_HARD if source.kind == "f" else _WHOLE).astype(source)
        wanted = x.astype(target)
    result = np.zeros_like(wanted)
    ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * 3)(convert)(result.ctypes.data, x.ctypes.data, x.size)
    return bool(result.tobytes() == wanted.tobytes())
