"""The graph of a function's body while you write it: tensors of outer graphs become arguments of the function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from graphops.graph.constant_value import constant_value
from graphops.graph.functions import Function
from graphops.graph.graph import Graph, Node, Tensor
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait


def placeholder(graph: Graph, dtype: DType, shape: TensorShape, name: str) -> Tensor:
    """A new argument of a function whose body is ``graph``."""
    attrs = {"dtype": dtype.base, "shape": shape}
    return graph.add_node(lookup_op("Placeholder"), (), attrs, name).outputs[0]


class BodyGraph(Graph):
    """A graph within another one.

    Attributes:
        outer: the graph around it; its tensors may be used here.
        captures: tensors of ``outer`` that became arguments, and the placeholders that receive them.
        outer_controls: nodes of ``outer`` that something here is to run after: the call has to.
    """

    def __init__(self, outer: Graph) -> None:
        super().__init__(library_of=outer)
        self.outer = outer
        self.captures: dict[Tensor, Tensor] = {}
        self.outer_controls: dict[Node, None] = {}
        self.seed = outer.seed
        self.tensorflow_1 = outer.tensorflow_1
        self.collections = outer.collections

    takes_tensors_from_outside = True

    def adopt(self, tensor: Tensor) -> Tensor:
        """The placeholder that receives a tensor of an outer graph; it keeps what is known of the tensor's value.

        Raises:
            InvalidArgumentError: a tensor of a graph that is not around this one.
        """
        if tensor.graph is not self.outer:
            if not self.outer.takes_tensors_from_outside:
                raise InvalidArgumentError(f"inputs must be in this graph or one around it, got {tensor!r}")
            tensor = self.outer.adopt(tensor)
        found = self.captures.get(tensor)
        if found is None:
            with self._plain():
                found = self.argument(tensor.dtype.base, tensor.shape, tensor.node.name.replace("/", "_"))
                if not tensor.dtype.is_ref:
                    found.folded = constant_value(tensor)
            self.captures[tensor] = found
        return found

    @contextmanager
    def _plain(self) -> Iterator[None]:
        """Surroundings of arguments: none."""
        with self.name_scope(None), self._without_controls():
            yield

    @contextmanager
    def _without_controls(self) -> Iterator[None]:
        with super().control_dependencies(None):
            yield

    def argument(self, dtype: DType, shape: TensorShape, name: str) -> Tensor:
        """A new placeholder."""
        return placeholder(self, dtype, shape, name)

    @contextmanager
    def control_dependencies(self, inputs: Sequence[Any] | None) -> Iterator[None]:
        """As :meth:`Graph.control_dependencies`; for nodes from around here the whole call waits."""
        own: list[Any] | None = None
        if inputs is not None:
            own = []
            for value in inputs:
                convert = getattr(value, "__graphops_tensor__", None)
                element = convert() if convert is not None and not isinstance(value, Node) else value
                graph = getattr(element, "graph", self)
                if graph is self:
                    own.append(element)
                else:
                    self.outer_controls[element.node if isinstance(element, Tensor) else element] = None
        with super().control_dependencies(own):
            yield

    def function(
        self, name: str, inputs: Sequence[Tensor], outputs: Sequence[Tensor], controls: Sequence[Node] = ()
    ) -> Function:
        """The function of what was written, put into the library under a name like ``name``."""
        effects = {node: None for node in self.nodes if has_effect(node)}
        effects.update(dict.fromkeys(controls))
        unique = unique_function_name(self, name)
        function = Function(unique, self, inputs, outputs, control_outputs=tuple(effects))
        self.add_function(function)
        return function


def has_effect(node: Node) -> bool:
    """Whether a node of a function runs even if no one uses its outputs."""
    return (node.op_def.is_stateful and not node.op.has(Trait.ONLY_READS)) or any(
        arg.is_ref for arg in node.op_def.outputs
    )


def unique_function_name(graph: Graph, name: str) -> str:
    """``name``, or ``name_1`` ... that no function of the graph's library has."""
    known = graph.functions_by_name
    base = name.replace("/", "_")
    result, number = base, 0
    while result in known:
        number += 1
        result = f"{base}_{number}"
    return result
