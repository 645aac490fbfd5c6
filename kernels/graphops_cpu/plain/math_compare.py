"""Plain kernels of comparisons, tests and logic."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS, Predicate, nothing_widened
from graphops_cpu.lib.precision import widen
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel


@register_kernel("Less", "CPU")
class Less(Predicate):
    ufunc = "less"


@register_kernel("LessEqual", "CPU")
class LessEqual(Predicate):
    ufunc = "less_equal"


@register_kernel("Greater", "CPU")
class Greater(Predicate):
    ufunc = "greater"


@register_kernel("GreaterEqual", "CPU")
class GreaterEqual(Predicate):
    ufunc = "greater_equal"


class _Equality(PlainKernel):
    """Equal or NotEqual, of any dtype; shapes that do not broadcast were let through by incompatible_shape_error."""

    negated: ClassVar[bool]
    fresh = True

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`: the ufunc, where there is nothing to widen."""
        if spec.dtypes[0].is_host_only or not nothing_widened(spec) or not _broadcast(*spec.shapes):
            return None
        return (self.xp.not_equal if self.negated else self.xp.equal), True

    def compute(self, x: Array, y: Array) -> Array:
        if not _broadcast(x.shape, y.shape):
            return self.xp.full((), self.negated, dtype=bool)
        if x.dtype.kind == "O":  # strings, always on the host
            same = _same_texts(x, y)
            return ~same if self.negated else same
        x, y = widen(x), widen(y)
        return x != y if self.negated else x == y


def _same_texts(x: Array, y: Array) -> Array:
    """Where texts are equal. Most of many are often one object, the padding of a batch: a comparison of addresses says
    so at a tenth of the time."""
    if not y.size == 1 <= x.size or not x.flags.c_contiguous:
        return np.asarray(x == y, dtype=bool)  # NumPy may return a Python bool
    text = y.reshape(())  # an array of one object: of bytes alone, NumPy would ignore zeros at the end
    same: Array = np.ndarray(x.shape, np.intp, x) == id(text.item())  # an array of objects holds their addresses
    others = np.flatnonzero(~same)
    if 2 * len(others) > x.size:
        return np.asarray(x == y, dtype=bool)
    same.reshape(-1)[others] = x.reshape(-1)[others] == text
    return same.reshape((1,) * (y.ndim - x.ndim) + x.shape)


def _broadcast(x: tuple[int, ...], y: tuple[int, ...]) -> bool:
    return all(a == b or 1 in (a, b) for a, b in zip(reversed(x), reversed(y), strict=False))


@register_kernel("Equal", "CPU")
class Equal(_Equality):
    negated = False


@register_kernel("NotEqual", "CPU")
class NotEqual(_Equality):
    negated = True


@register_kernel("LogicalAnd", "CPU")
class LogicalAnd(Predicate):
    ufunc = "logical_and"


@register_kernel("LogicalOr", "CPU")
class LogicalOr(Predicate):
    ufunc = "logical_or"


@register_kernel("LogicalNot", "CPU")
class LogicalNot(Predicate):
    ufunc = "logical_not"


@register_kernel("IsNan", "CPU")
class IsNan(Predicate):
    ufunc = "isnan"


@register_kernel("IsInf", "CPU")
class IsInf(Predicate):
    ufunc = "isinf"


@register_kernel("IsFinite", "CPU")
class IsFinite(Predicate):
    ufunc = "isfinite"


@register_kernel("ApproximateEqual", "CPU", types={"T": NUMBERS})
class ApproximateEqual(PlainKernel):
    """Compares floats in their compute dtype, integers in float64. Needs the differences."""

    def compute(self, x: Array, y: Array) -> Array:
        if x.dtype.kind in "iu":
            x, y = x.astype(np.float64), y.astype(np.float64)
        with np.errstate(all="ignore"):
            difference = abs(widen(x) - widen(y))
            return difference < difference.dtype.type(np.float32(self.attrs["tolerance"]))
