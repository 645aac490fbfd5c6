"""Plain kernels of batch normalization by given statistics; half and bfloat16 are computed in float32."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphops_cpu.lib.precision import narrow, widen
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_TYPES: Final = {"T": ("half", "bfloat16", "float", "double")}


@register_kernel("BatchNormWithGlobalNormalization", "CPU", types=_TYPES)
class BatchNormWithGlobalNormalization(PlainKernel):
    """Needs the images once more."""

    def compute(self, t: Array, m: Array, v: Array, beta: Array, gamma: Array) -> Array:
        wide = [widen(x) for x in (t, m, v, beta, gamma)]
        with np.errstate(all="ignore"):
            factor = 1 / self.xp.sqrt(wide[2] + wide[2].dtype.type(self.attrs["variance_epsilon"]))
            if self.attrs["scale_after_normalization"]:
                factor = factor * wide[4]
            return narrow((wide[0] - wide[1]) * factor + wide[3], t.dtype)


@register_kernel("BatchNormWithGlobalNormalizationGrad", "CPU", types=_TYPES)
class BatchNormWithGlobalNormalizationGrad(PlainKernel):
    """Needs the images twice more."""

    def compute(self, t: Array, m: Array, v: Array, gamma: Array, backprop: Array) -> tuple[Array, ...]:
        images, mean, variance, scale, dy = (widen(x) for x in (t, m, v, gamma, backprop))
        axes, scaled = (0, 1, 2), self.attrs["scale_after_normalization"]
        with np.errstate(all="ignore"):
            inverse = 1 / self.xp.sqrt(variance + variance.dtype.type(self.attrs["variance_epsilon"]))
            factor = inverse * scale if scaled else inverse
            db = dy.sum(axis=axes)
            products = (dy * (images - mean)).sum(axis=axes)
            dg = products * inverse if scaled else self.xp.zeros_like(db)
            found = (dy * factor, -db * factor, -0.5 * products * factor * inverse * inverse, db, dg)
            return tuple(narrow(x, t.dtype) for x in found)
