"""Batch normalisation and its gradient, compiled.

x is flat, seen as [rows, channels] with the channels last, or as [images, channels, pixels] with the channels first.
Sums are formed in two levels: in float32 over blocks of at most :data:`BLOCK` elements of a channel, which lie in the
cache, and over the blocks in float64.  The variance of a block is that around its own mean, found in a second look at
it, and blocks are joined by the formula of T. F. Chan, G. H. Golub, R. J. LeVeque, Algorithms for Computing the Sample
Variance, The American Statistician 37 (1983): no digits are lost however large the mean is beside the deviation.

Rows are divided into *slots*, each with its own sums.  The number of slots does not depend on the number of threads, so
neither do the results.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from graphops_cpu.simd.compile.jit import inline, kernel
from graphops_cpu.simd.compile.vector import (
    add,
    fill,
    fma,
    get,
    lanes,
    load,
    load_part,
    maximum,
    minimum,
    mul,
    put,
    store,
    store_part,
    sub,
    total,
    zero,
)
from graphops_cpu.simd.compile.vector_math import divide, first_lanes, where_greater
from graphops_cpu.simd.layers.constants import BEFORE_SIX, NORM_ALONE, RELU6

BLOCK: Final = 64
_PLANE_BLOCK: Final = 2048  # neighbours of one channel, where the channels come first


@inline
def _join(totals, at, squares_at, count, joined, sum_, squares):  # type: ignore[no-untyped-def]
    """Join a block of ``joined`` elements to the ``count`` ones before: sums, and sums of squared deviations."""
    before = 1.0 / count if count > 0.0 else 0.0
    change = sum_ * (1.0 / joined) - totals[at] * before
    totals[at] += sum_
    totals[squares_at] += squares + change * change * (count * joined / (count + joined))


@kernel("in sums bytes_out sizes start stop chunk")
def moments(x, scratch, memory, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """The sum of each channel, and that of its squared deviations, over the rows of slots ``start..stop-1``.

    Args:
        scratch: [slots, 2, channels].
        memory: float64 [slots, 2, channels], the result.
        sizes: rows, channels, slots.
    """
    rows, channels, slots = sizes[0], sizes[1], sizes[2]
    totals = memory.view(np.float64)
    step = lanes(x)
    for slot in range(start, stop):
        first, last = rows * slot // slots, rows * (slot + 1) // slots
        here = 2 * slot * channels
        for i in range(here, here + 2 * channels):
            totals[i] = 0.0
        for row in range(first, last, BLOCK):
            count = min(BLOCK, last - row)
            begin, end = row * channels, (row + count) * channels
            number = fill(x, count)
            c = 0
            while c < channels:
                n = channels - c
                if n >= 4 * step:
                    s0 = s1 = s2 = s3 = zero(x)
                    for at in range(begin + c, end + c, channels):
                        s0 = add(s0, load(x, at))
                        s1 = add(s1, load(x, at + step))
                        s2 = add(s2, load(x, at + 2 * step))
                        s3 = add(s3, load(x, at + 3 * step))
                    m0, m1, m2, m3 = divide(s0, number), divide(s1, number), divide(s2, number), divide(s3, number)
                    store(scratch, here + c, s0)
                    store(scratch, here + c + step, s1)
                    store(scratch, here + c + 2 * step, s2)
                    store(scratch, here + c + 3 * step, s3)
                    s0 = s1 = s2 = s3 = zero(x)
                    for at in range(begin + c, end + c, channels):
                        d0, d1 = sub(load(x, at), m0), sub(load(x, at + step), m1)
                        d2, d3 = sub(load(x, at + 2 * step), m2), sub(load(x, at + 3 * step), m3)
                        s0, s1, s2, s3 = fma(d0, d0, s0), fma(d1, d1, s1), fma(d2, d2, s2), fma(d3, d3, s3)
                    there = here + channels + c
                    store(scratch, there, s0)
                    store(scratch, there + step, s1)
                    store(scratch, there + 2 * step, s2)
                    store(scratch, there + 3 * step, s3)
                    c += 4 * step
                    continue
                s = zero(x)
                for at in range(begin + c, end + c, channels):
                    s = add(s, load(x, at) if n >= step else load_part(x, at, n))
                m = divide(s, number)
                store_part(scratch, here + c, n, s)
                s = zero(x)
                for at in range(begin + c, end + c, channels):
                    d = sub(load(x, at) if n >= step else load_part(x, at, n), m)
                    s = fma(d, d, s)
                store_part(scratch, here + channels + c, n, s)
                c += step
            before = float(row - first)
            for i in range(here, here + channels):
                _join(totals, i, i + channels, before, float(count), scratch[i], scratch[i + channels])


@kernel("in sums bytes_out sizes start stop chunk")
def plane_moments(x, means, memory, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """The same for channels ``start..stop-1``, where the channels come first.

    Args:
        means: [channels], scratch.
        memory: float64 [2, channels], the result.
        sizes: images, channels, pixels.
    """
    images, channels, pixels = sizes[0], sizes[1], sizes[2]
    totals = memory.view(np.float64)
    for c in range(start, stop):
        totals[c] = totals[c + channels] = 0.0
        before = 0.0
        for image in range(images):
            plane = (image * channels + c) * pixels
            for begin in range(plane, plane + pixels, _PLANE_BLOCK):
                end = min(begin + _PLANE_BLOCK, plane + pixels)
                count = float(end - begin)
                rough, _ = _plane_sums(x, begin, end, zero(x))
                put(means, c, rough / count)
                beyond, squares = _plane_sums(x, begin, end, fill(x, means[c]))
                # What is infinite has no deviation from a mean, but it has a sum.
                sum_ = count * means[c] + beyond if abs(rough) < np.inf else rough
                _join(totals, c, c + channels, before, count, sum_, squares - beyond * (beyond / count))
                before += count


@inline
def _plane_sums(x, begin, end, mean):  # type: ignore[no-untyped-def]
    """The sums of what elements [begin, end) are beyond the mean, and of its squares, in float64."""
    step = lanes(x)
    s0 = s1 = p0 = p1 = zero(x)
    at = begin
    while at + 2 * step <= end:
        d0, d1 = sub(load(x, at), mean), sub(load(x, at + step), mean)
        s0, s1 = add(s0, d0), add(s1, d1)
        p0, p1 = fma(d0, d0, p0), fma(d1, d1, p1)
        at += 2 * step
    while at < end:  # what lanes beyond the end are given is the mean itself
        d0 = sub(first_lanes(end - at, load_part(x, at, end - at), mean), mean)
        s0, p0 = add(s0, d0), fma(d0, d0, p0)
        at += step
    return np.float64(total(add(s0, s1))), np.float64(total(add(p0, p1)))


@kernel("bytes sums_in sums_in sums_in sums_in sums sums sums sums sums sizes start stop")
def statistics(  # type: ignore[no-untyped-def]
    memory, scale, mean, variance, numbers, new_mean, new_variance, m, v, gain, sizes, start, stop
):
    """From the moments of slots to everything of (channels,) that the op gives or needs.

    Args:
        memory: of ``moments``.
        mean, variance: the old averages.
        numbers: epsilon, exponential_avg_factor, 1 - exponential_avg_factor.
        new_mean, new_variance, m, v, gain: results.
        sizes: rows, channels, slots, whether the old averages count.
    """
    rows, channels, slots, keeps = sizes[0], sizes[1], sizes[2], sizes[3]
    totals = memory.view(np.float64)
    for c in range(start, stop):
        sum_, squares = totals[c], totals[c + channels]
        count = float(rows // slots)
        for slot in range(1, slots):
            at = 2 * slot * channels + c
            joined = float(rows * (slot + 1) // slots - rows * slot // slots)
            change = totals[at] / joined - sum_ / count
            squares += totals[at + channels] + change * change * (count * joined / (count + joined))
            sum_ += totals[at]
            count += joined
        middle, spread = sum_ / count, squares / count
        put(m, c, middle)
        put(v, c, spread)
        spread_of_sample = squares / max(count - 1.0, 1.0)
        if keeps:
            middle = middle * numbers[1] + mean[c] * numbers[2]
            spread_of_sample = spread_of_sample * numbers[1] + variance[c] * numbers[2]
        put(new_mean, c, middle)
        put(new_variance, c, spread_of_sample)
        put(gain, c, scale[c] / np.sqrt(float(v[c]) + numbers[0]))


# What comes after the normalisation is part of the loops. Code that depends on the work as a whole is outside of the
# innermost loops: each loop is compiled with and without what is added.


@inline
def _limits(x, mode):  # type: ignore[no-untyped-def]
    """The least and the greatest result of an activation; all numbers lie between those of none."""
    low = -np.inf if mode == NORM_ALONE else 0.0
    return fill(x, low), fill(x, 6.0 if mode == RELU6 else np.inf)


@inline
def _finished(y, added, side, at, n, low, high):  # type: ignore[no-untyped-def]
    """``side`` is added, if there is one, and the activation comes last."""
    if added:
        y = add(y, load(side, at) if n >= lanes(side) else load_part(side, at, n))
    return minimum(maximum(y, low), high)


@kernel("in in out sums_in sums_in sums_in sizes start stop chunk")
def normalised(x, side, y, m, gain, offset, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Rows ``start..stop-1`` of y = f((x - m) gain + offset + side), f being an activation.

    Args:
        sizes: rows, channels, slots, whether in training, whether there is a side, the activation.
    """
    if sizes[4]:
        _normalised(x, True, side, y, m, gain, offset, sizes, start, stop)
    else:
        _normalised(x, False, side, y, m, gain, offset, sizes, start, stop)


@inline
def _normalised(x, added, side, y, m, gain, offset, sizes, start, stop):  # type: ignore[no-untyped-def]
    channels, step = sizes[1], lanes(x)
    low, high = _limits(x, sizes[5])
    for row in range(start, stop, BLOCK):
        count = min(BLOCK, stop - row)
        begin, end = row * channels, (row + count) * channels
        c = 0
        while c < channels:
            n = channels - c
            if n >= 2 * step:
                m0, g0, b0 = load(m, c), load(gain, c), load(offset, c)
                m1, g1, b1 = load(m, c + step), load(gain, c + step), load(offset, c + step)
                for at in range(begin + c, end + c, channels):
                    y0, y1 = fma(sub(load(x, at), m0), g0, b0), fma(sub(load(x, at + step), m1), g1, b1)
                    store(y, at, _finished(y0, added, side, at, step, low, high))
                    store(y, at + step, _finished(y1, added, side, at + step, step, low, high))
                c += 2 * step
                continue
            m0, g0, b0 = load_part(m, c, n), load_part(gain, c, n), load_part(offset, c, n)
            for at in range(begin + c, end + c, channels):
                if n >= step:
                    y0 = fma(sub(load(x, at), m0), g0, b0)
                    store(y, at, _finished(y0, added, side, at, step, low, high))
                else:
                    y0 = fma(sub(load_part(x, at, n), m0), g0, b0)
                    store_part(y, at, n, _finished(y0, added, side, at, n, low, high))
            c += step


@kernel("in in out sums_in sums_in sums_in sizes start stop chunk")
def normalised_planes(x, side, y, m, gain, offset, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """The same for planes ``start..stop-1``, counted through images and channels.

    Args:
        sizes: images, channels, pixels, whether in training, whether there is a side, the activation.
    """
    if sizes[4]:
        _normalised_planes(x, True, side, y, m, gain, offset, sizes, start, stop)
    else:
        _normalised_planes(x, False, side, y, m, gain, offset, sizes, start, stop)


@inline
def _normalised_planes(x, added, side, y, m, gain, offset, sizes, start, stop):  # type: ignore[no-untyped-def]
    channels, pixels, step = sizes[1], sizes[2], lanes(x)
    low, high = _limits(x, sizes[5])
    for plane in range(start, stop):
        c = plane % channels
        middle, factor, base = _in_every_lane(m, c), _in_every_lane(gain, c), _in_every_lane(offset, c)
        end = (plane + 1) * pixels
        for at in range(plane * pixels, end, step):
            n = end - at
            if n >= step:
                y0 = fma(sub(load(x, at), middle), factor, base)
                store(y, at, _finished(y0, added, side, at, step, low, high))
            else:
                y0 = fma(sub(load_part(x, at, n), middle), factor, base)
                store_part(y, at, n, _finished(y0, added, side, at, n, low, high))


@inline
def _in_every_lane(a, i):  # type: ignore[no-untyped-def]
    """``a[i]`` in every lane."""
    return fill(a, a[i])


# ---------------------------------------------------------------------------------------------------------------------
# The gradient. With c = x - m, inv = 1 / sqrt(v + epsilon) and N elements of a channel:
# dscale = inv sum(dy c), doffset = sum(dy), and dx = scale inv (dy - doffset / N - c inv**2 sum(dy c) / N) in training,
# dx = scale inv dy outside of it.


@inline
def _open_range(x, mode):  # type: ignore[no-untyped-def]
    """0, and the greatest result of an activation through which a gradient passes: the number before 6, or infinity."""
    return zero(x), fill(x, BEFORE_SIX if mode == RELU6 else np.inf)


@inline
def _through(dy, masked, y, at, n, low, high, one):  # type: ignore[no-untyped-def]
    """The gradient before the activation, whose result is ``y``; a product with 0 keeps what is not a number."""
    if not masked:
        return dy
    result = load(y, at) if n >= lanes(y) else load_part(y, at, n)
    return mul(dy, where_greater(result, low, where_greater(result, high, low, one), low))


@kernel("in in in sums_in sums bytes_out sizes start stop chunk")
def gradient_sums(dy, x, y, m, scratch, memory, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """The sums of dy and of dy (x - m) over the rows of slots ``start..stop-1``.

    Args:
        y: the result of the activation, not looked at without one.
        scratch, memory: as for ``moments``.
        sizes: rows, channels, slots, whether in training, 0, the activation.
    """
    if sizes[5] == NORM_ALONE:
        _gradient_sums(dy, x, False, y, m, scratch, memory, sizes, start, stop)
    else:
        _gradient_sums(dy, x, True, y, m, scratch, memory, sizes, start, stop)


@inline
def _gradient_sums(dy, x, masked, y, m, scratch, memory, sizes, start, stop):  # type: ignore[no-untyped-def]
    rows, channels, slots = sizes[0], sizes[1], sizes[2]
    totals = memory.view(np.float64)
    step = lanes(x)
    (low, high), one = _open_range(x, sizes[5]), fill(x, 1)
    for slot in range(start, stop):
        first, last = rows * slot // slots, rows * (slot + 1) // slots
        here = 2 * slot * channels
        for i in range(here, here + 2 * channels):
            totals[i] = 0.0
        for row in range(first, last, BLOCK):
            count = min(BLOCK, last - row)
            begin, end = row * channels, (row + count) * channels
            c = 0
            while c < channels:
                n = channels - c
                if n >= 2 * step:
                    m0, m1 = load(m, c), load(m, c + step)
                    s0 = s1 = p0 = p1 = zero(x)
                    for at in range(begin + c, end + c, channels):
                        g0 = _through(load(dy, at), masked, y, at, step, low, high, one)
                        g1 = _through(load(dy, at + step), masked, y, at + step, step, low, high, one)
                        s0, s1 = add(s0, g0), add(s1, g1)
                        p0 = fma(g0, sub(load(x, at), m0), p0)
                        p1 = fma(g1, sub(load(x, at + step), m1), p1)
                    store(scratch, here + c, s0)
                    store(scratch, here + c + step, s1)
                    store(scratch, here + channels + c, p0)
                    store(scratch, here + channels + c + step, p1)
                    c += 2 * step
                    continue
                m0 = load_part(m, c, n)
                s0 = p0 = zero(x)
                for at in range(begin + c, end + c, channels):
                    g0 = load(dy, at) if n >= step else load_part(dy, at, n)
                    g0 = _through(g0, masked, y, at, n, low, high, one)
                    s0 = add(s0, g0)
                    p0 = fma(g0, sub(load(x, at) if n >= step else load_part(x, at, n), m0), p0)
                store_part(scratch, here + c, n, s0)
                store_part(scratch, here + channels + c, n, p0)
                c += step
            for i in range(here, here + 2 * channels):
                totals[i] += scratch[i]


@kernel("in in in sums_in sums bytes_out sizes start stop chunk")
def plane_gradient_sums(  # type: ignore[no-untyped-def]
    dy, x, y, m, _scratch, memory, sizes, start, stop, chunk
):
    """The same for channels ``start..stop-1``, where the channels come first.

    Args:
        memory: as for ``plane_moments``.
        sizes: images, channels, pixels, whether in training, 0, the activation.
    """
    if sizes[5] == NORM_ALONE:
        _plane_gradient_sums(dy, x, False, y, m, memory, sizes, start, stop)
    else:
        _plane_gradient_sums(dy, x, True, y, m, memory, sizes, start, stop)


@inline
def _plane_gradient_sums(dy, x, masked, y, m, memory, sizes, start, stop):  # type: ignore[no-untyped-def]
    images, channels, pixels = sizes[0], sizes[1], sizes[2]
    totals = memory.view(np.float64)
    step = lanes(x)
    (low, high), one = _open_range(x, sizes[5]), fill(x, 1)
    high_of_one = BEFORE_SIX if sizes[5] == RELU6 else np.inf
    for c in range(start, stop):
        middle = _in_every_lane(m, c)
        s, p = 0.0, 0.0
        for image in range(images):
            plane = (image * channels + c) * pixels
            for begin in range(plane, plane + pixels, _PLANE_BLOCK):
                end = min(begin + _PLANE_BLOCK, plane + pixels)
                sums = products = zero(x)
                for at in range(begin, end - step + 1, step):
                    g = _through(load(dy, at), masked, y, at, step, low, high, one)
                    sums = add(sums, g)
                    products = fma(g, sub(load(x, at), middle), products)
                s += total(sums)
                p += total(products)
                for at in range(end - (end - begin) % step, end):
                    rest = get(dy, at)
                    if masked and not (get(y, at) > 0.0 and get(y, at) <= high_of_one):
                        rest *= 0.0
                    s += rest
                    p += rest * (get(x, at) - m[c])
        totals[c], totals[c + channels] = s, p


@kernel("bytes sums_in sums_in sums_in sums sums sums sizes start stop")
def gradient_statistics(  # type: ignore[no-untyped-def]
    memory, scale, v, numbers, dscale, doffset, factors, sizes, start, stop
):
    """From the sums of slots to dscale, doffset and what dx needs.

    Args:
        memory: of ``gradient_sums``.
        numbers: epsilon.
        factors: [3, channels], the result: doffset / N, inv**2 sum(dy c) / N, scale inv.
        sizes: rows, channels, slots.
    """
    rows, channels, slots = sizes[0], sizes[1], sizes[2]
    totals = memory.view(np.float64)
    for c in range(start, stop):
        s, p = 0.0, 0.0
        for slot in range(slots):
            s += totals[2 * slot * channels + c]
            p += totals[(2 * slot + 1) * channels + c]
        inverse = 1.0 / np.sqrt(float(v[c]) + float(numbers[0]))
        put(dscale, c, p * inverse)
        put(doffset, c, s)
        put(factors, c, s / rows)
        put(factors, channels + c, p / rows * inverse * inverse)
        put(factors, 2 * channels + c, scale[c] * inverse)


@kernel("in in in out sums_in sums_in sizes start stop chunk")
def gradient(dy, x, y, dx, m, factors, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Rows ``start..stop-1`` of dx.

    Args:
        y: as for ``gradient_sums``.
        factors: of ``gradient_statistics``.
        sizes: rows, channels, slots, whether in training, 0, the activation.
    """
    if sizes[5] == NORM_ALONE:
        _gradient(dy, x, False, y, dx, m, factors, sizes, start, stop)
    else:
        _gradient(dy, x, True, y, dx, m, factors, sizes, start, stop)


@inline
def _gradient(dy, x, masked, y, dx, m, factors, sizes, start, stop):  # type: ignore[no-untyped-def]
    channels, training, step = sizes[1], sizes[3] != 0, lanes(x)
    (low, high), one = _open_range(x, sizes[5]), fill(x, 1)
    for row in range(start, stop, BLOCK):
        count = min(BLOCK, stop - row)
        begin, end = row * channels, (row + count) * channels
        for c in range(0, channels, step):
            n = channels - c
            m0, mean = load_part(m, c, n), load_part(factors, c, n)
            slope, gain = load_part(factors, channels + c, n), load_part(factors, 2 * channels + c, n)
            if n < step:
                for at in range(begin + c, end + c, channels):
                    g = _through(load_part(dy, at, n), masked, y, at, n, low, high, one)
                    if training:
                        g = sub(sub(g, mean), mul(sub(load_part(x, at, n), m0), slope))
                    store_part(dx, at, n, mul(g, gain))
            elif training:
                for at in range(begin + c, end + c, channels):
                    g = _through(load(dy, at), masked, y, at, step, low, high, one)
                    g = sub(sub(g, mean), mul(sub(load(x, at), m0), slope))
                    store(dx, at, mul(g, gain))
            else:
                for at in range(begin + c, end + c, channels):
                    g = _through(load(dy, at), masked, y, at, step, low, high, one)
                    store(dx, at, mul(g, gain))


@kernel("in in in out sums_in sums_in sizes start stop chunk")
def plane_gradient(dy, x, y, dx, m, factors, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """The same for planes ``start..stop-1``, counted through images and channels.

    Args:
        sizes: images, channels, pixels, whether in training, 0, the activation.
    """
    if sizes[5] == NORM_ALONE:
        _plane_gradient(dy, x, False, y, dx, m, factors, sizes, start, stop)
    else:
        _plane_gradient(dy, x, True, y, dx, m, factors, sizes, start, stop)


@inline
def _plane_gradient(dy, x, masked, y, dx, m, factors, sizes, start, stop):  # type: ignore[no-untyped-def]
    channels, pixels, training, step = sizes[1], sizes[2], sizes[3] != 0, lanes(x)
    (low, high), one = _open_range(x, sizes[5]), fill(x, 1)
    for plane in range(start, stop):
        c = plane % channels
        m0, mean = _in_every_lane(m, c), _in_every_lane(factors, c)
        slope, gain = _in_every_lane(factors, channels + c), _in_every_lane(factors, 2 * channels + c)
        end = (plane + 1) * pixels
        for at in range(plane * pixels, end, step):
            n = end - at
            g = load(dy, at) if n >= step else load_part(dy, at, n)
            g = _through(g, masked, y, at, n, low, high, one)
            if training:
                g = sub(sub(g, mean), mul(sub(load(x, at) if n >= step else load_part(x, at, n), m0), slope))
            if n >= step:
                store(dx, at, mul(g, gain))
            else:
                store_part(dx, at, n, mul(g, gain))
