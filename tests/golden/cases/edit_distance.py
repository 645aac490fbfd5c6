"""Distances of sequences: texts and numbers, absent on either side, sizes that differ, three axes, divided or not."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, integers
from tests.golden.cases.sparse import i64, places
from tests.golden.cases.strings import text
from tests.golden.cases.strings_parse import of

DTYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "float32", "float64", "float16", "bfloat16")


def sides(
    hypothesis: tuple[Array, Array], sizes: list[int], truth: tuple[Array, Array], wide: list[int]
) -> Iterator[Case]:
    inputs = {
        **{f"hypothesis_{part}": value for part, value in zip(_PARTS, (*hypothesis, i64(sizes)), strict=True)},
        **{f"truth_{part}": value for part, value in zip(_PARTS, (*truth, i64(wide)), strict=True)},
    }
    for normalize in (True, False):
        yield Case("EditDistance", inputs, {"normalize": normalize})


_PARTS = ("indices", "values", "shape")


def ragged(*lengths: int) -> Array:
    return places(*([row, column] for row, length in enumerate(lengths) for column in range(length)))


def cases() -> Iterator[Case]:
    first, second = places([0, 0], [2, 0]), places([0, 0], [1, 0])
    yield from sides((first, text(b"a", b"b")), [3, 1], (second, text(b"a", b"c")), [4, 1])
    letters = [text(*(bytes([letter]) for letter in word)) for word in (b"kittensunday", b"sittingsaturday")]
    yield from sides((ragged(6, 6), letters[0]), [2, 6], (ragged(7, 8), letters[1]), [2, 8])
    for dtype in DTYPES:
        hypothesis, truth = ragged(3, 0, 5, 1), ragged(2, 4, 5, 0, 1)
        values = [of(integers((len(at),), "int32", seed, 0, 2), dtype) for seed, at in enumerate((hypothesis, truth))]
        yield from sides((hypothesis, values[0]), [4, 5], (truth, values[1]), [5, 5])
    cube = places([0, 0, 0], [0, 1, 0], [0, 1, 2], [1, 1, 0], rank=3)
    other = places([0, 1, 0], [0, 1, 1], [1, 0, 0], rank=3)
    yield from sides((cube, i64([1, 2, 3, 4])), [2, 2, 3], (other, i64([2, 3, 4])), [2, 2, 2])
    none = np.zeros((0, 2), np.int64), np.zeros((0,), np.int64)
    yield from sides(none, [2, 1], none, [3, 0])


CASES = list(cases())
