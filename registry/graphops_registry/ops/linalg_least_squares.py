"""Solutions of systems of equations that have more or fewer equations than unknowns."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.errors import InvalidArgumentError
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.ops.linalg import adjoint, product
from graphops_registry.rules.gradient_parts import conj, real_dtype
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

matrix_solve_ls = register_op(
    "MatrixSolveLs",
    inputs=["matrix: T", "rhs: T", "l2_regularizer: double"],
    outputs=["output: T"],
    attrs=["T: {double, float, half, complex64, complex128}", "fast: bool = true"],
    doc="""The X for which matrix X is as close to rhs as can be, in the sum of squares.

    matrix: `[..., m, n]`.
    rhs: `[..., m, columns]`, with the same leading dimensions.
    l2_regularizer: a number of at least 0: how much the squares of X count beside those of what is missed.
    fast: by way of the product of the matrix with its adjoint, which must be far from singular; otherwise by its
        singular values, for any matrix: the smallest X, and l2_regularizer has no effect.
    output: `[..., n, columns]`; of several the smallest.""",
)


@matrix_solve_ls.shape_rule
def _matrix_solve_ls_shape(c: ShapeContext) -> list[TensorShape]:
    matrix, rhs = c.with_rank_at_least("matrix", 2), c.with_rank_at_least("rhs", 2)
    c.with_rank("l2_regularizer", 0)
    weight = c.value("l2_regularizer")
    if weight is not None and not float(weight) >= 0:
        c.fail("l2_regularizer", "be at least 0", float(weight))
    if matrix.dims is None or rhs.dims is None:
        return [TensorShape(None)]
    c.merge_dim("rhs", rhs.dims[-2], matrix.dims[-2], f"have the {matrix.dims[-2]} rows of matrix")
    try:
        batch = matrix[:-2].merge_with(rhs[:-2])
    except InvalidArgumentError:
        c.fail("rhs", f"have leading dimensions that equal those of matrix, {matrix[:-2]}", rhs[:-2])
    return [batch.concatenate((matrix.dims[-1], rhs.dims[-1]))]


@matrix_solve_ls.gradient
def _matrix_solve_ls_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """Where the sizes are known only at a run, both are computed, of which one has matrices that change nothing."""
    a = node.inputs[0]
    rows, columns = (None, None) if a.shape.dims is None else a.shape.dims[-2:]
    if isinstance(rows, int) and isinstance(columns, int):
        zero = np.zeros((), a.dtype.base.numpy_dtype)
        return (_tall_gradients if rows >= columns else _wide_gradients)(g, node, dy, zero)
    sizes = [g.Squeeze(input=_size(g, a, place), squeeze_dims=[0]) for place in (-2, -1)]
    is_tall = g.GreaterEqual(x=sizes[0], y=sizes[1])
    tall = _tall_gradients(g, node, dy, g.Cast(x=g.LogicalNot(x=is_tall), DstT=a.dtype.base))
    wide = _wide_gradients(g, node, dy, g.Cast(x=is_tall, DstT=a.dtype.base))
    return [None if t is None else g.SelectV2(condition=is_tall, t=t, e=e) for t, e in zip(tall, wide, strict=True)]


def _size(g: GradientOps, x: Any, place: int) -> Any:
    begin, one = np.array([place], np.int32), np.ones(1, np.int32)
    return g.StridedSlice(input=g.Shape(input=x), begin=begin, end=begin + one, strides=one, end_mask=int(place == -1))


def _with_diagonal(g: GradientOps, node: GradientNode, gram: Any, more: Any) -> Any:
    """Products of matrices with their adjoints, and what stands on the diagonal beside them."""
    diagonal = g.AddV2(x=g.MatrixDiagPart(input=gram), y=more)
    if node.get_attr("fast"):
        diagonal = g.AddV2(x=diagonal, y=g.Cast(x=node.inputs[2], DstT=gram.dtype.base))
    return g.MatrixSetDiag(input=gram, diagonal=diagonal)


def _tall_gradients(g: GradientOps, node: GradientNode, dy: Any, more: Any) -> list[Any]:
    """The result is G^-1 A^H B with G = A^H A + w I."""
    (a, b, _), x = node.inputs, node.outputs[0]
    z = g.MatrixSolve(matrix=_with_diagonal(g, node, product(g, a, a, adj_x=True), more), rhs=dy)
    both = product(g, x, z, adj_y=True)
    both = g.AddV2(x=both, y=adjoint(g, both))
    da = g.Sub(x=product(g, b, z, adj_y=True), y=product(g, a, both))
    return [da, product(g, a, z), _weight_gradient(g, z, x) if node.get_attr("fast") else None]


def _wide_gradients(g: GradientOps, node: GradientNode, dy: Any, more: Any) -> list[Any]:
    """The result is A^H G^-1 B with G = A A^H + w I."""
    (a, b, _), x = node.inputs, node.outputs[0]
    gram = _with_diagonal(g, node, product(g, a, a, adj_y=True), more)
    db = g.MatrixSolve(matrix=gram, rhs=product(g, a, dy))
    inner = g.MatrixSolve(matrix=gram, rhs=b)
    missed = g.Sub(x=dy, y=product(g, a, db, adj_x=True))
    da = g.Sub(x=product(g, inner, missed, adj_y=True), y=product(g, db, x, adj_y=True))
    return [da, db, _weight_gradient(g, db, inner) if node.get_attr("fast") else None]


def _weight_gradient(g: GradientOps, x: Any, y: Any) -> Any:
    """The sum of the products of two tensors, the first conjugate, and of the other sign."""
    products = g.Mul(x=conj(g, x), y=y)
    if x.dtype.is_complex:
        products = g.Real(input=products, Tout=real_dtype(x))
    axes = g.Range(start=np.int32(0), limit=g.Rank(input=products), delta=np.int32(1))
    return g.Neg(x=g.Sum(input=g.Cast(x=products, DstT="float64"), reduction_indices=axes))
