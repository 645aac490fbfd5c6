"""The order in which shares of a sum are added: a binary tree that depends on their number alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def tree_sum(leaves: Iterable[T], add: Callable[[T, T], T]) -> T:
    """Add neighbours, then neighbours of the sums, until one is left; a last one without a neighbour moves up.

    Five leaves give ``((0 + 1) + (2 + 3)) + 4``. Leaves are taken one at a time, and never more sums are kept than the
    tree has levels, so leaves may be as large as they like.

    Args:
        leaves: one or more.
        add: of two neighbours, the left one first.
    """
    waiting: list[tuple[int, T]] = []  # numbers of leaves, each more than twice the next one's, and their sums
    for leaf in leaves:
        count, total = 1, leaf
        while waiting and waiting[-1][0] == count:
            left, before = waiting.pop()
            count, total = left + count, add(before, total)
        waiting.append((count, total))
    _, total = waiting.pop()
    while waiting:
        total = add(waiting.pop()[1], total)
    return total
