"""Coordinates of sparse tensors: whether they lie within a shape, their order, and numbers that stand for them.

All of it is on the host: coordinates are read, sorted and compared there, on every device.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, TypeAlias

import numpy as np

from graphops_registry.errors import must
from graphops_registry.shape import MAX_ELEMENTS

Places: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]  # (entries, rank), or one number for each entry


def require_within(op: str, argument: str, places: Places, sizes: Sequence[int]) -> None:
    """Refuse coordinates that are not within a shape.

    Raises:
        InvalidArgumentError: with the first row that is not.
    """
    if not places.size:
        return
    limits = np.asarray(sizes, dtype=np.int64)
    wrong = ((places < 0) | (places >= limits)).any(axis=1)
    if wrong.any():
        row = int(wrong.argmax())
        shown = [int(size) for size in sizes]
        raise must(argument, op, f"be within the shape {shown}", f"{places[row].tolist()} in row {row}")


def sizes_of(op: str, argument: str, shape: Any) -> tuple[int, ...]:
    """The sizes of a dense shape.

    Raises:
        InvalidArgumentError: one is negative.
    """
    sizes = tuple(shape.tolist())
    if any(size < 0 for size in sizes):
        raise must(argument, op, "have sizes >= 0", list(sizes))
    return sizes


def require_countable(op: str, argument: str, sizes: Sequence[int]) -> None:
    """Refuse a shape of more than 2**63 - 1 elements.

    Raises:
        InvalidArgumentError: with the shape.
    """
    if prod(sizes) > MAX_ELEMENTS:
        raise must(argument, op, "describe at most 2**63 - 1 elements", list(sizes))


def strides_of(sizes: Sequence[int]) -> list[int]:
    """How many elements apart the neighbours along each axis are, in row-major order."""
    return [prod(sizes[axis + 1 :]) for axis in range(len(sizes))]


def numbered(places: Places, sizes: Sequence[int]) -> Places:
    """The row-major number of each place within ``sizes``, which has at most 2**63 - 1 elements."""
    numbers = np.zeros(places.shape[0], dtype=np.int64)
    for axis, stride in enumerate(strides_of(sizes)):
        numbers += places[:, axis] * stride
    return numbers


def ranked(*groups: Places) -> list[Places]:
    """A number for each place of each group: equal for equal places, and larger for those that come after.

    groups: each (entries, rank), of one rank. The numbers have no gaps.
    """
    every = np.concatenate(groups) if len(groups) > 1 else groups[0]
    count, columns = every.shape
    if not columns or not count:
        return [np.zeros(group.shape[0], dtype=np.int64) for group in groups]
    spans = _spans(every)
    if spans is not None:
        low, sizes = spans
        _, ranks = np.unique(numbered(every - low, sizes), return_inverse=True)
    else:
        order = np.lexsort(every.T[::-1])
        ordered = every[order]
        steps = np.zeros(count, dtype=np.int64)
        steps[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
        ranks = np.empty(count, dtype=np.int64)
        ranks[order] = np.cumsum(steps)
    return np.split(ranks.reshape(-1), np.cumsum([group.shape[0] for group in groups])[:-1])


def _spans(places: Places) -> tuple[Places, list[int]] | None:
    """The lowest coordinates, and how many there are from the lowest to the highest; ``None`` if that is too many."""
    low, high = places.min(axis=0), places.max(axis=0)
    sizes = [int(last) - int(first) + 1 for first, last in zip(low, high, strict=True)]
    return (low, sizes) if prod(sizes) <= MAX_ELEMENTS else None


def row_major_order(places: Places) -> Places | None:
    """The order in which places come in row-major order, equal ones as they are; ``None`` if it is theirs already."""
    if places.shape[0] < 2 or not places.shape[1]:
        return None
    spans = _spans(places)
    if spans is None:
        return np.lexsort(places.T[::-1])
    numbers = numbered(places - spans[0], spans[1])
    return None if bool((numbers[1:] >= numbers[:-1]).all()) else np.argsort(numbers, kind="stable")


def occurrences(numbers: Places) -> Places:
    """For each number how often it has come before."""
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    starts = np.flatnonzero(np.concatenate([np.ones(min(1, len(ordered)), dtype=bool), ordered[1:] != ordered[:-1]]))
    lengths = np.diff(np.append(starts, len(ordered)))
    found = np.empty(len(ordered), dtype=np.int64)
    found[order] = np.arange(len(ordered)) - np.repeat(starts, lengths)
    return found


def paired(*groups: Places) -> list[Places]:
    """Numbers without repetition: the second 5 of a group gets the number that the second 5 of another one gets.

    groups: each (entries,), numbers without large gaps as :func:`ranked` gives. What is larger stays larger.
    """
    turns = [occurrences(group) for group in groups]
    most = 1 + max((int(turn.max()) for turn in turns if turn.size), default=0)
    return [group * most + turn for group, turn in zip(groups, turns, strict=True)]
