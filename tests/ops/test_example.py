"""Example messages: what TensorFlow has no answer for, what is refused, and damaged bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import GraphopsError, InvalidArgumentError
from tests.golden.cases.example import EXAMPLES, SEQUENCES, example, field, sequence

NONE = np.zeros(0, object)


def parsed(messages: Any, key: str = "i", kind: Any = go.int64, shape: Any = (2,), default: Any = None) -> Any:
    """One dense feature."""
    return go.eager.ParseExample(
        serialized=messages,
        names=NONE,
        sparse_keys=[],
        dense_keys=[key],
        dense_defaults=[np.zeros(0, kind.as_numpy_dtype) if default is None else default],
        sparse_types=[],
        dense_shapes=[list(shape)],
    ).dense_values[0]


def test_a_key_may_be_dense_and_sparse_at_once() -> None:
    """TensorFlow finds no feature at all then."""
    found = go.eager.ParseExampleV2(
        serialized=np.array([example(i=[1, 2])], object),
        names=NONE,
        sparse_keys=["i"],
        dense_keys=["i"],
        ragged_keys=["i"],
        dense_defaults=[np.zeros(0, np.int64)],
        num_sparse=1,
        sparse_types=[go.int64],
        ragged_value_types=[go.int64],
        ragged_split_types=[go.int64],
        dense_shapes=[[2]],
    )
    assert found.sparse_values[0].tolist() == [1, 2]
    assert found.dense_values[0].tolist() == [[1, 2]]
    assert found.ragged_row_splits[0].tolist() == [0, 2]


def test_ragged_features_of_one_message_have_no_outer_splits() -> None:
    """TensorFlow gives a number that lay in its memory."""
    message = np.array(sequence({"c": [7]}, {"a": [[1, 2], [3]]}), object)
    found = go.eager.ParseSequenceExampleV2(
        serialized=message,
        debug_name=NONE,
        context_sparse_keys=NONE,
        context_dense_keys=NONE,
        context_ragged_keys=["c"],
        feature_list_sparse_keys=NONE,
        feature_list_dense_keys=NONE,
        feature_list_ragged_keys=["a"],
        feature_list_dense_missing_assumed_empty=np.zeros(0, bool),
        context_dense_defaults=[],
        context_ragged_value_types=[go.int64],
        context_ragged_split_types=[go.int32],
        feature_list_ragged_value_types=[go.int64],
        feature_list_ragged_split_types=[go.int32],
    )
    assert found.context_ragged_values[0].tolist() == [7]
    assert found.context_ragged_row_splits[0].shape == found.feature_list_ragged_outer_splits[0].shape == (0,)
    assert found.feature_list_ragged_inner_splits[0].tolist() == [0, 2, 3]


def test_of_two_entries_the_last_one_counts() -> None:
    message = example(i=[1, 2]) + example(i=[3, 4])
    assert parsed([message]).tolist() == [[3, 4]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: parsed([example(f=[1.0])]), "have feature 'i', which has no default value in example 0, got none"),
        (
            lambda: parsed([example(i=[1])]),
            "have 2 values, for the shape \\(2,\\), for feature 'i' of example 0, got 1",
        ),
        (lambda: parsed([example(i=[1.0])]), "have int64 values for feature 'i' of example 0, got float values"),
        (lambda: parsed(["\x01"]), "serialized of op 'ParseExample' must be a message Example, in record 0 as well"),
        (lambda: parsed([example(i=[1])], default=np.int64([1, 2, 3])), "have the shape \\(2,\\), or no values"),
        (lambda: parsed([b""], shape=(None,), default=np.int64([1, 2])), "have one value, for the shape"),
        (lambda: parsed([b""], shape=(2, None)), "have known sizes but for the first one"),
        (lambda: parsed([b""], shape=(None, 0), default=np.int64([1])), "have sizes > 0 behind an unknown one"),
        (
            lambda: parsed([example(i=[1, 2, 3])], shape=(None, 2), default=np.int64([0])),
            "have a multiple of 2 values for feature 'i' of example 0, got 3",
        ),
        (
            lambda: go.eager.DecodeJSONExample(json_examples=["{"]),
            "json_examples of op 'DecodeJSONExample' must be JSON",
        ),
        (lambda: go.eager.DecodeJSONExample(json_examples=["[" * 10**5]), "be an Example as JSON"),
        (lambda: go.eager.DecodeJSONExample(json_examples=['{"a": 1}']), "have only features in Example, got 'a'"),
        (
            lambda: go.eager.DecodeJSONExample(
                json_examples=['{"features": {"feature": {"a": {"int64List": {"value": [9223372036854775808]}}}}}']
            ),
            "have integers of 64 bits as values of feature 'a'",
        ),
    ],
)
def test_refuses(call: Any, message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        call()


def test_a_list_that_may_not_be_missing() -> None:
    def lists(message: bytes) -> Any:
        return go.eager.ParseSequenceExample(
            serialized=[message],
            debug_name=NONE,
            context_dense_defaults=[],
            feature_list_dense_missing_assumed_empty=[],
            context_sparse_keys=[],
            context_dense_keys=[],
            feature_list_sparse_keys=[],
            feature_list_dense_keys=["a"],
            Nfeature_list_dense=1,
            feature_list_dense_types=[go.int64],
            feature_list_dense_shapes=[[2]],
        )

    with pytest.raises(InvalidArgumentError, match="have feature list 'a' in example 0, which may not be missing"):
        lists(b"")
    with pytest.raises(InvalidArgumentError, match="in each feature of list 'a' of example 0, got 1"):
        lists(sequence({}, {"a": [[1]]}))


def test_shapes_that_bombs_state_are_refused() -> None:
    with pytest.raises(GraphopsError):
        parsed([b""], shape=(2**40,), default=np.zeros((), np.int64))
    with pytest.raises(GraphopsError):
        parsed([b""], shape=(2**62, 4, 0))


@pytest.mark.parametrize("message", [*EXAMPLES[:3], *SEQUENCES])
def test_damaged_messages(message: bytes) -> None:
    """Every prefix, and every byte changed: an answer or an error of ours."""
    damaged = [message[:end] for end in range(len(message))]
    for place in range(len(message)):
        damaged += [message[:place] + bytes([byte]) + message[place + 1 :] for byte in (0, 0x7F, 0x80, 0xFF)]
    for bytes_ in damaged:
        for key, kind in (("i", go.int64), ("f", go.float32), ("s", go.string)):
            try:
                go.eager.ParseExample(
                    serialized=[bytes_],
                    names=NONE,
                    sparse_keys=[key],
                    dense_keys=[],
                    dense_defaults=[],
                    sparse_types=[kind],
                    dense_shapes=[],
                )
            except GraphopsError:
                continue


def test_lengths_beyond_the_message() -> None:
    for length in (2**31, 2**63, 2**64 - 1):
        body = field(1, b"x")
        huge = bytes([0x0A]) + _varint(length) + body
        with pytest.raises(InvalidArgumentError, match="cut off"):
            parsed([huge])


def _varint(value: int) -> bytes:
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + _varint(value >> 7)
