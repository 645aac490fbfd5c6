"""Binding: from the arguments of a call to complete attrs and typed inputs, the same for graphs and ``eager``.

A first pass collects the dtypes of arguments that have one (tensors of the graph, arrays).  A second pass converts
Python literals to these dtypes, or to TensorFlow's defaults (int32, float32).  No value changes silently: see
:mod:`graphops.build.convert`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from graphops.build.convert import to_array
from graphops_registry.attr import AttrDef
from graphops_registry.dtypes import DType, as_dtype, float32, float64
from graphops_registry.errors import GraphopsError, InvalidTypeError, must, nearest, printed, shorten
from graphops_registry.op_def import ArgDef, OpDef


class Bound(NamedTuple):
    """A call whose arguments are known to fit the OpDef.

    Attributes:
        inputs: flat; tensors of a graph and device arrays as they were, everything else as a NumPy array.
        names: for each input the name of its argument.
        attrs: complete and canonical.
    """

    inputs: list[Any]
    names: list[str]
    attrs: dict[str, Any]


def bind(op_def: OpDef, arguments: Mapping[str, object], tensorflow_1: bool = False) -> Bound:
    """Match ``arguments`` (inputs and attrs by name) with ``op_def``.

    Args:
        tensorflow_1: whether arrays are converted as in TensorFlow 1.

    Raises:
        InvalidTypeError: unknown, missing or wrongly typed arguments; wrong or mixed dtypes.
        InvalidArgumentError: values that the OpDef does not allow.
    """
    given: dict[str, list[Any]] = {}
    attrs = dict(arguments)
    for arg in op_def.inputs:
        if arg.name not in attrs:
            known = [a.name for a in op_def.inputs] + [a.name for a in op_def.explicit_attrs]
            error = must(arg.name, op_def.name, "be given", "nothing", kind=InvalidTypeError)
            unknown = [name for name in arguments if name not in known and not name.startswith("_")]
            if unknown:
                error.add_note(f"'{unknown[0]}' is no argument of it{nearest(unknown[0], known)}")
            raise error
        value = attrs.pop(arg.name)
        if not arg.is_list:
            given[arg.name] = [_element(value)]
        elif isinstance(value, (list, tuple)):
            given[arg.name] = [_element(item) for item in value]
        else:
            rule = "be a list of tensors"
            raise must(arg.name, op_def.name, rule, shorten(printed(value)), kind=InvalidTypeError)
    wanted = _attr_dtypes(op_def, given, attrs)
    inputs: list[Any] = []
    names: list[str] = []
    types: dict[str, Any] = {}
    for arg in op_def.inputs:
        converted = [
            _convert(op_def, arg, position, value, wanted, attrs, tensorflow_1)
            for position, value in enumerate(given[arg.name])
        ]
        inputs += converted
        names += [arg.name] * len(converted)
        dtypes = [dtype_of(value) for value in converted]
        types[arg.name] = tuple(dtypes) if arg.is_list else dtypes[0]
    return Bound(inputs, names, op_def.bind(types, attrs))


def dtype_of(value: Any) -> DType:
    """The DType of a tensor or an array."""
    dtype = value.dtype
    return dtype if isinstance(dtype, DType) else as_dtype(dtype)


def _element(value: Any) -> Any:
    """``value``, with objects that are used as a tensor (variables) replaced by that tensor."""
    convert = getattr(value, "__graphops_tensor__", None)
    return value if convert is None else convert()


def _is_typed(value: Any) -> bool:
    """Whether the value has a dtype of its own: a tensor, or an array of any device."""
    return hasattr(value, "dtype") and hasattr(value, "shape")


def _attr_dtypes(op_def: OpDef, given: Mapping[str, list[Any]], attrs: Mapping[str, Any]) -> dict[str, DType]:
    """For each type attr that inputs determine, the dtype that literals have to take."""
    found: dict[str, DType] = {}
    literals: dict[str, list[tuple[ArgDef, Any]]] = {}
    arrays: dict[str, DType] = {}
    for arg in op_def.inputs:
        name = arg.type_attr
        if name is None:
            continue
        if name in attrs and name not in found:
            stated: DType = op_def.attr_by_name[name].convert(attrs[name], op_def.name)
            found[name] = stated
        for item in given[arg.name]:
            if not _is_typed(item):
                literals.setdefault(name, []).append((arg, item))
            elif isinstance(item.dtype, DType):  # a tensor of the graph decides before arrays do
                found.setdefault(name, item.dtype.base)
            else:
                arrays.setdefault(name, as_dtype(item.dtype))
    for name, dtype in arrays.items():
        found.setdefault(name, dtype)
    for name, pending in literals.items():
        if name not in found:
            found[name] = _literal_dtype(op_def, op_def.attr_by_name[name], pending)
    return found


def _literal_dtype(op_def: OpDef, attr: AttrDef, pending: Sequence[tuple[ArgDef, Any]]) -> DType:
    """The dtype of Python values that share a type attr: what they are by default, if the op allows it."""
    arrays = [_array_for(op_def, arg, arg.name, value, None) for arg, value in pending]
    natural = [dtype_of(array) for array in arrays if array.size]
    if not natural:  # empty lists are of any dtype
        if attr.has_default or attr.allowed is None or float32 in attr.allowed:
            preferred: DType = attr.default if attr.has_default else float32
            return preferred
        natural = [attr.allowed[0]]
    dtype = next((d for d in natural if d.is_complex), None) or next((d for d in natural if d.is_floating), natural[0])
    if attr.allowed is None or dtype in attr.allowed:
        return dtype
    if attr.has_default and (attr.default.is_floating or not dtype.is_floating):
        default: DType = attr.default
        return default
    if dtype.is_integer:  # [1, 2, 3] for an op on floats
        return next((d for d in (float32, float64) if d in attr.allowed), dtype)
    return dtype


def _convert(
    op_def: OpDef,
    arg: ArgDef,
    position: int,
    value: Any,
    wanted: Mapping[str, DType],
    attrs: Mapping[str, Any],
    tensorflow_1: bool,
) -> Any:
    """One input as a tensor or an array of the right dtype."""
    if _is_typed(value) and not isinstance(value, (np.ndarray, np.generic)):
        return value  # a tensor or a device array keeps its dtype, which is checked against the OpDef later
    dtype = arg.type if arg.type is not None else wanted.get(arg.type_attr or "")
    if arg.type_list_attr is not None and arg.type_list_attr in attrs:
        listed = op_def.attr_by_name[arg.type_list_attr].convert(attrs[arg.type_list_attr], op_def.name)
        dtype = listed[position] if position < len(listed) else None
    what = f"{arg.name}[{position}]" if arg.is_list else arg.name
    return _array_for(op_def, arg, what, value, dtype, tensorflow_1)


def _array_for(
    op_def: OpDef, arg: ArgDef, what: str, value: Any, dtype: DType | None, tensorflow_1: bool = False
) -> Any:
    """An argument, or one of a list, as an array."""
    try:
        return to_array(value, dtype, f"{what} of op '{op_def.name}'", tensorflow_1=tensorflow_1)
    except GraphopsError as error:
        error.concerns(op=op_def.name, argument=arg.name)
        raise
