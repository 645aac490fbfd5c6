"""Reversing, rolling, distinct elements, sorted search, older forms of block moves, updates of slices."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.math import COMPLEXES, FLOATS, HALVES, INF, NAN, distinct, scalar

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
EVERY = (*FLOATS, *HALVES, *COMPLEXES, *INTEGERS, "bool")
WORDS = np.array([[b"a", b"b", b"a"], [b"", b"cc", b"a"]], object)


def ints(*values: Any, dtype: str = "int32") -> Array:
    return np.array(values, dtype)


def _moves() -> Iterator[Case]:
    tensors = [integers((2, 3), dtype, 1, 0, 3) for dtype in EVERY]
    for x in (*tensors, WORDS, reals((2, 3), "float64", 2)):
        if x.dtype != object:
            yield Case("Reverse", {"tensor": x, "dims": np.array([False, True])})
        yield Case("ReverseSequence", {"input": x, "seq_lengths": ints(2, 3)}, {"seq_dim": 1})
        yield Case("Roll", {"input": x, "shift": np.int32(1), "axis": np.int32(-1)})
    x = reals((2, 3, 4), "float64", 3)
    for dims in ([True, True, False], [False] * 3):
        yield Case("Reverse", {"tensor": x, "dims": np.array(dims)})
    yield Case("Reverse", {"tensor": x[0, 0, 0], "dims": np.zeros(0, bool)})
    for lengths, along, batch in ((ints(0, 2, 1), 0, 1), (ints(4, 3, dtype="int64"), 2, 0), (ints(1, 2, 0, 3), 1, 2)):
        yield Case("ReverseSequence", {"input": x, "seq_lengths": lengths}, {"seq_dim": along, "batch_dim": batch})
    yield Case("ReverseSequence", {"input": x[:, :0], "seq_lengths": ints(0, 0)}, {"seq_dim": 1})
    for shift, axis in (([1, -2], [0, 2]), ([5, 2, -1], [1, 1, 0]), ([2**31 - 1], [-2]), ([], [])):
        yield Case("Roll", {"input": x, "shift": np.array(shift, "int32"), "axis": np.array(axis, "int64")})
    yield Case("Roll", {"input": x[:0], "shift": ints(3), "axis": ints(0)})


def _distinct() -> Iterator[Case]:
    rows = np.array([[1, 2, 1], [1, 2, 1], [0, 2, 0]])
    for dtype in (*FLOATS, *HALVES, *INTEGERS, "bool"):
        x = rows.astype(scalar(0, dtype).dtype)
        for out in ("int32", "int64"):
            yield Case("UniqueWithCounts", {"x": x[:, 0]}, {"out_idx": out})
        for axis in (0, -1):
            yield Case("UniqueV2", {"x": x, "axis": ints(axis, dtype="int64")})
            yield Case("UniqueWithCountsV2", {"x": x, "axis": ints(axis)}, {"out_idx": "int64"})
    special = np.array([[NAN, 0, 1], [NAN, 0, 1], [0, -0.0, 1], [-0.0, 0, 1]], "float32")
    for x in (special, WORDS, reals((2, 2, 3), "float32", 4), special[:0], special[:, :0]):
        yield Case("UniqueWithCountsV2", {"x": x, "axis": ints(0)})
        yield Case("UniqueV2", {"x": x, "axis": ints(x.ndim - 1)})
    for x in (special[:, 0], WORDS[0], special[0, :0], special.reshape(-1)):
        yield Case("UniqueWithCounts", {"x": x})
        yield Case("UniqueV2", {"x": x, "axis": ints()})


def _sorted() -> Iterator[Case]:
    for dtype in (*FLOATS, *HALVES, *INTEGERS):
        rows, values = (
            np.sort(integers((2, 7), dtype, 5, 0, 5).astype("float64"), axis=1),
            integers((2, 5), dtype, 6, 0, 6),
        )
        for op in ("LowerBound", "UpperBound"):
            yield Case(op, {"sorted_inputs": rows.astype(values.dtype), "values": values})
        for reverse in (False, True):
            x = distinct((3, 4), dtype, 7) if dtype in FLOATS else integers((3, 4), dtype, 7, 0, 9)
            yield Case("NthElement", {"input": x, "n": np.int32(1)}, {"reverse": reverse})
    for op in ("LowerBound", "UpperBound"):
        line = np.array([[-INF, -1.0, 0.0, 0.0, INF]], "float32")
        inputs = {"sorted_inputs": line, "values": np.array([[-INF, INF, -0.0, 1.0]], "float32")}
        yield Case(op, inputs, {"out_type": "int64"})
        yield Case(op, {"sorted_inputs": line[:, :0], "values": line})
        yield Case(op, {"sorted_inputs": line, "values": line[:, :0]})
        yield Case(op, {"sorted_inputs": np.repeat(line, 3, axis=0), "values": reals((3, 2), "float32", 8)})
    for n, reverse in ((0, False), (4, False), (0, True), (3, True)):
        yield Case("NthElement", {"input": distinct((2, 2, 5), "float64", 9), "n": np.int32(n)}, {"reverse": reverse})
    yield Case("NthElement", {"input": reals((0, 3), "float32", 10), "n": np.int32(1)})


def _blocks() -> Iterator[Case]:
    margins = ints([1, 1], [0, 2])
    for dtype in (*FLOATS, *HALVES, *INTEGERS):
        x = integers((2, 4, 2, 3), dtype, 11, 0, 9)
        yield Case("SpaceToBatch", {"input": x, "paddings": margins}, {"block_size": 2})
        x = integers((8, 2, 3, 1), dtype, 12, 0, 9)
        yield Case("BatchToSpace", {"input": x, "crops": margins}, {"block_size": 2})
    x = reals((1, 3, 6, 2), "float64", 13)
    none = np.zeros((2, 2), "int64")
    yield Case("SpaceToBatch", {"input": x, "paddings": none}, {"block_size": 3})
    yield Case("BatchToSpace", {"input": reals((9, 1, 2, 2), "float64", 14), "crops": none}, {"block_size": 3})


def _updates() -> Iterator[Case]:
    for dtype in EVERY:
        x, value = integers((3, 4), dtype, 15, 0, 9), integers((2, 2), dtype, 16, 0, 9)
        inputs = {"input": x, "begin": ints(0, 3), "end": ints(2, 0), "strides": ints(1, -2), "value": value}
        yield Case("TensorStridedSliceUpdate", inputs)
    x = reals((3, 4, 2), "float64", 17)
    places = {
        "begin": ints(1, 0, dtype="int64"),
        "end": ints(2, 0, dtype="int64"),
        "strides": ints(1, 1, dtype="int64"),
    }
    masks = {"begin_mask": 2, "end_mask": 2}
    for shape in ((1, 4, 2), (4, 1), ()):
        yield Case("TensorStridedSliceUpdate", {"input": x, **places, "value": reals(shape, "float64", 18)}, masks)
    shrunk = {"shrink_axis_mask": 1, "ellipsis_mask": 2}
    yield Case("TensorStridedSliceUpdate", {"input": x, **places, "value": reals((4, 2), "float64", 19)}, shrunk)
    for x in (reals((2, 3), "float32", 20), WORDS):
        yield Case("GuaranteeConst", {"input": x})


CASES = [*_moves(), *_distinct(), *_sorted(), *_blocks(), *_updates()]
