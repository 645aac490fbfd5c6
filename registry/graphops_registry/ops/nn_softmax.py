"""Softmax, its logarithm, and the cross entropies built on it. The last axis is that of the classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.errors import InvalidArgumentError
from graphops_registry.gradient_parts import constant_of, sum_to_operand
from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape, broadcast_shapes
from graphops_registry.shape_context import ShapeContext

_FLOATING = "T: {half, bfloat16, float, double}"
_LAST = np.int32(-1)

# -- Softmax, LogSoftmax -------------------------------------------------------------------------------------------

softmax = register_op(
    "Softmax",
    inputs=["logits: T"],
    outputs=["softmax: T"],
    attrs=[_FLOATING],
    doc="exp(logits) over its sum along the last axis; safe for large logits.",
)

log_softmax = register_op(
    "LogSoftmax",
    inputs=["logits: T"],
    outputs=["logsoftmax: T"],
    attrs=[_FLOATING],
    doc="The logarithm of Softmax, accurate where that is small.",
)


@softmax.shape_rule
@log_softmax.shape_rule
def _softmax_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.with_rank_at_least("logits", 1)]


@softmax.gradient
def _softmax_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    return [_through_softmax(g, node.outputs[0], dy)]


def _through_softmax(g: Any, probabilities: Any, dy: Any) -> Any:
    """(dy - sum(dy * p)) * p."""
    total = g.Sum(input=g.Mul(x=dy, y=probabilities), reduction_indices=_LAST, keep_dims=True)
    return g.Mul(x=g.Sub(x=dy, y=total), y=probabilities)


@log_softmax.gradient
def _log_softmax_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    total = g.Sum(input=dy, reduction_indices=_LAST, keep_dims=True)
    return [g.Sub(x=dy, y=g.Mul(x=total, y=g.Exp(x=node.outputs[0])))]


# -- SoftmaxCrossEntropyWithLogits ---------------------------------------------------------------------------------

softmax_cross_entropy = register_op(
    "SoftmaxCrossEntropyWithLogits",
    inputs=["features: T", "labels: T"],
    outputs=["loss: T", "backprop: T"],
    attrs=[_FLOATING],
    doc="""Cross entropy of the softmax of features with the distribution labels.

    features, labels: `[batch, classes]`; they broadcast. Each row of labels should sum to 1.
    loss: `[batch]`.
    backprop: softmax(features) - labels, the gradient of loss with respect to features.""",
)


@softmax_cross_entropy.shape_rule
def _softmax_cross_entropy_shape(c: ShapeContext) -> list[TensorShape]:
    features, labels = c.with_rank("features", 2), c.with_rank("labels", 2)
    try:
        both = broadcast_shapes(features, labels)
    except InvalidArgumentError:
        c.fail("labels", f"have a shape that broadcasts with that of features, {features}", labels)
    return [both[:1], both]


@softmax_cross_entropy.gradient
def _softmax_cross_entropy_gradient(g: Any, node: Any, d_loss: Any, d_backprop: Any) -> list[Any]:
    """The gradient of backprop = softmax - labels flows, too, which makes second derivatives right."""
    features, labels = node.inputs
    backprop = node.outputs[1]
    each = g.ExpandDims(input=d_loss, dim=_LAST)
    d_features = g.Mul(x=each, y=backprop)
    d_labels = g.Mul(x=each, y=g.Neg(x=g.LogSoftmax(logits=features)))
    if not _is_zero(d_backprop):
        d_features = g.AddV2(x=d_features, y=_through_softmax(g, g.Softmax(logits=features), d_backprop))
        d_labels = g.Sub(x=d_labels, y=d_backprop)
    return [sum_to_operand(g, features, backprop, d_features), sum_to_operand(g, labels, backprop, d_labels)]


def _is_zero(x: Any) -> bool:
    """Whether a tensor is made of zeros: the gradient of an output that nobody used."""
    if x.node.type == "ZerosLike":
        return True
    value = constant_of(x.node.inputs[1]) if x.node.type == "Fill" else None
    return value is not None and not value.any()


# -- SparseSoftmaxCrossEntropyWithLogits ---------------------------------------------------------------------------

sparse_softmax_cross_entropy = register_op(
    "SparseSoftmaxCrossEntropyWithLogits",
    inputs=["features: T", "labels: Tlabels"],
    outputs=["loss: T", "backprop: T"],
    attrs=[_FLOATING, "Tlabels: {int32, int64} = DT_INT64"],
    doc="""Cross entropy of the softmax of features with one class for each row.

    features: `[batch, classes]`.
    labels: `[batch]`, each in [0, classes).
    loss: `[batch]`.
    backprop: the gradient of loss with respect to features.""",
)


@sparse_softmax_cross_entropy.shape_rule
def _sparse_softmax_cross_entropy_shape(c: ShapeContext) -> list[TensorShape]:
    features, labels = c.with_rank("features", 2), c.with_rank("labels", 1)
    rule = f"have a class for each of the {features[0]} rows of features"
    batch = c.merge_dim("labels", labels[0], features[0], rule)
    if features[1] == 0 and batch != 0:
        c.fail("features", "have at least 1 class", features)
    return [TensorShape([batch]), TensorShape([batch, features[1]])]


@sparse_softmax_cross_entropy.gradient
def _sparse_softmax_cross_entropy_gradient(g: Any, node: Any, d_loss: Any, d_backprop: Any) -> list[Any]:
    d_features = g.Mul(x=g.ExpandDims(input=d_loss, dim=_LAST), y=node.outputs[1])
    if not _is_zero(d_backprop):
        probabilities = g.Softmax(logits=node.inputs[0])
        d_features = g.AddV2(x=d_features, y=_through_softmax(g, probabilities, d_backprop))
    return [d_features, None]
