"""Where the regions of an array come from: blocks of an array of Dask, or a file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate, product
from typing import Any, Protocol

from graphops.cluster.maps.run_chunk import Layout, Place, cut_out, read
from graphops_registry.regions import Interval, Region, sizes_of


class Source(Protocol):
    """Gives regions of an array."""

    def of(self, region: Region) -> tuple[Layout, list[Any]]:
        """How a region is put together, and the tasks or keys of tasks that give its parts."""
        ...


class File:
    """An array in a file: the task that needs a region reads it, so that no block waits in memory for its neighbours.

    Args:
        file: what is indexed; it is pickled.
        name: of the array of Dask for it.
        tasks: where the task that opens it is added.
    """

    def __init__(self, file: Any, name: str, tasks: dict[Any, Any]) -> None:
        self._key = f"file-{name}"
        tasks[self._key] = file

    def of(self, region: Region) -> tuple[Layout, list[Any]]:
        sizes = sizes_of(region)
        return Layout(sizes, (tuple((0, size) for size in sizes),)), [(read, self._key, Place(region))]


class Blocks:
    """The blocks of an array of Dask, as keys of tasks. What two chunks need of one block is cut out once.

    Args:
        array: a ``dask.array.Array``.
        tasks: where the tasks that cut are added.
    """

    def __init__(self, array: Any, tasks: dict[Any, Any]) -> None:
        self.array = array
        self._tasks = tasks
        self._starts = [[0, *accumulate(sizes)] for sizes in array.chunks]

    def of(self, region: Region) -> tuple[Layout, list[Any]]:
        along = [self._along(axis, interval) for axis, interval in enumerate(region)]
        places: list[Region] = []
        keys: list[Any] = []
        for each in product(*along):
            index = tuple(number for number, _, _ in each)
            local = tuple(interval for _, interval, _ in each)
            places.append(tuple(place for _, _, place in each))
            keys.append(self._key(index, local))
        return Layout(sizes_of(region), tuple(places)), keys

    def _along(self, axis: int, interval: Interval) -> list[tuple[int, Interval, Interval]]:
        """The chunks of an axis that an interval meets: number, what of it, and where that belongs."""
        start, stop = interval
        starts = self._starts[axis]
        if start == stop:
            return [(0, (0, 0), (0, 0))]
        found = []
        for number in range(bisect_right(starts, start) - 1, bisect_left(starts, stop)):
            first, last = max(start, starts[number]), min(stop, starts[number + 1])
            if first < last:
                found.append((number, (first - starts[number], last - starts[number]), (first - start, last - start)))
        return found

    def _key(self, index: tuple[int, ...], local: Region) -> Any:
        block = (self.array.name, *index)
        full = tuple((0, sizes[number]) for sizes, number in zip(self.array.chunks, index, strict=True))
        if local == full:
            return block
        key = (f"part-{self.array.name}-{'x'.join(f'{start}:{stop}' for start, stop in local)}", *index)
        self._tasks[key] = (cut_out, block, Place(local))
        return key
