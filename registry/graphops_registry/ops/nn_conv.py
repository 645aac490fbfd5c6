"""The dense convolutions. One op is one block: declaration, rules, gradient.

All these ops are bilinear, and the three passes of a convolution are each other's gradients.  With
``y = conv(x, w)``, ``dx = input_gradient(w, dy)`` and ``dw = filter_gradient(x, dy)``::

    <dy, conv(x, w)> = <dx, x> = <dw, w>

so the gradient of any of them with respect to one operand is another of the three, and derivatives of any order exist.
A filter with fewer input channels than the input makes a grouped convolution.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.conv_shapes import (
    filter_gradient_shape,
    forward_cost,
    forward_shape,
    gradient_cost,
    input_gradient_shape,
)
from graphops_registry.rules.window_axes import spatial_axes
from graphops_registry.rules.window_regions import filter_gradient_partial, forward_part, input_gradient_part
from graphops_registry.traits import convolution, linear_in, window

_PASSED_ON = ("strides", "padding", "explicit_paddings", "data_format", "dilations", "use_cudnn_on_gpu")


def _conv_attrs(node: GradientNode) -> dict[str, Any]:
    """The attrs that a convolution's gradient nodes get from it."""
    return {name: node.get_attr(name) for name in _PASSED_ON if node.has_attr(name)}


def _forward(g: GradientOps, node: GradientNode, x: Any, w: Any) -> Any:
    """The convolution that ``node`` is a pass of."""
    add = g.Conv3D if spatial_axes(node.type) == 3 else g.Conv2D
    return add(input=x, filter=w, **_conv_attrs(node))


def _input_gradient(g: GradientOps, node: GradientNode, x_sizes: Any, w: Any, dy: Any) -> Any:
    add = g.Conv3DBackpropInputV2 if spatial_axes(node.type) == 3 else g.Conv2DBackpropInput
    return add(input_sizes=x_sizes, filter=w, out_backprop=dy, **_conv_attrs(node))


def _filter_gradient(g: GradientOps, node: GradientNode, x: Any, w_sizes: Any, dy: Any) -> Any:
    add = g.Conv3DBackpropFilterV2 if spatial_axes(node.type) == 3 else g.Conv2DBackpropFilter
    return add(input=x, filter_sizes=w_sizes, out_backprop=dy, **_conv_attrs(node))


def _gradient_of_forward(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, w = node.inputs
    x_sizes, w_sizes = g.ShapeN(input=[x, w])
    return [_input_gradient(g, node, x_sizes, w, dy), _filter_gradient(g, node, x, w_sizes, dy)]


def _gradient_of_input_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    """The first input is a size vector, or a tensor that only lends its shape."""
    _, w, dy = node.inputs
    return [None, _filter_gradient(g, node, dx, g.Shape(input=w), dy), _forward(g, node, dx, w)]


def _gradient_of_filter_gradient(g: GradientOps, node: GradientNode, dw: Any) -> list[Any]:
    """The second input is a size vector, or a tensor that only lends its shape."""
    x, _, dy = node.inputs
    return [_input_gradient(g, node, g.Shape(input=x), dw, dy), None, _forward(g, node, x, dw)]


# -- Conv2D ----------------------------------------------------------------------------------------------------------

conv2d = register_op(
    "Conv2D",
    inputs=["input: T", "filter: T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, bfloat16, float, double, int32}",
        "strides: list(int)",
        "use_cudnn_on_gpu: bool = true",
        "padding: {'SAME', 'VALID', 'EXPLICIT'}",
        "explicit_paddings: list(int) = []",
        "data_format: {'NHWC', 'NCHW'} = 'NHWC'",
        "dilations: list(int) = [1, 1, 1, 1]",
    ],
    traits=[window(2), convolution("forward"), linear_in("input", "filter")],
    doc="""2-D convolution (cross-correlation) of a batch of images.

    input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[rows, cols, in_channels / groups, out_channels]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    explicit_paddings: with padding EXPLICIT, (before, after) for each dimension in the order of data_format.
    dilations: likewise four; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_rows, out_cols, out_channels]`.""",
)
conv2d.shape_rule(forward_shape)
conv2d.cost_rule(forward_cost)
conv2d.region_rule(forward_part)
conv2d.gradient(_gradient_of_forward)

# -- Conv2DBackpropInput ---------------------------------------------------------------------------------------------

conv2d_backprop_input = register_op(
    "Conv2DBackpropInput",
    inputs=["input_sizes: int32", "filter: T", "out_backprop: T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, bfloat16, float, double, int32}",
        "strides: list(int)",
        "use_cudnn_on_gpu: bool = true",
        "padding: {'SAME', 'VALID', 'EXPLICIT'}",
        "explicit_paddings: list(int) = []",
        "data_format: {'NHWC', 'NCHW'} = 'NHWC'",
        "dilations: list(int) = [1, 1, 1, 1]",
    ],
    traits=[window(2), convolution("input_gradient"), linear_in("filter", "out_backprop")],
    doc="""Gradient of a 2-D convolution with respect to its input.

    input_sizes: the shape of the forward input, four integers; or its two spatial sizes.
    filter: `[rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.""",
)
conv2d_backprop_input.shape_rule(input_gradient_shape)
conv2d_backprop_input.cost_rule(gradient_cost)
conv2d_backprop_input.region_rule(input_gradient_part)
conv2d_backprop_input.gradient(_gradient_of_input_gradient)

# -- Conv2DBackpropInputV2 -------------------------------------------------------------------------------------------

conv2d_backprop_input_v2 = register_op(
    "Conv2DBackpropInputV2",
    inputs=["input: T", "filter: T", "out_backprop: T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, bfloat16, float, double, int32}",
        "strides: list(int)",
        "use_cudnn_on_gpu: bool = true",
        "padding: {'SAME', 'VALID', 'EXPLICIT'}",
        "explicit_paddings: list(int) = []",
        "data_format: {'NHWC', 'NCHW'} = 'NHWC'",
        "dilations: list(int) = [1, 1, 1, 1]",
    ],
    traits=[window(2), convolution("input_gradient"), linear_in("filter", "out_backprop")],
    doc="""Gradient of a 2-D convolution with respect to its input.

    input: the forward input; only its shape matters.
    filter: `[rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.""",
)
conv2d_backprop_input_v2.shape_rule(input_gradient_shape)
conv2d_backprop_input_v2.cost_rule(gradient_cost)
conv2d_backprop_input_v2.region_rule(input_gradient_part)
conv2d_backprop_input_v2.gradient(_gradient_of_input_gradient)

# -- Conv2DBackpropFilter --------------------------------------------------------------------------------------------

conv2d_backprop_filter = register_op(
    "Conv2DBackpropFilter",
    inputs=["input: T", "filter_sizes: int32", "out_backprop: T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, bfloat16, float, double}",
        "strides: list(int)",
        "use_cudnn_on_gpu: bool = true",
        "padding: {'SAME', 'VALID', 'EXPLICIT'}",
        "explicit_paddings: list(int) = []",
        "data_format: {'NHWC', 'NCHW'} = 'NHWC'",
        "dilations: list(int) = [1, 1, 1, 1]",
    ],
    traits=[window(2), convolution("filter_gradient"), linear_in("input", "out_backprop")],
    doc="""Gradient of a 2-D convolution with respect to its filter.

    input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter_sizes: the shape of the filter, `[rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.""",
)
conv2d_backprop_filter.shape_rule(filter_gradient_shape)
conv2d_backprop_filter.cost_rule(gradient_cost)
conv2d_backprop_filter.partial_sum_rule("out_backprop", filter_gradient_partial)
conv2d_backprop_filter.gradient(_gradient_of_filter_gradient)

# -- Conv2DBackpropFilterV2 ------------------------------------------------------------------------------------------

conv2d_backprop_filter_v2 = register_op(
    "Conv2DBackpropFilterV2",
    inputs=["input: T", "filter: T", "out_backprop: T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, bfloat16, float, double}",
        "strides: list(int)",
        "use_cudnn_on_gpu: bool = true",
        "padding: {'SAME', 'VALID', 'EXPLICIT'}",
        "explicit_paddings: list(int) = []",
        "data_format: {'NHWC', 'NCHW'} = 'NHWC'",
        "dilations: list(int) = [1, 1, 1, 1]",
    ],
    traits=[window(2), convolution("filter_gradient"), linear_in("input", "out_backprop")],
    doc="""Gradient of a 2-D convolution with respect to its filter.

    input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: the forward filter; only its shape matters.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.""",
)
conv2d_backprop_filter_v2.shape_rule(filter_gradient_shape)
conv2d_backprop_filter_v2.cost_rule(gradient_cost)
conv2d_backprop_filter_v2.partial_sum_rule("out_backprop", filter_gradient_partial)
conv2d_backprop_filter_v2.gradient(_gradient_of_filter_gradient)

# -- Conv3D ----------------------------------------------------------------------------------------------------------

conv3d = register_op(
    "Conv3D",
    inputs=["input: T", "filter: T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, bfloat16, float, double}",
        "strides: list(int) >= 5",
        "padding: {'SAME', 'VALID'}",
        "data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'",
        "dilations: list(int) = [1, 1, 1, 1, 1]",
    ],
    traits=[window(3), convolution("forward"), linear_in("input", "filter")],
    doc="""3-D convolution (cross-correlation) of a batch of volumes.

    input: `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
    strides: five numbers in the order of data_format; 1 for batch and channels.
    dilations: likewise; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_depth, out_rows, out_cols, out_channels]`.""",
)
conv3d.shape_rule(forward_shape)
conv3d.cost_rule(forward_cost)
conv3d.region_rule(forward_part)
conv3d.gradient(_gradient_of_forward)

# -- Conv3DBackpropInput ---------------------------------------------------------------------------------------------

conv3d_backprop_input = register_op(
    "Conv3DBackpropInput",
    inputs=["input: T", "filter: T", "out_backprop: T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, float, double}",
        "strides: list(int) >= 5",
        "padding: {'SAME', 'VALID'}",
        "dilations: list(int) = [1, 1, 1, 1, 1]",
    ],
    deprecated=(10, "Use Conv3DBackpropInputV2"),
    traits=[window(3), convolution("input_gradient"), linear_in("filter", "out_backprop")],
    doc="""Gradient of a 3-D convolution with respect to its input.

    input: the forward input; only its shape matters.
    filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.""",
)
conv3d_backprop_input.shape_rule(input_gradient_shape)
conv3d_backprop_input.cost_rule(gradient_cost)
conv3d_backprop_input.region_rule(input_gradient_part)
conv3d_backprop_input.gradient(_gradient_of_input_gradient)

# -- Conv3DBackpropInputV2 -------------------------------------------------------------------------------------------

conv3d_backprop_input_v2 = register_op(
    "Conv3DBackpropInputV2",
    inputs=["input_sizes: Tshape", "filter: T", "out_backprop: T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, bfloat16, float, double}",
        "strides: list(int) >= 5",
        "padding: {'SAME', 'VALID'}",
        "data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'",
        "dilations: list(int) = [1, 1, 1, 1, 1]",
        "Tshape: {int32, int64} = DT_INT32",
    ],
    traits=[window(3), convolution("input_gradient"), linear_in("filter", "out_backprop")],
    doc="""Gradient of a 3-D convolution with respect to its input.

    input_sizes: the shape of the forward input, five integers.
    filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.""",
)
conv3d_backprop_input_v2.shape_rule(input_gradient_shape)
conv3d_backprop_input_v2.cost_rule(gradient_cost)
conv3d_backprop_input_v2.region_rule(input_gradient_part)
conv3d_backprop_input_v2.gradient(_gradient_of_input_gradient)

# -- Conv3DBackpropFilter --------------------------------------------------------------------------------------------

conv3d_backprop_filter = register_op(
    "Conv3DBackpropFilter",
    inputs=["input: T", "filter: T", "out_backprop: T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, float, double}",
        "strides: list(int) >= 5",
        "padding: {'SAME', 'VALID'}",
        "dilations: list(int) = [1, 1, 1, 1, 1]",
    ],
    deprecated=(10, "Use Conv3DBackpropFilterV2"),
    traits=[window(3), convolution("filter_gradient"), linear_in("input", "out_backprop")],
    doc="""Gradient of a 3-D convolution with respect to its filter.

    input: the forward input, `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
    filter: the forward filter; only its shape matters.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    strides: five numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.""",
)
conv3d_backprop_filter.shape_rule(filter_gradient_shape)
conv3d_backprop_filter.cost_rule(gradient_cost)
conv3d_backprop_filter.partial_sum_rule("out_backprop", filter_gradient_partial)
conv3d_backprop_filter.gradient(_gradient_of_filter_gradient)

# -- Conv3DBackpropFilterV2 ------------------------------------------------------------------------------------------

conv3d_backprop_filter_v2 = register_op(
    "Conv3DBackpropFilterV2",
    inputs=["input: T", "filter_sizes: int32", "out_backprop: T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, bfloat16, float, double}",
        "strides: list(int) >= 5",
        "padding: {'SAME', 'VALID'}",
        "data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'",
        "dilations: list(int) = [1, 1, 1, 1, 1]",
    ],
    traits=[window(3), convolution("filter_gradient"), linear_in("input", "out_backprop")],
    doc="""Gradient of a 3-D convolution with respect to its filter.

    input: the forward input, `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
    filter_sizes: the shape of the filter, `[depth, rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    strides: five numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.""",
)
conv3d_backprop_filter_v2.shape_rule(filter_gradient_shape)
conv3d_backprop_filter_v2.cost_rule(gradient_cost)
conv3d_backprop_filter_v2.partial_sum_rule("out_backprop", filter_gradient_partial)
conv3d_backprop_filter_v2.gradient(_gradient_of_filter_gradient)

# -- Conv ------------------------------------------------------------------------------------------------------------

conv = register_op(
    "Conv",
    inputs=["input: T", "filter: T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, bfloat16, float, double, int32}",
        "strides: list(int)",
        "padding: {'SAME', 'VALID', 'EXPLICIT'}",
        "explicit_paddings: list(int) = []",
        "data_format: {'CHANNELS_FIRST', 'CHANNELS_LAST'} = 'CHANNELS_LAST'",
        "dilations: list(int) = []",
        "batch_dims: int = 1",
        "groups: int = 1",
    ],
    traits=[window("any"), convolution("forward"), linear_in("input", "filter")],
    doc="""2-D or 3-D convolution with any number of batch dimensions, grouped or not.

    input: `[batch..., spatial..., in_channels]`, or channels first as data_format says.
    filter: `[spatial..., in_channels / groups, out_channels]`.
    strides: one number for all batch dimensions, one for each spatial dimension, one for the channels.
    dilations: likewise; an empty list means ones.
    batch_dims: how many leading dimensions are batch.
    output: `[batch..., out_spatial..., out_channels]`.""",
)
conv.shape_rule(forward_shape)
conv.cost_rule(forward_cost)
conv.region_rule(forward_part)


@conv.gradient
def _conv_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """As for Conv2D and Conv3D, on one batch dimension; explicit paddings, which Conv3D has not, become a Pad."""
    x, w = node.inputs
    rank = len(node.get_attr("strides")) - 2
    last = node.get_attr("data_format") == "CHANNELS_LAST"
    layout = {(2, True): "NHWC", (2, False): "NCHW", (3, True): "NDHWC", (3, False): "NCDHW"}[rank, last]
    attrs = {
        "strides": node.get_attr("strides"),
        "dilations": node.get_attr("dilations") or [1] * (rank + 2),
        "padding": node.get_attr("padding"),
        "data_format": layout,
    }
    x_shape, w_shape = g.ShapeN(input=[x, w])
    if node.get_attr("batch_dims") != 1:
        x, dy = (_with_one_batch_dimension(g, tensor, rank) for tensor in (x, dy))
    paddings = node.get_attr("explicit_paddings")
    flat_shape = g.Shape(input=x)
    if rank == 2:
        dx = g.Conv2DBackpropInput(
            input_sizes=flat_shape, filter=w, out_backprop=dy, explicit_paddings=paddings, **attrs
        )
        dw = g.Conv2DBackpropFilter(input=x, filter_sizes=w_shape, out_backprop=dy, explicit_paddings=paddings, **attrs)
        return [g.Reshape(tensor=dx, shape=x_shape), dw]
    before = None
    if attrs["padding"] == "EXPLICIT":
        attrs["padding"] = "VALID"
        pairs = np.array(paddings, np.int32).reshape(-1, 2)
        before = pairs[:, 0].copy()
        x = g.Pad(input=x, paddings=pairs)
    dx = g.Conv3DBackpropInputV2(input_sizes=g.Shape(input=x), filter=w, out_backprop=dy, **attrs)
    dw = g.Conv3DBackpropFilterV2(input=x, filter_sizes=w_shape, out_backprop=dy, **attrs)
    if before is not None:
        dx = g.Slice(input=dx, begin=before, size=flat_shape)
    return [g.Reshape(tensor=dx, shape=x_shape), dw]


def _with_one_batch_dimension(g: GradientOps, x: Any, rank: int) -> Any:
    """``x`` with its leading dimensions, however many, made one."""
    shape = g.Shape(input=x)
    end_of_batch = np.array([-rank - 1], np.int32)
    zero, one = np.zeros(1, np.int32), np.ones(1, np.int32)
    batch = g.StridedSlice(input=shape, begin=zero, end=end_of_batch, strides=one)
    tail = g.StridedSlice(input=shape, begin=end_of_batch, end=zero, strides=one, end_mask=1)
    images = g.Prod(input=batch, reduction_indices=np.int32(0), keep_dims=True)  # (1,)
    return g.Reshape(tensor=x, shape=g.ConcatV2(values=[images, tail], axis=np.int32(0)))
