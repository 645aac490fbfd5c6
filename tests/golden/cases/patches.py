"""Patches of volumes in every dtype, with both paddings and strides."""

from collections.abc import Iterator

from tests.golden.case import Case, integers, reals
from tests.golden.cases.math import FLOATS, HALVES

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


def _cases() -> Iterator[Case]:
    for padding in ("SAME", "VALID"):
        for ksizes, strides in (((2, 3), (1, 2)), ((3, 2), (2, 1)), ((1, 1), (3, 3))):
            volume = {
                "ksizes": [1, 2, *ksizes, 1],
                "strides": [1, 1, *strides, 1],
                "padding": padding,
            }
            for dtype in (*FLOATS, *HALVES, *INTEGERS) if ksizes == (2, 3) else FLOATS[1:]:
                yield Case("ExtractVolumePatches", {"input": integers((2, 3, 5, 4, 2), dtype, 2, 0, 9)}, volume)
        yield Case("ExtractVolumePatches", {"input": reals((0, 3, 5, 4, 2), "float32", 3)}, volume)


CASES = list(_cases())
