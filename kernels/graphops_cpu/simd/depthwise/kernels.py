"""Depthwise convolutions, compiled: the loops around the tiles of :mod:`graphops_cpu.simd.depthwise.tiles`.

Arrays are channels-last and flat: x [batch, rows, pixels, channels], w [row taps, taps, channels].  Forward pass and
input gradient are one kernel with different tables (:mod:`graphops_cpu.simd.depthwise.tables`); in the gradient "x"
is the incoming gradient and "y" that of the input.
"""

from __future__ import annotations

from graphops_cpu.simd.compile.jit import kernel
from graphops_cpu.simd.compile.vector import add, lanes, load, store, store_part
from graphops_cpu.simd.depthwise.tiles import (
    output_tiles,
    output_tiles_of_any,
    output_tiles_of_two_rows,
    sum_tiles,
    sum_tiles_of_three_rows,
)


@kernel("in in out sizes sizes sizes start stop chunk")
def outputs(x, w, y, lines, tiles, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Rows ``start..stop-1`` of y, counted through the batch.

    Args:
        lines: [rows of y, 9], see ``forward_lines`` and ``in_pairs``.
        tiles: [runs, 15], see ``output_runs``.
        sizes: rows of y; elements from one image, row and pixel of x to the next, and so for y; elements from one row
            of taps to the next, and from one tap; channels; pixels of a row of x; runs.
    """
    rows, x_image, x_row, x_pixel, y_image, y_row, y_pixel, w_row, w_tap, channels, width = (
        sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], sizes[7], sizes[8], sizes[9], sizes[10],
    )  # fmt: skip
    vectorised = channels >= lanes(x)
    row = start
    while row < stop:
        image = row // rows
        line = 9 * (row - image * rows)
        x_line = image * x_image + lines[line] * x_row
        w_line = lines[line + 2] * w_row
        y_line = image * y_image + (row - image * rows) * y_row
        xr, wr, met = lines[line + 1] * x_row, lines[line + 3] * w_row, lines[line + 4]
        both = lines[line + 5] if vectorised and row + 1 < stop else 0
        if both:
            x2, w2, y2 = image * x_image + lines[line + 9] * x_row, lines[line + 11] * w_row, y_row
            if lines[line + 8]:  # the next row is the first that meets any of x
                x_line, w_line, w2, y_line, y2 = x2, w2, w_line, y_line + y_row, -y_row
            for run in range(0, 15 * sizes[11], 15):
                number, count = tiles[run], tiles[run + 2]
                yo, ys = y_line + tiles[run + 3] * y_pixel, tiles[run + 4] * y_pixel
                xo, xs = x_line + tiles[run + 5] * x_pixel, tiles[run + 8] * x_pixel
                wo, ws = tiles[run + 10] * w_tap, tiles[run + 11] * w_tap
                low, high, outs = tiles[run + 12], tiles[run + 13], tiles[run + 14]
                output_tiles_of_two_rows(
                    number, False, x, xo, xr, xs, w, w_line + wo, w2 + wo, wr, ws, lines[line + 6], both,
                    lines[line + 7], y, yo, y2, ys, count, low, high, outs, channels,
                )  # fmt: skip
            row += 2
            continue
        for run in range(0, 15 * sizes[11], 15):
            number, count = tiles[run], tiles[run + 2]
            whole = vectorised and tiles[run + 1] != 0
            yo, ys = y_line + tiles[run + 3] * y_pixel, tiles[run + 4] * y_pixel
            p, ps, pk = tiles[run + 5], tiles[run + 7], tiles[run + 8]
            taps, wo, ws = tiles[run + 9], w_line + tiles[run + 10] * w_tap, tiles[run + 11] * w_tap
            low, high, outs = tiles[run + 12], tiles[run + 13], tiles[run + 14]
            xo, xs = x_line + p * x_pixel, pk * x_pixel
            if number == 0:
                output_tiles_of_any(
                    whole, x, x_line, xr, x_pixel, w, wo, wr, ws, met, taps, y, yo, ys, count, p, ps, pk, width, outs,
                    channels,
                )  # fmt: skip
            else:
                output_tiles(
                    number, whole, x, xo, xr, xs, w, wo, 0, wr, ws, met, 0, 0, y, yo, 0, ys, count, low, high, outs,
                    channels,
                )  # fmt: skip
        row += 1


@kernel("in in sums sizes sizes sizes start stop chunk")
def filter_sums(x, y, sums, spans, runs, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """The filter gradient that slabs ``start..stop-1`` give; a slab is a few rows of one image.

    Args:
        sums: [chunks, row taps, taps, vectors * lanes], 0 at first; this chunk's part is added to.
        spans: [row taps, 3], see ``sum_spans``.
        runs: [runs, 15], see ``sum_runs``.
        sizes: rows of y; rows of a slab; slabs of an image; elements from one image, row and pixel of x to the next,
            and so for y; rows of x from one row of y to the next; row taps, taps, channels; runs; whether all tiles
            can be summed for three rows of taps at once.
    """
    rows, slab_rows, slabs, x_image, x_row, x_pixel, y_image, y_row, y_pixel, stride, row_taps, taps, channels = (
        sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], sizes[7], sizes[8], sizes[9], sizes[10],
        sizes[11], sizes[12],
    )  # fmt: skip
    vectorised = channels >= lanes(x)
    ss = (channels + lanes(x) - 1) // lanes(x) * lanes(x)
    threes = sizes[14] != 0 and vectorised
    for slab in range(start, stop):
        image = slab // slabs
        begin = (slab - image * slabs) * slab_rows
        end = min(begin + slab_rows, rows)
        low_all, high_all = end, end  # rows of y that are summed for all three rows of taps at once
        if threes:
            low_all = min(max(begin, spans[0], spans[3], spans[6]), end)
            high_all = max(min(end, spans[1], spans[4], spans[7]), low_all)
            x_line, y_line = image * x_image + (spans[2] + low_all * stride) * x_row, image * y_image + low_all * y_row
            xt = (spans[5] - spans[2]) * x_row
            for run in range(0, 15 * sizes[13], 15):
                number, whole, tiles = runs[run], runs[run + 1] != 0, runs[run + 2]
                yo, ys = y_line + runs[run + 3] * y_pixel, runs[run + 4] * y_pixel
                xo, xs = x_line + runs[run + 5] * x_pixel, runs[run + 8] * x_pixel
                so = (chunk * row_taps * taps + runs[run + 10]) * ss
                low, high, outs = runs[run + 12], runs[run + 13], runs[run + 14]
                sum_tiles_of_three_rows(
                    number, whole, x, xo, stride * x_row, xt, xs, y, yo, y_row, ys, high_all - low_all, tiles, sums,
                    so, taps * ss, ss, low, high, outs, channels,
                )  # fmt: skip
        for row_tap in range(row_taps):
            low_row, high_row = max(begin, spans[3 * row_tap]), min(end, spans[3 * row_tap + 1])
            for first, last in ((low_row, min(high_row, low_all)), (max(low_row, high_all), high_row)):
                if last <= first:
                    continue
                x_line = image * x_image + (spans[3 * row_tap + 2] + first * stride) * x_row
                y_line = image * y_image + first * y_row
                for run in range(0, 15 * sizes[13], 15):
                    number, whole, tiles = runs[run], vectorised and runs[run + 1] != 0, runs[run + 2]
                    yo, ys = y_line + runs[run + 3] * y_pixel, runs[run + 4] * y_pixel
                    xo, xs = x_line + runs[run + 5] * x_pixel, runs[run + 8] * x_pixel
                    so = ((chunk * row_taps + row_tap) * taps + runs[run + 10]) * ss
                    low, high, outs = runs[run + 12], runs[run + 13], runs[run + 14]
                    sum_tiles(
                        number, whole, x, xo, stride * x_row, 0, xs, y, yo, y_row, ys, last - first, tiles, sums, so,
                        0, ss, low, high, outs, channels,
                    )  # fmt: skip


@kernel("sums_in out sizes start stop chunk")
def finish_sums(sums, dw, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Add up the chunks' sums for taps ``start..stop-1``, always in the same order, and round once.

    Args:
        sums: [chunks, taps, vectors * lanes].
        dw: [taps, channels].
        sizes: chunks, taps, channels.
    """
    chunks, taps, channels = sizes[0], sizes[1], sizes[2]
    step = lanes(sums)
    padded = (channels + step - 1) // step * step
    for tap in range(start, stop):
        for place in range(0, padded, step):
            value = load(sums, tap * padded + place)
            for other in range(1, chunks):
                value = add(value, load(sums, (other * taps + tap) * padded + place))
            if channels >= step:
                store(dw, tap * channels + min(place, channels - step), value)
            else:
                store_part(dw, tap * channels, channels, value)
