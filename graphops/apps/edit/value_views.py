"""Values for people to look at: statistics, tables and pictures of arrays, small enough to be sent."""

from __future__ import annotations

import base64
import math
import sys
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import InvalidArgumentError, shorten

HostArray = np.ndarray[Any, Any]
Json = dict[str, Any]
_BINS: Final = 32
_FIRST: Final = 12
_MOST_CELLS: Final = 10_000
_MOST_PIXELS: Final = 1 << 20
_PART: Final = 1 << 22  # elements that are processed together


def outline(array: HostArray, dtype: DType | None = None) -> Json:
    """A summary without the statistics, which takes microseconds for an array of any size."""
    dtype = as_dtype(array.dtype) if dtype is None else dtype
    flat = array.reshape(-1)
    return {
        "dtype": dtype.name, "shape": list(array.shape), "count": int(array.size),
        "first": [cell(item) for item in flat[:_FIRST]] if not _is_handle(dtype) else [], "text": _text(array, dtype),
    }  # fmt: skip


def summary(array: HostArray, dtype: DType | None = None) -> Json:
    """What fits into a block: shape, statistics of the finite elements, a histogram, the first values."""
    dtype = as_dtype(array.dtype) if dtype is None else dtype
    nothing: Json = {
        "min": None, "max": None, "mean": None, "std": None, "nans": 0, "infs": 0, "zeros": 0, "histogram": None,
    }  # fmt: skip
    found = outline(array, dtype) | nothing
    if dtype.is_host_only or not array.size:
        return found
    with np.errstate(all="ignore"):
        return found | _statistics(array.reshape(-1), dtype)


def _statistics(flat: HostArray, dtype: DType) -> Json:
    """Of every element, part by part; the histogram is of as many as fit into one part, evenly spread."""
    parts = [flat[start : start + _PART] for start in range(0, flat.size, _PART)]
    nans = infs = zeros = count = 0
    low, high = math.inf, -math.inf
    for part in parts:
        wide = _wide(part, dtype)
        finite = wide[np.isfinite(wide)]
        nans += int(np.isnan(wide).sum())
        infs += int(np.isinf(wide).sum())
        zeros += int((wide == 0).sum())
        count += finite.size
        if finite.size:
            low, high = min(low, float(finite.min())), max(high, float(finite.max()))
    found: Json = {"nans": nans, "infs": infs, "zeros": zeros}
    if not count:
        return found
    scale = max(abs(low), abs(high), 1e-300)  # so that sums of huge numbers stay finite
    mean = sum(float((_finite(part, dtype) / scale).sum()) for part in parts) / count
    square = sum(float(np.square(_finite(part, dtype) / scale - mean).sum()) for part in parts) / count
    found |= {"min": low, "max": high, "mean": _number(mean * scale), "std": _number(math.sqrt(square) * scale)}
    if flat.dtype.kind in "iu":  # float64 does not hold every int64
        found |= {"min": cell(flat.min()), "max": cell(flat.max())}
    if math.isfinite(high - low):
        shown = _finite(flat[:: -(-flat.size // _PART)], dtype)
        counts, edges = np.histogram(shown, _BINS, _ends(low, high))
        found["histogram"] = {"edges": edges.tolist(), "counts": counts.tolist()}
    return found


def _wide(part: HostArray, dtype: DType) -> HostArray:
    """Elements as float64; of complex numbers the magnitude."""
    return np.abs(part.astype(np.complex128)) if dtype.is_complex else part.astype(np.float64)


def _finite(part: HostArray, dtype: DType) -> HostArray:
    wide = _wide(part, dtype)
    return wide[np.isfinite(wide)]


def _ends(low: float, high: float) -> tuple[float, float]:
    """Ends of a histogram of numbers from ``low`` to ``high``, which are finite and no infinity apart.

    Numbers that are so near to each other that float64 has no 32 edges between them are in the middle of a wider one.
    """
    if (high - low) / _BINS > 2 * math.ulp(max(abs(low), abs(high))):
        return low, high
    half, most = max(0.5, abs(low) * 1e-6), sys.float_info.max
    return max(low - half, -most), min(low + half, most)


def _is_handle(dtype: DType) -> bool:
    return dtype.is_host_only and dtype.name != "string"


def _text(array: HostArray, dtype: DType) -> str:
    if array.ndim == 0 and not _is_handle(dtype):
        return shorten(str(cell(array[()])), 60)
    return f"{dtype.name} {list(array.shape)}"


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def cell(value: Any) -> Any:
    """One element as JSON has it: special floats, complex numbers and bytes as texts."""
    if isinstance(value, (bytes, np.bytes_)):
        return shorten(value.decode("utf-8", "backslashreplace"), 200)
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        number = int(value)
        return number if abs(number) <= 2**53 else str(number)  # what a browser's numbers hold
    if isinstance(value, (complex, np.complexfloating)):
        return str(complex(value)).strip("()")
    try:
        number_ = float(value)
    except (TypeError, ValueError):
        return shorten(str(value), 200)
    return number_ if math.isfinite(number_) else "nan" if math.isnan(number_) else "inf" if number_ > 0 else "-inf"


def table(array: HostArray, start: Sequence[int], count: Sequence[int]) -> Any:
    """A part of an array as nested lists.

    Args:
        start, count: for each axis where it begins and how far it goes; cut where the array ends.

    Raises:
        InvalidArgumentError: not as many as there are axes, negative, or more than 10,000 cells.
    """
    _check_axes(array, start, "start")
    _check_axes(array, count, "count")
    where: tuple[Any, ...] = tuple(slice(s, s + c) for s, c in zip(start, count, strict=True))
    part = array[(..., *where)]  # the dots make it an array at rank 0 too
    if part.size > _MOST_CELLS:
        raise InvalidArgumentError(f"a table must have at most {_MOST_CELLS:,} cells, got {part.size:,}")
    return _nested(part)


def _nested(part: HostArray) -> Any:
    return cell(part[()]) if part.ndim == 0 else [_nested(item) if part.ndim > 1 else cell(item) for item in part]


def _are_whole(given: object) -> bool:
    """Whether this is a list of whole numbers."""
    return isinstance(given, list) and all(isinstance(n, int) and not isinstance(n, bool) for n in given)


def _check_axes(array: HostArray, given: Sequence[int], what: str) -> None:
    if not _are_whole(given) or len(given) != array.ndim or any(number < 0 for number in given):
        raise InvalidArgumentError(
            f"{what} of a view must be {array.ndim} whole numbers, got {shorten(str(given), 80)}"
        )


def image(array: HostArray, dtype: DType, axes: Sequence[int], at: Sequence[int]) -> Json:
    """A slice as a grey picture: the lowest number black, the highest white, what is no number black.

    Args:
        axes: the axes that go down and to the right.
        at: for each axis an index; those of ``axes`` do not count.

    Raises:
        InvalidArgumentError: axes or indices that the array does not have, or a slice of no numbers.
    """
    _check_axes(array, at, "at")
    if not _are_whole(axes) or len(axes) != 2 or axes[0] == axes[1] or any(not 0 <= axis < array.ndim for axis in axes):
        raise InvalidArgumentError(f"axes of a picture must be two axes of {array.ndim}, got {shorten(str(axes), 80)}")
    if dtype.is_host_only:
        raise InvalidArgumentError(f"a picture must be of numbers, got {dtype.name}")
    for axis, index in enumerate(at):
        if axis not in axes and not index < array.shape[axis]:
            raise InvalidArgumentError(f"at[{axis}] must be below {array.shape[axis]}, got {index}")
    part = array[tuple(slice(None) if axis in axes else index for axis, index in enumerate(at))]
    part = part if axes[0] < axes[1] else part.T
    if part.size > _MOST_PIXELS:
        step = math.ceil(math.sqrt(part.size / _MOST_PIXELS))
        part = part[::step, ::step]
    wide = _wide(part, dtype)
    finite = wide[np.isfinite(wide)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    with np.errstate(all="ignore"):
        grey = (wide / 2 - low / 2) * (510 / (high - low) if high > low and math.isfinite(high - low) else 0)
    pixels = np.where(np.isfinite(grey), np.clip(grey, 0, 255), 0).astype(np.uint8)
    return {"width": int(pixels.shape[1]), "height": int(pixels.shape[0]), "low": low, "high": high,
            "base64": base64.b64encode(pixels.tobytes()).decode()}  # fmt: skip
