"""The kernel of what has nothing to add up."""

from __future__ import annotations

from collections.abc import Sequence

import cupy

from graphops_registry.kernel_def import Array, Context, KernelSpec, Prepared


class PreparedZeros(Prepared):
    """A result of zeros, whatever the inputs are."""

    fresh = True

    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        self._shape = spec.output_shapes[0] or ()
        self._dtype = spec.output_dtypes[0].as_numpy_dtype

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        if out and out[0] is not None:
            out[0][...] = 0
            return (out[0],)
        return (cupy.zeros(self._shape, self._dtype),)
