"""Streams, events and waiting: who is ordered after whom, and what the host knows to be done.

The host is one, whichever thread calls: what one thread has waited for is done for all of them.
"""

from __future__ import annotations

import itertools
import threading
import time
from typing import TYPE_CHECKING, Final

from cuda_model import faults, pending, segments
from cuda_model.clocks import Clock, join
from cuda_model.errors import (
    CAPTURE_IMPLICIT,
    CAPTURE_ISOLATION,
    CAPTURE_UNSUPPORTED,
    CAPTURED_EVENT,
    INVALID_DEVICE,
    INVALID_RESOURCE_HANDLE,
    NOT_PERMITTED,
    NOT_READY,
    CUDARuntimeError,
)

if TYPE_CHECKING:
    from cuda_model.capture import Capture

LEGACY: Final = 1
PER_THREAD: Final = 2
LOCK: Final = segments.LOCK
HOST: Final[Clock] = {}  # what the host has waited for

_local = threading.local()
_numbers = itertools.count(1)
_handles = itertools.count(0x7000_0000_0000, 0x100)


class Stream:
    """What is behind a ``cudaStream_t``.

    Attributes:
        device: where its work is done.
        pointer: its handle, 0 for the legacy default stream.
        blocking: whether it waits for the legacy default stream, and that for it.
        number: in clocks.
        clock: what the work that comes next is ordered after.
        capture: what its work goes into instead of being done.
    """

    def __init__(self, device: int, pointer: int, *, blocking: bool, priority: int = 0) -> None:
        self.device = device
        self.pointer = pointer
        self.blocking = blocking
        self.priority = priority
        self.number = next(_numbers)
        self.clock: Clock = {}
        self.capture: Capture | None = None
        self.asked: Clock | None = None

    @property
    def is_legacy(self) -> bool:
        return self.pointer == 0

    def __str__(self) -> str:
        name = "the default stream" if self.is_legacy else f"stream {self.number}"
        return f"{name} of device {self.device}"


class Event:
    """What is behind a ``cudaEvent_t``."""

    def __init__(self, device: int, *, timing: bool) -> None:
        self.device = device
        self.timing = timing
        self.clock: Clock | None = None
        self.capture: Capture | None = None
        self.seconds = 0.0
        self.asked: Clock | None = None


_legacy = [Stream(device, 0, blocking=True) for device in range(segments.DEVICES)]
_streams: dict[int, Stream] = {}
_events: dict[int, Event] = {}
_retired: list[Clock] = [{} for _ in range(segments.DEVICES)]  # the work of streams that were destroyed


# -- the current device ----------------------------------------------------------------------------------------------


def current_device() -> int:
    """The device of this thread."""
    device: int = getattr(_local, "device", 0)
    return device


def set_device(device: int) -> None:
    """``cudaSetDevice``."""
    faults.check_call()
    if not 0 <= device < segments.DEVICES:
        raise CUDARuntimeError(INVALID_DEVICE)
    _local.device = device


def refuse_in_host_function() -> None:
    """Refuse calls from functions of :func:`cuda_model.host_functions.queue`."""
    if getattr(_local, "in_host_function", False):
        raise CUDARuntimeError(NOT_PERMITTED)


def enter_host_function() -> None:
    """This thread runs host functions."""
    _local.in_host_function = True


# -- handles ---------------------------------------------------------------------------------------------------------


def create_stream(*, blocking: bool, priority: int) -> int:
    """``cudaStreamCreateWithPriority`` on the current device."""
    faults.check_call()
    with LOCK:
        pointer = next(_handles)
        _streams[pointer] = Stream(current_device(), pointer, blocking=blocking, priority=priority)
    return pointer


def destroy_stream(pointer: int) -> None:
    """``cudaStreamDestroy``: what is queued will be done."""
    with LOCK:
        stream = _streams.pop(pointer, None)
        if stream is not None:
            join(_retired[stream.device], stream.clock)


def stream_of(pointer: int) -> Stream:
    """The stream behind a handle.

    Raises:
        CUDARuntimeError: there is none.
    """
    refuse_in_host_function()
    if pointer in (0, LEGACY):
        return _legacy[current_device()]
    if pointer == PER_THREAD:
        raise NotImplementedError("the emulator has no per-thread default stream")
    try:
        return _streams[pointer]
    except KeyError:
        raise CUDARuntimeError(INVALID_RESOURCE_HANDLE) from None


def streams_of(device: int) -> list[Stream]:
    """All streams of a device."""
    return [_legacy[device], *(stream for stream in _streams.values() if stream.device == device)]


def create_event(*, timing: bool) -> int:
    """``cudaEventCreateWithFlags``."""
    faults.check_call()
    pointer = next(_handles)
    _events[pointer] = Event(current_device(), timing=timing)
    return pointer


def destroy_event(pointer: int) -> None:
    """``cudaEventDestroy``."""
    _events.pop(pointer, None)


def event_of(pointer: int) -> Event:
    """The event behind a handle.

    Raises:
        CUDARuntimeError: there is none.
    """
    refuse_in_host_function()
    try:
        return _events[pointer]
    except KeyError:
        raise CUDARuntimeError(INVALID_RESOURCE_HANDLE) from None


# -- order -----------------------------------------------------------------------------------------------------------


def step(stream: Stream) -> Clock:
    """The clock of the next work of a stream, which must not be in a capture."""
    refuse_implicit(stream)
    if stream.is_legacy:
        for other in streams_of(stream.device):
            if other.blocking:
                join(stream.clock, other.clock)
    elif stream.blocking:
        join(stream.clock, _legacy[stream.device].clock)
    join(stream.clock, HOST)
    stream.clock[stream.number] = stream.clock.get(stream.number, 0) + 1
    return dict(stream.clock)


def refuse_implicit(stream: Stream, *, harmless: bool = False) -> None:
    """Refuse to make the legacy stream wait for one that is being captured, which breaks the capture if not harmless.

    Raises:
        CUDARuntimeError: that.
    """
    if not stream.is_legacy:
        return
    for other in streams_of(stream.device):
        if other.blocking and other.capture is not None:
            if not harmless:
                other.capture.invalidate()
            raise CUDARuntimeError(CAPTURE_IMPLICIT)


def record(event_pointer: int, stream_pointer: int) -> None:
    """``cudaEventRecord``."""
    faults.check_call()
    with LOCK:
        event, stream = event_of(event_pointer), stream_of(stream_pointer)
        if event.device != stream.device:
            raise CUDARuntimeError(INVALID_RESOURCE_HANDLE)
        event.seconds = time.perf_counter()
        event.capture = stream.capture
        if stream.capture is not None:
            stream.capture.check()
            event.clock = stream.capture.clock_of(stream)
        else:
            event.clock = step(stream)


def wait(stream_pointer: int, event_pointer: int) -> None:
    """``cudaStreamWaitEvent``: also how a stream joins a capture."""
    faults.check_call()
    with LOCK:
        event, stream = event_of(event_pointer), stream_of(stream_pointer)
        if event.clock is None:
            return
        if event.capture is not None:
            event.capture.join(stream, event.clock)
            return
        if stream.capture is not None:
            stream.capture.invalidate()
            raise CUDARuntimeError(CAPTURE_ISOLATION)
        refuse_implicit(stream)
        join(stream.clock, event.clock)


# -- waiting on the host ---------------------------------------------------------------------------------------------


def _reached(clock: Clock) -> None:
    """The host has waited for everything of this clock."""
    join(HOST, clock)
    pending.run_until(HOST)
    segments.check_guards()


def _drain_host_functions() -> None:
    from cuda_model import host_functions

    host_functions.drain()


def synchronize_stream(pointer: int) -> None:
    """``cudaStreamSynchronize``."""
    faults.check_call(waits=True)
    with LOCK:
        stream = stream_of(pointer)
        if stream.capture is not None:
            stream.capture.invalidate()
            raise CUDARuntimeError(CAPTURE_UNSUPPORTED)
        _reached(step(stream) if stream.is_legacy else stream.clock)
    _drain_host_functions()


def synchronize_device() -> None:
    """``cudaDeviceSynchronize``."""
    faults.check_call(waits=True)
    refuse_in_host_function()
    with LOCK:
        streams = streams_of(current_device())
        captures = [stream.capture for stream in streams if stream.capture is not None]
        for capture in captures:
            capture.invalidate()
        if captures:
            raise CUDARuntimeError(CAPTURE_UNSUPPORTED)
        for stream in streams:
            join(HOST, stream.clock)
        join(HOST, _retired[current_device()])
        _reached(HOST)
    _drain_host_functions()


def synchronize_event(pointer: int) -> None:
    """``cudaEventSynchronize``."""
    faults.check_call(waits=True)
    with LOCK:
        event = event_of(pointer)
        _refuse_captured(event)
        if event.clock is not None:
            _reached(event.clock)
    _drain_host_functions()


def query_stream(pointer: int) -> int:
    """``cudaStreamQuery``: not ready when it is asked first after something was queued, then ready."""
    faults.check_call()
    with LOCK:
        stream = stream_of(pointer)
        if stream.capture is not None:
            stream.capture.invalidate()
            raise CUDARuntimeError(CAPTURE_UNSUPPORTED)
        return _query(stream, stream.clock)


def query_event(pointer: int) -> int:
    """``cudaEventQuery``: not ready when it is asked first, then ready."""
    faults.check_call()
    with LOCK:
        event = event_of(pointer)
        _refuse_captured(event)
        return 0 if event.clock is None else _query(event, event.clock)


def _query(what: Stream | Event, clock: Clock) -> int:
    if all(HOST.get(stream, 0) >= number for stream, number in clock.items()):
        return 0
    if what.asked != clock:
        what.asked = dict(clock)
        return NOT_READY
    _reached(clock)
    return 0


def _refuse_captured(event: Event) -> None:
    if event.capture is not None:
        event.capture.invalidate()
        raise CUDARuntimeError(CAPTURED_EVENT)


def elapsed_milliseconds(start_pointer: int, end_pointer: int) -> float:
    """``cudaEventElapsedTime``."""
    faults.check_call()
    with LOCK:
        start, end = event_of(start_pointer), event_of(end_pointer)
        for event in (start, end):
            _refuse_captured(event)
            if not event.timing or event.clock is None:
                raise CUDARuntimeError(INVALID_RESOURCE_HANDLE)
            if any(HOST.get(stream, 0) < number for stream, number in event.clock.items()):
                raise CUDARuntimeError(NOT_READY)
        return (end.seconds - start.seconds) * 1000


def peek(stream: Stream) -> Clock:
    """What is ordered before the next work of a stream, without doing any."""
    clock = dict(stream.clock)
    if stream.is_legacy:
        for other in streams_of(stream.device):
            if other.blocking:
                join(clock, other.clock)
    elif stream.blocking:
        join(clock, _legacy[stream.device].clock)
    join(clock, HOST)
    return clock
