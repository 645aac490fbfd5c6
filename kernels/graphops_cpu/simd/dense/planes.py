"""Panels from arrays whose channels come first: there vectors hold neighbouring positions, and rows of tiles channels.

Positions are counted through all images.  What lies side by side in a row of the grid is a *piece*: five numbers, its
image, the indices (depth, height, width) of its first position, and its length.
"""

from __future__ import annotations

from typing import Any

from graphops_cpu.simd.compile.intrinsics import intrinsic
from graphops_cpu.simd.compile.vector import add, fma, lanes, load, store, store_part, total, vector_of, zero

# isort: split
from llvmlite import ir
from numba import types
from numba.core import cgutils

from graphops_cpu.simd.compile.jit import part
from graphops_cpu.simd.dense import sizes as field
from graphops_cpu.simd.dense.pack import copy
from graphops_cpu.simd.dense.positions import grid_point
from graphops_cpu.simd.dense.tile import stride
from graphops_cpu.simd.dense.transpose import finite, transpose_columns, transpose_square

PIECE = 5
"""Numbers that describe a piece."""


@intrinsic
def load_window(typing: Any, a: Any, i: Any, low: Any, high: Any) -> Any:
    """Lanes [low, high) of ``a[i : i + lanes]``; the others are 0 and their memory is not touched."""
    vector = vector_of(a)
    if vector is None or a.dtype not in (types.float32, types.float64):
        return None
    size = a.dtype.bitwidth // 8

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, index, first, last = arguments
        data = context.make_array(a)(context, builder, array).data
        pointer = builder.bitcast(builder.gep(data, [index]), vector.llvm.as_pointer())
        numbers = ir.VectorType(index.type, vector.lanes)
        lane = ir.Constant(numbers, list(range(vector.lanes)))

        def splat(value: ir.Value) -> ir.Value:
            undefined = ir.Constant(numbers, ir.Undefined)
            one = builder.insert_element(undefined, value, ir.IntType(32)(0))
            return builder.shuffle_vector(
                one, undefined, ir.Constant(ir.VectorType(ir.IntType(32), vector.lanes), [0] * vector.lanes)
            )

        mask = builder.and_(
            builder.icmp_signed(">=", lane, splat(first)), builder.icmp_signed("<", lane, splat(last))
        )  # fmt: skip
        given = [pointer, ir.IntType(32)(size), mask, ir.Constant(vector.llvm, [0.0] * vector.lanes)]
        function = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(vector.llvm, [value.type for value in given]),
            f"llvm.masked.load.v{vector.lanes}f{8 * size}.p0",
        )
        return builder.call(function, given)

    return vector(a, types.intp, types.intp, types.intp), generate


@intrinsic
def load_second(typing: Any, a: Any, i: Any) -> Any:
    """``a[i], a[i + 2], a[i + 4] ...``: every second element of 2 lanes, all of which are read."""
    vector = vector_of(a)
    if vector is None or a.dtype not in (types.float32, types.float64):
        return None
    size = a.dtype.bitwidth // 8

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, index = arguments
        data = context.make_array(a)(context, builder, array).data
        halves = [
            builder.load(
                builder.bitcast(
                    builder.gep(data, [builder.add(index, index.type(h * vector.lanes))]), vector.llvm.as_pointer()
                ),
                align=size,
            )
            for h in range(2)
        ]
        even = ir.Constant(ir.VectorType(ir.IntType(32), vector.lanes), list(range(0, 2 * vector.lanes, 2)))
        return builder.shuffle_vector(*halves, even)

    return vector(a, types.intp), generate


@part
def find_pieces(sizes: Any, first: int, last: int, pieces: Any) -> int:
    """The pieces of positions [first, last). Returns how many."""
    count = 0
    position = first
    while position < last:
        n, k, j, i = grid_point(sizes, position)
        length = min(sizes[field.GRID_WIDTH] - i, last - position)
        at = PIECE * count
        pieces[at] = n
        pieces[at + 1] = k
        pieces[at + 2] = j
        pieces[at + 3] = i
        pieces[at + 4] = length
        count += 1
        position += length
    return count


@part
def pack_channel(
    panel: Any, at: int, step: int, x: Any, sizes: Any, offsets: Any, pieces: Any, count: int, tap: int, channel: int,
    channels: int,
) -> None:  # fmt: skip
    """What ``channels`` channels from ``channel`` on have where a tap meets the positions of ``count`` pieces.

    Channel ``channel + k``, position ``i`` goes to ``panel[at + k * step + i]``; 0 in the padding.
    """
    plane = sizes[field.X_DEPTH] * sizes[field.X_HEIGHT] * sizes[field.X_WIDTH]
    stride_x = sizes[field.STEP_WIDTH]
    tap_x = tap % sizes[field.TAPS_WIDTH]
    tap_row = tap // sizes[field.TAPS_WIDTH]
    tap_z = tap_row // sizes[field.TAPS_HEIGHT]
    tap_y = tap_row - tap_z * sizes[field.TAPS_HEIGHT]
    over_z = offsets[tap_z]
    over_y = offsets[sizes[field.TAPS_DEPTH] + tap_y]
    over_x = offsets[sizes[field.TAPS_DEPTH] + sizes[field.TAPS_HEIGHT] + tap_x]
    column = at
    for piece in range(0, PIECE * count, PIECE):
        z = pieces[piece + 1] * sizes[field.STEP_DEPTH] + over_z
        y = pieces[piece + 2] * sizes[field.STEP_HEIGHT] + over_y
        x0 = pieces[piece + 3] * stride_x + over_x
        length = pieces[piece + 4]
        low, high = 0, 0
        if z >= 0 and z < sizes[field.X_DEPTH] and y >= 0 and y < sizes[field.X_HEIGHT]:
            low = min(max(0, -(x0 // stride_x)), length)
            high = max(min(length, -((x0 - sizes[field.X_WIDTH]) // stride_x)), low)
        source = (pieces[piece] * sizes[field.X_PIXEL] + channel) * plane
        source += (z * sizes[field.X_HEIGHT] + y) * sizes[field.X_WIDTH] + x0
        for i in range(0, length, lanes(panel)):
            left = length - i
            first, last = low - i, high - i
            if first >= lanes(panel) or last <= 0:
                for k in range(channels):
                    store_part(panel, column + k * step + i, left, zero(panel))
            elif stride_x == 1:
                if first <= 0 and last >= lanes(panel):
                    for k in range(channels):
                        store(panel, column + k * step + i, load(x, source + k * plane + i))
                else:
                    for k in range(channels):
                        store_part(
                            panel, column + k * step + i, left, load_window(x, source + k * plane + i, first, last)
                        )
            elif (
                stride_x == 2
                and first <= 0
                and last >= lanes(panel)
                and x0 + 2 * (i + lanes(panel)) <= sizes[field.X_WIDTH]
            ):
                for k in range(channels):
                    store(panel, column + k * step + i, load_second(x, source + k * plane + 2 * i))
            else:
                for k in range(channels):
                    for lane in range(min(left, lanes(panel))):
                        value = zero_of(x)
                        if lane >= first and lane < last:
                            value = x[source + k * plane + (i + lane) * stride_x]
                        panel[column + k * step + i + lane] = value
        column += length


@intrinsic
def zero_of(typing: Any, a: Any) -> Any:
    """0 of the array's dtype."""
    return a.dtype(a), lambda context, builder, signature, arguments: context.get_constant(a.dtype, 0)


@part
def pack_rows(
    panel: Any, at: int, w: Any, sizes: Any, taps: Any, first_tap: int, group: int, row: int, rows: int, begin: int,
    end: int,
) -> Any:  # fmt: skip
    """Rows of a filter as rows of a tile: row r, column (t, j) is its element of tap ``taps[first_tap + t]``, row
    ``row + r``, column j of the group; columns [begin, end).

    Returns 0 if all are finite, else NaN.
    """
    channels = sizes[field.CHANNELS]
    k = begin
    while k < end:
        place = k // channels
        run = min(end, (place + 1) * channels) - k
        source = sizes[field.B_START] + group * sizes[field.B_GROUP] + taps[first_tap + place] * sizes[field.B_TAP]
        source += row * sizes[field.B_ROW] + k - place * channels
        for r in range(rows):
            copy(panel, at + r * stride(panel) + k - begin, w, source + r * sizes[field.B_ROW], run)
        k += run
    return _finite(panel, at, rows, end - begin)


@part
def pack_rows_transposed(
    panel: Any, at: int, w: Any, start: int, between: int, row: int, rows: int, room: int, begin: int, end: int
) -> Any:  # fmt: skip
    """Columns of a matrix as rows of a tile: row r, column k is ``w[start + k * between + row + r]``, columns
    [begin, end). Up to a vector's lanes more rows are written where the matrix has ``room`` columns for them.

    Returns 0 if all are finite, else NaN.
    """
    for r in range(0, rows, lanes(panel)):
        k = begin
        if row + r + lanes(panel) <= room:
            while k + lanes(panel) <= end:
                source = start + k * between + row + r
                transpose_square(panel, at + r * stride(panel) + k - begin, stride(panel), w, source, between)
                k += lanes(panel)
        for i in range(k, end):
            for j in range(r, min(r + lanes(panel), rows)):
                panel[at + j * stride(panel) + i - begin] = w[start + i * between + row + j]
    return _finite(panel, at, rows, end - begin)


@part
def _finite(panel: Any, at: int, rows: int, columns: int) -> Any:
    """0 if all elements are finite, else NaN: the sum of their products with 0."""
    check = zero(panel)
    rest = 0.0
    for r in range(rows):
        i = 0
        while i + lanes(panel) <= columns:
            check = fma(load(panel, at + r * stride(panel) + i), zero(panel), check)
            i += lanes(panel)
        for k in range(i, columns):
            rest += panel[at + r * stride(panel) + k] * 0
    return total(add(check, check)) + rest


@part
def pack_transposed_planes(
    panel: Any, at: int, dy: Any, channels: int, plane: int, channel: int, columns: int, first: int, last: int,
    vectors: int,
) -> Any:  # fmt: skip
    """Channels of an array (N, channels, plane) as columns of a panel: row p - first, column c is channel
    ``channel + c`` at position p, counted through all images.

    Returns 0 if all are finite, else NaN.
    """
    width = vectors * lanes(panel)
    position = first
    while position < last:
        image = position // plane
        inside = position - image * plane
        run = min(last - position, plane - inside)
        for v in range(0, width, lanes(panel)):
            source = (image * channels + channel + v) * plane + inside
            target = at + (position - first) * width + v
            present = min(lanes(panel), columns - v)
            transpose_columns(panel, target, width, dy, source, plane, run, present)
        position += run
    return finite(panel, at, (last - first) * width)
