"""Plain kernels of TensorFlow 1's reference variables: those of resource variables, which also output the reference.

A reference is a handle on the host, as a resource is.
"""

from __future__ import annotations

from itertools import count
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS, allowed
from graphops_cpu.plain.state import AssignAddVariableOp, AssignSubVariableOp, here
from graphops_cpu.plain.state_entries import (
    ORDERED,
    ResourceScatterAdd,
    ResourceScatterDiv,
    ResourceScatterMax,
    ResourceScatterMin,
    ResourceScatterMul,
    ResourceScatterSub,
    ResourceScatterUpdate,
)
from graphops_registry.errors import AlreadyExistsError, NotFoundError, OutOfRangeError, must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import VARIABLE, ResourceHandle, handle_array, handle_in, reference_handle
from graphops_registry.shape import TensorShape

_numbers: Final = count()


@register_kernel("VariableV2", "CPU", uses=["name"])
class VariableV2(PlainKernel):
    def compute(self, ctx: Context) -> Any:
        return handle_array(reference_handle("VariableV2", self.attrs, ctx.name))


@register_kernel("Variable", "CPU", uses=["name"])
class Variable(PlainKernel):
    def compute(self, ctx: Context) -> Any:
        return handle_array(reference_handle("Variable", self.attrs, ctx.name))


@register_kernel("TemporaryVariable", "CPU", uses=["name", "resources"])
class TemporaryVariable(PlainKernel):
    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the variable."""
        size: int = prod(self.attrs["shape"].as_tuple()) * max(1, self.attrs["dtype"].size)
        return size

    def compute(self, ctx: Context) -> Any:
        dtype, shape, name = self.attrs["dtype"], self.attrs["shape"], self.attrs["var_name"] or ctx.name
        # Numbered, for runs side by side and the variables proper of this name are others.
        handle = ResourceHandle("", f"{name}#{next(_numbers)}", VARIABLE, dtype, shape)
        if ctx.temporary.setdefault(name, handle) is not handle:
            raise must("attr 'var_name'", "TemporaryVariable", "name no temporary variable that is alive", f"'{name}'",
                       kind=AlreadyExistsError)  # fmt: skip
        filler: Any = b"" if dtype.is_host_only else 0
        ctx.resources.assign(handle, np.full(shape.as_tuple(), filler, dtype.numpy_dtype))
        return handle_array(handle)


@register_kernel("DestroyTemporaryVariable", "CPU", host_inputs=["ref"], uses=["resources"])
class DestroyTemporaryVariable(PlainKernel):
    def compute(self, ctx: Context, ref: Any) -> Array:
        handle, name = handle_in(ref), self.attrs["var_name"]
        if ctx.temporary.get(name) != handle:
            raise must("attr 'var_name'", "DestroyTemporaryVariable", "name the temporary variable that ref refers to",
                       f"'{name}'", kind=NotFoundError)  # fmt: skip
        del ctx.temporary[name]
        value = here(ctx, ctx.resources.read(handle))
        ctx.resources.destroy(handle)
        return value


@register_kernel(
    "IsVariableInitialized", "CPU", host_inputs=["ref"], host_outputs=["is_initialized"], uses=["resources"]
)
class IsVariableInitialized(PlainKernel):
    def compute(self, ctx: Context, ref: Any) -> Any:
        return np.array(ctx.resources.is_initialized(handle_in(ref)))


@register_kernel("Assign", "CPU", host_inputs=["ref"], uses=["resources"])
class Assign(PlainKernel):
    def compute(self, ctx: Context, ref: Any, value: Array) -> Any:
        handle = handle_in(ref)
        if not self.attrs["validate_shape"]:  # the variable takes the shape of the value
            handle = ResourceHandle(handle.container, handle.name, handle.kind, handle.dtype, TensorShape(None))
        ctx.resources.assign(handle, value)
        return handle_array(handle)


@register_kernel("AssignAdd", "CPU", types={"T": NUMBERS}, host_inputs=["ref"], uses=["resources"])
class AssignAdd(AssignAddVariableOp):
    op = "AssignAdd"

    def compute(self, ctx: Context, resource: Any, value: Array) -> Any:
        super().compute(ctx, resource, value)
        return resource


@register_kernel("AssignSub", "CPU", types={"T": NUMBERS}, host_inputs=["ref"], uses=["resources"])
class AssignSub(AssignSubVariableOp):
    op = "AssignSub"

    def compute(self, ctx: Context, resource: Any, value: Array) -> Any:
        super().compute(ctx, resource, value)
        return resource


@register_kernel("ScatterAdd", "CPU", types={"T": NUMBERS}, host_inputs=["ref"], uses=["resources"])
class ScatterAdd(ResourceScatterAdd):
    op = "ScatterAdd"

    def compute(self, ctx: Context, resource: Any, indices: Array, updates: Array) -> Any:
        super().compute(ctx, resource, indices, updates)
        return resource


@register_kernel("ScatterSub", "CPU", types={"T": NUMBERS}, host_inputs=["ref"], uses=["resources"])
class ScatterSub(ResourceScatterSub):
    op = "ScatterSub"

    def compute(self, ctx: Context, resource: Any, indices: Array, updates: Array) -> Any:
        super().compute(ctx, resource, indices, updates)
        return resource


@register_kernel("ScatterUpdate", "CPU", host_inputs=["ref"], uses=["resources"])
class ScatterUpdate(ResourceScatterUpdate):
    op = "ScatterUpdate"

    def compute(self, ctx: Context, resource: Any, indices: Array, updates: Array) -> Any:
        super().compute(ctx, resource, indices, updates)
        return resource


@register_kernel("ScatterMul", "CPU", types={"T": NUMBERS}, host_inputs=["ref"], uses=["resources"])
class ScatterMul(ResourceScatterMul):
    op = "ScatterMul"

    def compute(self, ctx: Context, resource: Any, indices: Array, updates: Array) -> Any:
        super().compute(ctx, resource, indices, updates)
        return resource


@register_kernel("ScatterDiv", "CPU", types={"T": NUMBERS}, host_inputs=["ref"], uses=["resources"])
class ScatterDiv(ResourceScatterDiv):
    op = "ScatterDiv"

    def compute(self, ctx: Context, resource: Any, indices: Array, updates: Array) -> Any:
        super().compute(ctx, resource, indices, updates)
        return resource


@register_kernel(
    "ScatterMin", "CPU", types={"T": allowed("ScatterMin", "T", ORDERED)}, host_inputs=["ref"], uses=["resources"]
)
class ScatterMin(ResourceScatterMin):
    op = "ScatterMin"

    def compute(self, ctx: Context, resource: Any, indices: Array, updates: Array) -> Any:
        super().compute(ctx, resource, indices, updates)
        return resource


@register_kernel(
    "ScatterMax", "CPU", types={"T": allowed("ScatterMax", "T", ORDERED)}, host_inputs=["ref"], uses=["resources"]
)
class ScatterMax(ResourceScatterMax):
    op = "ScatterMax"

    def compute(self, ctx: Context, resource: Any, indices: Array, updates: Array) -> Any:
        super().compute(ctx, resource, indices, updates)
        return resource


@register_kernel("CountUpTo", "CPU", host_inputs=["ref"], uses=["resources"])
class CountUpTo(PlainKernel):
    def compute(self, ctx: Context, ref: Any) -> Array:
        handle, limit = handle_in(ref), self.attrs["limit"]
        before: list[Array] = []

        def count(old: Array) -> Array:
            value = here(ctx, old)
            if value.ndim:
                raise must("ref", "CountUpTo", "be a scalar variable", f"one of shape {value.shape}")
            if int(value.item()) >= limit:
                raise OutOfRangeError(
                    f"ref of op 'CountUpTo' must be below limit = {limit}, got {value.item()}"
                ).concerns(op="CountUpTo", argument="ref")
            before.append(value)
            return value + value.dtype.type(1)

        ctx.resources.update(handle, count)
        return before[0]


@register_kernel("RefIdentity", "CPU", host_inputs=["input"])
class RefIdentity(PlainKernel):
    views = {0: 0}

    def compute(self, ref: Any) -> Any:
        return ref


@register_kernel("RefSelect", "CPU", host_inputs=["index", "inputs"])
class RefSelect(PlainKernel):
    def compute(self, index: Any, *inputs: Any) -> Any:
        return inputs[int(index)]
