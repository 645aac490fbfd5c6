"""Two hashes, of a graph's variables and of its ops, that tell whether a checkpoint belongs to the graph."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from graphops.graph.graph import Graph, Node
from graphops_registry.attr import attr_text
from graphops_registry.resource import ResourceHandle, full_name, variable_handle
from graphops_registry.traits import Trait

_SCHEME: Final = "graphops1"  # another one if what is hashed ever changes


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Two hashes, which do not depend on the order in which nodes were made. ``str()`` is the form in files.

    Attributes:
        variables: of the names, dtypes and shapes of all variables.
        ops: of the names of all nodes, with their ops, inputs and attrs, but without the values of constants.
    """

    variables: str
    ops: str

    def __str__(self) -> str:
        return f"{_SCHEME}:{self.variables}:{self.ops}"

    @classmethod
    def parse(cls, text: str) -> Fingerprint | None:
        """The fingerprint that ``text`` is the form of; ``None`` if it is another program's, or another scheme's."""
        parts = text.split(":")
        return cls(parts[1], parts[2]) if len(parts) == 3 and parts[0] == _SCHEME else None


def graph_fingerprint(graph: Graph) -> Fingerprint:
    """The fingerprint of a graph as it is now."""
    variables = (f"{full_name(handle.key)} {handle.dtype.base.name} {handle.shape}" for handle in variables_of(graph))
    return Fingerprint(_digest(variables), _digest(_line(node) for node in graph.nodes))


def variables_of(graph: Graph) -> Iterator[ResourceHandle]:
    """The variables that the graph declares, each once."""
    seen: set[tuple[str, str]] = set()
    for node in graph.nodes:
        if node.op.has(Trait.DECLARES_VARIABLE):
            handle = variable_handle(node.attrs, node.name)
            if handle.key not in seen:
                seen.add(handle.key)
                yield handle


def _line(node: Node) -> str:
    """All that says what a node does."""
    inputs = [tensor.name for tensor in node.inputs] + sorted(f"^{control.name}" for control in node.control_inputs)
    attrs = [f"{key}={attr_text(node.attrs[key])}" for key in sorted(node.attrs) if _counts(node, key)]
    return f"{node.name} {node.type} {inputs} {attrs}"


def _counts(node: Node, attr: str) -> bool:
    """Whether an attr belongs to the fingerprint: not what is underscored (hints), nor what a constant is."""
    return not attr.startswith("_") and not (node.type == "Const" and attr == "value")


def _digest(lines: Iterable[str]) -> str:
    """The digest of the lines, in any order; a line that occurs twice counts twice."""
    hashed = hashlib.sha256()
    for line, times in sorted(Counter(lines).items()):
        hashed.update(f"{times} {len(line)} {line}\n".encode("utf-8", "surrogatepass"))
    return hashed.hexdigest()[:32]
