"""What counts as equal: for each dtype the error relative to the largest magnitude that rounding alone may cause."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_registry.dtypes import as_dtype

RELATIVE: Final = {
    "float64": 1e-12, "float32": 1e-5, "float16": 6e-4, "bfloat16": 5e-3, "complex64": 1e-5, "complex128": 1e-12,
}  # fmt: skip


def difference(actual: Any, expected: Any, *, scale: float = 1.0) -> str | None:
    """What is wrong with ``actual``, ``None`` if nothing is.

    Shape and dtype must be equal; integers, booleans and texts too. Floats may differ by the tolerance of their dtype
    times ``scale`` times the largest finite magnitude in ``expected``; what is not finite must be the same.

    Args:
        actual, expected: host arrays; ``expected`` may have a wider dtype.
    """
    got, want = np.asarray(actual), np.asarray(expected)
    if got.shape != want.shape:
        return f"shape {got.shape}, expected {want.shape}"
    kind = as_dtype(got.dtype)
    if not (kind.is_floating or kind.is_complex):
        if got.dtype != want.dtype:
            return f"dtype {got.dtype}, expected {want.dtype}"
        equal = got == want
        return None if np.all(equal) else f"{int(np.size(equal) - np.sum(equal))} of {got.size} elements differ"
    wide = np.dtype(np.complex128 if kind.is_complex else np.float64)
    a, b = got.astype(wide), want.astype(wide)
    with np.errstate(all="ignore"):
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        error = np.where(same, 0.0, np.abs(a - b))
    largest = float(np.max(np.abs(b), initial=0.0, where=np.isfinite(b)))
    allowed = RELATIVE.get(kind.name, 0.1) * scale * largest
    if np.all(error <= allowed):  # not a number fails
        return None
    worst = np.unravel_index(int(np.argmax(np.nan_to_num(error, nan=np.inf))), error.shape)
    at = tuple(int(i) for i in worst)
    return f"at {at}: {got[worst]}, expected {want[worst]}; off by {error[worst]:.3g}, allowed {allowed:.3g}"


def assert_close(actual: Any, expected: Any, *, scale: float = 1.0) -> None:
    """Raise AssertionError with :func:`difference`'s answer, if there is one."""
    problem = difference(actual, expected, scale=scale)
    if problem is not None:
        raise AssertionError(problem)
