"""Plain kernels of Hurwitz's zeta function and the polygamma functions, vectorised, computed in float64.

Formulas: NIST Digital Library of Mathematical Functions (DLMF), https://dlmf.nist.gov, by the numbers given below.
"""

from __future__ import annotations

from math import factorial
from typing import Any, Final

from graphops_cpu.lib.in_double import ManyInDouble
from graphops_cpu.plain.math_special import digamma, lgamma_positive
from graphops_registry.kernel_def import Array, register_kernel

# -- zeta and polygamma --------------------------------------------------------------------------------------------

# B(2j) / (2j)!, from the recurrence of the Bernoulli numbers.
_BERNOULLI: Final = (
    1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798, -174611 / 330,
    854513 / 138, -236364091 / 2730,
)  # fmt: skip

_SHIFT: Final = 10  # terms that are added before the Euler-Maclaurin formula takes over


def _zeta_positive(xp: Any, x: Array, q: Array) -> Array:
    """The sum of (q + k)^-x for x > 1 and q > 0: DLMF 25.11.28, the Euler-Maclaurin formula."""
    total = xp.zeros_like(x)
    for k in range(_SHIFT):
        total = total + (q + k) ** -x
    far = q + _SHIFT
    power = far**-x
    total = total + power * (far / (x - 1) + 0.5)
    factor = power * x / far
    for j, number in enumerate(_BERNOULLI, 1):
        total = total + factor * (number / factorial(2 * j))
        factor = factor * ((x + 2 * j - 1) * (x + 2 * j)) / (far * far)
    return total


def _zeta(xp: Any, x: Array, q: Array) -> Array:
    whole = x == xp.floor(x)
    negative = (q < 0) & xp.isfinite(q) & (q != xp.floor(q)) & whole
    valid = (x > 1) & xp.isfinite(x) & xp.isfinite(q) & ((q > 0) | negative)
    s, p = xp.where(valid, x, 2.0), xp.where(valid, q, 1.0)
    # q = f - m with 0 < f < 1: the m terms below f are those of zeta(x, 1 - f), up to a sign, without its tail.
    f = p - xp.floor(p)
    mirrored = xp.where(negative & valid, 1 - f, 1.0)
    extra = _zeta_positive(xp, s, mirrored) - _zeta_positive(xp, s, xp.where(negative & valid, 1 - p, 2.0))
    sign = xp.where(xp.floor(s / 2) * 2 == s, 1.0, -1.0)
    base = _zeta_positive(xp, s, xp.where(p > 0, p, xp.where(f > 0, f, 1.0)))
    result = xp.where(negative, base + sign * extra, base)
    # Poles: x = 1, and a q that is 0 or a negative integer, whose term has no sign where x is odd.
    at_pole = (q <= 0) & (q == xp.floor(q)) & (x > 1)
    even = whole & (xp.floor(x / 2) * 2 == x)
    result = xp.where(valid, result, float("nan"))
    result = xp.where(at_pole, xp.where(even, float("inf"), float("nan")), result)
    result = xp.where((x > 1) & (q == float("inf")), 0.0, result)
    result = xp.where((x == float("inf")) & (q == 1), 1.0, result)
    return xp.where((x == 1) & ~xp.isnan(q), float("inf"), result)


@register_kernel("Zeta", "CPU")
class Zeta(ManyInDouble):
    def apply(self, x: Array, q: Array) -> Array:
        return _zeta(self.xp, x, q)


@register_kernel("Polygamma", "CPU")
class Polygamma(ManyInDouble):
    """(-1)^(a + 1) a! zeta(a + 1, x): DLMF 25.11.12."""

    def apply(self, a: Array, x: Array) -> Array:
        xp = self.xp
        valid = (a >= 0) & (a == xp.floor(a)) & xp.isfinite(a)
        order = xp.where(valid, a, 1.0)
        sign = xp.where(xp.floor(order / 2) * 2 == order, -1.0, 1.0)
        higher = sign * xp.exp(lgamma_positive(xp, order + 1)) * _zeta(xp, xp.maximum(order, 1.0) + 1, x)
        result = xp.where(order == 0, digamma(xp, x), higher)
        return xp.where(valid, result, float("nan"))
