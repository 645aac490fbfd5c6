"""Ops of Unicode and n-grams where TensorFlow has no answer, and what they refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, ResourceExhaustedError


def test_offsets_with_short_splits() -> None:
    """TensorFlow's process ends here: its kernel writes splits of 64 bits."""
    splits, points, starts = go.eager.UnicodeDecodeWithOffsets(
        input=["né", "a"], input_encoding="UTF-8", Tsplits="int32"
    )
    assert splits.dtype == np.int32
    assert (splits.tolist(), points.tolist(), starts.tolist()) == ([0, 2, 3], [110, 233, 97], [0, 1, 0])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "shift_jis", "latin-1"])
def test_starts_cut_a_text_into_its_characters(encoding: str) -> None:
    text = "aß" if encoding == "latin-1" else "a漢b字"
    data = text.encode(encoding)
    _, points, starts = go.eager.UnicodeDecodeWithOffsets(input=[data], input_encoding=encoding)
    ends = [*starts.tolist()[1:], len(data)]
    parts = [data[start:end].decode(encoding) for start, end in zip(starts.tolist(), ends, strict=True)]
    assert parts == list(text) == [chr(point) for point in points]


def ngrams(**changes: Any) -> Any:
    given: dict[str, Any] = {
        "data": ["a", "b"],
        "data_splits": np.array([0, 2]),
        "separator": " ",
        "ngram_widths": [2],
        "left_pad": "l",
        "right_pad": "r",
        "pad_width": -1,
        "preserve_short_sequences": False,
    }
    return go.eager.StringNGrams(**given | changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ngram_widths": [1, 0]}, "have positive values"),
        ({"data_splits": np.array([1, 2])}, "begin with 0"),
        ({"data_splits": np.array([0, 1])}, "end with 2"),
        ({"data_splits": np.array([0, 2, 1, 2])}, "be sorted"),
        ({"data": np.array([], object), "data_splits": np.array([0, 1])}, "end with 0"),
        ({"ngram_widths": [], "preserve_short_sequences": True}, "pad_width of op 'StringNGrams' must be at least 0"),
    ],
)
def test_ngrams_refuse(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        ngrams(**changes)


@pytest.mark.parametrize("width", [2**20, 2**40, 2**62])
def test_wide_ngrams_do_not_fill_the_memory(width: int) -> None:
    with pytest.raises(ResourceExhaustedError, match="at most"):
        ngrams(ngram_widths=[width])


@pytest.mark.parametrize("name", ["nonsense", "", "rot13", "zlib", "idna", "a\x00b", "base64", "unicode_escape"])
def test_encodings_that_are_none(name: str) -> None:
    for op in (go.eager.UnicodeDecode, go.eager.UnicodeDecodeWithOffsets):
        with pytest.raises(InvalidArgumentError, match="name an encoding of texts"):
            op(input=["a"], input_encoding=name)


def test_strict_refuses_what_is_malformed() -> None:
    with pytest.raises(InvalidArgumentError, match="be well-formed UTF-8, got b'a"):
        go.eager.UnicodeDecode(input=[b"a\xff"], input_encoding="UTF-8", errors="strict")
    with pytest.raises(InvalidArgumentError, match="be well-formed UTF-8"):
        go.eager.UnicodeTranscode(
            input=[b"a\x01"],
            input_encoding="UTF-8",
            output_encoding="UTF-8",
            errors="strict",
            replace_control_characters=True,
        )
    with pytest.raises(InvalidArgumentError, match="be code points and no surrogates, got 55296"):
        go.eager.UnicodeEncode(
            input_values=np.array([0xD800], np.int32),
            input_splits=np.array([0, 1]),
            output_encoding="UTF-8",
            errors="strict",
        )
    for value in (-1, 0x110000):
        with pytest.raises(InvalidArgumentError, match="'replacement_char'"):
            go.eager.UnicodeDecode(input=["a"], input_encoding="UTF-8", replacement_char=value)
    with pytest.raises(InvalidArgumentError, match="have at least one value"):
        go.eager.UnicodeEncode(
            input_values=np.zeros(0, np.int32), input_splits=np.zeros(0, np.int64), output_encoding="UTF-8"
        )
