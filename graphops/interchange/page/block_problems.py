"""Everything that is wrong with a block, not only what a call says first.

What is known to be wrong is replaced by a stand-in, and the call is tried again, until nothing more is found.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from graphops.build.add_op import call
from graphops.build.binding import bind
from graphops.graph.graph import Graph, Tensor
from graphops.interchange.page.number_types import settle_types, settle_zeros
from graphops_registry.attr import AttrDef
from graphops_registry.dtypes import DType, as_dtype, float32
from graphops_registry.errors import GraphopsError
from graphops_registry.op_def import ArgDef, Op, OpDef, lookup_op
from graphops_registry.shape import TensorShape

_GUESSES: Final[Mapping[str, Any]] = {
    "string": "", "int": 1, "float": 1.0, "bool": False, "type": float32, "shape": TensorShape(None),
}  # fmt: skip


class _Done(Exception):
    """Ends a trial, so that the graph forgets it."""


class _StandIn(NamedTuple):
    """What replaces a wrong argument.

    Attributes:
        value: an attr's value, or tensors.
        is_guess: whether shapes that follow from it mean nothing.
    """

    value: Any
    is_guess: bool


def further_problems(graph: Graph, op: Op, arguments: Mapping[str, Any], wrong: Collection[str]) -> list[GraphopsError]:
    """What is wrong with a call beside what is known already; the graph stays as it was.

    Args:
        arguments: inputs and attrs by name, also wrong ones.
        wrong: the names of inputs and attrs that something is known to be wrong with.
    """
    names = {*(arg.name for arg in op.op_def.inputs), *op.op_def.attr_by_name}
    known = set(wrong) & names
    found: list[GraphopsError] = []
    while (error := _fault(graph, op, arguments, known)) is not None and error.argument not in known:
        found.append(error)
        if error.argument not in names:
            break
        known.add(error.argument)
    # What another fault alone made wrong is none: of an int beside a string, the int is right.
    return [error for error in found if error.argument not in known or
            _fault(graph, op, arguments, known - {error.argument}) is not None]  # fmt: skip


def _fault(graph: Graph, op: Op, arguments: Mapping[str, Any], wrong: Collection[str]) -> GraphopsError | None:
    try:
        _try(graph, op, arguments, wrong)
    except GraphopsError as error:
        return error
    return None


def _try(graph: Graph, op: Op, arguments: Mapping[str, Any], wrong: Collection[str]) -> None:
    """Call the op with stand-ins in a graph that forgets it; with guesses among them, only bind it."""
    try:
        with graph.all_or_nothing(), graph.as_default():
            given = {name: value for name, value in arguments.items() if name not in wrong}
            is_guess = False
            for attr in op.op_def.attrs:
                if attr.name in wrong:
                    stand_in = _attr_stand_in(attr, arguments.get(attr.name))
                    is_guess |= stand_in is None or stand_in.is_guess
                    if stand_in is not None:
                        given[attr.name] = stand_in.value
            for arg in op.op_def.inputs:
                if arg.name in wrong:
                    given[arg.name] = _input_stand_in(arg, op.op_def, given, graph)
            settle_types(op, given)
            settle_zeros(op, given)
            if is_guess:
                bind(op.op_def, given)
            else:
                call(op, given, graph=graph)
            raise _Done
    except _Done:
        return


def _attr_stand_in(attr: AttrDef, value: Any) -> _StandIn | None:
    """A value in the place of a wrong one: the one that was meant, if only its case is wrong; ``None``: the default."""
    if isinstance(value, str):
        for choice in attr.allowed or ():
            if isinstance(choice, str) and choice.lower() == value.lower():
                return _StandIn(choice, is_guess=False)
    if attr.has_default:
        return None
    if attr.is_list:
        return _StandIn([_GUESSES[attr.base_type]] * (attr.minimum or 0) if attr.base_type in _GUESSES else [], True)
    if attr.allowed is not None:
        return _StandIn(float32 if float32 in attr.allowed else attr.allowed[0], is_guess=True)
    guess = attr.minimum if attr.minimum is not None else _GUESSES.get(attr.base_type)
    return None if guess is None else _StandIn(guess, is_guess=True)


def _input_stand_in(arg: ArgDef, op_def: OpDef, given: Mapping[str, Any], graph: Graph) -> Any:
    """A tensor of which no shape is known, or as many as a list must have."""
    if arg.type_list_attr is not None:
        return []
    stated: dict[str, DType] = {}
    for other in op_def.inputs:
        values = given.get(other.name, [])
        for value in values if isinstance(values, list) else [values]:
            if other.type_attr is not None and isinstance(value, Tensor):
                stated.setdefault(other.type_attr, value.dtype.base)
    if arg.type_attr in given:
        stated[arg.type_attr or ""] = as_dtype(given[arg.type_attr or ""])
    dtype = likely_dtype(arg, op_def, stated)
    shapeless = call(lookup_op("Placeholder"), {"dtype": dtype}, "stand_in", graph=graph)
    if arg.number_attr is None:
        return shapeless
    return [shapeless] * (op_def.attr_by_name[arg.number_attr].minimum or 1)


def likely_dtype(arg: ArgDef, op_def: OpDef, stated: Mapping[str, DType]) -> DType:
    """The dtype that an input without a wire would have.

    Args:
        stated: the dtypes of type attrs, as far as other inputs or the block say them.
    """
    if arg.type is not None:
        return arg.type.base
    attr = op_def.attr_by_name[arg.type_attr or ""]
    if attr.name in stated and (attr.allowed is None or stated[attr.name] in attr.allowed):
        return stated[attr.name]
    if attr.has_default:
        default: DType = attr.default
        return default
    return float32 if attr.allowed is None or float32 in attr.allowed else attr.allowed[0]
