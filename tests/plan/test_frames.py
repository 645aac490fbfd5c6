"""TensorFlow 1's control flow, node by node: what is dead, what runs, in which order; limits; what is refused."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import CancelledError, DeadlineExceededError, InvalidArgumentError, ResourceExhaustedError
from tests.interchange.graph_def.recorded import FILES, assert_as_recorded, runs

raw = go.raw_ops


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def run(fetches: Any, feeds: Any = None, **config: Any) -> Any:
    with go.Session(config=go.SessionConfig(**config)) as session:
        return session.run(fetches, feeds)


def loop(name: str, start: Any, holds: Any, body: Any, **enter: Any) -> Any:
    """A loop of one variable: its Exit, and what else ``body`` gives beside the new value."""
    entered = raw.Enter(data=start, frame_name=name, **enter)
    merge = raw.Merge(inputs=[entered, entered])
    go_on = raw.LoopCond(input=holds(merge.output))
    switch = raw.Switch(data=merge.output, pred=go_on)
    value = body(switch.output_true)
    merge.output.node.set_late_input(1, raw.NextIteration(data=value))
    return raw.Exit(data=switch.output_false)


def number(name: str, value: Any, **attrs: Any) -> Any:
    """A constant of the surroundings, as a loop takes it."""
    return raw.Enter(data=go.constant(value), frame_name=name, is_constant=True, **attrs)


def count(name: str, start: Any, n: Any) -> Any:
    limit, one = number(name, np.int32(n)), number(name, np.int32(1))
    return loop(name, start, lambda i: raw.Less(x=i, y=limit), lambda i: i + one)


# -- Switch and Merge -------------------------------------------------------------------------------------------------


def test_a_dead_fetch_is_an_error_that_names_it() -> None:
    p = go.placeholder(go.bool, ())
    x = go.constant(1.0)
    switch = raw.Switch(data=x, pred=p)
    y = raw.Neg(x=switch.output_true, name="y")
    assert run(y, {p: True}) == -1
    with pytest.raises(InvalidArgumentError, match="got none for 'y:0'.*branch that was not taken"):
        run(y, {p: False})


def test_a_dead_node_as_target_does_nothing() -> None:
    p = go.placeholder(go.bool, ())
    v = go.Variable(np.int32(0), name="v")
    switch = raw.Switch(data=np.int32(5), pred=p)
    change = raw.AssignAddVariableOp(resource=v.handle, value=switch.output_true)
    with go.Session() as session:
        session.run(v.initializer)
        session.run(change, {p: False})
        assert session.variables["v"] == 0
        session.run(change, {p: True})
        assert session.variables["v"] == 5


def test_death_goes_along_control_inputs_and_a_trigger_ends_it() -> None:
    """A control input from the Switch itself is alive whichever way it goes; one from what it leads to is not."""
    p = go.placeholder(go.bool, ())
    switch = raw.Switch(data=1.0, pred=p)
    with go.control_dependencies([switch.output_true]):
        alive = go.constant(6.0) + 0.0
    with go.control_dependencies([raw.Identity(input=switch.output_true)]):
        dead = go.constant(7.0)
        trigger = raw.ControlTrigger()
    with go.control_dependencies([trigger]):
        again = go.constant(8.0) + 0.0
    assert run([alive, again], {p: False}) == [6, 8]
    with pytest.raises(InvalidArgumentError, match="not taken"):
        run(dead + 0.0, {p: False})


def test_a_trigger_where_nothing_can_be_dead() -> None:
    first = go.constant(1.0) + 0.0
    with go.control_dependencies([first]):
        trigger = raw.ControlTrigger()
    with go.control_dependencies([trigger]):
        then = first + 1.0
    assert run([trigger, then]) == [None, 2.0]


def test_merge_takes_the_first_that_lives() -> None:
    p = go.placeholder(go.bool, ())
    switch = raw.Switch(data=3.0, pred=p)
    merge = raw.Merge(inputs=[switch.output_false * 2.0, switch.output_true * 5.0])
    assert run(list(merge), {p: False}) == [6, 0]
    assert run(list(merge), {p: True}) == [15, 1]


def test_merge_with_a_control_input_waits() -> None:
    v = go.Variable(np.float32(0), name="v")
    p = go.placeholder(go.bool, ())
    switch = raw.Switch(data=3.0, pred=p)
    change = v.assign_add(1.0)
    with go.control_dependencies([change]):
        merge = raw.Merge(inputs=[switch.output_false, switch.output_true])
    with go.control_dependencies([merge.output]):
        after = v.value() + 0.0
    with go.Session() as session:
        session.run(v.initializer)
        assert session.run([merge.output, after], {p: True}) == [3, 1]


def test_a_fed_switch_and_a_fed_branch() -> None:
    p = go.placeholder(go.bool, ())
    switch = raw.Switch(data=3.0, pred=p)
    left = switch.output_false * 2.0
    merge = raw.Merge(inputs=[left, switch.output_true])
    assert run(merge.output, {p: False, left: 10.0}) == 10
    assert run(merge.output, {switch.output_false: 10.0, switch.output_true: 4.0}) in (20, 4)


def test_a_pred_that_is_no_scalar() -> None:
    p = go.placeholder(go.bool)
    switch = raw.Switch(data=3.0, pred=p)
    with pytest.raises(InvalidArgumentError, match="pred of op 'Switch' must"):
        run(raw.Merge(inputs=list(switch)).output, {p: [True, False]})


# -- loops ------------------------------------------------------------------------------------------------------------


def test_a_loop() -> None:
    assert run(count("w", go.constant(np.int32(0)), 10)) == 10
    assert run(count("v", go.constant(np.int32(11)), 10)) == 11


def test_a_loop_in_a_loop_runs_once_for_each_turn() -> None:
    ten = number("outer", np.int32(10))
    three, two = number("outer", np.int32(3)), number("outer", np.int32(2))
    start = go.constant(np.int32(0))

    def body(i: Any) -> Any:
        limit = raw.Enter(data=i + three, frame_name="inner", is_constant=True)
        step = raw.Enter(data=two, frame_name="inner", is_constant=True)
        return loop("inner", i, lambda j: raw.Less(x=j, y=limit), lambda j: j + step)

    y = loop("outer", start, lambda i: raw.Less(x=i, y=ten), body)
    assert run(y) == 12  # 0, 4, 8, 12


def test_a_loop_with_effects_in_order() -> None:
    v = go.Variable(np.float64(1), name="v")
    handle = raw.Enter(data=v.handle, frame_name="w", is_constant=True)
    limit, one, two = number("w", np.int32(5)), number("w", np.int32(1)), number("w", np.float64(2))

    def body(i: Any) -> Any:
        with go.control_dependencies([raw.Identity(input=i)]):
            old = raw.ReadVariableOp(resource=handle, dtype="double")
        change = raw.AssignVariableOp(resource=handle, value=old * two)
        with go.control_dependencies([change]):
            return i + one

    y = loop("w", go.constant(np.int32(0)), lambda i: raw.Less(x=i, y=limit), body, parallel_iterations=1)
    with go.Session() as session:
        session.run(v.initializer)
        assert session.run(y) == 5
        assert session.variables["v"] == 32


def test_many_turns() -> None:
    assert run(count("w", go.constant(np.int32(0)), 20_000)) == 20_000


def test_iterations_are_forgotten() -> None:
    """A thousand turns with a mebibyte each fit into much less."""
    import tracemalloc

    limit, one = number("w", np.int32(1000)), number("w", np.int32(1))
    big = go.constant(np.ones(1 << 17))
    block = raw.Enter(data=big, frame_name="w", is_constant=True)

    def body(i: Any) -> Any:
        total = raw.Sum(input=block * raw.Cast(x=i, DstT="double"), axis=number("w", np.int32([0])))
        return i + one + raw.Cast(x=total, DstT="int32") * number("w", np.int32(0))

    y = loop("w", go.constant(np.int32(0)), lambda i: raw.Less(x=i, y=limit), body)
    with go.Session() as session:
        assert session.run(y) == 1000  # what is imported and compiled at first use does not count
        tracemalloc.start()
        assert session.run(y) == 1000
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 16 << 20


@pytest.mark.parametrize(
    "name", ["v1_nested_loops", "v1_tensor_arrays", "v1_loop_in_conditional", "v1_state_in_branches"]
)
def test_the_same_bits_each_time(name: str) -> None:
    with go.Session(go.load_graph(FILES[name])) as session:
        for run_ in runs(name):
            if (
                not run_.targets
                and "taken:0" not in run_.values
                and "after:0" not in run_.values
                and "v:0" not in run_.values
            ):
                first, *others = (session.run(list(run_.values), run_.feeds) for _ in range(4))
                for other in others:
                    for a, b in zip(first, other, strict=True):
                        assert np.asarray(a).tobytes() == np.asarray(b).tobytes()


@pytest.mark.parametrize("name", ["v1_nested_loops", "v1_tensor_arrays", "v1_invariants", "v1_loop_in_conditional"])
def test_eight_threads(name: str) -> None:
    errors: list[BaseException] = []
    with go.Session(go.load_graph(FILES[name])) as session:

        def work() -> None:
            try:
                for _ in range(4):
                    assert_as_recorded(session, name)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not errors, errors[0]


# -- limits -----------------------------------------------------------------------------------------------------------


def forever() -> Any:
    yes = number("w", True)
    return loop("w", go.constant(1.0), lambda s: yes, lambda s: s * number("w", np.float32(1)))


def test_timeout() -> None:
    y = forever()
    with go.Session() as session:
        start = time.monotonic()
        with pytest.raises(DeadlineExceededError):
            session.run(y, timeout=0.2)
        assert time.monotonic() - start < 2


def test_cancel() -> None:
    y = forever()
    with go.Session() as session:
        timer = threading.Timer(0.2, session.cancel)
        timer.start()
        with pytest.raises(CancelledError):
            session.run(y, timeout=20)
        timer.join()


def test_memory_limit() -> None:
    x = go.constant(np.ones(1 << 17))
    with pytest.raises(ResourceExhaustedError):
        run(raw.Sum(input=switched(x) * 2.0, axis=[0]), memory_limit=1 << 19)
    assert run(raw.Sum(input=switched(x) * 2.0, axis=[0]), memory_limit=1 << 23) == 1 << 18


def switched(x: Any) -> Any:
    return raw.Merge(inputs=list(raw.Switch(data=x, pred=True))).output


def test_what_lives_at_the_same_time_counts_together() -> None:
    """Ten results of a mebibyte, all needed at the end, do not fit into four."""
    x = switched(go.constant(np.ones(1 << 17)))
    parts = [x * float(k) for k in range(10)]
    total = raw.Sum(
        input=raw.ConcatV2(values=[part[:1] for part in parts] + [raw.AddN(inputs=parts)], axis=0), axis=[0]
    )
    with pytest.raises(ResourceExhaustedError):
        run(total, memory_limit=4 << 20)


# -- what is refused --------------------------------------------------------------------------------------------------


def test_inputs_from_two_loops() -> None:
    one = raw.Enter(data=1.0, frame_name="one")
    two = raw.Enter(data=1.0, frame_name="two")
    y = raw.Exit(data=raw.AddV2(x=one, y=two))
    with pytest.raises(InvalidArgumentError, match="must come from one loop, got one and two|got two and one"):
        run(y)


def test_a_value_from_outside_without_an_enter() -> None:
    one = raw.Enter(data=1.0, frame_name="one")
    y = raw.Exit(data=raw.AddV2(x=one, y=go.constant(1.0) * 2.0))
    with pytest.raises(InvalidArgumentError, match="must come from one loop|must be in a loop"):
        run(y)


@pytest.mark.parametrize("op", ["Exit", "NextIteration"])
def test_outside_of_loops(op: str) -> None:
    with pytest.raises(InvalidArgumentError, match=f"nodes of {op} must be in a loop"):
        run(
            getattr(raw, op)(data=go.constant(1.0))
            if op == "Exit"
            else raw.Merge(inputs=[raw.NextIteration(data=1.0), 2.0]).output
        )


def test_a_fetch_from_within_a_loop() -> None:
    inside = raw.Neg(x=raw.Enter(data=1.0, frame_name="one"))
    with pytest.raises(InvalidArgumentError, match="a fetch must be outside of loops, got"):
        run(inside)


def test_a_node_within_a_loop_as_target() -> None:
    inside = raw.Neg(x=raw.Enter(data=1.0, frame_name="one"), name="inside")
    assert run(inside.node) is None


def test_feeding_within_a_loop() -> None:
    limit, one = number("w", np.int32(5)), number("w", np.int32(1))
    within = []
    y = loop(
        "w", go.constant(np.int32(0)), lambda i: raw.Less(x=i, y=limit), lambda i: within.append(i + one) or within[0]
    )
    with pytest.raises(InvalidArgumentError, match="must come from one loop|must be in a loop"):
        run(y, {within[0]: 3})


def test_the_failing_node_is_named() -> None:
    limit, one, zero = number("w", np.int32(5)), number("w", np.int32(1)), number("w", np.int32(0))
    y = loop(
        "w",
        go.constant(np.int32(0)),
        lambda i: raw.Less(x=i, y=limit),
        lambda i: raw.FloorDiv(x=i + one, y=zero, name="quotient"),
    )
    with pytest.raises(InvalidArgumentError) as caught:
        run(y)
    assert "quotient" in "\n".join(caught.value.__notes__)
