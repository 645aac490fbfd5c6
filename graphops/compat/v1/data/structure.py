"""The structure of elements: tuples and dicts of tensors and of data sets. A list is one tensor, as in TensorFlow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphops.graph.tensor_shape_v1 import TensorShapeV1
from graphops_registry.dtypes import DType, as_dtype, variant
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import SCALAR_SHAPE, TensorShape

Element = tuple[Any, ...]
"""The arrays of an element, one for each leaf of its structure. Nobody writes to them."""


@dataclass(frozen=True)
class Leaf:
    """A tensor of an element.

    Attributes:
        dtype: of its values.
        shape: partial.
        elements: what the elements of a data set look like that stands here; ``None`` for a plain tensor.
    """

    dtype: DType
    shape: TensorShape
    elements: Any = None


def dataset_leaf(elements: Any) -> Leaf:
    """A place for a data set."""
    return Leaf(variant, SCALAR_SHAPE, elements)


def flatten(structure: Any) -> list[Any]:
    """The leaves, from left to right; values of a dict in the order of its keys."""
    if isinstance(structure, Mapping):
        return [leaf for key in sorted(structure) for leaf in flatten(structure[key])]
    if isinstance(structure, tuple):
        return [leaf for part in structure for leaf in flatten(part)]
    return [structure]


def pack(structure: Any, leaves: Sequence[Any]) -> Any:
    """``structure`` with other leaves, as many as it has."""
    remaining = iter(leaves)
    return _pack(structure, remaining)


def _pack(structure: Any, leaves: Any) -> Any:
    if isinstance(structure, Mapping):
        found = {key: _pack(structure[key], leaves) for key in sorted(structure)}
        return type(structure)((key, found[key]) for key in structure)  # type: ignore[call-arg]
    if isinstance(structure, tuple):
        parts = [_pack(part, leaves) for part in structure]
        return type(structure)(*parts) if hasattr(structure, "_fields") else tuple(parts)
    return next(leaves)


def map_leaves(function: Callable[[Any], Any], structure: Any) -> Any:
    """``function`` of each leaf, in the same structure."""
    return pack(structure, [function(leaf) for leaf in flatten(structure)])


def same_structure(first: Any, second: Any) -> bool:
    """Whether two structures differ in their leaves alone."""
    if isinstance(first, Mapping) or isinstance(second, Mapping):
        both = isinstance(first, Mapping) and isinstance(second, Mapping) and sorted(first) == sorted(second)
        return both and all(same_structure(first[key], second[key]) for key in first)
    if isinstance(first, tuple) or isinstance(second, tuple):
        both = isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second)
        return both and all(map(same_structure, first, second))
    return True


def flatten_like(structure: Any, value: Any, what: str) -> list[Any]:
    """The parts of ``value`` at the leaves of ``structure``; a list counts as a tuple where the structure has one.

    Raises:
        InvalidTypeError: another structure.
    """
    if isinstance(structure, Mapping):
        if not isinstance(value, Mapping) or sorted(value) != sorted(structure):
            raise InvalidTypeError(f"{what} must be a dict with the keys {sorted(structure)}, got {value!r}")
        return [leaf for key in sorted(structure) for leaf in flatten_like(structure[key], value[key], what)]
    if isinstance(structure, tuple):
        if not isinstance(value, (tuple, list)) or len(value) != len(structure):
            raise InvalidTypeError(f"{what} must be a tuple of {len(structure)} parts, got {value!r}")
        return [leaf for part, item in zip(structure, value, strict=True) for leaf in flatten_like(part, item, what)]
    return [value]


def types_of(structure: Any) -> Any:
    """The dtypes, in the same structure; for a data set the types of its elements are in its ``elements``."""
    return map_leaves(lambda leaf: leaf.dtype, structure)


def shapes_of(structure: Any) -> Any:
    """The shapes, in the same structure."""
    return map_leaves(lambda leaf: TensorShapeV1(leaf.shape), structure)


def structure_of(types: Any, shapes: Any, what: str) -> Any:
    """The structure that ``output_types`` and ``output_shapes`` say.

    Raises:
        InvalidTypeError: they are nested differently.
    """
    types = _as_tuples(types)
    kinds = [as_dtype(kind) for kind in flatten(types)]
    if shapes is None:
        found = [TensorShape(None)] * len(kinds)
    else:
        found = [as_shape(shape) for shape in _shapes_like(types, shapes, what)]
    return pack(types, [Leaf(kind, shape) for kind, shape in zip(kinds, found, strict=True)])


def _as_tuples(structure: Any) -> Any:
    if isinstance(structure, Mapping):
        return type(structure)((key, _as_tuples(structure[key])) for key in structure)  # type: ignore[call-arg]
    if isinstance(structure, (tuple, list)) and not hasattr(structure, "_fields"):
        return tuple(map(_as_tuples, structure))
    return structure


def _shapes_like(types: Any, shapes: Any, what: str) -> list[Any]:
    return flatten_like(types, shapes, f"output_shapes of {what}")


def as_shape(shape: Any) -> TensorShape:
    """A shape of which -1 and ``None`` are unknown sizes.

    Raises:
        InvalidTypeError: something else than a list of sizes.
    """
    if isinstance(shape, TensorShape) or shape is None:
        return TensorShape(None if shape is None else shape.dims)
    if hasattr(shape, "__index__"):
        shape = (shape,)
    if not isinstance(shape, (list, tuple)):
        raise InvalidTypeError(f"a shape of elements must be a list of sizes, got {shape!r}")
    sizes = [getattr(size, "value", size) for size in shape]
    if any(size is not None and not hasattr(size, "__index__") for size in sizes):
        raise InvalidTypeError(f"a shape of elements must be a list of sizes, got {shape!r}")
    return TensorShape([None if size is None or size == -1 else int(size) for size in sizes])


def common_shape(first: TensorShape, second: TensorShape) -> TensorShape:
    """The narrowest shape that both are compatible with."""
    if first.dims is None or second.dims is None or len(first.dims) != len(second.dims):
        return TensorShape(None)
    return TensorShape([a if a == b else None for a, b in zip(first.dims, second.dims, strict=True)])


def batched(structure: Any, size: int | None) -> Any:
    """The structure of batches of ``size`` elements."""
    return map_leaves(lambda leaf: Leaf(leaf.dtype, _before(size, leaf.shape)), structure)


def _before(size: int | None, shape: TensorShape) -> TensorShape:
    return TensorShape(None) if shape.dims is None else TensorShape([size, *shape.dims])


def unbatched(structure: Any, what: str) -> Any:
    """The structure of the slices of elements along their first axis.

    Raises:
        InvalidArgumentError: an element has a scalar.
    """

    def slice_of(leaf: Leaf) -> Leaf:
        dims = leaf.shape.dims
        if dims == ():
            raise InvalidArgumentError(
                f"{what} must have elements of rank 1 or above, got a scalar of {leaf.dtype.name}"
            )
        return Leaf(leaf.dtype, TensorShape(None if dims is None else dims[1:]))

    return map_leaves(slice_of, structure)


def common_structure(first: Any, second: Any, what: str) -> Any:
    """The structure that elements of both have.

    Raises:
        InvalidTypeError: they are nested differently, or of other dtypes.
    """
    if not same_structure(first, second):
        raise InvalidTypeError(f"{what} must have elements of one structure, got {first!r} and {second!r}")
    leaves = []
    for one, other in zip(flatten(first), flatten(second), strict=True):
        if one.dtype is not other.dtype:
            raise InvalidTypeError(
                f"{what} must have elements of one dtype, got {one.dtype.name} and {other.dtype.name}"
            )
        leaves.append(Leaf(one.dtype, common_shape(one.shape, other.shape), one.elements))
    return pack(first, leaves)


def leaf_array(value: Any, dtype: DType) -> Any:
    """A value that a run gave as an array: objects of rank 0 come without one."""
    if isinstance(value, np.ndarray):
        return value
    if dtype.numpy_dtype != np.dtype(object):
        return np.asarray(value)
    array = np.empty((), dtype=object)
    array[()] = value
    return array
