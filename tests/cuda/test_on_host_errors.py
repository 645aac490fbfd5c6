"""What CUDA C on the host finds: races, missing barriers, undefined behaviour, accesses outside memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.cuda.emulator.on_host import ORDERS, CompileError, LaunchError, compile_source, launch_in_all_orders
from tests.cuda.host_launches import BLOCK_SUM, kernel, needs_compiler, run

pytestmark = needs_compiler


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
