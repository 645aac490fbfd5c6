"""Softmax, its logarithm, the cross entropies built on it, and the best classes.

The last axis is that of the classes.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_registry.dtypes import int16, int64
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.conv_geometry import INT32_MAX
from graphops_registry.rules.gradient_parts import constant_of, shape_of, sum_to_operand
from graphops_registry.rules.norm_regions import of_rows
from graphops_registry.rules.region_parts import stacked, whole_axes
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


softmax.region_rule(whole_axes(-1))
log_softmax.region_rule(whole_axes(-1))


@softmax.gradient
def _softmax_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [_through_softmax(g, node.outputs[0], dy)]


def _through_softmax(g: GradientOps, probabilities: Any, dy: Any) -> Any:
    """(dy - sum(dy * p)) * p."""
    total = g.Sum(input=g.Mul(x=dy, y=probabilities), reduction_indices=_LAST, keep_dims=True)
    return g.Mul(x=g.Sub(x=dy, y=total), y=probabilities)


@log_softmax.gradient
def _log_softmax_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
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


softmax_cross_entropy.region_rule(of_rows)


@softmax_cross_entropy.gradient
def _softmax_cross_entropy_gradient(g: GradientOps, node: GradientNode, d_loss: Any, d_backprop: Any) -> list[Any]:
    """The gradient of backprop = softmax - labels flows, too, which makes second derivatives right."""
    features, labels = node.inputs
    backprop = node.outputs[1]
    each = g.ExpandDims(input=d_loss, dim=_LAST)
    logits = features  # with all classes
    if not isinstance(features.shape[1], int) or features.shape[1] == 1:
        logits = g.BroadcastTo(input=features, shape=shape_of(g, backprop))
    d_features = g.Mul(x=each, y=backprop)
    d_labels = g.Mul(x=each, y=g.Neg(x=g.LogSoftmax(logits=logits)))
    if not _is_zero(d_backprop):
        d_features = g.AddV2(x=d_features, y=_through_softmax(g, g.Softmax(logits=logits), d_backprop))
        d_labels = g.Sub(x=d_labels, y=d_backprop)
    return [sum_to_operand(g, features, backprop, d_features), sum_to_operand(g, labels, backprop, d_labels)]


def _is_zero(x: Any) -> bool:
    """Whether a tensor is made of zeros: the gradient of an unused output."""
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


sparse_softmax_cross_entropy.region_rule(of_rows)


@sparse_softmax_cross_entropy.gradient
def _sparse_softmax_cross_entropy_gradient(
    g: GradientOps, node: GradientNode, d_loss: Any, d_backprop: Any
) -> list[Any]:
    d_features = g.Mul(x=g.ExpandDims(input=d_loss, dim=_LAST), y=node.outputs[1])
    if not _is_zero(d_backprop):
        probabilities = g.Softmax(logits=node.inputs[0])
        d_features = g.AddV2(x=d_features, y=_through_softmax(g, probabilities, d_backprop))
    return [d_features, None]


# -- TopKV2 --------------------------------------------------------------------------------------------------------

_INT16_MAX: Final = 2**15 - 1

top_k_v2 = register_op(
    "TopKV2",
    inputs=["input: T", "k: Tk"],
    outputs=["values: T", "indices: index_type"],
    attrs=["sorted: bool = true", "T: realnumbertype", "Tk: {int16, int32, int64} = DT_INT32",
           "index_type: {int16, int32, int64} = DT_INT32"],
    doc="""The k largest elements along the last axis.

    input: `[..., n]`, rank 1 or more.
    k: how many, at most n.
    sorted: whether they must come in order; they do in any case, the largest first.
    values: `[..., k]`; of equal elements the first come first, what is not a number comes last.
    indices: the positions of the values along the last axis.""",
)  # fmt: skip


@top_k_v2.shape_rule
def _top_k_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("input", 1)
    c.with_rank("k", 0)
    value = c.value("k")
    k = None if value is None else int(value)
    if k is not None and k < 0:
        c.fail("k", "be 0 or more", k)
    if shape.dims is None:
        return [shape, shape]
    size = shape.dims[-1]
    if isinstance(size, int):
        if k is not None and k > size:
            c.fail("k", f"be at most {size}, the size of the last axis of input", k)
        dtype = c.attr("index_type")
        limit = _INT16_MAX if dtype is int16 else INT32_MAX
        if size > limit and dtype is not int64:
            c.fail("input", f"have at most {limit} elements along its last axis for the dtype of indices", shape)
    result = TensorShape.of((*shape.dims[:-1], k))
    return [result, result]


top_k_v2.region_rule(stacked(1))


@top_k_v2.gradient
def _top_k_gradient(g: GradientOps, node: GradientNode, d_values: Any, d_indices: Any) -> list[Any]:
    """Each element of d_values goes back to where its value was found.

    Rows are scattered as one long vector, so that the places may need int64 where the indices did not.
    """
    x, indices = node.inputs[0], node.outputs[1]
    one, minus_one = np.int32(1), np.array([-1], np.int64)
    sizes = g.Shape(input=x, out_type="int64")
    whole = g.Prod(input=sizes, reduction_indices=np.int32(0), keep_dims=True)  # [elements]
    columns = g.StridedSlice(
        input=sizes, begin=np.array([-1], np.int32), end=np.array([0], np.int32), strides=np.array([1], np.int32),
        end_mask=1, shrink_axis_mask=1,
    )  # fmt: skip
    # The first place of each row, in the shape of the rows with an axis of size 1: [..., 1].
    heads = g.StridedSlice(
        input=sizes, begin=np.array([0], np.int32), end=np.array([-1], np.int32), strides=np.array([1], np.int32)
    )
    rows = g.Prod(input=heads, reduction_indices=np.int32(0))
    starts = g.Mul(x=g.Range(start=np.int64(0), limit=rows, delta=np.int64(1)), y=columns)
    starts = g.Reshape(tensor=starts, shape=g.ConcatV2(values=[heads, np.array([1], np.int64)], axis=np.int32(0)))
    places = g.AddV2(x=g.Cast(x=indices, DstT="int64"), y=starts)
    flat = g.ExpandDims(input=g.Reshape(tensor=places, shape=minus_one), dim=one)  # [picked, 1]
    updates = g.Reshape(tensor=d_values, shape=minus_one)
    back = g.Reshape(tensor=g.ScatterNd(indices=flat, updates=updates, shape=whole), shape=shape_of(g, x))
    return [back, None]


# -- InTopK, InTopKV2 ----------------------------------------------------------------------------------------------

_IN_TOP_DOC = """

    predictions: `[batch, classes]`.
    targets: `[batch]`, a class for each row; one out of range is not among the best.
    k: how many are the best; all that are as large as the k-th are among them.
    precision: `[batch]`; false for a row with a prediction that is not finite."""

in_top_k = register_op(
    "InTopK",
    inputs=["predictions: float", "targets: T"],
    outputs=["precision: bool"],
    attrs=["k: int", "T: {int32, int64} = DT_INT32"],
    doc=f"Whether the targets are among the k best predictions: the older form of InTopKV2.{_IN_TOP_DOC}",
)
in_top_k.no_gradient()

in_top_k_v2 = register_op(
    "InTopKV2",
    inputs=["predictions: float", "targets: T", "k: T"],
    outputs=["precision: bool"],
    attrs=["T: {int32, int64} = DT_INT32"],
    doc=f"Whether the targets are among the k best predictions.{_IN_TOP_DOC}",
)
in_top_k_v2.no_gradient()


@in_top_k.shape_rule
@in_top_k_v2.shape_rule
def _in_top_k_shape(c: ShapeContext) -> list[TensorShape]:
    predictions, targets = c.with_rank("predictions", 2), c.with_rank("targets", 1)
    if "k" not in c.attrs:
        c.with_rank("k", 0)
    rule = f"have a class for each of the {predictions[0]} rows of predictions"
    return [TensorShape([c.merge_dim("targets", targets[0], predictions[0], rule)])]
