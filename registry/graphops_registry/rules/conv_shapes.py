"""Shape and cost rules that all convolutions share: the forward op and the two gradients, dense or depthwise."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from graphops_registry.cost import Cost
from graphops_registry.errors import must
from graphops_registry.rules.conv_geometry import ConvGeometry, conv_geometry
from graphops_registry.rules.window_axes import spatial_axes
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext


def spatial_rank_of(c: ShapeContext) -> int:
    """2 or 3: strides have one number for the batch, each spatial axis and the channels.

    Raises:
        InvalidArgumentError: another number of strides, for an op that takes both. The blocks of all others state
            theirs, and their geometry checks the length.
    """
    stated = spatial_axes(c.op)
    if stated is not None:
        return stated
    count = len(c.attr("strides"))
    if count not in (4, 5):
        raise must("attr 'strides'", c.op, "have 4 or 5 values, for 2 or 3 spatial dimensions", count)
    return count - 2


def forward_geometry(c: ShapeContext, *, depthwise: bool = False) -> ConvGeometry:
    """The geometry of a forward convolution."""
    return conv_geometry(c.op, c.attrs, spatial_rank_of(c), c.shape("input"), c.shape("filter"), depthwise=depthwise)


def forward_shape(c: ShapeContext, *, depthwise: bool = False) -> list[TensorShape]:
    """The shape of a forward convolution's output."""
    return [forward_geometry(c, depthwise=depthwise).output_shape]


def gradient_geometry(c: ShapeContext, *, depthwise: bool = False) -> tuple[ConvGeometry, TensorShape, TensorShape]:
    """The geometry of a gradient, and the shapes of the forward input and filter, checked against out_backprop.

    The shape that the op computes the gradient of comes from a size vector (``input_sizes``, ``filter_sizes``), or
    from the forward tensor itself, whose values do not count.
    """
    rank = spatial_rank_of(c)
    names = c.op_def.input_by_name
    input_name = "input_sizes" if "input_sizes" in names else "input"
    filter_name = "filter_sizes" if "filter_sizes" in names else "filter"
    input_shape = _input_sizes(c, rank, depthwise) if input_name == "input_sizes" else c.shape("input")
    filter_shape = (
        c.shape_from_tensor("filter_sizes", rank=rank + 2) if filter_name == "filter_sizes" else c.shape("filter")
    )
    geometry = conv_geometry(
        c.op,
        c.attrs,
        rank,
        input_shape,
        filter_shape,
        input_name=input_name,
        filter_name=filter_name,
        depthwise=depthwise,
        allow_empty_kernel=True,
    )
    out = geometry.merge_output(c.shape("out_backprop"), "out_backprop")
    # The batch size may be known from out_backprop alone.
    inferred = TensorShape.of((*(out.dims or ())[:1], *(geometry.input_shape.dims or ())[1:]))
    return geometry, inferred.merge_with(input_shape), filter_shape


def _input_sizes(c: ShapeContext, rank: int, depthwise: bool) -> TensorShape:
    """The forward input's shape; ``Conv2DBackpropInput`` also takes its spatial sizes alone."""
    length = c.shape("input_sizes").rank == 1 and c.shape("input_sizes")[0]
    if c.op != "Conv2DBackpropInput" or length != 2:
        return c.shape_from_tensor("input_sizes", rank=rank + 2)
    spatial: Sequence[Dim] = tuple(c.shape_from_tensor("input_sizes", rank=2).dims or ())
    w, dy = c.with_rank("filter", rank + 2), c.with_rank("out_backprop", rank + 2)
    if c.attr("data_format") == "NCHW":
        return TensorShape.of((dy[0], w[-2], *spatial))
    return TensorShape.of((dy[0], *spatial, w[-2]))


def input_gradient_shape(c: ShapeContext, *, depthwise: bool = False) -> list[TensorShape]:
    """The shape of the gradient with respect to the input: the forward input's."""
    return [gradient_geometry(c, depthwise=depthwise)[1]]


def filter_gradient_shape(c: ShapeContext, *, depthwise: bool = False) -> list[TensorShape]:
    """The shape of the gradient with respect to the filter: the filter's."""
    return [gradient_geometry(c, depthwise=depthwise)[2]]


def conv_cost(c: ShapeContext, geometry: ConvGeometry) -> Cost:
    """Two operations for each product of an input element with a filter element; what meets padding is not counted.

    The three passes of a convolution cost the same. Bytes: input, filter and output once each. Sizes must be known.
    """
    meetings = prod(sum(tap.stop - tap.first for tap in window.taps()) for window in geometry.windows)
    batch = prod(TensorShape.of(geometry.batch).as_tuple())
    in_channels, out_channels, groups, *_ = TensorShape.of(
        (geometry.in_channels, geometry.out_channels, geometry.groups)
    ).as_tuple()
    kernel = prod(TensorShape.of(tuple(window.kernel for window in geometry.windows)).as_tuple())
    shapes = (geometry.input_shape, geometry.output_shape)
    elements = sum(prod(shape.as_tuple()) for shape in shapes) + kernel * (in_channels // groups) * out_channels
    dtype: Any = c.attr("T")
    return Cost(2 * batch * meetings * (in_channels // groups) * out_channels, elements * dtype.size)


def forward_cost(c: ShapeContext, *, depthwise: bool = False) -> Cost:
    return conv_cost(c, forward_geometry(c, depthwise=depthwise))


def gradient_cost(c: ShapeContext, *, depthwise: bool = False) -> Cost:
    return conv_cost(c, gradient_geometry(c, depthwise=depthwise)[0])
