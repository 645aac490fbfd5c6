"""Loops of special functions over vectors of float32. Imports Numba."""

from __future__ import annotations

from typing import Any

from numba.extending import intrinsic

from graphops_cpu.simd.compile import vector_functions as functions
from graphops_cpu.simd.compile.jit import kernel
from graphops_cpu.simd.compile.vector import Vector, lanes, load, load_part, store, store_part
from graphops_cpu.simd.layers.constants import SPECIAL_BLOCK as BLOCK


def _of_vector(function: functions.Function) -> Any:
    """A function of :mod:`graphops_cpu.simd.compile.vector_functions` for compiled loops."""

    def typed(typing: Any, x: Any) -> Any:
        if not isinstance(x, Vector):
            return None

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return function(x, builder, arguments[0])

        return x(x), generate

    return intrinsic(typed)


_erf, _erfc = _of_vector(functions.erf), _of_vector(functions.erfc)


@kernel("in out sizes start stop chunk")
def erf(x, y, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """x, y: (elements,); sizes: how many elements there are."""
    step, end = lanes(x), min(stop * BLOCK, sizes[0])
    i = start * BLOCK
    while i + step <= end:
        store(y, i, _erf(load(x, i)))
        i += step
    store_part(y, i, end - i, _erf(load_part(x, i, end - i)))


@kernel("in out sizes start stop chunk")
def erfc(x, y, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """x, y: (elements,); sizes: how many elements there are."""
    step, end = lanes(x), min(stop * BLOCK, sizes[0])
    i = start * BLOCK
    while i + step <= end:
        store(y, i, _erfc(load(x, i)))
        i += step
    store_part(y, i, end - i, _erfc(load_part(x, i, end - i)))
