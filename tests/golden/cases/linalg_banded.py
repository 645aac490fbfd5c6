"""Matrices of a few diagonals: products and solutions, in every dtype, in stacks, with rows that must change places."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, reals
from tests.golden.cases.math import COMPLEXES, FLOATS


def numbers(shape: tuple[int, ...], dtype: str, seed: int) -> Array:
    x = reals(shape, "float64", seed)
    return (x + 1j * reals(shape, "float64", seed + 50) if dtype in COMPLEXES else x).astype(dtype)


def tridiagonals(shape: tuple[int, ...], dtype: str, seed: int) -> Array:
    """With a heavy diagonal."""
    x = numbers((*shape[:-1], 3, shape[-1]), dtype, seed)
    x[..., 1, :] += 3
    return x


def tridiagonal() -> Iterator[Case]:
    for dtype in (*FLOATS, *COMPLEXES):
        for shape, columns in (((4,), 2), ((2, 3), 1), ((1,), 2), ((2,), 3), ((2, 2, 5), 2)):
            x, rhs = tridiagonals(shape, dtype, 1), numbers((*shape, columns), dtype, 2)
            above, middle, below = (x[..., row : row + 1, :] for row in range(3))
            yield Case("TridiagonalMatMul", {"superdiag": above, "maindiag": middle, "subdiag": below, "rhs": rhs})
            for pivoting in (True, False):
                yield Case("TridiagonalSolve", {"diagonals": x, "rhs": rhs}, {"partial_pivoting": pivoting})
        x = tridiagonals((5,), dtype, 3)
        x[1] = [0, 0.5, 0, 2, 0.25]
        yield Case("TridiagonalSolve", {"diagonals": x, "rhs": numbers((5, 2), dtype, 4)})
    singular = np.array([[1, 2, 9], [0, 0, 0], [9, 0, 2]], "float32")
    yield Case("TridiagonalSolve", {"diagonals": singular, "rhs": reals((3, 1), "float32", 5)})


def banded() -> Iterator[Case]:
    for dtype in (*FLOATS, *COMPLEXES):
        for matrix, rhs in (((2, 4), (4, 2)), ((3, 3), (3, 1)), ((1, 3), (3, 2)), ((2, 2, 3), (2, 3, 2)),
                            ((3, 1, 2, 3), (2, 3, 1)), ((2, 3), (4, 3, 1))):  # fmt: skip
            for lower in (False, True):
                x = numbers(matrix, dtype, 6)
                x[..., 0 if lower else -1, :] += 2
                for adjoint in (False, True):
                    inputs = {"matrix": x, "rhs": numbers(rhs, dtype, 7)}
                    yield Case("BandedTriangularSolve", inputs, {"lower": lower, "adjoint": adjoint})


CASES = [*tridiagonal(), *banded()]
