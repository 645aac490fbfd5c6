"""Loops, conditionals and calls put together at random: values as plain Python gives them, gradients as differences."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.build.control_flow import cond, switch_case, while_loop
from graphops.graph.body_graph import BodyGraph
from tests.autodiff.differences import check_gradients

raw = go.raw_ops
X, W = np.array([0.4, -0.7]), np.array([0.9, 0.3])
Step = Callable[[Any, list[Any]], list[Any]]


class Numbers:
    """The same program on arrays: what is expected."""

    def __init__(self) -> None:
        self.names = {"Sin": np.sin, "Tanh": np.tanh, "Neg": np.negative}

    def apply(self, op: str, *args: Any) -> Any:
        if op in self.names:
            return self.names[op](*args)
        return args[0] * args[1] if op == "Mul" else args[0] + args[1]

    def repeat(self, times: int, body: Any, values: list[Any]) -> list[Any]:
        for turn in range(times):
            values = body(turn, values)
        return values

    def choose(self, index: int, bodies: list[Any]) -> list[Any]:
        return list(bodies[index]())

    def even(self, turn: Any, one: Any, other: Any) -> list[Any]:
        return list((one if turn % 2 == 0 else other)())

    def call(self, body: Any, values: list[Any]) -> list[Any]:
        return list(body(values))


class Nodes:
    """The program as a graph."""

    def apply(self, op: str, *args: Any) -> Any:
        return getattr(raw, op)(**dict(zip("xy", args, strict=False)))

    def repeat(self, times: int, body: Any, values: list[Any]) -> list[Any]:
        found = while_loop(
            lambda i, *_: raw.Less(x=i, y=times), lambda i, *v: (i + 1, *body(i, list(v))), [np.int32(0), *values]
        )
        return list(found[1:])

    def choose(self, index: int, bodies: list[Any]) -> list[Any]:
        at = raw.PlaceholderWithDefault(input=np.int32(index), shape=())
        if len(bodies) == 2:
            return list(cond(raw.Equal(x=at, y=0), *bodies))
        return list(switch_case(at, bodies))

    def even(self, turn: Any, one: Any, other: Any) -> list[Any]:
        return list(cond(raw.Equal(x=raw.FloorMod(x=turn, y=2), y=0), one, other))

    def call(self, body: Any, values: list[Any]) -> list[Any]:
        outer = go.get_default_graph()
        graph = BodyGraph(outer)
        with graph.as_default():
            arguments = [graph.argument(go.float64, go.TensorShape((2,)), "a") for _ in values]
            results = body(arguments)
        function = graph.function("f", [*arguments, *graph.captures.values()], results)
        given = [*values, *graph.captures]
        found = raw.StatefulPartitionedCall(args=given, Tout=["double"] * len(results), f=function.name)
        return [raw.EnsureShape(input=each, shape=(2,)) for each in found]


def program(chance: random.Random, depth: int) -> Callable[[Any, list[Any], Any], list[Any]]:
    """A function of a machine, two values and a turn (or none) that gives two values, and may use what is around it."""
    steps: list[Any] = []
    for _ in range(chance.choice((1, 2, 3))):
        kind = chance.choice(("op", "op", "loop", "choice", "even", "call") if depth else ("op",))
        if kind == "op":
            steps.append(
                ("op", chance.choice(("Sin", "Tanh", "Neg", "Mul", "Add")), chance.randrange(2), chance.randrange(3))
            )
        elif kind == "loop":
            steps.append(("loop", chance.choice((0, 1, 2, 3)), program(chance, depth - 1)))
        elif kind == "choice":
            count = chance.choice((2, 3))
            steps.append(("choice", chance.randrange(count), [program(chance, depth - 1) for _ in range(count)]))
        else:
            steps.append((kind, program(chance, depth - 1), program(chance, depth - 1)))
    outer = chance.random() < 0.7

    def write(m: Any, values: list[Any], turn: Any, around: Any) -> list[Any]:
        values = list(values)
        around = values[0] if around is None else around
        for step in steps:
            # Inner functions use tensors of outer ones: captures, over several levels.
            near = m.apply("Sin", values[1]) if outer else around
            match step:
                case ("op", op, at, other):
                    pool = [*values, near]
                    args = [values[at]] if op in ("Sin", "Tanh", "Neg") else [values[at], pool[other]]
                    values[at] = m.apply("AddV2" if op == "Add" else op, *args)
                case ("loop", times, body):
                    values = m.repeat(times, lambda i, v, body=body, near=near: body(m, v, i, near), values)
                case ("choice", index, bodies):
                    now = list(values)
                    values = m.choose(
                        index, [lambda body=body, now=now, near=near: body(m, now, turn, near) for body in bodies]
                    )
                case ("even", one, two) if turn is not None:
                    now = list(values)
                    values = m.even(
                        turn,
                        lambda one=one, now=now, near=near: one(m, now, turn, near),
                        lambda two=two, now=now, near=near: two(m, now, turn, near),
                    )
                case ("call", one, _):
                    values = m.call(lambda v, one=one, near=near: one(m, v, None, near), values)
        return values

    return write


def check(seed: int, order: int) -> None:
    written = program(random.Random(seed), 3)  # noqa: S311
    want = written(Numbers(), [X, W], None, None)
    if np.abs(want).max() > 100:  # differences of large numbers say nothing
        pytest.skip("the values grow too much")
    found = check_gradients(lambda x, w: written(Nodes(), [x, w], None, None), X, W, order=order)
    for got, value in zip(found[:2], want, strict=True):
        np.testing.assert_allclose(got, value, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("seed", range(24))
def test_first_order(seed: int) -> None:
    check(seed, 1)


@pytest.mark.parametrize("seed", range(100, 106))
def test_second_order(seed: int) -> None:
    check(seed, 2)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_many(seed: int) -> None:
    check(seed, 1 + seed % 2)
