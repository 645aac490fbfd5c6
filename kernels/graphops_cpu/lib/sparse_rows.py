"""Sparse tensors row by row: apart along the first axis, and put together again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from graphops_cpu.lib.sparse_places import Places, ranked, require_within
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array


@dataclass(frozen=True, slots=True)
class SparseRow:
    """A sparse tensor by itself.

    Attributes:
        places: (entries, rank).
        values: (entries,).
        sizes: of the axes.
    """

    places: Array
    values: Array
    sizes: tuple[int, ...]


def rows_of(op: str, prefix: str, places: Places, values: Array, sizes: tuple[int, ...]) -> list[SparseRow]:
    """The rows of a sparse tensor, whose inputs' names begin with ``prefix``.

    Raises:
        InvalidArgumentError: places that are outside of the shape or out of order.
    """
    require_within(op, f"{prefix}_indices", places, sizes)
    require_order(op, f"{prefix}_indices", places)
    ends = np.searchsorted(places[:, 0], np.arange(sizes[0] + 1)).tolist()
    return [SparseRow(places[start:end, 1:], values[start:end], sizes[1:]) for start, end in pairwise(ends)]


def require_order(op: str, argument: str, places: Places) -> None:
    """Refuse places that are not in row-major order, or twice there.

    Raises:
        InvalidArgumentError: with the first such row.
    """
    (numbers,) = ranked(places)
    wrong = numbers[1:] <= numbers[:-1]
    if wrong.any():
        row = int(wrong.argmax()) + 1
        raise must(argument, op, "be in row-major order, each place once", f"{places[row].tolist()} in row {row}")


def joined_rows(rows: Sequence[SparseRow]) -> tuple[Array, Array, list[int]]:
    """The sparse tensor with these rows, of one rank: places, values, and sizes that are the largest of theirs."""
    counts = [row.places.shape[0] for row in rows]
    front = np.repeat(np.arange(len(rows), dtype=np.int64), counts)[:, None]
    places = np.concatenate([front, np.concatenate([row.places for row in rows])], axis=1)
    values = np.concatenate([row.values for row in rows])
    largest = [max(axis) for axis in zip(*(row.sizes for row in rows), strict=True)]
    return places, values, [len(rows), *largest]
