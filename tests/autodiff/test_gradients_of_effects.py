"""Gradients of functions with random numbers, state, other dtypes: what ran is what is differentiated, and ran once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.build.control_flow import cond, while_loop
from graphops.graph.body_graph import BodyGraph

raw = go.raw_ops


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def noise() -> Any:
    return raw.RandomUniform(shape=[3], dtype="double")


def in_a_loop(x: Any) -> Any:
    return while_loop(lambda i, _: raw.Less(x=i, y=3), lambda i, s: (i + 1, s * noise()), [np.int32(0), x])[1]


def in_a_branch(x: Any) -> Any:
    return cond(raw.Less(x=raw.Sum(input=x, axis=[0]), y=np.float64(100)), lambda: x * noise(), lambda: x)


def in_a_call(x: Any) -> Any:
    body = BodyGraph(x.graph)
    with body.as_default():
        a = body.argument(go.float64, go.TensorShape((3,)), "a")
        y = a * noise()
    f = body.function("f", [a], [y])
    return raw.StatefulPartitionedCall(args=[x], Tout=["double"], f=f.name)[0]


@pytest.mark.parametrize("write", [in_a_loop, in_a_branch, in_a_call])
def test_the_same_random_numbers(write: Any) -> None:
    """y = x * r: the slope is r, so y / x, in each run anew."""
    x = go.placeholder(go.float64, (3,))
    y = write(x)
    (dx,) = go.gradients(y, x)
    seen = set()
    with go.Session() as session:
        for _ in range(5):
            value, slope = session.run([y, dx], {x: [1.0, 2.0, 4.0]})
            np.testing.assert_allclose(value / np.array([1, 2, 4]), slope, rtol=1e-14)
            seen.add(value.tobytes())
    assert len(seen) == 5


@pytest.mark.parametrize("kind", ["loop", "branch"])
def test_effects_happen_once(kind: str) -> None:
    v = go.Variable(np.float64(0), name="v")
    x = go.placeholder(go.float64, ())

    def change(s: Any) -> Any:
        with go.control_dependencies([v.assign_add(1.0)]):
            return s * x

    if kind == "loop":
        y = while_loop(lambda i, _: raw.Less(x=i, y=3), lambda i, s: (i + 1, change(s)), [np.int32(0), x])[1]
    else:
        y = cond(raw.Less(x=x, y=np.float64(9)), lambda: change(x), lambda: x)
    (dx,) = go.gradients(y, x)
    (ddx,) = go.gradients(dx, x)
    turns = 3 if kind == "loop" else 1
    with go.Session() as session:
        session.run(v.initializer)
        for number in range(1, 4):
            found = session.run([y, dx, ddx], {x: 2.0})
            assert session.variables["v"] == number * turns
    power = turns + 1
    np.testing.assert_allclose(
        found, [2.0**power, power * 2.0 ** (power - 1), power * (power - 1) * 2.0 ** (power - 2)]
    )


def test_a_variable_that_changes_between_turns() -> None:
    """Each turn multiplies by the value that it read then; the gradient remembers all of them."""
    v = go.Variable(np.float64(1), name="v")
    x = go.placeholder(go.float64, ())

    def body(i: Any, s: Any) -> Any:
        with go.control_dependencies([v.assign_add(1.0)]):
            factor = v.value()
        return i + 1, s * factor

    y = while_loop(lambda i, _: raw.Less(x=i, y=3), body, [np.int32(0), x])[1]
    (dx,) = go.gradients(y, x)
    with go.Session() as session:
        session.run(v.initializer)
        assert session.run([y, dx], {x: 10.0}) == [240, 24]


def test_variables_second_order() -> None:
    w = go.Variable(np.float64(0.5), name="w")
    x = go.placeholder(go.float64, ())
    y = while_loop(lambda i, _: raw.Less(x=i, y=3), lambda i, s: (i + 1, s * w.value() + x), [np.int32(0), x])[1]
    (dw,) = go.gradients(y, w)
    (ddw,) = go.gradients(dw, w)
    (dwx,) = go.gradients(dw, x)
    with go.Session() as session:
        session.run(w.initializer)  # y = x (w**3 + w**2 + w + 1)
        found = session.run([dw, ddw, dwx], {x: 3.0})
    np.testing.assert_allclose(found, [3 * (0.75 + 1 + 1), 3 * (3 + 2), 2.75])


@pytest.mark.parametrize("dtype", ["half", "bfloat16", "float", "complex64", "complex128"])
def test_dtypes(dtype: str) -> None:
    x = go.placeholder(dtype, (2,))
    y = while_loop(
        lambda i, _: raw.Less(x=i, y=2),
        lambda i, s: (i + 1, cond(raw.Less(x=i, y=1), lambda: s * x, lambda: s + x)),
        [np.int32(0), x],
    )[1]
    ones = np.ones(2).astype(go.as_dtype(dtype).numpy_dtype)
    (dx,) = go.gradients(y, x, [go.constant(ones, dtype)])
    values = np.array([1.5, -2.0]) + (0.5j if dtype.startswith("complex") else 0)
    with go.Session() as session:
        found = session.run(dx, {x: values.astype(ones.dtype)})
    assert found.dtype == ones.dtype
    np.testing.assert_allclose(found.astype(np.complex128), np.conj(2 * values + 1), rtol=1e-2)


def test_stop_gradients_at_what_a_loop_gives() -> None:
    x = go.placeholder(go.float64, ())
    y = while_loop(lambda i, _: raw.Less(x=i, y=3), lambda i, s: (i + 1, s * x), [np.int32(0), x])[1]
    z = y * x
    (dx,) = go.gradients(z, x, stop_gradients=[y])
    with go.Session() as session:
        assert session.run(dx, {x: 2.0}) == 16


def test_given_gradients() -> None:
    x = go.placeholder(go.float64, (3,))
    a, b = while_loop(lambda i, *_: raw.Less(x=i, y=2), lambda i, a, b: (i + 1, a * x, b + a), [np.int32(0), x, x])[1:]
    (dx,) = go.gradients([a, b], x, [np.array([1.0, 0, 0]), np.array([0, 1.0, 2.0])])
    values = np.array([2.0, 3.0, 5.0])
    with go.Session() as session:
        found = session.run(dx, {x: values})
    # a = x**3, b = x + x + x**2
    np.testing.assert_allclose(found, [12, 2 + 6, 2 * (2 + 10)])


def test_unconnected() -> None:
    x, w = go.placeholder(go.float64, ()), go.placeholder(go.float64, ())
    y = while_loop(lambda i, _: raw.Less(x=i, y=2), lambda i, s: (i + 1, s * x), [np.int32(0), x])[1]
    assert go.gradients(y, w) == [None]
    (zero,) = go.gradients(y, w, unconnected_gradients="zero")
    with go.Session() as session:
        assert session.run(zero, {w: 3.0}) == 0


def test_integers_only() -> None:
    x = go.placeholder(go.float64, ())
    n = while_loop(lambda i: raw.Less(x=i, y=5), lambda i: i + 1, [raw.Cast(x=x, DstT="int32")])
    y = raw.Cast(x=n, DstT="double") * x
    (dx,) = go.gradients(y, x)
    with go.Session() as session:
        assert session.run(dx, {x: 2.0}) == 5


def test_the_same_loop_behind_several_ys() -> None:
    x = go.placeholder(go.float64, ())
    a, b = while_loop(lambda i, *_: raw.Less(x=i, y=3), lambda i, a, b: (i + 1, a * x, b * a), [np.int32(0), x, x])[1:]
    firsts = [go.gradients(y, x)[0] for y in (a, b, a * b)]
    with go.Session() as session:
        found = session.run(firsts, {x: 1.5})
    # a = x**4, b = x * x * x**2 * x**3 = x**7
    np.testing.assert_allclose(found, [4 * 1.5**3, 7 * 1.5**6, 11 * 1.5**10])


def test_exported_after_several_gradients(tmp_path: Any, graph: Any) -> None:
    x = go.placeholder(go.float64, (), name="x")
    y = while_loop(lambda i, _: raw.Less(x=i, y=3), lambda i, s: (i + 1, raw.Sin(x=s) * x), [np.int32(0), x])[1]
    first = go.gradients(y, x)[0]
    second = go.gradients(first, x)[0]
    for name, tensor in (("y", y), ("first", first), ("second", second)):
        raw.Identity(input=tensor, name=name)
    names = ["y:0", "first:0", "second:0"]
    with go.Session() as session:
        expected = session.run(names, {x: 0.7})
    go.save_graph(graph, tmp_path / "g.pb")
    with go.Session(go.load_graph(tmp_path / "g.pb")) as session:
        assert session.run(names, {"x:0": 0.7}) == expected
