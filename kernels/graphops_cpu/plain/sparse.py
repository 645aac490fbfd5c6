"""Plain kernels of sparse tensors: entries in another order or shape, in every row, or as a dense tensor."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import count
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.lib.sparse_places import (
    numbered,
    require_countable,
    require_within,
    row_major_order,
    sizes_of,
    strides_of,
)
from graphops_cpu.lib.text import require_room
from graphops_cpu.plain.array_gather import flat_places
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


@register_kernel("SparseToDense", "CPU", host_inputs=["output_shape"], uses=["memory"])
class SparseToDense(PlainKernel):
    def compute(self, ctx: Context, indices: Array, shape: Any, values: Array, default: Array) -> Array:
        sizes, op = tuple(int(size) for size in shape), "SparseToDense"
        xp = self.xp_of(values)
        if values.dtype.kind == "O":
            require_room(ctx, op, 8 * prod(sizes), "dense")
        dense = xp.empty(sizes, dtype=values.dtype)
        dense[...] = default
        rows = indices.reshape(indices.shape[0] if indices.ndim else 1, len(sizes))
        if not rows.shape[0]:
            return dense
        places, _ = flat_places(self, op, rows, sizes, "")
        if self.attrs["validate_indices"]:
            wrong = count(places[1:] <= places[:-1])
            if wrong:
                rule = "be in the order of the output, each place once (or validate_indices be false)"
                raise must("sparse_indices", op, rule, f"{wrong} that do not come after the one before")
            found, last = places, None
        else:  # devices write in any order: of equal places only the last one is written
            found, first = self.xp.unique(places[::-1], return_index=True)
            last = places.shape[0] - 1 - first
        flat = dense.reshape(-1)
        picked = values if not values.ndim or last is None else values[last]
        flat[found] = picked if values.dtype.kind != "O" or values.ndim else picked[()]
        return dense


@register_kernel("SparseReorder", "CPU", host_outputs=["output_indices", "output_values"])
class SparseReorder(PlainKernel):
    """Needs a number for each entry, and those sorted."""

    host_data = ("input_indices", "input_values", "input_shape")
    views = {0: 0, 1: 1}

    def compute(self, indices: Array, values: Array, shape: Any) -> tuple[Array, Array]:
        order = row_major_order(indices)
        return (indices, values) if order is None else (indices[order], values[order])


@register_kernel("SparseReshape", "CPU", host_outputs=["output_indices", "output_shape"])
class SparseReshape(PlainKernel):
    """Needs a number for each entry."""

    host_data = ("input_indices", "input_shape", "new_shape")
    views = {0: 0}

    def compute(self, indices: Array, shape: Any, new_shape: Any) -> tuple[Array, Array]:
        op = "SparseReshape"
        sizes = sizes_of(op, "input_shape", shape)
        require_countable(op, "input_shape", sizes)
        new = self._new_sizes(prod(sizes), new_shape.tolist())
        require_within(op, "input_indices", indices, sizes)
        found = np.array(new, dtype=np.int64)
        if new == sizes:
            return indices, found
        left = numbered(indices, sizes)
        columns = np.empty((indices.shape[0], len(new)), dtype=np.int64)
        for axis, stride in enumerate(strides_of(new) if indices.shape[0] else ()):
            columns[:, axis], left = np.divmod(left, stride)
        return columns, found

    def _new_sizes(self, elements: int, new: list[int]) -> tuple[int, ...]:
        """The new shape without its -1."""
        op = "SparseReshape"
        unknown = [axis for axis, size in enumerate(new) if size == -1]
        if len(unknown) > 1:
            raise must("new_shape", op, "have one -1 at most", new)
        if any(size < -1 for size in new):
            raise must("new_shape", op, "have sizes >= 0, and one -1 at most", new)
        known = prod(size for size in new if size != -1)
        if unknown:
            if not known:
                raise must("new_shape", op, "have sizes > 0 beside its -1", new)
            new[unknown[0]] = elements // known
        if prod(new) != elements:
            raise must("new_shape", op, f"describe {elements} elements, as input_shape does", new)
        return tuple(new)


@register_kernel(
    "SparseFillEmptyRows",
    "CPU",
    host_inputs=["dense_shape"],
    host_outputs=["output_indices", "output_values", "empty_row_indicator", "reverse_index_map"],
    uses=["memory"],
)
class SparseFillEmptyRows(PlainKernel):
    """Needs some numbers for each entry and each row."""

    host_data = ("indices", "values", "default_value")

    def compute(self, ctx: Context, indices: Array, values: Array, shape: Any, default: Array) -> tuple[Array, ...]:
        op = "SparseFillEmptyRows"
        rows = int(shape[0])
        if rows < 0:
            raise must("dense_shape", op, "have sizes >= 0", shape.tolist())
        require_within(op, "indices", indices[:, :1], (rows,))
        return filled_rows(ctx, indices, values, rows, default)


def filled_rows(
    ctx: Context, indices: Array, values: Array, rows: int, default: Array
) -> tuple[Array, Array, Array, Array]:
    """Entries ordered by rows, with a default in each row that had none.

    indices: (entries, rank), the rows in column 0, in [0, rows). Returns the indices and values, for each row whether
    it had no entry, and for each entry its new place.
    """
    entries, rank = indices.shape
    ctx.check_memory((rows + entries) * (8 * rank + values.dtype.itemsize + 16) + rows)
    own = indices[:, 0]
    counts = np.bincount(own, minlength=rows) if entries else np.zeros(rows, dtype=np.int64)
    empty = counts == 0
    missing = np.flatnonzero(empty)
    # The entries ordered by rows, with a default behind them for each row that has none: sorted together.
    order = np.argsort(np.concatenate([own, missing]), kind="stable")
    found = np.zeros((entries + missing.size, rank), dtype=np.int64)
    found[:entries] = indices
    found[entries:, 0] = missing
    filled = np.empty(entries + missing.size, dtype=values.dtype)
    filled[:entries] = values
    filled[entries:] = default
    places = np.empty(order.size, dtype=np.int64)
    places[order] = np.arange(order.size, dtype=np.int64)
    return found[order], filled[order], empty, places[:entries]


@register_kernel("SparseFillEmptyRowsGrad", "CPU", host_outputs=["d_values", "d_default_value"])
class SparseFillEmptyRowsGrad(PlainKernel):
    """Needs the values that are not named in the compute dtype."""

    host_data = ("reverse_index_map", "grad_values")

    def compute(self, places: Array, grads: Array) -> tuple[Array, Array]:
        total = sum_of_others("SparseFillEmptyRowsGrad", places, grads)
        return grads[places], total


def sum_of_others(op: str, places: Array, grads: Array) -> Array:
    """The sum of the numbers that no place names.

    Raises:
        InvalidArgumentError: a place that is none, or strings.
    """
    require_within(op, "reverse_index_map", places[:, None], (grads.shape[0],))
    if grads.dtype.kind == "O":
        raise must("grad_values", op, "be numbers", "strings")
    others = np.ones(grads.shape[0], dtype=bool)
    others[places] = False
    with np.errstate(all="ignore"):
        left = widen(grads[others])
        total = left.any() if left.dtype.kind == "b" else left.sum(dtype=left.dtype)
        return narrow(np.asarray(total), grads.dtype)
