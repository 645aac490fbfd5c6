"""Fourier transforms as the sums that define them, in complex128."""

from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


def resized(x: Array, axis: int, size: int) -> Array:
    """``x`` cut off, or filled up with zeros, along an axis."""
    x = np.take(x, range(min(size, x.shape[axis])), axis)
    widths = [(0, 0)] * x.ndim
    widths[axis] = (0, size - x.shape[axis])
    return np.pad(x, widths)


def along(x: Array, axis: int, size: int, sign: int) -> Array:
    """The sums of ``x[j] exp(sign 2 pi i j k / size)`` over j, for each k."""
    j = np.arange(size)
    turns = np.exp(sign * 2j * np.pi * (np.outer(j, j) % max(size, 1)) / max(size, 1))
    return np.moveaxis(np.moveaxis(resized(x, axis, size), axis, -1) @ turns, -1, axis)


def fft(x: Array, sizes: Sequence[int], axes: Sequence[int]) -> Array:
    x = x.astype(np.complex128)
    for axis, size in zip(axes, sizes, strict=True):
        x = along(x, axis, size, -1)
    return x


def ifft(x: Array, sizes: Sequence[int], axes: Sequence[int]) -> Array:
    x = x.astype(np.complex128)
    for axis, size in zip(axes, sizes, strict=True):
        x = along(x, axis, size, 1) / max(size, 1)
    return x


def rfft(x: Array, sizes: Sequence[int], axes: Sequence[int]) -> Array:
    return np.take(fft(x, sizes, axes), range(sizes[-1] // 2 + 1 if sizes[-1] else 0), axes[-1])


def irfft(x: Array, sizes: Sequence[int], axes: Sequence[int]) -> Array:
    x = ifft(x, sizes[:-1], axes[:-1])
    half = sizes[-1] // 2 + 1
    x = np.moveaxis(resized(x, axes[-1], half), axes[-1], 0)
    whole = np.zeros((sizes[-1], *x.shape[1:]), np.complex128)
    for k in range(sizes[-1]):
        whole[k] = x[k] if k < half else x[sizes[-1] - k].conj()
    return ifft(np.moveaxis(whole, 0, axes[-1]), sizes[-1:], axes[-1:]).real
