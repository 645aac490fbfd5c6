"""The recorded calls as this library makes them: eagerly, and in a graph of their own on a device."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

import numpy as np

import graphops as go
from graphops.plugins.packages import load_kernels
from graphops_registry.dtypes import resource
from graphops_registry.op_def import Op, lookup_op, registered_ops
from tests.golden.case import Array, Case
from tests.golden.load import GOLDEN, load, load_cases

FAMILIES = sorted(path.stem for path in GOLDEN.glob("*.npz"))


def own_ops() -> list[Op]:
    """The ops of this library; other tests register theirs as well."""
    load_kernels()
    return [op for op in registered_ops() if ">" not in op.name or op.name.startswith("Graphops>")]


def operations() -> list[tuple[str, str]]:
    """Each (family, op) that was recorded."""
    return [(family, op) for family in FAMILIES for op in sorted({case.op for case in load_cases(family)})]


@cache
def recorded(family: str) -> dict[str, list[tuple[Case, list[Array]]]]:
    """The calls of a family and what TensorFlow answered, by op."""
    found = defaultdict(list)
    for case, outputs in load(family):
        found[case.op].append((case, outputs))
    return found


def cases_of(op: str) -> list[Case]:
    """The recorded calls of ``op`` in all families."""
    return [case for family in FAMILIES for case in load_cases(family) if case.op == op]


_KINDS = {"V": "half", "i": "integer", "u": "integer"}  # of dtypes; bfloat16 is "V" to NumPy


def _traits(case: Case) -> set[tuple[str, Any]]:
    """What sets a call apart from others of its op: kinds of dtypes, modes (layout, padding ...), switches."""
    found: set[tuple[str, Any]] = {(name, v) for name, v in case.attrs.items() if isinstance(v, (str, bool))}
    for array in arrays(case):
        kind = array.dtype.kind
        found.add(("dtype", "half" if array.dtype == np.float16 else _KINDS.get(kind, kind)))
    return found


def few(cases: list[Case]) -> list[Case]:
    """Some of the calls of one op, which between them have every trait that the calls have.

    They suffice where it is the code around a kernel that is looked at, or its formula: that differs between traits,
    and seldom between sizes.  What each call gives is compared in ``test_goldens.py``, and every call is taken with
    ``.ci/run --full``.
    """
    traits = [_traits(case) for case in cases]
    chosen = {0} if cases else set()
    missing = set().union(*traits) - set().union(*(traits[number] for number in chosen))
    while missing:
        best = max(range(len(cases)), key=lambda number: len(traits[number] & missing))
        chosen.add(best)
        missing -= traits[best]
    return [cases[number] for number in sorted(chosen)]


def variables(case: Case) -> list[str]:
    """The arguments that are handles: the case gives the values that their variables have before."""
    return [arg.name for arg in lookup_op(case.op).op_def.inputs if arg.type is resource]


def arrays(case: Case) -> list[Array]:
    """All inputs, flat."""
    return [array for value in case.inputs.values() for array in (value if isinstance(value, list) else [value])]


def has_strings(case: Case, outputs: list[Array]) -> bool:
    return any(array.dtype.kind == "O" for array in (*arrays(case), *outputs))


def fits_cupy(case: Case, outputs: list[Array]) -> bool:
    """Whether CuPy's arrays hold these dtypes: of those that NumPy lacks, bfloat16 alone."""
    return all(array.dtype.kind in "biufc" or array.dtype.name == "bfloat16" for array in (*arrays(case), *outputs))


def run_eagerly(case: Case) -> list[Array]:
    """The outputs of a call that needs no state."""
    return [as_array(value) for value in flat(getattr(go.eager, case.op)(**case.inputs, **case.attrs))]


def run_in_session(case: Case, device: str = "/device:CPU:0") -> list[Array]:
    """The outputs from a new graph and Session, then the values that the variables have afterwards.

    Every input is fed, or assigned to a variable, but for those whose values a gradient or shape rule may want to see:
    integer vectors and scalars are constants.
    """
    with go.Graph().as_default() as graph, go.device(device):
        feeds: dict[Any, Array] = {}
        assigns = []
        arguments: dict[str, Any] = {}
        for name, value in case.inputs.items():
            if name in variables(case):
                arguments[name] = go.raw_ops.VarHandleOp(dtype=value.dtype, shape=None, shared_name=name)
                assigns.append(go.raw_ops.AssignVariableOp(resource=arguments[name], value=value))
            elif isinstance(value, list):
                arguments[name] = [enter(item, feeds) for item in value]
            else:
                arguments[name] = enter(value, feeds)
        fetches = flat(getattr(go.raw_ops, case.op)(**arguments, **case.attrs))
    with go.Session(graph) as session:
        if assigns:
            session.run(assigns)
        found = session.run(fetches, feeds)
        after = [session.variables[name] for name in variables(case)]
    return [as_array(value) for value in found if value is not None] + after


def enter(array: Array, feeds: dict[Any, Array]) -> Any:
    if array.dtype.kind in "iu" and array.ndim <= 1 and array.size <= 8:
        return array
    tensor = go.placeholder(go.as_dtype(array.dtype), array.shape)
    feeds[tensor] = array
    return tensor


def flat(result: Any) -> list[Any]:
    if not isinstance(result, (list, tuple)):
        return [] if result is None else [result]
    return [item for part in result for item in (part if isinstance(part, list) else [part])]


def as_array(value: Any) -> Array:
    """Fetches of rank 0 are scalars, those of strings bytes."""
    return np.asarray(value, dtype=object if isinstance(value, bytes) else None)
