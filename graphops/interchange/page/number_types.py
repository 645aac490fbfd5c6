"""The dtypes of numbers on a page. A block or its op must give them, because JSON does not distinguish 1 from 1.0.

A JavaScript program that reads 1.0 writes 1; after that the page must still mean the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

from graphops.graph.graph import Tensor
from graphops.interchange.page.array_text import array_text
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import GraphopsError, InvalidTypeError, must
from graphops_registry.op_def import ArgDef, Op

_WHOLE: Final = frozenset({"int", "uint", "quantized"})  # kinds of dtypes
_REASON = "be given: JSON does not tell 1 from 1.0"


def check_constant(attrs: Mapping[str, Any]) -> None:
    """Refuse a ``Const`` of numbers that does not say its dtype.

    Args:
        attrs: of the block, as JSON has them.

    Raises:
        InvalidTypeError: that one.
    """
    value = attrs.get("value")
    if "dtype" in attrs or (isinstance(value, Mapping) and ("dtype" in value or "file" in value)):
        return
    inner = value.get("values") if isinstance(value, Mapping) else value
    if isinstance(inner, str):
        inner = array_text(inner, None, "attr 'value' of op 'Const'")
    if holds_numbers(inner):
        raise _unsaid("dtype", "Const")


def settle_types(op: Op, arguments: dict[str, Any]) -> None:
    """Add the type attrs that only numbers of the page would decide: their defaults.

    Args:
        arguments: tensors, arrays and JSON values of inputs, and the attrs that are given; attrs are added.

    Raises:
        InvalidTypeError: an attr without a default.
    """
    for attr in op.op_def.attrs:
        if attr.base_type != "type" or not attr.inferred or attr.name in arguments:
            continue
        values = list(_values(op, attr.name, arguments))
        if attr.is_list:
            if any(holds_numbers(value) for value in values):
                raise _unsaid(attr.name, op.name)
            continue
        if any(isinstance(value, (Tensor, np.ndarray)) for value in values) or not any(map(holds_numbers, values)):
            continue  # a tensor decides; texts and truths do so themselves
        if attr.has_default:
            arguments[attr.name] = attr.default
        elif attr.allowed is not None and len(attr.allowed) == 1:
            arguments[attr.name] = attr.allowed[0]
        else:
            raise _unsaid(attr.name, op.name)


def _values(op: Op, attr: str, arguments: Mapping[str, Any]) -> Iterable[Any]:
    """What is given for all inputs that share a type attr."""
    for arg in op.op_def.inputs:
        if attr in (arg.type_attr, arg.type_list_attr) and arg.name in arguments:
            value = arguments[arg.name]
            yield from value if arg.is_list else [value]


def settle_zeros(op: Op, arguments: dict[str, Any]) -> None:
    """Make 0 of -0.0 where an input takes integers: the JSON number -0 is read as a float, which alone has its sign.

    Args:
        arguments: as :func:`settle_types` leaves them; values of inputs are replaced.
    """
    for arg in op.op_def.inputs:
        value: Any = arguments.get(arg.name)
        if not _holds_minus_zero(value):
            continue
        if arg.type_list_attr is None:
            arguments[arg.name] = in_integers(value, _dtype(op, arg, arguments))
            continue
        types = arguments.get(arg.type_list_attr)
        if isinstance(types, list) and len(types) == len(value):  # else the call says what is wrong
            arguments[arg.name] = [in_integers(item, as_dtype(dtype)) for item, dtype in zip(value, types, strict=True)]


def _dtype(op: Op, arg: ArgDef, arguments: Mapping[str, Any]) -> DType | None:
    """What an input holds, as far as it is known before the call."""
    if arg.type_attr is None:
        return arg.type
    if arg.type_attr in arguments:
        return as_dtype(arguments[arg.type_attr])
    typed = (value.dtype for value in _values(op, arg.type_attr, arguments) if isinstance(value, (Tensor, np.ndarray)))
    return next((as_dtype(dtype).base for dtype in typed), None)


def settled_constant(value: Any, dtype: Any) -> Any:
    """A value that was written in braces; without a dtype, -0 beside integers alone is one of them."""
    if dtype is not None:
        return in_integers(value, as_dtype(dtype))
    whole = whole_zeros(value)
    return whole if _are_integers(whole) else value


def _are_integers(value: Any) -> bool:
    return all(map(_are_integers, value)) if isinstance(value, list) else type(value) is int


def in_integers(value: Any, dtype: DType | None) -> Any:
    """``value``, with 0 for -0.0 if ``dtype`` is one of integers."""
    if dtype is None or dtype.base.kind not in _WHOLE:
        return value
    return whole_zeros(value)


def whole_zeros(value: Any) -> Any:
    """``value`` with 0 for each -0.0 in it."""
    if isinstance(value, list):
        return [whole_zeros(item) for item in value]
    return 0 if _is_minus_zero(value) else value


def _holds_minus_zero(value: Any) -> bool:
    return any(map(_holds_minus_zero, value)) if isinstance(value, list) else _is_minus_zero(value)


def _is_minus_zero(value: Any) -> bool:
    return isinstance(value, float) and value == 0 and math.copysign(1, value) < 0


def holds_numbers(value: Any) -> bool:
    """Whether a value of JSON is a number, or a list with one in it."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            stack.extend(item)
        elif isinstance(item, (int, float, complex)) and not isinstance(item, bool):
            return True
    return False


def _unsaid(attr: str, op: str) -> GraphopsError:
    return must(f"attr '{attr}'", op, _REASON, "nothing", kind=InvalidTypeError)
