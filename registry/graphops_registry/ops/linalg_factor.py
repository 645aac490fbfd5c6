"""Factorisations of stacks of matrices: QR, singular values, eigenvalues."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.errors import UnimplementedError
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.ops.linalg import adjoint, lower_part, product, square
from graphops_registry.rules.gradient_parts import as_complex, real_dtype, scalar
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_TYPES = "T: {double, float, half, complex64, complex128}"
_FULL = "full_matrices: bool = false"


def _sizes(shape: TensorShape) -> tuple[Dim, Dim, Dim]:
    """Rows, columns and the smaller of both."""
    rows, columns = shape[-2], shape[-1]
    known = isinstance(rows, int) and isinstance(columns, int)
    if 0 in (rows, columns):
        return rows, columns, 0
    return rows, columns, min(rows, columns) if known else (rows if rows == columns else None)  # type: ignore[type-var]


# -- Qr ------------------------------------------------------------------------------------------------------------

qr = register_op(
    "Qr",
    inputs=["input: T"],
    outputs=["q: T", "r: T"],
    attrs=[_FULL, _TYPES],
    doc="""Matrices as products of one with orthonormal columns and an upper triangular one.

    input: `[..., m, n]`.
    full_matrices: q has m columns and r m rows, otherwise both have min(m, n).
    q: `[..., m, m or min(m, n)]`.
    r: `[..., m or min(m, n), n]`.""",
)


@qr.shape_rule
def _qr_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("input", 2)
    if shape.dims is None:
        return [shape, shape]
    rows, columns, least = _sizes(shape)
    inner = rows if c.attr("full_matrices") else least
    return [TensorShape.of((*shape.dims[:-2], *pair)) for pair in ((rows, inner), (inner, columns))]


@qr.gradient
def _qr_gradient(g: GradientOps, node: GradientNode, dq: Any, dr: Any) -> list[Any]:
    """With k = min(m, n), a = [x, y] and r = [u, v] after k columns: x = q u is a QR factorisation with a square u,
    and y = q v. There is no y where m >= n."""
    (a,), (q, r) = node.inputs, node.outputs
    _require_thin(node, "Qr")
    dq = g.ZerosLike(x=q) if dq is None else dq
    dr = g.ZerosLike(x=r) if dr is None else dr
    k = _size(g, q)
    y, dv = _columns(g, a, k, None), _columns(g, dr, k, None)
    du, u = _columns(g, dr, None, k), _columns(g, r, None, k)
    dx = _deep_qr_gradient(g, q, u, g.AddV2(x=dq, y=product(g, y, dv, adj_y=True)), du)
    return [g.ConcatV2(values=[dx, product(g, q, dv)], axis=np.int32(-1))]


def _require_thin(node: GradientNode, op: str) -> None:
    """Refuse gradients of what completes a basis: it is not determined by the matrices."""
    shape = node.inputs[0].shape
    if not node.get_attr("full_matrices"):
        return
    if shape.rank is None or not isinstance(shape[-1], int) or shape[-1] != shape[-2]:
        raise UnimplementedError(
            f"matrices of op '{op}' must be square for a gradient with full_matrices, got {shape}"
        ).concerns(op=op, node=node.name)


def _size(g: GradientOps, x: Any) -> Any:
    """The number of columns of a stack of matrices, a scalar."""
    if x.shape.rank is not None and isinstance(x.shape[-1], int):
        return np.int32(x.shape[-1])
    one = np.ones(1, np.int32)
    return g.StridedSlice(input=g.Shape(input=x), begin=-one, end=0 * one, strides=one, end_mask=1, shrink_axis_mask=1)


def _columns(g: GradientOps, x: Any, begin: Any, end: Any) -> Any:
    """Columns ``begin`` to ``end`` of a stack of matrices; ``None`` for all to that side."""
    places = [g.Pack(values=[np.int32(0), np.int32(0) if place is None else place]) for place in (begin, end)]
    mask = {"begin_mask": 2 * (begin is None), "end_mask": 2 * (end is None), "ellipsis_mask": 1}
    return g.StridedSlice(input=x, begin=places[0], end=places[1], strides=np.ones(2, np.int32), **mask)


def _deep_qr_gradient(g: GradientOps, q: Any, r: Any, dq: Any, dr: Any) -> Any:
    """The gradient of x = q r with at least as many rows as columns; r must be invertible.

    (H.-J. Liao, J.-G. Liu, L. Wang, T. Xiang, Differentiable programming tensor networks, 2019, extended to complex
    numbers, where the diagonal of r is real.)
    """
    qdq = product(g, q, dq, adj_x=True)
    rdr = product(g, r, dr, adj_y=True)
    skew = g.AddV2(x=g.Sub(x=qdq, y=adjoint(g, qdq)), y=g.Sub(x=rdr, y=adjoint(g, rdr)))
    lower = g.MatrixBandPart(input=skew, num_lower=np.int32(-1), num_upper=np.int32(0))
    result = product(g, q, g.AddV2(x=dr, y=_divided(g, lower, r)))
    result = g.AddV2(x=result, y=_divided(g, g.Sub(x=dq, y=product(g, q, qdq)), r))
    if q.dtype.is_complex:
        diagonal = g.MatrixDiagPart(input=g.Sub(x=rdr, y=adjoint(g, qdq)))
        imaginary = g.Sub(x=diagonal, y=as_complex(g, g.Real(input=diagonal, Tout=real_dtype(q)), q))
        correction = g.MatrixDiag(diagonal=g.Conj(input=imaginary))
        result = g.AddV2(x=result, y=_divided(g, product(g, q, correction), r))
    return result


def _divided(g: GradientOps, x: Any, r: Any) -> Any:
    """``x r^-H`` for an upper triangular r."""
    return adjoint(g, g.MatrixTriangularSolve(matrix=r, rhs=adjoint(g, x), lower=False))


# -- Svd -----------------------------------------------------------------------------------------------------------

svd = register_op(
    "Svd",
    inputs=["input: T"],
    outputs=["s: T", "u: T", "v: T"],
    attrs=["compute_uv: bool = true", _FULL, _TYPES],
    doc="""Singular values: matrices as u diag(s) v^H.

    input: `[..., m, n]`.
    compute_uv: without it, u and v are empty.
    full_matrices: u has m columns and v has n, otherwise both have min(m, n).
    s: `[..., min(m, n)]`, falling.
    u, v: `[..., m, columns]` and `[..., n, columns]`, orthonormal. The largest element of each column of u is real
        and positive, which makes both unique where the singular values differ.""",
)


@svd.shape_rule
def _svd_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("input", 2)
    none = TensorShape((0,))
    if shape.dims is None:
        return [shape, *([shape] * 2 if c.attr("compute_uv") else [none] * 2)]
    rows, columns, least = _sizes(shape)
    batch, full = shape.dims[:-2], c.attr("full_matrices")
    s = TensorShape.of((*batch, least))
    if not c.attr("compute_uv"):
        return [s, none, none]
    pairs = ((rows, rows if full else least), (columns, columns if full else least))
    return [s, *(TensorShape.of((*batch, *pair)) for pair in pairs)]


@svd.gradient
def _svd_gradient(g: GradientOps, node: GradientNode, ds: Any, du: Any, dv: Any) -> list[Any]:
    """By J. Townsend, Differentiating the singular value decomposition, 2016; singular values must differ.

    With F_ij = 1 / (s_j^2 - s_i^2) off the diagonal, the gradient is U M V^T of a small matrix M, and what of du and
    dv lies outside the columns of U and V.
    """
    (a,), (s, u, v) = node.inputs, node.outputs
    if not node.get_attr("compute_uv"):
        _, u, v = g.Svd(input=a)
        return [None if ds is None else product(g, _scale(g, u, ds), v, adj_y=True)]
    _require_thin(node, "Svd")
    if du is None and dv is None:
        return [None if ds is None else product(g, _scale(g, u, ds), v, adj_y=True)]
    if a.dtype.is_complex:
        raise UnimplementedError(
            "the gradient of u and v of op 'Svd' must be asked for real matrices, got complex ones"
        ).concerns(op="Svd", node=node.name)
    square = g.Square(x=s)
    row, column = g.ExpandDims(input=square, dim=np.int32(-2)), g.ExpandDims(input=square, dim=np.int32(-1))
    f = g.DivNoNan(x=scalar(1, s), y=g.Sub(x=row, y=column))
    middle = g.MatrixDiag(diagonal=g.ZerosLike(x=s) if ds is None else ds)
    if du is not None:
        middle = g.AddV2(x=middle, y=_scale(g, g.Mul(x=f, y=_skew(g, product(g, u, du, adj_x=True))), s))
    if dv is not None:
        inner = g.Mul(x=f, y=_skew(g, product(g, v, dv, adj_x=True)))
        middle = g.AddV2(x=middle, y=g.Mul(x=g.ExpandDims(input=s, dim=np.int32(-1)), y=inner))
    result = product(g, product(g, u, middle), v, adj_y=True)
    inverse = g.Reciprocal(x=s)
    if du is not None:
        result = g.AddV2(x=result, y=product(g, _scale(g, _outside(g, u, du), inverse), v, adj_y=True))
    if dv is not None:
        result = g.AddV2(x=result, y=product(g, _scale(g, u, inverse), _outside(g, v, dv), adj_y=True))
    return [result]


def _scale(g: GradientOps, matrix: Any, factors: Any) -> Any:
    """The columns of ``matrix`` times one factor each."""
    return g.Mul(x=matrix, y=g.ExpandDims(input=factors, dim=np.int32(-2)))


def _skew(g: GradientOps, x: Any) -> Any:
    return g.Sub(x=x, y=adjoint(g, x))


def _outside(g: GradientOps, basis: Any, x: Any) -> Any:
    """What of ``x`` is orthogonal to the columns of ``basis``."""
    return g.Sub(x=x, y=product(g, basis, product(g, basis, x, adj_x=True)))


# -- SelfAdjointEigV2 ----------------------------------------------------------------------------------------------

self_adjoint_eig_v2 = register_op(
    "SelfAdjointEigV2",
    inputs=["input: T"],
    outputs=["e: T", "v: T"],
    attrs=["compute_v: bool = true", _TYPES],
    doc="""Eigenvalues and eigenvectors of Hermitian matrices.

    input: `[..., n, n]`; only the lower triangles are read.
    compute_v: without it, v is empty.
    e: `[..., n]`, rising.
    v: `[..., n, n]`, orthonormal columns. The largest element of each is real and positive, which makes them unique
        where the eigenvalues differ.""",
)


@self_adjoint_eig_v2.shape_rule
def _self_adjoint_eig_v2_shape(c: ShapeContext) -> list[TensorShape]:
    shape = square(c, "input")
    values = shape if shape.dims is None else shape[:-1]
    return [values, shape if c.attr("compute_v") else TensorShape((0,))]


@self_adjoint_eig_v2.gradient
def _self_adjoint_eig_v2_gradient(g: GradientOps, node: GradientNode, de: Any, dv: Any) -> list[Any]:
    """V (diag(de) + F * (V^H dv)) V^H with F_ij = 1 / (e_j - e_i) off the diagonal; eigenvalues must differ."""
    (a,), (e, v) = node.inputs, node.outputs
    if not node.get_attr("compute_v"):
        _, v = g.SelfAdjointEigV2(input=a)
        dv = None
    if de is None and dv is None:
        return [None]
    middle = g.MatrixDiag(diagonal=g.ZerosLike(x=e) if de is None else de)
    if dv is not None:
        row, column = g.ExpandDims(input=e, dim=np.int32(-2)), g.ExpandDims(input=e, dim=np.int32(-1))
        f = g.DivNoNan(x=scalar(1, e), y=g.Sub(x=row, y=column))
        middle = g.AddV2(x=middle, y=g.Mul(x=f, y=product(g, v, dv, adj_x=True)))
    return [lower_part(g, product(g, product(g, v, middle), v, adj_y=True))]
