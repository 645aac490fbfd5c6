"""Plain kernels of the state family. Handles are host inputs on every device; values live where the ops run."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS, count
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.math_segment import add_rows
from graphops_registry.device_def import owner_of
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, Context, KernelSpec, PlainKernel, Shape, register_kernel
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
        return np.array(shape, dtype=self.attrs["out_type"].as_numpy_dtype)


def check_indices(op: str, indices: Array, entries: int) -> None:
    outside = count((indices < 0) | (indices >= entries))
    if outside:
        low, high = int(indices.min().item()), int(indices.max().item())
        got = f"{outside} outside, the lowest {low}, the highest {high}" if outside > 1 else low if low < 0 else high
        raise must("indices", op, f"be in [0, {entries})", got)


@register_kernel("ResourceGather", "CPU", host_inputs=["resource"], uses=["resources"])
class ResourceGather(PlainKernel):
    def compute(self, ctx: Context, resource: Any, indices: Array) -> Array:
        handle = handle_in(resource)
        params = here(ctx, ctx.resources.read(handle))
        xp, batch = module_of(self, params), self.attrs["batch_dims"]
        if params.ndim <= batch:
            raise must("resource", "ResourceGather", f"be a variable of rank {batch + 1} or more", params.shape)
        if indices.shape[:batch] != params.shape[:batch]:
            rule = f"have the first {batch} dimensions of {handle.text}, {params.shape[:batch]}"
            raise must("indices", "ResourceGather", rule, indices.shape)
        entries, rest = params.shape[batch], params.shape[batch + 1 :]
        check_indices("ResourceGather", indices, entries)
        if not batch:
            return xp.take(params, indices, axis=0)
        batches = prod(params.shape[:batch])
        flat = params.reshape(batches * entries, *rest)
        first = self.xp.arange(batches, dtype=np.int64)[:, None] * entries
        ids = indices.reshape(batches, prod(indices.shape[batch:])).astype(np.int64) + first
        return xp.take(flat, ids.reshape(-1), axis=0).reshape(*indices.shape, *rest)


class Scatter(PlainKernel):
    """Base of kernels that change entries of a variable: a copy of it is changed and installed, all or nothing."""

    op = ""

    def compute(self, ctx: Context, resource: Any, indices: Array, updates: Array) -> tuple[Array, ...]:
        handle = handle_in(resource)
        ctx.resources.update(handle, lambda old: self._scattered(handle, here(ctx, old), indices, updates))
        return ()

    def _scattered(self, handle: ResourceHandle, old: Array, indices: Array, updates: Array) -> Array:
        if not old.ndim:
            raise must("resource", self.op, "be a variable of rank 1 or more", f"{handle.text} of shape ()")
        if updates.ndim:
            require_shape("updates", self.op, handle, (*indices.shape, *old.shape[1:]), updates)
        check_indices(self.op, indices, old.shape[0])
        columns = prod(old.shape[1:])
        rows = module_of(self, old).broadcast_to(updates, (*indices.shape, *old.shape[1:]))
        new = old.copy()
        if rows.size:
            self.apply(new.reshape(old.shape[0], columns), indices.reshape(-1), rows.reshape(-1, columns))
        return new

    def apply(self, new: Array, ids: Array, rows: Array) -> None:
        """Change ``new``, (entries, C), at ``ids``, (N,), by ``rows``, (N, C)."""
        raise NotImplementedError


class _ScatterSum(Scatter):
    """Changes of one entry are added up in 64 bits, and the result is rounded once.

    Holds those sums, at most as many numbers as updates has.
    """

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the sums, their places, and the wide copies."""
        return 32 * prod(spec.shapes[2])

    def apply(self, new: Array, ids: Array, rows: Array) -> None:
        found, places = self.xp.unique(ids, return_inverse=True)
        with np.errstate(all="ignore"):
            sums = add_rows(self.xp, rows, places.reshape(-1), found.shape[0])
            new[found] = self.combine(new[found].astype(sums.dtype), sums).astype(new.dtype)

    def combine(self, old: Array, sums: Array) -> Array:
        raise NotImplementedError


@register_kernel("ResourceScatterAdd", "CPU", types={"dtype": NUMBERS}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterAdd(_ScatterSum):
    op = "ResourceScatterAdd"

    def combine(self, old: Array, sums: Array) -> Array:
        return old + sums


@register_kernel("ResourceScatterSub", "CPU", types={"dtype": NUMBERS}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterSub(_ScatterSum):
    op = "ResourceScatterSub"

    def combine(self, old: Array, sums: Array) -> Array:
        return old - sums


@register_kernel("ResourceScatterUpdate", "CPU", host_inputs=["resource"], uses=["resources"])
class ResourceScatterUpdate(Scatter):
    op = "ResourceScatterUpdate"

    def apply(self, new: Array, ids: Array, rows: Array) -> None:
        # Of equal ids the last one counts. Devices write in any order, so only the last ones are written.
        xp = self.xp
        found, last = xp.unique(ids[::-1], return_index=True)
        new[found] = rows[ids.shape[0] - 1 - last]
