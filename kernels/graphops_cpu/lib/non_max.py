"""Greedy choice of the best boxes that hardly overlap, in NumPy.

Boxes are taken by score, ties by index unless another order is asked for.  A box is selected unless it overlaps with
one that was selected before.  So it is compared with selected boxes only, many boxes at a time, and nothing is
computed for those after the last one needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final, Protocol

import numpy as np

from graphops_cpu.lib.unstable_orders import largest_first

Array = np.ndarray[Any, Any]

_BLOCK: Final = 64  # boxes whose overlaps with each other are computed at once; as many bits has a word
_MOST_PAIRS: Final = 1 << 18  # overlaps with selected boxes that are computed at once
_FIRST: Final = 256  # candidates that are sorted at first, or as many times the boxes wanted as _SPARE says
_SPARE: Final = 4


class Boxes:
    """Boxes by their sides, float32.

    Args:
        corners: (boxes, 4), two opposite corners in any order.

    Attributes:
        low_y, high_y, low_x, high_x, area: (boxes,)
    """

    __slots__ = ("area", "high_x", "high_y", "low_x", "low_y")

    def __init__(self, corners: Array) -> None:
        # NaN is the larger one of two, as where they are sorted.
        self.low_y, self.high_y = np.fmin(corners[:, 0], corners[:, 2]), np.maximum(corners[:, 0], corners[:, 2])
        self.low_x, self.high_x = np.fmin(corners[:, 1], corners[:, 3]), np.maximum(corners[:, 1], corners[:, 3])
        self.area = (self.high_y - self.low_y) * (self.high_x - self.low_x)

    def overlaps(self, some: Any, others: Any) -> Array:
        """Intersection over union of each of ``some`` with each of ``others``, 0 where one has no area."""
        height: Array = np.minimum(self.high_y[some][:, None], self.high_y[others])
        height -= np.maximum(self.low_y[some][:, None], self.low_y[others])
        width = np.minimum(self.high_x[some][:, None], self.high_x[others])
        width -= np.maximum(self.low_x[some][:, None], self.low_x[others])
        np.maximum(height, 0, out=height)
        np.maximum(width, 0, out=width)
        height *= width  # what both cover
        a, b = self.area[some], self.area[others]
        either = np.add(a[:, None], b, out=width)
        either -= height
        height /= either
        for empty, shares in ((a <= 0, height), (b <= 0, height.T)):
            if empty.any():
                shares[empty] = 0
        return height


class Order(Protocol):
    """Sorts the boxes that count."""

    def __call__(self, scores: Array, limit: np.float32, first: int, /) -> Iterator[Array]:
        """The boxes with a score above ``limit``, best first, in several parts; the first has about ``first``."""


class Walk(Protocol):
    """Goes through boxes, best first, and selects."""

    def __call__(
        self, boxes: Boxes, count: int, known: int, most: int, overlap: np.float32, check: Callable[[], None], /
    ) -> Any:
        """The numbers of the selected ones.

        Args:
            count: of boxes.
            known: the first so many are selected already.
            most: how many to select, with these.
        """


def by_score(scores: Array, limit: np.float32, first: int) -> Iterator[Array]:
    """See :class:`Order`; of equal ones the first. Mostly the first part suffices, and sorting all takes long."""
    left = np.flatnonzero(scores > limit)
    while left.size:
        keys, part = -scores[left], left
        if left.size > 2 * first:
            last = np.partition(keys, first - 1)[first - 1]
            inside = keys <= last  # with all that tie with the last one
            part, left, keys = left[inside], left[~inside], keys[inside]
        else:
            left = left[:0]
        yield part[np.argsort(keys, kind="stable")]
        first *= 4


def by_heap(scores: Array, limit: np.float32, first: int) -> Iterator[Array]:
    """See :class:`Order`; equal ones in the order of C++'s priority queue."""
    left = np.flatnonzero(scores > limit)
    keys = scores[left]
    if np.unique(keys).size == keys.size:
        yield from by_score(scores, limit, first)
        return
    places = largest_first(keys.tolist())
    while part := list(islice(places, first)):
        yield left[part]
        first *= 4


def select(
    corners: Array,
    scores: Array,
    most: int,
    overlap: np.float32,
    limit: np.float32,
    check: Callable[[], None],
    walk: Walk,
    order: Order = by_score,
) -> Array:
    """The numbers of the selected boxes, best first, int32.

    Args:
        corners: (boxes, 4) float32.
        scores: (boxes,) float32; one that is not above ``limit``, or NaN, never counts.
        most: how many to select.
        overlap: boxes that overlap by more, or by NaN, exclude each other.
        check: is called now and then; raises an error if the run should end.
        walk: does the work.
        order: sorts the boxes.
    """
    chosen = np.zeros(0, np.int32)
    if not most:
        return chosen
    for candidates in order(scores, limit, max(_FIRST, _SPARE * most)):
        # What was chosen before, then the candidates: walk gives places among these.
        numbers = np.concatenate([chosen, candidates.astype(np.int32)])
        chosen = numbers[walk(Boxes(corners[numbers]), numbers.size, chosen.size, most, overlap, check)]
        if chosen.size == most:  # asked here, as the next candidates would be sorted first
            break
    return chosen


def walk_in_blocks(
    boxes: Boxes, count: int, known: int, most: int, overlap: np.float32, check: Callable[[], None]
) -> list[int]:
    """See :class:`Walk`."""
    places = np.arange(count)
    selected: list[int] = places[:known].tolist()
    start = known
    at_once = _BLOCK  # more and more candidates, as those before did not suffice
    while start < count and len(selected) < most:
        stop = start + at_once
        at_once = max(_BLOCK, min(4 * at_once, _MOST_PAIRS // max(1, len(selected))))
        left = _not_excluded(boxes, places[start:stop], selected, overlap, check)
        start = stop
        while left.size and len(selected) < most:
            check()
            # Little more than what is needed if few are excluded.
            needed = most - len(selected)
            size = min(_BLOCK, needed + needed // 4 + 4)
            block, left = left[:size], left[size:]
            added = _within(boxes, block, overlap, needed)
            selected += added
            left = _not_excluded(boxes, left, added, overlap, check)
    return selected


def select_softly(
    corners: Array, scores: Array, most: int, sigma: float, limit: np.float32, check: Callable[[], None]
) -> tuple[Array, Array]:
    """As :func:`select`, but a selected box lowers the scores of those that overlap with it instead of excluding them.

    As many steps as boxes are selected, each over all boxes.

    Returns:
        The numbers of the selected boxes, int32, and their scores then, float32.
    """
    boxes, current = Boxes(corners), scores.copy()
    everything = slice(None)
    alive = current > limit
    selected: list[int] = []
    found: list[Any] = []
    while len(selected) < most and alive.any():
        check()
        best = int(np.argmax(np.where(alive, current, -np.inf)))
        selected.append(best)
        found.append(current[best])
        alive[best] = False
        shares = boxes.overlaps(everything, [best])[:, 0]
        current *= np.exp(np.float32(-0.5 / sigma) * shares * shares)
        alive &= current > limit
    return np.array(selected, np.int32), np.array(found, np.float32)


def _not_excluded(
    boxes: Boxes, candidates: Array, selected: list[int], overlap: np.float32, check: Callable[[], None]
) -> Array:
    """Those of ``candidates`` that overlap with none of ``selected``."""
    step = max(1, _MOST_PAIRS // max(1, candidates.size))
    for start in range(0, len(selected), step):
        check()
        if not candidates.size:
            break
        shares = boxes.overlaps(selected[start : start + step], candidates)
        candidates = candidates[(shares <= overlap).all(axis=0)]
    return candidates


def _within(boxes: Boxes, block: Array, overlap: np.float32, most: int) -> list[int]:
    """The first ``most`` of up to 64 boxes that overlap with none before them that is taken, too."""
    bits = np.zeros((block.size, _BLOCK // 8), np.uint8)
    excluded = np.packbits(~(boxes.overlaps(block, block) <= overlap), axis=1, bitorder="little")
    bits[:, : excluded.shape[1]] = excluded
    gone, found = 0, []
    for place, (number, row) in enumerate(zip(block.tolist(), bits.view("<u8").ravel().tolist(), strict=True)):
        if not gone >> place & 1:
            found.append(number)
            if len(found) == most:
                break
            gone |= row
    return found
