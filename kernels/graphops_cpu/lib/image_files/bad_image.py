"""What a reader of pictures says of a bad file, and which sizes it refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphops_registry.errors import NotFoundError

Pixels = np.ndarray[Any, Any]
Check = Callable[[int], None]
"""Raises if so many bytes are too many for the run."""

_MOST: Final = 2**29  # numbers in one picture


class BadImage(Exception):
    """A file that is not what it should be.

    Attributes:
        rule: what the file must do or be.
        got: what there is instead.
    """

    def __init__(self, rule: str, got: object) -> None:
        super().__init__(rule, got)
        self.rule, self.got = rule, got


def require_size(check: Check, height: int, width: int, channels: int, itemsize: int = 1, frames: int = 1) -> None:
    """Refuse pictures of no size, or of too many numbers.

    Raises:
        BadImage: with the sizes.
        ResourceExhaustedError: the run may not have so much memory.
    """
    if height <= 0 or width <= 0:
        raise BadImage("have at least one row and one column", f"{height} rows and {width} columns")
    size = height * width * channels * frames
    if size > _MOST:
        raise BadImage(f"have at most {_MOST:,} numbers", f"{size:,}")
    check(2 * size * itemsize)


def pillow(plugin: str) -> Any:
    """A module of Pillow, which is optional.

    Raises:
        NotFoundError: one sentence that names the extra.
    """
    import importlib

    try:
        return importlib.import_module(f"PIL.{plugin}")
    except ImportError:
        raise NotFoundError(
            "reading and writing pictures needs pillow, from the extra 'images': pip install 'graphops[images]'"
        ) from None
