"""Pools with windows of random sizes, and their gradients."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from tests.golden.case import Case, integers, reals

RATIOS = [(1.0, 1.5, 1.25, 1.0), (1.0, 1.0, 2.0, 1.0), (1.0, 2.7, 1.4142, 1.0), (1.0, 3.2, 1.9, 1.0)]
DTYPES = ("float32", "float64", "int32", "int64")


def values(dtype: str, seed: int, shape: tuple[int, ...] = (2, 13, 17, 3)) -> np.ndarray:
    return reals(shape, dtype, seed) if "float" in dtype else integers(shape, dtype, seed, -9, 9)


def pools() -> Iterator[Case]:
    for op in ("FractionalAvgPool", "FractionalMaxPool"):
        for number, ratio in enumerate(RATIOS):
            for pseudo in (False, True):
                for overlapping in (False, True):
                    attrs = {
                        "pooling_ratio": list(ratio), "pseudo_random": pseudo, "overlapping": overlapping,
                        "seed": 341261 + number, "seed2": 4, "deterministic": True,
                    }  # fmt: skip
                    yield Case(op, {"value": values("float32", number)}, attrs)
        for dtype in DTYPES:
            attrs = {"pooling_ratio": [1.0, 1.6, 1.3, 1.0], "seed": 1, "seed2": 2, "deterministic": True}
            yield Case(op, {"value": values(dtype, 5)}, attrs)
            yield Case(op, {"value": values(dtype, 5)}, attrs | {"overlapping": True})


ROWS, COLUMNS = np.array([0, 2, 3, 5, 8]), np.array([0, 1, 4, 6])


def gradients() -> Iterator[Case]:
    sequences = {"row_pooling_sequence": ROWS, "col_pooling_sequence": COLUMNS}
    for dtype in DTYPES:
        for overlapping in (False, True):
            attrs = {"overlapping": overlapping}
            x, dy = values(dtype, 1, (2, 8, 6, 3)), values(dtype, 2, (2, 4, 3, 3))
            shape = {"orig_input_tensor_shape": np.array(x.shape, np.int64)}
            yield Case("FractionalAvgPoolGrad", shape | {"out_backprop": dy} | sequences, attrs)
            pooled = largest(x, overlapping)
            given = {"orig_input": x, "orig_output": pooled, "out_backprop": dy}
            yield Case("FractionalMaxPoolGrad", given | sequences, attrs)
    for flat in (np.zeros((1, 8, 6, 2), np.float32), np.full((1, 8, 6, 2), 3.0)):
        ones = np.ones((1, 4, 3, 2), flat.dtype)
        given = {"orig_input": flat, "orig_output": ones * flat[0, 0, 0, 0], "out_backprop": ones}
        yield Case("FractionalMaxPoolGrad", given | sequences, {"overlapping": True})


def largest(x: np.ndarray, overlapping: bool) -> np.ndarray:
    """The pool of ``x`` with the sequences above."""
    more = int(overlapping)
    rows = [x[:, a : b + more].max(axis=1) for a, b in pairwise(ROWS)]
    down = np.stack(rows, axis=1)
    columns = [down[:, :, a : b + more].max(axis=2) for a, b in pairwise(COLUMNS)]
    return np.stack(columns, axis=2)


CASES = [*pools(), *gradients()]
