"""Functions of matrices: exponentials, logarithms, square roots; stacks, none, triangular ones, turned ones."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, reals

TURN = np.array([[0.0, -1.0], [1.0, 0.0]])


def shifted(shape: tuple[int, ...], dtype: str, seed: int, by: float = 2.0) -> Array:
    """Matrices whose eigenvalues have positive real parts."""
    whole = reals(shape, "float64", seed).astype(np.complex128 if dtype.startswith("c") else np.float64)
    if dtype.startswith("c"):
        whole = whole + 1j * reals(shape, "float64", seed + 100)
    return (whole + by * np.eye(shape[-1])).astype(dtype)


def calls() -> Iterator[Case]:
    for op in ("MatrixSquareRoot", "MatrixLogarithm", "MatrixExponential"):
        kinds = (
            ("complex64", "complex128")
            if op == "MatrixLogarithm"
            else ("float32", "float64", "complex64", "complex128")
        )
        for dtype in kinds:
            for number, shape in enumerate([(3, 3), (2, 3, 3), (2, 1, 1, 1), (6, 6)]):
                yield Case(op, {"input": shifted(shape, dtype, 10 + number)})
            yield Case(op, {"input": np.zeros((2, 0, 0), dtype)})
        for x in (TURN, np.eye(3) + np.triu(np.ones((3, 3)), 1), np.diag([1.0, 4.0, 0.25]), np.eye(2)):
            yield Case(op, {"input": x.astype("complex128")})
            if op != "MatrixLogarithm":
                yield Case(op, {"input": x})
        yield Case(op, {"input": -np.diag([1.0, 4.0, 0.25]).astype("complex128")})
        yield Case(op, {"input": 100 * shifted((4, 4), "complex128", 30) / (1 if op != "MatrixExponential" else 30)})
    yield Case("MatrixSquareRoot", {"input": -np.eye(2)})
    yield Case("MatrixExponential", {"input": np.zeros((2, 3, 3))})
    yield Case("MatrixExponential", {"input": np.array([[0.0, 1e-8], [0.0, 0.0]])})


CASES = list(calls())
