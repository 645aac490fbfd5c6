"""Arrays: constants, placeholders, identities, shapes, and everything that moves elements without computing."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

# -- Const ---------------------------------------------------------------------------------------------------------

const = register_op(
    "Const",
    outputs=["output: dtype"],
    attrs=["value: tensor", "dtype: type"],
    doc="A tensor whose value is part of the graph.",
)
const.no_gradient()


@const.shape_rule
def _const_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape(c.attr("value").shape)]


# -- Placeholder ---------------------------------------------------------------------------------------------------

placeholder = register_op(
    "Placeholder",
    outputs=["output: dtype"],
    attrs=["dtype: type", "shape: shape = { unknown_rank: true }"],
    doc="A tensor that must be fed.",
)
placeholder.no_gradient()


@placeholder.shape_rule
def _placeholder_shape(c: ShapeContext) -> list[TensorShape]:
    shape: TensorShape = c.attr("shape")
    return [shape]


# -- Identity, NoOp ------------------------------------------------------------------------------------------------

identity = register_op(
    "Identity", inputs=["input: T"], outputs=["output: T"], attrs=["T: type"], doc="The input, unchanged."
)


@identity.shape_rule
def _identity_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("input")]


@identity.gradient
def _identity_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    return [dy]


no_op = register_op("NoOp", doc="Computes nothing; a place to attach control dependencies to.")
no_op.no_gradient()


@no_op.shape_rule
def _no_op_shape(c: ShapeContext) -> list[TensorShape]:
    return []


# -- Shape, ShapeN -------------------------------------------------------------------------------------------------

shape = register_op(
    "Shape",
    inputs=["input: T"],
    outputs=["output: out_type"],
    attrs=["T: type", "out_type: {int32, int64} = DT_INT32"],
    doc="The shape of the input as a vector.",
)
shape.no_gradient()


@shape.shape_rule
def _shape_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape([c.shape("input").rank])]


shape_n = register_op(
    "ShapeN",
    inputs=["input: N * T"],
    outputs=["output: N * out_type"],
    attrs=["N: int >= 1", "T: type", "out_type: {int32, int64} = DT_INT32"],
    doc="The shapes of the inputs, each as a vector.",
)
shape_n.no_gradient()


@shape_n.shape_rule
def _shape_n_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape([shape.rank]) for shape in c.shapes("input")]


# -- ZerosLike -----------------------------------------------------------------------------------------------------

zeros_like = register_op(
    "ZerosLike", inputs=["x: T"], outputs=["y: T"], attrs=["T: type"], doc="Zeros of the input's shape and dtype."
)
zeros_like.no_gradient()


@zeros_like.shape_rule
def _zeros_like_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("x")]


# -- Fill ----------------------------------------------------------------------------------------------------------

fill = register_op(
    "Fill",
    inputs=["dims: index_type", "value: T"],
    outputs=["output: T"],
    attrs=["T: type", "index_type: {int32, int64} = DT_INT32"],
    doc="""A tensor of one repeated value.

    dims: the shape of the output.
    value: a scalar.""",
)


@fill.shape_rule
def _fill_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("value", 0)
    return [c.shape_from_tensor("dims")]


@fill.gradient
def _fill_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    axes = g.Range(start=np.int32(0), limit=g.Rank(input=dy), delta=np.int32(1))
    return [None, g.Sum(input=dy, reduction_indices=axes)]
