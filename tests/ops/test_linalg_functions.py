"""Functions of matrices: what they are made of, of defective matrices too; eigenvalues, which have no order and whose
vectors have no phase of their own; and the gradients of all."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops.testing import gradcheck
from graphops_cpu.lib.schur import schur
from graphops_registry.errors import InvalidArgumentError
from tests.golden.case import Array, reals
from tests.golden.cases.linalg import hermitian
from tests.golden.cases.linalg_functions import shifted

JORDAN = 2 * np.eye(5) + np.eye(5, k=1)
BASIS = np.linalg.qr(reals((5, 5), "float64", 3))[0]
DEFECTIVE = BASIS @ JORDAN @ BASIS.T  # one eigenvector only


def taylor(x: Array) -> Array:
    """The exponential by its series, in extended precision."""
    wide = x.astype(np.clongdouble)
    total = term = np.eye(x.shape[-1], dtype=np.clongdouble)
    for k in range(1, 120):
        term = term @ wide / k
        total = total + term
    return total.astype(np.complex128)


@pytest.mark.parametrize("scale", [1e-9, 0.1, 1.0, 4.0])
@pytest.mark.parametrize("size", [1, 2, 5])
def test_exponentials(scale: float, size: int) -> None:
    x = scale * (reals((size, size), "float64", 1) + 1j * reals((size, size), "float64", 2))
    want = taylor(x)
    np.testing.assert_allclose(go.eager.MatrixExponential(input=x), want, atol=1e-13 * abs(want).max(), rtol=0)


def test_exponentials_that_overflow_or_are_no_numbers() -> None:
    x = np.stack([np.diag([1.0, 2.0]), np.diag([np.nan, 1.0]), np.diag([1e4, 0.0])])
    found = go.eager.MatrixExponential(input=x)
    np.testing.assert_allclose(found[0], np.diag(np.exp([1.0, 2.0])), rtol=1e-14)
    assert np.isnan(found[1]).all()
    assert not np.isfinite(found[2]).all()
    assert go.eager.MatrixExponential(input=np.float16([[0, 1], [0, 0]])).tolist() == [[1, 1], [0, 1]]


@pytest.mark.parametrize("matrix", [JORDAN, DEFECTIVE, DEFECTIVE.T, shifted((12, 12), "float64", 4, 4.0)])
def test_roots_and_logarithms_undo(matrix: Array) -> None:
    close = 1e-13 * abs(matrix).max()
    root = go.eager.MatrixSquareRoot(input=matrix)
    np.testing.assert_allclose(root @ root, matrix, atol=close)
    logarithm = go.eager.MatrixLogarithm(input=matrix.astype(np.complex128))
    np.testing.assert_allclose(go.eager.MatrixExponential(input=logarithm), matrix, atol=10 * close)
    assert np.all(np.linalg.eigvals(root).real > 0)
    assert np.all(abs(np.linalg.eigvals(logarithm).imag) < np.pi)


NILPOTENT = BASIS @ np.triu(reals((5, 5), "float64", 12), 1) @ BASIS.T


@pytest.mark.parametrize(
    "matrix", [DEFECTIVE, np.zeros((3, 3)), reals((7, 7), "float64", 5), np.eye(6, k=-1), NILPOTENT, np.ones((4, 4))]
)
def test_schur_forms(matrix: Array) -> None:
    q, t = schur(matrix.astype(np.complex128))
    np.testing.assert_allclose(q @ t @ q.conj().T, matrix, atol=1e-14 * max(1, len(matrix)))
    np.testing.assert_allclose(q.conj().T @ q, np.eye(len(matrix)), atol=1e-14 * len(matrix))
    assert not np.tril(t, -1).any()


def test_matrices_without_a_root_are_no_numbers() -> None:
    real = np.stack([-np.eye(2), np.diag([4.0, 9.0]), np.full((2, 2), np.inf)])
    found = go.eager.MatrixSquareRoot(input=real)
    assert np.isnan(found[[0, 2]]).all()
    np.testing.assert_array_equal(found[1], np.diag([2.0, 3.0]))
    turned = np.array([[0.0, 1.0], [1.0, 0.0]])  # its eigenvalues are 1 and -1
    assert np.isnan(go.eager.MatrixSquareRoot(input=turned)).all()
    root = go.eager.MatrixSquareRoot(input=turned.astype(complex))
    np.testing.assert_allclose(root @ root, turned, atol=1e-14)
    assert np.isnan(go.eager.MatrixLogarithm(input=np.zeros((2, 2), complex))).all()


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("shape", [(1, 1), (4, 4), (2, 3, 3)])
def test_eigenvalues(dtype: str, shape: tuple[int, ...]) -> None:
    x = shifted(shape, dtype, 6)
    kind = "complex64" if dtype in ("float32", "complex64") else "complex128"
    close = 1e-5 if kind == "complex64" else 1e-13
    e, v = go.eager.Eig(input=x, Tout=kind)
    assert (e.dtype.name, v.dtype.name) == (kind, kind)
    np.testing.assert_allclose(x @ v, v * e[..., None, :], atol=close * 8)
    np.testing.assert_allclose(np.linalg.norm(v, axis=-2), np.ones(shape[:-1]), atol=close)
    largest = np.take_along_axis(v, abs(v).argmax(axis=-2)[..., None, :], axis=-2)
    assert np.all(largest.real > 0)
    assert np.all(abs(largest.imag) < close)
    values, nothing = go.eager.Eig(input=x, Tout=kind, compute_v=False)
    np.testing.assert_allclose(np.sort_complex(values), np.sort_complex(e), atol=close * 8)
    assert nothing.shape == ()


def test_eigenvalues_that_are_known() -> None:
    companion = np.diag([1.0, 1.0], -1)
    companion[:, -1] = [6.0, -11.0, 6.0]  # of (x - 1) (x - 2) (x - 3)
    e, _ = go.eager.Eig(input=companion, Tout="complex128")
    np.testing.assert_allclose(np.sort_complex(e), [1, 2, 3], atol=1e-12)
    assert go.eager.Eig(input=np.zeros((2, 0, 0)), Tout="complex128").v.shape == (2, 0, 0)


def test_eigenvalues_are_refused() -> None:
    with pytest.raises(
        InvalidArgumentError, match="attr 'Tout' of op 'Eig' must be complex128 for an input of float64"
    ):
        go.eager.Eig(input=np.eye(2), Tout="complex64")
    with pytest.raises(InvalidArgumentError, match="hold matrices of finite numbers, got 1 that are not"):
        go.eager.Eig(input=np.array([[np.nan, 0], [0, 1]]), Tout="complex128")
    with pytest.raises(InvalidArgumentError, match="be square along its last two axes"):
        go.eager.Eig(input=np.ones((2, 3)), Tout="complex128")


def slope(function: str, x: Array, direction: Array) -> tuple[float, float]:
    """The derivative of a number that does not depend on phases and order, by gradients and by differences."""
    with go.Graph().as_default():
        fed = go.placeholder(x.dtype, x.shape)
        if function == "values":
            e = go.raw_ops.Eig(input=fed, Tout="complex128", compute_v=False).e
            parts = [go.raw_ops.Real(input=go.raw_ops.Exp(x=e), Tout="float64")]
        else:
            e, v = go.raw_ops.Eig(input=fed, Tout="complex128")
            size = go.raw_ops.ComplexAbs(x=v, Tout="float64")
            weights = go.raw_ops.ExpandDims(input=go.raw_ops.Real(input=e, Tout="float64"), dim=-2)
            parts = [go.raw_ops.Mul(x=go.raw_ops.Mul(x=size, y=go.raw_ops.Square(x=size)), y=weights)]
        axes = list(range(x.ndim if function != "values" else x.ndim - 1))
        total = go.raw_ops.Sum(input=parts[0], reduction_indices=axes)
        (gradient,) = go.gradients(total, [fed])
        with go.Session() as session:
            found = session.run(gradient, {fed: x})
            step = 1e-5
            ends = [session.run(total, {fed: x + sign * step * direction}) for sign in (1, -1)]
    return float((found.conj() * direction).sum().real), float((ends[0] - ends[1]) / (2 * step))


@pytest.mark.parametrize("function", ["values", "vectors"])
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_gradients_of_eigenvalues(function: str, dtype: str) -> None:
    x = np.stack([shifted((3, 3), dtype, 7), shifted((3, 3), dtype, 8)])
    found, want = slope(function, x, shifted((2, 3, 3), dtype, 9, 0.0))
    np.testing.assert_allclose(found, want, rtol=1e-6)


@pytest.mark.parametrize("shape", [(1, 1), (3, 3), (2, 2, 2)])
def test_gradients(shape: tuple[int, ...]) -> None:
    x, z = shifted(shape, "float64", 10), shifted(shape, "complex128", 11)
    for op in ("MatrixExponential", "MatrixSquareRoot"):
        assert gradcheck(op, {"input": x}, order=2)
        assert gradcheck(op, {"input": z}, order=1)
    assert gradcheck("MatrixLogarithm", {"input": z}, order=1)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_eigenvalues_and_vectors_in_one(dtype: str) -> None:
    x = hermitian((2, 3, 3), dtype, 2)
    e, v = go.eager.SelfAdjointEigV2(input=x)
    found = go.eager.BatchSelfAdjointEig(input=x)
    np.testing.assert_array_equal(found, np.concatenate([e[:, None], v], axis=1))
    np.testing.assert_array_equal(go.eager.SelfAdjointEig(input=x[0]), found[0])
    assert go.eager.BatchSvd(input=x).u.shape == (2, 3, 3)
