"""Linear algebra on matrices that are stored as a few diagonals."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.errors import InvalidArgumentError
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.ops.linalg import adjoint, product
from graphops_registry.rules.gradient_parts import broadcast_gradients, conj
from graphops_registry.shape import TensorShape, broadcast_shapes
from graphops_registry.shape_context import ShapeContext

_TYPES = "T: {double, float, complex64, complex128}"


def _batch(c: ShapeContext, argument: str, shape: TensorShape, other: TensorShape) -> TensorShape:
    """The leading dimensions of both, which are equal."""
    try:
        return shape[:-2].merge_with(other[:-2])
    except InvalidArgumentError:
        c.fail(argument, f"have the leading dimensions {other[:-2]}", shape[:-2])


def _row(g: GradientOps, x: Any, number: int) -> Any:
    """One row of each matrix of a stack, as a matrix of one row."""
    begin, end = np.array([number, 0], np.int32), np.array([number + 1, 0], np.int32)
    return g.StridedSlice(input=x, begin=_dots(begin), end=_dots(end), strides=np.ones(3, np.int32),
                          ellipsis_mask=1, begin_mask=4, end_mask=4)  # fmt: skip


def _dots(numbers: Any) -> Any:
    return np.concatenate([np.zeros(1, np.int32), numbers])


def _rows_on(g: GradientOps, x: Any, down: bool) -> Any:
    """The rows of each matrix one place on, a row of zeros where there is none: the next ones, or those before."""

    def rows(begin: int, end: int, mask: dict[str, int]) -> Any:
        places = _dots(np.array([begin, 0], np.int32)), _dots(np.array([end, 0], np.int32))
        return g.StridedSlice(
            input=x, begin=places[0], end=places[1], strides=np.ones(3, np.int32), ellipsis_mask=1, **mask
        )

    empty = g.ZerosLike(x=rows(0, 1, {"begin_mask": 4, "end_mask": 4}))
    if down:
        return g.ConcatV2(values=[rows(1, 0, {"begin_mask": 4, "end_mask": 6}), empty], axis=np.int32(-2))
    return g.ConcatV2(values=[empty, rows(0, -1, {"begin_mask": 6, "end_mask": 4})], axis=np.int32(-2))


def _row_products(g: GradientOps, x: Any, y: Any) -> Any:
    """For each row the sum of x times the conjugate of y, as a matrix of one row."""
    sums = g.Sum(input=g.Mul(x=x, y=conj(g, y)), reduction_indices=np.int32(-1))
    return g.ExpandDims(input=sums, dim=np.int32(-2))


def _diagonal_gradients(g: GradientOps, x: Any, dy: Any) -> list[Any]:
    """What a product with x, whose gradient is dy, gives its three diagonals, the upper one first."""
    return [_row_products(g, dy, near) for near in (_rows_on(g, x, True), x, _rows_on(g, x, False))]


# -- TridiagonalMatMul ---------------------------------------------------------------------------------------------

tridiagonal_mat_mul = register_op(
    "TridiagonalMatMul",
    inputs=["superdiag: T", "maindiag: T", "subdiag: T", "rhs: T"],
    outputs=["output: T"],
    attrs=[_TYPES],
    doc="""The products of tridiagonal matrices with others.

    superdiag: `[..., 1, n]`, the elements above the diagonal; the last one counts nowhere.
    maindiag: `[..., 1, n]`.
    subdiag: `[..., 1, n]`, the elements below the diagonal; the first one counts nowhere.
    rhs: `[..., n, columns]`.""",
)


@tridiagonal_mat_mul.shape_rule
def _tridiagonal_mat_mul_shape(c: ShapeContext) -> list[TensorShape]:
    rhs = c.with_rank_at_least("rhs", 2)
    for name in ("superdiag", "maindiag", "subdiag"):
        diagonal = c.with_rank_at_least(name, 2)
        if diagonal.dims is None or rhs.dims is None:
            continue
        c.merge_dim(name, diagonal.dims[-2], 1, "have one row")
        size = c.merge_dim(name, diagonal.dims[-1], rhs.dims[-2], f"have the {rhs.dims[-2]} elements of rows of rhs")
        rhs = _batch(c, name, diagonal, rhs).concatenate((size, rhs.dims[-1]))
    return [rhs]


@tridiagonal_mat_mul.gradient
def _tridiagonal_mat_mul_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    above, middle, below, x = node.inputs
    columns = [adjoint(g, diagonal) for diagonal in (above, middle, below)]
    # The adjoint has the diagonals below and above changed: row i of it takes above[i - 1] and below[i + 1].
    up = _rows_on(g, g.Mul(x=columns[0], y=dy), False)
    down = _rows_on(g, g.Mul(x=columns[2], y=dy), True)
    dx = g.AddV2(x=g.AddV2(x=g.Mul(x=columns[1], y=dy), y=up), y=down)
    return [*_diagonal_gradients(g, x, dy), dx]


def _column(g: GradientOps, row: Any) -> Any:
    return conj(g, adjoint(g, row))


# -- TridiagonalSolve ----------------------------------------------------------------------------------------------

tridiagonal_solve = register_op(
    "TridiagonalSolve",
    inputs=["diagonals: T", "rhs: T"],
    outputs=["output: T"],
    attrs=["partial_pivoting: bool = true", "perturb_singular: bool = false", _TYPES],
    doc="""The X for which a tridiagonal matrix times X is rhs; not a number for a singular matrix.

    diagonals: `[..., 3, n]`: the elements above the diagonal, of which the last one counts nowhere, the diagonal, and
        the elements below it, of which the first one counts nowhere.
    rhs: `[..., n, columns]`, with the same leading dimensions.
    partial_pivoting: exchange rows, which makes results exact for all matrices; without it, only for those with a
        heavy diagonal.
    perturb_singular: change singular matrices by a little, so that there is a finite result; with partial_pivoting.""",
)


@tridiagonal_solve.shape_rule
def _tridiagonal_solve_shape(c: ShapeContext) -> list[TensorShape]:
    diagonals, rhs = c.with_rank_at_least("diagonals", 2), c.with_rank_at_least("rhs", 2)
    if c.attr("perturb_singular") and not c.attr("partial_pivoting"):
        c.fail("attr 'perturb_singular'", "be false without partial_pivoting", True)
    if diagonals.dims is None or rhs.dims is None:
        return [TensorShape(None)]
    c.merge_dim("diagonals", diagonals.dims[-2], 3, "have three rows")
    rows = c.merge_dim("rhs", rhs.dims[-2], diagonals.dims[-1], f"have the {diagonals.dims[-1]} rows of the matrices")
    return [_batch(c, "rhs", rhs, diagonals).concatenate((rows, rhs.dims[-1]))]


@tridiagonal_solve.gradient
def _tridiagonal_solve_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    diagonals, x = node.inputs[0], node.outputs[0]
    above, middle, below = (conj(g, _row(g, diagonals, number)) for number in range(3))
    turned = [_column(g, _rows_on(g, _column(g, below), True)), middle,
              _column(g, _rows_on(g, _column(g, above), False))]  # fmt: skip
    attrs = {name: node.get_attr(name) for name in ("partial_pivoting", "perturb_singular")}
    drhs = g.TridiagonalSolve(diagonals=g.ConcatV2(values=turned, axis=np.int32(-2)), rhs=dy, **attrs)
    rows = _diagonal_gradients(g, x, drhs)
    return [g.Neg(x=g.ConcatV2(values=rows, axis=np.int32(-2))), drhs]


# -- BandedTriangularSolve -----------------------------------------------------------------------------------------

banded_triangular_solve = register_op(
    "BandedTriangularSolve",
    inputs=["matrix: T", "rhs: T"],
    outputs=["output: T"],
    attrs=["lower: bool = true", "adjoint: bool = false", "T: {double, float, half, complex64, complex128}"],
    doc="""The X for which a triangular matrix of a few diagonals times X is rhs, by substitution.

    matrix: `[..., bands, n]`: the diagonals as rows, the highest first. Element r of each is the one in row r of the
        matrix; those that lie outside of it count nowhere. None is 0 on the diagonal.
    rhs: `[..., n, columns]`; leading dimensions broadcast.
    lower: the diagonals lie below the main one, which is the first; otherwise above, and it is the last.
    adjoint: solve with the conjugate transposes of the matrices.""",
)


@banded_triangular_solve.shape_rule
def _banded_triangular_solve_shape(c: ShapeContext) -> list[TensorShape]:
    matrix, rhs = c.with_rank_at_least("matrix", 2), c.with_rank_at_least("rhs", 2)
    if matrix.dims is None or rhs.dims is None:
        return [TensorShape(None)]
    bands, size = matrix.dims[-2:]
    if isinstance(bands, int) and (bands < 1 or (isinstance(size, int) and bands > size)):
        c.fail("matrix", f"have 1 to {size} diagonals", bands)
    rows = c.merge_dim("rhs", rhs.dims[-2], size, f"have the {size} rows of the matrices")
    try:
        batch = broadcast_shapes(matrix[:-2], rhs[:-2])
    except InvalidArgumentError:
        c.fail("rhs", f"have leading dimensions that broadcast with those of matrix, {matrix[:-2]}", rhs[:-2])
    return [batch.concatenate((rows, rhs.dims[-1]))]


@banded_triangular_solve.gradient
def _banded_triangular_solve_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    (matrix, rhs), x = node.inputs, node.outputs[0]
    lower, flag = node.get_attr("lower"), node.get_attr("adjoint")
    drhs = g.BandedTriangularSolve(matrix=matrix, rhs=dy, lower=lower, adjoint=not flag)
    left, right = (x, drhs) if flag else (drhs, x)
    whole = g.Neg(x=product(g, left, right, adj_y=True))
    last = _end(g, g.Shape(input=matrix), -2)  # the number of diagonals, and the size
    others = g.Sub(x=_end(g, g.Shape(input=matrix), -2, -1), y=np.ones(1, np.int32))
    zero = np.zeros(1, np.int32)
    band = g.ConcatV2(values=[g.Neg(x=others), zero] if lower else [zero, others], axis=np.int32(0))
    padding = np.zeros((), matrix.dtype.base.numpy_dtype)
    diagonals = g.MatrixDiagPartV3(input=whole, k=band, padding_value=padding, align="LEFT_RIGHT")
    shape = g.ConcatV2(values=[_end(g, g.Shape(input=whole), None, -2), last], axis=np.int32(0))
    return broadcast_gradients(g, matrix, rhs, g.Reshape(tensor=diagonals, shape=shape), drhs, inner=2)


def _end(g: GradientOps, numbers: Any, begin: int | None, end: int | None = None) -> Any:
    """Some of the numbers of a vector, counted from its end."""
    masks = {"begin_mask": int(begin is None), "end_mask": int(end is None)}
    places = [np.array([place or 0], np.int32) for place in (begin, end)]
    return g.StridedSlice(input=numbers, begin=places[0], end=places[1], strides=np.ones(1, np.int32), **masks)
