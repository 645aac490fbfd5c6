"""Plain kernels that replace slices of variables."""

from __future__ import annotations

from typing import Any

from graphops_cpu.plain.state import (
    here,
)
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.ops.state_slice import spreads
from graphops_registry.resource import handle_in
from graphops_registry.rules.strided_slices import sliced_shape, strided_slices
from graphops_registry.shape import TensorShape


@register_kernel(
    "ResourceStridedSliceAssign", "CPU", host_inputs=["ref", "begin", "end", "strides"], uses=["resources"]
)
class ResourceStridedSliceAssign(PlainKernel):
    def compute(self, ctx: Context, ref: Any, begin: Any, end: Any, strides: Any, value: Array) -> tuple[Array, ...]:
        handle = handle_in(ref)
        op, lengths = "ResourceStridedSliceAssign", [begin.shape[0]] * 3

        def change(old: Array) -> Array:
            slices = strided_slices(op, self.attrs, TensorShape.of(old.shape), lengths, begin, end, strides) or ()
            sliced = sliced_shape(slices)
            if not spreads(TensorShape.of(value.shape), sliced):
                rule = f"broadcast to the shape of the slice of {handle.text}, {sliced}"
                raise must("value", op, rule, f"shape {value.shape}")
            new = here(ctx, old).copy()
            rank = len(sliced)
            new[tuple(entry.index() for entry in slices)] = value.reshape(value.shape[max(value.ndim - rank, 0) :])
            return new

        ctx.resources.update(handle, change)
        return ()
