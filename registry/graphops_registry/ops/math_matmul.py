"""Matrix products: of two matrices, and of stacks of them."""

from __future__ import annotations

from math import prod
from typing import Any

from graphops_registry.cost import Cost
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import broadcast_gradients, conj
from graphops_registry.rules.matmul_cost import product_cost, swapped
from graphops_registry.rules.matmul_regions import partial_product, product_part
from graphops_registry.shape import Dim, TensorShape, broadcast_shapes
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, linear_in

_REAL = "bfloat16, half, float, double"
_COMPLEX = "complex64, complex128"

# -- MatMul --------------------------------------------------------------------------------------------------------

mat_mul = register_op(
    "MatMul",
    inputs=["a: T", "b: T"],
    outputs=["product: T"],
    attrs=[
        "transpose_a: bool = false",
        "transpose_b: bool = false",
        f"T: {{{_REAL}, int32, int64, uint8, uint16, uint32, uint64, {_COMPLEX}}}",
        "grad_a: bool = false",
        "grad_b: bool = false",
    ],
    traits=[Trait.CANNOT_FAIL, linear_in("a", "b")],
    doc="""The product of two matrices.

    a: `[rows, inner]`, or `[inner, rows]` with transpose_a.
    b: `[inner, cols]`, or `[cols, inner]` with transpose_b.
    grad_a: says that the product is a gradient of the a of another one; changes nothing.
    grad_b: likewise of b.
    product: `[rows, cols]`.""",
)


@mat_mul.shape_rule
def _mat_mul_shape(c: ShapeContext) -> list[TensorShape]:
    a, b = c.with_rank("a", 2), c.with_rank("b", 2)
    rows, inner_a = swapped(a, c.attr("transpose_a"))
    inner_b, cols = swapped(b, c.attr("transpose_b"))
    _check_inner(c, "a", inner_a, "b", inner_b)
    return [TensorShape.of((rows, cols))]


mat_mul.region_rule(product_part)
mat_mul.partial_sum_rule("a", partial_product)


def _check_inner(c: ShapeContext, first: str, first_inner: Dim, second: str, second_inner: Dim) -> None:
    """The inner dimensions of the two operands must be equal."""
    if isinstance(first_inner, int) and isinstance(second_inner, int) and first_inner != second_inner:
        rule = f"have the inner dimension {first_inner} of {first}, whose shape is {c.shape(first)}"
        c.fail(second, rule, f"{second_inner} in shape {c.shape(second)}")


mat_mul.cost_rule(product_cost)


@mat_mul.gradient
def _mat_mul_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    a, b = (conj(g, operand) for operand in node.inputs)
    transpose_a, transpose_b = node.get_attr("transpose_a"), node.get_attr("transpose_b")

    # With A and B the operands as the product sees them, d A = dy B^T and d B = A^T dy. A transposed operand gets
    # the transpose of that, which is the product of the transposed factors in the other order.
    if transpose_a:
        da = g.MatMul(a=b, b=dy, transpose_a=transpose_b, transpose_b=True, grad_a=True)
    else:
        da = g.MatMul(a=dy, b=b, transpose_b=not transpose_b, grad_a=True)
    if transpose_b:
        db = g.MatMul(a=dy, b=a, transpose_a=True, transpose_b=transpose_a, grad_b=True)
    else:
        db = g.MatMul(a=a, b=dy, transpose_a=not transpose_a, grad_b=True)
    return [da, db]


# -- BatchMatMul, BatchMatMulV2, BatchMatMulV3 ---------------------------------------------------------------------

_BATCH_ATTRS = ("adj_x: bool = false", "adj_y: bool = false", "grad_x: bool = false", "grad_y: bool = false")
_BATCH_DOC = """

    x: `[..., rows, inner]`, or `[..., inner, rows]` with adj_x.
    y: `[..., inner, cols]`, or `[..., cols, inner]` with adj_y.
    adj_x: use the conjugate transposes of the matrices in x.
    adj_y: likewise of y.
    grad_x: says that the product is a gradient of the x of another one; changes nothing.
    grad_y: likewise of y.
    output: `[..., rows, cols]`."""

batch_mat_mul = register_op(
    "BatchMatMul",
    inputs=["x: T", "y: T"],
    outputs=["output: T"],
    attrs=[f"T: {{{_REAL}, int32, int64, {_COMPLEX}}}", *_BATCH_ATTRS],
    traits=[Trait.CANNOT_FAIL, linear_in("x", "y")],
    doc=f"The products of two stacks of matrices, whose leading dimensions are equal.{_BATCH_DOC}",
)

batch_mat_mul_v2 = register_op(
    "BatchMatMulV2",
    inputs=["x: T", "y: T"],
    outputs=["output: T"],
    attrs=[f"T: {{{_REAL}, int16, int32, int64, uint8, uint16, uint32, uint64, {_COMPLEX}}}", *_BATCH_ATTRS],
    traits=[Trait.CANNOT_FAIL, linear_in("x", "y")],
    doc=f"The products of two stacks of matrices, whose leading dimensions broadcast.{_BATCH_DOC}",
)

_MIXED = f"{_REAL}, uint8, int8, int16, int32, int64, {_COMPLEX}"

batch_mat_mul_v3 = register_op(
    "BatchMatMulV3",
    inputs=["x: Ta", "y: Tb"],
    outputs=["output: Tout"],
    attrs=[
        f"Ta: {{{_MIXED}}}",
        f"Tb: {{{_MIXED}}}",
        f"Tout: {{{_REAL}, int16, int32, int64, {_COMPLEX}}}",
        *_BATCH_ATTRS,
    ],
    traits=[Trait.CANNOT_FAIL, linear_in("x", "y")],
    doc="The products of two stacks of matrices of their own dtypes, whose leading dimensions broadcast, in the dtype "
    f"Tout.{_BATCH_DOC}",
)


@batch_mat_mul.shape_rule
@batch_mat_mul_v2.shape_rule
@batch_mat_mul_v3.shape_rule
def _batch_mat_mul_shape(c: ShapeContext) -> list[TensorShape]:
    x, y = c.with_rank_at_least("x", 2), c.with_rank_at_least("y", 2)
    rows, inner_x = swapped(x, c.attr("adj_x"))
    inner_y, cols = swapped(y, c.attr("adj_y"))
    _check_inner(c, "x", inner_x, "y", inner_y)
    try:
        combine = TensorShape.merge_with if c.op == batch_mat_mul.name else broadcast_shapes
        batch = combine(x[:-2], y[:-2])
    except InvalidArgumentError:
        rule = "equal" if c.op == batch_mat_mul.name else "broadcast with"
        c.fail("y", f"have leading dimensions that {rule} those of x, {x[:-2]}", y[:-2])
    return [batch.concatenate((rows, cols))]


for _op in (batch_mat_mul, batch_mat_mul_v2, batch_mat_mul_v3):
    _op.region_rule(product_part)
    _op.partial_sum_rule("x", partial_product)


@batch_mat_mul.cost_rule
@batch_mat_mul_v2.cost_rule
@batch_mat_mul_v3.cost_rule
def _batch_mat_mul_cost(c: ShapeContext) -> Cost:
    (output,) = _batch_mat_mul_shape(c)
    elements = prod(output.as_tuple())
    _, inner = swapped(TensorShape.of(c.shape("x").as_tuple()), c.attr("adj_x"))
    sizes = [prod(c.shape(name).as_tuple()) * c.dtype(name).size for name in ("x", "y")]
    out_size = c.op_def.output_types(c.attrs)[0].size
    return Cost(flops=2 * elements * int(inner or 0), bytes=sum(sizes) + elements * out_size)


@batch_mat_mul.gradient
def _batch_mat_mul_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    def product(x: Any, y: Any, adj_x: bool, adj_y: bool, of_x: bool) -> Any:
        return g.BatchMatMul(x=x, y=y, adj_x=adj_x, adj_y=adj_y, grad_x=of_x, grad_y=not of_x)

    return _stacked_gradients(node, dz, product)


@batch_mat_mul_v2.gradient
def _batch_mat_mul_v2_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    def product(x: Any, y: Any, adj_x: bool, adj_y: bool, of_x: bool) -> Any:
        return g.BatchMatMulV2(x=x, y=y, adj_x=adj_x, adj_y=adj_y, grad_x=of_x, grad_y=not of_x)

    x, y = node.inputs
    dx, dy = _stacked_gradients(node, dz, product)
    return broadcast_gradients(g, x, y, dx, dy, inner=2)


@batch_mat_mul_v3.gradient
def _batch_mat_mul_v3_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    if not all(tensor.dtype.is_floating or tensor.dtype.is_complex for tensor in (*node.inputs, dz)):
        return [None, None]

    def product(x: Any, y: Any, adj_x: bool, adj_y: bool, of_x: bool) -> Any:
        dtype = node.inputs[0 if of_x else 1].dtype
        return g.BatchMatMulV3(x=x, y=y, Tout=dtype, adj_x=adj_x, adj_y=adj_y, grad_x=of_x, grad_y=not of_x)

    x, y = node.inputs
    dx, dy = _stacked_gradients(node, dz, product)
    return broadcast_gradients(g, x, y, dx, dy, inner=2)


def _stacked_gradients(node: GradientNode, dz: Any, product: Any) -> list[Any]:
    """As for MatMul, with adjoints for transposes, which makes conjugates superfluous: d X = dz Y^H, d Y = X^H dz."""
    x, y = node.inputs
    adj_x, adj_y = node.get_attr("adj_x"), node.get_attr("adj_y")
    dx = product(y, dz, adj_y, True, True) if adj_x else product(dz, y, False, not adj_y, True)
    dy = product(dz, x, True, adj_x, False) if adj_y else product(x, dz, not adj_x, False, False)
    return [dx, dy]
