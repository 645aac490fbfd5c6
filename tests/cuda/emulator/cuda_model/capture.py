"""Capturing work into a CUDA graph: it is remembered with its addresses, not done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cuda_model import faults, streams
from cuda_model.clocks import Access, Clock, History, join
from cuda_model.errors import (
    CAPTURE_IMPLICIT,
    CAPTURE_INVALIDATED,
    CAPTURE_ISOLATION,
    CAPTURE_UNJOINED,
    CAPTURE_UNMATCHED,
    ILLEGAL_STATE,
    CUDARuntimeError,
)
from cuda_model.segments import Segment
from cuda_model.streams import LOCK, Stream


@dataclass(frozen=True, slots=True)
class Node:
    """Work of a graph: what is done with which bytes, as ``(address, size)``."""

    what: str
    where: str
    run: Callable[[Stream, Clock], Iterable[tuple[int, int]] | None]
    reads: tuple[tuple[int, int], ...]
    writes: tuple[tuple[int, int], ...]


class Capture:
    """A capture that has begun.

    Attributes:
        origin: the stream that it began on and must end on.
        valid: no error has happened.
        nodes: what was recorded, in an order that it can be done in.
    """

    def __init__(self, origin: Stream) -> None:
        self.origin = origin
        self.valid = True
        self.nodes: list[Node] = []
        self._clocks: dict[Stream, Clock] = {origin: {}}
        self._histories: dict[Segment, History] = {}

    def invalidate(self) -> None:
        """Something was called that cannot be recorded: nothing comes of it."""
        self.valid = False

    def check(self) -> None:
        """Refuse to record more after an error.

        Raises:
            CUDARuntimeError: there was one.
        """
        if not self.valid:
            raise CUDARuntimeError(CAPTURE_INVALIDATED)

    def clock_of(self, stream: Stream) -> Clock:
        """What is ordered before the next work of the stream, among what was recorded."""
        return dict(self._clocks[stream])

    def step(self, stream: Stream) -> Clock:
        """The clock of the next work of the stream."""
        self.check()
        clock = self._clocks[stream]
        clock[stream.number] = clock.get(stream.number, 0) + 1
        return dict(clock)

    def join(self, stream: Stream, clock: Clock) -> None:
        """A stream waits for an event that was recorded here, and is captured, too."""
        if self.origin.capture is not self:  # the capture is over
            raise CUDARuntimeError(CAPTURE_ISOLATION)
        if stream.is_legacy:
            self.invalidate()
            raise CUDARuntimeError(CAPTURE_IMPLICIT)
        self.check()
        if stream.capture not in (None, self):
            self.invalidate()
            raise CUDARuntimeError(CAPTURE_ISOLATION)
        if stream.capture is None:
            stream.capture = self
            self._clocks[stream] = {}
        join(self._clocks[stream], clock)

    def add_access(self, segment: Segment, access: Access, clock: Clock) -> None:
        """Check the order within the graph."""
        self._histories.setdefault(segment, History()).add(access, clock)

    def unordered(self, segment: Segment, stream: Stream) -> Access | None:
        """An access of recorded work that the stream's next one is not ordered after."""
        history = self._histories.get(segment)
        return None if history is None else history.unordered(self._clocks[stream])

    def end(self) -> Sequence[Node]:
        """The recorded work; every stream is free again.

        Raises:
            CUDARuntimeError: something was called that cannot be recorded, or a stream was not waited for.
        """
        known = self._clocks[self.origin]
        joined = all(
            known.get(stream.number, 0) >= clock.get(stream.number, 0) for stream, clock in self._clocks.items()
        )
        for stream in self._clocks:
            stream.capture = None
        self.check()
        if not joined:
            raise CUDARuntimeError(CAPTURE_UNJOINED)
        return tuple(self.nodes)


def begin(pointer: int) -> None:
    """``cudaStreamBeginCapture``."""
    faults.check_call()
    with LOCK:
        stream = streams.stream_of(pointer)
        if stream.capture is not None:
            raise CUDARuntimeError(ILLEGAL_STATE)
        stream.capture = Capture(stream)


def end(pointer: int) -> Sequence[Node]:
    """``cudaStreamEndCapture``."""
    faults.check_call()
    with LOCK:
        stream = streams.stream_of(pointer)
        if stream.capture is None:
            raise CUDARuntimeError(ILLEGAL_STATE)
        if stream.capture.origin is not stream:
            stream.capture.invalidate()
            raise CUDARuntimeError(CAPTURE_UNMATCHED)
        return stream.capture.end()


def is_capturing(pointer: int) -> bool:
    """``cudaStreamIsCapturing``."""
    faults.check_call()
    with LOCK:
        stream = streams.stream_of(pointer)
        streams.refuse_implicit(stream, harmless=True)
        if stream.capture is not None and not stream.capture.valid:
            raise RuntimeError("the stream was capturing, but an error has invalidated the capture sequence")
        return stream.capture is not None
