"""Limits on graphs from files, checked before they cost memory or time.

The size of a file is checked before it is read. Nodes and functions are counted in the bytes before they are parsed.
All other limits are checked before anything is added to a graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    ResourceExhaustedError,
    shorten,
)

MOST_NESTING: Final = 100  # messages inside each other: protobuf's own limit for bytes, here for text as well

# Where nodes and functions are in the wire format: kind of message -> field -> kind of message.
_INSIDE: Final = {
    "SavedModel": {2: "MetaGraphDef"},
    "MetaGraphDef": {2: "GraphDef"},
    "GraphDef": {1: "NodeDef", 2: "FunctionDefLibrary"},
    "FunctionDefLibrary": {1: "FunctionDef"},
    "FunctionDef": {3: "NodeDef"},
}
_FIELDS: Final = 100_000  # beside four for each node: going over fields takes time, even over empty ones
_TEXT_TOKENS: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?|#[^\n]*|[{}<>]")


@dataclass(frozen=True)
class LoadLimits:
    """What a GraphDef, a MetaGraphDef or a SavedModel may have. Real models are far below each default.

    Reading bytes may take some thirty times their number in memory, with any content.

    Attributes:
        size: bytes of the file or message; protobuf itself stops at 2 GiB.
        text_size: bytes, if it is text.
        nodes: those of functions included.
        functions: in its library.
        list_length: inputs of a node, values of an attr that is a list, strings of a constant, arguments of a function.
        name_length: characters of the name of a node, a function or an op.
        name_scopes: scopes inside each other that a name states.

    Raises:
        InvalidArgumentError: a limit that is no whole number of 0 or more.
    """

    size: int = (2 << 30) - 1
    text_size: int = 256 << 20
    nodes: int = 1_000_000
    functions: int = 100_000
    list_length: int = 10_000_000
    name_length: int = 10_000
    name_scopes: int = 200

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                rule = "be a whole number of 0 or more"
                raise InvalidArgumentError(f"{each.name} of LoadLimits must {rule}, got {value!r}")

    def exceeded(self, name: str, what: str, unit: str, got: object) -> GraphopsError:
        """The error for more than the limit ``name`` allows: ``<what> must have at most <limit> <unit>, got <got>``."""
        shown = f"{got:,}" if isinstance(got, int) else got
        limit = getattr(self, name)
        error = ResourceExhaustedError(f"{what} must have at most {limit:,} {unit}, got {shown}")
        error.add_note(f"fix: if you trust the file, give limits=LoadLimits({name}=...) with more than {limit}")
        return error

    def check_size(self, size: int, kind: str, *, is_text: bool = False) -> None:
        """Raise if a message of ``kind`` has more bytes than it may."""
        name = "text_size" if is_text else "size"
        if size > getattr(self, name):
            raise self.exceeded(name, f"a {kind}", "bytes of text" if is_text else "bytes", size)

    def check_text(self, text: str, kind: str) -> None:
        """Raise if a text is too long, or its messages are too deep inside each other.

        Raises:
            ResourceExhaustedError: too long.
            DataLossError: too deep.
        """
        self.check_size(len(text), kind, is_text=True)
        depth = 0
        for found in _TEXT_TOKENS.finditer(text):
            token = found[0]
            if token in ("{", "<"):
                depth += 1
                if depth > MOST_NESTING:
                    rule = f"it is nested too deeply: more than {MOST_NESTING} messages inside each other"
                    raise DataLossError(f"a {kind} must be well-formed text, but {rule}")
            elif token in ("}", ">"):
                depth -= 1

    def check_bytes(self, data: bytes, kind: str) -> None:
        """Raise if bytes hold more nodes or functions than they may, before anything is made of them.

        Raises:
            ResourceExhaustedError: more of either.
        """
        self.check_size(len(data), kind)
        if kind in _INSIDE:
            _Counter(data, self, kind).count(kind, 0, len(data))

    def check_message(self, graph_def: Any) -> None:
        """Raise if a GraphDef has more of anything than it may.

        Raises:
            ResourceExhaustedError: more of it, or longer.
        """
        library = graph_def.library.function
        nodes = len(graph_def.node) + sum(len(function.node_def) for function in library)
        self._check_counts(nodes, len(library), "GraphDef")
        self._check_nodes(graph_def.node)
        for function in library:
            signature = function.signature
            self._check_name(signature.name, "a function")
            for args in (signature.input_arg, signature.output_arg):
                self._check_length(len(args), f"function '{shorten(signature.name)}'", "arguments")
            self._check_nodes(function.node_def)

    def _check_counts(self, nodes: int, functions: int, kind: str) -> None:
        if nodes > self.nodes:
            raise self.exceeded("nodes", f"a {kind}", "nodes", nodes)
        if functions > self.functions:
            raise self.exceeded("functions", f"a {kind}", "functions", functions)

    def _check_nodes(self, nodes: Iterable[Any]) -> None:
        for node in nodes:
            name = node.name
            self._check_name(name, "a node")
            self._check_name(node.op, "an op")
            if len(node.input) > self.list_length:
                self._check_length(len(node.input), f"node '{shorten(name)}'", "inputs")
            for key, value in node.attr.items():
                kind = value.WhichOneof("value")
                if kind == "list":
                    what = f"attr '{shorten(key)}' of node '{shorten(name)}'"
                    for _, items in value.list.ListFields():
                        self._check_length(len(items), what, "values")
                elif kind == "tensor":
                    what = f"the constant in node '{shorten(name)}'"
                    self._check_length(len(value.tensor.string_val), what, "strings")

    def _check_name(self, name: str, what: str) -> None:
        if len(name) > self.name_length:
            raise self.exceeded("name_length", f"the name of {what}", "characters", len(name))
        if name.count("/") > self.name_scopes:
            raise self.exceeded("name_scopes", f"the name of {what}", "scopes inside each other", name.count("/"))

    def _check_length(self, length: int, what: str, unit: str) -> None:
        if length > self.list_length:
            raise self.exceeded("list_length", what, unit, length)


DEFAULT_LIMITS: Final = LoadLimits()


def given_limits(limits: LoadLimits | None) -> LoadLimits:
    """``limits``, or the default ones.

    Raises:
        InvalidTypeError: something else.
    """
    if limits is None:
        return DEFAULT_LIMITS
    if not isinstance(limits, LoadLimits):
        raise InvalidTypeError(f"limits must be LoadLimits, got {limits!r}")
    return limits


class _Counter:
    """Counts nodes and functions in bytes, as far as the bytes make sense, and stops where there are too many."""

    def __init__(self, data: bytes, limits: LoadLimits, kind: str) -> None:
        self._data = data
        self._limits = limits
        self._kind = kind
        self._counts = {"NodeDef": 0, "FunctionDef": 0}
        self._most = {"NodeDef": limits.nodes, "FunctionDef": limits.functions}
        self._left = _FIELDS + 4 * limits.nodes

    def count(self, kind: str, at: int, end: int) -> None:
        """Count in the message of ``kind`` from ``at`` to ``end``."""
        data, inside = self._data, _INSIDE[kind]
        while at < end:
            self._left -= 1
            if self._left < 0:
                raise self._limits.exceeded("nodes", f"a {self._kind}", "nodes", "too many fields beside them")
            key, at = (data[at], at + 1) if data[at] < 0x80 else _varint(data, at, end)
            match key & 7:
                case 0:
                    _, at = _varint(data, at, end)
                case 1:
                    at += 8
                case 5:
                    at += 4
                case 2:
                    if at < end and data[at] < 0x80:
                        size, at = data[at], at + 1
                    else:
                        size, at = _varint(data, at, end)
                    part = inside.get(key >> 3)
                    if part is not None:
                        if part in self._counts:
                            self._add(part)
                        if part in _INSIDE:
                            self.count(part, at, min(at + size, end))
                    at += size
                # The fields of a group are read as if they were in this message: protobuf skips the group's own tags.

    def _add(self, part: str) -> None:
        self._counts[part] += 1
        if self._counts[part] > self._most[part]:
            name = "nodes" if part == "NodeDef" else "functions"
            raise self._limits.exceeded(name, f"a {self._kind}", name, "more")


def _varint(data: bytes, at: int, end: int) -> tuple[int, int]:
    """An integer of up to 10 bytes, and where it ends; it accepts everything that protobuf does."""
    value = 0
    for place, byte in enumerate(data[at : min(at + 10, end)]):
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return value & 0xFFFF_FFFF_FFFF_FFFF, at + place + 1
    return 0, end  # cut short: protobuf says so


__all__ = ["DEFAULT_LIMITS", "MOST_NESTING", "LoadLimits", "given_limits"]
