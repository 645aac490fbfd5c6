"""A loop whose condition and body are programs of steps that machine code computes, as one loop in machine code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphops.plan.program.call_lists import Item
from graphops_registry.kernels.call_list import (
    CallList,
    CopyKernel,
    FixedCalls,
    JoinedKernel,
    ListedStep,
    ListedValue,
    MachineKernel,
)
from graphops_registry.kernels.loop_list import Action, ElementKernel, LoopList, LoopSequence, SameBytes, SequenceAccess

if TYPE_CHECKING:
    from graphops.plan.run_state import RunState

Array = np.ndarray[Any, Any]

# What a step reads or writes: ("variable", its position), ("value", its register) of the condition or body, or a
# constant array.
_Name = tuple[str, int]


@dataclass(frozen=True)
class ElementNote:
    """A step that reads or writes an element of a sequence.

    Attributes:
        inputs: registers, or constant arrays.
        outputs: registers, negative for those that nobody reads.
        element: what it is.
    """

    access: SequenceAccess
    inputs: tuple[int | Array, ...]
    outputs: tuple[int, ...]
    element: ListedValue


@dataclass(frozen=True)
class ReadNote:
    """A step whose outputs are the same in each iteration as long as some of its inputs are: what it reads does not
    change in the loop.

    Attributes:
        sources: the registers of these inputs.
        outputs: registers, negative for those that nobody reads.
        values: what they are; ``None`` for what is no array of numbers.
        read: the outputs, for a run and these inputs.
        may_change: whether somebody else may change what is read while the loop runs.
    """

    sources: tuple[int, ...]
    outputs: tuple[int, ...]
    values: tuple[ListedValue | None, ...]
    read: Callable[[RunState, Sequence[Any]], Sequence[Any]]
    may_change: bool


class Read(NamedTuple):
    """What is read before a loop, see :class:`ReadNote`.

    Attributes:
        positions: of the variables that say what is read.
    """

    positions: tuple[int, ...]
    read: Callable[[RunState, Sequence[Any]], Sequence[Any]]
    may_change: bool


@dataclass(frozen=True)
class Notes:
    """What the steps of a program are to a loop.

    Attributes:
        items: by the index of their first step.
        elements, reads: by the index of the step.
        expected: before which steps which registers must have which values.
        nothing: steps for which nothing is computed.
        steps: how many there are.
        first: registers that only hand a value on, with the one that had it first.
        feeds: their registers, and what they are; ``None`` for what is no array of numbers.
        fetches: registers, or constant arrays.
    """

    items: Mapping[int, Item]
    elements: Mapping[int, ElementNote]
    reads: Mapping[int, ReadNote]
    expected: Mapping[int, Sequence[tuple[int, Array]]]
    nothing: Collection[int]
    steps: int
    first: Mapping[int, int]
    feeds: tuple[int, ...]
    feed_values: tuple[ListedValue | None, ...]
    fetches: tuple[int | Array, ...]


@dataclass(frozen=True)
class NotedLoop:
    """A loop, and what must be read before it runs.

    Attributes:
        calls: the loop. After the loop's variables come the values that are read.
        reads: what is read, in the order of these values.
    """

    calls: LoopList
    reads: tuple[Read, ...]


def loop_list(condition: Notes, body: Notes) -> NotedLoop | None:
    """The loop, if all steps are calls of machine code or read and write elements of sequences."""
    try:
        made = _Loop(body)
        return NotedLoop(made.made(condition), tuple(made.reads))
    except _NotSoError:
        return None


def cannot_fail(kernel: MachineKernel | None) -> bool:
    """Whether a step is calls that never fail, so that there is nothing to do where nobody reads what it gives."""
    if kernel is None or kernel.is_copy:
        return kernel is not None
    if isinstance(kernel, JoinedKernel):
        return all(cannot_fail(part) for part, _ in kernel.parts)
    return isinstance(kernel, FixedCalls) and not any(call.checked for call in kernel.calls)


class _NotSoError(Exception):
    """The loop cannot run so."""


@dataclass(frozen=True, eq=False)
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
        self.reads: list[Read] = []
        self._values = list(notes.feed_values)  # of the variables, then of what is read
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
        values = self._values
        varying: list[int] = []
        for position, after in enumerate(following):
            replaced = None if isinstance(after, np.ndarray) else self._replaced.get(after)
            if replaced is not None:
                if replaced != position:
                    raise _NotSoError
            elif isinstance(after, np.ndarray) or after != ("variable", position):
                varying.append(position)
        steps = [
            _Step(step.kernel, tuple(map(self._followed, step.read)), step.written)
            for step in (*goes_on.steps, *body.steps, *self._checks, *self._last)
        ]
        same = self._pushed_as_they_are(steps, varying)
        read = [name for step in steps for name in step.read]
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
        for position in varying:
            if numbers.what(following[position]) != values[position]:
                raise _NotSoError
        in_place = self._in_place(steps, varying, following)
        steps = [step for step in steps if step not in in_place.values()]
        copied = [position for position in varying if position not in in_place]
        kept = [("variable", position) for position in varying]
        kept += [name for step in steps if _is_peek(step) for name in step.written]
        for temporary, source in self._parked(copied, following):
            numbers.add(temporary, numbers.known(source))
            kept.append(temporary)
            following[temporary[1]] = temporary
            steps.append(_Step(CopyKernel(), (source,), (temporary,)))
        steps += [_Step(step.kernel, step.read, (("variable", position),)) for position, step in in_place.items()]
        for position in copied:
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
                LoopSequence(position, notes[0].element, tuple(note.access for note in notes), same.get(number))
                for number, (position, notes) in enumerate(self._uses.items())
            ),
        )

    def _walk(self, function: _Function) -> None:
        """Add the steps of the condition or body."""
        notes, index = function.notes, 0
        while index < notes.steps:
            item, element, read = notes.items.get(index), notes.elements.get(index), notes.reads.get(index)
            for register, value in notes.expected.get(index, ()):
                function.add(SameBytes(value.nbytes), (function.name(register), value), ())
            if item is not None:
                inside = range(index + 1, item.last + 1)
                if any(other in notes.elements or other in notes.expected for other in inside):
                    raise _NotSoError
                function.add_item(item)
                index = item.last
            elif element is not None and function is self._body:
                self._add_element(element)
            elif read is not None and function is self._body:
                self._add_read(read)
            elif index not in notes.nothing:
                raise _NotSoError
            index += 1

    def _add_read(self, note: ReadNote) -> None:
        """Add a value that is read before the loop."""
        body = self._body
        positions: list[int] = []
        for register in note.sources:
            source = body.name(register)
            if isinstance(source, np.ndarray) or source[0] != "variable" or source[1] >= len(body.notes.feeds):
                raise _NotSoError
            if body.name(body.notes.fetches[source[1]]) != source:
                raise _NotSoError  # another one in the next iteration
            positions.append(source[1])
        for output, value in zip(note.outputs, note.values, strict=True):
            if output >= 0:
                body.position[body.result(output)[1]] = len(self._values)
            self._values.append(value)
        self.reads.append(Read(tuple(positions), note.read, note.may_change))

    def _add_element(self, note: ElementNote) -> None:
        """Add a step that reads or writes an element."""
        body, access, element = self._body, note.access, note.element
        sequence = body.name(note.inputs[access.sequence])
        if isinstance(sequence, np.ndarray) or sequence[0] != "variable" or not prod(element.shape):
            raise _NotSoError
        number = self._number(sequence[1], note)
        size = prod(element.shape) * element.dtype.itemsize
        index = () if access.index is None else (body.name(note.inputs[access.index]),)
        if access.sequence_output is not None:
            after = note.outputs[access.sequence_output]
            if after < 0:
                raise _NotSoError
            self._replaced[body.result(after)] = sequence[1]
        if access.item is None:
            output = note.outputs[access.element_output or 0]
            # An element that nobody reads is looked at all the same: the step fails if it is not there.
            name = ("unread", len(body.values)) if output < 0 else body.result(output)
            body.values[name] = element
            body.add(ElementKernel("read" if index else "peek", number, size), index, (name,))
            if not index:
                self._last.append(_Step(ElementKernel("drop", number), (), ()))
            elif access.in_place:
                self._last.append(_Step(ElementKernel("note", number), index, ()))
            return
        item = body.name(note.inputs[access.item])
        check = ElementKernel("check" if index else "room", number, once=access.once)
        self._checks.append(_Step(check, index, ()))
        action: Action = "push" if not index else "add" if access.adds else "write"
        self._last.insert(0, _Step(ElementKernel(action, number, size), (*index, item), ()))
        if access.passes is not None and note.outputs[0] >= 0:
            self._through[body.result(note.outputs[0])] = body.name(note.inputs[access.passes])

    def _number(self, position: int, note: ElementNote) -> int:
        """The number of the sequence that a variable is."""
        uses = self._uses.setdefault(position, [])
        uses.append(note)
        writes = sum(each.access.item is not None for each in uses)
        alone = any(each.access.in_place or each.access.index is None for each in uses)
        if note.element != uses[0].element or writes > 1 or (alone and len(uses) > 1):
            raise _NotSoError
        return list(self._uses).index(position)

    def _in_place(
        self, steps: Sequence[_Step], varying: Sequence[int], following: Sequence[_Name | Array]
    ) -> dict[int, _Step]:
        """For variables the step that can write them where they lie, once nothing can fail any more: a sum, say, of the
        variable and something else that nobody reads but the next iteration."""
        reads = Counter(name for step in steps for name in step.read if not isinstance(name, np.ndarray))
        reads.update(name for name in following if not isinstance(name, np.ndarray))
        makers = {name: step for step in steps for name in step.written}
        found: dict[int, _Step] = {}
        for position in varying:
            after = following[position]
            step = None if isinstance(after, np.ndarray) or reads[after] > 1 else makers.get(after)
            if step is None or not step.kernel.may_be_in_place:
                continue
            names = {name for name in step.read if not isinstance(name, np.ndarray)}
            if names.intersection(self._body.copies):  # one may lie where a variable does that is written before
                continue
            if {name[1] for name in names if name[0] == "variable"}.intersection(varying) == {position}:
                found[position] = step
        return found

    def _pushed_as_they_are(self, steps: list[_Step], varying: Sequence[int]) -> dict[int, int]:
        """The sequences to which each iteration adds a variable that stays the same, with its position. A gradient
        keeps weights so. The steps that add it only count."""
        found: dict[int, int] = {}
        for index, step in enumerate(steps):
            if isinstance(step.kernel, ElementKernel) and step.kernel.action == "push":
                (item,) = step.read
                if not isinstance(item, np.ndarray) and item[0] == "variable" and item[1] not in varying:
                    found[step.kernel.sequence] = item[1]
                    steps[index] = _Step(ElementKernel("push", step.kernel.sequence), step.read, ())
        return found

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


def _is_peek(step: _Step) -> bool:
    """Whether a step reads the last element. What it wrote must stay, as it does not read the same one again."""
    return isinstance(step.kernel, ElementKernel) and step.kernel.action == "peek"


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
