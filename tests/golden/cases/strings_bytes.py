"""Strings of a fixed length of bytes, and compressed ones."""

import gzip
import zlib
from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case
from tests.golden.cases.strings import NO_STRINGS, text

DTYPES = ("float32", "float64", "int32", "uint16", "uint8", "int16", "int8", "int64", "bfloat16")


def every() -> Iterator[Case]:
    texts = text(b"", b"abc", b"0123456789abcdef", b"0123456789abcdefgh")
    for dtype in DTYPES:
        for little in (True, False):
            given = {"input_bytes": texts.reshape(2, 2), "fixed_length": np.array(16, np.int32)}
            yield Case("DecodePaddedRaw", given, {"out_type": dtype, "little_endian": little})
    yield Case(
        "DecodePaddedRaw", {"input_bytes": NO_STRINGS, "fixed_length": np.array(4, np.int32)}, {"out_type": "int16"}
    )
    plain = [b"", b"hello", b"a" * 5000]
    for kind, squeeze in (("", bytes), ("ZLIB", zlib.compress), ("GZIP", lambda one: gzip.compress(one, mtime=0))):
        yield Case("DecodeCompressed", {"bytes": text(*map(squeeze, plain))}, {"compression_type": kind})
        yield Case("DecodeCompressed", {"bytes": NO_STRINGS}, {"compression_type": kind})
    two = gzip.compress(b"one", mtime=0) + gzip.compress(b"two", mtime=0)
    yield Case("DecodeCompressed", {"bytes": text(two, b"")}, {"compression_type": "GZIP"})
    yield Case("DecodeCompressed", {"bytes": text(zlib.compress(b"one") + b"rest")}, {"compression_type": "ZLIB"})


CASES = list(every())
