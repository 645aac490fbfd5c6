"""Cutting a batch along its first axis into shards, whose sizes differ by one row at most."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from graphops.cluster.training.shard_step import Given
from graphops.graph.graph import Graph, Tensor
from graphops.session.feeds import feed_arrays, feed_items
from graphops_registry.errors import (
    InvalidArgumentError,
    InvalidTypeError,
    OutOfRangeError,
    UnimplementedError,
    printed,
    shorten,
)

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class ShardedData:
    """Rows that stay where they are between steps: ``DataParallel.shard`` makes it, and ``step`` takes it.

    Attributes:
        tensors: what it feeds.
        starts: the first row of each shard, and at the end the number of all rows.
        parts: for each shard the data of each tensor: arrays, or futures of arrays on workers.
        owner: the DataParallel that has them.
    """

    tensors: tuple[Tensor, ...]
    starts: tuple[int, ...]
    parts: tuple[tuple[Any, ...], ...]
    owner: Any

    def __len__(self) -> int:
        return self.starts[-1]

    def __repr__(self) -> str:
        names = ", ".join(tensor.name for tensor in self.tensors)
        return f"<{len(self)} rows of {names} in {len(self.parts)} shards>"


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch in parts.

    Attributes:
        tensors: those whose values are cut.
        parts: for each shard the value of each tensor: an array, a dask array, or where a worker has it.
        counts: the rows of each shard.
        data: for each shard what is on the workers.
        shared: tensors that are fed whole, with their values.
    """

    tensors: tuple[Tensor, ...]
    parts: tuple[tuple[Any, ...], ...]
    counts: tuple[int, ...]
    data: tuple[tuple[Any, ...], ...]
    shared: dict[Tensor, Any]


def is_dask(value: object) -> bool:
    """Whether a value is a dask.array; Dask is not imported for that."""
    core = sys.modules.get("dask.array.core")
    return core is not None and isinstance(value, core.Array)


def shared_arrays(graph: Graph, shared: Mapping[Any, Any] | None) -> dict[Tensor, Any]:
    """The values that are fed whole, checked as a Session checks them."""
    items = feed_items(graph, shared)
    return dict(zip(items, feed_arrays(tuple(items), tuple(items.values())), strict=True))


def split(graph: Graph, feeds: Mapping[Any, Any], shards: int) -> Batch:
    """Cut the values of ``feeds``; scalars are shared.

    Raises:
        InvalidArgumentError: values of different numbers of rows or of none; a placeholder of a fixed number of rows; a
            shape that contradicts the static one; a dask array with chunks of unknown sizes.
        InvalidTypeError: no mapping, or a value of another dtype.
        UnimplementedError: a sparse tensor.
    """
    for key in feeds if isinstance(feeds, Mapping) else ():
        if hasattr(key, "__graphops_components__"):
            rule = "be shared: its components cannot be cut into rows"
            raise UnimplementedError(f"the feed for {shorten(printed(key))} must {rule}, got it in a batch")
    items = feed_items(graph, feeds)
    lazy = {tensor: _checked(tensor, value) for tensor, value in items.items() if is_dask(value)}
    there = [tensor for tensor in items if tensor not in lazy]
    arrays = lazy | dict(zip(there, feed_arrays(there, [items[tensor] for tensor in there]), strict=True))
    cut = {tensor: arrays[tensor] for tensor in items if arrays[tensor].ndim}
    shared = {tensor: arrays[tensor] for tensor in items if not arrays[tensor].ndim}
    rows = _rows(cut, shards)
    starts = starts_of(rows, shards)
    pairs = list(pairwise(starts))
    parts = tuple(tuple(value[first:end] for value in cut.values()) for first, end in pairs)
    return Batch(tuple(cut), parts, tuple(end - first for first, end in pairs), ((),) * shards, shared)


def starts_of(rows: int, shards: int) -> tuple[int, ...]:
    """Where each shard begins, and at the end ``rows``; the first shards have a row more than the others."""
    each, more = divmod(rows, shards)
    return tuple(number * each + min(number, more) for number in range(shards + 1))


def chosen(data: ShardedData, rows: Any) -> Batch:
    """A batch of rows that are on the workers.

    Args:
        rows: numbers of rows, in any order and as often as you like; ``None`` for all. Each shard takes those that it
            has.

    Raises:
        InvalidTypeError: ``rows`` that are no integers.
        OutOfRangeError: a row that there is not.
        InvalidArgumentError: no rows.
    """
    shards = len(data.parts)
    if rows is None:
        parts = tuple(tuple(Given(at) for at in range(len(data.tensors))) for _ in range(shards))
        counts = tuple(end - first for first, end in pairwise(data.starts))
        return Batch(data.tensors, parts, counts, data.parts, {})
    numbers = np.asarray(rows)
    if numbers.ndim != 1 or (numbers.dtype.kind not in "iu" and numbers.size):
        rule = "be a list of row numbers"
        raise InvalidTypeError(f"rows of step() must {rule}, got {numbers.dtype} of shape {numbers.shape}")
    if not numbers.size:
        raise InvalidArgumentError("rows of step() must have a row number or more, got none")
    bad = numbers[(numbers < 0) | (numbers >= len(data))]
    if bad.size:
        raise OutOfRangeError(f"rows of step() must be from 0 to {len(data) - 1}, got {bad[0]}")
    numbers = numbers.astype(np.int64)
    own = [numbers[(numbers >= a) & (numbers < b)] - a for a, b in pairwise(data.starts)]
    found = tuple(tuple(Given(at, each) for at in range(len(data.tensors))) for each in own)
    return Batch(data.tensors, found, tuple(len(each) for each in own), data.parts, {})


def placed(
    batch: Batch, wanted: Collection[Tensor], place: Callable[[Sequence[Sequence[Any]]], Sequence[tuple[Any, ...]]]
) -> Batch:
    """The batch without dask arrays: ``place`` has them computed where the shards run.

    Args:
        wanted: the tensors that shards take; other dask arrays are not computed.
    """
    lazy = [at for at, tensor in enumerate(batch.tensors) if tensor in wanted and is_dask(batch.parts[0][at])]
    if not lazy:
        return batch
    data = tuple(place([[part[at] for at in lazy] for part in batch.parts]))
    where = {at: Given(position) for position, at in enumerate(lazy)}
    parts = tuple(tuple(where.get(at, value) for at, value in enumerate(part)) for part in batch.parts)
    return replace(batch, parts=parts, data=data)


def _rows(cut: Mapping[Tensor, Any], shards: int) -> int:
    if not cut:
        raise InvalidArgumentError("feeds of step() must have a value with rows to be cut into shards, got none")
    (first, value), *others = cut.items()
    rows = int(value.shape[0])
    for tensor, other in others:
        if other.shape[0] != rows:
            rule = f"have {rows} rows, as '{first.name}' has, or be shared"
            raise InvalidArgumentError(f"the feed for '{tensor.name}' must {rule}, got {other.shape[0]}")
    for tensor in cut:
        dims = tensor.plain_shape.dims
        if shards > 1 and dims and isinstance(dims[0], int):
            rule = "leave the size of its first axis open, because a shard has fewer rows, or be shared"
            raise InvalidArgumentError(f"'{tensor.name}' must {rule}, got shape {tensor.shape}")
    if not rows:
        raise InvalidArgumentError("feeds of step() must have a row or more, got none")
    return rows


def _checked(tensor: Tensor, value: Any) -> Any:
    """A dask array, whose values nobody has seen yet: its dtype and shape must be the tensor's."""
    if value.dtype != tensor.dtype.base.numpy_dtype:
        rule = f"have dtype {tensor.dtype.base.name}"
        error = InvalidTypeError(f"the feed for '{tensor.name}' must {rule}, got a dask array of {value.dtype}")
        error.add_note(f"fix: .astype('{tensor.dtype.base.name}')")
        raise error
    sizes: Sequence[Any] = value.shape
    if any(size != size for size in sizes):  # NaN: Dask does not know it
        rule = "have chunks of known sizes"
        unknown = InvalidArgumentError(f"the feed for '{tensor.name}' must {rule}, got {value.chunks}")
        unknown.add_note("fix: .compute_chunk_sizes()")
        raise unknown
    if not tensor.plain_shape.is_compatible_with(tuple(sizes)):
        raise InvalidArgumentError(f"the feed for '{tensor.name}' must have shape {tensor.shape}, got {tuple(sizes)}")
    return value


__all__ = ["Batch", "ShardedData", "chosen", "is_dask", "placed", "shared_arrays", "split", "starts_of"]
