"""Pools and their gradients, compiled.

Arrays are channels-last and flat: x [batch, A, B, W, channels], y [batch, OA, OB, OW, channels].  A pool of two spatial
axes has B = 1.  ``sizes`` are the 16 numbers of ``sizes_of`` in ``pool.py``: A B W, OA OB OW, the window
along each axis, the strides, the padding before each axis, the channels.
"""

from __future__ import annotations

import numpy as np

from graphops_cpu.simd.compile.jit import inline, kernel
from graphops_cpu.simd.compile.vector import add, fill, lanes, load, load_part, maximum, store, store_part, zero
from graphops_cpu.simd.compile.vector_math import divide, where_equal, where_greater


@inline
def _meets(index, stride, before, window, size):  # type: ignore[no-untyped-def]
    """The input positions [first, stop) that the window of an output position has; none if stop <= first."""
    first = index * stride - before
    return max(first, 0), min(first + window, size)


@kernel("in out sizes start stop chunk")
def maxima(x, y, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Rows ``start..stop-1`` of y, counted through batch, OA and OB: the largest of each window, NaN if one is NaN."""
    size_a, size_b, size_w, outs_a, outs_b, outs_w = sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5]
    channels, step = sizes[15], lanes(x)
    for row in range(start, stop):
        image = row // (outs_a * outs_b)
        out_a, out_b = row // outs_b % outs_a, row % outs_b
        a0, a1 = _meets(out_a, sizes[9], sizes[12], sizes[6], size_a)
        b0, b1 = _meets(out_b, sizes[10], sizes[13], sizes[7], size_b)
        for out_w in range(outs_w):
            w0, w1 = _meets(out_w, sizes[11], sizes[14], sizes[8], size_w)
            to = (row * outs_w + out_w) * channels
            c = 0
            while c < channels:
                n = channels - c
                if n >= 4 * step:
                    m0 = m1 = m2 = m3 = fill(x, -np.inf)
                    for a in range(a0, a1):
                        for b in range(b0, b1):
                            line = ((image * size_a + a) * size_b + b) * size_w
                            for at in range((line + w0) * channels + c, (line + w1) * channels + c, channels):
                                m0 = maximum(m0, load(x, at))
                                m1 = maximum(m1, load(x, at + step))
                                m2 = maximum(m2, load(x, at + 2 * step))
                                m3 = maximum(m3, load(x, at + 3 * step))
                    store(y, to + c, m0)
                    store(y, to + c + step, m1)
                    store(y, to + c + 2 * step, m2)
                    store(y, to + c + 3 * step, m3)
                    c += 4 * step
                    continue
                best = fill(x, -np.inf)
                for a in range(a0, a1):
                    for b in range(b0, b1):
                        line = ((image * size_a + a) * size_b + b) * size_w
                        for at in range((line + w0) * channels + c, (line + w1) * channels + c, channels):
                            if n >= step:
                                best = maximum(best, load(x, at))
                            else:
                                best = maximum(best, load_part(x, at, n))
                if n >= step:
                    store(y, to + c, best)
                else:
                    store_part(y, to + c, n, best)
                c += step


@kernel("in out sizes start stop chunk")
def averages(x, y, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Rows ``start..stop-1`` of y: the average of what each window has of x, 0 where it has nothing."""
    size_a, size_b, size_w, outs_a, outs_b, outs_w = sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5]
    channels, step = sizes[15], lanes(x)
    for row in range(start, stop):
        image = row // (outs_a * outs_b)
        out_a, out_b = row // outs_b % outs_a, row % outs_b
        a0, a1 = _meets(out_a, sizes[9], sizes[12], sizes[6], size_a)
        b0, b1 = _meets(out_b, sizes[10], sizes[13], sizes[7], size_b)
        for out_w in range(outs_w):
            w0, w1 = _meets(out_w, sizes[11], sizes[14], sizes[8], size_w)
            met = max(a1 - a0, 0) * max(b1 - b0, 0) * max(w1 - w0, 0)
            count = fill(x, max(met, 1))
            to = (row * outs_w + out_w) * channels
            for c in range(0, channels, step):
                n = channels - c
                sum_ = zero(x)
                for a in range(a0, a1):
                    for b in range(b0, b1):
                        line = ((image * size_a + a) * size_b + b) * size_w
                        for at in range((line + w0) * channels + c, (line + w1) * channels + c, channels):
                            if n >= step:
                                sum_ = add(sum_, load(x, at))
                            else:
                                sum_ = add(sum_, load_part(x, at, n))
                if n >= step:
                    store(y, to + c, divide(sum_, count))
                else:
                    store_part(y, to + c, n, divide(sum_, count))


@inline
def _clear(dx, start, stop):  # type: ignore[no-untyped-def]
    for i in range(start, stop):
        dx[i] = 0


# The gradients below give planes ``start..stop-1`` of dx, counted through batch and A.  Windows that lie across the
# border of two chunks are read for both of them, and each chunk adds to its own planes only. So for any chunks an
# element gets the same summands in the same order.


@inline
def _first_and_stop(low, high, sizes):  # type: ignore[no-untyped-def]
    """The positions along OA whose windows reach into planes [low, high) of an image."""
    first = max((low + sizes[12] - sizes[6]) // sizes[9] + 1, 0)
    return first, min((high - 1 + sizes[12]) // sizes[9] + 1, sizes[3])


@kernel("in in sums sizes start stop chunk")
def maxima_gradient(x, dy, dx, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Each dy added to the first maximum of its window; NaN is one only in the first place."""
    size_a, size_b, size_w, outs_a, outs_b, outs_w = sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5]
    channels, step = sizes[15], lanes(x)
    plane = size_b * size_w * channels
    one, nothing = fill(x, 1), zero(x)
    for image in range(start // size_a, (stop - 1) // size_a + 1):
        low, high = max(start - image * size_a, 0), min(stop - image * size_a, size_a)
        cleared = low  # planes of dx up to here hold sums
        first, last = _first_and_stop(low, high, sizes)
        for out_a in range(first, last):
            a0, a1 = _meets(out_a, sizes[9], sizes[12], sizes[6], size_a)
            if min(a1, high) > cleared:
                _clear(dx, (image * size_a + cleared) * plane, (image * size_a + min(a1, high)) * plane)
                cleared = min(a1, high)
            for out_b in range(outs_b):
                b0, b1 = _meets(out_b, sizes[10], sizes[13], sizes[7], size_b)
                for out_w in range(outs_w):
                    w0, w1 = _meets(out_w, sizes[11], sizes[14], sizes[8], size_w)
                    if a1 <= a0 or b1 <= b0 or w1 <= w0:
                        continue
                    gradient = (((image * outs_a + out_a) * outs_b + out_b) * outs_w + out_w) * channels
                    begin = (((image * size_a + a0) * size_b + b0) * size_w + w0) * channels
                    for c in range(0, channels, step):
                        n = min(channels - c, step)
                        best = load(x, begin + c) if n == step else load_part(x, begin + c, n)
                        winner = tap = nothing  # taps are numbered by the lanes' own kind of number
                        for a in range(a0, a1):
                            for b in range(b0, b1):
                                line = ((image * size_a + a) * size_b + b) * size_w
                                for at in range((line + w0) * channels + c, (line + w1) * channels + c, channels):
                                    value = load(x, at) if n == step else load_part(x, at, n)
                                    winner = where_greater(value, best, tap, winner)
                                    best = where_greater(value, best, value, best)
                                    tap = add(tap, one)
                        share = load(dy, gradient + c) if n == step else load_part(dy, gradient + c, n)
                        skipped = max(low - a0, 0) * (b1 - b0) * (w1 - w0)
                        tap = fill(x, skipped)
                        for a in range(max(a0, low), min(a1, high)):
                            for b in range(b0, b1):
                                line = ((image * size_a + a) * size_b + b) * size_w
                                for at in range((line + w0) * channels + c, (line + w1) * channels + c, channels):
                                    won = where_equal(winner, tap, share, nothing)
                                    if n == step:
                                        store(dx, at, add(load(dx, at), won))
                                    else:
                                        store_part(dx, at, n, add(load_part(dx, at, n), won))
                                    tap = add(tap, one)
        _clear(dx, (image * size_a + cleared) * plane, (image * size_a + high) * plane)


@kernel("in sums sizes start stop chunk")
def averages_gradient(dy, dx, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Each dy spread evenly over what its window has of x."""
    size_a, size_b, size_w, outs_a, outs_b, outs_w = sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5]
    channels, step = sizes[15], lanes(dy)
    plane = size_b * size_w * channels
    for image in range(start // size_a, (stop - 1) // size_a + 1):
        low, high = max(start - image * size_a, 0), min(stop - image * size_a, size_a)
        cleared = low
        first, last = _first_and_stop(low, high, sizes)
        for out_a in range(first, last):
            a0, a1 = _meets(out_a, sizes[9], sizes[12], sizes[6], size_a)
            if min(a1, high) > cleared:
                _clear(dx, (image * size_a + cleared) * plane, (image * size_a + min(a1, high)) * plane)
                cleared = min(a1, high)
            for out_b in range(outs_b):
                b0, b1 = _meets(out_b, sizes[10], sizes[13], sizes[7], size_b)
                for out_w in range(outs_w):
                    w0, w1 = _meets(out_w, sizes[11], sizes[14], sizes[8], size_w)
                    if a1 <= a0 or b1 <= b0 or w1 <= w0:
                        continue
                    count = fill(dy, (a1 - a0) * (b1 - b0) * (w1 - w0))
                    gradient = (((image * outs_a + out_a) * outs_b + out_b) * outs_w + out_w) * channels
                    for c in range(0, channels, step):
                        n = min(channels - c, step)
                        share = load(dy, gradient + c) if n == step else load_part(dy, gradient + c, n)
                        share = divide(share, count)
                        for a in range(max(a0, low), min(a1, high)):
                            for b in range(b0, b1):
                                line = ((image * size_a + a) * size_b + b) * size_w
                                for at in range((line + w0) * channels + c, (line + w1) * channels + c, channels):
                                    if n == step:
                                        store(dx, at, add(load(dx, at), share))
                                    else:
                                        store_part(dx, at, n, add(load_part(dx, at, n), share))
        _clear(dx, (image * size_a + cleared) * plane, (image * size_a + high) * plane)


@kernel("sums_in out start stop chunk")
def rounded(sums, result, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Elements ``start..stop-1`` of the result, rounded from the sums, in steps of whole vectors."""
    step = lanes(result)
    for i in range(start, stop - step + 1, step):
        store(result, i, load(sums, i))
    i = stop - (stop - start) % step
    store_part(result, i, stop - i, load_part(sums, i, stop - i))
