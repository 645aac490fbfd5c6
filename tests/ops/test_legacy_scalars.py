"""Scalars for vectors and vectors of one element for scalars, which graphs of TensorFlow 0.x have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go

raw = go.raw_ops

# What TensorFlow 2.21 computes for placeholders of unknown shape, and eagerly.
TAKEN = [
    ("Fill", {"dims": 3, "value": 1.5}, [1.5, 1.5, 1.5]),
    ("Fill", {"dims": [3], "value": [1.5]}, [1.5, 1.5, 1.5]),
    ("Fill", {"dims": 2, "value": [1.5]}, [1.5, 1.5]),
    ("Fill", {"dims": np.zeros(0, np.int32), "value": [1.5]}, 1.5),
    ("Reshape", {"tensor": 7.0, "shape": 1}, [7.0]),
    ("Reshape", {"tensor": [[7.0, 8.0]], "shape": -1}, [7.0, 8.0]),
    ("Range", {"start": [0], "limit": 3, "delta": 2}, [0, 2]),
    ("Range", {"start": 0, "limit": [3], "delta": 2}, [0, 2]),
    ("Range", {"start": 0, "limit": 3, "delta": [2]}, [0, 2]),
    ("Range", {"start": [0.0], "limit": [1.0], "delta": [0.5]}, [0.0, 0.5]),
]
REFUSED = [
    ("Fill", {"dims": [[3]], "value": 1.5}, "dims of op 'Fill' must have rank 1"),
    ("Fill", {"dims": -1, "value": 1.5}, "dims of op 'Fill' must have sizes >= 0"),
    ("Fill", {"dims": [3], "value": [1.5, 2.5]}, "value of op 'Fill' must be a scalar"),
    ("Fill", {"dims": [3], "value": [[1.5]]}, "value of op 'Fill' must be a scalar"),
    ("Reshape", {"tensor": [7.0, 8.0], "shape": 1}, "shape of op 'Reshape' must have the 2 elements"),
    ("Reshape", {"tensor": [7.0], "shape": [[1]]}, "shape of op 'Reshape' must have rank 1"),
    ("Range", {"start": [0, 1], "limit": 3, "delta": 2}, "start of op 'Range' must be a scalar"),
    ("Range", {"start": 0, "limit": [[3]], "delta": 2}, "limit of op 'Range' must be a scalar"),
    ("Slice", {"input": [7.0, 8.0], "begin": 0, "size": [1]}, "begin of op 'Slice' must have rank 1"),
]


def _array(value: Any) -> np.ndarray[Any, Any]:
    array = np.asarray(value)
    return array.astype({"f": np.float32, "i": np.int32}[array.dtype.kind])


def _fed(op: str, given: dict[str, Any]) -> Any:
    with go.Graph().as_default() as graph:
        inputs = {name: go.placeholder(go.as_dtype(_array(value).dtype)) for name, value in given.items()}
        result = getattr(raw, op)(**inputs)
    with go.Session(graph) as session:
        feeds = {tensor: _array(given[name]) for name, tensor in inputs.items()}
        first = session.run(result, feeds)
        for _ in range(4):  # the plan for these shapes
            np.testing.assert_array_equal(session.run(result, feeds), first)
        return first


@pytest.mark.parametrize(("op", "given", "expected"), TAKEN)
def test_a_run_takes_them_where_the_graph_knows_no_shapes(op: str, given: dict[str, Any], expected: Any) -> None:
    for result in (_fed(op, given), getattr(go.eager, op)(**{name: _array(v) for name, v in given.items()})):
        assert np.shape(result) == np.shape(expected)
        np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize(("op", "given", "sentence"), REFUSED)
def test_a_run_refuses_what_has_more_elements_or_ranks(op: str, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(go.errors.InvalidArgumentError) as caught:
        _fed(op, given)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(("op", "given"), [(op, given) for op, given, _ in TAKEN])
def test_a_graph_that_knows_the_shapes_is_refused_when_it_is_built(op: str, given: dict[str, Any]) -> None:
    with go.Graph().as_default(), pytest.raises(ValueError, match=r"must (be a scalar|have rank 1), got rank"):
        getattr(raw, op)(**{name: go.constant(_array(value)) for name, value in given.items()})
