"""Ragged tensors in variants: there and back, rows by themselves, gradients, and what is no ragged tensor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import InvalidArgumentError

OUTER, INNER, VALUES = np.array([0, 2, 2, 3]), np.array([0, 1, 3, 5]), np.array([1.0, 2.0, 3.0, 4.0, 5.0])


def run(fetches: Any, feeds: Any = None) -> Any:
    with go.Session(go.get_default_graph()) as session:
        return session.run(fetches, feeds)


def encode(splits: list[Any], values: Any, batched: bool) -> Any:
    return go.raw_ops.RaggedTensorToVariant(rt_nested_splits=splits, rt_dense_values=values, batched_input=batched)


def decode(encoded: Any, own: int, levels: int, dtype: Any = "float64") -> Any:
    return go.raw_ops.RaggedTensorFromVariant(
        encoded_ragged=encoded, input_ragged_rank=own, output_ragged_rank=levels, Tvalues=dtype
    )


@pytest.mark.parametrize("own", [-1, None])
@pytest.mark.parametrize("batched", [False, True])
@pytest.mark.parametrize("splits", [[], [np.array([0, 2, 2, 5])], [OUTER, INNER]])
def test_there_and_back(splits: list[Any], batched: bool, own: int | None) -> None:
    """A vector of the rows is the tensor again; without splits the rows are scalars, which are no rows."""
    if batched and not splits:
        return
    with go.Graph().as_default():
        levels = len(splits)
        found = decode(encode(splits, VALUES, batched), levels - batched if own is None else own, levels)
        *got, values = run([*found.output_nested_splits, found.output_dense_values])
        assert [level.tolist() for level in got] == [level.tolist() for level in splits]
        assert values.tolist() == VALUES.tolist()


def test_a_row_has_splits_of_its_own() -> None:
    with go.Graph().as_default():
        rows = encode([OUTER, INNER], VALUES, True)
        last = decode(rows[2], 1, 1)
        splits, values = run([last.output_nested_splits[0], last.output_dense_values])
        assert splits.tolist() == [0, 2]
        assert values.tolist() == [4, 5]


def test_a_matrix_of_variants_has_rows_of_one_length_outside() -> None:
    with go.Graph().as_default():
        four = encode([np.array([0, 2, 2, 3, 5])], VALUES, True)
        found = decode(go.raw_ops.Reshape(tensor=four, shape=[2, 2]), 0, 2)
        outer, inner, values = run([*found.output_nested_splits, found.output_dense_values])
        assert (outer.tolist(), inner.tolist(), values.tolist()) == ([0, 2, 4], [0, 2, 2, 3, 5], VALUES.tolist())


def test_elements_of_a_dense_tensor() -> None:
    with go.Graph().as_default():
        found = decode(encode([], VALUES.reshape(5, 1), True), 0, 1)
        splits, values = run([found.output_nested_splits[0], found.output_dense_values])
        assert (splits.tolist(), values.tolist()) == ([0, 1, 2, 3, 4, 5], VALUES.tolist())


def test_no_rows() -> None:
    with go.Graph().as_default():
        found = decode(encode([np.array([0]), np.array([0])], VALUES[:0], True), 1, 2)
        outer, inner, values = run([*found.output_nested_splits, found.output_dense_values])
        assert (outer.tolist(), inner.tolist(), values.tolist()) == ([0], [0], [])


@pytest.mark.parametrize("batched", [False, True])
def test_the_gradient_goes_through(batched: bool) -> None:
    """Of the sum of squares: twice the values, also where they are read twice."""
    with go.Graph().as_default():
        x = go.constant(VALUES)
        encoded = encode([np.array([0, 2, 2, 5])], x, batched)
        twice = [decode(encoded, 1 - batched, 1).output_dense_values for _ in range(2)]
        loss = go.raw_ops.AddN(inputs=[go.raw_ops.Square(x=value) for value in twice])
        assert run(go.gradients(loss, [x])[0]).tolist() == (4 * VALUES).tolist()


def test_wrong_ones_are_refused() -> None:
    with go.Graph().as_default():
        with pytest.raises(InvalidArgumentError, match="be 2 where encoded_ragged has rank 1"):
            decode(encode([OUTER], VALUES[:3], True), 1, 1)
        with pytest.raises(InvalidArgumentError, match="end with 5, got 3"):
            run(encode([OUTER], VALUES, False))
        with pytest.raises(InvalidArgumentError, match="hold ragged tensors with 0 levels of rows, got 1"):
            run(decode(encode([OUTER], VALUES[:3], False), -1, 0))
        with pytest.raises((InvalidArgumentError, TypeError), match="hold int32 values, got float64"):
            run(decode(encode([OUTER], VALUES[:3], False), 1, 1, "int32"))
        option = go.raw_ops.OptionalNone()
        with pytest.raises(InvalidArgumentError, match="be a ragged tensor, got Optional"):
            run(decode(option, 1, 1))
