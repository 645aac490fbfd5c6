"""The plain kernel of factors of matrices whose rows change places."""

from __future__ import annotations

import numpy as np

from graphops_cpu.lib.elementwise import count
from graphops_cpu.lib.precision import narrow, pick, widen
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("Lu", "CPU")
class Lu(PlainKernel):
    """One column of all matrices after the other, the largest element first."""

    def compute(self, x: Array) -> tuple[Array, Array]:
        xp, n, dtype = self.xp, x.shape[-1], self.attrs["output_idx_type"].numpy_dtype
        if not x.size:
            return x.copy(), xp.zeros(x.shape[:-1], dtype=dtype)
        rest = xp.array(widen(x)).reshape(-1, n, n)
        order = xp.broadcast_to(xp.arange(n), (rest.shape[0], n)).copy()
        with np.errstate(all="ignore"):
            for step in range(n):
                place = abs(rest[:, step:, step]).argmax(axis=1)[:, None] + step  # (matrices, 1)
                rows = xp.arange(n)[None, :]
                turned = pick(xp, rows == step, place, pick(xp, rows == place, xp.full_like(place, step), rows))
                rest = xp.take_along_axis(rest, turned[..., None], axis=1)
                order = xp.take_along_axis(order, turned, axis=1)
                rest[:, step + 1 :, step] /= rest[:, step, step, None]
                rest[:, step + 1 :, step + 1 :] -= rest[:, step + 1 :, step, None] * rest[:, step, None, step + 1 :]
            singular = count(~(abs(xp.diagonal(rest, axis1=1, axis2=2)) > 0))
            if singular:
                raise must("input", "Lu", "hold matrices that can be inverted", "a singular one")
        return narrow(rest.reshape(x.shape), x.dtype), order.reshape(x.shape[:-1]).astype(dtype)
