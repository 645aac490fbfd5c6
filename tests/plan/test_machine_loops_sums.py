"""Loops in machine code that add to elements of a list, as the gradients of loops over lists do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r
from graphops_cpu.calls.machine import machine
from tests.plan.machine_loops import session as with_passes

pytestmark = pytest.mark.skipif(machine() is None, reason="there is no LLVM")

RUNS = 10
COUNT = 7
X = np.random.default_rng(0).standard_normal((COUNT, 3)).astype(np.float32)


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


def added(handle: Any, index: Any, item: Any, dtype: Any) -> Any:
    """What the gradient of TensorListGetItem adds."""
    empty = r.TensorListReserve(element_shape=np.array([3], np.int32), num_elements=COUNT, element_dtype=dtype)
    return r.AddN(inputs=[handle, r.TensorListSetItem(input_handle=empty, index=index, item=item)])


def summed(start: Any, x: Any, places: Any, dtype: Any = go.float32) -> Any:
    """``start`` with row i of ``x`` added to its row ``places[i]``."""
    rows = r.TensorListFromTensor(tensor=x, element_shape=np.array([3], np.int32))
    at = r.TensorListFromTensor(tensor=places, element_shape=np.array([], np.int32))

    def body(i: Any, total: Any) -> Any:
        item = r.TensorListGetItem(input_handle=rows, index=i, element_shape=[3], element_dtype=dtype)
        place = r.TensorListGetItem(input_handle=at, index=i, element_shape=np.array([], np.int32),
                                    element_dtype=go.int32)  # fmt: skip
        return r.AddV2(x=i, y=1), added(total, place, item, dtype)

    total = go.while_loop(lambda i, _: r.Less(x=i, y=COUNT), body, [np.int32(0), start])[1]
    return r.TensorListStack(input_handle=total, element_shape=np.array([3], np.int32), element_dtype=dtype)


def _expected(start: Any, places: Any) -> Any:
    wanted = start.copy()
    for row, place in zip(X.astype(start.dtype), places, strict=True):
        wanted[place] += row
    return wanted


@pytest.mark.parametrize("places", [range(COUNT), [0, 0, 3, 3, 3, 6, 0]], ids=["each once", "some again and again"])
def test_elements_that_are_there(places: Any, turns: list[tuple[bool, int]]) -> None:
    start, x, at = go.placeholder(go.float32, [COUNT, 3]), go.placeholder(go.float32, [COUNT, 3]), np.int32([*places])
    handle = r.TensorListFromTensor(tensor=start, element_shape=np.array([3], np.int32))
    fetch, before = summed(handle, x, at), X[::-1].copy()
    with with_passes() as session:
        for _ in range(RUNS):
            np.testing.assert_array_equal(session.run(fetch, {start: before, x: X}), _expected(before, places))
        np.testing.assert_array_equal(before, X[::-1])  # what was given stays
    assert (True, COUNT) in turns


def test_elements_that_are_not_there(turns: list[tuple[bool, int]]) -> None:
    x, places = go.placeholder(go.float32, [COUNT, 3]), np.array([0, 0, 3, 3, 3, 6, 0], np.int32)
    empty = r.TensorListReserve(element_shape=np.array([3], np.int32), num_elements=COUNT, element_dtype=go.float32)
    fetch = summed(empty, x, places)
    with with_passes() as session:
        for _ in range(RUNS):
            np.testing.assert_array_equal(session.run(fetch, {x: X}), _expected(np.zeros_like(X), places))
    assert (True, COUNT) in turns


def test_other_dtypes(turns: list[tuple[bool, int]]) -> None:
    start, x = go.placeholder(go.float64, [COUNT, 3]), go.placeholder(go.float64, [COUNT, 3])
    places = np.array([2, 2, 2, 5, 5, 0, 1], np.int32)
    handle = r.TensorListFromTensor(tensor=start, element_shape=np.array([3], np.int32))
    fetch, before = summed(handle, x, places, go.float64), X[::-1].astype(np.float64)
    with with_passes() as session:
        for _ in range(RUNS):
            found = session.run(fetch, {start: before, x: X.astype(np.float64)})
            np.testing.assert_array_equal(found, _expected(before, places))
    assert (True, COUNT) not in turns


def test_the_gradient_of_a_scan() -> None:
    x = go.placeholder(go.float32, [COUNT, 3])
    rows = r.TensorListFromTensor(tensor=r.Tanh(x=x), element_shape=np.array([3], np.int32))

    def body(i: Any, total: Any) -> Any:
        item = r.TensorListGetItem(input_handle=rows, index=i, element_shape=[3], element_dtype=go.float32)
        return r.AddV2(x=i, y=1), r.AddV2(x=r.Mul(x=total, y=np.float32(0.5)), y=r.Square(x=item))

    total = go.while_loop(lambda i, _: r.Less(x=i, y=COUNT), body, [np.int32(0), np.zeros(3, np.float32)])[1]
    (gradient,) = go.gradients(total, [x])
    with with_passes() as session:
        for _ in range(RUNS):
            found = session.run(gradient, {x: X})
    wide = X.astype(np.float64)
    decay = 0.5 ** np.arange(COUNT - 1, -1, -1)[:, None]
    np.testing.assert_allclose(found, decay * 2 * np.tanh(wide) * (1 - np.tanh(wide) ** 2), rtol=2e-6)


@pytest.mark.parametrize("places", [range(COUNT), [0, 0, 3, 3, 3, 6, 0]], ids=["each once", "some again and again"])
def test_arrays_of_gradients(places: Any, turns: list[tuple[bool, int]]) -> None:
    """Elements begin as zeros, and what is written is added."""
    x, at = go.placeholder(go.float32, [COUNT, 3]), np.array([*places], np.int32)
    everywhere = np.arange(COUNT, dtype=np.int32)
    handle, flow = r.TensorArrayV3(size=COUNT, dtype=go.float32, element_shape=[3])
    flow = r.TensorArrayScatterV3(handle=handle, indices=everywhere, value=x, flow_in=flow)
    grads, g = r.TensorArrayGradV3(handle=handle, flow_in=flow, source="g")
    rows = r.TensorListFromTensor(tensor=x, element_shape=np.array([3], np.int32))
    targets = r.TensorListFromTensor(tensor=at, element_shape=np.array([], np.int32))

    def body(i: Any, before: Any) -> Any:
        item = r.TensorListGetItem(input_handle=rows, index=i, element_shape=[3], element_dtype=go.float32)
        place = r.TensorListGetItem(input_handle=targets, index=i, element_shape=np.array([], np.int32),
                                    element_dtype=go.int32)  # fmt: skip
        return r.AddV2(x=i, y=1), r.TensorArrayWriteV3(handle=grads, index=place, value=item, flow_in=before)

    after = go.while_loop(lambda i, _: r.Less(x=i, y=COUNT), body, [np.int32(0), g])[1]
    fetch = r.TensorArrayGatherV3(handle=grads, indices=everywhere, flow_in=after, dtype=go.float32, element_shape=[3])
    with with_passes() as session:
        for _ in range(RUNS):
            np.testing.assert_array_equal(session.run(fetch, {x: X}), _expected(np.zeros_like(X), at))
    assert ((True, COUNT) in turns) == (len({*at}) == COUNT)
