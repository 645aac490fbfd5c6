"""The convolution family. One op is one block: declaration, shape rule, gradient.

All these ops are bilinear, and the three passes of a convolution are each other's gradients.  With
``y = conv(x, w)``, ``dx = input_gradient(w, dy)`` and ``dw = filter_gradient(x, dy)``::

    <dy, conv(x, w)> = <dx, x> = <dw, w>

so the gradient of any of them with respect to one operand is another of the three, and derivatives of any order exist.
"""

from __future__ import annotations

from typing import Any

from graphops_registry.conv_geometry import conv_geometry
from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext


def _conv_attrs(node: Any) -> dict[str, Any]:
    """The attrs that a convolution hands on to the nodes of its gradient."""
    names = ("strides", "padding", "explicit_paddings", "data_format", "dilations", "use_cudnn_on_gpu")
    return {name: node.get_attr(name) for name in names if node.has_attr(name)}


# -- Conv3D --------------------------------------------------------------------------------------------------------

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
    doc="""3-D convolution (cross-correlation) of a batch of volumes.

    input: `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
    strides: five numbers in the order of data_format; 1 for batch and channels.
    dilations: likewise; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_depth, out_rows, out_cols, out_channels]`.""",
)


@conv3d.shape_rule
def _conv3d_shape(c: ShapeContext) -> list[TensorShape]:
    return [conv_geometry(c.op, c.attrs, 3, c.shape("input"), c.shape("filter")).output_shape]


@conv3d.gradient
def _conv3d_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    x, w = node.inputs
    attrs = _conv_attrs(node)
    x_shape, w_shape = g.ShapeN(input=[x, w])
    return [
        g.Conv3DBackpropInputV2(input_sizes=x_shape, filter=w, out_backprop=dy, **attrs),
        g.Conv3DBackpropFilterV2(input=x, filter_sizes=w_shape, out_backprop=dy, **attrs),
    ]


# -- Conv3DBackpropInputV2 -----------------------------------------------------------------------------------------

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
    doc="""Gradient of a 3-D convolution with respect to its input.

    input_sizes: the shape of the forward input, five integers.
    filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    output: gradient of the forward input, of shape input_sizes.""",
)


@conv3d_backprop_input_v2.shape_rule
def _conv3d_backprop_input_v2_shape(c: ShapeContext) -> list[TensorShape]:
    return [_input_gradient_shape(c, 3)]


def _input_gradient_shape(c: ShapeContext, spatial_rank: int, *, depthwise: bool = False) -> TensorShape:
    """The shape in ``input_sizes``, once filter and out_backprop were checked against it."""
    sizes = c.shape_from_tensor("input_sizes", rank=spatial_rank + 2)
    geometry = conv_geometry(
        c.op,
        c.attrs,
        spatial_rank,
        sizes,
        c.shape("filter"),
        input_name="input_sizes",
        depthwise=depthwise,
        allow_empty_kernel=True,
    )
    out = geometry.merge_output(c.shape("out_backprop"), "out_backprop")
    return TensorShape.of((*(out.dims or ())[:1], *(sizes.dims or ())[1:])).merge_with(sizes)


@conv3d_backprop_input_v2.gradient
def _conv3d_backprop_input_v2_gradient(g: Any, node: Any, dx: Any) -> list[Any]:
    _, w, dy = node.inputs
    attrs = _conv_attrs(node)
    return [
        None,
        g.Conv3DBackpropFilterV2(input=dx, filter_sizes=g.Shape(input=w), out_backprop=dy, **attrs),
        g.Conv3D(input=dx, filter=w, **attrs),
    ]


# -- Conv3DBackpropFilterV2 ----------------------------------------------------------------------------------------

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
    doc="""Gradient of a 3-D convolution with respect to its filter.

    input: the forward input, `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
    filter_sizes: the shape of the forward filter, `[depth, rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    strides: five numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of shape filter_sizes.""",
)


@conv3d_backprop_filter_v2.shape_rule
def _conv3d_backprop_filter_v2_shape(c: ShapeContext) -> list[TensorShape]:
    return [_filter_gradient_shape(c, 3)]


def _filter_gradient_shape(c: ShapeContext, spatial_rank: int, *, depthwise: bool = False) -> TensorShape:
    """The shape in ``filter_sizes``, once input and out_backprop were checked against it."""
    sizes = c.shape_from_tensor("filter_sizes", rank=spatial_rank + 2)
    geometry = conv_geometry(
        c.op,
        c.attrs,
        spatial_rank,
        c.shape("input"),
        sizes,
        filter_name="filter_sizes",
        depthwise=depthwise,
        allow_empty_kernel=True,
    )
    geometry.merge_output(c.shape("out_backprop"), "out_backprop")
    return sizes


@conv3d_backprop_filter_v2.gradient
def _conv3d_backprop_filter_v2_gradient(g: Any, node: Any, dw: Any) -> list[Any]:
    x, _, dy = node.inputs
    attrs = _conv_attrs(node)
    return [
        g.Conv3DBackpropInputV2(input_sizes=g.Shape(input=x), filter=dw, out_backprop=dy, **attrs),
        None,
        g.Conv3D(input=x, filter=dw, **attrs),
    ]
