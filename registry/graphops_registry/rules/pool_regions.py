"""Region rules of pools and their gradients: windows as those of convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import numpy as np

from graphops_registry.regions import Padding, Part, Region, RegionContext, clipped, is_empty, sizes_of
from graphops_registry.rules.conv_geometry import Window, WindowAttrs
from graphops_registry.rules.pool_geometry import PoolGeometry
from graphops_registry.rules.window_regions import (
    known_sizes,
    pads_too_much,
    seen_region,
    valid_attrs,
    windows_on,
)


def pool_part(c: RegionContext, geometry: PoolGeometry | None, *, mean: bool) -> Part | None:
    """A region of a pool's output. What is padding counts for no mean, and is below each maximum."""
    if geometry is None or geometry.channel_window != 1 or is_empty(c.region) or 0 in c.inputs[0]:
        return None
    attrs, region = geometry.attrs, c.region
    needed, padding = seen_region(attrs, geometry.windows, region, region[attrs.channel_axis])
    if pads_too_much(padding, c.inputs[0]):
        return None
    factor = None
    if not mean:
        padding = _lowest(padding)
    elif _is_padded(padding):
        factor = _shares(attrs, geometry.windows, region)
    rest = (None for _ in c.inputs[1:])
    return Part((needed, *rest), (region,), valid_attrs(c), paddings={0: padding}, factor=factor)


def _shares(attrs: WindowAttrs, windows: Sequence[Window], region: Region) -> np.ndarray[Any, Any]:
    """For each output of a region, the size of its window over how much of it is in the input."""
    found: np.ndarray[Any, Any] = np.ones((1,) * len(region))
    for axis, window in zip(attrs.spatial_axes, windows, strict=True):
        size, kernel, _, before = known_sizes(window)
        first = np.arange(*region[axis]) * window.stride - before  # [outputs of the region]
        positions = first[:, None] + np.arange(kernel) * window.dilation  # [outputs, window]
        counts = ((positions >= 0) & (positions < size)).sum(axis=1)
        shape = [1] * len(region)
        shape[axis] = len(counts)
        found = found * (kernel / counts).reshape(shape)
    return found


def _lowest(padding: Padding) -> Padding:
    return Padding(padding.before, padding.after, -inf)


def _is_padded(padding: Padding) -> bool:
    return any(padding.before) or any(padding.after)


def _splits(c: RegionContext, geometry: PoolGeometry | None, sizes: Sequence[int]) -> bool:
    """Whether a region is a part of something, and channels are not pooled."""
    return geometry is not None and geometry.channel_window == 1 and not is_empty(c.region) and 0 not in sizes


def _windows_on_region(geometry: PoolGeometry, region: Region) -> tuple[Region, Padding, Region]:
    """The region of the windows that see a region of the input, what of it is missing, and all that they see."""
    seen, windows = list(region), list(region)
    before, after = [0] * len(region), [0] * len(region)
    for axis, window in zip(geometry.attrs.spatial_axes, geometry.windows, strict=True):
        first, count, seen[axis] = windows_on(window, region[axis])
        windows[axis], before[axis], after[axis] = clipped(first, first + count, known_sizes(window)[2])
    return tuple(windows), Padding(tuple(before), tuple(after)), tuple(seen)


def max_gradient_part(c: RegionContext, geometry: PoolGeometry | None) -> Part | None:
    """A region of the gradient of a maximum's input: the windows that see it, and all that these see.

    ``None`` where windows see padding: in a window of nothing but minus infinity, padding of that value could win.
    """
    sizes = c.inputs[0]
    if geometry is None or not _splits(c, geometry, sizes):
        return None
    windows, missing, seen = _windows_on_region(geometry, c.region)
    pairs = [clipped(*interval, size) for interval, size in zip(seen, sizes, strict=True)]
    if any(pair[1] or pair[2] for pair in pairs):
        return None
    rest = (None for _ in c.inputs[3:])
    return Part(
        (tuple(pair[0] for pair in pairs), windows, windows, *rest),
        (seen,),
        valid_attrs(c),
        paddings={1: missing, 2: missing},
    )


def max_second_gradient_part(c: RegionContext, geometry: PoolGeometry | None) -> Part | None:
    """A region of what is picked where maxima are: what its windows see; padding as in :func:`max_gradient_part`."""
    sizes = c.inputs[0]
    if geometry is None or not _splits(c, geometry, sizes):
        return None
    attrs, region = geometry.attrs, c.region
    needed, padding = seen_region(attrs, geometry.windows, region, region[attrs.channel_axis])
    if _is_padded(padding):
        return None
    rest = (None for _ in c.inputs[3:])
    return Part((needed, region, needed, *rest), (region,), valid_attrs(c))


def mean_gradient_part(c: RegionContext, geometry: PoolGeometry | None) -> Part | None:
    """A region of the gradient of a mean's input: the windows that see it, if all of these are in the input.

    Where some are not, the elements of each were counted by themselves: then all along the spatial axes is needed.
    """
    if geometry is None or not _splits(c, geometry, c.outputs[0]):
        return None
    windows, missing, seen = _windows_on_region(geometry, c.region)
    attrs, padding = valid_attrs(c), {1: missing}
    if not _within(geometry, windows):
        gradients, sizes = c.sizes("grad"), c.outputs[0]
        axes = geometry.attrs.spatial_axes
        windows = tuple((0, gradients[a]) if a in axes else interval for a, interval in enumerate(c.region))
        seen = tuple((0, sizes[a]) if a in axes else interval for a, interval in enumerate(c.region))
        attrs, padding = {}, {}
    values = {0: np.array(sizes_of(seen), np.int32)}
    return Part((None, windows), (seen,), attrs, values, padding)


def _within(geometry: PoolGeometry, windows: Region) -> bool:
    """Whether these windows see no padding."""
    for axis, window in zip(geometry.attrs.spatial_axes, geometry.windows, strict=True):
        size, kernel, _, before = known_sizes(window)
        first, stop = windows[axis]
        if first < stop and (first * window.stride < before or (stop - 1) * window.stride - before + kernel > size):
            return False
    return True
