"""``cupy.ndarray``: the stand-in's strict array in the memory of an emulated device."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from cuda_model import segments, streams, work
from cuda_model.errors import ILLEGAL_ADDRESS, CUDARuntimeError

from cupy.cuda import runtime
from cupy.cuda.device import Device
from cupy.cuda.memory import MemoryPointer
from cupy.cuda.stream import _pointer, get_current_stream
from cupy.place import PLACE, _host_range, allocate, check_not_capturing
from graphops.testing.strict.strict_array import HostArray, StrictArray, check_dtype
from graphops.testing.strict.transfers import count_transfers

_DLPACK_CUDA = 2


class ndarray(StrictArray):
    """An array of a device.

    Attributes:
        data: where it begins; it keeps the memory.
        base: the array that it is a view of, or ``None``.
    """

    __slots__ = ("__weakref__", "base", "data")
    place = PLACE

    data: MemoryPointer
    base: ndarray | None

    def __init__(
        self,
        shape: int | Sequence[int],
        dtype: Any = float,
        memptr: MemoryPointer | None = None,
        strides: Sequence[int] | None = None,
        order: str = "C",
    ) -> None:
        shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(int(size) for size in shape)
        if any(size < 0 for size in shape):
            raise ValueError("Negative dimensions are not allowed")
        dtype = np.dtype(dtype)
        check_dtype(dtype)
        if strides is None:
            strides = _contiguous(shape, dtype.itemsize, order)
        size = math.prod(shape) * dtype.itemsize
        self.data = allocate(size) if memptr is None else memptr
        self.index = self.data.device_id
        self.base = None
        self._host = _host_view(self.data, shape, dtype, tuple(strides), size)

    @property
    def device(self) -> Device:
        return Device(self.index)

    def __repr__(self) -> str:
        return f"<cupy.ndarray {self.dtype}{self.shape} on GPU:{self.index}>"

    # -- between host and device -------------------------------------------------------------------------------------

    def get(
        self, stream: Any = None, order: str = "C", out: HostArray | None = None, blocking: bool = True
    ) -> HostArray:
        """A host copy, made on ``stream`` or the current one, and waited for."""
        if stream is None:
            stream = get_current_stream()
        if out is not None:
            if not isinstance(out, np.ndarray):
                raise TypeError("Only numpy.ndarray can be obtained from cupy.ndarray")
            if self.dtype != out.dtype:
                raise TypeError(f"{out.dtype} array cannot be obtained from {self.dtype} array")
            if self.shape != out.shape:
                raise ValueError(f"Shape mismatch. Expected shape: {self.shape}, actual shape: {out.shape}")
            if not out.flags.c_contiguous:
                raise NotImplementedError("the emulator copies to C-contiguous arrays only")
        if order != "C":
            raise NotImplementedError("the emulator copies to C-contiguous arrays only")
        host = np.empty(self.shape, self.dtype) if out is None else out
        if self.size == 0:
            return host
        count_transfers(copied_out=1)
        before = runtime.getDevice()
        try:
            runtime.setDevice(self.index)
            source = self
            if not self.flags.c_contiguous:
                with stream:
                    source = self.copy(order="C")
            source.data.copy_to_host_async(host.ctypes.data, source.nbytes, stream)
            if blocking:
                stream.synchronize()
        finally:
            streams.set_device(before) if before != self.index else None
        return host

    def set(self, arr: HostArray, stream: Any = None) -> None:
        """Copy a host array into this one."""
        if not isinstance(arr, np.ndarray):
            raise TypeError("Only numpy.ndarray can be set to cupy.ndarray")
        if self.dtype != arr.dtype:
            raise TypeError(f"{arr.dtype} array cannot be set to {self.dtype} array")
        if self.shape != arr.shape:
            raise ValueError(f"Shape mismatch. Old shape: {self.shape}, new shape: {arr.shape}")
        if not self.flags.c_contiguous:
            raise RuntimeError("Cannot set to non-contiguous array")
        arr = np.ascontiguousarray(arr)
        count_transfers(copied_in=1)
        before = runtime.getDevice()
        try:
            runtime.setDevice(self.index)
            self.data.copy_from_host_async(arr.ctypes.data, self.nbytes, stream)
        finally:
            runtime.setDevice(before)

    def item(self) -> Any:
        """The number of an array of one, waited for."""
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        count_transfers(items=1, copied_out=-1)
        return self.get().item()

    def copy(self, order: str = "C") -> ndarray:
        """A copy on the current device."""
        if self.index == streams.current_device():
            return PLACE.evaluate("copy()", _copy, (self, order), {}, self.index)  # type: ignore[no-any-return]
        result = ndarray(self.shape, self.dtype)
        if not self.flags.c_contiguous:
            raise NotImplementedError("the emulator copies contiguous arrays between devices only")
        result.data.copy_from_device_async(self.data, self.nbytes)
        return result

    def view(self, dtype: Any = None, type: Any = None) -> ndarray:
        """The same bytes as another dtype."""
        if type is not None:
            raise NotImplementedError("the emulator has one class of arrays")
        if dtype is None:
            return view_of(self, self._host)
        if np.dtype(dtype).itemsize != self.itemsize and not self.flags.c_contiguous:
            raise ValueError("To change to a dtype of a different size, the last axis must be contiguous")
        return view_of(self, self._host.view(dtype))

    # -- protocols ---------------------------------------------------------------------------------------------------

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "descr": self.dtype.descr,
            "stream": _pointer(None) or streams.LEGACY,
            "version": 3,
            "strides": None if self.flags.c_contiguous else self.strides,
            "data": (self.data.ptr if self.size else 0, False),
        }

    def __dlpack__(self, *, stream: Any = None, **_keywords: Any) -> Any:
        """The array itself, after ``stream`` is made to wait for the current one."""
        if stream is not None and stream != -1:
            work_done = get_current_stream().record()
            streams.wait(0 if stream in (0, 1) else stream, work_done.ptr)
        return self

    def __dlpack_device__(self) -> tuple[int, int]:
        return (_DLPACK_CUDA, self.index)


def _copy(host: HostArray, order: str) -> HostArray:
    return host.copy(order=order)  # type: ignore[arg-type]


def _contiguous(shape: Sequence[int], itemsize: int, order: str) -> tuple[int, ...]:
    if order not in ("C", "F"):
        raise NotImplementedError(f"the emulator has orders C and F, got {order!r}")
    strides, stride = [], itemsize
    for size in reversed(shape) if order == "C" else shape:
        strides.append(stride)
        stride *= max(size, 1)
    return tuple(reversed(strides) if order == "C" else strides)


def _host_view(
    data: MemoryPointer, shape: tuple[int, ...], dtype: np.dtype[Any], strides: tuple[int, ...], size: int
) -> HostArray:
    """The host's array on a device's memory."""
    if size == 0:
        return np.empty(shape, dtype)
    segment = segments.find(data.ptr)
    if segment is None:
        raise CUDARuntimeError(ILLEGAL_ADDRESS)
    return segment.view(data.ptr, shape, dtype, strides)


def view_of(owner: ndarray, host: HostArray) -> ndarray:
    """A host view of ``owner``'s memory as a device array."""
    check_dtype(host.dtype)
    array = ndarray.__new__(ndarray)
    address = host.__array_interface__["data"][0] if host.size else owner.data.ptr
    array.data = MemoryPointer(owner.data.mem, address - owner.data.mem.ptr)
    array.index = owner.index
    array.base = owner if owner.base is None else owner.base
    array._host = host
    return array


def from_host(value: Any, dtype: Any = None, ndmin: int = 0, order: str = "K") -> ndarray:
    """A device array with a copy of a host array, or of numbers; the host array may be changed at once."""
    host = np.array(value, dtype=dtype, ndmin=ndmin)
    check_dtype(host.dtype)
    wanted = "F" if order == "F" or (order in "KA" and host.flags.f_contiguous and not host.flags.c_contiguous) else "C"
    array = ndarray(host.shape, host.dtype, order=wanted)
    if host.ndim:  # a single number is a parameter of a kernel
        check_not_capturing()
        count_transfers(copied_in=1)
    if host.size:
        work.submit(
            "copy from the host",
            lambda: np.copyto(array._host, host),
            writes=[_host_range(array._host)],
            stream=_pointer(None),
        )
    return array
