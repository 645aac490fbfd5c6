"""A plan as straight-line Python code, for one combination of feed shapes.

A plan that runs repeatedly with feeds of the same shapes uses the same kernels each time, and most of the checks that
:func:`graphops.plan.run.run_plan` makes at each step have the same result.  A :class:`Program` makes them once.  It is
a generated function: each step is a line, each value a local variable.

* Steps that depend only on constants and shapes are computed once, when the program is made.
* A *static* step, whose input shapes and host values never vary, calls its prepared kernel.
* A *direct* step is a static one whose kernel is a function of arrays (mostly a ufunc).  The program calls the function
  itself and may tell it where to write: small results into buffers that outlive the run, large ones over an operand
  that no later step reads.
* A static step with constant inputs may be another function, which its kernel makes for these constants
  (``Prepared.direct_for``). Where that gives ``None``, the program calls the kernel itself.
* After a few more runs consecutive static steps that are calls of machine code become one call of a *list*
  (:mod:`graphops.plan.program.call_lists`), with the lines of the single steps for values that the list does not take.
* So do steps on small variables that follow one another (:mod:`graphops.plan.program.variable_steps`).
* A loop whose condition and body are steps of machine code becomes one (:mod:`graphops.plan.program.loop_lists`).
* All other steps are *dynamic*: they choose their kernel at each run, as in ``run_plan``.
* Where a shape depends on values, the code expects the shape of the recorded run and checks it; where the choice of a
  kernel depends on a few integers, it expects these.  If they are others, the rest of this run goes step by step; if
  that happens often, the code is made again without the expectation.

A buffer is reused only if nothing else can see it: its value is not fetched, and all kernels that read it neither keep
nor return their inputs (``Prepared.fresh``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final
from weakref import ref

import numpy as np

from graphops.plan.accounts import LARGE, Ledger
from graphops.plan.calls import FunctionPlans
from graphops.plan.choose.kernel_choice import Choice
from graphops.plan.choose.memory_checks import check_memory
from graphops.plan.contexts import StepContext
from graphops.plan.execute import execute
from graphops.plan.plan_execution import PlanExecution, with_notes
from graphops.plan.program.chains import Group, schedule
from graphops.plan.program.loop_lists import Read, loop_list
from graphops.plan.program.program_code import BUFFER_BYTES, generate
from graphops.plan.program.program_values import Code, frozen
from graphops.plan.run_state import RunState
from graphops.plan.run_steps import run_steps
from graphops_registry.device_def import device_type
from graphops_registry.errors import GraphopsError, InternalError
from graphops_registry.kernels.context import IN_A_PLAN, NO_CONTEXT
from graphops_registry.kernels.loop_list import BoundLoop
from graphops_registry.locks import new_rlock

if TYPE_CHECKING:
    from graphops.plan.make import Plan
    from graphops.plan.step import Step

_compiling: Final = new_rlock()
Key = tuple[tuple[int, ...], ...]

# Runs with the same shapes before one is recorded: to plan for these shapes and to generate code takes as long as the
# plan did, which many a caller runs once.
RUNS_BEFORE: Final = 1
_MOST_PROGRAMS: Final = 16  # combinations of shapes for which one plan has a program
_MOST_SEEN: Final = 256
_COMPILE: Final = 0.1  # seconds to compile a chain, or less
_NEVER: Final = 1 << 62
RUNS_BEFORE_LISTS: Final = 4
_TURNS_BEFORE_LISTS: Final = 1000
_TURNS_BEFORE_MACHINE: Final = 64
_MISSES: Final = 3  # times that a step may give other shapes than recorded; then the code takes them as they come


class Programs:
    """The programs of a plan, by the shapes of its feeds, and how often other shapes were seen.

    Attributes:
        found: the programs.
        possible: whether there may be any.
        ran: whether the plan was run before, without a trace, a debugger and a memory limit.
    """

    __slots__ = ("_before", "_making", "_plan", "_plans", "_seen", "found", "possible", "ran")

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._before = 0 if plan.by_engine else RUNS_BEFORE  # weights would be prepared for kernels that run once
        self._plans: dict[Key, Plan] = {}  # with models, which are compiled once, though their first run may fail
        self._making = new_rlock()
        self.found: dict[Key, Program] = {}
        self._seen: dict[Key, int] = {}
        self.ran = False
        self.possible = "programs" in plan.passes and plan.frames is None and not plan.devices

    def due(self, key: Key) -> Plan | None:
        """Count a run with these shapes; the plan to run and to record now, to make a program of it.

        It is the plan itself, or one for these shapes alone if that has other steps.  ``None``: none is due.
        """
        if not self.possible or len(self.found) >= _MOST_PROGRAMS:
            return None
        if len(self._seen) >= _MOST_SEEN:
            self._seen.clear()
        count = self._seen[key] = self._seen.get(key, 0) + 1
        if count <= self._before:
            return None
        if not self._plan.by_engine:
            return self._plan_for(key)
        with self._making:
            found = self._plans.get(key)
            if found is None and len(self._plans) < _MOST_PROGRAMS:
                found = self._plans[key] = self._plan_for(key)
        return found

    def _plan_for(self, key: Key) -> Plan:
        plan = self._plan
        if plan.remake is None:
            return plan
        try:
            found = plan.remake(feed_shapes=key)
        except GraphopsError:  # the plan says so itself when it runs
            return plan
        is_other = [step.node.op for step in found.steps] != [step.node.op for step in plan.steps]
        return found if is_other or plan.by_engine else plan  # which may have other weights, too

    def record(self, key: Key, plan: Plan, recording: RunRecord) -> None:
        """Make the program from a recorded run of a plan that :meth:`due` returned."""
        self.found[key] = Program(plan, key, recording)


class RunRecord:
    """The record of a run of :func:`run_plan`.

    Attributes:
        choices: the kernel of each step, ``None`` if none ran.
        values: of each step the small outputs, ``None`` for the others.
        shapes: of each step the shapes of the outputs, ``None`` for what is no array of the host.
    """

    __slots__ = ("choices", "shapes", "values")

    def __init__(self) -> None:
        self.choices: list[Choice | None] = []
        self.values: list[tuple[Any, ...]] = []
        self.shapes: list[tuple[tuple[int, ...] | None, ...]] = []

    def reordered(self, order: Sequence[int]) -> RunRecord:
        """The record of the same steps in another order."""
        found = RunRecord()
        found.choices = [self.choices[index] for index in order]
        found.values = [self.values[index] for index in order]
        found.shapes = [self.shapes[index] for index in order]
        return found

    def chosen(self, number: int) -> Choice:
        """What the step of that number did. Plans with devices have no steps that do not run.

        Raises:
            InternalError: it did not run.
        """
        choice = self.choices[number]
        if choice is None:
            raise InternalError(f"step {number} of a recorded run must have run, but it has not")
        return choice

    def add(self, choice: Choice | None, outputs: Sequence[Any]) -> None:
        """Record one step. Only small arrays are kept, because the record lives as long as the plan.

        Args:
            choice: what ran; ``None`` if no kernel did.
        """
        self.choices.append(choice)
        self.values.append(
            tuple(o if isinstance(o, np.ndarray) and o.nbytes <= BUFFER_BYTES else None for o in outputs)
        )
        self.shapes.append(tuple(o.shape if isinstance(o, np.ndarray) else None for o in outputs))


class _Compiled:
    """Generated code, ready to run.

    Attributes:
        plan, recording: what it was generated from; the order of the steps may be another one than the plan's.
        function: ``function(fed, run, frame)``, without the setting that keeps NumPy from warning.
        frames: buffers that no run uses at the moment.
    """

    __slots__ = ("__weakref__", "code", "frames", "function", "plan", "recording", "silent")

    def __init__(self, plan: Plan, recording: RunRecord, code: Code, names: dict[str, Any]) -> None:
        self.plan = plan
        self.recording = recording
        exec(code.code, names)  # noqa: S102 - the text is made of numbered names only
        self.code = code
        self.function: Callable[..., list[Any]] = names["program"]
        self.silent: Callable[..., list[Any]] = np.errstate(all="ignore")(self.function)
        self.frames: deque[tuple[Any, ...]] = deque()

    def frame(self) -> tuple[Any, ...]:
        """Buffers for one run; give them back to ``frames``."""
        try:
            return self.frames.pop()
        except IndexError:
            make = self.code.make_frame
            return () if make is None else make()


class Program:
    """See the module."""

    __slots__ = (
        "__weakref__",
        "_compiled",
        "_due",
        "_groups",
        "_key",
        "_lists",
        "_loop",
        "_missed",
        "_plan",
        "_recording",
        "_runs",
        "_schedule",
    )

    def __init__(self, plan: Plan, key: Key, recording: RunRecord) -> None:
        self._plan = plan
        self._key = key
        self._recording = recording
        # Step -> how often it gave other shapes than recorded; ~step -> how often its inputs had other values.
        self._missed: dict[int, int] = {}
        self._groups: Mapping[int, Group] = {}
        self._runs = 0
        self._loop: _MachineLoop | None = None  # as whose condition it was last used
        self._lists = "call_lists" not in plan.passes  # whether there is nothing left to do about them
        self._due = _NEVER  # runs, after which it has paid to compile chains
        self._compiled = self._compile()
        self._schedule = schedule(plan, recording, self._compiled.code.computing) if "chains" in plan.passes else None
        if self._schedule is not None:
            self._due = ceil(_COMPILE * self._schedule.kinds / self._schedule.saved)

    def _compile(self) -> _Compiled:
        plan, varying = self._plan, {step for step, count in self._missed.items() if count >= _MISSES}
        recording = self._recording
        code = generate(plan, self._key, recording, varying, self._groups, self._lists and "call_lists" in plan.passes)
        go_on = partial(_go_on, ref(self), plan)  # no cycle: a program that is dropped frees its buffers at once
        names = {**code.names, "dynamic": execute, "execution": _ProgramExecution, "context": StepContext,
                 "functions": plan.functions, "fits": _fits, "unasked": IN_A_PLAN, "passing": NO_CONTEXT,
                 "go_on": go_on}  # fmt: skip
        return _Compiled(plan, recording, code, names)

    def count_runs(self, count: int, compile_now: bool = True) -> None:
        """Note runs. If it has run so often that it would have paid to compile its chains at once, compile them now."""
        self._runs += count
        if compile_now:
            if self._runs >= self._due:
                self._compile_chains()
            if not self._lists and self._runs >= RUNS_BEFORE_LISTS:
                self._make_lists()

    def _make_lists(self) -> None:
        with _compiling:
            if not self._lists:
                self._lists = True
                self._compiled = self._compile()

    def _compile_chains(self) -> None:
        self._due = _NEVER
        with _compiling:
            found, self._schedule = self._schedule, None
            if found is None:  # another thread does it
                return
            place = found.position
            self._missed = {place[k] if k >= 0 else ~place[~k]: count for k, count in self._missed.items()}
            self._plan, self._recording, self._groups = found.plan, found.recording, found.groups
            self._compiled = self._compile()

    @property
    def run_free(self) -> bool:
        """Whether it runs without a :class:`RunState`: no step needs one, and none takes long."""
        return self._compiled.code.run_free

    @property
    def hands_out(self) -> bool:
        """Whether its results may be given to a caller as they are: arrays of their own, none of rank 0."""
        return self._compiled.code.hands_out

    @property
    def text(self) -> str:
        """The generated code."""
        return self._compiled.code.text

    @property
    def shapes(self) -> tuple[tuple[int, ...] | None, ...]:
        """Those of the results, where they never vary."""
        return self._compiled.code.fetch_shapes

    def run(self, fed: Sequence[Any], run: RunState | None) -> list[Any]:
        """The values of the plan's fetches.

        Args:
            fed: host arrays of the shapes that the program is for, which do not change meanwhile.
            run: may be ``None`` when ``run_free``.
        """
        if run is not None and run.watched:
            run.check()
        self.count_runs(1)
        compiled = self._compiled
        if compiled.code.held:
            fed = frozen(fed, compiled.code.held)
        try:
            if compiled.code.make_frame is None:
                return compiled.silent(fed, run, ())
            frame = compiled.frame()
            try:
                return compiled.silent(fed, run, frame)
            finally:
                compiled.frames.append(frame)
        except Exception as error:
            explained = self.explained(error, run, compiled)
            if explained is error:
                raise
            raise explained from error

    def repeat(
        self, body: Program, values: Sequence[Any], run: RunState, holds: Callable[[Any], bool]
    ) -> tuple[bool, Sequence[Any]]:
        """``while holds(self.run(values)[0]): values = body.run(values)``, as long as the shapes stay the same.

        Returns:
            Whether the loop has ended, and the last values.
        """
        self.count_runs(0)
        body.count_runs(0)
        loop, before = self._loop_with(body), 0
        if loop is not None:
            ended, before, values = loop.run(values, run)
            self.count_runs(before, compile_now=False)
            body.count_runs(before, compile_now=False)
            if ended:
                loop.turns = before
                return True, values
        again = 0 if loop is None or before else max(_TURNS_BEFORE_MACHINE, 2 * (loop.turns or 0))
        goes_on, step = self._compiled, body._compiled
        condition, function, shapes = goes_on.function, step.function, self._key
        values = frozen(values, sorted({*goes_on.code.held, *step.code.held}))  # what the body makes is no caller's
        varying = [i for i, shape in enumerate(shapes) if step.code.fetch_shapes[i] != shape]
        first, second, turns = goes_on.frame(), step.frame(), 0
        try:
            with np.errstate(all="ignore"):
                while holds(condition(values, run, first)[0]):
                    if run.watched:
                        run.check()
                    values = function(values, run, second)
                    turns += 1
                    if turns == _TURNS_BEFORE_LISTS and not (self._lists and body._lists):
                        return False, values  # the next time there is a faster way
                    if turns == again:
                        return False, values  # longer than the last time, so that machine code may be worth while
                    for index in varying:
                        if values[index].shape != shapes[index]:
                            return False, values
            return True, values
        except Exception as error:
            explained = body.explained(self.explained(error, run, goes_on), run, step)
            if explained is error:
                raise
            raise explained from error
        finally:
            if loop is not None:
                loop.turns = before + turns
            self.count_runs(turns, compile_now=False)
            body.count_runs(turns, compile_now=False)
            goes_on.frames.append(first)
            step.frames.append(second)

    def _loop_with(self, body: Program) -> _MachineLoop | None:
        """The loop of this condition and a body in machine code, if there is one."""
        found, goes_on, step = self._loop, self._compiled, body._compiled
        if found is None or not found.is_of(goes_on, step):
            with _compiling:
                found = self._loop = _MachineLoop(goes_on, step)
        return found if found.exists else None

    def go_on(
        self,
        plan: Plan,
        first: int,
        reason: int,
        values: tuple[dict[int, str], dict[int, Any]],
        variables: dict[str, Any],
        run: RunState,
    ) -> list[Any]:
        """The values of the plan's fetches, when shapes or values are not what the code is for: the rest runs step by
        step.

        Args:
            plan: whose steps the code is for.
            first: the step that is next.
            reason: why, see ``_missed``.
            values: for the registers that are still needed their variables, or what they always hold.
            variables: of the code, where it is now.
        """
        if plan is self._plan:
            missed = self._missed[reason] = self._missed.get(reason, 0) + 1
            if missed == _MISSES:
                with _compiling:
                    self._compiled = self._compile()
        registers = list(plan.registers)
        live, constants = values
        for register, name in live.items():
            value = variables.get(name)  # none on a branch that was not taken
            # A kernel for other shapes may hand on its input, so none sees a buffer that outlives the run.
            registers[register] = value.copy() if value is not None and name.startswith("b") else value
        for register, value in constants.items():
            registers[register] = value
        run_steps(plan, plan.steps[first:], registers, run, None)
        return [registers[register] for register in plan.fetches]

    def explained(self, error: Exception, run: RunState | None, compiled: _Compiled) -> Exception:
        """``error`` with the node that it comes from, found by the line of the generated code."""
        traceback: TracebackType | None = error.__traceback__
        while traceback is not None and traceback.tb_frame.f_code is not compiled.function.__code__:
            traceback = traceback.tb_next
        if traceback is None:
            return error
        code = compiled.code
        index = code.step_of_line.get(traceback.tb_lineno)
        if index is None:
            return error
        step = compiled.plan.steps[index]
        variables = {**code.names, **traceback.tb_frame.f_locals}
        inputs = [variables.get(name) for name in code.inputs_of_step[index]]
        choice = compiled.recording.choices[index]
        return with_notes(error, step, choice, inputs, run.repro if run is not None else None)


class _MachineLoop:
    """A condition and a body as one loop in machine code.

    Attributes:
        exists: whether there is such a loop.
        turns: how many iterations there were the last time, if that is known.
    """

    __slots__ = ("_condition_and_body", "_idle", "_make", "_reads", "exists", "turns")

    def __init__(self, condition: _Compiled, body: _Compiled) -> None:
        self._condition_and_body = ref(condition), ref(body)
        self._idle: deque[BoundLoop] = deque()  # those that no run uses at the moment
        self._make: Callable[[], BoundLoop] | None = None
        self._reads: Sequence[Read] = ()
        self.turns: int | None = None
        if condition.code.notes is not None and body.code.notes is not None:
            noted = loop_list(condition.code.notes, body.code.notes)
            if noted is not None:
                self._make = device_type("CPU").compile_loop(noted.calls)
                self._reads = noted.reads
        self.exists = self._make is not None

    def is_of(self, condition: _Compiled, body: _Compiled) -> bool:
        """Whether it was made of these."""
        first, second = self._condition_and_body
        return first() is condition and second() is body

    def run(self, values: Sequence[Any], run: RunState) -> tuple[bool, int, Sequence[Any]]:
        """Run iterations: whether the loop has ended, how many there were, and the values after them."""
        if self._make is None:
            return False, 0, values
        try:
            loop = self._idle.pop()
        except IndexError:
            loop = self._make()
        turns, count = 0, len(values)
        try:
            while True:
                found = [self._read(read, values, run) for read in self._reads]
                watch = _Watch(self, values, found, run)
                given = [*values, *(each for part in found for each in part)]
                ended, more, after = loop(given, watch, self.turns) or (False, 0, values)
                turns, values = turns + more, after[:count]
                if not watch.stale:
                    return ended, turns, values
        except _UnreadableError:  # the next iteration says so
            return False, turns, values
        finally:
            self._idle.append(loop)

    def _read(self, read: Read, values: Sequence[Any], run: RunState) -> Sequence[Any]:
        try:
            return read.read(run, [values[position] for position in read.positions])
        except GraphopsError as error:
            raise _UnreadableError from error

    def is_stale(self, values: Sequence[Any], found: Sequence[Sequence[Any]], run: RunState) -> bool:
        """Whether anything is another one now than what was found before."""
        try:
            return any(
                one is not other
                for read, before in zip(self._reads, found, strict=True)
                if read.may_change
                for one, other in zip(before, self._read(read, values, run), strict=True)
            )
        except _UnreadableError:
            return True


class _UnreadableError(Exception):
    """What a loop needs cannot be read."""


class _Watch:
    """Is called while a loop runs, and says whether it must be given what it reads again.

    Attributes:
        stale: whether it has said so.
    """

    def __init__(
        self, loop: _MachineLoop, values: Sequence[Any], found: Sequence[Sequence[Any]], run: RunState
    ) -> None:
        self._arguments = values, found, run
        self._loop = loop
        self.stale = False

    def __call__(self) -> bool:
        run = self._arguments[2]
        run.check()
        self.stale = self._loop.is_stale(*self._arguments)
        return self.stale


class _ProgramExecution(PlanExecution):
    """What surrounds a step whose kernel depends on what this run's values are.

    The program itself explains errors: the line that failed says which step it was.
    """

    __slots__ = ()

    def __init__(self, run: RunState, functions: FunctionPlans) -> None:
        super().__init__(run, functions, Ledger(run.account))

    def explained(self, error: Exception, step: Step, choice: Choice | None, inputs: Sequence[Any]) -> Exception:
        return error


def _go_on(program: ref[Program], *arguments: Any) -> list[Any]:
    """See :meth:`Program.go_on`; who runs the code holds the program."""
    found = program()
    if found is None:
        raise InternalError("a program must exist while it runs, but it does not")
    return found.go_on(*arguments)


def _fits(choice: Choice, run: RunState | None) -> None:
    """Raise an error for what exceeds the machine's memory, before it is allocated."""
    if choice.bytes > LARGE:
        check_memory(choice, device_type("CPU").memory()[1])
