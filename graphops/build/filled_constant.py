"""Constants of a stated shape, whose value may have fewer elements: TensorFlow 1's rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build.constants import constant as _constant
from graphops.build.convert import to_array
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import TensorShape


def constant(
    value: Any, dtype: Any = None, shape: Any = None, name: str = "Const", verify_shape: bool = False
) -> Tensor:
    """A tensor whose value is part of the graph.

    With ``shape`` a value of fewer elements is filled up with its last one, unless ``verify_shape`` forbids it.

    Raises:
        InvalidArgumentError: more elements than the shape has.
        InvalidTypeError: another shape, with ``verify_shape``.
    """
    if shape is None:
        return _constant(value, dtype, None, name)
    sizes = TensorShape(shape).as_tuple()
    wanted = None if dtype is None else as_dtype(dtype)
    array = to_array(value, wanted, "value of constant()", tensorflow_1=get_default_graph().tensorflow_1)
    if verify_shape and array.shape != sizes:
        raise InvalidTypeError(f"value of constant() must have shape {sizes}, got {array.shape}")
    count = int(np.prod(sizes, dtype=object))
    if array.size > count or (array.size == 0 and count):
        raise InvalidArgumentError(f"value of constant() must have 1 to {count} elements for shape {sizes}, "
                                   f"got {array.size}")  # fmt: skip
    flat = array.reshape(-1)
    if 1 < array.size < count:
        flat = np.concatenate([flat, np.full(count - array.size, flat[-1], flat.dtype)])
    return _constant(flat if flat.size == count else flat.reshape(()), dtype, sizes, name)
