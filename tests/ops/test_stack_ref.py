"""Stacks by references: last in, first out, for each run its own; what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import graphops as go
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError
from tests.ops.other_device import OTHER

raw = go.raw_ops


@pytest.fixture(autouse=True, params=["CPU", OTHER])
def graph(request: Any) -> Any:
    with go.Graph().as_default() as graph, go.device(f"/device:{request.param}:0"):
        yield graph


def run(fetches: Any) -> Any:
    with go.Session() as session:
        return session.run(fetches)


def in_order(*makers: Any) -> list[Any]:
    """What the makers give, one after the other."""
    found: list[Any] = []
    for make in makers:
        with go.control_dependencies(found[-1:]):
            found.append(make())
    return found


def test_last_in_first_out_in_each_run() -> None:
    handle = raw.Stack(elem_type="float", stack_name="s")
    push = [lambda value=value: raw.StackPush(handle=handle, elem=value) for value in (1.0, [2.0, 3.0])]
    pop = lambda: raw.StackPop(handle=handle, elem_type="float")  # noqa: E731
    first, second, last, before = in_order(*push, pop, pop)
    with go.Session() as session:
        for _ in range(2):
            found = session.run([first, second, last, before])
            assert [value.tolist() for value in found] == [1, [2, 3], [2, 3], 1]
            with pytest.raises(InvalidArgumentError):
                session.run(raw.StackPop(handle=handle, elem_type="float"))


def test_two_nodes_are_two_stacks_even_with_one_name() -> None:
    one, two = (raw.Stack(elem_type="float", stack_name="s") for _ in range(2))
    values = in_order(
        lambda: raw.StackPush(handle=one, elem=1.0),
        lambda: raw.StackPush(handle=two, elem=2.0),
        lambda: raw.StackPop(handle=one, elem_type="float"),
    )
    assert run(values) == [1, 2, 1]


def test_closed() -> None:
    handle = raw.Stack(elem_type="float")
    _, _, popped = in_order(
        lambda: raw.StackPush(handle=handle, elem=1.0),
        lambda: raw.StackClose(handle=handle),
        lambda: raw.StackPop(handle=handle, elem_type="float"),
    )
    with pytest.raises(InvalidArgumentError):
        run(popped)


def test_refused() -> None:
    handle = raw.Stack(elem_type="float")
    with pytest.raises(InvalidTypeError, match="elem of op 'StackPush' must have the stack's dtype, float"):
        run(raw.StackPush(handle=handle, elem=go.constant(1)))
    with pytest.raises(InvalidTypeError, match="handle of op 'StackPop' must be a stack of int32"):
        run(raw.StackPop(handle=handle, elem_type="int32"))
    variable = raw.VariableV2(shape=[], dtype="string")
    for op, more in (("StackPush", {"elem": 1.0}), ("StackPop", {"elem_type": "float"}), ("StackClose", {})):
        with pytest.raises(InvalidArgumentError, match=f"handle of op '{op}' must be the handle of a stack"):
            run(getattr(raw, op)(handle=variable, **more))
    for node in (raw.Identity(input=handle), raw.Assign(ref=handle, value=b"a"), raw.StringLength(input=handle)):
        with pytest.raises(GraphopsError):
            run(node)
