"""From shapes and strides to a plan: as few dimensions as possible, rows long enough for vectors, blocks that fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, prod
from typing import Any, Final

import numpy as np

from graphops_cpu.simd.chains import plan_words as word

Array = np.ndarray[Any, Any]

_BLOCK: Final = 4096  # elements of a unit
_NARROW: Final = 1024  # elements of a row below which rows are joined
_LINE: Final = 64


@dataclass(frozen=True)
class View:
    """How one array of a chain lies in memory.

    Attributes:
        shape, strides: of the array itself, strides in bytes.
        per_row: whether there is one value for each row.
    """

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    itemsize: int
    per_row: bool

    def along(self, shape: Sequence[int]) -> list[int]:
        """The strides along the dimensions of the shape that it broadcasts to."""
        extra = len(shape) - len(self.shape)
        own = [0 if n == 1 else s for n, s in zip(self.shape, self.strides, strict=True)]
        return [0] * extra + own


@dataclass(frozen=True)
class Code:
    """What a plan must know of compiled segments."""

    addresses: tuple[int, ...]
    slots: tuple[int, ...]
    lanes: int


def is_row_wise(view: View, shape: Sequence[int]) -> bool:
    """Whether elements along the last axis that counts are neighbours, or one value."""
    sizes = [(n, s) for n, s in zip(shape, view.along(shape), strict=True) if n != 1]
    return not sizes or sizes[-1][1] == (0 if view.per_row else view.itemsize)


@dataclass(frozen=True)
class _Rows:
    """Arrays as rows of elements.

    Attributes:
        sizes: of the outer dimensions, then of a row.
        strides: of each array along ``sizes``, in bytes.
        repeated: the arrays whose ``period`` elements are repeated along a row, by their index.
    """

    sizes: list[int]
    strides: list[list[int]]
    repeated: tuple[int, ...] = ()
    period: int = 1


def plan_of(shape: tuple[int, ...], views: Sequence[View], inputs: int, code: Code) -> Array | None:
    """The plan for arrays that are all row-wise, inputs first; ``None`` if there are too many dimensions or values.

    Args:
        shape: the chain's; no size is 0.
    """
    rows = _rows_of(shape, [view.along(shape) for view in views])
    longer = _longer(rows, views)
    plan = _plan(longer, views, inputs, code) if longer is not None else None
    return plan if plan is not None else _plan(rows, views, inputs, code)


def _rows_of(shape: tuple[int, ...], strides: list[list[int]]) -> _Rows:
    """Dimensions without those of size 1, and two as one where every array lets that be."""
    sizes: list[int] = []
    kept: list[list[int]] = [[] for _ in strides]
    for axis, size in enumerate(shape):
        if size == 1:
            continue
        if sizes and all(mine[-1] == size * given[axis] for mine, given in zip(kept, strides, strict=True)):
            sizes[-1] *= size
            for mine, given in zip(kept, strides, strict=True):
                mine[-1] = given[axis]
        else:
            sizes.append(size)
            for mine, given in zip(kept, strides, strict=True):
                mine.append(given[axis])
    return _Rows(sizes, kept) if sizes else _Rows([1], [[0] for _ in strides])


def _longer(rows: _Rows, views: Sequence[View]) -> _Rows | None:
    """Short rows that lie one after the other, as one row, in which what all rows share is repeated."""
    if len(rows.sizes) < 2 or rows.sizes[-1] >= _NARROW:
        return None
    *outer, count, width = rows.sizes
    repeated = []
    for i, view in enumerate(views):
        between, within = rows.strides[i][-2:]
        if between == 0 and not view.per_row:
            repeated.append(i)
        elif between != width * within:
            return None
    strides = [[*each[:-2], each[-1]] for each in rows.strides]
    return _Rows([*outer, count * width], strides, tuple(repeated), width)


def _plan(rows: _Rows, views: Sequence[View], inputs: int, code: Code) -> Array | None:
    *outer, columns = rows.sizes
    if len(outer) > word.MOST_DIMENSIONS:
        return None
    tables = 8 * (2 * (len(views) + len(code.slots)) + len(views) + len(outer))
    bounce = _up(tables)
    place = bounce + word.VECTOR * len(views)
    buffers = [*code.slots, *(views[i].itemsize for i in rows.repeated)]  # bytes of an element of each
    block = _BLOCK
    if buffers:
        block = min(block, (word.SCRATCH - place - _LINE * len(buffers)) // sum(buffers))
    unit = code.lanes
    if rows.repeated:
        whole = rows.period * (code.lanes // gcd(rows.period, code.lanes))  # so that only the last block has an end
        unit = whole if whole <= block else rows.period
    block = block // unit * unit
    if block <= 0:
        return None
    if rows.repeated:
        block = min(block, columns)
    places = []
    for size in buffers:
        places.append(place)
        place += _up(size * block)
    slots, tiles = places[: len(code.slots)], dict(zip(rows.repeated, places[len(code.slots) :], strict=True))
    arrays: list[int] = []
    for i, view in enumerate(views):
        if i in tiles:
            arrays += [0, view.itemsize, rows.period * view.itemsize, block // rows.period, tiles[i]]
        else:
            width = 0 if view.per_row else view.itemsize
            arrays += [width, width, 0, 0, 0]
        arrays += rows.strides[i][:-1]
    checks: list[int] = []
    for view in views:
        checks += [view.itemsize, len(view.shape), *view.shape, *view.strides]
    per_row = -(-columns // block)
    body = [*code.addresses, *outer, *slots, *arrays]
    header = [
        inputs, len(views) - inputs, len(code.slots), len(code.addresses), len(outer), code.lanes,
        prod(outer) * per_row, columns, block, per_row, bounce, word.HEADER + len(body),
    ]  # fmt: skip
    return np.array([*header, *body, *checks], np.intp)


def _up(size: int) -> int:
    """The next multiple of a cache line."""
    return -(-size // _LINE) * _LINE
