"""The emulated GPU itself: what it computes, and that it finds the faults that it is there to find."""

from __future__ import annotations

import gc
import threading
from contextlib import contextmanager

import numpy as np
import pytest

from graphops.testing.strict_array import StrictArray

pytestmark = pytest.mark.emulator

cupy = pytest.importorskip("cupy", reason="needs the emulated CuPy")
if not issubclass(cupy.ndarray, StrictArray):
    pytest.skip("CuPy is the real one", allow_module_level=True)

import ml_dtypes  # noqa: E402
from cuda_model import faults, segments, work  # noqa: E402
from cuda_model.clocks import StreamOrderError  # noqa: E402
from cuda_model.segments import GuardError  # noqa: E402

from cupy.cuda import Device, Event, Stream, runtime  # noqa: E402  # isort: skip
from cupy.cuda.driver import CUDADriverError  # noqa: E402  # isort: skip
from cupy.cuda.memory import OutOfMemoryError  # noqa: E402  # isort: skip
from cupy.cuda.runtime import CUDARuntimeError  # noqa: E402  # isort: skip

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


@pytest.fixture(autouse=True)
def calm():
    """Every test begins with nothing queued, and leaves no fault behind."""
    faults.clear()
    for device in (1, 0):
        runtime.setDevice(device)
        runtime.deviceSynchronize()
    yield
    faults.clear()
    gc.collect()


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


# -- arrays ----------------------------------------------------------------------------------------------------------


def test_arrays_compute_as_numpy():
    host = np.arange(6, dtype=np.float32).reshape(2, 3)
    x = cupy.asarray(host)
    for function in (
        lambda a, m: a * 2 - a / 3,
        lambda a, m: m.exp(a).sum(axis=0),
        lambda a, m: a[:, ::-1].T.reshape(-1),
        lambda a, m: m.where(a > 2, a, -a),
        lambda a, m: a[a > 2],
        lambda a, m: m.concatenate([a, a], axis=1),
        lambda a, m: m.unique(a % 2),
        lambda a, m: a @ a.T,
        lambda a, m: m.linalg.norm(a),
        lambda a, m: m.fft.fft(a).real,
        lambda a, m: m.lib.stride_tricks.sliding_window_view(a, (2, 2)),
        lambda a, m: m.add.outer(a[0], a[1]),
        lambda a, m: m.add.reduce(a),
    ):
        got = function(x, cupy)
        assert type(got) is cupy.ndarray
        np.testing.assert_array_equal(got.get(), function(host, np))
    y = x.copy()
    y[0] = 7
    y += 1
    y[on_device([1], np.int64), 0] = on_device(5.0)
    cupy.add.at(y, (on_device([1, 1], np.int32), on_device([1, 1], np.int32)), 1)
    assert y.get().tolist() == [[8, 8, 8], [5, 7, 6]]
    assert x.get().tolist() == host.tolist()
    assert x.sum().item() == 15


def test_matrices_that_cannot_be_factored():
    import cupyx

    x = on_device([[0, 0], [0, 0]])
    for function in (cupy.linalg.inv, cupy.linalg.cholesky):
        assert np.isnan(function(x).get()).all()
        with cupyx.errstate(linalg="raise"), pytest.raises(np.linalg.LinAlgError):
            function(x)
    with pytest.raises(np.linalg.LinAlgError, match="square"):
        cupy.linalg.inv(x[:1])


def test_where_arrays_are():
    x = cupy.zeros((3, 4), np.float32)
    row, part = x[1], x[:, 1:3]
    assert row.data.ptr - x.data.ptr == 16
    assert row.data.mem is x.data.mem
    assert row.base is x
    assert part.strides == (16, 4)
    assert x.data.ptr % 512 == 0
    assert x.device.id == 0
    assert part.copy().flags.c_contiguous
    assert x.view(np.uint8).shape == (3, 16)
    again = cupy.ndarray((2,), np.float32, memptr=x.data + 8, strides=(16,))
    x[1, 2] = 5
    assert again.get().tolist() == [0, 5]
    with Device(1):
        assert cupy.empty(3).device == Device(1)
    assert cupy.empty((0, 3)).data.ptr == 0


def test_interfaces():
    x = cupy.zeros((3, 4), np.float32)
    found = x[1:].__cuda_array_interface__
    assert (found["shape"], found["typestr"], found["data"], found["stream"]) == (
        (2, 4), "<f4", (x.data.ptr + 16, False), 1
    )  # fmt: skip
    assert x.T.__cuda_array_interface__["strides"] == (4, 16)
    assert x.astype(ml_dtypes.bfloat16).__cuda_array_interface__["typestr"] == "<V2"  # not a number for anybody
    assert x.__dlpack_device__() == (2, 0)
    assert cupy.from_dlpack(x).data.ptr == x.data.ptr
    with pytest.raises(BufferError):
        cupy.from_dlpack(np.zeros(3))
    assert cupy.get_array_module(x) is cupy
    assert cupy.get_array_module(np.zeros(3)) is np


@pytest.mark.parametrize("name", ["fromiter", "matrix", "RawKernel", "ReductionKernel", "nditer"])
def test_what_is_not_emulated_is_missing(name):
    assert not hasattr(cupy, name)
    assert not hasattr(cupy.cuda, "nvtx")
    with pytest.raises(NotImplementedError):
        Stream(ptds=True)


def test_hidden_conversions_are_refused():
    x = on_device([1.0, 2.0])
    for hidden in (float, bool, list, np.asarray, np.exp, lambda x: x + np.ones(2, np.float32)):
        with pytest.raises(TypeError):
            hidden(x)


def test_other_devices_are_refused():
    x = on_device([1.0, 2.0])
    with Device(1):
        y = cupy.zeros(2, np.float32)
        with pytest.raises(ValueError, match="different from the current device"):
            _ = x + 1
        assert x.reshape(1, 2).device.id == 0  # a view needs no device
        assert x.get().tolist() == [1, 2]
        assert cupy.asarray(x) is x
        assert x.copy().device.id == 1
        with pytest.raises(ValueError, match="one device"):
            _ = x + y
    stream = Stream()
    with Device(1), pytest.raises(RuntimeError, match="does not match"):
        stream.use()


# -- kernels ---------------------------------------------------------------------------------------------------------


def test_a_kernel():
    x, y = on_device([1, 2, 3]), cupy.empty(3, np.float32)
    kernel("twice<float>")((1,), (32,), (x, y, np.int32(3)))
    assert y.get().tolist() == [2, 4, 6]


def test_parameters_by_value():
    sizes = np.zeros((), np.dtype([("first", np.int32), ("second", np.int64)], align=True))
    sizes["first"], sizes["second"] = 7, 1 << 40
    y = cupy.empty(2, np.int64)
    kernel("sizes")((1,), (1,), (y, sizes))
    assert y.get().tolist() == [7, 1 << 40]


def test_dynamic_shared_memory():
    y = cupy.empty(8, np.int32)
    kernel("shared")((1,), (8,), (y,), shared_mem=32)
    assert y.get().tolist() == [7, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("third", "error"),
    [
        (3, TypeError),  # 64 bits
        (np.int64(3), TypeError),
        (np.float32(3), TypeError),
        ("3", TypeError),
        (np.zeros(3, np.int32), TypeError),  # an array of the host
    ],
)
def test_arguments_that_a_kernel_would_take_for_something_else(third, error):
    x = on_device([1, 2, 3])
    with pytest.raises(error):
        kernel("twice<float>")((1,), (32,), (x, cupy.empty_like(x), third))


def test_arrays_that_a_kernel_would_take_for_something_else():
    x = on_device([1, 2, 3])
    call = kernel("twice<float>")
    for wrong in (x.astype(np.float64), cupy.zeros((3, 2), np.float32)[:, 0], np.int32(0)):
        with pytest.raises(TypeError, match="argument 0"):
            call((1,), (32,), (wrong, cupy.empty_like(x), np.int32(3)))
    with Device(1):
        other = cupy.zeros(3, np.float32)
    with pytest.raises(ValueError, match="must be on device 0"):
        call((1,), (32,), (x, other, np.int32(3)))
    with Device(1), error_number(400, CUDADriverError):  # it was made for the other device
        call((1,), (32,), (other, other, np.int32(3)))


@pytest.mark.parametrize(("grid", "block"), [((1, 65536), (1,)), ((1,), (1025,)), ((1,), (32, 33)), ((1,), (1, 1, 65))])
def test_launches_that_no_device_takes(grid, block):
    x = on_device([1, 2, 3])
    with error_number(1, CUDADriverError):
        kernel("twice<float>")(grid, block, (x, cupy.empty_like(x), np.int32(3)))
    with pytest.raises(TypeError, match="tuple"):
        kernel("twice<float>")(1, (32,), (x, cupy.empty_like(x), np.int32(3)))


# -- memory ----------------------------------------------------------------------------------------------------------


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


# -- order -----------------------------------------------------------------------------------------------------------


def streams():
    return Stream(non_blocking=True), Stream(non_blocking=True)


def test_reading_without_waiting_is_found():
    first, second = streams()
    with first:
        x = cupy.ones(3)
    with (
        pytest.raises(StreamOrderError, match=r"read by 'an operator add' .* earlier one: write by 'ones\(\)'"),
        second,
    ):
        _ = x + 1
    second.wait_event(first.record())
    with second:
        assert (x + 1).get().tolist() == [2, 2, 2]


def test_writing_without_waiting_is_found():
    first, second = streams()
    x = on_device([1.0, 2.0])
    with first:
        _ = x + 1
    with pytest.raises(StreamOrderError, match=r"write by .* earlier one: read"), second:
        x[...] = 0
    first.synchronize()
    with second:
        x[...] = 0


def test_reading_beside_each_other_is_fine():
    first, second = streams()
    x = on_device([1.0, 2.0])
    y = cupy.empty_like(x), cupy.empty_like(x)
    Device().synchronize()
    for stream, target in zip((first, second), y, strict=True):
        with stream:
            kernel("twice<float>")((1,), (32,), (x, target, np.int32(2)))
    assert [each.get(stream).tolist() for each, stream in zip(y, (first, second), strict=True)] == [[2, 4]] * 2


def test_kernels_write_what_is_not_const():
    first, second = streams()
    x, y = on_device([1.0, 2.0]), on_device([0.0, 0.0])
    with first:
        kernel("twice<float>")((1,), (32,), (x, y, np.int32(2)))
    with second:
        _ = x + 1
        with pytest.raises(StreamOrderError, match="twice<float>"):
            _ = y + 1


def test_parts_of_an_array_are_apart():
    first, second = streams()
    x = on_device([1.0, 2.0, 3.0, 4.0])
    with first:
        x[:2] = 0
    with second:
        x[2:] = 5
        with pytest.raises(StreamOrderError):
            x[1:] = 5


@pytest.mark.parametrize("how", ["stream", "event", "device", "event of a later stream"])
def test_ways_to_wait(how):
    first, second = streams()
    third = Stream(non_blocking=True)
    with first:
        x = cupy.ones(3)
    event = first.record()
    if how == "stream":
        first.synchronize()
    elif how == "event":
        event.synchronize()
    elif how == "device":
        Device().synchronize()
    else:
        third.wait_event(event)
        second.wait_event(third.record())
    with second:
        _ = x + 1


def test_an_event_that_is_recorded_too_early():
    first, second = streams()
    event = first.record()
    with first:
        x = cupy.ones(3)
    second.wait_event(event)
    with second, pytest.raises(StreamOrderError):
        _ = x + 1


@pytest.mark.parametrize("non_blocking", [False, True])
def test_the_legacy_stream(non_blocking):
    stream = Stream(non_blocking=non_blocking)
    x = cupy.ones(3)

    def use():
        with stream:
            _ = x + 1

    if non_blocking:
        with pytest.raises(StreamOrderError):
            use()
    else:
        use()
        x[...] = 0  # waits for the stream, too
        use()


def test_streams_of_devices_are_apart():
    x = cupy.ones(3)
    with Device(1):
        with pytest.raises(StreamOrderError):
            x.copy()
        Stream.null.wait_event(event_of(0))
        assert x.copy().get().tolist() == [1, 1, 1]


def event_of(device):
    with Device(device):
        return Stream.null.record()


def test_memory_that_goes_back_too_early():
    first, second = streams()
    pool = cupy.cuda.MemoryPool()
    with cupy.cuda.using_allocator(pool.malloc):
        with first:
            x = cupy.ones(3)
        second.wait_event(first.record())
        with second:
            y = x + 1
        del x
        with first, pytest.raises(StreamOrderError, match="went back to the pool"):
            cupy.empty(3)
        first.wait_event(second.record())
        with first:
            cupy.empty(3)
    del y


def test_copies_between_devices():
    x = cupy.arange(3, dtype=np.float32)
    event = Stream.null.record()
    with Device(1):
        y = cupy.empty(3, np.float32)
        with pytest.raises(StreamOrderError):
            runtime.memcpyPeerAsync(y.data.ptr, 1, x.data.ptr, 0, 12, 0)
        Stream.null.wait_event(event)
        runtime.memcpyPeerAsync(y.data.ptr, 1, x.data.ptr, 0, 12, 0)
        assert y.get().tolist() == [0, 1, 2]


def test_libraries_that_get_pointers():
    first, second = streams()
    x = on_device([1.0, 2.0])
    ran = []
    work.submit("a library", lambda: ran.append(1), writes=[(x.data.ptr, x.nbytes)], stream=first.ptr)
    with second, pytest.raises(StreamOrderError, match="a library"):
        _ = x + 1
    assert ran == [1]


def test_what_a_destroyed_stream_did_is_waited_for():
    stream = Stream(non_blocking=True)
    with stream:
        x = cupy.ones(3)
    del stream
    with pytest.raises(StreamOrderError):
        _ = x + 1
    Device().synchronize()
    _ = x + 1


# -- copies ----------------------------------------------------------------------------------------------------------


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


# -- events and host functions ---------------------------------------------------------------------------------------


def test_times():
    start, end = Event(), Event()
    start.record()
    end.record()
    with error_number(600):
        cupy.cuda.get_elapsed_time(start, end)
    end.synchronize()
    assert cupy.cuda.get_elapsed_time(start, end) >= 0
    untimed = Event(disable_timing=True)
    untimed.record()
    untimed.synchronize()
    with error_number(400):
        cupy.cuda.get_elapsed_time(start, untimed)
    assert Event().done


def test_events_belong_to_a_device():
    event = Event()
    with Device(1):
        stream = Stream()
        with error_number(400):
            stream.record(event)
        stream.record(Event())


def test_the_current_stream_is_each_threads():
    stream, seen = Stream(), []
    with stream:
        thread = threading.Thread(target=lambda: seen.append(cupy.cuda.get_current_stream()))
        thread.start()
        thread.join()
        assert cupy.cuda.get_current_stream() == stream
        assert cupy.cuda.get_current_stream(1) == Stream.null
    assert seen == [Stream.null]
    assert cupy.cuda.get_current_stream() == Stream.null


def test_host_functions():
    stream, x, host, seen = Stream(non_blocking=True), on_device([1, 2, 3]), pinned([0, 0, 0]), []
    runtime.memcpyAsync(host.ctypes.data, x.data.ptr, 12, runtime.memcpyDeviceToHost, stream.ptr)

    def look(what):
        seen.append((what, host.tolist(), threading.current_thread() is threading.main_thread()))
        try:
            stream.synchronize()
        except CUDARuntimeError as error:
            seen.append(error.status)
        called.set()

    called = threading.Event()
    stream.launch_host_func(look, "here")
    assert called.wait(10)  # without waiting for the stream
    assert seen == [("here", [1, 2, 3], False), 800]


# -- CUDA graphs -----------------------------------------------------------------------------------------------------


def captured(function, *others):
    """The graph of what ``function`` queues, and what it returned, in a pool of its own."""
    stream, pool = Stream(non_blocking=True), cupy.cuda.MemoryPool()
    with stream, cupy.cuda.using_allocator(pool.malloc):
        stream.begin_capture()
        assert stream.is_capturing()
        try:
            result = function(stream, *others)
        except BaseException:
            with pytest.raises(CUDARuntimeError):
                stream.end_capture()
            raise
        graph = stream.end_capture()
    return stream, graph, result, pool


def test_a_graph():
    x, y = on_device([1, 2, 3]), cupy.zeros(3, np.float32)
    Device().synchronize()

    def function(_stream):
        z = cupy.exp(x * 2).sum(keepdims=True)
        kernel("twice<float>")((1,), (32,), (x, y, np.int32(3)))
        return z

    stream, graph, z, _pool = captured(function)
    assert y.get().tolist() == [0, 0, 0]
    assert np.isnan(z.get(stream)).all()  # nothing was done
    for start in (1, 5):
        with stream:
            x[...] = start
        graph.launch(stream)
        assert y.get(stream).tolist() == [2 * start] * 3
        np.testing.assert_allclose(z.get(stream), [3 * np.exp(2.0 * start)], rtol=1e-6)
    x[...] = 0
    with pytest.raises(StreamOrderError):  # not ordered after what the default stream has just done
        graph.launch(stream)


def test_launches_of_one_graph_come_one_after_another():
    x, other = on_device([1, 2, 3]), Stream(non_blocking=True)
    stream, graph, y, _pool = captured(lambda _stream: x + 1)
    graph.launch(stream)
    graph.launch(other)  # writes the same memory
    assert y.get(other).tolist() == [2, 3, 4]


def test_a_graph_in_memory_that_others_got():
    """What was allocated while it was captured belongs to others, if nobody keeps it."""
    x, stream = on_device([1, 2, 3]), Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        y = x + 1
        graph = stream.end_capture()
        address = y.data.ptr
        del y
        z = cupy.zeros(3, np.float32)
        assert z.data.ptr == address
        graph.launch()
        assert z.get().tolist() == [2, 3, 4]


def test_a_graph_of_several_streams():
    x = on_device([1, 2, 3])
    other = Stream(non_blocking=True)

    def function(stream):
        other.wait_event(stream.record())
        y = x + 1
        with other:
            z = x + 2
        stream.wait_event(other.record())
        return y + z

    stream, graph, y, _pool = captured(function)
    graph.launch(stream)
    assert y.get(stream).tolist() == [5, 7, 9]
    assert not other.is_capturing()


def test_a_graph_with_a_stream_that_nobody_waits_for():
    x = on_device([1, 2, 3])
    stream, other = streams()
    stream.begin_capture()
    other.wait_event(stream.record())
    with other:
        _ = x + 1
    with error_number(904):
        stream.end_capture()


def test_order_within_a_graph():
    x = on_device([1, 2, 3])
    other = Stream(non_blocking=True)

    def function(stream):
        other.wait_event(stream.record())
        y = x + 1
        with other:
            return y + 1

    with pytest.raises(StreamOrderError):
        captured_with(function, other)


def captured_with(function, other):
    stream = Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        try:
            function(stream)
        finally:
            with pytest.raises(CUDARuntimeError):
                stream.end_capture()


FORBIDDEN = {
    "get": (lambda s, x: x.get(), RuntimeError, "D2H transfers are disallowed"),
    "item": (lambda s, x: x[0].item(), RuntimeError, "D2H transfers are disallowed"),
    "a host array": (lambda s, x: cupy.asarray(np.ones(3)), RuntimeError, "H2D transfers are disallowed"),
    "set": (lambda s, x: x.set(np.ones(3, np.float32)), RuntimeError, "H2D transfers are disallowed"),
    "waiting for the stream": (lambda s, x: s.synchronize(), CUDARuntimeError, "StreamCaptureUnsupported"),
    "waiting for the device": (lambda s, x: Device().synchronize(), CUDARuntimeError, "StreamCaptureUnsupported"),
    "waiting for an event": (lambda s, x: s.record().synchronize(), CUDARuntimeError, "CapturedEvent"),
    "asking": (lambda s, x: s.done, CUDARuntimeError, "StreamCaptureUnsupported"),
    "an event from outside": (lambda s, x: s.wait_event(Stream.null.record()), CUDARuntimeError, "CaptureIsolation"),
    "shapes of numbers": (lambda s, x: cupy.nonzero(x), CUDARuntimeError, "StreamCaptureUnsupported"),
    "a mask": (lambda s, x: x[x > 1], CUDARuntimeError, "StreamCaptureUnsupported"),
    "a copy from ordinary memory": (
        lambda s, x: runtime.memcpyAsync(x.data.ptr, np.ones(3, np.float32).ctypes.data, 12, 1, s.ptr),
        CUDARuntimeError,
        "StreamCaptureUnsupported",
    ),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_what_a_capture_refuses(what):
    function, error, text = FORBIDDEN[what]
    x = on_device([1, 2, 3])
    stream = Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        with pytest.raises(error, match=text):
            function(stream, x)
        if "transfers" in text:  # CuPy's own check comes before anything is broken
            stream.end_capture()
        else:
            with error_number(901):
                _ = x + 1
            with error_number(901):
                stream.end_capture()
        _ = x + 1


def test_the_legacy_stream_while_a_blocking_one_is_captured():
    x = on_device([1, 2, 3])
    stream = Stream()
    with stream:
        stream.begin_capture()
    with error_number(906):
        _ = x + 1
    with error_number(901):
        stream.end_capture()
    with pytest.raises(RuntimeError, match="legacy"):
        Stream.null.begin_capture()


def test_a_graph_reads_a_staging_buffer_at_each_launch():
    host, x = pinned([1, 2, 3]), on_device([0, 0, 0])

    def function(stream):
        runtime.memcpyAsync(x.data.ptr, host.ctypes.data, 12, runtime.memcpyHostToDevice, stream.ptr)

    stream, graph, _, _pool = captured(function)
    for values in ([1, 2, 3], [4, 5, 6]):
        host[:] = values
        graph.launch(stream)
        assert x.get(stream).tolist() == values


def test_a_graph_does_not_keep_its_memory():
    stream, graph, y, pool = captured(lambda _stream: cupy.ones(1000))
    del y
    pool.free_all_blocks()
    with error_number(700):
        graph.launch(stream)


# -- faults ----------------------------------------------------------------------------------------------------------


def test_a_fault_stays():
    x = on_device([1, 2, 3])
    faults.next_launch(status=719)
    with error_number(719):
        _ = x + 1
    with error_number(719, CUDADriverError):
        _ = x + 1
    for call in (Device().synchronize, Stream.null.synchronize, runtime.memGetInfo, Stream.null.record):
        with error_number(719):
            call()
    faults.clear()
    assert (x + 1).get().tolist() == [2, 3, 4]


def test_a_fault_that_shows_late():
    x = on_device([1, 2, 3])
    faults.next_launch(late=True)
    _ = x + 1
    with error_number(700):
        Stream.null.synchronize()
    faults.clear()
    faults.next_launch()
    with error_number(700):
        Stream.null.synchronize()
