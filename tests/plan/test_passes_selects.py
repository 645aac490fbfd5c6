"""selects: small conditionals without effects become Selects; others stay conditionals. The results are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r
from graphops.plan.program import program
from graphops_cpu.calls.machine import machine
from tests.plan.machine_loops import session as with_passes

VALUES = np.linspace(-2, 2, 16, dtype=np.float32)
RUNS = 6

Branch = Callable[[Any], Any]


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


def old_cond(pred: Any, x: Any, one: Branch, other: Branch) -> Any:
    """As TensorFlow 1 makes it."""
    no, yes = r.Switch(data=x, pred=pred)
    return r.Merge(inputs=[other(no), one(yes)])[0]


def new_cond(pred: Any, x: Any, one: Branch, other: Branch) -> Any:
    return go.cond(pred, lambda: one(x), lambda: other(x))


CONDS = pytest.mark.parametrize("cond", [old_cond, new_cond])


def ops_of(fetch: Any, feeds: Any) -> tuple[list[str], list[Any]]:
    """The ops of the program that runs after a few runs, and the results of all runs."""
    found: list[program.Program] = []
    init = program.Program.__init__

    def note(self: Any, *arguments: Any) -> None:
        init(self, *arguments)
        found.append(self)

    with pytest.MonkeyPatch.context() as patch, with_passes() as session:
        patch.setattr(program.Program, "__init__", note)
        results = [session.run(fetch, feeds) for _ in range(RUNS)]
    return [step.node.type for step in found[-1]._plan.steps], results


@CONDS
def test_small_branches(cond: Any) -> None:
    x, p = go.placeholder(go.float32, [None]), go.placeholder(go.bool_, [])
    y = cond(p, x, lambda v: r.Mul(x=v, y=np.float32(3)), lambda v: r.Sub(x=r.Tanh(x=v), y=np.float32(1)))
    for holds, wanted in ((True, VALUES * np.float32(3)), (False, np.tanh(VALUES) - np.float32(1))):
        ops, results = ops_of(y, {x: VALUES, p: holds})
        assert "SelectV2" in ops
        assert not {"Merge", "If", "StatelessIf"} & {*ops}
        for each in results:
            np.testing.assert_allclose(each, wanted, rtol=1e-6)


@CONDS
def test_what_a_branch_makes_of_bad_numbers_is_not_seen(cond: Any) -> None:
    x, p = go.placeholder(go.float32, [None]), go.placeholder(go.bool_, [])
    y = cond(p, x, lambda v: r.Log(x=v), lambda v: r.Reciprocal(x=r.Sub(x=v, y=v)))
    ops, results = ops_of(y, {x: np.float32([1, 0, -1]), p: True})
    assert "SelectV2" in ops
    np.testing.assert_array_equal(results[-1], np.float32([0, -np.inf, np.nan]))


@CONDS
def test_branches_that_could_fail_or_take_long_stay(cond: Any) -> None:
    x, p = go.placeholder(go.int32, [None]), go.placeholder(go.bool_, [])
    divided = cond(p, x, lambda v: r.FloorDiv(x=v, y=r.Sub(x=v, y=v)), lambda v: r.AddV2(x=v, y=1))
    ops, results = ops_of(divided, {x: np.int32([1, 2]), p: False})  # the other branch would fail
    assert "SelectV2" not in ops
    np.testing.assert_array_equal(results[-1], [2, 3])
    z = go.placeholder(go.float32, [None])
    large = cond(p, z, lambda v: r.Mul(x=v, y=v), lambda v: r.Neg(x=v))
    ops, results = ops_of(large, {z: np.ones(5000, np.float32), p: False})
    assert "SelectV2" not in ops
    assert set(results[-1]) == {-1}
    w = go.placeholder(go.float32, [2, 2])
    product = cond(p, w, lambda v: r.MatMul(a=v, b=v), lambda v: r.Neg(x=v))
    ops, _ = ops_of(product, {w: np.ones((2, 2), np.float32), p: True})
    assert "SelectV2" not in ops


@pytest.mark.parametrize("op", ["reshape", "bias", "sum", "select"])
def test_branches_that_fit_some_shapes_stay(op: str) -> None:
    """What is not known of a shape may be what the predicate asks for."""
    x = go.placeholder(go.float32, [6])
    v = r.GatherNd(params=x, indices=r.Where(input=r.Greater(x=x, y=np.float32(0))))
    four = np.ones(4, np.float32)
    branch: dict[str, Callable[[], Any]] = {
        "reshape": lambda: r.Reshape(tensor=v, shape=[4]),
        "bias": lambda: r.Reshape(tensor=r.BiasAdd(value=np.ones((1, 4), np.float32), bias=v), shape=[4]),
        "sum": lambda: r.AddN(inputs=[v, four]),
        "select": lambda: r.Select(condition=np.array([True, False] * 2), t=v, e=four),
    }
    y = go.cond(r.Equal(x=r.Size(input=v), y=4), branch[op], lambda: r.Neg(x=np.zeros(4, np.float32)))
    with with_passes() as session:
        for _ in range(RUNS):
            for values in ([1, 2, 3, -1, -1, -1], [1, 2, 3, 4, -1, -1]):
                found = session.run(y, {x: np.array(values, np.float32)})
                assert found.shape == (4,)
                assert found.any() == (values[3] > 0)


@CONDS
def test_branches_with_effects_stay(cond: Any) -> None:
    v = go.Variable(np.float32(0))
    x, p = go.placeholder(go.float32, []), go.placeholder(go.bool_, [])

    def counted(value: Any) -> Any:
        with go.control_dependencies([r.AssignAddVariableOp(resource=v.handle, value=r.OnesLike(x=value))]):
            return r.Mul(x=value, y=np.float32(2))

    y, first = cond(p, x, counted, lambda value: r.Neg(x=value)), go.global_variables_initializer()
    with with_passes() as session:
        session.run(first)
        for holds in (True, False) * 5:
            assert session.run(y, {x: np.float32(3), p: holds}) == (6 if holds else -3)
        assert session.run(v.value()) == 5


@CONDS
def test_a_conditional_in_another_one(cond: Any) -> None:
    x, p, q = go.placeholder(go.float32, [None]), go.placeholder(go.bool_, []), go.placeholder(go.bool_, [])

    def inner(value: Any) -> Any:
        return go.cond(q, lambda: r.Neg(x=value), lambda: r.Square(x=value))

    y = new_cond(p, x, inner, lambda v: r.AddV2(x=v, y=np.float32(1)))
    wanted = {(True, True): -VALUES, (True, False): VALUES**2, (False, True): VALUES + 1, (False, False): VALUES + 1}
    with with_passes() as session:
        for _ in range(4):
            for (one, other), value in wanted.items():
                np.testing.assert_allclose(session.run(y, {x: VALUES, p: one, q: other}), value, rtol=1e-6)


def test_a_predicate_that_is_no_scalar() -> None:
    """What it means is the same with all passes and without."""
    x, p = go.placeholder(go.float32, [None]), go.placeholder(go.bool_, None)
    fetch = go.cond(p, lambda: r.Neg(x=x), lambda: r.Square(x=x))
    found: list[list[Any]] = []
    for passes in ((), go.SessionConfig().plan_passes):
        found.append([])
        with go.Session(config=go.SessionConfig(plan_passes=passes)) as session:
            for value in (True, [False], []):
                for _ in range(RUNS):
                    try:
                        found[-1].append(session.run(fetch, {x: VALUES, p: np.array(value, bool)}).tobytes())
                    except go.errors.GraphopsError as error:
                        found[-1].append(type(error).__name__)
    assert found[0] == found[1]


@pytest.mark.skipif(machine() is None, reason="there is no LLVM")
@CONDS
def test_a_loop_with_a_conditional_is_machine_code(cond: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[tuple[bool, int]] = []
    run = program._MachineLoop.run

    def note(self: Any, values: Any, state: Any) -> Any:
        result = run(self, values, state)
        found.append(result[:2])
        return result

    monkeypatch.setattr(program._MachineLoop, "run", note)
    x = go.placeholder(go.float32, [16])

    def body(i: Any, v: Any) -> Any:
        even = r.Equal(x=r.FloorMod(x=i, y=2), y=0)
        return r.AddV2(x=i, y=1), cond(even, v, lambda u: r.Mul(x=u, y=np.float32(1.5)), lambda u: r.Relu(features=u))

    y = go.while_loop(lambda i, v: r.Less(x=i, y=9), body, [np.int32(0), x])[1]
    wanted = VALUES
    for turn in range(9):
        wanted = wanted * np.float32(1.5) if turn % 2 == 0 else np.maximum(wanted, 0)
    with with_passes() as session:
        for _ in range(12):
            np.testing.assert_allclose(session.run(y, {x: VALUES}), wanted, rtol=1e-6)
    assert (True, 9) in found
