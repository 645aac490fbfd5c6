"""Stacks: last in, first out, for each run its own; what is refused."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError, ResourceExhaustedError
from tests.ops.other_device import OTHER

raw = go.raw_ops


@pytest.fixture(autouse=True, params=["CPU", OTHER])
def graph(request: Any) -> Any:
    with go.Graph().as_default() as graph, go.device(f"/device:{request.param}:0"):
        yield graph


def run(fetches: Any, feeds: Any = None) -> Any:
    with go.Session() as session:
        return session.run(fetches, feeds)


def stack(limit: int = -1, dtype: str = "float") -> Any:
    return raw.StackV2(max_size=limit, elem_type=dtype)


def push(handle: Any, *values: Any) -> Any:
    """The pushed values, in order."""
    found: list[Any] = []
    for value in values:
        with go.control_dependencies(found[-1:]):
            found.append(raw.StackPushV2(handle=handle, elem=value))
    return found


def pop(handle: Any, count: int, after: Any, dtype: str = "float") -> Any:
    found: list[Any] = [after]
    for _ in range(count):
        with go.control_dependencies(found[-1:]):
            found.append(raw.StackPopV2(handle=handle, elem_type=dtype))
    return found[1:]


def test_last_in_first_out() -> None:
    handle = stack()
    pushed = push(handle, 1.0, np.float32([2, 3]), 4.0)
    found = run([*pushed, *pop(handle, 3, pushed[-1])])
    for got, want in zip(found, [1, [2, 3], 4, 4, [2, 3], 1], strict=True):
        np.testing.assert_array_equal(got, np.float32(want))


@pytest.mark.parametrize("dtype", ["half", "bfloat16", "double", "complex64", "int8", "uint64", "bool", "string"])
def test_dtypes(dtype: str) -> None:
    value = (
        np.array([b"text", b""], object)
        if dtype == "string"
        else np.array([1, 0]).astype(go.as_dtype(dtype).numpy_dtype)
    )
    handle = stack(dtype=dtype)
    pushed = push(handle, value)
    (found,) = run(pop(handle, 1, pushed[-1], dtype))
    assert found.dtype == value.dtype
    np.testing.assert_array_equal(found, value)


def test_two_nodes_are_two_stacks_even_with_one_name() -> None:
    one = raw.StackV2(max_size=-1, elem_type="float", stack_name="s")
    two = raw.StackV2(max_size=-1, elem_type="float", stack_name="s")
    pushed = [*push(one, 1.0), *push(two, 2.0)]
    with go.control_dependencies(pushed):
        assert run([raw.StackPopV2(handle=each, elem_type="float") for each in (one, two)]) == [1, 2]


def test_each_run_starts_empty() -> None:
    handle = stack(1)
    pushed = push(handle, 1.0)
    with go.Session() as session:
        for _ in range(3):
            assert session.run(pushed) == [1]


def test_what_was_popped_is_the_callers_own() -> None:
    x = go.constant(np.ones(3, np.float32))
    handle = stack()
    pushed = push(handle, x)
    (y,) = pop(handle, 1, pushed[-1])
    with go.Session() as session:
        session.run(y)[:] = 5
        assert session.run(y).tolist() == [1, 1, 1]
        assert session.run(x).tolist() == [1, 1, 1]


def test_eight_threads() -> None:
    x = go.placeholder(go.float32, ())
    handle = stack()
    pushed = push(handle, x, x * 2.0, x * 3.0)
    popped = pop(handle, 3, pushed[-1])
    errors: list[BaseException] = []
    with go.Session() as session:

        def work(k: int) -> None:
            try:
                for _ in range(30):
                    assert session.run(popped, {x: k}) == [3 * k, 2 * k, k]
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not errors, errors[0]


def test_an_empty_stack() -> None:
    with pytest.raises(InvalidArgumentError, match="'StackPopV2' must be a stack with something on it"):
        run(raw.StackPopV2(handle=stack(), elem_type="float"))


def test_a_full_stack() -> None:
    with pytest.raises(ResourceExhaustedError, match="at most 2 values"):
        run(push(stack(2), 1.0, 2.0, 3.0))
    assert run(push(stack(3), 1.0, 2.0, 3.0)) == [1, 2, 3]


def test_another_dtype() -> None:
    with pytest.raises(
        InvalidTypeError, match="elem of op 'StackPushV2' must have the stack's dtype, float32, got int32"
    ):
        run(push(stack(), np.int32(1)))


def test_popped_as_another_dtype() -> None:
    handle = stack()
    pushed = push(handle, 1.0)
    with pytest.raises(GraphopsError):
        run(pop(handle, 1, pushed[-1], "int32"))


def test_no_stack() -> None:
    v = go.Variable(1.0)
    with go.Session() as session:
        session.run(v.initializer)
        with pytest.raises(GraphopsError, match="handle of op 'StackPopV2' must be the handle of a stack"):
            session.run(raw.StackPopV2(handle=v.handle, elem_type="float"))
        with pytest.raises(GraphopsError):
            session.run(raw.ReadVariableOp(resource=stack(), dtype="float"))


def test_closed() -> None:
    handle = stack()
    pushed = push(handle, 1.0)
    with go.control_dependencies(pushed):
        closed = raw.StackCloseV2(handle=handle)
    assert run(closed) is None
    with pytest.raises(InvalidArgumentError):
        run(pop(handle, 1, closed))


def test_a_size_that_is_no_scalar() -> None:
    with pytest.raises(GraphopsError, match="max_size of op 'StackV2'"):
        raw.StackV2(max_size=[1, 2], elem_type="float")
