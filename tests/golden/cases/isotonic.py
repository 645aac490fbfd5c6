"""Isotonic regression, and hits among sampled candidates."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals

FLOATS = ("float32", "float64")


def _fits() -> Iterator[Case]:
    op = "IsotonicRegression"
    for dtype in FLOATS:
        out: dict[str, Any] = {"output_dtype": dtype}
        yield Case(op, {"input": reals((5, 40), dtype, 1)}, out)
        yield Case(op, {"input": integers((4, 12), dtype, 2)}, out)
        yield Case(op, {"input": np.array([5, 1, 3, 2, 4], dtype)}, out)
        yield Case(op, {"input": np.arange(6, dtype=dtype)}, out)
        yield Case(op, {"input": np.arange(6, dtype=dtype)[::-1].copy()}, out)
        yield Case(op, {"input": np.ones((2, 3), dtype)}, out)
        yield Case(op, {"input": reals((2, 3, 4), dtype, 3)}, out)
        yield Case(op, {"input": np.zeros((2, 0), dtype)}, out)
        yield Case(op, {"input": np.zeros((0, 2), dtype)}, out)
    yield Case(op, {"input": integers((3, 8), "float16", 4)}, {"output_dtype": "float16"})


def rows(*values: Any) -> Array:
    return np.array(values, np.int64)


def _hits() -> Iterator[Case]:
    op = "ComputeAccidentalHits"
    yield Case(
        op, {"true_classes": rows([1, 2], [3, 2], [5, 5]), "sampled_candidates": rows(2, 5, 9, 2)}, {"num_true": 2}
    )
    many = integers((20, 3), "int64", 5, 0, 30)
    yield Case(op, {"true_classes": many, "sampled_candidates": integers((15,), "int64", 6, -5, 30)}, {"num_true": 3})
    yield Case(op, {"true_classes": many, "sampled_candidates": rows(-7)}, {"num_true": 3})
    yield Case(op, {"true_classes": many[:0], "sampled_candidates": rows(1)}, {"num_true": 3})
    yield Case(op, {"true_classes": many, "sampled_candidates": np.zeros(0, np.int64)}, {"num_true": 3})


CASES = [*_fits(), *_hits()]
