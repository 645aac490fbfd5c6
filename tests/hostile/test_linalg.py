"""Malformed calls of linear algebra: our own error in the one sentence, when the node is added or when it runs."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, UnimplementedError
from tests.hostile.test_array import dynamic, static

X = np.zeros((2, 3))
EYE = np.eye(2)
ONE = np.float64(1)


def ints(*values):
    return np.array(values, np.int32)


def diag(diagonal, k, rows=-1, columns=-1):
    sizes = {"num_rows": np.int32(rows), "num_cols": np.int32(columns), "padding_value": ONE}
    return ("MatrixDiagV3", {"diagonal": diagonal, "k": np.asarray(k, np.int32), **sizes})


CALLS = [
    ("MatrixDiag", {"diagonal": ONE}, "diagonal of op 'MatrixDiag' must have rank 1 or more"),
    (*diag(X, [1, 0]), r"k of op 'MatrixDiagV3' must name the lowest diagonal first, got \[1, 0\]"),
    (*diag(X, [0, 1, 2]), "must be a scalar or a vector of one or two numbers"),
    (*diag(X, [[0]]), "must be a scalar or a vector of one or two numbers"),
    (*diag(X, []), "must be a scalar or a vector of one or two numbers"),
    (*diag(X, [0, 2]), "diagonal of op 'MatrixDiagV3' must have the 3 diagonals of k, got 2"),
    (*diag(X[0], [0, 2]), "must have rank 2 or more for more than one diagonal"),
    (*diag(X, 0, rows=2), "num_rows of op 'MatrixDiagV3' must be -1 or at least 3, which the diagonals need, got 2"),
    (*diag(X, -1, rows=3), "num_rows of op 'MatrixDiagV3' must be -1 or at least 4"),
    (*diag(X, 0, rows=-2), "must be -1 or at least 3"),
    (*diag(X, 0, rows=4, columns=4), "num_rows of op 'MatrixDiagV3' must be 3, or num_cols 3, .*got 4 and 4"),
    (*diag(X, 2**31 - 1), None),
    (*diag(X, 0, rows=ints(3)), "num_rows of op 'MatrixDiagV3' must be a scalar"),
    ("MatrixDiagPart", {"input": X[0]}, "input of op 'MatrixDiagPart' must have rank 2 or more"),
    ("MatrixDiagPartV3", {"input": X, "k": ints(3)[0], "padding_value": ONE}, "must name diagonals of the 2 x 3"),
    ("MatrixDiagPartV2", {"input": X, "k": ints(-2, 0), "padding_value": ONE}, r"got \[-2, 0\]"),
    ("MatrixDiagPartV3", {"input": X, "k": ints(0)[0], "padding_value": X}, "padding_value .* must be a scalar"),
    ("MatrixSetDiag", {"input": X, "diagonal": X[0]}, r"must have shape \(2,\), that of the diagonals of the input"),
    ("MatrixSetDiagV3", {"input": X, "diagonal": X, "k": ints(0)[0]}, "that of the diagonals of the input"),
    ("MatrixSetDiagV3", {"input": X, "diagonal": X[0, :2], "k": ints(-5)[0]}, "must name diagonals of the 2 x 3"),
    ("Cholesky", {"input": X}, r"input of op 'Cholesky' must be square along its last two axes"),
    ("Cholesky", {"input": X[0]}, "must have rank 2 or more"),
    ("CholeskyGrad", {"l": EYE, "grad": X}, "grad of op 'CholeskyGrad' must have the shape of l"),
    ("MatrixInverse", {"input": X}, "must be square"),
    ("MatrixInverse", {"input": np.zeros((2, 2))}, "input of op 'MatrixInverse' must hold matrices that can be inverted"),
    ("MatrixDeterminant", {"input": X}, "must be square"),
    ("LogMatrixDeterminant", {"input": X.T}, "must be square"),
    ("MatrixSolve", {"matrix": EYE, "rhs": X[0]}, "rhs of op 'MatrixSolve' must have rank 2 or more"),
    ("MatrixSolve", {"matrix": EYE, "rhs": X.T}, "rhs of op 'MatrixSolve' must have the 2 rows of matrix, got 3"),
    ("MatrixSolve", {"matrix": np.stack([EYE, EYE]), "rhs": X}, "must have leading dimensions that equal those of matrix"),
    ("MatrixSolve", {"matrix": np.ones((2, 2)), "rhs": X}, "matrix of op 'MatrixSolve' must hold matrices that can be"),
    ("MatrixTriangularSolve", {"matrix": EYE, "rhs": X.T}, "must have the 2 rows of matrix"),
    ("MatrixTriangularSolve", {"matrix": np.stack([EYE] * 2), "rhs": np.zeros((3, 2, 1))}, "that broadcast with"),
    ("Qr", {"input": X[0]}, "must have rank 2 or more"),
    ("Svd", {"input": X[0]}, "must have rank 2 or more"),
    ("Svd", {"input": X * np.nan}, "input of op 'Svd' must hold matrices of finite numbers"),
    # LAPACK's iteration never ended for this one.
    (
        "Svd",
        {"input": np.float32([[-3.3125, np.inf, -1e-45], [0, 4, 0], [-1, -3, -3.3125], [np.inf, -1e-45, 0]])},
        "must hold matrices of finite numbers, got 2 that are not",
    ),
    ("SelfAdjointEigV2", {"input": np.full((2, 2), np.inf)}, "must hold matrices of finite numbers"),
    ("SelfAdjointEigV2", {"input": X}, "must be square"),
    ("SelfAdjointEigV2", {"input": EYE * np.nan}, "must hold matrices of finite numbers"),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.parametrize("way", [static, dynamic, lambda op, a: getattr(go.eager, op)(**a)],
                         ids=["static", "dynamic", "eager"])  # fmt: skip
def test_malformed(call, way):
    op, arguments, text = call
    kinds = (InvalidArgumentError,) if text is not None else (MemoryError, InvalidArgumentError)
    with pytest.raises(kinds, match=text):
        way(op, arguments)


def test_zeros_on_a_diagonal_are_no_error():
    """As in TensorFlow: substitution divides by them, and the result is not finite."""
    found = go.eager.MatrixTriangularSolve(matrix=np.zeros((2, 2)), rhs=np.ones((2, 1)))
    assert not np.isfinite(found).any()


@pytest.mark.parametrize("op", ["Qr", "Svd"])
def test_gradient_of_what_completes_a_basis(op):
    with go.Graph().as_default():
        x = go.placeholder(go.float64, (3, 2))
        found = getattr(go.raw_ops, op)(input=x, full_matrices=True)
        with pytest.raises(UnimplementedError, match="must be square for a gradient with full_matrices"):
            go.gradients(found[1], x)
        assert go.gradients(getattr(go.raw_ops, op)(input=x)[1], x)[0].shape == (3, 2)
