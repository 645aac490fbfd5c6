"""fuse: the gradient of an element of a list is added to that element; what comes out is what AddN gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import errors
from graphops import raw_ops as r
from tests.plan.rewritten import rewritten

RUNS = 8
X = np.array([[1.0, -2.0], [3.5, 4.0], [-0.0, 6.0]], np.float32)


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


def reserved(count: Any, shape: Sequence[int] = (2,), dtype: Any = go.float32) -> Any:
    return r.TensorListReserve(element_shape=np.array(shape, np.int32), num_elements=count, element_dtype=dtype)


def added(handle: Any, index: Any, item: Any, count: Any = 3, shape: Sequence[int] = (2,)) -> Any:
    """What the gradient of TensorListGetItem adds."""
    return r.AddN(inputs=[handle, r.TensorListSetItem(input_handle=reserved(count, shape), index=index, item=item)])


def stacked(handle: Any, dtype: Any = go.float32) -> Any:
    return r.TensorListStack(input_handle=handle, element_shape=np.array([2], np.int32), element_dtype=dtype)


def outcome(fetch: Any, feeds: Any = None, **config: Any) -> Any:
    with go.Session(config=go.SessionConfig(**config)) as session:
        try:
            found = [session.run(fetch, feeds) for _ in range(RUNS)]
        except errors.GraphopsError as error:
            return type(error), str(error)
    assert all(each.tobytes() == found[0].tobytes() for each in found)
    return found[0]


def test_elements_are_added() -> None:
    handle = reserved(3)
    for index, item in ((2, X[0]), (0, X[1]), (2, X[2])):
        handle = added(handle, index, item)
    fetch = stacked(handle)
    assert sum(node.type == "Graphops>TensorListAddItem" for node in rewritten([fetch], passes=("fuse",)).nodes) == 3
    np.testing.assert_array_equal(outcome(fetch), [X[1], [0.0, 0.0], X[0] + X[2]])


@pytest.mark.parametrize(
    ("index", "item", "count", "shape"),
    [
        (3, X[0], 3, (2,)),
        (-1, X[0], 3, (2,)),
        (0, X[0], 4, (2,)),  # the lists differ in length
        (3, X[0], 4, (2,)),
        (0, X[0], 3, (5,)),  # the item does not fit what is reserved for it
        (0, np.float32([1.0]), 3, (-1,)),  # nor the element that is there
        (0, X[0], -1, (2,)),
    ],
)
def test_the_same_errors(index: int, item: Any, count: int, shape: Sequence[int]) -> None:
    number, size = go.placeholder(go.int32, ()), go.placeholder(go.int32, ())
    fetch = stacked(added(r.TensorListFromTensor(tensor=X, element_shape=[2]), number, item, size, shape))
    feeds = {number: index, size: count}
    wanted = outcome(fetch, feeds, plan_passes=())
    found = outcome(fetch, feeds)
    assert isinstance(wanted, tuple)
    assert (found[0], found[1].splitlines()[0]) == (wanted[0], wanted[1].splitlines()[0])


def test_lists_of_other_dtypes() -> None:
    fetch = stacked(added(r.Identity(input=reserved(3, dtype=go.float64)), 0, X[0]))
    assert outcome(fetch)[0] is outcome(fetch, plan_passes=())[0] is errors.InvalidArgumentError


def test_what_others_read_stays() -> None:
    alone = r.TensorListSetItem(input_handle=reserved(3), index=1, item=X[0])
    both = r.AddN(inputs=[r.TensorListFromTensor(tensor=X, element_shape=[2]), alone])
    fetch = r.Add(x=stacked(both), y=stacked(alone))
    assert not any(node.type == "Graphops>TensorListAddItem" for node in rewritten([fetch], passes=("fuse",)).nodes)
    np.testing.assert_array_equal(outcome(fetch), np.add(X, [[0, 0], 2 * X[0], [0, 0]]))


@pytest.mark.parametrize("turns", [3, 40])
def test_gradients_of_what_a_loop_reads(turns: int) -> None:
    """s = sum of w**i x[i], each element read once; or of x[i % 3], each read often. ds/dx[i] = w**i."""
    x = go.placeholder(go.float32, (3, 2))
    handle = r.TensorListFromTensor(tensor=x, element_shape=[2])

    def body(i: Any, s: Any, w: Any) -> Any:
        item = r.TensorListGetItem(
            input_handle=handle, index=r.FloorMod(x=i, y=3), element_shape=[2], element_dtype=go.float32
        )
        return i + 1, s + w * item, w * 0.5

    start = [go.constant(0), go.constant([0.0, 0.0]), go.constant(1.0)]
    s = go.while_loop(lambda i, *_: i < turns, body, start)[1]
    (dx,) = go.gradients(s, [x])
    wanted = [[sum(0.5**i for i in range(row, turns, 3))] * 2 for row in range(3)]
    with go.Session() as session:
        for _ in range(RUNS):
            np.testing.assert_allclose(session.run(dx, {x: X}), wanted, rtol=1e-6)
