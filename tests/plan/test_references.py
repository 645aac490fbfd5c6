"""References on their way through a graph: Switch, Merge, loops, functions, plans; what reads when."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.graph.constant_value import constant_value
from graphops_registry.errors import FailedPreconditionError, GraphopsError

raw = go.raw_ops


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def started(value: Any, name: str = "v") -> Any:
    ref = raw.VariableV2(shape=np.shape(value), dtype="float", name=name)
    session = go.Session()
    session.run(raw.Assign(ref=ref, value=np.float32(value)))
    return session, ref


def test_which_variable_is_meant_is_known_while_the_graph_is_built() -> None:
    _, ref = started([1.0, 2.0])
    change = raw.AssignAdd(ref=raw.RefIdentity(input=ref), value=np.float32([1, 1]))
    assert constant_value(change)[()].name == "v"
    with pytest.raises(GraphopsError, match="shape of the variable"):
        raw.AssignAdd(ref=change, value=np.float32([1, 1, 1]))


def test_a_value_is_no_constant() -> None:
    """Sizes computed from a variable are not folded: it changes."""
    ref = raw.VariableV2(shape=(2,), dtype="int32")
    filled = raw.Fill(dims=ref, value=1.0)
    assert filled.shape.rank in (None, 2)
    with go.Session() as session:
        for sizes in ([2, 3], [1, 4]):
            session.run(raw.Assign(ref=ref, value=sizes))
            assert session.run(filled).shape == tuple(sizes)


@pytest.mark.parametrize("chosen", [True, False])
def test_through_switch_and_merge(chosen: bool) -> None:
    session, ref = started([1.0, 2.0])
    p = go.placeholder(go.bool, ())
    left, right = raw.RefSwitch(data=ref, pred=p)
    added = raw.AssignAdd(ref=right, value=np.float32([10, 10]))
    merged = raw.RefMerge(inputs=[left, added]).output
    assert merged.dtype.is_ref
    expected = [11, 12] if chosen else [1, 2]
    np.testing.assert_array_equal(session.run(merged, {p: chosen}), expected)
    np.testing.assert_array_equal(session.run(ref), expected)
    np.testing.assert_array_equal(
        session.run(raw.AssignSub(ref=merged, value=np.float32([1, 1])), {p: False}), np.array(expected) - 1
    )


def test_a_plain_switch_reads() -> None:
    session, ref = started(3.0)
    p = go.placeholder(go.bool, ())
    switch = raw.Switch(data=ref, pred=p)
    y = raw.Merge(inputs=[switch.output_false * 2.0, switch.output_true * 5.0]).output
    assert [session.run(y, {p: value}) for value in (False, True)] == [6, 15]


def test_in_a_loop() -> None:
    session, ref = started(1.0)
    entered = raw.RefEnter(data=ref, frame_name="w", is_constant=True)
    start = raw.Enter(data=np.int32(0), frame_name="w")
    limit, one, two = (
        raw.Enter(data=v, frame_name="w", is_constant=True) for v in (np.int32(4), np.int32(1), np.float32(2))
    )
    merge = raw.Merge(inputs=[start, start])
    switch = raw.Switch(data=merge.output, pred=raw.LoopCond(input=raw.Less(x=merge.output, y=limit)))
    turn = raw.Identity(input=switch.output_true)
    with go.control_dependencies([turn]):
        change = raw.Assign(ref=entered, value=raw.Mul(x=entered, y=two))
    with go.control_dependencies([change]):
        following = turn + one
    merge.output.node.set_late_input(1, raw.NextIteration(data=following))
    done = raw.Exit(data=switch.output_false)
    assert session.run(done) == 4
    assert session.run(ref) == 16


def test_in_the_body_of_a_function() -> None:
    """A branch that captures a reference gets its value at the time of the call."""
    from graphops.build.control_flow import cond

    session, ref = started(3.0)
    p = go.placeholder(go.bool, ())
    y = cond(p, lambda: ref * 2.0, lambda: ref + 0.0)
    assert not y.dtype.is_ref
    assert session.run(y, {p: True}) == 6
    session.run(raw.Assign(ref=ref, value=np.float32(10)))
    assert session.run(y, {p: True}) == 20


def test_a_variable_that_is_read_and_changed_without_order() -> None:
    """The value that a node reads is whole: one before the change or one after it."""
    session, ref = started([1.0, 2.0])
    found = session.run([ref * 1.0, raw.AssignAdd(ref=ref, value=np.float32([1, 1]))])
    assert found[0].tolist() in ([1, 2], [2, 3])


def test_destroyed_is_not_initialized() -> None:
    ref = raw.TemporaryVariable(shape=(), dtype="float", var_name="t")
    gone = raw.DestroyTemporaryVariable(ref=ref, var_name="t")
    with go.control_dependencies([gone]):
        late = raw.Identity(input=ref)
    with go.Session() as session, pytest.raises(FailedPreconditionError):
        session.run(late)


def test_exported_and_imported() -> None:
    session, ref = started(3.0)
    raw.Mul(x=raw.AssignAdd(ref=ref, value=np.float32(1)), y=2.0, name="y")
    data = go.get_default_graph().as_graph_def()
    with go.Graph().as_default() as second:
        go.import_graph_def(data, name="")
        with go.Session(second, variables=session.variables) as other:
            assert other.run("y:0") == 8
