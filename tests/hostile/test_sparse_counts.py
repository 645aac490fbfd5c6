"""Counts and crosses of tensors that are wrong: refused with a sentence, before anything is allocated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import InvalidArgumentError, ResourceExhaustedError

AT = np.array([[0, 0], [0, 2], [2, 1]])
THREE = np.array([1, 2, 3])
NO_WEIGHTS = np.zeros(0, np.float32)
SPARSE = {"indices": AT, "values": THREE, "dense_shape": np.array([3, 3]), "weights": NO_WEIGHTS}
RAGGED = {"splits": np.array([0, 2, 3]), "values": THREE, "weights": NO_WEIGHTS}
BIN = {"size": np.int64(4)}
ALL = {"binary_output": False}
COLUMN = {"indices": [AT], "values": [THREE], "shapes": [np.array([3, 3])], "dense_inputs": []}
V2 = {"sep": b"_"}
HASH = {"num_buckets": np.int64(0), "strong_hash": False, "salt": np.array([1, 2])}
V1: dict[str, Any] = {"hashed_output": False, "num_buckets": 0, "hash_key": 1, "out_type": go.string}
CROSS = {
    "ragged_values": [THREE], "ragged_row_splits": [np.array([0, 1, 3])], "sparse_indices": [], "sparse_values": [],
    "sparse_shape": [], "dense_inputs": [], "input_order": "R", "hashed_output": False, "num_buckets": 0,
    "hash_key": 1, "out_values_type": go.string, "out_row_splits_type": go.int64,
}  # fmt: skip
WORDS = np.array([[b"a"], [b"b"]], dtype=object)

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("SparseBincount", {**SPARSE, **BIN, "values": -THREE}, "values of op 'SparseBincount' must not be negative, got -3"),
    ("SparseBincount", {**SPARSE, **BIN, "dense_shape": [2, 3]}, "be within the shape"),
    ("SparseBincount", {**SPARSE, **BIN, "dense_shape": [-3, 3]}, "have sizes >= 0"),
    ("SparseBincount", {**SPARSE, **BIN, "weights": np.ones(2)}, "be empty or have the shape of values"),
    ("SparseBincount", {**SPARSE, "size": np.int64(-1)}, "size of op 'SparseBincount' must not be negative"),
    ("SparseBincount", {**SPARSE, **BIN, "indices": AT[:, :0], "dense_shape": np.zeros(0, np.int64)}, "have at least one size"),
    ("RaggedBincount", {**RAGGED, **BIN, "splits": np.zeros(0, np.int64)}, "have at least one value"),
    ("RaggedBincount", {**RAGGED, **BIN, "splits": [1, 3]}, "begin with 0"),
    ("RaggedBincount", {**RAGGED, **BIN, "splits": [0, 5]}, "end with 3"),
    ("RaggedBincount", {**RAGGED, **BIN, "splits": [0, 2, 1, 3]}, "be sorted"),
    ("RaggedBincount", {**RAGGED, **BIN, "weights": np.ones(2)}, "be empty or have the shape of values"),
    ("DenseCountSparseOutput", {"values": -THREE, "weights": NO_WEIGHTS, **ALL}, "not be negative"),
    ("DenseCountSparseOutput", {"values": np.int64(1), "weights": NO_WEIGHTS, **ALL}, "have rank 1 or 2"),
    ("DenseCountSparseOutput", {"values": AT, "weights": np.ones(6), **ALL}, "be empty or have the shape of values"),
    ("SparseCountSparseOutput", {**SPARSE, **ALL, "dense_shape": [3]}, "have one size for each of the 2 columns"),
    ("SparseCountSparseOutput", {**SPARSE, **ALL, "values": -THREE}, "not be negative"),
    ("SparseCountSparseOutput", {**SPARSE, **ALL, "maxlength": -2}, "maxlength"),
    ("RaggedCountSparseOutput", {**RAGGED, **ALL, "splits": [0, 2]}, "end with 3"),
    ("SparseCrossV2", {**COLUMN, **V2, "indices": [AT[:, :1]]}, "indices[0] of op 'SparseCrossV2' must have 2 columns, got 1"),
    ("SparseCrossV2", {**COLUMN, **V2, "shapes": [[3, 3, 3]]}, "shapes[0] of op 'SparseCrossV2' must have 2 sizes, got 3"),
    ("SparseCrossV2", {**COLUMN, **V2, "shapes": [[2, 3]]}, "indices[0] of op 'SparseCrossV2' must be within the shape [2, 3]"),
    ("SparseCrossV2", {**COLUMN, **V2, "dense_inputs": [WORDS]}, "dense_inputs[0] of op 'SparseCrossV2' must have 3 rows, as shapes[0] has, got 2"),
    ("SparseCrossV2", {**COLUMN, **V2, "dense_inputs": [WORDS[0]]}, "dense_inputs[0] of op 'SparseCrossV2' must have rank 2"),
    ("SparseCrossV2", {**COLUMN, **V2, "values": [THREE, THREE]}, "be 1 tensors, as many as indices"),
    ("SparseCrossHashed", {**COLUMN, **HASH, "salt": [1]}, "have 2 values"),
    ("SparseCrossHashed", {**COLUMN, **HASH, "dense_inputs": [THREE[:, None]], "strong_hash": True}, "be strings if strong_hash is true"),
    ("SparseCross", {**COLUMN, **V1, "internal_type": go.string}, "be strings if attr 'internal_type' is string, got int64"),
    ("RaggedCross", {**CROSS, "input_order": "RR"}, "name each column once: 1 R, 0 S, 0 D, got 'RR'"),
    ("RaggedCross", {**CROSS, "input_order": "S"}, "name each column once"),
    ("RaggedCross", {**CROSS, "ragged_row_splits": [[0, 5]]}, "end with 3"),
    ("RaggedCross", {**CROSS, "ragged_row_splits": [np.zeros(0, np.int64)]}, "have at least one value"),
    ("RaggedCross", {**CROSS, "ragged_row_splits": [[0, 1, 3], [0, 3]]}, "be 1 tensors, as many as ragged_values"),
    ("RaggedCross", {**CROSS, "dense_inputs": [WORDS[:1]], "input_order": "RD"}, "have 2 rows, as ragged_row_splits[0] has"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "arguments", "sentence"), REFUSED)
def test_calls_are_refused(op: str, arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidArgumentError) as raised:
        getattr(go.eager, op)(**arguments)
    assert sentence in str(raised.value).splitlines()[0]


MANY = np.zeros((1, 4096), np.int64)
LARGE: list[tuple[str, dict[str, Any]]] = [
    ("SparseBincount", {**SPARSE, "dense_shape": [2**40, 3], **BIN}),
    ("RaggedBincount", {**RAGGED, "size": np.int64(2**40)}),
    ("SparseCrossV2", {**COLUMN, **V2, "shapes": [[2**40, 3]]}),
    ("SparseCrossV2", {**COLUMN, **V2, "indices": [], "values": [], "shapes": [], "dense_inputs": [MANY] * 6}),
    ("SparseCrossHashed", {**COLUMN, **HASH, "indices": [], "values": [], "shapes": [], "dense_inputs": [MANY] * 5}),
    ("RaggedCross", {**CROSS, "input_order": "RDDDDD", "ragged_row_splits": [[0, 3]], "dense_inputs": [MANY] * 5}),
]


@pytest.mark.parametrize(("op", "arguments"), LARGE)
def test_huge_results_are_refused_before_they_are_made(op: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(ResourceExhaustedError):
        getattr(go.eager, op)(**arguments)


def test_sparse_entries_in_another_order_are_the_same_tensor() -> None:
    turned = {"indices": [AT[::-1]], "values": [THREE[::-1]]}
    first = go.eager.SparseCrossV2(**COLUMN, **V2)
    second = go.eager.SparseCrossV2(**{**COLUMN, **turned}, **V2)
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other)
