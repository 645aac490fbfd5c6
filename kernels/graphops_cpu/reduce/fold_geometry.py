"""Grouping the positions of an input gradient into channels, one spatial axis at a time.

The gradient at position p sums ``dy[o] * w[k]`` over ``o * stride + k * dilation - before = p``.  In groups of F
positions, F a multiple m of the stride, ``p = q * F + f``; then ``o = q * m + e``, where ``e * stride`` must be ``f +
before - k * dilation``.  So the gradient is a *forward* convolution of dy with stride m: it has a kernel position for
each e and F times as many results, one for each f; where no k belongs to (e, f) its filter is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd, prod
from typing import Final

from graphops_cpu.lib.conv_problem import ConvProblem

MOST_CHANNELS: Final = 4  # of x: from 5 on a vector is not so empty that grouping pays
_MOST_MULTIPLE: Final = 5
_MOST_RESULTS: Final = 64
_MOST_TAPS: Final = 4096


@dataclass(frozen=True, slots=True)
class FoldedAxis:
    """One axis of the forward convolution.

    Attributes:
        size: positions of x.
        group: F.
        stride: m.
        kernel: kernel positions.
        dilation: between them.
        before, after: padding of dy.
        groups: results needed, the number of q.
        pairs: for each (e, f) that has one, the kernel position of the new filter, f, the kernel position of the old.
    """

    size: int
    group: int
    stride: int
    kernel: int
    dilation: int
    before: int
    after: int
    groups: int
    pairs: tuple[tuple[int, int, int], ...]


def folded_axis(
    size: int, output: int, kernel: int, stride: int, dilation: int, before: int, multiple: int
) -> FoldedAxis | None:
    """The axis for m = ``multiple``; ``None`` where it would begin after the first element of dy."""
    group = stride * multiple
    found = [
        ((f + before - k * dilation) // stride, f, k)
        for f in range(group)
        for k in range(kernel)
        if (f + before - k * dilation) % stride == 0
    ]
    if not found:
        return None
    first = min(e for e, _, _ in found)
    step = gcd(*(e - first for e, _, _ in found)) or 1
    if first > 0:
        return None
    pairs = tuple(((e - first) // step, f, k) for e, f, k in found)
    taps = 1 + max(e for e, _, _ in pairs)
    groups = -(-size // group)
    after = (groups - 1) * multiple + first + (taps - 1) * step + 1 - output
    return FoldedAxis(size, group, multiple, taps, step, -first, max(0, after), groups, pairs)


def folded_axes(problem: ConvProblem, multiples: Sequence[int]) -> list[FoldedAxis] | None:
    """Every axis, with its own multiple."""
    columns = zip(
        problem.inputs, problem.outputs, problem.kernel, problem.strides, problem.dilations, problem.before, multiples,
        strict=True,
    )  # fmt: skip
    axes = [folded_axis(*values) for values in columns]
    found = [axis for axis in axes if axis is not None]
    return found if len(found) == len(axes) else None


def work(axes: Sequence[FoldedAxis], channels: int, lanes: int) -> float:
    """Multiply-adds for a position of x and a channel of dy, where vectors hold ``lanes`` results."""
    group = prod(axis.group for axis in axes)
    vectors = -(-group * channels // lanes)
    return prod(axis.kernel for axis in axes) * vectors * lanes / group


def best_fold(problem: ConvProblem, lanes: int) -> tuple[FoldedAxis, ...] | None:
    """The grouping with the least work; ``None`` if there is none, or none that saves a third of it.

    Groups along several axes are copied to their places afterwards, so they must save some more.
    """
    if prod(problem.strides) > _MOST_RESULTS or prod(problem.kernel) > _MOST_TAPS:
        return None
    best: tuple[FoldedAxis, ...] | None = None
    least = prod(problem.kernel) * -(-problem.in_channels // lanes) * lanes / prod(problem.strides) / 1.5
    for multiples in _choices(problem):
        axes = folded_axes(problem, multiples)
        if axes is None:
            continue
        needed = work(axes, problem.in_channels, lanes)
        if any(axis.group > 1 for axis in axes[:-1]):
            needed *= 1.05
        if needed < least:
            best, least = tuple(axes), needed
    return best


def _choices(problem: ConvProblem) -> Iterator[tuple[int, ...]]:
    """Multiples of the strides that do not make groups too large."""
    for multiples in product(range(1, _MOST_MULTIPLE + 1), repeat=problem.spatial_rank):
        group = prod(problem.strides) * prod(multiples)
        fits = all(
            stride * multiple <= max(size, stride)
            for size, stride, multiple in zip(problem.inputs, problem.strides, multiples, strict=True)
        )
        if group > 1 and fits and group * problem.in_channels <= _MOST_RESULTS:
            yield multiples
