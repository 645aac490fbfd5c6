"""A loop whose condition and body are programs of steps that machine code computes, as one loop in machine code."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from graphops.plan.program.call_lists import Item
from graphops_registry.kernels.call_list import CallList, CopyKernel, ListedStep, ListedValue, MachineKernel
from graphops_registry.kernels.loop_list import ElementKernel, LoopList, LoopSequence, SequenceAccess

Array = np.ndarray[Any, Any]

# What a step reads or writes: ("variable", its position), ("value", its register) of the condition or body, or a
# constant array.
_Name = tuple[str, int]


@dataclass(frozen=True)
class ElementNote:
    """A step that reads or writes an element of a sequence.

    Attributes:
        inputs: registers, or constant arrays.
        output: a register.
        element: what it is.
    """

    access: SequenceAccess
    inputs: tuple[int | Array, ...]
    output: int
    element: ListedValue


@dataclass(frozen=True)
class Notes:
    """What the steps of a program are to a loop.

    Attributes:
        items: by the index of their first step.
        elements: by the index of the step.
        nothing: steps for which nothing is computed.
        steps: how many there are.
        first: registers that only hand a value on, with the one that had it first.
        feeds: their registers, and what they are; ``None`` for what is no array of numbers.
        fetches: registers, or constant arrays.
    """

    items: Mapping[int, Item]
    elements: Mapping[int, ElementNote]
    nothing: Collection[int]
    steps: int
    first: Mapping[int, int]
    feeds: tuple[int, ...]
    feed_values: tuple[ListedValue | None, ...]
    fetches: tuple[int | Array, ...]


def loop_list(condition: Notes, body: Notes) -> LoopList | None:
    """The loop, if all steps are calls of machine code or read and write elements of sequences."""
    try:
        return _Loop(body).made(condition)
    except _NotSoError:
        return None


class _NotSoError(Exception):
    """The loop cannot run so."""


@dataclass(frozen=True)
class _Step:
    kernel: MachineKernel
    read: tuple[_Name | Array, ...]
    written: tuple[_Name, ...]


class _Function:
    """The condition or the body.

    Args:
        kind: of the names of its values.

    Attributes:
        steps: in the order in which they run.
        values: what each value is.
        copies: values that may share memory with another one.
    """

    def __init__(self, notes: Notes, kind: str) -> None:
        self.notes = notes
        self.kind = kind
        self.position = {register: position for position, register in enumerate(notes.feeds)}
        self.steps: list[_Step] = []
        self.values: dict[_Name, ListedValue] = {}
        self.copies: set[_Name] = set()

    def name(self, register: int | Array) -> _Name | Array:
        """What a register, or a constant, is called."""
        if isinstance(register, np.ndarray):
            return register
        origin = self.notes.first.get(register, register)
        position = self.position.get(origin)
        return (self.kind, origin) if position is None else ("variable", position)

    def result(self, register: int) -> _Name:
        """The name of a value that a step writes."""
        name = self.name(register)
        if isinstance(name, np.ndarray) or name[0] != self.kind:
            raise _NotSoError
        return name

    def add(self, kernel: MachineKernel, read: Sequence[_Name | Array], written: Sequence[_Name]) -> None:
        self.steps.append(_Step(kernel, tuple(read), tuple(written)))

    def add_item(self, item: Item) -> None:
        """Add a step, or a chain of them."""
        kernel = item.make()
        if kernel is None:
            raise _NotSoError
        outputs = [self.result(register) for register in item.outputs]
        self.values.update(zip(outputs, item.values[len(item.inputs) :], strict=True))
        if kernel.is_copy:
            self.copies.update(outputs)
        self.add(kernel, [self.name(each) for each in item.inputs], outputs)


class _Loop:
    """Makes a loop of a body and a condition."""

    def __init__(self, notes: Notes) -> None:
        self._body = _Function(notes, "body")
        self._through: dict[_Name, _Name | Array] = {}  # outputs of writes that are an input as it is
        self._last: list[_Step] = []  # of the writes and notes, which come when nothing can fail any more
        self._checks: list[_Step] = []
        self._uses: dict[int, list[ElementNote]] = {}  # position of the variable -> steps that use the sequence
        self._replaced: dict[_Name, int] = {}  # sequence with another element -> position of what it was

    def made(self, condition: Notes) -> LoopList:
        """The loop.

        Raises:
            _NotSoError: there is none.
        """
        goes_on, body = _Function(condition, "condition"), self._body
        self._walk(goes_on)
        self._walk(body)
        (held,) = condition.fetches
        predicate = goes_on.name(held)
        following = [self._followed(body.name(register)) for register in body.notes.fetches]
        values = body.notes.feed_values
        varying: list[int] = []
        for position, after in enumerate(following):
            replaced = None if isinstance(after, np.ndarray) else self._replaced.get(after)
            if replaced is not None:
                if replaced != position:
                    raise _NotSoError
            elif isinstance(after, np.ndarray) or after != ("variable", position):
                varying.append(position)
        read = [name for step in (*goes_on.steps, *body.steps, *self._checks, *self._last) for name in step.read]
        if any(not isinstance(name, np.ndarray) and name in self._replaced for name in read):
            raise _NotSoError  # a list that was written is read again
        used = {name[1] for name in read if not isinstance(name, np.ndarray) and name[0] == "variable"}
        used.update([predicate[1]] if not isinstance(predicate, np.ndarray) and predicate[0] == "variable" else [])
        given = sorted(used.difference(varying))
        numbers = _Numbers({**goes_on.values, **body.values})
        for position in (*given, *varying):
            value = values[position]
            if value is None or not prod(value.shape):
                raise _NotSoError
            numbers.add(("variable", position), value)
        steps = [*goes_on.steps, *body.steps, *self._checks, *self._last]
        kept = [("variable", position) for position in varying]
        for temporary, source in self._parked(varying, following):
            numbers.add(temporary, numbers.known(source))
            kept.append(temporary)
            following[temporary[1]] = temporary
            steps.append(_Step(CopyKernel(), (source,), (temporary,)))
        for position in varying:
            if numbers.what(following[position]) != values[position]:
                raise _NotSoError
            steps.append(_Step(CopyKernel(), (following[position],), (("variable", position),)))
        listed = tuple(
            ListedStep(step.kernel, tuple(map(numbers.of, (*step.read, *step.written))), len(step.written))
            for step in steps
        )
        if isinstance(predicate, np.ndarray) or predicate in goes_on.copies or numbers.what(predicate) != _TRUTH:
            raise _NotSoError
        if predicate[0] == "variable" and predicate[1] not in varying:
            raise _NotSoError
        calls = CallList(tuple(numbers.values), len(given), (), numbers.constants, listed, tuple(map(numbers.of, kept)))
        return LoopList(
            calls,
            len(goes_on.steps),
            numbers.of(predicate),
            tuple(given),
            tuple((position, numbers.of(("variable", position))) for position in varying),
            tuple(
                LoopSequence(position, notes[0].element, tuple(note.access for note in notes))
                for position, notes in self._uses.items()
            ),
        )

    def _walk(self, function: _Function) -> None:
        """Add the steps of the condition or body."""
        notes, index = function.notes, 0
        while index < notes.steps:
            item, element = notes.items.get(index), notes.elements.get(index)
            if item is not None:
                if any(other in notes.elements for other in range(index, item.last + 1)):
                    raise _NotSoError
                function.add_item(item)
                index = item.last
            elif element is not None and function is self._body:
                self._add_element(element)
            elif index not in notes.nothing:
                raise _NotSoError
            index += 1

    def _add_element(self, note: ElementNote) -> None:
        """Add a step that reads or writes an element."""
        body, access, element = self._body, note.access, note.element
        sequence, index = body.name(note.inputs[access.sequence]), body.name(note.inputs[access.index])
        if isinstance(sequence, np.ndarray) or sequence[0] != "variable" or not prod(element.shape):
            raise _NotSoError
        number = self._number(sequence[1], note)
        size = prod(element.shape) * element.dtype.itemsize
        output = body.result(note.output)
        if access.item is None:
            body.values[output] = element
            body.add(ElementKernel("read", number, size), (index,), (output,))
            if access.in_place:
                self._last.append(_Step(ElementKernel("note", number), (index,), ()))
            return
        item = body.name(note.inputs[access.item])
        self._checks.append(_Step(ElementKernel("check", number, once=access.in_place), (index,), ()))
        self._last.insert(0, _Step(ElementKernel("write", number, size), (index, item), ()))
        if access.passes is None:
            self._replaced[output] = sequence[1]
        else:
            self._through[output] = body.name(note.inputs[access.passes])

    def _number(self, position: int, note: ElementNote) -> int:
        """The number of the sequence that a variable is."""
        uses = self._uses.setdefault(position, [])
        uses.append(note)
        writes = sum(each.access.item is not None for each in uses)
        in_place = any(each.access.in_place for each in uses)
        if note.element != uses[0].element or writes > 1 or (in_place and len(uses) > 1):
            raise _NotSoError
        return list(self._uses).index(position)

    def _followed(self, name: _Name | Array) -> _Name | Array:
        """The value that a name stands for."""
        while not isinstance(name, np.ndarray) and name in self._through:
            name = self._through[name]
        return name

    def _parked(self, varying: Sequence[int], following: Sequence[_Name | Array]) -> list[tuple[_Name, _Name]]:
        """What has to be copied before any variable is written: other variables, and what may share their memory."""
        return [
            (("parked", position), source)
            for position in varying
            if not isinstance(source := following[position], np.ndarray)
            and (source[0] == "variable" or source in self._body.copies)
        ]


_TRUTH = ListedValue((), np.dtype(bool))


class _Numbers:
    """Numbers for names and constants.

    Args:
        of_steps: what the values are that steps write.
    """

    def __init__(self, of_steps: Mapping[_Name, ListedValue]) -> None:
        self._of_steps = of_steps
        self.values: list[ListedValue] = []
        self.constants: dict[int, Array] = {}
        self._number: dict[_Name, int] = {}

    def add(self, name: _Name, value: ListedValue) -> None:
        self._number[name] = len(self.values)
        self.values.append(value)

    def known(self, name: _Name) -> ListedValue:
        """What a value is.

        Raises:
            _NotSoError: no step writes it.
        """
        if name in self._number:
            return self.values[self._number[name]]
        if name not in self._of_steps:
            raise _NotSoError
        return self._of_steps[name]

    def what(self, name: _Name | Array) -> ListedValue:
        """What a value or a constant is."""
        return ListedValue(name.shape, name.dtype) if isinstance(name, np.ndarray) else self.known(name)

    def of(self, name: _Name | Array) -> int:
        """The number."""
        if isinstance(name, np.ndarray):
            if name.dtype == object or not name.size:
                raise _NotSoError
            self.constants[len(self.values)] = np.ascontiguousarray(name).reshape(name.shape)
            self.values.append(self.what(name))
            return len(self.values) - 1
        if name not in self._number:
            self.add(name, self.known(name))
        return self._number[name]
