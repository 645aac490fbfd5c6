"""Schur forms of matrices, and functions of upper triangular ones. Everything is complex128, one matrix at a time."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

Matrix: TypeAlias = np.ndarray[Any, np.dtype[np.complex128]]

_NEAR: Final = 0.25  # how near to 1 a matrix must be for its logarithm by 7 points of Gauss


def schur(a: Matrix) -> tuple[Matrix, Matrix]:
    """A unitary Q and an upper triangular T with Q T Q^H = a, which is finite.

    Eigenvectors make Q, if what they leave below the diagonal is a rounding error; else one after the other is split
    off, which takes n times as long.
    """
    n = a.shape[0]
    scale = float(np.abs(a).max(initial=0.0))
    if not np.tril(a, -1).any():  # nothing to do, and no zero loses its sign
        return np.eye(n, dtype=np.complex128), a
    _, vectors = np.linalg.eig(a / scale)
    q, _ = np.linalg.qr(vectors)
    t = q.conj().T @ (a / scale) @ q
    if not np.isfinite(t).all() or float(np.abs(np.tril(t, -1)).max(initial=0.0)) > 16 * n * np.finfo(float).eps:
        q, t = _split_off(a / scale)
    return q, np.triu(t) * scale


def _split_off(a: Matrix) -> tuple[Matrix, Matrix]:
    n = a.shape[0]
    q, t = np.eye(n, dtype=np.complex128), a.copy()
    for k in range(n - 1):
        _, vectors = np.linalg.eig(t[k:, k:])
        x = vectors[:, int(np.abs(_residuals(t[k:, k:], vectors)).sum(axis=0).argmin())]
        w = x.copy()
        w[0] += (x[0] / abs(x[0]) if abs(x[0]) else 1.0) * np.linalg.norm(x)  # I - 2 w w^H / |w|^2 takes x to an axis
        w /= np.linalg.norm(w)
        t[k:, :] -= 2 * np.outer(w, w.conj() @ t[k:, :])
        t[:, k:] -= 2 * np.outer(t[:, k:] @ w, w.conj())
        q[:, k:] -= 2 * np.outer(q[:, k:] @ w, w.conj())
        t[k + 1 :, k] = 0
    return q, t


def _residuals(a: Matrix, vectors: Matrix) -> Matrix:
    """How far from a multiple of itself ``a`` takes each vector of length 1."""
    taken = a @ vectors
    along = (vectors.conj() * taken).sum(axis=0)
    found: Matrix = taken - vectors * along
    return found


def triangular_root(t: Matrix) -> Matrix:
    """The principal square root of an upper triangular matrix, column by column."""
    n = t.shape[0]
    root = np.zeros_like(t)
    diagonal = np.sqrt(np.diag(t))
    for j in range(n):
        root[j, j] = diagonal[j]
        for i in range(j - 1, -1, -1):
            known = root[i, i + 1 : j] @ root[i + 1 : j, j]
            root[i, j] = (t[i, j] - known) / (diagonal[i] + diagonal[j])
    return root


def triangular_log(t: Matrix) -> Matrix:
    """The principal logarithm of an upper triangular matrix: of a root that is near 1, as often as that was taken."""
    n = t.shape[0]
    unit = np.eye(n, dtype=np.complex128)
    root, doublings = t, 0
    while float(np.abs(root - unit).sum(axis=0).max(initial=0.0)) > _NEAR:
        if doublings > 100:
            break
        root = triangular_root(root)
        doublings += 1
        if not np.isfinite(root).all():
            return np.full_like(t, complex(np.nan, np.nan))
    points, weights = np.polynomial.legendre.leggauss(7)
    rest, total = root - unit, np.zeros_like(t)
    for point, weight in zip((points + 1) / 2, weights / 2, strict=True):
        total += weight * np.linalg.solve(unit + point * rest, rest)
    total *= 2.0**doublings
    np.fill_diagonal(total, np.log(np.diag(t)))
    return np.triu(total)
