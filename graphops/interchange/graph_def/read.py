"""Reading messages: from bytes, text, files, or another library's message objects."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from graphops.interchange.graph_def import messages
from graphops.interchange.graph_def.limits import DEFAULT_LIMITS, LoadLimits
from graphops_registry.errors import (
    DataLossError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    ResourceExhaustedError,
)

_TEXT_SUFFIXES = (".pbtxt", ".txt", ".prototxt")


def parse(value: Any, kind: str = "GraphDef", limits: LoadLimits = DEFAULT_LIMITS) -> Any:
    """A message of ``kind`` from its bytes, its text form, or a message object of any library.

    Raises:
        InvalidTypeError: something else.
        DataLossError: bytes or text that are no such message.
        ResourceExhaustedError: more bytes, nodes or functions than ``limits`` allow.
    """
    if isinstance(value, (bytes, bytearray, memoryview)):
        limits.check_size(memoryview(value).nbytes, kind)
        return _from_bytes(bytes(value), kind, limits)
    if isinstance(value, str):
        return from_text(value, kind, limits)
    own = getattr(messages, kind)
    if isinstance(value, own):
        return value
    serialize = getattr(value, "SerializeToString", None)
    name = getattr(getattr(value, "DESCRIPTOR", None), "name", None)
    if serialize is None or name != kind:
        raise InvalidTypeError(f"a {kind} must be a message, its bytes or its text, got {type(value).__name__}")
    return _from_bytes(serialize(), kind, limits)


def _from_bytes(data: bytes, kind: str, limits: LoadLimits) -> Any:
    from google.protobuf.message import DecodeError

    limits.check_bytes(data, kind)
    try:
        return getattr(messages, kind).FromString(data)
    except (DecodeError, UnicodeDecodeError, ValueError, RecursionError) as reason:
        raise DataLossError(f"a {kind} must be well-formed bytes, got {len(data):,} that are not ({reason})") from None


def from_text(text: str, kind: str, limits: LoadLimits = DEFAULT_LIMITS) -> Any:
    """A message from its text form.

    Raises:
        DataLossError: it is not well-formed; the error says where.
        ResourceExhaustedError: longer than ``limits`` allow.
    """
    from google.protobuf import text_format

    limits.check_text(text, kind)
    try:
        return text_format.Parse(text, getattr(messages, kind)())
    except (text_format.ParseError, ValueError, RecursionError, DeprecationWarning) as reason:
        # The warning, of an escape such as \777, comes here where warnings are errors.
        detail = "it is nested too deeply" if isinstance(reason, RecursionError) else str(reason)
        raise DataLossError(f"a {kind} must be well-formed text, but {detail}") from None


def _content(file: Path, kind: str, limits: LoadLimits) -> bytes:
    """What is in a file, or comes out of a pipe, which does not say beforehand how much that is."""
    is_text = file.suffix in _TEXT_SUFFIXES
    if file.is_file():
        limits.check_size(file.stat().st_size, kind, is_text=is_text)
        return file.read_bytes()
    found = bytearray()
    with file.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            found += chunk
            limits.check_size(len(found), kind, is_text=is_text)
    return bytes(found)


def read_file(path: str | os.PathLike[str], kind: str = "GraphDef", limits: LoadLimits = DEFAULT_LIMITS) -> Any:
    """A message from a file: text if its name ends in .pbtxt, .txt or .prototxt, else binary.

    Raises:
        NotFoundError: no such file.
        DataLossError: the file holds something else.
        ResourceExhaustedError: it is larger than ``limits`` allow, which is found before it is read.
    """
    try:
        file = Path(path)
        data = _content(file, kind, limits)
    except ResourceExhaustedError as error:
        error.add_note(f"in file '{path}'")
        raise
    except FileNotFoundError:
        raise NotFoundError(f"the file of a {kind} must exist, got '{file}'") from None
    except (OSError, TypeError, ValueError) as reason:
        raise InvalidArgumentError(f"the file of a {kind} must be readable, got {path!r} ({reason})") from None
    try:
        if file.suffix in _TEXT_SUFFIXES:
            try:
                text = data.decode()
            except UnicodeDecodeError as reason:
                raise DataLossError(f"a {kind} must be well-formed text, but {reason}") from None
            return from_text(text, kind, limits)
        return _from_bytes(data, kind, limits)
    except (DataLossError, ResourceExhaustedError) as error:
        error.add_note(f"in file '{file}'")
        raise
