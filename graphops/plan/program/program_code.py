"""Generating the code of a :class:`graphops.plan.program.program.Program`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.plan.accounts import LARGE
from graphops.plan.choose.kernel_choice import POINTER, Choice
from graphops.plan.loops.branches import INDICES, Guards, PickStep, holds
from graphops.plan.passes.facts import fails_for_shapes_alone
from graphops.plan.program.call_lists import Part, listed, parts
from graphops.plan.program.chains import Group, chain_of, compiled
from graphops.plan.program.loop_lists import Notes
from graphops.plan.program.program_values import Code, Uses, Value
from graphops.plan.program.step_notes import StepNotes
from graphops.plan.program.variable_steps import VariableNote, VariableSteps, variable_steps
from graphops_registry.device_def import device_type
from graphops_registry.errors import GraphopsError
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import SEEN_BY_SHAPE, Trait

if TYPE_CHECKING:
    from graphops.plan.make import Plan
    from graphops.plan.program.program import RunRecord
    from graphops.plan.step import Step

_SHORT: Final = 20_000_000  # operations; fewer take some milliseconds at most, with any kernel
BUFFER_BYTES: Final = 1 << 16  # results up to this size are kept: as constants, or as buffers between runs
_LONG: Final = 1 << 20  # a step that reads or writes more bytes may take long
_MOST_EXPECTED: Final = 64  # elements of an array whose values are expected to stay the same
_STEPS_UNWATCHED: Final = 64  # short steps between two checks whether the run must stop
_STEPS_OF_FREE: Final = 256  # short steps in a program that cannot be stopped
NOT_PURE: Final = frozenset({"resources", "functions", "random", "stream", "files", "name", "memory"})


def generate(
    plan: Plan,
    feed_shapes: Sequence[tuple[int, ...]],
    recording: RunRecord,
    varying: Collection[int] = (),
    groups: Mapping[int, Group] = MappingProxyType({}),
    with_lists: bool = False,
) -> Code:
    """The code for ``plan`` when its steps run as recorded.

    Args:
        feed_shapes: of the plan's feeds.
        varying: steps from which no particular shapes are expected, and ``~index`` of steps from whose inputs no
            particular values are.
        groups: by the index of their first step, steps to be computed together.
        with_lists: whether consecutive steps are put into call lists.
    """
    found = _Generator(plan, feed_shapes, recording, varying)
    found.write()
    hand_on = found.unchanged
    if hand_on or groups or with_lists:  # steps are noted once, as they are in the end
        groups = {index: group for index, group in groups.items() if _is_certain(group, found.computing)}
        found = _Generator(plan, feed_shapes, recording, varying, hand_on, groups, with_lists=with_lists)
        found.write()
    notes = None
    if with_lists:
        notes = found.notes.for_loops(feed_shapes, found.computing)
        nothing = {index for index, computes in found.computing.items() if not computes}
        lists = parts(found.notes.items, nothing, len(plan.steps))
        updates = variable_steps(found.notes.on_variables, nothing, plan.steps)
        if lists or updates:
            found = _Generator(plan, feed_shapes, recording, varying, hand_on, groups, lists, updates)
            found.write()
    return found.code(notes)


def _is_certain(group: Group, computing: Mapping[int, bool]) -> bool:
    """Whether the shapes of all steps of a group never vary; they may have done so since it was made."""
    first, last = group.members[0], group.members[-1]
    return all(index in computing for index in range(first, last + 1)) and all(map(computing.get, group.members))


class _Generator:
    """Generates the code of one program.

    Args:
        hand_on: steps that give their input as it is, so that a second name is enough.
        groups: steps to be computed together.
        lists: steps to be computed by one call list.
        updates: steps on variables, some of them in one call.
        with_lists: whether ``notes`` are wanted.

    Attributes:
        notes: what steps are to call lists and to loops.
        computing: whether anything is computed for a step; not of steps that may do anything.
        unchanged: what could be ``hand_on``: found when all steps are written.
    """

    def __init__(
        self,
        plan: Plan,
        feed_shapes: Sequence[tuple[int, ...]],
        recording: RunRecord,
        varying: Collection[int],
        hand_on: Collection[int] = (),
        groups: Mapping[int, Group] = MappingProxyType({}),
        lists: Mapping[int, Part] = MappingProxyType({}),
        updates: Mapping[int, VariableSteps] = MappingProxyType({}),
        with_lists: bool = False,
    ) -> None:
        self.plan = plan
        self.feed_shapes = feed_shapes
        self.choices = recording.choices
        self.recording = recording
        self.varying = varying
        self.hand_on = hand_on
        self.unchanged: set[int] = set()
        self.groups = groups
        self.lists = lists
        self.updates = updates
        self.with_lists = with_lists
        self.frames: list[Callable[[], Any]] = []  # make what belongs to one run beside buffers
        self.computing: dict[int, bool] = {}
        self.lines: list[str] = []
        self.names: dict[str, Any] = {}
        self.step_of_line: dict[int, int] = {}
        self.inputs_of_step: dict[int, list[str]] = {}
        self.known: dict[int, Value] = {}
        self.buffers: list[tuple[tuple[int, ...], np.dtype[Any]]] = []
        self.free_buffers: dict[tuple[tuple[int, ...], np.dtype[Any]], list[str]] = {}
        self.buffer_of: dict[int, str] = {}  # register -> the buffer that holds it
        self.run_free = True
        self.guards: Guards = ()  # of the branch that is being written
        self.indent = "    "
        self.dynamic = False  # whether any step chooses its kernel at each run
        self.steps = 0
        self.unwatched = 0
        self.value_of: dict[int, np.ndarray[Any, Any]] = {}  # of the recorded run: what shapes may depend on
        for step, outputs in zip(plan.steps, recording.values, strict=True):
            for register, value in zip(step.outputs, outputs, strict=False):
                if value is not None and value.dtype.kind in "iub" and value.size <= _MOST_EXPECTED:
                    self.value_of[register] = value
        self.uses = Uses(plan, recording.choices, hand_on)
        self.notes = StepNotes(plan, recording, self.uses, varying, bool(groups), self.known)

    def _gives_its_input(self, step: Step, inputs: list[Value], choice: Choice) -> bool:
        """Whether the output of a step is its first input, bit for bit."""
        if len(step.outputs) != 1 or step.outputs[0] < 0 or step.node.op_def.is_stateful:
            return False
        _, when = step.node.op.traits.get(Trait.PASSES_THROUGH, (None, None))
        return when in SEEN_BY_SHAPE and choice.prepared.output_shapes[0] == inputs[0].shape

    def _is_idle(self, step: Step, choice: Choice, inputs: list[Value]) -> bool:
        """Whether nobody reads what a step gives, and it cannot fail: inputs have the shapes of the recorded run."""
        if max(step.outputs, default=0) >= 0 or "drop_identities" not in self.plan.passes:
            return False
        sizes = (v.constant is not None for v, d in zip(inputs, choice.spec.dtypes, strict=True) if d.is_integer)
        return not step.node.op_def.is_stateful and fails_for_shapes_alone(step.node.op, all(sizes))

    def write(self) -> None:
        """Write all lines."""
        for register, content in enumerate(self.plan.registers):
            if content is not None:
                name = f"k{register}"
                self.names[name] = content
                self.known[register] = Value(name, getattr(content, "shape", None), content)
        feeds: list[str] = []
        for position, (_, register, _) in enumerate(self.plan.feeds):
            feeds.append(f"f{position}")
            self.known[register] = Value(f"f{position}", self.feed_shapes[position])
        prelude = self._head(feeds)
        index = 0
        while index < len(self.plan.steps):
            part, updates = self.lists.get(index), self.updates.get(index)
            if part is not None and self._part(part):
                index = part.last + 1
            elif updates is not None:
                self._variable_steps(updates)
                index = updates.last + 1
            else:
                index = self._write_next(index)
        self.lines.append(f"    return [{', '.join(self.known[r].variable for r in self.plan.fetches)}]")
        needed = ["around = execution(run, functions)"] if self.dynamic else []
        if self.buffers or self.frames:
            names = [f"b{number}" for number in range(len(self.buffers))]
            names += [f"q{number}" for number in range(len(self.frames))]
            needed.append(f"{', '.join(names)}, = frame")
        if needed:
            self.lines[prelude] = f"    {'; '.join(needed)}"

    def _write_next(self, index: int) -> int:
        """Write a step, or the chain that begins with it; the index of the next one."""
        group = self.groups.get(index)
        if group is not None and self._chain(group):
            return group.members[-1] + 1
        self._guarded(index, self.plan.steps[index])
        return index + 1

    def _part(self, part: Part) -> bool:
        """Write one call for the steps of a part, and the steps for the values that the call cannot take; whether the
        device can run them so."""
        found = listed(part, self.uses.origin, lambda register: self.uses.is_needed(register, part.last))
        if found is None:
            return False
        self.guards, self.indent = (), "    "
        first = part.first
        given = [self.known[register].variable for register in found.given]
        results: list[str] = []
        self.names["empty"] = device_type("CPU").empty
        for register, value in zip(found.wanted, found.values, strict=True):
            results.append(f"o{register}")
            self.names[f"e{register}"] = value.dtype
            self._line(first, f"o{register} = empty({value.shape!r}, e{register})")
        name = f"q{len(self.frames)}"
        self.frames.append(found.make)
        before = {value.variable for value in self.known.values()}
        # A kernel of somebody else may give another array than it promised, and machine code does not look.
        doubts = [
            f"{variable}.shape != {value.shape!r} or {variable}.dtype != t{register}"
            for register, variable, value in zip(found.given, given, found.given_values, strict=True)
            if register in self.uses.foreign
        ]
        self.names.update(
            (f"t{register}", value.dtype)
            for register, value in zip(found.given, found.given_values, strict=True)
            if register in self.uses.foreign
        )
        check = "None if run is None or not run.watched else run.check"
        arguments = f"({''.join(f'{each}, ' for each in given)}), ({''.join(f'{each}, ' for each in results)}), {check}"
        self._line(first, f"if {' or '.join((*doubts, f'not {name}({arguments})'))}:")
        self.inputs_of_step[first] = given
        self.indent = "        "
        index = first
        while index <= part.last:
            index = self._write_next(index)
        self._line(part.last, "pass")
        self.indent = "    "
        self._line(part.last, "else:")
        after = {value.variable for value in self.known.values()}
        targets = [self.known[register].variable for register in found.wanted]
        gone = [each for each in sorted(before - after) if each.startswith(("r", "f"))]
        text = f"{', '.join(targets)}, = {', '.join(results)},"
        self._line(part.last, f"    {text}{''.join(f'; {each} = None' for each in gone)}")
        self._line(part.last, f"{' = '.join(results)} = None")
        return True

    def _variable_steps(self, updates: VariableSteps) -> None:
        """Write steps on variables: what computes nothing first, then those that run together, then the others.

        For what computes nothing no line is written, whatever its guards.
        """
        self.guards, self.indent = (), "    "
        steps, noted = self.plan.steps, updates.notes
        every = range(updates.first, updates.last + 1)
        for index in every:
            if index not in noted:
                self._step(index, steps[index])
        together = {index for group in updates.groups for index in group}
        for group in updates.groups:
            self._together([(index, noted[index]) for index in group])
        for index in every:
            if index in noted and index not in together:
                self._step(index, steps[index])
        for index in sorted(together):
            self._release(updates.last, steps[index])

    def _together(self, group: Sequence[tuple[int, VariableNote]]) -> None:
        """Write one call for steps on variables, and the single steps for when it does not take them."""
        first, note = group[0]
        steps = self.plan.steps
        members = [each.prepared for _, each in group]
        make = note.prepared.together(members, [handle for _, each in group for handle in each.handles])
        if make is not None:
            name = f"q{len(self.frames)}"
            self.frames.append(make)
            self.names[f"s{first}"] = steps[first]
            own = "".join(f"{self.known[each.own].variable}, " for _, each in group)
            shared = "".join(f"{self.known[register].variable}, " for register in note.shared)
            self.unwatched += len(group) - 1
            self._watch(first, False)
            self._line(first, f"if not {name}(context(run, s{first}, functions), ({own}), ({shared})):")
            self.indent = "        "
        unwatched = self.unwatched  # what the single steps look at does not count where they do not run
        for index, _ in group:
            inputs = [self.known[register] for register in steps[index].inputs]
            self._static(index, steps[index], self.recording.chosen(index), inputs)
        if make is not None:
            self.unwatched = unwatched
        self.indent = "    "

    def code(self, notes: Notes | None) -> Code:
        """What was written, compiled."""
        text = "\n".join(self.lines) + "\n"
        shapes, makers = tuple(self.buffers), tuple(self.frames)
        return Code(
            text,
            compile(text, "<plan>", "exec"),
            self.names,
            self.step_of_line,
            self.inputs_of_step,
            (lambda: (*(np.empty(shape, dtype) for shape, dtype in shapes), *(make() for make in makers)))
            if shapes or makers
            else None,
            self.run_free and not self.plan.reads,
            self._hands_out(),
            tuple(self.known[register].shape for register in self.plan.fetches),
            self.computing,
            tuple(
                position for position, (_, register, _) in enumerate(self.plan.feeds) if register in self.uses.exposed
            ),
            notes,
        )

    def _head(self, feeds: list[str]) -> int:
        """Write the first lines; return the number of the line that is filled in later with what the code needs."""
        self.lines.append("def program(fed, run, frame):")
        if feeds:
            self.lines.append(f"    {', '.join(feeds)}, = fed")
        self.lines.append("    # nothing but feeds and constants is needed")
        return len(self.lines) - 1

    def _hands_out(self) -> bool:
        found = [self.known[register] for register in self.plan.fetches]
        distinct = len({value.variable for value in found}) == len(found)
        alone = self.uses.shared.isdisjoint(map(self.uses.origin, self.plan.fetches))
        return distinct and alone and all(value.ours and value.shape for value in found)

    # -- steps ----------------------------------------------------------------------------------------------------

    def _guarded(self, index: int, step: Step) -> None:
        """Write a step into the branch that its guards say; neighbours with the same guards share one."""
        guards = step.guards or ()
        if guards != self.guards:
            self.guards, self.indent = guards, "    "
            if guards:
                held = " and ".join(self._truth(index, register, side, step) for register, side in guards)
                self._line(index, f"if {held}:")
                self.indent = "        "
                self._line(index, "pass")  # its steps may turn out to be constants
        if isinstance(step, PickStep):
            self._pick(index, step)
            self._release(index, step)
        else:
            self._step(index, step)

    def _truth(self, index: int, register: int, side: bool, step: Step) -> str:
        """Whether a predicate is what it must be."""
        value = self.known[register]
        if value.shape == ():
            held = value.variable
        else:
            self.names["holds"], self.names[f"n{index}"] = holds, step.node
            held = f"holds({value.variable}, n{index})"
        return held if side else f"not {held}"

    def _pick(self, index: int, step: PickStep) -> None:
        one, other, _ = (self.known[register] for register in step.inputs)
        true, false = (one, other) if step.if_true == 0 else (other, one)
        held = self._truth(index, step.inputs[2], True, step)
        value, place = step.outputs
        if value >= 0:
            self._line(index, f"r{value} = {true.variable} if {held} else {false.variable}")
            self.known[value] = Value(f"r{value}", one.shape if one.shape == other.shape else None)
        if place >= 0:
            self.names["indices"] = INDICES
            self._line(index, f"r{place} = indices[{step.if_true} if {held} else {1 - step.if_true}]")
            self.known[place] = Value(f"r{place}", ())

    def _step(self, index: int, step: Step) -> None:
        choice = self.choices[index]
        inputs = [self.known[register] for register in step.inputs]
        if choice is None:
            self._dynamic(index, step, inputs)
            self._release(index, step)
            return
        if self._settled(index, step, inputs):
            self.computing[index] = False
            return
        expected = self._with_expected_values(index, step, inputs)
        is_certain, inputs = expected is inputs, expected
        if not is_certain and self._settled(index, step, inputs):
            self.notes.settled.add(index)
            return
        if index in self.hand_on:
            self.notes.settled.add(index)
            if is_certain:
                self.computing[index] = False
            self.known[step.outputs[0]] = inputs[0]
            return
        kernels = step.kernels
        static = (
            not step.reads
            and all(value.shape is not None for value in inputs)
            and all(inputs[i].constant is not None for i in kernels.host_inputs)
        )
        if static and all(s == v.shape for s, v in zip(choice.spec.shapes, inputs, strict=True)):
            if self._is_idle(step, choice, inputs):
                self.notes.settled.add(index)
                self._release(index, step)
                return
            if self._gives_its_input(step, inputs, choice):
                self.unchanged.add(index)
            if is_certain and len(step.outputs) == 1 and step.outputs[0] >= 0 and not choice.definition.uses:
                self.computing[index] = True
            if self.with_lists and step.guards is None:
                self.notes.note(index, step, choice, inputs, is_certain)
            self._static(index, step, choice, inputs)
        else:
            if self.with_lists and step.guards is None:
                self.notes.note_read(index, step, choice)
            self._dynamic(index, step, inputs)
        self._release(index, step)

    def _chain(self, group: Group) -> bool:
        """Write one call for all steps of a group; whether the device can compute them so."""
        members, steps = group.members, self.plan.steps
        last, inside = members[-1], set(members)
        chain, inputs, outputs = chain_of(
            self.plan, self.recording, group, self.uses.origin, lambda register: self.uses.is_needed(register, last)
        )
        run = compiled(chain)
        if run is None:
            return False
        first = members[0]
        for index in members:
            register = steps[index].outputs[0]
            self.known[register] = Value(f"r{register}", group.shape)
        for index in range(first, last):
            if index not in inside:
                self._step(index, steps[index])
        given = [self.known[register] for register in inputs]
        self.notes.note_chain(members, run, chain, inputs, outputs)
        self._watch(first, prod(group.shape) * len(members) >= _LONG)
        taken: list[str] = []
        for register, step in zip(outputs, chain.outputs, strict=True):
            dtype = self.recording.chosen(members[step]).spec.output_dtypes[0].numpy_dtype
            value = self._room(register, group.shape, dtype, first)
            self.known[register] = value
            taken.append(value.variable)
        self.names[f"d{first}"] = run
        self.inputs_of_step[first] = [value.variable for value in given]
        arguments = "".join(f"{value.variable}, " for value in given)
        self._line(first, f"d{first}(({arguments}), ({''.join(f'{name}, ' for name in taken)}))")
        for index in members:
            if (register := steps[index].outputs[0]) not in outputs:
                self.known.pop(register)  # it never is in memory
        for index in range(first, last + 1):
            self._release(last, steps[index])
        return True

    def _room(self, register: int, shape: tuple[int, ...], dtype: np.dtype[Any], index: int) -> Value:
        """Memory for a result: a buffer that outlives the run, or new memory."""
        size = prod(shape) * dtype.itemsize
        if register not in self.uses.exposed and size <= BUFFER_BYTES:
            return Value(self._buffer(register, shape, dtype), shape, ours=True)
        return Value(self._allocated(index, register, shape, dtype), shape, ours=True)

    def _allocated(self, index: int, register: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> str:
        """New memory for a result."""
        self.names["empty"], self.names[f"e{register}"] = device_type("CPU").empty, dtype
        self._line(index, f"r{register} = empty({shape!r}, e{register})")
        return f"r{register}"

    def _settled(self, index: int, step: Step, inputs: list[Value]) -> bool:
        """Whether the outputs never vary; then they are constants from here on."""
        kernels, values = step.kernels, self.recording.values[index]
        by_value = all(value.constant is not None for value in inputs)
        by_shape = step.node.op.has(Trait.TELLS) and all(value.shape is not None for value in inputs)
        pure = not (step.reads or step.node.op_def.is_stateful or kernels.uses & NOT_PURE)
        if not step.node.op.has(Trait.REMAKABLE) and not (pure and (by_value or by_shape)):
            return False
        if any(register >= 0 and value is None for register, value in zip(step.outputs, values, strict=True)):
            return False
        for position, register in enumerate(step.outputs):
            if register >= 0:
                self._make_constant(register, values[position])
        return True

    def _make_constant(self, register: int, value: np.ndarray[Any, Any]) -> None:
        """Take it that a register has this value from here on."""
        if value.flags.writeable:
            value = value.copy()
            value.flags.writeable = False
        name = f"k{register}"
        self.names[name] = value
        self.known[register] = Value(name, value.shape, value)

    def _line(self, index: int, text: str) -> None:
        self.lines.append(f"{self.indent}{text}")
        self.step_of_line[len(self.lines)] = index

    def _name_inputs(self, index: int, inputs: list[Value]) -> str:
        names = [value.variable for value in inputs]
        self.inputs_of_step[index] = names
        return ", ".join(names)

    def _static(self, index: int, step: Step, choice: Choice, inputs: list[Value]) -> None:
        prepared = choice.prepared
        arguments = self._name_inputs(index, inputs)
        self._watch(index, _may_take_long(choice))
        if choice.bytes > LARGE:
            self.names[f"c{index}"] = choice
            self._line(index, f"fits(c{index}, run)")
        if prepared.direct is not None and step.outputs[0] >= 0:
            self._direct(index, step, choice, inputs, arguments)
            return
        self.names[f"p{index}"] = prepared.run
        tuple_text = f"({arguments},)" if arguments else "()"
        context = "unasked" if step.operands_stay else "passing"
        uses = choice.definition.uses
        if uses and not (uses == {"cancel"} and _is_short(choice)):
            self.run_free = False
            self.names[f"s{index}"] = step
            context = f"context(run, s{index}, functions)"
        run = f"p{index}({context}, {tuple_text}, "
        if not self._direct_for(index, step, choice, inputs, run):
            self._assign(index, step, f"{run}None)", choice)

    def _watch(self, index: int, long: bool) -> None:
        """Write a check whether the run must stop: before a step that may take long, and sometimes before others."""
        self.steps += 1
        self.unwatched += 1
        if long or self.steps > _STEPS_OF_FREE:
            self.run_free = False
        if long or self.unwatched > _STEPS_UNWATCHED:
            self.unwatched = 0
            self._line(index, "if run is not None and run.watched: run.check()")

    def _direct(self, index: int, step: Step, choice: Choice, inputs: list[Value], arguments: str) -> None:
        prepared = choice.prepared
        register = step.outputs[0]
        (shape,), dtype = prepared.output_shapes, choice.spec.output_dtypes[0].numpy_dtype
        name = f"d{index}"
        self.names[name] = prepared.direct
        target = self._target(index, step, choice, shape, dtype) if prepared.direct_out else None
        if target is not None:
            self._line(index, f"{name}({arguments}, {target})")
            self.known[register] = Value(target, shape, ours=True)
            return
        variable = f"r{register}"
        in_c_order = ", order='C'" if isinstance(prepared.direct, np.ufunc) and shape != () else ""
        call = f"{name}({arguments}{in_c_order})"
        if shape == ():  # ufuncs turn arrays of rank 0 into scalars
            self.names["asarray"] = np.asarray
            call = f"asarray({call})"
        self._line(index, f"{variable} = {call}")
        self.known[register] = Value(variable, shape, ours=True)

    def _direct_for(self, index: int, step: Step, choice: Choice, inputs: list[Value], run: str) -> bool:
        """Write a call of what the kernel makes of constant inputs, if it makes anything.

        Args:
            run: the beginning of a call of the whole kernel, up to what it may write into.
        """
        constants = [value.constant for value in inputs]
        if len(step.outputs) != 1 or step.outputs[0] < 0 or not any(isinstance(c, np.ndarray) for c in constants):
            return False
        prepared, register = choice.prepared, step.outputs[0]
        found = prepared.direct_for(constants)
        (shape,) = prepared.output_shapes
        if found is None or shape is None:
            return False
        self.names[f"d{index}"] = found
        varying = ", ".join(value.variable for value in inputs if value.constant is None)
        dtype = choice.spec.output_dtypes[0].numpy_dtype
        if register not in self.uses.exposed and prod(shape) * dtype.itemsize <= BUFFER_BYTES:
            variable = self._buffer(register, shape, dtype)
            self.names["copyto"] = np.copyto
            self._line(index, f"if d{index}({varying}, out={variable}) is None: copyto({variable}, {run}None)[0])")
        else:
            variable = f"r{register}"
            self._line(index, f"{variable} = d{index}({varying})")
            self._line(index, f"if {variable} is None: {variable}, = {run}None)")
        self.known[register] = Value(variable, shape, ours=True)
        return True

    def _target(
        self, index: int, step: Step, choice: Choice, shape: tuple[int, ...] | None, dtype: np.dtype[Any]
    ) -> str | None:
        """The variable whose memory the result may go into."""
        register = step.outputs[0]
        if shape is None:
            return None
        for position, given in enumerate(step.inputs):  # over an operand that dies here
            value, source = self.known[given], self.uses.origin(given)
            if (
                self.uses.last[source] == index
                and value.ours
                and source not in self.uses.exposed
                and value.shape == shape
                and choice.spec.dtypes[position].numpy_dtype == dtype
                and (source not in self.buffer_of or register not in self.uses.exposed)
            ):
                if source in self.buffer_of:
                    self.buffer_of[register] = self.buffer_of.pop(source)
                return value.variable
        size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
        if size > BUFFER_BYTES:  # the device has memory that was used before; NumPy's own is new
            return self._allocated(index, register, shape, dtype)
        return None if register in self.uses.exposed else self._buffer(register, shape, dtype)

    def _buffer(self, register: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> str:
        """A buffer for a result that no one else can see."""
        free = self.free_buffers.get((shape, dtype))
        if free:
            buffer = free.pop()
        else:
            buffer = f"b{len(self.buffers)}"
            self.buffers.append((shape, dtype))
        self.buffer_of[register] = buffer
        return buffer

    def _dynamic(self, index: int, step: Step, inputs: list[Value]) -> None:
        self.run_free = False
        self.dynamic = True
        arguments = self._name_inputs(index, inputs)
        self.names[f"s{index}"] = step
        self._line(index, "if run.watched: run.check()")
        self._assign(index, step, f"dynamic(s{index}, [{arguments}], around)[1]", None)

    def _assign(self, index: int, step: Step, call: str, choice: Choice | None) -> None:
        outputs = step.outputs
        wanted = [position for position, register in enumerate(outputs) if register >= 0]
        if len(outputs) == 1 and wanted:
            self._line(index, f"r{outputs[0]}, = {call}")
        elif not wanted:
            self._line(index, call)
        else:
            self._line(index, f"t = {call}")
            for position in wanted:
                self._line(index, f"r{outputs[position]} = t[{position}]")
            self._line(index, "t = None")
        for position in wanted:
            shape = choice.prepared.output_shapes[position] if choice is not None else None
            ours = choice is not None and choice.prepared.fresh and position not in choice.prepared.aliases
            self.known[outputs[position]] = Value(f"r{outputs[position]}", shape, ours=ours)
        self._expect(index, step)

    def _expect(self, index: int, step: Step) -> None:
        """Check that what depends on values has the shapes of the recorded run, and rely on it from here on."""
        if index in self.varying or not self.recording.shapes[index]:
            return
        unknown: list[str] = []
        for register, shape in zip(step.outputs, self.recording.shapes[index], strict=True):
            if register >= 0 and shape is not None and self.known[register].shape is None:
                unknown.append(f"{self.known[register].variable}.shape != {shape!r}")
                self.known[register].shape = shape
        if not unknown:
            return
        self._line(index, f"if {' or '.join(unknown)}: {self._leave(index + 1, index)}")

    def _leave(self, first: int, reason: int) -> str:
        """Code that runs the steps from ``first`` on one by one.

        Args:
            reason: what is counted, so that it is expected no more if it happens often: the index of a step with
                other shapes, or ``~index`` of one with other values.
        """
        self.run_free = False
        needed = {r: value for r, value in self.known.items() if self.uses.is_needed(self.uses.origin(r), first - 1)}
        live = {register: value.variable for register, value in needed.items() if value.constant is None}
        constants = {register: value.constant for register, value in needed.items() if value.constant is not None}
        name = f"l{len(self.names)}"
        self.names[name] = (live, constants)
        return f"return go_on({first}, {reason}, {name}, locals(), run)"

    def _with_expected_values(self, index: int, step: Step, inputs: list[Value]) -> list[Value]:
        """The inputs of a step, after a check that those on whose values the choice of its kernel depends have the
        values of the recorded run: they do in most loops, whose shapes stay the same."""
        if step.guards is not None or step.reads or ~index in self.varying:
            return inputs
        checks: list[str] = []
        expected: dict[int, np.ndarray[Any, Any]] = {}
        for position in step.kernels.host_inputs:
            if inputs[position].constant is not None:
                continue
            value = self.value_of.get(self.uses.origin(step.inputs[position]))
            if value is None or value.shape != inputs[position].shape:
                return inputs
            self.names[f"v{index}_{position}"] = value.tobytes()
            checks.append(f"{inputs[position].variable}.tobytes() != v{index}_{position}")
            expected[position] = value
        if not checks or any(value.shape is None for value in inputs):
            return inputs
        self._line(index, f"if {' or '.join(checks)}: {self._leave(index, ~index)}")
        self.notes.expected[index] = [(step.inputs[p], value) for p, value in expected.items() if value.size]
        for position, value in expected.items():
            self._make_constant(step.inputs[position], value)
        return [self.known[register] for register in step.inputs]

    def _release(self, index: int, step: Step) -> None:
        """Release what is not needed after this step: buffers become free, large values are dropped."""
        dead: list[str] = []
        for register in dict.fromkeys(map(self.uses.origin, (*step.inputs, *step.free))):
            if self.uses.is_needed(register, index):
                continue
            buffer = self.buffer_of.pop(register, None)
            value = self.known.pop(register, None)
            if buffer is not None:
                shape, dtype = self.buffers[int(buffer[1:])]
                self.free_buffers.setdefault((shape, dtype), []).append(buffer)
            elif value is not None and value.constant is None and not self._taken_over(value, register, step):
                dead.append(value.variable)
        if dead:
            self.lines.append(f"{self.indent}{' = '.join(dict.fromkeys(dead))} = None")

    def _taken_over(self, value: Value, register: int, step: Step) -> bool:
        """Whether an output of the step lives in the variable of the dying ``register``."""
        others = (self.known.get(output) for output in step.outputs if output != register)
        return any(other is not None and other.variable == value.variable for other in others)


def _may_take_long(choice: Choice) -> bool:
    """Whether a step may take milliseconds."""
    spec = choice.spec
    if choice.bytes >= _LONG:
        return True
    read = sum(prod(shape) * (dtype.size or POINTER) for shape, dtype in zip(spec.shapes, spec.dtypes, strict=True))
    return read >= _LONG or (spec.op.cost_fn is not None and not _is_short(choice))


def _is_short(choice: Choice) -> bool:
    """Whether it is too short to be worth cancelling."""
    spec = choice.spec
    if choice.bytes >= _LONG or spec.op.cost_fn is None:
        return False
    shapes = [TensorShape.of(shape) for shape in spec.shapes]
    context = ShapeContext(spec.op.op_def, spec.attrs, shapes, lambda index: spec.values[index])
    try:
        flops: int = spec.op.cost_fn(context).flops
    except GraphopsError:
        return False
    return flops <= _SHORT
