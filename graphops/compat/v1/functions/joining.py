"""``compat.v1``: joining tensors, cutting them, and repeating their parts. (What is one op is in ``tables``.)"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand, static_sizes
from graphops.compat.v1.functions.arrays import reshape
from graphops.graph.graph import Tensor
from graphops.graph.operators import Operators
from graphops_registry.errors import InvalidArgumentError


def concat(values: Any, axis: Any, name: str = "concat") -> Tensor:
    """Tensors one after the other along ``axis``."""
    items = [as_tensor(values)] if not isinstance(values, (list, tuple)) else _alike(values)
    result: Tensor
    if len(items) == 1:
        result = raw_ops.Identity(input=items[0], name=name)
    else:
        result = raw_ops.ConcatV2(values=items, axis=operand(axis), name=name)
    return result


def _alike(values: Any) -> list[Tensor]:
    """Tensors of a list; Python values in it take the dtype of the first tensor."""
    found = next((v.__graphops_tensor__().dtype.base for v in values if isinstance(v, Operators)), None)
    return [as_tensor(v, found) if not isinstance(v, Operators) else v.__graphops_tensor__() for v in values]


def stack(values: Any, axis: int = 0, name: str = "stack") -> Tensor:
    """Tensors of one shape as slices along a new axis."""
    if isinstance(values, (list, tuple)):
        result: Tensor = raw_ops.Pack(values=_alike(values), axis=axis, name=name)
        return result
    return stack(unstack(values), axis, name)


def unstack(value: Any, num: int | None = None, axis: int = 0, name: str = "unstack") -> list[Tensor]:
    """The slices along ``axis`` as a list.

    Raises:
        InvalidArgumentError: a size that is not known, without ``num``.
    """
    tensor = as_tensor(value, name="value")
    if num is None:
        ndims = tensor.shape.rank
        dim = None
        if ndims is not None:
            if not -ndims <= axis < ndims:
                raise InvalidArgumentError(f"axis of unstack() must be an axis of shape {tensor.shape}, got {axis}")
            dim = tensor.plain_shape[axis]
        if not isinstance(dim, int):
            raise InvalidArgumentError(f"num of unstack() must be given for the shape {tensor.shape}, got None")
        num = dim
    result: list[Tensor] = raw_ops.Unpack(value=tensor, num=num, axis=axis, name=name)
    return result


def split(value: Any, num_or_size_splits: Any, axis: Any = 0, num: int | None = None, name: str = "split") -> Any:
    """``value`` cut along ``axis`` into so many equal parts, or into parts of the given sizes.

    Args:
        num: how many parts, if the sizes are a tensor of unknown length.

    Raises:
        InvalidArgumentError: sizes of unknown number, without ``num``.
    """
    tensor = as_tensor(value, name="value")
    if hasattr(num_or_size_splits, "__index__") and not isinstance(num_or_size_splits, (Operators, np.ndarray)):
        return raw_ops.Split(split_dim=axis, value=tensor, num_split=int(num_or_size_splits), name=name)
    sizes = as_tensor(operand(num_or_size_splits))
    if sizes.shape.rank == 0:
        raise InvalidArgumentError(f"num_or_size_splits of split() must be a number or a vector, got {sizes!r}")
    if num is None:
        dim = sizes.plain_shape[0] if sizes.shape.rank == 1 else None
        if not isinstance(dim, int):
            raise InvalidArgumentError(f"num of split() must be given for sizes of shape {sizes.shape}, got None")
        num = dim
    return raw_ops.SplitV(value=tensor, size_splits=sizes, split_dim=axis, num_split=num, name=name)


def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Tensor:
    """``input_[begin:end:strides]`` for each axis; the masks are those of the op StridedSlice."""
    first = as_tensor(operand(begin), name="begin")
    if strides is None:
        strides = raw_ops.OnesLike(x=first)
    result: Tensor = raw_ops.StridedSlice(
        input=as_tensor(input_),
        begin=first,
        end=operand(end),
        strides=operand(strides),
        begin_mask=begin_mask,
        end_mask=end_mask,
        ellipsis_mask=ellipsis_mask,
        new_axis_mask=new_axis_mask,
        shrink_axis_mask=shrink_axis_mask,
        name=name,
    )
    return result


def pad(
    tensor: Any, paddings: Any, mode: str = "CONSTANT", name: str | None = None, constant_values: Any = 0
) -> Tensor:
    """``tensor`` with so many elements added before and after along each axis.

    Args:
        mode: "CONSTANT", "REFLECT" or "SYMMETRIC".

    Raises:
        InvalidArgumentError: another mode.
    """
    value = as_tensor(tensor, name="tensor")
    chosen: Any = mode.upper() if isinstance(mode, str) else mode
    given = operand(paddings)
    result: Tensor
    if chosen == "CONSTANT":
        if not isinstance(constant_values, Operators) and constant_values == 0:
            result = raw_ops.Pad(input=value, paddings=given, name=name)
        else:
            filler = as_tensor(constant_values, value.dtype.base)
            result = raw_ops.PadV2(input=value, paddings=given, constant_values=filler, name=name)
    elif chosen == "REFLECT" or chosen == "SYMMETRIC":
        result = raw_ops.MirrorPad(input=value, paddings=given, mode=chosen, name=name)
    else:
        raise InvalidArgumentError(f"mode of pad() must be 'CONSTANT', 'REFLECT' or 'SYMMETRIC', got {mode!r}")
    return result


def repeat(input: Any, repeats: Any, axis: int | None = None, name: str | None = None) -> Tensor:
    """Each slice along ``axis`` (of the flat tensor by default) so many times.

    Raises:
        InvalidArgumentError: repeats that are not known while the graph is built.
    """
    tensor = as_tensor(input, name="input")
    if axis is None:
        tensor, axis = reshape(tensor, [-1]), 0
    counts = static_sizes(repeats)
    if counts is None:
        raise InvalidArgumentError(f"repeats of repeat() must be known while the graph is built, got {repeats!r}")
    length = tensor.plain_shape[axis]
    if not isinstance(length, int):
        raise InvalidArgumentError(f"input of repeat() must have a known size along axis {axis}, got {tensor.shape}")
    if len(counts) not in (1, length) or any(count < 0 for count in counts):
        raise InvalidArgumentError(f"repeats of repeat() must be 1 or {length} sizes, got {counts}")
    rows = np.repeat(np.arange(length, dtype=np.int32), counts if len(counts) > 1 else counts[0])
    result: Tensor = raw_ops.GatherV2(params=tensor, indices=rows, axis=axis, name=name)
    return result


def reverse(tensor: Any, axis: Any, name: str | None = None) -> Tensor:
    """``tensor`` turned around along the given axes."""
    one = hasattr(axis, "__index__") and not isinstance(axis, (Operators, np.ndarray))  # an array has __index__, too
    axes = [axis] if one else operand(axis)
    result: Tensor = raw_ops.ReverseV2(tensor=as_tensor(tensor), axis=axes, name=name)
    return result


reverse_v2 = reverse


__all__ = ["concat", "pad", "repeat", "reverse", "reverse_v2", "split", "stack", "strided_slice", "unstack"]
