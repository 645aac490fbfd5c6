"""Plain kernels that make ragged tensors, pick their rows and fill them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.lib.ragged_rows import ranges, require_splits
from graphops_cpu.lib.sparse_places import require_within
from graphops_cpu.plain.array_gather import require_in_range
from graphops_cpu.plain.sparse import filled_rows, sum_of_others
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.shape import MAX_ELEMENTS


@register_kernel("RaggedRange", "CPU", host_outputs=["rt_nested_splits", "rt_dense_values"], uses=["memory"])
class RaggedRange(PlainKernel):
    """Needs some numbers for each value."""

    host_data = ("starts", "limits", "deltas")

    def compute(self, ctx: Context, starts: Array, limits: Array, deltas: Array) -> tuple[Array, Array]:
        op, dtype = "RaggedRange", starts.dtype
        rows = next((each.shape[0] for each in (starts, limits, deltas) if each.ndim), 1)
        if (deltas == 0).any() and rows:
            raise must("deltas", op, "not be 0", "a 0")
        first, limit, step = (np.broadcast_to(widen(each), (rows,)) for each in (starts, limits, deltas))
        lengths = self._lengths(first, limit, step)
        splits = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        most = int(np.iinfo(self.attrs["Tsplits"].numpy_dtype).max)
        total = sum(lengths.tolist())
        if total > most:
            raise must("limits", op, f"lead to at most {most} values", total)
        ctx.check_memory(total * (24 + dtype.itemsize))
        numbers = ranges(np.zeros(rows, dtype=np.int64), lengths)
        with np.errstate(all="ignore"):
            row = np.repeat(np.arange(rows), lengths)
            values = first[row] + numbers.astype(first.dtype) * step[row]
        return splits.astype(self.attrs["Tsplits"].numpy_dtype), narrow(values, dtype)

    @staticmethod
    def _lengths(first: Array, limit: Array, step: Array) -> Array:
        """How many values each row has.

        Raises:
            InvalidArgumentError: more than there are numbers for, or a number of them that is not finite.
        """
        if first.dtype.kind == "f":
            with np.errstate(all="ignore"):
                found = np.ceil((limit.astype(np.float64) - first) / step)
            found = np.where(found > 0, found, np.where(np.isnan(found), found, 0.0))
            wrong = ~(found <= float(2**62))
            if wrong.any():
                raise must("limits", "RaggedRange", "lead to at most 2**62 values in a row", found[wrong][0])
            return found.astype(np.int64)
        # Differences of int64 may take 64 bits: they are taken as unsigned numbers, from the smaller to the larger one.
        up = step > 0
        low, high = _unsigned(np.where(up, first, limit)), _unsigned(np.where(up, limit, first))
        some = np.where(up, limit > first, limit < first)
        size, one = _unsigned(np.where(up, step, -step)), np.uint64(1)
        lengths: Array = np.where(some, (high - low - one) // np.maximum(size, one) + one, np.uint64(0))
        if (lengths > MAX_ELEMENTS).any():
            raise must("limits", "RaggedRange", "lead to at most 2**63 - 1 values in a row", int(lengths.max()))
        return lengths.astype(np.int64)


def _unsigned(numbers: Array) -> Array:
    """Integers modulo 2**64."""
    return numbers.astype(np.int64).view(np.uint64)


@register_kernel("RaggedGather", "CPU", host_outputs=["output_nested_splits", "output_dense_values"], uses=["memory"])
class RaggedGather(PlainKernel):
    """Needs a number for each value that is picked."""

    host_data = ("params_nested_splits", "params_dense_values", "indices")

    def compute(self, ctx: Context, *inputs: Array) -> tuple[Array, ...]:
        op, levels = "RaggedGather", self.attrs["PARAMS_RAGGED_RANK"]
        params, values, indices = inputs[:levels], inputs[levels], inputs[levels + 1]
        sizes = [*(splits.size - 1 for splits in params[1:]), values.shape[0]]
        for number, (splits, size) in enumerate(zip(params, sizes, strict=True)):
            require_splits(op, f"params_nested_splits[{number}]", splits, size, exact=False)
        require_in_range(op, indices, params[0].size - 1, "rows of params")
        dtype = params[0].dtype
        found = self._outer(indices.shape)
        rows = indices.reshape(-1).astype(np.int64)
        for splits in params:
            starts, ends = splits[rows].astype(np.int64), splits[rows + 1].astype(np.int64)
            lengths = ends - starts
            total = sum(lengths.tolist())
            if total > np.iinfo(dtype).max:
                raise must("indices", op, f"pick at most {np.iinfo(dtype).max} values", total)
            ctx.check_memory(32 * total)
            found.append(np.concatenate([[0], np.cumsum(lengths)]))
            rows = ranges(starts, lengths)
        ctx.check_memory(rows.size * prod(values.shape[1:]) * values.dtype.itemsize)
        kept = found if indices.ndim else found[1:]
        return (*(splits.astype(dtype) for splits in kept), values[rows])

    @staticmethod
    def _outer(shape: Sequence[int]) -> list[Array]:
        """The splits of all axes of indices but the last one: rows of one length."""
        return [np.arange(prod(shape[: axis + 1]) + 1) * shape[axis + 1] for axis in range(len(shape) - 1)]


@register_kernel(
    "RaggedFillEmptyRows",
    "CPU",
    host_inputs=["nrows"],
    host_outputs=["output_value_rowids", "output_values", "empty_row_indicator", "reverse_index_map"],
    uses=["memory"],
)
class RaggedFillEmptyRows(PlainKernel):
    """Needs some numbers for each value and each row."""

    host_data = ("value_rowids", "values", "default_value")

    def compute(self, ctx: Context, ids: Array, values: Array, nrows: Any, default: Array) -> tuple[Array, ...]:
        rows = int(nrows)
        require_within("RaggedFillEmptyRows", "value_rowids", ids[:, None], (rows,))
        found, filled, empty, places = filled_rows(ctx, ids[:, None], values, rows, default)
        return found[:, 0], filled, empty, places


@register_kernel("RaggedFillEmptyRowsGrad", "CPU", host_outputs=["d_values", "d_default_value"])
class RaggedFillEmptyRowsGrad(PlainKernel):
    """Needs the values that are not named in the compute dtype."""

    host_data = ("reverse_index_map", "grad_values")

    def compute(self, places: Array, grads: Array) -> tuple[Array, Array]:
        total = sum_of_others("RaggedFillEmptyRowsGrad", places, grads)
        return grads[places], total
