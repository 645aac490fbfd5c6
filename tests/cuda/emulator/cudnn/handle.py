"""Handles: the device and the stream that work is queued on."""

from __future__ import annotations

import threading
from types import TracebackType

from cuda_model import streams

from cudnn.errors import MisuseError


class Handle:
    """A handle, for one thread at a time."""

    def __init__(self, device: int) -> None:
        self.device = device
        self.stream = 0
        self._lock = threading.Lock()

    def __enter__(self) -> Handle:
        """While it is in use."""
        if not self._lock.acquire(blocking=False):
            raise MisuseError("a handle of cuDNN must not be used by two threads at once")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()


def create_handle() -> Handle:
    return Handle(streams.current_device())


def destroy_handle(handle: Handle) -> None:
    handle.device = -1


def set_stream(handle: Handle, stream: int) -> None:
    if not isinstance(handle, Handle):
        raise TypeError(f"cudnn.set_stream expects a cudnn.Handle, got {type(handle).__name__}")
    handle.stream = stream


def get_stream(handle: Handle) -> int:
    return handle.stream
