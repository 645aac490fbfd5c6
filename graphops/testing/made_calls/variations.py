"""Calls like a given one: without elements, with other attrs, with NaN and infinity, in narrower floats."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from graphops.testing.cases import OpCase
from graphops_registry.attr import AttrDef
from graphops_registry.dtypes import DType, as_dtype, bfloat16, float16, float32, float64
from graphops_registry.op_def import OpDef

HostArray = np.ndarray[Any, Any]
Variation = tuple[str, OpCase]

NARROW: Final = (float16, bfloat16)
_WIDE: Final = (float64, float32)


def without_elements(case: OpCase) -> Iterator[Variation]:
    """The call with one dimension of one input 0, then with each size that occurs 0 wherever it does."""
    names = [(name, axis) for name, value in case.inputs.items() for axis in range(np.ndim(_first(value)))]
    for name, axis in names:
        cut = _cut(axis)
        yield f"no elements along axis {axis} of {name}", _with_inputs(case, {name: _each(case.inputs[name], cut)})
    sizes = {size for value in case.inputs.values() for array in _arrays(value) for size in array.shape if size}
    for size in sorted(sizes):
        changed = {name: _each(value, partial(_cut_size, size=size)) for name, value in case.inputs.items()}
        yield f"0 for each size {size}", _with_inputs(case, changed)


def other_attrs(op_def: OpDef, case: OpCase, attrs: Mapping[str, Any]) -> Iterator[Variation]:
    """The call with one attr changed to another value that the OpDef allows.

    Args:
        attrs: the complete attrs of the call.
    """
    for attr in op_def.explicit_attrs:
        for value in _values_near(attr, attrs[attr.name]):
            shown = list(value) if isinstance(value, tuple) else value
            yield f"{attr.name}={shown!r}", OpCase(case.op, case.inputs, {**case.attrs, attr.name: shown})


def with_special_values(case: OpCase) -> Iterator[Variation]:
    """The call with NaN, or an infinity, among the numbers of one input."""
    for name, value in case.inputs.items():
        for special in (np.nan, np.inf, -np.inf):
            changed = _each(value, partial(_with_value, special=special))
            if changed is not value:
                yield f"{special} in {name}", _with_inputs(case, {name: changed})


def in_dtype(op_def: OpDef, case: OpCase, source: DType, target: DType) -> OpCase | None:
    """The call with each type attr that is ``source`` made ``target``, and the arrays of these attrs converted;
    ``None`` if the OpDef does not allow that, or there are none."""
    changed: set[str] = set()
    for attr in op_def.attrs:
        if attr.type == "type" and attr.inferred and source in _types_of(op_def, case, attr.name):
            if attr.allowed is not None and target not in attr.allowed:
                return None
            changed.add(attr.name)
    if not changed:
        return None
    inputs = dict(case.inputs)
    for arg in op_def.inputs:
        if arg.type_attr in changed:
            inputs[arg.name] = _each(inputs[arg.name], lambda array: _converted(array, target))
    attrs = {name: target.name if _is(value, source) else value for name, value in case.attrs.items()}
    for name, value in attrs.items():
        allowed = op_def.attr_by_name[name].allowed if name in op_def.attr_by_name else None
        if value == target.name and allowed is not None and target not in allowed:
            return None
    return OpCase(case.op, inputs, attrs)


def float_dtype(op_def: OpDef, case: OpCase) -> DType | None:
    """The real dtype of the call's numbers, if it is one for all inputs of type attrs."""
    found = {
        as_dtype(array.dtype)
        for arg in op_def.inputs
        if arg.type_attr is not None
        for array in _arrays(case.inputs[arg.name])
        if as_dtype(array.dtype).is_floating
    }
    return found.pop() if len(found) == 1 else None


def widened(op_def: OpDef, case: OpCase) -> OpCase | None:
    """The same numbers in the widest float that the op takes, for a call in half or bfloat16."""
    source = float_dtype(op_def, case)
    if source not in NARROW:
        return None
    return next((wide for target in _WIDE if (wide := in_dtype(op_def, case, source, target)) is not None), None)


def narrowed(op_def: OpDef, case: OpCase) -> Iterator[Variation]:
    """The call in half and bfloat16, where the op takes them, for one in a wider float."""
    source = float_dtype(op_def, case)
    if source in _WIDE:
        for target in NARROW:
            narrow = in_dtype(op_def, case, source, target)
            if narrow is not None:
                yield f"dtype {target.name}", narrow


def _values_near(attr: AttrDef, value: Any) -> list[Any]:
    """Other values of an attr, a few."""
    found: list[Any] = []
    if attr.allowed is not None and not attr.is_list:
        found = [each for each in attr.allowed if attr.type != "type"]
    elif attr.type == "bool":
        found = [not value]
    elif attr.type == "int":
        least = attr.minimum if attr.minimum is not None else 0
        found = [max(value + 1, least), max(value + 2, least), least, least + 1]
    elif attr.type == "float":
        found = [value * 0.5, value * 2, 0.75]
    elif attr.type == "list(int)":
        found = [tuple(each + 1 for each in value)]
        found += [(*value[:i], value[i] + 1, *value[i + 1 :]) for i in range(min(len(value), 6))]
    elif attr.type == "list(bool)":
        found = [(*value[:i], not value[i], *value[i + 1 :]) for i in range(min(len(value), 6))]
    return [each for each in dict.fromkeys(found) if each != value]


def _with_inputs(case: OpCase, changed: Mapping[str, Any]) -> OpCase:
    return OpCase(case.op, {**case.inputs, **changed}, case.attrs)


def _arrays(value: Any) -> list[HostArray]:
    return [np.asarray(item) for item in value] if isinstance(value, (list, tuple)) else [np.asarray(value)]


def _first(value: Any) -> Any:
    return (value[0] if value else 0) if isinstance(value, (list, tuple)) else value


def _each(value: Any, change: Callable[[HostArray], HostArray]) -> Any:
    """``value`` itself if nothing changes."""
    if not isinstance(value, (list, tuple)):
        array = np.asarray(value)
        result = change(array)
        return value if result is array else result
    items = [np.asarray(item) for item in value]
    changed = [change(item) for item in items]
    return value if all(map(lambda a, b: a is b, items, changed)) else changed


def _cut(axis: int) -> Callable[[HostArray], HostArray]:
    return lambda array: array if axis >= array.ndim else array[(slice(None),) * axis + (slice(0, 0),)].copy()


def _cut_size(array: HostArray, size: int) -> HostArray:
    return array[tuple(slice(0, 0 if dim == size else None) for dim in array.shape)].copy() if array.ndim else array


def _with_value(array: HostArray, special: float) -> HostArray:
    if not array.size or not (as_dtype(array.dtype).is_floating or as_dtype(array.dtype).is_complex):
        return array
    if as_dtype(array.dtype).size < 2:  # the small floats have no infinity, some not even NaN
        return array
    changed = array.copy()
    changed.reshape(-1)[array.size // 2] = special
    return changed


def _converted(array: HostArray, dtype: DType) -> HostArray:
    with np.errstate(over="ignore"):
        return array.astype(dtype.numpy_dtype)


def _types_of(op_def: OpDef, case: OpCase, name: str) -> set[DType]:
    arrays = itertools.chain.from_iterable(_arrays(case.inputs[a.name]) for a in op_def.inputs if a.type_attr == name)
    return {as_dtype(array.dtype) for array in arrays}


def _is(value: Any, dtype: DType) -> bool:
    """Whether the value of an attr is this dtype, by whichever of its names."""
    if isinstance(value, DType):
        return value is dtype
    return isinstance(value, str) and value in (dtype.name, dtype.spec_name)
