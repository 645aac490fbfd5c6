"""Softmax and cross entropies beyond ``nn``: special values, empty and broadcast operands; the best classes."""

from typing import Any

import numpy as np

from tests.golden.case import Case, integers, reals

FLOATS = ("float16", "bfloat16", "float32", "float64")
INTEGERS = ("int32", "uint8", "int16", "int8", "int64", "uint16", "uint32", "uint64")
CASES: list[Case] = []


def case(op: str, attrs: dict[str, Any] | None = None, **inputs: Any) -> None:
    CASES.append(Case(op, inputs, attrs or {}))


SPECIAL = np.array([[1, 2, -np.inf], [0, np.nan, 1], [np.inf, 1, 2], [88, 89, 90], [-1e4, -1e4, 0]])
for dtype in ("float32", "float64"):
    for op in ("Softmax", "LogSoftmax"):
        case(op, logits=SPECIAL.astype(dtype))
        case(op, logits=np.zeros((0, 3), dtype))
        case(op, logits=reals((5, 1), dtype, 1))
        case(op, logits=reals((2, 1, 3, 4), dtype, 2))
    finite = SPECIAL[3:].astype(dtype)
    case("SoftmaxCrossEntropyWithLogits", features=finite, labels=np.array([[0, 0, 1], [1, 0, 0]], dtype))
    if dtype == "float32":  # no distributions: backprop is not the gradient then
        case("SoftmaxCrossEntropyWithLogits", features=finite, labels=np.array([[0.5, -1, 2], [0, 0, 0]], dtype))
    case("SoftmaxCrossEntropyWithLogits", features=np.zeros((0, 3), dtype), labels=np.zeros((0, 3), dtype))
    case(
        "SoftmaxCrossEntropyWithLogits",
        features=reals((3, 1), dtype, 3),
        labels=np.array([[0.5, 0.125, 0.25, 0.125]], dtype),
    )
    case("SoftmaxCrossEntropyWithLogits", features=reals((3, 4), dtype, 5), labels=np.full((3, 1), 0.25, dtype))
    case("SparseSoftmaxCrossEntropyWithLogits", features=finite, labels=np.array([2, 0], np.int64))
    case("SparseSoftmaxCrossEntropyWithLogits", features=reals((4, 1), dtype, 7), labels=np.zeros(4, np.int32))
    case("SparseSoftmaxCrossEntropyWithLogits", features=np.zeros((0, 3), dtype), labels=np.zeros(0, np.int64))

for number, dtype in enumerate((*FLOATS, *INTEGERS)):
    x = integers((3, 7), dtype, number, 0 if dtype.startswith("u") else -3, 3)  # many are equal
    case("TopKV2", input=x, k=np.int32(4))
for dtype in ("uint64", "int64", "int8"):
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    case("TopKV2", input=np.array([1, low, high, high - 1, low + 1], dtype), k=np.int64(5))
case("TopKV2", input=np.array([[-0.0, 0.0, -np.inf, np.inf, 1e-30]], np.float32), k=np.int16(5))
for index_type in ("int16", "int32", "int64"):
    case("TopKV2", {"index_type": index_type}, input=reals((2, 3, 5), "float64", 20), k=np.int64(3))
case("TopKV2", input=reals((4,), "float64", 21), k=np.int32(1))
case("TopKV2", input=reals((2, 4), "float64", 22), k=np.int32(0))
case("TopKV2", input=np.zeros((0, 4), np.float32), k=np.int32(2))
case("TopKV2", input=np.zeros((2, 0), np.float32), k=np.int32(0))

PREDICTIONS = np.array([[1, 5, 5, 3], [np.nan, 1, 2, 3], [1, 2, np.inf, 0], [4, 3, 2, 1], [0, 0, 0, 0]], np.float32)
for k in (-1, 0, 1, 2, 4, 9):
    for dtype in ("int32", "int64"):
        targets = np.array([2, 3, 1, 1, 3], dtype)
        case("InTopKV2", predictions=PREDICTIONS, targets=targets, k=np.array(k, dtype))
        case("InTopK", {"k": k}, predictions=PREDICTIONS, targets=targets)
case("InTopKV2", predictions=PREDICTIONS, targets=np.array([-1, 4, 9, 0, 2**31 - 1], np.int32), k=np.array(3, np.int32))
case("InTopKV2", predictions=np.zeros((0, 3), np.float32), targets=np.zeros(0, np.int32), k=np.array(1, np.int32))
