"""N-grams, and strings as code points: widths and padding, encodings, malformed bytes, surrogates."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Case
from tests.golden.cases.strings import GERMAN, NO_STRINGS, scalar, text

MALFORMED = [
    b"a\x80\xe2\x82b\xed\xa0\x80\xf8\x88\x80\x80\x80\xff\xf0\x90\x80",
    b"",
    "\ufffd\ufeff😀".encode(),
    b"\xf0\x90",
]
ERRORS = ("replace", "ignore")


def ngrams() -> Iterator[Case]:
    def case(widths: list[int], pad: int, keep: bool, splits: Any = (0, 3, 3, 4, 6), kind: str = "int64") -> Case:
        data = text(b"a", GERMAN, b"c", b"d", b"", b"f")
        attrs = {
            "separator": "--",
            "ngram_widths": widths,
            "left_pad": "<",
            "right_pad": ">>",
            "pad_width": pad,
            "preserve_short_sequences": keep,
        }
        return Case("StringNGrams", {"data": data, "data_splits": np.array(splits, kind)}, attrs)

    for widths in ([1], [2], [3], [2, 1], [4, 2], [9], []):
        for pad in (-1, 0, 1, 5):
            for keep in (False, True):
                if widths or pad >= 0 or not keep:
                    yield case(widths, pad, keep)
    yield case([2], -1, False, kind="int32")
    attrs = {**case([2], 1, True).attrs, "separator": ""}
    yield Case("StringNGrams", {"data": NO_STRINGS, "data_splits": np.array([0, 0, 0])}, attrs)


def decoded() -> Iterator[Case]:
    def both(values: Any, encoding: str, **attrs: Any) -> Iterator[Case]:
        for op in ("UnicodeDecode", "UnicodeDecodeWithOffsets"):
            yield Case(op, {"input": values}, {"input_encoding": encoding, **attrs})
        for to in ("UTF-8", "UTF-16-BE", "UTF-32-BE"):
            yield Case(
                "UnicodeTranscode", {"input": values}, {"input_encoding": encoding, "output_encoding": to, **attrs}
            )

    good = "aß€😀"
    for encoding in ("UTF-8", "UTF-16-BE", "UTF-16LE", "UTF-32-BE"):
        yield from both(text(good.encode(encoding), b""), encoding)
    yield from both(text(b"\x81\x40a", b"b"), "Shift_JIS")
    yield from both(text("가a".encode("euc-kr")), "euc-kr")
    yield from both(text(b"\xe4\x00\xff"), "ISO-8859-1")
    yield from both(text(b"\x80\x9f\xa4"), "windows-1252")
    yield from both(text(b"\xfe\xff\x00a", b"\xff\xfea\x00"), "UTF-16")
    for errors in ERRORS:
        yield from both(text(*MALFORMED), "UTF-8", errors=errors)
        yield from both(text(b"a\x80\xff"), "US-ASCII", errors=errors, replacement_char=63)
        yield from both(text(b"\xd8\x00\x00a\x00", b"\xdc\x00\x00b"), "UTF-16-BE", errors=errors)
        yield from both(text(b"\x00\x00\xd8\x00\x00\x11\x00\x00\x00\x00\x00a\x00"), "UTF-32-BE", errors=errors)
        yield from both(text(b"a\x01\x1f\x20\xff"), "UTF-8", errors=errors, replace_control_characters=True)
        yield from both(text(b"a\xff"), "UTF-8", errors=errors, replacement_char=0x10FFFF)
    yield from both(text(b"a\x01b"), "UTF-8", errors="strict")
    yield from both(scalar(GERMAN), "UTF-8")
    yield from both(text([b"ab", b""], [b"c", "é".encode()]), "UTF-8")
    yield from both(NO_STRINGS, "UTF-8")
    attrs = {"input_encoding": "UTF-8", "Tsplits": "int32"}
    yield Case("UnicodeDecode", {"input": text(b"ab", b"c")}, attrs)  # the one with offsets ends TensorFlow's process
    for to in ("UTF-8", "UTF-16-BE", "UTF-32-BE"):
        attrs = {"input_encoding": "UTF-8", "output_encoding": to, "replacement_char": 0xD800}
        yield Case("UnicodeTranscode", {"input": text(b"a\xffb")}, attrs)


def encodings() -> Iterator[Case]:
    points = np.array([97, 0xDF, 0x20AC, 0x1F600, 0xD800, 0xFDD0, 0xFFFF, 0x110000, -1, 0x10FFFF, 0, 65], "int32")
    for to in ("UTF-8", "UTF-16-BE", "UTF-32-BE"):
        for errors in ERRORS:
            for kind in ("int32", "int64"):
                inputs = {"input_values": points, "input_splits": np.array([0, 4, 4, 9, 12], kind)}
                yield Case("UnicodeEncode", inputs, {"output_encoding": to, "errors": errors})
        inputs = {"input_values": points[:4], "input_splits": np.array([0, 4])}
        yield Case("UnicodeEncode", inputs, {"output_encoding": to, "errors": "strict"})
    inputs = {"input_values": points[4:5], "input_splits": np.array([0, 1])}
    yield Case("UnicodeEncode", inputs, {"output_encoding": "UTF-8", "replacement_char": 63})
    yield Case(
        "UnicodeEncode", {"input_values": points[:0], "input_splits": np.array([0])}, {"output_encoding": "UTF-8"}
    )


CASES = [*ngrams(), *decoded(), *encodings()]
