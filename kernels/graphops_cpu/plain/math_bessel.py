"""Plain kernels of Bessel functions, vectorised; every dtype is computed in float64.

Formulas: NIST Digital Library of Mathematical Functions (DLMF), https://dlmf.nist.gov, by the numbers given below.
Integrals over whole periods, or of what falls off doubly exponentially, are computed by the trapezoidal rule, whose
error falls exponentially with the number of points.
"""

from __future__ import annotations

from math import cos, factorial, pi, sin, sqrt
from typing import Any, Final

from graphops_cpu.lib.in_double import InDouble, horner
from graphops_registry.kernel_def import Array, register_kernel

_EULER: Final = 0.57721566490153286061
_LARGE: Final = 25.0  # from here on the asymptotic series are exact to rounding
_POINTS: Final = 64  # of the trapezoidal rule on half a period: enough for arguments up to _LARGE
_TERMS: Final = 25  # of the asymptotic series


def _asymptotic(order: int, sign: int) -> list[float]:
    """The coefficients of 1 / x^k in the series 10.40.1 (sign -1) or 10.40.2 (sign 1), the lowest power first."""
    coefficients, value = [1.0], 1.0
    for k in range(1, _TERMS):
        value *= sign * (4 * order * order - (2 * k - 1) ** 2) / (8 * k)
        coefficients.append(value)
    return coefficients


# -- modified ones, of the first kind ------------------------------------------------------------------------------


class _BesselI(InDouble):
    """DLMF 10.25.2, a series of positive terms, up to 25; beyond, the asymptotic one, 10.40.1."""

    order: int

    def scaled(self, x: Array) -> Array:
        """exp(-|x|) I(|x|)."""
        xp, size = self.xp, abs(x)
        low, high = xp.minimum(size, _LARGE), xp.maximum(size, _LARGE)
        quarter = low * low / 4
        series = horner(quarter, [1 / (factorial(k) * factorial(k + self.order)) for k in range(70, -1, -1)])
        near = series * xp.exp(-low) * (low / 2 if self.order else 1.0)
        far = horner(1 / high, _asymptotic(self.order, -1)[::-1]) / (sqrt(2 * pi) * xp.sqrt(high))
        return xp.where(size <= _LARGE, near, far)

    def signed(self, y: Array, x: Array) -> Array:
        """``y`` with the sign of an even or odd function."""
        y = self.xp.copysign(y, x) if self.order else y
        return self.xp.where(self.xp.isnan(x), x, y)


class _Scaled(_BesselI):
    def apply(self, x: Array) -> Array:
        return self.signed(self.scaled(x), x)


class _Unscaled(_BesselI):
    def apply(self, x: Array) -> Array:
        y = self.scaled(x)
        half = self.xp.exp(abs(x) / 2)  # twice: exp(|x|) alone overflows before the product does
        # Infinite long before the product is 0 times infinity; infinity itself gives NaN, as in TensorFlow.
        beyond = (abs(x) > 1e3) & self.xp.isfinite(x)
        return self.signed(self.xp.where(beyond, float("inf"), y * half * half), x)


@register_kernel("BesselI0e", "CPU")
class BesselI0e(_Scaled):
    order = 0


@register_kernel("BesselI1e", "CPU")
class BesselI1e(_Scaled):
    order = 1


@register_kernel("BesselI0", "CPU")
class BesselI0(_Unscaled):
    order = 0


@register_kernel("BesselI1", "CPU")
class BesselI1(_Unscaled):
    order = 1


# -- modified ones, of the second kind -----------------------------------------------------------------------------

_HARMONIC: Final = [float(sum(1 / j for j in range(1, k + 1))) for k in range(30)]


class _BesselK(InDouble):
    """DLMF 10.31.1 and 10.31.2 up to 2; beyond, the integral 10.32.9 by the trapezoidal rule."""

    order: int
    is_scaled: bool

    def apply(self, x: Array) -> Array:
        xp = self.xp
        near, far = xp.where(x <= 2, xp.maximum(x, 1e-320), 1.0), xp.maximum(x, 2.0)
        small = self.series(near)
        large = self.integral(far)
        if self.is_scaled:
            small = small * xp.exp(near)
        else:
            large = large * xp.exp(-far)
        y = xp.where(x <= 2, small, xp.where(x == float("inf"), 0.0, large))
        y = xp.where(x <= 0, float("inf"), y)
        return xp.where(xp.isnan(x), x, y)

    def integral(self, x: Array) -> Array:
        """exp(x) K(x), the integral of exp(-x (cosh t - 1)) cosh(order t) over t >= 0."""
        xp = self.xp
        h = xp.minimum(0.25, 0.6 / xp.sqrt(x))
        total = 0.5 * xp.ones_like(x)
        for k in range(1, 22):
            t = k * h
            half = xp.sinh(t / 2)
            weight = xp.exp(-2 * x * half * half)  # cosh t - 1 without its cancellation
            total = total + (weight * xp.cosh(t) if self.order else weight)
        return total * h

    def series(self, x: Array) -> Array:
        """K(x) for 0 < x <= 2."""
        xp = self.xp
        quarter, logarithm = x * x / 4, xp.log(x / 2) + _EULER
        if not self.order:
            first = horner(quarter, [1 / factorial(k) ** 2 for k in range(20, -1, -1)])
            second = horner(quarter, [_HARMONIC[k] / factorial(k) ** 2 for k in range(20, -1, -1)])
            return second - logarithm * first
        weights = [1 / (factorial(k) * factorial(k + 1)) for k in range(20, -1, -1)]
        sums = [(_HARMONIC[k] + _HARMONIC[k + 1]) / 2 for k in range(20, -1, -1)]
        first = horner(quarter, weights)
        second = horner(quarter, [a * b for a, b in zip(weights, sums, strict=True)])
        return 1 / x + x / 2 * (logarithm * first - second)


@register_kernel("BesselK0", "CPU")
class BesselK0(_BesselK):
    order, is_scaled = 0, False


@register_kernel("BesselK0e", "CPU")
class BesselK0e(_BesselK):
    order, is_scaled = 0, True


@register_kernel("BesselK1", "CPU")
class BesselK1(_BesselK):
    order, is_scaled = 1, False


@register_kernel("BesselK1e", "CPU")
class BesselK1e(_BesselK):
    order, is_scaled = 1, True


# -- ordinary ones -------------------------------------------------------------------------------------------------

_ANGLES: Final = [pi * j / _POINTS for j in range(_POINTS + 1)]
_NEUMANN: Final = 32  # Bessel functions of higher orders are 0 to rounding for arguments up to _LARGE


def _hankel(xp: Any, x: Array, order: int) -> tuple[Array, Array]:
    """The ordinary functions of both kinds for large x: DLMF 10.17.3 and 10.17.4."""
    coefficients = _asymptotic(order, 1)
    inverse = 1 / x
    square = -inverse * inverse
    p = horner(square, coefficients[0::2][::-1])
    q = inverse * horner(square, coefficients[1::2][::-1])
    # x - (order / 2 + 1 / 4) pi by the sines and cosines of its parts, which does not lose digits of x.
    sine, cosine = xp.sin(x), xp.cos(x)
    shift = (order / 2 + 0.25) * pi
    s, c = sine * cos(shift) - cosine * sin(shift), cosine * cos(shift) + sine * sin(shift)
    size = xp.sqrt(2 / (pi * x))
    return size * (c * p - s * q), size * (s * p + c * q)


def _average(xp: Any, x: Array, weights: list[float], odd: bool) -> Array:
    """The mean over half a period of the weights times cos(x sin t), or sin(x sin t) if ``odd``."""
    function = xp.sin if odd else xp.cos
    total = xp.zeros_like(x)
    for j, (angle, weight) in enumerate(zip(_ANGLES, weights, strict=True)):
        ends = 0.5 if j in (0, _POINTS) else 1.0
        total = total + (ends * weight / _POINTS) * function(x * sin(angle))
    return total


class _BesselJ(InDouble):
    """DLMF 10.2.2 up to 2, Bessel's integral 10.9.1 up to 25, beyond that the asymptotic series."""

    order: int

    def apply(self, x: Array) -> Array:
        xp, size = self.xp, abs(x)
        low, middle, high = xp.minimum(size, 2.0), xp.clip(size, 2.0, _LARGE), xp.maximum(size, _LARGE)
        series = horner(-low * low / 4, [1 / (factorial(k) * factorial(k + self.order)) for k in range(16, -1, -1)]) * (
            low / 2 if self.order else 1.0
        )
        weights = [sin(t) for t in _ANGLES] if self.order else [1.0] * (_POINTS + 1)
        mean = _average(xp, middle, weights, bool(self.order))
        far, _ = _hankel(xp, high, self.order)
        y = xp.where(size <= 2, series, xp.where(size <= _LARGE, mean, far))
        y = y * xp.where(x < 0, -1.0, 1.0) if self.order else y
        return xp.where(xp.isfinite(x), y, float("nan"))


@register_kernel("BesselJ0", "CPU")
class BesselJ0(_BesselJ):
    order = 0


@register_kernel("BesselJ1", "CPU")
class BesselJ1(_BesselJ):
    order = 1


class _BesselY(InDouble):
    """DLMF 10.8.1 and 10.8.2 up to 2, series of Bessel functions of the first kind up to 25, beyond that the asymptotic
    series."""

    order: int

    def apply(self, x: Array) -> Array:
        xp = self.xp
        low = xp.where(x <= 2, xp.maximum(x, 1e-320), 1.0)
        middle, high = xp.clip(x, 2.0, _LARGE), xp.maximum(x, _LARGE)
        _, far = _hankel(xp, high, self.order)
        y = xp.where(x <= 2, self.series(low), xp.where(x <= _LARGE, self.neumann(middle), far))
        y = xp.where(x <= 0, -float("inf"), y)
        return xp.where(xp.isnan(x) | (x == float("inf")), float("nan"), y)

    def series(self, x: Array) -> Array:
        xp = self.xp
        quarter, logarithm = -x * x / 4, xp.log(x / 2) + _EULER
        n = self.order
        weights = [1 / (factorial(k) * factorial(k + n)) for k in range(16, -1, -1)]
        sums = [(_HARMONIC[k] + _HARMONIC[k + n]) / (1 + n) for k in range(16, -1, -1)]
        first = horner(quarter, weights)
        second = horner(quarter, [a * b for a, b in zip(weights, sums, strict=True)])
        if not n:
            return 2 / pi * (logarithm * first - second / 2)
        return -2 / (pi * x) + x / pi * (logarithm * first - second)

    def neumann(self, x: Array) -> Array:
        """Y(x) for 2 <= x <= 25: 10.8.3 and its like for order 1, all terms of the series in one integral."""
        xp = self.xp
        logarithm = xp.log(x / 2) + _EULER
        if not self.order:
            # Y0 = 2/pi (log J0 - 2 sum of (-1)^k J2k / k)
            weights = [-2 * sum((-1) ** k * cos(2 * k * t) / k for k in range(1, _NEUMANN)) for t in _ANGLES]
            return (
                2 / pi * (logarithm * _average(xp, x, [1.0] * (_POINTS + 1), False) + _average(xp, x, weights, False))
            )
        # Y1 = -2/(pi x) J0 + 2/pi ((log - 1) J1 - sum of (-1)^k (2k + 1) J2k+1 / (k (k + 1)))
        ones, sines = [1.0] * (_POINTS + 1), [sin(t) for t in _ANGLES]
        weights = [
            -sum((-1) ** k * (2 * k + 1) * sin((2 * k + 1) * t) / (k * (k + 1)) for k in range(1, _NEUMANN))
            for t in _ANGLES
        ]
        inner = (logarithm - 1) * _average(xp, x, sines, True) + _average(xp, x, weights, True)
        return 2 / pi * (inner - _average(xp, x, ones, False) / x)


@register_kernel("BesselY0", "CPU")
class BesselY0(_BesselY):
    order = 0


@register_kernel("BesselY1", "CPU")
class BesselY1(_BesselY):
    order = 1
