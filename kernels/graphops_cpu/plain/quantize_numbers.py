"""Plain kernels of numbers as small integers with a range."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from graphops_cpu.lib.precision import narrow
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


class _Integers(NamedTuple):
    """The integers of a quantised dtype."""

    low: int
    high: int
    dtype: np.dtype[Any]

    @property
    def steps(self) -> int:
        return self.high - self.low


def _integers(dtype: Any) -> _Integers:
    whole = np.iinfo(dtype.numpy_dtype)
    return _Integers(int(whole.min), int(whole.max), dtype.numpy_dtype)


def _rounded(xp: Any, x: Array) -> Array:
    """To the next integer, halves away from zero."""
    return xp.copysign(xp.floor(xp.abs(x) + x.dtype.type(0.5)), x)


def _limited(xp: Any, x: Array, kind: _Integers) -> Array:
    """Whole numbers as integers of the dtype; what is not a number as 0."""
    wide = xp.where(xp.isnan(x), 0.0, x.astype(np.float64))
    return xp.clip(wide, kind.low, kind.high).astype(np.int64).astype(kind.dtype)


def _beside(bounds: Array, rank: int, axis: int) -> Array:
    """A range for each slice along ``axis``, or one for all, in a shape that broadcasts to the input's."""
    return bounds.reshape(tuple(-1 if place == axis else 1 for place in range(rank)))


@register_kernel("QuantizeV2", "CPU")
class QuantizeV2(PlainKernel):
    """Needs a few arrays of the input's size."""

    def compute(self, x: Array, min_range: Array, max_range: Array) -> Any:
        xp, attrs = self.xp, self.attrs
        if bool((min_range > max_range).any().item()):
            raise must("min_range", "QuantizeV2", "be at most max_range", "a number above it")
        kind, one = _integers(attrs["T"]), x.dtype.type(1)
        with np.errstate(all="ignore"):
            low = xp.minimum(min_range, 0 * one)
            size = xp.maximum(xp.maximum(xp.abs(min_range), xp.abs(max_range)), one)
            high = xp.maximum(
                xp.maximum(max_range, low + size * one.dtype.type(attrs["ensure_minimum_range"])), 0 * one
            )
            if attrs["mode"] == "SCALED":
                least = kind.low + attrs["narrow_range"]
                scale = self._scale(least, kind.high, low, high)
                low, high = one.dtype.type(least) / scale, one.dtype.type(kind.high) / scale
                found = self._scaled(x, self._spread(x, low), self._spread(x, high), self._spread(x, scale))
            else:
                found = self._from_low(x, self._spread(x, low), self._spread(x, high), kind)
            shape = () if attrs["axis"] == -1 else low.shape
            return _limited(xp, found, kind), low.reshape(shape), high.reshape(shape)

    def _spread(self, x: Array, bound: Array) -> Array:
        return _beside(bound, x.ndim, self.attrs["axis"])

    def _scale(self, least: int, most: int, low: Array, high: Array) -> Array:
        xp, number = self.xp, low.dtype.type
        largest = number(np.finfo(low.dtype).max)
        by_low = xp.where(number(least) * low > 0, number(least) / low, largest)
        by_high = xp.where(number(most) * high > 0, number(most) / high, largest)
        return xp.minimum(by_low, by_high)

    def _scaled(self, x: Array, low: Array, high: Array, scale: Array) -> Array:
        xp = self.xp
        scaled = xp.maximum(xp.minimum(x, high), low) * scale
        return xp.rint(scaled) if self.attrs["round_mode"] == "HALF_TO_EVEN" else _rounded(xp, scaled)

    def _from_low(self, x: Array, low: Array, high: Array, kind: _Integers) -> Array:
        xp = self.xp
        # In float64 for 32 bits, which have more digits than float32.
        number = np.float64 if kind.dtype.itemsize == 4 else np.float32
        if self.attrs["mode"] == "MIN_FIRST":
            scale = (kind.steps / (high - low).astype(np.float64)).astype(number)
            return _rounded(xp, x * scale) - (_rounded(xp, low * scale) - number(kind.low))
        inside = xp.maximum(xp.minimum(x, high), low)
        scaled = (inside - low).astype(number) * (number(kind.steps) / (high - low).astype(number))
        half = (kind.steps + 1) / 2 if kind.low else 0
        return _rounded(xp, scaled - number(half))


@register_kernel("Dequantize", "CPU")
class Dequantize(PlainKernel):
    """Needs a few arrays of the input's size."""

    def compute(self, q: Array, min_range: Array, max_range: Array) -> Array:
        low, high = (_beside(bound, q.ndim, self.attrs["axis"]) for bound in (min_range, max_range))
        with np.errstate(all="ignore"):
            return narrow(self._numbers(q, low, high), self.attrs["dtype"].numpy_dtype)

    def _numbers(self, q: Array, low: Array, high: Array) -> Array:
        xp, attrs = self.xp, self.attrs
        kind = _integers(attrs["T"])
        number = np.float64 if kind.dtype.itemsize == 4 else np.float32
        x = q.astype(number)
        if attrs["mode"] == "SCALED":
            least = kind.low + attrs["narrow_range"] if kind.low else 0
            unit = high / number(kind.high)
            unit = xp.maximum(low / number(least), unit) if least else unit
            return (x * unit).astype(np.float32)
        if attrs["mode"] == "MIN_FIRST":
            unit = ((high - low) / np.float64(kind.steps)).astype(number)
            start = xp.where(high == low, low, _rounded(xp, low / unit) * unit)
            return ((start - number(kind.low) * unit) + x * unit).astype(np.float32)
        half = number((kind.steps + 1) / 2 if kind.low else 0)
        return ((x + half) * ((high - low) / number(kind.steps)) + low).astype(np.float32)


def _as_float(xp: Any, q: Array, kind: _Integers, low: float, high: float) -> Array:
    """What integers of a range stand for, with 0 as one of the numbers; in float64."""
    if low == high:
        return xp.full(q.shape, low, dtype=np.float64)
    unit = (high - low) / kind.steps
    narrow_unit = np.float32(unit)  # in which TensorFlow rounds the beginning of the range
    start = float(np.float32(_rounded(np, np.float32(low) / narrow_unit)) * narrow_unit)
    return start + (q.astype(np.float64) - kind.low) * unit


def _used(xp: Any, q: Array, kind: _Integers, low: float, high: float) -> tuple[float, float]:
    """The range of what integers stand for, with 0 at its beginning or in it, in float32."""
    if not q.size:
        return 0.0, 0.0
    ends = [float(_as_float(xp, end, kind, low, high).item()) for end in (q.min(), q.max())]
    return min(0.0, float(np.float32(ends[0]))), float(np.float32(ends[1]))


def _moved(xp: Any, q: Array, kind: _Integers, given: tuple[float, float], to: _Integers, wanted: Any) -> Array:
    """Integers of the range ``given`` as those of the range ``wanted``."""
    low, high = wanted
    if not high > low:
        return xp.full(q.shape, to.low, dtype=to.dtype)
    scale = to.steps / (high - low)
    if kind.dtype.itemsize == 4 and to.dtype == np.uint8:
        # 0 lies in the middle of the range that 32 bits have, wherever that of the output falls.
        x = q.astype(np.float64) * ((given[1] - given[0]) / 2.0**32) + (given[0] + given[1]) / 2
        return _limited(xp, xp.floor((x - low) * scale + 0.5), to)
    x = _as_float(xp, q, kind, *given).astype(np.float32).astype(np.float64)
    return _limited(xp, _rounded(xp, x * scale) - float(_rounded(np, np.float64(low * scale))) + to.low, to)


def _floats(*values: Any) -> list[float]:
    return [float(value) for value in values]


@register_kernel(
    "Requantize", "CPU", host_inputs=["input_min", "input_max", "requested_output_min", "requested_output_max"]
)
class Requantize(PlainKernel):
    """Needs a few arrays of the input's size, in float64."""

    def compute(self, q: Array, input_min: Any, input_max: Any, low: Any, high: Any) -> Any:
        kinds = [_integers(self.attrs[name]) for name in ("Tinput", "out_type")]
        given, wanted = _floats(input_min, input_max), _floats(low, high)
        with np.errstate(all="ignore"):
            moved = _moved(self.xp, q, kinds[0], (given[0], given[1]), kinds[1], wanted)
        return moved, *(self.xp.asarray(np.float32(end)) for end in wanted)


@register_kernel("RequantizationRange", "CPU", host_inputs=["input_min", "input_max"])
class RequantizationRange(PlainKernel):
    def compute(self, q: Array, input_min: Any, input_max: Any) -> Any:
        with np.errstate(all="ignore"):
            ends = _used(self.xp, q, _integers(self.attrs["Tinput"]), *_floats(input_min, input_max))
        return tuple(self.xp.asarray(np.float32(end)) for end in ends)


@register_kernel("QuantizeDownAndShrinkRange", "CPU", host_inputs=["input_min", "input_max"])
class QuantizeDownAndShrinkRange(PlainKernel):
    """Needs a few arrays of the input's size, in float64."""

    def compute(self, q: Array, input_min: Any, input_max: Any) -> Any:
        kinds = [_integers(self.attrs[name]) for name in ("Tinput", "out_type")]
        low, high = _floats(input_min, input_max)
        with np.errstate(all="ignore"):
            wanted = _used(self.xp, q, kinds[0], low, high)
            moved = _moved(self.xp, q, kinds[0], (low, high), kinds[1], wanted)
        return moved, *(self.xp.asarray(np.float32(end)) for end in wanted)
