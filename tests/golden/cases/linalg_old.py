"""Linear algebra and normalization by names that TensorFlow only runs in graphs of before 2016."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case, integers, reals
from tests.golden.cases.linalg import hermitian, regular


def matrices() -> Iterator[Case]:
    for dtype in ("float32", "float64"):
        x = regular((2, 3, 3), dtype, 2)
        rhs = reals((2, 3, 2), dtype, 3)
        positive = (np.matmul(x, x.swapaxes(-1, -2)) + np.eye(3)).astype(dtype)
        yield Case("BatchCholesky", {"input": positive})
        factor = np.linalg.cholesky(positive.astype("float64")).astype(dtype)
        yield Case("BatchCholeskyGrad", {"l": factor, "grad": np.tril(reals((2, 3, 3), dtype, 4))})
        yield Case("BatchMatrixDeterminant", {"input": x})
        for flag in (False, True):
            yield Case("BatchMatrixInverse", {"input": x}, {"adjoint": flag})
            yield Case("BatchMatrixSolve", {"matrix": x, "rhs": rhs}, {"adjoint": flag})
            lower = {"lower": flag, "adjoint": not flag}
            yield Case("BatchMatrixTriangularSolve", {"matrix": x, "rhs": rhs}, lower)
            tall = {"matrix": regular((2, 4, 3), dtype, 5), "rhs": reals((2, 4, 2), dtype, 6)}
            yield Case("BatchMatrixSolveLs", {**tall, "l2_regularizer": np.array(0.125)}, {"fast": flag})
        yield Case("BatchSvd", {"input": abs(regular((2, 1, 1), dtype, 8))})
        line = hermitian((2, 1, 1), dtype, 7)
        yield Case("BatchSelfAdjointEigV2", {"input": line})
        yield Case("SelfAdjointEig", {"input": line[0]})
        yield Case("BatchSelfAdjointEig", {"input": line})


def diagonals() -> Iterator[Case]:
    for dtype in ("float32", "int32", "complex128"):
        x = integers((2, 3, 4), "int32", 1, 0, 3).astype(dtype)
        band = {"num_lower": np.array(1, "int64"), "num_upper": np.array(-1, "int64")}
        yield Case("BatchMatrixBandPart", {"input": x, **band})
        yield Case("BatchMatrixDiag", {"diagonal": x[..., 0]})
        yield Case("BatchMatrixDiagPart", {"input": x})
        yield Case("BatchMatrixSetDiag", {"input": x, "diagonal": x[:, :, 1]})


def norms() -> Iterator[Case]:
    for dtype in ("float32",):
        t = reals((2, 3, 2, 4), dtype, 1)
        m, beta, gamma = (reals((4,), dtype, seed) for seed in (2, 3, 4))
        v = abs(reals((4,), dtype, 5)) + np.array(1, dtype)
        for scaled in (False, True):
            attrs = {"variance_epsilon": 0.125, "scale_after_normalization": scaled}
            given = {"t": t, "m": m, "v": v}
            yield Case("BatchNormWithGlobalNormalization", {**given, "beta": beta, "gamma": gamma}, attrs)
            backprop = reals((2, 3, 2, 4), dtype, 6)
            yield Case("BatchNormWithGlobalNormalizationGrad", {**given, "gamma": gamma, "backprop": backprop}, attrs)


CASES = [*matrices(), *diagonals(), *norms()]
