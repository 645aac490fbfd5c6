"""Which format a file has, and how each reader is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from graphops_cpu.lib.image_files.bad_image import BadImage
from graphops_registry.errors import GraphopsError, must

_STARTS: Final = {b"\xff\xd8\xff": "JPEG", b"\x89PNG\r\n\x1a\n": "PNG", b"GIF8": "GIF", b"BM": "BMP"}
_Result = TypeVar("_Result")


def format_of(content: bytes) -> str | None:
    """``"JPEG"``, ``"PNG"``, ``"GIF"`` or ``"BMP"``, by the first bytes."""
    return next((name for start, name in _STARTS.items() if content.startswith(start)), None)


def reading(op: str, content: bytes, read: Callable[..., _Result], *arguments: Any, **options: Any) -> _Result:
    """``read(content, ...)`` with the errors of an op.

    Raises:
        InvalidArgumentError: what is wrong with the file.
        ResourceExhaustedError: it needs too much memory.
    """
    try:
        return read(content, *arguments, **options)
    except BadImage as error:
        raise must("contents", op, error.rule, error.got) from None
    except (GraphopsError, MemoryError):
        raise
    except Exception as error:  # Pillow raises many classes: OSError, SyntaxError, ValueError, struct.error ...
        name = format_of(content) or "picture"
        raise must("contents", op, f"be a {name} file without faults", f"{type(error).__name__}: {error}") from None
