"""Vector clocks: whether one piece of work is ordered after another.

A clock maps a stream's number to how many pieces of its work are known to be done before.  Work ``n`` of stream ``s``
is ordered before everything whose clock has ``clock[s] >= n``.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from cuda_model.errors import EmulatorError

Clock: TypeAlias = dict[int, int]

_OWN: Final = tuple(
    str(folder) for folder in (Path(__file__).parents[1], Path(__file__).parents[4] / "graphops" / "testing")
)


class StreamOrderError(EmulatorError, RuntimeError):
    """Two accesses of the same memory, one of which writes, in an order that nothing settles."""


@dataclass(frozen=True, slots=True)
class Access:
    """Bytes ``low <= address < high`` that were read or written by the ``number``-th work of ``stream``."""

    low: int
    high: int
    writes: bool
    stream: int
    number: int
    what: str
    where: str

    def __str__(self) -> str:
        return f"{'write' if self.writes else 'read'} by {self.what} at {self.where}"


def join(clock: Clock, other: Clock) -> None:
    """Let ``clock`` know what ``other`` knows."""
    for stream, number in other.items():
        if clock.get(stream, 0) < number:
            clock[stream] = number


class History:
    """The accesses of a block of memory that later ones must be ordered after."""

    __slots__ = ("accesses",)

    def __init__(self) -> None:
        self.accesses: list[Access] = []

    def add(self, access: Access, clock: Clock) -> None:
        """An access by work of this clock.

        Raises:
            StreamOrderError: it is not ordered after an earlier one that it conflicts with.
        """
        kept = []
        for earlier in self.accesses:
            if earlier.high <= access.low or access.high <= earlier.low:
                kept.append(earlier)
                continue
            ordered = clock.get(earlier.stream, 0) >= earlier.number
            if (access.writes or earlier.writes) and not ordered:
                raise StreamOrderError(f"{access}: nothing makes it wait for an earlier one: {earlier}")
            inside = access.low <= earlier.low and earlier.high <= access.high
            if not (inside and ordered and (access.writes or not earlier.writes)):
                kept.append(earlier)
        kept.append(access)
        self.accesses = kept

    def unordered(self, clock: Clock) -> Access | None:
        """An access that is not ordered before everything of this clock, or ``None``."""
        for access in self.accesses:
            if clock.get(access.stream, 0) < access.number:
                return access
        return None


def caller() -> str:
    """The line outside of the emulator that asked for what is done now."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_OWN):
        frame = frame.f_back
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
