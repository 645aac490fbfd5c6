"""Machine code of a structure's segments: made by LLVM, or read from disk."""

from __future__ import annotations

import hashlib
import importlib.metadata
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from graphops_cpu.simd.chains import code, store
from graphops_cpu.simd.chains.code import lanes_of, module_of
from graphops_cpu.simd.chains.language import Structure
from graphops_cpu.simd.chains.segments import Cut
from graphops_cpu.simd.compile import disk_cache

_KEY: Final = 40  # hexadecimal digits


class Machine(NamedTuple):
    """Compiled segments.

    Attributes:
        library: what holds the code; it must live as long as the addresses are used.
        addresses: of the functions, in their order.
        cached: whether the code came from disk.
    """

    library: Any
    addresses: tuple[int, ...]
    cached: bool


@cache
def _versions() -> str:
    """All that machine code depends on beside the structure."""
    versions = [importlib.metadata.version(name) for name in ("numba", "llvmlite")]
    processor = cpu_target.target_context.codegen().magic_tuple()
    return repr((versions, processor, sys.platform, disk_cache.digest_of(Path(code.__file__)).hex()))


def key_of(structure: Structure) -> str:
    """What the machine code of a structure is called, on disk and as a symbol."""
    return hashlib.sha256(f"{structure!r}\n{_versions()}".encode()).hexdigest()[:_KEY]


def machine_of(structure: Structure, parts: Cut) -> Machine:
    """The machine code of all segments."""
    with global_compiler_lock:
        codegen = cpu_target.target_context.codegen()
        key = key_of(structure)
        name = f"graphops_chain_{key}"
        kept = store.read(key)
        if kept is not None:
            library = codegen.unserialize_library((name, "object", kept))
        else:
            library = codegen.create_library(name)
            library.enable_object_caching()
            library.add_ir_module(module_of(structure, parts, name))
            library.finalize()
            store.write(key, *library.serialize_using_object_code()[2])
        addresses = tuple(int(library.get_pointer_to_function(f"{name}_{i}")) for i in range(len(parts.segments)))
    return Machine(library, addresses, kept is not None)


__all__ = ["Machine", "key_of", "lanes_of", "machine_of"]
