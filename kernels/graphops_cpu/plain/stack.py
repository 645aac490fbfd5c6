"""Plain kernels of stacks. Pushing copies nothing, because values of a graph never change."""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np

from graphops_cpu.lib.sequence_accesses import StackPop, StackPush
from graphops_cpu.lib.stack_state import Stack
from graphops_registry.errors import InvalidTypeError, must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.kernels.loop_list import SequenceAccess
from graphops_registry.resource import ResourceHandle, handle_array
from graphops_registry.shape import TensorShape

_numbers = count()


def new_stack(ctx: Context, stack: Stack) -> Any:
    """A handle of ``stack`` for the node that runs."""
    return handle_array(
        ResourceHandle("", f"{ctx.name}#{next(_numbers)}", "stack", stack.dtype, TensorShape(None), stack)
    )


def _stack_in(value: Any, op: str) -> Stack:
    handle: Any = value[()]
    stack = getattr(handle, "state", None)
    if not isinstance(stack, Stack):
        raise must("handle", op, "be the handle of a stack", getattr(handle, "text", repr(handle)))
    return stack


@register_kernel("StackV2", "CPU", host_inputs=["max_size"], host_outputs=["handle"], uses=["name"])
class StackV2(PlainKernel):
    def compute(self, ctx: Context, max_size: Array) -> Any:
        limit = int(np.asarray(max_size))
        return new_stack(ctx, Stack(self.attrs["elem_type"], None if limit < 0 else limit))


@register_kernel("StackPushV2", "CPU", uses=["memory"])
class StackPushV2(PlainKernel):
    views = {0: 1}
    op = "StackPushV2"

    def compute(self, ctx: Context, handle: Any, elem: Array) -> Array:
        stack = _stack_in(handle, self.op)
        if stack.dtype is not self.attrs["T"]:
            rule = f"have the stack's dtype, {stack.dtype.name}"
            raise must("elem", self.op, rule, self.attrs["T"].name, kind=InvalidTypeError)
        ctx.hold(elem)
        stack.push([elem])
        return elem

    def sequence_access(self, spec: KernelSpec) -> SequenceAccess:
        return StackPush(self.attrs["T"])


@register_kernel("StackPopV2", "CPU")
class StackPopV2(PlainKernel):
    op = "StackPopV2"

    def compute(self, handle: Any) -> Array:
        stack = _stack_in(handle, self.op)
        if stack.dtype is not self.attrs["elem_type"]:
            rule = f"be a stack of {self.attrs['elem_type'].name}"
            raise must("handle", self.op, rule, f"one of {stack.dtype.name}", kind=InvalidTypeError)
        return stack.pop()

    def sequence_access(self, spec: KernelSpec) -> SequenceAccess:
        return StackPop(self.attrs["elem_type"])


@register_kernel("StackCloseV2", "CPU")
class StackCloseV2(PlainKernel):
    op = "StackCloseV2"

    def compute(self, handle: Any) -> tuple[Array, ...]:
        _stack_in(handle, self.op).clear()
        return ()
