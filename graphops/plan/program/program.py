"""A plan as straight-line Python code, for one combination of feed shapes.

A plan that runs repeatedly with feeds of the same shapes uses the same kernels each time, and most of the checks that
:func:`graphops.plan.run.run_plan` makes at each step have the same result.  A :class:`Program` makes them once.  It is
a generated function: each step is a line, each value a local variable.

* Steps that depend only on constants and shapes are computed once, when the program is made.
* A *static* step, whose input shapes and host values never vary, calls its prepared kernel.
* A *direct* step is a static one whose kernel is a function of arrays (mostly a ufunc).  The program calls the function
  itself and may tell it where to write: small results into buffers that outlive the run, large ones over an operand
  that no later step reads.
* All other steps are *dynamic*: they choose their kernel at each run, as in ``run_plan``.

A buffer is reused only if nothing else can see it: its value is not fetched, and all kernels that read it neither keep
nor return their inputs (``Prepared.fresh``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from types import CodeType, TracebackType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.plan.accounts import LARGE, Ledger
from graphops.plan.calls import FunctionPlans
from graphops.plan.choose.kernel_choice import Choice
from graphops.plan.choose.memory_checks import check_memory
from graphops.plan.contexts import StepContext
from graphops.plan.execute import PlanExecution, execute, with_notes
from graphops.plan.program.program_code import BUFFER_BYTES, Code, generate
from graphops.plan.run_state import RunState
from graphops_registry.device_def import device_type
from graphops_registry.errors import GraphopsError, InternalError
from graphops_registry.kernels.context import IN_A_PLAN

if TYPE_CHECKING:
    from graphops.plan.make import Plan
    from graphops.plan.step import Step

Key = tuple[tuple[int, ...], ...]

# Runs with the same shapes before one is recorded: to plan for these shapes and to generate code takes as long as the
# plan did, which many a caller runs once.
RUNS_BEFORE: Final = 1
_MOST_PROGRAMS: Final = 16  # combinations of shapes for which one plan has a program
_MOST_SEEN: Final = 256


class Programs:
    """The programs of a plan, by the shapes of its feeds, and how often other shapes were seen."""

    __slots__ = ("_plan", "_seen", "found", "possible")

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.found: dict[Key, Program] = {}
        self._seen: dict[Key, int] = {}
        self.possible = "programs" in plan.passes and plan.frames is None and not plan.devices

    def due(self, key: Key) -> Plan | None:
        """Count a run with these shapes; the plan to run and to record now, to make a program of it.

        It is the plan itself, or one for these shapes alone if fewer steps are left in that.  ``None``: none is due.
        """
        if not self.possible or len(self.found) >= _MOST_PROGRAMS:
            return None
        if len(self._seen) >= _MOST_SEEN:
            self._seen.clear()
        count = self._seen[key] = self._seen.get(key, 0) + 1
        return self._plan_for(key) if count > RUNS_BEFORE else None

    def _plan_for(self, key: Key) -> Plan:
        plan = self._plan
        if plan.remake is None:
            return plan
        try:
            found = plan.remake(feed_shapes=key)
        except GraphopsError:  # the plan says so itself when it runs
            return plan
        return found if len(found.steps) < len(plan.steps) else plan

    def record(self, key: Key, plan: Plan, recording: RunRecord) -> None:
        """Make the program from a recorded run of a plan that :meth:`due` returned."""
        self.found[key] = Program(plan, key, recording)


class RunRecord:
    """The record of a run of :func:`run_plan`: the kernel of each step, and its small outputs."""

    __slots__ = ("choices", "values")

    def __init__(self) -> None:
        self.choices: list[Choice | None] = []
        self.values: list[tuple[Any, ...]] = []

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


class Program:
    """See the module.

    Attributes:
        run_free: whether it runs without a :class:`RunState`: no step needs one, and none takes long.
        hands_out: whether its results may be given to a caller as they are: arrays of their own, none of rank 0.
    """

    __slots__ = ("_choices", "_code", "_frames", "_function", "_make_frame", "_plan", "hands_out", "run_free")

    def __init__(self, plan: Plan, key: Key, recording: RunRecord) -> None:
        self._plan = plan
        self._choices = recording.choices
        code: Code = generate(plan, key, recording.choices, recording.values)
        self._code = code
        self.run_free = code.run_free
        self.hands_out = code.hands_out
        self._make_frame = code.make_frame
        self._frames: deque[tuple[Any, ...]] = deque()
        names = {**code.names, "dynamic": execute, "execution": _ProgramExecution, "context": StepContext,
                 "functions": plan.functions, "fits": _fits, "unasked": IN_A_PLAN}  # fmt: skip
        self._function = _compile(code.code, names)

    @property
    def text(self) -> str:
        """The generated code."""
        return self._code.text

    def run(self, fed: Sequence[Any], run: RunState | None) -> list[Any]:
        """The values of the plan's fetches.

        Args:
            fed: host arrays of the shapes that the program is for, which do not change meanwhile.
            run: may be ``None`` when ``run_free``.
        """
        if run is not None and run.watched:
            run.check()
        try:
            if self._make_frame is None:
                return self._function(fed, run, ())
            frames = self._frames
            try:
                frame = frames.pop()
            except IndexError:
                frame = self._make_frame()
            try:
                return self._function(fed, run, frame)
            finally:
                frames.append(frame)
        except Exception as error:
            explained = self._explained(error, run)
            if explained is error:
                raise
            raise explained from error

    def _explained(self, error: Exception, run: RunState | None) -> Exception:
        """``error`` with the node that it comes from, found by the line of the generated code."""
        traceback: TracebackType | None = error.__traceback__
        while traceback is not None and traceback.tb_frame.f_code is not self._function.__wrapped__.__code__:  # type: ignore[attr-defined]
            traceback = traceback.tb_next
        if traceback is None:
            return error
        index = self._code.step_of_line.get(traceback.tb_lineno)
        if index is None:
            return error
        step = self._plan.steps[index]
        variables = {**self._code.names, **traceback.tb_frame.f_locals}
        inputs = [variables.get(name) for name in self._code.inputs_of_step[index]]
        return with_notes(error, step, self._choices[index], inputs, run.repro if run is not None else None)


def _compile(code: CodeType, names: dict[str, Any]) -> Callable[..., list[Any]]:
    exec(code, names)  # noqa: S102 - the text is made of numbered names only
    silent: Callable[..., list[Any]] = np.errstate(all="ignore")(names["program"])
    return silent


class _ProgramExecution(PlanExecution):
    """What surrounds a step whose kernel depends on what this run's values are.

    The program itself explains errors: the line that failed says which step it was.
    """

    __slots__ = ()

    def __init__(self, run: RunState, functions: FunctionPlans) -> None:
        super().__init__(run, functions, Ledger(run.account))

    def explained(self, error: Exception, step: Step, choice: Choice | None, inputs: Sequence[Any]) -> Exception:
        return error


def _fits(choice: Choice, run: RunState | None) -> None:
    """Raise an error for what exceeds the machine's memory, before it is allocated."""
    if choice.bytes > LARGE:
        check_memory(choice, device_type("CPU").memory()[1])
