"""Traits: facts about an op that its OpDef does not show, stated in the op's block and nowhere else.

:func:`~graphops_registry.op_def.register_op` takes a list of them::

    register_op("Identity", ..., traits=[Trait.CANNOT_FAIL, passes_through("input")])

Each is a member of :class:`Trait`, or the text of one: ``"cannot_fail"``, ``"passes_through(input)"``.  Code that needs
to know asks the op, ``op.has(Trait.CANNOT_FAIL)``, and never compares names.  What an OpDef shows - state, references,
attrs that name functions - is read from the OpDef and is no trait.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from graphops_registry.errors import InvalidTypeError, must, nearest, printed

if TYPE_CHECKING:
    from graphops_registry.op_def import OpDef

_INPUT: Final = ("<input>",)  # in the table of traits: the name of an input of the op
WHEN: Final = {
    "always": "true for all inputs and attrs",
    "same_dtype": "all its type attrs are the same dtype, and no attr asks for rounding",
    "one_input": "it has a single input, of the shape that its attr `shape` (if any) allows",
    "shape_allowed": "its attr `shape` allows the input's shape",
    "reshaped_to_itself": "input 1 is the input's shape, perhaps with one -1",
    "broadcast_to_itself": "input 1 is the input's shape",
    "axes_in_order": "input 1 lists the axes in their order",
    "repeated_once": "input 1 holds ones only",
    "no_padding": "input 1 holds zeros only",
    "whole": "inputs 1 and 2 begin at 0 and cover every axis",
    "no_axes": "input 1 lists no axes",
    "by_one": "it computes in floating point, and input 1 holds ones only and does not enlarge the result",
    "minus_zero": "it computes in floating point, and input 1 holds zeros only, no -0, and does not enlarge the result",
}
SEEN_BY_SHAPE: Final = frozenset(
    ("always", "shape_allowed", "reshaped_to_itself", "broadcast_to_itself", "repeated_once", "no_padding", "whole")
)
"""Those conditions that certainly hold where a kernel has run and the output's shape is the input's."""
_INPUTS_NEEDED: Final = {
    "broadcast_to_itself": 2, "reshaped_to_itself": 2, "axes_in_order": 2, "repeated_once": 2, "no_padding": 2,
    "no_axes": 2, "whole": 3, "by_one": 2, "minus_zero": 2,
}  # fmt: skip
"""How many inputs an op must have for ``passes_through(input, when)`` with these conditions."""


_ATTRS_NEEDED: Final = {
    "placeholder": ("dtype", "shape"),
    "feedable": ("shape",),
    "enter": ("frame_name", "is_constant"),
    "function_call": ("f",),
    "function_loop": ("cond", "body"),
    "declares_variable": ("dtype", "shape", "container", "shared_name"),
}


class Trait(Enum):
    """A fact about an op.

    Attributes:
        meaning: what it says, in one sentence.
        arguments: for each argument, the words that it can be; ``("<input>",)`` for the name of an input.
        required: how many of the arguments must be given; for each of the others the first word is the default.
        repeats: whether more arguments like the last one may follow.
        attrs: what the op must have for the trait to mean anything.
    """

    meaning: str
    arguments: tuple[tuple[str, ...], ...]
    required: int
    repeats: bool
    attrs: tuple[str, ...]

    # -- where values come from
    PLACEHOLDER = "placeholder", "It has no kernel: each run must be given its value."
    FEEDABLE = "feedable", "It is made to be fed, and a feed must fit its attr `shape`."
    DECIDED_AT_RUN = "decided_at_run", "Its value is decided by the run, even where all its inputs are constants."
    REMAKABLE = "remakable", "A second node like it gives the same and costs nothing, so it may be made again anywhere."
    NOTHING_TO_COMPUTE = "nothing_to_compute", "A run of it computes nothing that is worth showing."

    # -- loops and conditionals of TensorFlow 1, which the frame executor carries out
    SWITCH = "switch", "It sends a value to one of its two outputs; the other one is dead."
    MERGE = "merge", "It gives the one input that is not dead; an input may be made after it."
    ENTER = "enter", "It brings a value into a loop."
    EXIT = "exit", "It brings a value out of a loop."
    NEXT_ITERATION = "next_iteration", "It brings a value into the next iteration of a loop."
    LOOP_COND = "loop_cond", "It says whether a loop goes on."
    CONTROL_TRIGGER = "control_trigger", "It runs even when its control inputs are dead."

    # -- functions
    FUNCTION_CALL = "function_call", "It gives what the function of its attr `f` gives for its inputs."
    FUNCTION_CHOICE = "function_choice", "Input 0 chooses which of its functions is called with the other inputs."
    FUNCTION_COUNT = "function_count", "It calls its function `body` with each number of a range."
    FUNCTION_LOOP = "function_loop", "It calls its function `body` as long as its function `cond` says so."

    CALLS_PYTHON = "calls_python", "It calls a Python function of the process that made the graph."

    # -- state
    DECLARES_VARIABLE = "declares_variable", "It makes a variable known, and gives its handle or a reference to it."
    ONLY_READS = "only_reads", "It is stateful, but does not change any state."
    STATE_OF_RUN = "state_of_run", "The state that it makes, reads or changes ends with the run."

    # -- what passes may do
    CANNOT_FAIL = "cannot_fail", "No values of its inputs make it fail, once their shapes fit each other."
    LINEAR_TIME = (
        "linear_time",
        "It takes a few operations for each element of its inputs and outputs.",
    )
    BOUNDED_RESULT = (
        "bounded_result",
        "Values decide the size of a result, which never exceeds that of the inputs, an axis of 0 counted as 1.",
    )
    MADE_AT_EACH_RUN = "made_at_each_run", "Its results are made anew by each run, also where they are the same."
    NONFINITE_EXPECTED = "nonfinite_expected", "NaN and infinities in what it gives are no sign of a mistake."
    PASSES_THROUGH = (
        "passes_through",
        "Output i is tensor i of that input, bit for bit, under a condition.",
        (_INPUT, tuple(WHEN)),
        1,
    )
    TELLS = "tells", "Its outputs depend on the shapes of its inputs alone.", (("shape", "rank", "size"),)

    # -- mathematics
    ELEMENTWISE = (
        "elementwise",
        "Outputs have the inputs' broadcast shape; element i depends on elements i alone.",
    )
    LINEAR_IN = (
        "linear_in",
        "It is linear in each of these inputs while the others stay as they are.",
        (_INPUT,),
        1,
        True,
    )
    WINDOW = (
        "window",
        "It moves a window along so many spatial axes; `any`: along as many as its attr `strides` says.",
        (("2", "3", "any"),),
    )
    POOLS_CHANNELS = "pools_channels", "Its window may lie along the channels instead of the spatial axes."
    CONVOLUTION = (
        "convolution",
        "It is this pass of a convolution; a depthwise one filters each channel by itself.",
        (("forward", "input_gradient", "filter_gradient"), ("dense", "depthwise")),
        1,
    )

    def __new__(
        cls,
        text: str,
        meaning: str,
        arguments: tuple[tuple[str, ...], ...] = (),
        required: int | None = None,
        repeats: bool = False,
    ) -> Trait:
        """A member whose value is the text of the trait."""
        member = object.__new__(cls)
        member._value_ = text
        member.meaning = meaning
        member.arguments = arguments
        member.required = len(arguments) if required is None else required
        member.repeats = repeats
        member.attrs = _ATTRS_NEEDED.get(text, ())
        return member

    __hash__ = object.__hash__  # each member is one object; Enum's own hash is Python code, and look-ups are frequent

    @property
    def usage(self) -> str:
        """How it is written, with the kinds of its arguments: ``passes_through(input, when)``."""
        if not self.arguments:
            return str(self.value)
        kinds = ["input" if words is _INPUT else "when" if words == tuple(WHEN) else " or ".join(words)
                 for words in self.arguments]  # fmt: skip
        return f"{self.value}({', '.join([*kinds, '...'] if self.repeats else kinds)})"


@dataclass(frozen=True, slots=True)
class TraitOf:
    """A trait with its arguments, such as ``linear_in(x, y)``."""

    trait: Trait
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return trait_text(self.trait, self.arguments)


AnyTrait: TypeAlias = Trait | TraitOf | str


def linear_in(*inputs: str) -> TraitOf:
    """The op is linear in each of ``inputs`` while the others stay as they are."""
    return TraitOf(Trait.LINEAR_IN, inputs)


def passes_through(argument: str, when: str = "always") -> TraitOf:
    """Output i of the op is tensor i of the input ``argument``, bit for bit, ``when``: a key of :data:`WHEN`."""
    return TraitOf(Trait.PASSES_THROUGH, (argument, when))


def tells(what: str) -> TraitOf:
    """The op gives the ``shape``, ``rank`` or ``size`` of its input, or of each of its inputs."""
    return TraitOf(Trait.TELLS, (what,))


def window(spatial_axes: int | str) -> TraitOf:
    """The op moves a window along 2 or 3 spatial axes, or along ``"any"`` number that its attr ``strides`` tells."""
    return TraitOf(Trait.WINDOW, (str(spatial_axes),))


def convolution(pass_: str, kind: str = "dense") -> TraitOf:
    """The op is a pass of a convolution: ``forward``, ``input_gradient`` or ``filter_gradient``."""
    return TraitOf(Trait.CONVOLUTION, (pass_, kind))


def trait_text(trait: Trait, arguments: Iterable[str] = ()) -> str:
    """A trait as a text that :func:`read_traits` takes."""
    given = ", ".join(arguments)
    return f"{trait.value}({given})" if given else str(trait.value)


def read_traits(op_def: OpDef, given: Iterable[AnyTrait]) -> dict[Trait, tuple[str, ...]]:
    """The traits of an op with their arguments, checked.

    Raises:
        InvalidArgumentError: an unknown trait, one that is stated twice, or arguments that it does not take.
        InvalidTypeError: something that is neither a trait nor a text.
    """
    if isinstance(given, (str, Trait, TraitOf)) or not isinstance(given, Iterable):
        raise must("traits", op_def.name, "be a list", printed(given), kind=InvalidTypeError)
    found: dict[Trait, tuple[str, ...]] = {}
    for each in given:
        trait, arguments = _read(op_def, each)
        if trait in found:
            raise must("traits", op_def.name, f"state '{trait.value}' once", "it twice")
        _check(op_def, trait, arguments)
        found[trait] = (*arguments, *(words[0] for words in trait.arguments[len(arguments) :]))
    return found


def _read(op_def: OpDef, given: object) -> tuple[Trait, tuple[str, ...]]:
    if isinstance(given, Trait):
        return given, ()
    if isinstance(given, TraitOf):
        return given.trait, given.arguments
    if not isinstance(given, str):
        raise must("traits", op_def.name, "hold Traits or their names", printed(given), kind=InvalidTypeError)
    parts = re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\)\s*)?", given)
    name = given if parts is None else parts[1]
    known = {str(trait.value): trait for trait in Trait}
    if parts is None or name not in known:
        rule = f"be among {', '.join(known)}{nearest(name, known)}"
        raise must("traits", op_def.name, rule, repr(given))
    arguments = tuple(part.strip() for part in parts[2].split(",")) if parts[2] and parts[2].strip() else ()
    return known[name], arguments


def _check(op_def: OpDef, trait: Trait, arguments: tuple[str, ...]) -> None:
    text = trait_text(trait, map(str, arguments))
    if len(arguments) < trait.required or (len(arguments) > len(trait.arguments) and not trait.repeats):
        raise must("traits", op_def.name, f"be written as {trait.usage}", text)
    for number, argument in enumerate(arguments):
        words = trait.arguments[min(number, len(trait.arguments) - 1)]
        allowed = tuple(arg.name for arg in op_def.inputs) if words is _INPUT else words
        if argument not in allowed:
            what = "inputs of the op" if words is _INPUT else "words of the trait"
            rule = f"name {what} in '{trait.value}', {', '.join(allowed) or 'of which there is none'}"
            raise must("traits", op_def.name, rule, f"'{argument}'")
    if len(set(arguments)) < len(arguments):
        raise must("traits", op_def.name, "name an argument once", text)
    for attr in trait.attrs:
        if attr not in op_def.attr_by_name:
            raise must("traits", op_def.name, f"state '{trait.value}' only where there is an attr '{attr}'", text)
    if trait is Trait.PASSES_THROUGH:
        _check_passed(op_def, arguments[0], arguments[1] if len(arguments) > 1 else "always")


def _check_passed(op_def: OpDef, argument: str, when: str) -> None:
    """Whether the outputs can be the tensors of the first input."""
    first, outputs = op_def.inputs[0], op_def.outputs
    rule = None
    if argument != first.name:
        rule = f"name the first input, {first.name}, in 'passes_through'"
    elif len(op_def.inputs) < _INPUTS_NEEDED.get(when, 1):
        rule = f"state '{when}' only where there are {_INPUTS_NEEDED[when]} inputs"
    elif when == "shape_allowed" and "shape" not in op_def.attr_by_name:
        rule = "state 'shape_allowed' only where there is an attr 'shape'"
    elif len(outputs) != 1 or (outputs[0].is_list, outputs[0].number_attr, outputs[0].type_list_attr) != (
        (False, None, None) if when == "one_input" else (first.is_list, first.number_attr, first.type_list_attr)
    ):
        rule = "state 'passes_through' only where there are as many outputs as tensors in the first input"
    if rule is not None:
        raise must("traits", op_def.name, rule, f"passes_through({argument}, {when})")
