"""The interface of ops that save and restore: files with values by name, and slices of values; other files as bytes.

Ops and kernels know no file format.  A kernel gets one as ``ctx.files``, which also knows which folders it may use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError

Array = np.ndarray[Any, Any]


class CheckpointFiles(Protocol):
    """A format for files of values by name. A prefix is a path without what the format itself adds to it."""

    def write(self, prefix: str, values: dict[str, Array], dtypes: dict[str, DType]) -> None:
        """Write values, atomically."""

    def read(self, prefix: str, names: Sequence[str]) -> list[tuple[DType, Callable[[], Array]]]:
        """For each name the dtype, and a function that reads the value, an array of one's own.

        Raises:
            NotFoundError: no such file, or no such name in it.
            DataLossError: the file is damaged.
        """

    def content(self, path: str, check: Callable[[int], None]) -> bytes:
        """The bytes of a file; ``check`` is called with their number before they are read, and may raise.

        Raises:
            NotFoundError: no such file.
            InvalidArgumentError: it cannot be read.
        """

    def records(self, content: bytes, path: str) -> Iterator[bytes]:
        """The records of a TFRecord file with that content; ``path`` is for errors.

        Raises:
            DataLossError: the file is damaged.
        """

    def write_content(self, path: str, content: bytes) -> None:
        """Write a whole file, atomically, with the folders above it.

        Raises:
            InvalidArgumentError, NotFoundError: it cannot be written.
        """

    def matching(self, pattern: str) -> Iterator[str]:
        """The paths of what matches a pattern with ``*``, ``?`` and ``[...]``, in any order.

        Raises:
            InvalidArgumentError: a pattern that leads out of its folder.
        """

    def merge(self, prefixes: Sequence[str], destination: str, *, delete: bool, allow_missing: bool) -> None:
        """Write the values of several files into one, and with ``delete`` remove those files and their folder.

        Raises:
            NotFoundError: a file is missing, or with ``allow_missing`` all are.
            InvalidArgumentError: a name is in two files.
        """


def text_of(value: Any) -> str:
    """A string of a tensor as text; bytes that are no UTF-8 are kept as they are in file names."""
    return value if isinstance(value, str) else bytes(value).decode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class ShapeAndSlice:
    """A part of a value: ``"4 10 -:0,3"`` is the first three columns of a [4, 10] array.

    Attributes:
        shape: of the whole.
        where: the part, a slice for each axis.
        part: its shape.
    """

    shape: tuple[int, ...]
    where: tuple[slice, ...]
    part: tuple[int, ...]


_NUMBER: Final = re.compile(r"[0-9]{1,18}")


def parse_shape_and_slice(text: str) -> ShapeAndSlice | None:
    """What an element of ``shape_and_slices`` means: sizes, then for each axis ``-`` or ``start,length``.

    Returns:
        ``None`` for the empty string, which means the whole value, of any shape.

    Raises:
        InvalidArgumentError: no such text, or a part outside of the whole. The message is what is wrong with it.
    """
    if not text:
        return None
    *sizes, spec = text.split(" ")
    extents = spec.split(":") if spec else []
    if not sizes or not all(_NUMBER.fullmatch(size) for size in sizes):
        raise InvalidArgumentError("be sizes and a slice for each, as in '4 10 -:0,3'")
    shape = tuple(int(size) for size in sizes)
    if len(extents) != len(shape):
        raise InvalidArgumentError(f"have a slice for each of its {len(shape)} sizes")
    where = []
    for size, extent in zip(shape, extents, strict=True):
        start, comma, length = extent.partition(",")
        if extent == "-":
            where.append(slice(0, size))
        elif not comma or not _NUMBER.fullmatch(start) or not _NUMBER.fullmatch(length):
            raise InvalidArgumentError("have '-' or 'start,length' for each axis")
        elif int(start) + int(length) > size:
            raise InvalidArgumentError("have slices within its sizes")
        else:
            where.append(slice(int(start), int(start) + int(length)))
    return ShapeAndSlice(shape, tuple(where), tuple(part.stop - part.start for part in where))


def join_parts(shape: tuple[int, ...], parts: Iterable[tuple[tuple[slice, ...], Array]], dtype: Any) -> Array | None:
    """The whole that ``parts`` make up; ``None`` if they leave something out or overlap.

    Args:
        shape: of the whole. Nothing is allocated unless the parts have as many elements.
    """
    given = list(parts)
    if sum(part.size for _, part in given) != int(np.prod(shape, dtype=object)):
        return None
    whole = np.empty(shape, dtype)
    covered = np.zeros(shape, bool)
    for where, part in given:
        whole[where] = part
        covered[where] = True
    return whole if covered.all() else None
