"""Plain kernels of Einsum, which is diagonals, sums, one stacked matrix product, diagonals again, and of Cross."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS, Elementwise
from graphops_cpu.lib.precision import narrow, pick, widen
from graphops_cpu.plain.math_reduce import sum_over
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.ops.math_einsum import equation_text
from graphops_registry.rules.einsum_equation import Subscripts, parse_equation


def _axes(subscripts: Subscripts, dots: int) -> list[str]:
    """A name for each axis; those under '...' are numbered from the end, which is how they broadcast."""
    return [*subscripts.before, *(str(place) for place in range(-dots, 0)), *subscripts.after]


def _take_diagonals(x: Array, axes: Sequence[str]) -> tuple[Array, list[str]]:
    """A view of ``x`` with each name once: axes that share a name become their diagonal."""
    names = list(axes)
    for name in dict.fromkeys(axes):
        while names.count(name) > 1:
            first = names.index(name)
            second = names.index(name, first + 1)
            x = x.diagonal(axis1=first, axis2=second)  # the diagonal's axis comes last
            names = [other for place, other in enumerate(names) if place not in (first, second)] + [name]
    return x, names


def _put_diagonals(xp: Any, x: Array, axes: Sequence[str]) -> Array:
    """The opposite: ``x`` has each name once, the result every one in ``axes``, zeros off the diagonals."""
    sizes = iter(x.shape)
    seen: dict[str, int] = {}
    shape = []
    for name in axes:
        shape.append(1 if name in seen else next(sizes))
        seen.setdefault(name, shape[-1])
    result = x.reshape(tuple(shape))
    for place, name in enumerate(axes):
        first = axes.index(name)
        if first == place:
            continue
        size = seen[name]
        rows, columns = (xp.arange(size).reshape((size, *(1,) * (len(axes) - 1 - at))) for at in (first, place))
        result = pick(xp, rows == columns, result, x.dtype.type(0))
    return result


def _product(
    multiply: Callable[[Array, Array], Array],
    a: Array,
    a_axes: list[str],
    b: Array,
    b_axes: list[str],
    order: Sequence[str],
) -> Array:
    """The sum of products over the names that are not in ``order``, all of which are in both."""
    both = [name for name in a_axes if name in b_axes]
    batch = [name for name in both if name in order]
    summed = [name for name in both if name not in order]
    a_free, b_free = ([name for name in own if name not in both] for own in (a_axes, b_axes))
    a = a.transpose([a_axes.index(name) for name in (*batch, *a_free, *summed)])
    b = b.transpose([b_axes.index(name) for name in (*batch, *summed, *b_free)])
    count = len(batch)
    a_sizes, b_sizes = a.shape[count : count + len(a_free)], b.shape[count + len(summed) :]
    inner = prod(b.shape[count : count + len(summed)])
    left = a.reshape(*a.shape[:count], prod(a_sizes), inner)  # (batch, M, K)
    right = b.reshape(*b.shape[:count], inner, prod(b_sizes))  # (batch, K, N)
    found = multiply(left, right)
    found = found.reshape((*found.shape[:count], *a_sizes, *b_sizes))
    names = [*batch, *a_free, *b_free]
    return found.transpose([names.index(name) for name in order])


@register_kernel("Einsum", "CPU", types={"T": NUMBERS})
class Einsum(PlainKernel):
    """Needs copies of the operands, in float32 if they are half or bfloat16, with their axes in another order."""

    views = {0: 0}

    def compute(self, *inputs: Array) -> Array:
        operands, result = parse_equation(equation_text(self.attrs["equation"]))
        dots = [x.ndim - len(subscripts.labels) for subscripts, x in zip(operands, inputs, strict=True)]
        axes = [_axes(subscripts, count) for subscripts, count in zip(operands, dots, strict=True)]
        ends = _axes(result, max(dots))
        order = list(dict.fromkeys(ends))
        with np.errstate(all="ignore"):
            if len(inputs) == 1:
                x, names = self._reduced(inputs[0], axes[0], ends)
                found = x.transpose([names.index(name) for name in order])
            else:
                a, a_axes = self._reduced(inputs[0], axes[0], {*ends, *axes[1]})
                b, b_axes = self._reduced(inputs[1], axes[1], {*ends, *axes[0]})
                found = _product(self.multiplied, a, a_axes, b, b_axes, order)
            return narrow(_put_diagonals(self.xp, found, ends), inputs[0].dtype)

    def multiplied(self, left: Array, right: Array) -> Array:
        """The products of stacks of matrices, (..., M, K) by (..., K, N), in the compute dtype."""
        product: Array = self.xp.matmul(widen(left), widen(right))
        return product

    def _reduced(self, x: Array, axes: list[str], needed: Collection[str]) -> tuple[Array, list[str]]:
        """``x`` with its diagonals taken, and summed in its compute dtype over the axes that are not needed."""
        x, names = _take_diagonals(x, axes)
        extra = tuple(place for place, name in enumerate(names) if name not in needed)
        if extra:
            x = widen(x)
            kept = tuple(size for place, size in enumerate(x.shape) if place not in extra)
            x = sum_over(self.xp, x, extra).reshape(kept)
        return x, [name for name in names if name in needed]


@register_kernel("Cross", "CPU")
class Cross(Elementwise):
    def apply(self, a: Array, b: Array) -> Array:
        (a0, a1, a2), (b0, b1, b2) = ([x[..., place] for place in range(3)] for x in (a, b))
        parts = [a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0]
        return self.xp.stack(parts, axis=-1)
