"""Plain kernels that put entries at given places, and sort them into parts."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import count
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("DynamicStitch", "CPU", host_inputs=["indices"])
@register_kernel("ParallelDynamicStitch", "CPU", host_inputs=["indices"])
class DynamicStitch(PlainKernel):
    """Of equal indices the last one counts: on every device only last ones are written."""

    def compute(self, *inputs: Any) -> Array:
        number = self.attrs["N"]
        indices, data = inputs[:number], inputs[number:]
        xp = self.xp_of(data[0])
        rest = data[0].shape[indices[0].ndim :]
        places = np.concatenate([np.asarray(each).reshape(-1) for each in indices])
        size = int(places.max()) + 1 if places.size else 0
        filler: Any = b"" if data[0].dtype.kind == "O" else 0
        merged = xp.full((size, prod(rest)), filler, dtype=data[0].dtype)
        rows = xp.concatenate([each.reshape(-1, prod(rest)) if each.size else each.reshape(prod(i.shape), prod(rest))
                               for i, each in zip(indices, data, strict=True)])  # fmt: skip
        found, last = np.unique(places[::-1], return_index=True)
        if found.size:
            merged[xp.asarray(found)] = rows[xp.asarray(places.size - 1 - last)]
        return merged.reshape(size, *rest)


@register_kernel("DynamicPartition", "CPU")
class DynamicPartition(PlainKernel):
    def compute(self, data: Array, partitions: Array) -> Sequence[Array]:
        parts = self.attrs["num_partitions"]
        outside = count((partitions < 0) | (partitions >= parts))
        if outside:
            raise must("partitions", "DynamicPartition", f"be in [0, {parts})", f"{outside} outside")
        rows = data.reshape(prod(partitions.shape), *data.shape[partitions.ndim :])
        flat = partitions.reshape(-1)
        return [rows[flat == part] for part in range(parts)]
