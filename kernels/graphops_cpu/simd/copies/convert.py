"""half and bfloat16 to float32 and back, whole arrays: by Numba where it is there, else by NumPy.

NumPy converts half in software, at a tenth of the speed of memory or less.  Both ways give the same bits, also for
subnormal numbers and infinities.  A NaN stays a NaN, but its bits may differ (a signalling one becomes quiet).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.precision import narrow
from graphops_cpu.simd.compile.arrays import BITS_OF, Array, flat, is_plain
from graphops_cpu.simd.compile.loops import CompiledLoops, Loops, why_unusable
from graphops_cpu.simd.copies.constants import BLOCK

_SMALL: Final = 1024  # elements below which NumPy is done sooner than a kernel has started
_MODULE: Final = "graphops_cpu.simd.copies.convert_kernels"
_LOOPS: Final = {
    True: Loops(_MODULE, "widen", "conversion to float32"),
    False: Loops(_MODULE, "narrow", "conversion from float32"),
}


def to_float32(array: Array) -> Array:
    """A new C-contiguous float32 array of the numbers of ``array``, which is half or bfloat16."""
    code = _code(True, array.dtype) if array.size > _SMALL else None
    if code is None:
        return array.astype(np.float32, order="C")
    result = np.empty(array.shape, np.float32)
    code(-(-array.size // BLOCK), flat(array), result.reshape(-1), array.size)
    return result


def from_float32(array: Array, dtype: Any, out: Array | None = None) -> Array:
    """``array``, float32, rounded to ``dtype``, half or bfloat16; what is too large is infinite, silently.

    Args:
        out: an array of that dtype and the shape of ``array`` to write into and return.
    """
    dtype = np.dtype(dtype)
    code = _code(False, dtype) if array.size > _SMALL else None
    if code is None:
        if out is None:
            return np.ascontiguousarray(narrow(array, dtype))
        out[...] = narrow(array, dtype)
        return out
    result = out if out is not None and is_plain(out) else np.empty(array.shape, dtype)
    code(-(-array.size // BLOCK), flat(array), flat(result), array.size)
    if out is not None and result is not out:
        out[...] = result
        return out
    return result


def _code(widening: bool, dtype: Any) -> CompiledLoops | None:
    """The machine code, ``None`` where there is none."""
    if why_unusable() is not None or dtype not in BITS_OF:
        return None
    try:
        return _compiled(widening, dtype)
    except Exception:  # Numba does not work here; why_unusable() says so from now on
        return None


@cache
def _compiled(widening: bool, dtype: Any) -> CompiledLoops:
    from graphops_cpu.simd.compile.vector import HALF_CONVERTS

    if dtype == np.float16 and not HALF_CONVERTS:
        raise NotImplementedError("this CPU does not convert half")
    return _LOOPS[widening].compile(dtype, float("inf"))
