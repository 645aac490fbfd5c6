"""One recorded call of an op: its name, its inputs, its attrs. Needs NumPy and ml_dtypes only."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ml_dtypes
import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Input = Array | list[Array]


@dataclass(frozen=True, eq=False)
class Case:
    """A call of ``op``, by TensorFlow's names.

    ``inputs`` holds one array for each input of the OpDef, or a list of arrays where the OpDef
    takes a list; strings are object arrays of bytes. ``attrs`` holds what a ``raw_ops`` call would
    be given: no attr that is inferred from the inputs; a dtype is its name (``"float32"``).
    """

    op: str
    inputs: Mapping[str, Input]
    attrs: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """``Conv2D[float32(1, 4, 4, 2), ..., padding='SAME']``: a test id."""
        shown = [_describe(value) for value in self.inputs.values()]
        shown += [f"{name}={value!r}" for name, value in self.attrs.items()]
        return f"{self.op}[{', '.join(shown)}]"


def cases_digest(cases: Sequence[Case]) -> str:
    """A SHA-256 over all that a list of cases says, to see that a recording belongs to it."""
    digest = hashlib.sha256()
    for case in cases:
        digest.update(json.dumps([case.op, dict(case.attrs)], sort_keys=True).encode())
        for name, value in case.inputs.items():
            arrays = value if isinstance(value, list) else [value]
            digest.update(f"{name} {type(value).__name__} {len(arrays)}".encode())
            for array in arrays:
                digest.update(f"{array.dtype.name} {array.shape}".encode())
                digest.update(_content(array))
    return digest.hexdigest()


def reals(shape: Sequence[int], dtype: str, seed: int) -> Array:
    """Reproducible numbers in [-1, 1), rounded to ``dtype``."""
    numbers: Array = 2 * _uniform(shape, seed) - 1
    return numbers.astype(_dtype(dtype))


def integers(shape: Sequence[int], dtype: str, seed: int, low: int = -2, high: int = 2) -> Array:
    """Reproducible integers from ``low`` to ``high``, both included, as ``dtype``.

    Sums of products of small integers are exact in every dtype, in any order of addition.
    """
    numbers: Array = np.floor(_uniform(shape, seed) * (high - low + 1)) + low
    return numbers.astype(_dtype(dtype))


def _uniform(shape: Sequence[int], seed: int) -> Array:
    return np.random.Generator(np.random.PCG64(seed)).random(tuple(shape))


def _dtype(name: str) -> np.dtype[Any]:
    return np.dtype(getattr(ml_dtypes, name, name))


def _describe(value: Input) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_describe(array) for array in value)}]"
    if value.dtype == np.int32 and value.ndim == 1 and value.size <= 8:  # a size vector
        return str(value.tolist())
    return f"{value.dtype.name}{value.shape}"


def _content(array: Array) -> bytes:
    if array.dtype == object:
        return repr(array.ravel().tolist()).encode()
    return np.ascontiguousarray(array).tobytes()
