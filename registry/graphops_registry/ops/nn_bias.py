"""Adding a bias to channels."""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.norm_regions import biased, partly_summed_to_channels, summed_to_channels
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, linear_in

_FORMAT = "data_format: {'NHWC', 'NCHW'} = 'NHWC'"

# -- BiasAdd, BiasAddV1 --------------------------------------------------------------------------------------------

bias_add = register_op(
    "BiasAdd",
    inputs=["value: T", "bias: T"],
    outputs=["output: T"],
    attrs=["T: numbertype", _FORMAT],
    traits=[Trait.LINEAR_TIME],
    doc="""value plus a bias for each channel.

    value: `[batch, ..., channels]`, or `[batch, channels, ...]` as data_format says; rank 2 or more.
    bias: `[channels]`.""",
)

bias_add_v1 = register_op(
    "BiasAddV1",
    inputs=["value: T", "bias: T"],
    outputs=["output: T"],
    attrs=["T: numbertype"],
    doc="""value plus a bias for each channel: the older form of BiasAdd.

    value: `[batch, ..., channels]`, rank 2 or more.
    bias: `[channels]`.""",
)


@bias_add.shape_rule
@bias_add_v1.shape_rule
def _bias_add_shape(c: ShapeContext) -> list[TensorShape]:
    shape, bias = c.with_rank_at_least("value", 2), c.with_rank("bias", 1)
    if shape.dims is None:
        return [shape]
    axis = channel_axis(c.attrs, len(shape.dims))
    size = c.merge_dim("bias", bias[0], shape.dims[axis], f"have the {shape.dims[axis]} channels of value")
    return [TensorShape.of((*shape.dims[:axis], size, *shape.dims[axis + 1 :]))]


def channel_axis(attrs: Any, rank: int) -> int:
    """The axis of the channels."""
    return 1 if attrs.get("data_format") == "NCHW" else rank - 1


bias_add.region_rule(biased)
bias_add_v1.region_rule(biased)


@bias_add.gradient
@bias_add_v1.gradient
def _bias_add_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    data_format = node.get_attr("data_format") if node.has_attr("data_format") else "NHWC"
    return [dy, g.BiasAddGrad(out_backprop=dy, data_format=data_format)]


# -- BiasAddGrad ---------------------------------------------------------------------------------------------------

bias_add_grad = register_op(
    "BiasAddGrad",
    inputs=["out_backprop: T"],
    outputs=["output: T"],
    attrs=["T: numbertype", _FORMAT],
    traits=[linear_in("out_backprop")],
    doc="""Gradient of BiasAdd with respect to the bias: the sum over everything but the channels.

    out_backprop: gradient of the output, rank 2 or more.
    output: `[channels]`.""",
)


@bias_add_grad.shape_rule
def _bias_add_grad_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("out_backprop", 2)
    if shape.dims is None:
        return [TensorShape.unknown(1)]
    return [TensorShape.of((shape.dims[channel_axis(c.attrs, len(shape.dims))],))]


bias_add_grad.region_rule(summed_to_channels)
bias_add_grad.partial_sum_rule("out_backprop", partly_summed_to_channels)


@bias_add_grad.gradient
def _bias_add_grad_gradient(g: GradientOps, node: GradientNode, db: Any) -> list[Any]:
    zeros = g.ZerosLike(x=node.inputs[0])
    return [g.BiasAdd(value=zeros, bias=db, data_format=node.get_attr("data_format"))]
