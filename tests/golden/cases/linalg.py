"""Linear algebra: diagonals of stacks of matrices; factorisations, solutions, determinants in every dtype.

Matrices are far from singular, so that all of it is as exact as rounding allows. Left out where TensorFlow has no
CPU kernel: half.
"""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.math import COMPLEXES, FLOATS, HALVES, scalar

ALIGNS = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")
DTYPES = (*FLOATS, *HALVES, *COMPLEXES, "int8", "int32", "int64", "uint8", "uint64", "bool")


def k(*numbers: int) -> Array:
    """One diagonal as a scalar, two as a vector."""
    return np.array(numbers[0] if len(numbers) == 1 else numbers, np.int32)


# -- diagonals -----------------------------------------------------------------------------------------------------


def _diag() -> Iterator[Case]:
    for dtype in DTYPES:
        diagonal = integers((2, 3), dtype, 1, 0, 3)
        yield Case("MatrixDiag", {"diagonal": diagonal})
        sizes = {"num_rows": np.int32(-1), "num_cols": np.int32(4), "padding_value": scalar(1, dtype)}
        for op in ("MatrixDiagV2", "MatrixDiagV3"):
            yield Case(op, {"diagonal": diagonal, "k": k(-1, 0), **sizes})
    yield Case("MatrixDiag", {"diagonal": reals((0,), "float32", 1)})
    yield Case("MatrixDiag", {"diagonal": reals((2, 0), "float32", 1)})
    calls = [
        ((2, 3), k(0), 3, 5), ((2, 3), k(1), -1, -1), ((2, 3), k(-2), -1, 4), ((3,), k(0, 0), -1, -1),
        ((2, 2, 3), k(0, 1), 3, -1), ((2, 3, 3), k(-1, 1), -1, -1), ((4, 3), k(-2, 1), 3, 4), ((2, 3), k(4, 5), -1, -1),
        ((5, 3), k(-2, 2), 4, 3), ((3,), k(-5), -1, -1), ((2, 0), k(0), 0, 3), ((2, 3), k(-1, 0), 3, 6),
    ]  # fmt: skip
    for shape, diagonals, rows, columns in calls:
        inputs = {
            "diagonal": reals(shape, "float64", 2),
            "k": diagonals,
            "num_rows": np.int32(rows),
            "num_cols": np.int32(columns),
            "padding_value": scalar(0.5, "float64"),
        }
        yield Case("MatrixDiagV2", inputs)
        for align in ALIGNS if diagonals.ndim else ALIGNS[:1]:
            yield Case("MatrixDiagV3", inputs, {"align": align})


def _diag_part() -> Iterator[Case]:
    bands = [k(0), k(1), k(-2), k(-1, 1), k(-2, 3), k(2, 3), k(-2, -1), k(0, 0)]
    for dtype in DTYPES:
        x = integers((2, 3, 4), dtype, 3, 0, 3)
        yield Case("MatrixDiagPart", {"input": x})
        for op in ("MatrixDiagPartV2", "MatrixDiagPartV3"):
            yield Case(op, {"input": x, "k": k(-2, 1), "padding_value": scalar(1, dtype)})
        diagonal = integers((2, 3), dtype, 4, 0, 3)
        yield Case("MatrixSetDiag", {"input": x, "diagonal": diagonal})
        for op in ("MatrixSetDiagV2", "MatrixSetDiagV3"):
            yield Case(op, {"input": x, "diagonal": diagonal, "k": k(1)})
    for shape in ((2, 3, 4), (4, 3), (3, 3)):
        x = reals(shape, "float64", 5)
        yield Case("MatrixDiagPart", {"input": x})
        yield Case("MatrixSetDiag", {"input": x, "diagonal": reals((*shape[:-2], 3), "float64", 6)})
    for shape in ((0, 4), (3, 0), (0, 3, 3)):
        x = reals(shape, "float32", 7)
        yield Case("MatrixDiagPart", {"input": x})
        band = k(0, 1) if x.shape[-1] else k(0, 0)
        yield Case("MatrixDiagPartV3", {"input": x, "k": band, "padding_value": scalar(1, "float32")})
        length = min(shape[-2:])
        yield Case("MatrixSetDiag", {"input": x, "diagonal": reals((*shape[:-2], length), "float32", 8)})
    for band in bands:
        x, padding = reals((2, 3, 4), "float64", 9), scalar(0.5, "float64")
        low, high = int(band.reshape(-1)[0]), int(band.reshape(-1)[-1])
        length = min(3 + min(high, 0), 4 - max(low, 0))
        shape = (2, length) if low == high else (2, high - low + 1, length)
        diagonal = reals(shape, "float64", 10)
        yield Case("MatrixDiagPartV2", {"input": x, "k": band, "padding_value": padding})
        yield Case("MatrixSetDiagV2", {"input": x, "diagonal": diagonal, "k": band})
        for align in ALIGNS if low != high else ALIGNS[:1]:
            yield Case("MatrixDiagPartV3", {"input": x, "k": band, "padding_value": padding}, {"align": align})
            yield Case("MatrixSetDiagV3", {"input": x, "diagonal": diagonal, "k": band}, {"align": align})


# -- solutions and factors -----------------------------------------------------------------------------------------


def regular(shape: tuple[int, ...], dtype: str, seed: int) -> Array:
    """Matrices with a heavy diagonal."""
    x = reals(shape, "float64", seed)
    if dtype in COMPLEXES:
        x = x + 1j * reals(shape, "float64", seed + 50)
    return (x + 2 * np.eye(shape[-2], shape[-1]) * np.linspace(1, 2, shape[-1])).astype(dtype)


def hermitian(shape: tuple[int, ...], dtype: str, seed: int) -> Array:
    """Positive definite matrices: products of matrices with their adjoints.

    One real product at a time, since those of BLAS, and NumPy's complex ones, are rounded as the processor likes.
    """
    x = regular(shape, "complex128" if dtype in COMPLEXES else "float64", seed)
    rows, columns = x[..., :, None, :], x[..., None, :, :]  # [..., i, 1, k] and [..., 1, j, k]
    products = (rows.real * columns.real + rows.imag * columns.imag) / 4
    if dtype in COMPLEXES:
        products = products + 1j * ((rows.imag * columns.real - rows.real * columns.imag) / 4)
    total = np.zeros(products.shape[:-1], products.dtype)
    for k in range(products.shape[-1]):
        total += products[..., k]
    return total.astype(dtype)


def _square() -> Iterator[Case]:
    for dtype in (*FLOATS, *COMPLEXES):
        for shape in ((3, 3), (2, 2, 2), (1, 1), (0, 0), (0, 2, 2), (2, 0, 0)):
            x = regular(shape, dtype, 11) if min(shape[-2:]) else reals(shape, "float32", 1).astype(dtype)
            yield Case("Cholesky", {"input": hermitian(shape, dtype, 12)})
            yield Case("MatrixDeterminant", {"input": x})
            yield Case("LogMatrixDeterminant", {"input": x})
            if dtype in FLOATS:
                lower = np.tril(regular(shape, dtype, 13))
                yield Case("CholeskyGrad", {"l": lower, "grad": reals(shape, dtype, 14)})
            rhs = regular((*shape[:-1], 2), dtype, 15)
            for adjoint in (False, True):
                yield Case("MatrixInverse", {"input": x}, {"adjoint": adjoint})
                yield Case("MatrixSolve", {"matrix": x, "rhs": rhs}, {"adjoint": adjoint})
                for lower in (False, True):
                    attrs = {"lower": lower, "adjoint": adjoint}
                    yield Case("MatrixTriangularSolve", {"matrix": x, "rhs": rhs}, attrs)
    for shapes in (((3, 1, 2, 2), (4, 2, 3)), ((2, 2), (3, 2, 1)), ((3, 2, 2), (2, 0))):
        for dtype in ("float64", "complex64"):
            matrix, rhs = regular(shapes[0], dtype, 16), regular(shapes[1], dtype, 17)
            yield Case("MatrixTriangularSolve", {"matrix": matrix, "rhs": rhs})
    half = regular((3, 3), "float16", 18)
    yield Case("MatrixInverse", {"input": half})
    yield Case("Qr", {"input": half})
    zeros = np.zeros((2, 2), "float32")
    for op in ("MatrixDeterminant", "LogMatrixDeterminant"):
        yield Case(op, {"input": zeros})
        yield Case(op, {"input": -regular((3, 3), "float32", 19)})
    # Read is the lower triangle alone.
    yield Case("Cholesky", {"input": np.array([[2, 9], [1, 3]], "float64")})


def _factors() -> Iterator[Case]:
    for shape in ((3, 3), (4, 2), (2, 4), (2, 3, 2), (0, 3), (3, 0), (2, 0, 2)):
        for dtype in (*FLOATS, *COMPLEXES):
            yield Case("Qr", {"input": regular(shape, dtype, 20)})
            if shape[-1] != 0 and shape[-2] != 0:
                continue
            if dtype != "complex128":
                yield Case("Svd", {"input": regular(shape, dtype, 20)})
        for op in ("Qr", "Svd"):
            if op == "Qr" or min(shape) == 0:
                yield Case(op, {"input": regular(shape, "float32", 21)}, {"full_matrices": True})
    # On a diagonal, the vectors are the axes: elsewhere every library has signs of its own.
    for dtype in ("float32", "float64", "complex64"):
        for shape in ((3, 3), (4, 3), (3, 4), (2, 2, 2)):
            size = min(shape[-2:])
            x = np.zeros(shape, dtype)
            x[..., range(size), range(size)] = np.arange(size, 0, -1)
            yield Case("Svd", {"input": x})
        for shape in ((3, 3), (2, 2, 2), (0, 0)):
            x = np.zeros(shape, dtype) + np.diag(np.arange(1, shape[-1] + 1)).astype(dtype)
            yield Case("SelfAdjointEigV2", {"input": x.astype(dtype)})


CASES = [*_diag(), *_diag_part(), *_square(), *_factors()]
