"""Functions that are computed in float64 for every dtype, element by element, and rounded once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.precision import narrow
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel

_PIECE: Final = 1 << 16  # elements that are computed at once on the host
_TEMPORARIES: Final = 40  # float64 values for each of them, in the worst of these functions


def horner(x: Array, coefficients: Sequence[float]) -> Array:
    """The polynomial with these coefficients, at least two, the highest power's first."""
    result = x * coefficients[0] + coefficients[1]
    for coefficient in coefficients[2:]:
        result = result * x + coefficient
    return result


def in_double(xp: Any, function: Callable[..., Array], operands: Sequence[Array]) -> Array:
    """``function`` of operands of one shape, computed in float64 and rounded to the dtype of the first.

    On the host it goes piece by piece: these functions have dozens of temporaries.
    """
    first = operands[0]
    with np.errstate(all="ignore"):
        if xp is not np or first.size <= _PIECE:
            return narrow(function(*[x.astype(np.float64) for x in operands]), first.dtype)
        result = np.empty(first.size, first.dtype)
        flat = [x.reshape(-1) for x in operands]
        for at in range(0, first.size, _PIECE):
            part = slice(at, at + _PIECE)
            result[part] = narrow(function(*[x[part].astype(np.float64) for x in flat]), first.dtype)
        return result.reshape(first.shape)


def bytes_in_double(shapes: Sequence[tuple[int, ...]], itemsize: int) -> int:
    """The memory that :func:`in_double` needs on the host beside the result, for operands that broadcast."""
    size = prod(np.broadcast_shapes(*shapes))
    copies = len(shapes) * size * itemsize if len(shapes) > 1 or size > _PIECE else 0
    return copies + min(size, _PIECE) * _TEMPORARIES * 8


class InDouble(PlainKernel):
    """Base of functions of one operand."""

    def compute(self, x: Array) -> Array:
        return in_double(self.xp, self.apply, (x,))

    def workspace(self, spec: KernelSpec) -> int:
        return bytes_in_double(spec.shapes, spec.dtypes[0].size)

    def apply(self, x: Array) -> Array:
        raise NotImplementedError


class ManyInDouble(PlainKernel):
    """Base of functions of several operands, which broadcast."""

    def compute(self, *operands: Array) -> Array:
        return in_double(self.xp, self.apply, self.xp.broadcast_arrays(*operands))

    def workspace(self, spec: KernelSpec) -> int:
        return bytes_in_double(spec.shapes, spec.dtypes[0].size)

    def apply(self, *operands: Array) -> Array:
        raise NotImplementedError
