"""What element-wise plain kernels share: widening, rounding once, silence about overflow, checks of values."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphops_cpu.precision import narrow, widen
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel


def _dtypes(names: str) -> tuple[DType, ...]:
    return tuple(as_dtype(name) for name in names.split())


INTEGERS: Final = _dtypes("uint8 uint16 uint32 uint64 int8 int16 int32 int64")
REALS: Final = _dtypes("half bfloat16 float double")
COMPLEX: Final = _dtypes("complex64 complex128")
# What can be calculated with. TensorFlow's OpDefs name quantised types as well, but no device has kernels for them:
# their meaning depends on a scale that the op does not get.
NUMBERS: Final = INTEGERS + REALS + COMPLEX


class Elementwise(PlainKernel):
    """Base of kernels that compute ``apply`` in the compute dtype and round the result once to the operands' dtype."""

    def compute(self, *operands: Array) -> Array:
        with np.errstate(all="ignore"):
            return narrow(self.apply(*[widen(x) for x in operands]), operands[0].dtype)

    def apply(self, *operands: Array) -> Array:
        """The op on operands of the compute dtype; a fresh array of the same dtype."""
        raise NotImplementedError


class Predicate(PlainKernel):
    """Base of kernels that compute booleans by ``apply`` from operands in the compute dtype."""

    def compute(self, *operands: Array) -> Array:
        with np.errstate(all="ignore"):
            return self.apply(*[widen(x) for x in operands])

    def apply(self, *operands: Array) -> Array:
        raise NotImplementedError


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
