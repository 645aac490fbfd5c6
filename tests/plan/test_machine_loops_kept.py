"""What loops in machine code do for gradients: values that stay the same are kept without copies and read once, and
sums are added up where they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import errors
from graphops import raw_ops as r
from graphops_cpu.calls.machine import machine
from tests.plan.machine_loops import RUNS, same, session, some

pytestmark = pytest.mark.skipif(machine() is None, reason="there is no LLVM")


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


def empty_list(limit: int = -1) -> Any:
    return r.EmptyTensorList(element_shape=[2, 3], max_num_elements=limit, element_dtype=go.float32)


def pushed(handle: Any, tensor: Any) -> Any:
    return r.TensorListPushBack(input_handle=handle, tensor=tensor)


def popped(handle: Any) -> Any:
    return r.TensorListPopBack(input_handle=handle, element_shape=[2, 3], element_dtype=go.float32)


def stacked(handle: Any) -> Any:
    return r.TensorListStack(input_handle=handle, element_shape=[2, 3], element_dtype=go.float32)


def kept(w: Any, count: Any, start: Any) -> tuple[Any, Any, Any]:
    """A loop that adds ``w`` to a list in each iteration: how many there were, a result, and the list."""

    def body(i: Any, s: Any, h: Any, v: Any) -> Any:
        return i + 1, s * 0.5 + v, pushed(h, v), v

    loop = go.while_loop(lambda i, *_: i < count, body, [go.constant(0), go.constant(some(2, 3)), start, w])
    return loop[0], loop[1], loop[2]


def taken(handle: Any, count: Any) -> tuple[Any, Any]:
    """A loop that takes elements from the end of a list: a result that depends on their order, and the list."""

    def body(i: Any, s: Any, h: Any) -> Any:
        left, last = popped(h)
        return i - 1, s * 0.5 + last, left

    loop = go.while_loop(lambda i, *_: i > 0, body, [count, go.constant(np.zeros((2, 3), np.float32)), handle])
    return loop[1], loop[2]


def test_a_value_that_stays_the_same_is_kept(turns: list[tuple[bool, int]]) -> None:
    w, count = go.placeholder(go.float32, (2, 3)), go.placeholder(go.int32, ())
    turned, s, handle = kept(w, count, empty_list())
    t, left = taken(handle, turned - 1)
    counts, seeds = iter([5, 90, 1, 200, 2, 64, 65, 130] * 2), iter([*range(RUNS)] * 2)
    found = same([s, t, stacked(handle), stacked(left)], lambda: {count: next(counts), w: some(2, 3, seed=next(seeds))})
    given = some(2, 3, seed=RUNS - 1)
    np.testing.assert_allclose(found[1], 2 * given.astype(float), rtol=1e-5)
    assert found[2].tobytes() == np.stack([given] * 130).tobytes()
    assert found[3].tobytes() == given.tobytes()
    assert turns[-2:] == [(True, 130), (True, 129)]


def test_values_in_another_order_in_memory() -> None:
    w = go.placeholder(go.float32, (2, 3))
    turned, s, handle = kept(w, 70, empty_list())
    given = some(3, 2).T
    found = same([s, taken(handle, turned)[0]], lambda: {w: given})
    np.testing.assert_allclose(found[1], 2 * given.astype(float), rtol=1e-5)


def test_they_come_after_those_that_are_there() -> None:
    w = go.placeholder(go.float32, (2, 3))
    first = some(2, 3, seed=9)
    turned, _, handle = kept(w, 12, pushed(empty_list(), go.constant(first)))
    t, left = taken(handle, turned)
    found = same([t, stacked(left), stacked(handle)], lambda: {w: some(2, 3)})
    assert found[1].tobytes() == first.tobytes()
    assert found[2].tobytes() == np.stack([first, *[some(2, 3)] * 12]).tobytes()


def test_a_list_holds_as_many_of_them_as_it_may(turns: list[tuple[bool, int]]) -> None:
    count = go.placeholder(go.int32, ())
    w = r.PlaceholderWithDefault(input=some(2, 3), shape=[2, 3])
    y = r.TensorListLength(input_handle=kept(w, count, empty_list(80))[2])
    with session() as opened:
        for _ in range(RUNS):
            assert opened.run(y, {count: 80}) == 80
        assert turns[-1] == (True, 80)
        with pytest.raises(errors.InvalidArgumentError, match="fewer than 80 elements"):
            opened.run(y, {count: 81})


def test_a_stack_keeps_them(turns: list[tuple[bool, int]]) -> None:
    w, count = go.placeholder(go.float32, (2, 3)), go.placeholder(go.int32, ())
    handle = r.StackV2(max_size=-1, elem_type=go.float32)

    def push(i: Any, s: Any, v: Any) -> Any:
        return i + 1, s * 0.5 + r.StackPushV2(handle=handle, elem=v), v

    i, s, _ = go.while_loop(lambda i, *_: i < count, push, [go.constant(0), go.constant(some(2, 3)), w])

    def pop(i: Any, t: Any, s: Any) -> Any:
        last = r.StackPopV2(handle=handle, elem_type=go.float32)
        last.set_shape((2, 3))
        return i - 1, t * 0.5 + last, s

    t = go.while_loop(lambda i, *_: i > 0, pop, [i, go.constant(np.zeros((2, 3), np.float32)), s])[1]
    counts = iter([5, 90, 1, 200, 2, 64, 65, 130] * 2)
    given = some(2, 3)
    found = same([t], lambda: {w: given, count: next(counts)})
    np.testing.assert_allclose(found[0], 2 * given.astype(float), rtol=1e-5)
    assert turns[-2:] == [(True, 130), (True, 130)]


def test_elements_that_are_one_array_and_others(turns: list[tuple[bool, int]]) -> None:
    """Of equal neighbours the second one is not read again."""
    a, b = go.placeholder(go.float32, (2, 3)), go.placeholder(go.float32, (2, 3))
    order, handle = [0, 0, 0, 1, 0, 1, 1, 0, 0, 1] * 3, empty_list()
    for which in order:
        handle = pushed(handle, (a, b)[which])
    given = some(2, 3, seed=1), some(2, 3, seed=2)
    found = same([taken(handle, len(order))[0]], lambda: {a: given[0], b: given[1]})
    wanted = np.zeros((2, 3))
    for which in reversed(order):
        wanted = wanted * 0.5 + given[which]
    np.testing.assert_allclose(found[0], wanted, rtol=1e-5)
    assert turns[-1] == (True, len(order))


Bodies = dict[str, Callable[[Any, Any, Any, Any, Any], tuple[Any, Any, Any]]]
BODIES: Bodies = {
    "a sum": lambda i, s, t, x, y: (s + x, t * y, x),
    "two sums": lambda i, s, t, x, y: (x + s, t + y, x),
    "a sum that is read": lambda i, s, t, x, y: (total := s + x, t + total * 0.1, x),
    "the sum of before": lambda i, s, t, x, y: (s + x, s, x),
    "the sum of before, changed": lambda i, s, t, x, y: (s + x, s * y, x),
    "one sum of another": lambda i, s, t, x, y: (s + t, t + x, x),
    "twice itself": lambda i, s, t, x, y: (s + s, t - t, x * 0.5),
    "itself from something": lambda i, s, t, x, y: (x - s, y * t, x),
    "of another shape": lambda i, s, t, x, y: (s + r.Reshape(tensor=s, shape=[1, 6]), t + x, x),
    "beside another in another shape": lambda i, s, t, x, y: (s + x, t + r.Reshape(tensor=s, shape=[6]), x),
    "of another in another shape": lambda i, s, t, x, y: (s + r.Reshape(tensor=t, shape=[6]), t * y, x),
    "both the same": lambda i, s, t, x, y: (total := s + x, total, x),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_sums(name: str, turns: list[tuple[bool, int]]) -> None:
    """Variables are written where they are only where nobody sees the difference."""
    x, y, count = (go.placeholder(dtype, shape) for dtype, shape in ((go.float32, 6), (go.float32, 6), (go.int32, ())))

    def body(i: Any, s: Any, t: Any, u: Any, z: Any) -> Any:
        s, t, u = BODIES[name](i, s, t, u, z)
        return i + 1, r.Reshape(tensor=s, shape=[6]), t, u, z

    loop = go.while_loop(lambda i, *_: i < count, body, [go.constant(0), x * 0.25, y * 0.5, x, y])
    counts = iter([20, 3, 1, 40, 2, 0, 12, 25] * 2)
    same(list(loop[1:4]), lambda: {x: some(6), y: some(6, seed=1), count: next(counts)})
    assert turns[-1] == (True, 25)


def test_a_sum_beside_another_one_seen_in_more_dimensions() -> None:
    x = go.placeholder(go.float32, (3,))

    def body(i: Any, b: Any, a: Any) -> Any:
        return i + 1, b + x, a + r.ExpandDims(input=b, dim=1)

    start = [go.constant(0), go.constant(np.zeros(3, np.float32)), go.constant(np.zeros((3, 1), np.float32))]
    loop = go.while_loop(lambda i, *_: i < 10, body, start)
    found = same([loop[2]], lambda: {x: [1.0, 2.0, 3.0]})
    assert found[0].tolist() == [[45], [90], [135]]


def test_many_runs_whose_lists_grow(turns: list[tuple[bool, int]]) -> None:
    """However often a list had to grow, a run asks for no more iterations at a time than take milliseconds."""
    x = go.placeholder(go.float32, (2, 3))

    def body(i: Any, s: Any, h: Any) -> Any:
        return i + 1, s * 0.5, pushed(h, s)

    h = go.while_loop(lambda i, *_: i < 300, body, [go.constant(0), x, empty_list()])[2]
    y = r.TensorListLength(input_handle=h)
    with session() as opened:
        for _ in range(60):
            assert opened.run(y, {x: some(2, 3)}) == 300
    assert turns[-1] == (True, 300)


def test_a_sum_of_an_iteration_that_fails(turns: list[tuple[bool, int]]) -> None:
    """Of elements that were never set: the iterations that read them run step by step, from what the others added."""
    x = go.placeholder(go.float32, (3,))
    handle = r.TensorListReserve(element_shape=[3], num_elements=40, element_dtype=go.float32)
    for index in (*range(13), *range(20, 40)):
        handle = r.TensorListSetItem(input_handle=handle, index=index, item=x * float(index))

    def body(i: Any, s: Any, t: Any, h: Any) -> Any:
        found = r.TensorListGetItem(input_handle=h, index=i, element_shape=[3], element_dtype=go.float32)
        return i + 1, s + found, t + s, h

    start = [go.constant(0), go.constant([0.0] * 3), go.constant([0.0] * 3), handle]
    loop = go.while_loop(lambda i, *_: i < 40, body, start)
    found = same([loop[1], loop[2]], lambda: {x: [1.0, 2.0, -1.0]})
    places = [index if not 13 <= index < 20 else 0 for index in range(40)]
    np.testing.assert_array_equal(found[0], np.outer([1, 2, -1], places).sum(axis=1))
    assert any(turned for _, turned in turns)
