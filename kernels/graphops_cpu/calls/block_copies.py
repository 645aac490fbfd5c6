"""Copies of blocks with any steps, for call lists: what NumPy does with views, transposed, repeated or broadcast."""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.functions import function
from graphops_registry.kernels.call_list import Call, FixedCalls, Operand

_LOOPS: Final = 4
_MOST_BLOCKS: Final = 1 << 12


def copy_call(view: np.ndarray[Any, Any], offset: int, source: int, target: Operand) -> Call | None:
    """A copy of a view to an array in C order; ``None`` if it has too many axes or blocks.

    Args:
        view: only its shape, strides and dtype count.
        offset: where it begins, in bytes from the beginning of the operand ``source``.
    """
    copy, block = function("copy_blocks"), view.itemsize
    sizes: list[tuple[int, int]] = []
    for size, step in zip(view.shape, view.strides, strict=True):
        if size == 1:
            continue
        if sizes and sizes[-1][1] == step * size:  # as if they were one axis
            sizes[-1] = (sizes[-1][0] * size, step)
        else:
            sizes.append((size, step))
    while sizes and sizes[-1][1] == block:
        block *= sizes.pop()[0]
    if copy is None or len(sizes) > _LOOPS or prod(size for size, _ in sizes) > _MOST_BLOCKS or not view.size:
        return None
    loops = [(1, 0)] * (_LOOPS - len(sizes)) + sizes
    return Call(copy, (target, Operand(source, offset), block, *(word for pair in loops for word in pair)), False)


def stand_in(shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array in C order to make views of, for their strides; it has no elements that could be read."""
    steps = [dtype.itemsize * prod(shape[axis + 1 :]) for axis in range(len(shape))]
    return np.lib.stride_tricks.as_strided(np.empty(1, dtype), shape, steps)


def copy_kernel(view: np.ndarray[Any, Any], whole: np.ndarray[Any, Any] | None = None) -> FixedCalls | None:
    """The only output is a view of the only input, in C order.

    Args:
        whole: the input; without it the view begins at its first element.
    """
    begins = [each.__array_interface__["data"][0] for each in (view, view if whole is None else whole)]
    call = copy_call(view, begins[0] - begins[1], 0, Operand(1))
    return None if call is None else FixedCalls([call])
