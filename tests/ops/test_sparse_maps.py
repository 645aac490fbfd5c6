"""Sparse tensors in maps: what goes in comes out, once, in any order; what is refused. As TensorFlow 2.21 does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import InvalidArgumentError, InvalidTypeError, ResourceExhaustedError
from tests.ops.other_device import OTHER

raw = go.raw_ops
PLACES = np.array([[0, 1], [2, 0]])


@pytest.fixture(autouse=True, params=["CPU", OTHER])
def graph(request: Any) -> Any:
    with go.Graph().as_default() as graph, go.device(f"/device:{request.param}:0"):
        yield graph


def run(*fetches: Any) -> Any:
    with go.Session() as session:
        return [session.run(fetch) for fetch in fetches]


def add(places: Any = PLACES, values: Any = (1.0, 2.0), shape: Any = (3, 2), name: str = "kept") -> Any:
    values = np.array(values) if not isinstance(values, np.ndarray) else values
    return raw.AddSparseToTensorsMap(
        sparse_indices=np.array(places), sparse_values=values, sparse_shape=np.array(shape), shared_name=name
    )


def add_many(places: Any = PLACES, values: Any = (1.0, 2.0), shape: Any = (3, 2), name: str = "kept") -> Any:
    return raw.AddManySparseToTensorsMap(
        sparse_indices=np.array(places), sparse_values=np.array(values), sparse_shape=np.array(shape), shared_name=name
    )


def take(numbers: Any, dtype: Any = go.float64, name: str = "kept") -> list[Any]:
    return list(raw.TakeManySparseFromTensorsMap(sparse_handles=numbers, dtype=dtype, shared_name=name))


def test_tensors_come_out_as_rows_in_the_order_that_is_asked_for() -> None:
    first, second = add(), add(PLACES[:1], [5.0], [2, 7])
    numbers = raw.Pack(values=[second, first])
    places, values, shape = run(take(numbers))[0]
    assert places.tolist() == [[0, 0, 1], [1, 0, 1], [1, 2, 0]]
    assert (values.tolist(), shape.tolist()) == ([5.0, 1.0, 2.0], [2, 3, 7])


def test_rows_come_out_as_they_went_in() -> None:
    numbers = add_many()
    found = run(take(numbers))[0]
    assert [part.tolist() for part in found] == [[[0, 1], [2, 0]], [1.0, 2.0], [3, 2]]


def test_strings_and_numbers_that_count_on() -> None:
    one = add(values=np.array([b"a", b"bc"], dtype=object))
    with go.Session() as session:
        assert [int(session.run(one)) for _ in range(3)] == [0, 1, 2]
        found = session.run(take([2], go.string))
        assert found[1].tolist() == [b"a", b"bc"]
        with pytest.raises(InvalidArgumentError, match="name tensors that are in the map, got 2"):
            session.run(take([1, 2], go.string))
        assert session.run(take([1], go.string))[2].tolist() == [1, 3, 2]  # it was left where it was


def test_what_is_kept_does_not_change_with_what_was_fed() -> None:
    values = go.placeholder(go.float64, [2])
    given = np.array([1.0, 2.0])
    number = raw.AddSparseToTensorsMap(
        sparse_indices=PLACES, sparse_values=values, sparse_shape=[3, 2], shared_name="kept"
    )
    with go.Session() as session:
        session.run(number, {values: given})
        given[:] = 9
        assert session.run(take([0]))[1].tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("numbers", "dtype", "error", "what"),
    [
        ([9], go.float64, InvalidArgumentError, "name tensors that are in the map, got 9"),
        ([-1], go.float64, InvalidArgumentError, "name tensors that are in the map, got -1"),
        ([0, 0], go.float64, InvalidArgumentError, "name each tensor once"),
        ([0], go.float32, InvalidTypeError, "name tensors of float32, got 0, one of float64"),
        ([0, 1], go.float64, InvalidArgumentError, "name tensors of rank 2, as the first one is"),
    ],
)
def test_numbers_are_refused(numbers: Any, dtype: Any, error: Any, what: str) -> None:
    one, line = add(), add(PLACES[:, :1], [1.0, 2.0], [3])
    with go.Session() as session:
        session.run(one)
        session.run(line)
        with pytest.raises(error, match=what):
            session.run(take(numbers, dtype))


def test_calls_are_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="have at least one value"):
        take(np.zeros(0, np.int64))
    with pytest.raises(InvalidArgumentError, match="name the map"):
        take([0], name="")
    with pytest.raises(InvalidArgumentError, match="have sizes >= 0"):
        add(shape=[2, -3])
    with pytest.raises(InvalidArgumentError, match="have at least two sizes"):
        add_many(PLACES[:, :1], [1.0, 2.0], [3])
    with pytest.raises(InvalidArgumentError, match="be in row-major order"):
        run(add_many(PLACES[::-1]))
    with pytest.raises(InvalidArgumentError, match="be within the shape"):
        run(add(shape=[2, 2]))
    with pytest.raises(ResourceExhaustedError):
        run(add_many(shape=[2**45, 2]))
