"""What cannot be mapped is refused with a sentence that names it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import FailedPreconditionError, GraphopsError, InvalidArgumentError, InvalidTypeError

pytest.importorskip("dask.array")

import dask.array as da

X = np.ones((40, 50), np.float32)


def mapped(fetches: Any, feeds: dict[Any, Any], **keywords: Any) -> Any:
    with go.Session() as session:
        return session.map(fetches, feeds, **keywords)


def test_nodes_that_keep_state() -> None:
    x = go.placeholder(go.float32, (None, None))
    v = go.Variable(np.zeros((40, 50), np.float32))
    with pytest.raises(InvalidArgumentError, match="'add' must neither keep state"):
        mapped(v.assign_add(x, name="add"), {x: da.from_array(X, chunks=10)})
    noise = x * go.raw_ops.RandomUniform(shape=go.raw_ops.Shape(input=x), dtype=go.float32)
    mapped(noise, {x: da.from_array(X, chunks=10)})  # it does not depend on what the array contains
    drawn = go.raw_ops.RandomPoissonV2(shape=[1], rate=x, name="drawn")
    with pytest.raises(InvalidArgumentError, match="'drawn' must neither keep state nor draw"):
        mapped(drawn, {x: da.from_array(X, chunks=10)})


def test_an_error_in_a_chunk() -> None:
    x = go.placeholder(go.float32, (None, None))
    y = go.raw_ops.CheckNumerics(tensor=x, message="too large", name="check")
    found = mapped(y, {x: da.from_array(X * np.inf, chunks=10)})
    with pytest.raises(InvalidArgumentError, match="too large"):
        found.compute(scheduler="synchronous")


def test_a_check_that_is_only_waited_for() -> None:
    x = go.placeholder(go.float32, (None, None))
    check = go.raw_ops.CheckNumerics(tensor=x, message="too large", name="check")
    with go.control_dependencies([check]):
        y = x * 2.0
    with pytest.raises(InvalidArgumentError, match="'check' must be an input of what is mapped"):
        mapped(y, {x: da.from_array(X, chunks=10)})
    mapped(y + check, {x: da.from_array(X, chunks=10)})


def test_loops_of_tensorflow_1() -> None:
    x = go.placeholder(go.float32, (None, None))
    y = go.raw_ops.Exit(data=go.raw_ops.Enter(data=x, frame_name="loop", name="into"))
    with pytest.raises(InvalidArgumentError, match="'into' must be part of no loop"):
        mapped(y, {x: da.from_array(X, chunks=10)})


def test_sizes_that_depend_on_values() -> None:
    x = go.placeholder(go.float32, (None, None))
    with pytest.raises(InvalidArgumentError, match="'which' must have outputs whose sizes follow"):
        mapped(go.raw_ops.Where(condition=x, name="which"), {x: da.from_array(X, chunks=10)})


def test_feeds_and_fetches() -> None:
    x = go.placeholder(go.int32, (None, 50), name="x")
    y = x + 1
    with pytest.raises(InvalidTypeError, match="the feed for 'x:0'"):
        mapped(y, {x: da.from_array(X, chunks=10)})
    with pytest.raises(InvalidArgumentError, match="the feed for 'x:0' must have shape"):
        mapped(y, {x: da.from_array(X.T.astype(np.int32), chunks=10)})
    unknown = da.from_array(X.astype(np.int32), chunks=10)
    unknown = unknown[unknown[:, 0] > 0]
    with pytest.raises(InvalidArgumentError, match="chunks of known sizes"):
        mapped(y, {x: unknown})
    with pytest.raises(InvalidTypeError, match="fetches of map"):
        mapped(y.op, {x: da.from_array(X.astype(np.int32), chunks=10)})
    with pytest.raises(GraphopsError, match="placeholder"):
        mapped(y, {})


@pytest.mark.parametrize("chunks", [3.5, "many", (1, 2, 3), -5, ((1, 2), (50,))])
def test_chunks_that_do_not_fit(chunks: Any) -> None:
    x = go.placeholder(go.float32, (None, None))
    with pytest.raises(InvalidArgumentError, match="chunks of map"):
        mapped(x * 2.0, {x: da.from_array(X, chunks=10)}, chunks=chunks)


@pytest.mark.parametrize("halo", [-1, 1.5, (1,), {2: 1}, {0: (1, 2, 3)}, "wide", {"H": 1}])
def test_halos_that_do_not_fit(halo: Any) -> None:
    x = go.placeholder(go.float32, (None, None))
    with pytest.raises(InvalidArgumentError, match="halo of map"):
        mapped(x * 2.0, {x: da.from_array(X, chunks=10)}, halo=halo)


def test_a_halo_for_a_graph_that_changes_sizes() -> None:
    x = go.placeholder(go.float32, (1, None, None, 1))
    half = go.raw_ops.MaxPool(input=x, ksize=[1, 2, 1, 1], strides=[1, 2, 1, 1], padding="SAME")
    value = da.from_array(np.ones((1, 40, 50, 1), np.float32), chunks=10)
    with pytest.raises(InvalidArgumentError, match="must have the sizes of what it is computed from"):
        mapped(go.raw_ops.ConcatV2(values=[half, half], axis=1), {x: value}, halo=1)


def test_a_closed_session() -> None:
    x = go.placeholder(go.float32, (None, None))
    session = go.Session()
    session.close()
    with pytest.raises(FailedPreconditionError, match="closed"):
        session.map(x, {x: da.from_array(X, chunks=10)})


@pytest.mark.parametrize("chunks", [10, 7])
def test_masked_elements(chunks: int) -> None:
    x = go.placeholder(go.float32, (None, None))
    y = go.raw_ops.ReverseV2(tensor=x, axis=[0])
    found = mapped(y, {x: da.from_array(np.ma.masked_greater(X, 0.5), chunks=chunks)}, chunks=10)
    with pytest.raises(InvalidTypeError, match="must have no masked elements"):
        found.compute(scheduler="synchronous")
