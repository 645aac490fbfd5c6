"""Random programs with passes and without: what they give, what they fail with, and what state they leave.

Programs are made of what passes look at - constants, equal nodes, identities, sizes, chains to fuse, reads and writes
of variables, random numbers, control edges, loops and conditionals - and what they must leave alone.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.plan.make import ancestors
from graphops.plan.passes.optimise import PASSES, optimise
from tests.plan.rewritten import EACH_ALONE, bits, rewritten

raw = go.raw_ops
UNARY = ("Neg", "Square", "Relu", "Abs", "Sign", "Floor", "Identity", "Snapshot", "StopGradient")
BINARY = ("AddV2", "Sub", "Mul", "Maximum", "DivNoNan", "RealDiv")


class Program:
    """A graph of ``size`` steps; the same for the same seed.

    All floats are small integers at first and there is no rounding that an order could change, so that results can be
    compared bit for bit.
    """

    def __init__(self, seed: int, size: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311
        self.graph = go.Graph()
        self.graph.seed = 7
        with self.graph.as_default():
            self.x = go.placeholder(go.float32, (2, 3), name="x")
            self.n = go.placeholder(go.float32, (None, 3), name="n")
            self.v = go.Variable(np.full((2, 3), 2.0, np.float32), name="v")
            self.ref = raw.VariableV2(shape=(2, 3), dtype=go.float32)
            self.start = [self.v.initializer, raw.Assign(ref=self.ref, value=np.ones((2, 3), np.float32)).node]
            self.tensors = [self.x, go.constant(np.arange(6, dtype=np.float32).reshape(2, 3)), self.n]
            self.sizes = [go.constant([2, 3]), go.constant([2, 3])]
            self.effects: list[Any] = []
            for _ in range(size):
                self.step()
            self.fetches = self.pick_fetches()

    def any(self) -> Any:
        return self.chance.choice(self.tensors)

    def step(self) -> None:
        chance = self.chance
        kinds = ("unary", "unary", "binary", "binary", "constant", "same", "shape", "state", "control", "random",
                 "check", "branch", "loop", "many")  # fmt: skip
        getattr(self, chance.choice(kinds))()

    def add(self, tensor: Any) -> None:
        self.tensors.append(raw.EnsureShape(input=tensor, shape=(2, 3)) if self.chance.random() < 0.2 else tensor)

    def unary(self) -> None:
        op = self.chance.choice(UNARY)
        names = {"Relu": "features", "Identity": "input", "Snapshot": "input", "StopGradient": "input"}
        self.add(getattr(raw, op)(**{names.get(op, "x"): self.any()}))

    def binary(self) -> None:
        self.add(getattr(raw, self.chance.choice(BINARY))(x=self.any(), y=self.any()))

    def constant(self) -> None:
        value = self.chance.choice((0.0, -0.0, 1.0, 2.0, float("nan"), float("inf")))
        make = self.chance.choice(
            (
                lambda: go.constant(np.full((2, 3), value, np.float32)),
                lambda: raw.Fill(dims=self.chance.choice(self.sizes), value=np.float32(value)),
            )
        )
        self.add(make())

    def same(self) -> None:
        x = self.any()
        self.add(
            self.chance.choice(
                (
                    lambda: raw.Reshape(tensor=x, shape=self.chance.choice(self.sizes)),
                    lambda: raw.Transpose(x=x, perm=[0, 1]),
                    lambda: raw.Sum(input=x, axis=np.zeros(0, np.int32)),
                    lambda: raw.Cast(x=x, DstT=go.float32),
                    lambda: raw.AddN(inputs=[x]),
                    lambda: raw.PlaceholderWithDefault(input=x, shape=self.chance.choice([(2, 3), (None, 3), None])),
                    lambda: raw.Pad(input=x, paddings=np.zeros((2, 2), np.int32)),
                    lambda: raw.IdentityN(input=[x, self.any()])[1],
                )
            )()
        )

    def shape(self) -> None:
        sizes = self.chance.choice((lambda: raw.Shape(input=self.any()), lambda: raw.ShapeN(input=[self.any()] * 2)[1],
                                    lambda: raw.Pack(values=[2, raw.Size(input=[1, 2, 3])])))()  # fmt: skip
        self.sizes.append(sizes)

    def state(self) -> None:
        chance = self.chance
        kind = chance.randrange(5)
        if kind == 0:
            self.add(self.v.value())
        elif kind == 1:
            self.add(raw.Identity(input=self.ref))
        elif kind == 2:
            self.add(raw.AddV2(x=self.ref, y=self.any()))
        else:  # all changes in a row, and all reads after the last one: any other order is not defined
            with self.graph.control_dependencies([self.after(), *self.effects[-1:]]):
                value = np.full((2, 3), chance.choice((1.0, 2.0)), np.float32)
                if kind == 3:
                    self.effects.append(self.v.assign_add(value, read_value=False))
                else:
                    self.effects.append(raw.AssignAdd(ref=self.ref, value=value).node)

    def after(self) -> Any:
        """Something after everything that was written so far."""
        with self.graph.control_dependencies([tensor.node for tensor in self.tensors if tensor.node.inputs]):
            return raw.NoOp()

    def control(self) -> None:
        with self.graph.control_dependencies([self.any().node for _ in range(self.chance.choice((1, 2)))]):
            self.unary()

    def random(self) -> None:
        op = self.chance.choice(("RandomUniform", "RandomStandardNormal"))
        self.add(getattr(raw, op)(shape=self.chance.choice(self.sizes), dtype=go.float32, seed=3, seed2=4))

    def check(self) -> None:
        self.add(raw.CheckNumerics(tensor=self.any(), message="check"))

    def many(self) -> None:
        x, op = self.any(), self.chance.choice(("Neg", "Square"))
        self.add(raw.AddV2(x=getattr(raw, op)(x=x), y=getattr(raw, op)(x=x)))

    def branch(self) -> None:
        x, y = self.any(), self.any()
        at = self.chance.choice((lambda: go.constant(True), lambda: raw.Less(x=raw.Rank(input=x), y=2)))()
        self.add(
            go.cond(
                at,
                lambda: raw.Neg(x=raw.Reshape(tensor=x, shape=[2, 3])),
                lambda: raw.AddV2(x=raw.Identity(input=y), y=raw.Square(x=go.constant(2.0))),
            )
        )

    def loop(self) -> None:
        y = self.any()
        start = raw.EnsureShape(input=self.any(), shape=(2, 3))
        _, found = go.while_loop(
            lambda i, _: raw.Less(x=i, y=2),
            lambda i, v: (
                i + 1,
                raw.Reshape(tensor=raw.Sub(x=raw.Identity(input=v), y=y), shape=raw.Shape(input=v)),
            ),
            [go.constant(0), start],
        )
        self.add(found)

    def pick_fetches(self) -> list[Any]:
        chance = self.chance
        found: list[Any] = chance.sample(self.tensors, min(len(self.tensors), chance.choice((1, 3, 6))))
        found += chance.sample(self.sizes, 1)
        found += [self.any().node for _ in range(chance.choice((0, 0, 2))) if self.any().node.type != "Placeholder"]
        return [*(f for f in found if not isinstance(f, go.Node) or f.type != "Placeholder"), *self.effects[-1:]]

    def feeds(self) -> dict[Any, Any]:
        chance = self.chance
        feeds = {
            self.x: np.array([[1, -2, 0], [3, -0.0, 2]], np.float32),
            self.n: np.ones((chance.choice((2, 2, 2, 1, 3)), 3)),
        }
        for tensor in chance.sample(self.tensors, min(len(self.tensors), chance.choice((0, 0, 1, 2)))):
            feeds.setdefault(tensor, np.full((2, 3), 5, np.float32))
        if chance.random() < 0.2:
            feeds[chance.choice(self.sizes[:2])] = [2, 3]
        return feeds


def run(program: Program, feeds: dict[Any, Any], passes: tuple[str, ...]) -> list[Any]:
    """What two runs give, and the state that they leave."""
    config = go.SessionConfig(plan_passes=passes)
    with go.Session(program.graph, config=config) as session, np.errstate(all="ignore"):
        for each in program.start:
            session.run(each)
        found: list[Any] = []
        for _ in range(2):
            try:
                found.append(session.run(program.fetches, feeds))
            except go.GraphopsError as error:
                found.append((type(error), str(error).splitlines()[0]))
        found.append(session.run([program.v.value(), raw_identity(program)]))
        return found


def raw_identity(program: Program) -> Any:
    with program.graph.as_default():
        if not hasattr(program, "last"):
            program.last = raw.Identity(input=program.ref)  # type: ignore[attr-defined]
    return program.last  # type: ignore[attr-defined]


def check(seed: int, size: int) -> None:
    program = Program(seed, size)
    feeds = program.feeds()
    raw_identity(program)
    wanted = run(program, feeds, ())
    for passes in (PASSES, *EACH_ALONE):
        assert bits(run(program, feeds, passes)) == bits(wanted), passes
    found = rewritten(program.fetches, list(feeds))
    # Nothing that has an effect is lost, and nothing changes places.
    before = [n for n in ancestors(program.fetches, list(feeds)) if n.op_def.is_stateful and n.type != "Placeholder"]
    assert [node for node in found.nodes if node.op_def.is_stateful] == before
    # What is left is left by a second walk, too.
    again = optimise(found.nodes, program.fetches, list(feeds), ("fold_constants", "drop_identities"))
    assert len(again.nodes) <= len(found.nodes)


@pytest.mark.parametrize("seed", range(60))
def test_random_programs(seed: int) -> None:
    check(seed, 6 + seed // 3)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1000, 2500))
def test_many_random_programs(seed: int) -> None:
    check(seed, 4 + seed % 40)


@pytest.mark.parametrize("count", [2000])
def test_a_long_program_takes_linear_time(count: int) -> None:
    """Twice the nodes, about twice the work: counted by the notes and nodes, not by a clock."""
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (4,))
        y = x
        for _ in range(count):
            y = raw.Identity(input=raw.AddV2(x=raw.Sin(x=y), y=raw.Sin(x=y)))
        found = rewritten([y], [x])
        assert len(found.nodes) == 2 * count
        assert len(found.notes) == 2 * count
