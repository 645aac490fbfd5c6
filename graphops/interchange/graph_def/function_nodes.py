"""Nodes whose op is a function of the library, as TensorFlow 1 writes calls, or the gradient of one.

They become nodes that call functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphops.graph.functions import Function
from graphops.graph.graph import Graph
from graphops.interchange.graph_def import messages
from graphops.interchange.graph_def.symbolic_gradient import gradient_function
from graphops.interchange.graph_def.tensor_proto import to_dtype
from graphops_registry.op_def import REGISTRY

_GRADIENT: Final = "SymbolicGradient"


class FunctionNodes:
    """Makes such nodes into calls, and knows what their outputs are called.

    Args:
        graph: whose library has the functions.

    Attributes:
        outputs: node -> name of the output -> where it is among the node's outputs.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._names: dict[str, list[str] | None] = {}
        self.outputs: dict[str, dict[str, slice]] = {}

    def as_call(self, node: Any) -> Any:
        """The NodeDef of the call; ``node`` itself if its op is no function, or one without fixed types."""
        if node.op == _GRADIENT:
            return self._gradient(node)
        function = self._graph.functions_by_name.get(node.op)
        if function is None or REGISTRY.get(node.op) is not None:
            return node
        names = self._output_names(function)
        if names is None:
            return node
        self.outputs[node.name] = {name: slice(place, place + 1) for place, name in enumerate(names)}
        return _call(node, function, own=lambda name: name.startswith("_"))  # others are attrs of the function

    def _gradient(self, node: Any) -> Any:
        """The call of the function that gives a function's gradient; ``node`` itself if there is none."""
        attrs = node.attr
        if (
            _GRADIENT in REGISTRY
            or attrs["f"].WhichOneof("value") != "func"
            or any(not name.startswith("_") for name in attrs["f"].func.attr)
        ):
            return node
        types = [to_dtype(each, f"Tin of node '{node.name}'") for each in attrs["Tin"].list.type]
        function = gradient_function(self._graph, attrs["f"].func.name, types)
        if function is None:
            return node
        return _call(node, function, own=lambda name: name not in ("f", "Tin", "Tout"))

    def _output_names(self, function: Function) -> list[str] | None:
        """What the function's signature calls its results; ``None`` if it leaves types open."""
        if function.definition is None:
            return []
        if function.name not in self._names:
            signature = messages.FunctionDef.FromString(function.definition).signature
            fixed = all(arg.type for arg in (*signature.input_arg, *signature.output_arg))
            self._names[function.name] = [arg.name for arg in signature.output_arg] if fixed else None
        return self._names[function.name]


def _call(node: Any, function: Function, own: Callable[[str], bool]) -> Any:
    """The NodeDef that calls ``function`` where ``node`` is, with those attrs of ``node`` that are its ``own``."""
    op = "StatefulPartitionedCall" if function.is_stateful else "PartitionedCall"
    call = messages.NodeDef(name=node.name, op=op, input=node.input, device=node.device)
    for name, value in node.attr.items():
        if own(name):
            call.attr[name].CopyFrom(value)
    call.attr["f"].func.name = function.name
    for name, types in (("Tin", function.input_types), ("Tout", function.output_types)):
        call.attr[name].list.SetInParent()
        call.attr[name].list.type.extend(dtype.enum for dtype in types)
    return call


__all__ = ["FunctionNodes"]
