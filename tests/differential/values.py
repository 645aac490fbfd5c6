"""Arrays for generated calls: other dtypes, values and shapes of a recorded one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np

from tests.golden.case import Array, Case

# The dtypes that a type attr without a list of allowed ones goes through.
COMMON = (
    "float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
    "uint64", "bool", "complex64", "complex128", "string",
)  # fmt: skip
WORDS = (
    b"", b"a", b"Abc 12", "h\u00e9l\u00e8ne \u4e2d".encode(), b"\xff\xfe", b" x  y ", b"1.5", b"-3", b"1e5", b"a,b,c",
    b"0", b"nan",
)  # fmt: skip
SPECIAL = (np.nan, np.inf, -np.inf, -0.0, 0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 3.0, -7.0)


def numpy_dtype(name: str) -> np.dtype[Any]:
    """The NumPy dtype of one of our dtypes' names."""
    return np.dtype(object) if name == "string" else np.dtype(getattr(ml_dtypes, name, name))


def is_float(dtype: np.dtype[Any]) -> bool:
    """Whether it is a real floating-point dtype, ml_dtypes' included."""
    return dtype.kind == "f" or (dtype.kind == "V" and "float" in dtype.name) or dtype == ml_dtypes.bfloat16


def random(shape: Sequence[int], dtype: np.dtype[Any], rng: np.random.Generator, kind: str = "normal") -> Array:
    """Numbers of a kind: ``normal``, ``small`` integers, ``ties``, ``zeros``, ``special``, ``extreme``, ``tiny``."""
    shape = tuple(shape)
    if dtype.kind == "O":
        return _pick(WORDS, shape, rng, dtype)
    if dtype.kind == "b":
        return rng.random(shape) < 0.5
    if dtype.kind == "c":
        with np.errstate(all="ignore"):
            part = np.dtype(f"f{dtype.itemsize // 2}")
            return np.asarray(random(shape, part, rng, kind) + 1j * random(shape, part, rng, kind)).astype(dtype)
    if is_float(dtype):
        with np.errstate(all="ignore"):
            return np.asarray(_reals(shape, dtype, rng, kind)).astype(dtype)
    info = ml_dtypes.iinfo(dtype)
    low, high = int(info.min), int(info.max)
    if kind == "extreme":
        values = [low, low + 1, high, high - 1, 0, 1, 2, 7, max(low, -1), high // 2]
        return _pick(values, shape, rng, dtype)
    if kind == "zeros":
        return np.zeros(shape, dtype)
    bound = 2 if kind == "ties" else 7 if kind == "small" else 100
    return rng.integers(max(low, -bound), min(high, bound), shape, endpoint=True).astype(dtype)


def _pick(values: Sequence[Any], shape: tuple[int, ...], rng: np.random.Generator, dtype: np.dtype[Any]) -> Array:
    found = np.empty(shape, dtype)
    for index in np.ndindex(shape):
        found[index] = values[rng.integers(len(values))]
    return found


def _reals(shape: tuple[int, ...], dtype: np.dtype[Any], rng: np.random.Generator, kind: str) -> Array:
    if kind == "small":
        return rng.integers(-7, 7, shape, endpoint=True).astype(np.float64)
    if kind == "ties":
        return rng.integers(0, 2, shape, endpoint=True) / 2
    if kind == "zeros":
        return np.zeros(shape)
    if kind == "special":
        return np.where(rng.random(shape) < 0.5, _pick(SPECIAL, shape, rng, np.dtype(float)), rng.normal(size=shape))
    info = ml_dtypes.finfo(dtype)
    if kind == "extreme":
        largest, smallest = float(info.max), float(info.tiny)
        return _pick((largest, -largest, smallest, -smallest, largest / 2, 1.0, 0.0, -1.0), shape, rng, np.dtype(float))
    if kind == "tiny":
        return rng.normal(size=shape) * 1e-3
    return rng.normal(size=shape) * 2


def cast(array: Array, dtype: np.dtype[Any], rng: np.random.Generator) -> Array:
    """The values as ``dtype``: fractions are scaled to make integers of them, what does not fit is clipped."""
    if array.dtype == dtype:
        return array
    if object in (array.dtype, dtype):
        return random(array.shape, dtype, rng)
    wide = array.real if array.dtype.kind == "c" else array
    values = np.nan_to_num(wide.astype(np.float64), posinf=1e4, neginf=-1e4)
    if dtype.kind == "c":
        return np.asarray(values + 1j * np.roll(values, 1)).astype(dtype)
    if is_float(dtype):
        with np.errstate(all="ignore"):
            return np.asarray(array.astype(np.float64) if array.dtype.kind != "c" else values).astype(dtype)
    if is_float(array.dtype) and np.abs(values).max(initial=0) <= 1.5 and (values != np.round(values)).any():
        values = values * 8
    if dtype.kind == "b":
        return np.asarray(np.round(values) % 2 != 0)
    info = ml_dtypes.iinfo(dtype)
    top = min(int(info.max), 2**53)
    return np.asarray(np.clip(np.round(values), max(int(info.min), -(2**53)), top)).astype(dtype)


WIDER = {"float16": "float32", "bfloat16": "float32", "float32": "float64", "complex64": "complex128"}


def widened(case: Case) -> Case:
    """The same call in the next wider dtype."""

    def wide(array: Array) -> Array:
        return array.astype(WIDER.get(array.dtype.name, array.dtype))

    inputs = {name: list(map(wide, x)) if isinstance(x, list) else wide(x) for name, x in case.inputs.items()}
    attrs = {name: WIDER.get(x, x) if isinstance(x, str) else x for name, x in case.attrs.items()}
    return Case(case.op, inputs, attrs)


def resized(array: Array, shape: Sequence[int], rng: np.random.Generator) -> Array:
    """An array of another shape with the values of ``array``, repeated or cut off."""
    shape = tuple(shape)
    if array.size == 0:
        return random(shape, array.dtype, rng, "small")
    return np.resize(array, shape)


def laid_out(array: Array, how: int) -> Array:
    """The same values in memory of another order: as it is, spread out, in Fortran's order, or backwards."""
    if array.ndim == 0 or array.size == 0 or how % 4 == 0:
        return array
    if how % 4 == 1:
        wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
        wide[..., ::2] = array
        view = wide[..., ::2]
    elif how % 4 == 2:
        view = np.asfortranarray(array)
    else:
        view = np.ascontiguousarray(array[::-1])[::-1]
    view.setflags(write=False)
    return view
