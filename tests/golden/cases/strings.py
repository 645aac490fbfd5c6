"""Strings: joined, cut, changed and numbered."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case


def text(*values: bytes | list[bytes]) -> Array:
    """A vector of strings, or a matrix from lists."""
    return np.array(values, dtype=object)


def scalar(value: bytes) -> Array:
    found = np.empty((), dtype=object)
    found[()] = value
    return found


NO_STRINGS = np.zeros((0,), dtype=object)
GERMAN = "Häß€x Ünd".encode()
BAD = b"\x80\x80a\xe4bc\xff"


def joins() -> Iterator[Case]:
    matrix = text([b"a", b"b", b"c"], [b"d", b"", b"\xff"])
    yield Case("StringJoin", {"inputs": [text(b"a", b"b"), text(b"x", b"")]})
    yield Case("StringJoin", {"inputs": [scalar(b"<"), matrix, scalar(b">"), matrix]}, {"separator": "é "})
    yield Case("StringJoin", {"inputs": [scalar(b"a"), scalar(b"b")]}, {"separator": "-"})
    yield Case("StringJoin", {"inputs": [NO_STRINGS, scalar(b"b")]})
    yield Case("StringJoin", {"inputs": [matrix]})
    for axes in ([0], [1], [-1], [0, 1], [1, 0], [-2, -1], []):
        for keep in (False, True):
            inputs = {"inputs": matrix, "reduction_indices": np.array(axes, "int32")}
            yield Case("ReduceJoin", inputs, {"keep_dims": keep, "separator": "," if keep else ""})
    cube = text(*(b"%d" % i for i in range(24))).reshape(2, 3, 4)
    for axes in ([2, 0], [0, 2], [1], [2, 1, 0]):
        yield Case("ReduceJoin", {"inputs": cube, "reduction_indices": np.array(axes, "int32")}, {"separator": " "})
    yield Case("ReduceJoin", {"inputs": scalar(b"a"), "reduction_indices": np.zeros((0,), "int32")})
    yield Case("ReduceJoin", {"inputs": matrix, "reduction_indices": np.array(1, "int32")})
    yield Case("ReduceJoin", {"inputs": np.zeros((0, 2), object), "reduction_indices": np.array([0], "int32")})
    yield Case("ReduceJoin", {"inputs": np.zeros((2, 0), object), "reduction_indices": np.array([0], "int32")})
    for index in ("int32", "int64"):
        inputs = {
            "inputs": text(b"a", b"b", b"", b"d"),
            "segment_ids": np.array([3, 0, 3, 3], index),
            "num_segments": np.array(4, index),
        }
        yield Case("UnsortedSegmentJoin", inputs, {"separator": ", "})
    inputs = {"inputs": matrix, "segment_ids": np.array([1, 1]), "num_segments": np.array(2, "int32")}
    yield Case("UnsortedSegmentJoin", inputs, {"separator": "+"})
    ids = np.array([[1, 0, 1], [0, 1, 1]], "int32")
    yield Case("UnsortedSegmentJoin", {"inputs": matrix, "segment_ids": ids, "num_segments": np.array(3, "int32")})
    ids = np.zeros((0,), "int32")
    yield Case("UnsortedSegmentJoin", {"inputs": NO_STRINGS, "segment_ids": ids, "num_segments": np.array(2, "int32")})


def changes() -> Iterator[Case]:
    samples = text(b"Hello World", b"", GERMAN, BAD, " \t ß ŉ İ ΑΣ ΑΣ. ".encode(), b" \n\v\f\r\x00a\x1c\x85 ")
    for values in (samples, samples.reshape(2, 3), scalar(GERMAN), NO_STRINGS):
        yield Case("StringStrip", {"input": values})
        for unit in ("BYTE", "UTF8_CHAR"):
            yield Case("StringLength", {"input": values}, {"unit": unit})
        for op in ("StringLower", "StringUpper"):
            yield Case(op, {"input": values})
        shown = values.copy()  # what comes after a NUL is lost in TensorFlow
        shown.reshape(-1)[:] = [value.replace(b"\0", b"") for value in values.reshape(-1)]
        for op in ("StringLower", "StringUpper"):
            yield Case(op, {"input": shown}, {"encoding": "utf-8"})


def parts() -> Iterator[Case]:
    for unit in ("BYTE", "UTF8_CHAR"):
        for place, length in ((0, 3), (1, 2), (-2, 2), (-3, 9), (5, 1), (2, 0), (1, -1)):
            for dtype in ("int32", "int64"):
                inputs = {"input": text(GERMAN, BAD + b"tail"), "pos": np.array(place, dtype)}
                yield Case("Substr", {**inputs, "len": np.array(length, dtype)}, {"unit": unit})
        words = text([b"hello", b"world"], [b"eight", b"other"])
        for places in (np.array([[1], [2]]), np.array([3, -1]), np.array([[0, 1], [2, 5]])):
            yield Case("Substr", {"input": words, "pos": places, "len": places % 3}, {"unit": unit})
        places = np.array([1, 2, 3], "int32")
        yield Case("Substr", {"input": scalar(b"hello"), "pos": places, "len": places}, {"unit": unit})
        nothing = np.zeros((0,), "int32")
        yield Case("Substr", {"input": NO_STRINGS, "pos": nothing, "len": nothing}, {"unit": unit})


def pieces() -> Iterator[Case]:
    lines = text(b"a b  c", b"", b" d", b"  ", b"a,b;c]^-\\")
    for at in (b" ", b", ;", b"", b"]^-\\"):
        for skip in (True, False):
            yield Case("StringSplit", {"input": lines, "delimiter": scalar(at)}, {"skip_empty": skip})
    yield Case("StringSplit", {"input": NO_STRINGS, "delimiter": scalar(b",")})
    lines = text(b" a  b c ", b"", b"<>", b"a<>b<><>c", b"  ", b"\v\f x\r\n")
    for at in (b"", b" ", b"<>", b"  "):
        for most in (-1, 0, 1, 2, -5):
            yield Case("StringSplitV2", {"input": lines, "sep": scalar(at)}, {"maxsplit": most})
    yield Case("StringSplitV2", {"input": NO_STRINGS, "sep": scalar(b",")})


def hashes() -> Iterator[Case]:
    long = bytes(range(256)) * 2
    every = text(*(long[i : i + i] for i in range(150)), b"a", b"", long)
    for buckets in (1, 10, 2**62 + 1, 2**63 - 1):
        yield Case("StringToHashBucket", {"string_tensor": every}, {"num_buckets": buckets})
        yield Case("StringToHashBucketFast", {"input": every}, {"num_buckets": buckets})
        for key in ([1, 2], [-1, 2**63 - 1]):
            yield Case("StringToHashBucketStrong", {"input": every}, {"num_buckets": buckets, "key": key})
    for values in (scalar(b"x"), NO_STRINGS, text([b"a"], [b"b"])):
        yield Case("StringToHashBucket", {"string_tensor": values}, {"num_buckets": 7})
        yield Case("StringToHashBucketFast", {"input": values}, {"num_buckets": 7})
        yield Case("StringToHashBucketStrong", {"input": values}, {"num_buckets": 7, "key": [0, 0]})


CASES = [*joins(), *changes(), *parts(), *pieces(), *hashes()]
