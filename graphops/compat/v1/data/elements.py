"""Stages that call a function for each element, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphops.compat.v1.data.functions import Counted, Traced, is_true
from graphops.compat.v1.data.pipeline import Stage, held_array
from graphops.compat.v1.data.running import Running
from graphops.compat.v1.data.sources import Held, begin_held
from graphops.compat.v1.data.structure import Element, Leaf, common_shape, flatten, pack
from graphops.graph.graph import Tensor
from graphops_registry.errors import (
    CancelledError,
    DeadlineExceededError,
    FailedPreconditionError,
    GraphopsError,
    InvalidTypeError,
    must,
)


class _Function(Stage):
    """Base of stages with a function."""

    may_wait = True

    def __init__(self, source: Stage, function: Traced, structure: Any, *inputs: Tensor) -> None:
        super().__init__(structure, [source], [*function.inputs, *inputs])
        self.function = function


class Map(_Function):
    """What a function gives for each element."""

    def __init__(self, source: Stage, function: Traced) -> None:
        super().__init__(source, function, function.structure)

    def begin(self, running: Running) -> Iterator[Element]:
        return _Mapped(self.sources[0].begin(running), Counted(self.function, running))


class _Mapped(Iterator[Element]):
    def __init__(self, elements: Iterator[Element], call: Counted) -> None:
        self._elements = elements
        self._call = call

    def __next__(self) -> Element:
        return self._call(next(self._elements))


class Filter(_Function):
    """The elements for which a function gives true.

    Args:
        until: whether the first other one is the end.
    """

    def __init__(self, source: Stage, function: Traced, until: bool = False) -> None:
        super().__init__(source, function, source.structure)
        self._until = until

    def begin(self, running: Running) -> Iterator[Element]:
        return _Filtered(self.sources[0].begin(running), Counted(self.function, running), self._until)


class _Filtered(Iterator[Element]):
    def __init__(self, elements: Iterator[Element], call: Counted, until: bool) -> None:
        self._elements = elements
        self._call = call
        self._until = until
        self._ended = False

    def __next__(self) -> Element:
        while not self._ended:
            found = next(self._elements)
            if is_true(self._call(found)):
                return found
            self._ended = self._until
        raise StopIteration


class FlatMap(_Function):
    """The elements of the data sets that a function gives, one data set after the other."""

    def __init__(self, source: Stage, function: Traced) -> None:
        super().__init__(source, function, inner_structure(function))

    def begin(self, running: Running) -> Iterator[Element]:
        return _Interleaved(self.sources[0].begin(running), Counted(self.function, running), running, 1, 1)


class Interleave(_Function):
    """Elements of the data sets that a function gives, in turn; its further inputs are cycle and block length."""

    def __init__(self, source: Stage, function: Traced, cycle: Tensor, block: Tensor) -> None:
        super().__init__(source, function, inner_structure(function), cycle, block)

    def begin(self, running: Running) -> Iterator[Element]:
        cycle, block = (running.number(tensor) for tensor in self.inputs[-2:])
        for name, value in (("cycle_length", cycle), ("block_length", block)):
            if value < 1:
                raise must(name, "Dataset.interleave()", "be 1 or above", value)
        return _Interleaved(self.sources[0].begin(running), Counted(self.function, running), running, cycle, block)


class _Interleaved(Iterator[Element]):
    """Cycles through open data sets in TensorFlow's order: a place that ends is filled when its turn comes again."""

    def __init__(self, elements: Iterator[Element], call: Counted, running: Running, cycle: int, block: int) -> None:
        self._elements = elements
        self._call = call
        self._running = running
        self._cycle = cycle
        self._block = block
        self._open: dict[int, Iterator[Element]] = {}  # place in the cycle -> data set; a long cycle costs nothing
        self._place = 0
        self._given = 0  # elements of the block that is under way
        self._ended = False

    def __next__(self) -> Element:
        while self._open or not self._ended:
            current = self._open.get(self._place)
            if current is not None:
                try:
                    found = next(current)
                except StopIteration:
                    del self._open[self._place]
                    self._advance()
                    continue
                self._given += 1
                if self._given == self._block:
                    self._advance()
                return found
            if self._ended:
                self._advance()
                continue
            try:
                element = next(self._elements)
            except StopIteration:
                self._ended = True
                continue
            self._open[self._place] = begin_held(self._call(element)[0], self._running)
        raise StopIteration

    def _advance(self) -> None:
        self._given = 0
        self._place = (self._place + 1) % self._cycle
        if self._ended and self._open and self._place not in self._open:  # to the next that is open
            later = [place for place in self._open if place > self._place]
            self._place = min(later or self._open)


def inner_structure(function: Traced) -> Any:
    """The structure of the elements of the data sets that a function gives.

    Raises:
        InvalidTypeError: it gives something else.
    """
    found = function.structure
    if not isinstance(found, Leaf) or found.elements is None:
        raise InvalidTypeError(f"{function.what} must return a data set, got {found!r}")
    return found.elements


class Scan(Stage):
    """What a function gives for a state and each element, which also gives the next state.

    Args:
        initial: the tensors of the first state.
        last_only: give the last state alone.
    """

    may_wait = True

    def __init__(self, source: Stage, function: Traced, initial: list[Tensor], structure: Any, last_only: bool) -> None:
        super().__init__(structure, [source], [*function.inputs, *initial])
        self._function = function
        self._initial = initial
        self._last_only = last_only

    def begin(self, running: Running) -> Iterator[Element]:
        state = tuple(running.value(tensor) for tensor in self._initial)
        scanned = _Scanned(self.sources[0].begin(running), Counted(self._function, running), state, self._last_only)
        return _Last(scanned) if self._last_only else scanned


class _Scanned(Iterator[Element]):
    def __init__(self, elements: Iterator[Element], call: Counted, state: Element, is_all_state: bool) -> None:
        self._elements = elements
        self._call = call
        self._is_all_state = is_all_state
        self.state = state

    def __next__(self) -> Element:
        element = next(self._elements)
        found = self._call((*self.state, *element))
        self.state, rest = found[: len(self.state)], found[len(self.state) :]
        return self.state if self._is_all_state else rest


class _Last(Iterator[Element]):
    def __init__(self, scanned: _Scanned) -> None:
        self._scanned = scanned
        self._ended = False

    def __next__(self) -> Element:
        if self._ended:
            raise StopIteration
        self._ended = True
        for _ in self._scanned:
            pass
        return self._scanned.state


def merged_state(initial: Any, found: Any, what: str) -> Any:
    """The structure of a state of which the first and a later one are known.

    Raises:
        InvalidTypeError: other dtypes or another number of tensors.
    """
    first, second = flatten(initial), flatten(found)
    if [leaf.dtype for leaf in first] != [leaf.dtype for leaf in second]:
        raise InvalidTypeError(f"{what} must return a state like the first one, {initial!r}, got {found!r}")
    return pack(initial, [Leaf(a.dtype, common_shape(a.shape, b.shape)) for a, b in zip(first, second, strict=True)])


class IgnoreErrors(Stage):
    """The elements that can be computed."""

    def begin(self, running: Running) -> Iterator[Element]:
        return _WithoutErrors(self.sources[0].begin(running))


class _WithoutErrors(Iterator[Element]):
    def __init__(self, elements: Iterator[Element]) -> None:
        self._elements = elements

    def __next__(self) -> Element:
        while True:
            try:
                return next(self._elements)
            except (CancelledError, DeadlineExceededError, FailedPreconditionError):
                raise
            except GraphopsError:
                continue


class GroupByWindow(Stage):
    """Elements gathered by a key; what a function gives for each full window of one key, as a data set.

    Args:
        key: gives the key of an element, a scalar of int64.
        reduce: gives a data set for a key and a data set of elements.
        size: gives the number of elements of a window for a key.
    """

    may_wait = True

    def __init__(self, source: Stage, key: Traced, reduce: Traced, size: Traced) -> None:
        inputs = [*key.inputs, *reduce.inputs, *size.inputs]
        super().__init__(inner_structure(reduce), [source], inputs)
        self._functions = key, reduce, size

    def begin(self, running: Running) -> Iterator[Element]:
        key, reduce, size = (Counted(function, running) for function in self._functions)
        return _Grouped(self.sources[0], running, key, reduce, size)


class _Grouped(Iterator[Element]):
    def __init__(self, source: Stage, running: Running, key: Counted, reduce: Counted, size: Counted) -> None:
        self._structure = source.structure
        self._elements = source.begin(running)
        self._running = running
        self._key, self._reduce, self._size = key, reduce, size
        self._groups: dict[int, tuple[int, Element, list[Element]]] = {}  # key -> window's size, key, elements
        self._current: Iterator[Element] = iter(())
        self._ended = False

    def __next__(self) -> Element:
        while True:
            try:
                return next(self._current)
            except StopIteration:
                pass
            if self._ended and not self._groups:
                raise StopIteration
            self._current = self._next_window()

    def _next_window(self) -> Iterator[Element]:
        while not self._ended:
            try:
                element = next(self._elements)
            except StopIteration:
                self._ended = True
                break
            found = self._key(element)
            number = int(found[0])
            if number not in self._groups:
                size = int(self._size(found)[0])
                if size < 1:
                    raise must("window_size", "group_by_window()", "be 1 or above", size)
                self._groups[number] = size, found, []
            size, _, members = self._groups[number]
            members.append(element)
            if len(members) == size:
                return self._reduced(number)
        return self._reduced(next(iter(self._groups))) if self._groups else iter(())

    def _reduced(self, number: int) -> Iterator[Element]:
        _, key, members = self._groups.pop(number)
        held = held_array(Held(self._structure, members))
        return begin_held(self._reduce((*key, held))[0], self._running)
