"""Region rules of windows: convolutions and their gradients.

A part of the output is computed with padding VALID from the part of the input that its windows see; where they see
padding, that part is padded first.  So a part has the numbers of the whole, at borders too, for every stride, dilation
and padding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
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
    is_empty,
    sizes_of,
    whole,
)
from graphops_registry.rules.conv_geometry import ConvGeometry, Window, WindowAttrs, conv_geometry
from graphops_registry.rules.conv_shapes import forward_geometry, spatial_rank_of
from graphops_registry.shape import TensorShape

_VALID: Final = {"padding": "VALID"}
_MOST_PADDING: Final = 1024  # along an axis, and four times its size


def known_sizes(window: Window) -> tuple[int, int, int, int]:
    """The sizes of the input, the window and the output, and the padding before."""
    known = window.input, window.kernel, window.output, window.before
    if not all(isinstance(each, int) for each in known):
        raise TypeError(f"a window of unknown sizes: {known}")
    return known  # type: ignore[return-value]


def seen(window: Window, interval: Interval) -> tuple[int, int]:
    """Where the windows of some outputs begin and end in the input; they may reach beyond it."""
    _, kernel, _, before = known_sizes(window)
    first, stop = interval
    start = first * window.stride - before
    return start, start + (stop - first - 1) * window.stride + (kernel - 1) * window.dilation + 1


def seen_region(
    attrs: WindowAttrs, windows: Sequence[Window], region: Region, channels: Interval
) -> tuple[Region, Padding]:
    """The region of the input that a region of the output sees, and its padding."""
    found, before, after = list(region), [0] * len(region), [0] * len(region)
    for axis, window in zip(attrs.spatial_axes, windows, strict=True):
        found[axis], before[axis], after[axis] = clipped(*seen(window, region[axis]), known_sizes(window)[0])
    found[attrs.channel_axis] = channels
    return tuple(found), Padding(tuple(before), tuple(after))


def valid_attrs(c: RegionContext, groups: int = 1) -> dict[str, Any]:
    changed: dict[str, Any] = dict(_VALID)
    if "explicit_paddings" in c.attrs:
        changed["explicit_paddings"] = ()
    if "groups" in c.attrs:
        changed["groups"] = groups
    return changed


def pads_too_much(padding: Padding, sizes: Sequence[int]) -> bool:
    """Whether far more zeros than numbers would be made, for taps or paddings that reach far beyond the input."""
    return any(
        before + after > _MOST_PADDING + 4 * size
        for before, after, size in zip(padding.before, padding.after, sizes, strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Channels:
    """Channels that belong together: whole groups, where there are several.

    Attributes:
        inputs, outputs: of the forward convolution.
        taps: of the last two axes of the filter.
        groups: how many groups these are.
    """

    inputs: Interval
    outputs: Interval
    taps: tuple[Interval, Interval]
    groups: int = 1


def _channels(geometry: ConvGeometry, depthwise: bool, wanted: Interval, *, of_output: bool) -> _Channels:
    """All channels that some channels of the output, or of the input, go with."""
    inputs, outputs, groups = geometry.in_channels, geometry.out_channels, geometry.groups
    if not (isinstance(inputs, int) and isinstance(outputs, int) and isinstance(groups, int)):
        raise TypeError(f"a convolution of unknown channels: {geometry}")
    if groups == 1 and not depthwise:
        if of_output:
            return _Channels((0, inputs), wanted, ((0, inputs), wanted))
        return _Channels(wanted, (0, outputs), (wanted, (0, outputs)))
    each_in, each_out = inputs // groups, outputs // groups
    each = each_out if of_output else each_in
    first, stop = wanted[0] // each, -(-wanted[1] // each)
    read, made = (first * each_in, stop * each_in), (first * each_out, stop * each_out)
    taps = ((first, stop), (0, each_out)) if depthwise else ((0, each_in), made)
    return _Channels(read, made, taps, stop - first)


def _with_channels(attrs: WindowAttrs, region: Region, channels: Interval) -> Region:
    return tuple(channels if axis == attrs.channel_axis else interval for axis, interval in enumerate(region))


def forward_part(c: RegionContext, *, depthwise: bool = False) -> Part | None:
    """A region of a convolution's output, of whole groups."""
    return convolved(c, forward_geometry(c, depthwise=depthwise), depthwise=depthwise)


def convolved(c: RegionContext, geometry: ConvGeometry, *, depthwise: bool) -> Part | None:
    """As :func:`forward_part`, for the convolution of this geometry in a fused op; for its input and filter."""
    attrs, sizes = geometry.attrs, c.sizes("input")
    if is_empty(c.region) or 0 in sizes:
        return None
    channels = _channels(geometry, depthwise, c.region[attrs.channel_axis], of_output=True)
    region = _with_channels(attrs, c.region, channels.outputs)
    kernel = whole([known_sizes(window)[1] for window in geometry.windows])
    taps = (*kernel, *channels.taps)
    needed, padding = seen_region(attrs, geometry.windows, region, channels.inputs)
    if pads_too_much(padding, sizes):
        return None
    return Part((needed, taps), (region,), valid_attrs(c, channels.groups), paddings={0: padding})


def windows_on(window: Window, interval: Interval) -> tuple[int, int, Interval]:
    """The first of the windows that see an interval of the input, how many, and all that these see.

    Where windows leave gaps, there are more of them, so that they cover the interval.  They may begin before the first
    window that there is, and end behind the last one.
    """
    _, kernel, _, before = known_sizes(window)
    reach = (kernel - 1) * window.dilation + 1
    start, stop = interval
    first = -((reach - 1 - start - before) // window.stride)  # the first that ends behind start
    first = min(first, (start + before) // window.stride)
    last = (stop - 1 + before) // window.stride  # the last that begins before stop
    last = max(last, -((reach - before - stop) // window.stride))  # the first that ends behind stop
    return first, last + 1 - first, (first * window.stride - before, last * window.stride - before + reach)


def _gradient_geometry(
    c: RegionContext, input_shape: TensorShape, filter_shape: TensorShape, depthwise: bool
) -> ConvGeometry:
    """The geometry of a gradient, whose output tells the shape that an input may compute only when it runs."""
    rank = spatial_rank_of(c)
    return conv_geometry(c.op, c.attrs, rank, input_shape, filter_shape, depthwise=depthwise, allow_empty_kernel=True)


def input_gradient_part(c: RegionContext, *, depthwise: bool = False) -> Part | None:
    """A region of the gradient of the input: all windows that see it, whose sum is computed as a whole.

    It may be larger than what is wanted, because windows reach beyond a region.
    """
    geometry = _gradient_geometry(c, TensorShape(c.outputs[0]), c.shape("filter"), depthwise)
    attrs = geometry.attrs
    if is_empty(c.region) or 0 in c.sizes("out_backprop") or 0 in c.sizes("filter"):
        return None
    channels = _channels(geometry, depthwise, c.region[attrs.channel_axis], of_output=False)
    region = list(_with_channels(attrs, c.region, channels.inputs))
    needed, before, after = list(region), [0] * len(region), [0] * len(region)
    for axis, window in zip(attrs.spatial_axes, geometry.windows, strict=True):
        first, count, region[axis] = windows_on(window, region[axis])
        needed[axis], before[axis], after[axis] = clipped(first, first + count, known_sizes(window)[2])
    needed[attrs.channel_axis] = channels.outputs
    padding = Padding(tuple(before), tuple(after))
    if pads_too_much(padding, c.sizes("out_backprop")):
        return None
    taps = (*whole(c.sizes("filter")[:-2]), *channels.taps)
    lent, values, paddings = _lender(c, 0, tuple(region))
    return Part(
        (lent, taps, tuple(needed)),
        (tuple(region),),
        valid_attrs(c, channels.groups),
        values,
        {**paddings, 2: padding},
    )


def _lender(
    c: RegionContext, index: int, region: Region
) -> tuple[Region | None, dict[int, np.ndarray[Any, Any]], dict[int, Padding]]:
    """For the input that says how large the result is, by its value or its shape: the region, value and padding."""
    argument = c.op_def.inputs[index].name
    if argument.endswith("_sizes"):
        return None, {index: np.array(sizes_of(region), c.dtype(argument).numpy_dtype)}, {}
    pairs = [clipped(*interval, size) for interval, size in zip(region, c.sizes(argument), strict=True)]
    padding = Padding(tuple(pair[1] for pair in pairs), tuple(pair[2] for pair in pairs))
    return tuple(pair[0] for pair in pairs), {}, {index: padding}


def filter_gradient_partial(c: RegionContext, *, depthwise: bool = False) -> Part | None:
    """The share of a region of ``out_backprop`` in the gradient of the filter; of several groups it has whole ones."""
    geometry = _gradient_geometry(c, c.shape("input"), TensorShape(c.outputs[0]), depthwise)
    attrs, sizes = geometry.attrs, c.sizes("input")
    if is_empty(c.region) or 0 in sizes or 0 in c.outputs[0]:
        return None
    wanted = c.region[attrs.channel_axis]
    channels = _channels(geometry, depthwise, wanted, of_output=True)
    if channels.outputs != wanted:
        return None
    needed, padding = seen_region(attrs, geometry.windows, c.region, channels.inputs)
    if pads_too_much(padding, sizes):
        return None
    gives = (*whole(c.outputs[0][:-2]), *channels.taps)
    lent, values, paddings = _lender(c, 1, gives)
    return Part((needed, lent, c.region), (gives,), valid_attrs(c, channels.groups), values, {**paddings, 0: padding})


def conv_region_rules(depthwise: bool = False) -> tuple[RegionRule, RegionRule, RegionRule]:
    """The rules of the forward convolution, the gradient of its input and, a partial sum, that of its filter."""
    rules = forward_part, input_gradient_part, filter_gradient_partial
    forward, by_input, by_filter = (partial(rule, depthwise=depthwise) for rule in rules)
    return forward, by_input, by_filter
