"""``compat.v1``: decompositions and diagonals of matrices, and sequences backwards."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.graph.graph import Tensor, get_default_graph


def self_adjoint_eig(tensor: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues, increasing, and eigenvectors, as columns, of symmetric matrices; their lower part is read."""
    found = raw_ops.SelfAdjointEigV2(input=as_tensor(tensor), compute_v=True, name=name)
    return found.e, found.v


def self_adjoint_eigvals(tensor: Any, name: str | None = None) -> Tensor:
    """Eigenvalues of symmetric matrices, increasing."""
    result: Tensor = raw_ops.SelfAdjointEigV2(input=as_tensor(tensor), compute_v=False, name=name).e
    return result


def svd(tensor: Any, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None) -> Any:
    """Singular values, decreasing, left and right singular vectors as columns; with ``compute_uv=False`` the values."""
    found = raw_ops.Svd(input=as_tensor(tensor), compute_uv=compute_uv, full_matrices=full_matrices, name=name)
    return (found.s, found.u, found.v) if compute_uv else found.s


def qr(input: Any, full_matrices: bool = False, name: str | None = None) -> Any:
    """An orthogonal and an upper triangular matrix, ``q`` and ``r``, whose product each matrix is."""
    return raw_ops.Qr(input=as_tensor(input), full_matrices=full_matrices, name=name)


def cholesky_solve(chol: Any, rhs: Any, name: str | None = None) -> Tensor:
    """x with ``a x = rhs``, where ``chol`` is the Cholesky factor of a."""
    factor = as_tensor(chol)
    right = as_tensor(rhs, factor.dtype.base)
    with get_default_graph().name_scope(name or "cholesky_solve"):
        half = raw_ops.MatrixTriangularSolve(matrix=factor, rhs=right, lower=True, adjoint=False)
        result: Tensor = raw_ops.MatrixTriangularSolve(matrix=factor, rhs=half, lower=True, adjoint=True)
        return result


def matrix_diag(
    diagonal: Any,
    name: str = "diag",
    k: Any = 0,
    num_rows: Any = -1,
    num_cols: Any = -1,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices with the given diagonals (``tf.linalg.diag``)."""
    values = as_tensor(diagonal)
    make: Any = raw_ops.MatrixDiagV3  # which alignment is right, the op says
    result: Tensor = make(
        diagonal=values,
        k=k,
        num_rows=num_rows,
        num_cols=num_cols,
        padding_value=as_tensor(padding_value, values.dtype.base),
        align=align,
        name=name,
    )
    return result


def matrix_diag_part(
    input: Any, name: str = "diag_part", k: Any = 0, padding_value: Any = 0, align: str = "RIGHT_LEFT"
) -> Tensor:
    """The diagonal ``k`` of each matrix, or the diagonals ``k[0]`` to ``k[1]``."""
    value = as_tensor(input)
    make: Any = raw_ops.MatrixDiagPartV3  # which alignment is right, the op says
    padding = as_tensor(padding_value, value.dtype.base)
    result: Tensor = make(input=value, k=k, padding_value=padding, align=align, name=name)
    return result


def matrix_set_diag(input: Any, diagonal: Any, name: str = "set_diag", k: Any = 0, align: str = "RIGHT_LEFT") -> Tensor:
    """Each matrix with another diagonal ``k``, or diagonals ``k[0]`` to ``k[1]``."""
    value = as_tensor(input)
    make: Any = raw_ops.MatrixSetDiagV3
    result: Tensor = make(input=value, diagonal=as_tensor(diagonal, value.dtype.base), k=k, align=align, name=name)
    return result


def reverse_sequence(
    input: Any,
    seq_lengths: Any,
    seq_axis: int | None = None,
    batch_axis: int | None = None,
    name: str | None = None,
    seq_dim: int | None = None,
    batch_dim: int | None = None,
) -> Tensor:
    """The first ``seq_lengths[i]`` entries along ``seq_axis`` backwards, for each i along ``batch_axis``."""
    axis = needed("reverse_sequence", "seq_axis", one_of("reverse_sequence", "seq_axis", seq_axis, "seq_dim", seq_dim))
    batch = one_of("reverse_sequence", "batch_axis", batch_axis, "batch_dim", batch_dim)
    result: Tensor = raw_ops.ReverseSequence(
        input=as_tensor(input), seq_lengths=as_tensor(seq_lengths), seq_dim=axis, batch_dim=batch or 0, name=name
    )
    return result


__all__ = [
    "cholesky_solve",
    "matrix_diag",
    "matrix_diag_part",
    "matrix_set_diag",
    "qr",
    "reverse_sequence",
    "self_adjoint_eig",
    "self_adjoint_eigvals",
    "svd",
]
