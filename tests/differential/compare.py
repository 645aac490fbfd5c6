"""Whether two answers to a call are the same, as far as rounding lets them be."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from graphops.testing.tolerances import RELATIVE, SMALLEST
from tests.differential.values import is_float
from tests.golden.case import Array

# TensorFlow rounds every intermediate result of half and bfloat16; we compute in float32 and round once.
TOLERANCE = RELATIVE | {"float16": 1e-3, "bfloat16": 1e-2, "float8_e5m2": 0.25, "float8_e4m3fn": 0.125}
NORMAL = {"float16": 2.0**-14, "bfloat16": 2.0**-126, "float32": 2.0**-126, "float64": 2.0**-1022}


def different(got: list[Array], want: list[Array], elementwise: bool, relative: float | None = None) -> str | None:
    """What is different in the outputs; ``None`` if nothing is. ``relative`` is another tolerance than the dtype's."""
    if len(got) != len(want):
        return f"{len(got)} outputs, TensorFlow's {len(want)}"
    for index, (ours, theirs) in enumerate(zip(got, want, strict=True)):
        found = _array(ours, theirs, elementwise, relative)
        if found is not None:
            return f"output {index} {found}"
    return None


def masked(got: list[Array], want: list[Array]) -> tuple[list[Array], list[Array]]:
    """Both answers with zeros where one of the two is not finite."""
    result: tuple[list[Array], list[Array]] = ([], [])
    for ours, theirs in zip(got, want, strict=True):
        if ours.shape == theirs.shape and (is_float(ours.dtype) or ours.dtype.kind == "c"):
            wide = np.complex128 if ours.dtype.kind == "c" else np.float64
            finite = np.isfinite(ours.astype(wide)) & np.isfinite(theirs.astype(wide))
            ours, theirs = (np.where(finite, x, np.zeros((), x.dtype)) for x in (ours, theirs))
        result[0].append(ours)
        result[1].append(theirs)
    return result


def _array(got: Array, want: Array, elementwise: bool, relative: float | None) -> str | None:
    if got.dtype != want.dtype:
        return f"has dtype {got.dtype}, TensorFlow's {want.dtype}"
    if got.shape != want.shape:
        return f"has shape {got.shape}, TensorFlow's {want.shape}"
    if got.dtype.kind == "c":
        with np.errstate(all="ignore"):
            finite = np.isfinite(got) & np.isfinite(want)
            largest = np.abs(want[finite]).max(initial=0)
            error = np.abs(got - want)
            limit = (relative or TOLERANCE[got.dtype.name]) * (np.abs(want) if elementwise else largest)
            limit = limit + SMALLEST[got.dtype.name]
            whole = (finite & (error > limit)) | (np.isfinite(got) != np.isfinite(want))
        return _told(got, want, whole)
    if not is_float(got.dtype):
        return _told(got, want, np.asarray(got != want, dtype=bool))
    return _told(got, want, _wrong(got, want, elementwise, relative or TOLERANCE[got.dtype.name]))


def _wrong(got: Array, want: Array, elementwise: bool, relative: float) -> Array:
    """The elements that are further off than rounding takes them."""
    a, b = got.astype(np.float64), want.astype(np.float64)
    with np.errstate(all="ignore"):
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        finite = np.isfinite(a) & np.isfinite(b)
        largest = np.abs(b[finite]).max(initial=0)
        # TensorFlow flushes numbers below the normal ones to zero.
        limit = 2 * relative * (np.abs(b) if elementwise else largest) + 4 * NORMAL.get(got.dtype.name, 0.0)
        near = finite & (np.abs(a - b) <= limit)
        # What rounds to infinity here may be the largest number there.
        top = float(ml_dtypes.finfo(got.dtype).max) * (1 - 4 * relative)
        edge = (np.isinf(a) != np.isinf(b)) & (np.abs(a) >= top) & (np.abs(b) >= top) & (np.sign(a) == np.sign(b))
    return np.asarray(~(same | near | edge))


def _told(got: Array, want: Array, wrong: Array) -> str | None:
    if not wrong.any():
        return None
    return f"differs in {int(wrong.sum())} of {wrong.size}: {got[wrong][:3].tolist()}, not {want[wrong][:3].tolist()}"
