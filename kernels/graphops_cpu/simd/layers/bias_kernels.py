"""Biases and their gradients, compiled.

With the channels last arrays are seen as [rows, width], where a row of *width* elements is one position, or so many
neighbours that vectors are full however few the channels are: element i of a row is of channel ``i % channels``.  With
the channels first they are [images, channels, pixels].

Sums have two levels: in the compute dtype over blocks, which lie in the cache, and over the blocks in float64.  They
are kept apart in *slots*, whose number does not depend on that of the threads; so neither do results.
"""

from __future__ import annotations

import numpy as np

from graphops_cpu.simd.compile.jit import kernel
from graphops_cpu.simd.compile.vector import (
    add,
    get,
    lanes,
    load,
    load_all,
    load_part,
    put,
    store,
    store_part,
    total,
    zero,
)
from graphops_cpu.simd.layers.constants import BIAS_BLOCK as BLOCK
from graphops_cpu.simd.layers.constants import BIAS_PLANE_BLOCK as PLANE_BLOCK


@kernel("in out sums_in sizes start stop chunk")
def biased(x, y, bias, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Rows ``start..stop-1`` of y = x + bias.

    Args:
        bias: [width].
        sizes: elements, width.  The last row may be shorter.
    """
    size, width, step = sizes[0], sizes[1], lanes(x)
    for row in range(start, stop):
        begin = row * width
        count = min(width, size - begin)
        i = 0
        while i + 4 * step <= count:
            at = begin + i
            v0, v1 = add(load(x, at), load(bias, i)), add(load(x, at + step), load(bias, i + step))
            v2 = add(load(x, at + 2 * step), load(bias, i + 2 * step))
            v3 = add(load(x, at + 3 * step), load(bias, i + 3 * step))
            store(y, at, v0)
            store(y, at + step, v1)
            store(y, at + 2 * step, v2)
            store(y, at + 3 * step, v3)
            i += 4 * step
        while i + step <= count:
            store(y, begin + i, add(load(x, begin + i), load(bias, i)))
            i += step
        n = count - i
        if n > 0:
            store_part(y, begin + i, n, add(load_part(x, begin + i, n), load_part(bias, i, n)))


@kernel("in out sums_in sizes start stop chunk")
def biased_planes(x, y, bias, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """The same where the channels come first, for blocks ``start..stop-1``, counted through images and channels.

    Args:
        bias: [channels].
        sizes: images, channels, pixels, blocks of a plane.
    """
    channels, pixels, blocks, step = sizes[1], sizes[2], sizes[3], lanes(x)
    for block in range(start, stop):
        plane = block // blocks
        begin = plane * pixels
        end = begin + pixels * (block % blocks + 1) // blocks
        begin += pixels * (block % blocks) // blocks
        b = load_all(bias, plane % channels)
        while begin + step <= end:
            store(y, begin, add(load(x, begin), b))
            begin += step
        n = end - begin
        if n > 0:
            store_part(y, begin, n, add(load_part(x, begin, n), b))


@kernel("in sums bytes_out sizes start stop chunk")
def sums(x, scratch, memory, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """The sums of the columns of whole rows, for slots ``start..stop-1``.

    Args:
        scratch: [slots, width].
        memory: float64 [slots, width], the result.
        sizes: elements, width, slots.
    """
    width, slots, step = sizes[1], sizes[2], lanes(x)
    rows = sizes[0] // width
    totals = memory.view(np.float64)
    for slot in range(start, stop):
        first, last = rows * slot // slots, rows * (slot + 1) // slots
        here = slot * width
        for i in range(here, here + width):
            totals[i] = 0.0
        for row in range(first, last, BLOCK):
            begin, end = row * width, min(row + BLOCK, last) * width
            i = 0
            while i + 4 * step <= width:
                s0 = s1 = s2 = s3 = zero(x)
                for at in range(begin + i, end + i, width):
                    s0, s1 = add(s0, load(x, at)), add(s1, load(x, at + step))
                    s2, s3 = add(s2, load(x, at + 2 * step)), add(s3, load(x, at + 3 * step))
                store(scratch, here + i, s0)
                store(scratch, here + i + step, s1)
                store(scratch, here + i + 2 * step, s2)
                store(scratch, here + i + 3 * step, s3)
                i += 4 * step
            while i < width:
                n = width - i
                s0 = zero(x)
                for at in range(begin + i, end + i, width):
                    s0 = add(s0, load(x, at) if n >= step else load_part(x, at, n))
                store_part(scratch, here + i, n, s0)
                i += step
            for i in range(here, here + width):
                totals[i] += scratch[i]


@kernel("in bytes_out sizes start stop chunk")
def plane_sums(x, memory, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """The same where the channels come first; units ``start..stop-1`` of slots and channels.

    Args:
        memory: float64 [slots, channels], the result.
        sizes: images, channels, pixels, slots.
    """
    images, channels, pixels, slots = sizes[0], sizes[1], sizes[2], sizes[3]
    blocks, step = (pixels + PLANE_BLOCK - 1) // PLANE_BLOCK, lanes(x)  # of a plane
    totals = memory.view(np.float64)
    for unit in range(start, stop):
        slot, c = unit // channels, unit % channels
        sum_ = 0.0
        for block in range(images * blocks * slot // slots, images * blocks * (slot + 1) // slots):
            plane = (block // blocks * channels + c) * pixels
            at = plane + block % blocks * PLANE_BLOCK
            end = min(at + PLANE_BLOCK, plane + pixels)
            s0 = s1 = s2 = s3 = zero(x)
            while at + 4 * step <= end:
                s0, s1 = add(s0, load(x, at)), add(s1, load(x, at + step))
                s2, s3 = add(s2, load(x, at + 2 * step)), add(s3, load(x, at + 3 * step))
                at += 4 * step
            while at < end:
                n = end - at
                s0 = add(s0, load(x, at) if n >= step else load_part(x, at, n))
                at += step
            sum_ += np.float64(total(add(add(s0, s1), add(s2, s3))))
        totals[unit] = sum_


@kernel("in out bytes sizes start stop")
def joined(x, y, memory, sizes, start, stop):  # type: ignore[no-untyped-def]
    """The sums of channels ``start..stop-1`` from those of slots, and from what no slot has: the last, shorter row.

    Args:
        memory: float64 [slots, width].
        sizes: elements, width, slots, channels, by what sums are divided.
    """
    size, width, slots, channels = sizes[0], sizes[1], sizes[2], sizes[3]
    divisor = np.float64(sizes[4])
    totals = memory.view(np.float64)
    for c in range(start, stop):
        sum_ = 0.0
        for i in range(c, slots * width, channels):
            sum_ += totals[i]
        for i in range(size // width * width + c, size, channels):
            sum_ += np.float64(get(x, i))
        put(y, c, sum_ / divisor)
