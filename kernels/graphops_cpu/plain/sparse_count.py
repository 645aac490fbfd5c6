"""Plain kernels that count numbers: of sparse and ragged tensors, and into sparse tensors."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.ragged_rows import places_in_rows, require_splits
from graphops_cpu.lib.sparse_places import require_within, sizes_of
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_WORK: Final = 40  # bytes for each number that is counted


def _require_natural(op: str, values: Array) -> None:
    if values.size and int(values.min()) < 0:
        raise must("values", op, "not be negative", int(values.min()))


def _added(weights: Array, places: Array, count: int) -> Array:
    """The sums of the weights of each place."""
    if weights.dtype.kind == "f":
        with np.errstate(all="ignore"):
            return np.bincount(places, weights, minlength=count).astype(weights.dtype)
    total = np.zeros(count, dtype=weights.dtype)
    np.add.at(total, places, weights)
    return total


def _sparse_rows(op: str, places: Array, shape: Any) -> tuple[Array, int]:
    """For each entry its row, and how many rows there are; of a vector one."""
    sizes = sizes_of(op, "dense_shape", shape)
    require_within(op, "indices", places, sizes)
    if len(sizes) == 1:
        return np.zeros(places.shape[0], dtype=np.int64), 1
    return places[:, 0], sizes[0]


def _ragged_rows(op: str, splits: Array, values: Array) -> tuple[Array, int]:
    require_splits(op, "splits", splits, values.shape[0], exact=True)
    return places_in_rows(splits)[0], splits.size - 1


class _Bincount(PlainKernel):
    """Needs the places of all numbers, and their sums in 64-bit numbers."""

    op: ClassVar[str] = ""

    def counts(self, ctx: Context, rows: Array, count: int, values: Array, size: int, weights: Array) -> Array:
        _require_natural(self.op, values)
        ctx.check_memory(9 * count * size + _WORK * values.size)
        inside = values < size
        places = rows[inside] * size + values[inside]
        if self.attrs["binary_output"]:
            found = np.zeros(count * size, dtype=weights.dtype)
            found[places] = 1
        elif weights.size:
            found = _added(weights[inside], places, count * size)
        else:
            found = np.bincount(places, minlength=count * size).astype(weights.dtype)
        return found.reshape(count, size)


@register_kernel("SparseBincount", "CPU", host_inputs=["size"], host_outputs=["output"], uses=["memory"])
class SparseBincount(_Bincount):
    op = "SparseBincount"
    host_data = ("indices", "values", "dense_shape", "weights")

    def compute(self, ctx: Context, places: Array, values: Array, shape: Any, size: Any, weights: Array) -> Array:
        rows, count = _sparse_rows(self.op, places, shape)
        found = self.counts(ctx, rows, count, values, int(size), weights)
        return found[0] if len(shape) == 1 else found


@register_kernel("RaggedBincount", "CPU", host_inputs=["size"], host_outputs=["output"], uses=["memory"])
class RaggedBincount(_Bincount):
    op = "RaggedBincount"
    host_data = ("splits", "values", "weights")

    def compute(self, ctx: Context, splits: Array, values: Array, size: Any, weights: Array) -> Array:
        rows, count = _ragged_rows(self.op, splits, values)
        return self.counts(ctx, rows, count, values, int(size), weights)


_OUTPUTS: Final = ["output_indices", "output_values", "output_dense_shape"]


class _CountSparse(PlainKernel):
    """Needs the places of all numbers, sorted."""

    op: ClassVar[str] = ""

    def counted(
        self, ctx: Context, rows: Array, values: Array, weights: Array, count: int | None
    ) -> tuple[Array, Array, Array]:
        """The counts.

        Args:
            count: how many rows there are; ``None``: a vector.
        """
        _require_natural(self.op, values)
        ctx.check_memory(2 * _WORK * values.size)
        most, least = self.attrs["maxlength"], self.attrs["minlength"]
        values = values.astype(np.int64)
        if most >= 0:
            inside = values < most
            rows, values = rows[inside], values[inside]
            weights = weights[inside] if weights.size else weights
        order = np.lexsort((values, rows))
        rows, values = rows[order], values[order]
        first = np.ones(values.size, dtype=bool)
        first[1:] = (rows[1:] != rows[:-1]) | (values[1:] != values[:-1])
        groups = np.cumsum(first) - 1
        number = int(first.sum())
        if self.attrs["binary_output"]:
            total = np.ones(number, dtype=weights.dtype)
        elif weights.size:
            total = _added(weights[order], groups, number)
        else:
            total = np.bincount(groups, minlength=number).astype(weights.dtype)
        columns = most if most >= 0 else max(1 + (int(values.max()) if values.size else 0), least)
        parts = [values[first]] if count is None else [rows[first], values[first]]
        shape = [columns] if count is None else [count, columns]
        return np.stack(parts, axis=1).astype(np.int64), total, np.array(shape, dtype=np.int64)


@register_kernel("DenseCountSparseOutput", "CPU", host_outputs=_OUTPUTS, uses=["memory"])
class DenseCountSparseOutput(_CountSparse):
    op = "DenseCountSparseOutput"
    host_data = ("values", "weights")

    def compute(self, ctx: Context, values: Array, weights: Array) -> tuple[Array, Array, Array]:
        count = values.shape[0] if values.ndim == 2 else None
        rows = np.repeat(np.arange(count or 1, dtype=np.int64), values.shape[-1])[: values.size]
        return self.counted(ctx, rows, values.reshape(-1), weights.reshape(-1), count)


@register_kernel("SparseCountSparseOutput", "CPU", host_outputs=_OUTPUTS, uses=["memory"])
class SparseCountSparseOutput(_CountSparse):
    op = "SparseCountSparseOutput"
    host_data = ("indices", "values", "dense_shape", "weights")

    def compute(
        self, ctx: Context, places: Array, values: Array, shape: Any, weights: Array
    ) -> tuple[Array, Array, Array]:
        rows, count = _sparse_rows(self.op, places, shape)
        return self.counted(ctx, rows, values, weights, None if len(shape) == 1 else count)


@register_kernel("RaggedCountSparseOutput", "CPU", host_outputs=_OUTPUTS, uses=["memory"])
class RaggedCountSparseOutput(_CountSparse):
    op = "RaggedCountSparseOutput"
    host_data = ("splits", "values", "weights")

    def compute(self, ctx: Context, splits: Array, values: Array, weights: Array) -> tuple[Array, Array, Array]:
        rows, count = _ragged_rows(self.op, splits, values)
        return self.counted(ctx, rows, values, weights, count)
