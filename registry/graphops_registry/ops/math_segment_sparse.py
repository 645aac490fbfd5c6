"""Sums over segments of rows that are picked by index, and of numbers: sparse segments, counts, histograms."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import Op, register_op
from graphops_registry.ops.math_segment import segments
from graphops_registry.rules.region_parts import elementwise
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_FLOATING = "T: {bfloat16, half, float, double}"
_TIDX, _IDS = "Tidx: {int32, int64} = DT_INT32", "Tsegmentids: {int32, int64} = DT_INT32"
_NUMBER, _SPARSE = "Tnumsegments: {int32, int64} = DT_INT32", "sparse_gradient: bool = false"
_DOC = """

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense."""
_WHAT = {
    "Sum": "the sum of rows of data that indices picks, 0 if there is none",
    "Mean": "the mean of rows of data that indices picks, 0 if there is none",
    "SqrtN": "the sum of rows of data that indices picks, divided by the square root of their number; 0 if there is "
    "none",
}


def _shape(c: ShapeContext) -> list[TensorShape]:
    data, rows = c.with_rank_at_least("data", 1), _rows(c)
    if "num_segments" in c.op_def.input_by_name:
        rows = segments(c, "num_segments")
    return [TensorShape(None) if data.dims is None else TensorShape.of((rows, *data.dims[1:]))]


def _rows(c: ShapeContext) -> Dim:
    """Checks that indices and segment_ids fit; 0 if there are none."""
    indices, ids = c.with_rank("indices", 1), c.with_rank("segment_ids", 1)
    c.merge_dim("segment_ids", ids[0], indices[0], f"have one id for each of the {indices[0]} indices")
    return 0 if 0 in (ids[0], indices[0]) else None


def _gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    data, indices, ids = node.inputs[:3]
    kind = node.type.removeprefix("SparseSegment").removesuffix("WithNumSegments")
    shape = g.Shape(input=data)
    one = np.ones(1, np.int32)
    rows = g.StridedSlice(input=shape, begin=0 * one, end=one, strides=one, shrink_axis_mask=1)
    grad = getattr(g, f"SparseSegment{kind}Grad")(grad=dy, indices=indices, segment_ids=ids, output_dim0=rows)
    return [grad, *[None] * (len(node.inputs) - 1)]


def _register(kind: str, with_number: bool) -> Op:
    name = f"SparseSegment{kind}{'WithNumSegments' if with_number else ''}"
    count = "\n    num_segments: how many rows the output has, a scalar; larger than every id." if with_number else ""
    op = register_op(
        name,
        inputs=["data: T", "indices: Tidx", "segment_ids: Tsegmentids", *["num_segments: Tnumsegments"] * with_number],
        outputs=["output: T"],
        attrs=[
            "T: realnumbertype" if kind == "Sum" else _FLOATING,
            _TIDX,
            *[_NUMBER] * with_number,
            _IDS,
            _SPARSE,
        ],
        doc=f"Row i of the output is {_WHAT[kind]}.{_DOC}{count}",
    )
    op.shape_rule(_shape)
    op.gradient(_gradient)
    return op


def _register_grad(kind: str) -> Op:
    op = register_op(
        f"SparseSegment{kind}Grad",
        inputs=["grad: T", "indices: Tidx", "segment_ids: Tsegmentids", "output_dim0: int32"],
        outputs=["output: T"],
        attrs=[_FLOATING, _TIDX, _IDS],
        doc=f"""The gradient of SparseSegment{kind}.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    output_dim0: how many rows its data has, a scalar.""",
    )
    op.shape_rule(_grad_shape)
    op.gradient(_grad_gradient)
    return op


def _register_grad_v2(kind: str) -> None:
    op = register_op(
        f"SparseSegment{kind}GradV2",
        inputs=["grad: T", "indices: Tidx", "segment_ids: Tsegmentids", "dense_output_dim0: int32"],
        outputs=["output: T", "sorted_unique_indices: Tidx"],
        attrs=[_FLOATING, _TIDX, _IDS],
        doc=f"""The gradient of SparseSegment{kind} by those rows of its data that it picks.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    dense_output_dim0: how many rows its data has, a scalar.
    output: a row for each of the rows that are picked.
    sorted_unique_indices: their numbers.""",
    )
    op.shape_rule(_grad_v2_shape)
    op.no_gradient()


def _grad_v2_shape(c: ShapeContext) -> list[TensorShape]:
    grad, rows = c.with_rank_at_least("grad", 1), _rows(c)
    segments(c, "dense_output_dim0")
    return [
        TensorShape(None) if grad.dims is None else TensorShape.of((rows, *grad.dims[1:])),
        TensorShape.of((rows,)),
    ]


def _grad_shape(c: ShapeContext) -> list[TensorShape]:
    grad, rows = c.with_rank_at_least("grad", 1), segments(c, "output_dim0")
    _rows(c)
    return [TensorShape(None) if grad.dims is None else TensorShape.of((rows, *grad.dims[1:]))]


def _grad_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """It is linear: the way back is the way that its own forward op goes. That one needs sorted ids."""
    grad, indices, ids, _ = node.inputs
    one = np.ones(1, np.int32)
    rows = g.StridedSlice(input=g.Shape(input=grad), begin=0 * one, end=one, strides=one, shrink_axis_mask=1)
    forward = getattr(g, f"{node.type.removesuffix('Grad')}WithNumSegments")
    return [forward(data=dy, indices=indices, segment_ids=ids, num_segments=rows), None, None, None]


for _kind in _WHAT:
    _register(_kind, False)
    _register(_kind, True)
    _register_grad(_kind)
    _register_grad_v2(_kind)


# -- Bincount, DenseBincount ---------------------------------------------------------------------------------------

bincount = register_op(
    "Bincount",
    inputs=["arr: int32", "size: int32", "weights: T"],
    outputs=["bins: T"],
    attrs=["T: {int32, int64, float, double}"],
    doc="""For each number below size how often it is in an array, or the sum of the weights of its places there.

    arr: of any shape, not negative; what is not below size is passed over.
    size: a scalar.
    weights: of the shape of arr, or empty for counting.
    bins: a vector of length size.""",
)
bincount.no_gradient()


def _require_weights(c: ShapeContext, argument: str) -> None:
    shape, weights = c.shape(argument), c.shape("weights")
    if weights.num_elements and not weights.is_compatible_with(shape):  # what is not known may be empty
        c.fail("weights", f"be empty or have the shape of {argument}, {shape}", weights)


@bincount.shape_rule
def _bincount_shape(c: ShapeContext) -> list[TensorShape]:
    _require_weights(c, "arr")
    return [TensorShape.of((segments(c, "size"),))]


dense_bincount = register_op(
    "DenseBincount",
    inputs=["input: Tidx", "size: Tidx", "weights: T"],
    outputs=["output: T"],
    attrs=["Tidx: {int32, int64}", "T: {int32, int64, float, double}", "binary_output: bool = false"],
    doc="""Bincount of a vector, or of each row of a matrix.

    input: of rank 2 at most, not negative; what is not below size is passed over.
    size: a scalar.
    weights: of the shape of the input, or empty for counting.
    binary_output: 1 for each number that occurs, regardless of its count and weight.
    output: `[size]` or `[rows, size]`.""",
)
dense_bincount.no_gradient()


@dense_bincount.shape_rule
def _dense_bincount_shape(c: ShapeContext) -> list[TensorShape]:
    shape, size = c.shape("input"), segments(c, "size")
    _require_weights(c, "input")
    if shape.dims is None:
        return [shape]
    if len(shape.dims) > 2:
        c.fail("input", "have rank 2 or less", f"rank {shape.rank} {shape}")
    return [TensorShape.of((*shape.dims[:-1], size) if len(shape.dims) == 2 else (size,))]


# -- Bucketize, HistogramFixedWidth --------------------------------------------------------------------------------

bucketize = register_op(
    "Bucketize",
    inputs=["input: T"],
    outputs=["output: int32"],
    attrs=["T: {int32, int64, float, double}", "boundaries: list(float)"],
    doc="""For each element how many of the boundaries are not above it.

    boundaries: sorted.""",
)
bucketize.no_gradient()
bucketize.region_rule(elementwise)


@bucketize.shape_rule
def _bucketize_shape(c: ShapeContext) -> list[TensorShape]:
    boundaries = c.attr("boundaries")
    if any(not low <= high for low, high in pairwise(boundaries)):
        c.fail("attr 'boundaries'", "be sorted", list(boundaries))
    return [c.shape("input")]


histogram_fixed_width = register_op(
    "HistogramFixedWidth",
    inputs=["values: T", "value_range: T", "nbins: int32"],
    outputs=["out: dtype"],
    attrs=["T: {int32, int64, float, double}", "dtype: {int32, int64} = DT_INT32"],
    doc="""How many elements fall into each of nbins intervals of one width; what lies outside goes into the first or
    the last.

    values: of any shape.
    value_range: the start of the first interval and the end of the last.
    nbins: a scalar.""",
)
histogram_fixed_width.no_gradient()


@histogram_fixed_width.shape_rule
def _histogram_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank("value_range", 1)
    c.merge_dim("value_range", shape[0], 2, "have 2 values")
    ends, bins = c.value("value_range"), segments(c, "nbins")
    if ends is not None and not (ends[0] < ends[1] and np.isfinite(ends).all()):
        c.fail("value_range", "be two finite numbers, the smaller one first", list(ends))
    if bins == 0:
        c.fail("nbins", "be positive", bins)
    return [TensorShape.of((bins,))]
