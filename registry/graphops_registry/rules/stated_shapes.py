"""Shapes of outputs that the attr ``output_shapes`` states."""

from __future__ import annotations

from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext


def stated_shapes(c: ShapeContext, types: str, called: str) -> list[TensorShape]:
    """The shapes that the attr states, one for each output.

    Args:
        types: the attr with the outputs' dtypes.
        called: what errors call the outputs.

    Raises:
        InvalidArgumentError: as many shapes as outputs are needed, but others are given.
    """
    shapes: tuple[TensorShape, ...] = c.attr("output_shapes")
    count = len(c.attr(types))
    if len(shapes) != count:
        c.fail("attr 'output_shapes'", f"have a shape for each of the {count} {called}", len(shapes))
    return list(shapes)
