"""The oneDNN library: where it is, whether it can be used, and its functions.

It is looked for in the file that ``GRAPHOPS_ONEDNN`` names, in the installed packages that bring it (wherever pip put
them), in the environment's ``lib`` folder, and where the dynamic linker looks.  It is loaded when it is first needed.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from graphops_cpu.onednn.constants import BF16_ISA, CPU_ENGINE, ISA, MAX_DIMS, RUNTIME
from graphops_cpu.runtime.disabled_libraries import why_disabled
from graphops_cpu.runtime.openmp import OpenMP
from graphops_registry.dtypes import DType, bfloat16
from graphops_registry.locks import new_lock

VARIABLE: Final = "GRAPHOPS_ONEDNN"
_PACKAGES: Final = ("onednn-cpu-gomp", "onednn-cpu-iomp", "onednn-cpu-tbb", "onednn")
_FILE: Final = "libdnnl.so.3"
_OLDEST: Final = (3, 0)
SERIAL: Final = 2_000_000
"""Multiplications that one thread does alone: they take 20 microseconds; to wake another thread takes 2, or a hundred
if it sleeps."""

Dims = ctypes.c_int64 * MAX_DIMS
_HANDLE = ctypes.c_void_p
_OUT = ctypes.POINTER(ctypes.c_void_p)
_INT = ctypes.c_int
_FLOAT = ctypes.c_float


class OneDnnUnavailable(Exception):
    """There is no usable oneDNN; the reason in one line."""


class _Version(ctypes.Structure):
    _fields_ = (
        ("major", _INT), ("minor", _INT), ("patch", _INT), ("hash", ctypes.c_char_p),
        ("cpu_runtime", ctypes.c_uint), ("gpu_runtime", ctypes.c_uint),
    )  # fmt: skip


class ExecutionArgument(ctypes.Structure):
    """dnnl_exec_arg_t: what a memory object is to a primitive."""

    _fields_ = (("argument", _INT), ("memory", _HANDLE))


_CONVOLUTION = (Dims, Dims, Dims, Dims)  # strides, dilations - 1, padding before, after
_POOLING = (Dims, Dims, Dims, Dims, Dims)  # strides, kernel, dilations - 1, padding before, after
_PRIMITIVES: Final[dict[str, tuple[Any, ...]]] = {  # arguments between the engine and the attributes
    "convolution_forward": (_INT, _INT, _HANDLE, _HANDLE, _HANDLE, _HANDLE, *_CONVOLUTION),
    "convolution_backward_data": (_INT, _HANDLE, _HANDLE, _HANDLE, *_CONVOLUTION, _HANDLE),
    "convolution_backward_weights": (_INT, _HANDLE, _HANDLE, _HANDLE, _HANDLE, *_CONVOLUTION, _HANDLE),
    "matmul": (_HANDLE, _HANDLE, _HANDLE, _HANDLE),
    "pooling_forward": (_INT, _INT, _HANDLE, _HANDLE, *_POOLING),
    "pooling_backward": (_INT, _HANDLE, _HANDLE, *_POOLING, _HANDLE),
    "batch_normalization_forward": (_INT, _HANDLE, _HANDLE, _FLOAT, ctypes.c_uint),
    "batch_normalization_backward": (_INT, _HANDLE, _HANDLE, _HANDLE, _FLOAT, ctypes.c_uint, _HANDLE),
    "softmax_forward": (_INT, _INT, _HANDLE, _HANDLE, _INT),
    "softmax_backward": (_INT, _HANDLE, _HANDLE, _HANDLE, _INT, _HANDLE),
    "eltwise_forward": (_INT, _INT, _HANDLE, _HANDLE, _FLOAT, _FLOAT),
    "binary": (_INT, _HANDLE, _HANDLE, _HANDLE),
}
_FUNCTIONS: Final[dict[str, tuple[Any, ...]]] = {  # all of these return a status
    "engine_create": (_OUT, _INT, ctypes.c_size_t),
    "engine_destroy": (_HANDLE,),
    "stream_create": (_OUT, _HANDLE, ctypes.c_uint),
    "stream_destroy": (_HANDLE,),
    "stream_wait": (_HANDLE,),
    "memory_desc_create_with_strides": (_OUT, _INT, Dims, _INT, Dims),
    "memory_desc_create_with_tag": (_OUT, _INT, Dims, _INT, _INT),
    "memory_desc_clone": (_OUT, _HANDLE),
    "memory_desc_destroy": (_HANDLE,),
    "memory_create": (_OUT, _HANDLE, _HANDLE, _HANDLE),
    "memory_set_data_handle": (_HANDLE, _HANDLE),
    "memory_destroy": (_HANDLE,),
    "primitive_attr_create": (_OUT,),
    "primitive_attr_destroy": (_HANDLE,),
    "primitive_attr_set_scratchpad_mode": (_HANDLE, _INT),
    "primitive_attr_set_fpmath_mode": (_HANDLE, _INT),
    "primitive_attr_set_post_ops": (_HANDLE, _HANDLE),
    "post_ops_create": (_OUT,),
    "post_ops_destroy": (_HANDLE,),
    "post_ops_append_sum": (_HANDLE, _FLOAT, ctypes.c_int32, _INT),
    "post_ops_append_eltwise": (_HANDLE, _INT, _FLOAT, _FLOAT),
    "post_ops_append_binary": (_HANDLE, _INT, _HANDLE),
    "primitive_desc_query": (_HANDLE, _INT, _INT, _HANDLE),
    "primitive_desc_next_impl": (_HANDLE,),
    "primitive_desc_destroy": (_HANDLE,),
    "primitive_create": (_OUT, _HANDLE),
    "primitive_execute": (_HANDLE, _HANDLE, _INT, ctypes.POINTER(ExecutionArgument)),
    "primitive_destroy": (_HANDLE,),
    "set_primitive_cache_capacity": (_INT,),
    "reorder_primitive_desc_create": (_OUT, _HANDLE, _HANDLE, _HANDLE, _HANDLE, _HANDLE),
    **{f"{n}_primitive_desc_create": (_OUT, _HANDLE, *types, _HANDLE) for n, types in _PRIMITIVES.items()},
}
_PRIMITIVE_CACHE: Final = 256  # primitives that oneDNN's own cache keeps after ours are freed


class Library:
    """oneDNN, loaded.

    Attributes:
        file: what was loaded.
        version: (major, minor, patch).
        runtime: number of what gives it threads, in ``constants.RUNTIME``.
        isa: number of the widest instruction set that it uses, in ``constants.ISA``.
        openmp: the OpenMP that it depends on, if it does.
        engine: handle of the CPU engine, which threads share.
        calls: functions by their names without ``dnnl_``; they hold Python's interpreter lock.
        long_calls: the same, which let other threads run meanwhile.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        free, held = ctypes.CDLL(file), ctypes.PyDLL(file)
        try:
            free.dnnl_version.restype = ctypes.POINTER(_Version)
            version = free.dnnl_version().contents
            self.version = (version.major, version.minor, version.patch)
            if self.version < _OLDEST:
                raise OneDnnUnavailable(f"{file} is oneDNN {self.version_text}, 3.0 or newer is needed")
            self.runtime = int(version.cpu_runtime)
            free.dnnl_get_effective_cpu_isa.restype = _INT
            self.isa = int(free.dnnl_get_effective_cpu_isa())
            self.calls, self.long_calls = _Functions(held), _Functions(free)
        except AttributeError as error:
            raise OneDnnUnavailable(f"{file} lacks a function of oneDNN 3: {error}") from None
        try:
            self.openmp: OpenMP | None = OpenMP(held)
        except AttributeError:
            self.openmp = None
        engine = ctypes.c_void_p()
        status = self.long_calls.engine_create(ctypes.byref(engine), CPU_ENGINE, 0)
        if status:
            runtime = RUNTIME.get(self.runtime, str(self.runtime))
            raise OneDnnUnavailable(f"{file} has no CPU engine (status {status}, {runtime})")
        self.engine = engine
        self.calls.set_primitive_cache_capacity(_PRIMITIVE_CACHE)

    @property
    def version_text(self) -> str:
        return ".".join(map(str, self.version))

    @property
    def computes_bfloat16(self) -> bool:
        """Whether the CPU multiplies bfloat16 as oneDNN needs it: AVX-512 with bfloat16, or AMX."""
        return self.isa & BF16_ISA == BF16_ISA or self.isa & 0x1EF == 0x1EF

    def threads(self) -> int:
        """How many threads a primitive that is made now should be made for."""
        return self.openmp.threads() if self.openmp is not None else 1

    def threads_for(self, products: int) -> int:
        """The same for so many multiplications: a few are done before other threads would have begun."""
        return 1 if products < SERIAL else self.threads()

    def address(self, function: str) -> int:
        """The address of ``dnnl_<function>``."""
        return ctypes.cast(getattr(self.calls, function), ctypes.c_void_p).value or 0

    def use_threads(self, count: int) -> None:
        """Let what the calling thread makes and executes have ``count`` threads."""
        if self.openmp is not None:
            self.openmp.use_threads(count)

    @contextmanager
    def on_threads(self, count: int) -> Iterator[None]:
        """The same for a while: others, perhaps not of this package, count on the number that they know."""
        self.use_threads(count)
        try:
            yield
        finally:
            self.use_threads(self.threads())


class _Functions:
    """``dnnl_*`` as attributes, with their types declared."""

    def __init__(self, library: ctypes.CDLL) -> None:
        for name, types in _FUNCTIONS.items():
            function = getattr(library, f"dnnl_{name}")
            function.argtypes, function.restype = types, _INT
            setattr(self, name, function)
        for name, result in (("primitive_desc_query_md", _HANDLE), ("memory_desc_get_size", ctypes.c_size_t)):
            function = getattr(library, f"dnnl_{name}")
            function.argtypes = (_HANDLE, _INT, _INT) if result is _HANDLE else (_HANDLE,)
            function.restype = result
            setattr(self, name, function)
        self.memory_desc_equal = library.dnnl_memory_desc_equal
        self.memory_desc_equal.argtypes, self.memory_desc_equal.restype = (_HANDLE, _HANDLE), _INT

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"dnnl_{name} is not declared")


_lock = new_lock()
_loaded: Library | None = None
_reason: str | None = None


def library() -> Library:
    """oneDNN, loaded at the first call.

    Raises:
        OneDnnUnavailable: it cannot be used, always for the same reason.
    """
    if _loaded is not None:
        return _loaded
    with _lock:
        if _loaded is None:
            _load()
    if _loaded is None:
        raise OneDnnUnavailable(_reason)
    return _loaded


def why_unavailable() -> str | None:
    """Why there is no oneDNN, or ``None``."""
    try:
        library()
    except OneDnnUnavailable as error:
        return str(error)
    return None


def why_not_dtype(dtype: DType, *, at_run: bool) -> str | None:
    """Why oneDNN does not compute in ``dtype`` here, or ``None``.

    Args:
        at_run: whether a kernel is chosen that runs. Before that a package with the library is reason enough to think
            that it can be loaded, which takes memory.
    """
    is_open = _loaded is None and _reason is None and why_disabled("onednn") is None and VARIABLE not in os.environ
    if is_open and not at_run and dtype is not bfloat16 and _is_installed():
        return None
    reason = why_unavailable()
    if reason is None and dtype is bfloat16 and not library().computes_bfloat16:
        return "the CPU does not multiply bfloat16"
    return reason


def status() -> str:
    """One line for people: version, file, threads and instruction set, or why there is no oneDNN."""
    try:
        found = library()
    except OneDnnUnavailable as error:
        return f"no oneDNN kernels: {error}"
    runtime = RUNTIME.get(found.runtime, f"runtime {found.runtime}")
    isa = ISA.get(found.isa, f"instruction set {found.isa:#x}")
    return f"oneDNN {found.version_text} ({found.file}): {runtime}, {isa}"


@cache
def _is_installed() -> bool:
    """Whether a package brings the library."""
    return next(_candidates()) != _FILE


def _load() -> None:
    """Fill in ``_loaded`` or ``_reason``."""
    global _loaded, _reason
    if _reason is not None:
        return
    if (unwanted := why_disabled("onednn")) is not None:
        _reason = unwanted
        return
    if sys.byteorder != "little" or ctypes.sizeof(ctypes.c_void_p) != 8:
        _reason = "a 64-bit little-endian machine is needed"
        return
    failures = []
    for file in dict.fromkeys(_candidates()):
        try:
            _loaded = Library(file)
        except (OSError, OneDnnUnavailable) as error:  # OSError: what it depends on is missing, or it is no library
            failures.append(" ".join(str(error).split()))
        else:
            return
    if len(failures) == 1 and failures[0].startswith(f"{_FILE}:"):  # only the linker was asked
        failures = ["it is not installed (pip install 'graphops[cpu]', or set GRAPHOPS_ONEDNN to the library's file)"]
    _reason = "; ".join(failures)


def _candidates() -> Iterator[str]:
    """Where to look, best first: files that exist, and a name for the dynamic linker."""
    given = os.environ.get(VARIABLE)
    if given:
        yield given  # and no other: the user has named this file
        return
    for record in _records():
        lines: list[str] = []
        with suppress(OSError):
            lines = record.read_text(encoding="utf-8", errors="replace").splitlines()
        for line in lines:
            name = line.partition(",")[0].strip('"')  # as seen from the folder of the distribution
            if name.rpartition("/")[2] == _FILE and (path := (record.parent.parent / name).resolve()).exists():
                yield str(path)
    path = Path(sys.prefix) / "lib" / _FILE
    if path.exists():
        yield str(path.resolve())
    yield _FILE


def _records() -> Iterator[Path]:
    """The lists of files of the installed packages that bring oneDNN.

    Read without ``importlib.metadata``, whose import takes longer than a first product of matrices needs in all.
    """
    starts = tuple(f"{package.replace('-', '_')}-" for package in _PACKAGES)
    found: list[tuple[int, Path]] = []
    for folder in sys.path:
        with suppress(OSError):
            for name in os.listdir(folder or os.curdir):
                if name.startswith(starts) and name.endswith(".dist-info"):
                    record = Path(folder, name, "RECORD").absolute()
                    if record.exists():  # not where a system's package manager keeps the list
                        found.append((next(i for i, start in enumerate(starts) if name.startswith(start)), record))
    return (record for _, record in sorted(found, key=itemgetter(0)))
