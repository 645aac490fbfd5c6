"""The memory of the devices: host memory between guard zones, which must never be written to."""

from __future__ import annotations

import bisect
import threading
from typing import Any, Final

import numpy as np

from cuda_model.clocks import History
from cuda_model.errors import MEMORY_ALLOCATION, CUDARuntimeError, EmulatorError

DEVICES: Final = 2
GUARD: Final = 256
ALIGNMENT: Final = 512
SPOILT: Final = 0xFF
_PATTERN: Final = 0xA5

LOCK: Final = threading.RLock()  # of everything that is emulated
_total = [8 << 30] * DEVICES


class GuardError(EmulatorError, RuntimeError):
    """Somebody wrote outside of an array."""


class Segment:
    """Memory that was allocated at once.

    Attributes:
        device: where it is.
        address: of its first byte, a multiple of 512.
        size: bytes.
        used: bytes of it that an allocation asked for; the others belong to the guard zone behind it.
        history: who has used it.
    """

    def __init__(self, device: int, size: int) -> None:
        self.device = device
        self.size = size
        self.used = size
        self.history = History()
        self.name = ""
        self._raw = np.empty(size + 2 * GUARD + ALIGNMENT, np.uint8)
        base = self._raw.ctypes.data
        self.address = -(-(base + GUARD) // ALIGNMENT) * ALIGNMENT
        self._start = self.address - base
        self._front = bytes([_PATTERN]) * GUARD
        self._back = b""
        self._raw[self._start - GUARD : self._start] = _PATTERN
        self.lend(size)

    def lend(self, used: int, name: str = "") -> None:
        """Spoil what is in it, and let ``used`` bytes be used."""
        self.used = used
        self.name = name
        self.in_use = True
        self._raw[self._start : self._start + used] = SPOILT
        self._raw[self._start + used : self._start + self.size + GUARD] = _PATTERN
        self._back = bytes([_PATTERN]) * (self.size - used + GUARD)

    def give_back(self) -> None:
        """It is no longer referenced; a pool keeps it.

        Raises:
            GuardError: somebody wrote outside of it.
        """
        self.in_use = False
        self.check()

    def view(
        self, address: int, shape: tuple[int, ...], dtype: np.dtype[Any], strides: tuple[int, ...] | None
    ) -> np.ndarray[Any, Any]:
        """An array of the host's on this memory."""
        return np.ndarray(shape, dtype, self._raw, self._start + address - self.address, strides)

    def check(self) -> None:
        """Look at the guard zones.

        Raises:
            GuardError: they were written to.
        """
        raw, start = self._raw, self._start
        front = raw[start - GUARD : start].tobytes()
        back = raw[start + self.used : start + self.size + GUARD].tobytes()
        if front == self._front and back == self._back:
            return
        changed = [i - GUARD for i in range(GUARD) if front[i] != _PATTERN]
        changed += [self.used + i for i in range(len(back)) if back[i] != _PATTERN]
        raw[start - GUARD : start] = _PATTERN
        raw[start + self.used : start + self.size + GUARD] = _PATTERN
        raise GuardError(
            f"something wrote outside of {self.used} bytes on device {self.device} (allocated at {self.name}): "
            f"at byte {changed[0]}" + (f" and {len(changed) - 1} more" if len(changed) > 1 else "")
        )


_by_address: dict[int, Segment] = {}
_addresses: list[int] = []


def allocate(device: int, size: int) -> Segment:
    """``cudaMalloc``.

    Raises:
        CUDARuntimeError: the device has not so much memory left.
    """
    with LOCK:
        if size > free_bytes(device):
            raise CUDARuntimeError(MEMORY_ALLOCATION)
        segment = Segment(device, size)
        _by_address[segment.address] = segment
        bisect.insort(_addresses, segment.address)
    return segment


def release(segment: Segment) -> None:
    """``cudaFree``.

    Raises:
        GuardError: somebody wrote outside of it.
    """
    with LOCK:
        del _by_address[segment.address]
        del _addresses[bisect.bisect_left(_addresses, segment.address)]
    segment.check()


def find(address: int) -> Segment | None:
    """The segment that an address is in."""
    with LOCK:
        place = bisect.bisect_right(_addresses, address) - 1
        if place < 0:
            return None
        segment = _by_address[_addresses[place]]
    return segment if address < segment.address + max(segment.size, 1) else None


def segments() -> list[Segment]:
    """All that is allocated."""
    return list(_by_address.values())


def check_guards() -> None:
    """Look at all guard zones.

    Raises:
        GuardError: one was written to.
    """
    for segment in segments():
        if segment.in_use:
            segment.check()


def total_bytes(device: int) -> int:
    """What the device claims to have."""
    return _total[device]


def set_total_bytes(device: int, size: int) -> None:
    """Let the device claim to have so much memory."""
    _total[device] = size


def free_bytes(device: int) -> int:
    """What is left of it."""
    return _total[device] - sum(segment.size for segment in _by_address.values() if segment.device == device)
