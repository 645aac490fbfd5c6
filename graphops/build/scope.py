"""Scope: the C++ style of building a graph. Every method returns a new Scope; you enter and leave nothing.

``ops.Conv3D(scope.with_op_name("conv"), x, w, [1] * 5, "SAME")``
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from graphops.graph.build_state import BuildState, Controller
from graphops.graph.device_spec import DeviceSpec
from graphops.graph.graph import Graph, Node, Tensor
from graphops_registry.errors import InvalidArgumentError


class Scope:
    """A graph and the surroundings of the nodes that are made with it. Immutable, shareable.

    All scopes of a graph share its name table, which follows Python TensorFlow's rule: names are made unique
    without regard to case. Errors raise at once; there is no status to ask for.
    """

    __slots__ = ("_op_name", "_state", "graph")

    def __init__(self, graph: Graph, state: BuildState | None = None, op_name: str = "") -> None:
        self.graph = graph
        self._state = state if state is not None else BuildState()
        self._op_name = op_name

    @classmethod
    def new_root_scope(cls) -> Scope:
        """A scope of a new, empty graph."""
        return cls(Graph())

    def new_sub_scope(self, name: str) -> Scope:
        """A scope whose nodes are named ``name/...``; ``""`` keeps the prefix."""
        if not name:
            return Scope(self.graph, self._state)
        return self._with(name_scope=self.graph.enter_name_scope(name, self._state))

    def with_op_name(self, *parts: object) -> Scope:
        """The next op's name: the parts joined, ``with_op_name("b_", 3)`` is ``b_3``."""
        return Scope(self.graph, self._state, "".join(str(part) for part in parts))

    def with_device(self, device: str) -> Scope:
        """Ask for ``device``; replaces what was asked for before."""
        return self._with(device=DeviceSpec.parse(device))

    def with_control_dependencies(self, *inputs: Any) -> Scope:
        """Nodes made with the result run after ``inputs`` (tensors, nodes, or lists of them), too."""
        flat: list[Any] = []
        for value in inputs:
            flat.extend(value if isinstance(value, (list, tuple)) else [value])
        elements = [self.graph.as_graph_element(value) for value in flat]
        nodes = tuple(e.node if isinstance(e, Tensor) else e for e in elements)
        return self._with(controllers=(*self._state.controllers, Controller(nodes)))

    def with_no_control_dependencies(self) -> Scope:
        return self._with(controllers=())

    def colocate_with(self, element: Any) -> Scope:
        """Put nodes on the device of ``element`` (a tensor or node)."""
        found = self.graph.as_graph_element(element)
        node = found.node if isinstance(found, Tensor) else found
        return self._with(colocate_with=(*self._state.colocate_with, node.name))

    def clear_colocation(self) -> Scope:
        return self._with(colocate_with=())

    def with_kernel_label(self, label: str) -> Scope:
        """Ask for kernels registered with ``label``."""
        return self._with(kernel_label=label)

    def get_unique_name_for_op(self, name: str) -> str:
        """The full name that an op called ``name`` gets, reserved for it."""
        return self.graph.reserve_name(name, self._state)

    def _with(self, **changes: Any) -> Scope:
        return Scope(self.graph, replace(self._state, **changes), self._op_name)

    def add(self, op: str, arguments: dict[str, object]) -> Any:
        """Add a node; used by the classes in :mod:`graphops.build.ops`."""
        from graphops.build.add_op import call
        from graphops_registry.op_def import lookup_op

        return call(lookup_op(op), arguments, self._op_name or None, graph=self.graph, state=self._state)

    def __repr__(self) -> str:
        return f"<graphops.Scope '{self._state.name_scope}' of {self.graph!r}>"


def given_graph(graph_or_scope: object) -> Graph:
    """The graph that a Session was given, as itself or by a Scope.

    Raises:
        InvalidArgumentError: something else.
    """
    if isinstance(graph_or_scope, Scope):
        return graph_or_scope.graph
    if isinstance(graph_or_scope, Graph):
        return graph_or_scope
    raise InvalidArgumentError(f"graph of Session must be a Graph or a Scope, got {graph_or_scope!r}")


__all__ = ["Node", "Scope", "given_graph"]
