"""Plain kernels of sparse tensors that a Session keeps in a map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.sparse_places import require_countable, require_within, sizes_of
from graphops_cpu.lib.sparse_rows import SparseRow, joined_rows, rows_of
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidTypeError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.locks import new_lock

_KIND: Final = "map of sparse tensors"
_PER_TENSOR: Final = 512  # bytes, about what a short tensor and the objects that hold it take


class SparseMap:
    """Sparse tensors by numbers, which count on from 0. Threads may share it."""

    def __init__(self) -> None:
        self._tensors: dict[int, tuple[DType, SparseRow]] = {}
        self._next = 0
        self._lock = new_lock()

    def add(self, dtype: DType, rows: Sequence[SparseRow]) -> list[int]:
        """Keep tensors; their numbers."""
        with self._lock:
            numbers = list(range(self._next, self._next + len(rows)))
            self._next += len(rows)
            self._tensors.update(zip(numbers, ((dtype, row) for row in rows), strict=True))
        return numbers

    def take(self, op: str, dtype: DType, numbers: Sequence[int]) -> list[SparseRow]:
        """Give tensors away; all of them or none.

        Raises:
            InvalidArgumentError: one is not there, is named twice, or has another dtype or rank.
        """
        with self._lock:
            if len(set(numbers)) < len(numbers):
                raise must("sparse_handles", op, "name each tensor once", list(numbers))
            for number in numbers:
                if number not in self._tensors:
                    raise must("sparse_handles", op, "name tensors that are in the map", number)
                own = self._tensors[number][0]
                if own is not dtype:
                    rule = f"name tensors of {dtype.name}"
                    raise must("sparse_handles", op, rule, f"{number}, one of {own.name}", kind=InvalidTypeError)
            rows = [self._tensors[number][1] for number in numbers]
            for number, row in zip(numbers, rows, strict=True):
                if len(row.sizes) != len(rows[0].sizes):
                    rule = f"name tensors of rank {len(rows[0].sizes)}, as the first one is"
                    raise must("sparse_handles", op, rule, f"{number}, one of rank {len(row.sizes)}")
            for number in numbers:
                del self._tensors[number]
        return rows


class _UsesMap(PlainKernel):
    """Keeps tensors until they are taken."""

    op: ClassVar[str] = ""

    def map_of(self, ctx: Context) -> SparseMap:
        """The map that the node names."""
        key = (_KIND, self.attrs["container"], self.attrs["shared_name"] or ctx.name)
        found: SparseMap = ctx.resources.state(key, SparseMap)
        return found

    def put(self, ctx: Context, rows: Sequence[SparseRow]) -> Array:
        """Keep copies of tensors; their numbers."""
        kept = [SparseRow(row.places.copy(), row.values.copy(), row.sizes) for row in rows]
        return np.array(self.map_of(ctx).add(self.attrs["T"], kept), dtype=np.int64)

    def require(self, ctx: Context, rows: int, *parts: Array) -> None:
        """Refuse what does not fit."""
        ctx.check_memory(_PER_TENSOR * rows + sum(int(part.nbytes) for part in parts))


@register_kernel("AddSparseToTensorsMap", "CPU", host_outputs=["sparse_handle"], uses=["resources", "memory", "name"])
class AddSparseToTensorsMap(_UsesMap):
    op = "AddSparseToTensorsMap"
    host_data = ("sparse_indices", "sparse_values", "sparse_shape")

    def compute(self, ctx: Context, places: Array, values: Array, shape: Any) -> Array:
        sizes = sizes_of(self.op, "sparse_shape", shape)
        require_within(self.op, "sparse_indices", places, sizes)
        self.require(ctx, 1, places, values)
        return self.put(ctx, [SparseRow(places, values, sizes)]).reshape(())


@register_kernel(
    "AddManySparseToTensorsMap", "CPU", host_outputs=["sparse_handles"], uses=["resources", "memory", "name"]
)
class AddManySparseToTensorsMap(_UsesMap):
    op = "AddManySparseToTensorsMap"
    host_data = ("sparse_indices", "sparse_values", "sparse_shape")

    def compute(self, ctx: Context, places: Array, values: Array, shape: Any) -> Array:
        sizes = sizes_of(self.op, "sparse_shape", shape)
        self.require(ctx, sizes[0], places, values)
        return self.put(ctx, rows_of(self.op, "sparse", places, values, sizes))


@register_kernel(
    "TakeManySparseFromTensorsMap",
    "CPU",
    host_outputs=["sparse_indices", "sparse_values", "sparse_shape"],
    uses=["resources", "memory", "name"],
)
class TakeManySparseFromTensorsMap(_UsesMap):
    op = "TakeManySparseFromTensorsMap"
    host_data = ("sparse_handles",)

    def compute(self, ctx: Context, handles: Array) -> tuple[Array, Array, Array]:
        ctx.check_memory(_PER_TENSOR * handles.size)
        rows = self.map_of(ctx).take(self.op, self.attrs["dtype"], handles.tolist())
        ctx.check_memory(2 * sum(int(row.places.nbytes) + int(row.values.nbytes) for row in rows))
        places, values, sizes = joined_rows(rows)
        require_countable(self.op, "sparse_handles", sizes)
        return places, values, np.array(sizes, dtype=np.int64)
