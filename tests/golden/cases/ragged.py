"""Ragged tensors: made, picked, filled, made dense and sparse; levels, empty rows, cut and filled up, strings."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.sparse import DTYPES, entries, i64
from tests.golden.cases.strings import scalar, text

FIRST, ROWIDS, SPLITS = "FIRST_DIM_SIZE", "VALUE_ROWIDS", "ROW_SPLITS"


def counts() -> Iterator[Case]:
    def case(starts: Any, limits: Any, deltas: Any, dtype: str, **attrs: str) -> Case:
        numbers = {"starts": starts, "limits": limits, "deltas": deltas}
        return Case("RaggedRange", {name: np.asarray(value).astype(dtype) for name, value in numbers.items()}, attrs)

    for dtype in ("int32", "int64", "float32", "float64"):
        for splits in ("int32", "int64"):
            yield case([0, 5, 8], [3, 5, 12], 1, dtype, Tsplits=splits)
        yield case([0, 5, 8], [3, 2, 12], [1, -1, 3], dtype)
        yield case(0, 3, 2, dtype)
        yield case([0, 5], 3, 1, dtype)
        yield case([], 3, 1, dtype)
    yield case([0, 1], [1, 0], [0.25, -0.375], "float64")
    yield case([-(2**62)], [2**62], [2**61], "int64")


def picks() -> Iterator[Case]:
    def case(splits: list[list[int]], values: Array, indices: Any, kind: str = "int64") -> Case:
        inputs = {
            "params_nested_splits": [np.array(level, kind) for level in splits],
            "params_dense_values": values,
            "indices": np.array(indices, "int32"),
        }
        return Case("RaggedGather", inputs, {"OUTPUT_RAGGED_RANK": len(splits) + inputs["indices"].ndim - 1})

    for dtype in (*DTYPES, "string"):
        yield case([[0, 2, 2, 5]], entries(5, dtype), [2, 0, 0])
    values = reals((5,), "float64", 1)
    for kind in ("int32", "int64"):
        for indices in (2, [1], [], [[2, 0], [1, 1]], np.zeros((2, 0)), np.zeros((2, 1, 3))):
            yield case([[0, 2, 2, 5]], values, indices, kind)
        yield case([[0, 2, 2, 5], [0, 1, 1, 2, 4, 5]], values, [2, 0, 2], kind)
        yield case([[0, 1, 3]], reals((3, 2), "float64", 2), [1, 1, 0], kind)


def fills() -> Iterator[Case]:
    def case(ids: list[int], values: Array, rows: int, default: Array) -> Case:
        inputs = {"value_rowids": i64(ids), "values": values, "nrows": i64(rows), "default_value": default}
        return Case("RaggedFillEmptyRows", inputs)

    for dtype in (*DTYPES, "string"):
        default = scalar(b"d") if dtype == "string" else entries(2, dtype)[1].reshape(())
        yield case([0, 2, 2], entries(3, dtype), 4, default)
    yield case([2, 0, 2], reals((3,), "float64", 1), 3, np.array(0.5))
    yield case([], reals((0,), "float64", 1), 2, np.array(0.5))
    for dtype in DTYPES[:-1]:
        grads = integers((5,), dtype, 1)
        yield Case("RaggedFillEmptyRowsGrad", {"reverse_index_map": i64([3, 0]), "grad_values": grads})


def dense() -> Iterator[Case]:
    def case(
        shape: Any, values: Array, default: Array, partitions: list[Any], types: list[str], kind: str = "int64"
    ) -> Case:
        inputs = {
            "shape": i64(shape),
            "values": values,
            "default_value": default,
            "row_partition_tensors": [np.array(partition, kind) for partition in partitions],
        }
        return Case("RaggedTensorToTensor", inputs, {"row_partition_types": types})

    one_level: tuple[tuple[list[Any], list[str]], ...] = (
        ([[0, 2, 2, 5]], [SPLITS]),
        ([3, [0, 0, 2, 2, 2]], [FIRST, ROWIDS]),
        ([3, [0, 2, 2, 5]], [FIRST, SPLITS]),
    )
    for dtype in (*DTYPES, "string"):
        default = scalar(b"d") if dtype == "string" else entries(2, dtype)[1].reshape(())
        yield case([-1, -1], entries(5, dtype), default, *one_level[0])
    values, half = reals((5,), "float64", 1), np.array(0.5)
    for kind in ("int32", "int64"):
        for partitions, types in one_level:
            for shape in (-1, [-1, -1], [-1, 2], [5, 2], [2, 4], [0, -1]):
                yield case(shape, values, half, partitions, types, kind)
    two_levels: tuple[tuple[list[Any], list[str]], ...] = (
        ([[0, 2, 2, 5], [0, 1, 1, 2, 4, 5]], [SPLITS, SPLITS]),
        ([3, [0, 0, 2, 2, 2], [0, 2, 3, 3, 4]], [FIRST, ROWIDS, ROWIDS]),
        ([[0, 2, 2, 5], [0, 2, 3, 3, 4]], [SPLITS, ROWIDS]),
        ([3, [0, 0, 2, 2, 2], [0, 1, 1, 2, 4, 5]], [FIRST, ROWIDS, SPLITS]),
    )
    for partitions, types in two_levels:
        for shape in (-1, [-1, 2, -1], [2, 4, 1]):
            yield case(shape, values, half, partitions, types)
    pairs = reals((5, 2), "float64", 2)
    for default in (half, reals((1,), "float64", 3), reals((2,), "float64", 3)):
        yield case([-1, -1, 2], pairs, default, *one_level[0])
        yield case([4, 1, -1], pairs, default, *one_level[0])
    yield case([-1], values, half, [5], [FIRST])
    yield case([-1, -1], values[:0], half, [[0]], [SPLITS])
    yield case([-1, 3], values[:0], half, [[0, 0, 0]], [SPLITS])


def sparse() -> Iterator[Case]:
    def case(splits: list[list[int]], values: Array, kind: str = "int64") -> Case:
        inputs = {"rt_nested_splits": [np.array(level, kind) for level in splits], "rt_dense_values": values}
        return Case("RaggedTensorToSparse", inputs)

    for dtype in DTYPES:
        yield case([[0, 2, 2, 5]], entries(5, dtype))
    yield case([[0, 1, 3]], text(b"a", b"b", b"c"))
    for kind in ("int32", "int64"):
        yield case([[0, 2, 2, 5], [0, 1, 1, 2, 4, 5]], reals((5,), "float64", 1), kind)
        yield case([[0, 1, 1, 3]], reals((3, 2), "float64", 1), kind)
        yield case([[0, 1, 1, 3]], reals((3, 2, 2), "float64", 1), kind)
        yield case([[0]], reals((0,), "float64", 1), kind)
        yield case([[0, 0, 0]], reals((0, 3), "float64", 1), kind)


CASES = [*counts(), *picks(), *fills(), *dense(), *sparse()]
