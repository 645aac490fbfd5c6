"""NumPy's reductions in call lists: the loop of a ufunc, called as ``ufunc.reduce`` calls it.

The result is the first input and the output of each call.  Where the reduced axes are the last ones it stays where it
is while the loop goes through a row, which for floats means that the loop adds in pairs.  Elsewhere one row after the
other is added to a row of results.  Before a reduction is trusted it is tried on numbers of the same shape.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf, prod
from typing import Any, Final, NamedTuple

import numpy as np

from graphops_cpu.calls.functions import function
from graphops_cpu.calls.numpy_loops import MOST_ELEMENTS, loop_of
from graphops_registry.kernels.call_list import Call, FixedCalls, Operand

Shape = tuple[int, ...]

_FROM_FIRST: Final = (np.maximum, np.minimum)
"""Begin with the first element; the others with what changes nothing."""


class Blocks(NamedTuple):
    """A reduction of the axis in the middle."""

    before: int
    reduced: int
    after: int


def blocks_of(shape: Shape, axes: Sequence[int]) -> Blocks | None:
    """The reduction of ``axes`` as one of a single axis, if they are neighbours; axes of size 1 count as nothing."""
    known = [(size, axis in axes) for axis, size in enumerate(shape) if size != 1]
    places = [place for place, (_, is_reduced) in enumerate(known) if is_reduced]
    if not places:
        return Blocks(1, 1, prod(shape))
    first, last = places[0], places[-1]
    if last - first + 1 != len(places):
        return None
    sizes = [size for size, _ in known]
    return Blocks(prod(sizes[:first]), prod(sizes[first : last + 1]), prod(sizes[last + 1 :]))


def fold_kernel(ufunc: np.ufunc, shape: Shape, axes: Sequence[int], dtype: np.dtype[Any]) -> FixedCalls | None:
    """``ufunc.reduce`` of an array over one or more axes; ``None`` where it is not known to be the same bits."""
    found = _fold(ufunc, shape, tuple(sorted(axes)), dtype)
    return found if found is not None and _is_numpys(ufunc, shape, tuple(sorted(axes)), dtype) else None


@lru_cache(maxsize=256)
def _fold(ufunc: np.ufunc, shape: Shape, axes: tuple[int, ...], dtype: np.dtype[Any]) -> FixedCalls | None:
    if not 0 < prod(shape) <= MOST_ELEMENTS:
        return None
    blocks, loop = blocks_of(shape, axes), loop_of(ufunc, (dtype,) * 3)
    fold, copy = function("fold"), function("copy_blocks")
    if blocks is None or loop is None or fold is None or copy is None:
        return None
    before, rows, after = blocks
    size = dtype.itemsize
    owned: list[np.ndarray[Any, Any]] = []
    begin: tuple[int | Operand, ...]
    target, source = Operand(1), Operand(0)
    row = after * size
    if ufunc in _FROM_FIRST:
        begin = (target, source, row, 1, 0, 1, 0, 1, 0, before, rows * row)
        rows, source = rows - 1, Operand(0, row)
    else:
        owned.append(np.full(1, ufunc.identity, dtype))
        begin = (target, owned[0].ctypes.data, size, 1, 0, 1, 0, 1, 0, before * after, 0)
    if after > 1:
        words = (before, rows, row, blocks.reduced * row, row, after, size, size, size)
    else:
        words = (before, min(rows, 1), size, blocks.reduced * size, 0, rows, 0, size, 0)
    owned.append(np.array(words, np.int64))
    calls = [
        Call(copy, begin, checked=False),
        Call(fold, (loop.function, loop.data, target, source, owned[-1].ctypes.data), checked=False),
    ]
    return FixedCalls(calls, _bound_of(ufunc, blocks.reduced), saves=4e-6, owned=owned)


def _bound_of(ufunc: np.ufunc, count: int) -> Callable[[Sequence[float]], float]:
    if ufunc is np.add:
        return lambda bounds: 1.01 * count * bounds[0]
    return max if ufunc in _FROM_FIRST else lambda _: inf


@lru_cache(maxsize=256)
def _is_numpys(ufunc: np.ufunc, shape: Shape, axes: tuple[int, ...], dtype: np.dtype[Any]) -> bool:
    """Whether the calls give NumPy's bits for some numbers."""
    found = _fold(ufunc, shape, axes, dtype)
    if found is None:
        return False
    values = np.random.default_rng(1).normal(size=shape) * 3
    x = np.asarray(values > 0 if dtype.kind == "b" else values).astype(dtype)
    with np.errstate(all="ignore"):
        wanted = np.asarray(ufunc.reduce(x, axis=axes, keepdims=True, dtype=dtype))
    result = np.empty_like(wanted)
    for call in found.calls:
        arguments = [
            (x, result)[each.number].ctypes.data + each.offset if isinstance(each, Operand) else each
            for each in call.arguments
        ]
        ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * len(arguments))(call.function)(*arguments)
    return bool(result.tobytes() == wanted.tobytes())
