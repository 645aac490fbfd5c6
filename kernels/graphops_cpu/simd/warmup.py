"""Compiling every kernel of this package ahead, for given dtypes."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from typing import Final

import graphops_cpu.simd
from graphops_cpu.simd.compile.loops import Compiling, Loops

FLOATS: Final = ("float32", "bfloat16", "float16", "float64")

_PACKAGE: Final = "graphops_cpu.simd"
_ONLY: Final = {
    f"{_PACKAGE}.dense.": ("float32", "float64"),
    f"{_PACKAGE}.layers.special": ("float32", "float64"),
    f"{_PACKAGE}.layers.non_max": ("float32",),
    f"{_PACKAGE}.layers.batch_norm": ("float32", "bfloat16", "float16"),
    f"{_PACKAGE}.copies.convert": ("bfloat16", "float16"),
}
"""What kernels of modules whose names begin so are for; others are for all of them."""


def warm_up(dtypes: Sequence[str] = ()) -> Iterator[tuple[str, float]]:
    """Compile what is not on the disk yet, load the rest; each kernel's name and its seconds as they are done.

    Args:
        dtypes: their names; none: all.
    """
    loops = {id(found): found for found in _all_loops()}
    for dtype in FLOATS:
        if not dtypes or dtype in dtypes:
            for found in loops.values():
                if dtype in _dtypes_of(found):
                    yield from map(_told, found.warm_up(dtype))
    if not dtypes or {"float32", "float64"} & set(dtypes):
        from graphops_cpu.simd.chains import driver

        yield from map(_told, driver.warm_up())


def _told(done: Compiling) -> tuple[str, float]:
    return f"{done.name}{' (was compiled)' if done.cached else ''}", done.seconds


def _all_loops() -> Iterator[Loops]:
    """Those that the modules of this package and of its rooms hold, alone or in tuples and dicts."""
    for module in pkgutil.walk_packages(graphops_cpu.simd.__path__, f"{_PACKAGE}."):
        if not module.name.endswith(("kernels", "tiles")):
            for value in vars(importlib.import_module(module.name)).values():
                held = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
                yield from (one for one in held if isinstance(one, Loops))


def _dtypes_of(loops: Loops) -> tuple[str, ...]:
    return next((dtypes for begin, dtypes in _ONLY.items() if loops.module.startswith(begin)), FLOATS)
