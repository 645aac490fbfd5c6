"""Rows of tensors replaced and changed, named once, twice and from the end; tensors that begin empty.

Left out because TensorFlow has no CPU kernel: InplaceAdd and InplaceSub of bool.
"""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case, integers, reals
from tests.golden.cases.strings import text

DTYPES = ("float32", "float64", "float16", "bfloat16", "complex64", "int8", "int32", "int64", "uint8")


def cases() -> Iterator[Case]:
    for op in ("InplaceUpdate", "InplaceAdd", "InplaceSub"):
        for dtype in DTYPES:
            inputs = {"x": integers((3, 2), dtype, 1, 0, 3), "v": integers((2, 2), dtype, 2, 0, 3)}
            yield Case(op, {**inputs, "i": np.array([2, 0], "int32")})
        inputs = {"x": reals((4, 2, 3), "float64", 3), "v": reals((5, 2, 3), "float64", 4)}
        yield Case(op, {**inputs, "i": np.array([-1, 1, 7, 1, -8], "int32")})
        yield Case(op, {"x": reals((4,), "float64", 3), "v": reals((1,), "float64", 4), "i": np.array([1], "int32")})
        nothing = np.zeros((0, 2), "float32")
        yield Case(op, {"x": reals((3, 2), "float32", 1), "v": nothing, "i": np.zeros(0, "int32")})
    yield Case("InplaceUpdate", {"x": np.array([True, False]), "v": np.array([True]), "i": np.array([1], "int32")})
    yield Case("InplaceUpdate", {"x": text(b"a", b"b"), "v": text(b"c"), "i": np.array([-2], "int32")})
    for dtype in (*DTYPES, "bool", "string"):
        yield Case("Empty", {"shape": np.array([2, 3], "int32")}, {"dtype": dtype, "init": True})
    yield Case("Empty", {"shape": np.array([2, 0], "int32")}, {"dtype": "float32", "init": True})
    yield Case("Empty", {"shape": np.zeros(0, "int32")}, {"dtype": "float32", "init": True})


CASES = list(cases())
