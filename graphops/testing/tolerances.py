"""Tolerances: how far rounding may take a result from the exact one, for each dtype.

Two rules.  *Relative to the largest*: the error is at most :data:`RELATIVE` of the largest finite magnitude that is
expected; for results whose parts cancel, as sums' do.  *Element-wise*: where the sum m of the absolute terms is known,
``|error| <= u |y| + c m`` with u the rounding unit of the output's dtype and c the bound of a sum of that many terms
in the accumulator's (float32 for half and bfloat16).

Everything that is no float must be equal.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops.inspect.rounding import RELATIVE as RELATIVE  # public here, too
from graphops_registry.dtypes import DType, as_dtype

HostArray = np.ndarray[Any, Any]

_COARSE: Final = 0.25  # for float8 and float4, which have a bit or three of mantissa
# Half a unit in the last place of 1.
UNIT: Final = {
    "float64": 2.0**-53, "float32": 2.0**-24, "float16": 2.0**-11, "bfloat16": 2.0**-8, "complex64": 2.0**-24,
    "complex128": 2.0**-53,
}  # fmt: skip
# The smallest subnormal: what underflow may cost.
SMALLEST: Final = {
    "float64": 2.0**-1074, "float32": 2.0**-149, "float16": 2.0**-24, "bfloat16": 2.0**-133, "complex64": 2.0**-149,
    "complex128": 2.0**-1074,
}  # fmt: skip


def difference(
    actual: Any,
    expected: Any,
    *,
    scale: float = 1.0,
    magnitude: Any = None,
    terms: int = 1,
    relative: float | None = None,
) -> str | None:
    """What is wrong with ``actual``, ``None`` if nothing is.

    Shapes must be equal, and for everything but floats dtypes and values too. Where one side is not finite, the other
    must be the same.

    Args:
        actual, expected: host arrays; ``expected`` may have a wider float dtype.
        scale: widens the tolerance.
        magnitude: for each element the sum of the absolute values of its terms; selects the element-wise rule.
        terms: how many terms each element is the sum of.
        relative: instead of :data:`RELATIVE` of the dtype.
    """
    got, want = np.asarray(actual), np.asarray(expected)
    if got.shape != want.shape:
        return f"has shape {got.shape}, expected {want.shape}"
    kind = as_dtype(got.dtype)
    if not (kind.is_floating or kind.is_complex):
        if got.dtype != want.dtype:
            return f"has dtype {got.dtype}, expected {want.dtype}"
        wrong = np.asarray(got != want, dtype=bool)
        return _worst(got, want, wrong, None, None) if wrong.any() else None
    if as_dtype(want.dtype).is_complex and not kind.is_complex:
        return f"has dtype {got.dtype}, expected {want.dtype}"
    wide = np.dtype(np.complex128 if kind.is_complex else np.float64)
    a, b = got.astype(wide), want.astype(wide)
    with np.errstate(all="ignore"):
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        error = np.where(same, 0.0, np.abs(a - b))
        allowed = scale * allowed_error(b, kind, magnitude, terms, relative)
    wrong = ~(error <= allowed)  # not a number is wrong
    return _worst(got, want, wrong, error, allowed) if wrong.any() else None


def allowed_error(
    expected: HostArray, dtype: DType, magnitude: Any = None, terms: int = 1, relative: float | None = None
) -> HostArray:
    """The largest error that each element of a result of ``dtype`` may have; arguments as for :func:`difference`."""
    if magnitude is None:
        relative = RELATIVE.get(dtype.name, _COARSE) if relative is None else relative
        largest = float(np.max(np.abs(expected), initial=0.0, where=np.isfinite(expected)))
        return np.full(expected.shape, relative * largest)
    accumulator = UNIT["float64" if dtype.name in ("float64", "complex128") else "float32"]
    unit, smallest = UNIT[dtype.name], SMALLEST[dtype.name]
    count = terms + 2 if dtype.is_complex else terms  # a complex product is itself a sum
    bound = count * accumulator / (1 - count * accumulator) * (np.sqrt(2) if dtype.is_complex else 1.0)
    allowed: HostArray = unit * np.abs(expected) + (1 + unit) * bound * np.asarray(magnitude, np.float64)
    return allowed + terms * smallest


def assert_close(actual: Any, expected: Any, **rule: Any) -> None:
    """Raise AssertionError with the text of :func:`difference`, if there is one; the same keywords."""
    problem = difference(actual, expected, **rule)
    if problem is not None:
        raise AssertionError(f"the result {problem}")


def _worst(got: HostArray, want: HostArray, wrong: HostArray, error: Any, allowed: Any) -> str:
    """The element that is furthest off, in words."""
    excess = np.ones(got.shape) if error is None else error - allowed
    excess = np.where(wrong, np.nan_to_num(excess, nan=np.inf, posinf=np.inf), -np.inf)
    place = np.unravel_index(int(np.argmax(excess)), got.shape)
    at = tuple(int(i) for i in place)
    text = (
        f"differs in {int(wrong.sum())} of {got.size} elements, most at {at}: {got[place]!s}, expected {want[place]!s}"
    )
    return text if error is None else f"{text}; off by {error[place]:.3g}, allowed {allowed[place]:.3g}"
