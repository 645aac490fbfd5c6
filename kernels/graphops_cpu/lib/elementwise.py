"""Shared code of element-wise plain kernels: widening, rounding once, no overflow warnings, checks of values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Final

import numpy as np

from graphops_cpu.lib.precision import compute_dtype, narrow, widen
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel
from graphops_registry.op_def import lookup_op


def _dtypes(names: str) -> tuple[DType, ...]:
    return tuple(as_dtype(name) for name in names.split())


INTEGERS: Final = _dtypes("uint8 uint16 uint32 uint64 int8 int16 int32 int64")
REALS: Final = _dtypes("half bfloat16 float double")
COMPLEX: Final = _dtypes("complex64 complex128")
# What can be calculated with. TensorFlow's OpDefs name quantised types as well, but no device has kernels for them:
# their meaning depends on a scale that the op does not get.
NUMBERS: Final = INTEGERS + REALS + COMPLEX


def allowed(op: str, attr: str, among: Iterable[object]) -> tuple[DType, ...]:
    """Those of ``among`` that the OpDef of ``op`` allows for a type attr: what a kernel may be registered for."""
    known = lookup_op(op).op_def.attr_by_name[attr].allowed
    return tuple(dtype for dtype in map(as_dtype, among) if known is None or dtype in known)


def in_c_order(result: Array) -> Array:
    """The result, copied where it does not lie in C order, as NumPy's do for operands that do not.

    A program writes results into memory in C order.  Sums and products of what lies otherwise have other last bits, so
    without this they would differ from one run to the next.
    """
    return result if not isinstance(result, np.ndarray) or result.flags.c_contiguous else np.ascontiguousarray(result)


def called(ufunc: Callable[..., Array], *operands: Array) -> Array:
    """A ufunc's result in C order; those of other array modules always are."""
    return ufunc(*operands, order="C") if isinstance(ufunc, np.ufunc) else ufunc(*operands)


class Elementwise(PlainKernel):
    """Base of kernels that compute ``apply`` in the compute dtype and round the result once to the operands' dtype.

    Results lie in C order.

    Attributes:
        ufunc: the name of the ufunc of ``xp`` that is all there is to it, if there is one.
    """

    ufunc: ClassVar[str] = ""
    fresh = True

    def compute(self, *operands: Array) -> Array:
        with np.errstate(all="ignore"):
            return in_c_order(narrow(self.apply(*[widen(x) for x in operands]), operands[0].dtype))

    def apply(self, *operands: Array) -> Array:
        """The op on operands of the compute dtype; a fresh array of the same dtype."""
        return called(getattr(self.xp, self.ufunc), *operands)

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`: the ufunc, or ``apply``, where nothing is widened."""
        if not self.ufunc:
            if type(self).compute is not Elementwise.compute or not nothing_widened(spec):
                return None
            apply, dtype = self.apply, spec.dtypes[0].numpy_dtype
            return (lambda *operands: in_c_order(narrow(apply(*operands), dtype))), False
        return ufunc_of(self, spec)


class Predicate(PlainKernel):
    """Base of kernels that compute booleans by ``apply`` from operands in the compute dtype, in C order.

    Attributes:
        ufunc: as for :class:`Elementwise`.
    """

    ufunc: ClassVar[str] = ""
    fresh = True

    def compute(self, *operands: Array) -> Array:
        with np.errstate(all="ignore"):
            return in_c_order(self.apply(*[widen(x) for x in operands]))

    def apply(self, *operands: Array) -> Array:
        return called(getattr(self.xp, self.ufunc), *operands)

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`: the ufunc, or ``apply``, where nothing is widened."""
        if not self.ufunc:
            simple = type(self).compute is Predicate.compute and nothing_widened(spec)
            return (lambda *operands: in_c_order(self.apply(*operands)), False) if simple else None
        return ufunc_of(self, spec)


def nothing_widened(spec: KernelSpec) -> bool:
    """Whether every input has its compute dtype."""
    return all(compute_dtype(dtype) == dtype.numpy_dtype for dtype in spec.dtypes)


def ufunc_of(kernel: Elementwise | Predicate, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
    """What ``direct`` returns for a kernel that is a ufunc."""
    dtype = spec.dtypes[0]
    if compute_dtype(dtype) != dtype.numpy_dtype:
        return None
    # Of these two NumPy wants the result's array by its keyword only.
    return getattr(kernel.xp, kernel.ufunc), kernel.ufunc not in ("maximum", "minimum")


def is_integer(x: Array) -> bool:
    """Whether ``x`` holds integers, signed or not."""
    return x.dtype.kind in "iu"


def count(mask: Array) -> int:
    """How many elements of a boolean array are true: one number that comes back from the device."""
    return int(mask.sum().item())


def require_no_zero(argument: str, op: str, y: Array, dividend: Array) -> None:
    """Refuse an integer divisor with zeros, unless there is nothing to divide.

    Raises:
        InvalidArgumentError: saying how many there are.
    """
    zeros = count(y == 0) if dividend.size else 0
    if zeros:
        rule = "not be 0 anywhere (integer division by zero)"
        raise must(argument, op, rule, f"{zeros} zero{'s' if zeros > 1 else ''} among {y.size} values")
