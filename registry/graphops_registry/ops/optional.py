"""Optional values: a variant that holds tensors or nothing. TensorFlow's gradients of conditionals keep them."""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

optional_none = register_op("OptionalNone", outputs=["optional: variant"], doc="An optional value that is nothing.")
optional_none.no_gradient()

optional_from_value = register_op(
    "OptionalFromValue",
    inputs=["components: Toutput_types"],
    outputs=["optional: variant"],
    attrs=["Toutput_types: list(type) >= 1"],
    doc="An optional value that is the tensors given.",
)


@optional_none.shape_rule
@optional_from_value.shape_rule
def _optional_shape(c: ShapeContext) -> list[TensorShape]:
    return [SCALAR_SHAPE]


@optional_from_value.gradient
def _optional_from_value_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    types = [tensor.dtype.base for tensor in node.inputs]
    shapes = [tensor.shape for tensor in node.inputs]
    return list(g.OptionalGetValue(optional=dy, output_types=types, output_shapes=shapes))


optional_get_value = register_op(
    "OptionalGetValue",
    inputs=["optional: variant"],
    outputs=["components: output_types"],
    attrs=["output_types: list(type) >= 1", "output_shapes: list(shape) >= 1"],
    doc="""The tensors that an optional value is; an error if it is nothing.

    output_types, output_shapes: what they must be.""",
)


@optional_get_value.shape_rule
def _optional_get_value_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("optional", 0)
    shapes: tuple[TensorShape, ...] = c.attr("output_shapes")
    count = len(c.attr("output_types"))
    if len(shapes) != count:
        c.fail("attr 'output_shapes'", f"have a shape for each of the {count} output_types", len(shapes))
    return list(shapes)


@optional_get_value.gradient
def _optional_get_value_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    given = [g.ZerosLike(x=y) if dy is None else dy for y, dy in zip(node.outputs, dys, strict=True)]
    return [g.OptionalFromValue(components=given)]


optional_has_value = register_op(
    "OptionalHasValue",
    inputs=["optional: variant"],
    outputs=["has_value: bool"],
    doc="Whether an optional value is something.",
)
optional_has_value.no_gradient()


@optional_has_value.shape_rule
def _optional_has_value_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.with_rank("optional", 0)]
