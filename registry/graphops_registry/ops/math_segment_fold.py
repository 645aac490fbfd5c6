"""Minima, maxima and products of segments: one function applied along the rows that have the same segment id."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.ops.math_segment import SORTED_DOC, TINDICES, sorted_shape, unsorted_shape
from graphops_registry.rules.gradient_parts import conj, scalar

_UNSORTED = [TINDICES, "Tnumsegments: {int32, int64} = DT_INT32"]

_UNSORTED_DOC = """

    segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
    num_segments: how many entries the output has, a scalar; larger than every id.
    output: num_segments entries of the shape of data's remaining dimensions."""


# -- what the gradients share --------------------------------------------------------------------------------------


def _is_sorted(node: GradientNode) -> bool:
    return len(node.inputs) == 2


def _gathered(g: GradientOps, node: GradientNode, rows: Any) -> Any:
    """For each entry of data the row of its segment; of any segment if the entry is dropped."""
    ids = node.inputs[1]
    if not _is_sorted(node):
        ids = g.Maximum(x=ids, y=scalar(0, ids))
    return g.GatherV2(params=rows, indices=ids, axis=np.int32(0))


def _summed(g: GradientOps, node: GradientNode, entries: Any) -> Any:
    """The sums of entries over the segments."""
    if _is_sorted(node):
        return g.SegmentSum(data=entries, segment_ids=node.inputs[1])
    return g.UnsortedSegmentSum(data=entries, segment_ids=node.inputs[1], num_segments=node.inputs[2])


def _without_dropped(g: GradientOps, node: GradientNode, gradient: Any) -> Any:
    """``gradient`` of data with 0 for entries that were dropped."""
    if _is_sorted(node):
        return gradient
    data, ids, _ = node.inputs
    kept = g.GreaterEqual(x=ids, y=scalar(0, ids))
    extra = g.Sub(x=g.Rank(input=data), y=g.Rank(input=ids))
    ones = g.Fill(dims=g.Reshape(tensor=extra, shape=np.array([1], np.int32)), value=np.int32(1))
    kept = g.Reshape(tensor=kept, shape=g.ConcatV2(values=[g.Shape(input=ids), ones], axis=np.int32(0)))
    return g.SelectV2(condition=kept, t=gradient, e=scalar(0, gradient))


def _nothing(node: GradientNode) -> list[None]:
    return [None] * (len(node.inputs) - 1)


# -- SegmentMin, SegmentMax, UnsortedSegmentMin, UnsortedSegmentMax ------------------------------------------------

segment_min = register_op(
    "SegmentMin",
    inputs=["data: T", "segment_ids: Tindices"],
    outputs=["output: T"],
    attrs=["T: realnumbertype", TINDICES],
    doc=f"""Row i of the output holds the smallest elements of the rows of data whose segment id is i, 0 if there is
    none.{SORTED_DOC}""",
)

segment_max = register_op(
    "SegmentMax",
    inputs=["data: T", "segment_ids: Tindices"],
    outputs=["output: T"],
    attrs=["T: realnumbertype", TINDICES],
    doc=f"""Row i of the output holds the largest elements of the rows of data whose segment id is i, 0 if there is
    none.{SORTED_DOC}""",
)

unsorted_segment_min = register_op(
    "UnsortedSegmentMin",
    inputs=["data: T", "segment_ids: Tindices", "num_segments: Tnumsegments"],
    outputs=["output: T"],
    attrs=["T: realnumbertype", *_UNSORTED],
    doc=f"""Entry i of the output holds the smallest elements of the entries of data whose segment id is i, the largest
    finite number if there is none.{_UNSORTED_DOC}""",
)

unsorted_segment_max = register_op(
    "UnsortedSegmentMax",
    inputs=["data: T", "segment_ids: Tindices", "num_segments: Tnumsegments"],
    outputs=["output: T"],
    attrs=["T: realnumbertype", *_UNSORTED],
    doc=f"""Entry i of the output holds the largest elements of the entries of data whose segment id is i, the lowest
    finite number if there is none.{_UNSORTED_DOC}""",
)
for _op in (segment_min, segment_max):
    _op.shape_rule(sorted_shape)
for _op in (unsorted_segment_min, unsorted_segment_max):
    _op.shape_rule(unsorted_shape)


@segment_min.gradient
@segment_max.gradient
@unsorted_segment_min.gradient
@unsorted_segment_max.gradient
def _extreme_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """Shared equally by the elements that are the extreme."""
    data = node.inputs[0]
    chosen = g.Equal(x=data, y=_gathered(g, node, node.outputs[0]))
    count = _summed(g, node, g.Cast(x=chosen, DstT=dy.dtype))
    share = _gathered(g, node, g.DivNoNan(x=dy, y=count))
    return [_without_dropped(g, node, g.SelectV2(condition=chosen, t=share, e=scalar(0, dy))), *_nothing(node)]


# -- SegmentProd, UnsortedSegmentProd ------------------------------------------------------------------------------

segment_prod = register_op(
    "SegmentProd",
    inputs=["data: T", "segment_ids: Tindices"],
    outputs=["output: T"],
    attrs=["T: numbertype", TINDICES],
    doc=f"""Row i of the output is the product of the rows of data whose segment id is i, 1 if there is
    none.{SORTED_DOC}""",
)
segment_prod.shape_rule(sorted_shape)

unsorted_segment_prod = register_op(
    "UnsortedSegmentProd",
    inputs=["data: T", "segment_ids: Tindices", "num_segments: Tnumsegments"],
    outputs=["output: T"],
    attrs=["T: numbertype", *_UNSORTED],
    doc=f"""Entry i of the output is the product of the entries of data whose segment id is i, 1 if there is
    none.{_UNSORTED_DOC}""",
)
unsorted_segment_prod.shape_rule(unsorted_shape)


@segment_prod.gradient
@unsorted_segment_prod.gradient
def _prod_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """The product of the others: the output divided by the element, or, for the only zero of a segment, the product
    of what is not zero. The choice between these cases is not differentiated."""
    data, zero = node.inputs[0], scalar(0, node.inputs[0])
    is_zero = g.Equal(x=data, y=zero)
    zeros = _summed(g, node, g.Cast(x=is_zero, DstT="int32"))
    dy = g.SelectV2(condition=g.Greater(x=zeros, y=np.int32(1)), t=zero, e=dy)
    filled = g.SelectV2(condition=is_zero, t=scalar(1, data), e=data)
    ids = {"segment_ids": node.inputs[1]}
    if _is_sorted(node):
        others = g.SegmentProd(data=filled, **ids)
    else:
        others = g.UnsortedSegmentProd(data=filled, **ids, num_segments=node.inputs[2])
    slope = g.SelectV2(
        condition=is_zero,
        t=_gathered(g, node, others),
        e=g.RealDiv(x=_gathered(g, node, node.outputs[0]), y=filled),
    )
    gradient = g.Mul(x=_gathered(g, node, dy), y=conj(g, slope))
    return [_without_dropped(g, node, gradient), *_nothing(node)]
