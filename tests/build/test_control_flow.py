"""``cond``, ``case`` and ``while_loop``: what runs, in which order, what comes out, and what is refused."""

from __future__ import annotations

import collections
import threading
import time
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.build.control_flow import case, cond, switch_case, while_loop
from graphops_registry.errors import (
    CancelledError,
    DeadlineExceededError,
    InvalidArgumentError,
    InvalidTypeError,
    ResourceExhaustedError,
)

raw = go.raw_ops


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def run(fetches: Any, feeds: Any = None, **config: Any) -> Any:
    with go.Session(config=go.SessionConfig(**config)) as session:
        return session.run(fetches, feeds)


def count_to(n: Any, start: Any = 0) -> Any:
    return while_loop(lambda i: raw.Less(x=i, y=n), lambda i: i + 1, [start])


# -- what runs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("taken", [True, False])
def test_only_the_branch_that_is_taken_runs(taken: bool) -> None:
    p = go.placeholder(go.bool, ())
    one, zero = go.constant(np.int32(1)), go.placeholder(go.int32, ())
    y = (
        cond(p, lambda: raw.FloorDiv(x=one, y=zero), lambda: one)
        if not taken
        else cond(p, lambda: one, lambda: raw.FloorDiv(x=one, y=zero))
    )
    assert run(y, {p: taken, zero: 0}) == 1
    with pytest.raises(InvalidArgumentError):
        run(y, {p: not taken, zero: 0})


def test_effects_happen_once_per_turn_and_only_where_taken() -> None:
    v = go.Variable(np.float32(0), name="v")
    p = go.placeholder(go.bool, ())
    picked = cond(p, lambda: v.assign_add(10.0), lambda: v.assign_add(1.0))

    def body(i: Any) -> Any:
        with go.control_dependencies([v.assign_add(100.0)]):
            return i + 1

    looped = while_loop(lambda i: raw.Less(x=i, y=3), body, [0])
    with go.Session() as session:
        session.run(v.initializer)
        session.run(picked, {p: False})
        assert session.variables["v"] == 1
        session.run(picked, {p: True})
        assert session.variables["v"] == 11
        assert session.run(looped) == 3
        assert session.variables["v"] == 311


def test_effects_in_a_body_keep_their_order() -> None:
    v = go.Variable(np.float64(1), name="v")

    def body(i: Any) -> Any:
        with go.control_dependencies([v.assign(v.value() * 2.0)]), go.control_dependencies([v.assign_add(1.0)]):
            return i + 1

    looped = while_loop(lambda i: raw.Less(x=i, y=4), body, [0])
    with go.Session() as session:
        session.run(v.initializer)
        session.run(looped)
        assert session.variables["v"] == 31  # ((1 * 2 + 1) * 2 + 1) ...


def test_effects_of_the_condition() -> None:
    v = go.Variable(np.int32(0), name="v")

    def test(i: Any) -> Any:
        with go.control_dependencies([v.assign_add(np.int32(1))]):
            return raw.Less(x=i, y=3)

    looped = while_loop(test, lambda i: i + 1, [0])
    with go.Session() as session:
        session.run(v.initializer)
        session.run(looped)
        assert session.variables["v"] == 4


def test_a_call_waits_for_controls_from_around_its_body() -> None:
    v = go.Variable(np.int32(1), name="v")
    change = v.assign(np.int32(7))
    p = go.placeholder(go.bool, ())

    def branch() -> Any:
        with go.control_dependencies([change]):
            return v.value() + 0

    y = cond(p, branch, branch)
    with go.Session() as session:
        session.run(v.initializer)
        assert session.run(y, {p: True}) == 7


def test_random_numbers_differ_from_turn_to_turn() -> None:
    x = go.constant(np.zeros(5, np.float32))
    stacked = while_loop(
        lambda s: raw.Less(x=raw.Shape(input=s)[0], y=4),
        lambda s: raw.ConcatV2(values=[s, raw.RandomUniform(shape=[1, 5], dtype="float")], axis=0),
        [raw.ExpandDims(input=x, axis=0)],
        shape_invariants=[(None, 5)],
    )
    rows = run(stacked)
    assert len({row.tobytes() for row in rows}) == 4


# -- what comes out ---------------------------------------------------------------------------------------------------


def test_structures() -> None:
    Pair = collections.namedtuple("Pair", "first second")
    p = go.placeholder(go.bool, ())
    x = go.constant(2.0)
    y = cond(
        p,
        lambda: {"b": [x, x * 2.0], "a": Pair(x, (x * 3.0,))},
        lambda: {"b": [x * 10.0, x], "a": Pair(go.constant(0.0), (x,))},
    )
    found = run(y, {p: True})
    assert found["b"] == [2, 4]
    assert found["a"] == Pair(2, (6,))
    assert run(y, {p: False})["b"] == [20, 2]


def test_nothing_and_nodes() -> None:
    v = go.Variable(np.int32(0), name="v")
    p = go.placeholder(go.bool, ())
    node = cond(p, lambda: raw.NoOp(), lambda: raw.AssignAddVariableOp(resource=v.handle, value=np.int32(1)))
    assert isinstance(node, go.Node)
    with go.Session() as session:
        session.run(v.initializer)
        assert session.run(node, {p: True}) is None
        assert session.variables["v"] == 0
        session.run(node, {p: False})
        assert session.variables["v"] == 1


def test_a_python_bool_is_decided_now(graph: Any) -> None:
    x = go.constant(1.0)
    before = len(graph.get_operations())
    assert cond(True, lambda: x, lambda: 1 / 0) is x
    assert len(graph.get_operations()) == before


def test_loops_of_one_variable_and_of_structures() -> None:
    assert run(count_to(5)) == 5
    found = while_loop(
        lambda d: raw.Less(x=d["i"], y=3),
        lambda d: {"i": d["i"] + 1, "s": (d["s"][0] * 2.0, [d["s"][1][0] + 1.0])},
        [{"i": go.constant(0), "s": (go.constant(1.0), [go.constant(0.5)])}],
    )
    assert run(found) == {"i": 3, "s": (8, [3.5])}
    assert run(while_loop(lambda i: raw.Less(x=i, y=3), lambda i: [i + 1], [0], return_same_structure=True)) == [3]


def test_many_turns_do_not_grow_the_stack() -> None:
    assert run(count_to(3000)) == 3000


def test_case() -> None:
    k = go.placeholder(go.int32, ())
    y = switch_case(k, [lambda: go.constant(10.0), lambda: go.constant(20.0), lambda: go.constant(30.0)])
    assert [run(y, {k: value}) for value in (0, 1, 2, 3, -1, 2**31 - 1, -(2**31))] == [10, 20, 30, 30, 30, 30, 30]
    by_number = {1: lambda: go.constant(20.0), 0: lambda: go.constant(10.0)}
    y = go.switch_case(k, by_number, default=lambda: go.constant(0.0))
    assert [run(y, {k: value}) for value in (0, 1, 2, -1)] == [10, 20, 0, 0]
    z = case([(raw.Less(x=k, y=0), lambda: go.constant(-1.0)), (raw.Greater(x=k, y=5), lambda: go.constant(1.0))])
    assert [run(z, {k: value}) for value in (-3, 9)] == [-1, 1]
    with pytest.raises(InvalidArgumentError, match="None of the conditions"):
        run(z, {k: 2})


def test_static_shapes() -> None:
    p = go.placeholder(go.bool, ())
    a, b = go.placeholder(go.float32, (2, 3)), go.placeholder(go.float32, (2, 4))
    y = cond(p, lambda: (a, a, a), lambda: (b, a, raw.Reshape(tensor=b, shape=[-1])))
    assert [str(t.shape) for t in y] == ["(2, None)", "(2, 3)", "<unknown>"] or [t.shape.rank for t in y] == [
        2,
        2,
        None,
    ]
    assert y[0].shape[0] == 2


def test_shapes_that_are_not_as_promised() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (None,))
        p = go.placeholder(go.bool, ())
        y = cond(p, lambda: x, lambda: x * 2.0)
        message = graph.as_graph_def()
        for node in message.node:
            if "output_shapes" in node.attr:
                node.attr["output_shapes"].list.shape[0].dim[0].size = 7
        name, names = y.name, (x.name, p.name)
    with go.Graph().as_default():
        go.import_graph_def(message, name="")
        assert run(name, {names[0]: np.ones(7), names[1]: True}).shape == (7,)
        with pytest.raises(InvalidArgumentError, match="output_shapes"):
            run(name, {names[0]: np.ones(3), names[1]: True})


# -- what is refused --------------------------------------------------------------------------------------------------


def tensor(value: Any = 1.0) -> Any:
    return go.constant(value)


REFUSED = {
    "pred of another dtype": (
        lambda: cond(tensor(), tensor, tensor),
        InvalidTypeError,
        "pred of cond\\(\\) must have dtype bool",
    ),
    "no function": (lambda: cond(tensor(True), 3, tensor), InvalidTypeError, "true_fn must be a function"),
    "other structures": (
        lambda: cond(tensor(True), lambda: (tensor(), tensor()), tensor),
        InvalidArgumentError,
        "nested",
    ),
    "other dtypes": (
        lambda: cond(tensor(True), tensor, lambda: tensor(np.int32(1))),
        InvalidTypeError,
        "results of branches must have the same dtypes",
    ),
    "something and nothing": (lambda: cond(tensor(True), tensor, lambda: None), InvalidArgumentError, "gives nothing"),
    "no branches": (lambda: switch_case(tensor(np.int32(0)), []), InvalidArgumentError, "branch_fns must hold"),
    "numbers that leave one out": (
        lambda: switch_case(tensor(np.int32(0)), {1: lambda: tensor(1.0)}),
        InvalidArgumentError,
        "from 0 on, got \\[1\\]",
    ),
    "an index of another dtype": (lambda: switch_case(tensor(np.int64(0)), [tensor]), InvalidTypeError, "int32"),
    "no pairs": (lambda: case([]), InvalidArgumentError, "pred_fn_pairs"),
    "no variables": (lambda: while_loop(lambda: tensor(True), lambda: None, []), InvalidArgumentError, "loop_vars"),
    "a condition that is no bool": (lambda: while_loop(lambda i: i, lambda i: i, [0]), InvalidTypeError, "bool scalar"),
    "a condition that is a vector": (
        lambda: while_loop(lambda i: raw.Less(x=i, y=[3, 4]), lambda i: i, [0]),
        InvalidTypeError,
        "bool scalar",
    ),
    "a body that changes the dtype": (
        lambda: while_loop(lambda i: raw.Less(x=i, y=3), lambda i: raw.Cast(x=i, DstT="int64"), [0]),
        InvalidTypeError,
        "keep the dtype",
    ),
    "a body that changes the shape": (
        lambda: while_loop(lambda i: tensor(True), lambda i: raw.ExpandDims(input=i, axis=0), [0]),
        InvalidArgumentError,
        "keep the shape",
    ),
    "a body that gives fewer": (
        lambda: while_loop(lambda i, j: tensor(True), lambda i, j: i, [0, 0]),
        InvalidArgumentError,
        "nested",
    ),
    "shapes for others": (
        lambda: while_loop(lambda i: tensor(True), lambda i: i, [0], shape_invariants=[(), ()]),
        InvalidArgumentError,
        "shape_invariants",
    ),
    "a shape that does not fit": (
        lambda: while_loop(lambda i: tensor(True), lambda i: i, [0], shape_invariants=[(2,)]),
        InvalidArgumentError,
        "shape_invariants must allow",
    ),
    "no functions": (lambda: while_loop(1, 2, [0]), InvalidTypeError, "must be functions"),
    "keys that cannot be sorted": (
        lambda: while_loop(lambda d: tensor(True), lambda d: d, [{1: tensor(), "a": tensor()}]),
        InvalidTypeError,
        "sortable",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    write, kind, sentence = REFUSED[name]
    with pytest.raises(kind, match=sentence):
        write()


def test_a_tensor_of_a_branch_used_outside() -> None:
    kept = []
    cond(tensor(True), lambda: kept.append(tensor() * 2.0) or kept[0], tensor)
    with pytest.raises(InvalidArgumentError):
        raw.Neg(x=kept[0])


def test_an_error_in_a_branch_leaves_the_default_graph(graph: Any) -> None:
    with pytest.raises(ZeroDivisionError):
        cond(tensor(True), lambda: 1 / 0, tensor)
    assert go.get_default_graph() is graph
    assert run(tensor(3.0)) == 3


def test_a_failing_node_in_a_loop_is_named_with_its_line() -> None:
    y = while_loop(lambda i: raw.Less(x=i, y=9), lambda i: raw.FloorDiv(x=9, y=3 - i, name="quotient") * 0 + i + 1, [0])
    with pytest.raises(InvalidArgumentError) as caught:
        run(y)
    notes = "\n".join(caught.value.__notes__)
    assert "quotient" in notes
    assert "test_control_flow.py" in notes


# -- limits -----------------------------------------------------------------------------------------------------------


def forever(x: Any) -> Any:
    return while_loop(lambda s: go.constant(True), lambda s: s + 1.0, [x])


def test_timeout_in_a_loop() -> None:
    y = forever(go.constant(0.0))
    with go.Session() as session:
        start = time.monotonic()
        with pytest.raises(DeadlineExceededError):
            session.run(y, timeout=0.2)
        assert time.monotonic() - start < 2


def test_cancel_in_a_loop() -> None:
    y = forever(go.constant(0.0))
    nested = while_loop(lambda s: go.constant(True), lambda s: forever(s), [go.constant(0.0)])
    for fetch in (y, nested):
        with go.Session() as session:
            timer = threading.Timer(0.2, session.cancel)
            timer.start()
            with pytest.raises(CancelledError):
                session.run(fetch, timeout=20)
            timer.join()
            assert session.run(go.constant(1.0)) == 1


def test_memory_in_a_loop_does_not_add_up() -> None:
    """Each turn needs a mebibyte or three; two hundred turns do not need more."""
    x = go.constant(np.ones(1 << 17))
    y = while_loop(lambda i, s: raw.Less(x=i, y=200), lambda i, s: (i + 1, raw.Sin(x=s) * s + s), [0, x])[1]
    total = raw.Sum(input=y, axis=[0])
    assert np.isfinite(run(total, memory_limit=8 << 20))
    with pytest.raises(ResourceExhaustedError):
        run(total, memory_limit=1 << 20)


def test_memory_of_what_a_gradient_keeps_is_counted_and_given_back() -> None:
    x = go.placeholder(go.float64, (1 << 15,))
    y = while_loop(lambda i, s: raw.Less(x=i, y=40), lambda i, s: (i + 1, raw.Sin(x=s)), [0, x])[1]
    (dx,) = go.gradients(y, x)
    total = raw.Sum(input=dx, axis=[0])
    ones = np.ones(1 << 15)
    with go.Session(config=go.SessionConfig(memory_limit=64 << 20)) as session:
        for _ in range(10):
            session.run(total, {x: ones})


def test_eight_threads() -> None:
    n = go.placeholder(go.int32, ())
    x = go.placeholder(go.float64, (50,))

    def body(i: Any, s: Any) -> Any:
        return i + 1, cond(raw.Equal(x=raw.FloorMod(x=i, y=2), y=0), lambda: s * 1.5, lambda: s + x)

    y = while_loop(lambda i, _: raw.Less(x=i, y=n), body, [np.int32(0), x])[1]
    (dx,) = go.gradients(y, x)
    errors: list[BaseException] = []

    with go.Session() as session:
        expected = {k: session.run([y, dx], {n: k, x: np.full(50, 0.1 * k)}) for k in range(8)}

        def work(k: int) -> None:
            try:
                for _ in range(12):
                    found = session.run([y, dx], {n: k, x: np.full(50, 0.1 * k)})
                    for got, want in zip(found, expected[k], strict=True):
                        np.testing.assert_array_equal(got, want)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not errors, errors[0]
