"""Functions: libraries, calls, what runs in them, what the plan shares, how they are written and read."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.build.control_flow import cond, while_loop
from graphops.graph.body_graph import BodyGraph
from graphops.graph.functions import Function
from graphops_registry.errors import AlreadyExistsError, InvalidArgumentError, ResourceExhaustedError

raw = go.raw_ops


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def run(fetches: Any, feeds: Any = None, **config: Any) -> Any:
    with go.Session(config=go.SessionConfig(**config)) as session:
        return session.run(fetches, feeds)


def function(name: str, write: Any, *shapes: Any, dtype: Any = go.float32) -> Any:
    body = BodyGraph(go.get_default_graph())
    with body.as_default():
        arguments = [body.argument(dtype, go.TensorShape(shape), "x") for shape in shapes]
        results = write(*arguments)
    results = list(results) if isinstance(results, (tuple, list)) else [results]
    return body.function(name, arguments, results)


def call(f: Any, *args: Any, stateful: bool = False) -> Any:
    op = raw.StatefulPartitionedCall if stateful else raw.PartitionedCall
    found = op(args=list(args), Tout=list(f.output_types), f=f.name)
    return found[0] if len(f.output_types) == 1 else found


def test_calls() -> None:
    f = function("f", lambda a, b: (a + b, a * b, a), (), ())
    assert run(list(call(f, np.float32(3), np.float32(4)))) == [7, 12, 3]
    assert run(call(f, call(f, np.float32(1), np.float32(2))[0], np.float32(5))[1]) == 15


def test_names_in_the_library(graph: Any) -> None:
    one, two = (function("f", lambda a: a + 1.0, ()) for _ in range(2))
    assert (one.name, two.name) == ("f", "f_1")
    assert list(graph.functions) == ["f", "f_1"]
    with pytest.raises(AlreadyExistsError, match="'f' exists"):
        graph.add_function(Function("f", two.graph, two.inputs, two.outputs))


def test_a_function_must_be_of_its_graph(graph: Any) -> None:
    f = function("f", lambda a: a + 1.0, ())
    x = go.constant(1.0)
    with pytest.raises(InvalidArgumentError, match="must be in its graph"):
        Function("g", f.graph, f.inputs, [x])
    with pytest.raises(InvalidArgumentError, match="must be placeholders"):
        Function("g", f.graph, f.outputs, f.outputs)


def test_effects_run_though_nobody_takes_their_outputs() -> None:
    v = go.Variable(np.float32(1), name="v")

    def body(a: Any) -> Any:
        raw.AssignAddVariableOp(resource=raw.VarHandleOp(dtype="float", shape=(), shared_name="v"), value=a)
        return a * 2.0

    f = function("f", body, ())
    assert f.is_stateful
    y = call(f, np.float32(5), stateful=True)
    with go.Session() as session:
        session.run(v.initializer)
        assert session.run(y) == 10
        assert session.variables["v"] == 6
        session.run([y, y, y + 1.0])
        assert session.variables["v"] == 11


def test_what_nobody_needs_in_a_function_does_not_run() -> None:
    def body(a: Any) -> Any:
        raw.FloorDiv(x=raw.Cast(x=a, DstT="int32"), y=0)
        return a + 1.0

    assert run(call(function("f", body, ()), np.float32(1))) == 2


def test_several_levels_share_one_plan_and_one_state() -> None:
    v = go.Variable(np.float32(1), name="v")

    def change(a: Any) -> Any:
        handle = raw.VarHandleOp(dtype="float", shape=(), shared_name="v")
        with go.control_dependencies([raw.AssignAddVariableOp(resource=handle, value=a)]):
            return raw.ReadVariableOp(resource=handle, dtype="float")

    f = function("f", change, ())
    h = function("h", lambda a: call(f, call(f, a, stateful=True), stateful=True), ())
    y = call(h, np.float32(2), stateful=True)
    with go.Session() as session:
        session.run(v.initializer)
        assert session.run(y) == 6
        assert session.variables["v"] == 6


def test_arguments_that_are_fetched_twice_and_never() -> None:
    f = function("f", lambda a, b: (a, a, a), (2,), (3,))
    found = run(list(call(f, np.float32([1, 2]), np.float32([0, 0, 0]))))
    for each in found:
        assert each.tolist() == [1, 2]
    found[0][:] = 9
    assert found[1].tolist() == [1, 2]


def test_results_do_not_share_memory_with_feeds_and_constants() -> None:
    x = go.placeholder(go.float32, (2,))
    f = function("f", lambda a: (a, go.constant(np.float32([5, 6]))), (2,))
    same, constant = call(f, x)
    fed = np.float32([1, 2])
    with go.Session() as session:
        got, kept = session.run([same, constant], {x: fed})
        got[:], kept[:] = 0, 0
        assert fed.tolist() == [1, 2]
        assert session.run(constant, {x: fed}).tolist() == [5, 6]


def test_captures_of_captures() -> None:
    outer = go.placeholder(go.float32, ())
    p = go.placeholder(go.bool, ())

    def inner() -> Any:
        return while_loop(lambda i, _: raw.Less(x=i, y=3), lambda i, s: (i + 1, s + outer), [np.int32(0), outer])[1]

    y = cond(p, lambda: cond(p, inner, lambda: outer), lambda: -outer)
    assert run(y, {p: True, outer: 2.0}) == 8
    assert run(y, {p: False, outer: 2.0}) == -2


def test_a_captured_tensor_that_is_fed() -> None:
    x = go.constant(2.0) * 1.0
    p = go.placeholder(go.bool, ())
    y = cond(p, lambda: x * 10.0, lambda: x)
    assert run(y, {p: True, x: 7.0}) == 70


def test_written_and_read(graph: Any, tmp_path: Any) -> None:
    w = go.Variable(np.float32(3), name="w")
    x = go.placeholder(go.float32, (), name="x")
    p = go.placeholder(go.bool, (), name="p")

    def body(i: Any, s: Any) -> Any:
        return i + 1, cond(raw.Less(x=i, y=2), lambda: s * w.value(), lambda: s + x)

    y = while_loop(lambda i, _: raw.Less(x=i, y=4), body, [np.int32(0), x])[1]
    z = raw.Identity(input=cond(p, lambda: y, lambda: call(function("f", lambda a: a - 1.0, ()), y)), name="z")
    (dx,) = go.gradients(z, x)
    raw.Identity(input=dx, name="dx")
    with go.Session() as session:
        session.run(w.initializer)
        expected = [session.run(["z:0", "dx:0"], {x: 2.0, p: value}) for value in (True, False)]
    assert expected == [[22, 11], [21, 11]]
    for suffix in (".pb", ".pbtxt"):
        go.save_graph(graph, tmp_path / f"g{suffix}")
        loaded = go.load_graph(tmp_path / f"g{suffix}")
        # Loops take what their gradients added to them, so some nodes come earlier now.
        assert _sorted(loaded) == _sorted(graph)
        with go.Session(loaded) as session:
            session.run(w.initializer.name)
            found = [session.run(["z:0", "dx:0"], {"x:0": 2.0, "p:0": value}) for value in (True, False)]
        assert found == expected


def _sorted(graph: Any) -> list[bytes]:
    message = graph.as_graph_def()
    return sorted(each.SerializeToString(deterministic=True) for each in (*message.node, *message.library.function))


def test_the_failing_node_of_a_function_is_named() -> None:
    def body(a: Any) -> Any:
        return raw.FloorDiv(x=a, y=0, name="quotient")

    f = function("f", body, (), dtype=go.int32)
    h = function("h", lambda a: call(f, a), (), dtype=go.int32)
    with pytest.raises(InvalidArgumentError) as caught:
        run(call(h, np.int32(3)))
    notes = "\n".join(caught.value.__notes__)
    assert "quotient" in notes
    assert "test_functions.py" in notes


def test_functions_that_are_added_after_a_run(graph: Any) -> None:
    x = go.constant(2.0)
    with go.Session() as session:
        session.run(x)
        y = call(function("late", lambda a: a * 4.0, ()), x)
        assert session.run(y) == 8


def test_live_bytes_go_back_down() -> None:
    """A function with large values inside is called a hundred times, one after the other."""
    f = function("f", lambda a: raw.Sum(input=raw.Fill(dims=[1 << 17], value=a), axis=[0]), ())
    y = go.constant(1.0)
    for _ in range(100):
        y = call(f, y) * np.float32(1e-5)
    assert np.isfinite(run(y, memory_limit=1 << 20))
    with pytest.raises(ResourceExhaustedError):
        run(y, memory_limit=1 << 18)


def test_eight_threads_that_plan_at_the_same_time(tmp_path: Any) -> None:
    """Bodies are made at their first use: by whichever thread comes first, once."""
    f = function("f", lambda a: raw.Sin(x=a) * 2.0, ())
    raw.Identity(input=call(f, go.placeholder(go.float32, (), name="x")), name="y")
    go.save_graph(go.get_default_graph(), tmp_path / "g.pb")
    for _ in range(5):
        loaded = go.load_graph(tmp_path / "g.pb")
        errors: list[BaseException] = []
        with go.Session(loaded) as session:
            barrier = threading.Barrier(8)

            def work(k: int, session: Any = session, barrier: Any = barrier, errors: Any = errors) -> None:
                try:
                    barrier.wait()
                    np.testing.assert_allclose(session.run("y:0", {"x:0": k}), np.sin(np.float32(k)) * 2, rtol=1e-6)
                except BaseException as error:
                    errors.append(error)

            threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert not errors, errors[0]


def test_on_the_stand_in_device() -> None:
    from graphops.testing import standin

    standin.register()
    with go.device("/device:STANDIN:0"):
        x = go.placeholder(go.float32, (3,))
        y = while_loop(lambda i, _: raw.Less(x=i, y=3), lambda i, s: (i + 1, raw.Sin(x=s) + x), [np.int32(0), x])[1]
        z = cond(raw.Less(x=raw.Sum(input=y, axis=[0]), y=100.0), lambda: y * 2.0, lambda: y)
        (dx,) = go.gradients(z, x)
    values = np.float32([0.1, 0.2, 0.3])
    found = run([z, dx], {x: values})
    s, ds = values, np.ones(3, np.float32)
    for _ in range(3):
        s, ds = np.sin(s) + values, np.cos(s) * ds + 1
    np.testing.assert_allclose(found[0], 2 * s, rtol=1e-5)
    np.testing.assert_allclose(found[1], 2 * ds, rtol=1e-5)
