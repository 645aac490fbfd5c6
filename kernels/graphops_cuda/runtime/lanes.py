"""Lanes of a GPU: a lane is a CUDA stream and its device; entering it makes both current."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

import cupy

from graphops_cuda.runtime.per_thread import PerThread
from graphops_registry.device_def import DeviceType, Lane

_runtime = cupy.cuda.runtime


class CudaLane(Lane):
    """A stream. As a context it is CuPy's current stream, and its device the current one, of this thread.

    Attributes:
        stream: CuPy's stream.
    """

    __slots__ = ("_before", "stream")

    def __init__(self, device: DeviceType, index: int, stream: Any) -> None:
        super().__init__(device, index)
        self.stream = stream
        self._before: list[int] = []

    def __enter__(self) -> CudaLane:
        before = _runtime.getDevice()
        self._before.append(before)
        if before != self.index:
            _runtime.setDevice(self.index)
        self.stream.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.stream.__exit__(*error)
        before = self._before.pop()
        if before != self.index:
            _runtime.setDevice(before)

    def mark(self) -> Any:
        with self._device():  # an event belongs to the device that is current when it is made
            return self.stream.record(cupy.cuda.Event(disable_timing=True))

    def wait(self, mark: Any) -> None:
        if mark is not None:
            with self._device():
                self.stream.wait_event(mark)

    def is_done(self, mark: Any) -> bool:
        return mark is None or bool(mark.done)

    def synchronize(self) -> None:
        with self._device():
            self.stream.synchronize()

    def _device(self) -> AbstractContextManager[Any]:
        """Make the lane's device current, because a default stream always means that of the current device."""
        return nullcontext() if _runtime.getDevice() == self.index else cupy.cuda.Device(self.index)


def current_lane(device: DeviceType, index: int) -> CudaLane:
    """The stream that is CuPy's current one for the device in this thread."""
    return CudaLane(device, index, cupy.cuda.get_current_stream(index))


def _new_lane(key: tuple[DeviceType, int, int]) -> CudaLane:
    device, index, _ = key
    with cupy.cuda.Device(index):
        return CudaLane(device, index, cupy.cuda.Stream(non_blocking=True))


_LANES: Final = PerThread(_new_lane)


def own_lane(device: DeviceType, number: int, index: int) -> CudaLane:
    """A stream of this thread alone. It does not synchronise with the legacy default stream."""
    return _LANES.get((device, index, number))
