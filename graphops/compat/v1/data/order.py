"""Stages that choose among elements and order them: repeat, take, skip, shard, shuffle, cache, zip, concatenate."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from graphops.compat.v1.data.pipeline import Stage
from graphops.compat.v1.data.running import Running
from graphops.compat.v1.data.sources import scalar_leaf
from graphops.compat.v1.data.structure import Element, flatten
from graphops.graph.graph import Tensor
from graphops_registry.dtypes import int64
from graphops_registry.errors import InvalidArgumentError, must


class Repeat(Stage):
    """The elements several times; a negative count: without end."""

    def __init__(self, source: Stage, count: Tensor) -> None:
        super().__init__(source.structure, [source], [count])

    def begin(self, running: Running) -> Iterator[Element]:
        return _Repeated(self.sources[0], running, running.number(self.inputs[0]))


class _Repeated(Iterator[Element]):
    def __init__(self, source: Stage, running: Running, count: int) -> None:
        self._source = source
        self._running = running
        self._left = count
        self._elements: Iterator[Element] | None = None

    def __next__(self) -> Element:
        while self._left:
            is_first = self._elements is None
            if self._elements is None:
                self._elements = self._source.begin(self._running)
            try:
                return next(self._elements)
            except StopIteration:
                self._elements = None
                self._left -= 1
                if is_first and self._left < 0:  # it is empty, and would be for ever
                    self._left = 0
        raise StopIteration


class Take(Stage):
    """The first elements; a negative count: all."""

    def __init__(self, source: Stage, count: Tensor) -> None:
        super().__init__(source.structure, [source], [count])

    def begin(self, running: Running) -> Iterator[Element]:
        count = running.number(self.inputs[0])
        elements = self.sources[0].begin(running)
        return elements if count < 0 else itertools.islice(elements, count)


class Skip(Stage):
    """The elements after the first ones; a negative count: none."""

    def __init__(self, source: Stage, count: Tensor) -> None:
        super().__init__(source.structure, [source], [count])

    def begin(self, running: Running) -> Iterator[Element]:
        count = running.number(self.inputs[0])
        return iter(()) if count < 0 else _Skipped(self.sources[0].begin(running), count)


class _Skipped(Iterator[Element]):
    def __init__(self, elements: Iterator[Element], count: int) -> None:
        self._elements = elements
        self._count = count

    def __next__(self) -> Element:
        while self._count:
            self._count -= 1
            next(self._elements)
        return next(self._elements)


class Shard(Stage):
    """Each n-th element; its inputs are n and the index of the first."""

    def __init__(self, source: Stage, count: Tensor, index: Tensor) -> None:
        super().__init__(source.structure, [source], [count, index])

    def begin(self, running: Running) -> Iterator[Element]:
        count, index = (running.number(tensor) for tensor in self.inputs)
        if count < 1:
            raise must("num_shards", "Dataset.shard()", "be 1 or above", count)
        if not 0 <= index < count:
            raise must("index", "Dataset.shard()", f"be at least 0 and below num_shards, {count}", index)
        return _Sharded(self.sources[0].begin(running), count, index)


class _Sharded(Iterator[Element]):
    def __init__(self, elements: Iterator[Element], count: int, index: int) -> None:
        self._elements = elements
        self._step = count - 1
        self._skip = index

    def __next__(self) -> Element:
        while self._skip:
            self._skip -= 1
            next(self._elements)
        found = next(self._elements)
        self._skip = self._step
        return found


class Shuffle(Stage):
    """The elements in random order: each is drawn from a buffer of the next ones.

    Args:
        seeds: of the generator; ``None`` for another order in each iteration.
        anew: whether each repetition has another order.
    """

    def __init__(self, source: Stage, size: Tensor, seeds: tuple[int, int] | None, anew: bool) -> None:
        super().__init__(source.structure, [source], [size])
        self._seeds = seeds
        self._anew = anew

    def begin(self, running: Running) -> Iterator[Element]:
        size = running.number(self.inputs[0])
        if size < 1:
            raise must("buffer_size", "Dataset.shuffle()", "be 1 or above", size)
        if self._anew:
            generator = running.state(self, lambda: np.random.Generator(np.random.Philox(self._seeds)))
        else:
            entropy = running.state(self, lambda: np.random.SeedSequence(self._seeds).entropy)
            generator = np.random.Generator(np.random.Philox(entropy))
        return _Shuffled(self.sources[0].begin(running), size, generator)


class _Shuffled(Iterator[Element]):
    def __init__(self, elements: Iterator[Element], size: int, generator: np.random.Generator) -> None:
        self._elements = elements
        self._size = size
        self._generator = generator
        self._buffer: list[Element] = []
        self._ended = False

    def __next__(self) -> Element:
        while not self._ended and len(self._buffer) < self._size:
            try:
                self._buffer.append(next(self._elements))
            except StopIteration:
                self._ended = True
        if not self._buffer:
            raise StopIteration
        place = int(self._generator.integers(len(self._buffer)))
        self._buffer[place], self._buffer[-1] = self._buffer[-1], self._buffer[place]
        return self._buffer.pop()


class Cache(Stage):
    """The elements, kept in memory for further repetitions once all were seen."""

    def __init__(self, source: Stage) -> None:
        super().__init__(source.structure, [source])

    def begin(self, running: Running) -> Iterator[Element]:
        kept: dict[str, list[Element]] = running.state(self, dict)
        if "all" in kept:
            return iter(kept["all"])
        return _Caching(self.sources[0].begin(running), kept)


class _Caching(Iterator[Element]):
    def __init__(self, elements: Iterator[Element], kept: dict[str, list[Element]]) -> None:
        self._elements = elements
        self._kept = kept
        self._seen: list[Element] = []

    def __next__(self) -> Element:
        try:
            found = next(self._elements)
        except StopIteration:
            self._kept["all"] = self._seen
            raise
        self._seen.append(found)
        return found


class Zip(Stage):
    """Elements of several data sets side by side, as many as the shortest has."""

    def begin(self, running: Running) -> Iterator[Element]:
        return _Zipped([source.begin(running) for source in self.sources])


class _Zipped(Iterator[Element]):
    def __init__(self, sources: Sequence[Iterator[Element]]) -> None:
        self._sources = sources

    def __next__(self) -> Element:
        found: list[Any] = []
        for elements in self._sources:
            found.extend(next(elements))
        return tuple(found)


class Concatenate(Stage):
    """The elements of one data set, and then those of another."""

    def begin(self, running: Running) -> Iterator[Element]:
        return _Concatenated([source.begin(running) for source in self.sources])


class _Concatenated(Iterator[Element]):
    def __init__(self, sources: list[Iterator[Element]]) -> None:
        self._sources = sources

    def __next__(self) -> Element:
        while self._sources:
            try:
                return next(self._sources[0])
            except StopIteration:
                del self._sources[0]
        raise StopIteration


class Enumerate(Stage):
    """Elements with their numbers, from the input ``start`` on."""

    def __init__(self, source: Stage, start: Tensor) -> None:
        super().__init__((scalar_leaf(int64), source.structure), [source], [start])

    def begin(self, running: Running) -> Iterator[Element]:
        return _Numbered(self.sources[0].begin(running), running.number(self.inputs[0]))


class _Numbered(Iterator[Element]):
    def __init__(self, elements: Iterator[Element], start: int) -> None:
        self._elements = elements
        self._number = start

    def __next__(self) -> Element:
        found = next(self._elements)
        self._number += 1
        return (np.array(self._number - 1, np.int64), *found)


class Choose(Stage):
    """Elements of several data sets, each from the one that a choice names.

    Args:
        sources: the data sets.
        choices: gives the number of a source for each element; the second argument is the set of those that have not
            ended.
        chooser: a source that ``choices`` reads.
        until_one_ends: whether the end of one data set is the end.
    """

    def __init__(
        self,
        structure: Any,
        sources: Sequence[Stage],
        choices: Callable[[Running, set[int]], Iterator[int]],
        until_one_ends: bool,
        inputs: Sequence[Tensor] = (),
        chooser: Stage | None = None,
    ) -> None:
        super().__init__(structure, [*sources, *([] if chooser is None else [chooser])], inputs)
        self._count = len(sources)
        self._choices = choices
        self._until_one_ends = until_one_ends

    def begin(self, running: Running) -> Iterator[Element]:
        elements = [source.begin(running) for source in self.sources[: self._count]]
        open_ones = set(range(self._count))
        return _Chosen(elements, self._choices(running, open_ones), open_ones, self._until_one_ends)


class _Chosen(Iterator[Element]):
    def __init__(
        self, sources: list[Iterator[Element]], choices: Iterator[int], open_ones: set[int], until_one_ends: bool
    ) -> None:
        self._sources = sources
        self._choices = choices
        self._until_one_ends = until_one_ends
        self._open = open_ones

    def __next__(self) -> Element:
        while self._open:
            place = next(self._choices)
            if not 0 <= place < len(self._sources):
                raise InvalidArgumentError(
                    f"choice_dataset must give numbers from 0 to {len(self._sources) - 1}, got {place}"
                )
            if place not in self._open:
                continue
            try:
                return next(self._sources[place])
            except StopIteration:
                self._open.discard(place)
                if self._until_one_ends:
                    self._open.clear()
        raise StopIteration


class Unique(Stage):
    """Elements that did not come before; all different ones are kept in memory."""

    def begin(self, running: Running) -> Iterator[Element]:
        return _Unique(self.sources[0].begin(running))


class _Unique(Iterator[Element]):
    def __init__(self, elements: Iterator[Element]) -> None:
        self._elements = elements
        self._seen: set[Any] = set()

    def __next__(self) -> Element:
        while True:
            found = next(self._elements)
            key = tuple((a.shape, tuple(a.flat) if a.dtype == object else a.tobytes()) for a in found)
            if key not in self._seen:
                self._seen.add(key)
                return found


def unique(source: Stage) -> Stage:
    """The stage of different elements.

    Raises:
        InvalidArgumentError: elements of several tensors.
    """
    if len(flatten(source.structure)) != 1:
        raise InvalidArgumentError(f"unique() must have elements of one tensor, got {source.structure!r}")
    return Unique(source.structure, [source])
