"""Sets along the last axis: dense and sparse, values several times, empty sets, strings, three axes."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, integers
from tests.golden.cases.sparse import i64, places
from tests.golden.cases.strings import text

DTYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16")
OPERATIONS = ("a-b", "b-a", "intersection", "union")
FIRST, SECOND = places([0, 0], [0, 1], [2, 1]), places([0, 0], [1, 1], [2, 0], [2, 2])
CUBE = places([0, 0, 0], [0, 1, 2], [1, 1, 0], [1, 1, 1], rank=3)


def tensor(prefix: str, indices: Array, values: Array, *shape: int) -> dict[str, Array]:
    return {f"{prefix}_indices": indices, f"{prefix}_values": values, f"{prefix}_shape": i64(shape)}


def values(count: int, dtype: str, seed: int) -> Array:
    return integers((count,), dtype, seed, 0, 3)


def operations() -> Iterator[Case]:
    for number, kind in enumerate(OPERATIONS):
        attrs = {"set_operation": kind if number % 2 else kind.upper()}
        words = text([b"b", b"a", b"b"], [b"", b"c", b"a"]), text([b"a", b"z"], [b"q", b"q"])
        yield Case("DenseToDenseSetOperation", {"set1": words[0], "set2": words[1]}, attrs)
        for dtype in DTYPES:
            dense = integers((3, 4), dtype, 1, 0, 3)
            first, second = values(3, dtype, 3), values(4, dtype, 4)
            sparse = tensor("set1", FIRST, first, 3, 2), tensor("set2", SECOND, second, 3, 3)
            yield Case("DenseToDenseSetOperation", {"set1": dense, "set2": integers((3, 2), dtype, 2, 0, 3)}, attrs)
            yield Case("DenseToSparseSetOperation", {"set1": dense, **sparse[1]}, attrs)
            yield Case("SparseToSparseSetOperation", {**sparse[0], **sparse[1]}, attrs)
        dense = integers((2, 2, 3), "int32", 5, 0, 4)
        cube = tensor("set2", CUBE, values(4, "int32", 6), 2, 2, 3)
        yield Case("DenseToDenseSetOperation", {"set1": dense, "set2": dense[:, ::-1, :2]}, attrs)
        yield Case("DenseToSparseSetOperation", {"set1": dense, **cube}, attrs)
        other = tensor("set1", places([0, 1, 0], rank=3), values(1, "int32", 7), 2, 2, 1)
        yield Case("SparseToSparseSetOperation", {**other, **cube}, attrs)
        none = tensor("set2", places(), values(0, "int32", 7), 3, 0)
        yield Case("DenseToSparseSetOperation", {"set1": integers((3, 4), "int32", 1, 0, 3), **none}, attrs)
        again = tensor("set2", SECOND[[0, 1, 1, 3]], values(4, "int32", 4), 3, 3)
        loose = {**attrs, "validate_indices": False}
        yield Case("DenseToSparseSetOperation", {"set1": integers((3, 4), "int32", 1, 0, 3), **again}, loose)
        yield Case("DenseToDenseSetOperation", {"set1": np.zeros((2, 0), "int32"), "set2": dense[0]}, attrs)
        yield Case("DenseToDenseSetOperation", {"set1": np.zeros((0, 2), "int32"), "set2": dense[0, :0]}, attrs)


def sizes() -> Iterator[Case]:
    for dtype in DTYPES:
        yield Case("SetSize", tensor("set", SECOND, values(4, dtype, 4) // 2, 3, 3))
    yield Case("SetSize", tensor("set", SECOND, text(b"a", b"b", b"c", b"c"), 4, 3))
    yield Case("SetSize", tensor("set", CUBE, values(4, "int32", 6), 2, 2, 3))
    yield Case("SetSize", tensor("set", SECOND[::-1], values(4, "int32", 4), 3, 3), {"validate_indices": False})
    yield Case("SetSize", tensor("set", places(), values(0, "int32", 4), 2, 3))


CASES = [*operations(), *sizes()]
