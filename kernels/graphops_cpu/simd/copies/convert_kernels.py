"""Whole arrays between 16-bit floats and float32, compiled."""

from __future__ import annotations

from graphops_cpu.simd.compile.jit import kernel
from graphops_cpu.simd.compile.vector import lanes, load, load_part, store, store_part
from graphops_cpu.simd.copies.constants import BLOCK


@kernel("in sums index start stop chunk")
def widen(x, y, size, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Blocks ``start..stop-1`` of y = x, exactly."""
    step = lanes(x)
    end = min(stop * BLOCK, size)
    i = start * BLOCK
    while i + step <= end:
        store(y, i, load(x, i))
        i += step
    store_part(y, i, end - i, load_part(x, i, end - i))


@kernel("sums_in out index start stop chunk")
def narrow(x, y, size, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Blocks ``start..stop-1`` of y = x, rounded to nearest, ties to even."""
    step = lanes(x)
    end = min(stop * BLOCK, size)
    i = start * BLOCK
    while i + step <= end:
        store(y, i, load(x, i))
        i += step
    store_part(y, i, end - i, load_part(x, i, end - i))
