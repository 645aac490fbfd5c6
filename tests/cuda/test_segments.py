"""Sums of rows that have the same id: right, and the same bits for any order of the threads."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphops as go

pytestmark = pytest.mark.emulator

RANDOM = np.random.default_rng(17)
ORDERS = ("ascending", "descending", "shuffled:1", "shuffled:2")
# (rows, columns, ids, where the ids come from)
CASES = [
    (1, 1, 1, "any"), (1000, 1, 7, "any"), (1000, 3, 1, "any"), (3000, 2, 3000, "any"), (129, 130, 64, "any"),
    (2500, 1, 3, "sorted"), (700, 5, 40, "few"), (33, 4, 2, "sorted"), (64, 1, 64, "each"),
]  # fmt: skip


def ids_of(rows: int, number: int, kind: str) -> Any:
    if kind == "each":
        return RANDOM.permutation(rows)
    found = (
        np.minimum(RANDOM.geometric(0.1, rows) - 1, number - 1) if kind == "few" else RANDOM.integers(0, number, rows)
    )
    return np.sort(found) if kind == "sorted" else found


def add_rows(data: Any, ids: Any, number: int) -> Any:
    import cupy

    from graphops_cuda.native.math_segment import add_rows as on_device

    return on_device(cupy.asarray(data), cupy.asarray(ids), number).get()


@pytest.mark.parametrize(
    "dtype", [np.float16, ml_dtypes.bfloat16, np.float32, np.float64, np.int8, np.int32, np.uint64]
)
def test_sums_of_small_integers_are_exact(dtype: Any) -> None:
    for rows, columns, number, kind in CASES:
        data = RANDOM.integers(-9, 9, (rows, columns)).astype(dtype)
        ids = ids_of(rows, number, kind)
        for places in (ids.astype(np.int64), ids.astype(np.int32)):
            found = add_rows(data, places, number)
            exact = [[0] * columns for _ in range(number)]
            for row, place in zip(data.tolist(), ids.tolist(), strict=True):
                exact[place] = [a + int(b) for a, b in zip(exact[place], row, strict=True)]
            wrapped = [[x % 2**64 if found.dtype == np.uint64 else x for x in row] for row in exact]
            assert found.tolist() == wrapped


def test_the_same_bits_in_any_order_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    for rows, columns, number, kind in CASES:
        data, ids = RANDOM.standard_normal((rows, columns)).astype(np.float32), ids_of(rows, number, kind)
        found = set()
        for order in ORDERS:
            monkeypatch.setenv("GRAPHOPS_CUDA_ORDER", order)
            found.add(add_rows(data, ids, number).tobytes())
        assert len(found) == 1


def test_what_is_not_a_number_stays_in_its_segment() -> None:
    data = np.array([[1.0], [np.nan], [2.0], [np.inf], [3.0]], np.float32)
    found = add_rows(data, np.array([0, 1, 0, 2, 0]), 4)
    assert np.array_equal(found, [[6.0], [np.nan], [np.inf], [0.0]], equal_nan=True)


def test_ops_use_it() -> None:
    """Of complex numbers too, whose parts are added separately; the sum of an id without rows is 0."""
    import cupy

    ids = np.array([3, 0, 3, 3, 1], np.int32)
    data = np.array([[1 + 2j], [3 - 1j], [0.5j], [2], [-4j]], np.complex64)
    found = go.eager.UnsortedSegmentSum(
        data=cupy.asarray(data), segment_ids=cupy.asarray(ids), num_segments=np.int32(5)
    )
    assert found.get().tolist() == [[3 - 1j], [-4j], [0], [3 + 2.5j], [0]]

    places = cupy.asarray(np.array([[1], [1], [0]], np.int64))
    updates = cupy.asarray(np.array([1, 2, 4], np.float16))
    found = go.eager.ScatterNd(indices=places, updates=updates, shape=np.array([3], np.int64))
    assert found.get().tolist() == [4, 3, 0]
