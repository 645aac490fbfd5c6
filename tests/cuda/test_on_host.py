"""That CUDA C on the host computes what a device would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tests.cuda.emulator.on_host import ORDERS
from tests.cuda.host_launches import BLOCK_SUM, kernel, needs_compiler, run

pytestmark = needs_compiler

RANDOM = np.random.default_rng(3)


# -- threads that wait for each other ----------------------------------------------------------------------------------


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


@pytest.mark.full
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
