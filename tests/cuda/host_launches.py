"""Kernels as text, compiled for the host and launched there on NumPy's arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from graphops_cuda.runtime import source
from tests.cuda.emulator import on_host
from tests.cuda.emulator.on_host import Launch, compile_source

needs_compiler = pytest.mark.skipif(on_host.why_unavailable() is not None, reason=on_host.why_unavailable() or "")

NUMBERS = (source.FOLDER / "numbers.cuh").read_text(encoding="utf-8").replace("#pragma once\n", "")

BLOCK_SUM = """
template <typename T, int N>
__global__ void __launch_bounds__(N) block_sum(const T* __restrict__ x, Wide<T>* __restrict__ y, int64 n) {
    __shared__ Wide<T> part[N];
    const int64 i = int64(blockIdx.x) * N + threadIdx.x;
    part[threadIdx.x] = i < n ? widen(x[i]) : 0;
    __syncthreads();
#pragma unroll
    for (int half = N / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        BARRIER;
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}
"""


def run(launch: Launch, grid: Sequence[int], block: Sequence[int], *args: Any, shared_mem: int = 0, **how: Any) -> None:
    """Launch with arrays for pointers, and with NumPy's scalars and 0-d structured arrays for values."""
    values = [
        np.array(x.ctypes.data, np.uint64) if isinstance(x, np.ndarray) and x.ndim else np.asarray(x) for x in args
    ]
    launch(grid, block, [value.ctypes.data for value in values], shared_mem, **how)


def kernel(code: str, name: str, **how: Any) -> Launch:
    return compile_source(NUMBERS + code, [name], **how)[name]
