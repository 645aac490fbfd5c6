"""GPUs of CUDA as devices. CuPy is imported when one of them is first used, never before."""

from __future__ import annotations

import threading
import weakref
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from typing import Any, Final

import numpy as np

from graphops_cuda.runtime import driver
from graphops_registry.device_def import DeviceType, Lane, Recording, register_device
from graphops_registry.errors import FailedPreconditionError

_CUDA: Final = 2  # DLPack's number for memory of CUDA


class CudaDevice(DeviceType):
    """The GPUs that the driver shows to this process; none where there is no driver, no CuPy, or no GPU."""

    type = "GPU"
    rank = 1

    def __init__(self) -> None:
        self._limit: int | None = None
        self._failure: str | None = None
        self._recorded: dict[int, int] = defaultdict(int)  # device -> bytes that recordings keep, in pools of their own
        self._lock = threading.RLock()  # a recording may be dropped at any time

    @property
    def count(self) -> int:
        if driver.why_unavailable() is not None or self._failure is not None:
            return 0
        return driver.driver().devices

    @cached_property
    def xp(self) -> Any:
        import cupy

        return cupy

    def import_cupy(self) -> bool:
        """Whether CuPy can be imported; if it is there and cannot, there are no GPUs, and :meth:`notes` says why."""
        try:
            return self.xp is not None
        except Exception as error:  # a CuPy for another CUDA or another NumPy
            self._failure = f"CuPy cannot be imported: {type(error).__name__}: {error}"
            return False

    # -- arrays -------------------------------------------------------------------------------------------------------

    def owns(self, array: object) -> bool:
        return "xp" in self.__dict__ and isinstance(array, self.xp.ndarray)

    def index_of(self, array: Any) -> int:
        index: int = array.device.id
        return index

    def empty(self, shape: Sequence[int], dtype: np.dtype[Any], index: int = 0) -> Any:
        with self.use(index):
            return self.xp.empty(tuple(shape), dtype)

    def copy_in(self, array: np.ndarray[Any, Any], index: int = 0) -> Any:
        from graphops_cuda.runtime.staging import stager

        host = np.ascontiguousarray(array).reshape(np.shape(array))  # ascontiguousarray makes rank 0 rank 1
        with self.use(index):
            result = self.xp.empty(host.shape, host.dtype)
            stager(index).to_device(host, result)
        return result

    def copy_out(self, array: Any) -> np.ndarray[Any, Any]:
        return self.start_copy_out(array)()

    def start_copy_out(self, array: Any) -> Callable[[], np.ndarray[Any, Any]]:
        from graphops_cuda.runtime.staging import start_to_host

        with self.use(self.index_of(array)):
            return start_to_host(self.xp.ascontiguousarray(array).reshape(array.shape))

    def copy_across(self, array: Any, index: int) -> Any:
        there = self.index_of(array)
        origin, target = self.current(there), self.current(index)
        with self.use(there):  # arrays that are not contiguous are made so on their own device
            source = self.xp.ascontiguousarray(array)
        target.wait(origin.mark())
        with self.use(index):
            result = self.xp.empty(array.shape, array.dtype)
            result.data.copy_from_device_async(source.data, source.nbytes)
        origin.wait(target.mark())
        return result

    def copy(self, array: Any) -> Any:
        with self.use(self.index_of(array)):  # CuPy copies to the device that is current
            return array.copy()

    def copy_into(self, source: Any, target: Any) -> None:
        from graphops_cuda.runtime.staging import stager

        if isinstance(source, np.ndarray):
            stager(self.index_of(target)).to_device(np.ascontiguousarray(source), target)
        else:
            target.data.copy_from_device_async(self.xp.ascontiguousarray(source).data, target.nbytes)

    def from_dlpack(self, value: Any) -> Any | None:
        if not self.count or value.__dlpack_device__()[0] != _CUDA:
            return None
        return self.xp.from_dlpack(value)

    # -- queues -------------------------------------------------------------------------------------------------------

    def use(self, index: int = 0) -> AbstractContextManager[Any]:
        context: AbstractContextManager[Any] = self.xp.cuda.Device(index)
        return context

    def current(self, index: int = 0) -> Lane:
        from graphops_cuda.runtime.lanes import current_lane

        return current_lane(self, index)

    def lane(self, number: int, index: int = 0) -> Lane:
        from graphops_cuda.runtime.lanes import own_lane

        return own_lane(self, number, index)

    def stream(self, index: int = 0) -> Any:
        return self.xp.cuda.get_current_stream(index)

    def event(self, index: int = 0) -> Any:
        return self.current(index).mark()

    def synchronize(self, index: int = 0) -> None:
        self.xp.cuda.Device(index).synchronize()

    def seconds(self, function: Callable[[], object], index: int = 0) -> float:
        cuda = self.xp.cuda
        with self.use(index):
            start, end = cuda.Event(), cuda.Event()
            start.record()
            function()
            end.record()
            end.synchronize()
            milliseconds: float = cuda.get_elapsed_time(start, end)
        return milliseconds / 1000

    def capture(self, work: Callable[[], object], index: int = 0) -> Recording:
        from graphops_cuda.runtime.capture import record
        from graphops_cuda.runtime.lanes import own_lane

        pool = self.xp.cuda.MemoryPool()
        with self.use(index):
            if self._limit is not None:
                default = self.xp.get_default_memory_pool()
                default.free_all_blocks()
                left = min(self._limit // 2, self._limit - default.total_bytes()) - self._recorded[index]
                pool.set_limit(size=max(1, left))
            recording = record(work, own_lane(self, 0, index), pool)
            size = int(pool.total_bytes())
        self._reserve(index, size)
        weakref.finalize(recording, self._reserve, index, -size).atexit = False
        return recording

    # -- memory -------------------------------------------------------------------------------------------------------

    def memory(self, index: int = 0) -> tuple[int, int]:
        """(free, total) bytes; what CuPy's pool keeps for later counts as free, what a limit forbids does not exist."""
        cuda = self.xp.cuda
        with self.use(index):
            free, total = cuda.runtime.memGetInfo()
            pool = self.xp.get_default_memory_pool()
            free += pool.free_bytes()
            if self._limit is not None:
                total = min(total, self._limit)
                free = min(free, max(0, self._limit - self._recorded[index] - pool.used_bytes()))
        return int(free), int(total)

    def limit_memory(self, size: int) -> None:
        if self._limit not in (None, size):
            raise FailedPreconditionError(
                f"gpu_memory_limit must be the same in the whole process, {self._limit:,} bytes, got {size:,}"
            )
        self._limit = size
        for index in range(self.count):
            self._reserve(index, 0)

    def _reserve(self, index: int, size: int) -> None:
        """Count ``size`` more bytes that recordings keep; a limit leaves so much less to everything else."""
        with self._lock:
            self._recorded[index] += size
            if self._limit is not None:
                with self.use(index):
                    left = max(1, self._limit - self._recorded[index])  # 0 would be no limit
                    self.xp.get_default_memory_pool().set_limit(size=left)

    # -- people -------------------------------------------------------------------------------------------------------

    def explain_error(self, error: BaseException) -> Exception | None:
        if "xp" not in self.__dict__:
            return None
        from graphops_cuda.runtime.faults import explain

        return explain(error)

    def name(self, index: int = 0) -> str:
        properties = self.xp.cuda.runtime.getDeviceProperties(index)
        name = properties["name"]
        capability = self.xp.cuda.Device(index).compute_capability
        return f"{name.decode() if isinstance(name, bytes) else name} (sm_{capability})"

    def notes(self) -> Sequence[str]:
        if self._failure is not None:
            return [self._failure]
        from graphops_cuda.report import notes

        return notes()

    def warm_up(self, dtypes: Sequence[str] = ()) -> Iterator[tuple[str, float]]:
        if self.count:
            from graphops_cuda.runtime.warmup import warm_up

            yield from warm_up(dtypes)


GPU: Final = CudaDevice()
register_device(GPU)
