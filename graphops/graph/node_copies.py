"""Copies of nodes into another graph."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from graphops.graph.build_state import ROOT_STATE, BuildState
from graphops.graph.device_spec import DeviceSpec
from graphops.graph.graph import Graph, Node, Tensor
from graphops_registry.traits import Trait


def state_of(node: Node) -> BuildState:
    """What surrounds a copy of ``node``: its device, and the user's line."""
    device = DeviceSpec.parse(node.device) if node.device else DeviceSpec()
    return replace(ROOT_STATE, device=device, made_at=node.made_at)


class Copier:
    """Copies nodes into ``target``, in the order of their creation, under their own names.

    Attributes:
        tensors: from each tensor of the old graph to its counterpart in the new one.
        nodes: for each node that was copied its counterpart.
    """

    def __init__(self, target: Graph) -> None:
        self.target = target
        self.tensors: dict[Tensor, Tensor] = {}
        self.nodes: dict[Node, Node] = {}

    def copy_all(self, nodes: Iterable[Node]) -> None:
        """Copy ``nodes``; their inputs must be among them, or have counterparts already."""
        late: list[tuple[Node, int, Tensor]] = []
        for node in nodes:
            late += self.copy(node)
        for merge, index, tensor in late:
            merge.set_late_input(index, self.tensors[tensor])

    def copy(self, node: Node) -> list[tuple[Node, int, Tensor]]:
        """Copy one node. Inputs of a Merge that have no counterpart yet are answered."""
        for tensor in node.inputs:
            if tensor not in self.tensors and tensor.node.op.has(Trait.REMAKABLE):
                self.copy(tensor.node)
        inputs = [self.tensors.get(tensor) for tensor in node.inputs]
        late: list[tuple[int, Tensor]] = []
        if node.op.has(Trait.MERGE):
            late = [(i, t) for i, (t, own) in enumerate(zip(node.inputs, inputs, strict=True)) if own is None]
            first = next((own for own in inputs if own is not None), None)
            inputs = [first if own is None else own for own in inputs]
        flat = [self.tensors[t] if own is None else own for t, own in zip(node.inputs, inputs, strict=True)]
        controls = [self.nodes[control] for control in node.control_inputs if control in self.nodes]
        state = replace(state_of(node), forward=node.forward)
        attrs = {name: value for name, value in node.attrs.items() if name != "_class"}
        made = self.target.add_node(
            node.op, flat, attrs, f"{self.target.unique_full_name(node.name)}/", controls, state
        )
        self.nodes[node] = made
        for old, new in zip(node.outputs, made.outputs, strict=True):
            new.replace_shape(old.shape)
            new.folded = old.folded
            self.tensors[old] = new
        return [(made, index, tensor) for index, tensor in late]
