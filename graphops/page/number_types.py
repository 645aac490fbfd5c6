"""The dtypes of numbers on a page: something else has to say them, because JSON does not tell 1 from 1.0.

What a JavaScript program reads as 1.0 it writes as 1; a page must mean the same after that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from graphops.graph import Tensor
from graphops.page.old_text import read_constant
from graphops_registry.errors import GraphopsError, InvalidTypeError, must
from graphops_registry.op_def import Op

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
    if isinstance(inner, str) and inner[:1] == "{":
        inner = read_constant(inner, "value", "Const")
    if _holds_numbers(inner):
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
            if any(_holds_numbers(value) for value in values):
                raise _unsaid(attr.name, op.name)
            continue
        if any(isinstance(value, (Tensor, np.ndarray)) for value in values) or not any(map(_holds_numbers, values)):
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


def _holds_numbers(value: Any) -> bool:
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
