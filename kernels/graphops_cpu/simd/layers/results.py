"""The base of prepared layer kernels: it allocates results, or uses the arrays that the caller passes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphops_cpu.runtime.large_results import empty
from graphops_cpu.simd.compile.arrays import is_plain
from graphops_registry.kernel_def import KernelSpec, Prepared

Array = np.ndarray[Any, Any]

_CHEAP: Final = 5


def work_of(elements: int) -> float:
    """For :meth:`Loops.compile`: the work of loops that do an operation or two with each element that they read.

    They are done in a fifth of the time that loops with that many multiply-adds of a convolution take; threads that
    sleep need 20 microseconds to begin.
    """
    return elements / _CHEAP


class PreparedLayer(Prepared):
    """Base: results are new arrays, or those that the caller gave."""

    fresh = True

    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        self._dtypes = [dtype.numpy_dtype for dtype in spec.output_dtypes]

    def result(self, out: Sequence[Array | None] | None, index: int = 0) -> Array:
        """A contiguous array for output ``index``: what the caller gave, if loops can write into it, else a new one."""
        given = out[index] if out is not None else None
        if given is not None and is_plain(given):
            return given
        shape = self.output_shapes[index]
        return empty(() if shape is None else shape, self._dtypes[index])

    @staticmethod
    def delivered(result: Array, out: Sequence[Array | None] | None, index: int = 0) -> Array:
        """The result in the array that the caller gave, if there is one."""
        given = out[index] if out is not None else None
        if given is None or given is result:
            return result
        given[...] = result
        return given
