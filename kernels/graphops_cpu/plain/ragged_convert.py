"""Plain kernels of ragged tensors as dense and as sparse ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.ragged_rows import longest, places_in_rows, require_splits
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.shape import MAX_ELEMENTS

_OP = "RaggedTensorToTensor"


@dataclass(frozen=True, slots=True)
class _Level:
    """Values in rows.

    Attributes:
        rows: for each value its row.
        places: for each value its place there.
        longest: how many values the longest row has.
    """

    rows: Array
    places: Array
    longest: int


def _level(kind: str, argument: str, tensor: Array, parents: int) -> _Level:
    """What a partition of ``parents`` rows says.

    Raises:
        InvalidArgumentError: a partition that is none.
    """
    if kind == "ROW_SPLITS":
        require_splits(_OP, argument, tensor, int(tensor[-1]) if tensor.size else 0, exact=True)
        if tensor.size != parents + 1:
            raise must(argument, _OP, f"have {parents + 1} values, one more than there are rows", tensor.size)
        rows, places = places_in_rows(tensor.astype(np.int64))
        return _Level(rows, places, longest(np.diff(tensor)))
    rows = tensor.astype(np.int64)
    if rows.size and not (rows[0] >= 0 and rows[-1] < parents and (rows[1:] >= rows[:-1]).all()):
        got = f"numbers from {int(rows.min())} to {int(rows.max())}"
        raise must(argument, _OP, f"hold sorted numbers in [0, {parents}), of the rows", got)
    lengths = np.bincount(rows, minlength=parents) if rows.size else np.zeros(0, dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    return _Level(rows, np.arange(rows.size, dtype=np.int64) - starts[rows], longest(lengths))


@register_kernel("RaggedTensorToTensor", "CPU", host_inputs=["shape"], host_outputs=["result"], uses=["memory"])
class RaggedTensorToTensor(PlainKernel):
    """Needs some numbers for each value on each level."""

    host_data = ("values", "default_value", "row_partition_tensors")

    def compute(self, ctx: Context, shape: Any, values: Array, default: Array, *partitions: Array) -> Array:
        first, levels = self._levels(partitions, values.shape[0])
        sizes = [first, *(level.longest for level in levels)]
        if shape.ndim:
            sizes = [size if size >= 0 else own for size, own in zip(shape.tolist(), sizes, strict=False)]
        inner = values.shape[1:]
        elements = prod(sizes) * prod(inner)
        if prod(size for size in (*sizes, *inner) if size) * values.dtype.itemsize > MAX_ELEMENTS:
            raise must("shape", _OP, "describe a result of at most 2**63 - 1 bytes", [*sizes, *inner])
        ctx.check_memory(elements * values.dtype.itemsize)
        steps = [prod(sizes[axis + 1 :]) for axis in range(len(sizes))]
        places = np.arange(first, dtype=np.int64) * steps[0]
        places[sizes[0] :] = -1
        for level, size, step in zip(levels, sizes[1:], steps[1:], strict=True):
            above = places[level.rows]
            places = np.where((above >= 0) & (level.places < size), above + level.places * step, -1)
        result = np.empty((prod(sizes), *inner), dtype=values.dtype)
        result[...] = default
        used = places >= 0
        result[places[used]] = values[used]
        return result.reshape(*sizes, *inner)

    def _levels(self, partitions: Sequence[Array], count: int) -> tuple[int, list[_Level]]:
        """The number of rows, and the levels; the last one has ``count`` values."""
        types = self.attrs["row_partition_types"]
        own = list(zip(types, [f"row_partition_tensors[{i}]" for i in range(len(types))], partitions, strict=True))
        if types[0] == "FIRST_DIM_SIZE":
            first = int(own[0][2])
            if first < 0:
                raise must(own[0][1], _OP, "not be negative", first)
            own = own[1:]
        else:
            if not own[0][2].size:
                raise must(own[0][1], _OP, "have at least one value", "none")
            first = own[0][2].size - 1
        levels: list[_Level] = []
        for kind, argument, tensor in own:
            levels.append(_level(kind, argument, tensor, levels[-1].rows.size if levels else first))
        total = levels[-1].rows.size if levels else first
        if total != count:
            raise must("values", _OP, f"have {total} rows, as the partitions say", count)
        return first, levels


@register_kernel("RaggedTensorToSparse", "CPU", host_outputs=["sparse_indices", "sparse_values", "sparse_dense_shape"])
class RaggedTensorToSparse(PlainKernel):
    """Needs some numbers for each value."""

    host_data = ("rt_nested_splits", "rt_dense_values")

    def compute(self, *inputs: Array) -> tuple[Array, Array, Array]:
        op, levels, values = "RaggedTensorToSparse", inputs[:-1], inputs[-1]
        counts = [*(splits.size - 1 for splits in levels[1:]), values.shape[0]]
        sizes = [levels[0].size - 1]
        columns = np.arange(max(sizes[0], 0), dtype=np.int64)[:, None]  # (rows, levels above)
        for number, (splits, count) in enumerate(zip(levels, counts, strict=True)):
            require_splits(op, f"rt_nested_splits[{number}]", splits, count, exact=True)
            rows, places = places_in_rows(splits.astype(np.int64))
            columns = np.concatenate([columns[rows], places[:, None]], axis=1)
            sizes.append(longest(np.diff(splits)))
        inner = values.shape[1:]
        within = np.indices(inner, dtype=np.int64).reshape(len(inner), prod(inner)).T  # (elements of a value, axes)
        outer = np.repeat(columns, prod(inner), axis=0)
        found = np.concatenate([outer, np.tile(within, (values.shape[0], 1))], axis=1)
        return found, values.flatten(), np.array([*sizes, *inner], dtype=np.int64)
