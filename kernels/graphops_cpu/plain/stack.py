"""Plain kernels of stacks. Pushing copies nothing, because values of a graph never change."""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np

from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidTypeError, ResourceExhaustedError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.locks import new_lock
from graphops_registry.resource import ResourceHandle, handle_array
from graphops_registry.shape import TensorShape

_numbers = count()


class _Stack:
    """The items, and how many there may be (``None``: any number)."""

    def __init__(self, dtype: DType, limit: int | None) -> None:
        self.dtype = dtype
        self.limit = limit
        self.items: list[Array] = []
        self.lock = new_lock()


def _stack_in(value: Any, op: str) -> _Stack:
    handle: Any = value[()]
    stack = getattr(handle, "state", None)
    if not isinstance(stack, _Stack):
        raise must("handle", op, "be the handle of a stack", getattr(handle, "text", repr(handle)))
    return stack


@register_kernel("StackV2", "CPU", host_inputs=["max_size"], host_outputs=["handle"], uses=["name"])
class StackV2(PlainKernel):
    def compute(self, ctx: Context, max_size: Array) -> Any:
        limit = int(np.asarray(max_size))
        dtype = self.attrs["elem_type"]
        stack = _Stack(dtype, None if limit < 0 else limit)
        name = f"{ctx.name}#{next(_numbers)}"
        return handle_array(ResourceHandle("", name, "stack", dtype, TensorShape(None), stack))


@register_kernel("StackPushV2", "CPU", uses=["memory"])
class StackPushV2(PlainKernel):
    views = {0: 1}

    def compute(self, ctx: Context, handle: Any, elem: Array) -> Array:
        stack = _stack_in(handle, "StackPushV2")
        if stack.dtype is not self.attrs["T"]:
            rule = f"have the stack's dtype, {stack.dtype.name}"
            raise must("elem", "StackPushV2", rule, self.attrs["T"].name, kind=InvalidTypeError)
        with stack.lock:
            if stack.limit is not None and len(stack.items) >= stack.limit:
                raise ResourceExhaustedError(f"a stack must hold at most {stack.limit} values, got one more")
            ctx.hold(elem)
            stack.items.append(elem)
        return elem


@register_kernel("StackPopV2", "CPU")
class StackPopV2(PlainKernel):
    def compute(self, handle: Any) -> Array:
        stack = _stack_in(handle, "StackPopV2")
        if stack.dtype is not self.attrs["elem_type"]:
            rule = f"be a stack of {self.attrs['elem_type'].name}"
            raise must("handle", "StackPopV2", rule, f"one of {stack.dtype.name}", kind=InvalidTypeError)
        with stack.lock:
            if not stack.items:
                raise must("handle", "StackPopV2", "be a stack with something on it", "an empty one")
            return stack.items.pop()


@register_kernel("StackCloseV2", "CPU")
class StackCloseV2(PlainKernel):
    def compute(self, handle: Any) -> tuple[Array, ...]:
        stack = _stack_in(handle, "StackCloseV2")
        with stack.lock:
            stack.items.clear()
        return ()
