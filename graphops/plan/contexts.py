"""The contexts that kernels get: one for a step of a run, one for a call without a Session.

Both are subclasses of :class:`graphops_registry.kernels.context.NullContext`, whose defaults they keep otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphops.graph.slots import NODE_FILES
from graphops.plan.accounts import CountedResources
from graphops.plan.calls import FunctionCalls, FunctionPlans
from graphops.plan.choose.memory_checks import check_bytes
from graphops_registry.device_def import DeviceType
from graphops_registry.kernels.context import NullContext

if TYPE_CHECKING:
    from graphops.plan.run_state import RunState
    from graphops.plan.step import Step


class StepContext(NullContext):
    """The context of the kernel of a step, with what it may use of its run.

    Args:
        functions: what the plan may call; without them a kernel that calls one fails.
    """

    __slots__ = ("_functions", "_run", "_step", "arrays_are_constant")

    def __init__(self, run: RunState, step: Step, functions: FunctionPlans | None = None) -> None:
        self._run = run
        self._step = step
        self._functions = functions
        self.arrays_are_constant = step.operands_stay

    @property
    def device(self) -> Any:
        return self._step.where.device

    @property
    def index(self) -> int:
        return self._step.where.index

    @property
    def name(self) -> str:
        return self._step.node.name

    @property
    def function(self) -> str:
        return self._step.node.graph.function_name

    @property
    def resources(self) -> Any:
        run = self._run
        if run.account.limit is None:
            return run.resources
        return CountedResources(run.resources, run.account, self._step.node.type)

    @property
    def temporary(self) -> dict[str, Any]:
        return self._run.temporary

    @property
    def random(self) -> Any:
        return self._run.resources

    @property
    def functions(self) -> Any:
        if self._functions is None:
            return super().functions
        return FunctionCalls(self._functions, self._run, self._step.node.type, self._step.calls)

    @property
    def files(self) -> Any:
        return self._run.own_files if self._step.node.reads_own_files else self._run.files

    def check_cancelled(self) -> None:
        """Raise when the run should stop; kernels that take long call it now and then."""
        self._run.check()

    def check_memory(self, size: int) -> None:
        """Refuse ``size`` bytes that do not fit, for kernels that learn only when they run what they need.

        Raises:
            ResourceExhaustedError: they exceed what the limit leaves, or the machine's memory.
        """
        self._run.account.check(size, self._step.node.type)

    def hold(self, value: Any) -> None:
        """Count an array that a list, a stack or a tensor array keeps from now on, until it is freed.

        Raises:
            ResourceExhaustedError: it exceeds what the limit leaves.
        """
        self._run.account.hold(value, self._step.node.type)


class EagerContext(NullContext):
    """The context of a kernel outside of a Session.

    Args:
        room: the limit of ``check_memory``, in bytes; by default the machine's memory.
    """

    __slots__ = ("device", "index", "room")
    arrays_are_constant = False
    device: DeviceType
    index: int

    def __init__(self, device: DeviceType, index: int = 0, room: int | None = None) -> None:
        self.device = device
        self.index = index
        self.room = room

    @property
    def files(self) -> Any:
        """Who calls an op says which file is meant: any will do."""
        return NODE_FILES.NodeFiles()

    def check_memory(self, size: int) -> None:
        """Refuse what exceeds the room.

        Raises:
            ResourceExhaustedError: with the sizes.
        """
        check_bytes(size, "of this call", self.room)
