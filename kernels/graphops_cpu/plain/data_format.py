"""Plain kernels of data formats."""

from __future__ import annotations

import numpy as np

from graphops_cpu.lib.elementwise import count
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.ops.data_format import dim_places, vector_order


@register_kernel("DataFormatDimMap", "CPU")
class DataFormatDimMap(PlainKernel):
    def compute(self, x: Array) -> Array:
        xp, places = self.xp, dim_places(self.attrs)
        rank = len(places)
        wrong = count((x < -rank) | (x >= rank)) if x.size else 0
        if wrong:
            rule = f"be in [{-rank}, {rank})"
            raise must("x", "DataFormatDimMap", rule, f"values from {int(x.min().item())} to {int(x.max().item())}")
        table = xp.asarray(np.array(places, x.dtype))
        return xp.take(table, xp.where(x < 0, x + x.dtype.type(rank), x))


@register_kernel("DataFormatVecPermute", "CPU")
class DataFormatVecPermute(PlainKernel):
    def compute(self, x: Array) -> Array:
        order = (
            vector_order(self.attrs["src_format"], self.attrs["dst_format"], x.shape[0]) or ()
        )  # of a length that fits
        return self.xp.concatenate([x[place : place + 1] for place in order])
