"""Plain kernels of integrals that have names, vectorised; every dtype is computed in float64.

Formulas: NIST Digital Library of Mathematical Functions (DLMF), https://dlmf.nist.gov, by the numbers given below.
"""

from __future__ import annotations

from math import factorial, pi, sqrt

import numpy as np

from graphops_cpu.lib.in_double import InDouble, horner
from graphops_registry.kernel_def import Array, register_kernel


@register_kernel("Dawsn", "CPU")
class Dawsn(InDouble):
    """G. B. Rybicki, Dawson's integral and the sampling theorem, Computers in Physics 3, 1989, 85-87."""

    def apply(self, x: Array) -> Array:
        xp, h, size = self.xp, 0.2, abs(x)
        middle = 2 * xp.rint(xp.minimum(size, 1e15) / (2 * h))  # the even number nearest to x / h
        rest = xp.minimum(size, 1e15) - middle * h
        total = xp.zeros_like(x)
        for k in range(-33, 34, 2):
            total = total + xp.exp(-((rest - k * h) ** 2)) / (middle + k)
        square = size * size
        series = size * horner(square, [(-2.0) ** k / float(np.prod(range(1, 2 * k + 2, 2))) for k in range(9, -1, -1)])
        result = xp.where(size < 0.2, series, total / sqrt(pi))
        result = xp.where(size > 1e10, 0.5 / size, result)
        return xp.where(xp.isnan(x), x, xp.copysign(result, x))


@register_kernel("Expint", "CPU")
class Expint(InDouble):
    """DLMF 6.6.1, a series of positive terms, up to 45; beyond, the asymptotic one, 6.12.2."""

    def apply(self, x: Array) -> Array:
        xp = self.xp
        low = xp.where(x <= 45, xp.maximum(x, 0.0), 1.0)
        term, total = xp.ones_like(x), xp.zeros_like(x)
        for k in range(1, 160):
            term = term * low / k
            total = total + term / k
        total = 0.57721566490153286061 + xp.log(low) + total
        high = xp.maximum(x, 45.0)
        series, power = xp.ones_like(x), xp.ones_like(x)
        for k in range(1, 41):
            power = power * k / high
            series = series + power
        far = xp.exp(high) / high * series
        return xp.where((x < 0) | xp.isinf(x) | xp.isnan(x), float("nan"), xp.where(x <= 45, total, far))


class _Fresnel(InDouble):
    """Power series up to 1.6, DLMF 7.6.4 and 7.6.6; beyond, auxiliary functions 7.7.10 and 7.7.11 by the trapezoidal
    rule, whose error falls exponentially for such integrands."""

    def auxiliary(self, z: Array) -> tuple[Array, Array]:
        """f and g of 7.2(iv) for z >= 1.5."""
        xp = self.xp
        h = xp.minimum(0.12, 0.4 / z)
        f, g = 0.5 * xp.ones_like(z), xp.zeros_like(z)
        for k in range(1, 32):
            square = (k * h) ** 2
            weight = xp.exp(-pi / 2 * z * z * square) / (1 + square * square)
            f, g = f + weight, g + square * weight
        return f * h * (sqrt(2) / pi), g * h * (sqrt(2) / pi)

    def turn(self, z: Array) -> tuple[Array, Array]:
        """The sine and the cosine of pi z^2 / 2, from what is left of z^2 / 2 without whole turns."""
        xp = self.xp
        whole = xp.rint(z)
        rest = z - whole
        # z^2 / 4 = whole^2 / 4 + whole rest / 2 + rest^2 / 4, and whole^2 / 4 is 0 or 1/4 up to integers.
        odd = whole - 2 * xp.floor(whole / 2)
        part = odd / 4 + (whole * rest / 2 - xp.rint(whole * rest / 2)) + rest * rest / 4
        return xp.sin(2 * pi * part), xp.cos(2 * pi * part)

    def apply(self, x: Array) -> Array:
        xp, size = self.xp, abs(x)
        near = xp.minimum(size, 1.6)
        angle = pi / 2 * near * near
        z = xp.clip(size, 1.5, 1e9)
        f, g = self.auxiliary(z)
        sine, cosine = self.turn(z)
        result = xp.where(size < 1.6, self.series(near, angle * angle, angle), self.far(f, g, sine, cosine))
        result = xp.where(size >= 1e9, 0.5, result)
        return xp.where(xp.isnan(x), x, xp.copysign(result, x))

    def series(self, x: Array, square: Array, angle: Array) -> Array:
        raise NotImplementedError

    def far(self, f: Array, g: Array, sine: Array, cosine: Array) -> Array:
        raise NotImplementedError


@register_kernel("FresnelCos", "CPU")
class FresnelCos(_Fresnel):
    def series(self, x: Array, square: Array, angle: Array) -> Array:
        return x * horner(square, [(-1.0) ** k / (factorial(2 * k) * (4 * k + 1)) for k in range(16, -1, -1)])

    def far(self, f: Array, g: Array, sine: Array, cosine: Array) -> Array:
        return 0.5 + f * sine - g * cosine


@register_kernel("FresnelSin", "CPU")
class FresnelSin(_Fresnel):
    def series(self, x: Array, square: Array, angle: Array) -> Array:
        coefficients = [(-1.0) ** k / (factorial(2 * k + 1) * (4 * k + 3)) for k in range(16, -1, -1)]
        return x * angle * horner(square, coefficients)

    def far(self, f: Array, g: Array, sine: Array, cosine: Array) -> Array:
        return 0.5 - f * cosine - g * sine


@register_kernel("Spence", "CPU")
class Spence(InDouble):
    """The dilogarithm of 1 - x, DLMF 25.12.1, brought to arguments within 1/2 by 25.12.4 and 25.12.6."""

    def apply(self, x: Array) -> Array:
        xp = self.xp
        inverted = x > 2
        y = xp.where(inverted, 1 / xp.where(inverted, x, 1.0), xp.maximum(x, 0.0))  # in [0, 2]
        mirrored = y < 0.5
        high = y > 1.5
        z = xp.where(mirrored, y, xp.where(high, 1 - 1 / xp.where(high, y, 1.0), 1 - y))  # in [-1/2, 1/2]
        term, total = xp.ones_like(x), xp.zeros_like(x)
        for k in range(1, 60):
            term = term * z
            total = total + term / (k * k)
        logarithm = xp.log(xp.maximum(y, 1e-320))
        reflected = pi * pi / 6 - logarithm * xp.log1p(-xp.minimum(y, 0.5)) - total
        turned = -0.5 * logarithm * logarithm - total
        result = xp.where(mirrored, reflected, xp.where(high, turned, total))
        outer = xp.log(xp.where(inverted, x, 1.0))
        result = xp.where(inverted, -0.5 * outer * outer - result, result)
        return xp.where((x < 0) | xp.isnan(x) | xp.isinf(x), float("nan"), result)
