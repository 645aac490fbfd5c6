"""A GraphDef without the bytes of its large constants, and where in the file these are.

A model of half a gigabyte is nearly all weights.  To draw it, one needs their shapes alone: the outline is parsed in
milliseconds, and each constant in it is one zero, spread over its shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from graphops.checkpoint.wire import read_varint
from graphops_registry.errors import DataLossError

_BYTES: Final = 2  # the wire type of texts, bytes and messages
_FIXED: Final = {1: 8, 5: 4}  # bytes of the others
# Fields: a GraphDef's nodes; a node's name and attrs; an entry's key and value; an attr's tensor; a tensor's bytes.
_NODE: Final = 1
_NAME, _OP, _ATTR = 1, 2, 5
_KEY, _VALUE = 1, 2
_TENSOR: Final = 8
_CONTENT: Final = 4
_Part = bytes | memoryview


class Place(NamedTuple):
    """Where the bytes of a constant are: little-endian, row by row."""

    offset: int
    size: int


class _Field(NamedTuple):
    number: int
    kind: int
    begin: int  # of the field, with its key
    start: int  # of its content
    end: int


def outline(data: memoryview, large: int) -> tuple[bytes, dict[str, Place]]:
    """A GraphDef's bytes without those of its nodes' large constants, and where each of these is, by the node's name.

    Constants in the bodies of functions stay.

    Args:
        data: the GraphDef.
        large: bytes from which on a constant's elements are left out.

    Raises:
        DataLossError: no such message.
    """
    parts: list[_Part] = []
    places: dict[str, Place] = {}
    for each in _fields(data, 0, len(data)):
        if each.number == _NODE and each.kind == _BYTES and each.end - each.start >= large:
            inner, found = _node(data, each, large)
            parts += _framed(data, each, inner)
            places.update(found)
        else:
            parts.append(data[each.begin : each.end])
    return b"".join(parts), places


def _node(data: memoryview, node: _Field, large: int) -> tuple[list[_Part], dict[str, Place]]:
    whole: list[_Part] = [data[node.start : node.end]]
    parts: list[_Part] = []
    name, op, places = "", b"", []
    for each in _fields(data, node.start, node.end):
        if each.kind == _BYTES and each.number == _NAME:
            name = bytes(data[each.start : each.end]).decode(errors="replace")
        if each.kind == _BYTES and each.number == _OP:
            op = bytes(data[each.start : each.end])
        if each.kind == _BYTES and each.number == _ATTR and each.end - each.start >= large:
            inner, place = _without_content(data, each, (_VALUE, _TENSOR), large)
            parts += _framed(data, each, inner)
            if place is not None:
                places.append((_key(data, each), place))
        else:
            parts.append(data[each.begin : each.end])
    if op != b"Const" or len(places) != 1 or places[0][0] != b"value":  # an array that is no constant's value stays
        return whole, {}
    return parts, {name: places[0][1]}


def _key(data: memoryview, entry: _Field) -> bytes:
    return next((bytes(data[f.start : f.end]) for f in _fields(data, entry.start, entry.end) if f.number == _KEY), b"")


def _without_content(
    data: memoryview, message: _Field, path: tuple[int, ...], large: int
) -> tuple[list[_Part], Place | None]:
    """The parts of a message without a tensor's bytes; ``path`` are the fields that lead to the tensor."""
    parts: list[_Part] = []
    place = None
    for each in _fields(data, message.start, message.end):
        size = each.end - each.start
        if path and each.number == path[0] and each.kind == _BYTES and size >= large:
            inner, place = _without_content(data, each, path[1:], large)
            parts += _framed(data, each, inner)
        elif not path and each.number == _CONTENT and each.kind == _BYTES and size >= large:
            place = Place(each.start, size)
        else:
            parts.append(data[each.begin : each.end])
    return parts, place


def _framed(data: memoryview, message: _Field, inner: list[_Part]) -> list[_Part]:
    """A field with other content: its key, the new length, the parts."""
    size = sum(map(len, inner))
    key, _ = read_varint(data, message.begin)
    return [_varint(key) + _varint(size), *inner]


def _varint(value: int) -> bytes:
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def _fields(data: memoryview, at: int, end: int) -> Iterator[_Field]:
    """The fields of the message between two places; their content is not looked at."""
    while at < end:
        begin = at
        key, at = read_varint(data, at)
        kind = key & 7
        start = at
        if kind == 0:
            _, at = read_varint(data, at)
        elif kind == _BYTES:
            size, start = read_varint(data, at)
            at = start + size
        elif kind in _FIXED:
            at += _FIXED[kind]
        else:
            raise DataLossError(f"the wire type of field {key >> 3} must be 0, 1, 2 or 5, got {kind}")
        if at > end:
            raise DataLossError(f"field {key >> 3} must lie within its message, but ends {at - end:,} bytes behind it")
        yield _Field(key >> 3, kind, begin, start, at)
