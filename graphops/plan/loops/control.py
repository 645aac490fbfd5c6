"""The control-flow ops (Switch, Merge, Enter ...), which have no kernels: the frame executor itself executes them."""

from __future__ import annotations

from functools import cache
from typing import Final

from graphops_registry.op_def import Op
from graphops_registry.traits import Trait

SWITCH, MERGE, ENTER, EXIT, NEXT, COND, TRIGGER, KERNEL, CONSTANT = range(9)

_FLOW: Final = {
    Trait.SWITCH: SWITCH, Trait.MERGE: MERGE, Trait.ENTER: ENTER, Trait.EXIT: EXIT, Trait.NEXT_ITERATION: NEXT,
    Trait.LOOP_COND: COND,
}  # fmt: skip
_KINDS: Final = {**_FLOW, Trait.CONTROL_TRIGGER: TRIGGER}


@cache
def kind_of(op: Op) -> int:
    """What the frame executor does for a node of ``op``; ``KERNEL`` if it runs a kernel."""
    if op.name == "Const":
        return CONSTANT
    return next((_KINDS[trait] for trait in op.traits if trait in _KINDS), KERNEL)


@cache
def is_control_flow(op: Op) -> bool:
    """Whether a plan with a node of ``op`` needs the frame executor."""
    return not _FLOW.keys().isdisjoint(op.traits)
