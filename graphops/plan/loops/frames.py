"""The frame executor, which runs TensorFlow 1's loops and conditionals: a node runs when its inputs have arrived.

Each execution of a node belongs to an iteration of a frame. The output that a Switch does not choose is dead; so is
every node that depends on it, up to a Merge. A loop is a frame: Enter passes values into it, NextIteration passes them
to its next iteration, Exit passes them out. One thread runs the nodes that are ready, those of older iterations first,
then in the order of their creation. So the same run has the same order each time.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.graph.node import add_node_notes
from graphops.plan.accounts import Ledger, bytes_of
from graphops.plan.calls import bring
from graphops.plan.choose.kernel_choice import Choice
from graphops.plan.execute import execute
from graphops.plan.loops.control import COND, CONSTANT, ENTER, EXIT, KERNEL, MERGE, NEXT, SWITCH, TRIGGER
from graphops.plan.loops.frame_program import Edge, FrameProgram, Item
from graphops.plan.plan_execution import PlanExecution
from graphops.plan.run_state import RunState
from graphops.plan.step import Step
from graphops_registry.errors import InvalidArgumentError, must
from graphops_registry.kernels.context import Context
from graphops_registry.resource import handle_in

if TYPE_CHECKING:
    from graphops.plan.make import Plan

_DEAD: Final[Any] = type("Dead", (), {"__repr__": lambda self: "DEAD"})()


class _Waiting:
    """The inputs of a node that have arrived in one iteration."""

    __slots__ = ("dead", "inputs", "left")

    def __init__(self, item: Item) -> None:
        self.inputs: list[Any] = [None] * item.data
        self.left = item.controls if item.kind == MERGE else item.data + item.controls
        self.dead = 0


class _Iteration:
    __slots__ = ("busy", "frame", "number", "serial", "waiting")

    def __init__(self, frame: _Frame, number: int, serial: int) -> None:
        self.busy = 0  # items that are ready, and frames within that are not done
        self.frame = frame
        self.number = number
        self.serial = serial
        self.waiting: dict[int, _Waiting | None] = {}  # None: the item has run


class _Frame:
    """A loop that is running, or the root.

    Attributes:
        enters_left: items that have not led into it yet.
        busy: items that are ready and frames within that are not done.
        constants: what is the same in every iteration.
        left_alive: exits that gave a value.
        oldest: the number of the first iteration that may still do something.
    """

    __slots__ = (
        "busy", "children", "constants", "enters_left", "iterations", "left_alive", "name", "oldest", "parent",
    )  # fmt: skip

    def __init__(self, name: tuple[str, ...], parent: _Iteration | None, enters_left: int) -> None:
        self.name = name
        self.parent = parent
        self.enters_left = enters_left
        self.busy = 0
        self.constants: list[tuple[Item, Any]] = []
        self.left_alive: set[int] = set()
        self.oldest = 0
        self.iterations: dict[int, _Iteration] = {}
        self.children: dict[tuple[int, tuple[str, ...]], _Frame] = {}


def run_frames(plan: Plan, program: FrameProgram, fed: Sequence[Any], run: RunState) -> list[Any]:
    """The values of the program's fetches, on the host.

    Raises:
        InvalidArgumentError: a fetch that is dead.
        GraphopsError: with notes that name the node, its inputs and the user's line.
    """
    return _FrameRun(plan, program, run).run(fed)


class _FrameRun:
    """One run of a program."""

    def __init__(self, plan: Plan, program: FrameProgram, run: RunState) -> None:
        self.plan = plan
        self.program = program
        self.state = run
        self.serials = count()
        self.ready: list[tuple[int, int, int, Any, _Iteration]] = []
        self.order = count()
        self.root = _Frame((), None, 0)
        self.start = self._iteration(self.root, 0)
        self.wanted = {place for place in program.fetches if isinstance(place, tuple)}
        self.results: dict[tuple[int, int], Any] = {}
        self.around = _FrameExecution(run, plan)
        self.values_in_inputs: dict[int, list[int]] = {}  # by id: how many inputs have the value, bytes

    def run(self, fed: Sequence[Any]) -> list[Any]:
        try:
            return self._run(fed)
        finally:
            self.state.account.live -= sum(size for _, size in self.values_in_inputs.values())

    def _run(self, fed: Sequence[Any]) -> list[Any]:
        program, state = self.program, self.state
        for number in program.sources:
            self._queue(program.items[number], [], self.start)
        for edges, value in zip(program.fed, fed, strict=True):
            for edge in edges:
                self._deliver(edge, value, self.start)
        while self.ready:
            if state.watched:
                state.check()
            _, number, _, inputs, iteration = heapq.heappop(self.ready)
            values = list(inputs) if inputs is not None and state.account.limit is not None else ()
            self._execute(program.items[number], inputs, iteration)
            for value in values:
                self._drop(value)
            self._rest(iteration)
            self._close(iteration.frame)
        return [self._result(place, fed) for place in program.fetches]

    def _result(self, place: tuple[int, int] | int, fed: Sequence[Any]) -> Any:
        if isinstance(place, int):
            return bring(fed[place], None)
        value = self.results.get(place, _DEAD)
        tensor = self.program.items[place[0]].node.outputs[place[1]]
        if value is _DEAD:
            raise InvalidArgumentError(
                f"a fetch must have a value, got none for '{tensor.name}': it is on a branch that was not taken"
            )
        if tensor.dtype.is_ref:
            value = self.state.resources.read(handle_in(value))
        return bring(value, None)

    # -- tokens -----------------------------------------------------------------------------------------------

    def _iteration(self, frame: _Frame, number: int) -> _Iteration:
        found = frame.iterations.get(number)
        if found is None:
            found = frame.iterations[number] = _Iteration(frame, number, next(self.serials))
            for item, value in frame.constants:
                self._send(item, [value], False, found)
        return found

    def _queue(self, item: Item, inputs: Any, iteration: _Iteration) -> None:
        iteration.waiting[item.number] = None
        iteration.busy += 1
        iteration.frame.busy += 1
        heapq.heappush(self.ready, (iteration.serial, item.number, next(self.order), inputs, iteration))

    def _deliver(self, edge: Edge, value: Any, iteration: _Iteration, from_enter: bool = False) -> None:
        """A value, or the mark that it is dead, arrives at an input."""
        number, index = edge
        if index >= 0 and self.state.account.limit is not None:
            self._hold(value)
        item = self.program.items[number]
        waiting = iteration.waiting.get(number)
        if waiting is None:
            if number in iteration.waiting:
                return  # a Merge that has run gets a second value
            waiting = iteration.waiting[number] = _Waiting(item)
        if item.kind == MERGE:
            if index < 0:
                waiting.left -= 1
            elif value is _DEAD:
                waiting.dead = item.data if from_enter else waiting.dead + 1
            elif not any(known is not None for known in waiting.inputs):
                waiting.inputs[index] = value
            alive = any(known is not None for known in waiting.inputs)
            if not waiting.left and (alive or waiting.dead >= item.data):
                self._queue(item, waiting.inputs if alive else None, iteration)
            return
        waiting.left -= 1
        if value is _DEAD:
            waiting.dead += 1
        elif index >= 0:
            waiting.inputs[index] = value
        if not waiting.left:
            dead = waiting.dead and item.kind != TRIGGER
            self._queue(item, None if dead else waiting.inputs, iteration)

    def _hold(self, value: Any) -> None:
        """Count the bytes of a value while an input holds it; only if there is a limit."""
        found = self.values_in_inputs.get(id(value))
        if found is not None:
            found[0] += 1
        elif hasattr(value, "nbytes"):
            size = bytes_of(value)
            self.values_in_inputs[id(value)] = [1, size]
            self.state.account.live += size

    def _drop(self, value: Any) -> None:
        found = self.values_in_inputs.get(id(value))
        if found is not None:
            found[0] -= 1
            if not found[0]:
                self.state.account.live -= self.values_in_inputs.pop(id(value))[1]

    def _send(self, item: Item, outputs: Sequence[Any] | None, from_enter: bool, iteration: _Iteration) -> None:
        """Send an item's outputs to all readers; ``None``: all of them are dead."""
        for index, edges in enumerate(item.edges[:-1]):
            value = _DEAD if outputs is None else outputs[index]
            for edge in edges:
                self._deliver(edge, value, iteration, from_enter)
        token = _DEAD if outputs is None else True
        for edge in item.edges[-1]:
            self._deliver(edge, token, iteration)

    def _rest(self, iteration: _Iteration) -> None:
        """A node of an iteration has run; drop the iterations that no value can reach any more."""
        frame = iteration.frame
        iteration.busy -= 1
        frame.busy -= 1
        if frame.parent is None or frame.enters_left > 0:
            return
        oldest = frame.iterations.get(frame.oldest)
        while oldest is not None and not oldest.busy and frame.oldest + 1 in frame.iterations:
            del frame.iterations[frame.oldest]
            frame.oldest += 1
            oldest = frame.iterations.get(frame.oldest)

    def _close(self, frame: _Frame) -> None:
        """If the loop is done, tell the parent; exits that never gave a value are dead."""
        while not frame.busy and not frame.enters_left and frame.parent is not None:
            parent = frame.parent
            del parent.frame.children[parent.number, frame.name]
            for number in self.program.exits.get(frame.name, ()):
                if number not in frame.left_alive:
                    self._leave(self.program.items[number], None, parent)
            frame.enters_left = -1
            frame = parent.frame
            self._rest(parent)

    def _leave(self, item: Item, outputs: Sequence[Any] | None, parent: _Iteration) -> None:
        if outputs is not None and (item.number, 0) in self.wanted:
            self.results[item.number, 0] = outputs[0]
        self._send(item, outputs, False, parent)

    # -- nodes ------------------------------------------------------------------------------------------------

    def _execute(self, item: Item, inputs: list[Any] | None, iteration: _Iteration) -> None:
        """Run an item; ``inputs`` is ``None`` for a dead one."""
        kind, frame = item.kind, iteration.frame
        if item.reads and inputs is not None:
            for index in item.reads:
                inputs[index] = self.state.resources.read(handle_in(inputs[index]))
        if kind == ENTER:
            self._enter(item, inputs, iteration)
            return
        if kind == EXIT:
            if inputs is not None and frame.parent is not None:
                frame.left_alive.add(item.number)
                self._leave(item, inputs, frame.parent)
            return
        if kind == NEXT:
            if inputs is not None:
                self._send(item, inputs, False, self._iteration(frame, iteration.number + 1))
            return
        outputs = None if inputs is None else self._outputs(item, inputs)
        if frame is self.root:
            for index in range(len(item.node.outputs)):
                if (item.number, index) in self.wanted and outputs is not None:
                    self.results[item.number, index] = outputs[index]
        self._send(item, outputs, False, iteration)

    def _enter(self, item: Item, inputs: list[Any] | None, iteration: _Iteration) -> None:
        key = (iteration.number, item.enters)
        parent = iteration.frame
        frame = parent.children.get(key)
        if frame is None:
            frame = parent.children[key] = _Frame(item.enters, iteration, self.program.enters[item.enters])
            parent.busy += 1
            iteration.busy += 1
            self._iteration(frame, 0)
        frame.enters_left -= 1
        frame.busy += 1  # until its outputs are sent
        if item.node.attrs["is_constant"]:
            value = _DEAD if inputs is None else inputs[0]
            frame.constants.append((item, value))
            for each in list(frame.iterations.values()):
                self._send(item, None if value is _DEAD else [value], True, each)
        else:
            self._send(item, inputs, True, frame.iterations[0])
        frame.busy -= 1
        self._close(frame)

    def _outputs(self, item: Item, inputs: list[Any]) -> Sequence[Any]:
        kind = item.kind
        if kind == KERNEL:
            return self._compute(item, inputs)
        if kind == CONSTANT:
            return [item.node.attrs["value"]]
        if kind in (SWITCH, COND):
            condition = np.asarray(bring(inputs[-1], None))
            if condition.shape:
                argument = "pred" if kind == SWITCH else "input"
                error = must(argument, item.node.type, "be a scalar", f"shape {condition.shape}")
                add_node_notes(error, item.node, [])
                raise error
        if kind == SWITCH:
            taken = bool(condition)
            return [_DEAD, inputs[0]] if taken else [inputs[0], _DEAD]
        if kind == MERGE:
            index = next(i for i, value in enumerate(inputs) if value is not None)
            return [inputs[index], _INDICES[index] if index < len(_INDICES) else _index(index)]
        return inputs if kind == COND else []

    def _compute(self, item: Item, values: list[Any]) -> Sequence[Any]:
        step = item.step
        if step is None:
            raise InvalidArgumentError(f"node '{item.node.name}' must have a kernel").concerns(
                op=item.node.type, node=item.node.name
            )
        return execute(step, values, self.around)[1]


class _FrameExecution(PlanExecution):
    """The environment of the steps of a plan with loops, whose values may be on any device."""

    __slots__ = ()
    brings = True

    def __init__(self, run: RunState, plan: Plan) -> None:
        super().__init__(run, plan.functions, Ledger(run.account))
        self.plainly = self.plainly and not plan.devices

    def run(self, step: Step, choice: Choice, context: Context, inputs: Sequence[Any]) -> Sequence[Any]:
        if step.on_host:
            return super().run(step, choice, context, inputs)
        with step.where.device.use(step.where.index):
            return super().run(step, choice, context, inputs)

    def bring(self, step: Step, inputs: list[Any]) -> list[Any]:
        """The inputs where the kernel reads them, and the values of variables in place of references."""
        kernels = step.kernels
        if step.reads:
            inputs = super().bring(step, list(inputs))
        if not step.on_host or any(not isinstance(value, np.ndarray) for value in inputs):
            on_host = {index for index, value in enumerate(inputs) if value.dtype.kind == "O"} | {*kernels.host_inputs}
            inputs = [
                bring(value, None if kernels.all_on_host or index in on_host else step.where)
                for index, value in enumerate(inputs)
            ]
        return inputs


def _index(number: int) -> Any:
    value = np.array(number, dtype=np.int32)
    value.flags.writeable = False
    return value


_INDICES: Final = tuple(_index(number) for number in range(8))
