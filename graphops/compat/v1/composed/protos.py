"""Arrays as TensorProtos and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build.convert import to_array
from graphops.interchange.graph_def import tensor_proto
from graphops.interchange.graph_def.messages import TensorProto
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def make_tensor_proto(
    values: Any, dtype: Any = None, shape: Any = None, verify_shape: bool = False, allow_broadcast: bool = False
) -> Any:
    """A value as a TensorProto.

    Args:
        shape: by default the value's; with ``allow_broadcast`` one value, or the last one, fills the rest of it.
        verify_shape: whether the value must have ``shape``.

    Raises:
        InvalidArgumentError: a value that does not have, or fit, the shape.
    """
    if isinstance(values, TensorProto):
        return values
    array = to_array(values, None if dtype is None else as_dtype(dtype), "values", tensorflow_1=True)
    kind = as_dtype(dtype) if dtype is not None else tensor_proto.dtype_of(array)
    if shape is not None:
        sizes = tuple(int(size) for size in shape)
        count = int(np.prod(sizes, dtype=object)) if sizes else 1
        if verify_shape and array.shape != sizes:
            raise InvalidArgumentError(f"values of make_tensor_proto() must have shape {sizes}, got {array.shape}")
        if count != array.size and not (allow_broadcast and 0 < array.size < count):
            text = f"values of make_tensor_proto() must have the {count} elements of shape {sizes}"
            raise InvalidArgumentError(f"{text}, got {array.size}")
        proto = TensorProto()
        if count == array.size:
            tensor_proto.from_array(array.reshape(sizes), kind.base, proto)
            return proto
        if array.size == 1:
            array = np.broadcast_to(array.reshape([1] * len(sizes)), sizes)
        else:
            rest = np.full(count - array.size, array.reshape(-1)[-1], array.dtype)
            array = np.concatenate([array.reshape(-1), rest]).reshape(sizes)
        tensor_proto.from_array(array, kind.base, proto)
        return proto
    proto = TensorProto()
    tensor_proto.from_array(array, kind.base, proto)
    return proto


def make_ndarray(tensor: Any) -> Any:
    """The array of a TensorProto, an own copy.

    Raises:
        InvalidTypeError: something else.
    """
    if not isinstance(tensor, TensorProto):
        raise InvalidTypeError(f"tensor of make_ndarray() must be a TensorProto, got {tensor!r}")
    return np.array(tensor_proto.to_array(tensor, "tensor"))


__all__ = ["make_ndarray", "make_tensor_proto"]
