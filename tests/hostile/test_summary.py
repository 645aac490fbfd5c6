"""Bad calls of the ops of summaries."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

CALLS = [
    ("ScalarSummary", {"tags": ["a", "b"], "values": 1.0}, "values of op 'ScalarSummary' must have the shape of tags"),
    ("ScalarSummary", {"tags": "a", "values": True}, "of op 'ScalarSummary' must"),
    ("ScalarSummary", {"tags": 1, "values": 1.0}, "tags of op 'ScalarSummary' must have dtype string"),
    ("HistogramSummary", {"tag": ["a"], "values": 1.0}, "tag of op 'HistogramSummary' must be a scalar"),
    ("MergeSummary", {"inputs": []}, "inputs of op 'MergeSummary' must"),
    ("MergeSummary", {"inputs": "a"}, "inputs of op 'MergeSummary' must be a list of tensors"),
]


@pytest.mark.parametrize(("op", "arguments", "sentence"), CALLS)
def test_bad_calls(op: str, arguments: dict, sentence: str) -> None:
    with go.Graph().as_default(), pytest.raises((InvalidArgumentError, InvalidTypeError)) as caught:
        getattr(go.raw_ops, op)(**arguments)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_histograms_are_of_finite_numbers(value: float) -> None:
    with pytest.raises(InvalidArgumentError, match="values of op 'HistogramSummary' must be finite for 'w'"):
        go.eager.HistogramSummary(tag="w", values=[1.0, value])


def test_a_name_is_merged_once() -> None:
    message = go.eager.ScalarSummary(tags="loss", values=1.0)
    with pytest.raises(InvalidArgumentError, match="must have each name once, got 'loss' twice"):
        go.eager.MergeSummary(inputs=[message, message])


@pytest.mark.parametrize("message", [b"\x0a", b"\x0a\xff", b"\x0a\x05a", b"\x0b", b"\xff" * 12, b"\x0a\x02\x0a\x7f"])
def test_other_bytes_are_no_summary(message: bytes) -> None:
    with pytest.raises(InvalidArgumentError, match="inputs of op 'MergeSummary' must be serialised Summary messages"):
        go.eager.MergeSummary(inputs=[message])
