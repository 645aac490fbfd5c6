"""Loops in machine code over lists, TensorArrays and stacks: as those that run step by step."""

from __future__ import annotations

from collections.abc import Iterator
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


# -- lists ----------------------------------------------------------------------------------------------------------


def filled(x: Any) -> Any:
    return r.TensorListFromTensor(tensor=x, element_shape=list(x.shape.dims[1:]))


def reserved(count: int, *shape: int) -> Any:
    return r.TensorListReserve(element_shape=list(shape), num_elements=count, element_dtype=go.float32)


def item(handle: Any, index: Any, *shape: int) -> Any:
    return r.TensorListGetItem(
        input_handle=handle, index=index, element_shape=list(shape), element_dtype=go.float32
    )  # fmt: skip


def put(handle: Any, index: Any, value: Any) -> Any:
    return r.TensorListSetItem(input_handle=handle, index=index, item=value)


def stacked(handle: Any, *shape: int) -> Any:
    return r.TensorListStack(input_handle=handle, element_shape=list(shape), element_dtype=go.float32)


def recurrent(x: Any, w: Any, count: int) -> list[Any]:
    """A recurrent network over ``count`` steps: its outputs, and its last state."""

    def body(i: Any, state: Any, given: Any, made: Any) -> Any:
        after = r.Tanh(x=r.MatMul(a=state, b=w) + item(given, i, 1, 8))
        return i + 1, after, given, put(made, i, after)

    start = [go.constant(0), go.constant(np.zeros((1, 8), np.float32)), filled(x), reserved(count, 1, 8)]
    _, last, _, made = go.while_loop(lambda i, *_: i < count, body, start)
    return [stacked(made, 1, 8), last]


def test_a_recurrent_network(turns: list[tuple[bool, int]]) -> None:
    x = go.placeholder(go.float32, (12, 1, 8))
    given = iter([some(12, 1, 8, seed=k) for k in range(2 * RUNS)] * 2)
    feeds = [{x: next(given)} for _ in range(RUNS)]
    w = some(8, 8)
    fetches = recurrent(x, go.constant(w), 12)
    again = iter(feeds * 2)
    found = same(fetches, lambda: next(again))
    state = np.zeros((1, 8))
    for step in feeds[-1][x].astype(float):
        state = np.tanh(state @ w + step)
    np.testing.assert_allclose(found[1], state, rtol=1e-4)
    assert turns[-1][0]


def test_elements_that_were_never_set_are_zeros() -> None:
    """Machine code has no zeros to read; the rest of the loop runs step by step."""
    handle = put(reserved(10, 2), 3, go.constant([1.0, 2.0]))
    y = go.while_loop(lambda i, *_: i < 10, lambda i, s, h: (i + 1, s + item(h, i, 2) * 2.0, h),
                      [go.constant(0), go.constant([0.5, 0.5]), handle])[1]  # fmt: skip
    assert same([y])[0].tolist() == [2.5, 4.5]


def test_a_list_that_is_read_and_written(turns: list[tuple[bool, int]]) -> None:
    """What is read is what was written in an earlier iteration."""
    x = go.placeholder(go.float32, (12, 3))

    def body(i: Any, h: Any) -> Any:
        return i + 1, put(h, i + 1, item(h, i, 3) + item(h, i + 1, 3))

    h = go.while_loop(lambda i, h: i < 11, body, [go.constant(0), filled(x)])[1]
    given = some(12, 3)
    found = same([stacked(h, 3)], lambda: {x: given})[0]
    np.testing.assert_allclose(found, np.cumsum(given.astype(float), axis=0), rtol=1e-4, atol=1e-5)
    assert turns[-1][0]


def test_a_list_of_before_is_as_it_was() -> None:
    x = go.placeholder(go.float32, (9, 3))
    before = filled(x)
    h = go.while_loop(lambda i, h: i < 9, lambda i, h: (i + 1, put(h, i, go.constant([7.0] * 3))),
                      [go.constant(0), before])[1]  # fmt: skip
    given = some(9, 3)
    found = same([stacked(before, 3), stacked(h, 3)], lambda: {x: given})
    assert found[0].tobytes() == given.tobytes()
    assert (found[1] == 7).all()


@pytest.mark.parametrize("first", [0, -3])
def test_an_index_outside_is_the_error_that_it_was(first: int) -> None:
    x, start = go.placeholder(go.float32, (9, 3)), go.placeholder(go.int32, ())
    h = go.while_loop(lambda i, *_: i < 15, lambda i, h: (i + 1, put(h, i, item(h, i, 3) + 1.0)), [start, filled(x)])[1]
    y = stacked(h, 3)
    with session() as opened:
        for count in range(RUNS):  # of which the body sees no index outside
            assert opened.run(y, {x: np.zeros((9, 3)), start: 15}).sum() == 0, count
        with pytest.raises(errors.InvalidArgumentError, match=r"index of .* must be in \[0, 9\)"):
            opened.run(y, {x: np.zeros((9, 3)), start: first})


def test_elements_that_are_not_in_c_order() -> None:
    x = go.placeholder(go.float32, (9, 3, 4))
    turned = r.Transpose(x=x, perm=[0, 2, 1])
    y = go.while_loop(lambda i, *_: i < 9, lambda i, s, h: (i + 1, s * 0.5 + item(h, i, 4, 3), h),
                      [go.constant(0), go.constant(np.zeros((4, 3), np.float32)), filled(turned)])[1]  # fmt: skip
    given = some(9, 3, 4)
    same([y], lambda: {x: given})


def test_elements_of_other_shapes_than_recorded() -> None:
    """A list without a known shape may hold anything."""
    start = go.placeholder(go.float32, (None,))
    handle = r.TensorListReserve(element_shape=-1, num_elements=8, element_dtype=go.float32)
    handle = go.while_loop(lambda i, h: i < 8, lambda i, h: (i + 1, put(h, i, start)), [go.constant(0), handle])[1]

    def body(i: Any, s: Any, h: Any) -> Any:
        value = r.TensorListGetItem(input_handle=h, index=i, element_shape=-1, element_dtype=go.float32)
        return i + 1, s + r.Reshape(tensor=r.Sum(input=value, axis=0), shape=np.zeros(0, np.int32)), h

    y = go.while_loop(lambda i, *_: i < 8, body, [go.constant(0), go.constant(0.0), handle])[1]
    with session() as opened:
        for size in (3,) * RUNS + (5,) * 3 + (3, 2, 1, 0):
            assert opened.run(y, {start: np.ones(size, np.float32)}) == 8 * size


def test_few_iterations_over_a_long_list(turns: list[tuple[bool, int]]) -> None:
    """To look where thousands of elements lie would take longer than the loop; but not longer than a long one."""
    x, count = go.placeholder(go.float32, (5_000, 2)), go.placeholder(go.int32, ())
    handle = put(filled(x), go.constant(0), x[0])  # the elements are no longer one array
    y = go.while_loop(lambda i, *_: i < count, lambda i, s, h: (i + 1, s * 0.5 + item(h, i, 2), h),
                      [go.constant(0), go.constant([0.0, 0.0]), handle])[1]  # fmt: skip
    given, counts = some(5_000, 2), iter([5] * RUNS + [5, 5_000, 5, 5, 5_000, 5_000] * 2)
    with session() as opened, session("programs") as plain:
        last = 0
        for number, each in enumerate(counts):
            del turns[:]
            found = opened.run(y, {x: given, count: each})
            assert found.tobytes() == plain.run(y, {x: given, count: each}).tobytes()
            if number >= RUNS:
                done = sum(each for _, each in turns)
                assert done > 2_500 if each > 5 else done == 0 or last > 5
            last = each


def test_results_of_two_runs_of_a_loop_in_one_run(turns: list[tuple[bool, int]]) -> None:
    """They share no memory."""

    def outer(i: Any, h: Any) -> Any:
        start = [go.constant(0), go.constant(np.zeros(3, np.float32))]
        s = go.while_loop(lambda j, t: j < i, lambda j, t: (j + 1, t + 1.0), start)[1]
        return i + 1, put(h, i, s)

    h = go.while_loop(lambda i, h: i < 12, outer, [go.constant(0), reserved(12, 3)])[1]
    found = same([stacked(h, 3)])[0]
    assert found.tolist() == [[i] * 3 for i in range(12)]
    assert turns[-1][0]


def test_the_length_of_a_list(turns: list[tuple[bool, int]]) -> None:
    x = go.placeholder(go.float32, (None, 3))
    handle = r.TensorListFromTensor(tensor=x, element_shape=[3])
    y = go.while_loop(lambda i, s, h: i < 5, lambda i, s, h: (i + r.TensorListLength(input_handle=h), s + 1.0, h),
                      [go.constant(-100), go.constant(0.0), handle])[:2]  # fmt: skip
    for size, count in ((1, 105), (3, 35)):
        given = some(size, 3)
        assert same(y, lambda given=given: {x: given})[1] == count  # type: ignore[misc]
        assert turns[-1] == (True, count)


# -- tensor arrays --------------------------------------------------------------------------------------------------


def array(count: int, **attrs: Any) -> tuple[Any, Any]:
    return r.TensorArrayV3(size=count, dtype=go.float32, **attrs)


def test_tensor_arrays(turns: list[tuple[bool, int]]) -> None:
    x = go.placeholder(go.float32, (12, 1, 8))
    w = go.constant(some(8, 8))
    (given, flow), (made, made_flow) = array(12), array(12)
    flow = r.TensorArrayScatterV3(handle=given, indices=np.arange(12, dtype=np.int32), value=x, flow_in=flow)

    def body(i: Any, state: Any, read: Any, written: Any) -> Any:
        step = r.TensorArrayReadV3(handle=given, index=i, flow_in=read, dtype=go.float32)
        step.set_shape((1, 8))
        after = r.Tanh(x=r.MatMul(a=state, b=w) + step)
        return i + 1, after, read, r.TensorArrayWriteV3(handle=made, index=i, value=after, flow_in=written)

    start = [go.constant(0), go.constant(np.zeros((1, 8), np.float32)), flow, made_flow]
    _, last, _, out = go.while_loop(lambda i, *_: i < 12, body, start)
    rows = r.TensorArrayGatherV3(handle=made, indices=np.arange(12, dtype=np.int32), flow_in=out, dtype=go.float32)
    values = some(12, 1, 8)
    found = same([rows, last], lambda: {x: values})
    np.testing.assert_array_equal(found[0][-1], found[1])
    assert turns[-1][0]


def test_what_was_read_is_gone(turns: list[tuple[bool, int]]) -> None:
    """After a loop in machine code too, unless the array is made so that it stays."""
    x = go.placeholder(go.float32, (9, 2))
    for clears in (True, False):
        handle, flow = array(9, clear_after_read=clears)
        indices = np.arange(9, dtype=np.int32)
        flow = r.TensorArrayScatterV3(handle=handle, indices=indices, value=x, flow_in=flow)

        def body(i: Any, s: Any, read: Any, handle: Any = handle) -> Any:
            element = r.TensorArrayReadV3(handle=handle, index=i, flow_in=read, dtype=go.float32)
            element.set_shape((2,))
            return i + 1, s + element, read

        start = [go.constant(0), go.constant([0.0, 0.0]), flow]
        s, after = go.while_loop(lambda i, *_: i < 9, body, start)[1:]
        with go.get_default_graph().control_dependencies([s]):
            again = r.TensorArrayReadV3(handle=handle, index=4, flow_in=after, dtype=go.float32)
        given = some(9, 2)
        with session() as opened:
            wanted = [opened.run(s, {x: given}) for _ in range(RUNS)][-1]
            assert turns[-1][0]
            if clears:
                for _ in range(RUNS):
                    with pytest.raises(errors.InvalidArgumentError, match="was not read yet"):
                        opened.run([s, again], {x: given})
            else:
                for _ in range(RUNS):
                    found = opened.run([s, again], {x: given})
                assert found[0].tobytes() == wanted.tobytes()
                assert found[1].tobytes() == given[4].tobytes()


def test_an_element_cannot_be_written_twice(turns: list[tuple[bool, int]]) -> None:
    last = go.placeholder(go.int32, ())
    handle, flow = array(15)

    def body(i: Any, f: Any) -> Any:
        index = r.Minimum(x=i, y=last)
        return i + 1, r.TensorArrayWriteV3(handle=handle, index=index, value=go.constant([1.0]), flow_in=f)

    i, after = go.while_loop(lambda i, *_: i < 12, body, [go.constant(0), flow])
    with go.get_default_graph().control_dependencies([after]):
        y = r.Identity(input=i)
    with session() as opened:
        for _ in range(RUNS):
            assert opened.run(y, {last: 20}) == 12
        assert turns[-1][0]
        with pytest.raises(errors.InvalidArgumentError, match="was not written yet"):
            opened.run(y, {last: 6})
        assert opened.run(y, {last: 20}) == 12


def test_an_index_outside_of_an_array_is_the_error_that_it_was(turns: list[tuple[bool, int]]) -> None:
    count = go.placeholder(go.int32, ())
    handle, flow = array(15)

    def body(i: Any, f: Any) -> Any:
        return i + 1, r.TensorArrayWriteV3(handle=handle, index=i, value=go.constant([1.0]), flow_in=f)

    after = go.while_loop(lambda i, *_: i < count, body, [go.constant(0), flow])
    with session() as opened:
        for _ in range(RUNS):
            opened.run(after, {count: 15})
        assert turns[-1][0]
        with pytest.raises(errors.InvalidArgumentError, match=r"must be in \[0, 15\)"):
            opened.run(after, {count: 16})


def test_one_array_under_two_names() -> None:
    """What was read by one name cannot be read by the other one."""
    x = go.placeholder(go.float32, (30, 2))
    handle, flow = array(30)
    flow = r.TensorArrayScatterV3(handle=handle, indices=np.arange(30, dtype=np.int32), value=x, flow_in=flow)
    scale, behind = go.placeholder(go.int32, ()), go.placeholder(go.int32, ())

    def body(i: Any, s: Any, a: Any, b: Any, f: Any) -> Any:
        one = r.TensorArrayReadV3(handle=a, index=i, flow_in=f, dtype=go.float32)
        other = r.TensorArrayReadV3(handle=b, index=i * scale - behind, flow_in=f, dtype=go.float32)
        one.set_shape((2,))
        other.set_shape((2,))
        return i + 1, s + one * other, a, b, f

    y = go.while_loop(lambda i, *_: i < 28, body, [go.constant(15), go.constant([0.0, 0.0]), handle, handle, flow])[1]
    given = some(30, 2)
    with session() as opened:
        for _ in range(RUNS):
            found = opened.run(y, {x: given, scale: 1, behind: 14})
        np.testing.assert_allclose(found, (given[15:28] * given[1:14]).sum(axis=0), rtol=1e-4)
        with pytest.raises(errors.InvalidArgumentError, match="was not read yet"):
            opened.run(y, {x: given, scale: 2, behind: 20})


def test_gradients_with_another_shape_of_an_array() -> None:
    handle, flow = array(16)

    def body(i: Any, s: Any, f: Any) -> Any:
        grads, g = r.TensorArrayGradWithShape(handle=handle, flow_in=f, shape_to_prepend=[2], source="g")
        g = r.TensorArrayWriteV3(handle=grads, index=i, value=s, flow_in=g)
        return i + 1, s + 1.0 + g, f

    y = go.while_loop(lambda i, *_: i < 15, body, [go.constant(0), go.constant(some(2, 3)), flow])[1]
    same([y])


def test_an_op_that_depends_on_more_than_the_one_that_it_is_made_of() -> None:
    """TensorArrayGradWithShape, unlike TensorArrayGradV3, needs a shape."""
    handle, flow = array(12, element_shape=[2])
    shape = go.placeholder(go.int32, (1,))

    def body(i: Any, s: Any, f: Any) -> Any:
        made, after = r.TensorArrayGradWithShape(
            handle=handle, flow_in=f, shape_to_prepend=shape, source=r"g"
        )  # fmt: skip
        element = r.TensorArrayReadV3(handle=made, index=i, flow_in=after, dtype=go.float32)
        element.set_shape((3, 2))
        return i + 1, s + element, f

    start = [go.constant(0), go.constant(np.ones((3, 2), np.float32)), flow]
    y = go.while_loop(lambda i, *_: i < 12, body, start)[1]
    with session() as opened:
        for _ in range(RUNS):
            assert opened.run(y, {shape: [3]}).tolist() == [[1, 1]] * 3


# -- the ends of lists and stacks -----------------------------------------------------------------------------------


def empty_list(limit: int = -1, shape: Any = -1) -> Any:
    return r.EmptyTensorList(element_shape=shape, max_num_elements=limit, element_dtype=go.float32)


def test_a_list_that_grows(turns: list[tuple[bool, int]]) -> None:
    """Beyond the memory that there is at first."""
    count = go.placeholder(go.int32, ())

    def body(i: Any, s: Any, h: Any) -> Any:
        return i + 1, s * 0.5 + 1.0, r.TensorListPushBack(input_handle=h, tensor=s)

    start = [go.constant(0), go.constant(some(2)), empty_list(shape=[2])]
    _, s, h = go.while_loop(lambda i, *_: i < count, body, start)
    counts = iter([3, 300, 1, 70, 0, 64, 65, 66] * 2)
    found = same([s, stacked(h, 2)], lambda: {count: next(counts)})
    assert found[1].shape == (66, 2)
    assert turns[-1] == (True, 66)


def test_a_list_has_as_many_elements_as_it_may(turns: list[tuple[bool, int]]) -> None:
    count = go.placeholder(go.int32, ())
    h = go.while_loop(lambda i, h: i < count, lambda i, h: (i + 1, r.TensorListPushBack(input_handle=h, tensor=1.5)),
                      [go.constant(0), empty_list(100)])[1]  # fmt: skip
    y = r.TensorListLength(input_handle=h)
    with session() as opened:
        for _ in range(RUNS):
            assert opened.run(y, {count: 100}) == 100
        assert turns[-1][0]
        with pytest.raises(errors.InvalidArgumentError, match="fewer than 100 elements"):
            opened.run(y, {count: 101})


def test_a_list_that_is_taken_apart(turns: list[tuple[bool, int]]) -> None:
    x, count = go.placeholder(go.float32, (30, 3)), go.placeholder(go.int32, ())

    def body(i: Any, s: Any, h: Any) -> Any:
        left, last = r.TensorListPopBack(input_handle=h, element_shape=[3], element_dtype=go.float32)
        return i + 1, s * 0.5 + last, left

    start = [go.constant(0), go.constant(np.zeros(3, np.float32)), filled(x)]
    _, s, h = go.while_loop(lambda i, *_: i < count, body, start)
    given, counts = some(30, 3), iter([3, 30, 1, 17, 0, 29, 30, 12] * 2)
    found = same([s, stacked(h, 3)], lambda: {x: given, count: next(counts)})
    assert found[1].tobytes() == given[:18].tobytes()
    assert turns[-1][0]
    with session() as opened:
        for _ in range(RUNS):
            with pytest.raises(errors.InvalidArgumentError, match="have an element"):
                opened.run(s, {x: given, count: 31})


def test_an_element_that_is_taken_away_and_not_read(turns: list[tuple[bool, int]]) -> None:
    x = go.placeholder(go.float32, (30, 3))

    def body(i: Any, h: Any) -> Any:
        return i + 1, r.TensorListPopBack(input_handle=h, element_shape=[3], element_dtype=go.float32)[0]

    h = go.while_loop(lambda i, *_: i < 13, body, [go.constant(0), filled(x)])[1]
    given = some(30, 3)
    assert same([stacked(h, 3)], lambda: {x: given})[0].tobytes() == given[:17].tobytes()
    assert turns[-1][0]


def stack(limit: int) -> Any:
    return r.StackV2(max_size=limit, elem_type=go.float32)


def test_stacks(turns: list[tuple[bool, int]]) -> None:
    """What one loop pushes another one pops, the last one first; what is pushed is handed on."""
    count, handle = go.placeholder(go.int32, ()), stack(-1)

    def push(i: Any, s: Any, h: Any) -> Any:
        return i + 1, r.StackPushV2(handle=h, elem=s) * 0.5 + 1.0, h

    i, s, h = go.while_loop(lambda i, *_: i < count, push, [go.constant(0), go.constant(some(2, 3)), handle])

    def pop(i: Any, t: Any, h: Any) -> Any:
        last = r.StackPopV2(handle=h, elem_type=go.float32)
        last.set_shape((2, 3))
        return i - 1, t * 0.25 + last, h

    t = go.while_loop(lambda i, *_: i > 0, pop, [i, s, h])[1]
    counts = iter([5, 90, 1, 200, 0, 64, 65, 130] * 2)
    found = same([s, t], lambda: {count: next(counts)})
    a, pushed = some(2, 3).astype(float), []
    for _ in range(130):
        pushed.append(a)
        a = a * 0.5 + 1
    np.testing.assert_allclose(found[0], a, rtol=1e-5)
    for last in reversed(pushed):
        a = a * 0.25 + last
    np.testing.assert_allclose(found[1], a, rtol=1e-5)
    assert turns[-2][0]
    assert turns[-1] == (True, 130)


def test_a_stack_holds_as_many_as_it_may(turns: list[tuple[bool, int]]) -> None:
    count, handle = go.placeholder(go.int32, ()), stack(90)
    y = go.while_loop(lambda i, s: i < count, lambda i, s: (i + 1, r.StackPushV2(handle=handle, elem=s) + 1.0),
                      [go.constant(0), go.constant(1.0)])[1]  # fmt: skip
    with session() as opened:
        for _ in range(RUNS):
            assert opened.run(y, {count: 90}) == 91
        assert turns[-1][0]
        with pytest.raises(errors.ResourceExhaustedError, match="at most 90 values"):
            opened.run(y, {count: 91})


def test_an_empty_stack_is_the_error_that_it_was() -> None:
    count, handle = go.placeholder(go.int32, ()), stack(-1)
    with go.get_default_graph().control_dependencies([r.StackPushV2(handle=handle, elem=[1.0]) for _ in range(20)]):
        start = go.constant(0)

    def pop(i: Any, t: Any) -> Any:
        last = r.StackPopV2(handle=handle, elem_type=go.float32)
        last.set_shape((1,))
        return i + 1, t + last

    y = go.while_loop(lambda i, _: i < count, pop, [start, go.constant([0.0])])[1]
    with session() as opened:
        for _ in range(RUNS):
            assert opened.run(y, {count: 20}) == [20]
        with pytest.raises(errors.InvalidArgumentError, match="with something on it"):
            opened.run(y, {count: 21})


def test_one_stack_under_two_names() -> None:
    """What was taken by one name is gone for the other one."""
    handle, before = stack(-1), []
    for k in range(40):
        with go.get_default_graph().control_dependencies(before):
            before = [r.StackPushV2(handle=handle, elem=float(k))]
    with go.get_default_graph().control_dependencies(before):
        start = go.constant(0)

    def pop(i: Any, s: Any, a: Any, b: Any) -> Any:
        one = r.StackPopV2(handle=a, elem_type=go.float32)
        with go.get_default_graph().control_dependencies([one]):
            other = r.StackPopV2(handle=b, elem_type=go.float32)
        one.set_shape(())
        other.set_shape(())
        return i + 1, s * 0.5 + one * other, a, b

    y = go.while_loop(lambda i, *_: i < 15, pop, [start, go.constant(0.0), handle, handle])[1]
    s = 0.0
    for k in range(15):
        s = s * 0.5 + (39 - 2 * k) * (38 - 2 * k)
    np.testing.assert_allclose(same([y])[0], s, rtol=1e-5)
