"""Activations and their gradients, compiled: one pass over arrays of one length.

``sizes`` are the number of elements and which function it is, one of the numbers of ``constants.py``; ``start`` and
``stop`` count blocks of :data:`BLOCK` elements.
"""

from __future__ import annotations

from graphops_cpu.simd.compile.jit import inline, kernel
from graphops_cpu.simd.compile.vector import (
    add,
    fill,
    lanes,
    load,
    load_part,
    maximum,
    minimum,
    mul,
    store,
    store_part,
    sub,
    zero,
)
from graphops_cpu.simd.compile.vector_math import (
    divide,
    exponential,
    exponential_less_one,
    root,
    where_greater,
)
from graphops_cpu.simd.layers.constants import ACTIVATION_BLOCK as BLOCK
from graphops_cpu.simd.layers.constants import (
    ELU,
    ELU_GRAD,
    LEAKY_RELU,
    LEAKY_RELU_GRAD,
    RELU,
    RELU6,
    RELU6_GRAD,
    RELU_GRAD,
    SELU,
    SELU_GRAD,
    SIGMOID,
    SIGMOID_GRAD,
    SQUARED_DIFFERENCE,
    TANH_GRAD,
)


@inline
def _function(which, x, low, first, second):  # type: ignore[no-untyped-def]
    """The function of a vector; ``low`` is 0 in every lane, ``first`` and ``second`` are its constants."""
    if which == RELU:
        return maximum(x, low)
    if which == RELU6:
        return minimum(maximum(x, low), first)
    if which == LEAKY_RELU:
        return where_greater(x, low, x, mul(x, first))
    if which == ELU:
        return where_greater(low, x, exponential_less_one(minimum(x, low)), x)
    if which == SELU:
        return where_greater(low, x, mul(first, exponential_less_one(minimum(x, low))), mul(second, x))
    if which == SIGMOID:
        return divide(first, add(first, exponential(sub(low, x))))
    return divide(first, root(x))


@kernel("in out sums_in sizes start stop chunk")
def activation(x, y, numbers, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """y = f(x); numbers: the two constants of f."""
    size, which, step = sizes[0], sizes[1], lanes(x)
    first, second, low = fill(x, numbers[0]), fill(x, numbers[1]), zero(x)
    end = min(stop * BLOCK, size)
    i = start * BLOCK
    while i + step <= end:
        store(y, i, _function(which, load(x, i), low, first, second))
        i += step
    store_part(y, i, end - i, _function(which, load_part(x, i, end - i), low, first, second))


@inline
def _function_of_two(which, x, y, low, first, second):  # type: ignore[no-untyped-def]
    """The function of two vectors in the op's order of arguments; a product with 0 keeps what is not a number."""
    if which == RELU_GRAD:
        return mul(x, where_greater(y, low, first, low))
    if which == RELU6_GRAD:
        return mul(x, where_greater(y, low, where_greater(second, y, first, low), low))
    if which == LEAKY_RELU_GRAD:
        return where_greater(y, low, x, mul(x, first))
    if which == ELU_GRAD:
        return where_greater(low, y, mul(x, add(y, first)), x)
    if which == SELU_GRAD:
        return where_greater(low, y, mul(x, add(y, first)), mul(x, second))
    if which == SIGMOID_GRAD:
        return mul(mul(y, x), sub(first, x))
    if which == TANH_GRAD:
        return mul(y, sub(first, mul(x, x)))
    if which == SQUARED_DIFFERENCE:
        return mul(sub(x, y), sub(x, y))
    return add(x, y)


@kernel("in in out sums_in sizes start stop chunk")
def activation_of_two(x, y, z, numbers, sizes, start, stop, chunk):  # type: ignore[no-untyped-def]
    """z = f(x, y); numbers: the two constants of f."""
    size, which, step = sizes[0], sizes[1], lanes(x)
    first, second, low = fill(x, numbers[0]), fill(x, numbers[1]), zero(x)
    end = min(stop * BLOCK, size)
    i = start * BLOCK
    while i + step <= end:
        store(z, i, _function_of_two(which, load(x, i), load(y, i), low, first, second))
        i += step
    n = end - i
    store_part(z, i, n, _function_of_two(which, load_part(x, i, n), load_part(y, i, n), low, first, second))
