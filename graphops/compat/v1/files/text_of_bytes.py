"""``tf.compat``'s conversions between bytes and text, which its files use, too."""

from __future__ import annotations

import os
from typing import Any

from graphops_registry.errors import InvalidTypeError


def as_bytes(bytes_or_text: Any, encoding: str = "utf-8") -> bytes:
    """Bytes as they are, text encoded.

    Raises:
        InvalidTypeError: neither.
    """
    if isinstance(bytes_or_text, (bytes, bytearray)):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    raise InvalidTypeError(f"bytes_or_text of as_bytes() must be bytes or a text, got {bytes_or_text!r}")


def as_text(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """Text as it is, bytes decoded.

    Raises:
        InvalidTypeError: neither.
    """
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, (bytes, bytearray)):
        return bytes_or_text.decode(encoding)
    raise InvalidTypeError(f"bytes_or_text of as_text() must be bytes or a text, got {bytes_or_text!r}")


def as_str(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """The same as :func:`as_text`."""
    return as_text(bytes_or_text, encoding)


def as_str_any(value: Any, encoding: str = "utf-8") -> str:
    """Bytes decoded, everything else by ``str``."""
    return as_text(value, encoding) if isinstance(value, (bytes, bytearray)) else str(value)


def path_to_str(path: Any) -> Any:
    """The text of a path; what is no path stays as it is."""
    return as_str_any(path.__fspath__()) if isinstance(path, os.PathLike) else path
