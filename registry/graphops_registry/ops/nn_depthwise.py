"""The depthwise convolutions: each channel has filters of its own. Bilinear like the dense ones, to any order."""

from __future__ import annotations

from typing import Any

from graphops_registry.cost import Cost
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.conv_shapes import (
    filter_gradient_shape,
    forward_cost,
    forward_shape,
    gradient_cost,
    input_gradient_shape,
)
from graphops_registry.rules.window_regions import conv_region_rules
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import convolution, linear_in, window

_ATTRS = [
    "T: {half, bfloat16, float, double}",
    "strides: list(int)",
    "padding: {'SAME', 'VALID', 'EXPLICIT'}",
    "explicit_paddings: list(int) = []",
    "data_format: {'NHWC', 'NCHW'} = 'NHWC'",
    "dilations: list(int) = [1, 1, 1, 1]",
]
_FORWARD_PART, _INPUT_PART, _FILTER_PARTIAL = conv_region_rules(depthwise=True)
_PASSED_ON = ("strides", "padding", "explicit_paddings", "data_format", "dilations")


def _attrs(node: GradientNode) -> dict[str, Any]:
    """The attrs that a convolution's gradient nodes get from it."""
    return {name: node.get_attr(name) for name in _PASSED_ON}


# -- DepthwiseConv2dNative -----------------------------------------------------------------------------------------

depthwise_conv2d_native = register_op(
    "DepthwiseConv2dNative",
    inputs=["input: T", "filter: T"],
    outputs=["output: T"],
    attrs=_ATTRS,
    traits=[window(2), convolution("forward", "depthwise"), linear_in("input", "filter")],
    doc="""2-D convolution of each channel with filters of its own.

    input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[rows, cols, in_channels, multiplier]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    explicit_paddings: with padding EXPLICIT, (before, after) for each dimension in the order of data_format.
    dilations: likewise four; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_rows, out_cols, in_channels * multiplier]`; the channels of one input channel are adjacent.""",
)


@depthwise_conv2d_native.shape_rule
def _forward_shape(c: ShapeContext) -> list[TensorShape]:
    return forward_shape(c, depthwise=True)


@depthwise_conv2d_native.cost_rule
def _forward_cost(c: ShapeContext) -> Cost:
    return forward_cost(c, depthwise=True)


@depthwise_conv2d_native.gradient
def _forward_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, w = node.inputs
    attrs = _attrs(node)
    x_sizes, w_sizes = g.ShapeN(input=[x, w])
    return [
        g.DepthwiseConv2dNativeBackpropInput(input_sizes=x_sizes, filter=w, out_backprop=dy, **attrs),
        g.DepthwiseConv2dNativeBackpropFilter(input=x, filter_sizes=w_sizes, out_backprop=dy, **attrs),
    ]


# -- DepthwiseConv2dNativeBackpropInput ----------------------------------------------------------------------------

depthwise_conv2d_native_backprop_input = register_op(
    "DepthwiseConv2dNativeBackpropInput",
    inputs=["input_sizes: int32", "filter: T", "out_backprop: T"],
    outputs=["output: T"],
    attrs=_ATTRS,
    traits=[window(2), convolution("input_gradient", "depthwise"), linear_in("filter", "out_backprop")],
    doc="""Gradient of a depthwise convolution with respect to its input.

    input_sizes: the shape of the forward input, four integers.
    filter: `[rows, cols, in_channels, multiplier]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, in_channels * multiplier]`.
    output: gradient of the forward input, of its shape.""",
)


@depthwise_conv2d_native_backprop_input.shape_rule
def _input_shape(c: ShapeContext) -> list[TensorShape]:
    return input_gradient_shape(c, depthwise=True)


@depthwise_conv2d_native_backprop_input.gradient
def _input_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    _, w, dy = node.inputs
    attrs = _attrs(node)
    w_sizes = g.Shape(input=w)
    return [
        None,
        g.DepthwiseConv2dNativeBackpropFilter(input=dx, filter_sizes=w_sizes, out_backprop=dy, **attrs),
        g.DepthwiseConv2dNative(input=dx, filter=w, **attrs),
    ]


# -- DepthwiseConv2dNativeBackpropFilter ---------------------------------------------------------------------------

depthwise_conv2d_native_backprop_filter = register_op(
    "DepthwiseConv2dNativeBackpropFilter",
    inputs=["input: T", "filter_sizes: int32", "out_backprop: T"],
    outputs=["output: T"],
    attrs=_ATTRS,
    traits=[window(2), convolution("filter_gradient", "depthwise"), linear_in("input", "out_backprop")],
    doc="""Gradient of a depthwise convolution with respect to its filter.

    input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter_sizes: the shape of the filter, `[rows, cols, in_channels, multiplier]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, in_channels * multiplier]`.
    output: gradient of the filter, of its shape.""",
)


@depthwise_conv2d_native_backprop_filter.shape_rule
def _filter_shape(c: ShapeContext) -> list[TensorShape]:
    return filter_gradient_shape(c, depthwise=True)


@depthwise_conv2d_native_backprop_filter.gradient
def _filter_gradient(g: GradientOps, node: GradientNode, dw: Any) -> list[Any]:
    x, _, dy = node.inputs
    attrs = _attrs(node)
    x_sizes = g.Shape(input=x)
    return [
        g.DepthwiseConv2dNativeBackpropInput(input_sizes=x_sizes, filter=dw, out_backprop=dy, **attrs),
        None,
        g.DepthwiseConv2dNative(input=x, filter=dw, **attrs),
    ]


@depthwise_conv2d_native_backprop_input.cost_rule
@depthwise_conv2d_native_backprop_filter.cost_rule
def _gradient_cost(c: ShapeContext) -> Cost:
    return gradient_cost(c, depthwise=True)


depthwise_conv2d_native.region_rule(_FORWARD_PART)
depthwise_conv2d_native_backprop_input.region_rule(_INPUT_PART)
depthwise_conv2d_native_backprop_filter.partial_sum_rule("out_backprop", _FILTER_PARTIAL)
