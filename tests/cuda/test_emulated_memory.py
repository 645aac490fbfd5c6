"""The emulated GPU's memory: writes beside an array, freed and fresh memory, pools and their limits."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cuda.emulated_device import (
    Device,
    GuardError,
    OutOfMemoryError,
    Stream,
    cupy,
    error_number,
    kernel,
    pinned,
    runtime,
    segments,
)

pytestmark = [pytest.mark.emulator, pytest.mark.usefixtures("calm")]


@pytest.mark.parametrize("size", [3, 128, 129])
def test_writing_next_to_an_array_is_found(size):
    x, y = cupy.zeros(size + 1, np.float32), cupy.zeros(size, np.float32)
    with pytest.raises(GuardError, match=f"at byte {4 * size}"):
        kernel("twice<float>")((1,), (256,), (x + 1, y, np.int32(size + 1)))


def test_writing_before_an_array_is_found():
    x = cupy.zeros(3, np.float32)
    segment = segments.find(x.data.ptr)
    segment.view(x.data.ptr - 4, (1,), np.dtype(np.float32), None)[0] = 1
    with pytest.raises(GuardError, match="at byte -4"):
        Device().synchronize()


def test_fresh_memory_is_spoilt():
    x = cupy.zeros(100, np.float32)
    address = x.data.ptr
    del x
    x = cupy.empty(100, np.float32)
    assert x.data.ptr == address
    assert np.isnan(x.get()).all()


def test_an_address_that_is_nobodys():
    x = cupy.zeros(3, np.float32)
    with error_number(700):
        runtime.memsetAsync(x.data.ptr + (1 << 40), 0, 4, 0)
    with error_number(700):  # and the context is lost
        Device().synchronize()


def test_arrays_without_elements():
    x = cupy.zeros((0, 3), np.float32)
    assert (x + 1).sum(axis=0).get().tolist() == [0, 0, 0]
    assert cupy.concatenate([x, cupy.ones((1, 3), np.float32)]).shape == (1, 3)
    x.set(np.zeros((0, 3), np.float32))


def test_a_copy_whose_target_was_freed():
    stream, host, pool = Stream(non_blocking=True), pinned([1] * 100), cupy.cuda.MemoryPool()
    with stream, cupy.cuda.using_allocator(pool.malloc):
        x = cupy.empty(100, np.float32)
        runtime.memcpyAsync(x.data.ptr, host.ctypes.data, 400, runtime.memcpyHostToDevice, stream.ptr)
        address = x.data.ptr
        del x
        y = cupy.zeros(3, np.float32)
        assert y.data.ptr == address
        assert y.get().tolist() == [0, 0, 0]


def test_arenas():
    pool = cupy.cuda.MemoryPool()
    first, second = Stream(), Stream()
    with cupy.cuda.using_allocator(pool.malloc):
        with first:
            x = cupy.empty(100, np.float32)
        address = x.data.ptr
        assert (pool.used_bytes(), pool.total_bytes(), pool.free_bytes()) == (512, 512, 0)
        del x
        assert (pool.used_bytes(), pool.free_bytes(), pool.n_free_blocks()) == (0, 512, 1)
        with second:
            y = cupy.empty(100, np.float32)
        assert y.data.ptr != address
        with first:
            z = cupy.empty(100, np.float32)
        assert z.data.ptr == address
    del y, z
    pool.free_all_blocks()
    assert pool.total_bytes() == 0


def test_the_pools_limit():
    pool = cupy.cuda.MemoryPool()
    pool.set_limit(size=2048)
    assert pool.get_limit() == 2048
    with cupy.cuda.using_allocator(pool.malloc):
        x = cupy.empty(300, np.float32)
        with pytest.raises(OutOfMemoryError, match=r"2,048 bytes \(allocated so far: 1,536 bytes, limit set to: 2,048"):
            cupy.empty(512, np.float32)
        del x
        assert cupy.empty(512, np.float32).nbytes == 2048  # the free block made room
    pool.set_limit(fraction=0.5)
    assert pool.get_limit() == segments.total_bytes(0) // 2


def test_the_devices_memory():
    before = segments.total_bytes(0)
    pool = cupy.cuda.MemoryPool()
    try:
        segments.set_total_bytes(0, before - segments.free_bytes(0) + 4096)
        assert runtime.memGetInfo()[0] == 4096
        assert Device(0).mem_info[0] == 4096
        with cupy.cuda.using_allocator(pool.malloc), pytest.raises(OutOfMemoryError):
            cupy.empty(5000, np.uint8)
        with error_number(2):
            runtime.malloc(5000)
    finally:
        segments.set_total_bytes(0, before)
