r"""When a computed array is right: element-wise, within what rounding can explain.

Element-wise bound, for a sum of k products whose exact value is y and whose absolute terms add up to m::

    |actual - y| <= u |y| + c m + tiny

* u is the unit roundoff of the output's dtype: half a unit in the last place of 1, ``2**-p`` for p bits of precision.
* c is gamma_k = k v / (1 - k v) for the accumulator's unit roundoff v (float32's for half, bfloat16 and float32).  That
  a sum of k products, *in any order*, with or without fused multiply-add, errs by at most gamma_k m is (3.5) in N. J.
  Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002, section 3.1.  A complex product errs by at
  most sqrt(2) gamma_2 of its size (his Lemma 3.5), hence sqrt(2) gamma_(k+1).  The rounding to the output's dtype acts
  on the computed sum: (1 + u) gamma_k.  The oracle is a float64 sum too, and adds a gamma_k of its own.
* tiny covers underflow: half the smallest subnormal of the output, and one of the accumulator for each term.

The bound fits any order of summation, not algorithms that transform their operands (Winograd, FFT).  Where the exact
value cannot be told from the dtype's limit infinity is right as well, and where the absolute terms overflow the
accumulator anything is.

The second test compares with the largest magnitude of the whole array, which says how good a kernel is in practice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.reference.answer import Answer, Array, widen


@dataclass(frozen=True)
class Precision:
    """A binary floating-point format: u, the smallest subnormal, the largest finite number."""

    unit: float
    subnormal: float
    largest: float


_HALF = Precision(2.0**-11, 2.0**-24, 65504.0)
_BFLOAT16 = Precision(2.0**-8, 2.0**-133, (2 - 2.0**-7) * 2.0**127)
_SINGLE = Precision(2.0**-24, 2.0**-149, (2 - 2.0**-23) * 2.0**127)
_DOUBLE = Precision(2.0**-53, 2.0**-1074, (2 - 2.0**-52) * 2.0**1023)

OUTPUT = {
    "float16": _HALF,
    "bfloat16": _BFLOAT16,
    "float32": _SINGLE,
    "float64": _DOUBLE,
    "complex64": _SINGLE,
    "complex128": _DOUBLE,
}
ACCUMULATOR = OUTPUT | {"float16": _SINGLE, "bfloat16": _SINGLE}

# What the largest error may be, relative to the largest magnitude.
RELATIVE_TO_LARGEST = {
    "float64": 1e-12,
    "float32": 1e-5,
    "float16": 6e-4,
    "bfloat16": 5e-3,
    "complex128": 1e-12,
    "complex64": 1e-5,
}


def gamma(terms: int, unit: float) -> float:
    """Higham's gamma: ``terms`` relative errors of at most ``unit`` each, compounded."""
    if terms * unit >= 1:
        raise ValueError(f"a sum of {terms} terms has no error bound at unit roundoff {unit}")
    return terms * unit / (1 - terms * unit)


def allowed_error(expected: Array, magnitude: Array, dtype: Any, terms: int) -> Array:
    """The right side of the element-wise bound; ``terms`` 0 means that no sum is formed."""
    name = dtype_name(dtype)
    output, accumulator = OUTPUT[name], ACCUMULATOR[name]
    if name.startswith("complex"):
        c, own = (np.sqrt(2) * gamma(terms + 1, precision.unit) for precision in (accumulator, _DOUBLE))
    else:
        c, own = gamma(terms, accumulator.unit), gamma(terms, _DOUBLE.unit)
    tiny = output.subnormal / 2 + terms * accumulator.subnormal
    with np.errstate(all="ignore"):
        allowed: Array = output.unit * np.abs(expected) + ((1 + output.unit) * c + own) * magnitude + tiny
    return allowed


def assert_close(actual: Array, expected: Array, magnitude: Array, dtype: Any, terms: int) -> None:
    """``actual`` has ``dtype``, the shape of ``expected``, and lies within the element-wise bound.

    ``expected`` is the oracle's wide array. Integers and booleans must be equal after ``expected`` is wrapped to
    ``dtype``; NaN must meet NaN, infinity the same infinity.
    """
    actual, expected = _comparable(actual, expected, dtype)
    name = dtype_name(dtype)
    if name not in OUTPUT:
        _report(actual != expected.astype(actual.dtype), actual, expected, "equal modulo the type's range")
        return
    got = widen(actual)
    allowed = allowed_error(expected, magnitude, dtype, terms)
    with np.errstate(all="ignore"):
        error = np.abs(got - expected)
        wrong = ~(error <= allowed) | ~np.isfinite(expected)
        same = (got == expected) | (np.isnan(got) & np.isnan(expected))  # infinities, NaN
        limit = OUTPUT[name].largest
        overflows = np.isinf(got) & (np.abs(expected) + allowed >= limit) & (got.real * expected.real >= 0)
        lawless = np.isfinite(expected) & (np.broadcast_to(magnitude, expected.shape) > ACCUMULATOR[name].largest)
    details = {"error": error, "allowed": allowed, "magnitude": np.broadcast_to(magnitude, expected.shape)}
    rule = f"|error| <= u|y| + gamma({terms}) * magnitude in {name}"
    _report(wrong & ~same & ~overflows & ~lawless, actual, expected, rule, details)


def problem(actual: Array, expected: Array, magnitude: Array, dtype: Any, terms: int) -> str | None:
    """What ``assert_close`` or ``assert_close_to_largest`` would say; ``None`` when both are content."""
    try:
        assert_close(actual, expected, magnitude, dtype, terms)
        assert_close_to_largest(actual, expected, dtype)
    except AssertionError as fault:
        return str(fault)
    return None


def assert_close_to_largest(actual: Array, expected: Array, dtype: Any, relative: float | None = None) -> None:
    """The largest error is at most ``relative`` (the dtype's, when None) times the largest expected magnitude."""
    actual, expected = _comparable(actual, expected, dtype)
    name = dtype_name(dtype)
    if name not in OUTPUT:
        _report(actual != expected.astype(actual.dtype), actual, expected, "equal modulo the type's range")
        return
    relative = RELATIVE_TO_LARGEST[name] if relative is None else relative
    got, finite = widen(actual), np.isfinite(expected)
    largest = float(np.abs(expected[finite]).max(initial=0.0))
    with np.errstate(all="ignore"):
        error = np.abs(got - expected)
        same = (got == expected) | (np.isnan(got) & np.isnan(expected))  # infinities, NaN
    rule = f"|error| <= {relative:g} * {largest:g}, the largest finite magnitude, in {name}"
    _report(~same & ~(finite & (error <= relative * largest)), actual, expected, rule, {"error": error})


def assert_answer(actual: Array, answer: Answer, dtype: Any) -> None:
    """``assert_close`` with what an oracle answered; exact where it only picked values."""
    if answer.terms:
        assert_close(actual, answer.value, answer.magnitude, dtype, answer.terms)
    else:
        assert_equal(actual, answer.value, dtype)


def assert_equal(actual: Array, expected: Array, dtype: Any) -> None:
    """``actual`` has ``dtype`` and the numbers of ``expected`` rounded to it once, but for the sign of zero and NaN."""
    actual, expected = _comparable(actual, expected, dtype)
    if dtype_name(dtype) not in OUTPUT:
        _report(actual != expected.astype(actual.dtype), actual, expected, "equal modulo the type's range")
        return
    got = widen(actual)
    with np.errstate(over="ignore"):
        expected = widen(expected.astype(actual.dtype))
    _report(~((got == expected) | (np.isnan(got) & np.isnan(expected))), actual, expected, "equal")


def dtype_name(dtype: Any) -> str:
    """``"bfloat16"`` for the name, the scalar type or the NumPy dtype."""
    return dtype if isinstance(dtype, str) else np.dtype(dtype).name


def _comparable(actual: Array, expected: Array, dtype: Any) -> tuple[Array, Array]:
    actual, expected = np.asarray(actual), np.asarray(expected)
    if actual.dtype.name != dtype_name(dtype):
        raise AssertionError(f"the result has dtype {actual.dtype.name}, not {dtype_name(dtype)}")
    if actual.shape != expected.shape:
        raise AssertionError(f"the result has shape {actual.shape}, not {expected.shape}")
    return actual, expected


def _report(wrong: Array, actual: Array, expected: Array, rule: str, details: dict[str, Array] | None = None) -> None:
    """Fail with the worst element when any is wrong."""
    wrong = np.asarray(wrong)
    if not wrong.any():
        return
    details = details or {}
    with np.errstate(all="ignore"):
        excess = details["error"] / details.get("allowed", 1.0) if "error" in details else np.ones(wrong.shape)
    badness = np.where(wrong, np.where(np.isnan(excess), np.inf, excess), -1.0)
    worst = np.unravel_index(int(badness.argmax()), wrong.shape)
    place = tuple(int(i) for i in worst)
    shown = "".join(f", {name} {np.asarray(value)[worst]:.6g}" for name, value in details.items())
    raise AssertionError(
        f"{int(wrong.sum())} of {wrong.size} elements break the rule '{rule}'; the worst is at {place}: "
        f"got {actual[worst]!s}, expected {expected[worst]!s}{shown}"
    )
