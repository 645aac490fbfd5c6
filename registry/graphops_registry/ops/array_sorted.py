"""Searching in sorted rows, and the n-th smallest element of a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_REAL = "T: realnumbertype"


# -- LowerBound, UpperBound, NthElement ----------------------------------------------------------------------------

_BOUND_DOC = """

    sorted_inputs: `[rows, n]`, each row sorted.
    values: `[rows, m]`.
    output: `[rows, m]`, numbers in [0, n]."""

lower_bound = register_op(
    "LowerBound",
    inputs=["sorted_inputs: T", "values: T"],
    outputs=["output: out_type"],
    attrs=["T: type", "out_type: {int32, int64} = DT_INT32"],
    doc=f"For each value how many elements of its sorted row are smaller.{_BOUND_DOC}",
)

upper_bound = register_op(
    "UpperBound",
    inputs=["sorted_inputs: T", "values: T"],
    outputs=["output: out_type"],
    attrs=["T: type", "out_type: {int32, int64} = DT_INT32"],
    doc=f"For each value how many elements of its sorted row are not larger.{_BOUND_DOC}",
)
lower_bound.no_gradient()
upper_bound.no_gradient()


@lower_bound.shape_rule
@upper_bound.shape_rule
def _bound_shape(c: ShapeContext) -> list[TensorShape]:
    rows, values = c.with_rank("sorted_inputs", 2), c.with_rank("values", 2)
    size = c.merge_dim("values", values[0], rows[0], f"have the {rows[0]} rows of sorted_inputs")
    return [TensorShape.of((size, values[1]))]


nth_element = register_op(
    "NthElement",
    inputs=["input: T", "n: int32"],
    outputs=["values: T"],
    attrs=["reverse: bool = false", _REAL],
    doc="""The n-th smallest element of each row along the last axis.

    n: a scalar, 0 for the smallest.
    reverse: the n-th largest.""",
)


@nth_element.shape_rule
def _nth_element_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("input", 1)
    c.with_rank("n", 0)
    value = c.value("n")
    if value is not None and int(value) < 0:
        c.fail("n", "not be negative", int(value))
    if shape.dims is None:
        return [shape]
    size = shape.dims[-1]
    if value is not None and isinstance(size, int) and int(value) >= size:
        c.fail("n", f"be below {size}, the size of the last axis", int(value))
    return [shape[:-1]]


@nth_element.gradient
def _nth_element_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """Shared equally by the elements that are equal to the one that was found."""
    last = np.int32(-1)
    found = g.ExpandDims(input=node.outputs[0], dim=last)
    chosen = g.Cast(x=g.Equal(x=node.inputs[0], y=found), DstT=dy.dtype)
    count = g.Sum(input=chosen, reduction_indices=last, keep_dims=True)
    return [g.Mul(x=g.RealDiv(x=chosen, y=count), y=g.ExpandDims(input=dy, dim=last)), None]
