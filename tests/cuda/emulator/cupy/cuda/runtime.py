"""``cupy.cuda.runtime``: the functions of CUDA's runtime that are emulated."""

from __future__ import annotations

import types
from typing import Any, Final

import numpy as np
from cuda_model import capture, faults, host_memory, pending, segments, streams, work
from cuda_model.clocks import Clock, join
from cuda_model.errors import CAPTURE_UNSUPPORTED, ILLEGAL_ADDRESS, INVALID_VALUE, CUDARuntimeError
from cuda_model.pending import Pending
from cuda_model.streams import LOCK, Stream

__all__ = ["CUDARuntimeError"]

is_hip: Final = False
errorMemoryAllocation: Final = 2
errorInvalidValue: Final = 1
memcpyHostToHost: Final = 0
memcpyHostToDevice: Final = 1
memcpyDeviceToHost: Final = 2
memcpyDeviceToDevice: Final = 3
memcpyDefault: Final = 4
streamDefault: Final = 0
streamNonBlocking: Final = 1
streamLegacy: Final = 1
streamPerThread: Final = 2
streamCaptureModeGlobal: Final = 0
streamCaptureModeThreadLocal: Final = 1
streamCaptureModeRelaxed: Final = 2
eventDefault: Final = 0
eventBlockingSync: Final = 1
eventDisableTiming: Final = 2
cudaDevAttrMaxThreadsPerBlock: Final = 1
cudaDevAttrMaxSharedMemoryPerBlock: Final = 8
cudaDevAttrWarpSize: Final = 10
cudaDevAttrClockRate: Final = 13
cudaDevAttrMultiProcessorCount: Final = 16
cudaDevAttrL2CacheSize: Final = 38
cudaDevAttrMaxThreadsPerMultiProcessor: Final = 39
cudaDevAttrMaxSharedMemoryPerBlockOptin: Final = 97
deviceAttributeComputeCapabilityMajor: Final = 75
deviceAttributeComputeCapabilityMinor: Final = 76

_ATTRIBUTES: Final = {
    1: 1024, 8: 49152, 10: 32, 13: 1980000, 16: 132, 38: 62914560, 39: 2048, 97: 232448, 75: 9, 76: 0,
}  # fmt: skip


# -- devices ---------------------------------------------------------------------------------------------------------


def getDeviceCount() -> int:
    return segments.DEVICES


def getDevice() -> int:
    return streams.current_device()


def setDevice(device: int) -> None:
    streams.set_device(device)


def driverGetVersion() -> int:
    return 13000


def runtimeGetVersion() -> int:
    return 13020


def deviceGetAttribute(attribute: int, device_id: int) -> int:
    faults.check_call()
    if attribute not in _ATTRIBUTES:
        raise CUDARuntimeError(INVALID_VALUE)
    return _ATTRIBUTES[attribute]


def getDeviceProperties(device: int) -> dict[str, Any]:
    """Some of the properties: those of an H200, but for the name and the memory."""
    faults.check_call()
    return {
        "name": b"emulated device",
        "major": 9,
        "minor": 0,
        "totalGlobalMem": segments.total_bytes(device),
        "multiProcessorCount": 132,
        "warpSize": 32,
        "sharedMemPerBlock": 49152,
        "sharedMemPerBlockOptin": 232448,
        "regsPerBlock": 65536,
        "maxThreadsPerBlock": 1024,
        "maxThreadsPerMultiProcessor": 2048,
        "l2CacheSize": 62914560,
    }


def deviceCanAccessPeer(device: int, peer: int) -> int:
    return int(device != peer)


def deviceSynchronize() -> None:
    streams.synchronize_device()


# -- memory ----------------------------------------------------------------------------------------------------------


def malloc(size: int) -> int:
    faults.check_call()
    streams.refuse_in_host_function()
    with LOCK:
        return segments.allocate(streams.current_device(), size).address


def free(ptr: int) -> None:
    """Frees once all devices are done with it: ``cudaFree`` waits for them, but the host learns nothing by it."""
    with LOCK:
        segment = segments.find(ptr)
        if segment is None or segment.address != ptr:
            raise CUDARuntimeError(INVALID_VALUE)
        pending.run_for(ptr, ptr + segment.size)
        segments.release(segment)


def memGetInfo() -> tuple[int, int]:
    """Free and total bytes of the current device."""
    faults.check_call()
    device = streams.current_device()
    return segments.free_bytes(device), segments.total_bytes(device)


def pointerGetAttributes(ptr: int) -> Any:
    """What kind of memory an address is in."""
    faults.check_call()
    segment = segments.find(ptr)
    if segment is None:
        return types.SimpleNamespace(device=-2, devicePointer=0, hostPointer=ptr, type=0)
    return types.SimpleNamespace(device=segment.device, devicePointer=ptr, hostPointer=0, type=2)


def memset(ptr: int, value: int, size: int) -> None:
    memsetAsync(ptr, value, size, 0)


def memsetAsync(ptr: int, value: int, size: int, stream: int) -> None:
    def run(_stream: Stream, _clock: Clock) -> None:
        _bytes(ptr, size)[...] = value & 0xFF

    work.queue("memset", run, (), [(ptr, size)], stream)


def memcpy(dst: int, src: int, size: int, kind: int) -> None:
    """Copies on the legacy stream, and waits for it, but for copies between devices."""
    if not size:
        return
    memcpyAsync(dst, src, size, kind, 0)
    if segments.find(dst) is None or segments.find(src) is None:
        streams.synchronize_stream(0)


def memcpyPeerAsync(dst: int, dstDevice: int, src: int, srcDevice: int, size: int, stream: int) -> None:
    for address, device in ((dst, dstDevice), (src, srcDevice)):
        segment = segments.find(address)
        if segment is None or segment.device != device:
            raise CUDARuntimeError(INVALID_VALUE)
    memcpyAsync(dst, src, size, memcpyDeviceToDevice, stream)


def memcpyPeer(dst: int, dstDevice: int, src: int, srcDevice: int, size: int) -> None:
    memcpyPeerAsync(dst, dstDevice, src, srcDevice, size, 0)


def memcpyAsync(dst: int, src: int, size: int, kind: int, stream: int) -> None:
    """Queues a copy. With pinned memory of the host it is done as late as can be; with other memory at once."""
    if not size:
        return
    to_device, from_device = segments.find(dst) is not None, segments.find(src) is not None
    expected = {
        memcpyHostToDevice: (True, False),
        memcpyDeviceToHost: (False, True),
        memcpyDeviceToDevice: (True, True),
        memcpyDefault: (to_device, from_device),
    }.get(kind)
    if expected is None:
        raise NotImplementedError("the emulator does not copy from host to host")
    if expected != (to_device, from_device):
        raise CUDARuntimeError(INVALID_VALUE)
    if to_device and from_device:
        work.queue(
            "copy",
            lambda _stream, _clock: np.copyto(_bytes(dst, size), _bytes(src, size)),
            [(src, size)],
            [(dst, size)],
            stream,
            of_kernel=False,
        )
    elif to_device:
        _copy_in(dst, src, size, stream)
    elif from_device:
        _copy_out(dst, src, size, stream)
    else:
        raise CUDARuntimeError(INVALID_VALUE)


def _copy_in(dst: int, src: int, size: int, stream: int) -> None:
    host = host_memory.pinned(src, size)
    _refuse_pageable(host, stream)
    source = host_memory.pageable(src, size).copy() if host is None else host

    def run(on: Stream, clock: Clock) -> None:
        if host is None:
            _bytes(dst, size)[...] = source
            return
        number = clock[on.number]
        pending.add(
            Pending(
                on.number,
                number,
                clock,
                (dst, dst + size),
                (src, src + size),
                lambda: np.copyto(_bytes(dst, size), source),
            )
        )

    work.queue("copy from the host", run, (), [(dst, size)], stream, of_kernel=False)


def _copy_out(dst: int, src: int, size: int, stream: int) -> None:
    host = host_memory.pinned(dst, size)
    _refuse_pageable(host, stream)
    target = host_memory.pageable(dst, size) if host is None else host

    def run(on: Stream, clock: Clock) -> None:
        contents = _bytes(src, size).copy()
        if host is None:  # returns when it is done
            join(streams.HOST, clock)
            pending.run_until(clock)
            target[...] = contents
            return
        number = clock[on.number]
        pending.add(Pending(on.number, number, clock, None, (dst, dst + size), lambda: np.copyto(target, contents)))
        target[...] = segments.SPOILT

    work.queue("copy to the host", run, [(src, size)], (), stream, of_kernel=False)


def _refuse_pageable(host: Any, stream: int) -> None:
    """A graph would read or write ordinary memory of the host whenever it is launched."""
    found = streams.stream_of(stream).capture
    if host is None and found is not None:
        found.invalidate()
        raise CUDARuntimeError(CAPTURE_UNSUPPORTED)


def _bytes(address: int, size: int) -> np.ndarray[Any, Any]:
    segment = segments.find(address)
    if segment is None:
        faults.lose_context(ILLEGAL_ADDRESS)
        raise CUDARuntimeError(ILLEGAL_ADDRESS)
    return segment.view(address, (size,), np.dtype(np.uint8), None)


# -- streams ---------------------------------------------------------------------------------------------------------


def streamSynchronize(stream: int) -> None:
    streams.synchronize_stream(stream)


def streamQuery(stream: int) -> int:
    return streams.query_stream(stream)


def streamWaitEvent(stream: int, event: int, flags: int = 0) -> None:
    streams.wait(stream, event)


def streamIsCapturing(stream: int) -> bool:
    return capture.is_capturing(stream)


def eventRecord(event: int, stream: int) -> None:
    streams.record(event, stream)


def eventSynchronize(event: int) -> None:
    streams.synchronize_event(event)


def eventQuery(event: int) -> int:
    return streams.query_event(event)
