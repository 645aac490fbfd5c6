"""Batch normalisation. One op is one block: declaration, shape rule, gradient.

With the statistics m and v of a channel, and ``inv = 1 / sqrt(v + epsilon)``::

    y = (x - m) * inv * scale + offset

In training m and v are those of the batch, outside of it they are inputs.  The outputs reserve_space_1 and
reserve_space_2 are m and v as they were used (v without Bessel's correction), and the gradient ops take them back as
inputs of their own: a gradient with respect to these flows through the forward op's outputs, so that derivatives of any
order are complete.
"""

from __future__ import annotations

from typing import Any, Final

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.norm_gradients import batch_norm_grad_gradient, batch_norm_gradient, lrn_grad_gradient
from graphops_registry.rules.norm_regions import normalized, normalized_backwards
from graphops_registry.rules.region_parts import whole_axes
from graphops_registry.shape import SCALAR_SHAPE, Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_EPSILON = "epsilon: float = 9.999999747378752e-05"  # 0.0001 as a float, as TensorFlow has it
_FACTOR = "exponential_avg_factor: float = 1.0"
_FORMAT = "data_format: {'NHWC', 'NCHW'} = 'NHWC'"
_FORMAT_V3 = "data_format: {'NHWC', 'NCHW', 'NDHWC', 'NCDHW'} = 'NHWC'"
_TRAINING = "is_training: bool = true"
_INT32_MAX: Final = 2**31 - 1

_DOC = """{summary}

    x: `[batch, ..., channels]`, or channels first as data_format says.
    scale, offset: `[channels]`.
    mean, variance: `[channels]`: what to normalise with outside of training; in training the averages so far, of
    which `1 - exponential_avg_factor` is kept (if that is 0 they are not looked at and may have any length).
    exponential_avg_factor: the share of the batch in batch_mean and batch_variance.
    y: of the shape of x.
    batch_mean, batch_variance: the new averages; the batch's variance with Bessel's correction. NaN for an empty x.
    reserve_space_1, reserve_space_2: the mean and the variance that x was normalised with, for the gradient."""
_RESERVED = "\n    reserve_space_3: a scalar that means nothing."
_GRAD_DOC = """{summary}

    y_backprop: gradient of y, of the shape of x.
    x: the input of the forward op, `[batch, ..., channels]`, or channels first as data_format says.
    scale: `[channels]`.
    reserve_space_1, reserve_space_2: the mean and the variance that x was normalised with, `[channels]`.
    is_training: whether they depend on x.
    x_backprop: of the shape of x.
    scale_backprop, offset_backprop: `[channels]`; the two outputs after them are empty."""


def channel_axis(data_format: str) -> int:
    """The axis of the channels."""
    return data_format.index("C")


def _channels(c: ShapeContext, arguments: tuple[str, ...], x: TensorShape) -> Dim:
    """The number of channels, which x and the named vectors agree on."""
    channels = x[channel_axis(c.attr("data_format"))]
    for argument in arguments:
        dim = c.with_rank(argument, 1)[0]
        channels = c.merge_dim(argument, dim, channels, f"have one value for each of the {channels} channels of x")
    return channels


def _with_channels(c: ShapeContext, x: TensorShape, channels: Dim) -> TensorShape:
    axis = channel_axis(c.attr("data_format"))
    dims = x.dims or ()
    return TensorShape.of((*dims[:axis], channels, *dims[axis + 1 :]))


def batch_norm_shape(c: ShapeContext) -> list[TensorShape]:
    """The shape rule of the forward ops."""
    data_format = c.attr("data_format")
    x = c.with_rank("x", len(data_format), note=f", as data_format is {data_format}")
    looked_at = not c.attr("is_training") or c.attr("exponential_avg_factor") != 1
    for argument in ("mean", "variance"):
        c.with_rank(argument, 1)
    channels = _channels(c, ("scale", "offset", *(("mean", "variance") if looked_at else ())), x)
    vector = TensorShape.of((channels,))
    shapes = [_with_channels(c, x, channels), vector, vector, vector, vector]
    return [*shapes, SCALAR_SHAPE] if len(c.op_def.outputs) > len(shapes) else shapes


def batch_norm_grad_shape(c: ShapeContext) -> list[TensorShape]:
    """The shape rule of the gradients."""
    data_format = c.attr("data_format")
    rank = len(data_format)
    note = f", as data_format is {data_format}"
    c.with_rank("y_backprop", rank, note=note)
    x = c.with_rank("x", rank, note=note)
    x = c.merge("y_backprop", x, f"have the shape of x, {x}")
    channels = _channels(c, ("scale", "reserve_space_1", "reserve_space_2"), x)
    vector, nothing = TensorShape.of((channels,)), TensorShape.of((0,))
    return [_with_channels(c, x, channels), vector, vector, nothing, nothing]


# -- FusedBatchNorm, FusedBatchNormV2, FusedBatchNormV3 ----------------------------------------------------------------

fused_batch_norm = register_op(
    "FusedBatchNorm",
    inputs=["x: T", "scale: T", "offset: T", "mean: T", "variance: T"],
    outputs=["y: T", "batch_mean: T", "batch_variance: T", "reserve_space_1: T", "reserve_space_2: T"],
    attrs=["T: {float}", _EPSILON, _FACTOR, _FORMAT, _TRAINING],
    doc=_DOC.format(summary="Batch normalisation of float32 images."),
)

fused_batch_norm_v2 = register_op(
    "FusedBatchNormV2",
    inputs=["x: T", "scale: U", "offset: U", "mean: U", "variance: U"],
    outputs=["y: T", "batch_mean: U", "batch_variance: U", "reserve_space_1: U", "reserve_space_2: U"],
    attrs=["T: {half, bfloat16, float}", "U: {float}", _EPSILON, _FACTOR, _FORMAT, _TRAINING],
    doc=_DOC.format(summary="Batch normalisation of images, with statistics in float32."),
)

fused_batch_norm_v3 = register_op(
    "FusedBatchNormV3",
    inputs=["x: T", "scale: U", "offset: U", "mean: U", "variance: U"],
    outputs=[
        "y: T",
        "batch_mean: U",
        "batch_variance: U",
        "reserve_space_1: U",
        "reserve_space_2: U",
        "reserve_space_3: U",
    ],
    attrs=["T: {half, bfloat16, float}", "U: {bfloat16, float}", _EPSILON, _FACTOR, _FORMAT_V3, _TRAINING],
    doc=_DOC.format(summary="Batch normalisation of images or volumes.") + _RESERVED,
)

for _op in (fused_batch_norm, fused_batch_norm_v2, fused_batch_norm_v3):
    _op.shape_rule(batch_norm_shape)
    _op.region_rule(normalized)
    _op.gradient(batch_norm_gradient, takes_none=True)

# -- FusedBatchNormGrad, FusedBatchNormGradV2, FusedBatchNormGradV3 ----------------------------------------------------

fused_batch_norm_grad = register_op(
    "FusedBatchNormGrad",
    inputs=["y_backprop: T", "x: T", "scale: T", "reserve_space_1: T", "reserve_space_2: T"],
    outputs=[
        "x_backprop: T",
        "scale_backprop: T",
        "offset_backprop: T",
        "reserve_space_3: T",
        "reserve_space_4: T",
    ],
    attrs=["T: {float}", _EPSILON, _FORMAT, _TRAINING],
    doc=_GRAD_DOC.format(summary="Gradient of FusedBatchNorm."),
)

fused_batch_norm_grad_v2 = register_op(
    "FusedBatchNormGradV2",
    inputs=["y_backprop: T", "x: T", "scale: float", "reserve_space_1: U", "reserve_space_2: U"],
    outputs=[
        "x_backprop: T",
        "scale_backprop: U",
        "offset_backprop: U",
        "reserve_space_3: U",
        "reserve_space_4: U",
    ],
    attrs=["T: {half, bfloat16, float}", "U: {float}", _EPSILON, _FORMAT, _TRAINING],
    doc=_GRAD_DOC.format(summary="Gradient of FusedBatchNormV2."),
)

fused_batch_norm_grad_v3 = register_op(
    "FusedBatchNormGradV3",
    inputs=[
        "y_backprop: T",
        "x: T",
        "scale: float",
        "reserve_space_1: U",
        "reserve_space_2: U",
        "reserve_space_3: U",
    ],
    outputs=[
        "x_backprop: T",
        "scale_backprop: U",
        "offset_backprop: U",
        "reserve_space_4: U",
        "reserve_space_5: U",
    ],
    attrs=["T: {half, bfloat16, float}", "U: {float}", _EPSILON, _FORMAT_V3, _TRAINING],
    doc=_GRAD_DOC.format(summary="Gradient of FusedBatchNormV3.") + "\n    reserve_space_3: not looked at.",
)

for _op in (fused_batch_norm_grad, fused_batch_norm_grad_v2, fused_batch_norm_grad_v3):
    _op.shape_rule(batch_norm_grad_shape)
    _op.region_rule(normalized_backwards)
    _op.gradient(batch_norm_grad_gradient)

# -- LRN, LRNGrad ------------------------------------------------------------------------------------------------------

_LRN_ATTRS = [
    "depth_radius: int = 5",
    "bias: float = 1.0",
    "alpha: float = 1.0",
    "beta: float = 0.5",
    "T: {half, bfloat16, float} = DT_FLOAT",
]

lrn = register_op(
    "LRN",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=_LRN_ATTRS,
    doc="""Local response normalisation: each element divided by a power of the sum of squares around it.

    `output = input / (bias + alpha * sum(input[..., c - depth_radius : c + depth_radius + 1] ** 2)) ** beta`

    input: `[batch, rows, cols, channels]`.
    depth_radius: half the width of the window of channels; 0 or more.
    output: of the shape of input.""",
)

lrn_grad = register_op(
    "LRNGrad",
    inputs=["input_grads: T", "input_image: T", "output_image: T"],
    outputs=["output: T"],
    attrs=_LRN_ATTRS,
    doc="""Gradient of LRN.

    input_grads: gradient of the output of LRN, `[batch, rows, cols, channels]`.
    input_image: the input of LRN, of the same shape.
    output_image: the output of LRN, of the same shape.
    output: gradient of the input, of the same shape.""",
)


@lrn.shape_rule
@lrn_grad.shape_rule
def _lrn_shape(c: ShapeContext) -> list[TensorShape]:
    radius = c.attr("depth_radius")
    if not 0 <= radius <= _INT32_MAX:
        c.fail("attr 'depth_radius'", "be between 0 and 2**31 - 1", radius)
    first = c.op_def.inputs[0].name
    shape = c.with_rank(first, 4)
    for arg in c.op_def.inputs[1:]:
        c.with_rank(arg.name, 4)
        shape = c.merge(arg.name, shape, f"have the shape of {first}, {c.shape(first)}")
    return [shape]


lrn.region_rule(whole_axes(3))
lrn_grad.region_rule(whole_axes(3))


@lrn.gradient
def _lrn_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    (x,) = node.inputs
    attrs = {name: node.get_attr(name) for name in ("depth_radius", "bias", "alpha", "beta")}
    return [g.LRNGrad(input_grads=dy, input_image=x, output_image=node.outputs[0], **attrs)]


lrn_grad.gradient(lrn_grad_gradient)
