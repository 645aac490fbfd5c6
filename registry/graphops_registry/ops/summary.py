"""Summaries: numbers and histograms as serialised Summary messages, for the event files of TensorBoard."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_REAL = "{float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}"

# -- ScalarSummary -------------------------------------------------------------------------------------------------

scalar_summary = register_op(
    "ScalarSummary",
    inputs=["tags: string", "values: T"],
    outputs=["summary: string"],
    attrs=[f"T: {_REAL}"],
    doc="""A Summary message with one value for each element, as float32.

    tags: the names of the values.
    values: of the shape of tags.""",
)
scalar_summary.no_gradient()


@scalar_summary.shape_rule
def _scalar_summary_shape(c: ShapeContext) -> list[TensorShape]:
    c.merge("values", c.shape("tags"), "have the shape of tags")
    return [TensorShape([])]


# -- HistogramSummary ----------------------------------------------------------------------------------------------

histogram_summary = register_op(
    "HistogramSummary",
    inputs=["tag: string", "values: T"],
    outputs=["summary: string"],
    attrs=[f"T: {_REAL} = float"],
    doc="""A Summary message with a histogram of the elements, whose buckets grow by a tenth.

    tag: the name of the histogram, a scalar.
    values: of any shape; NaN and infinity are an error.""",
)
histogram_summary.no_gradient()


@histogram_summary.shape_rule
def _histogram_summary_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("tag", 0)
    return [TensorShape([])]


# -- MergeSummary --------------------------------------------------------------------------------------------------

merge_summary = register_op(
    "MergeSummary",
    inputs=["inputs: N * string"],
    outputs=["summary: string"],
    attrs=["N: int >= 1"],
    doc="""One Summary message with the values of all.

    inputs: serialised messages, each of any shape; two values of one name are an error.""",
)
merge_summary.no_gradient()


@merge_summary.shape_rule
def _merge_summary_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape([])]
