"""Reading messages: from bytes, text, files, or another library's message objects."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from graphops.graph_def import messages
from graphops_registry.errors import DataLossError, InvalidArgumentError, InvalidTypeError, NotFoundError

_TEXT_SUFFIXES = (".pbtxt", ".txt", ".prototxt")


def parse(value: Any, kind: str = "GraphDef") -> Any:
    """A message of ``kind`` from its bytes, its text form, or a message object of any library.

    Raises:
        InvalidTypeError: something else.
        DataLossError: bytes or text that are no such message.
    """
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _from_bytes(bytes(value), kind)
    if isinstance(value, str):
        return from_text(value, kind)
    own = getattr(messages, kind)
    if isinstance(value, own):
        return value
    serialize = getattr(value, "SerializeToString", None)
    name = getattr(getattr(value, "DESCRIPTOR", None), "name", None)
    if serialize is None or name != kind:
        raise InvalidTypeError(f"a {kind} must be a message, its bytes or its text, got {type(value).__name__}")
    return _from_bytes(serialize(), kind)


def _from_bytes(data: bytes, kind: str) -> Any:
    from google.protobuf.message import DecodeError

    try:
        return getattr(messages, kind).FromString(data)
    except (DecodeError, UnicodeDecodeError, ValueError, RecursionError) as reason:
        raise DataLossError(f"a {kind} must be well-formed bytes, got {len(data):,} that are not ({reason})") from None


def from_text(text: str, kind: str) -> Any:
    """A message from its text form.

    Raises:
        DataLossError: it is not well-formed; the error says where.
    """
    from google.protobuf import text_format

    try:
        return text_format.Parse(text, getattr(messages, kind)())
    except (text_format.ParseError, ValueError, RecursionError) as reason:
        detail = "it is nested too deeply" if isinstance(reason, RecursionError) else str(reason)
        raise DataLossError(f"a {kind} must be well-formed text, but {detail}") from None


def read_file(path: str | os.PathLike[str], kind: str = "GraphDef") -> Any:
    """A message from a file: text if its name ends in .pbtxt, .txt or .prototxt, else binary.

    Raises:
        NotFoundError: no such file.
        DataLossError: the file holds something else.
    """
    try:
        file = Path(path)
        data = file.read_bytes()
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
            return from_text(text, kind)
        return _from_bytes(data, kind)
    except DataLossError as error:
        error.add_note(f"in file '{file}'")
        raise
