"""Plain kernels that work on several lists of tensors, which are on the host."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.stacking import entries
from graphops_cpu.lib.tensor_list_state import TensorList, list_in
from graphops_cpu.plain.tensor_list import bounded_length, check_fits
from graphops_registry.dtypes import DType
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


def _lists_in(handles: Any, op: str, dtype: DType, argument: str) -> list[TensorList]:
    flat = handles.reshape(-1)
    return [list_in(flat[place, ...], op, dtype, argument) for place in range(flat.size)]


def _variants(lists: list[TensorList], shape: tuple[int, ...]) -> Any:
    array = np.empty(len(lists), dtype=object)
    for place, each in enumerate(lists):
        array[place] = each
    return array.reshape(shape)


@register_kernel("TensorListConcatLists", "CPU", uses=["memory"])
class TensorListConcatLists(PlainKernel):
    def compute(self, ctx: Context, input_a: Any, input_b: Any) -> Any:
        op, dtype = "TensorListConcatLists", self.attrs["element_dtype"]
        firsts = _lists_in(input_a, op, dtype, "input_a")
        seconds = _lists_in(input_b, op, dtype, "input_b")
        pairs = list(zip(firsts, seconds, strict=True))
        for first, second in pairs:
            if not first.shape.is_compatible_with(second.shape):
                raise must("input_b", op, f"have elements of shape {first.shape}", second.shape)
        together = sum(first.length + second.length for first, second in pairs)
        ctx.check_memory(8 * bounded_length(together, op, "input_a and input_b"))
        return _variants([first.like(first.items + second.items) for first, second in pairs], input_a.shape)


@register_kernel("TensorListPushBackBatch", "CPU", uses=["memory"])
class TensorListPushBackBatch(PlainKernel):
    """A limit of elements is not for this op, in TensorFlow neither."""

    def compute(self, ctx: Context, input_handles: Any, tensor: Array) -> Any:
        op = "TensorListPushBackBatch"
        lists = _lists_in(input_handles, op, self.attrs["element_dtype"], "input_handles")
        items = entries(tensor)
        for each, item in zip(lists, items, strict=True):
            check_fits(item, each, op, "tensor")
            ctx.hold(item)
        return _variants([each.pushed(item) for each, item in zip(lists, items, strict=True)], input_handles.shape)
