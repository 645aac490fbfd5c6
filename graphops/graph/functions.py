"""Functions: graphs with arguments and results, kept in a graph's library and called by nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.locks import new_rlock

if TYPE_CHECKING:
    from graphops.graph.graph import Graph, Node, Tensor


@dataclass(frozen=True, eq=False)
class FunctionBody:
    """What a function does.

    Attributes:
        graph: the nodes; its library is that of the graph that the function belongs to.
        inputs: the tensors (of placeholders) that receive the arguments.
        outputs: the tensors that are the results.
        control_outputs: nodes that run whenever the function is called.
    """

    graph: Graph
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    control_outputs: tuple[Node, ...] = ()


class Function:
    """A named function. Its body may be made later, because a library in a file may have functions that no node calls.

    Args:
        name: the key in the library, and what a ``func`` attr holds.
        graph: the body's graph, or ``None`` when ``build`` makes the body at its first use.
        inputs, outputs, control_outputs: see :class:`FunctionBody`.
        attrs: the FunctionDef's own attrs.
        build: makes the body.
        definition: the FunctionDef's bytes that it was read from, written again on export.
        input_types, output_types: needed with ``build``.
        is_stateful: whether a call of it must be kept in order; ``None`` when only the body can tell.

    Raises:
        InvalidArgumentError: tensors of several graphs, or arguments that are no placeholders.
    """

    def __init__(
        self,
        name: str,
        graph: Graph | None = None,
        inputs: Sequence[Tensor] = (),
        outputs: Sequence[Tensor] = (),
        attrs: Mapping[str, Any] | None = None,
        *,
        control_outputs: Sequence[Node] = (),
        build: Callable[[], FunctionBody] | None = None,
        definition: bytes | None = None,
        input_types: Sequence[DType] = (),
        output_types: Sequence[DType] = (),
        is_stateful: bool | None = None,
    ) -> None:
        self.name = name
        self.attrs = dict(attrs or {})
        self.definition = definition
        self._is_stateful = is_stateful
        self._lock = new_rlock()
        self._build = build
        self._body: FunctionBody | None = None
        if graph is not None:
            self._body = FunctionBody(graph, tuple(inputs), tuple(outputs), tuple(control_outputs))
            _check(name, self._body)
            graph.function_name = name
            self.input_types = tuple(tensor.dtype.base for tensor in inputs)
            self.output_types = tuple(tensor.dtype.base for tensor in outputs)
        else:
            self.input_types = tuple(input_types)
            self.output_types = tuple(output_types)

    @property
    def body(self) -> FunctionBody:
        """The body, made now if it was not needed before.

        Raises:
            GraphopsError: the definition is wrong; a note names the function.
        """
        found = self._body
        if found is None:
            with self._lock:
                found = self._body
                if found is None:
                    if self._build is None:
                        raise InvalidArgumentError(f"function '{self.name}' must have a body, got none").concerns(
                            function=self.name
                        )
                    try:
                        found = self._build()
                        _check(self.name, found)
                        found.graph.function_name = self.name
                    except Exception as error:
                        error.add_note(f"in the body of function '{self.name}'")
                        raise
                    self._body = found
        return found

    @property
    def has_body(self) -> bool:
        """Whether the body is made."""
        return self._body is not None

    @property
    def graph(self) -> Graph:
        return self.body.graph

    @property
    def inputs(self) -> tuple[Tensor, ...]:
        return self.body.inputs

    @property
    def outputs(self) -> tuple[Tensor, ...]:
        return self.body.outputs

    @property
    def is_stateful(self) -> bool:
        """Whether anything in it reads or changes state."""
        if self._is_stateful is None:
            self._is_stateful = any(node.op_def.is_stateful for node in self.body.graph.nodes)
        return self._is_stateful

    def __repr__(self) -> str:
        return (
            f"<graphops.Function '{self.name}' of {len(self.input_types)} inputs and {len(self.output_types)} outputs>"
        )


def function_names(node: Node) -> list[str]:
    """The functions that a node's attrs name."""
    values = ((attr, node.attrs[attr.name]) for attr in node.op_def.function_attrs)
    return [name for attr, value in values for name in (value if attr.is_list else [value])]


def _check(name: str, body: FunctionBody) -> None:
    for tensor in (*body.inputs, *body.outputs):
        if tensor.graph is not body.graph:
            raise InvalidArgumentError(f"inputs and outputs of function '{name}' must be in its graph").concerns(
                function=name
            )
    for tensor in body.inputs:
        if tensor.node.type != "Placeholder":
            raise InvalidArgumentError(f"inputs of function '{name}' must be placeholders, got {tensor!r}").concerns(
                function=name
            )
