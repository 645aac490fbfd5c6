"""``cupy.RawModule``: CUDA C, compiled and run by the host."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from cuda_model import segments, streams, work
from cuda_model.errors import INVALID_VALUE, CUDADriverError

from cupy.arrays import ndarray
from cupy.cuda.memory import MemoryPointer
from cupy.cuda.stream import _pointer
from cupy.place import _host_range

_GRID: Final = (2**31 - 1, 65535, 65535)
_BLOCK: Final = (1024, 1024, 64)


class RawModule:
    """Kernels of a source, for the device that is current when each is asked for."""

    def __init__(
        self,
        *,
        code: str | None = None,
        path: str | None = None,
        options: tuple[str, ...] = (),
        backend: str = "nvrtc",
        translate_cucomplex: bool = False,
        enable_cooperative_groups: bool = False,
        name_expressions: Sequence[str] | None = None,
        jitify: bool | None = None,
    ) -> None:
        if (code is None) == (path is None):
            raise TypeError("Exactly one of `code` and `path` keyword arguments must be given.")
        if code is None or translate_cucomplex or enable_cooperative_groups or jitify or backend != "nvrtc":
            raise NotImplementedError("the emulator has RawModule(code=, options=, name_expressions=) alone")
        if not isinstance(options, tuple):
            raise TypeError(f"Argument 'options' has incorrect type (expected tuple, got {type(options).__name__})")
        self.code = code
        self.options = options
        self.name_expressions = tuple(name_expressions or ())

    def compile(self, log_stream: Any = None) -> None:
        """Compile now."""
        self._launches()

    def _launches(self) -> dict[str, Any]:
        from on_host import compile_source

        launches: dict[str, Any] = compile_source(self.code, self.name_expressions)
        return launches

    def get_function(self, name: str) -> RawKernel:
        """The kernel of this name expression."""
        launches = self._launches()
        if name not in launches:
            raise CUDADriverError(500)
        return RawKernel(name, launches[name], streams.current_device())


class RawKernel:
    """A kernel, called as ``kernel(grid, block, args)``."""

    def __init__(self, name: str, launch: Any, device: int) -> None:
        self.name = name
        self._launch = launch
        self._device = device

    def __call__(
        self,
        grid: tuple[int, ...],
        block: tuple[int, ...],
        args: Sequence[Any],
        *,
        shared_mem: int = 0,
        stream: Any = None,
        enable_cooperative_groups: bool = False,
    ) -> None:
        """Queue it on ``stream`` or the current one."""
        for what, sizes in (("grid", grid), ("block", block)):
            if not isinstance(sizes, tuple):
                raise TypeError(f"Argument '{what}' has incorrect type (expected tuple, got {type(sizes).__name__})")
        if self._device != streams.current_device():
            raise CUDADriverError(400)
        grid = tuple(max(1, int(size)) for size in (*grid, 1, 1)[:3])
        block = tuple(max(1, int(size)) for size in (*block, 1, 1)[:3])
        if any(n > most for n, most in zip((*grid, *block), (*_GRID, *_BLOCK), strict=True)) or np.prod(block) > 1024:
            raise CUDADriverError(INVALID_VALUE)
        parameters = self._launch.parameters
        if len(args) != len(parameters):
            raise TypeError(f"kernel {self.name} must be given {len(parameters)} arguments, got {len(args)}")
        values = [_value(arg) for arg in args]
        reads, writes = [], []
        for number, (arg, value, parameter) in enumerate(zip(args, values, parameters, strict=True)):
            self._check(number, arg, value, parameter)
            if parameter.is_pointer and (extent := _extent(arg, value)) is not None:
                (reads if parameter.is_read_only else writes).append(extent)
        addresses = [value.ctypes.data for value in values]

        def run(keep: Any = values) -> None:
            self._launch(grid, block, addresses, shared_mem)

        pointer = _pointer(stream)
        work.submit(f"kernel {self.name}", run, reads=reads, writes=writes, stream=pointer)

    def _check(self, number: int, arg: Any, value: np.ndarray[Any, Any], parameter: Any) -> None:
        """Refuse what a real launch would take for something else, without saying so."""
        where = f"argument {number} of kernel {self.name}, a '{parameter.type}',"
        if value.nbytes != parameter.size:
            raise TypeError(f"{where} must have {parameter.size} bytes, got {type(arg).__name__} of {value.nbytes}")
        if isinstance(arg, (ndarray, MemoryPointer)) != parameter.is_pointer and not (
            parameter.is_pointer and isinstance(arg, (int, np.integer))
        ):
            raise TypeError(f"{where} must not be given a {type(arg).__name__}")
        if isinstance(arg, ndarray):
            if arg.index != self._device:
                raise ValueError(f"{where} must be on device {self._device}, got an array of device {arg.index}")
            if parameter.dtype is not None and not _same(arg.dtype, parameter.dtype):
                raise TypeError(f"{where} must be given {parameter.dtype}, got {arg.dtype}")
            if not (arg.flags.c_contiguous or arg.flags.f_contiguous):
                raise TypeError(f"{where} must be given a contiguous array, got strides {arg.strides} of {arg.shape}")
        elif not parameter.is_pointer and parameter.dtype is not None and value.dtype.name != parameter.dtype:
            raise TypeError(f"{where} must be given {parameter.dtype}, got {value.dtype}")


def _same(dtype: np.dtype[Any], expected: str) -> bool:
    """Whether an array's bytes are what the kernel takes them for; bytes and bits may be passed as integers."""
    return dtype.name == expected or (
        expected.startswith(("int", "uint", "bool")) and dtype.itemsize == _bytes(expected)
    )


def _bytes(name: str) -> int:
    return np.dtype(name).itemsize


def _value(arg: Any) -> np.ndarray[Any, Any]:
    """The bytes of a parameter, by CuPy's rules."""
    if isinstance(arg, ndarray):
        return np.array(arg.data.ptr if arg.size else 0, np.uint64)
    if isinstance(arg, MemoryPointer):
        return np.array(arg.ptr, np.uint64)
    if isinstance(arg, np.ndarray):
        if arg.size != 1:
            raise TypeError(
                f"You are trying to pass a numpy.ndarray of shape {arg.shape} as a kernel parameter. Only "
                "numpy.ndarrays of size one can be passed by value."
            )
        return np.array(arg)
    if isinstance(arg, np.generic):
        return np.array(arg)
    if arg is None:
        return np.array(0, np.uint64)
    for kind, dtype in ((bool, np.bool_), (int, np.int64), (float, np.float64), (complex, np.complex128)):
        if isinstance(arg, kind):
            return np.array(arg, dtype)
    if isinstance(arg, ctypes.c_void_p):
        raise NotImplementedError("the emulator takes no ctypes")
    raise TypeError(f"Unsupported type {type(arg)}")


def _extent(arg: Any, value: np.ndarray[Any, Any]) -> tuple[int, int] | None:
    """Address and bytes that a pointer may access: those of the array, or all that follow in its memory."""
    if isinstance(arg, ndarray):
        return _host_range(arg._host)
    address = int(value)
    if not address:
        return None
    segment = segments.find(address)
    return (address, 1) if segment is None else (address, segment.address + segment.used - address)
