"""The sizes and the cost of a product of two matrices."""

from __future__ import annotations

from graphops_registry.cost import Cost
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext


def swapped(shape: TensorShape, swap: bool) -> tuple[Dim, Dim]:
    """The last two dimensions, in the order in which the product sees them."""
    first, second = shape[-2], shape[-1]
    return (second, first) if swap else (first, second)


def product_cost(c: ShapeContext) -> Cost:
    """That of the product of ``a`` and ``b``, each perhaps transposed. Sizes must be known."""
    rows, inner = swapped(c.shape("a"), c.attr("transpose_a"))
    _, cols = swapped(c.shape("b"), c.attr("transpose_b"))
    m, k, n = TensorShape.of((rows, inner, cols)).as_tuple()
    return Cost(flops=2 * m * n * k, bytes=(m * k + k * n + m * n) * c.attr("T").size)
