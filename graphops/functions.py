"""Functions: graphs with arguments and results, kept in a graph's library and called by nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphops_registry.errors import InvalidArgumentError

if TYPE_CHECKING:
    from graphops.graph import Graph, Tensor


@dataclass(frozen=True, eq=False)
class Function:
    """A named graph with argument tensors (placeholders of that graph) and result tensors.

    Attributes:
        name: the key in the library, and what a ``func`` attr holds.
        graph: the body.
        inputs: the body's tensors that stand for the arguments.
        outputs: the body's tensors that are the results.
        attrs: the FunctionDef's own attrs.
    """

    name: str
    graph: Graph
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    attrs: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        tensors: Sequence[Tensor] = (*self.inputs, *self.outputs)
        for tensor in tensors:
            if tensor.graph is not self.graph:
                raise InvalidArgumentError(f"inputs and outputs of function '{self.name}' must be in its graph")
        for tensor in self.inputs:
            if tensor.node.type != "Placeholder":
                raise InvalidArgumentError(f"inputs of function '{self.name}' must be placeholders, got {tensor!r}")

    def __repr__(self) -> str:
        return f"<graphops.Function '{self.name}' of {len(self.inputs)} inputs and {len(self.outputs)} outputs>"
