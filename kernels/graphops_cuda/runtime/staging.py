"""Copies between host and device through pinned memory, so that the device can copy and compute at the same time.

Arrays that you feed and fetch are in ordinary host memory.  The driver copies such memory at half the speed, and host
and device wait meanwhile.  So a copy to the device goes through a few pinned blocks in turn: the next piece is copied
into one block while the device still reads the last one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, Final

import cupy
import numpy as np

from graphops_cuda.runtime.per_thread import PerThread

HostArray = np.ndarray[Any, Any]

BLOCK_BYTES: Final = 2 << 20
_BLOCKS: Final = 4
_LARGEST_AT_ONCE: Final = 64 << 20  # results up to this size get pinned memory as large as they are

_runtime = cupy.cuda.runtime


class _Block:
    """Pinned memory, and a point after which the device neither reads nor writes it any more."""

    __slots__ = ("bytes", "done", "pointer")

    def __init__(self, size: int) -> None:
        self.done: Any = None
        memory = cupy.cuda.alloc_pinned_memory(size)
        self.pointer: Any = memory  # keeps it; CuPy rounds the size up
        self.bytes: HostArray = np.frombuffer(memory, np.uint8, size)

    def __del__(self) -> None:
        """Wait until the device has finished the copy, because the memory may be used again after this."""
        if self.done is not None:
            with contextlib.suppress(Exception):  # a device that is lost
                self.done.synchronize()


class Stager:
    """The pinned blocks of one thread and one device."""

    def __init__(self) -> None:
        self._blocks: list[_Block] = []
        self._next = 0

    def to_device(self, host: HostArray, target: Any) -> None:
        """Queue the copy of a contiguous ``host`` array to ``target`` on the current stream.

        When this returns, ``host`` may be changed.
        """
        stream = cupy.cuda.get_current_stream()
        source: HostArray = host.reshape(-1).view(np.uint8)
        address = target.data.ptr
        for start in range(0, host.nbytes, BLOCK_BYTES):
            piece = source[start : start + BLOCK_BYTES]
            block = self._free_block()
            block.bytes[: piece.size] = piece
            _runtime.memcpyAsync(
                address + start, block.bytes.ctypes.data, piece.size, _runtime.memcpyHostToDevice, stream.ptr
            )
            block.done = stream.record(cupy.cuda.Event(disable_timing=True))

    def _free_block(self) -> _Block:
        if len(self._blocks) < _BLOCKS:
            self._blocks.append(_Block(BLOCK_BYTES))
            return self._blocks[-1]
        block = self._blocks[self._next]
        self._next = (self._next + 1) % _BLOCKS
        if block.done is not None:
            block.done.synchronize()
        return block


_STAGERS: Final[PerThread[int, Stager]] = PerThread(lambda _index: Stager())


def stager(index: int) -> Stager:
    """This thread's blocks for copies to a device."""
    return _STAGERS.get(index)


def start_to_host(array: Any) -> Callable[[], HostArray]:
    """Queue the copy of a contiguous device array on the current stream; what is answered waits for it and gives it."""
    stream = cupy.cuda.get_current_stream()
    if array.nbytes > _LARGEST_AT_ONCE:
        return lambda: _in_pieces(array, stream)
    if not array.nbytes:
        return lambda: np.empty(array.shape, array.dtype)
    block = _Block(array.nbytes)
    _runtime.memcpyAsync(block.bytes.ctypes.data, array.data.ptr, array.nbytes, _runtime.memcpyDeviceToHost, stream.ptr)
    block.done = stream.record(cupy.cuda.Event(disable_timing=True))

    def finish() -> HostArray:
        block.done.synchronize()
        result = np.empty(array.shape, array.dtype)  # keeps the array alive until here
        result.reshape(-1).view(np.uint8)[...] = block.bytes
        return result

    return finish


def _in_pieces(array: Any, stream: Any) -> HostArray:
    """A large array, piece by piece: the device fills one block while the host empties the other."""
    result = np.empty(array.shape, array.dtype)
    target: HostArray = result.reshape(-1).view(np.uint8)
    blocks = (_Block(BLOCK_BYTES), _Block(BLOCK_BYTES))
    device = array.device
    starts = range(0, array.nbytes, BLOCK_BYTES)

    def queue(number: int) -> None:
        start, block = starts[number], blocks[number % 2]
        size = min(BLOCK_BYTES, array.nbytes - start)
        _runtime.memcpyAsync(
            block.bytes.ctypes.data, array.data.ptr + start, size, _runtime.memcpyDeviceToHost, stream.ptr
        )
        with device:  # an event belongs to the device that is current when it is made
            block.done = stream.record(cupy.cuda.Event(disable_timing=True))

    queue(0)
    for number, start in enumerate(starts):
        if number + 1 < len(starts):
            queue(number + 1)
        block = blocks[number % 2]
        block.done.synchronize()
        piece = target[start : start + BLOCK_BYTES]
        piece[...] = block.bytes[: piece.size]
    return result
