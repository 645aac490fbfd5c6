"""Strings and what they stand for: numbers, bytes, base64."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.strings import NO_STRINGS, scalar, text

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


def of(values: object, dtype: str) -> Array:
    return np.asarray(values).astype(reals((), dtype, 0).dtype if not dtype.startswith("c") else dtype)


def as_text() -> Iterator[Case]:
    fractions = [0.0, -0.0, 1.5, -0.1, 1 / 3, 1e6, 123456.75, 1e-4, np.nan, np.inf, -np.inf]
    formats = [
        {},
        {"precision": 3},
        {"precision": 0},
        {"scientific": True},
        {"shortest": True},
        {"shortest": True, "precision": 3},
        {"width": 14, "precision": 2, "scientific": True},
    ]
    formats += [{"width": 12, "fill": fill} for fill in ("", "0", "-", "+", " ", "#")]
    for dtype in ("float32", "float64"):
        for attrs in formats:
            yield Case("AsString", {"input": of([*fractions, 1e20, 1e-20], dtype)}, attrs)
    for dtype in ("float16", "bfloat16"):
        for attrs in formats[:4]:
            yield Case("AsString", {"input": of(fractions[:5], dtype)}, attrs)
    for dtype in ("complex64", "complex128"):
        for attrs in formats[:9]:
            yield Case("AsString", {"input": of([[1 + 2j, -0.5 - 0.25j]], dtype)}, attrs)
    for dtype in INTEGERS:
        limits = np.iinfo(dtype)
        for attrs in ({}, *({"width": 8, "fill": fill} for fill in ("", "0", "-", "+", " "))):
            yield Case("AsString", {"input": np.array([limits.min, 0, 7, limits.max], dtype)}, attrs)
    for attrs in ({}, {"width": 8}):
        yield Case("AsString", {"input": np.array([[True], [False]])}, attrs)
        yield Case("AsString", {"input": np.zeros((0, 2), "float32")}, attrs)
        yield Case("AsString", {"input": np.array(3, "int32")}, attrs)
    for attrs in ({}, {"width": 8}, {"width": 8, "fill": "-"}, {"width": 8, "fill": "0"}):
        yield Case("AsString", {"input": text(b"abc", b"", b"\xff long enough")}, attrs)


def numbers() -> Iterator[Case]:
    fractions = text(
        *(b" 1.5", b"1e400", b"-1e-400", b"-inf", b"nan", b"NaN(12)", b"0x1p3", b"-0X1.8P-2", b"1e-50", b" 7 "),
        *(b"Infinity", b"+3", b"1.", b".5", b"-0", b"\t\n\v\f\r1E5", b"123456789012345678901234567890", b"0x10"),
        # Near the middle between two float32 numbers.
        *(b"1.000000059604644775390625", b"1.00000005960464477539062500001", b"1.0000000596046447753906249999"),
        *(b"16777217", b"16777217.0000000000001", b"16777219", b"1e-45", b"7.006492321624085e-46", b"3.4028236e38"),
    )
    for out_type in ("float32", "float64"):
        yield Case("StringToNumber", {"string_tensor": fractions}, {"out_type": out_type})
        yield Case("StringToNumber", {"string_tensor": NO_STRINGS}, {"out_type": out_type})
    for out_type in ("int32", "int64", "uint32", "uint64"):
        limits = np.iinfo(out_type)
        edges = [str(limits.min).encode() if limits.min else b"0", str(limits.max).encode()]
        values = text(*edges, b" 7 ", b"+7", b"\t3\n", b"0000000000000000000000000012")
        yield Case("StringToNumber", {"string_tensor": values}, {"out_type": out_type})
    yield Case("StringToNumber", {"string_tensor": scalar(b"2.5")})
    yield Case("StringToNumber", {"string_tensor": text([b"1", b"2"])}, {"out_type": "int32"})


def codes() -> Iterator[Case]:
    values = text(b"", b"a", b"ab", b"abc", b"\xff\xfe\xfb", bytes(range(256)))
    for pad in (True, False):
        yield Case("EncodeBase64", {"input": values}, {"pad": pad})
        yield Case("EncodeBase64", {"input": NO_STRINGS}, {"pad": pad})
    yield Case("EncodeBase64", {"input": scalar(b"x")})
    yield Case("DecodeBase64", {"input": text(b"YQ", b"YQ==", b"YWI", b"YWI=", b"_-8", b"YR", b"", b"__77")})
    yield Case("DecodeBase64", {"input": scalar(b"YWJj")})
    yield Case("DecodeBase64", {"input": NO_STRINGS})
    raw = integers((2, 32), "uint8", 3, 0, 120).tobytes()
    for out_type in (*INTEGERS[:6], "float16", "bfloat16", "float32", "float64", "complex64", "complex128", "bool"):
        for little in (True, False):
            attrs = {"out_type": out_type, "little_endian": little}
            yield Case("DecodeRaw", {"bytes": text(raw[:32], raw[32:])}, attrs)
        yield Case("DecodeRaw", {"bytes": text([b"\0" * 16])}, {"out_type": out_type})
        yield Case("DecodeRaw", {"bytes": scalar(b"")}, {"out_type": out_type})
    yield Case("DecodeRaw", {"bytes": NO_STRINGS}, {"out_type": "int16"})


CASES = [*as_text(), *numbers(), *codes()]
