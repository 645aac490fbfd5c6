"""TopKV2 of long rows, which are not sorted as a whole: the same order as a plain sort of pairs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops import eager

SIZE = 2000


def rows(kind: str, dtype: str) -> Any:
    chance = np.random.default_rng(5)
    x = chance.integers(0, 100, (3, SIZE)).astype(dtype)
    if kind == "few values":
        x = chance.integers(0, 3, (3, SIZE)).astype(dtype)
    elif kind == "odd":
        for value in (np.nan, np.inf, -np.inf, -0.0):
            x[chance.random(x.shape) < 0.05] = value
        x[1] = np.nan
        x[1, ::700] = [1, -1, -0.0]
    return x


@pytest.mark.parametrize("k", [1, 7, 200])
@pytest.mark.parametrize(
    ("kind", "dtype"),
    [(kind, dtype) for kind in ("values", "few values", "odd") for dtype in ("float32", "float16", "int32", "uint8")
     if kind != "odd" or dtype.startswith("float")],
)  # fmt: skip
def test_as_sorted_pairs(kind: str, dtype: str, k: int) -> None:
    x = rows(kind, dtype)
    values, indices = eager.TopKV2(input=x, k=k)
    for row, found, places in zip(x, values, indices, strict=True):
        order = sorted(range(SIZE), key=lambda i: (row[i] != row[i], 0 if row[i] != row[i] else -float(row[i]), i))
        assert places.tolist() == order[:k]
        np.testing.assert_array_equal(found, row[order[:k]])
