"""Sizes that are numbers where they are known, and tensors where the run decides them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.framework import get_static_value
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

Size: TypeAlias = Any  # an int, or an int32 scalar
INT: Any = np.int32


def size(function: str, name: str, value: Any, least: int = 0) -> Size:
    """An argument that is a size.

    Raises:
        InvalidTypeError: no integer.
        InvalidArgumentError: no scalar, or below ``least``.
    """
    tensor = as_tensor(value, name=name)
    if not tensor.dtype.is_integer:
        raise InvalidTypeError(f"{name} of {function}() must be an integer, got {value!r}")
    if tensor.shape.rank not in (0, None):
        raise InvalidArgumentError(f"{name} of {function}() must be a scalar, got {tensor!r}")
    known = get_static_value(tensor)
    if known is None:
        return tensor if tensor.dtype.name == "int32" else raw_ops.Cast(x=tensor, DstT="int32")
    if not least <= int(known) < 2**31:
        raise InvalidArgumentError(f"{name} of {function}() must be {least} or more, got {int(known)}")
    return int(known)


def size_of(x: Tensor, axis: int) -> Size:
    """How long an axis is."""
    if x.shape.rank is not None:
        dim = x.shape.as_list()[axis]
        if dim is not None:
            return dim
    shape: Any = raw_ops.Shape(input=x)
    return shape[axis]


def sizes_of(x: Tensor) -> list[Size]:
    """The sizes of all axes; the rank must be known."""
    return [size_of(x, axis) for axis in range(len(x.shape.as_list()))]


def larger(a: Size, b: Size) -> Size:
    if isinstance(a, int) and isinstance(b, int):
        return max(a, b)
    return raw_ops.Maximum(x=as_tensor(a, "int32"), y=as_tensor(b, "int32"))


def numbers(count: Size, dtype: Any = "int32") -> Any:
    """0, 1, 2 ... below ``count``, in ``dtype``."""
    found = raw_ops.Range(start=INT(0), limit=as_tensor(count, "int32"), delta=INT(1))
    return found if dtype == "int32" else raw_ops.Cast(x=found, DstT=dtype)


def as_float(value: Size, dtype: Any) -> Any:
    """A size in the dtype of the numbers that it is to be computed with."""
    if isinstance(value, int):
        return as_tensor(dtype.numpy_dtype.type(value))
    return raw_ops.Cast(x=value, DstT=dtype)


def filled_up(x: Tensor, behind: dict[int, Size], value: Any = None) -> Tensor:
    """``x`` with more elements behind the last ones along some axes, zeros or ``value``.

    Raises:
        InvalidArgumentError: the rank is not known.
    """
    if all(isinstance(count, int) and not count for count in behind.values()):
        return x
    if x.shape.rank is None:
        raise InvalidArgumentError(f"what is to be filled up must have a known rank, got {x!r}")
    widths: list[Any] = [[0, 0] for _ in range(x.shape.rank)]
    for axis, count in behind.items():
        widths[axis] = [0, count]
    paddings = as_tensor(widths, "int32")
    if value is None:
        result: Tensor = raw_ops.Pad(input=x, paddings=paddings)
    else:
        result = raw_ops.PadV2(input=x, paddings=paddings, constant_values=as_tensor(value, x.dtype.base))
    return result


def vector(parts: list[Size]) -> Any:
    """Sizes as an int32 vector."""
    return as_tensor(parts, "int32") if parts else np.zeros(0, np.int32)
