"""Sums of rows that share an id, in machine code: NumPy's sums in float64, and no id outside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops_cpu.calls.functions import function
from graphops_cpu.plain.math_segment import add_rows

pytestmark = pytest.mark.skipif(function("add_rows_float32") is None, reason="there is no LLVM")


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("count", "columns", "rows"), [(0, 3, 2), (1, 1, 1), (7, 5, 3), (200, 33, 40)])
def test_sums(dtype: Any, count: int, columns: int, rows: int) -> None:
    rng = np.random.default_rng(count)
    data = rng.normal(size=(count, 2 * columns)).astype(dtype)[:, ::2]  # not neighbours in memory
    for ids in (rng.integers(0, rows, count), rng.integers(0, rows, count).astype(np.int32)):
        wanted = np.zeros((rows, columns))
        for row, place in zip(data, ids, strict=True):
            wanted[place] += row
        np.testing.assert_array_equal(add_rows(np, data, ids, rows), wanted)


@pytest.mark.parametrize("wrong", [-1, 3, 2**40, -(2**62)])
def test_ids_outside(wrong: int) -> None:
    with pytest.raises(IndexError, match=r"must be in \[0, 3\)"):
        add_rows(np, np.ones((2, 4), np.float32), np.array([1, wrong]), 3)
