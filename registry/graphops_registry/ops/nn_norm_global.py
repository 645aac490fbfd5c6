"""Batch normalization by given statistics, as graphs before 2015 have it."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import scalar, scaled
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_NUMBERS = (
    "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, "
    "uint16, complex128, half, uint32, uint64}"
)
_ATTRS = [_NUMBERS, "variance_epsilon: float", "scale_after_normalization: bool"]
_DEPRECATED = (9, "Use tf.nn.batch_normalization()")
_ARGUMENTS = """
    t: `[batch, height, width, channels]`.
    m, v: `[channels]`, the mean and the variance of each channel.
    gamma: `[channels]`, factors.
    variance_epsilon: is added to v.
    scale_after_normalization: multiply with gamma."""

batch_norm = register_op(
    "BatchNormWithGlobalNormalization",
    inputs=["t: T", "m: T", "v: T", "beta: T", "gamma: T"],
    outputs=["result: T"],
    attrs=_ATTRS,
    deprecated=_DEPRECATED,
    doc=f"""Images less the mean of each channel, in units of its standard deviation: gamma (t - m) / sqrt(v) + beta.

    beta: `[channels]`, is added.{_ARGUMENTS}""",
)

batch_norm_grad = register_op(
    "BatchNormWithGlobalNormalizationGrad",
    inputs=["t: T", "m: T", "v: T", "gamma: T", "backprop: T"],
    outputs=["dx: T", "dm: T", "dv: T", "db: T", "dg: T"],
    attrs=_ATTRS,
    deprecated=_DEPRECATED,
    doc=f"""The gradients of BatchNormWithGlobalNormalization by t, m, v, beta and gamma.

    backprop: the gradient of its result.{_ARGUMENTS}""",
)
batch_norm_grad.no_gradient()


def _channels(c: ShapeContext, *arguments: str) -> tuple[TensorShape, Dim]:
    images = c.with_rank("t", 4)
    channels = images[3]
    for argument in arguments:
        rule = f"have one value for each of the {channels} channels"
        channels = c.merge_dim(argument, c.with_rank(argument, 1)[0], channels, rule)
    return TensorShape.of((*(images.dims or (None, None, None, None))[:3], channels)), channels


@batch_norm.shape_rule
def _batch_norm_shape(c: ShapeContext) -> list[TensorShape]:
    return [_channels(c, "m", "v", "beta", "gamma")[0]]


@batch_norm.gradient
def _batch_norm_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """What BatchNormWithGlobalNormalizationGrad gives, in ops that have gradients themselves."""
    t, m, v, _, gamma = node.inputs
    scaled_by_gamma, axes = node.get_attr("scale_after_normalization"), np.arange(3, dtype=np.int32)
    inverse = g.Rsqrt(x=g.AddV2(x=v, y=scalar(node.get_attr("variance_epsilon"), v)))
    factor = g.Mul(x=inverse, y=gamma) if scaled_by_gamma else inverse
    db = g.Sum(input=dy, reduction_indices=axes)
    products = g.Sum(input=g.Mul(x=dy, y=g.Sub(x=t, y=m)), reduction_indices=axes)
    dv = scaled(g, -0.5, g.Mul(x=g.Mul(x=products, y=factor), y=g.Square(x=inverse)))
    dg = g.Mul(x=products, y=inverse) if scaled_by_gamma else None
    return [g.Mul(x=dy, y=factor), g.Neg(x=g.Mul(x=db, y=factor)), dv, db, dg]


@batch_norm_grad.shape_rule
def _batch_norm_grad_shape(c: ShapeContext) -> list[TensorShape]:
    images, channels = _channels(c, "m", "v", "gamma")
    images = c.merge("backprop", images, f"have the shape of t, {c.shape('t')}")
    return [images, *[TensorShape.of((channels,))] * 4]
