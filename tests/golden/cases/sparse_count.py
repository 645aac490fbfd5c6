"""Numbers that are counted: of vectors, matrices, sparse and ragged tensors; weights, limits, none."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.sparse import MIXED, NONE, i64, places

WEIGHTS = ("int32", "int64", "float32", "float64")


def ints(values: object, dtype: str = "int32") -> Array:
    return np.array(values, dtype)


def none(dtype: str = "float32") -> Array:
    return np.zeros(0, dtype)


def bincounts() -> Iterator[Case]:
    def sparse(at: Array, values: Array, shape: list[int], size: int, weights: Array, **attrs: bool) -> Case:
        inputs = {"indices": at, "values": values, "dense_shape": i64(shape), "size": np.array(size, values.dtype)}
        return Case("SparseBincount", {**inputs, "weights": weights}, attrs)

    def ragged(splits: list[int], values: Array, size: int, weights: Array, **attrs: bool) -> Case:
        inputs = {"splits": i64(splits), "values": values, "size": np.array(size, values.dtype), "weights": weights}
        return Case("RaggedBincount", inputs, attrs)

    counted = ints([3, 1, 3, 0, 7])
    for dtype in WEIGHTS:
        for binary in (False, True):
            yield sparse(MIXED, counted, [3, 2], 4, integers((5,), dtype, 1), binary_output=binary)
            yield ragged([0, 2, 2, 5], counted, 4, integers((5,), dtype, 1), binary_output=binary)
        yield sparse(MIXED, counted.astype("int64"), [3, 2], 8, none(dtype))
        yield ragged([0, 2, 2, 5], counted.astype("int64"), 8, none(dtype))
    yield sparse(MIXED, counted, [3, 2], 4, reals((5,), "float64", 1))
    yield sparse(NONE, counted[:0], [3, 2], 4, none())
    yield sparse(MIXED, counted, [3, 2], 0, none())
    line = places([2], [0], [1], rank=1)
    yield sparse(line, counted[:3], [3], 4, reals((3,), "float64", 2))
    yield sparse(line, counted[:3], [3], 4, none(), binary_output=True)
    yield sparse(places([1, 0, 2], [0, 3, 1], [0, 3, 0], rank=3), counted[:3], [2, 4, 3], 5, none())
    yield ragged([0], counted[:0], 4, none())
    yield ragged([0, 5], counted, 4, reals((5,), "float64", 1))


def counts() -> Iterator[Case]:
    def dense(values: Array, weights: Array, *, binary_output: bool = False, **attrs: int) -> Case:
        inputs = {"values": values, "weights": weights}
        return Case("DenseCountSparseOutput", inputs, {"binary_output": binary_output, **attrs})

    def sparse(
        at: Array, values: Array, shape: list[int], weights: Array, *, binary: bool = False, **attrs: int
    ) -> Case:
        inputs = {"indices": at, "values": values, "dense_shape": i64(shape), "weights": weights}
        return Case("SparseCountSparseOutput", inputs, {"binary_output": binary, **attrs})

    def ragged(splits: list[int], values: Array, weights: Array, *, binary: bool = False, **attrs: int) -> Case:
        inputs = {"splits": i64(splits), "values": values, "weights": weights}
        return Case("RaggedCountSparseOutput", inputs, {"binary_output": binary, **attrs})

    matrix, counted = ints([[3, 1, 3], [0, 0, 9]]), ints([3, 1, 3, 0, 3])
    for dtype in WEIGHTS:
        for binary in (False, True):
            yield dense(matrix, integers((2, 3), dtype, 2), binary_output=binary)
            yield sparse(MIXED, counted, [3, 2], integers((5,), dtype, 1), binary=binary)
            yield ragged([0, 2, 2, 5], counted, integers((5,), dtype, 1), binary=binary)
        yield dense(matrix.astype("int64"), none(dtype))
        yield sparse(MIXED, counted.astype("int64"), [3, 2], none(dtype))
        yield ragged([0, 2, 2, 5], counted.astype("int64"), none(dtype))
    for least, most in ((20, -1), (-1, 2), (5, 2), (2, -1), (0, 0)):
        yield dense(matrix, none(), minlength=least, maxlength=most)
        yield dense(counted, reals((5,), "float64", 1), minlength=least, maxlength=most)
        yield sparse(MIXED, counted, [3, 2], none(), minlength=least, maxlength=most)
        yield ragged([0, 2, 2, 5], counted, none(), minlength=least, maxlength=most)
    yield dense(np.zeros((2, 0), "int32"), none())
    yield dense(np.zeros(0, "int32"), none())
    yield dense(ints([2**40, 1], "int64"), none())
    yield sparse(NONE, counted[:0], [3, 2], none())
    yield sparse(places([2], [0], [1], rank=1), counted[:3], [3], none())
    yield sparse(places([1, 0, 2], [0, 3, 1], [0, 3, 0], rank=3), counted[:3], [2, 4, 3], none())
    yield ragged([0, 0], counted[:0], none())


CASES = [*bincounts(), *counts()]
