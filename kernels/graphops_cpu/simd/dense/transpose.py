"""Square transpositions in registers, and the columns of a transposed filter as a panel."""

from __future__ import annotations

from typing import Any

from graphops_cpu.simd.compile.intrinsics import intrinsic
from graphops_cpu.simd.compile.vector import add, fma, lanes, load, total, vector_of, zero

# isort: split
from llvmlite import ir
from numba import types

from graphops_cpu.simd.compile.jit import merged, part
from graphops_cpu.simd.dense import sizes as field


@intrinsic
def transpose_square(typing: Any, target: Any, at: Any, row: Any, source: Any, start: Any, source_row: Any) -> Any:
    """``target[at + row * j + i] = source[start + source_row * i + j]`` for i, j in [0, lanes)."""
    vector = vector_of(target)
    if vector is None or source.dtype != target.dtype:
        return None
    index = types.intp
    size = vector.lanes
    align = target.dtype.bitwidth // 8

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def address(place: int, first: ir.Value, step: ir.Value, i: int) -> ir.Value:
            data = context.make_array(signature.args[place])(context, builder, arguments[place]).data
            element = builder.gep(data, [builder.add(first, builder.mul(step, step.type(i)))])
            return builder.bitcast(element, vector.llvm.as_pointer())

        _, at_, row_, _, start_, source_row_ = arguments
        rows = [builder.load(address(3, start_, source_row_, i), align=align) for i in range(size)]
        distance = size // 2
        while distance:  # swap the off-diagonal squares of this size
            before = rows
            rows = list(before)
            for i in range(size):
                if not i & distance:
                    a, b = before[i], before[i + distance]
                    rows[i] = builder.shuffle_vector(a, b, _lanes(size, distance, False))
                    rows[i + distance] = builder.shuffle_vector(a, b, _lanes(size, distance, True))
            distance //= 2
        for j, value in enumerate(rows):
            builder.store(value, address(0, at_, row_, j), align=align)
        return context.get_dummy_value()

    return types.void(target, index, index, source, index, index), generate


def _lanes(size: int, distance: int, lower: bool) -> ir.Constant:
    """Which lanes of two rows ``distance`` apart make the upper or the lower of them, squares of that size swapped."""
    picked = []
    for lane in range(size):
        if lower:
            picked.append(size + lane if lane & distance else lane + distance)
        else:
            picked.append(size + lane - distance if lane & distance else lane)
    return ir.Constant(ir.VectorType(ir.IntType(32), size), picked)


@merged
def transpose_columns(
    panel: Any, at: int, width: int, source: Any, start: int, row: int, count: int, columns: int
) -> None:
    """``count`` rows of one vector of a panel that is ``width`` wide: row j, column i is
    ``source[start + i * row + j]`` for the first ``columns`` columns, 0 for the others."""
    done = 0
    if columns == lanes(panel):
        while done + lanes(panel) <= count:
            transpose_square(panel, at + done * width, width, source, start + done, row)
            done += lanes(panel)
    for j in range(done, count):
        for i in range(columns):
            panel[at + j * width + i] = source[start + i * row + j]
        for i in range(columns, lanes(panel)):
            panel[at + j * width + i] = 0


@merged
def finite(panel: Any, at: int, count: int) -> Any:
    """0 if all of ``count`` elements, whole vectors, are finite, else NaN: the sum of their products with 0."""
    check = zero(panel)
    for i in range(at, at + count, lanes(panel)):
        check = fma(load(panel, i), zero(panel), check)
    return total(add(check, check))


@part
def pack_transposed(
    panel: Any, at: int, w: Any, sizes: Any, taps: Any, first_tap: int, group: int, column: int, begin: int, end: int,
    columns: int, vectors: int,
) -> Any:  # fmt: skip
    """Rows [begin, end) and ``columns`` columns from ``column`` on of a transposed filter, as a panel.

    Row (t, j), column i is the filter's element of tap ``taps[first_tap + t]``, row i, column j of the group.
    Returns 0 if all are finite, else NaN: the sum of their products with 0.
    """
    row = sizes[field.B_ROW]
    width = vectors * lanes(panel)
    k = begin
    while k < end:
        place = k // sizes[field.CHANNELS]
        run = min(end, (place + 1) * sizes[field.CHANNELS]) - k
        source = sizes[field.B_START] + group * sizes[field.B_GROUP] + taps[first_tap + place] * sizes[field.B_TAP]
        source += column * row + k - place * sizes[field.CHANNELS]
        for v in range(vectors):
            target = at + (k - begin) * width + v * lanes(panel)
            from_ = source + v * lanes(panel) * row
            present = min(lanes(panel), columns - v * lanes(panel))
            transpose_columns(panel, target, width, w, from_, row, run, present)
        k += run
    return finite(panel, at, (end - begin) * width)
