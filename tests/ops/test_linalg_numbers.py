"""Factorisations whose vectors have no sign of their own: what they are made of, and their gradients, anywhere."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops.testing import gradcheck
from tests.golden.case import Array, reals
from tests.golden.cases.linalg import hermitian, regular

DTYPES = ["float16", "float32", "float64", "complex64", "complex128"]
CLOSE = {"float16": 4e-3, "float32": 1e-5, "float64": 1e-13, "complex64": 1e-5, "complex128": 1e-13}


def adjoint(x: Array) -> Array:
    return x.swapaxes(-1, -2).conj()


def wide(x: Array) -> Array:
    return x.astype(np.complex128)


def largest_is_positive(vectors: Array) -> bool:
    place = abs(vectors).argmax(axis=-2)[..., None, :]
    largest = np.take_along_axis(vectors, place, axis=-2)
    return bool(np.all(largest.real > 0) and np.all(abs(largest.imag) < 1e-6))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4), (2, 3, 2)])
@pytest.mark.parametrize("full", [False, True])
def test_singular_values(dtype: str, shape: tuple[int, ...], full: bool) -> None:
    x = (regular(shape, dtype, 1) if dtype != "float16" else reals(shape, dtype, 1)).astype(dtype)
    s, u, v = (wide(part) for part in go.eager.Svd(input=x, full_matrices=full))
    k, close = min(shape[-2:]), CLOSE[dtype] * 4
    assert np.all(s.imag == 0)
    assert np.all(np.diff(s.real, axis=-1) <= 0)
    np.testing.assert_allclose((u[..., :k] * s[..., None, :]) @ adjoint(v[..., :k]), wide(x), atol=4 * close)
    for vectors in (u, v):
        unit = np.broadcast_to(np.eye(vectors.shape[-1]), (*shape[:-2], *[vectors.shape[-1]] * 2))
        np.testing.assert_allclose(adjoint(vectors) @ vectors, unit, atol=close)
    assert largest_is_positive(u)
    values, *nothing = go.eager.Svd(input=x, compute_uv=False)
    np.testing.assert_allclose(wide(values), s, atol=close)
    assert [part.shape for part in nothing] == [(0,), (0,)]


@pytest.mark.parametrize("dtype", DTYPES)
def test_eigenvalues(dtype: str) -> None:
    x = hermitian((2, 3, 3), dtype, 2)
    lower = np.tril(x)  # what is above the diagonal is not read
    e, v = (wide(part) for part in go.eager.SelfAdjointEigV2(input=lower))
    close = CLOSE[dtype] * 8
    np.testing.assert_allclose(wide(x) @ v, v * e[..., None, :], atol=close)
    np.testing.assert_allclose(adjoint(v) @ v, np.broadcast_to(np.eye(3), (2, 3, 3)), atol=close)
    assert largest_is_positive(v)
    values, nothing = go.eager.SelfAdjointEigV2(input=x, compute_v=False)
    np.testing.assert_allclose(wide(values), e, atol=close)
    assert nothing.shape == (0,)


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("flag", [False, True])
def test_large_triangles(lower: bool, flag: bool) -> None:
    matrix, rhs = regular((2, 75, 75), "complex128", 8) + 20 * np.eye(75), reals((75, 3), "complex128", 9)
    found = go.eager.MatrixTriangularSolve(matrix=matrix, rhs=rhs, lower=lower, adjoint=flag)
    triangle = np.tril(matrix) if lower else np.triu(matrix)
    exact = np.linalg.solve(adjoint(triangle) if flag else triangle, np.broadcast_to(rhs, (2, 75, 3)))
    np.testing.assert_allclose(found, exact, rtol=1e-11, atol=1e-14)


def test_half_is_rounded_once() -> None:
    x = hermitian((3, 3), "float16", 3)
    for op in ("Cholesky", "MatrixDeterminant", "MatrixInverse"):
        found = getattr(go.eager, op)(input=x)
        exact = getattr(go.eager, op)(input=x.astype(np.float64))
        assert found.dtype == np.float16
        np.testing.assert_allclose(found.astype(np.float64), exact, rtol=2e-3, atol=2e-3)


def test_what_is_not_positive_definite() -> None:
    x = np.stack([np.eye(2), -np.eye(2), 4 * np.eye(2)])
    factors = go.eager.Cholesky(input=x)
    np.testing.assert_array_equal(factors[[0, 2]], [np.eye(2), 2 * np.eye(2)])
    assert np.all(np.isnan(factors[1][np.tril_indices(2)]))


@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4), (2, 3, 2)])
def test_gradients(shape: tuple[int, ...]) -> None:
    assert gradcheck("Svd", {"input": reals(shape, "float64", 4)}, order=2)
    assert gradcheck("Svd", {"input": reals(shape, "float64", 4)}, {"compute_uv": False}, order=2)
    assert gradcheck("Qr", {"input": reals(shape, "complex128", 5) * (1 + 1j)}, order=2)
    if shape[-1] == shape[-2]:
        assert gradcheck("SelfAdjointEigV2", {"input": reals(shape, "float64", 6)}, order=2)
        x = hermitian(shape, "complex128", 7)
        assert gradcheck("SelfAdjointEigV2", {"input": x}, {"compute_v": False}, order=1)


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4)])
def test_least_squares_of_scripts(shape: tuple[int, int], fast: bool) -> None:
    """``tf.matrix_solve_ls`` is what NumPy's ``lstsq`` gives, and a weight makes the equations of Tikhonov."""
    tf = go.compat.v1
    a, b = reals(shape, "float64", 1), reals((shape[0], 2), "float64", 2)
    want = [np.linalg.lstsq(a, b, rcond=None)[0]]
    want.append(np.linalg.solve(a.T @ a + 0.1 * np.eye(shape[1]), a.T @ b) if fast else want[0])
    with tf.Graph().as_default(), tf.Session() as session:
        found = session.run([tf.matrix_solve_ls(a, b, fast=fast), tf.matrix_solve_ls(a, b, 0.1, fast)])
    for one, other in zip(found, want, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-10)


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("shape", [(4, 2), (2, 4)])
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_gradients_of_least_squares(dtype: str, shape: tuple[int, int], fast: bool) -> None:
    """Of more equations than unknowns, and of fewer: they have formulas of their own."""
    inputs = {"matrix": regular(shape, dtype, 1), "rhs": regular((shape[0], 2), dtype, 2)}
    assert gradcheck("MatrixSolveLs", {**inputs, "l2_regularizer": np.float64(0.25)}, {"fast": fast})
