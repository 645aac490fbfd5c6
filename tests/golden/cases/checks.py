"""Checks and messages: values that pass, and tensors as text."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case, integers, reals
from tests.golden.cases.strings import scalar, text


def passing() -> Iterator[Case]:
    for number, dtype in enumerate(("float32", "float64", "float16", "bfloat16")):
        for shape in ((2, 3), (), (0, 2)):
            yield Case("CheckNumericsV2", {"tensor": reals(shape, dtype, number)}, {"message": "here"})
    true = np.array(True)
    yield Case("Assert", {"condition": true, "data": [reals((2,), "float32", 1), text(b"a")]})
    yield Case("Assert", {"condition": true, "data": [scalar(b"message")]}, {"summarize": -1})
    for dtype in ("float32", "float64", "int64", "bool"):
        x = integers((2, 2), "float32", 3, 0, 1).astype(dtype)
        yield Case("Print", {"input": x, "data": [x, text(b"a")]}, {"message": "values "})
    yield Case("Print", {"input": text(b"a"), "data": []}, {"first_n": 0})
    for stream in ("stdout", "stderr", "log(info)"):
        yield Case("PrintV2", {"input": scalar(b"a line")}, {"output_stream": stream})
    yield Case("PrintV2", {"input": scalar(b"a line")}, {"end": ""})


def formats() -> Iterator[Case]:
    numbers = [np.arange(count, dtype="int64") for count in (0, 1, 6, 7, 10)]
    numbers += [np.arange(48).reshape(8, 6), np.arange(27).reshape(3, 3, 3), np.arange(64).reshape(8, 2, 1, 4)]
    numbers += [np.zeros((2, 0, 3)), np.zeros((0, 2)), np.array(7)]
    for array in numbers:
        for summarize in (3, 1, 0, -1):
            yield Case("StringFormat", {"inputs": [array]}, {"summarize": summarize})
    fractions = [0.0, -0.0, 1 / 3, 1e-5, 123456.789, 1e7, 1e10, 0.1, np.nan, np.inf, -np.inf, 16777216.0]
    for dtype in ("float32", "float64"):
        yield Case("StringFormat", {"inputs": [np.array(fractions, dtype)]}, {"summarize": -1})
    for dtype in ("float16", "bfloat16"):
        yield Case("StringFormat", {"inputs": [reals((4,), dtype, 2)]}, {"summarize": -1})
    for dtype in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool"):
        yield Case("StringFormat", {"inputs": [integers((3,), dtype, 2, 0, 1)]})
    texts = text(b"a\n\xff", b"q'\"\\", b"\x01\x7f\t\r", "é€".encode())
    yield Case("StringFormat", {"inputs": [texts]}, {"summarize": -1})
    yield Case("StringFormat", {"inputs": [scalar(b"one")]})
    yield Case("StringFormat", {"inputs": []}, {"template": "nothing"})
    several = [np.array(1, "int32"), np.array(2.5, "float32"), scalar(b"x")]
    yield Case("StringFormat", {"inputs": several}, {"template": "a {} b {}{} é", "placeholder": "{}"})


CASES = [*passing(), *formats()]
