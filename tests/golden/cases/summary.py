"""Summaries: numbers, histograms, and several in one."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case, integers, reals
from tests.golden.cases.strings import scalar, text

REAL = [
    "float32",
    "float64",
    "int32",
    "uint8",
    "int16",
    "int8",
    "int64",
    "bfloat16",
    "uint16",
    "float16",
    "uint32",
    "uint64",
]


def numbers() -> Iterator[Case]:
    for dtype in REAL:
        yield Case("ScalarSummary", {"tags": scalar(b"loss"), "values": integers((), dtype, 3, 0, 9)})
        yield Case("HistogramSummary", {"tag": scalar(b"weights"), "values": integers((3, 4), dtype, 3, 0, 9)})
    special = np.array([np.nan, np.inf, -0.0, 1e300, 1e-300])
    yield Case("ScalarSummary", {"tags": text(b"a", b"b", b"", b"d", b"\xc3\xa4"), "values": special})
    yield Case("ScalarSummary", {"tags": np.zeros((0,), dtype=object), "values": np.zeros(0, "float32")})


def histograms() -> Iterator[Case]:
    for seed, array in enumerate(
        (
            reals((200,), "float64", 1),
            1e8 * reals((50,), "float32", 2),
            np.array([0.0, -0.0, 1e-12, -1e-12, 1e30, -1e30, 1.7e308, -1.7e308, 1e-300]),
            np.zeros((0, 3), "float32"),
            np.zeros(5, "float64"),
            np.array(2.5, "float32"),
        )
    ):
        yield Case("HistogramSummary", {"tag": scalar(b"h%d" % seed), "values": array})
    yield Case("HistogramSummary", {"tag": scalar(b""), "values": reals((3,), "float32", 4)})


def merged() -> Iterator[Case]:
    one = b"\n\x0b\n\x04loss\x15\x00\x00\x80?"
    two = b"\n\x08\n\x01b\x15\x00\x00\x00@"
    yield Case("MergeSummary", {"inputs": [scalar(one)]})
    yield Case("MergeSummary", {"inputs": [scalar(one), scalar(two)]})
    yield Case("MergeSummary", {"inputs": [text(one, two), scalar(b"")]})


CASES = [*numbers(), *histograms(), *merged()]
