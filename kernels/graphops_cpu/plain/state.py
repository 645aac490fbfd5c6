"""Plain kernels of variables. Handles are host inputs on every device; values are on the device of the ops."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.lib.precision import narrow, widen
from graphops_registry.device_def import owner_of
from graphops_registry.errors import OutOfRangeError, must
from graphops_registry.kernel_def import Array, PlainKernel, Shape, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import ResourceHandle, handle_array, handle_in, variable_handle


def here(ctx: Context, value: Array) -> Array:
    """A variable's value on the device that the kernel runs on; it may have been set by a node elsewhere.

    Strings and handles stay on the host.
    """
    owner = owner_of(value)
    if owner is None or value.dtype.kind == "O":
        return value
    if owner is ctx.device:
        return value if owner.is_host or owner.index_of(value) == ctx.index else owner.copy_across(value, ctx.index)
    host = value if owner.is_host else owner.copy_out(value)
    return ctx.device.copy_in(host, ctx.index)


def module_of(kernel: PlainKernel, value: Array) -> Any:
    """The array module for ``value``: NumPy for what never leaves the host."""
    return np if value.dtype.kind == "O" else kernel.xp


def require_shape(argument: str, op: str, handle: ResourceHandle, shape: Shape, value: Array) -> None:
    """Refuse a change of another shape than the variable has now; its declared shape may say less.

    Raises:
        InvalidArgumentError: naming both.
    """
    if value.shape != shape:
        raise must(argument, op, f"have the shape of {handle.text}, {shape}", value.shape)


@register_kernel("VarHandleOp", "CPU", host_outputs=["resource"], uses=["name"])
class VarHandleOp(PlainKernel):
    def compute(self, ctx: Context) -> Any:
        return handle_array(variable_handle(self.attrs, ctx.name))


@register_kernel("ReadVariableOp", "CPU", host_inputs=["resource"], uses=["resources"])
class ReadVariableOp(PlainKernel):
    """The output is the stored array itself, read-only: values of variables are never written to."""

    reads_ahead = (0,)

    def compute(self, ctx: Context, resource: Any) -> Array:
        return here(ctx, ctx.resources.read(handle_in(resource)))


@register_kernel("AssignVariableOp", "CPU", host_inputs=["resource"], uses=["resources"])
class AssignVariableOp(PlainKernel):
    def compute(self, ctx: Context, resource: Any, value: Array) -> tuple[Array, ...]:
        handle = handle_in(resource)
        if self.attrs["validate_shape"] and ctx.resources.is_initialized(handle):
            require_shape("value", "AssignVariableOp", handle, ctx.resources.read(handle).shape, value)
        ctx.resources.assign(handle, value)
        return ()


class _Change(PlainKernel):
    """Base of kernels that replace a value by ``apply(value, change)``, in the compute dtype and rounded once."""

    op = ""

    def compute(self, ctx: Context, resource: Any, value: Array) -> tuple[Array, ...]:
        handle = handle_in(resource)

        def change(old: Array) -> Array:
            require_shape("value", self.op, handle, old.shape, value)
            with np.errstate(all="ignore"):
                return narrow(self.apply(widen(here(ctx, old)), widen(value)), value.dtype)

        ctx.resources.update(handle, change)
        return ()

    def apply(self, old: Array, value: Array) -> Array:
        raise NotImplementedError


@register_kernel("AssignAddVariableOp", "CPU", types={"dtype": NUMBERS}, host_inputs=["resource"], uses=["resources"])
class AssignAddVariableOp(_Change):
    op = "AssignAddVariableOp"

    def apply(self, old: Array, value: Array) -> Array:
        return old + value


@register_kernel("AssignSubVariableOp", "CPU", types={"dtype": NUMBERS}, host_inputs=["resource"], uses=["resources"])
class AssignSubVariableOp(_Change):
    op = "AssignSubVariableOp"

    def apply(self, old: Array, value: Array) -> Array:
        return old - value


@register_kernel(
    "VarIsInitializedOp", "CPU", host_inputs=["resource"], host_outputs=["is_initialized"], uses=["resources"]
)
class VarIsInitializedOp(PlainKernel):
    def compute(self, ctx: Context, resource: Any) -> Any:
        return np.array(ctx.resources.is_initialized(handle_in(resource)))


@register_kernel("DisableCopyOnRead", "CPU", host_inputs=["resource"], uses=["resources"])
class DisableCopyOnRead(PlainKernel):
    def compute(self, ctx: Context, resource: Any) -> tuple[Array, ...]:
        ctx.resources.read(handle_in(resource))
        return ()


@register_kernel("DestroyResourceOp", "CPU", host_inputs=["resource"], uses=["resources"])
class DestroyResourceOp(PlainKernel):
    def compute(self, ctx: Context, resource: Any) -> tuple[Array, ...]:
        ctx.resources.destroy(handle_in(resource), ignore_missing=self.attrs["ignore_lookup_error"])
        return ()


@register_kernel("VariableShape", "CPU", host_inputs=["input"], host_outputs=["output"], uses=["resources"])
class VariableShape(PlainKernel):
    def compute(self, ctx: Context, resource: Any) -> Any:
        shape = ctx.resources.read(handle_in(resource)).shape
        return np.array(shape, dtype=self.attrs["out_type"].numpy_dtype)


@register_kernel("ResourceCountUpTo", "CPU", host_inputs=["resource"], uses=["resources"])
class ResourceCountUpTo(PlainKernel):
    def compute(self, ctx: Context, resource: Any) -> Array:
        handle, limit, op = handle_in(resource), self.attrs["limit"], "ResourceCountUpTo"
        before: list[Array] = []

        def change(old: Array) -> Array:
            value = here(ctx, old)
            if value.ndim:
                raise must("resource", op, "be a scalar variable", f"{handle.text} of shape {value.shape}")
            number = int(value.item())
            if number >= limit:
                raise must("resource", op, f"be less than the limit, {limit}", number, kind=OutOfRangeError)
            before.append(value)
            return value + value.dtype.type(1)

        ctx.resources.update(handle, change)
        return before[-1]
