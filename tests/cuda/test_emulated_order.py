"""The emulated GPU finds races: work of several streams that is not ordered by events."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cuda.emulated_device import (
    Device,
    Stream,
    StreamOrderError,
    cupy,
    kernel,
    on_device,
    runtime,
    streams,
    work,
)

pytestmark = [pytest.mark.emulator, pytest.mark.usefixtures("calm")]


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
