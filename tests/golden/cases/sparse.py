"""Sparse tensors: entries in another order or shape, in every row, dense; in order and not, none, strings."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.strings import scalar, text
from tests.golden.cases.strings_parse import INTEGERS, of

DTYPES = ("float32", "float64", "float16", "bfloat16", "complex64", *INTEGERS, "bool")


def i64(*values: Any) -> Array:
    return np.array(*values, dtype=np.int64)


def places(*rows: list[int], rank: int = 2) -> Array:
    return i64(rows).reshape(len(rows), rank)


def entries(count: int, dtype: str, seed: int = 1) -> Array:
    if dtype == "string":
        return text(*[b"v%d" % number for number in range(count)])
    found = integers((count,), "int32", seed, 0, 3)
    return found.astype(bool) if dtype == "bool" else of(found, dtype)


def dense() -> Iterator[Case]:
    for number, dtype in enumerate(("float32", "float64", "float16", "bfloat16", "complex64", *INTEGERS, "bool")):
        inputs = {
            "sparse_indices": np.array([[0, 1], [2, 0]], "int64" if number % 2 else "int32"),
            "output_shape": np.array([3, 2], "int64" if number % 2 else "int32"),
            "sparse_values": of([1, 0], dtype),
            "default_value": of(1, dtype),
        }
        yield Case("SparseToDense", inputs)

    def case(indices: object, shape: list[int], values: Array, default: Array, **attrs: bool) -> Case:
        inputs = {"sparse_indices": np.array(indices, "int32"), "output_shape": np.array(shape, "int32")}
        return Case("SparseToDense", {**inputs, "sparse_values": values, "default_value": default}, attrs)

    one, three = np.array(1.0), reals((3,), "float64", 4)
    yield case([0, 2, 3], [4], three, one)
    yield case([3, 0, 3], [4], three, one, validate_indices=False)
    yield case(2, [4], one * 5, one)
    yield case([0, 2], [4], one * 5, one)
    yield case(np.zeros((0, 2)), [2, 2], np.zeros((0,)), one)
    yield case(np.zeros((0, 1)), [0], np.zeros((0,)), one)
    yield case([1, 3], [4], text(b"a", b"bc"), scalar(b"z"))
    yield case([1, 3], [4], scalar(b"a"), scalar(b"z"))
    yield case([[1, 1, 0], [0, 0, 1], [1, 1, 0]], [2, 2, 2], three, one, validate_indices=False)


MIXED = places([2, 0], [0, 1], [2, 1], [0, 0], [2, 1])
ORDERED = places([0, 0], [0, 1], [2, 1])
NONE = places()


def reorder() -> Iterator[Case]:
    def case(indices: Array, values: Array, *shape: int) -> Case:
        return Case("SparseReorder", {"input_indices": indices, "input_values": values, "input_shape": i64(shape)})

    for dtype in (*DTYPES, "string"):
        yield case(MIXED[:4], entries(4, dtype), 3, 2)
    yield case(MIXED, reals((5,), "float64", 2), 3, 2)
    yield case(ORDERED, reals((3,), "float64", 3), 3, 2)
    yield case(NONE, reals((0,), "float64", 3), 3, 2)
    yield case(MIXED * 2**40, reals((5,), "float64", 4), 2**42, 2**41)
    yield case(places([1, 0, 2], [0, 3, 1], [0, 3, 0], rank=3), reals((3,), "float64", 5), 2, 4, 3)
    yield case(places([3], [1], [2], rank=1), reals((3,), "float64", 5), 4)


def reshape() -> Iterator[Case]:
    def case(indices: Array, shape: list[int], *new: int) -> Case:
        inputs = {"input_indices": indices, "input_shape": i64(shape), "new_shape": i64(new)}
        return Case("SparseReshape", inputs)

    for new in ([6], [2, 3], [-1], [3, -1], [1, 2, 3], [3, 2], [6, 1, -1]):
        yield case(MIXED, [3, 2], *new)
    yield case(NONE, [3, 0], 0, 5)
    yield case(NONE, [3, 0], -1, 5)
    yield case(MIXED * 2**20, [2**31, 2**31], 2**20, -1)
    yield case(places(rank=0), [], 1, 1)
    yield case(places([0, 0]), [1, 1])


def fill() -> Iterator[Case]:
    def case(indices: Array, values: Array, shape: list[int], default: Array) -> Case:
        inputs = {"indices": indices, "values": values, "dense_shape": i64(shape), "default_value": default}
        return Case("SparseFillEmptyRows", inputs)

    for dtype in (*DTYPES, "string"):
        yield case(
            ORDERED, entries(3, dtype), [4, 2], entries(2, dtype)[1].reshape(()) if dtype != "string" else scalar(b"d")
        )
    one = np.array(1.5)
    yield case(MIXED, reals((5,), "float64", 1), [4, 2], one)
    yield case(MIXED, reals((5,), "float64", 1), [3, 2], one)
    yield case(places([0, 0], [1, 1]), reals((2,), "float64", 1), [2, 2], one)
    yield case(NONE, reals((0,), "float64", 1), [2, 2], one)
    yield case(NONE, reals((0,), "float64", 1), [0, 2], one)
    yield case(places([2, 0, 1], [0, 1, 0], rank=3), reals((2,), "float64", 1), [4, 2, 3], one)
    yield case(places([2], rank=1), reals((1,), "float64", 1), [4], one)
    for dtype in DTYPES[:-1]:
        yield Case(
            "SparseFillEmptyRowsGrad", {"reverse_index_map": i64([3, 0]), "grad_values": integers((5,), dtype, 1)}
        )
    yield Case("SparseFillEmptyRowsGrad", {"reverse_index_map": i64([]), "grad_values": reals((3,), "float64", 1)})
    yield Case(
        "SparseFillEmptyRowsGrad", {"reverse_index_map": i64([0, 2, 1]), "grad_values": reals((3,), "float64", 1)}
    )


CASES = [*dense(), *reorder(), *reshape(), *fill()]
