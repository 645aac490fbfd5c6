"""Plain kernels of the incomplete gamma and beta functions, vectorised; every dtype is computed in float64.

Formulas: NIST Digital Library of Mathematical Functions (DLMF), https://dlmf.nist.gov, by the numbers given below.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import Any, Final

from graphops_cpu.lib.in_double import ManyInDouble
from graphops_cpu.plain.math_special import digamma, erfc, lgamma_positive
from graphops_registry.kernel_def import Array, register_kernel

_EPSILON: Final = 2.0**-54
_ROUNDS: Final = 5000  # of a series or a continued fraction: enough for parameters up to about 1e5
_CHECK: Final = 16  # how many rounds are done between two looks at the error


def _settled(error: Array) -> bool:
    """Whether no element changes any more; what is not a number never will."""
    return not bool((error > _EPSILON).any().item())


# -- the incomplete gamma function ---------------------------------------------------------------------------------


def _gamma_series(xp: Any, a: Array, x: Array) -> tuple[Array, Array]:
    """P(a, x) and its derivative by a: DLMF 8.11.4, x^a e^-x / gamma(a + 1) times a series of positive terms."""
    factor = xp.exp(a * xp.log(x) - x - lgamma_positive(xp, a + 1))
    value, slope = _series(xp, a, x)
    return factor * value, factor * slope


def _series(xp: Any, a: Array, x: Array) -> tuple[Array, Array]:
    """The series, and what its place is taken by in the derivative."""
    term, total = xp.ones_like(x), xp.ones_like(x)
    slope, total_slope = xp.zeros_like(x), xp.zeros_like(x)  # of term and total
    for n in range(1, _ROUNDS):
        term, slope = term * (x / (a + n)), (slope - term / (a + n)) * (x / (a + n))
        total, total_slope = total + term, total_slope + slope
        if n % _CHECK == 0 and _settled(term / total) and _settled(abs(slope) / (abs(total_slope) + 1e-300)):
            break
    return total, total_slope + total * (xp.log(x) - digamma(xp, a + 1))


def _gamma_fraction(xp: Any, a: Array, x: Array) -> tuple[Array, Array]:
    """Q(a, x) and its derivative by a: DLMF 8.9.2 in its even form, by the recurrence of numerators and denominators.

    The derivatives of these follow the same recurrence, differentiated.
    """
    factor = xp.exp(a * xp.log(x) - x - lgamma_positive(xp, a))
    value, slope = _fraction(xp, a, x)
    return factor * value, factor * slope


def _fraction(xp: Any, a: Array, x: Array) -> tuple[Array, Array]:
    """The continued fraction, and what its place is taken by in the derivative."""
    b = x + 1 - a
    p0, q0, p1, q1 = xp.zeros_like(x), xp.ones_like(x), xp.ones_like(x), b
    dp0, dq0, dp1, dq1 = (xp.zeros_like(x) for _ in range(4))
    dq1 = dq1 - 1
    value, slope = p1 / q1, -dq1 * p1 / (q1 * q1)
    for n in range(1, _ROUNDS):
        c, b = n * (a - n), b + 2  # c depends on a by n, b by -1
        p, q = b * p1 + c * p0, b * q1 + c * q0
        dp = b * dp1 - p1 + c * dp0 + n * p0
        dq = b * dq1 - q1 + c * dq0 + n * q0
        size = xp.maximum(abs(q), 1e-300)  # keeps the numbers in range: only ratios count
        p0, q0, dp0, dq0 = p1 / size, q1 / size, dp1 / size, dq1 / size
        p1, q1, dp1, dq1 = p / size, q / size, dp / size, dq / size
        new = p1 / q1
        new_slope = (dp1 - new * dq1) / q1
        error = abs(new - value) / abs(new) + abs(new_slope - slope) / (abs(new_slope) + abs(new))
        value, slope = new, new_slope
        if n % _CHECK == 0 and _settled(error / 32):
            break
    return value, slope + value * (xp.log(x) - digamma(xp, a))


# Series of DLMF 8.12.8 by powers of eta, for its c0 and c1; later terms are less than 1e-13 where _LARGE is used.
_C0: Final = (-1 / 3, 1 / 12, -2 / 135, 1 / 864, 1 / 2835, -139 / 777600, 1 / 25515)
_C1: Final = (-1 / 540, -1 / 288, 1 / 378)
_LARGE: Final = 1e5


def _polynomial(xp: Any, coefficients: tuple[float, ...], x: Array) -> Array:
    total = xp.zeros_like(x)
    for coefficient in reversed(coefficients):
        total = total * x + coefficient
    return total


def _near_series(xp: Any, mu: Array) -> Array:
    """(mu - log(1 + mu)) / mu^2 for |mu| < 0.1."""
    return _polynomial(xp, tuple((-1.0) ** k / (k + 2) for k in range(18)), mu)


def _half_square(xp: Any, mu: Array) -> Array:
    """eta^2 / 2 = mu - log(1 + mu): by its series where that would cancel."""
    near = abs(mu) < 0.1
    small = xp.where(near, mu, 0.0)
    return xp.where(near, small * small * _near_series(xp, small), mu - xp.log1p(mu))


def _slope_large(xp: Any, a: Array, x: Array) -> Array:
    """The derivative of a quantile by a beyond ``_LARGE``: -dP / da over the density, DLMF 5.11.3 for gamma(a).

    Where that is 0 / 0, by the approximation of Wilson and Hilferty: (x / a)^(1/3) is normal there.
    """
    bell = xp.exp(-a * _half_square(xp, (x - a) / a))
    density = xp.sqrt(a / (2 * pi)) / (1 + 1 / (12 * a) + 1 / (288 * a * a)) * bell / x
    root = xp.cbrt(x / a)
    by_root = root * root * (root + 1 / (3 * a) - 1.5 * (root - 1 + 1 / (9 * a)))
    return xp.where(bell > 1e-290, -_gamma_large(xp, a, x)[2] / density, by_root)


def _gamma_large(xp: Any, a: Array, x: Array) -> tuple[Array, Array, Array]:
    """P, Q and dP / da for a beyond ``_LARGE``: DLMF 8.12.3 and 8.12.4, a normal distribution and a correction."""
    mu = (x - a) / a
    near = abs(mu) < 0.1
    small = xp.where(near, mu, 0.0)
    series = _near_series(xp, small)
    half_square = _half_square(xp, mu)
    eta = xp.copysign(xp.sqrt(2 * half_square), mu)
    y = eta * xp.sqrt(a / 2)
    bell = xp.exp(-a * half_square)
    bounded = xp.clip(eta, -0.2, 0.2)  # beyond, the bell is zero
    c0, c1 = _polynomial(xp, _C0, bounded), _polynomial(xp, _C1, bounded)
    correction = bell / xp.sqrt(2 * pi * a) * (c0 + c1 / a)
    p = erfc(xp, -y) / 2 - correction
    q = erfc(xp, y) / 2 + correction
    # d eta / da = -mu / (a eta); mu / eta tends to 1 where both vanish
    ratio = xp.where(near, 1 / xp.sqrt(2 * series), mu / eta)
    by_y = bell / sqrt(pi) * (eta / 2 - ratio) / xp.sqrt(2 * a)
    slope_c0 = _polynomial(xp, tuple(k * c for k, c in enumerate(_C0) if k), bounded)
    by_correction = bell / xp.sqrt(2 * pi * a) * (c0 * (mu - half_square - 0.5 / a) - slope_c0 * ratio / a)
    return p, q, xp.where(bell > 0, by_y - by_correction, 0.0)


class IncompleteGamma(ManyInDouble):
    """Up to 5000 rounds of a series (x up to a) or a continued fraction (beyond), a normal distribution for large a."""

    def parts(self, a: Array, x: Array) -> tuple[Array, Array, Array]:
        """P, Q and dP / da."""
        xp = self.xp
        valid = (a > 0) & (x >= 0) & ~(xp.isinf(a) & xp.isinf(x))
        inside = valid & (x > 0) & xp.isfinite(x) & xp.isfinite(a)
        large = inside & (a > _LARGE)
        low = x <= xp.maximum(a, 1.0)
        by_series, by_fraction = inside & low & ~large, inside & ~low & ~large
        p, dp = _gamma_series(xp, xp.where(by_series, a, 1.0), xp.where(by_series, x, 0.5))
        # Q is 0 long before x is 1e8, and the fraction overflows long after.
        q, dq = _gamma_fraction(xp, xp.where(by_fraction, a, 1.0), xp.where(by_fraction, xp.minimum(x, 1e8), 2.0))
        p, q, slope = xp.where(low, p, 1 - q), xp.where(low, 1 - p, q), xp.where(low, dp, -dq)
        normal = _gamma_large(xp, xp.where(large, a, _LARGE), xp.where(large, x, _LARGE))
        p, q, slope = (xp.where(large, new, old) for new, old in zip(normal, (p, q, slope), strict=True))
        # At the ends: nothing lies below x = 0, and all of it below an infinite x.
        end = xp.where(valid, xp.where(xp.isinf(x), 1.0, 0.0), float("nan"))
        at_zero = x == 0  # for every a, as in TensorFlow
        p, slope = xp.where(inside, p, end), xp.where(inside, slope, end * 0)
        return xp.where(at_zero, 0.0, p), xp.where(inside, q, 1 - end), xp.where(at_zero, 0.0, slope)

    def quantile_slope(self, a: Array, x: Array) -> Array:
        """dx / da where P(a, x) stays: minus dP / da over the density, without the factor that both have."""
        xp = self.xp
        inside = (a > 0) & (x > 0) & xp.isfinite(x) & xp.isfinite(a)
        large = inside & (a > _LARGE)
        low = x <= xp.maximum(a, 1.0)
        by_series, by_fraction = inside & low & ~large, inside & ~low & ~large
        b, y = xp.where(by_series, a, 1.0), xp.where(by_series, x, 0.5)
        slope = -y / b * _series(xp, b, y)[1]
        b, y = xp.where(by_fraction, a, 1.0), xp.where(by_fraction, xp.minimum(x, 1e8), 2.0)
        slope = xp.where(low, slope, y * _fraction(xp, b, y)[1])
        normal = _slope_large(xp, xp.where(large, a, _LARGE), xp.where(large, x, _LARGE))
        slope = xp.where(large, normal, slope)
        return xp.where(inside, slope, xp.where((a > 0) & (x == 0), 0.0, float("nan")))


@register_kernel("Igamma", "CPU")
class Igamma(IncompleteGamma):
    def apply(self, a: Array, x: Array) -> Array:
        return self.parts(a, x)[0]


@register_kernel("Igammac", "CPU")
class Igammac(IncompleteGamma):
    def apply(self, a: Array, x: Array) -> Array:
        return self.parts(a, x)[1]


@register_kernel("IgammaGradA", "CPU")
class IgammaGradA(IncompleteGamma):
    def apply(self, a: Array, x: Array) -> Array:
        return self.parts(a, x)[2]


# -- the incomplete beta function ----------------------------------------------------------------------------------


def _beta_fraction(xp: Any, a: Array, b: Array, x: Array) -> Array:
    """The continued fraction DLMF 8.17.22, by the recurrence of numerators and denominators."""
    p0, q0, p1, q1 = xp.zeros_like(x), xp.ones_like(x), xp.ones_like(x), xp.ones_like(x)
    value = p1 / q1
    for n in range(1, _ROUNDS):
        for c in (
            -(a + n - 1) * (a + b + n - 1) * x / ((a + 2 * n - 2) * (a + 2 * n - 1)),
            n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n)),
        ):
            p, q = p1 + c * p0, q1 + c * q0
            size = xp.maximum(abs(q), 1e-300)
            p0, q0, p1, q1 = p1 / size, q1 / size, p / size, q / size
        new = p1 / q1
        error = abs(new - value) / abs(new)
        value = new
        if n % _CHECK == 0 and _settled(error / 32):
            break
    return value


@register_kernel("Betainc", "CPU")
class Betainc(ManyInDouble):
    """Up to 5000 rounds of a continued fraction; exact for a and b up to about 1e5."""

    def apply(self, a: Array, b: Array, x: Array) -> Array:
        xp = self.xp
        valid = (a > 0) & (b > 0) & (x >= 0) & (x <= 1) & xp.isfinite(a) & xp.isfinite(b)
        inside = valid & (x > 0) & (x < 1)
        a, b, y = (xp.where(inside, part, other) for part, other in ((a, 1.0), (b, 1.0), (x, 0.5)))
        log_beta = lgamma_positive(xp, a) + lgamma_positive(xp, b) - lgamma_positive(xp, a + b)
        factor = xp.exp(a * xp.log(y) + b * xp.log1p(-y) - log_beta)
        # The fraction is quick below the first bound; above it, 1 minus the other side would lose digits if b is small.
        low = (y < (a + 1) / (a + b + 2)) | ((b * y <= 1) & (y <= 0.95))
        first, second, z = xp.where(low, a, b), xp.where(low, b, a), xp.where(low, y, 1 - y)
        found = factor * _beta_fraction(xp, first, second, z) / first
        result = xp.where(low, found, 1 - found)
        return xp.where(inside, result, xp.where(valid, x, float("nan")))
