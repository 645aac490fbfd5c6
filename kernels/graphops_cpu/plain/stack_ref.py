"""Plain kernels of stacks by references. A reference to a stack is its handle, as a resource is."""

from __future__ import annotations

from typing import Any

from graphops_cpu.lib.stack_state import Stack as State
from graphops_cpu.plain.stack import StackCloseV2, StackPopV2, StackPushV2, new_stack
from graphops_registry.kernel_def import PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


@register_kernel("Stack", "CPU", uses=["name"])
class Stack(PlainKernel):
    def compute(self, ctx: Context) -> Any:
        return new_stack(ctx, State(self.attrs["elem_type"], None))


@register_kernel("StackPush", "CPU", host_inputs=["handle"], uses=["memory"])
class StackPush(StackPushV2):
    op = "StackPush"


@register_kernel("StackPop", "CPU", host_inputs=["handle"])
class StackPop(StackPopV2):
    op = "StackPop"


@register_kernel("StackClose", "CPU", host_inputs=["handle"])
class StackClose(StackCloseV2):
    op = "StackClose"
