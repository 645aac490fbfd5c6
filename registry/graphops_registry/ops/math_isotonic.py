"""Fits that only go down."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

isotonic_regression = register_op(
    "IsotonicRegression",
    inputs=["input: T"],
    outputs=["output: output_dtype", "segments: int32"],
    attrs=["T: realnumbertype", "output_dtype: {half, bfloat16, float, double} = DT_FLOAT"],
    doc="""For each row the numbers that never increase and are closest to it by the sum of squares.

    input: `[..., n]`, or one number.
    segments: for each number which of the row's runs of equal numbers it is in, from 0 on.""",
)


@isotonic_regression.shape_rule
def _isotonic_regression_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("input")] * 2


@isotonic_regression.gradient
def _isotonic_regression_gradient(g: GradientOps, node: GradientNode, dy: Any, _: Any) -> list[Any]:
    """The mean of dy over each run."""
    x, segments = node.inputs[0], node.outputs[1]
    if not x.dtype.is_floating:
        return [None]
    if x.shape.rank == 0:
        return [g.Cast(x=dy, DstT=x.dtype)]
    flat = np.array([-1], np.int32)
    size = g.Size(input=segments)
    # A number of its own for each run: that of its row's first element, plus the run's within the row.
    last = g.StridedSlice(
        input=g.Shape(input=segments), begin=flat, end=np.zeros(1, np.int32), strides=flat[:1] * 0 + 1, end_mask=1
    )
    rows = g.Reshape(tensor=segments, shape=g.ConcatV2(values=[flat, last], axis=np.int32(0)))
    starts = g.Mul(
        x=g.Range(start=np.int32(0), limit=_first(g, g.Shape(input=rows)), delta=np.int32(1)), y=_first(g, last)
    )
    ids = g.Reshape(tensor=g.AddV2(x=rows, y=g.ExpandDims(input=starts, dim=np.int32(1))), shape=flat)
    values = g.Reshape(tensor=dy, shape=flat)
    sums = g.UnsortedSegmentSum(data=values, segment_ids=ids, num_segments=size)
    counts = g.UnsortedSegmentSum(data=g.OnesLike(x=values), segment_ids=ids, num_segments=size)
    means = g.GatherV2(params=g.DivNoNan(x=sums, y=counts), indices=ids, axis=np.int32(0))
    return [g.Cast(x=g.Reshape(tensor=means, shape=g.Shape(input=x)), DstT=x.dtype)]


def _first(g: GradientOps, vector: Any) -> Any:
    one = np.ones(1, np.int32)
    return g.StridedSlice(input=vector, begin=0 * one, end=one, strides=one, shrink_axis_mask=1)
