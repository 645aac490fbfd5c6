"""Plain kernels of complex numbers and their parts."""

from __future__ import annotations

import numpy as np

from graphops_cpu.lib.elementwise import COMPLEX
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("Complex", "CPU")
class Complex(PlainKernel):
    def compute(self, real: Array, imag: Array) -> Array:
        # Written part by part: i * inf would make the real part not a number.
        result = self.xp.empty(np.broadcast_shapes(real.shape, imag.shape), dtype=self.attrs["Tout"].numpy_dtype)
        with np.errstate(all="ignore"):
            result.real[...] = real
            result.imag[...] = imag
        return result


class _Part(PlainKernel):
    def compute(self, x: Array) -> Array:
        with np.errstate(all="ignore"):
            return self.part(x).astype(self.attrs["Tout"].numpy_dtype)

    def part(self, x: Array) -> Array:
        raise NotImplementedError


@register_kernel("Real", "CPU")
class Real(_Part):
    def part(self, x: Array) -> Array:
        return x.real


@register_kernel("Imag", "CPU")
class Imag(_Part):
    def part(self, x: Array) -> Array:
        return x.imag


@register_kernel("ComplexAbs", "CPU")
class ComplexAbs(_Part):
    def part(self, x: Array) -> Array:
        return abs(x)


@register_kernel("Angle", "CPU")
class Angle(_Part):
    def part(self, x: Array) -> Array:
        return self.xp.arctan2(x.imag, x.real)


@register_kernel("Conj", "CPU", types={"T": COMPLEX})
class Conj(PlainKernel):
    def compute(self, x: Array) -> Array:
        return x.conj()
