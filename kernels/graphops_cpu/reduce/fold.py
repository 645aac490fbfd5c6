"""Input gradients of few channels as forward convolutions, with neighbouring positions grouped into channels.

Vectors hold 8 or 16 numbers; an input gradient of three channels uses three of them.  With positions in groups
(``fold_geometry``) they are nearly full.  The filter is rearranged at each run, as training changes it.

The rearranged filter has zeros that the real one does not have.  An infinity in dy times such a zero gives NaN, so a
result with any NaN is discarded and computed by the next best kernel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.best_kernel import best_kernel, forward_spec
from graphops_cpu.lib.conv_kernels import register_convolution, worth_timing
from graphops_cpu.lib.conv_problem import CONVOLUTIONS, ConvProblem, conv_problem, why_extreme
from graphops_cpu.lib.finite import has_nan
from graphops_cpu.priorities import FAST_FORWARD, FOLD, FOLD_AFTER_SIMD, FOLD_BEFORE_ONEDNN, FOLD_POOR
from graphops_cpu.reduce.fold_geometry import MOST_CHANNELS, FoldedAxis, best_fold
from graphops_cpu.runtime.large_results import empty
from graphops_registry.dtypes import bfloat16, float32
from graphops_registry.kernel_def import Array, KernelDef, KernelSpec, Prepared
from graphops_registry.kernels.context import Context
from graphops_registry.locks import new_lock

_WORTH: Final = 1_000_000  # products; for fewer, rearranging the filter takes longer than the convolution
_LANES: Final = 16  # results that are computed together


class PreparedFold(Prepared):
    """The forward convolution, made ready, and where its results belong."""

    def __init__(self, spec: KernelSpec, problem: ConvProblem, fold: Fold) -> None:
        axes = fold.axes
        self.output_shapes = spec.output_shapes
        self._spec = spec
        self._problem = problem
        self._axes = axes
        self._shape = spec.output_shapes[0] or ()
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._group = tuple(axis.group for axis in axes)
        self._new, self._place, self._old = filter_index(problem, axes)
        inner, definition = fold.spec, fold.definition
        self._inner = definition.prepare(definition.make(inner.attrs), inner)
        self._dy_shape, self._filter_shape = inner.shapes
        self._inner_shape = inner.output_shapes[0] or ()
        # Groups along the last axis alone lie in memory as the gradient does.
        grown = [count * axis.group for count, axis in zip(self._counts, axes, strict=True)]
        last_only = all(size == 1 for size in self._group[:-1])
        self._in_place = last_only and not problem.channels_first and tuple(grown) == problem.inputs
        elements = 2 * prod(self._filter_shape) + (0 if self._in_place else prod(self._inner_shape))
        self.workspace_bytes = self._inner.workspace_bytes + elements * self._dtype.itemsize
        self._other: Prepared | None = None
        self._lock = new_lock()

    @property
    def _counts(self) -> tuple[int, ...]:
        """Results of the forward convolution along each axis: the groups, or more."""
        return self._inner_shape[2:] if self._problem.channels_first else self._inner_shape[1:-1]

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array | None]:
        w, dy = inputs[1], inputs[2]
        target = out[0] if out else None
        dx = target if target is not None and target.flags.c_contiguous else empty(self._shape, self._dtype)
        room = [dx.reshape(self._inner_shape)] if self._in_place else None
        result: Array = self._inner.run(ctx, [dy.reshape(self._dy_shape), self._rearranged(w)], room)[0]
        if has_nan(result):
            return self._next_best().run(ctx, inputs, out)
        if not self._in_place:
            self._distribute(result, dx)
        if target is None or target is dx:
            return (dx,)
        target[...] = dx
        return (target,)

    def _rearranged(self, w: Array) -> Array:
        """The filter (*K, C, D) as that of the forward convolution, (*K', D, F... * C)."""
        channels, results = self._problem.in_channels, self._problem.out_channels
        taps = w.reshape(-1, channels, results).swapaxes(1, 2)  # (T, D, C)
        folded = np.zeros((prod(self._filter_shape[:-2]), results, prod(self._group), channels), self._dtype)
        folded[self._new, :, self._place] = taps[self._old]
        return folded.reshape(self._filter_shape)

    def _distribute(self, result: Array, dx: Array) -> None:
        """Copy groups of positions, (N, Q..., F... * C) or (N, F... * C, Q...), to where they belong in ``dx``."""
        problem, rank = self._problem, self._problem.spatial_rank
        channels, group = problem.in_channels, self._group
        if problem.channels_first:
            # One place of the groups at a time: the runs along a row are the longest there are.
            parts = result.reshape(problem.batch, prod(group), channels, *self._counts)  # (N, F..., C, Q...)
            dx = dx.reshape(problem.batch, channels, *problem.inputs)
            for index, places in enumerate(product(*map(range, group))):
                into = dx[(..., *(slice(place, None, size) for place, size in zip(places, group, strict=True)))]
                into[...] = parts[(slice(None), index, slice(None), *map(slice, into.shape[2:]))]
            return
        parts = result.reshape(problem.batch, *self._counts, *group, channels)
        dx = dx.reshape(problem.batch, *problem.inputs, channels)
        # parts: (N, Q..., F..., C), dx: (N, *I, C); where the last group is not full, that part by itself.
        order = [0, *(axis + offset for axis in range(1, rank + 1) for offset in (0, rank)), 2 * rank + 1]
        for pieces in product(*(_pieces(axis) for axis in self._axes)):
            into = dx[(slice(None), *(piece.positions for piece in pieces))]
            split = (size for piece in pieces for size in (piece.groups.stop - piece.groups.start, piece.length))
            own = parts[(slice(None), *(piece.groups for piece in pieces), *(slice(piece.length) for piece in pieces))]
            into.reshape(problem.batch, *split, channels)[...] = own.transpose(order)

    def _next_best(self) -> Prepared:
        """The kernel that would compute the gradient if this one did not."""
        with self._lock:
            if self._other is None:
                definition = best_kernel(self._spec, but=FoldedInputGradient)
                self._other = definition.prepare(definition.make(self._spec.attrs), self._spec)
            return self._other


@dataclass(frozen=True, slots=True)
class _Piece:
    """Some groups of an axis, how much of each is real, and the positions they hold."""

    groups: slice
    length: int
    positions: slice


def _pieces(axis: FoldedAxis) -> list[_Piece]:
    full, rest = divmod(axis.size, axis.group)
    pieces = []
    if full:
        pieces.append(_Piece(slice(0, full), axis.group, slice(0, full * axis.group)))
    if rest:
        pieces.append(_Piece(slice(full, full + 1), rest, slice(full * axis.group, axis.size)))
    return pieces


def _laid_out(problem: ConvProblem, spatial: tuple[int, ...], channels: int) -> tuple[int, ...]:
    if problem.channels_first:
        return (problem.batch, channels, *spatial)
    return (problem.batch, *spatial, channels)


def filter_index(problem: ConvProblem, axes: Sequence[FoldedAxis]) -> tuple[Array, Array, Array]:
    """Flat indices: of kernel positions of the new filter, of places in a group, of kernel positions of the old one."""
    found = []
    for pairs in product(*(axis.pairs for axis in axes)):
        new, place, old = zip(*pairs, strict=True)
        found.append(
            (
                np.ravel_multi_index(new, [axis.kernel for axis in axes]),
                np.ravel_multi_index(place, [axis.group for axis in axes]),
                np.ravel_multi_index(old, problem.kernel),
            )
        )
    new_index, place_index, old_index = np.array(found, np.intp).T
    return new_index, place_index, old_index


class FoldedInputGradient:
    """The input gradient of a convolution of few channels, as a forward convolution."""

    worth_timing = staticmethod(worth_timing)

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        problem = conv_problem(spec)
        if problem.in_channels > MOST_CHANNELS:
            return f"the input has more than {MOST_CHANNELS} channels"
        if problem.groups != 1:
            return "it is grouped"
        if not problem.products:
            return "there is nothing to compute"
        if (reason := why_extreme(problem)) is not None:
            return reason
        return None if fold_of(problem) is not None else "groups of positions save no work"

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        problem = conv_problem(spec)
        fold = fold_of(problem)
        if fold is None or problem.products < _WORTH:
            return FOLD_POOR
        if fold.definition.priority_for(fold.spec) < FAST_FORWARD:
            return FOLD_POOR
        # Channels that come first have to be taken apart again, which the SIMD kernels need not.
        return FOLD_AFTER_SIMD if problem.channels_first and problem.in_channels > 1 else FOLD_BEFORE_ONEDNN

    def prepare(self, spec: KernelSpec) -> Prepared:
        problem = conv_problem(spec)
        fold = fold_of(problem)
        if fold is None:
            raise ValueError(f"a kernel must not be prepared for what it refuses, got {problem}")
        return PreparedFold(spec, problem, fold)


@dataclass(frozen=True, slots=True)
class Fold:
    """A forward convolution that gives an input gradient, and the kernel for it."""

    axes: tuple[FoldedAxis, ...]
    spec: KernelSpec
    definition: KernelDef


@lru_cache(maxsize=256)
def fold_of(problem: ConvProblem) -> Fold | None:
    """The best grouping for a problem."""
    axes = best_fold(problem, _LANES)
    if axes is None:
        return None
    results = prod(axis.group for axis in axes) * problem.in_channels
    inner = forward_spec(
        problem.dtype,
        _laid_out(problem, problem.outputs, problem.out_channels),
        (*(axis.kernel for axis in axes), problem.out_channels, results),
        strides=[axis.stride for axis in axes],
        dilations=[axis.dilation for axis in axes],
        padding=[(axis.before, axis.after) for axis in axes],
        channels_first=problem.channels_first,
    )
    return Fold(axes, inner, best_kernel(inner))


for _op, (_pass, _depthwise) in CONVOLUTIONS.items():
    if _pass == "input_gradient" and not _depthwise:
        register_convolution(FoldedInputGradient, _op, [float32, bfloat16], FOLD, uses=["cancel"])
