"""Plain kernels of special functions, vectorised; every dtype is computed in float64.

The error function uses W. J. Cody's rational approximations (Rational Chebyshev approximations for the error
function, Mathematics of Computation 23, 1969, 631-637), the gamma function Stirling's series with recurrence and
reflection (Abramowitz and Stegun, Handbook of Mathematical Functions, 6.1 and 6.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, pi, sqrt
from typing import Any, Final

from graphops_cpu.lib.elementwise import Elementwise
from graphops_cpu.lib.in_double import InDouble, horner
from graphops_registry.kernel_def import Array, register_kernel

# Cody's coefficients, highest power first; erf(x) = x P(x^2) / Q(x^2) for |x| <= 0.46875,
ERF_NEAR: Final = (
    (1.85777706184603153e-1, 3.16112374387056560, 1.13864154151050156e2, 3.77485237685302021e2, 3.20937758913846947e3),
    (1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3),
)
# erfc(x) = exp(-x^2) P(x) / Q(x) for 0.46875 <= x <= 4,
ERF_MIDDLE: Final = (
    (
        2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594, 6.61191906371416295e1,
        2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3,
        1.23033935479799725e3,
    ),
    (
        1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3,
        3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3, 1.23033935480374942e3,
    ),
)  # fmt: skip
# erfc(x) = exp(-x^2) / x * (1 / sqrt(pi) + P(1 / x^2) / Q(1 / x^2) / x^2) beyond 4, with negative P.
ERF_FAR: Final = (
    (
        -1.63153871373020978e-2, -3.05326634961232344e-1, -3.60344899949804439e-1, -1.25781726111229246e-1,
        -1.60837851487422766e-2, -6.58749161529837803e-4,
    ),
    (
        1.0, 2.56852019228982242, 1.87295284992346047, 5.27905102951428412e-1, 6.05183413124413191e-2,
        2.33520497626869185e-3,
    ),
)  # fmt: skip


def _ratio(x: Array, numerator: Sequence[float], denominator: Sequence[float]) -> Array:
    return horner(x, numerator) / horner(x, denominator)


def erf_near(x: Array) -> Array:
    """erf for small |x|."""
    return x * _ratio(x * x, *ERF_NEAR)


def erfc_beyond(xp: Any, y: Array) -> Array:
    """erfc for y >= 0.46875."""
    middle = _ratio(xp.minimum(y, 4.0), *ERF_MIDDLE)
    far = xp.maximum(y, 4.0)
    inverse = 1 / (far * far)
    tail = (1 / sqrt(pi) + inverse * _ratio(inverse, *ERF_FAR)) / far
    # exp(-y^2) from a square that is exact and the small rest, or the error of the square would be multiplied by y^2.
    y = xp.minimum(y, 30.0)  # exp(-900) is 0, and infinity minus infinity is not a number
    coarse = xp.floor(y * 16) / 16
    bell = xp.exp(-coarse * coarse) * xp.exp(-(y - coarse) * (y + coarse))
    return bell * xp.where(far > 4.0, tail, middle)


@register_kernel("Erf", "CPU")
class Erf(InDouble):
    def apply(self, x: Array) -> Array:
        size = abs(x)
        beyond = 1 - erfc_beyond(self.xp, self.xp.maximum(size, 0.46875))
        near = erf_near(self.xp.where(size <= 0.46875, x, 0.0))
        return self.xp.where(size <= 0.46875, near, self.xp.copysign(beyond, x))


def erfc(xp: Any, x: Array) -> Array:
    size = abs(x)
    beyond = erfc_beyond(xp, xp.maximum(size, 0.46875))
    near = 1 - erf_near(xp.where(size <= 0.46875, x, 0.0))
    return xp.where(size <= 0.46875, near, xp.where(x < 0, 2 - beyond, beyond))


@register_kernel("Erfc", "CPU")
class Erfc(InDouble):
    def apply(self, x: Array) -> Array:
        return erfc(self.xp, x)


# -- inverses of the error function --------------------------------------------------------------------------------


def _erfc_inverse(xp: Any, q: Array) -> Array:
    """The y >= 0 with erfc(y) = q for 0 < q <= 1, by Halley's method from an estimate that is good to a few percent."""
    logarithm = xp.sqrt(-2 * xp.log(q / 2))
    # Abramowitz and Stegun 26.2.22, in terms of the normal distribution.
    y = (logarithm - (2.30753 + 0.27061 * logarithm) / (1 + logarithm * (0.99229 + 0.04481 * logarithm))) / sqrt(2)
    y = xp.maximum(y, 0.0)
    for _ in range(4):
        near = y < 0.46875
        value = xp.where(near, 1 - erf_near(xp.where(near, y, 0.0)), erfc_beyond(xp, xp.maximum(y, 0.46875)))
        # Where the value is close to 1 the difference is that of erf, which keeps its digits.
        gap = xp.where(near, (1 - q) - erf_near(xp.where(near, y, 0.0)), value - q)
        step = gap * (sqrt(pi) / 2) * xp.exp(y * y)
        y = y + step / (1 + y * step)
    return y


@register_kernel("Erfinv", "CPU")
class Erfinv(InDouble):
    def apply(self, x: Array) -> Array:
        xp, size = self.xp, abs(x)
        inside = size < 1
        y = _erfc_inverse(xp, xp.where(inside, 1 - size, 0.5))
        # Near 0 the number 1 - |x| has lost digits of x: one more step on erf itself.
        small = size < 0.4
        z = xp.where(small, xp.where(size < 1e-3, size * (sqrt(pi) / 2), y), 0.0)
        for _ in range(2):
            z = z - (erf_near(z) - xp.where(small, size, 0.0)) * (sqrt(pi) / 2) * xp.exp(z * z)
        y = xp.copysign(xp.where(small, z, y), x)
        return xp.where(inside, y, xp.where(size == 1, xp.copysign(float("inf"), x), float("nan")))


@register_kernel("Ndtri", "CPU")
class Ndtri(InDouble):
    def apply(self, x: Array) -> Array:
        xp = self.xp
        inside = (x > 0) & (x < 1)
        p = xp.where(inside, x, 0.25)
        y = sqrt(2) * _erfc_inverse(xp, 2 * xp.minimum(p, 1 - p))
        y = xp.where(p < 0.5, -y, y)
        ends = xp.where(x == 0, -float("inf"), xp.where(x == 1, float("inf"), float("nan")))
        return xp.where(inside, xp.where(p == 0.5, 0.0, y), ends)


# -- the gamma function --------------------------------------------------------------------------------------------

# zeta(k) - 1 for k = 2, 3, ... (Abramowitz and Stegun, table 23.3).
_ZETA: Final = (
    0.6449340668482264, 0.2020569031595943, 0.08232323371113819, 0.03692775514336993, 0.01734306198444914,
    0.008349277381922827, 0.00407735619794434, 0.0020083928260822143, 0.0009945751278180853,
    0.0004941886041194645, 0.0002460865533080483, 0.00012271334757848915, 6.124813505870483e-05,
    3.058823630702049e-05, 1.528225940865187e-05, 7.637197637899763e-06, 3.81729326499984e-06,
    1.908212716553939e-06, 9.539620338727962e-07, 4.769329867878064e-07, 2.38450502727733e-07,
    1.1921992596531106e-07, 5.960818905125948e-08, 2.980350351465228e-08, 1.4901554828365043e-08,
    7.45071178983543e-09, 3.725334024788457e-09, 1.862659723513049e-09, 9.313274324196682e-10,
)  # fmt: skip
_EULER: Final = 0.57721566490153286061
# B(2k) / (2k (2k - 1)), the coefficients of Stirling's series in 1 / z^(2k - 1), highest first.
_STIRLING: Final = (
    -3617 / 122400, 1 / 156, -691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12,
)  # fmt: skip
# B(2k) / (2k), those of the series of its derivative in 1 / z^(2k).
_STIRLING_SLOPE: Final = (
    -3617 / 8160, 1 / 12, -691 / 32760, 1 / 132, -1 / 240, 1 / 252, -1 / 120, 1 / 12,
)  # fmt: skip
_LARGE: Final = 10.0  # from here on the series are exact to rounding
# log(gamma(2 + e)) = (1 - Euler) e + sum of (-1)^k (zeta(k) - 1) e^k / k, for |e| <= 1/2; highest power first, without
# the factor e that all terms have.
_NEAR_TWO: Final = (
    *(((-1) ** k) * value / k for k, value in reversed(list(enumerate(_ZETA, 2)))),
    1 - _EULER,
)


def lgamma_positive(xp: Any, x: Array) -> Array:
    """log(gamma(x)) for x > 0."""
    # Brought into [1.5, 2.5] by gamma(x + 1) = x gamma(x), where the series keeps its digits at the zeros 1 and 2.
    z = xp.where(x < _LARGE, x, 2.0)
    factor = xp.ones_like(z)  # gamma(x) = factor * gamma(z) for large x, gamma(z) / factor for small
    for _ in range(int(_LARGE) - 2):
        above = z > 2.5
        z = xp.where(above, z - 1, z)
        factor = xp.where(above, factor * z, factor)
    shift = xp.log(factor)
    low = z < 1.5
    shift = xp.where(low, shift - xp.where(z < 0.5, xp.log(z) + xp.log1p(z), xp.log1p(z - 1)), shift)
    e = xp.where(z < 0.5, z, xp.where(low, z - 1, z - 2))
    small = shift + e * horner(e, _NEAR_TWO)
    large = xp.maximum(x, _LARGE)
    inverse = 1 / large
    series = inverse * horner(inverse * inverse, _STIRLING)
    logarithm = xp.log(large)
    # (z - 1/2) log z - z, in a form that does not become infinity minus infinity.
    stirling = large * (logarithm - 1) - 0.5 * logarithm + 0.5 * log(2 * pi) + series
    return xp.where(x < _LARGE, small, stirling)


def _to_nearest(xp: Any, x: Array) -> Array:
    """``x`` minus the integer nearest to it, which is exact: sin(pi x) and tan(pi x) depend on no more."""
    return x - xp.rint(x)


@register_kernel("Lgamma", "CPU")
class Lgamma(InDouble):
    def apply(self, x: Array) -> Array:
        xp = self.xp
        reflected = x < 0.0
        positive = lgamma_positive(xp, xp.where(reflected, 1 - x, xp.where(x == 0, 1.0, x)))
        sine = abs(xp.sin(pi * _to_nearest(xp, xp.where(reflected, x, 0.5))))
        result = xp.where(reflected, xp.log(pi / sine) - positive, positive)
        return xp.where((x == 0) | xp.isinf(x), float("inf"), result)


def digamma(xp: Any, x: Array) -> Array:
    reflected = x <= 0.0
    z = xp.where(reflected, 1 - x, x)
    shift = xp.zeros_like(z)
    for _ in range(int(_LARGE)):
        small = z < _LARGE
        shift = xp.where(small, shift - 1 / z, shift)
        z = xp.where(small, z + 1, z)
    inverse = 1 / z
    square = inverse * inverse
    positive = xp.log(z) - 0.5 * inverse - square * horner(square, _STIRLING_SLOPE) + shift
    rest = _to_nearest(xp, xp.where(reflected, x, 0.25))
    result = xp.where(reflected, positive - pi / xp.tan(pi * rest), positive)
    return xp.where(rest == 0, float("nan"), result)  # a pole: the two sides disagree


@register_kernel("Digamma", "CPU")
class Digamma(InDouble):
    def apply(self, x: Array) -> Array:
        return digamma(self.xp, x)


# -- products that are 0 where a factor is -------------------------------------------------------------------------


@register_kernel("Xlogy", "CPU")
class Xlogy(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        return self.xp.where(x == 0, x.dtype.type(0), x * self.xp.log(y))


@register_kernel("Xlog1py", "CPU")
class Xlog1py(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        return self.xp.where(x == 0, x.dtype.type(0), x * self._log1p(y))

    def _log1p(self, y: Array) -> Array:
        """NumPy's loses the digits of small complex numbers."""
        xp = self.xp
        if y.dtype.kind != "c":
            return xp.log1p(y)
        real, imag = y.real, y.imag
        near = xp.log1p(real * (2 + real) + imag * imag) / 2
        far = xp.log(xp.hypot(1 + real, imag))
        part = xp.where(xp.abs(y) < 0.5, near, far)
        return part + y.dtype.type(1j) * xp.arctan2(imag, 1 + real)


@register_kernel("Xdivy", "CPU")
class Xdivy(Elementwise):
    def apply(self, x: Array, y: Array) -> Array:
        return self.xp.where(x == 0, x.dtype.type(0), x / y)
