"""Steps of conditionals of TensorFlow 1: what does not run because of its guard, and what a Merge takes."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from graphops.graph.node import Node, add_node_notes
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.placement import Placed
from graphops.plan.step import Step
from graphops_registry.errors import must
from graphops_registry.kernel_def import KernelDef, PlainKernel

Guards: TypeAlias = tuple[tuple[int, bool], ...]  # registers of predicates, and what they must be

INDICES: Final = tuple(np.array(index, np.int32) for index in range(2))
for _index in INDICES:
    _index.flags.writeable = False


class TakesOneBranch(PlainKernel):
    """Stands for a Merge among the kernels; no one calls it, because an input may have no value."""


_DEFINITION: Final = KernelDef(
    "Merge", "CPU", TakesOneBranch, {}, 0, "", frozenset(), frozenset(), frozenset(), __file__, is_plain=True
)


class PickStep(Step):
    """A Merge in a plan: it takes the value of the branch that ran.

    Its last input is the predicate; its guards are never ``None``, so that :func:`is_done` is asked about it.

    Attributes:
        if_true: the index of the input that it takes where the predicate is true.
    """

    __slots__ = ("if_true",)

    def __init__(
        self, node: Node, where: Placed, inputs: tuple[int, ...], outputs: tuple[int, ...], if_true: int
    ) -> None:
        kernels = NodeKernels(node.op, node.attrs, "CPU", node.name, (_DEFINITION,))
        super().__init__(node, kernels, where, inputs, outputs, ())
        self.if_true = if_true
        self.guards = ()

    def take(self, registers: list[Any]) -> None:
        """Write the outputs."""
        index = self.if_true if holds(registers[self.inputs[2]], self.node) else 1 - self.if_true
        for register, value in zip(self.outputs, (registers[self.inputs[index]], INDICES[index]), strict=True):
            if register >= 0:
                registers[register] = value


def is_done(step: Step, registers: list[Any]) -> bool:
    """Whether nothing is left to do for a step with guards: they do not hold, or it is a Merge, which it executes."""
    if not may_run(step.guards or (), registers, step.node):
        return True
    if isinstance(step, PickStep):
        step.take(registers)
        return True
    return False


def may_run(guards: Guards, registers: list[Any], node: Node) -> bool:
    """Whether all predicates are what they must be. One may have no value if one before it is not."""
    return all(holds(registers[register], node) is side for register, side in guards)


def holds(pred: Any, node: Node) -> bool:
    """The predicate of a Switch as a truth value.

    Args:
        node: what it decides about, for the notes of an error.

    Raises:
        InvalidArgumentError: it is no scalar.
    """
    if pred.shape:
        error = must("pred", "Switch", "be a scalar", f"shape {tuple(pred.shape)}")
        add_node_notes(error, node, [])
        raise error
    return bool(pred)
