"""Arguments that solutions by diagonals, factors and least squares refuse, and matrices that have no solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError

ONES = np.ones((3, 3), np.float32)


def least(matrix: Any = ONES, rhs: Any = ONES, weight: float = 0.0, **attrs: bool) -> Any:
    return go.eager.MatrixSolveLs(matrix=matrix, rhs=rhs, l2_regularizer=weight, **attrs)


def banded(matrix: Any = ONES, rhs: Any = ONES) -> Any:
    return go.eager.BandedTriangularSolve(matrix=matrix, rhs=rhs)


def tridiagonal(diagonals: Any = ONES, rhs: Any = ONES, **attrs: bool) -> Any:
    return go.eager.TridiagonalSolve(diagonals=diagonals, rhs=rhs, **attrs)


def product(**changes: Any) -> Any:
    row = np.ones((1, 3), np.float32)
    inputs = {"superdiag": row, "maindiag": row, "subdiag": row, "rhs": ONES, **changes}
    return go.eager.TridiagonalMatMul(**inputs)


CALLS: dict[str, tuple[Callable[[], Any], str]] = {
    "negative weight": (lambda: least(weight=-1.0), "l2_regularizer of op 'MatrixSolveLs' must be at least 0"),
    "weight is no number": (lambda: least(weight=np.nan), "l2_regularizer of op 'MatrixSolveLs' must be at least 0"),
    "singular": (least, "matrix of op 'MatrixSolveLs' must be far from singular"),
    "no numbers": (lambda: least(np.nan * ONES), "matrix of op 'MatrixSolveLs' must be far from singular"),
    "infinite": (lambda: least(np.inf * ONES, fast=False), "matrix of op 'MatrixSolveLs' must hold finite numbers"),
    "rows": (lambda: least(ONES[:2]), "rhs of op 'MatrixSolveLs' must have the 2 rows of matrix"),
    "stacks": (lambda: least(ONES[None]), "rhs of op 'MatrixSolveLs' must have leading dimensions"),
    "vector": (lambda: least(ONES[0]), "matrix of op 'MatrixSolveLs'"),
    "zero on the diagonal": (
        lambda: banded(0 * ONES),
        "matrix of op 'BandedTriangularSolve' must not be 0 on the diag",
    ),
    "no diagonals": (lambda: banded(ONES[:0]), "matrix of op 'BandedTriangularSolve' must have 1 to 3 diagonals"),
    "many diagonals": (lambda: banded(ONES[:, :2], ONES[:2]), "matrix of op 'BandedTriangularSolve' must have 1 to 2"),
    "rows of diagonals": (lambda: banded(rhs=ONES[:2]), "rhs of op 'BandedTriangularSolve' must have the 3 rows"),
    "two diagonals": (lambda: tridiagonal(ONES[:2]), "diagonals of op 'TridiagonalSolve' must have three rows"),
    "rows of three": (lambda: tridiagonal(rhs=ONES[:2]), "rhs of op 'TridiagonalSolve' must have the 3 rows"),
    "not exchanged": (
        lambda: tridiagonal(partial_pivoting=False, perturb_singular=True),
        "attr 'perturb_singular' of op 'TridiagonalSolve' must be false",
    ),
    "no inverse": (lambda: go.eager.Lu(input=ONES), "input of op 'Lu' must hold matrices that can be inverted"),
    "nothing to divide by": (lambda: go.eager.Lu(input=np.nan * ONES), "input of op 'Lu' must hold matrices that can"),
    "not square": (lambda: go.eager.Lu(input=ONES[:2]), "input of op 'Lu' must be square"),
    "two rows": (lambda: product(maindiag=ONES[:2]), "maindiag of op 'TridiagonalMatMul' must have one row"),
    "short": (lambda: product(subdiag=ONES[:1, :2]), "subdiag of op 'TridiagonalMatMul' must have the 3 elements"),
    "stacks of rows": (
        lambda: product(superdiag=ONES[None, :1]),
        "superdiag of op 'TridiagonalMatMul' must have the le",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_refused(name: str) -> None:
    call, sentence = CALLS[name]
    with pytest.raises(InvalidArgumentError, match=sentence):
        call()


def test_singular_tridiagonal_matrices() -> None:
    """Not a number, unless they may be changed; what stands beside them in a stack is as it was."""
    singular = np.array([[1, 2, 9], [0, 0, 0], [9, 0, 2]], np.float64)
    regular = np.array([[1, 2, 9], [4, 5, 6], [9, 1, 2]], np.float64)
    diagonals, rhs = np.stack([singular, regular]), np.ones((2, 3, 1))
    alone = tridiagonal(regular, rhs[0])
    found = tridiagonal(diagonals, rhs)
    assert np.isnan(found[0]).all()
    np.testing.assert_array_equal(found[1], alone)
    assert np.isfinite(tridiagonal(diagonals, rhs, perturb_singular=True)).all()
    np.testing.assert_allclose(tridiagonal(regular, rhs[0], perturb_singular=True), alone, rtol=1e-14)


@pytest.mark.parametrize("size", [50, 300])
def test_rows_are_exchanged(size: int) -> None:
    """Random tridiagonal matrices, against a dense solution."""
    diagonals = np.random.default_rng(size).standard_normal((3, size))
    diagonals[1, ::7] = 1e-14  # without exchanges, almost all digits are lost
    rhs = np.ones((size, 2))
    dense = np.diag(diagonals[1]) + np.diag(diagonals[0, :-1], 1) + np.diag(diagonals[2, 1:], -1)
    np.testing.assert_allclose(tridiagonal(diagonals, rhs), np.linalg.solve(dense, rhs), rtol=1e-8)
