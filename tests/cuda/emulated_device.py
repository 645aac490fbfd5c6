"""The emulated GPU and its CuPy for tests of the emulator itself; importing it skips a module where CuPy is another."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np
import pytest

from graphops.testing.strict.strict_array import StrictArray

cupy = pytest.importorskip("cupy", reason="needs the emulated CuPy")
if not issubclass(cupy.ndarray, StrictArray):
    pytest.skip("CuPy is the real one", allow_module_level=True)

from cuda_model import faults, segments, work  # noqa: E402
from cuda_model.clocks import StreamOrderError  # noqa: E402
from cuda_model.segments import GuardError  # noqa: E402

from cupy.cuda import Device, Event, Stream, runtime  # noqa: E402  # isort: skip
from cupy.cuda.driver import CUDADriverError  # noqa: E402  # isort: skip
from cupy.cuda.memory import OutOfMemoryError  # noqa: E402  # isort: skip
from cupy.cuda.runtime import CUDARuntimeError  # noqa: E402  # isort: skip

__all__ = [
    "CUDADriverError",
    "CUDARuntimeError",
    "Device",
    "Event",
    "GuardError",
    "OutOfMemoryError",
    "Stream",
    "StreamOrderError",
    "cupy",
    "error_number",
    "faults",
    "kernel",
    "on_device",
    "pinned",
    "runtime",
    "segments",
    "streams",
    "work",
]

CODE = """
template <typename T>
__global__ void twice(const T* x, T* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + x[i];
}

struct Sizes {
    int first;
    long long second;
};

__global__ void sizes(long long* y, Sizes given) {
    y[0] = given.first;
    y[1] = given.second;
}

__global__ void shared(int* y) {
    extern __shared__ int values[];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    y[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}
"""

NAMES = ("twice<float>", "sizes", "shared")


def on_device(values, dtype=np.float32):
    x = cupy.asarray(np.array(values, dtype))
    Device().synchronize()
    return x


def kernel(name):
    return cupy.RawModule(code=CODE, options=("--std=c++17",), name_expressions=NAMES).get_function(name)


def pinned(values):
    memory = cupy.cuda.alloc_pinned_memory(4 * len(values))
    buffer = np.frombuffer(memory, np.float32, len(values))
    buffer[:] = values
    return buffer


@contextmanager
def error_number(number, kind=CUDARuntimeError):
    with pytest.raises(kind) as caught:
        yield
    assert caught.value.status == number


def streams():
    return Stream(non_blocking=True), Stream(non_blocking=True)
