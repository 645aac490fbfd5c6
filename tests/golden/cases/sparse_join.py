"""Sparse tensors that are joined, split and sliced: along each axis, in order and not, none, of strings, of rank 1."""

from collections.abc import Iterator

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.sparse import DTYPES, MIXED, NONE, ORDERED, entries, i64, places


def concat() -> Iterator[Case]:
    def case(indices: list[Array], values: list[Array], shapes: list[list[int]], axis: int) -> Case:
        inputs = {"indices": indices, "values": values, "shapes": [i64(shape) for shape in shapes]}
        return Case("SparseConcat", inputs, {"concat_dim": axis})

    for dtype in (*DTYPES, "string"):
        yield case([ORDERED, ORDERED[:2]], [entries(3, dtype), entries(2, dtype, 2)], [[3, 2], [3, 4]], 1)
    both = [reals((4,), "float64", 1), reals((3,), "float64", 2)]
    for axis in (0, 1, -1, -2):
        yield case([MIXED[:4], ORDERED], both, [[3, 2], [3, 2]], axis)
    yield case([NONE, ORDERED, NONE], [both[0][:0], both[1], both[0][:0]], [[0, 2], [3, 2], [5, 2]], 0)
    yield case([places([1], [0], rank=1), places([2], rank=1)], [both[0][:2], both[1][:1]], [[2], [4]], 0)


def split() -> Iterator[Case]:
    def case(axis: int, indices: Array, values: Array, shape: list[int], number: int) -> Case:
        inputs = {"split_dim": i64(axis), "indices": indices, "values": values, "shape": i64(shape)}
        return Case("SparseSplit", inputs, {"num_split": number})

    for dtype in (*DTYPES, "string"):
        yield case(1, MIXED[:4], entries(4, dtype), [3, 2], 2)
    values = reals((5,), "float64", 1)
    for axis, number in ((0, 1), (0, 2), (0, 3), (-1, 2), (-2, 3)):
        yield case(axis, MIXED, values, [3, 2], number)
    yield case(1, places([0, 4], [1, 6], [1, 0]), values[:3], [2, 7], 4)
    yield case(0, NONE, values[:0], [5, 2], 3)


def slices() -> Iterator[Case]:
    def case(indices: Array, values: Array, shape: list[int], start: list[int], size: list[int]) -> Case:
        inputs = {"indices": indices, "values": values, "shape": i64(shape), "start": i64(start), "size": i64(size)}
        return Case("SparseSlice", inputs)

    for dtype in (*DTYPES, "string"):
        yield case(ORDERED, entries(3, dtype), [3, 2], [0, 1], [3, 1])
    values = reals((5,), "float64", 1)
    for start, size in (([0, 0], [3, 2]), ([1, 0], [9, 9]), ([0, 1], [1, 5]), ([3, 0], [2, 2]), ([1, 1], [0, 1])):
        yield case(MIXED, values, [3, 2], start, size)
    yield case(NONE, values[:0], [3, 2], [1, 0], [1, 2])
    for dtype in DTYPES[:-1]:
        found = {"input_start": i64([0, 1]), "output_indices": places([0, 0], [2, 0])}
        yield Case(
            "SparseSliceGrad", {"backprop_val_grad": integers((2,), dtype, 1), "input_indices": ORDERED, **found}
        )
    found = {"input_start": i64([2, 0]), "output_indices": places([0, 0], [0, 1], [0, 1])}
    yield Case("SparseSliceGrad", {"backprop_val_grad": values[:3], "input_indices": MIXED, **found})
    found = {"input_start": i64([1, 0]), "output_indices": NONE}
    yield Case("SparseSliceGrad", {"backprop_val_grad": values[:0], "input_indices": MIXED, **found})


CASES = [*concat(), *split(), *slices()]
