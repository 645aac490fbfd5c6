"""Programs: pieces as bytes that travel once. A GraphDef, with the names of what is fed and fetched."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from graphops.cluster.pieces import Piece
from graphops.cluster.places import device_there
from graphops.graph.graph import Graph, Node, Tensor
from graphops.interchange.graph_def import messages
from graphops.interchange.graph_def.exporter import to_graph_def
from graphops.interchange.graph_def.tensor_proto import from_shape


@dataclass(frozen=True)
class Program:
    """What a worker needs to know of a piece.

    Attributes:
        graph_def: its bytes.
        feeds: names of the tensors that are fed, in the order of the values.
        fetches: names of the tensors that it gives.
        targets: names of nodes that run for their effects.
        tensorflow_1: whether the graph follows the rules of ``graphops.compat.v1``.
    """

    graph_def: bytes
    feeds: tuple[str, ...]
    fetches: tuple[str, ...]
    targets: tuple[str, ...]
    tensorflow_1: bool

    @cached_property
    def key(self) -> str:
        """A hash of everything in it."""
        rest = repr((self.feeds, self.fetches, self.targets, self.tensorflow_1)).encode()
        return hashlib.sha256(rest + self.graph_def).hexdigest()


class Exporter:
    """Writes pieces of one version of a graph.

    Raises:
        InvalidArgumentError: an attr that a GraphDef cannot hold.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._whole = to_graph_def(graph)
        self._nodes = {proto.name: proto for proto in self._whole.node}
        self._functions = {proto.signature.name: proto for proto in self._whole.library.function}

    def program(self, piece: Piece) -> Program:
        """The piece as bytes; what comes from elsewhere is a placeholder in it."""
        names = {node.name for node in piece.nodes}
        message = messages.GraphDef()
        message.versions.CopyFrom(self._whole.versions)
        given = [*piece.feeds, *piece.inputs]
        stand_ins: dict[Tensor, str] = {}
        for number, tensor in enumerate(given):
            name = f"given/{number}"
            while name in names:
                name += "_"
            stand_ins[tensor] = name
            proto = message.node.add(name=name, op="Placeholder")
            proto.attr["dtype"].type = tensor.dtype.base.enum
            from_shape(tensor.plain_shape, proto.attr["shape"].shape)
        for node in piece.nodes:
            self._write(node, message.node.add(), names, stand_ins)
        for function in self._needed(message.node):
            message.library.function.add().CopyFrom(function)
        for gradient in self._whole.library.gradient:
            message.library.gradient.add().CopyFrom(gradient)
        fetches = tuple(tensor.name for tensor in piece.outputs)
        targets = tuple(node.name for node in piece.targets)
        feeds = tuple(f"{stand_ins[tensor]}:0" for tensor in given)
        return Program(message.SerializeToString(deterministic=True), feeds, fetches, targets, self._graph.tensorflow_1)

    def _write(self, node: Node, proto: Any, names: set[str], stand_ins: dict[Tensor, str]) -> None:
        proto.CopyFrom(self._nodes[node.name])
        proto.device = device_there(node.device)
        data = list(proto.input[: len(node.inputs)])
        controls = [text for text in proto.input[len(node.inputs) :] if text[1:] in names]
        for number, tensor in enumerate(node.inputs):
            if tensor in stand_ins:
                data[number] = stand_ins[tensor]
        del proto.input[:]
        proto.input.extend([*data, *controls])
        if "_class" in proto.attr:  # it may name nodes of other pieces
            del proto.attr["_class"]

    def _needed(self, nodes: Iterable[Any]) -> Sequence[Any]:
        """The functions that nodes call, and those that these call."""
        found: dict[str, Any] = {}
        waiting = [name for node in nodes for name in _called(node)]
        while waiting:
            name = waiting.pop()
            if name in found or name not in self._functions:
                continue
            found[name] = function = self._local(self._functions[name])
            waiting += [called for node in function.node_def for called in _called(node)]
        return list(found.values())

    def _local(self, function: Any) -> Any:
        copy = messages.FunctionDef()
        copy.CopyFrom(function)
        for node in copy.node_def:
            node.device = device_there(node.device)
        return copy


def _called(proto: Any) -> list[str]:
    names = [proto.op]
    for value in proto.attr.values():
        if value.HasField("func"):
            names.append(value.func.name)
        names += [func.name for func in value.list.func]
    return names
