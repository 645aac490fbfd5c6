"""Plain kernels of pools with windows of random sizes: rows and columns one after the other.

A mean over both axes is a sum over rows, then over columns, divided by how many numbers there are. Sequences are made
on the host, as TensorFlow makes them.
"""

from __future__ import annotations

import os
from functools import cache
from math import ceil, prod
from typing import Any

import numpy as np

from graphops_cpu.lib import philox
from graphops_cpu.lib.philox_words import Words
from graphops_cpu.plain.random import Stream
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

HostArray = np.ndarray[Any, Any]


def _sequence(stream: Stream, size: int, count: int, pseudo_random: bool) -> HostArray:
    """Where ``count`` windows in ``size`` rows begin, and where the last one ends."""
    if pseudo_random:
        widths = _even_widths(Words(stream.take(1)), size, count)
    else:
        widths = np.full(count, size // count)
        widths[: size % count] += 1
        widths = widths[philox.permutation(stream.take((count + 3) // 4), count)]
    return np.concatenate([[0], np.cumsum(widths)]).astype(np.int64)


def _even_widths(words: Words, size: int, count: int) -> HostArray:
    """Widths whose ends are multiples of size / count, moved by a random part of it and rounded up."""
    ratio, least = size / count, size // count
    # Beyond either, the first window would be too wide, or the last one too narrow.
    shift = words.double() * min((least + 2) / ratio - 1, (size + 1 - least) / ratio - (count - 1))
    return np.diff([1, *(ceil(ratio * (place + shift)) for place in range(1, count)), size + 1])


class _Windows:
    """The windows along one axis of a pool.

    Attributes:
        starts, ends: of each window, end excluded.
        widest: how many rows the largest one has.
    """

    def __init__(self, sequence: HostArray, overlapping: bool) -> None:
        self.starts, last = sequence[:-1], sequence[-1]
        self.ends = np.minimum(sequence[1:] + int(overlapping), last)
        self.widest = int((self.ends - self.starts).max(initial=0))

    @property
    def widths(self) -> HostArray:
        """How many rows each window has."""
        result: HostArray = self.ends - self.starts
        return result

    def rows(self, step: int) -> tuple[HostArray, HostArray]:
        """Row number ``step`` of each window, or its last one; and whether it has that many."""
        return np.minimum(self.starts + step, self.ends - 1), self.starts + step < self.ends


def _along(values: HostArray, axis: int) -> HostArray:
    """A vector in the form that goes with axis ``axis`` of four."""
    return values.reshape([-1 if place == axis else 1 for place in range(4)])


class _Pool(PlainKernel):
    """Takes a few copies of the input and of the output."""

    host_outputs = ("row_pooling_sequence", "col_pooling_sequence")

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: numbers with one axis pooled, twice, and sequences as numbers of Python."""
        return 4 * 8 * prod(spec.shapes[0]) + 128 * sum(spec.shapes[0][1:3])

    def sequences(self, value: Array) -> tuple[_Windows, _Windows, HostArray, HostArray]:
        a = self.attrs
        stream = Stream(*self._seeds())
        counts = [int(np.float32(value.shape[axis]) / np.float32(a["pooling_ratio"][axis])) for axis in (1, 2)]
        sizes = zip(value.shape[1:3], counts, strict=True)
        found = [_sequence(stream, size, count, a["pseudo_random"]) for size, count in sizes]
        rows, columns = (_Windows(sequence, a["overlapping"]) for sequence in found)
        return rows, columns, found[0], found[1]

    def _seeds(self) -> tuple[int, int]:
        """The seeds of this run: (0, 0) if it may draw any windows."""
        given = self.attrs["seed"], self.attrs["seed2"]
        return _any_seeds() if given == (0, 0) and self.attrs["deterministic"] else given


@cache
def _any_seeds() -> tuple[int, int]:
    """The seeds of this process where none are given and all runs take the same windows."""
    return 1, int.from_bytes(os.urandom(7), "little")


@register_kernel("FractionalAvgPool", "CPU", uses=["name"])
class FractionalAvgPool(_Pool):
    def compute(self, ctx: Context, value: Array) -> Any:
        xp = self.xp
        rows, columns, row_sequence, column_sequence = self.sequences(value)
        total = value
        for axis, windows in ((1, rows), (2, columns)):
            total = _summed(xp, total, axis, windows)
        count = _along(rows.widths, 1) * _along(columns.widths, 2)
        mean = _divided(xp, total, xp.asarray(count))
        return mean, xp.asarray(row_sequence), xp.asarray(column_sequence)


def _summed(xp: Any, x: Array, axis: int, windows: _Windows) -> Array:
    total: Any = None
    for step in range(windows.widest):
        places, there = windows.rows(step)
        part = xp.take(x, xp.asarray(places), axis=axis)
        if not there.all():
            part = xp.where(xp.asarray(_along(there, axis)), part, part.dtype.type(0))
        total = part if total is None else total + part
    return total


def _divided(xp: Any, total: Array, count: Array) -> Array:
    """``total / count`` in its own dtype; integers are cut towards 0."""
    if total.dtype.kind == "f":
        return total / count.astype(total.dtype)
    return (xp.sign(total) * (xp.abs(total) // count.astype(total.dtype))).astype(total.dtype)


@register_kernel("FractionalMaxPool", "CPU", uses=["name"])
class FractionalMaxPool(_Pool):
    def compute(self, ctx: Context, value: Array) -> Any:
        xp = self.xp
        rows, columns, row_sequence, column_sequence = self.sequences(value)
        largest = value
        for axis, windows in ((1, rows), (2, columns)):
            parts = [xp.take(largest, xp.asarray(windows.rows(step)[0]), axis=axis) for step in range(windows.widest)]
            largest = parts[0]
            for part in parts[1:]:
                largest = xp.maximum(largest, part)
        return largest, xp.asarray(row_sequence), xp.asarray(column_sequence)


_SEQUENCES = ["row_pooling_sequence", "col_pooling_sequence"]


class _Gradient(PlainKernel):
    """Takes two copies of the output in float64, and indices of the gradient."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the output in float64 twice, and the gradient in several forms."""
        size = prod((spec.output_shapes or ((),))[0] or ())
        return 16 * size + 48 * prod(spec.shapes[1])

    def windows(self, rows: Any, columns: Any) -> tuple[_Windows, _Windows]:
        overlapping = self.attrs["overlapping"]
        return _Windows(np.asarray(rows), overlapping), _Windows(np.asarray(columns), overlapping)


@register_kernel("FractionalAvgPoolGrad", "CPU", host_inputs=["orig_input_tensor_shape", *_SEQUENCES])
class FractionalAvgPoolGrad(_Gradient):
    def compute(self, shape: Any, dy: Array, row_sequence: Any, column_sequence: Any) -> Array:
        xp = self.xp
        rows, columns = self.windows(row_sequence, column_sequence)
        count = _along(rows.widths, 1) * _along(columns.widths, 2)
        spread = dy.astype(np.float64) / xp.asarray(count.astype(np.float64))
        for axis, windows in ((1, rows), (2, columns)):
            spread = _spread(xp, spread, axis, windows, int(shape[axis]))
        return spread.astype(dy.dtype)


def _spread(xp: Any, dy: Array, axis: int, windows: _Windows, size: int) -> Array:
    """Each number to all rows of its window: of the at most two windows that a row is in."""
    places = np.arange(size)
    last = np.searchsorted(windows.starts, places, side="right") - 1
    result = xp.take(dy, xp.asarray(last), axis=axis)
    before = np.maximum(last - 1, 0)
    shared = (last > 0) & (places < windows.ends[before])
    if shared.any():
        part = xp.take(dy, xp.asarray(before), axis=axis)
        result = result + xp.where(xp.asarray(_along(shared, axis)), part, 0.0)
    return result


@register_kernel("FractionalMaxPoolGrad", "CPU", host_inputs=_SEQUENCES)
class FractionalMaxPoolGrad(_Gradient):
    def compute(self, x: Array, y: Array, dy: Array, row_sequence: Any, column_sequence: Any) -> Array:
        xp = self.xp
        rows, columns = self.windows(row_sequence, column_sequence)
        # CuPy adds at places only in some dtypes, of 64 bits only without a sign: the sums have the same bits.
        sums = np.dtype(np.uint64) if x.dtype == np.int64 else x.dtype
        result = xp.zeros(x.shape, dtype=sums)
        if not dy.size:
            return result.view(x.dtype)
        place = self._first_largest(x, rows, columns)
        batch = xp.arange(x.shape[0]).reshape(-1, 1, 1, 1)
        channel = xp.arange(x.shape[3])
        flat = ((batch * (x.shape[1] * x.shape[2])) + place) * x.shape[3] + channel
        xp.add.at(result.reshape(-1), flat.reshape(-1), dy.reshape(-1).view(sums))
        return result.view(x.dtype)

    def _first_largest(self, x: Array, rows: _Windows, columns: _Windows) -> Any:
        """The place of the largest number of each window among the pixels: of equal ones the first."""
        xp = self.xp
        best, column = _largest(xp, x, 2, columns)
        _, row = _largest(xp, best, 1, rows)
        column = xp.take_along_axis(column, row, axis=1)
        return row * x.shape[2] + column


def _largest(xp: Any, x: Array, axis: int, windows: _Windows) -> tuple[Any, Any]:
    """The largest number of each window along an axis, and where it is: of equal ones the first."""
    best: Any = None
    place: Any = None
    for step in range(windows.widest):
        places, _ = windows.rows(step)
        part, here = xp.take(x, xp.asarray(places), axis=axis), xp.asarray(_along(places, axis))
        if best is None:
            best, place = part, xp.zeros(part.shape, dtype=np.int64) + here
            continue
        better = best < part
        best, place = xp.where(better, part, best), xp.where(better, here, place)
    return best, place
