"""fuse: a step of gradient descent by the gradient of look-ups reads and changes only the entries that were looked up.

The gradient of a look-up is a sum of rows for some entries of a table, and zeros for all others, and so is the AddN of
several.  The step as the graph has it computes all of these zeros, and writes the whole table again.

The numbers are those of the step as it is written, bit for bit on the CPU: each entry is the same sum, rounded where
that was.  An entry that was not looked up stays as it is, which is what ``entry - alpha * 0`` gives.

Ids that a table does not have are refused later than by the sums, so a look-up by the same ids must come before these:
else other variables may have changed by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.readers import Readers
from graphops.plan.passes.rewriting import Rewriting
from graphops.plan.stand_in import stand_in
from graphops_registry.device_def import device_types
from graphops_registry.kernel_def import candidates
from graphops_registry.op_def import lookup_op

_STEP: Final = "ResourceApplyGradientDescent"
_SUM: Final = "UnsortedSegmentSum"
_LOOK_UPS: Final = frozenset({"Gather", "GatherV2", "ResourceGather"})
_TYPES: Final = ("Tindices", "Tnumsegments")  # of a sum's ids and size


def worth_while(ops: AbstractSet[str]) -> bool:
    """Whether there is anything to look for among nodes of these ops."""
    return _STEP in ops and _SUM in ops and not ops.isdisjoint(_LOOK_UPS)


def by_rows(work: Rewriting, nodes: Sequence[Node], fetched: Sequence[Tensor]) -> list[Node]:
    """The nodes with Graphops>ResourceSparseApplyGradientDescent for such steps, without the sums that they read.

    Args:
        nodes: all that run, inputs first.
        fetched: tensors whose values the run returns.
    """
    readers = Readers(work, nodes, fetched)
    looked_up: set[tuple[Tensor, Any]] = set()  # ids, and the guard of their look-up
    sums: set[Node] = set()  # by ids that were looked up before
    for node in nodes:
        if node.type in _LOOK_UPS:
            looked_up.add((work.resolved(node.inputs)[1], work.guards.get(node)))
        elif node.type == _SUM:
            ids = work.resolved(node.inputs)[1]
            if not looked_up.isdisjoint({(ids, None), (ids, work.guards.get(node))}):
                sums.add(node)
        elif node.type == _STEP and node not in work.fixed and "_kernel" not in node.attrs:
            _change(work, readers, node, sums)
    return readers.left()


def _change(work: Rewriting, readers: Readers, step: Node, sums: AbstractSet[Node]) -> None:
    """Let ``step`` read what its gradient adds up, if that is made of ``sums`` and nothing else reads it."""
    var, alpha, delta = work.resolved(step.inputs)
    maker = readers.only_maker(delta, step)
    if maker is None or work.is_placed(step):
        return
    parts = [maker]
    if maker.type == "AddN":
        parts = [part for x in work.resolved(maker.inputs) if (part := readers.only_maker(x, step)) is not None]
        if len(parts) != len(maker.inputs):
            return
    if not sums >= set(parts):
        return
    op = lookup_op("Graphops>ResourceSparseApplyGradientDescent")
    data, ids, sizes = zip(*(work.resolved(part.inputs) for part in parts), strict=True)
    types = {"T": step.attrs["T"], **{name: [part.attrs[name] for part in parts] for name in _TYPES}}
    attrs = {**types, "N": len(parts)}
    if not _has_kernels(step, op.name, attrs):
        return
    made = stand_in(step, op, (var, alpha, *data, *ids, *sizes), attrs, controls=step.control_inputs)
    work.replaces(made, step)
    readers.instead.update(dict.fromkeys((maker, *parts)))
    readers.instead[step] = made
    names = ", ".join(dict.fromkeys(node.name for node in (*parts, maker, step)))
    work.notes.append(f"{names} -> {op.name}")


def _has_kernels(step: Node, name: str, attrs: dict[str, Any]) -> bool:
    """Whether each device that computes ``step`` computes op ``name``."""
    types = [device.type for device in device_types() if candidates(step.type, device.type, step.attrs)]
    return all(candidates(name, device, attrs) for device in types)
