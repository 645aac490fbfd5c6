"""Crosses of sparse, dense and ragged columns: texts and hashes, rows without values, no columns."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case
from tests.golden.cases.sparse import i64, places
from tests.golden.cases.strings import scalar, text

Sparse = tuple[Array, Array, Array]
AT = places([0, 0], [2, 0], [2, 1])
TEXTS: Sparse = (AT, text(b"a", b"", b"long" * 20), i64([3, 2]))
NUMBERS: Sparse = (AT, i64([1, -2, 3 + 2**40]), i64([3, 2]))
ONE: Sparse = (places([2, 0]), text(b"q"), i64([3, 1]))
WORDS = text(b"x", b"y", b"z", b"w", b"v", b"u").reshape(3, 2)
COUNTS = i64([7, 8, -9]).reshape(3, 1)
STRING_KEY = 0xDECAFCAFFE

MIXTURES: list[tuple[list[Sparse], list[Array]]] = [
    ([TEXTS, NUMBERS], []),
    ([TEXTS], [WORDS]),
    ([NUMBERS, TEXTS], [WORDS, COUNTS]),
    ([TEXTS], []),
    ([NUMBERS], []),
    ([TEXTS, ONE, TEXTS], []),
    ([], [WORDS, COUNTS]),
    ([], [COUNTS]),
    ([(places(), text(), i64([3, 0]))], [WORDS]),
    ([(places(), i64([]), i64([0, 2]))], []),
]


def parts(sparse: list[Sparse], dense: list[Array]) -> dict[str, Any]:
    indices, values, shapes = ([each[number] for each in sparse] for number in range(3))
    return {"indices": indices, "values": values, "shapes": shapes, "dense_inputs": dense}


def kind(columns: list[Any]) -> str:
    return "string" if all(column.dtype == object for column in columns) else "int64"


def sparse_crosses() -> Iterator[Case]:
    for sparse, dense in MIXTURES:
        yield Case("SparseCrossV2", {**parts(sparse, dense), "sep": scalar(b" & ")})
        inner = kind([each[1] for each in sparse] + dense)
        for out, buckets, key in (("string", 0, 1), ("int64", 0, STRING_KEY), ("int64", 100, 7)):
            attrs = {"hashed_output": out == "int64", "num_buckets": buckets, "hash_key": key}
            yield Case("SparseCross", parts(sparse, dense), {**attrs, "out_type": out, "internal_type": inner})
        strong = (False, True) if kind(dense) == "string" else (False,)
        for hard in strong:
            for buckets in (0, 100):
                more = {"num_buckets": i64(buckets), "strong_hash": np.array(hard), "salt": i64([5, -6])}
                yield Case("SparseCrossHashed", {**parts(sparse, dense), **more})


def ragged_crosses() -> Iterator[Case]:
    words = (text(b"p", b"q", b"r", b"s"), [0, 1, 1, 4])
    counts = (i64([5, -6, 7]), [0, 0, 1, 3])

    def case(ragged: list[Any], sparse: list[Sparse], dense: list[Array], order: str, splits: str) -> Iterator[Case]:
        inputs = {
            "ragged_values": [values for values, _ in ragged],
            "ragged_row_splits": [np.array(ends, splits) for _, ends in ragged],
            "sparse_indices": [each[0] for each in sparse],
            "sparse_values": [each[1] for each in sparse],
            "sparse_shape": [each[2] for each in sparse],
            "dense_inputs": dense,
        }
        for out, buckets, key in (("string", 0, 1), ("int64", 0, STRING_KEY), ("int64", 100, 7)):
            attrs = {"hashed_output": out == "int64", "num_buckets": buckets, "hash_key": key, "input_order": order}
            yield Case("RaggedCross", inputs, {**attrs, "out_values_type": out, "out_row_splits_type": splits})

    yield from case([words, counts], [], [], "RR", "int64")
    yield from case([words], [NUMBERS], [WORDS], "RSD", "int32")
    yield from case([words, counts], [TEXTS], [COUNTS], "DRSR", "int64")
    yield from case([], [TEXTS, NUMBERS], [], "SS", "int64")
    yield from case([], [], [WORDS], "D", "int32")
    yield from case([words], [], [], "R", "int64")


CASES = [*sparse_crosses(), *ragged_crosses()]
