"""The CUDA C sources of this package, each compiled for a device when one of its kernels is first used.

A source is a ``.cu`` file in the package's folder ``cuda``.  It includes only ``.cuh`` files of that folder, so that
NVRTC needs no headers of a toolkit.  The name of a kernel is its *name expression*, the C++ name of an instance of a
template such as ``forward<half_t, 8>``.  CuPy caches compiled kernels on disk.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from graphops_registry.dtypes import DType

FOLDER: Final = Path(__file__).parent.parent / "cuda"
OPTIONS: Final = ("--std=c++17",)
ARCHITECTURES: Final = ("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100")  # what every source must compile for

C_TYPES: Final = {
    "float16": "half_t", "bfloat16": "bfloat16_t", "float32": "float", "float64": "double", "int32": "int32",
    "int64": "int64", "int8": "int8", "uint8": "uint8", "int16": "short", "uint16": "uint16", "uint32": "uint32",
    "uint64": "uint64", "bool": "bool",
}  # fmt: skip

_INCLUDE: Final = re.compile(r'^#include "([a-z_0-9]+\.cuh)"$', re.MULTILINE)
_functions: dict[tuple[int, str, str], Any] = {}
_lock = threading.Lock()


def c_type(dtype: DType) -> str:
    """The type of C++ whose arrays hold ``dtype``."""
    return C_TYPES[dtype.name]


@cache
def text(source: str) -> str:
    """The text of ``source``, a file's name without ``.cu``, with what it includes in place."""
    return _with_includes((FOLDER / f"{source}.cu").read_text(encoding="utf-8"), set())


def _with_includes(code: str, seen: set[str]) -> str:
    def included(match: re.Match[str]) -> str:
        name = match.group(1)
        if name in seen:
            return ""
        seen.add(name)
        return _with_includes((FOLDER / name).read_text(encoding="utf-8"), seen)

    return _INCLUDE.sub(included, code).replace("#pragma once\n", "")


def kernel(source: str, name: str) -> Any:
    """The kernel ``name`` of ``source`` for the current device: called as ``kernel(grid, block, args)``.

    ``args`` are CuPy arrays and NumPy scalars of exactly the parameters' types: Python's numbers would be passed as
    64 bits each, even if the parameter has fewer.
    """
    import cupy

    key = (cupy.cuda.runtime.getDevice(), source, name)
    found = _functions.get(key)
    if found is None:
        with _lock:
            found = _functions.get(key)
            if found is None:
                module = cupy.RawModule(code=text(source), options=OPTIONS, name_expressions=(name,))
                found = _functions[key] = module.get_function(name)
    return found


_instances: dict[str, dict[str, None]] = {}


def declare(source: str, names: Sequence[str]) -> None:
    """Declare the kernels of ``source`` that may be used, so that warm-up and tests can compile all of them."""
    _instances.setdefault(source, {}).update(dict.fromkeys(names))


def instances() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each source, and the kernels of it that were declared."""
    for source in sorted(_instances):
        yield source, tuple(_instances[source])
