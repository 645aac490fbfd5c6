"""Matrices transposed, compiled: square after square in registers."""

from __future__ import annotations

from typing import Any

from graphops_cpu.simd.compile.intrinsics import intrinsic
from graphops_cpu.simd.compile.jit import kernel
from graphops_cpu.simd.compile.vector import Access, lanes, vector_of

# isort: split
from llvmlite import ir
from numba import types

from graphops_cpu.simd.copies.constants import BAND


@intrinsic
def _square(typing, y, yo, ys, x, xo, xs, rows, columns):  # type: ignore[no-untyped-def]
    """``y[yo + j * ys + i] = x[xo + i * xs + j]`` for i < rows, j < columns, both from 1 to the number of lanes."""
    vector = vector_of(x)
    if vector is None or x.dtype != y.dtype:
        return None

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        yv, yo, ys, xv, xo, xs, rows, columns = values
        source, target = Access(context, builder, x, xv), Access(context, builder, y, yv)

        def at(offset: Any, step: Any, count: int, limit: Any) -> Any:
            """The offset of a row; beyond the last one, the last again."""
            number = ir.Constant(limit.type, count)
            last = builder.sub(limit, ir.Constant(limit.type, 1))
            number = builder.select(builder.icmp_signed("<", number, last), number, last)
            return builder.add(offset, builder.mul(number, step))

        lines = [source.load(at(xo, xs, i, rows), columns) for i in range(vector.lanes)]
        distance = vector.lanes // 2
        while distance:  # exchange the two squares of this size that lie off the diagonal
            before = list(lines)
            for i in range(vector.lanes):
                if not i & distance:
                    upper, lower = before[i], before[i + distance]
                    lines[i] = builder.shuffle_vector(upper, lower, _picked(vector.lanes, distance, 0))
                    lines[i + distance] = builder.shuffle_vector(upper, lower, _picked(vector.lanes, distance, 1))
            distance //= 2
        # From the last line to the first: those that do not exist fall on the last one, which is written after them.
        for j in reversed(range(vector.lanes)):
            target.store(at(yo, ys, j, columns), lines[j], rows)
        return context.get_dummy_value()

    return types.void(y, types.intp, types.intp, x, *[types.intp] * 4), generate


def _picked(size: int, distance: int, half: int) -> ir.Constant:
    """The lanes of two lines, one after the other, that make the upper (0) or lower (1) of them."""
    lanes_of_two = [(lane if not lane & distance else size + lane - distance) + distance * half for lane in range(size)]
    return ir.Constant(ir.VectorType(ir.IntType(32), size), lanes_of_two)


@kernel("in out index index start stop chunk")
def transpose(x, y, rows, columns, start, stop, chunk):  # type: ignore[no-untyped-def]
    """y [images, columns, rows] = x [images, rows, columns], bands ``start..stop-1`` of ``BAND`` squares of columns,
    counted through the images. A band reads a few cache lines of each row before it goes on to the next one."""
    step = lanes(x)
    bands = (columns + BAND * step - 1) // (BAND * step)
    for band in range(start, stop):
        image = band // bands
        first = (band - image * bands) * BAND * step
        last = min(first + BAND * step, columns)
        origin = image * rows * columns
        for i in range(0, rows, step):
            for j in range(first, last, step):
                _square(
                    y, origin + j * rows + i, rows, x, origin + i * columns + j, columns, min(step, rows - i),
                    min(step, columns - j),
                )  # fmt: skip
