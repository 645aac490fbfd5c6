"""What this library answers to a call: eagerly, or in a Session where there is state."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import graphops as go
from graphops_registry.errors import GraphopsError
from graphops_registry.op_def import lookup_op
from tests.differential import values
from tests.golden.case import Array, Case
from tests.ops import golden_calls


class Refused(Exception):
    """This library does not answer the call."""


class Foreign(Exception):
    """An error that is none of this library's: a fault."""


def answer(case: Case, number: int) -> list[Array]:
    """The outputs, then the values of the variables afterwards; ``number`` settles how inputs lie in memory.

    Raises:
        Refused: with the class and the sentence.
        Foreign: any other exception, or a warning.
    """
    inputs = {
        name: [values.laid_out(array, number) for array in value]
        if isinstance(value, list)
        else values.laid_out(value, number)
        for name, value in case.inputs.items()
    }
    call = Case(case.op, inputs, case.attrs)
    op_def = lookup_op(case.op).op_def
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            if any(arg.is_ref for arg in op_def.inputs):
                return _with_references(call)
            if op_def.is_stateful or number % 5 == 4:
                return golden_calls.run_in_session(call)
            return golden_calls.run_eagerly(call)
    except GraphopsError as error:
        raise Refused(f"{type(error).__name__}: {error}") from None
    except Exception as error:
        raise Foreign(f"{type(error).__name__}: {error}") from error


def _with_references(case: Case) -> list[Array]:
    refs = [arg.name for arg in lookup_op(case.op).op_def.inputs if arg.is_ref]
    with go.Graph().as_default() as graph:
        arguments: dict[str, Any] = dict(case.inputs)
        for name in refs:
            value: Any = case.inputs[name]
            arguments[name] = go.raw_ops.VariableV2(shape=value.shape, dtype=go.as_dtype(value.dtype))
        first = [go.raw_ops.Assign(ref=arguments[name], value=case.inputs[name]) for name in refs]
        fetches = golden_calls.flat(getattr(go.raw_ops, case.op)(**arguments, **case.attrs))
        after = [go.raw_ops.Identity(input=arguments[name]) for name in refs]
    with go.Session(graph) as session:
        if case.op != "Assign":
            session.run(first)
        found = session.run(fetches)
        found = [*found, *session.run(after)]
    return [golden_calls.as_array(value) for value in found]


def inputs_unchanged(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether two mappings hold the same arrays, bit for bit."""
    return all(repr(before[name]) == repr(after[name]) for name in before)
