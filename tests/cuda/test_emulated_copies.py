"""Copies between the host and the emulated GPU: what must not change or be read before they are done."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cuda.emulated_device import (
    Stream,
    cupy,
    error_number,
    on_device,
    pinned,
    runtime,
)

pytestmark = [pytest.mark.emulator, pytest.mark.usefixtures("calm")]


def test_a_staging_buffer_must_not_change_before_it_is_read():
    stream = Stream(non_blocking=True)
    host = pinned([1, 2, 3])
    with stream:
        x = cupy.empty(3, np.float32)
    runtime.memcpyAsync(x.data.ptr, host.ctypes.data, 12, runtime.memcpyHostToDevice, stream.ptr)
    host[:] = 9
    assert x.get(stream).tolist() == [9, 9, 9]
    host[:] = [1, 2, 3]
    runtime.memcpyAsync(x.data.ptr, host.ctypes.data, 12, runtime.memcpyHostToDevice, stream.ptr)
    stream.record().synchronize()
    host[:] = 9
    assert x.get(stream).tolist() == [1, 2, 3]


def test_a_result_must_not_be_read_before_it_is_there():
    stream = Stream(non_blocking=True)
    x, host = on_device([1, 2, 3]), pinned([0, 0, 0])
    runtime.memcpyAsync(host.ctypes.data, x.data.ptr, 12, runtime.memcpyDeviceToHost, stream.ptr)
    event = stream.record()
    assert np.isnan(host).all()
    with stream:
        x[...] = 0  # after the copy
    assert not event.done
    assert np.isnan(host).all()
    assert event.done
    assert host.tolist() == [1, 2, 3]


def test_a_buffer_that_is_read_and_written_in_order():
    stream = Stream(non_blocking=True)
    host = pinned([1, 2, 3])
    x, y = on_device([0, 0, 0]), on_device([4, 5, 6])
    runtime.memcpyAsync(x.data.ptr, host.ctypes.data, 12, runtime.memcpyHostToDevice, stream.ptr)
    runtime.memcpyAsync(host.ctypes.data, y.data.ptr, 12, runtime.memcpyDeviceToHost, stream.ptr)
    stream.synchronize()
    assert x.get().tolist() == [1, 2, 3]
    assert host.tolist() == [4, 5, 6]


def test_ordinary_memory_is_copied_at_once():
    host = np.array([1, 2, 3], np.float32)
    x = cupy.empty(3, np.float32)
    x.set(host)
    host[:] = 9
    assert x.get().tolist() == [1, 2, 3]
    assert x.get(out=host) is host
    assert host.tolist() == [1, 2, 3]


def test_copies_that_go_nowhere():
    x, host = on_device([1, 2, 3]), pinned([0, 0, 0])
    with error_number(1):
        runtime.memcpyAsync(host.ctypes.data, x.data.ptr, 12, runtime.memcpyHostToDevice, 0)
    with error_number(700):
        runtime.memcpyAsync(x.data.ptr, host.ctypes.data, 1 << 20, runtime.memcpyHostToDevice, 0)


def test_pinned_memory_goes_back_at_once():
    pool = cupy.cuda.PinnedMemoryPool()
    memory = pool.malloc(100)
    address = memory.ptr
    assert len(np.frombuffer(memory, np.uint8)) == memory.size() == 512
    del memory
    assert pool.n_free_blocks() == 1
    assert pool.malloc(200).ptr == address
