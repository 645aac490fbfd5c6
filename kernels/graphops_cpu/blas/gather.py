"""Columns (im2col): the input elements in the windows of a box of outputs, as a matrix, in buffers of bounded size.

The outputs are cut into boxes.  The *region* of a box is the source elements that its windows span.  It is read in
place, or copied into a border of zeros if a window reaches into the padding; one strided copy of it writes the columns.
There are two layouts of columns.  (positions, taps * channels) copies runs of neighbouring taps and channels.
*Planar*, (taps * channels, positions), copies runs of positions: it is used for channels-first arrays, and for so few
channels that the other runs would be short.

Shapes in the comments: n images and o positions along each axis of a box, P = n * o... positions in all; k kernel
positions along each axis, K = k... * C/G rows of a filter; C channels of the source in G groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.lib.stride_tricks import as_strided

from graphops_cpu.blas.axes import Axis

Array: TypeAlias = np.ndarray[Any, Any]
Box: TypeAlias = tuple[slice, ...]  # some images, and a range of outputs along each axis

COLUMN_BYTES: Final = 4 << 20  # a box's columns; fewer keep two threads less busy, more leave the caches
_FEWEST_POSITIONS: Final = 96  # a product with fewer rows reads the filter for too little work ...
_MOST_BYTES: Final = 16 << 20  # ... so a box has so many, unless their columns are larger than this
_FEW_CHANNELS: Final = 8


class Gather:
    """A gather, cut into boxes. Immutable; holds no array.

    Args:
        axes: the spatial axes.
        batch: the number of images.
        channels: of the source, all groups together.
        groups: how many.
        itemsize: bytes of an element.
        channels_first: whether the source is.

    Attributes:
        planar: whether columns are.
        planes: whether they are although the source has its channels last.
        padded: whether any window reaches into the padding.
        region_size: elements that the windows of a box span.
        workspace_bytes: columns and region of a box.
    """

    def __init__(
        self, axes: Sequence[Axis], batch: int, channels: int, groups: int, itemsize: int,
        *, channels_first: bool,
    ) -> None:  # fmt: skip
        self.axes = tuple(axes)
        self.groups = groups
        self.channels = channels
        self.padded = any(axis.padded for axis in axes)
        # One tap on every element: the source is its own columns.
        self.direct = not self.padded and all(axis.kernel == 1 and axis.source == slice(None) for axis in axes)
        self.planes = not channels_first and channels <= _FEW_CHANNELS and axes[-1].output > channels
        self.planes = self.planes and not self.direct
        self.planar = channels_first or self.planes
        self._outputs = (batch, *(axis.output for axis in axes))
        rows = axes[0].kernel
        each = prod(axis.kernel for axis in axes[1:]) * channels * itemsize  # bytes of a position, for one row of taps
        self._portion = rows
        while self._portion > 1 and self._portion * each * _FEWEST_POSITIONS > _MOST_BYTES:
            self._portion = -(-self._portion // 2)
        budget = max(COLUMN_BYTES, min(_MOST_BYTES, _FEWEST_POSITIONS * self._portion * each))
        room = max(1, budget // max(1, self._portion * each))
        sizes: list[int] = []
        for size in reversed(self._outputs):
            sizes.insert(0, max(1, min(size, room)))
            room = room // size if sizes[0] == size else 1
        if self.direct:
            sizes = [1 if channels_first else max(1, batch), *(max(1, axis.output) for axis in axes)]
        self._sizes = tuple(sizes)
        spans = (axis.reach(size) for axis, size in zip(axes, sizes[1:], strict=True))
        self.region_size = sizes[0] * prod(spans) * channels
        self._border_size = self.region_size if self.padded or self.planes else 0
        self._column_size = 0 if self.direct else prod(sizes) * self._portion * each // itemsize
        self.workspace_bytes = itemsize * (self._column_size + self._border_size)

    @property
    def positions(self) -> int:
        """The most outputs in a box."""
        return prod(self._sizes)

    @property
    def wasteful(self) -> bool:
        """Whether borders are out of proportion to the columns, since strides or dilations skip most of them."""
        return self._border_size > _out_of_proportion(self._column_size)

    @property
    def sparse(self) -> bool:
        """Whether regions are."""
        return self.region_size > _out_of_proportion(self._column_size)

    def portions(self) -> list[slice]:
        """Parts of the first kernel axis, whose columns are made one after the other."""
        rows = self.axes[0].kernel
        return [slice(start, min(start + self._portion, rows)) for start in range(0, rows, self._portion)]

    def boxes(self) -> Iterator[Box]:
        """Boxes that together hold each output once. Each is a contiguous range of a channels-last result."""
        starts = (range(0, total, size) for total, size in zip(self._outputs, self._sizes, strict=True))
        for corner in product(*starts):
            yield tuple(
                slice(start, min(start + size, total))
                for start, size, total in zip(corner, self._sizes, self._outputs, strict=True)
            )

    def region(self, box: Box) -> tuple[Box, Box, tuple[int, ...]]:
        """What the windows of a box span: the positions that exist, where they are in the span, (n, span...)."""
        index, inside, spans = [box[0]], [slice(None)], [box[0].stop - box[0].start]
        for axis, outputs in zip(self.axes, box[1:], strict=True):
            low = outputs.start * axis.stride - axis.before
            span = axis.reach(outputs.stop - outputs.start)
            first = min(max(low, 0), axis.size)
            stop = max(first, min(low + span, axis.size))
            index.append(slice(first, stop))
            inside.append(slice(first - low, stop - low))
            spans.append(span)
        return tuple(index), tuple(inside), tuple(spans)

    def border(self, buffer: Array, spans: tuple[int, ...]) -> Array:
        """Part of a flat buffer as a region, (n, span..., C)."""
        size = prod(spans) * self.channels
        if self.planar:
            return np.moveaxis(buffer[:size].reshape(self.channels, *spans), 0, -1)
        return buffer[:size].reshape(*spans, self.channels)

    def reader(self, source: Array) -> Columns:
        """What makes columns of ``source``, (N, *S, C) with any strides, already cut to the axes' sources."""
        return Columns(self, source)


def _out_of_proportion(elements: int) -> int:
    return 8 * elements + (1 << 16)


def as_matrix(part: Array, groups: int) -> Array:
    """(..., C) as (P, C) or, in groups, (G, P, C/G); a view where its strides allow."""
    positions, channels = prod(part.shape[:-1]), part.shape[-1]
    if groups == 1:
        return part.reshape(positions, channels)
    return part.reshape(positions, groups, channels // groups).swapaxes(0, 1)


class Columns:
    """The columns of one source array; holds the buffers of one run."""

    def __init__(self, gather: Gather, source: Array) -> None:
        self._gather = gather
        self._source = source
        self._buffer = np.empty(gather._column_size, dtype=source.dtype)
        self._border = np.empty(gather._border_size, dtype=source.dtype)

    def region(self, box: Box) -> Array:
        """All source elements that the windows of the box span, (n, span..., C); zeros for those in the padding."""
        gather = self._gather
        index, inside, spans = gather.region(box)
        part = self._source[index]
        whole = part.shape[:-1] == spans
        if whole and not gather.planes:
            return part
        border = gather.border(self._border, spans)
        if not whole:
            self._border[: border.size] = 0
        border[inside] = part
        return border

    def columns(self, region: Array, box: Box, portion: slice) -> Array:
        """The columns of the box for a portion of the taps, (P, K) or, in groups, (G, P, K): a view of a buffer or of
        the source."""
        gather = self._gather
        if gather.direct:
            return as_matrix(region, gather.groups)
        groups, channels = gather.groups, gather.channels // gather.groups
        along = region.strides[1:-1]
        counts = [box[0].stop - box[0].start, *(part.stop - part.start for part in box[1:])]
        steps = [region.strides[0], *(step * axis.stride for step, axis in zip(along, gather.axes, strict=True))]
        taps = [portion.stop - portion.start, *(axis.kernel for axis in gather.axes[1:]), channels]
        tap_steps = [*(step * axis.dilation for step, axis in zip(along, gather.axes, strict=True)), region.strides[-1]]
        if gather.planar:
            shape, strides = taps + counts, tap_steps + steps
        else:
            shape, strides = counts + taps, steps + tap_steps
        if groups > 1:
            shape, strides = [groups, *shape], [channels * region.strides[-1], *strides]
        start = region[:, portion.start * gather.axes[0].dilation :]
        view = as_strided(start, shape, strides, writeable=False)
        columns = self._buffer[: view.size]
        columns.reshape(shape)[...] = view
        positions, rows = prod(counts), prod(taps)
        matrix = (rows, positions) if gather.planar else (positions, rows)
        columns = columns.reshape((groups, *matrix) if groups > 1 else matrix)
        return columns.swapaxes(-1, -2) if gather.planar else columns
