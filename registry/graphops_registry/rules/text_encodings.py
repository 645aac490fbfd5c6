"""Encodings of texts by their names, as the ops of Unicode take them."""

from __future__ import annotations

import codecs
from typing import Final

from graphops_registry.errors import must

MOST_CODE_POINT: Final = 0x10FFFF
# Of Python's own, for its source and for names of hosts: no encodings of texts elsewhere.
_NOT_FOR_TEXTS: Final = frozenset(
    ["idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "charmap", "mbcs", "oem"]
)
_OUTPUT: Final = {"UTF-8": "utf-8", "UTF-16-BE": "utf-16-be", "UTF-32-BE": "utf-32-be"}


def input_codec(op: str, name: str) -> codecs.CodecInfo:
    """Python's codec for an encoding.

    Raises:
        InvalidArgumentError: there is none of that name.
    """
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError, UnicodeError):  # ValueError: a null character
        codec = None
    if codec is None or codec.name.replace("-", "_") in _NOT_FOR_TEXTS or not _is_of_texts(codec):
        raise must("attr 'input_encoding'", op, "name an encoding of texts such as UTF-8", f"'{name}'")
    return codec


def _is_of_texts(codec: codecs.CodecInfo) -> bool:
    """Whether it makes texts of bytes: some codecs of Python compress, or make bytes of bytes."""
    try:
        return isinstance(codec.decode(b"")[0], str) and codec.incrementaldecoder is not None
    except Exception:  # of a codec that somebody registered
        return False


def encoded(code_points: list[int], encoding: str) -> bytes:
    """The bytes of code points in one of UTF-8, UTF-16-BE and UTF-32-BE.

    A surrogate has no bytes in UTF-8: it becomes U+FFFD.
    """
    text = "".join(map(chr, code_points))
    if encoding == "UTF-8":
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
    return text.encode(_OUTPUT[encoding], "surrogatepass")


def require_replacement(op: str, value: int) -> None:
    """Refuse a replacement that is no code point.

    Raises:
        InvalidArgumentError: saying so.
    """
    if not 0 <= value <= MOST_CODE_POINT:
        raise must("attr 'replacement_char'", op, f"be in [0, {MOST_CODE_POINT}]", value)
