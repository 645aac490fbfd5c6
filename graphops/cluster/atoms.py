"""Atoms: nodes that must run in one process, because what is between them cannot travel.

Loops and conditionals of TensorFlow 1 have dead values, references point into a process, and handles and variants hold
objects. What lies on a path from an atom back into it belongs to it too, so that atoms have an order.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from graphops.graph.graph import Node, Tensor
from graphops_registry.dtypes import resource, variant
from graphops_registry.traits import Trait

Condition = tuple[Tensor, int]  # the predicate of a Switch and which of its outputs


@dataclass(frozen=True, eq=False, slots=True)
class Atom:
    """Nodes that run together, inputs first."""

    nodes: tuple[Node, ...]


def make_atoms(nodes: Sequence[Node], fed: Collection[Tensor]) -> list[Atom]:
    """The atoms of ``nodes``, in an order in which each follows those that it needs.

    Args:
        nodes: inputs first, but for the edges that close loops.
        fed: tensors whose producers need not run.
    """
    stop, members = set(fed), set(nodes)
    joined = _Joined(nodes)
    for node in nodes:
        for tensor in node.inputs:
            if tensor in stop:
                continue
            first = tensor.node
            holds_object = tensor.dtype is resource or tensor.dtype is variant or tensor.dtype.is_ref
            if first.op.has(Trait.DECLARES_VARIABLE):  # a copy of it is as good
                continue
            if holds_object or first.op.has(Trait.ENTER) or node.op.has(Trait.EXIT):
                joined.join(first, node)
    _join_conditionals(nodes, stop, joined)
    graph: nx.DiGraph[Node] = nx.DiGraph()
    for node in nodes:
        graph.add_node(joined.root(node))
        for tensor in node.inputs:
            if tensor not in stop and tensor.node in members:
                graph.add_edge(joined.root(tensor.node), joined.root(node))
        for control in node.control_inputs:
            if control in members:
                graph.add_edge(joined.root(control), joined.root(node))
    parts = nx.condensation(graph)
    number = {node: place for place, node in enumerate(nodes)}
    inside: dict[int, list[Node]] = {part: [] for part in parts}
    for node in nodes:
        inside[parts.graph["mapping"][joined.root(node)]].append(node)
    order = nx.lexicographical_topological_sort(parts, key=lambda part: number[inside[part][0]])
    return [Atom(tuple(inside[part])) for part in order]


class _Joined:
    """Sets of nodes that grow together."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._parent: dict[Node, Node] = {node: node for node in nodes}

    def root(self, node: Node) -> Node:
        parent = self._parent
        while parent[node] is not node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def join(self, one: Node, other: Node) -> None:
        if one in self._parent and other in self._parent:
            self._parent[self.root(other)] = self.root(one)


def _join_conditionals(nodes: Sequence[Node], stop: Collection[Tensor], joined: _Joined) -> None:
    """Join what may be dead with what makes it so and with what ends it."""
    under: dict[Node, frozenset[Condition]] = {}
    for node in nodes:
        of_inputs: list[frozenset[Condition]] = []
        for tensor in node.inputs:
            if tensor in stop or tensor.node not in under:
                continue
            before = tensor.node
            conditions = under[before]
            if before.op.has(Trait.SWITCH):
                conditions |= {(before.inputs[1], tensor.index)}
            of_inputs.append(conditions)
            if conditions:
                joined.join(before, node)
        for control in node.control_inputs:
            if control in under:
                of_inputs.append(under[control])
                if under[control]:
                    joined.join(control, node)
        if node.op.has(Trait.MERGE):
            data = of_inputs[: sum(1 for t in node.inputs if t not in stop and t.node in under)]
            here = frozenset.intersection(*data) if data else frozenset()
        else:
            here = frozenset().union(*of_inputs)
        if node.op.has(Trait.EXIT):
            here = _outside(here, node)
        under[node] = here


def _outside(conditions: frozenset[Condition], exit_node: Node) -> frozenset[Condition]:
    """The conditions of a loop's surroundings: without those that the loop's own Switch makes."""
    before = exit_node.inputs[0].node
    if not before.op.has(Trait.SWITCH):
        return conditions
    return frozenset(each for each in conditions if each[0] is not before.inputs[1])


def atoms_by_node(atoms: Sequence[Atom]) -> Mapping[Node, Atom]:
    """The atom of each node."""
    return {node: atom for atom in atoms for node in atom.nodes}
