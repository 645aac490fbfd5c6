"""Devices: objects that a kernel package registers, and all that plan and session know of them."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

from graphops_registry.errors import AlreadyExistsError, NotFoundError, UnimplementedError
from graphops_registry.op_def import REGISTRY


class DeviceType(ABC):
    """All devices of one type, addressed by their index.

    Attributes:
        type: ``"CPU"``, ``"GPU"`` ..., upper case.
        rank: nodes that ask for no device go to the type of the highest rank that has kernels for them; a negative
            rank is only used when asked for.
        is_host: values live in host memory as NumPy arrays; nothing needs copying.
    """

    type: str
    rank: int = 0
    is_host: bool = False

    @property
    @abstractmethod
    def count(self) -> int:
        """How many devices of this type there are now."""

    @property
    @abstractmethod
    def xp(self) -> Any:
        """The array module, NumPy or CuPy or one like them."""

    @abstractmethod
    def owns(self, array: object) -> bool:
        """Whether ``array`` lives on a device of this type."""

    @abstractmethod
    def empty(self, shape: Sequence[int], dtype: np.dtype[Any], index: int = 0) -> Any:
        """An uninitialised array."""

    @abstractmethod
    def copy_in(self, array: np.ndarray[Any, Any], index: int = 0) -> Any:
        """A device array with the contents of a host array."""

    @abstractmethod
    def copy_out(self, array: Any) -> np.ndarray[Any, Any]:
        """A host array with the contents of a device array."""

    @abstractmethod
    def memory(self, index: int = 0) -> tuple[int, int]:
        """(free, total) bytes."""

    def name(self, index: int = 0) -> str:
        """A human's name for the device."""
        return f"{self.type}:{index}"

    def notes(self) -> Sequence[str]:
        """Lines that say which libraries its kernels use, or why not, for people who look for what is wrong."""
        return ()

    def warm_up(self, dtypes: Sequence[str] = ()) -> Iterator[tuple[str, float]]:
        """Compile ahead whatever kernels would compile at their first use; each that is ready, and the seconds.

        Args:
            dtypes: names of those that will be used; default all.
        """
        return iter(())

    def use(self, index: int = 0) -> AbstractContextManager[Any]:
        """Make a device current for this thread within the block."""
        return nullcontext()

    def stream(self, index: int = 0) -> Any:
        """The stream that work is queued on; ``None`` where work is done at once."""
        return None

    def event(self, index: int = 0) -> Any:
        """Mark a point in the stream; ``None`` where work is done at once."""
        return None

    def synchronize(self, index: int = 0) -> None:
        """Wait for all queued work; nothing to do where work is done at once."""
        return None

    def capture(self, index: int = 0) -> Any:
        """Begin recording work for replay.

        Raises:
            UnimplementedError: the device cannot.
        """
        raise UnimplementedError(f"device {self.type} must support graph capture, which it does not")


_devices: dict[str, DeviceType] = {}
_lock = threading.Lock()


def register_device(device: DeviceType) -> None:
    """Make a device type known.

    Raises:
        AlreadyExistsError: another object has this type.
    """
    with _lock:
        if _devices.setdefault(device.type, device) is not device:
            raise AlreadyExistsError(f"device type '{device.type}' must be registered once, got it twice")
        REGISTRY.generation += 1


def device_types() -> list[DeviceType]:
    """All registered types, those of the highest rank first."""
    return sorted(_devices.values(), key=lambda device: (-device.rank, device.type))


def device_type(name: str) -> DeviceType:
    """The type called ``name``.

    Raises:
        NotFoundError: there is none.
    """
    try:
        return _devices[name]
    except KeyError:
        raise NotFoundError(f"device type '{name}' must be one of {', '.join(sorted(_devices))}, got it") from None


def owner_of(array: object) -> DeviceType | None:
    """The type of the device that ``array`` lives on, ``None`` for anything else."""
    for device in _devices.values():
        if device.owns(array):
            return device
    return None
