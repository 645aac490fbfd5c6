"""Functions that say into how many parts a variable of a shape would be cut, along each axis.

Variables are in one part here: these functions are for scripts that ask them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from graphops.graph.tensor_shape_v1 import TensorShapeV1
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InvalidArgumentError

Partitioner = Callable[..., list[int]]


def _sizes(shape: Any, axis: int) -> list[int]:
    given = TensorShapeV1(shape)
    if not given.is_fully_defined or not -len(given.as_list()) <= axis < len(given.as_list()):
        raise InvalidArgumentError(f"shape of a partitioner must be fully defined and have axis {axis}, got {given}")
    return [int(size or 0) for size in given.as_list()]


def _bytes_of(dtype: Any, of_string: int) -> int:
    kind = as_dtype(dtype).base
    return of_string if kind.name == "string" else int(kind.numpy_dtype.itemsize)


def fixed_size_partitioner(num_shards: int, axis: int = 0) -> Partitioner:
    """``num_shards`` parts along an axis, fewer if it is shorter."""

    def partitioner(shape: Any, **unused: Any) -> list[int]:
        sizes = _sizes(shape, axis)
        parts = [1] * len(sizes)
        parts[axis] = min(num_shards, sizes[axis])
        return parts

    return partitioner


def variable_axis_size_partitioner(
    max_shard_bytes: int, axis: int = 0, bytes_per_string_element: int = 16, max_shards: int | None = None
) -> Partitioner:
    """As few parts along an axis as keep each below ``max_shard_bytes``.

    Raises:
        InvalidArgumentError: sizes that are not positive.
    """
    if min(max_shard_bytes, bytes_per_string_element) < 1 or (max_shards is not None and max_shards < 1):
        text = "max_shard_bytes, bytes_per_string_element and max_shards of a partitioner must be positive"
        raise InvalidArgumentError(f"{text}, got {max_shard_bytes}, {bytes_per_string_element} and {max_shards}")

    def partitioner(shape: Any, dtype: Any) -> list[int]:
        sizes = _sizes(shape, axis)
        parts = [1] * len(sizes)
        slice_bytes = math.prod(sizes) / sizes[axis] * _bytes_of(dtype, bytes_per_string_element)
        count = math.ceil(sizes[axis] / max(1, math.floor(max_shard_bytes / slice_bytes)))
        parts[axis] = count if max_shards is None else min(max_shards, count)
        return parts

    return partitioner


def min_max_variable_partitioner(
    max_partitions: int = 1, axis: int = 0, min_slice_size: int = 256 << 10, bytes_per_string_element: int = 16
) -> Partitioner:
    """At most ``max_partitions`` parts along an axis, none smaller than ``min_slice_size`` bytes."""

    def partitioner(shape: Any, dtype: Any) -> list[int]:
        sizes = _sizes(shape, axis)
        parts = [1] * len(sizes)
        wanted = math.ceil(math.prod(sizes) * _bytes_of(dtype, bytes_per_string_element) / min_slice_size)
        parts[axis] = max(1, min(sizes[axis], max_partitions, wanted))
        return parts

    return partitioner
