"""Sums of two lists of tensors of which one has a single element."""

from __future__ import annotations

from typing import Any

from graphops_cpu.lib.sequence_accesses import ListAdd
from graphops_cpu.lib.tensor_list_state import TensorList, wrap
from graphops_cpu.plain.tensor_list import as_shape, reserved, with_item
from graphops_cpu.plain.variant_math import sum_of
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.kernels.loop_list import SequenceAccess
from graphops_registry.shape import admits


@register_kernel("Graphops>TensorListAddItem", "CPU", host_inputs=["element_shape", "num_elements"], uses=["memory"])
class TensorListAddItem(PlainKernel):
    """Looks at one element, where AddN looks at each."""

    def compute(
        self, ctx: Context, input_handle: Any, element_shape: Any, num_elements: Any, index: Any, item: Array
    ) -> Any:
        tensors: Any = input_handle[()] if input_handle.ndim == 0 else None
        dtype, number, count = self.attrs["element_dtype"], int(index), int(num_elements)
        known = isinstance(tensors, TensorList) and tensors.dtype is dtype and tensors.length == count
        if not known or not 0 <= number < count or not admits(as_shape(element_shape), item.shape):
            other = with_item(ctx, reserved(ctx, dtype, element_shape, num_elements), index, item)
            return sum_of([input_handle, wrap(other)])  # with the errors that belong to it
        before = tensors.item(number)
        ctx.hold(item)
        return wrap(tensors.replaced(number, item if before is None else sum_of([before, item])))

    def sequence_access(self, spec: KernelSpec) -> SequenceAccess | None:
        _, element_shape, num_elements, *_ = spec.values
        if element_shape is None or num_elements is None:
            return None
        return ListAdd(self.attrs["element_dtype"], int(num_elements), as_shape(element_shape))
