"""Region rules of windows: convolutions, their gradients, pools.

A part of the output is computed with padding VALID from the part of the input that its windows see; where they see
padding, that part is padded first.  So a part has the numbers of the whole, at borders too, for every stride, dilation
and padding.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf, prod
from typing import Any, Final

import numpy as np

from graphops_registry.regions import (
    Interval,
    Padding,
    Part,
    Region,
    RegionContext,
    RegionRule,
    clipped,
    sizes_of,
    whole,
)
from graphops_registry.rules.conv_geometry import Window, WindowAttrs
from graphops_registry.rules.conv_shapes import forward_geometry, gradient_geometry
from graphops_registry.rules.pool_geometry import PoolGeometry, pool_geometry

_VALID: Final = {"padding": "VALID"}


def _known(window: Window) -> tuple[int, int, int, int]:
    """Sizes of the input, the window and the output, and the padding before."""
    known = window.input, window.kernel, window.output, window.before
    if not all(isinstance(each, int) for each in known):
        raise TypeError(f"a window of unknown sizes: {known}")
    return known  # type: ignore[return-value]


def seen(window: Window, interval: Interval) -> tuple[int, int]:
    """Where the windows of some outputs begin and end in the input; they may reach beyond it."""
    _, kernel, _, before = _known(window)
    first, stop = interval
    start = first * window.stride - before
    return start, start + (stop - first - 1) * window.stride + (kernel - 1) * window.dilation + 1


def _seen_region(
    attrs: WindowAttrs, windows: Sequence[Window], region: Region, channels: Interval
) -> tuple[Region, Padding]:
    """The region of the input that a region of the output sees, and its padding."""
    found, before, after = list(region), [0] * len(region), [0] * len(region)
    for axis, window in zip(attrs.spatial_axes, windows, strict=True):
        found[axis], before[axis], after[axis] = clipped(*seen(window, region[axis]), _known(window)[0])
    found[attrs.channel_axis] = channels
    return tuple(found), Padding(tuple(before), tuple(after))


def _valid(c: RegionContext) -> dict[str, Any]:
    return _VALID if "explicit_paddings" not in c.attrs else {**_VALID, "explicit_paddings": ()}


def _is_empty(region: Region) -> bool:
    return any(start >= stop for start, stop in region)


def _whole_channels(attrs: WindowAttrs, region: Region, channels: int) -> Region:
    return tuple((0, channels) if axis == attrs.channel_axis else interval for axis, interval in enumerate(region))


def forward_part(c: RegionContext, *, depthwise: bool = False) -> Part | None:
    """A region of a convolution's output. Groups are not split."""
    geometry = forward_geometry(c, depthwise=depthwise)
    attrs, filter_sizes, sizes = geometry.attrs, c.sizes("filter"), c.sizes("input")
    if _is_empty(c.region) or 0 in sizes:
        return None
    region, taps = c.region, whole(filter_sizes)
    if geometry.groups == 1 and not depthwise:
        taps = (*taps[:-1], region[attrs.channel_axis])
    else:
        region = _whole_channels(attrs, region, c.outputs[0][attrs.channel_axis])
    channels = (0, sizes[attrs.channel_axis])
    needed, padding = _seen_region(attrs, geometry.windows, region, channels)
    rest = (None for _ in c.inputs[2:])
    return Part((needed, taps, *rest), (region,), _valid(c), paddings={0: padding})


def input_gradient_part(c: RegionContext, *, depthwise: bool = False) -> Part | None:
    """A region of the gradient of the input: all windows that see it, whose sum is computed as a whole.

    It may be larger than what is wanted, because windows reach beyond a region.
    """
    if "input_sizes" not in c.op_def.input_by_name:
        return None  # the forward input would have to be there for its shape alone
    geometry, _, _ = gradient_geometry(c, depthwise=depthwise)
    attrs, sizes = geometry.attrs, c.sizes("out_backprop")
    if _is_empty(c.region) or 0 in sizes:
        return None
    region = list(_whole_channels(attrs, c.region, c.outputs[0][attrs.channel_axis]))
    needed, before, after = list(region), [0] * len(region), [0] * len(region)
    for axis, window in zip(attrs.spatial_axes, geometry.windows, strict=True):
        _, kernel, outputs, pad = _known(window)
        reach = (kernel - 1) * window.dilation + 1
        start, stop = region[axis]
        # Window i sees i * stride - pad, ..., + reach - 1: the first that ends behind start, the last before stop.
        first = -((-(start + pad - reach + 1)) // window.stride)
        last = (stop - 1 + pad) // window.stride
        # Where windows leave gaps, more of them make the result cover what is wanted.
        first = min(first, (start + pad) // window.stride)
        while last * window.stride - pad + reach < stop:
            last += 1
        needed[axis], before[axis], after[axis] = clipped(first, last + 1, outputs)
        region[axis] = first * window.stride - pad, last * window.stride - pad + reach
    needed[attrs.channel_axis] = (0, sizes[attrs.channel_axis])
    computed = np.array(sizes_of(tuple(region)), np.int32)
    return Part(
        (None, whole(c.sizes("filter")), tuple(needed)),
        (tuple(region),),
        _valid(c),
        values={0: computed},
        paddings={2: Padding(tuple(before), tuple(after))},
    )


def filter_gradient_partial(c: RegionContext, *, depthwise: bool = False) -> Part | None:
    """The share of a region of ``out_backprop`` in the gradient of the filter."""
    geometry, _, _ = gradient_geometry(c, depthwise=depthwise)
    attrs, sizes = geometry.attrs, c.sizes("input")
    if _is_empty(c.region) or 0 in sizes:
        return None
    region = _whole_channels(attrs, c.region, c.sizes("out_backprop")[attrs.channel_axis])
    needed, padding = _seen_region(attrs, geometry.windows, region, (0, sizes[attrs.channel_axis]))
    return Part((needed, None, region), (whole(c.outputs[0]),), _valid(c), paddings={0: padding})


def conv_region_rules(depthwise: bool = False) -> tuple[RegionRule, RegionRule, RegionRule]:
    """The rules of the forward convolution, the gradient of its input and, a partial sum, that of its filter."""
    rules = forward_part, input_gradient_part, filter_gradient_partial
    forward, by_input, by_filter = (partial(rule, depthwise=depthwise) for rule in rules)
    return forward, by_input, by_filter


def pool_part(c: RegionContext, geometry: PoolGeometry | None, *, mean: bool) -> Part | None:
    """A region of a pool's output. What is padding counts for no mean, and is below each maximum."""
    if geometry is None or geometry.channel_window != 1 or _is_empty(c.region) or 0 in c.inputs[0]:
        return None
    attrs, region = geometry.attrs, c.region
    needed, padding = _seen_region(attrs, geometry.windows, region, region[attrs.channel_axis])
    factor = None
    if not mean:
        padding = Padding(padding.before, padding.after, -inf)
    elif any(padding.before) or any(padding.after):
        factor = _shares(attrs, geometry.windows, region)
    rest = (None for _ in c.inputs[1:])
    return Part((needed, *rest), (region,), _valid(c), paddings={0: padding}, factor=factor)


def _shares(attrs: WindowAttrs, windows: Sequence[Window], region: Region) -> np.ndarray[Any, Any]:
    """For each output of a region, the size of its window over how much of it is in the input."""
    found: np.ndarray[Any, Any] = np.ones((1,) * len(region))
    for axis, window in zip(attrs.spatial_axes, windows, strict=True):
        size, kernel, _, before = _known(window)
        first = np.arange(*region[axis]) * window.stride - before  # [outputs of the region]
        positions = first[:, None] + np.arange(kernel) * window.dilation  # [outputs, window]
        counts = ((positions >= 0) & (positions < size)).sum(axis=1)
        shape = [1] * len(region)
        shape[axis] = len(counts)
        found = found * (kernel / counts).reshape(shape)
    return found


def attrs_pool_part(argument: str, *, mean: bool) -> RegionRule:
    """The region rule of a pool whose window is in its attrs."""
    return lambda c: pool_part(c, pool_geometry(c.op, c.attrs, c.shape(argument), argument), mean=mean)


def elements(region: Region) -> int:
    """How many elements are in a region."""
    return prod(sizes_of(region))
