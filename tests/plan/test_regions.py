"""TensorFlow 1's control flow as regions: the numbers, that regions are found, and what stays with the executor."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.plan.session_config import PLAN_PASSES
from graphops_registry.errors import (
    CancelledError,
    DeadlineExceededError,
    GraphopsError,
    InvalidArgumentError,
    ResourceExhaustedError,
)

raw = go.raw_ops
_RUNS = 5  # with the same shapes: the third is a program


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def opened(passes: Sequence[str] = PLAN_PASSES, **config: Any) -> go.Session:
    return go.Session(config=go.SessionConfig(plan_passes=passes, **config))


def on_executor(fetches: Any, fed: Sequence[Any] = ()) -> bool:
    """Whether the frame executor runs the fetches, though all passes are on."""
    with opened() as session:
        return session._look(fetches, list(fed), as_written=False)[1].frames is not None


def results(fetches: Any, feeds: Sequence[Any], state: go.Variable | None, passes: Sequence[str]) -> list[Any]:
    """The values of each run, and the variable after it; of a run that fails the class of the error."""
    found: list[Any] = []
    with opened(passes, timeout=60) as session:
        if state is not None:
            session.run(state.initializer)
        for feed in feeds:
            try:
                found.append(session.run(fetches, feed))
            except GraphopsError as error:
                found.append(type(error))
            if state is not None:
                found.append(session.variables["v"])
    return found


def regions(fetches: Any, *feeds: Any, state: go.Variable | None = None) -> list[Any]:
    """The values of the first run with each of the feeds, which all passes and the executor agree about.

    Each is run several times in a row, and then again after the others.
    """
    given = [feed for feed in feeds or ({},) for _ in range(_RUNS)] + list(feeds)
    expected = results(fetches, given, state, ())
    for passes in (PLAN_PASSES, ("regions",), ("regions", "programs")):
        np.testing.assert_equal(results(fetches, given, state, passes), expected)
    assert not on_executor(fetches, list(given[0]))
    return expected[:: _RUNS * (1 if state is None else 2)][: len(feeds) or 1]


def stays(fetches: Any, *feeds: Any, state: go.Variable | None = None) -> list[Any]:
    """The same for what is shaped otherwise."""
    given = [feed for feed in feeds or ({},) for _ in range(_RUNS)]
    expected = results(fetches, given, state, ())
    np.testing.assert_equal(results(fetches, given, state, PLAN_PASSES), expected)
    assert on_executor(fetches, list(given[0]))
    return expected[:: _RUNS * (1 if state is None else 2)]


def loop(name: str, starts: Sequence[Any], holds: Any, body: Any) -> list[Any]:
    """A loop: its Exits. ``body`` gives the new values from the old ones."""
    entered = [raw.Enter(data=start, frame_name=name) for start in starts]
    merges = [raw.Merge(inputs=[each, each]).output for each in entered]
    goes_on = raw.LoopCond(input=holds(*merges))
    switches = [raw.Switch(data=merge, pred=goes_on) for merge in merges]
    values = body(*[switch.output_true for switch in switches])
    for merge, value in zip(merges, values, strict=True):
        following = value if getattr(value, "node", value).type == "NextIteration" else raw.NextIteration(data=value)
        merge.node.set_late_input(1, following)
    return [raw.Exit(data=switch.output_false) for switch in switches]


def into(name: str, value: Any) -> Any:
    """A constant of the surroundings, as a loop takes it."""
    return raw.Enter(data=value, frame_name=name, is_constant=True)


def ints(name: str, *values: int) -> list[Any]:
    return [into(name, np.int32(value)) for value in values]


def count(name: str, start: Any, n: int) -> Any:
    limit, one = ints(name, n, 1)
    return loop(name, [start], lambda i: raw.Less(x=i, y=limit), lambda i: [i + one])[0]


def cond(pred: Any, x: Any, if_true: Any, if_false: Any) -> Any:
    """The Merge of two functions of ``x``: the false branch first, as TensorFlow has it."""
    switch = raw.Switch(data=x, pred=pred)
    return raw.Merge(inputs=[if_false(switch.output_false), if_true(switch.output_true)])


def pivots(pred: Any) -> list[Any]:
    return [raw.Identity(input=side) for side in raw.Switch(data=pred, pred=pred)]


# -- loops ------------------------------------------------------------------------------------------------------------


def test_a_loop_is_a_while() -> None:
    y = count("w", np.int32(0), 10)
    assert regions(y) == [10]
    with opened() as session:
        assert "w (While)" in session.explain(y)


def test_a_loop_without_an_iteration() -> None:
    assert regions(count("w", np.int32(11), 10)) == [11]


def test_several_variables_and_exits() -> None:
    n = go.placeholder(go.int32, ())
    limit, one = into("w", n), into("w", np.int32(1))
    y = loop("w", [np.int32(0), np.int32(0)], lambda i, s: raw.Less(x=i, y=limit), lambda i, s: [i + one, s + i])
    assert regions(y, {n: 5}, {n: 0}, {n: 100}) == [[5, 10], [0, 0], [100, 4950]]


@pytest.mark.parametrize("depth", [2, 3])
def test_loops_in_loops(depth: int) -> None:
    """Each level runs three times: it adds one 3 ** depth times."""

    def made(level: int, total: Any, around: Sequence[Any]) -> Any:
        name = f"w{level}"
        _, one, three = (into(name, value) for value in around)

        def body(i: Any, total: Any) -> list[Any]:
            return [i + one, total + one if level == 1 else made(level - 1, total, (i - i, one, three))]

        return loop(name, [around[0], total], lambda i, total: raw.Less(x=i, y=three), body)[1]

    start = go.placeholder(go.int32, ())
    y = made(depth, start, [np.int32(0), np.int32(1), np.int32(3)])
    assert regions(y, {start: 0}, {start: 5}) == [3**depth, 3**depth + 5]


def test_shapes_that_change_in_each_iteration() -> None:
    x = go.placeholder(go.float32, [None])
    limit, one, zero = ints("w", 3, 1, 0)
    y = loop(
        "w",
        [np.int32(0), x],
        lambda i, x: raw.Less(x=i, y=limit),
        lambda i, x: [i + one, raw.ConcatV2(values=[x, x], axis=zero)],
    )[1]
    found = regions(y, {x: [1, 2]}, {x: [5]})
    assert [value.tolist() for value in found] == [[1, 2] * 8, [5] * 8]


def test_a_condition_that_is_a_constant_of_the_loop() -> None:
    go_on = go.placeholder(go.bool, ())
    held, one = into("w", go_on), into("w", np.int32(1))
    assert regions(loop("w", [np.int32(7)], lambda i: held, lambda i: [i + one])[0], {go_on: False}) == [7]


def test_a_stack_in_loops() -> None:
    """One loop pushes 0, 1, 4, 9; the other one pops them: 9 * 1000 + 4 * 100 + 1 * 10 + 0."""
    stack = raw.StackV2(max_size=np.int32(-1), elem_type="int32")
    limit, one, handle = *ints("push", 4, 1), into("push", stack)

    def push(i: Any) -> list[Any]:
        with go.control_dependencies([raw.StackPushV2(handle=handle, elem=i * i)]):
            return [i + one]

    pushed = loop("push", [np.int32(0)], lambda i: raw.Less(x=i, y=limit), push)[0]
    zero, less, ten, taken = *ints("pop", 0, -1, 10), into("pop", stack)

    def pop(i: Any, s: Any) -> list[Any]:
        with go.control_dependencies([raw.Identity(input=i)]):
            top = raw.StackPopV2(handle=taken, elem_type="int32")
        return [i + less, s * ten + top]

    y = loop("pop", [pushed, np.int32(0)], lambda i, s: raw.Greater(x=i, y=zero), pop)[1]
    assert regions(y) == [9410]


def test_a_tensor_array_in_a_loop() -> None:
    array = raw.TensorArrayV3(size=np.int32(4), dtype="float32")
    limit, one, handle = *ints("w", 4, 1), into("w", array.handle)

    def body(i: Any, flow: Any) -> list[Any]:
        value = raw.Cast(x=i * i, DstT="float32")
        return [i + one, raw.TensorArrayWriteV3(handle=handle, index=i, value=value, flow_in=flow)]

    flow = loop("w", [np.int32(0), array.flow], lambda i, flow: raw.Less(x=i, y=limit), body)[1]
    y = raw.TensorArrayGatherV3(handle=array.handle, indices=[0, 1, 2, 3], flow_in=flow, dtype="float32")
    assert regions(y)[0].tolist() == [0, 1, 4, 9]


def test_an_effect_in_a_body_happens_once_in_each_iteration() -> None:
    v = go.Variable(np.int32(0), name="v")
    n = go.placeholder(go.int32, ())
    limit, one, handle = into("w", n), into("w", np.int32(1)), into("w", v.handle)

    def body(i: Any) -> list[Any]:
        with go.control_dependencies([raw.AssignAddVariableOp(resource=handle, value=i)]):
            return [i + one]

    y = loop("w", [np.int32(0)], lambda i: raw.Less(x=i, y=limit), body)[0]
    regions(y, {n: 4}, {n: 0}, state=v)
    with opened() as session:
        session.run(v.initializer)
        for run in range(1, 5):
            session.run(y, {n: 4})
            assert session.variables["v"] == 6 * run


def test_random_numbers_in_a_body_are_others_in_each_iteration(graph: go.Graph) -> None:
    graph.seed = 1
    limit, one, shape = *ints("w", 6, 1), into("w", np.zeros(0, np.int32))
    zero, many = ints("w", 0, 10**6)

    def body(i: Any, seen: Any) -> list[Any]:
        with go.control_dependencies([raw.Identity(input=i)]):
            draw = raw.RandomUniformInt(shape=shape, minval=zero, maxval=many, seed=7)
        return [i + one, raw.ConcatV2(values=[seen, raw.ExpandDims(input=draw, axis=zero)], axis=zero)]

    y = loop("w", [np.int32(0), np.zeros(0, np.int32)], lambda i, seen: raw.Less(x=i, y=limit), body)[1]
    assert len(set(regions(y)[0])) == 6


# -- conditionals -----------------------------------------------------------------------------------------------------


def test_a_conditional_has_guards_in_place_of_switches() -> None:
    p, x = go.placeholder(go.bool, ()), go.placeholder(go.float32, ())
    merge = cond(p, x, lambda x: x * 5.0, lambda x: x * 2.0)
    assert regions(list(merge), {p: True, x: 3}, {p: False, x: 3}) == [[15, 1], [6, 0]]


def test_a_branch_that_was_not_recorded_with_the_program() -> None:
    """The fourth and fifth run are a program that was made of runs of the other branch."""
    p, x = go.placeholder(go.bool, ()), go.placeholder(go.float32, [None])
    y = cond(p, x, lambda x: raw.Neg(x=x * 5.0), lambda x: raw.Neg(x=x * 2.0)).output * 10.0
    with opened() as session:
        for _ in range(3):
            assert session.run(y, {p: True, x: [1, 2]}).tolist() == [-50, -100]
        for _ in range(3):
            assert session.run(y, {p: False, x: [1, 2]}).tolist() == [-20, -40]
            assert session.run(y, {p: True, x: [3, 4]}).tolist() == [-150, -200]
            assert session.run(y, {p: False, x: [3]}).tolist() == [-60]


def test_conditionals_in_conditionals() -> None:
    p, q, x = go.placeholder(go.bool, ()), go.placeholder(go.bool, ()), go.placeholder(go.int32, ())
    inner = raw.Switch(data=q, pred=p)

    def nested(x: Any) -> Any:
        return cond(inner.output_true, x, lambda x: x + np.int32(1), lambda x: x + np.int32(2)).output

    y = cond(p, x, nested, lambda x: x + np.int32(3)).output
    feeds = [{p: a, q: b, x: 10} for a in (True, False) for b in (True, False)]
    assert regions(y, *feeds) == [11, 12, 13, 13]


def test_a_conditional_reads_an_inner_value_of_another_one() -> None:
    """So the gradients of TensorFlow 1 do: both have the same predicate."""
    p, x = go.placeholder(go.bool, ()), go.placeholder(go.float32, ())
    inner: list[Any] = []
    first = cond(p, x, lambda x: inner.append(x * x) or inner[0] + 1.0, lambda x: x).output
    second = cond(p, first, lambda y: y * inner[0], lambda y: raw.Neg(x=y)).output
    assert regions(second, {p: True, x: 3}, {p: False, x: 3}) == [90, -3]


def test_a_branch_that_is_always_taken() -> None:
    x = go.placeholder(go.float32, ())
    merge = cond(True, x, lambda x: x * 5.0, lambda x: raw.Neg(x=x, name="other"))
    assert regions(list(merge), {x: 2}) == [[10, 1]]
    with opened() as session:
        text = session.explain(merge.output, [x])
    assert "other (Neg) is on a branch that is never taken" in text
    assert "the branch that is always taken" in text
    assert "1 nodes" in text


@pytest.mark.parametrize("side", [True, False])
def test_a_merge_whose_branch_is_certain_as_target(side: bool) -> None:
    """The branch that is never taken is removed: the Merge must not look for it."""
    x = go.placeholder(go.float32, ())
    merge = cond(side, x, lambda x: x * 5.0, lambda x: x * 2.0)
    assert regions([merge.output.node, merge.output], {x: 1}) == [[None, 5 if side else 2]]


def test_a_merge_whose_branch_is_certain_with_a_fed_output() -> None:
    x = go.placeholder(go.float32, ())
    merge = cond(True, x, lambda x: x * 5.0, lambda x: x * 2.0)
    assert regions(list(merge), {x: 1, merge.value_index: 7}) == [[5, 7]]
    assert regions(list(merge), {x: 1, merge.output: 7}) == [[7, 1]]


def test_effects_in_branches_happen_if_the_branch_is_taken() -> None:
    p, v = go.placeholder(go.bool, ()), go.Variable(np.int32(0), name="v")
    no, yes = pivots(p)
    for pivot, change in ((no, 1), (yes, 10)):
        with go.control_dependencies([pivot]):
            raw.AssignAddVariableOp(resource=v.handle, value=np.int32(change), name=f"add{change}")
    changes = [go.get_default_graph().get_operation_by_name(f"add{n}") for n in (1, 10)]
    with opened() as session:
        session.run(v.initializer)
        for run in range(1, 6):
            session.run(changes, {p: True})
            session.run(changes, {p: False})
            assert session.variables["v"] == 11 * run
    assert not on_executor(changes, [p])


def test_a_loop_in_a_branch() -> None:
    p, x = go.placeholder(go.bool, ()), go.placeholder(go.int32, ())
    limit, one = (raw.Switch(data=np.int32(value), pred=p).output_true for value in (9, 1))

    def counted(x: Any) -> Any:
        most, step = into("w", limit), into("w", one)
        return loop("w", [x], lambda i: raw.Less(x=i, y=most), lambda i: [i + step])[0]

    y = cond(p, x, counted, lambda x: raw.Neg(x=x)).output
    assert regions(y, {p: True, x: 2}, {p: False, x: 2}) == [9, -2]


def test_what_runs_after_a_loop_in_a_branch() -> None:
    """A control input from the Exit alone ties it to the branch."""
    p, v = go.placeholder(go.bool, ()), go.Variable(np.int32(0), name="v")
    start, limit, one = (raw.Switch(data=np.int32(value), pred=p).output_true for value in (0, 3, 1))
    most, step = into("w", limit), into("w", one)
    y = loop("w", [start], lambda i: raw.Less(x=i, y=most), lambda i: [i + step])[0]
    with go.control_dependencies([y]):
        change = raw.AssignAddVariableOp(resource=v.handle, value=np.int32(1))
    regions([change], {p: True}, {p: False}, state=v)
    with opened() as session:
        session.run(v.initializer)
        session.run(change, {p: False})
        assert session.variables["v"] == 0


def test_a_branch_in_a_loop() -> None:
    """The Collatz steps of 6: 3, 10, 5, 16, 8, 4, 2, 1."""
    n = go.placeholder(go.int32, ())
    one, two, three, zero = ints("w", 1, 2, 3, 0)

    def body(steps: Any, n: Any) -> list[Any]:
        odd = raw.NotEqual(x=raw.FloorMod(x=n, y=two), y=zero)
        after = cond(odd, n, lambda n: n * three + one, lambda n: raw.FloorDiv(x=n, y=two)).output
        return [steps + one, after]

    y = loop("w", [np.int32(0), n], lambda steps, n: raw.Greater(x=n, y=one), body)[0]
    assert regions(y, {n: 6}, {n: 1}, {n: 27}) == [8, 0, 111]


# -- feeds and fetches ------------------------------------------------------------------------------------------------


def test_a_dead_fetch_is_refused() -> None:
    p = go.placeholder(go.bool, ())
    y = raw.Neg(x=raw.Switch(data=1.0, pred=p).output_true, name="y")
    with opened() as session:
        assert session.run(y, {p: True}) == -1
        with pytest.raises(InvalidArgumentError, match="got none for 'y:0'.*branch that was not taken"):
            session.run(y, {p: False})


def test_a_fed_branch() -> None:
    p, x = go.placeholder(go.bool, ()), go.placeholder(go.float32, ())
    switch = raw.Switch(data=x, pred=p)
    inner = switch.output_true * 5.0
    y = raw.Merge(inputs=[switch.output_false, inner * 2.0]).output
    stays(y, {p: True, x: 3, inner: 7})  # it always has a value


def test_a_fed_predicate_is_not_what_it_was_made_of() -> None:
    q = go.placeholder(go.bool, ())
    p = raw.Identity(input=q)
    y = cond(p, np.float32(3), lambda x: x * 5.0, lambda x: x * 2.0).output
    assert regions([y, p.node], {q: True, p: False}, {q: False, p: True}) == [[6, None], [15, None]]


def test_a_fed_exit() -> None:
    limit, one = ints("w", 3, 1)
    y, z = loop("w", [np.int32(0), np.int32(5)], lambda i, j: raw.Less(x=i, y=limit), lambda i, j: [i + one, j + one])
    assert regions([y + np.int32(1), y, z, y.node], {y: 100}) == [[101, 100, 8, None]]


def test_a_target_within_a_loop_runs_in_each_iteration() -> None:
    v = go.Variable(np.int32(0), name="v")
    limit, one, handle = *ints("w", 3, 1), into("w", v.handle)
    change: list[Any] = []

    def body(i: Any) -> list[Any]:
        with go.control_dependencies([raw.Identity(input=i)]):
            change.append(raw.AssignAddVariableOp(resource=handle, value=one))
        return [i + one]

    y = loop("w", [np.int32(0)], lambda i: raw.Less(x=i, y=limit), body)[0]
    stays([y, change[0]], state=v)
    with opened() as session:
        session.run(v.initializer)
        assert session.run([y, change[0]]) == [3, None]
        assert session.variables["v"] == 3


# -- errors and limits ------------------------------------------------------------------------------------------------


def test_a_pred_that_is_no_scalar() -> None:
    p = go.placeholder(go.bool)
    y = cond(p, np.float32(3), lambda x: x * 5.0, lambda x: x * 2.0).output
    with opened() as session, pytest.raises(InvalidArgumentError, match="pred of op 'Switch' must be a scalar"):
        session.run(y, {p: [True, False]})


@pytest.mark.parametrize("shape", [(0,), (1,), (1, 2)])
def test_a_condition_that_is_no_scalar(shape: tuple[int, ...]) -> None:
    """A While takes arrays with elements for true."""
    p = go.placeholder(go.bool)
    held, one = into("w", p), into("w", np.int32(1))
    y = loop("w", [np.int32(0)], lambda i: held, lambda i: [i + one])[0]
    with opened(timeout=30) as session:
        with pytest.raises(InvalidArgumentError) as caught:
            session.run(y, {p: np.ones(shape, bool)})
        assert "LoopCond" in "\n".join(caught.value.__notes__)
        assert session.run(y, {p: False}) == 0


@pytest.mark.parametrize("runs", [1, 4])
def test_an_error_in_a_body_names_the_node(runs: int) -> None:
    n = go.placeholder(go.int32, ())
    limit, one, given = *ints("w", 5, 1), into("w", n)
    y = loop(
        "w",
        [np.int32(0)],
        lambda i: raw.Less(x=i, y=limit),
        lambda i: [i + one + raw.FloorDiv(x=i, y=given, name="quotient")],
    )[0]
    with opened() as session:
        for _ in range(runs):
            assert session.run(y, {n: 10}) == 5
        with pytest.raises(InvalidArgumentError, match="integer division by zero") as caught:
            session.run(y, {n: 0})
    assert "quotient" in "\n".join(caught.value.__notes__)


def forever() -> Any:
    one = into("w", np.float32(1))
    return loop("w", [np.float32(1)], lambda s: raw.Greater(x=s, y=s - one), lambda s: [s * one])[0]


def test_a_timeout_ends_a_loop() -> None:
    y = forever()
    with opened(timeout=0.3) as session:
        start = time.monotonic()
        with pytest.raises(DeadlineExceededError):
            session.run(y)
        assert time.monotonic() - start < 5


def test_cancel_ends_a_loop() -> None:
    y = forever()
    with opened() as session:
        timer = threading.Timer(0.3, session.cancel)
        timer.start()
        with pytest.raises(CancelledError):
            session.run(y, timeout=30)
        timer.join()


def test_what_merges_give_counts_in_the_memory_limit() -> None:
    """Ten results of a mebibyte, all needed at the end, do not fit into four."""
    p, x = go.placeholder(go.bool, ()), go.placeholder(go.float64, [None])
    parts = [cond(p, x, lambda x, k=k: x * float(k), lambda x: x * 2.0).output for k in range(10)]  # type: ignore[misc]
    y = raw.Sum(input=raw.AddN(inputs=parts), axis=[0])
    feed = {p: True, x: np.ones(1 << 17)}
    with opened(memory_limit=4 << 20) as session, pytest.raises(ResourceExhaustedError):
        session.run(y, feed)
    with opened(memory_limit=16 << 20) as session:
        assert session.run(y, feed) == 45 << 17


# -- what is shaped otherwise -----------------------------------------------------------------------------------------


def test_merges_of_one_and_of_three_inputs() -> None:
    p, q = go.placeholder(go.bool, ()), go.placeholder(go.bool, ())
    first = raw.Switch(data=np.int32(1), pred=p)
    second = raw.Switch(data=first.output_true, pred=q)
    y = raw.Merge(inputs=[first.output_false, second.output_false * np.int32(2), second.output_true * np.int32(3)])
    feeds = [{p: a, q: b} for a, b in ((False, False), (True, False), (True, True))]
    assert stays(list(y), *feeds) == [[1, 0], [2, 1], [3, 2]]
    alone = raw.Merge(inputs=[first.output_true])
    assert stays(list(alone), {p: True}, {p: False}) == [[1, 0], InvalidArgumentError]


def test_a_merge_of_a_branch_and_a_constant() -> None:
    p = go.placeholder(go.bool, ())
    y = raw.Merge(inputs=[raw.Switch(data=np.int32(1), pred=p).output_true, go.constant(np.int32(2))])
    assert stays(list(y), {p: False}) == [[2, 1]]


def test_what_enters_once_is_there_in_the_first_iteration_alone() -> None:
    limit, one = ints("w", 1, 1)
    once = raw.Enter(data=np.int32(5), frame_name="w")
    assert stays(loop("w", [np.int32(0)], lambda i: raw.Less(x=i, y=limit), lambda i: [i + once])[0]) == [5]
    limit, one = raw.Enter(data=np.int32(5), frame_name="u"), into("u", np.int32(1))
    y = loop("u", [np.int32(0)], lambda i: raw.Less(x=i, y=limit), lambda i: [i + one])[0]
    assert stays(y) == [InvalidArgumentError]


def test_a_loop_that_a_branch_enters_in_part() -> None:
    """The counter runs although the other variable is dead."""
    p, v = go.placeholder(go.bool, ()), go.Variable(np.int32(0), name="v")
    switch = raw.Switch(data=np.int32(1), pred=p)
    limit, one, handle = *ints("w", 3, 1), into("w", v.handle)

    def body(i: Any, s: Any) -> list[Any]:
        with go.control_dependencies([raw.Identity(input=i)]):
            change = raw.AssignAddVariableOp(resource=handle, value=one)
        with go.control_dependencies([change]):
            return [i + one, s + one]

    exits = loop("w", [np.int32(0), switch.output_true], lambda i, s: raw.Less(x=i, y=limit), body)
    stays([exits[1].node], {p: True}, {p: False}, state=v)


def test_an_iteration_that_waits_for_a_dead_node_is_the_last() -> None:
    p = go.placeholder(go.bool, ())
    limit, one, pred = *ints("w", 3, 1), into("w", p)

    def body(i: Any) -> list[Any]:
        value = i + one
        with go.control_dependencies([raw.Identity(input=raw.Switch(data=i, pred=pred).output_true)]):
            return [raw.NextIteration(data=value)]

    y = loop("w", [np.int32(0)], lambda i: raw.Less(x=i, y=limit), body)[0]
    assert stays(y, {p: True}, {p: False}) == [3, InvalidArgumentError]


def test_what_fails_in_a_body_without_an_iteration() -> None:
    """It depends on no variable, so it runs before the condition says that there is no iteration."""
    limit, one, zero = ints("w", 0, 1, 0)
    quotient = raw.FloorDiv(x=one, y=zero)
    assert stays(loop("w", [np.int32(0)], lambda i: raw.Less(x=i, y=limit), lambda i: [i + quotient])[0]) == [
        InvalidArgumentError
    ]


@pytest.mark.full
def test_deep_loops() -> None:
    """Calls in calls are at most 64 deep, the executor's frames are not."""

    def made(level: int, start: Any, around: Sequence[Any]) -> Any:
        one, two = (into(f"w{level}", value) for value in around)
        return loop(
            f"w{level}",
            [start],
            lambda i: raw.Less(x=i, y=two),
            lambda i: [i + one if not level else made(level - 1, i, (one, two)) + one],
        )[0]

    assert stays(made(69, np.int32(0), [np.int32(1), np.int32(2)])) == [71]


def test_many_conditionals() -> None:
    p, y = go.placeholder(go.bool, ()), go.constant(np.int32(0))
    for _ in range(100):
        y = cond(p, y, lambda x: x + np.int32(1), lambda x: raw.Neg(x=x)).output
    assert regions(y, {p: True}, {p: False}) == [100, 0]


def test_a_node_that_depends_on_very_many_predicates() -> None:
    preds = [go.placeholder(go.bool, ()) for _ in range(100)]
    y = go.constant(np.int32(0))
    for pred in preds:
        y = y + raw.Switch(data=np.int32(1), pred=pred).output_true
    assert stays([y.node], dict.fromkeys(preds, True)) == [[None]]
