"""The orders in which C++'s standard library of GNU leaves equal numbers: TensorFlow's results depend on them.

``std::sort`` and ``std::priority_queue`` promise no order of equal elements.  Where TensorFlow sorts with them, the
steps of the algorithms decide which of two boxes with one score comes first.  These functions take the same steps.
Where all numbers differ, any sorting gives the same result, and NumPy's is faster: callers ask for ties first.
"""

from __future__ import annotations

from collections.abc import Iterator

_SMALL = 16  # so many elements are sorted by insertion, which keeps the order of equal ones


def largest_first(keys: list[float]) -> Iterator[int]:
    """The places of ``keys`` as a priority queue gives them, into which they were put one by one; none may be NaN."""
    heap: list[int] = []
    for place in range(len(keys)):
        heap.append(place)
        _rise(keys, heap, place, 0, place)
    while heap:
        yield heap[0]
        last = heap.pop()
        if heap:
            _sink(keys, heap, 0, len(heap), last)


def sorted_from_largest(keys: list[float]) -> list[int]:
    """The places of ``keys`` in the order of ``std::sort`` from the largest to the smallest; none may be NaN."""
    places = list(range(len(keys)))
    parts = [(0, len(keys), 2 * max(len(keys).bit_length() - 1, 0))]
    while parts:
        first, last, depth = parts.pop()
        while last - first > _SMALL:
            if not depth:
                _by_heap(keys, places, first, last)
                break
            depth -= 1
            cut = _partition(keys, places, first, last)
            parts.append((cut, last, depth))
            last = cut
    # Parts of 16 and fewer are in order among each other: insertion, which is stable, moves none beyond its part.
    return sorted(places, key=lambda place: -keys[place])


def _rise(keys: list[float], heap: list[int], at: int, top: int, value: int) -> None:
    """Put ``value`` at ``at``, or above smaller ones, but not above ``top``."""
    key = keys[value]
    while at > top:
        parent = (at - 1) // 2
        if not keys[heap[parent]] < key:
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = value


def _sink(keys: list[float], heap: list[int], top: int, size: int, value: int) -> None:
    """Put ``value`` at ``top``: the larger child goes up, the right one of equals, down to a leaf; then it rises."""
    at = top
    while 2 * at + 2 < size:
        child = 2 * at + 2
        if keys[heap[child]] < keys[heap[child - 1]]:
            child -= 1
        heap[at] = heap[child]
        at = child
    if 2 * at + 2 == size:
        heap[at] = heap[size - 1]
        at = size - 1
    _rise(keys, heap, at, top, value)


def _partition(keys: list[float], places: list[int], first: int, last: int) -> int:
    """Split a part at the median of three of its elements; the place of the second half."""
    a, b, c = first + 1, first + (last - first) // 2, last - 1

    def before(one: int, other: int) -> bool:
        return keys[places[one]] > keys[places[other]]

    if before(a, b):
        median = b if before(b, c) else c if before(a, c) else a
    else:
        median = a if before(a, c) else c if before(b, c) else b
    places[first], places[median] = places[median], places[first]
    pivot = keys[places[first]]
    low, high = first + 1, last
    while True:
        while keys[places[low]] > pivot:
            low += 1
        high -= 1
        while pivot > keys[places[high]]:
            high -= 1
        if not low < high:
            return low
        places[low], places[high] = places[high], places[low]
        low += 1


def _by_heap(keys: list[float], places: list[int], first: int, last: int) -> None:
    """Sort a part by a heap whose top is the smallest key."""
    lowered = [-key for key in keys]
    heap = places[first:last]
    for parent in range((len(heap) - 2) // 2, -1, -1):
        _sink(lowered, heap, parent, len(heap), heap[parent])
    for end in range(len(heap) - 1, 0, -1):
        value = heap[end]
        heap[end] = heap[0]
        _sink(lowered, heap, 0, end, value)
    places[first:last] = heap
