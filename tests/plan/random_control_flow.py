"""Random graphs with TensorFlow 1's control flow, nested as ``cond`` and ``while_loop`` nest it.

Effects and draws of random numbers are in one chain of control inputs, so that what a graph computes is certain.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import graphops as go

raw = go.raw_ops

_FEW = 4  # iterations of a loop
_OPS = ("AddV2", "Sub", "Mul", "Minimum", "Maximum", "Neg", "Identity", "Identity", "FloorDiv")


class Context:
    """Where nodes are made: the top level, a branch or a loop.

    Attributes:
        numbers: int32 scalars that can be read here without any more nodes.
        vectors: float32 vectors.
        pivot: what a node runs after that would else run wherever it is.
        inner: of conditionals before this point here: the predicate, the side and a number of that branch.
    """

    def __init__(self, parent: Context | None, pivot: Any) -> None:
        self.parent = parent
        self.pivot = pivot
        self.numbers: list[Any] = []
        self.vectors: list[Any] = []
        self.inner: list[tuple[Any, bool, Any]] = []
        self._brought: dict[Any, Any] = {}

    def bring(self, tensor: Any) -> Any:
        """A tensor of the parent, in here."""
        if tensor not in self._brought:
            self._brought[tensor] = self._bring(tensor)
        return self._brought[tensor]

    def _bring(self, tensor: Any) -> Any:
        raise NotImplementedError


class Branch(Context):
    def __init__(self, parent: Context, pred: Any, side: bool, pivot: Any) -> None:
        super().__init__(parent, pivot)
        self.pred, self.side = pred, side

    def _bring(self, tensor: Any) -> Any:
        switch = raw.Switch(data=tensor, pred=self.pred)
        return switch.output_true if self.side else switch.output_false


class Loop(Context):
    def __init__(self, parent: Context, name: str) -> None:
        super().__init__(parent, None)
        self.name = name

    def _bring(self, tensor: Any) -> Any:
        return raw.Enter(data=tensor, frame_name=self.name, is_constant=True)


class Graph:
    """A graph of a seed, what to fetch of it, and what to feed in each run."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = random.Random(seed)  # noqa: S311
        self.graph = go.Graph()
        self.graph.seed = 5
        self.loops = 0
        self.targets: list[Any] = []
        self.dead: list[Any] = []
        with self.graph.as_default():
            self._build()

    def feeds(self, run: int) -> dict[Any, Any]:
        chance = random.Random(run * 7919 + self.seed)  # noqa: S311
        found: dict[Any, Any] = {tensor: np.int32(chance.randint(-2, 4)) for tensor in self.given_numbers}
        found.update((tensor, chance.random() < 0.5) for tensor in self.given_preds)
        size = 2 if run < 4 else chance.randint(1, 3)
        found[self.given_vector] = np.arange(size, dtype=np.float32) - chance.randint(0, 2)
        for tensor in self.fed:
            found[tensor] = np.int32(chance.randint(-1, 3))
        return found

    def _build(self) -> None:
        chance = self.chance
        top = Context(None, None)
        self.given_numbers = [go.placeholder(go.int32, ()) for _ in range(3)]
        self.given_preds = [go.placeholder(go.bool, ()) for _ in range(2)]
        self.given_vector = go.placeholder(go.float32, [None])
        self.variable = go.Variable(np.int32(1), name="v")
        self.order: Any = None  # the last effect
        top.numbers += self.given_numbers
        top.vectors.append(self.given_vector)
        self._steps(top, chance.randint(3, 9), chance.randint(1, 3))
        made = [t for t in top.numbers if t not in self.given_numbers] or [top.numbers[0] + 1]
        awaited = {control for node in self.graph.nodes for control in node.control_inputs}
        free = [tensor for tensor in made if tensor.node not in awaited]  # to feed another one would untie the effects
        self.fed = [chance.choice(free)] if free and chance.random() < 0.1 else []
        self.fetches: list[Any] = [made[-1], chance.choice(made), top.vectors[-1]]
        if chance.random() < 0.3 and self.targets:
            self.fetches.append(chance.choice(self.targets).node)
        if chance.random() < 0.1 and self.dead:
            self.fetches.append(chance.choice(self.dead))
        if self.order is not None:
            self.fetches.append(self.order)

    # -- nodes ----------------------------------------------------------------------------------------------------

    def _steps(self, here: Context, count: int, depth: int) -> None:
        for _ in range(count):
            roll = self.chance.random()
            if depth and roll < 0.22:
                self._cond(here, depth - 1)
            elif depth and roll < 0.36:
                self._loop(here, depth - 1)
            elif roll < 0.48:
                self._effect(here)
            elif roll < 0.6:
                self._vector(here)
            else:
                here.numbers.append(self._number(here))
            if here.numbers and self.chance.random() < 0.1:
                self.targets.append(here.numbers[-1])

    def _any(self, here: Context) -> Any:
        """A number, of here or of what is around."""
        if here.parent is not None and (not here.numbers or self.chance.random() < 0.3):
            return here.bring(self._any(here.parent))
        return self.chance.choice(here.numbers)

    def _constant(self, here: Context, value: int) -> Any:
        with go.control_dependencies([] if here.pivot is None else [here.pivot]):
            if not isinstance(here, Loop) or here.pivot is not None:
                return go.constant(np.int32(value))
        assert here.parent is not None
        return here.bring(self._constant(here.parent, value))

    def _number(self, here: Context) -> Any:
        chance, x = self.chance, self._any(here)
        y = self._any(here) if chance.random() < 0.6 else self._constant(here, chance.randint(-2, 3))
        bound = [] if here.pivot is None or chance.random() < 0.2 else [here.pivot]
        with go.control_dependencies(bound):
            op = chance.choice(_OPS)
            if op == "FloorDiv" and chance.random() < 0.8:
                y = raw.Maximum(x=y, y=self._constant(here, 1))
            if op == "Neg":
                return raw.Neg(x=x)
            return raw.Identity(input=x) if op == "Identity" else getattr(raw, op)(x=x, y=y)

    def _vector(self, here: Context) -> None:
        if not here.vectors:
            if here.parent is None or not here.parent.vectors:
                return
            here.vectors.append(here.bring(self.chance.choice(here.parent.vectors)))
        x = self.chance.choice(here.vectors)
        if self.chance.random() < 0.3:
            here.numbers.append(raw.Size(input=x))
        elif self.chance.random() < 0.3:
            zero = self._constant(here, 0)
            size = raw.Minimum(x=raw.Shape(input=x), y=raw.Maximum(x=self._any(here), y=zero))
            here.vectors.append(raw.Slice(input=x, begin=raw.ExpandDims(input=zero, axis=zero), size=size))
        else:
            here.vectors.append(raw.Mul(x=x, y=raw.Cast(x=self._any(here), DstT="float32")))

    def _pred(self, here: Context) -> Any:
        chance = self.chance
        if here.parent is None and chance.random() < 0.5:
            return chance.choice(self.given_preds)
        if chance.random() < 0.1 and not isinstance(here, Loop):
            with go.control_dependencies([] if here.pivot is None else [here.pivot]):
                return go.constant(chance.random() < 0.5)
        found = raw.Less(x=self._any(here), y=self._any(here))
        return raw.Identity(input=found) if chance.random() < 0.2 else found

    def _effect(self, here: Context) -> None:
        """Add to the variable, read it, or draw a number, after the last effect."""
        chance, x = self.chance, self._any(here)
        before = [each for each in (self.order, here.pivot) if each is not None]
        handle = self.variable.handle
        for loop in _loops(here):
            handle = loop.bring(handle)
        with go.control_dependencies(before):
            roll = chance.random()
            if roll < 0.4:
                change = raw.AssignAddVariableOp(resource=handle, value=x)
                self.order = getattr(change, "node", change)
            elif roll < 0.8:
                read = raw.ReadVariableOp(resource=handle, dtype="int32")
                here.numbers.append(read)
                self.order = read.node
            else:
                three = self._constant(here, 3)
                zero, shape = self._constant(here, 0), raw.Shape(input=x)
                draw = raw.RandomUniformInt(shape=shape, minval=zero, maxval=three, seed=3)
                here.numbers.append(draw)
                self.order = draw.node

    # -- control flow -----------------------------------------------------------------------------------------------

    def _cond(self, here: Context, depth: int) -> None:
        chance = self.chance
        again = chance.choice(here.inner) if here.inner and chance.random() < 0.4 else None
        pred = self._pred(here) if again is None else again[0]
        pivots = raw.Switch(data=pred, pred=pred)
        before, ends = self.order, []
        for side in (False, True):
            pivot = raw.Identity(input=pivots.output_true if side else pivots.output_false)
            branch = Branch(here, pred, side, pivot.node)
            self.order = before
            branch.numbers += [value for given, which, value in here.inner if given is pred and which is side]
            self._steps(branch, chance.randint(0, 3), depth)
            found = self._any(branch)
            with go.control_dependencies([pivot] if self.order is None else [pivot, self.order]):
                ends.append((branch, raw.Identity(input=found)))
        for branch, value in ends:
            here.inner.append((pred, branch.side, value))
            self.dead.append(value)
        values = [value for _, value in ends]
        if chance.random() < 0.5:
            values.reverse()
        merge = raw.Merge(inputs=values)
        here.numbers += [merge.output, merge.value_index] if chance.random() < 0.3 else [merge.output]
        self.order = merge.output.node

    def _loop(self, here: Context, depth: int) -> None:
        chance = self.chance
        self.loops += 1
        loop = Loop(here, f"loop{self.loops}")
        starts = [self._constant(here, chance.randint(0, 2))] + [self._any(here) for _ in range(chance.randint(0, 2))]
        with go.control_dependencies([] if self.order is None else [self.order]):
            starts = [raw.Identity(input=start) for start in starts]
        entered = [raw.Enter(data=start, frame_name=loop.name) for start in starts]
        merges = [raw.Merge(inputs=[e, e]).output for e in entered]
        limit, one = self._constant(loop, chance.randint(0, _FEW)), self._constant(loop, 1)
        self.order = None
        condition = raw.Less(x=merges[0], y=limit)
        if chance.random() < 0.3:
            other = raw.Less(x=chance.choice(merges), y=self._constant(loop, chance.randint(1, 9)))
            condition = raw.LogicalAnd(x=condition, y=other)
        goes_on = raw.LoopCond(input=condition)
        switches = [raw.Switch(data=merge, pred=goes_on) for merge in merges]
        pivot = raw.Identity(input=switches[0].output_true)
        loop.pivot = pivot.node
        loop.numbers += [switch.output_true for switch in switches]
        self._steps(loop, chance.randint(0, 4), depth)
        values = [raw.AddV2(x=switches[0].output_true, y=one)]
        values += [self._tied(loop, switches[0].output_true) for _ in switches[1:]]
        with go.control_dependencies([] if self.order is None else [self.order]):
            values = [raw.Identity(input=value) for value in values]
        for merge, value in zip(merges, values, strict=True):
            merge.node.set_late_input(1, raw.NextIteration(data=value))
        exits = [raw.Exit(data=switch.output_false) for switch in switches]
        here.numbers += exits
        self.order = exits[-1].node

    def _tied(self, loop: Context, counter: Any) -> Any:
        """A number that exists only in iterations that take place."""
        return raw.AddV2(x=self._any(loop), y=raw.Minimum(x=counter, y=counter))


def _loops(here: Context | None) -> list[Loop]:
    """The loops around, outermost first."""
    found: list[Loop] = []
    while here is not None:
        if isinstance(here, Loop):
            found.append(here)
        here = here.parent
    return found[::-1]
