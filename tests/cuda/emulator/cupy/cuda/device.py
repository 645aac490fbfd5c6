"""``cupy.cuda.device``: devices, and which one is current."""

from __future__ import annotations

import threading
from typing import Any

from cuda_model import streams

from cupy.cuda import runtime

_local = threading.local()


class Device:
    """A device; within a block it is the current one."""

    def __init__(self, device: Any = None) -> None:
        self.id: int = runtime.getDevice() if device is None else int(device)

    def __int__(self) -> int:
        return self.id

    def __enter__(self) -> Device:
        stack = _local.__dict__.setdefault("stack", [])
        stack.append(runtime.getDevice())
        runtime.setDevice(self.id)
        return self

    def __exit__(self, *_error: object) -> None:
        runtime.setDevice(_local.stack.pop())

    def __repr__(self) -> str:
        return f"<CUDA Device {self.id}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def use(self) -> Device:
        runtime.setDevice(self.id)
        return self

    def synchronize(self) -> None:
        before = runtime.getDevice()
        try:
            runtime.setDevice(self.id)
            runtime.deviceSynchronize()
        finally:
            streams.set_device(before)

    @property
    def compute_capability(self) -> str:
        return "90"

    @property
    def mem_info(self) -> tuple[int, int]:
        before = runtime.getDevice()
        try:
            runtime.setDevice(self.id)
            return runtime.memGetInfo()
        finally:
            runtime.setDevice(before)

    @property
    def attributes(self) -> dict[str, int]:
        return {
            name.removeprefix("cudaDevAttr"): runtime.deviceGetAttribute(number, self.id)
            for name, number in vars(runtime).items()
            if name.startswith("cudaDevAttr")
        }

    @property
    def cublas_handle(self) -> int:
        from cupy_backends.cuda.libs import cublas

        handles: dict[int, int] = _local.__dict__.setdefault("cublas", {})
        if self.id not in handles:
            with self:
                handles[self.id] = cublas.create()
        return handles[self.id]


def get_device_id() -> int:
    """The current device."""
    return runtime.getDevice()


def get_cublas_handle() -> int:
    """cuBLAS's handle of this thread and the current device."""
    return Device().cublas_handle


def get_compute_capability() -> str:
    """Of the current device."""
    return Device().compute_capability
