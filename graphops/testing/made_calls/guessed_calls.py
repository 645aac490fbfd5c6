"""Calls of an op without declared calls: small shapes that its shape rule accepts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphops.build.add_op import call
from graphops.graph.graph import Graph
from graphops.session import eager
from graphops.testing.cases import OpCase, cases
from graphops_registry.attr import AttrDef
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError
from graphops_registry.op_def import ArgDef, OpDef, lookup_op

HostArray = np.ndarray[Any, Any]

_SHAPES: Final = ((3,), (3, 4), (3, 5, 4), (2, 5, 6, 3), (), (3, 3))
_INTEGERS: Final = (np.array(1), np.array([1]), np.array([1, 2]), np.array([0, 1, 1]))  # sizes, axes, permutations
_MOST_TRIALS: Final = 400
_WANTED: Final = 3  # calls for each op


def guessed_calls(op: str, dtypes: Sequence[object] | None = None, *, seed: int = 0) -> Iterator[OpCase]:
    """Calls in all dtypes, with up to three sets of input shapes; none if nothing that was tried is accepted."""
    op_def = lookup_op(op).op_def
    attrs = {attr.name: [value] for attr in op_def.explicit_attrs if (value := _value(attr)) is not None}
    found = 0
    for inputs in itertools.islice(_inputs(op_def), _MOST_TRIALS):
        first = next(cases(op, inputs, attrs, dtypes=dtypes, seed=seed), None)
        if first is None:
            return
        if _is_accepted(first):
            yield from cases(op, inputs, attrs, dtypes=dtypes, seed=seed)
            found += 1
            if found == _WANTED:
                return


def _inputs(op_def: OpDef) -> Iterator[Mapping[str, Any]]:
    """Sets of inputs, the likeliest first: all of one shape."""
    same = [{arg.name: _of_shape(arg, shape) for arg in op_def.inputs} for shape in _SHAPES]
    yield from same
    choices = [[_of_shape(arg, shape) for shape in _SHAPES] for arg in op_def.inputs]
    for index, arg in enumerate(op_def.inputs):
        if arg.type is not None and arg.type.is_integer and not arg.is_list:
            choices[index] = [number.astype(arg.type.numpy_dtype) for number in _INTEGERS]
    for combination in itertools.product(*choices):
        yield {arg.name: given for arg, given in zip(op_def.inputs, combination, strict=True)}


def _of_shape(arg: ArgDef, shape: tuple[int, ...]) -> Any:
    return [shape, shape] if arg.is_list else shape


def _value(attr: AttrDef) -> Any:
    """A value for an attr that has to be given; ``None`` leaves the attr alone."""
    if attr.has_default or attr.allowed is not None or attr.type == "type":
        return None
    simple = {"int": max(attr.minimum or 0, 2), "float": 0.5, "bool": True, "string": "a", "shape": [2, 3]}
    if attr.type in simple:
        return simple[attr.type]
    if attr.is_list and attr.base_type in simple:
        return [simple[attr.base_type] if attr.base_type != "int" else 1] * max(attr.minimum or 0, 1)
    return None


def _is_accepted(case: OpCase) -> bool:
    op_def = lookup_op(case.op).op_def
    if any(as_dtype(t).name in ("resource", "variant") for arg in op_def.inputs if (t := arg.type) is not None):
        return False
    try:
        with Graph().as_default():
            call(lookup_op(case.op), {**case.inputs, **case.attrs})
        if not op_def.is_stateful:
            with np.errstate(all="ignore"):
                getattr(eager, case.op)(**case.inputs, **case.attrs)
    except GraphopsError:
        return False
    except Exception:  # a fault, for opcheck to report
        return True
    return True
