"""``cupy.cuda.stream``: streams and events, and which stream is current in each thread."""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Callable
from typing import Any, ClassVar

from cuda_model import segments, streams

from cupy.cuda import runtime

_local = threading.local()


class _Current:
    """The current streams of a thread, one for each device."""

    def __init__(self) -> None:
        self.streams: list[_BaseStream] = [Stream.null] * segments.DEVICES
        self.stacks: list[list[_BaseStream]] = [[Stream.null] for _ in range(segments.DEVICES)]
        self.devices: list[int] = []

    def set(self, stream: _BaseStream) -> None:
        device = stream.device_id if stream.device_id != -1 else runtime.getDevice()
        self.streams[device] = stream

    def push(self, stream: _BaseStream, device: int) -> None:
        self.stacks[device].append(stream)
        self.devices.append(device)
        self.set(stream)

    def pop(self) -> None:
        device = self.devices.pop()
        self.stacks[device].pop()
        self.streams[device] = self.stacks[device][-1]


def _current() -> _Current:
    found: _Current | None = getattr(_local, "current", None)
    if found is None:
        found = _local.current = _Current()
    return found


def get_current_stream(device_id: int = -1) -> Any:
    """The stream on which this thread queues work of a device, by default the current one."""
    return _current().streams[runtime.getDevice() if device_id == -1 else device_id]


def _pointer(stream: Any) -> int:
    """The handle of ``stream`` or of the current one."""
    pointer: int = (get_current_stream() if stream is None else stream).ptr
    return pointer


class Event:
    """A point in a stream."""

    def __init__(self, block: bool = False, disable_timing: bool = False, interprocess: bool = False) -> None:
        self.ptr = 0
        if interprocess:
            raise NotImplementedError("the emulator has one process")
        self.ptr = streams.create_event(timing=not disable_timing)

    def __del__(self) -> None:
        if self.ptr and sys is not None and not sys.is_finalizing():  # modules are emptied at the end
            streams.destroy_event(self.ptr)

    @property
    def done(self) -> bool:
        return streams.query_event(self.ptr) == 0

    def record(self, stream: Any = None) -> None:
        streams.record(self.ptr, _pointer(stream))

    def synchronize(self) -> None:
        runtime.eventSynchronize(self.ptr)


def get_elapsed_time(start_event: Event, end_event: Event) -> float:
    """Milliseconds between two events."""
    return streams.elapsed_milliseconds(start_event.ptr, end_event.ptr)


class _BaseStream:
    """A stream: ``ptr``, ``device_id``."""

    def __init__(self, ptr: int, device_id: int) -> None:
        self.ptr = ptr
        self.device_id = device_id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _BaseStream) and self.ptr == other.ptr

    def __hash__(self) -> int:
        return self.ptr

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.ptr} (device {self.device_id})>"

    def __cuda_stream__(self) -> tuple[int, int]:
        return (0, self.ptr)

    def _check_device(self) -> int:
        current = runtime.getDevice()
        device = current if self.device_id == -1 else self.device_id
        if device != current:
            raise RuntimeError(
                f"The device that the stream is created on ({device}) does not match with the current device "
                f"({current})"
            )
        return device

    def __enter__(self) -> Any:
        _current().push(self, self._check_device())
        return self

    def __exit__(self, *_error: object) -> None:
        _current().pop()

    def use(self) -> Any:
        self._check_device()
        _current().set(self)
        return self

    @property
    def done(self) -> bool:
        return runtime.streamQuery(self.ptr) == 0

    def synchronize(self) -> None:
        runtime.streamSynchronize(self.ptr)

    def launch_host_func(self, callback: Callable[[Any], object], arg: Any) -> None:
        from cuda_model import host_functions

        host_functions.queue(lambda: callback(arg), self.ptr)

    def record(self, event: Event | None = None) -> Event:
        event = Event() if event is None else event
        streams.record(event.ptr, self.ptr)
        return event

    def wait_event(self, event: Event) -> None:
        streams.wait(self.ptr, event.ptr)

    def begin_capture(self, mode: int | None = None) -> None:
        from cuda_model import capture

        if self.ptr in (0, 1):
            raise RuntimeError("cannot capture on the default (legacy) stream")
        if mode not in (None, runtime.streamCaptureModeRelaxed):
            raise NotImplementedError("the emulator captures in the relaxed mode only")
        capture.begin(self.ptr)

    def end_capture(self) -> Any:
        from cuda_model import capture

        from cupy.cuda.graph import Graph

        return Graph._of(capture.end(self.ptr))

    def is_capturing(self) -> bool:
        return runtime.streamIsCapturing(self.ptr)

    @property
    def is_non_blocking(self) -> bool:
        return not streams.stream_of(self.ptr).blocking

    @property
    def priority(self) -> int:
        return streams.stream_of(self.ptr).priority


class Stream(_BaseStream):
    """A stream of the current device."""

    null: ClassVar[Stream]

    def __init__(
        self, null: bool = False, non_blocking: bool = False, ptds: bool = False, priority: int | None = None
    ) -> None:
        self._foreign_stream_ref: Any = None
        if null:
            super().__init__(0, -1)
        elif ptds:
            raise NotImplementedError("the emulator has no per-thread default stream")
        else:
            super().__init__(
                streams.create_stream(blocking=not non_blocking, priority=priority or 0), runtime.getDevice()
            )

    def __del__(self) -> None:
        if getattr(self, "ptr", 0) and self._foreign_stream_ref is None and not sys.is_finalizing():
            streams.destroy_stream(self.ptr)

    @classmethod
    def from_external(cls, obj: Any) -> Stream:
        """A stream of another library, by the protocol ``__cuda_stream__``."""
        try:
            version, pointer = obj.__cuda_stream__()
        except AttributeError:
            raise TypeError(
                f"Object of type {type(obj).__name__} does not implement the CUDA stream protocol"
            ) from None
        if version != 0:
            raise TypeError(f"__cuda_stream__() returned unsupported version {version}, only version 0 is supported")
        stream = cls.__new__(cls)
        _BaseStream.__init__(stream, pointer, -1)
        stream._foreign_stream_ref = obj
        return stream


class ExternalStream(_BaseStream):
    """A stream by its handle; deprecated."""

    def __init__(self, ptr: int, device_id: int = -1) -> None:
        warnings.warn(
            "ExternalStream is deprecated. Use Stream.from_external() instead to interoperate with external streams "
            "that implement the CUDA stream protocol.",
            DeprecationWarning,
            stacklevel=2,
        )
        super().__init__(ptr, device_id)


Stream.null = Stream(null=True)
