"""Events, current streams and host functions of the emulated GPU."""

from __future__ import annotations

import threading

import pytest

from tests.cuda.emulated_device import (
    CUDARuntimeError,
    Device,
    Event,
    Stream,
    cupy,
    error_number,
    on_device,
    pinned,
    runtime,
)

pytestmark = [pytest.mark.emulator, pytest.mark.usefixtures("calm")]


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
