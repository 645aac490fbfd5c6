"""More operations on SIMD vectors, for layers other than convolutions: comparisons, quotients, roots, exponentials.

They are beside those of :mod:`graphops_cpu.simd.compile.vector`, whose words these use: ``v`` a vector, ``a`` an
array, ``n`` an intp::

    where_greater(x, y, v, w)   v in the lanes where x > y, w in the others; NaN is greater than nothing
    where_equal(x, y, v, w)     v in the lanes where x == y, w in the others; NaN equals nothing
    first_lanes(n, v, w)        v in the first n lanes, w in the others
    divide(v, w), root(v)       v / w and the square root, as IEEE 754
    exponential(v)              e ** v, at most 2 units in the last place from the exact value
    exponential_less_one(v)     e ** v - 1 for v <= 0, at most 3 units in the last place from it
    largest(v)                  the largest lane as a scalar, lanes with NaN left out (-inf if all are)
"""

from __future__ import annotations

import math
import struct
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils

from graphops_cpu.simd.compile.intrinsics import intrinsic
from graphops_cpu.simd.compile.vector import Vector, _first_lanes


def _constant(vector: Vector, value: float) -> ir.Constant:
    return ir.Constant(vector.llvm, [value] * vector.lanes)


def _where(predicate: str, name: str) -> Any:
    """The intrinsic ``name(x, y, v, w)``: v in the lanes where ``x predicate y``, an ordered comparison."""

    def typed(typing: Any, x: Any, y: Any, v: Any, w: Any) -> Any:
        if not isinstance(x, Vector) or not x == y == v == w:
            return None

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            x, y, v, w = arguments
            return builder.select(builder.fcmp_ordered(predicate, x, y), v, w)

        return v(x, y, v, w), generate

    typed.__name__ = typed.__qualname__ = name
    return intrinsic(typed)


where_greater = _where(">", "where_greater")
where_equal = _where("==", "where_equal")


@intrinsic
def first_lanes(typing: Any, n: Any, v: Any, w: Any) -> Any:
    """``v`` in the first ``n`` lanes, ``w`` in the others."""
    if not isinstance(v, Vector) or v != w:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        n, v_value, w_value = arguments
        return builder.select(_first_lanes(builder, n, v.lanes), v_value, w_value)

    return v(types.intp, v, w), generate


@intrinsic
def divide(typing: Any, x: Any, y: Any) -> Any:
    """``x / y`` in every lane."""
    if not isinstance(x, Vector) or x != y:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fdiv(*arguments)

    return x(x, y), generate


@intrinsic
def root(typing: Any, v: Any) -> Any:
    """The square root of every lane."""
    if not isinstance(v, Vector):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = ir.FunctionType(v.llvm, [v.llvm])
        name = f"llvm.sqrt.v{v.lanes}f{v.scalar.bitwidth}"
        square_root = cgutils.get_or_insert_function(builder.module, function, name)
        return builder.call(square_root, arguments)

    return v(v), generate


@intrinsic
def largest(typing: Any, v: Any) -> Any:
    """The largest lane; lanes with NaN are left out."""
    if not isinstance(v, Vector):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lowest = _constant(v, -math.inf)
        (value,) = arguments
        value = builder.select(builder.fcmp_ordered(">", value, lowest), value, lowest)
        count = v.lanes
        while count > 1:
            count //= 2
            undefined = ir.Constant(value.type, ir.Undefined)
            index = ir.VectorType(ir.IntType(32), count)
            lower = builder.shuffle_vector(value, undefined, ir.Constant(index, list(range(count))))
            upper = builder.shuffle_vector(value, undefined, ir.Constant(index, list(range(count, 2 * count))))
            value = builder.select(builder.fcmp_ordered(">", lower, upper), lower, upper)
        return builder.extract_element(value, ir.IntType(32)(0))

    return v.scalar(v), generate


# ln 2 to 96 bits after the point, as an integer.
_LN2: Final = 0xB17217F7D1CF79ABC9E3B398


class _Format:
    """What the exponentials need to know of a floating-point format.

    Attributes:
        fraction: bits of the fraction.
        low, high: below ``low`` the exponential rounds to 0, above ``high`` to infinity.
        degree: of the Taylor polynomial: for ``|r| <= ln(2) / 2`` the first term left out is under a tenth of a unit
            in the last place.
        ln2: the first bits of ln 2, so few that its product with an exponent is exact.
        ln2_rest: what is left of it.
    """

    def __init__(self, bits: int, fraction: int, bias: int, low: float, high: float, degree: int) -> None:
        self.word = ir.IntType(bits)
        self.fraction = fraction
        self.bias = bias
        self.low = low
        self.high = high
        self.degree = degree
        dropped = 96 - (fraction - 11)
        self.ln2 = math.ldexp(_LN2 >> dropped, dropped - 96)
        self.ln2_rest = math.ldexp(_LN2 & ((1 << dropped) - 1), -96)


_SINGLE: Final = _Format(32, 23, 127, -105.0, 89.0, 7)
_DOUBLE: Final = _Format(64, 52, 1023, -746.0, 710.0, 13)


def _rounded(vector: Vector, value: float) -> ir.Constant:
    """A constant in every lane, as a number of the lanes' kind (LLVM takes no other)."""
    if vector.scalar == types.float32:
        (value,) = struct.unpack("f", struct.pack("f", value))
    return _constant(vector, value)


def _reduced(v: Vector, form: _Format, builder: Any, x: ir.Value) -> tuple[ir.Value, tuple[ir.Value, ir.Value]]:
    """``r = x - n ln 2`` for the integer n nearest to ``x / ln 2``, and two powers of 2 whose product is ``2**n``.

    Two, as n may be below the smallest exponent of a normal number.  NaN stays NaN in r.
    """
    word = ir.VectorType(form.word, v.lanes)
    high, low = _rounded(v, form.high), _rounded(v, form.low)
    x = builder.select(builder.fcmp_ordered(">", x, high), high, x)
    x = builder.select(builder.fcmp_ordered("<", x, low), low, x)
    # Adding 1.5 * 2**fraction leaves room in the fraction for an integer only: the sum is rounded to one.
    magic = _rounded(v, 1.5 * 2.0**form.fraction)
    shifted = v.fma(builder, x, _rounded(v, 1 / math.log(2)), magic)
    n = builder.fsub(shifted, magic)
    whole = builder.sub(builder.bitcast(shifted, word), builder.bitcast(magic, word))
    r = v.fma(builder, n, _rounded(v, -form.ln2), x)
    r = v.fma(builder, n, _rounded(v, -form.ln2_rest), r)
    half = builder.ashr(whole, ir.Constant(word, [1] * v.lanes))
    bias = ir.Constant(word, [form.bias] * v.lanes)
    shift = ir.Constant(word, [form.fraction] * v.lanes)

    def power(exponent: ir.Value) -> ir.Value:
        return builder.bitcast(builder.shl(builder.add(exponent, bias), shift), v.llvm)

    return r, (power(half), power(builder.sub(whole, half)))


def _taylor(v: Vector, form: _Format, builder: Any, r: ir.Value) -> ir.Value:
    """``(e**r - 1) / r`` for a small r."""
    result: ir.Value = _rounded(v, 1 / math.factorial(form.degree))
    for power in range(form.degree - 1, 0, -1):
        result = v.fma(builder, result, r, _rounded(v, 1 / math.factorial(power)))
    return result


def exponential_code(v: Vector, builder: Any, x: ir.Value) -> ir.Value:
    """The code of :func:`exponential`."""
    form = _SINGLE if v.scalar == types.float32 else _DOUBLE
    r, powers = _reduced(v, form, builder, x)
    result = v.fma(builder, _taylor(v, form, builder, r), r, _constant(v, 1.0))
    for power in powers:
        result = builder.fmul(result, power)
    return result


def exponential_parts(v: Vector, builder: Any, x: ir.Value) -> tuple[ir.Value, tuple[ir.Value, ir.Value]]:
    """t and two powers of 2, the product of ``1 + t`` with which is ``e**x``."""
    form = _SINGLE if v.scalar == types.float32 else _DOUBLE
    r, powers = _reduced(v, form, builder, x)
    return v.fma(builder, builder.fmul(r, r), _taylor_after(v, form, builder, r), r), powers


def exponential_less_one_code(v: Vector, builder: Any, x: ir.Value) -> ir.Value:
    """The code of ``e**x - 1`` for every x, with the sign of 0: ``2 (2**(n-1) (e**r - 1) + (2**(n-1) - 1/2))``."""
    form = _SINGLE if v.scalar == types.float32 else _DOUBLE
    r, (first, second) = _reduced(v, form, builder, x)
    half = _constant(v, 0.5)
    power = builder.fmul(first, builder.fmul(second, half))  # 2**n itself may be too large
    rest = v.fma(builder, builder.fmul(r, r), _taylor_after(v, form, builder, r), r)
    result = v.fma(builder, power, rest, builder.fsub(power, half))
    result = builder.fadd(result, result)
    magnitude = builder.select(builder.fcmp_ordered("<", x, _constant(v, 0.0)), builder.fneg(x), x)
    tiny = builder.fcmp_ordered("<", magnitude, _constant(v, 2.0 ** -(form.fraction + 2)))
    return builder.select(tiny, x, result)


def _taylor_after(v: Vector, form: _Format, builder: Any, r: ir.Value) -> ir.Value:
    """``(e**r - 1 - r) / r**2`` for a small r."""
    result: ir.Value = _rounded(v, 1 / math.factorial(form.degree))
    for power in range(form.degree - 1, 1, -1):
        result = v.fma(builder, result, r, _rounded(v, 1 / math.factorial(power)))
    return result


@intrinsic
def exponential(typing: Any, v: Any) -> Any:
    """``e**v``: ``2**n`` times Taylor's polynomial of ``e**r``, where ``v = n ln 2 + r``."""
    if not isinstance(v, Vector):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return exponential_code(v, builder, arguments[0])

    return v(v), generate


@intrinsic
def exponential_less_one(typing: Any, v: Any) -> Any:
    """``e**v - 1`` for ``v <= 0``: ``2**n (e**r - 1) + (2**n - 1)``, which loses no digits near 0, where n is 0."""
    if not isinstance(v, Vector):
        return None
    form = _SINGLE if v.scalar == types.float32 else _DOUBLE

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        r, powers = _reduced(v, form, builder, arguments[0])
        power = builder.fmul(*powers)
        rest = builder.fmul(_taylor(v, form, builder, r), r)
        return v.fma(builder, power, rest, builder.fsub(power, _constant(v, 1.0)))

    return v(v), generate
