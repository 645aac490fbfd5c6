"""``compat.v1``: choosing elements by indices, masks and conditions."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.compat.v1.functions.arrays import reshape
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def gather(
    params: Any,
    indices: Any,
    validate_indices: bool | None = None,
    name: str | None = None,
    axis: Any = None,
    batch_dims: int = 0,
) -> Tensor:
    """Slices of ``params`` along ``axis`` (the first after the batch) by number; they are always validated."""
    result: Tensor = raw_ops.GatherV2(
        params=as_tensor(params),
        indices=operand(indices),
        axis=batch_dims if axis is None else axis,
        batch_dims=batch_dims,
        name=name,
    )
    return result


def batch_gather(params: Any, indices: Any, name: str | None = None) -> Tensor:
    """``gather`` along the last axis of ``indices``, the axes before which are a batch.

    Raises:
        InvalidArgumentError: indices of unknown rank.
    """
    numbers = as_tensor(indices, name="indices")
    if numbers.shape.rank is None:
        raise InvalidArgumentError(f"indices of batch_gather() must have a known rank, got {numbers!r}")
    at = numbers.shape.rank - 1
    return gather(params, numbers, name=name, axis=at, batch_dims=at)


def gather_nd(params: Any, indices: Any, name: str | None = None, batch_dims: int = 0) -> Tensor:
    """Elements or slices of ``params`` by index vectors, which are the last axis of ``indices``.

    Raises:
        InvalidArgumentError: batch dimensions.
    """
    if batch_dims != 0:
        raise InvalidArgumentError(f"batch_dims of gather_nd() must be 0, got {batch_dims!r}")
    result: Tensor = raw_ops.GatherNd(params=as_tensor(params), indices=operand(indices), name=name)
    return result


def scatter_nd(indices: Any, updates: Any, shape: Any, name: str | None = None) -> Tensor:
    """Zeros of that shape with ``updates`` added at ``indices``."""
    numbers = as_tensor(indices, name="indices")
    result: Tensor = raw_ops.ScatterNd(
        indices=numbers,
        updates=as_tensor(updates),
        shape=as_tensor(shape, numbers.dtype.base, "shape"),
        name=name,
    )
    return result


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """``x`` where the condition holds, else ``y``; without them the indices where it holds.

    The condition has the shape of ``x``, or is a vector that chooses rows.

    Raises:
        InvalidArgumentError: only one of ``x`` and ``y``.
    """
    return _where("Select", condition, x, y, name)


def where_v2(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """``where`` with broadcasting."""
    return _where("SelectV2", condition, x, y, name)


def _where(op: str, condition: Any, x: Any, y: Any, name: str | None) -> Tensor:
    if (x is None) != (y is None):
        raise InvalidArgumentError("x and y of where() must both be given or both be None, got one")
    chosen = as_tensor(condition, name="condition")
    result: Tensor
    if x is None:
        result = raw_ops.Where(input=chosen, name=name)
        return result
    x, y = operand(x), operand(y)
    if op == "Select":
        result = raw_ops.Select(condition=chosen, t=x, e=y, name=name)
    else:
        result = raw_ops.SelectV2(condition=chosen, t=x, e=y, name=name)
    return result


def boolean_mask(tensor: Any, mask: Any, name: str = "boolean_mask", axis: Any = None) -> Tensor:
    """The slices of ``tensor`` where ``mask`` (of its first dimensions, from ``axis`` on) is true.

    Raises:
        InvalidArgumentError: a scalar mask, or ranks that are not known.
    """
    value = as_tensor(tensor, name="tensor")
    chosen = as_tensor(mask, name="mask")
    if chosen.shape.rank in (0, None) or value.shape.rank is None:
        raise InvalidArgumentError(f"mask of boolean_mask() must have a known rank above 0, got {chosen.shape}")
    first = 0 if axis is None else int(axis)
    if first < 0:
        first += value.shape.rank
    last = first + chosen.shape.rank
    dims = value.shape.dims or ()
    if last > len(dims) or not chosen.shape.is_compatible_with(dims[first:last]):
        raise InvalidArgumentError(f"mask of boolean_mask() must have shape {list(dims[first:last])}, "
                                   f"got {chosen.shape}")  # fmt: skip
    with get_default_graph().name_scope(name):
        sizes = raw_ops.Shape(input=value)
        flat = raw_ops.ConcatV2(values=[sizes[:first], np.array([-1], np.int32), sizes[last:]], axis=0)
        rows = raw_ops.Reshape(tensor=value, shape=flat)  # the masked axes as one
        found = raw_ops.Squeeze(input=raw_ops.Where(input=reshape(chosen, [-1])), squeeze_dims=[1])
        result: Tensor = raw_ops.GatherV2(params=rows, indices=found, axis=first)
    return result


def unique(x: Any, out_idx: Any = "int32", name: str | None = None) -> Any:
    """The different elements of a vector in order of appearance, and for each element which one it is."""
    return raw_ops.Unique(x=as_tensor(x), out_idx=out_idx, name=name)


def setdiff1d(x: Any, y: Any, index_dtype: Any = "int32", name: str | None = None) -> Any:
    """The elements of ``x`` that are not in ``y``, and their positions in ``x``."""
    return raw_ops.ListDiff(x=operand(x), y=operand(y), out_idx=index_dtype, name=name)


def searchsorted(
    sorted_sequence: Any, values: Any, side: str = "left", out_type: Any = "int32", name: str | None = None
) -> Tensor:
    """Where each value would be inserted into a sorted sequence (rows of the last axis).

    Raises:
        InvalidArgumentError: a side other than "left" and "right".
    """
    if side not in ("left", "right"):
        raise InvalidArgumentError(f"side of searchsorted() must be 'left' or 'right', got {side!r}")
    rows = as_tensor(sorted_sequence)
    wanted = as_tensor(values, rows.dtype.base)
    length = rows.plain_shape[-1] if rows.shape.rank else None
    if not isinstance(length, int) or wanted.shape.rank is None:
        raise InvalidTypeError(f"sorted_sequence of searchsorted() must have a known length, got {rows.shape}")
    op = raw_ops.LowerBound if side == "left" else raw_ops.UpperBound
    flat = op(
        sorted_inputs=reshape(rows, [-1, length]),
        values=reshape(wanted, [-1, raw_ops.Shape(input=wanted)[-1]]),
        out_type=out_type,
        name=name,
    )
    return reshape(flat, raw_ops.Shape(input=wanted))


__all__ = [
    "batch_gather",
    "boolean_mask",
    "gather",
    "gather_nd",
    "scatter_nd",
    "searchsorted",
    "setdiff1d",
    "unique",
    "where",
    "where_v2",
]
