"""Whether an op keeps what the traits of its block promise, at one call and at calls made of it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import numpy as np

from graphops.session import eager
from graphops.testing.call_checks.result_bits import bits_of
from graphops.testing.cases import OpCase
from graphops.testing.tolerances import RELATIVE, SMALLEST, difference
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError
from graphops_registry.op_def import Op, lookup_op
from graphops_registry.traits import Trait, trait_text

HostArray = np.ndarray[Any, Any]
Attrs = Mapping[str, Any]

_FACTOR: Final = -3.0  # a negative one, so that abs or relu is not taken for linear
_SLACK: Final = 16.0  # times the tolerance of one result: several are compared, each of which was rounded
_MOST_ELEMENTS: Final = 1 << 16  # of all inputs; larger calls show no more


def trait_problems(case: OpCase, attrs: Attrs) -> tuple[list[str], int]:
    """What is wrong with the traits of the op, and how many were checked.

    Args:
        case: a call that works.
        attrs: its complete attrs.
    """
    op = lookup_op(case.op)
    arrays = [array for name in case.inputs for array in _list(case.inputs[name])]
    if op.op_def.is_stateful or sum(array.size for array in arrays) > _MOST_ELEMENTS:
        return [], 0
    problems: list[str] = []
    count = 0
    for trait, arguments in op.traits.items():
        check = _CHECKS.get(trait)
        if check is None:
            continue
        count += 1
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                problem = next(check(op, case, attrs, arguments), None)
            except GraphopsError:  # a call made of this one is not allowed
                problem = None
        if problem is not None:
            problems.append(f"its trait '{trait_text(trait, arguments)}' must hold, but {problem}")
    return problems, count


def _run(case: OpCase) -> list[HostArray]:
    """The outputs, flat, computed by the kernel that ``eager`` chooses."""
    result = getattr(eager, case.op)(**case.inputs, **case.attrs)
    parts = result if isinstance(result, (list, tuple)) else [result]
    return [np.asarray(each) for part in parts for each in (part if isinstance(part, (list, tuple)) else [part])]


def _list(value: Any) -> list[HostArray]:
    return [np.asarray(each) for each in value] if isinstance(value, (list, tuple)) else [np.asarray(value)]


def _changed(case: OpCase, change: Callable[[HostArray], HostArray], *names: str) -> OpCase:
    """The call with some inputs changed, or all of them."""
    inputs = dict(case.inputs)
    for name in names or inputs:
        arrays = [change(array) for array in _list(inputs[name])]
        inputs[name] = arrays if isinstance(inputs[name], (list, tuple)) else arrays[0]
    return OpCase(case.op, inputs, case.attrs)


# -- linear_in -----------------------------------------------------------------------------------------------------


def _linear(op: Op, case: OpCase, attrs: Attrs, names: tuple[str, ...]) -> Iterator[str]:
    """``f(a x) = a f(x)`` and ``f(x + z) = f(x) + f(z)``, for each of the inputs."""
    arrays = [array for value in case.inputs.values() for array in _list(value)]
    if not all(np.isfinite(array).all() for array in arrays if array.dtype.kind in "fc"):
        return
    for name in names:
        kinds = {as_dtype(array.dtype).name for array in _list(case.inputs[name])}
        if not kinds <= {"float32", "float64", "complex64", "complex128"}:  # narrow floats round too much to tell
            continue
        largest = max((float(np.abs(array).max(initial=0)) for array in _list(case.inputs[name])), default=0.0)
        rng = np.random.default_rng(0)

        def other(array: HostArray, size: float = largest, rng: np.random.Generator = rng) -> HostArray:
            return np.asarray(size * rng.uniform(-1, 1, array.shape)).astype(array.dtype)

        scaled = _changed(case, lambda array: np.asarray(_FACTOR * array).astype(array.dtype), name)
        beside = _changed(case, other, name)
        pairs = iter(_list(beside.inputs[name]))
        both = _changed(case, lambda array, pairs=pairs: array + next(pairs), name)  # type: ignore[misc]
        result, more = _run(case), _run(beside)
        times = [np.asarray(_FACTOR * y) for y in result]
        sums = [np.asarray(y + z) for y, z in zip(result, more, strict=True)]
        yield from _not_close(f"{_FACTOR:g} times {name}", _run(scaled), times, [result, more])
        yield from _not_close(f"a sum as {name}", _run(both), sums, [result, more])


def _not_close(what: str, got: list[HostArray], want: list[HostArray], terms: list[list[HostArray]]) -> Iterator[str]:
    """Outputs that differ by more than the rounding of the results, ``terms``, that they are made of."""
    for index, (output, expected) in enumerate(zip(got, want, strict=True)):
        name = as_dtype(output.dtype).name
        size = max(float(np.abs(term[index]).max(initial=0)) for term in terms)
        if name not in RELATIVE or not size < np.finfo(output.dtype).max / _SLACK:
            continue
        error = float(np.abs(output - expected).max(initial=0))
        allowed = _SLACK * (RELATIVE[name] * size + SMALLEST[name])
        if not error <= allowed:  # not a number is wrong
            yield f"with {what} output {index} is off by {error:.3g}, allowed {allowed:.3g}"


# -- elementwise ---------------------------------------------------------------------------------------------------


def _elementwise(op: Op, case: OpCase, attrs: Attrs, arguments: tuple[str, ...]) -> Iterator[str]:
    """The outputs have the broadcast shape; elements in another order give the results in that order; and one element
    changed changes one element."""
    arrays = [np.asarray(value) for value in case.inputs.values()]
    try:
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError:  # an attr allows shapes that do not fit
        return
    result = _run(case)
    for index, output in enumerate(result):
        if output.shape != shape:
            yield f"output {index} has shape {output.shape}, the inputs together {shape}"
            return

    def flat(array: HostArray) -> HostArray:
        return np.array(np.broadcast_to(array, shape)).reshape(-1)

    def backwards(array: HostArray) -> HostArray:
        return flat(array)[::-1].copy()

    for index, (output, expected) in enumerate(zip(_run(_changed(case, backwards)), result, strict=True)):
        problem = difference(output, flat(expected)[::-1])
        if problem is not None:
            yield f"with the elements in reverse output {index} {problem}"
    count = int(np.prod(shape))
    if count < 2:
        return

    def first_again(array: HostArray) -> HostArray:
        changed = flat(array)
        changed[-1] = changed[0]
        return changed

    for index, (output, expected) in enumerate(zip(_run(_changed(case, first_again)), result, strict=True)):
        problem = difference(output[:-1], flat(expected)[:-1]) or difference(output[-1], flat(expected)[0])
        if problem is not None:
            yield f"with the first element as the last one output {index} {problem}"


# -- cannot_fail ---------------------------------------------------------------------------------------------------


def _cannot_fail(op: Op, case: OpCase, attrs: Attrs, arguments: tuple[str, ...]) -> Iterator[str]:
    """No values of the same shapes and dtypes make it raise."""
    for label, change in _EXTREMES.items():
        for names in ((), *((name,) for name in case.inputs if len(case.inputs) > 1)):
            try:
                _run(_changed(case, change, *names))
            except (GraphopsError, ArithmeticError, ValueError, TypeError, LookupError) as error:
                yield f"with {label} in {names[0] if names else 'all inputs'} it raises {type(error).__name__}: {error}"


def _filled(array: HostArray, value: float) -> HostArray:
    if array.dtype.kind == "O":
        return array
    if array.dtype.kind in "iu":
        info = np.iinfo(array.dtype)
        number = info.max if value == np.inf else info.min if value == -np.inf else 0 if value != value else int(value)
        return np.full(array.shape, max(number, info.min), array.dtype)
    return np.full(array.shape, value).astype(array.dtype)


_EXTREMES: Final[dict[str, Callable[[HostArray], HostArray]]] = {
    "zeros": lambda array: _filled(array, 0.0),
    "-1": lambda array: _filled(array, -1.0),
    "nan": lambda array: _filled(array, np.nan),
    "the largest numbers": lambda array: _filled(array, np.inf),
    "the smallest numbers": lambda array: _filled(array, -np.inf),
}


# -- passes_through, tells, bounded_result -------------------------------------------------------------------------


def _passes_through(op: Op, case: OpCase, attrs: Attrs, arguments: tuple[str, ...]) -> Iterator[str]:
    """Where the condition is met, the outputs are the bits of the first input."""
    name, when = arguments
    case = _meeting(op, case, name, when)
    dtypes = {attrs[attr.name] for attr in op.op_def.attrs if attr.type == "type"}
    rounds = any(attrs[attr.name] for attr in op.op_def.attrs if attr.type == "bool")
    if when == "same_dtype" and (len(dtypes) > 1 or rounds):
        return
    if when == "one_input" and len(_list(case.inputs[name])) > 1:
        return
    given = _list(case.inputs[name])
    if when in ("by_one", "minus_zero") and not all(as_dtype(array.dtype).is_floating for array in given):
        return
    result = _run(case)
    if bits_of(result) != bits_of(given):
        shown = "" if when == "always" else f", where {when} is met,"
        yield f"the outputs{shown} have other bits than {name}"


def _meeting(op: Op, case: OpCase, name: str, when: str) -> OpCase:
    """The call with inputs that meet the condition, as far as inputs decide."""
    x = np.asarray(case.inputs[name]) if not isinstance(case.inputs[name], (list, tuple)) else np.zeros(())
    values: dict[str, list[Any]] = {
        "reshaped_to_itself": [x.shape],
        "broadcast_to_itself": [x.shape],
        "axes_in_order": [range(x.ndim)],
        "repeated_once": [(1,) * x.ndim],
        "no_padding": [((0, 0),) * x.ndim if x.ndim else np.zeros((0, 2))],
        "whole": [(0,) * x.ndim, x.shape],
        "no_axes": [()],
        "by_one": [1],
        "minus_zero": [0],
    }
    inputs = dict(case.inputs)
    for arg, value in zip(op.op_def.inputs[1:], values.get(when, ()), strict=False):
        inputs[arg.name] = np.array(value, dtype=np.asarray(inputs[arg.name]).dtype)
    return OpCase(case.op, inputs, case.attrs)


def _tells(op: Op, case: OpCase, attrs: Attrs, arguments: tuple[str, ...]) -> Iterator[str]:
    """The outputs are the shape, rank or size of the inputs."""
    arrays = [array for name in case.inputs for array in _list(case.inputs[name])]
    (what,) = arguments
    for index, (array, output) in enumerate(zip(arrays, _run(case), strict=True)):
        want: Any = {"shape": array.shape, "rank": array.ndim, "size": array.size}[what]
        if not np.array_equal(output, want):
            yield f"output {index} is {output.tolist()}, and the {what} of the input {want}"


def _bounded(op: Op, case: OpCase, attrs: Attrs, arguments: tuple[str, ...]) -> Iterator[str]:
    """No result has more elements than all inputs together, or positions in them, with a number for each axis.

    An axis of size 0 counts as 1: an op may number the rows of a matrix without columns.
    """
    arrays = [array for name in case.inputs for array in _list(case.inputs[name])]
    count = sum(math.prod(max(1, size) for size in array.shape) for array in arrays)
    most = count * max(1, *(array.ndim for array in arrays))
    for index, output in enumerate(_run(case)):
        if output.size > most:
            yield f"output {index} has {output.size} elements, the inputs {count}"


_Check = Callable[[Op, OpCase, Attrs, tuple[str, ...]], Iterator[str]]
_CHECKS: Final[dict[Trait, _Check]] = {
    Trait.LINEAR_IN: _linear,
    Trait.ELEMENTWISE: _elementwise,
    Trait.CANNOT_FAIL: _cannot_fail,
    Trait.PASSES_THROUGH: _passes_through,
    Trait.TELLS: _tells,
    Trait.BOUNDED_RESULT: _bounded,
}
