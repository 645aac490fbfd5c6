"""Calls that an op should refuse, or cope with: it returns a result, or raises an error of graphops."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from graphops.build.add_op import call
from graphops.graph.graph import Graph
from graphops.session import eager
from graphops.testing.cases import OpCase
from graphops_registry.attr import AttrDef
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError, InternalError
from graphops_registry.op_def import Op

HostArray = np.ndarray[Any, Any]

_LARGEST: Final = 1 << 22  # elements of results that are computed
_FARTHEST: Final = 1000  # attrs beyond are only tried while a graph is built: a loop of so many steps ends
_MOST: Final = 5  # problems that are reported


def bad_call_problems(op: Op, case: OpCase, attrs: Mapping[str, Any]) -> tuple[list[str], int]:
    """What goes wrong when arguments do, and how many calls were made.

    Each argument of a good call is spoilt, one at a time: inputs of other ranks, dtypes and values, attrs at and
    beyond their bounds, names that do not exist.  The call is added to a graph, and
    computed if its result is known to be small.

    Args:
        attrs: the complete attrs of the good call.
    """
    found: list[str] = []
    count = 0
    for label, arguments, runs in _spoilt(op, case, attrs):
        count += 1
        problem = _outcome(op, arguments, runs)
        if problem is not None:
            found.append(f"the call with {label} must give an answer or an error of graphops, but it raises {problem}")
    if len(found) > _MOST:
        found[_MOST:] = [f"and {len(found) - _MOST} bad calls more"]
    return found, count


def _outcome(op: Op, arguments: Mapping[str, Any], runs: bool) -> str | None:
    """The exception that should not be."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            with Graph().as_default() as graph:
                call(op, dict(arguments))
                sizes = [tensor.shape.num_elements for tensor in graph.nodes[-1].outputs]
                if not runs or op.op_def.is_stateful or any(size is None or size > _LARGEST for size in sizes):
                    return None
            getattr(eager, op.name)(**arguments)
        except InternalError as error:  # a promise that the op or a kernel of it did not keep
            return f"{type(error).__name__}: {error}"
        except GraphopsError:
            return None
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return None


def _spoilt(op: Op, case: OpCase, attrs: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """What is wrong, the arguments, and whether they may be computed with."""
    good = {**case.inputs, **case.attrs}
    for arg in op.op_def.inputs:
        value = case.inputs[arg.name]
        yield f"no {arg.name}", {name: each for name, each in good.items() if name != arg.name}, True
        for label, other in _spoilt_input(value):
            yield f"{label} as {arg.name}", {**good, arg.name: other}, True
    yield "an attr that does not exist", {**good, "no_such_attr": 1}, True
    for attr in op.op_def.explicit_attrs:
        for other in _spoilt_attr(attr, attrs[attr.name]):
            runs = not isinstance(other, int) or abs(other) <= _FARTHEST
            if isinstance(other, list):
                runs = all(not isinstance(each, int) or abs(each) <= _FARTHEST for each in other)
            yield f"{attr.name}={other!r}", {**good, attr.name: other}, runs


def _spoilt_input(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, (list, tuple)):
        yield "no tensors", []
        yield "a tensor more", [*value, *value[:1]]
        for label, other in _spoilt_input(value[0]) if value else ():
            yield label, [other, *value[1:]]
        return
    array = np.asarray(value)
    yield "None", None
    yield "a text", np.array(b"text", object)
    yield "an array of complex numbers", np.ones(array.shape, np.complex128)
    yield "one dimension more", array[np.newaxis].copy()
    yield "a scalar", np.ones((), array.dtype) if array.dtype.kind != "O" else np.array(b"", object)
    yield "rank 9", np.ones((1,) * 9, array.dtype) if array.dtype.kind != "O" else np.full((1,) * 9, b"", object)
    if array.ndim:
        yield (
            "one dimension less",
            np.array(array[0], array.dtype) if array.shape[0] else array.reshape((*array.shape[1:], 0)),
        )
        yield "another size", np.concatenate([array, array], axis=-1)
    kind = as_dtype(array.dtype)
    if kind.is_floating and kind.size > 1:
        for special in (np.nan, np.inf, -np.inf, 0.0, -0.0):
            yield f"{special} everywhere", np.full(array.shape, special, array.dtype)
        largest = np.finfo(array.dtype).max if array.dtype.kind == "f" else 3e38
        yield "the largest number everywhere", np.full(array.shape, largest).astype(array.dtype)
    elif kind.is_integer:
        limits = np.iinfo(array.dtype) if array.dtype.kind in "iu" else None
        for number in (-1, 0, *((limits.min, limits.max) if limits is not None else ())):
            if limits is None or limits.min <= number <= limits.max:
                yield f"{number} everywhere", np.full(array.shape, number, array.dtype)


def _spoilt_attr(attr: AttrDef, value: Any) -> list[Any]:
    """Values at, around and far beyond what is allowed, and some of another kind."""
    if attr.type == "int":
        least = attr.minimum if attr.minimum is not None else 0
        return [least - 1, -1, 0, 1, 100, _FARTHEST, 2**31, 2**63 - 1, -(2**63), 1.5, "text", None]
    if attr.type == "float":
        return [0.0, -1.0, 1e-38, 3e38, float("inf"), float("nan"), "text", None]
    if attr.type == "string":
        return ["", "no such value", "\0", 7, None]
    if attr.type == "type":
        return ["no such dtype", "string", "resource", 7, None]
    if attr.type == "list(int)":
        good = list(value)
        others = [[], [*good, 1], good[:-1], 3, "text"]
        return others + [[number] * max(len(good), 1) for number in (0, -1, _FARTHEST, 2**31, 2**63 - 1, -(2**63))]
    if attr.is_list:
        return [[], [*value, *value[:1]], list(value)[:-1], None]
    return [None]
