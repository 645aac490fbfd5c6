"""Messages of strangers that are no tensors, too large or do not belong together: refused with a sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import InvalidArgumentError, ResourceExhaustedError
from tests.golden.cases.serialized import field, message, serialized

WHOLE = message(1, [2], field(4, bytes(8)))
HUGE = b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f"  # 2**63 - 1
NUMBER = field(2, b"\x08" + HUGE)
BILLION = field(2, b"\x08\x80\x94\xeb\xdc\x03")  # 10**9
NEGATIVE = field(2, b"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")

MESSAGES = [
    (b"", "got one of DataType 0"),
    (b"\xff", "a number that is cut off"),
    (WHOLE[:-1], "one that is cut off"),
    (WHOLE + b"\xff", "cut off"),
    (message(3, [2], field(7, b"\1\2")), "got one of int32"),
    (message(1, [3], field(4, bytes(8))), "3 elements with the bytes of 2"),
    (message(1, [2], field(4, bytes(7))), "7 bytes of float32"),
    (b"\x08\x01" + field(2, NEGATIVE), "a negative dimension, -1"),
    (b"\x08\x01" + field(2, NUMBER), "memory"),
    (b"\x08\x01" + field(2, NUMBER + NUMBER), "elements|memory"),
    (b"\x08\x01" + field(2, BILLION), "a tensor of 4,000,000,000 bytes of which it states 0 elements"),
    (b"\x08\x01" + field(2, BILLION) + field(5, bytes(4)), "of which it states 1 elements"),
    (b"\x08\x01" + field(2, field(2, b"") * 33), "more than 32 dimensions"),
    (b"\x08\x01" + field(2, b"\x18\x01"), "unknown rank"),
    (message(1, [2], field(5, bytes(7))), "a list of numbers that is cut off"),
    (message(1, [2], bytes([5 << 3, 1])), "a number that is written as one of another kind"),
]


@pytest.mark.parametrize(("content", "what"), MESSAGES)
def test_tensors_are_refused(content: bytes, what: str) -> None:
    with pytest.raises((InvalidArgumentError, ResourceExhaustedError), match=what):
        go.eager.ParseTensor(serialized=content, out_type=go.float32)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\x03", "2 strings with 1 lengths"),
        (b"\x01\x02ab", "do not have the 2 bytes"),
        (b"\x01\x01abc", "do not have the 3 bytes"),
        (b"\x01" + b"\xff" * 9 + b"\x01abc", "do not have the 3 bytes"),
        (b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01\x01abc", "too long"),
    ],
)
def test_strings_are_refused(content: bytes, what: str) -> None:
    with pytest.raises(InvalidArgumentError, match=what):
        go.eager.ParseTensor(serialized=message(7, [2], field(4, content)), out_type=go.string)


def test_handles_are_not_read() -> None:
    with pytest.raises(InvalidArgumentError, match="a tensor of resource"):
        go.eager.ParseTensor(serialized=message(20, [1], b""), out_type=go.resource)


def test_what_fills_the_memory_is_refused() -> None:
    x = go.raw_ops.ParseTensor(serialized=message(1, [127, 127, 127], b""), out_type=go.float32)
    with go.Session(config=go.SessionConfig(memory_limit=2**22)) as session, pytest.raises(ResourceExhaustedError):
        session.run(x)


ORDERED = np.array([[0, 1], [2, 0]])
TWO = np.float32([1, 2])
GOOD = serialized(ORDERED, TWO, 3, 2)


def three(*parts: Any) -> Any:
    return np.array(parts, dtype=object)


@pytest.mark.parametrize(
    ("parts", "what"),
    [
        (three(*GOOD[:2]), "have a last axis of size 3"),
        (np.empty((0, 3), dtype=object), "hold at least one sparse tensor"),
        (three(b"", *GOOD[1:]), r"serialized_sparse\[0\], the indices, of op .* be a TensorProto message"),
        (three(*serialized(ORDERED[0], TWO, 3, 2)), "the indices, .* have rank 2"),
        (three(*serialized(ORDERED, TWO[:1], 3, 2)), "have one value for each of the 2 rows"),
        (three(*serialized(ORDERED, TWO, 3, 2, 4)), "have one size for each of the 2 columns"),
        (three(*serialized(ORDERED, TWO, 2, 2)), r"be within the shape \[2, 2\]"),
        (np.array([GOOD, serialized(ORDERED[:, :1], TWO, 3)], dtype=object), "have rank 2, as the first one has"),
        (np.array([serialized(ORDERED, TWO, 2**31 - 1, 2)] * 3, dtype=object), None),
        (np.array([serialized(ORDERED[:0], TWO[:0], 2**62, 2)], dtype=object), "at most 2\\*\\*63 - 1 elements"),
    ],
)
def test_sparse_tensors_are_refused(parts: Any, what: str | None) -> None:
    def run() -> Any:
        return go.eager.DeserializeSparse(serialized_sparse=parts, dtype=go.float32)

    if what is None:
        assert run().sparse_shape.tolist() == [3, 2**31 - 1, 2]
        return
    with pytest.raises(InvalidArgumentError, match=what):
        run()


@pytest.mark.parametrize(
    ("indices", "shape", "what"),
    [
        ([[2, 0], [0, 1]], [3, 2], "be in row-major order, each place once, got \\[0, 1\\] in row 1"),
        ([[0, 1], [0, 1]], [3, 2], "each place once"),
        ([[0, 1], [5, 0]], [3, 2], "be within the shape"),
        ([[0], [1]], [3], "have at least two sizes"),
        ([[0, 1], [2, 0]], [2**50, 2], "have at most|memory|fit"),
    ],
)
def test_rows_are_refused(indices: Any, shape: Any, what: str) -> None:
    with pytest.raises((InvalidArgumentError, ResourceExhaustedError), match=what):
        go.eager.SerializeManySparse(sparse_indices=indices, sparse_values=[1.0, 2.0], sparse_shape=shape)


def test_variants_hold_tensors_and_nothing_else() -> None:
    held = go.raw_ops.SerializeSparse(
        sparse_indices=[[0, 1]], sparse_values=[b"a"], sparse_shape=[2, 2], out_type=go.variant
    )
    read = go.raw_ops.DeserializeSparse(serialized_sparse=held, dtype=go.string)
    many = go.raw_ops.SerializeManySparse(
        sparse_indices=[[0, 1], [2, 0]], sparse_values=np.array([1.5, 2.5]), sparse_shape=[3, 2], out_type=go.variant
    )
    again = go.raw_ops.DeserializeSparse(serialized_sparse=many, dtype=go.float64)
    wrong = go.raw_ops.DeserializeSparse(serialized_sparse=held, dtype=go.float64)
    other = go.raw_ops.DeserializeSparse(
        serialized_sparse=go.raw_ops.Tile(input=go.raw_ops.ExpandDims(
            input=go.raw_ops.OptionalNone(), dim=0), multiples=[3]), dtype=go.float64
    )  # fmt: skip
    with go.Session() as session:
        assert [part.tolist() for part in session.run(list(read))] == [[[0, 1]], [b"a"], [2, 2]]
        assert [part.tolist() for part in session.run(list(again))] == [[[0, 1], [2, 0]], [1.5, 2.5], [3, 2]]
        with pytest.raises(InvalidArgumentError, match="be a tensor of float64, got <string tensor"):
            session.run(list(wrong))
        with pytest.raises(InvalidArgumentError, match="be a tensor of int64, got Optional"):
            session.run(list(other))
