"""Devices: the interface of the objects that a kernel package registers. Plans and Sessions use devices through it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import TracebackType
from typing import Any

import numpy as np

from graphops_registry.errors import AlreadyExistsError, NotFoundError, UnimplementedError
from graphops_registry.locks import new_lock
from graphops_registry.op_def import REGISTRY


class Lane:
    """An order in which a device does its work: a stream. Used as a context, it is where this thread queues work.

    This one belongs to devices that do everything at once: there is nothing to wait for.

    Attributes:
        device: the type of the device.
        index: which one of them.
    """

    __slots__ = ("_entered", "device", "index")

    def __init__(self, device: DeviceType, index: int) -> None:
        self.device = device
        self.index = index
        self._entered: list[AbstractContextManager[Any]] = []

    def __enter__(self) -> Any:
        context = self.device.use(self.index)
        context.__enter__()
        self._entered.append(context)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._entered.pop().__exit__(kind, error, traceback)

    def mark(self) -> Any:
        """A point after everything that is queued here by now, for :meth:`wait`."""
        return None

    def wait(self, mark: Any) -> None:
        """Begin nothing that is queued from now on before ``mark``, of any lane of any device, is reached."""

    def is_done(self, mark: Any) -> bool:
        """Whether ``mark`` has been reached."""
        return True

    def synchronize(self) -> None:
        """Wait until everything is done that is queued here.

        Raises:
            InternalError: it failed.
        """


class Recording:
    """Work that was recorded for replay (:meth:`DeviceType.capture`)."""

    def replay(self, lane: Lane) -> None:
        """Queue all of it again, on the same memory."""
        raise NotImplementedError


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
        """Compile ahead what kernels compile at their first use; yield each that is ready, and the seconds.

        Args:
            dtypes: names of those that will be used; default all.
        """
        return iter(())

    def may_chain(self, definition: Any, spec: Any) -> bool:
        """Whether a chain may compute what a kernel computes, with the same results bit for bit.

        Args:
            definition: the kernel's :class:`graphops_registry.kernel_def.KernelDef`.
            spec: what it was prepared for.
        """
        return False

    def compile_chain(self, chain: Any) -> Callable[[Sequence[Any], Sequence[Any]], None] | None:
        """A function that computes element-wise steps in one pass over memory, ``None`` where there is none.

        Args:
            chain: a :class:`graphops_registry.kernels.chain.Chain`, which says what the function takes.
        """
        return None

    def elementwise_kernel(self, definition: Any, prepared: Any, spec: Any) -> Any:
        """An element-wise step as a :class:`graphops_registry.kernels.call_list.MachineKernel`, with the same results
        bit for bit. Its operands are all inputs and the output. ``None`` where there is none.

        Args:
            definition: the kernel's :class:`graphops_registry.kernel_def.KernelDef`.
            prepared: the prepared kernel.
            spec: what it was prepared for.
        """
        return None

    def compile_calls(self, listed: Any) -> Callable[[], Callable[..., bool]] | None:
        """What makes a :class:`graphops_registry.kernels.call_list.BoundCalls` of a list, for each run at a time one.
        ``None`` where there is none.

        Args:
            listed: a :class:`graphops_registry.kernels.call_list.CallList`.
        """
        return None

    def compile_loop(self, loop: Any) -> Callable[[], Callable[..., Any]] | None:
        """What makes a :class:`graphops_registry.kernels.loop_list.BoundLoop` of a loop, for each run at a time one.
        ``None`` where there is none.

        Args:
            loop: a :class:`graphops_registry.kernels.loop_list.LoopList`.
        """
        return None

    def use(self, index: int = 0) -> AbstractContextManager[Any]:
        """Make a device current for this thread within the block."""
        return nullcontext()

    # -- work that is queued; the defaults are those of devices that do everything at once ----------------------------

    def index_of(self, array: Any) -> int:
        """The device that ``array`` lives on."""
        return 0

    def current(self, index: int = 0) -> Lane:
        """The lane on which this thread queues work outside of a run: its user's."""
        return Lane(self, index)

    def lane(self, number: int, index: int = 0) -> Lane:
        """A lane of this thread's own. Those of negative numbers are meant for copies."""
        return Lane(self, index)

    def start_copy_out(self, array: Any) -> Callable[[], np.ndarray[Any, Any]]:
        """Queue a copy to the host on the current lane; the function that is answered waits for it and gives it."""
        return lambda: self.copy_out(array)

    def copy_across(self, array: Any, index: int) -> Any:
        """A copy on another device of this type, queued on the current lane of that device, between what is queued
        on the current lane of the array's own before and after."""
        return self.copy_in(self.copy_out(array), index)

    def copy(self, array: Any) -> Any:
        """A contiguous copy on the same device, queued on the current lane of that device."""
        return array.copy()

    def copy_into(self, source: Any, target: Any) -> None:
        """Queue, on the current lane, a copy of an array of the host or of this device into one of this device."""
        raise UnimplementedError(f"device {self.type} must be able to write into arrays, which it does not")

    def from_dlpack(self, value: Any) -> Any | None:
        """An array of this device that shares the memory of another library's, or ``None`` if that lives elsewhere.

        Raises:
            BufferError, TypeError, ValueError, RuntimeError, AttributeError: it cannot be shared.
        """
        return self.xp.from_dlpack(value)

    def limit_memory(self, size: int) -> None:
        """Let arrays of each device of this type take at most ``size`` bytes together, in the whole process."""
        return None

    def explain_error(self, error: BaseException) -> Exception | None:
        """What a failure of the device means, for people: an error of ours, or ``None`` for what it does not know."""
        return None

    def stream(self, index: int = 0) -> Any:
        """The stream that work is queued on; ``None`` where work is done at once."""
        return None

    def event(self, index: int = 0) -> Any:
        """Mark a point in the stream; ``None`` where work is done at once."""
        return None

    def synchronize(self, index: int = 0) -> None:
        """Wait for all queued work; nothing to do where work is done at once."""
        return None

    def seconds(self, function: Callable[[], object], index: int = 0) -> float:
        """How long the work takes that ``function`` does, or queues on the current lane."""
        start = time.perf_counter()
        function()
        return time.perf_counter() - start

    def capture(self, work: Callable[[], object], index: int = 0) -> Recording:
        """Record what ``work`` queues, for replay; nothing of it is done now. What it allocates stays reserved.

        Raises:
            UnimplementedError: the device cannot, or ``work`` does what cannot be recorded.
        """
        raise UnimplementedError(f"device {self.type} must support graph capture, which it does not")


_devices: dict[str, DeviceType] = {}
_lock = new_lock()


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


def raise_explained(error: BaseException) -> None:
    """Raise what a failure of a device means for people; nothing happens where no device knows it."""
    for device in device_types():
        explained = device.explain_error(error)
        if explained is not None:
            raise explained from error


def owner_of(array: object) -> DeviceType | None:
    """The type of the device that ``array`` lives on, ``None`` for anything else."""
    for device in _devices.values():
        if device.owns(array):
            return device
    return None
