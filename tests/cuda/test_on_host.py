"""That CUDA C on the host computes what a device would, and finds what a device leaves undefined."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from graphops_cuda import source
from tests.cuda.emulator import on_host
from tests.cuda.emulator.on_host import ORDERS, CompileError, Launch, LaunchError, compile_source, launch_in_all_orders

pytestmark = pytest.mark.skipif(on_host.why_unavailable() is not None, reason=on_host.why_unavailable() or "")

NUMBERS = (source.FOLDER / "numbers.cuh").read_text(encoding="utf-8").replace("#pragma once\n", "")
RANDOM = np.random.default_rng(3)


def run(launch: Launch, grid: Sequence[int], block: Sequence[int], *args: Any, shared_mem: int = 0, **how: Any) -> None:
    """Launch with arrays for pointers, and with NumPy's scalars and 0-d structured arrays for values."""
    values = [
        np.array(x.ctypes.data, np.uint64) if isinstance(x, np.ndarray) and x.ndim else np.asarray(x) for x in args
    ]
    launch(grid, block, [value.ctypes.data for value in values], shared_mem, **how)


def kernel(code: str, name: str, **how: Any) -> Launch:
    return compile_source(NUMBERS + code, [name], **how)[name]


# -- threads that wait for each other ----------------------------------------------------------------------------------

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


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("c_type", "dtype"), [("float", np.float32), ("half_t", np.float16), ("double", np.float64)])
def test_a_block_sums_in_shared_memory(c_type: str, dtype: Any, order: str) -> None:
    block_sum = kernel(BLOCK_SUM.replace("BARRIER", "__syncthreads()"), f"block_sum<{c_type}, 128>")
    x = RANDOM.integers(-8, 9, 1000).astype(dtype)  # sums of small integers are exact
    y = np.full(8, np.nan, np.float64 if dtype is np.float64 else np.float32)
    run(block_sum, (8,), (128,), x, y, np.int64(1000), order=order)
    expected = [int(sum(int(v) for v in x[i : i + 128])) for i in range(0, 1000, 128)]
    assert y.tolist() == expected


def test_a_block_of_three_dimensions_numbers_its_threads_and_blocks() -> None:
    code = """
    __global__ void places(int* y) {
        __shared__ int seen[60];
        const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
        const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
        seen[59 - thread] = block * 60 + thread;
        __syncthreads();
        y[block * 60 + thread] = seen[thread];
    }
    """
    y = np.zeros((24, 60), np.int32)
    run(kernel(code, "places"), (2, 3, 4), (3, 4, 5), y, order="shuffled:5")
    assert np.array_equal(y, np.arange(24 * 60).reshape(24, 60)[:, ::-1])


def test_barriers_that_count() -> None:
    code = """
    __global__ void count(int* y) {
        const int n = __syncthreads_count(threadIdx.x % 3 == 0);
        const int all = __syncthreads_and(threadIdx.x < 40), any = __syncthreads_or(threadIdx.x == 39);
        y[threadIdx.x] = n * 100 + all * 10 + any;
    }
    """
    y = np.zeros(40, np.int32)
    run(kernel(code, "count"), (1,), (40,), y)
    assert np.array_equal(y, np.full(40, 1411))


WARP_SUM = """
template <typename T>
__global__ void warp_sum(const T* x, T* y, int width) {
    T sum = x[blockIdx.x * blockDim.x + threadIdx.x];
    for (int lanes = width / 2; lanes > 0; lanes /= 2) sum += SHUFFLE;
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
"""


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("c_type", "dtype"), [("float", np.float32), ("double", np.float64), ("int64", np.int64)])
def test_a_warp_sums_by_shuffles(c_type: str, dtype: Any, order: str) -> None:
    code = WARP_SUM.replace("SHUFFLE", "__shfl_xor_sync(0xffffffffu, sum, lanes)")
    x = RANDOM.integers(-99, 99, (3, 2, 32)).astype(dtype)
    y = np.zeros_like(x)
    run(kernel(code, f"warp_sum<{c_type}>"), (3,), (64,), x, y, np.int32(32), order=order)
    assert np.array_equal(y, np.broadcast_to(x.sum(-1, keepdims=True), x.shape))


@pytest.mark.parametrize("order", ORDERS)
def test_the_first_lane_of_each_part_of_a_warp_sums_by_shuffles_down(order: str) -> None:
    code = WARP_SUM.replace("SHUFFLE", "__shfl_down_sync(0xffffffffu, sum, lanes, width)")
    x = RANDOM.integers(-99, 99, (12, 8)).astype(np.float32)
    y = np.zeros_like(x)
    run(kernel(code, "warp_sum<float>"), (1,), (96,), x, y, np.int32(8), order=order)
    assert np.array_equal(y[:, 0], x.sum(1))


def test_each_shuffle_and_each_vote() -> None:
    code = """
    __global__ void talk(int* y) {
        const int lane = threadIdx.x;
        int* own = y + lane * 8;
        own[0] = __shfl_sync(0xffffffffu, lane, 5);
        own[1] = __shfl_sync(0xffffffffu, lane, 5, 16);
        own[2] = __shfl_up_sync(0xffffffffu, lane, 3);
        own[3] = __shfl_down_sync(0xffffffffu, lane, 3, 8);
        own[4] = __shfl_xor_sync(0xffffffffu, lane, 9, 8);
        own[5] = __popc(__ballot_sync(0xffffffffu, lane % 5 == 0));
        own[6] = __any_sync(0xffffffffu, lane == 31) * 2 + __all_sync(0xffffffffu, lane < 31);
        __syncwarp();
        own[7] = lane < 16 ? __shfl_xor_sync(0xffffu, lane, 1) : __shfl_xor_sync(0xffff0000u, lane, 2);
    }
    """
    lane = np.arange(32)
    # CUDA C++ Programming Guide, "Warp Shuffle Functions": lanes beyond the part of `width` give back one's own value,
    # but for xor, which may reach into parts before
    expected = np.stack(
        [
            np.full(32, 5),
            lane // 16 * 16 + 5,
            np.where(lane < 3, lane, lane - 3),
            np.where(lane % 8 > 4, lane, lane + 3),
            np.where((lane ^ 9) > (lane | 7), lane, lane ^ 9),
            np.full(32, 7),
            np.full(32, 2),
            np.where(lane < 16, lane ^ 1, lane ^ 2),
        ],
        axis=1,
    )
    y = np.zeros((32, 8), np.int32)
    run(kernel(code, "talk"), (1,), (32,), y)
    assert np.array_equal(y, expected)


# -- what is found -----------------------------------------------------------------------------------------------------


def test_a_missing_barrier_shows_in_another_order() -> None:
    def total(barrier: str, order: str) -> bytes:
        block_sum = kernel(BLOCK_SUM.replace("BARRIER", barrier), "block_sum<float, 128>")
        y = np.zeros(2, np.float32)
        run(block_sum, (2,), (128,), np.arange(256, dtype=np.float32), y, np.int64(256), order=order, find_races=False)
        return y.tobytes()

    assert len({result for _, result in launch_in_all_orders(lambda order: total("__syncthreads()", order))}) == 1
    assert len({result for _, result in launch_in_all_orders(lambda order: total("", order))}) > 1


def test_a_neighbour_that_is_read_too_early_shows_in_another_order() -> None:
    code = """
    __global__ void shift(const int* x, int* y) {
        __shared__ int tile[64];
        tile[threadIdx.x] = x[threadIdx.x];
        BARRIER
        y[threadIdx.x] = tile[(threadIdx.x + 1) % 64];
    }
    """

    def shifted(code: str, order: str) -> list[int]:
        y = np.zeros(64, np.int32)
        run(kernel(code, "shift"), (1,), (64,), np.arange(64, dtype=np.int32), y, order=order, find_races=False)
        return y.tolist()

    right = code.replace("BARRIER", "__syncthreads();")
    assert all(y == [*range(1, 64), 0] for _, y in launch_in_all_orders(lambda order: shifted(right, order)))
    wrong = code.replace("BARRIER", "")
    assert any(y != [*range(1, 64), 0] for _, y in launch_in_all_orders(lambda order: shifted(wrong, order)))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("body", "message"),
    [
        # right: one's own place, the others' after a barrier, a warp's after one of the warp, reading together, atomics
        ("tile[me] = me; tile[me] += 1; __syncthreads(); x[me] = tile[63 - me];", None),
        ("tile[me] = me; __syncwarp(); x[me] = tile[me ^ 1]; __syncwarp(); tile[me] = x[me];", None),
        ("tile[me] = me; __syncthreads(); x[me] = tile[0] + tile[1]; __syncthreads(); tile[me] = x[me];", None),
        ("if (me == 0) tile[0] = 0; __syncthreads(); atomicAdd(&tile[0], me); __syncthreads(); x[me] = tile[0];", None),
        (
            "tile[me] = 1; __syncthreads(); x[me] = tile[me & 32]; __syncwarp(); if (me % 32 == 0) tile[me]++;",
            None,
        ),
        # wrong
        ("tile[me] = me; x[me] = tile[me ^ 1];", "shared memory"),
        ("tile[me] = me; __syncwarp(); x[me] = tile[me ^ 32];", "shared memory"),
        ("tile[0] = me; __syncthreads(); x[me] = tile[0];", "what thread"),
        ("tile[me] = me; __syncthreads(); x[me] = tile[63 - me]; tile[me] = 7;", "shared memory"),
        ("tile[me] = 1; __syncthreads(); x[me] = tile[0]; __syncwarp(); if (me == 0) tile[0] = 7;", "shared memory"),
        (
            "tile[me] = 1; __syncthreads(); x[me] = tile[me & 32]; if (me % 32 == 0) tile[me]++;",
            "shared memory",
        ),
    ],
)
@pytest.mark.parametrize("tile", ["__shared__ int tile[64];", "extern __shared__ int tile[];"])
def test_a_race_in_shared_memory_is_an_error(tile: str, body: str, message: str | None, order: str) -> None:
    launch = kernel(f"__global__ void race(int* x) {{ {tile} int me = threadIdx.x; \n{body} }}", "race")
    x = np.zeros(64, np.int32)
    if message is None:
        run(launch, (3,), (64,), x, shared_mem=256, order=order)
        return
    with pytest.raises(LaunchError, match="no barrier is between") as error:
        run(launch, (3,), (64,), x, shared_mem=256, order=order)
    assert message in str(error.value)
    assert body[:20] in str(error.value)  # the line of the source


def test_blocks_that_write_to_one_place_show_in_another_order() -> None:
    last = kernel("__global__ void last(int* y) { *y = blockIdx.x; }", "last")
    seen = set()
    for order in ORDERS:
        y = np.zeros(1, np.int32)
        run(last, (7,), (1,), y, order=order)
        seen.add(int(y[0]))
    assert {0, 6} <= seen


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("if (threadIdx.x < 5) return; __syncthreads();", "waits at this barrier, but 5 of 40 threads have ended"),
        ("if (threadIdx.x < 5) __syncthreads();", "waits at this barrier, but 35 of 40 threads have ended"),
        ("if (threadIdx.x < 5) __syncthreads();\n else __syncthreads();", "waits at the one of line 2"),
        ("if (threadIdx.x < 5) __syncthreads(); else __syncwarp();", "threads of its warp that are not coming"),
        ("__shfl_xor_sync(0xffu, 1, 1);", "the mask leaves out the thread that calls"),
        ("__shfl_xor_sync(0xffffffffu, 1, 1, 7);", "the width is not a power of 2"),
        ("if (threadIdx.x) __syncwarp();\n else __shfl_sync(0xffffffffu, 1, 1);", "of its warp that are not coming"),
        ("if (threadIdx.x) __syncwarp();\n else __syncwarp();", "of its warp that are not coming"),
    ],
)
def test_a_barrier_that_not_all_come_to_is_an_error(body: str, message: str, order: str) -> None:
    wrong = compile_source(f"__global__ void wrong() {{ {body} }}", ["wrong"])["wrong"]
    for _ in range(2):  # nothing is left of the first one
        with pytest.raises(LaunchError, match="kernel 'wrong'") as error:
            wrong((2,), (40,), [], order=order)
        assert message in str(error.value).replace(" `else __syncthreads(); }`", "")
    right = compile_source("__global__ void right() { __syncthreads(); __syncwarp(); }", ["right"])["right"]
    right((2,), (40,), [], order=order)


def test_threads_that_have_ended_need_not_come_to_a_shuffle() -> None:
    code = """
    __global__ void some(float* y) {
        if (threadIdx.x >= 6) return;
        const float x = threadIdx.x;
        y[threadIdx.x] = __shfl_down_sync(0xffffffffu, x, 2);
    }
    """
    for order in ORDERS:
        y = np.zeros(6, np.float32)
        run(kernel(code, "some"), (1,), (32,), y, order=order)
        assert y[:4].tolist() == [2, 3, 4, 5]
        assert np.isnan(y[4:]).all()  # undefined on a device


def test_memory_starts_spoilt_in_every_block() -> None:
    code = """
    __global__ void untouched(float* y, int* z) {
        extern __shared__ float dynamic[];
        __shared__ half_t fixed[3];
        __shared__ double wide;
        float local[2];
        y[blockIdx.x * 4] = dynamic[4];
        y[blockIdx.x * 4 + 1] = widen(fixed[2]);
        y[blockIdx.x * 4 + 2] = float(wide);
        z[blockIdx.x] = reinterpret_cast<int*>(local)[blockIdx.x % 2];
        dynamic[4] = wide = 7;
        fixed[2] = narrow<half_t>(1);
    }
    """
    y, z = np.zeros((3, 4), np.float32), np.zeros(3, np.int32)
    run(kernel(code, "untouched"), (3,), (1,), y, z, shared_mem=20)
    assert np.isnan(y[:, :3]).all()
    assert z.all()


def test_kernels_of_one_name_in_two_sources_are_two() -> None:
    code = """
    template <int N> __global__ void twin(float* y) {
        __shared__ float tile[N];
        BODY
        y[threadIdx.x] = tile[threadIdx.x];
    }
    """
    y = np.zeros((2, 4), np.float32)
    run(kernel(code.replace("BODY", "tile[threadIdx.x] = 1;"), "twin<4>"), (1,), (4,), y[0])
    run(kernel(code.replace("BODY", "if (gridDim.x > 1) tile[threadIdx.x] = 1;"), "twin<4>"), (1,), (4,), y[1])
    assert y[0].tolist() == [1, 1, 1, 1]
    assert np.isnan(y[1]).all()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("__shared__ int tile[8]; tile[n + 8] = 1;", "`__shared__ int tile[8]; tile[n + 8] = 1;`: an index is outside"),
        ("int local[4] = {0}; x[0] = local[n - 1];", "an index is outside its array"),
        ("x[0] = n / (n + x[1]);", "an integer is divided by zero"),
        ("x[0] = (n + 65536) * 65536;", "a product overflows its type"),
        ("x[1] = n + 2147483647; x[0] = x[1] + 1;", "a sum overflows its type"),
        ("x[0] = 1 << (n + 32);", "a shift is negative or too wide"),
        ("store(x + 1, load<int, 2>(x));", "not a multiple of its type's alignment"),
        ("reinterpret_cast<int*>(8 + 0 * n)[0] = 1;", "an address is not that of any memory"),
        ("extern __shared__ int more[]; more[n + 5] = 1;", "wrote behind its dynamic shared memory"),
    ],
)
def test_what_a_device_leaves_undefined_is_an_error(body: str, message: str) -> None:
    wrong = kernel(f"__global__ void wrong(int* x, int n) {{\n {body}\n }}", "wrong")
    x = np.zeros(16, np.int64).view(np.int32)  # eight bytes of alignment
    with pytest.raises(LaunchError, match="kernel 'wrong'") as error:
        run(wrong, (1,), (2,), x, np.int32(0), shared_mem=20)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("y[me] = x[me];", None),
        ("float local[4]; for (int i = 0; i < 4; i++) local[i] = i; y[me] = table[me % 3] + local[me % 4];", None),
        ("y[me] = x[me + 1];", "a read of 4 bytes is outside the memory that the device gave out, 40 bytes from"),
        ("y[me] = x[int(me) - 1];", "a read of 4 bytes is outside the memory that the device gave out, -4 bytes from"),
        ("y[me + 1] = 0;", "a write of 4 bytes is outside the memory that the device gave out, 40 bytes from"),
        ("atomicAdd(y + me + 1, 1.0f);", "a write of 4 bytes is outside"),
        ("if (me == 9) store(y + 8, load<float, 4>(y));", "a write of 16 bytes is outside"),
        ("if (me == 9) y[int64(1) << 40] = 0;", "a write of 4 bytes is outside"),
    ],
)
def test_an_access_outside_memory_is_an_error(body: str, message: str | None) -> None:
    code = "__device__ const float table[3] = {1, 2, 3}; __global__ void touch(const float* x, float* y) {\n"
    launch = kernel(code + f"const unsigned me = threadIdx.x;\n{body} }}", "touch")
    memory = np.zeros(400, np.uint8)
    start = -memory.ctypes.data % 16
    x, y = memory[start + 64 : start + 104].view(np.float32), memory[start + 192 : start + 232].view(np.float32)
    given = [(y.ctypes.data, y.nbytes), (x.ctypes.data, x.nbytes)]
    if message is None:
        run(launch, (1,), (10,), x, y, memory=given)
        return
    with pytest.raises(LaunchError, match="kernel 'touch'") as error:
        run(launch, (1,), (10,), x, y, memory=given)
    assert message in str(error.value)
    assert body in str(error.value)
    if "read" in message:  # and without the list it may be read
        run(launch, (1,), (10,), x, y)


@pytest.mark.parametrize(
    ("grid", "block", "args", "shared_mem", "message"),
    [
        ((0,), (1,), 1, 0, "a grid must have"),
        ((1, 65536), (1,), 1, 0, "a grid must have"),
        ((1,), (0,), 1, 0, "a block must have"),
        ((1,), (1025,), 1, 0, "a block must have"),
        ((1,), (33, 32), 1, 0, "at most 1024 threads"),
        ((1,), (1, 1, 65), 1, 0, "a block must have"),
        ((1,), (1,), 2, 0, "takes 1 arguments, got 2"),
        ((1,), (1,), 1, 49153, "dynamic shared memory"),
    ],
)
def test_a_launch_that_no_device_takes(grid: Any, block: Any, args: int, shared_mem: int, message: str) -> None:
    nothing = kernel("__global__ void nothing(float* x) {}", "nothing")
    with pytest.raises(LaunchError, match=message):
        nothing(grid, block, [0] * args, shared_mem)


def test_a_source_that_does_not_compile() -> None:
    with pytest.raises(CompileError, match="no_such_function"):
        kernel("__global__ void wrong() { no_such_function(); }", "wrong")
    with pytest.raises(CompileError, match="missing"):
        kernel("template <typename T> __global__ void there(T* x) {}", "missing<float>")


# -- parameters --------------------------------------------------------------------------------------------------------

SIZES = """
struct Sizes {
    int32 n;
    int64 stride;
    half_t scale;
    int32 pads[3];
    double epsilon;
};
__global__ void read(Sizes sizes, double* y, bool flag, float ratio) {
    y[0] = sizes.n;
    y[1] = sizes.stride;
    y[2] = widen(sizes.scale);
    for (int i = 0; i < 3; i++) y[3 + i] = sizes.pads[i];
    y[6] = sizes.epsilon;
    y[7] = flag;
    y[8] = ratio;
}
"""


def test_a_struct_is_passed_by_value() -> None:
    dtype = np.dtype([("n", "i4"), ("stride", "i8"), ("scale", "f2"), ("pads", "i4", 3), ("epsilon", "f8")], align=True)
    sizes = np.array((-3, 2**40, 0.5, (4, 5, 6), 1e-300), dtype)
    y = np.zeros(9)
    run(kernel(SIZES, "read"), (1,), (1,), sizes, y, np.bool_(True), np.float32(0.1))
    assert y.tolist() == [-3, 2**40, 0.5, 4, 5, 6, 1e-300, 1, float(np.float32(0.1))]


def test_a_struct_in_every_thread_of_a_kernel_that_changes_its_own() -> None:
    code = """
    struct Pair { int a, b; };
    __global__ void change(Pair pair, int* y) {
        pair.a += pair.b;
        __syncthreads();
        y[threadIdx.x] = pair.a;
    }
    """
    y = np.zeros(33, np.int32)
    run(kernel(code, "change"), (1,), (33,), np.array((1, 2), np.dtype([("a", "i4"), ("b", "i4")])), y)
    assert np.array_equal(y, np.full(33, 3))


def test_parameters_are_known() -> None:
    code = """
    struct Sizes { int64 n; int32 k; };
    template <typename T> __global__ void many(const T* x, T* __restrict__ y, const Wide<T> a, Sizes sizes, uint8 b) {}
    """
    for c_type, dtype, wide, size in [
        ("half_t", "float16", "float32", 4),
        ("bfloat16_t", "bfloat16", "float32", 4),
        ("int64", "int64", "int64", 8),
    ]:
        x, y, a, sizes, b = kernel(code, f"many<{c_type}>").parameters
        assert (x.is_pointer, x.is_read_only, x.dtype) == (True, True, dtype)
        assert (y.is_pointer, y.is_read_only, y.dtype) == (True, False, dtype)
        assert (a.is_pointer, a.dtype, a.size) == (False, wide, size)
        assert (sizes.type, sizes.size, sizes.alignment, sizes.dtype) == ("Sizes", 16, 8, None)
        assert (b.dtype, b.size) == ("uint8", 1)


# -- numbers.cuh -------------------------------------------------------------------------------------------------------

CONVERT = """
template <typename T> __global__ void widened(const T* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = widen(x[i]);
}
template <typename T> __global__ void narrowed(const float* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = narrow<T>(x[i]);
}
"""
SHORT = [("half_t", np.float16), ("bfloat16_t", ml_dtypes.bfloat16)]


@pytest.mark.parametrize(("c_type", "dtype"), SHORT)
def test_every_short_number_is_widened(c_type: str, dtype: Any) -> None:
    bits = np.arange(65536, dtype=np.uint16)
    y = np.zeros(65536, np.float32)
    run(kernel(CONVERT, f"widened<{c_type}>"), (256,), (256,), bits, y)
    expected = bits.view(dtype).astype(np.float32)
    assert np.array_equal(np.isnan(y), np.isnan(expected))
    assert np.array_equal(y.view(np.uint32)[~np.isnan(y)], expected.view(np.uint32)[~np.isnan(y)])


@pytest.mark.parametrize(("c_type", "dtype"), SHORT)
def test_floats_are_narrowed_to_the_nearest(c_type: str, dtype: Any) -> None:
    short = np.arange(65536, dtype=np.uint16).view(dtype).astype(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        between = (short[:-1].astype(np.float64) + short[1:].astype(np.float64)) / 2  # ties
        ties = between.astype(np.float32)
        x = np.concatenate(
            [short, ties, np.nextafter(ties, np.float32(np.inf)), np.nextafter(ties, np.float32(-np.inf))]
        )
        bits = RANDOM.integers(0, 2**32, 300_000, dtype=np.uint64).astype(np.uint32)
        near = RANDOM.uniform(-20, 20, 200_000).astype(np.float32)
        x = np.concatenate(
            [x, bits.view(np.float32), near, np.float32([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, 65520])]
        )
        x = np.concatenate([x, np.zeros(-len(x) % 256, np.float32)])
        expected = x.astype(dtype)
    y = np.zeros(len(x), np.uint16)
    run(kernel(CONVERT, f"narrowed<{c_type}>"), (len(x) // 256,), (256,), x, y)
    nan = np.isnan(x)
    assert np.array_equal(np.isnan(y.view(dtype)), nan)
    assert np.array_equal(y[~nan], expected.view(np.uint16)[~nan])


def test_functions_of_cuda_that_the_host_lacks() -> None:
    code = """
    __global__ void many(double* y, int* n, unsigned* u) {
        y[0] = rsqrtf(4.0f) + rsqrt(16.0) + __expf(0.0f) + __fdividef(3.0f, 2.0f) + fmaf(2.0f, 3.0f, 4.0f);
        y[1] = max(1, 2u) + min(1.5f, 2.5) + max(int64(3), int64(4)) + max(0.5f, nanf(""));
        y[2] = __uint_as_float(__float_as_uint(1.25f)) + __int_as_float(__float_as_int(2.5f));
        y[3] = __popc(0xf0u) + __clz(1) * 100 + __ffs(8) * 10000 + __clz(0) * 1000000;
        y[4] = float4{1, 2, 3, 4}.w + make_float4(1, 2, 3, 4).x + make_int4(5, 6, 7, 8).y + uint4{1, 2, 3, 4}.z;
        y[5] = __ldg(y + 4);
        atomicAdd(n, 2), atomicMax(n + 1, int(threadIdx.x)), atomicMin(n + 2, -int(threadIdx.x));
        atomicCAS(n + 3, 0, int(threadIdx.x) + 1), atomicExch(n + 4, 5), atomicAdd(u, 1u);
        atomicOr(u + 1, 1u << threadIdx.x);
    }
    """
    y, n, u = np.zeros(6), np.zeros(5, np.int32), np.zeros(2, np.uint32)
    run(kernel(code, "many"), (1,), (8,), y, n, u)
    assert y.tolist() == [0.5 + 0.25 + 1 + 1.5 + 10, 2 + 1.5 + 4 + 0.5, 3.75, 4 + 3100 + 40000 + 32000000, 14, 14]
    assert n.tolist() == [16, 7, -7, 1, 5]
    assert u.tolist() == [8, 255]


# -- several at once ---------------------------------------------------------------------------------------------------

MANY = """
import sys
import numpy as np
from tests.cuda.emulator.on_host import compile_source
code = "__global__ void fill(int* y, int n) { y[threadIdx.x] = n; } // " + sys.argv[1]
launch = compile_source(code, ["fill"])["fill"]
y = np.zeros(64, np.int32)
pointer, n = np.array(y.ctypes.data, np.uint64), np.array(5, np.int32)
launch((1,), (64,), [pointer.ctypes.data, n.ctypes.data])
assert (y == 5).all()
"""


def test_processes_compile_one_source_at_the_same_time(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", MANY, tmp_path.name],
            cwd=root,
            env={"TMPDIR": str(tmp_path), "PATH": os.environ["PATH"]},
        )
        for _ in range(3)
    ]
    assert [process.wait() for process in processes] == [0, 0, 0]


def test_threads_launch_at_the_same_time() -> None:
    from concurrent.futures import ThreadPoolExecutor

    block_sum = kernel(BLOCK_SUM.replace("BARRIER", "__syncthreads()"), "block_sum<float, 128>")

    def total(number: int) -> float:
        y = np.zeros(4, np.float32)
        run(block_sum, (4,), (128,), np.full(512, number, np.float32), y, np.int64(512))
        return float(y.sum())

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(total, range(40))) == [512 * number for number in range(40)]
