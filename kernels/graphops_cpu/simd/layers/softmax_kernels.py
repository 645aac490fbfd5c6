"""Softmax and the cross entropies, compiled: each row is read once from memory and written once.

Exponentials are of logits minus the largest, so that nothing overflows.  For few classes, as many rows as a vector has
lanes are transposed, and each lane is a row; otherwise vectors run along the rows.

``sizes`` are rows, classes, and which function to compute, one of the numbers of ``constants.py``.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from graphops_cpu.simd.compile.jit import inline, kernel
from graphops_cpu.simd.compile.vector import (
    add,
    fill,
    get,
    lanes,
    load,
    load_part,
    maximum,
    put,
    store,
    store_part,
    sub,
    total,
    zero,
)
from graphops_cpu.simd.compile.vector_math import divide, exponential, first_lanes, largest
from graphops_cpu.simd.layers.constants import (
    CROSS_ENTROPY,
    LOG_SOFTMAX,
    SOFTMAX,
    SOFTMAX_GROUP,
    SOFTMAX_LANES,
    SPARSE_CROSS_ENTROPY,
)

_BLOCK: Final = 1024  # classes whose exponentials are added in the compute dtype


@inline
def _cost(weight, log_likelihood):  # type: ignore[no-untyped-def]
    """A class of probability 0 costs nothing, however unlikely it is."""
    return np.float64(weight) * -np.float64(log_likelihood) if weight != 0.0 else 0.0


@kernel("in in out out sums sizes sizes start stop chunk")
def few_classes(x, weights, y, loss, scratch, labels, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Groups ``start..stop-1`` of :data:`SOFTMAX_GROUP` rows.

    Args:
        weights: of the classes, [rows, classes], for ``CROSS_ENTROPY``.
        y: the softmax, its logarithm, or the gradients with respect to x.
        loss: [rows], for ``SPARSE_CROSS_ENTROPY`` and ``CROSS_ENTROPY``.
        scratch: [chunks, 2 classes + 1, SOFTMAX_LANES]: logits minus the largest, their exponentials, the logarithms
            of sums.
        labels: [rows], for ``SPARSE_CROSS_ENTROPY``.
    """
    rows, classes, what, step = sizes[0], sizes[1], sizes[2], lanes(x)
    moved = chunk * (2 * classes + 1) * SOFTMAX_LANES
    powers = moved + classes * step
    logs = powers + classes * step
    for first in range(start * SOFTMAX_GROUP, min(stop * SOFTMAX_GROUP, rows), step):
        count = min(step, rows - first)
        begin = first * classes
        for r in range(count):
            for c in range(classes):
                scratch[moved + c * step + r] = get(x, begin + r * classes + c)
        high = load(scratch, moved)
        for c in range(1, classes):
            high = maximum(high, load(scratch, moved + c * step))
        sum_ = zero(x)
        for c in range(classes):
            v = sub(load(scratch, moved + c * step), high)
            store(scratch, moved + c * step, v)
            v = exponential(v)
            store(scratch, powers + c * step, v)
            sum_ = add(sum_, v)
        if what != SOFTMAX:
            store(scratch, logs, sum_)
            for r in range(count):
                scratch[logs + r] = math.log(scratch[logs + r])
        if what == LOG_SOFTMAX:
            sum_ = load(scratch, logs)
            for c in range(classes):
                store(scratch, powers + c * step, sub(load(scratch, moved + c * step), sum_))
        else:
            for c in range(classes):
                store(scratch, powers + c * step, divide(load(scratch, powers + c * step), sum_))
        if what == SPARSE_CROSS_ENTROPY:
            for r in range(count):
                at = labels[first + r] * step + r
                put(loss, first + r, scratch[logs + r] - scratch[moved + at])
                scratch[powers + at] -= 1
        if what == CROSS_ENTROPY:
            for r in range(count):
                cost = 0.0
                for c in range(classes):
                    w, at = get(weights, begin + r * classes + c), c * step + r
                    cost += _cost(w, scratch[moved + at] - scratch[logs + r])
                    scratch[powers + at] -= w
                put(loss, first + r, cost)
        for r in range(count):
            for c in range(classes):
                put(y, begin + r * classes + c, scratch[powers + c * step + r])


@kernel("in in out out sums sizes sizes start stop chunk")
def many_classes(x, weights, y, loss, scratch, labels, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """Rows ``start..stop-1``.

    Args:
        weights, y, loss, labels: as for ``few_classes``.
        scratch: [chunks, classes].
    """
    classes, what, step = sizes[1], sizes[2], lanes(x)
    lowest = fill(x, -np.inf)
    powers = chunk * classes
    for row in range(start, stop):
        begin = row * classes
        high = lowest
        for c in range(0, classes - step + 1, step):
            high = maximum(high, load(x, begin + c))
        c = classes - classes % step
        if c < classes:
            high = maximum(high, first_lanes(classes - c, load_part(x, begin + c, classes - c), lowest))
        # A NaN is ignored here, but it is in the sum, so every result of the row is NaN.
        top = largest(high)
        high = fill(x, top)
        whole = 0.0
        for block in range(0, classes, _BLOCK):
            end = min(block + _BLOCK, classes)
            sum_ = zero(x)
            c = block
            while c + step <= end:
                v = exponential(sub(load(x, begin + c), high))
                store(scratch, powers + c, v)
                sum_ = add(sum_, v)
                c += step
            n = end - c
            if n > 0:
                v = first_lanes(n, exponential(sub(load_part(x, begin + c, n), high)), zero(x))
                store_part(scratch, powers + c, n, v)
                sum_ = add(sum_, v)
            whole += np.float64(total(sum_))
        log = math.log(whole)
        if what == SPARSE_CROSS_ENTROPY:
            put(loss, row, log - (get(x, begin + labels[row]) - top))
        elif what == CROSS_ENTROPY:
            cost = 0.0
            for c in range(classes):
                cost += _cost(get(weights, begin + c), (get(x, begin + c) - top) - log)
            put(loss, row, cost)
        sums, logs = fill(x, whole), fill(x, log)
        c = 0
        while c < classes:
            n = classes - c
            if what == LOG_SOFTMAX:
                v = sub(sub(load_part(x, begin + c, n), high), logs)
            else:
                v = divide(load_part(scratch, powers + c, n), sums)
            if what == CROSS_ENTROPY:
                v = sub(v, load_part(weights, begin + c, n))
            if n >= step:
                store(y, begin + c, v)
            else:
                store_part(y, begin + c, n, v)
            c += step
        if what == SPARSE_CROSS_ENTROPY:  # of the quotient before it was rounded to the dtype of y
            at = labels[row]
            put(y, begin + at, np.float64(scratch[powers + at]) / whole - 1.0)
