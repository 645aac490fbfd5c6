"""Convolutions of a padded or resized image: strides that leave pixels over, windows smaller than strides.

One image: of several, TensorFlow takes the first one for all of them.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Case, integers, reals


def paddings(rows: tuple[int, int], columns: tuple[int, int]) -> Any:
    return np.array([(0, 0), rows, columns, (0, 0)], "int32")


SHAPES = [
    # images, window, strides, paddings of rows and columns
    ((5, 4), (2, 3), (1, 1), (1, 2), (2, 0)),
    ((4, 7), (1, 2), (4, 3), (0, 0), (1, 2)),
    ((7, 6), (4, 4), (4, 4), (0, 1), (0, 1)),
    ((3, 7), (2, 2), (5, 5), (2, 2), (0, 0)),
    ((6, 3), (3, 3), (2, 1), (1, 1), (1, 1)),
]


def calls() -> Iterator[Case]:
    for number, (images, window, strides, rows, columns) in enumerate(SHAPES):
        for mode in ("REFLECT", "SYMMETRIC"):
            for padding in ("SAME", "VALID"):
                attrs = {"mode": mode, "padding": padding, "strides": [1, *strides, 1]}
                around = paddings(rows, columns)
                x, f = integers((1, *images, 3), "float32", number), integers((*window, 3, 2), "float32", number + 9)
                yield Case("FusedPadConv2D", {"input": x, "paddings": around, "filter": f}, attrs)
                old = {"input": reals((1, 3, 5, 3), "float32", number), "size": np.array(images, "int32")}
                more = {"resize_align_corners": padding == "SAME"}
                yield Case("FusedResizeAndPadConv2D", {**old, "paddings": around, "filter": f}, attrs | more)
    attrs = {"mode": "REFLECT", "padding": "SAME", "strides": [1, 2, 1, 1]}
    for dtype in ("float16", "float64"):
        given = {"input": integers((1, 4, 5, 2), dtype, 1), "filter": integers((2, 2, 2, 3), dtype, 2)}
        yield Case("FusedPadConv2D", {**given, "paddings": paddings((1, 2), (0, 1))}, attrs)
        given = {"input": given["input"], "size": np.array([7, 9], "int32"), "filter": given["filter"]}
        yield Case("FusedResizeAndPadConv2D", {**given, "paddings": paddings((1, 2), (0, 1))}, attrs)
    given = {"input": integers((1, 4, 5, 2), "bfloat16", 1), "filter": integers((2, 2, 2, 3), "bfloat16", 2)}
    yield Case("FusedPadConv2D", {**given, "paddings": paddings((1, 2), (0, 1))}, attrs)


CASES = list(calls())
