"""Pools: the maximum or the mean of each window, and their gradients.

The gradient of a maximum goes to the first element that has it, in the order of rows, then columns.  A mean counts
only elements of the input, not padding.  Channels are pooled by MaxPool and MaxPoolV2 alone, and without a gradient.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from graphops_registry.dtypes import int32
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.regions import Part, RegionContext
from graphops_registry.rules.conv_geometry import INT32_MAX
from graphops_registry.rules.pool_geometry import PoolGeometry, pool_geometry, pool_rank
from graphops_registry.rules.pool_regions import (
    max_gradient_part,
    max_second_gradient_part,
    mean_gradient_part,
    pool_part,
)
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, linear_in, window

_LISTS = {
    2: ["ksize: list(int) >= 4", "strides: list(int) >= 4"],
    3: ["ksize: list(int) >= 5", "strides: list(int) >= 5"],
}
_PADDING = "padding: {'SAME', 'VALID'}"
_EXPLICIT = ["padding: {'SAME', 'VALID', 'EXPLICIT'}", "explicit_paddings: list(int) = []"]
_FORMAT2 = "data_format: {'NHWC', 'NCHW'} = 'NHWC'"
_FORMAT3 = "data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'"
_FORMAT_VECT = "data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC'"
_MAX_TYPES = "T: {half, bfloat16, float, double, int32, int64, uint8, int16, int8, uint16, qint8} = DT_FLOAT"
_FLOATING = "T: {half, bfloat16, float, double}"
_DOC = """

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart."""


def _window_attrs(c: ShapeContext) -> Mapping[str, Any] | None:
    """The attrs with ksize and strides, which the V2 ops get as inputs; ``None`` while those are not known."""
    if "ksize" in c.attrs:
        return c.attrs
    values = {}
    for name in ("ksize", "strides"):
        c.with_rank(name, 1)
        value = c.value(name)
        if value is None:
            return None
        values[name] = tuple(int(number) for number in value)
    return {**c.attrs, **values}


def _geometry(c: ShapeContext, argument: str) -> PoolGeometry | None:
    attrs = _window_attrs(c)
    if attrs is None:
        return None
    if attrs.get("data_format") == "NCHW_VECT_C":
        c.fail("attr 'data_format'", "be 'NHWC' or 'NCHW' for this dtype", "'NCHW_VECT_C'")
    return pool_geometry(c.op, attrs, c.shape(argument), argument)


def _pass_on(node: GradientNode, *names: str) -> dict[str, Any]:
    names = names or ("ksize", "strides", "padding", "data_format")
    return {name: node.get_attr(name) for name in names if node.has_attr(name)}


def _pool_shape(c: ShapeContext) -> list[TensorShape]:
    argument = "value" if "value" in c.op_def.input_by_name else "input"
    geometry = _geometry(c, argument)
    rank = pool_rank(c.op)
    return [TensorShape.unknown(rank) if geometry is None else geometry.output_shape]


# -- MaxPool, MaxPoolV2, MaxPool3D ---------------------------------------------------------------------------------

max_pool = register_op(
    "MaxPool",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=[_MAX_TYPES, *_LISTS[2], *_EXPLICIT, _FORMAT_VECT],
    traits=[window(2), Trait.POOLS_CHANNELS],
    doc=f"""The maximum of each window.

    input: `[batch, rows, cols, channels]`, or channels first as data_format says.{_DOC}""",
)
max_pool.shape_rule(_pool_shape)

max_pool_v2 = register_op(
    "MaxPoolV2",
    inputs=["input: T", "ksize: int32", "strides: int32"],
    outputs=["output: T"],
    attrs=[_MAX_TYPES, _PADDING, _FORMAT_VECT],
    traits=[window(2), Trait.POOLS_CHANNELS],
    doc=f"""The maximum of each window; its size is an input.

    input: `[batch, rows, cols, channels]`, or channels first as data_format says.{_DOC}""",
)
max_pool_v2.shape_rule(_pool_shape)

max_pool3d = register_op(
    "MaxPool3D",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=[*_LISTS[3], _PADDING, _FORMAT3, "T: {half, bfloat16, float}"],
    traits=[window(3)],
    doc=f"""The maximum of each window.

    input: `[batch, depth, rows, cols, channels]`, or channels first as data_format says.{_DOC}""",
)
max_pool3d.shape_rule(_pool_shape)


@max_pool.region_rule
@max_pool_v2.region_rule
@max_pool3d.region_rule
def _max_pool_part(c: RegionContext) -> Part | None:
    return pool_part(c, _geometry(c, "input"), mean=False)


@max_pool.gradient
def _max_pool_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x = node.inputs[0]
    attrs = _pass_on(node, "ksize", "strides", "padding", "data_format", "explicit_paddings")
    return [g.MaxPoolGrad(orig_input=x, orig_output=node.outputs[0], grad=dy, **attrs)]


@max_pool_v2.gradient
def _max_pool_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, ksize, strides = node.inputs
    y = node.outputs[0]
    attrs = _pass_on(node, "padding", "data_format")
    return [
        g.MaxPoolGradV2(orig_input=x, orig_output=y, grad=dy, ksize=ksize, strides=strides, **attrs), None, None
    ]  # fmt: skip


@max_pool3d.gradient
def _max_pool3d_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    return [g.MaxPool3DGrad(orig_input=x, orig_output=y, grad=dy, **_pass_on(node))]


# -- MaxPoolGrad, MaxPoolGradV2, MaxPool3DGrad ---------------------------------------------------------------------

_GRAD_INPUTS = ["orig_input: T", "orig_output: T", "grad: T"]
_GRAD_DOC = f"""

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the output.{_DOC}
    output: gradient of the input, of its shape."""

max_pool_grad = register_op(
    "MaxPoolGrad",
    inputs=_GRAD_INPUTS,
    outputs=["output: T"],
    attrs=[*_LISTS[2], *_EXPLICIT, _FORMAT2, "T: realnumbertype = DT_FLOAT"],
    traits=[window(2)],
    doc=f"Gradient of MaxPool.{_GRAD_DOC}",
)

max_pool_grad_v2 = register_op(
    "MaxPoolGradV2",
    inputs=[*_GRAD_INPUTS, "ksize: int32", "strides: int32"],
    outputs=["output: T"],
    attrs=[_PADDING, _FORMAT2, "T: realnumbertype = DT_FLOAT"],
    traits=[window(2)],
    doc=f"Gradient of MaxPoolV2.{_GRAD_DOC}",
)

max_pool3d_grad = register_op(
    "MaxPool3DGrad",
    inputs=["orig_input: TInput", "orig_output: TInput", "grad: T"],
    outputs=["output: T"],
    attrs=[*_LISTS[3], _PADDING, _FORMAT3, "T: {half, bfloat16, float} = DT_FLOAT",
           "TInput: {half, bfloat16, float} = DT_FLOAT"],
    traits=[window(3)], doc=f"Gradient of MaxPool3D.{_GRAD_DOC}",
)  # fmt: skip


@max_pool_grad.shape_rule
@max_pool_grad_v2.shape_rule
@max_pool3d_grad.shape_rule
def _max_pool_grad_shape(c: ShapeContext) -> list[TensorShape]:
    geometry = _geometry(c, "orig_input")
    if geometry is None:
        return [c.shape("orig_input")]
    geometry.merge_output(c.shape("orig_output"), "orig_output")
    geometry.merge_output(c.shape("grad"), "grad")
    return [geometry.input_shape]


@max_pool_grad.region_rule
@max_pool_grad_v2.region_rule
@max_pool3d_grad.region_rule
def _max_pool_grad_part(c: RegionContext) -> Part | None:
    return max_gradient_part(c, _geometry(c, "orig_input"))


@max_pool_grad.gradient
def _max_pool_grad_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    x, y, _ = node.inputs
    attrs = _pass_on(node)
    if attrs["padding"] == "EXPLICIT":  # MaxPoolGradGrad has no explicit paddings
        attrs["padding"] = "VALID"
        pairs = np.array(node.get_attr("explicit_paddings"), np.int32).reshape(-1, 2)
        x = g.PadV2(input=x, paddings=pairs, constant_values=x.dtype.numpy_dtype.type(-np.inf))
        dx = g.Pad(input=dx, paddings=pairs)
    return [None, None, g.MaxPoolGradGrad(orig_input=x, orig_output=y, grad=dx, **attrs)]


@max_pool_grad_v2.gradient
def _max_pool_grad_v2_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    x, y, _, ksize, strides = node.inputs
    picked = g.MaxPoolGradGradV2(
        orig_input=x, orig_output=y, grad=dx, ksize=ksize, strides=strides, **_pass_on(node, "padding", "data_format")
    )
    return [None, None, picked, None, None]


@max_pool3d_grad.gradient
def _max_pool3d_grad_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    x, y, _ = node.inputs
    return [None, None, g.MaxPool3DGradGrad(orig_input=x, orig_output=y, grad=dx, **_pass_on(node))]


# -- MaxPoolGradGrad, MaxPoolGradGradV2, MaxPool3DGradGrad ---------------------------------------------------------

_GRAD_GRAD_DOC = f"""

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the gradient of the input, of the input's shape.{_DOC}
    output: what grad has where each window's maximum is, of the shape of the pool's output."""

max_pool_grad_grad = register_op(
    "MaxPoolGradGrad",
    inputs=_GRAD_INPUTS,
    outputs=["output: T"],
    attrs=[*_LISTS[2], _PADDING, _FORMAT2, "T: realnumbertype"],
    traits=[window(2)],
    doc=f"Gradient of MaxPoolGrad.{_GRAD_GRAD_DOC}",
)

max_pool_grad_grad_v2 = register_op(
    "MaxPoolGradGradV2",
    inputs=[*_GRAD_INPUTS, "ksize: int32", "strides: int32"],
    outputs=["output: T"],
    attrs=[_PADDING, _FORMAT2, "T: realnumbertype"],
    traits=[window(2)],
    doc=f"Gradient of MaxPoolGradV2.{_GRAD_GRAD_DOC}",
)

max_pool3d_grad_grad = register_op(
    "MaxPool3DGradGrad",
    inputs=_GRAD_INPUTS,
    outputs=["output: T"],
    attrs=[*_LISTS[3], _PADDING, _FORMAT3, "T: realnumbertype"],
    traits=[window(3)],
    doc=f"Gradient of MaxPool3DGrad.{_GRAD_GRAD_DOC}",
)


@max_pool_grad_grad.shape_rule
@max_pool_grad_grad_v2.shape_rule
@max_pool3d_grad_grad.shape_rule
def _max_pool_grad_grad_shape(c: ShapeContext) -> list[TensorShape]:
    geometry = _geometry(c, "orig_input")
    if geometry is None:
        return [c.shape("orig_output")]
    geometry.merge_output(c.shape("orig_output"), "orig_output")
    c.merge("grad", geometry.input_shape, f"have the shape of orig_input, {geometry.input_shape}")
    return [geometry.output_shape]


@max_pool_grad_grad.region_rule
@max_pool_grad_grad_v2.region_rule
@max_pool3d_grad_grad.region_rule
def _max_pool_grad_grad_part(c: RegionContext) -> Part | None:
    return max_second_gradient_part(c, _geometry(c, "orig_input"))


@max_pool_grad_grad.gradient
def _max_pool_grad_grad_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y, _ = node.inputs
    return [None, None, g.MaxPoolGrad(orig_input=x, orig_output=y, grad=dy, **_pass_on(node))]


@max_pool_grad_grad_v2.gradient
def _max_pool_grad_grad_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y, _, ksize, strides = node.inputs
    back = g.MaxPoolGradV2(
        orig_input=x, orig_output=y, grad=dy, ksize=ksize, strides=strides, **_pass_on(node, "padding", "data_format")
    )
    return [None, None, back, None, None]


@max_pool3d_grad_grad.gradient
def _max_pool3d_grad_grad_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, y, _ = node.inputs
    return [None, None, g.MaxPool3DGrad(orig_input=x, orig_output=y, grad=dy, **_pass_on(node))]


# -- MaxPoolWithArgmax, MaxPoolGradWithArgmax ----------------------------------------------------------------------

_INDEX = "include_batch_in_index: bool = false"
_TARGMAX = "Targmax: {int32, int64}"
_ARGMAX_DOC = f"""{_DOC}
    include_batch_in_index: whether argmax counts elements from the start of all images, or of each image.
    argmax: `(row * cols + col) * channels + channel` of each window's first maximum, of the shape of the output."""

max_pool_with_argmax = register_op(
    "MaxPoolWithArgmax",
    inputs=["input: T"],
    outputs=["output: T", "argmax: Targmax"],
    attrs=[*_LISTS[2], f"{_TARGMAX} = DT_INT64", _PADDING, _INDEX, "T: realnumbertype"],
    traits=[window(2)],
    doc=f"""The maximum of each window, and where it is.

    input: `[batch, rows, cols, channels]`.{_ARGMAX_DOC}""",
)

max_pool_grad_with_argmax = register_op(
    "MaxPoolGradWithArgmax",
    inputs=["input: T", "grad: T", "argmax: Targmax"],
    outputs=["output: T"],
    attrs=[*_LISTS[2], _PADDING, _INDEX, _TARGMAX, "T: realnumbertype"],
    traits=[window(2)],
    doc=f"""Gradient of MaxPoolWithArgmax.

    input: the input of the pool.
    grad: gradient of its output.{_ARGMAX_DOC}
    output: gradient of the input, of its shape: grad where argmax says, summed where it says so twice.""",
)


@max_pool_with_argmax.shape_rule
def _max_pool_with_argmax_shape(c: ShapeContext) -> list[TensorShape]:
    geometry = pool_geometry(c.op, c.attrs, c.shape("input"), "input")
    whole = geometry.input_shape if c.attr("include_batch_in_index") else geometry.input_shape[1:]
    if c.attr("Targmax") is int32 and whole.is_fully_defined and prod(whole.as_tuple()) > INT32_MAX:
        c.fail("input", f"have at most {INT32_MAX} elements for an int32 argmax to count", c.shape("input"))
    return [geometry.output_shape, geometry.output_shape]


@max_pool_grad_with_argmax.shape_rule
def _max_pool_grad_with_argmax_shape(c: ShapeContext) -> list[TensorShape]:
    geometry = pool_geometry(c.op, c.attrs, c.shape("input"), "input")
    geometry.merge_output(c.shape("grad"), "grad")
    geometry.merge_output(c.shape("argmax"), "argmax")
    return [geometry.input_shape]


@max_pool_with_argmax.region_rule
def _max_pool_with_argmax_part(c: RegionContext) -> Part | None:
    """Positions are those in the whole image; the maxima alone can be computed from a part of it."""
    if c.wanted[1] is not None:
        return None
    part = pool_part(c, pool_geometry(c.op, c.attrs, c.shape("input"), "input"), mean=False)
    return part and replace(part, gives=(part.gives[0], None))


@max_pool_with_argmax.gradient
def _max_pool_with_argmax_gradient(g: GradientOps, node: GradientNode, dy: Any, d_argmax: Any) -> list[Any]:
    attrs = _pass_on(node, "ksize", "strides", "padding", "include_batch_in_index")
    return [g.MaxPoolGradWithArgmax(input=node.inputs[0], grad=dy, argmax=node.outputs[1], **attrs)]


@max_pool_grad_with_argmax.gradient
def _max_pool_grad_with_argmax_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    """What was scattered by argmax is gathered by it: MaxPoolGradGradWithArgmax would do no more."""
    argmax = node.inputs[2]
    if node.get_attr("include_batch_in_index"):
        flat = g.Reshape(tensor=dx, shape=np.array([-1], np.int32))
        return [None, g.GatherV2(params=flat, indices=argmax, axis=np.int32(0)), None]
    step = {"strides": np.array([1], np.int32)}
    sizes = g.Shape(input=dx)
    images = g.StridedSlice(input=sizes, begin=np.array([0], np.int32), end=np.array([1], np.int32), **step)
    image = g.StridedSlice(input=sizes, begin=np.array([1], np.int32), end=np.array([4], np.int32), **step)
    elements = g.Prod(input=image, reduction_indices=np.int32(0), keep_dims=True)
    flat = g.Reshape(tensor=dx, shape=g.ConcatV2(values=[images, elements], axis=np.int32(0)))
    return [None, g.GatherV2(params=flat, indices=argmax, axis=np.int32(1), batch_dims=1), None]


# -- AvgPool, AvgPool3D and their gradients ------------------------------------------------------------------------

avg_pool = register_op(
    "AvgPool",
    inputs=["value: T"],
    outputs=["output: T"],
    attrs=[*_LISTS[2], _PADDING, _FORMAT2, _FLOATING],
    traits=[window(2), linear_in("value")],
    doc=f"""The mean of each window.

    value: `[batch, rows, cols, channels]`, or channels first as data_format says.{_DOC}""",
)
avg_pool.shape_rule(_pool_shape)

avg_pool3d = register_op(
    "AvgPool3D",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=[*_LISTS[3], _PADDING, _FORMAT3, _FLOATING],
    traits=[window(3), linear_in("input")],
    doc=f"""The mean of each window.

    input: `[batch, depth, rows, cols, channels]`, or channels first as data_format says.{_DOC}""",
)
avg_pool3d.shape_rule(_pool_shape)


@avg_pool.region_rule
@avg_pool3d.region_rule
def _avg_pool_part(c: RegionContext) -> Part | None:
    return pool_part(c, _geometry(c, c.op_def.inputs[0].name), mean=True)


@avg_pool.gradient
def _avg_pool_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.AvgPoolGrad(orig_input_shape=g.Shape(input=node.inputs[0]), grad=dy, **_pass_on(node))]


@avg_pool3d.gradient
def _avg_pool3d_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.AvgPool3DGrad(orig_input_shape=g.Shape(input=node.inputs[0]), grad=dy, **_pass_on(node))]


avg_pool_grad = register_op(
    "AvgPoolGrad",
    inputs=["orig_input_shape: int32", "grad: T"],
    outputs=["output: T"],
    attrs=[*_LISTS[2], _PADDING, _FORMAT2, _FLOATING],
    traits=[window(2), linear_in("grad")],
    doc=f"""Gradient of AvgPool.

    orig_input_shape: the shape of the pool's input, four integers.
    grad: gradient of the output.{_DOC}
    output: gradient of the input.""",
)

avg_pool3d_grad = register_op(
    "AvgPool3DGrad",
    inputs=["orig_input_shape: int32", "grad: T"],
    outputs=["output: T"],
    attrs=[*_LISTS[3], _PADDING, _FORMAT3, _FLOATING],
    traits=[window(3), linear_in("grad")],
    doc=f"""Gradient of AvgPool3D.

    orig_input_shape: the shape of the pool's input, five integers.
    grad: gradient of the output.{_DOC}
    output: gradient of the input.""",
)


@avg_pool_grad.shape_rule
@avg_pool3d_grad.shape_rule
def _avg_pool_grad_shape(c: ShapeContext) -> list[TensorShape]:
    sizes = c.shape_from_tensor("orig_input_shape", rank=pool_rank(c.op))
    geometry = pool_geometry(c.op, c.attrs, sizes, "orig_input_shape")
    geometry.merge_output(c.shape("grad"), "grad")
    return [sizes]


@avg_pool_grad.region_rule
@avg_pool3d_grad.region_rule
def _avg_pool_grad_part(c: RegionContext) -> Part | None:
    sizes = TensorShape(c.outputs[0])
    return mean_gradient_part(c, pool_geometry(c.op, c.attrs, sizes, "orig_input_shape"))


@avg_pool_grad.gradient
def _avg_pool_grad_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    return [None, g.AvgPool(value=dx, **_pass_on(node))]


@avg_pool3d_grad.gradient
def _avg_pool3d_grad_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    return [None, g.AvgPool3D(input=dx, **_pass_on(node))]
