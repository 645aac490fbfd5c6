"""Functions of square matrices: the exponential, the logarithm, the square root; and their eigenvalues."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.ops.linalg import adjoint, product, square
from graphops_registry.rules.gradient_parts import as_complex, conj, real_dtype, scalar
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_TYPES = "T: {double, float, half, complex64, complex128}"


def _same(c: ShapeContext) -> list[TensorShape]:
    return [square(c, "input")]


# -- MatrixExponential, MatrixLogarithm ----------------------------------------------------------------------------

matrix_exponential = register_op(
    "MatrixExponential",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=[_TYPES],
    deprecated=(27, "Use Python implementation tf.linalg.matrix_exponential instead."),
    doc="""The exponentials of matrices, the sums of A^k / k! over all k.

    input: `[..., n, n]`.""",
)
matrix_exponential.shape_rule(_same)

matrix_logarithm = register_op(
    "MatrixLogarithm",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["T: {complex64, complex128}"],
    doc="""The principal logarithms of matrices: their eigenvalues have imaginary parts in (-pi, pi].

    input: `[..., n, n]`; not a number where a matrix is singular.""",
)
matrix_logarithm.shape_rule(_same)


def _block_gradient(g: GradientOps, op: str, x: Any, dy: Any) -> Any:
    """The derivative at the adjoint of ``x`` in the direction of ``dy``: the upper right block of the function of
    [[x^H, dy], [0, x^H]] (R. Mathias, A chain rule for matrix functions, 1996)."""
    turned = adjoint(g, x)
    last, rows = np.int32(-1), np.int32(-2)
    above = g.ConcatV2(values=[turned, dy], axis=last)
    below = g.ConcatV2(values=[g.ZerosLike(x=turned), turned], axis=last)
    whole = getattr(g, op)(input=g.ConcatV2(values=[above, below], axis=rows))
    upper = g.Split(split_dim=rows, value=whole, num_split=2)[0]
    return g.Split(split_dim=last, value=upper, num_split=2)[1]


@matrix_exponential.gradient
def _matrix_exponential_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [_block_gradient(g, "MatrixExponential", node.inputs[0], dy)]


@matrix_logarithm.gradient
def _matrix_logarithm_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [_block_gradient(g, "MatrixLogarithm", node.inputs[0], dy)]


# -- MatrixSquareRoot ----------------------------------------------------------------------------------------------

matrix_square_root = register_op(
    "MatrixSquareRoot",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=[_TYPES],
    doc="""The principal square roots of matrices: their eigenvalues have no negative real parts.

    input: `[..., n, n]`; not a number where a matrix has no such root, or a real one no real root.""",
)
matrix_square_root.shape_rule(_same)


@matrix_square_root.gradient
def _matrix_square_root_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """The X with R^H X + X R^H = dy, as a system of n^2 equations."""
    root = adjoint(g, node.outputs[0])
    diagonal = g.MatrixDiagPart(input=root)
    unit = g.MatrixDiag(diagonal=g.OnesLike(x=diagonal))
    left = g.Einsum(inputs=[root, unit], equation="...ij,...kl->...ikjl")
    right = g.Einsum(inputs=[unit, root], equation="...ij,...lk->...ikjl")
    vector = g.Shape(input=root)  # [..., n, n]
    one = np.ones(1, np.int32)
    size = g.StridedSlice(input=vector, begin=-one, end=0 * one, strides=one, end_mask=1)
    batch = g.StridedSlice(input=vector, begin=0 * one, end=-2 * one, strides=one, begin_mask=1)
    squared = g.Mul(x=size, y=size)
    system = g.Reshape(
        tensor=g.AddV2(x=left, y=right), shape=g.ConcatV2(values=[batch, squared, squared], axis=np.int32(0))
    )
    column = g.Reshape(tensor=dy, shape=g.ConcatV2(values=[batch, squared, one], axis=np.int32(0)))
    return [g.Reshape(tensor=g.MatrixSolve(matrix=system, rhs=column), shape=vector)]


# -- Eig -----------------------------------------------------------------------------------------------------------

eig = register_op(
    "Eig",
    inputs=["input: T"],
    outputs=["e: Tout", "v: Tout"],
    attrs=[
        "compute_v: bool = true",
        "T: {float, double, complex64, complex128}",
        "Tout: {complex64, complex128}",
    ],
    doc="""Eigenvalues and eigenvectors of matrices.

    input: `[..., n, n]`.
    compute_v: without it, v is a scalar without meaning.
    Tout: the complex dtype of as many bits as T has in a number.
    e: `[..., n]`, in no order.
    v: `[..., n, n]`, columns of length 1. The largest element of each is real and positive, which makes them unique
        where the eigenvalues differ.""",
)
_COMPLEX = {"float32": "complex64", "complex64": "complex64"}


@eig.shape_rule
def _eig_shape(c: ShapeContext) -> list[TensorShape]:
    shape, given = square(c, "input"), c.attr("T").name
    wanted = _COMPLEX.get(given, "complex128")
    if c.attr("Tout").name != wanted:
        c.fail("attr 'Tout'", f"be {wanted} for an input of {given}", c.attr("Tout").name)
    values = shape if shape.dims is None else shape[:-1]
    return [values, shape if c.attr("compute_v") else TensorShape.of(())]


@eig.gradient
def _eig_gradient(g: GradientOps, node: GradientNode, de: Any, dv: Any) -> list[Any]:
    """V^-H (diag(de) + F * (V^H dv - V^H V Re(diag(V^H dv)))) V^H with F_ij = 1 / conj(e_j - e_i) off the diagonal;
    eigenvalues must differ, and nothing may depend on the phases of the vectors."""
    (a,), (e, v) = node.inputs, node.outputs
    if not node.get_attr("compute_v"):
        e, v = g.Eig(input=a, Tout=e.dtype)
        dv = None
    if de is None and dv is None:
        return [None]
    middle = g.MatrixDiag(diagonal=g.ZerosLike(x=e) if de is None else de)
    if dv is not None:
        row, column = g.ExpandDims(input=e, dim=np.int32(-2)), g.ExpandDims(input=e, dim=np.int32(-1))
        f = conj(g, g.DivNoNan(x=scalar(1, e), y=g.Sub(x=row, y=column)))
        inner = product(g, v, dv, adj_x=True)
        real = g.Real(input=g.MatrixDiagPart(input=inner), Tout=real_dtype(e))
        lengths = g.MatrixDiag(diagonal=as_complex(g, real, e))
        along = product(g, product(g, v, v, adj_x=True), lengths)
        middle = g.AddV2(x=middle, y=g.Mul(x=f, y=g.Sub(x=inner, y=along)))
    found = g.MatrixSolve(matrix=v, rhs=product(g, middle, v, adj_y=True), adjoint=True)
    return [found if a.dtype.is_complex else g.Real(input=found, Tout=a.dtype)]
