"""What nobody reads, variables of loops above all, is not computed, and nothing else changes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r
from graphops.extend import PlainKernel, register_kernel, register_op
from graphops.graph.functions import Function
from graphops.plan.session_config import PLAN_PASSES

RUNS = 8
computed: list[float] = []

register_op("Test>Noted", inputs=["x: float"], outputs=["y: float"], doc="x.").shape_rule(lambda c: [c.shape("x")])


@register_kernel("Test>Noted", "CPU")
class Noted(PlainKernel):
    def compute(self, x: Any) -> Any:
        computed.append(float(x))
        return x.copy()


register_op("Test>Sure", inputs=["x: float", "y: float"], outputs=["z: float"], doc="x + y.", traits=["cannot_fail"]
            ).shape_rule(lambda c: [c.shape("x")])  # fmt: skip


@register_kernel("Test>Sure", "CPU")
class Sure(PlainKernel):
    def compute(self, x: Any, y: Any) -> Any:
        computed.append(float(x[0]))
        return x + y


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    computed.clear()
    with go.Graph().as_default():
        yield


def noted(x: Any) -> Any:
    return getattr(r, "Test>Noted")(x=x)


def everything(*without: str) -> go.Session:
    """A session with all passes, whatever the environment says, but for some."""
    passes = [name for name in PLAN_PASSES if name not in without]
    return go.Session(config=go.SessionConfig(plan_passes=passes))


def results(fetches: Any, *without: str) -> list[Any]:
    """What each of some runs gives."""
    with everything(*without) as opened:
        return [opened.run(fetches) for _ in range(RUNS)]


def loop(body: Any, *start: Any, turns: int = 3) -> Any:
    """The variables ``start`` after so many turns; the first one counts."""
    variables = [go.constant(0), *(go.constant(each) if isinstance(each, float) else each for each in start)]
    return go.while_loop(lambda i, *_: i < turns, lambda i, *rest: (i + 1, *body(*rest)), variables)


def test_a_variable_that_nobody_reads_is_not_computed() -> None:
    y = loop(lambda a, b: (a * 2.0, noted(b + 1.0)), 1.0, 0.0)[1]
    assert results(y) == [8.0] * RUNS
    assert not computed


def test_without_the_pass_it_is() -> None:
    y = loop(lambda a, b: (a * 2.0, noted(b + 1.0)), 1.0, 0.0)[1]
    assert results(y, "drop_identities") == [8.0] * RUNS
    assert computed == [1.0, 2.0, 3.0] * RUNS


def test_what_is_fetched_is_computed() -> None:
    _, a, b = loop(lambda a, b: (a * 2.0, noted(b + 1.0)), 1.0, 0.0)
    assert results([a, b]) == [[8.0, 3.0]] * RUNS
    assert computed == [1.0, 2.0, 3.0] * RUNS


def test_a_variable_that_another_one_needs() -> None:
    """The second is needed by the third, which is read; the first by nobody."""
    y = loop(lambda a, b, c: (noted(a + b), b + 1.0, c * b), 0.0, 1.0, 1.0)[3]
    assert results(y) == [6.0] * RUNS  # 1 * 2 * 3
    assert not computed


def test_variables_that_only_need_each_other() -> None:
    y = loop(lambda a, b, c: (noted(b), noted(a), c + 1.0), 0.0, 1.0, 1.0)[3]
    assert results(y) == [4.0] * RUNS
    assert not computed


def test_a_variable_that_the_condition_needs() -> None:
    start = [go.constant(0.0), go.constant(1.0)]
    y = go.while_loop(lambda a, b: a < 3.0, lambda a, b: (noted(a + 1.0), b * 2.0), start)[1]
    assert results(y) == [8.0] * RUNS
    assert computed == [1.0, 2.0, 3.0] * RUNS


def test_a_variable_that_an_effect_needs() -> None:
    v = go.Variable(np.float32(0.0))

    def body(a: Any, b: Any) -> Any:
        with go.control_dependencies([v.assign_add(noted(b))]):
            return r.Identity(input=a * 2.0), b + 1.0

    y = loop(body, 1.0, 0.0)[1]
    with everything() as opened:
        opened.run(go.global_variables_initializer())
        for count in range(1, RUNS + 1):
            assert opened.run(y) == 8.0
            assert opened.run(v) == 3.0 * count  # 0 + 1 + 2


def test_a_loop_that_only_feeds_what_nobody_reads() -> None:
    """What is needed for the variable alone is not computed before the loop either."""
    first = loop(lambda a: (noted(a + 1.0),), 0.0)[1]
    _, b, c = loop(lambda b, c: (noted(b + c), c * 2.0), 0.0, 1.0)
    second = loop(lambda a, b: (a + b, b + 1.0), first, 5.0)[2]
    assert results([second, c]) == [[8.0, 8.0]] * RUNS
    assert b is not None
    assert not computed


def test_nodes_that_wait_for_a_value_wait_for_the_loop() -> None:
    """As tf.tuple writes it: all values before any of them is used."""
    v = go.Variable(np.float32(0.0))

    def body(a: Any, b: Any) -> Any:
        with go.control_dependencies([v.assign_add(a)]):
            return r.Identity(input=a * 2.0), noted(b + 1.0)

    _, a, b = loop(body, 1.0, 0.0)
    with go.control_dependencies([r.Identity(input=a), r.Identity(input=b)]):
        y = r.Identity(input=v) * 1.0
    with everything() as opened:
        opened.run(go.global_variables_initializer())
        assert [opened.run(y) for _ in range(RUNS)] == [7.0 * count for count in range(1, RUNS + 1)]  # 1 + 2 + 4
    assert not computed


def test_a_loop_that_runs_for_its_effects_alone() -> None:
    v = go.Variable(np.float32(0.0))

    def body(a: Any) -> Any:
        with go.control_dependencies([v.assign_add(1.0)]):
            return (noted(a * 2.0),)

    node = loop(body, 1.0)[1].op
    with everything() as opened:
        opened.run(go.global_variables_initializer())
        for count in range(1, RUNS + 1):
            opened.run(node)
            assert opened.run(v) == 3.0 * count


def test_loops_within_loops() -> None:
    y = loop(lambda a: (loop(lambda c, d: (c + 1.0, noted(d + 1.0)), a, a)[1],), 0.0)[1]
    assert results(y) == [9.0] * RUNS
    assert not computed


def test_a_branch() -> None:
    choice = go.placeholder(go.bool, ())
    y = go.cond(choice, lambda: loop(lambda a, b: (a * 2.0, noted(b + 1.0)), 1.0, 0.0)[1], lambda: go.constant(5.0))
    with everything() as opened:
        for _ in range(RUNS):
            assert opened.run(y, {choice: True}) == 8.0
            assert opened.run(y, {choice: False}) == 5.0
    assert not computed


def test_gradients_that_nobody_reads() -> None:
    """d w**3 x / dw = 3 w**2 x; the gradient of x would need another product in each turn."""
    x, w = go.constant(np.float32(5.0)), go.constant(np.float32(2.0))
    y = loop(lambda a: (a * w,), x)[1]
    (dw,) = go.gradients(y, [w])
    assert results([y, dw]) == [[40.0, 60.0]] * RUNS


def test_an_effect_before_the_loop() -> None:
    """Its value is all that the variable has, but it must be there."""
    v = r.VariableV2(shape=(), dtype=go.float32)
    start = r.Assign(ref=v, value=go.constant(0.0))
    y = loop(lambda a, b: (a * 2.0, noted(b + 1.0)), 1.0, r.AssignAdd(ref=v, value=go.constant(1.0)))[1]
    with everything() as opened:
        opened.run(start)
        for count in range(1, RUNS + 1):
            assert opened.run(y) == 8.0
            assert opened.run(v) == count
    assert not computed


@pytest.mark.parametrize("gate", [True, False])
def test_gradients_that_others_wait_for(gate: bool) -> None:
    """As TensorFlow 1 writes a step: w changes when the gradients of x and of w are there."""
    x, w = go.placeholder(go.float32, (2, 3)), go.Variable(np.ones((3, 2), np.float32))
    product = r.MatMul(a=x, b=w)
    dx, dw = go.gradients(r.Sum(input=product * product, axis=[0, 1]), [x, w])
    with go.control_dependencies([r.NoOp(), dx.op] if gate else []):
        step = w.assign_sub(0.5 * dw)
    given = np.arange(6, dtype=np.float32).reshape(2, 3)
    wanted = np.ones((3, 2), np.float32)
    with everything() as opened:
        opened.run(go.global_variables_initializer())
        for _ in range(4):
            opened.run(step.op, {x: given})
            wanted -= given.T @ (given @ wanted)
            np.testing.assert_allclose(opened.run(w), wanted, rtol=1e-5)
        products = [line for line in opened.explain(step.op, {x: given}).splitlines() if "(MatMul) on" in line]
    assert len(products) == 2


def test_shapes_that_only_a_run_knows() -> None:
    """Until they are known to fit, the step runs; others wait for it."""
    x, y = go.placeholder(go.float32), go.placeholder(go.float32)
    with go.control_dependencies([getattr(r, "Test>Sure")(x=x, y=y)]):
        z = r.Neg(x=x)
    feeds = {x: np.ones(2, np.float32), y: np.ones(2, np.float32)}
    with everything() as opened:
        for _ in range(RUNS):
            np.testing.assert_array_equal(opened.run(z, feeds), [-1.0, -1.0])
        assert 0 < len(computed) < RUNS
        with pytest.raises(ValueError, match="broadcast"):
            opened.run(z, {**feeds, y: np.ones(3, np.float32)})


def test_what_is_there_to_check() -> None:
    x = go.placeholder(go.float32, (None,))
    with go.control_dependencies([r.EnsureShape(input=x, shape=(2,))]):
        y = r.Identity(input=x * 2.0)
    with everything() as opened:
        for _ in range(RUNS):
            np.testing.assert_array_equal(opened.run(y, {x: [1.0, 2.0]}), [2.0, 4.0])
            with pytest.raises(go.errors.InvalidArgumentError, match="EnsureShape"):
                opened.run(y, {x: [1.0]})


def test_a_condition_of_two_results_is_refused() -> None:
    """With variables that nobody reads, too."""
    graph = go.get_default_graph()
    loop(lambda a, b: (a * 2.0, noted(b + 1.0)), 1.0, 0.0)
    (node,) = (each for each in graph.nodes if each.type.endswith("While"))
    cond, body = (graph.functions_by_name[node.attrs[attr]] for attr in ("cond", "body"))
    two = Function("two", cond.graph, cond.inputs, [*cond.outputs, *cond.outputs])
    graph.functions_by_name["two"] = two
    other = r.While(input=[go.constant(0), go.constant(1.0), go.constant(0.0)], cond="two", body=body.name)
    with everything() as opened, pytest.raises(go.errors.InvalidArgumentError, match="one result"):
        opened.run(other[1])


def test_functions_of_the_names_that_are_made_up() -> None:
    """A function of the library is never taken for one without some of its values."""
    graph = go.get_default_graph()
    y = loop(lambda a, b: (a * 2.0, noted(b + 1.0)), 1.0, 0.0)[1]
    (node,) = (each for each in graph.nodes if each.type.endswith("While"))
    for attr in ("cond", "body"):
        function = copy(graph.functions_by_name[node.attrs[attr]])
        function.name += " without 2"
        graph.functions_by_name[function.name] = function
    cond, body = (f"{node.attrs[attr]} without 2" for attr in ("cond", "body"))
    other = r.While(input=[go.constant(0), go.constant(1.0), go.constant(0.0)], cond=cond, body=body)
    assert results([y, *other]) == [[8.0, 3, 8.0, 3.0]] * RUNS
