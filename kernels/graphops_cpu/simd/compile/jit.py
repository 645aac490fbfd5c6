"""Compiling a Python function over vectors to machine code, for each dtype when it is needed.

A kernel is a function over flat arrays (:mod:`graphops_cpu.simd.compile.arrays`) and numbers.  A string describes its
arguments, one word for each, in their order::

    @kernel("in in out sizes start stop chunk")
    def forward(x, w, y, geometry, start, stop, chunk): ...

    in        array of the kernel's dtype that is only read (it may be read-only)
    out       array of the kernel's dtype that is written
    sums      array of the compute dtype (float32, or float64 for float64) that is written
    sums_in   the same, only read
    sizes     array of intp, only read
    bytes, bytes_out    array of uint8, only read, or written
    index     an intp
    number    a scalar of the compute dtype
    start stop chunk    at the end, in this order: do rows ``start..stop-1`` of the work, number ``chunk``

A kernel must not use the size of an array: in threads it gets arrays of bytes
(:mod:`graphops_cpu.simd.compile.launch`).

The words give the signature for each dtype, so a kernel is compiled when it is prepared, before there are any arrays.
Kernels obey IEEE 754 (no ``fastmath``), release the GIL and check no bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numba
import numba.extending
import numpy as np
from numba import types

from graphops_cpu.simd.compile import disk_cache
from graphops_cpu.simd.compile.arrays import BITS_OF, compute_dtype

_SIGNATURES: Final[dict[Any, str]] = {}  # dispatcher -> its arguments in words

_HOW: Final = {"nogil": True, "error_model": "numpy", "boundscheck": False, "no_cfunc_wrapper": True}
# Parts and inlined functions are "jitable" rather than jitted: they have no wrapper for Python either, which takes time
# to compile, and a call from Python runs the Python function.


def kernel(arguments: str, *, parallel: bool = False) -> Callable[[Callable[..., None]], Any]:
    """Decorator: a Numba function that returns nothing, with its arguments in words (see above).

    Args:
        parallel: the function has a ``prange`` loop, to be run over threads.
    """

    def decorate(function: Callable[..., None]) -> Any:
        dispatcher = numba.njit(**_HOW, parallel=parallel)(function)
        disk_cache.enable(dispatcher)
        _SIGNATURES[dispatcher] = arguments
        return dispatcher

    return decorate


def inline(function: Callable[..., Any]) -> Any:
    """Decorator: a part of kernels, compiled into each that calls it."""
    return numba.extending.register_jitable(**_HOW, forceinline=True)(function)


def part(function: Callable[..., Any]) -> Any:
    """Decorator: a part of kernels that is called, so that its code exists once."""
    return numba.extending.register_jitable(**_HOW)(function)


def merged(function: Callable[..., Any]) -> Any:
    """Decorator: a part of one or two functions, compiled as if it were written there."""
    return numba.njit(**_HOW, inline="always")(function)


def words(dispatcher: Any) -> list[str]:
    """The arguments of a kernel, in words."""
    return _SIGNATURES[dispatcher].split()


def signature(dispatcher: Any, dtype: Any) -> Any:
    """The Numba signature of a kernel for a NumPy dtype."""
    return types.void(*(_argument(word, np.dtype(dtype)) for word in words(dispatcher)))


def is_compiled(dispatcher: Any, dtype: Any) -> bool:
    """Whether a kernel has machine code for a NumPy dtype in this process."""
    return signature(dispatcher, dtype).args in dispatcher.overloads


def compile_kernel(dispatcher: Any, dtype: Any) -> bool:
    """Have a kernel compiled for a NumPy dtype. Returns whether it came from the disk, or was there already.

    Raises:
        numba.core.errors.NumbaError: the function cannot be compiled.
    """
    wanted = signature(dispatcher, dtype)
    if wanted.args in dispatcher.overloads:
        return True
    dispatcher.compile(wanted)
    return bool(dispatcher.stats.cache_hits.get(wanted, 0))


@cache
def _argument(word: str, dtype: np.dtype[Any]) -> types.Type:
    data = numba.from_dtype(BITS_OF.get(dtype, dtype))
    sums = numba.from_dtype(compute_dtype(dtype))
    known = {
        "in": _array(data, readonly=True),
        "out": _array(data),
        "sums": _array(sums),
        "sums_in": _array(sums, readonly=True),
        "sizes": _array(types.intp, readonly=True),
        "bytes": _array(types.uint8, readonly=True),
        "bytes_out": _array(types.uint8),
        "index": types.intp,
        "start": types.intp,
        "stop": types.intp,
        "chunk": types.intp,
        "number": sums,
    }
    return known[word]


def _array(element: types.Type, readonly: bool = False) -> types.Array:
    return types.Array(element, 1, "C", readonly=readonly)
