"""Random numbers in one launch: the plain kernel needs about a hundred for each block of numbers."""

from __future__ import annotations

from math import prod
from typing import Any, Final

import cupy
import numpy as np

from graphops_cpu.lib.philox import Distribution, Generator, use_fill
from graphops_cuda.runtime import source
from graphops_cuda.runtime.source import C_TYPES
from graphops_registry.kernel_def import Shape

Array = Any

_THREADS: Final = 128
_FLOATS: Final = ("float16", "bfloat16", "float32", "float64")
_INTEGERS: Final = ("int32", "uint32", "int64", "uint64")
_KINDS: Final = ("uniform", "normal", "truncated_normal")
_HALF: Final = 2**64
_START: Final = np.dtype(
    [(name, np.int64 if name == "size" else np.uint64) for name in ("size", "key", "low", "high", "first", "length")],
    align=True,
)  # mirrors the struct of cuda/random.cu


def fill(generator: Generator, shape: Shape, distribution: Distribution) -> Array:
    """An array of random values, those of the plain way."""
    result = cupy.empty(shape, distribution.dtype)
    size = prod(shape)
    if size:
        low, high = generator.counter % _HALF, generator.counter // _HALF
        start = np.array((size, generator.key, low, high, *distribution.limits), _START)
        grid = (-(-size // (distribution.group * _THREADS)),)
        source.kernel("random", _name(distribution.kind, distribution.dtype.name))(grid, (_THREADS,), (result, start))
    return result


def _name(kind: str, dtype: str) -> str:
    return f"fill_integers<{C_TYPES[dtype]}>" if kind == "integers" else f"fill<{kind}, {C_TYPES[dtype]}>"


source.declare("random", [_name(kind, dtype) for kind in _KINDS for dtype in _FLOATS])
source.declare("random", [_name("integers", dtype) for dtype in _INTEGERS])
use_fill(cupy.__name__, fill)
