"""The functions of the emulated ``cupy``: the stand-in's, on arrays of the emulated device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
from cuda_model import streams

from cupy.arrays import _DLPACK_CUDA, from_host, ndarray, view_of
from cupy.place import PLACE
from graphops.testing.strict.strict_array import HostArray, StrictArray, device_of, refuse
from graphops.testing.strict.strict_module import StrictModule, fill_module


class _Filled(StrictModule):
    """The functions that need nothing of their own."""


fill_module(_Filled, PLACE)


class CudaModule(_Filled):
    """What ``cupy`` has, but for ``cupy.cuda`` and the class of modules."""

    __name__ = "cupy"
    ndarray = ndarray

    def __init__(self) -> None:
        super().__init__(PLACE)

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"module 'cupy' has no attribute '{name}', or the emulator has none")

    @staticmethod
    def array(value: Any, dtype: Any = None, copy: bool = True, order: str = "K", ndmin: int = 0) -> Any:
        """A device array from a device array, a host array (a counted copy), numbers or nested lists of them."""
        if isinstance(value, ndarray):
            if not copy and (dtype is None or value.dtype == np.dtype(dtype)) and ndmin <= value.ndim and order == "K":
                return value
            result = value.astype(value.dtype if dtype is None else dtype, order=order, copy=True)
            return result.reshape((1,) * (ndmin - value.ndim) + value.shape) if ndmin > value.ndim else result
        if device_of(value) is not None:
            refuse("array() must not be given a list of device arrays", "use self.xp.stack")
        return from_host(value, dtype, ndmin, order)

    @classmethod
    def asarray(cls, value: Any, dtype: Any = None, order: str = "K") -> Any:
        """``value`` itself if it is a device array of this dtype."""
        return cls.array(value, dtype, copy=False, order=order)

    @staticmethod
    def asnumpy(value: Any, stream: Any = None) -> HostArray:
        """A host copy, counted."""
        return value.get(stream=stream) if isinstance(value, ndarray) else np.asarray(value)

    @staticmethod
    def get_array_module(*values: Any) -> Any:
        """``cupy`` if a device array is among ``values``, else NumPy."""
        import cupy

        return cupy if any(isinstance(value, StrictArray) for value in values) else np

    @staticmethod
    def empty(shape: int | Sequence[int], dtype: Any = float, order: str = "C") -> ndarray:
        """Uninitialised, spoilt memory."""
        return ndarray(shape, dtype, order=order)

    @staticmethod
    def from_dlpack(value: Any) -> ndarray:
        """An array that shares its memory with another library's; the emulator knows only its own."""
        kind, _ = value.__dlpack_device__()
        if kind != _DLPACK_CUDA:
            raise BufferError("from_dlpack must be given an array of a device of CUDA")
        found = value.__dlpack__(stream=_current_pointer())
        if not isinstance(found, ndarray):
            raise NotImplementedError("the emulator takes arrays of its own only")
        return view_of(found, found._host)


def _current_pointer() -> int:
    """The current stream as DLPack names it."""
    from cupy.cuda.stream import _pointer

    return _pointer(None) or streams.LEGACY
