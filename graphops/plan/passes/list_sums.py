"""fuse: a sum of a list and of one with a single element becomes the list with that element added.

The gradient of reading an element of a list is a list with zeros elsewhere.  A loop adds one of these in each
iteration: to add them as lists takes time for all elements, as often as there are elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.in_place_of import in_place_of
from graphops.plan.passes.readers import Readers
from graphops.plan.passes.rewriting import Rewriting
from graphops_registry.op_def import lookup_op


def worth_while(ops: AbstractSet[str]) -> bool:
    """Whether there is anything to look for among nodes of these ops."""
    return {"AddN", "TensorListSetItem", "TensorListReserve"} <= ops


def with_items_added(work: Rewriting, nodes: Sequence[Node], fetched: Sequence[Tensor]) -> list[Node]:
    """The nodes with Graphops>TensorListAddItem in place of TensorListReserve, TensorListSetItem and AddN.

    Args:
        nodes: all that run, inputs first.
        fetched: tensors whose values the run returns.
    """
    readers = Readers(work, nodes, fetched)
    for node in nodes:
        if node.type != "AddN" or len(node.inputs) != 2 or node in work.awaited or not work.is_free(node, node):
            continue
        total, addend = work.resolved(node.inputs)
        item = readers.only_maker(addend, node)
        if item is None or item.type != "TensorListSetItem" or item.attrs["resize_if_index_out_of_bounds"]:
            continue
        handle, index, value = work.resolved(item.inputs)
        reserve = readers.only_maker(handle, node)
        if reserve is None or reserve.type != "TensorListReserve":
            continue
        if reserve.attrs["element_dtype"] is not item.attrs["element_dtype"]:
            continue
        op, inputs = lookup_op("Graphops>TensorListAddItem"), (total, *work.resolved(reserve.inputs), index, value)
        attrs = {name: reserve.attrs[name] for name in op.op_def.attr_by_name}
        readers.instead.update({reserve: None, item: None})
        readers.instead[node] = in_place_of(work, node, op, inputs, attrs, node.outputs)
        work.notes.append(f"{reserve.name}, {item.name}, {node.name} -> {op.name}")
    return readers.left()
