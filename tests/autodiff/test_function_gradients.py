"""Gradients through conditionals, loops and calls: first and second order, against differences and mathematics."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.build.control_flow import case, cond, switch_case, while_loop
from graphops.graph.body_graph import BodyGraph
from graphops_registry.errors import NotFoundError
from tests.autodiff.differences import check_gradients
from tests.interchange.graph_def.recorded import FILES, runs

raw = go.raw_ops
X = np.array([0.4, -1.3, 0.9])


def less(i: Any, n: int) -> Any:
    return raw.Less(x=i, y=n)


def turns(n: int, body: Any, *start: Any) -> Any:
    """``body(i, ...)`` gives the new values of all but the counter."""

    def turn(i: Any, *values: Any) -> Any:
        new = body(i, *values)
        return (i + 1, *(new if isinstance(new, tuple) else (new,)))

    found = while_loop(lambda i, *_: less(i, n), turn, [np.int32(0), *start])[1:]
    return found[0] if len(found) == 1 else found


# -- conditionals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("taken", [True, False])
def test_cond(taken: bool) -> None:
    def write(x: Any, w: Any) -> Any:
        p = go.constant(taken)
        return cond(p, lambda: raw.Sin(x=x) * w, lambda: x * x * x)

    value, dx, dw = check_gradients(write, X, 0.7)
    np.testing.assert_allclose(value, np.sin(X) * 0.7 if taken else X**3)
    np.testing.assert_allclose(dx, np.cos(X) * 0.7 if taken else 3 * X**2)
    np.testing.assert_allclose(dw, np.sin(X).sum() if taken else 0)


@pytest.mark.parametrize("taken", [True, False])
def test_a_branch_that_gives_on_what_it_got(taken: bool) -> None:
    def write(x: Any) -> Any:
        return cond(go.constant(taken), lambda: (x, x), lambda: (raw.Exp(x=x), go.constant(X)))

    check_gradients(write, X)


@pytest.mark.parametrize("index", [-1, 0, 1, 2, 5])
def test_switch_case(index: int) -> None:
    def write(x: Any, w: Any) -> Any:
        branches = [lambda: x * w, lambda: raw.Tanh(x=x), lambda: w * w + 0.0 * x]
        return switch_case(go.constant(np.int32(index)), branches)

    check_gradients(write, X, 1.7)


@pytest.mark.parametrize("values", [(True, True), (True, False), (False, True), (False, False)])
def test_case_of_predicates(values: tuple[bool, bool]) -> None:
    def write(x: Any) -> Any:
        pairs = [(go.constant(values[0]), lambda: x * x), (go.constant(values[1]), lambda: raw.Sin(x=x))]
        return case(pairs, default=lambda: x * 3.0)

    check_gradients(write, X)


@pytest.mark.parametrize("p", [True, False])
@pytest.mark.parametrize("q", [True, False])
def test_conditionals_within_conditionals(p: bool, q: bool) -> None:
    def write(x: Any, w: Any) -> Any:
        outer = raw.Sin(x=w)

        def inner() -> Any:
            kept = x * outer
            return cond(go.constant(q), lambda: kept * kept * w, lambda: raw.Exp(x=kept))

        return cond(go.constant(p), inner, lambda: x * w)

    check_gradients(write, X, 0.6)


def test_an_unused_result_and_one_that_has_no_gradient() -> None:
    def write(x: Any) -> Any:
        first, count, second = cond(
            go.constant(True),
            lambda: (x * x, raw.Size(input=x), raw.Sin(x=x)),
            lambda: (x, go.constant(np.int32(0)), x),
        )
        assert count.dtype is go.int32
        assert second.shape == first.shape
        return first

    np.testing.assert_allclose(check_gradients(write, X)[1], 2 * X)


def test_both_results_and_what_they_share() -> None:
    def write(x: Any) -> Any:
        def branch() -> Any:
            shared = raw.Exp(x=x)
            return shared, shared * shared, x * shared

        return cond(go.constant(True), branch, lambda: (x, x, x))

    check_gradients(write, X)


# -- loops ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_powers(n: int) -> None:
    value, dx = check_gradients(lambda x: turns(n, lambda i, s: s * x, x), X)
    np.testing.assert_allclose(value, X ** (n + 1))
    np.testing.assert_allclose(dx, (n + 1) * X**n)


def test_the_number_of_turns_depends_on_the_values() -> None:
    def write(x: Any) -> Any:
        return while_loop(lambda s: raw.Less(x=raw.Sum(input=s, axis=[0]), y=np.float64(40)), lambda s: s * s + x, [x])

    check_gradients(write, [1.5, 2.0, 0.5])


def test_several_variables_that_change_places() -> None:
    def write(x: Any, w: Any) -> Any:
        return turns(3, lambda i, a, b: (b * w, a + raw.Sin(x=b)), x, x * x)

    check_gradients(write, X, 0.8)


def test_captured_tensors_are_added_up() -> None:
    def write(x: Any, w: Any) -> Any:
        inner = raw.Exp(x=w)
        return turns(4, lambda i, s: s * inner + raw.Sin(x=w) * raw.Cast(x=i, DstT="double"), x)

    check_gradients(write, X, 0.3)


def test_a_variable_that_stays_the_same() -> None:
    def write(x: Any, w: Any) -> Any:
        return turns(3, lambda i, s, same: (s * same + same, same), x, w)

    check_gradients(write, X, 0.4)


def test_a_variable_that_nothing_depends_on() -> None:
    def write(x: Any) -> Any:
        result, other = turns(3, lambda i, s, t: (s * x, raw.Cos(x=t) * x), x, x)
        assert other is not result
        return result

    np.testing.assert_allclose(check_gradients(write, X)[1], 4 * X**3)


def test_variables_without_a_gradient() -> None:
    def write(x: Any) -> Any:
        def body(i: Any, s: Any, flag: Any, text: Any) -> Any:
            picked = cond(flag, lambda: s * x, lambda: s + x)
            return i + 1, picked, raw.LogicalNot(x=flag), raw.StringJoin(inputs=[text, b"a"])

        start = [np.int32(0), x, go.constant(True), go.constant(b"")]
        return while_loop(lambda i, *_: less(i, 4), body, start)[1]

    value, dx = check_gradients(write, X)
    np.testing.assert_allclose(value, (X * X + X) * X + X)
    np.testing.assert_allclose(dx, 3 * X**2 + 2 * X + 1)


def test_stop_gradient_within() -> None:
    def write(x: Any) -> Any:
        return turns(3, lambda i, s: s * raw.StopGradient(input=x) + x, x)

    with go.Graph().as_default():
        x = go.placeholder(go.float64, (3,))
        (dx,) = go.gradients(write(x), x)
        with go.Session() as session:
            found = session.run(dx, {x: X})
    # s3 = ((x c + x) c + x) c + x with c held: the slope is c**3 + c**2 + c + 1
    np.testing.assert_allclose(found, X**3 + X**2 + X + 1)


def test_back_prop_false() -> None:
    with go.Graph().as_default():
        x = go.placeholder(go.float64, (3,))
        y = while_loop(lambda s: raw.Less(x=s[0], y=np.float64(9)), lambda s: s * 2.0, [x], back_prop=False)
        assert go.gradients(y, x) == [None]


def test_loops_within_loops() -> None:
    def write(x: Any, w: Any) -> Any:
        def outer(i: Any, s: Any) -> Any:
            limit = i + 1
            inner = while_loop(
                lambda j, _: raw.Less(x=j, y=limit), lambda j, t: (j + 1, raw.Sin(x=t) * w + x), [np.int32(0), s]
            )[1]
            return inner * s

        return turns(3, outer, x)

    check_gradients(write, X, 0.9)


def test_three_levels() -> None:
    def write(x: Any) -> Any:
        def level(depth: int) -> Any:
            def body(i: Any, s: Any) -> Any:
                return raw.Sin(x=s) * x if depth == 0 else turns(2, level(depth - 1), s) + s

            return body

        return turns(2, level(2), x)

    check_gradients(write, X)


def test_a_conditional_in_a_loop() -> None:
    def write(x: Any, w: Any) -> Any:
        def body(i: Any, s: Any) -> Any:
            even = raw.Equal(x=raw.FloorMod(x=i, y=2), y=0)
            return cond(even, lambda: s * x + w, lambda: raw.Sin(x=s) * w)

        return turns(5, body, x)

    check_gradients(write, X, 0.7)


@pytest.mark.parametrize("taken", [True, False])
def test_a_loop_in_a_conditional(taken: bool) -> None:
    def write(x: Any, w: Any) -> Any:
        return cond(go.constant(taken), lambda: turns(3, lambda i, s: s * w + x, x), lambda: x * w)

    check_gradients(write, X, 1.1)


def test_a_loop_in_a_conditional_in_a_loop() -> None:
    def write(x: Any) -> Any:
        def body(i: Any, s: Any) -> Any:
            return cond(
                raw.Greater(x=i, y=0), lambda: turns(2, lambda j, t: raw.Tanh(x=t) * x, s), lambda: raw.Exp(x=s) * x
            )

        return turns(3, body, x)

    check_gradients(write, X)


def test_a_shape_that_grows() -> None:
    def write(x: Any, w: Any) -> Any:
        def body(i: Any, s: Any) -> Any:
            return i + 1, raw.ConcatV2(values=[s, s[-1:] * w], axis=0)

        start = [np.int32(0), x]
        return while_loop(lambda i, _: less(i, 3), body, start, shape_invariants=[(), (None,)])[1]

    value, *_ = check_gradients(write, X, 0.5)
    np.testing.assert_allclose(value, [*X, *(X[-1] * 0.5**k for k in (1, 2, 3))])


def test_the_shape_after_a_loop_that_grows_is_not_the_one_before() -> None:
    with go.Graph().as_default():
        x = go.placeholder(go.float64, (1,))
        w = go.placeholder(go.float64, ())
        grown = while_loop(
            lambda s: raw.Less(x=raw.Size(input=s), y=8),
            lambda s: raw.ConcatV2(values=[s, s], axis=0),
            [x],
            shape_invariants=[(None,)],
        )
        (dw,) = go.gradients(grown * w, w)
        with go.Session() as session:
            assert session.run(dw, {x: [3.0], w: 2.0}) == 24


def test_maximum_iterations() -> None:
    def write(x: Any) -> Any:
        return while_loop(lambda s: go.constant(True), lambda s: s * x, [x], maximum_iterations=3)

    np.testing.assert_allclose(check_gradients(write, X)[1], 4 * X**3)


def test_gradients_within_a_body() -> None:
    """Newton's method: the gradient is taken inside of the loop, and of the loop."""

    def write(x: Any) -> Any:
        def step(i: Any, s: Any) -> Any:
            y = s * s - x
            (slope,) = go.gradients(y, s)
            return s - y / slope

        return turns(4, step, x * 0.5 + 0.5)

    value, dx = check_gradients(write, [2.0, 3.0])
    np.testing.assert_allclose(value, np.sqrt([2.0, 3.0]), rtol=1e-6)
    np.testing.assert_allclose(dx, 0.5 / np.sqrt([2.0, 3.0]), rtol=1e-4)


def test_gradients_asked_for_again_and_again() -> None:
    """Each call gives the node more outputs; values stay right, and the time does not explode."""
    start = time.perf_counter()
    with go.Graph().as_default():
        x, w = go.placeholder(go.float64, (3,)), go.placeholder(go.float64, ())
        y = turns(3, lambda i, s: raw.Sin(x=s) * w + x, x)
        found = [go.gradients(y, t)[0] for t in (x, w) * 4]
        with go.Session() as session:
            values = session.run(found, {x: X, w: 0.5})
    for number in range(8):
        np.testing.assert_allclose(values[number], values[number % 2], rtol=1e-13)
    assert time.perf_counter() - start < 10


def test_third_order() -> None:
    with go.Graph().as_default():
        x = go.placeholder(go.float64, (3,))
        dx = turns(4, lambda i, s: s * x, x)
        for _ in range(3):
            (dx,) = go.gradients(dx, x)
        with go.Session() as session:
            np.testing.assert_allclose(session.run(dx, {x: X}), 60 * X**2)


# -- lists ------------------------------------------------------------------------------------------------------------


def test_lists_carried_through_a_loop() -> None:
    def write(x: Any, w: Any) -> Any:
        rows = raw.TensorListFromTensor(tensor=x, element_shape=np.zeros(0, np.int32))
        empty = raw.TensorListReserve(element_shape=np.zeros(0, np.int32), num_elements=3, element_dtype="double")

        def body(i: Any, state: Any, out: Any) -> Any:
            row = raw.TensorListGetItem(
                input_handle=rows, index=i, element_shape=np.zeros(0, np.int32), element_dtype="double"
            )
            state = raw.Tanh(x=state * w + row)
            return state, raw.TensorListSetItem(input_handle=out, index=i, item=state)

        _, out = turns(3, body, np.float64(0), empty)
        return raw.TensorListStack(input_handle=out, element_shape=np.zeros(0, np.int32), element_dtype="double")

    check_gradients(write, X, 0.8)


def test_lists_that_grow_in_a_loop() -> None:
    def write(x: Any) -> Any:
        empty = raw.EmptyTensorList(element_shape=[3], max_num_elements=-1, element_dtype="double")

        def body(i: Any, s: Any, out: Any) -> Any:
            s = raw.Sin(x=s) * x
            return s, raw.TensorListPushBack(input_handle=out, tensor=s)

        _, out = turns(3, body, x, empty)
        return raw.TensorListStack(input_handle=out, element_shape=[3], element_dtype="double")

    check_gradients(write, X)


# -- calls ------------------------------------------------------------------------------------------------------------


def function(outer: Any, write: Any, *shapes: Any) -> str:
    """A function of float64 tensors that captures nothing."""
    body = BodyGraph(outer)
    with body.as_default():
        arguments = [body.argument(go.float64, go.TensorShape(shape), "x") for shape in shapes]
        results = write(*arguments)
    results = results if isinstance(results, tuple) else (results,)
    return str(body.function("f", arguments, results).name)


def call(name: str, *args: Any, count: int = 1) -> Any:
    found = raw.PartitionedCall(args=list(args), Tout=["double"] * count, f=name)
    return found[0] if count == 1 else found


def test_one_function_called_often() -> None:
    def write(x: Any, w: Any) -> Any:
        f = function(x.graph, lambda a, b: raw.Sin(x=a) * b, (3,), ())
        return call(f, call(f, x, w), w) + call(f, x, w * w)

    check_gradients(write, X, 0.7)


def test_functions_that_call_functions_that_loop() -> None:
    def write(x: Any, w: Any) -> Any:
        f = function(x.graph, lambda a, b: turns(3, lambda i, s: raw.Sin(x=s) * b, a), (3,), ())
        h = function(x.graph, lambda a, b: (call(f, a, b) * a, call(f, a, a[0])), (3,), ())
        one, two = call(h, x, w, count=2)
        return one + two * w

    check_gradients(write, X, 0.7)


def test_a_call_in_a_loop_and_in_a_branch() -> None:
    def write(x: Any, w: Any) -> Any:
        f = function(x.graph, lambda a, b: raw.Tanh(x=a * b), (3,), ())
        looped = turns(3, lambda i, s: raw.EnsureShape(input=call(f, s, w), shape=(3,)) + x, x)
        return cond(go.constant(True), lambda: call(f, looped, w), lambda: looped)

    check_gradients(write, X, 0.7)


def test_a_function_that_gives_on_its_argument_twice() -> None:
    def write(x: Any, w: Any) -> Any:
        f = function(x.graph, lambda a, b: (a, a, a * b, b), (3,), ())
        return list(call(f, x, w, count=4))

    check_gradients(write, X, 0.7)


def test_gradients_after_a_run_and_in_the_same_session() -> None:
    """gradients() gives the loop more outputs; a Session that has run it before sees the new one."""
    with go.Graph().as_default():
        x = go.placeholder(go.float64, (3,))
        y = turns(3, lambda i, s: s * x, x)
        with go.Session() as session:
            np.testing.assert_allclose(session.run(y, {x: X}), X**4)
            (dx,) = go.gradients(y, x)
            np.testing.assert_allclose(session.run(dx, {x: X}), 4 * X**3)
            np.testing.assert_allclose(session.run(y, {x: X}), X**4)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("v2_loops", {"dx": ("y", "x"), "dw": ("y", "w")}),
        ("v2_choices", {"dx": ("y", "x"), "ddx": ("dx", "x")}),
        ("v2_limited", {"dx": ("y", "x"), "ddx": ("dx", "x")}),
        ("v2_calls", {"dx": ("loss", "x")}),
    ],
)
def test_our_gradients_of_graphs_of_tensorflow(name: str, wanted: dict[str, tuple[str, str]]) -> None:
    """TensorFlow's own gradients have changed these graphs already: lists and optional values go in and out."""
    graph = go.load_graph(FILES[name])
    with graph.as_default():
        ours = {key: go.gradients(graph.tensor(f"{y}:0"), graph.tensor(f"{x}:0"))[0] for key, (y, x) in wanted.items()}
    with go.Session(graph) as session:
        for run in runs(name):
            found, _ = session.run(
                ({key: ours[key] for key in wanted if f"{key}:0" in run.values}, list(run.targets)), run.feeds
            )
            rtol = 2e-6 if name == "v2_calls" else 1e-12
            for key, got in found.items():
                np.testing.assert_allclose(got, run.values[f"{key}:0"], rtol=rtol, atol=rtol)


def test_gradients_of_loops_of_tensorflow_1_are_refused() -> None:
    graph = go.load_graph(FILES["v1_nested_loops"])
    with graph.as_default(), pytest.raises(NotFoundError, match="gradient of op 'Exit'"):
        go.gradients(graph.tensor("y:0"), graph.tensor("x:0"))


def test_variables_in_loops_and_branches() -> None:
    with go.Graph().as_default():
        w = go.Variable(np.float64(0.5), name="w")
        x = go.placeholder(go.float64, (3,))
        y = turns(3, lambda i, s: cond(less(i, 2), lambda: s * w.value(), lambda: s + w.value()), x)
        dx, dw = go.gradients(y, [x, w])
        with go.Session() as session:
            session.run(w.initializer)
            got = session.run([y, dx, dw], {x: X})
    np.testing.assert_allclose(got[0], X * 0.25 + 0.5)
    np.testing.assert_allclose(got[1], [0.25] * 3)
    np.testing.assert_allclose(got[2], (2 * X * 0.5 + 1).sum())
