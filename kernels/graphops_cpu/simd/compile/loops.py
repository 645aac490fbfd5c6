"""``Loops``: a kernel that is compiled when it is needed and runs with threads if there is enough work.

This module does not import Numba until :meth:`Loops.compile`.  Kernels are in separate modules, which import it.
"""

from __future__ import annotations

import importlib
import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from graphops_cpu.runtime.other_processes import free_threads
from graphops_cpu.simd.compile import parallel
from graphops_cpu.simd.compile.available import why_unavailable
from graphops_cpu.simd.compile.machine_calls import Argument, LoopKernel, MachineLoops
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.locks import new_rlock

_log = logging.getLogger("graphops")
_lock = new_rlock()
_broken: str | None = None  # why Numba turned out not to work, though it is installed
_started = False  # whether any loops are ready

_START: Final = 0.1
"""Seconds that a plain kernel may take instead.  To start takes half a second, and a graph has more steps than one."""

PARALLEL_WORK: Final = 100_000
"""Work of at least so many moved elements is divided among threads: 20 microseconds of one core."""

PRODUCTS_OF_A_MOVE: Final = 6
"""Multiply-adds of a convolution that take as long as one element that is moved: operands are in registers."""


class Compiling(NamedTuple):
    """What compiling one kernel took."""

    name: str
    seconds: float
    cached: bool


def why_unusable() -> str | None:
    """Why there are no Numba kernels, as far as it is known without importing Numba."""
    return why_unavailable() or _broken


def starts_slowly(seconds: float) -> bool:
    """Whether another kernel, which takes so many seconds, is done before the first loops of this process are ready,
    though they were compiled before: Numba is imported, and its tables of types are made. Where there is no Numba,
    nothing waits for it."""
    return not _started and seconds < _START and why_unusable() is None


def give_up(error: Exception) -> None:
    """Use no Numba kernels from now on, because importing Numba or compiling with it raised ``error``."""
    global _broken
    _broken = f"Numba does not work here: {type(error).__name__}: {(str(error).splitlines() or [''])[0]}"


class CompiledLoops:
    """Machine code for one dtype: :meth:`__call__` runs it.

    Attributes:
        machine: its addresses.
    """

    __slots__ = ("_address", "_parallel", "_serial", "_tail", "machine")

    def __init__(self, serial: Callable[..., None], tail: tuple[int, ...]) -> None:
        self._serial = serial
        self._tail = tail  # the number of the chunk, if the kernel takes it
        self._parallel: Callable[..., Any] | None = None
        self._address: int | None = None
        self.machine = MachineLoops(0, False)

    def use_threads(self, parallel_loop: Callable[..., Any], address: int | None) -> None:
        """``parallel_loop``: the launcher, for machine code at ``address``, or a parallel twin of the kernel."""
        self._parallel, self._address = parallel_loop, address

    def chunks(self, rows: int) -> int:
        """The number of chunks that ``rows`` rows of work are divided into."""
        return max(min(parallel.chunk_count(self._parallel is not None), rows), 1)

    def in_list(
        self, rows: int, arguments: Sequence[Argument], largest: Callable[[Sequence[float]], float] | None
    ) -> LoopKernel:
        """A call for a call list: rows ``0..rows-1`` of the work.

        Args:
            arguments: as for :meth:`__call__`; operands of the kernel are :class:`OperandArray`.
            largest: see :class:`graphops_registry.kernels.call_list.MachineKernel`.
        """
        return LoopKernel(self.machine, rows, arguments, lambda: self.chunks(rows), largest)

    def __call__(self, rows: int, *arguments: Any, chunks: int | None = None) -> None:
        """Do rows ``0..rows-1`` of the work: in this thread, or cut into one chunk for each thread that finds a core.

        Args:
            arguments: those of the kernel before ``start``; arrays first.
            chunks: the result of :meth:`chunks`, if the caller has allocated memory for that many.

        Raises:
            MemoryError: a kernel needed memory of its own and there was none.
        """
        if chunks is None:
            chunks = free_threads(self.chunks(rows))
        if chunks == 1 or self._parallel is None:
            if rows > 0:
                self._serial(*arguments, 0, rows, *self._tail)
        elif self._address is None:
            self._parallel(*arguments, rows, chunks)
        else:
            arrays = [a.view(np.uint8) for a in arguments if isinstance(a, np.ndarray)]
            if self._parallel(self._address, rows, chunks, arguments[len(arrays) :], tuple(arrays)):
                raise MemoryError("a compiled kernel could not get the memory for its buffers")


class Loops:
    """A kernel that runs in threads if there is enough work: ``name(*arguments, start, stop, chunk)``.

    Args:
        module: the module that holds it, by its full name; it imports Numba.
        name: of the kernel.  If the module also has ``name_parallel(*arguments, rows, chunks)``, which has its own loop
            over threads, that is used; else the launcher.
        title: a description for messages: ``depthwise forward``.
    """

    def __init__(self, module: str, name: str, title: str) -> None:
        self.module = module
        self.name = name
        self.title = title

    def compile(self, dtype: DType | Any, work: float) -> CompiledLoops:
        """The machine code for a dtype.

        Args:
            dtype: of the data.
            work: about how many elements a run moves, or computations that take as long; below :data:`PARALLEL_WORK`
                there is no need for threads.

        Raises:
            Exception: Numba does not work here. From then on :func:`why_unusable` returns the reason, so that another
                kernel is chosen.
        """
        element = as_dtype(dtype).numpy_dtype
        with _lock:
            try:
                return self._code(element, work >= PARALLEL_WORK, [])
            except Exception as error:
                give_up(error)
                raise

    def warm_up(self, dtype: DType | Any) -> list[Compiling]:
        """Compile the kernel, or load it, and say how long it took."""
        done: list[Compiling] = []
        with _lock:
            self._code(as_dtype(dtype).numpy_dtype, None, done)
        return done

    def _code(self, element: Any, threads: bool | None, done: list[Compiling]) -> CompiledLoops:
        """Args: threads: whether there is work for several; ``None``: compile all that there is."""
        module = importlib.import_module(self.module)
        from graphops_cpu.simd.compile import launch
        from graphops_cpu.simd.compile.jit import signature, words

        kernel = getattr(module, self.name)
        done.append(self._compile(kernel, element, ""))
        global _started
        _started = True
        arguments = words(kernel)
        code = CompiledLoops(_entry_point(kernel, signature(kernel, element)), (0,) * (arguments[-1] == "chunk"))
        takes_chunk = arguments[-1] == "chunk"
        serial = launch.address(kernel, signature(kernel, element))
        code.machine = MachineLoops(serial, takes_chunk)
        if threads is False or parallel.why_serial() is not None:
            return code
        twin = getattr(module, f"{self.name}_parallel", None)
        if twin is not None:
            done.append(self._compile(twin, element, " over threads"))
            code.use_threads(_entry_point(twin, signature(twin, element)), None)
            code.machine = MachineLoops(serial, takes_chunk, launch.address(twin, signature(twin, element)))
        elif threads is None and not takes_chunk:
            return code  # it never runs in threads
        elif not takes_chunk:
            raise TypeError(f"a kernel for threads must take 'chunk', the launcher gives it: {self.name}")
        else:
            numbers = arguments.count("index")
            launcher, at = launch.compile_launcher(len(arguments) - numbers - 3, numbers)
            code.use_threads(launcher, serial)
            code.machine = MachineLoops(serial, takes_chunk, at, True)
        return code

    def _compile(self, function: Any, element: Any, suffix: str) -> Compiling:
        from graphops_cpu.simd.compile.jit import compile_kernel, is_compiled

        name = f"{self.title}{suffix}, {as_dtype(element).name}"
        if is_compiled(function, element):
            return Compiling(name, 0.0, True)
        begun = time.perf_counter()
        notice = threading.Timer(1.0, _log.warning, [_NOTICE, name])
        notice.daemon = True
        notice.start()
        try:
            cached = compile_kernel(function, element)
        finally:
            notice.cancel()
        return Compiling(name, time.perf_counter() - begun, cached)


def _entry_point(dispatcher: Any, signature: Any) -> Callable[..., None]:
    """The machine code of a compiled kernel.  It takes arrays that can be written to where it only reads; called by
    its dispatcher, the kernel would be compiled once more for each way to mix the two."""
    found: Callable[..., None] = dispatcher.overloads[tuple(signature.args)].entry_point
    return found


_NOTICE = "compiling the kernel '%s' (once for this machine; 'graphops warmup' does it ahead)"


def status() -> str:
    """One line for people: versions, vector width, threads and cache folder, or why there are no Numba kernels."""
    reason = why_unusable()
    if reason is not None:
        return f"no SIMD kernels: {reason}"
    try:
        import numba

        from graphops_cpu.simd.compile import disk_cache, vector
    except Exception as error:  # an installation that cannot be imported
        return f"no SIMD kernels: {type(error).__name__}: {(str(error).splitlines() or [''])[0]}"
    folder = disk_cache.folder()
    kept = f"compiled kernels in {folder}" if folder else "compiled kernels are not kept: no folder can be written to"
    threads = parallel.why_serial() or f"threads by {parallel.layer_name()}"
    width = f"{vector.BITS}-bit vectors" + (" (GRAPHOPS_SIMD_BITS)" if os.environ.get("GRAPHOPS_SIMD_BITS") else "")
    return f"Numba {numba.__version__}: {width}; {threads}; {kept}"
