"""Stitching and partitioning: several tensors, gaps, repeated places, scalars as indices, empty tensors."""

from typing import Any

import numpy as np

from tests.golden.case import Case, integers, reals

CASES: list[Case] = []


def case(op: str, attrs: dict[str, Any] | None = None, **inputs: Any) -> None:
    CASES.append(Case(op, inputs, attrs or {}))


def i32(*values: Any) -> Any:
    return np.array(*values, dtype=np.int32)


for op in ("DynamicStitch", "ParallelDynamicStitch"):
    for dtype in ("float32", "float64", "float16", "bfloat16", "int32", "int64", "complex64", "uint8"):
        case(op, indices=[i32([0, 2]), i32([1, 3])], data=[integers((2, 3), dtype, 1), integers((2, 3), dtype, 2)])
    case(op, indices=[i32(1), i32([[0, 2], [3, 4]])], data=[reals((2,), "float64", 3), reals((2, 2, 2), "float64", 4)])
    case(op, indices=[i32([0, 1, 2])], data=[reals((3,), "float64", 5)])
    case(op, indices=[i32([]), i32([0])], data=[reals((0, 2), "float64", 6), reals((1, 2), "float64", 7)])
    case(op, indices=[i32([0, 1])], data=[np.array([b"a", b"bc"], dtype=object)])
    case(op, indices=[i32([])], data=[reals((0, 2), "float32", 8)])
case(
    "DynamicStitch",
    indices=[i32([0, 1]), i32([1, 0])],
    data=[reals((2, 2), "float64", 9), reals((2, 2), "float64", 10)],
)

for dtype in ("float32", "float64", "float16", "bfloat16", "int32", "int64", "complex64", "bool"):
    data = integers((5, 2), "int32", 11).astype(dtype) if dtype == "bool" else integers((5, 2), dtype, 11)
    case("DynamicPartition", {"num_partitions": 3}, data=data, partitions=i32([0, 2, 0, 1, 2]))
case(
    "DynamicPartition",
    {"num_partitions": 2},
    data=reals((2, 3, 2), "float64", 12),
    partitions=i32([[0, 1, 0], [1, 1, 0]]),
)
case("DynamicPartition", {"num_partitions": 2}, data=reals((3,), "float64", 13), partitions=i32([1, 1, 1]))
case("DynamicPartition", {"num_partitions": 1}, data=reals((0, 3), "float64", 14), partitions=i32([]))
case("DynamicPartition", {"num_partitions": 2}, data=reals((2,), "float64", 15), partitions=i32(1))
case("DynamicPartition", {"num_partitions": 2}, data=np.array([b"x", b"yz"], dtype=object), partitions=i32([1, 0]))
