"""CUDA graphs on the emulated GPU: what is captured, what a launch does, and what a capture refuses."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cuda.emulated_device import (
    CUDARuntimeError,
    Device,
    Stream,
    StreamOrderError,
    cupy,
    error_number,
    kernel,
    on_device,
    pinned,
    runtime,
    streams,
)

pytestmark = [pytest.mark.emulator, pytest.mark.usefixtures("calm")]


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
    """Memory that was allocated during the capture is used again, if nothing keeps it."""
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
