"""``tf.linalg``: functions that are more than one op."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops_registry.errors import InvalidArgumentError


def adjoint(matrix: Any, name: str | None = None) -> Any:
    """Each matrix transposed, and its numbers conjugated."""
    with tf.name_scope(name or "adjoint"):
        return tf.matrix_transpose(matrix, conjugate=True)


def logdet(matrix: Any, name: str | None = None) -> Any:
    """The logarithm of the determinant of each positive definite matrix."""
    with tf.name_scope(name or "logdet"):
        return 2.0 * tf.reduce_sum(tf.log(tf.real(tf.matrix_diag_part(tf.cholesky(matrix)))), [-1])


def matvec(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    """The product of a matrix and a vector, or of each pair in two batches of them."""
    with tf.name_scope(name or "MatVec") as scope:
        found = tf.matmul(a, tf.expand_dims(b, -1), transpose_a=transpose_a, adjoint_a=adjoint_a)
        return tf.squeeze(found, [-1], name=scope)


def normalize(tensor: Any, ord: Any = "euclidean", axis: Any = None, name: str | None = None) -> tuple[Any, Any]:
    """A tensor by its norm along ``axis``, and that norm; ``ord`` is as in ``tf.norm``."""
    with tf.name_scope(name or "normalize"):
        given = as_tensor(tensor)
        size = tf.cast(tf.norm(given, ord, axis, keepdims=True), given.dtype)
        return given / size, size


def matrix_rank(a: Any, tol: Any = None, validate_args: bool = False, name: str | None = None) -> Any:
    """How many singular values of each matrix are above ``tol``; ``validate_args`` changes nothing.

    Args:
        tol: default: what rounding makes of 0, by the largest singular value.
    """
    with tf.name_scope(name or "matrix_rank"):
        given = as_tensor(a, name="a")
        values = tf.svd(given, compute_uv=False)
        if tol is None:
            step = np.finfo(given.dtype.numpy_dtype).eps
            size = tf.cast(tf.reduce_max(tf.shape(given)[-2:]), values.dtype)
            tol = tf.reduce_max(values, -1, keepdims=True) * (size * step)
        return tf.reduce_sum(tf.cast(values > tol, tf.int32), -1)


def pinv(a: Any, rcond: Any = None, validate_args: bool = False, name: str | None = None) -> Any:
    """The pseudo-inverse of each matrix; ``validate_args`` changes nothing.

    Args:
        rcond: singular values up to this part of the largest one count as 0.
    """
    with tf.name_scope(name or "pinv"):
        given = as_tensor(a, name="a")
        kind = given.dtype.base
        if rcond is None:
            size = tf.cast(tf.reduce_max(tf.shape(given)[-2:]), kind)
            rcond = size * np.array(10.0 * np.finfo(kind.numpy_dtype).eps, kind.numpy_dtype)
        values, left, right = tf.svd(given)
        limit = tf.convert_to_tensor(rcond, dtype=kind) * tf.reduce_max(values, -1)
        # The inverse of what counts as 0 is 0, and its gradient is no NaN.
        kept = tf.where_v2(values > tf.expand_dims(limit, -1), values, np.array(np.inf, kind.numpy_dtype))
        return tf.matmul(right / tf.expand_dims(kept, -2), left, adjoint_b=True)


def _factors(lower_upper: Any) -> tuple[Any, Any]:
    """Both triangular matrices that the op Lu puts into one."""
    lower = tf.matrix_band_part(lower_upper, -1, 0)
    ones = tf.ones(tf.shape(lower_upper)[:-1], lower_upper.dtype)
    return tf.matrix_set_diag(lower, ones), tf.matrix_band_part(lower_upper, 0, -1)


def _batch(perm: Any, function: str) -> int:
    rank = perm.shape.rank
    if not rank:
        raise InvalidArgumentError(f"perm of {function}() must have a known rank of 1 or more, got {perm.shape}")
    return int(rank) - 1


def lu_reconstruct(lower_upper: Any, perm: Any, validate_args: bool = False, name: str | None = None) -> Any:
    """The matrices of which ``tf.linalg.lu`` made these; ``validate_args`` changes nothing."""
    with tf.name_scope(name or "lu_reconstruct"):
        both, order = as_tensor(lower_upper), as_tensor(perm)
        axis = _batch(order, "lu_reconstruct")
        return tf.gather(tf.matmul(*_factors(both)), tf.argsort(order), axis=axis, batch_dims=axis)


def lu_solve(lower_upper: Any, perm: Any, rhs: Any, validate_args: bool = False, name: str | None = None) -> Any:
    """x with matrix x = rhs, for the matrices of which ``tf.linalg.lu`` made these.

    Args:
        validate_args: changes nothing.
    """
    with tf.name_scope(name or "lu_solve"):
        both, order = as_tensor(lower_upper), as_tensor(perm)
        right = as_tensor(rhs, both.dtype.base, "rhs")
        batches = _batch(order, "lu_solve"), (right.shape.rank or 2) - 2
        if batches != (0, 0):
            batch = tf.broadcast_dynamic_shape(tf.shape(right)[:-2], tf.shape(order)[:-1])
            rank = max(batches)
            right = tf.broadcast_to(right, tf.concat([batch, tf.shape(right)[-2:]], 0))
            order = tf.broadcast_to(order, tf.concat([batch, tf.shape(order)[-1:]], 0))
            permuted = tf.gather(right, order, axis=rank, batch_dims=rank)
        else:
            permuted = tf.gather(right, order)
        lower, _ = _factors(both)
        between = tf.matrix_triangular_solve(lower, permuted)
        return tf.matrix_triangular_solve(both, between, lower=False)  # which reads the upper part only


def lu_matrix_inverse(lower_upper: Any, perm: Any, validate_args: bool = False, name: str | None = None) -> Any:
    """The inverse of the matrices of which ``tf.linalg.lu`` made these; ``validate_args`` changes nothing."""
    with tf.name_scope(name or "lu_matrix_inverse"):
        both = as_tensor(lower_upper)
        sizes = tf.shape(both)
        return lu_solve(both, perm, tf.eye(sizes[-1], batch_shape=sizes[:-2], dtype=both.dtype))


def _diagonals(diagonals: Any, form: str, function: str) -> list[Any]:
    """The diagonals above, on and below the main one, all as long as the main one."""
    if form == "sequence":
        if not isinstance(diagonals, (list, tuple)) or len(diagonals) != 3:
            raise InvalidArgumentError(f"diagonals of {function}() must be three tensors, got {diagonals!r}")
        return [as_tensor(each) for each in diagonals]
    given = as_tensor(diagonals, name="diagonals")
    if form == "matrix":
        given = raw_ops.MatrixDiagPartV3(
            input=given, k=(-1, 1), padding_value=as_tensor(0, given.dtype.base), align="LEFT_RIGHT"
        )
    elif form != "compact":
        known = "'compact', 'sequence' or 'matrix'"
        raise InvalidArgumentError(f"diagonals_format of {function}() must be {known}, got {form!r}")
    return [given[..., number, :] for number in range(3)]


def tridiagonal_matmul(diagonals: Any, rhs: Any, diagonals_format: str = "compact", name: str | None = None) -> Any:
    """The product of a matrix that has three diagonals and another one.

    Args:
        diagonals: those above, on and below the main one, in the last axis but one ("compact"), as three tensors
            ("sequence"), or as matrices ("matrix").
    """
    above, main, below = (tf.expand_dims(each, -2) for each in
                          _diagonals(diagonals, diagonals_format, "tridiagonal_matmul"))  # fmt: skip
    return raw_ops.TridiagonalMatMul(superdiag=above, maindiag=main, subdiag=below, rhs=as_tensor(rhs), name=name)


def tridiagonal_solve(
    diagonals: Any,
    rhs: Any,
    diagonals_format: str = "compact",
    transpose_rhs: bool = False,
    conjugate_rhs: bool = False,
    name: str | None = None,
    partial_pivoting: bool = True,
    perturb_singular: bool = False,
) -> Any:
    """x with matrix x = rhs for a matrix that has three diagonals; ``rhs`` may be a vector.

    Args:
        diagonals: as in :func:`tridiagonal_matmul`; in a "sequence" the outer ones may be one shorter.
        transpose_rhs, conjugate_rhs: what is done to ``rhs`` first.

    Raises:
        InvalidArgumentError: a form that does not exist.
    """
    parts = _diagonals(diagonals, diagonals_format, "tridiagonal_solve")
    if diagonals_format == "sequence":
        length = parts[1].shape.as_list()[-1]
        for number, where in ((0, [0, 1]), (2, [1, 0])):
            if length is not None and parts[number].shape.as_list()[-1] == length - 1:
                paddings = [[0, 0]] * (parts[number].shape.rank - 1) + [where]
                parts[number] = tf.pad(parts[number], paddings)
    three = tf.stack(parts, axis=-2)
    right = as_tensor(rhs, three.dtype.base, "rhs")
    vector = right.shape.rank is not None and right.shape.rank == three.shape.rank - 1
    if vector:
        right = tf.expand_dims(right, -1)
    elif transpose_rhs:
        right = tf.matrix_transpose(right)
    if conjugate_rhs:
        right = tf.conj(right)
    found = raw_ops.TridiagonalSolve(
        diagonals=three, rhs=right, partial_pivoting=partial_pivoting, perturb_singular=perturb_singular, name=name
    )
    return tf.squeeze(found, [-1]) if vector else found


__all__ = [
    "adjoint",
    "logdet",
    "lu_matrix_inverse",
    "lu_reconstruct",
    "lu_solve",
    "matrix_rank",
    "matvec",
    "normalize",
    "pinv",
    "tridiagonal_matmul",
    "tridiagonal_solve",
]
