"""fuse: a look-up in a variable becomes a read of the variable and a look-up in its value.

A read gives the value itself, not a copy.  It can happen before a loop whose iterations all look up, and a look-up in a
value can be in a list of calls or in a loop of machine code.  Where memory is limited nothing changes: the limit would
count the whole variable.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from graphops.graph.node import Node
from graphops.plan.passes.in_place_of import in_place_of
from graphops.plan.passes.rewriting import Rewriting
from graphops_registry.op_def import lookup_op


def worth_while(ops: AbstractSet[str]) -> bool:
    """Whether there is anything to look for among nodes of these ops."""
    return "ResourceGather" in ops


def in_values(work: Rewriting, nodes: Sequence[Node]) -> list[Node]:
    """The nodes with ReadVariableOp and Gather in place of ResourceGather.

    Args:
        nodes: all that run, inputs first.
    """
    kept: list[Node] = []
    for node in nodes:
        kept += _read_first(work, node) if node.type == "ResourceGather" else [node]
    return kept


def _read_first(work: Rewriting, node: Node) -> list[Node]:
    dtype = node.attrs["dtype"]
    if node.attrs["batch_dims"] or dtype.is_host_only or not work.on_host(node) or "_kernel" in node.attrs:
        return [node]
    if node in work.fixed or node in work.awaited or work.is_ordered(node) or work.is_placed(node):
        return [node]
    resource, indices = work.resolved(node.inputs)
    read = in_place_of(work, node, lookup_op("ReadVariableOp"), (resource,), {"dtype": dtype}, dtype=dtype)
    attrs = {"validate_indices": True, "Tparams": dtype, "Tindices": indices.dtype, "_of_variable": True}
    found = in_place_of(work, node, lookup_op("Gather"), (*read.outputs, indices), attrs, node.outputs)
    work.notes.append(f"{node.name} (ResourceGather) -> ReadVariableOp, Gather")
    return [read, found]
