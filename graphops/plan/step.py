"""Steps: a step is a node of a plan with everything that is needed to run it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from operator import attrgetter
from typing import Any, Final

from graphops.graph.graph import Node, Tensor
from graphops.plan.choose.kernel_choice import Choice, NodeKernels
from graphops.plan.placement import Placed
from graphops_registry.dtypes import resource

_SHAPE: Final = attrgetter("shape")


class Step:
    """A node in a plan.

    Attributes:
        node: the node.
        kernels: its candidates.
        where: its device.
        calls: whether it calls functions, which may compute on devices.
        hands_on: whether it may give what other steps have given to an object of the host: a stack, a tensor array.
        on_host: whether that is the host, which need not be made current.
        inputs: the registers that its inputs are read from, each at the location at which the kernel reads it.
        outputs: the registers that its outputs are written to, ``-1`` for unused ones.
        wanted: for each output whether it is used.
        transfers: copies to make first.
        lane: the number of the lane that it is queued on, on a device that queues work.
        marks: registers of outputs that other lanes wait for.
        reads: inputs that are references to variables whose values the op reads, and whether it reads them on the host.
        operands_stay: whether operands that are values of variables are the same in the next run, see
            :class:`~graphops.plan.passing_values.PassingValues`.
        free: registers that are not needed after this step.
        guards: registers of predicates and what they must be for it to run; ``None`` if it always runs.
    """

    __slots__ = (
        "_last", "calls", "free", "guards", "hands_on", "inputs", "kernels", "lane", "marks", "node", "on_host",
        "operands_stay", "outputs", "reads", "transfers", "wanted", "where",
    )  # fmt: skip

    def __init__(
        self,
        node: Node,
        kernels: NodeKernels,
        where: Placed,
        inputs: tuple[int, ...],
        outputs: tuple[int, ...],
        transfers: tuple[Transfer, ...],
        fed: Collection[Tensor] = (),
    ) -> None:
        self.node = node
        self.kernels = kernels
        self.where = where
        self.on_host = where.device.is_host or kernels.all_on_host
        self.calls = not where.device.is_host and "functions" in kernels.uses
        self.hands_on = resource in kernels.input_dtypes and "resources" not in kernels.uses
        self.inputs = inputs
        self.outputs = outputs
        self.wanted = tuple(register >= 0 for register in outputs)
        self.transfers = transfers
        expected = kernels.input_dtypes
        self.reads = tuple(
            (index, kernels.all_on_host or index in kernels.host_inputs or tensor.dtype.base.is_host_only)
            for index, tensor in enumerate(node.inputs)
            if tensor.dtype.is_ref and not expected[index].is_ref and tensor not in fed
        )
        self.free: tuple[int, ...] = ()
        self.guards: tuple[tuple[int, bool], ...] | None = None
        self.operands_stay = True
        self.lane = 0
        self.marks: frozenset[int] = frozenset()
        self._last: tuple[list[Any], Choice] | None = None

    def whole(self) -> Step:
        """The same step with all its outputs computed."""
        found = copy(self)
        found.wanted = (True,) * len(self.wanted)
        found._last = None  # noqa: SLF001 - another Step
        return found

    def choose(self, values: Sequence[Any], hurries: bool = False) -> Choice:
        """The kernel made ready for these inputs; the last one when the shapes did not change.

        Args:
            hurries: a kernel that starts slowly stands back for another one, if there is one.
        """
        kernels = self.kernels
        if hurries:
            return kernels.choose_in_a_hurry(values, self.wanted)
        if kernels.host_inputs:
            return kernels.choose(values, self.wanted)
        shapes = list(map(_SHAPE, values))
        last = self._last  # read once: other threads replace it
        if last is not None and last[0] == shapes:
            return last[1]
        choice = kernels.choose(values, self.wanted)
        self._last = (shapes, choice)
        return choice


class Transfer:
    """A copy of a register into another one at another location.

    Attributes:
        device, index: the device that is not the host; of a copy between devices the one that it goes to.
        to_host: whether it goes to the host.
        across: the device of the same type that it comes from, ``None`` for a copy from or to the host.
        anywhere: whether only the value says where it comes from, which may be where it should go.
    """

    __slots__ = ("across", "anywhere", "device", "index", "source", "target", "to_host")

    def __init__(
        self, source: int, target: int, where: Placed, to_host: bool, across: int | None = None, anywhere: bool = False
    ) -> None:
        self.source = source
        self.target = target
        self.device = where.device
        self.index = where.index
        self.to_host = to_host
        self.across = across
        self.anywhere = anywhere


def mark_last_uses(steps: Sequence[Step], keep: set[int]) -> None:
    """Set for each step the registers that are not needed after it, except those in ``keep``."""
    seen = set(keep)
    for step in reversed(steps):
        guards = (register for register, _ in step.guards or ())
        touched = dict.fromkeys((*step.inputs, *step.outputs, *(t.source for t in step.transfers), *guards))
        step.free = tuple(register for register in touched if register >= 0 and register not in seen)
        seen.update(step.free)
