"""Sums and means of segments, which are rows with the same id. The sums are also the gradients of gathers."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import scalar
from graphops_registry.shape import Dim, TensorShape, as_dim
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import linear_in

TINDICES = "Tindices: {int32, int64}"
SORTED_DOC = """

    segment_ids: a vector with one id for each row of data, sorted and not negative.
    output: as many rows as the last id plus 1."""


def sorted_shape(c: ShapeContext) -> list[TensorShape]:
    data, ids = c.with_rank_at_least("data", 1), c.with_rank("segment_ids", 1)
    if data.dims is None:
        return [TensorShape(None)]
    c.merge_dim("segment_ids", ids[0], data[0], f"have one id for each of the {data[0]} rows of data")
    # The number of segments is known only when the ids are.
    rows: Dim = 0 if 0 in (ids[0], data[0]) else None
    return [TensorShape.of((rows, *data.dims[1:]))]


def segments(c: ShapeContext, argument: str) -> Dim:
    """The value of a scalar that says how many rows the output has, if it is known now."""
    c.with_rank(argument, 0)
    value = c.value(argument)
    if value is None:
        return None
    if int(value) < 0:
        c.fail(argument, "not be negative", int(value))
    return as_dim(int(value))


def unsorted_shape(c: ShapeContext) -> list[TensorShape]:
    data, ids = c.shape("data"), c.shape("segment_ids")
    rows = segments(c, "num_segments")
    if data.dims is None or ids.dims is None:
        return [TensorShape(None)]
    start = data[: len(ids.dims)]
    if len(ids.dims) > len(data.dims) or not start.is_compatible_with(ids):
        c.fail("segment_ids", f"have the first dimensions of data, whose shape is {data}", f"shape {ids}")
    return [TensorShape.of((rows, *data.dims[len(ids.dims) :]))]


# -- SegmentSum ----------------------------------------------------------------------------------------------------

segment_sum = register_op(
    "SegmentSum",
    inputs=["data: T", "segment_ids: Tindices"],
    outputs=["output: T"],
    attrs=["T: numbertype", TINDICES],
    traits=[linear_in("data")],
    doc=f"Row i of the output is the sum of the rows of data whose segment id is i, 0 if there is none.{SORTED_DOC}",
)
segment_sum.shape_rule(sorted_shape)


@segment_sum.gradient
def _segment_sum_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.GatherV2(params=dy, indices=node.inputs[1], axis=np.int32(0)), None]


# -- UnsortedSegmentSum --------------------------------------------------------------------------------------------

unsorted_segment_sum = register_op(
    "UnsortedSegmentSum",
    inputs=["data: T", "segment_ids: Tindices", "num_segments: Tnumsegments"],
    outputs=["output: T"],
    attrs=[
        "T: numbertype",
        "Tindices: {int16, int32, int64}",
        "Tnumsegments: {int32, int64} = DT_INT32",
    ],
    traits=[linear_in("data")],
    doc="""Entry i of the output is the sum of the entries of data whose segment id is i, 0 if there is none.

    segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
    num_segments: how many entries the output has, a scalar; larger than every id.
    output: num_segments entries of the shape of data's remaining dimensions.""",
)
unsorted_segment_sum.shape_rule(unsorted_shape)


@unsorted_segment_sum.gradient
def _unsorted_segment_sum_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    data, ids, count = node.inputs
    if dy.shape.rank is not None:  # a row of zeros behind dy for what was dropped; dy may have no rows at all
        paddings = np.zeros((dy.shape.rank, 2), np.int32)
        paddings[0, 1] = 1
        dropped = g.Cast(x=count, DstT=ids.dtype)
        places = g.SelectV2(condition=g.Less(x=ids, y=scalar(0, ids)), t=dropped, e=ids)
        return [g.GatherV2(params=g.Pad(input=dy, paddings=paddings), indices=places, axis=np.int32(0)), None, None]
    gathered = g.GatherV2(params=dy, indices=g.Maximum(x=ids, y=scalar(0, ids)), axis=np.int32(0))
    kept = g.GreaterEqual(x=ids, y=scalar(0, ids))  # a dropped entry changed nothing
    if data.shape.rank is not None and ids.shape.rank is not None:
        for _ in range(data.shape.rank - ids.shape.rank):
            kept = g.ExpandDims(input=kept, dim=np.int32(-1))
    else:
        extra = g.Sub(x=g.Rank(input=data), y=g.Rank(input=ids))
        ones = g.Fill(dims=g.Reshape(tensor=extra, shape=np.array([1], np.int32)), value=np.int32(1))
        shape = g.ConcatV2(values=[g.Shape(input=ids), ones], axis=np.int32(0))
        kept = g.Reshape(tensor=kept, shape=shape)
    return [g.SelectV2(condition=kept, t=gathered, e=scalar(0, dy)), None, None]


# -- SegmentMean ---------------------------------------------------------------------------------------------------

segment_mean = register_op(
    "SegmentMean",
    inputs=["data: T", "segment_ids: Tindices"],
    outputs=["output: T"],
    attrs=["T: numbertype", TINDICES],
    traits=[linear_in("data")],
    doc=f"""Row i of the output is the mean of the rows of data whose segment id is i, 0 if there is none. Integers
    round toward 0.{SORTED_DOC}""",
)
segment_mean.shape_rule(sorted_shape)


@segment_mean.gradient
def _segment_mean_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    data, ids = node.inputs
    axis = np.int32(0)
    counts = g.GatherV2(params=g.SegmentSum(data=g.OnesLike(x=data), segment_ids=ids), indices=ids, axis=axis)
    return [g.RealDiv(x=g.GatherV2(params=dy, indices=ids, axis=axis), y=counts), None]
