"""Logarithms, hyperbolic tangent and error functions of vectors, as LLVM instructions.

``v`` is the type of the vectors.  Errors are in units in the last place, for all arguments.  What is not finite, and
the sign of 0, are as IEEE 754 and the C library have them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from llvmlite import ir
from numba import types
from numba.core import cgutils

from graphops_cpu.plain.math_special import ERF_FAR, ERF_MIDDLE, ERF_NEAR
from graphops_cpu.simd.compile.vector import Vector
from graphops_cpu.simd.compile.vector_math import _rounded, exponential_code, exponential_parts

Value = Any


def constant(v: Vector, value: float) -> ir.Constant:
    """A number in every lane, rounded to the lanes' format."""
    return _rounded(v, value)


def call(v: Vector, builder: Any, name: str, *arguments: Value) -> Value:
    """LLVM's function ``llvm.name`` of floats, over vectors."""
    function = ir.FunctionType(v.llvm, [v.llvm] * len(arguments))
    full = f"llvm.{name}.v{v.lanes}f{v.scalar.bitwidth}"
    return builder.call(cgutils.get_or_insert_function(builder.module, function, full), arguments)


def absolute(v: Vector, builder: Any, x: Value) -> Value:
    """``|x|``."""
    return call(v, builder, "fabs", x)


def horner(v: Vector, builder: Any, x: Value, coefficients: Sequence[float], *, fused: bool = True) -> Value:
    """The polynomial with these coefficients, the highest power's first; a coefficient of 1 costs no product."""
    result: Value = constant(v, coefficients[0])
    for number, coefficient in enumerate(coefficients[1:]):
        addend = constant(v, coefficient)
        if number == 0 and coefficients[0] == 1.0:
            result = builder.fadd(x, addend)
        elif fused:
            result = v.fma(builder, result, x, addend)
        else:
            result = builder.fadd(builder.fmul(result, x), addend)
    return result


# -- logarithms: the methods and coefficients of FreeBSD's msun (e_log.c, e_logf.c, s_log1p.c) ------------------------


class _Log(NamedTuple):
    """A format of floats, and the series of its logarithm.

    Attributes:
        root_half: the bits of about sqrt(1/2), from which on fractions go to its double.
        scale: the power of 2 that makes a subnormal number normal.
        high, low: ln 2 in two parts; an exponent times ``high`` is exact.
        series: coefficients in ``s**2``, the highest power's first.
    """

    bits: int
    fraction: int
    bias: int
    root_half: int
    scale: int
    high: float
    low: float
    series: tuple[float, ...]


_LOG: Final = {
    32: _Log(
        32, 23, 127, 0x3F3504F3, 25, 6.9313812256e-01, 9.0580006145e-06,
        (0.24279078841, 0.28498786688, 0.40000972152, 0.66666662693),
    ),
    64: _Log(
        64, 52, 1023, 0x3FE6A09E667F3BCD, 54, 6.93147180369123816490e-01, 1.90821492927058770002e-10,
        (
            1.479819860510658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01, 2.222219843214978396e-01,
            2.857142874366239149e-01, 3.999999999940941908e-01, 6.666666666666735130e-01,
        ),
    ),
}  # fmt: skip


def _split(v: Vector, form: _Log, builder: Any, x: Value) -> tuple[Value, Value]:
    """k, as floats, and m in about [sqrt(1/2), sqrt(2)] with ``x = 2**k m`` for a normal x > 0."""
    word = ir.VectorType(ir.IntType(form.bits), v.lanes)

    def whole(value: int) -> ir.Constant:
        return ir.Constant(word, [value] * v.lanes)

    one = form.bias << form.fraction
    bits = builder.add(builder.bitcast(x, word), whole(one - form.root_half))
    k = builder.sub(builder.lshr(bits, whole(form.fraction)), whole(form.bias))
    fraction = builder.and_(bits, whole((1 << form.fraction) - 1))
    m = builder.bitcast(builder.add(fraction, whole(form.root_half)), v.llvm)
    return builder.sitofp(k, v.llvm), m


def _log_of_parts(v: Vector, form: _Log, builder: Any, k: Value, f: Value, extra: Value | None) -> Value:
    """``k ln 2 + log(1 + f)``, plus ``extra``, which is small."""
    s = builder.fdiv(f, builder.fadd(f, constant(v, 2.0)))
    z = builder.fmul(s, s)
    series = builder.fmul(z, horner(v, builder, z, form.series))
    half_square = builder.fmul(constant(v, 0.5), builder.fmul(f, f))
    low = builder.fmul(k, constant(v, form.low))
    if extra is not None:
        low = builder.fadd(low, extra)
    correction = builder.fadd(builder.fmul(s, builder.fadd(half_square, series)), low)
    rest = builder.fsub(builder.fsub(half_square, correction), f)
    return builder.fsub(builder.fmul(k, constant(v, form.high)), rest)


def _log_ends(v: Vector, builder: Any, x: Value, pole: float, result: Value) -> Value:
    """A logarithm with what it is at its pole, left of it, at infinity and for NaN."""
    infinity, at = constant(v, math.inf), constant(v, pole)
    result = builder.select(builder.fcmp_unordered("<", x, infinity), result, infinity)
    result = builder.select(builder.fcmp_unordered("uno", x, x), x, result)
    result = builder.select(builder.fcmp_ordered("==", x, at), constant(v, -math.inf), result)
    return builder.select(builder.fcmp_ordered("<", x, at), constant(v, math.nan), result)


def log(v: Vector, builder: Any, x: Value) -> Value:
    """The logarithm, at most 1 unit from it."""
    form = _LOG[v.scalar.bitwidth]
    small = builder.fcmp_ordered("<", x, constant(v, 2.0 ** (1 - form.bias)))
    scaled = builder.select(small, builder.fmul(x, constant(v, 2.0**form.scale)), x)
    k, m = _split(v, form, builder, scaled)
    k = builder.fsub(k, builder.select(small, constant(v, float(form.scale)), constant(v, 0.0)))
    f = builder.fsub(m, constant(v, 1.0))
    return _log_ends(v, builder, x, 0.0, _log_of_parts(v, form, builder, k, f, None))


def log_one_more(v: Vector, builder: Any, x: Value) -> Value:
    """``log(1 + x)``, at most 1 unit from it."""
    form = _LOG[v.scalar.bitwidth]
    zero, one = constant(v, 0.0), constant(v, 1.0)
    u = builder.fadd(one, x)
    k, m = _split(v, form, builder, u)
    # What the sum lost: x - (u - 1), or 1 - (u - x) where x is large, relative to u.
    lost_of_x = builder.fsub(x, builder.fsub(u, one))
    lost_of_one = builder.fsub(one, builder.fsub(u, x))
    lost = builder.select(builder.fcmp_ordered(">=", k, constant(v, 2.0)), lost_of_one, lost_of_x)
    extra = builder.fdiv(lost, u)
    extra = builder.select(builder.fcmp_ordered("<", k, constant(v, form.fraction + 2.0)), extra, zero)
    near = builder.and_(
        builder.fcmp_ordered(">", x, constant(v, math.sqrt(0.5) - 1)),
        builder.fcmp_ordered("<", x, constant(v, math.sqrt(2.0) - 1)),
    )
    f = builder.select(near, x, builder.fsub(m, one))
    k, extra = builder.select(near, zero, k), builder.select(near, zero, extra)
    result = _log_of_parts(v, form, builder, k, f, extra)
    tiny = builder.fcmp_ordered("<", absolute(v, builder, x), constant(v, 2.0 ** -(form.fraction + 2)))
    return _log_ends(v, builder, x, -1.0, builder.select(tiny, x, result))


# -- the hyperbolic tangent: S. L. Moshier's Cephes (tanhf.c, tanh.c) --------------------------------------------------

_TANH_SINGLE: Final = (
    -5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2, 1.33314422036e-1, -3.33332819422e-1,
)  # fmt: skip
_TANH_DOUBLE: Final = (
    (-9.64399179425052238628e-1, -9.92877231001918586564e1, -1.61468768441708447952e3),
    (1.0, 1.12811678491632931402e2, 2.23548839060100448583e3, 4.84406305325125486048e3),
)


def tanh(v: Vector, builder: Any, x: Value) -> Value:
    """The hyperbolic tangent, at most 2 units from it."""
    size = absolute(v, builder, x)
    z = builder.fmul(size, size)
    if v.scalar == types.float32:
        ratio = horner(v, builder, z, _TANH_SINGLE)
    else:
        ratio = builder.fdiv(*(horner(v, builder, z, each) for each in _TANH_DOUBLE))
    near = v.fma(builder, builder.fmul(z, ratio), size, size)
    one, two = constant(v, 1.0), constant(v, 2.0)
    power = exponential_code(v, builder, builder.fadd(size, size))
    far = builder.fsub(one, builder.fdiv(two, builder.fadd(power, one)))
    result = builder.select(builder.fcmp_ordered("<", size, constant(v, 0.625)), near, far)
    return call(v, builder, "copysign", result, x)


# -- error functions --------------------------------------------------------------------------------------------------

# Polynomials of N. Juffa's erff: below _ERF_EDGE erf(x) = x + x P(x**2); beyond, log(1 - erf(x)) = P(x) - x.
_ERF_EDGE: Final = 0.927734375
_ERF_NEAR_SINGLE: Final = (
    -5.96761703e-4, 4.99119423e-3, -2.67681349e-2, 1.12819925e-1, -3.76125336e-1, 1.28379166e-1,
)  # fmt: skip
_ERF_BEYOND_SINGLE: Final = (
    -1.72853470e-5, 3.83197126e-4, -3.88396438e-3, 2.42546219e-2, -1.06777877e-1, -6.34846687e-1, -1.28717512e-1,
)  # fmt: skip


def erf(v: Vector, builder: Any, x: Value) -> Value:
    """The error function: in float32 at most 2 units from it, in float64 as :mod:`graphops_cpu.plain.math_special`."""
    one = constant(v, 1.0)
    size = absolute(v, builder, x)
    if v.scalar == types.float32:
        edge = constant(v, _ERF_EDGE)
        near = v.fma(builder, horner(v, builder, builder.fmul(size, size), _ERF_NEAR_SINGLE), size, size)
        t = _at_most(v, builder, size, 4.0)  # where it is 1
        power = v.fma(builder, horner(v, builder, t, _ERF_BEYOND_SINGLE), t, builder.fneg(t))
        beyond = builder.fsub(one, exponential_code(v, builder, power))
    else:
        edge = constant(v, _CODY_EDGE)
        near = builder.fmul(size, _ratio(v, builder, builder.fmul(size, size), ERF_NEAR))
        beyond = builder.fsub(one, _erfc_beyond(v, builder, _at_least(v, builder, size, _CODY_EDGE)))
    result = builder.select(builder.fcmp_ordered("<=", size, edge), near, beyond)
    return call(v, builder, "copysign", result, x)


_CODY_EDGE: Final = 0.46875


# (1 + 2 a) exp(a**2) erfc(a) = 1 + P(q) with q = (a - 2) / (a + 2) in [-1, 0.68], within 1.5e-8; fitted by least
# squares, reweighted until the largest relative error no longer fell.
_ERFC_SINGLE: Final = (
    -3.961044131e-4, -1.222338527e-3, 1.312568085e-3, 8.625354618e-3, -8.060887456e-3, -5.420261994e-2,
    1.640556604e-1, -1.660315692e-1, -9.276399761e-2, 2.769784033e-1,
)  # fmt: skip
_ERFC_END: Final = 10.5  # from here on it rounds to 0


def erfc(v: Vector, builder: Any, x: Value) -> Value:
    """The complement of the error function: in float32 at most 2 units from it, in float64 by the formulas of
    :mod:`graphops_cpu.plain.math_special`."""
    zero, one, two = (constant(v, value) for value in (0.0, 1.0, 2.0))
    size = absolute(v, builder, x)
    if v.scalar == types.float32:
        square = builder.fmul(x, x)
        near = builder.fsub(one, v.fma(builder, horner(v, builder, square, _ERF_NEAR_SINGLE), x, x))
        beyond = _erfc_single(v, builder, _at_most(v, builder, size, _ERFC_END))
    else:
        near = builder.fsub(one, builder.fmul(x, _ratio(v, builder, builder.fmul(x, x), ERF_NEAR)))
        beyond = _erfc_beyond(v, builder, _at_least(v, builder, size, _CODY_EDGE))
    far = builder.select(builder.fcmp_ordered("<", x, zero), builder.fsub(two, beyond), beyond)
    return builder.select(builder.fcmp_ordered("<=", size, constant(v, _CODY_EDGE)), near, far)


def _erfc_single(v: Vector, builder: Any, a: Value) -> Value:
    """erfc for 0 <= a <= 10.5 in float32, and NaN."""
    one, two = constant(v, 1.0), constant(v, 2.0)
    inverse = builder.fdiv(one, builder.fadd(a, two))
    q = builder.fmul(builder.fsub(a, two), inverse)
    # What q lost, as (a - 2) - (a + 2) q = a - 2 (q + 1) - a q.
    lost = v.fma(builder, builder.fadd(q, one), constant(v, -2.0), a)
    lost = v.fma(builder, builder.fneg(a), q, lost)
    q = v.fma(builder, inverse, lost, q)
    # Both factors and the divisor in two parts each, so that nothing is rounded but the result.
    scaled, scaled_rest = _sum(builder, one, horner(v, builder, q, _ERFC_SINGLE))
    divisor, divisor_rest = _sum(builder, one, builder.fmul(two, a))
    inverse = builder.fdiv(one, divisor)
    ratio = builder.fmul(scaled, inverse)
    left = v.fma(builder, builder.fneg(ratio), divisor, scaled)
    left = builder.fadd(left, v.fma(builder, builder.fneg(ratio), divisor_rest, scaled_rest))
    ratio_rest = builder.fmul(left, inverse)
    square = builder.fmul(a, a)
    square_rest = v.fma(builder, a, a, builder.fneg(square))
    growth, powers = exponential_parts(v, builder, builder.fneg(square))
    bell, bell_rest = _sum(builder, one, growth)
    result = builder.fmul(bell, ratio)
    rest = v.fma(builder, bell, ratio_rest, builder.fmul(bell_rest, ratio))
    rest = v.fma(builder, builder.fneg(result), square_rest, rest)
    result = v.fma(builder, bell, ratio, rest)
    for power in powers:
        result = builder.fmul(result, power)
    return result


def _sum(builder: Any, x: Value, y: Value) -> tuple[Value, Value]:
    """x + y rounded, and what the rounding left out (D. E. Knuth's)."""
    total = builder.fadd(x, y)
    of_y = builder.fsub(total, x)
    rest = builder.fadd(builder.fsub(x, builder.fsub(total, of_y)), builder.fsub(y, of_y))
    return total, rest


def _ratio(v: Vector, builder: Any, x: Value, parts: tuple[Sequence[float], Sequence[float]]) -> Value:
    """A quotient of polynomials, each operation rounded as NumPy's are in the plain kernel."""
    return builder.fdiv(*(horner(v, builder, x, each, fused=False) for each in parts))


def _erfc_beyond(v: Vector, builder: Any, y: Value) -> Value:
    """erfc for y >= 0.46875, and NaN."""
    middle = _ratio(v, builder, _at_most(v, builder, y, 4.0), ERF_MIDDLE)
    far = _at_least(v, builder, y, 4.0)
    inverse = builder.fdiv(constant(v, 1.0), builder.fmul(far, far))
    tail = builder.fmul(inverse, _ratio(v, builder, inverse, ERF_FAR))
    tail = builder.fdiv(builder.fadd(constant(v, 1 / math.sqrt(math.pi)), tail), far)
    beyond_four = builder.fcmp_ordered(">", far, constant(v, 4.0))
    y = _at_most(v, builder, y, 30.0)
    coarse = call(v, builder, "floor", builder.fmul(y, constant(v, 16.0)))
    coarse = builder.fmul(coarse, constant(v, 1 / 16))
    rest = builder.fmul(builder.fsub(y, coarse), builder.fadd(y, coarse))
    bell = exponential_code(v, builder, builder.fneg(builder.fmul(coarse, coarse)))
    bell = builder.fmul(bell, exponential_code(v, builder, builder.fneg(rest)))
    return builder.fmul(bell, builder.select(beyond_four, tail, middle))


def _at_most(v: Vector, builder: Any, x: Value, bound: float) -> Value:
    """The smaller of both; NaN stays."""
    limit = constant(v, bound)
    return builder.select(builder.fcmp_ordered(">", x, limit), limit, x)


def _at_least(v: Vector, builder: Any, x: Value, bound: float) -> Value:
    """The greater of both; NaN stays."""
    limit = constant(v, bound)
    return builder.select(builder.fcmp_ordered("<", x, limit), limit, x)


Function = Callable[[Vector, Any, Value], Value]
