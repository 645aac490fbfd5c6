"""Keys of attrs and arrays: two keys are equal if and only if the values are the same bit for bit.

Python's ``==`` is not enough: 0.0 equals -0.0, 1 equals 1.0 and True, and nan does not equal itself.
"""

from __future__ import annotations

import struct
from collections.abc import Hashable, Mapping
from typing import Any, Final

import numpy as np

from graphops.plan.choose.cache_keys import NOT_COMPUTED_WITH
from graphops_registry.shape import TensorShape

_LARGEST: Final = 1 << 16  # bytes of arrays that are compared
_MOST_TEXTS: Final = 1024


def value_key(array: np.ndarray[Any, Any]) -> tuple[Hashable, ...] | None:
    """A key for an array's dtype, shape and content; ``None`` for one too large to compare."""
    if array.dtype.kind == "O":  # strings; an object array may also hold other objects
        if array.size > _MOST_TEXTS:
            return None
        items = tuple(array.flat)
        if not all(type(item) is bytes for item in items) or sum(map(len, items)) > _LARGEST:
            return None
        return (array.dtype, array.shape, items)
    if array.nbytes > _LARGEST:
        return None
    return (array.dtype, array.shape, array.tobytes())


def attrs_key(attrs: Mapping[str, Any]) -> Hashable:
    """A key for all attrs of a node that its results depend on. What cannot be compared equals only itself."""
    return tuple([(name, _attr_key(value)) for name, value in attrs.items() if name not in NOT_COMPUTED_WITH])


def _attr_key(value: Any) -> Hashable:
    kind = type(value)
    if kind is float:
        return (float, struct.pack("<d", value))
    if kind in (str, bytes, int, bool):
        return (kind, value)
    if kind is tuple:
        return tuple([_attr_key(item) for item in value])
    if kind is TensorShape:
        return (kind, value.dims)
    if isinstance(value, np.ndarray):
        return value_key(value) or id(value)
    return id(value)  # the same DType is the same object; any other object equals only itself
