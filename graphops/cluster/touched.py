"""What nodes touch beside their inputs: variables, and things that only the client's process has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from graphops.graph.functions import function_names
from graphops.graph.graph import Graph, Node
from graphops.plan.make import body_nodes
from graphops_registry.dtypes import resource, string
from graphops_registry.errors import GraphopsError
from graphops_registry.resource import ResourceHandle, variable_handle
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

Key = tuple[str, str]  # container, name
_NOTHING: Final = frozenset[Key]()


class Touched:
    """Looks at the nodes of a graph and at the functions that they call."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._within: dict[str, tuple[Node, ...]] = {}

    def handles(self, node: Node) -> list[ResourceHandle]:
        """The variables that a node makes known, by itself or within functions; their values may have any shape, as an
        assignment with validate_shape=False gives."""
        return [
            replace(variable_handle(each.attrs, each.name), shape=TensorShape(None))
            for each in (node, *self.within(node))
            if each.op.has(Trait.DECLARES_VARIABLE)
        ]

    def changes(self, node: Node) -> bool:
        """Whether a node may assign to a variable whose handle or reference it takes, or draw random numbers."""
        if node.op.has(Trait.DECLARES_VARIABLE) or node.op.has(Trait.ONLY_READS):
            return False
        return node.op_def.is_stateful or any(dtype.is_ref for dtype in node.op_def.input_types(node.attrs))

    def needs_client(self, node: Node) -> bool:
        """Whether a node uses state other than variables, or a Python function, which the client's process has."""
        return any(_needs_client(each) for each in (node, *self.within(node)))

    def devices_within(self, node: Node) -> Iterator[str]:
        """The devices that nodes of the functions state which a node calls."""
        return (each.device for each in self.within(node) if each.device)

    def within(self, node: Node) -> tuple[Node, ...]:
        """The nodes of all functions that a node calls, and of those that these call."""
        found: dict[Node, None] = {}
        for name in function_names(node):
            found.update(dict.fromkeys(self._of_function(name)))
        return tuple(found)

    def _of_function(self, name: str) -> tuple[Node, ...]:
        known = self._within.get(name)
        if known is not None:
            return known
        self._within[name] = ()  # a function that calls itself
        function = self._graph.functions_by_name.get(name)
        found: dict[Node, None] = {}
        if function is not None:
            try:
                nodes = body_nodes(function)
            except GraphopsError:  # whoever plans the function says so
                nodes = []
            for node in nodes:
                found[node] = None
                found.update(dict.fromkeys(self.within(node)))
        self._within[name] = tuple(found)
        return self._within[name]


def _needs_client(node: Node) -> bool:
    if node.op.has(Trait.CALLS_PYTHON):
        return True
    if node.op.has(Trait.DECLARES_VARIABLE) or node.op.has(Trait.STATE_OF_RUN):
        return False
    if not node.op_def.is_stateful:
        return False
    makes = any(dtype is resource or (dtype.is_ref and dtype.base is string) for dtype in
                (tensor.dtype for tensor in node.outputs))  # fmt: skip
    return makes
