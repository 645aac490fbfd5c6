"""Our CUDA C compiled by the C++ compiler of the host, and run there: blocks one after another, threads as coroutines.

It finds what a device leaves undefined where it can.  Shared memory and local variables start spoilt.  Errors are: an
access outside what the caller says is memory, an index outside an array of known size, a misaligned vector, an overflow
of a signed integer, a division by zero, a barrier that not all threads of a block come to, and two threads that use one
place in shared memory with no barrier in between.  What else depends on the order in which threads and blocks run shows
as results that differ, see :func:`launch_in_all_orders`.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

_HERE: Final = Path(__file__).parent
_HEADER: Final = _HERE / "cuda_on_host.h"
_RUNTIME: Final = _HERE / "block_on_host.cpp"
_FLAGS: Final = (
    "-std=c++17", "-O1", "-fPIC", "-w", "-ffp-contract=off", "-fno-strict-aliasing", "-U_FORTIFY_SOURCE",
)  # fmt: skip
_CHECKS: Final = (
    "-ftrivial-auto-var-init=pattern",
    "-g1",
    "-fvisibility=hidden",
    "-fsanitize=bounds,alignment,signed-integer-overflow,integer-divide-by-zero,shift",
    "-fno-sanitize-recover=all",
    "-fsanitize=thread",
    "--param=tsan-instrument-func-entry-exit=0",
)
ORDER_VARIABLE: Final = "GRAPHOPS_CUDA_ORDER"  # of threads where a launch names none: "descending", "shuffled:7"
ORDERS: Final = ("ascending", "descending", "shuffled:1", "shuffled:2", "shuffled:3")
_ORDER_NUMBERS: Final = {"ascending": 0, "descending": 1, "shuffled": 2}
_DYNAMIC_SHARED: Final = re.compile(
    r"extern\s+__shared__\s+(?:(?:__align__|alignas)\s*\([^)]*\)\s*)?([\w:<>, ]+?)\s+(\w+)\s*\[\s*\]\s*;"
)
_GRID_LIMITS: Final = (2**31 - 1, 65535, 65535)
_BLOCK_LIMITS: Final = (1024, 1024, 64)
_MOST_THREADS: Final = 1024
_MOST_SHARED: Final = 48 * 1024
_DTYPES: Final = {
    "half_t": "float16", "bfloat16_t": "bfloat16", "float": "float32", "double": "float64", "bool": "bool",
    "signed char": "int8", "unsigned char": "uint8", "short": "int16", "short int": "int16",
    "unsigned short": "uint16", "short unsigned int": "uint16", "int": "int32", "unsigned": "uint32",
    "unsigned int": "uint32", "long long": "int64", "long long int": "int64", "long": "int64", "long int": "int64",
    "unsigned long long": "uint64", "long long unsigned int": "uint64", "unsigned long": "uint64",
    "long unsigned int": "uint64",
}  # fmt: skip


class CompileError(Exception):
    """The host's compiler refuses the source, or does not know a kernel of that name."""


class LaunchError(Exception):
    """A kernel did what a device leaves undefined, or was launched as no device can."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel.

    Attributes:
        type: as C++ spells it, ``const half_t*``.
        size: in bytes.
        alignment: in bytes.
    """

    type: str
    size: int
    alignment: int

    @property
    def is_pointer(self) -> bool:
        return self.type.endswith("*")

    @property
    def is_read_only(self) -> bool:
        """Whether it points to numbers that the kernel does not write."""
        return self.is_pointer and bool(re.search(r"\bconst\b", self.type))

    @property
    def dtype(self) -> str | None:
        """The name of the dtype that it is, or points to; ``None`` for a struct."""
        return _DTYPES.get(re.sub(r"\bconst\b", "", self.type.rstrip("* ")).strip())


class _Launch(ctypes.Structure):
    _fields_ = [
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("dynamic_shared", ctypes.c_uint64),
        ("order", ctypes.c_int32),
        ("seed", ctypes.c_uint32),
        ("thread", ctypes.c_void_p),
        ("arguments", ctypes.c_void_p),
        ("place", ctypes.c_void_p),
        ("shared", ctypes.c_void_p),
        ("memory", ctypes.c_void_p),
        ("ranges", ctypes.c_uint64),
        ("find_races", ctypes.c_int32),
    ]


class _Parameter(ctypes.Structure):
    _fields_ = [("type", ctypes.c_char_p), ("size", ctypes.c_longlong), ("alignment", ctypes.c_longlong)]


class Launch:
    """A kernel, called as ``launch(grid, block, args)``.

    Attributes:
        name: its name expression.
        parameters: what it takes.
    """

    def __init__(
        self, name: str, parameters: tuple[Parameter, ...], addresses: _Addresses, code: str, library: str
    ) -> None:
        self.name = name
        self.parameters = parameters
        self._addresses = addresses
        self._lines = code.splitlines()
        self._library = library

    def __repr__(self) -> str:
        return f"<kernel {self.name!r} on the host>"

    def __call__(
        self,
        grid: Sequence[int],
        block: Sequence[int],
        args: Sequence[int],
        shared_mem: int = 0,
        order: str | None = None,
        memory: Sequence[tuple[int, int]] | None = None,
        find_races: bool = True,
    ) -> None:
        """Run all blocks.

        Args:
            grid: up to three numbers of blocks.
            block: up to three numbers of threads.
            args: the host address of each parameter's value (for a pointer: of the eight bytes that hold it).
            shared_mem: bytes of dynamic shared memory.
            order: in which the threads of a block, and the blocks, run: ``ascending``, ``descending`` or
                ``shuffled:<seed>``; by default what the environment says, else ascending.
            memory: address and bytes of all that kernels may read and write; by default anything.
            find_races: whether two threads that use one place in shared memory, with no barrier in between and one
                of them writing, are an error.

        Raises:
            LaunchError: for sizes that no device takes, and for what the kernel must not do.
        """
        grid, block = _three(grid), _three(block)
        self._check(grid, block, len(args), shared_mem)
        kind, _, seed = (order or os.environ.get(ORDER_VARIABLE) or ORDERS[0]).partition(":")
        launch = _Launch(
            grid=grid, block=block, dynamic_shared=shared_mem, order=_ORDER_NUMBERS[kind], seed=int(seed or 0)
        )
        launch.thread, launch.place, launch.shared = self._addresses
        arguments = (ctypes.c_void_p * (len(args) + 1))(*args, None)
        launch.arguments = ctypes.cast(arguments, ctypes.c_void_p)
        ranges = sorted((first, first + size) for first, size in memory or ())
        flat = (ctypes.c_size_t * (2 * len(ranges) + 1))(*(bound for both in ranges for bound in both), 0)
        launch.memory = None if memory is None else ctypes.addressof(flat)
        launch.ranges, launch.find_races = len(ranges), find_races
        message = ctypes.create_string_buffer(1024)
        if _runtime().graphops_launch(ctypes.byref(launch), message, ctypes.c_size_t(len(message))):
            raise LaunchError(f"kernel {self.name!r}: {self._with_lines(message.value.decode())}")

    def _check(self, grid: tuple[int, ...], block: tuple[int, ...], given: int, shared_mem: int) -> None:
        if given != len(self.parameters):
            raise LaunchError(f"kernel {self.name!r} takes {len(self.parameters)} arguments, got {given}")
        if any(not 0 < size <= limit for size, limit in zip(grid, _GRID_LIMITS, strict=True)):
            raise LaunchError(f"kernel {self.name!r}: a grid must have 1 to {_GRID_LIMITS} blocks, got {grid}")
        threads = block[0] * block[1] * block[2]
        if any(not 0 < size <= limit for size, limit in zip(block, _BLOCK_LIMITS, strict=True)):
            raise LaunchError(f"kernel {self.name!r}: a block must have 1 to {_BLOCK_LIMITS} threads, got {block}")
        if threads > _MOST_THREADS:
            raise LaunchError(f"kernel {self.name!r}: a block must have at most {_MOST_THREADS} threads, got {threads}")
        if not 0 <= shared_mem <= _MOST_SHARED:
            raise LaunchError(
                f"kernel {self.name!r}: dynamic shared memory must be 0 to {_MOST_SHARED} bytes, got {shared_mem}"
            )

    def _with_lines(self, message: str) -> str:
        """The message with the text of the lines that it names."""

        def quoted(match: re.Match[str]) -> str:
            number = int(match.group(1))
            return f"line {number} `{self._lines[number - 1].strip()}`" if 0 < number <= len(self._lines) else "it"

        message = re.sub(r"code \+(0x[0-9a-f]+)", lambda match: f"line {self._line(match.group(1))}", message)
        return re.sub(r"line (\d+)", quoted, message)

    def _line(self, offset: str) -> str:
        """The line of the source that the code before an offset in the library comes from, or 0."""
        if not shutil.which("addr2line"):
            return "0"
        before = hex(int(offset, 16) - 1)  # a call returns to what may be the next line
        command = ["addr2line", "-i", "-e", self._library, before]
        places = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        # from the innermost function outwards; some compilers keep the name of the file that was compiled
        found = re.findall(r"kernel\.\w+:(\d+)", places)
        return str(found[-1]) if found else "0"


_Addresses = tuple[int, int, int]  # of the function for one thread, the built-in variables, the shared memory


def _three(sizes: Sequence[int]) -> tuple[int, int, int]:
    x, y, z = (*(int(size) for size in sizes), 1, 1, 1)[:3]
    return x, y, z


def launch_in_all_orders(run: Callable[[str], Any]) -> Iterator[tuple[str, Any]]:
    """``run(order)`` for each order of threads: results that differ mean that a barrier is missing."""
    for order in ORDERS:
        yield order, run(order)


def compile_source(code: str, names: Sequence[str]) -> dict[str, Launch]:
    """The kernels ``names`` of a source.

    Args:
        code: CUDA C without includes, see ``graphops_cuda.runtime.source.text``.
        names: name expressions, such as ``forward<half_t, 8>``.

    Raises:
        CompileError: with what the compiler said.
    """
    return dict(_compiled(code, tuple(names)))


@cache
def _compiled(code: str, names: tuple[str, ...]) -> dict[str, Launch]:
    on_host = _DYNAMIC_SHARED.sub(r"\1* const \2 = static_cast<\1*>(graphops_functions.dynamic_shared());", code)
    parts = [
        '#line 1 "cuda_on_host.h"',
        _HEADER.read_text(encoding="utf-8"),
        '#line 1 "kernel.cu"',
        on_host,
        '#line 1 "names"',
    ]
    for index, name in enumerate(names):
        parts.append(
            f'extern "C" GRAPHOPS_EXPORTED void graphops_thread_{index}(void** arguments) {{\n'
            f"    graphops_host::call(&{name}, arguments);\n}}\n"
            f'extern "C" GRAPHOPS_EXPORTED int graphops_parameters_{index}(\n'
            f"    graphops_host::Parameter* into, int room) {{\n"
            f"    return graphops_host::parameters(&{name}, into, room);\n}}"
        )
    library = _library("\n".join(parts) + "\n", _CHECKS)
    _runtime().graphops_give_functions(ctypes.byref(ctypes.c_char.in_dll(library, "graphops_functions")))
    place = ctypes.addressof(ctypes.c_char.in_dll(library, "graphops_place"))
    shared = _address(library.graphops_shared)
    found = {}
    for index, name in enumerate(names):
        addresses = (_address(library[f"graphops_thread_{index}"]), place, shared)
        found[name] = Launch(name, _parameters(library[f"graphops_parameters_{index}"]), addresses, code, library._name)
    return found


def _address(function: Any) -> int:
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address


def _parameters(function: Any) -> tuple[Parameter, ...]:
    room = (_Parameter * 64)()
    count = function(room, len(room))
    assert count <= len(room)
    return tuple(
        Parameter(found.type.decode().split("T = ", 1)[1].rstrip("]").split(";")[0], found.size, found.alignment)
        for found in room[:count]
    )


# -- the compiler -----------------------------------------------------------------------------------------------------


@cache
def compiler() -> tuple[str, ...] | None:
    """The command of the host's C++ compiler, or ``None``: ``$CXX``, or what is found."""
    if chosen := os.environ.get("CXX"):
        command = tuple(shlex.split(chosen))
        return command if shutil.which(command[0]) else None
    return next(((name,) for name in ("g++", "clang++", "c++") if shutil.which(name)), None)


@cache
def why_unavailable() -> str | None:
    """Why kernels cannot run on this host, or ``None``."""
    if not sys.platform.startswith("linux"):
        return "the emulated device needs Linux"
    if compiler() is None:
        return "the emulated device needs a C++ compiler"
    try:
        _library('extern "C" float graphops_half(float x) { return float(_Float16(x)); }\n', _CHECKS[:1])
        _runtime()
    except CompileError as error:
        return f"the C++ compiler does not know what the emulated device needs: {error}"
    return None


@cache
def _runtime() -> ctypes.CDLL:
    code = _HEADER.read_text(encoding="utf-8").replace("#pragma once", "")
    runtime = _RUNTIME.read_text(encoding="utf-8").replace('#include "cuda_on_host.h"', "")
    return _library(f"#define GRAPHOPS_HOST_RUNTIME\n{code}\n{runtime}", ())


@cache
def _version(command: tuple[str, ...]) -> str:
    return subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout


def _library(code: str, flags: tuple[str, ...]) -> ctypes.CDLL:
    """What ``code`` compiles to, from the folder of what was compiled before where it is there."""
    command = compiler()
    if command is None:
        raise CompileError("there is no C++ compiler")
    folder = Path(tempfile.gettempdir()) / f"graphops-cuda-on-host-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise CompileError(f"{folder} belongs to somebody else")
    key = "\0".join((code, *command, *_FLAGS, *flags, _version(command)))
    path = folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.so"
    if not path.exists():
        _compile(command, code, flags, path)
    return ctypes.CDLL(str(path))


def _compile(command: tuple[str, ...], code: str, flags: tuple[str, ...], path: Path) -> None:
    """Compile, then link: together the compiler would ask for the library of its checks, whose functions are ours."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        text, compiled, linked = (Path(folder) / name for name in ("kernel.cpp", "kernel.o", "kernel.so"))
        text.write_text(code, encoding="utf-8")
        _run([*command, *_FLAGS, *flags, "-c", str(text), "-o", str(compiled)])
        _run([*command, "-shared", str(compiled), "-o", str(linked), "-lm", "-lpthread"])
        os.replace(linked, path)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise CompileError(f"{shlex.join(command[:1])} failed:\n{done.stderr[-6000:]}")
