"""Arguments of data sets as tensors: whatever a method takes may be a tensor that is fed when the iterator begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.build.random_seed import get_seed
from graphops.compat.v1.data.structure import Leaf, as_shape, flatten, flatten_like, pack
from graphops.compat.v1.functions.marked import mark
from graphops.graph.constant_value import constant_value
from graphops.graph.graph import Tensor
from graphops_registry.dtypes import bool_, int32, int64, string
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import TensorShape


def integer(value: Any, what: str) -> Tensor:
    """A scalar of int64.

    Raises:
        InvalidTypeError: no integer.
        InvalidArgumentError: no scalar.
    """
    return _of_rank_0(_as_int64(value, what), what)


def _as_int64(value: Any, what: str) -> Tensor:
    mark()
    tensor = value if hasattr(value, "__graphops_tensor__") else None
    if tensor is not None:
        tensor = as_tensor(value)
        if tensor.dtype.base is int64:
            return tensor
        if tensor.dtype.base is int32:
            cast: Tensor = raw_ops.Cast(x=tensor, DstT=int64)
            return cast
        raise InvalidTypeError(f"{what} must be of int64, got {tensor!r}")
    try:
        return as_tensor(value, int64)
    except GraphopsError as error:
        error.add_note(f"while converting {what}")
        raise


def _of_rank_0(tensor: Tensor, what: str) -> Tensor:
    if tensor.plain_shape.rank not in (None, 0):
        raise InvalidArgumentError(f"{what} must be a scalar, got {tensor!r}")
    return tensor


def numbers(values: Any) -> Tensor:
    """Integers as a constant of int64."""
    mark()
    return as_tensor(np.array(values, np.int64))


def flag(value: Any, what: str) -> Tensor:
    """A scalar of bool."""
    mark()
    return _of_rank_0(as_tensor(value, bool_), what)


def text(value: Any, what: str) -> Tensor:
    """A tensor of strings."""
    mark()
    try:
        return as_tensor(value, string)
    except GraphopsError as error:
        error.add_note(f"while converting {what}")
        raise


def known(tensor: Tensor) -> int | None:
    """The value of a scalar, if it is a constant."""
    value = constant_value(tensor)
    return None if value is None else int(value)


def tensors(value: Any, what: str) -> tuple[list[Tensor], Any]:
    """The leaves of ``value`` as tensors, and its structure.

    Raises:
        InvalidTypeError: a leaf that is no tensor.
    """
    mark()
    found = []
    for leaf in flatten(value):
        try:
            found.append(as_tensor(leaf))
        except GraphopsError as error:
            error.add_note(f"while converting {what}")
            raise
    return found, pack(value, [Leaf(tensor.dtype.base, tensor.plain_shape) for tensor in found])


def seeds(seed: Any) -> tuple[int, int] | None:
    """The two seeds of a shuffle: the graph's and its own; ``None`` if there is neither."""
    graph_seed, op_seed = get_seed(None if seed is None else int(seed))
    return None if graph_seed is None or op_seed is None else (graph_seed, op_seed)


def padding(structure: Any, padded_shapes: Any, padding_values: Any) -> tuple[list[Tensor], list[Tensor], Any]:
    """For each component of an element the shape to fill up to, what to fill up with, and the structure after it.

    Raises:
        InvalidTypeError, InvalidArgumentError: they do not fit the elements.
    """
    leaves = flatten(structure)
    shapes, sizes = [], []
    for leaf, given in zip(leaves, shapes_like(structure, padded_shapes), strict=True):
        tensor, shape = _padded_shape(leaf, given)
        shapes.append(tensor)
        sizes.append(shape)
    values = [None] * len(leaves) if padding_values is None else _values(structure, padding_values, len(leaves))
    fillings = [_filling(leaf, value) for leaf, value in zip(leaves, values, strict=True)]
    padded = pack(structure, [Leaf(leaf.dtype, shape) for leaf, shape in zip(leaves, sizes, strict=True)])
    return shapes, fillings, padded


def shapes_like(structure: Any, padded_shapes: Any) -> list[Any]:
    """The padded shape of each component; by default the static one."""
    if padded_shapes is None:
        if any(leaf.shape.rank is None for leaf in flatten(structure)):
            raise InvalidArgumentError("padded_shapes of padded_batch() must be given for elements of unknown rank")
        return [leaf.shape for leaf in flatten(structure)]
    return flatten_like(structure, padded_shapes, "padded_shapes of padded_batch()")


def _values(structure: Any, values: Any, count: int) -> list[Any]:
    if not isinstance(values, (tuple, Mapping)):  # one for all
        return [values] * count
    return flatten_like(structure, values, "padding_values of padded_batch()")


def _padded_shape(leaf: Leaf, given: Any) -> tuple[Tensor, TensorShape]:
    if hasattr(given, "__graphops_tensor__"):
        tensor = _as_int64(given, "padded_shapes of padded_batch()")
        value = constant_value(tensor)
        length = tensor.plain_shape.dims[0] if tensor.plain_shape.rank == 1 else None  # type: ignore[index]
        if value is not None:
            return tensor, as_shape(value.tolist())
        return tensor, TensorShape([None] * length if isinstance(length, int) else None)
    shape = as_shape(given)
    if shape.dims is None:
        raise InvalidArgumentError("padded_shapes of padded_batch() must have known ranks, got an unknown one")
    if leaf.shape.rank not in (None, len(shape.dims)):
        rule = f"have the rank of the elements, {leaf.shape.rank}"
        raise InvalidArgumentError(f"padded_shapes of padded_batch() must {rule}, got {shape}")
    sizes = np.array([n if isinstance(n, int) else -1 for n in shape.dims], np.int64)
    return as_tensor(sizes), TensorShape([n if isinstance(n, int) else None for n in shape.dims])


def _filling(leaf: Leaf, value: Any) -> Tensor:
    if value is None:
        value = b"" if leaf.dtype is string else np.zeros((), leaf.dtype.numpy_dtype)
    return _of_rank_0(as_tensor(value, leaf.dtype), "padding_values of padded_batch()")
