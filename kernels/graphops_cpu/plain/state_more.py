"""Plain kernels that read and change entries of variables by factors, bounds, coordinates and slices."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import INTEGERS, NUMBERS, REALS, count
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.array_gather import flat_places
from graphops_cpu.plain.state import (
    ResourceScatterAdd,
    ResourceScatterSub,
    ResourceScatterUpdate,
    Scatter,
    here,
    module_of,
    require_shape,
)
from graphops_cpu.plain.training_sparse import rounds
from graphops_registry.dtypes import bool_
from graphops_registry.errors import OutOfRangeError, must
from graphops_registry.kernel_def import Array, Context, KernelSpec, PlainKernel, register_kernel
from graphops_registry.ops.state_more import spreads
from graphops_registry.resource import ResourceHandle, handle_in
from graphops_registry.rules.strided_slices import sliced_shape, strided_slices
from graphops_registry.shape import TensorShape


class ScatterEach(Scatter):
    """Base of changes that are done one after another; holds the variable in the compute dtype."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: places and copies of the rows."""
        return 32 * prod(spec.shapes[2])

    def apply(self, new: Array, ids: Array, rows: Array) -> None:
        wide, changes = widen(new), widen(rows)
        with np.errstate(all="ignore"):
            for places in rounds(self.xp, ids):
                at = ids[places]
                wide[at] = self.change(wide[at], changes[places])
            if wide is not new:
                new[...] = narrow(wide, new.dtype)

    def change(self, old: Array, rows: Array) -> Array:
        raise NotImplementedError


@register_kernel("ResourceScatterMul", "CPU", types={"dtype": NUMBERS}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterMul(ScatterEach):
    op = "ResourceScatterMul"

    def change(self, old: Array, rows: Array) -> Array:
        return old * rows


@register_kernel("ResourceScatterDiv", "CPU", types={"dtype": NUMBERS}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterDiv(ScatterEach):
    op = "ResourceScatterDiv"

    def change(self, old: Array, rows: Array) -> Array:
        zeros = count(rows == 0)
        if zeros:
            raise must("updates", self.op, "not be 0 anywhere", f"{zeros} zero{'s' if zeros > 1 else ''}")
        if old.dtype.kind not in "iu":
            return old / rows
        quotient = old // rows
        # NumPy rounds down; where there is a remainder and the signs differ, towards 0 is one more.
        return quotient + ((quotient < 0) & (quotient * rows != old)).astype(old.dtype)


class ScatterLower(ScatterEach):
    """The smaller of old and new; what is there stays where one of them is NaN."""

    def change(self, old: Array, rows: Array) -> Array:
        return self.xp.where(rows < old, rows, old)


class ScatterRaise(ScatterEach):
    """The larger of old and new; what is there stays where one of them is NaN."""

    def change(self, old: Array, rows: Array) -> Array:
        return self.xp.where(rows > old, rows, old)


ORDERED = REALS + INTEGERS


@register_kernel("ResourceScatterMin", "CPU", types={"dtype": ORDERED}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterMin(ScatterLower):
    op = "ResourceScatterMin"


@register_kernel("ResourceScatterMax", "CPU", types={"dtype": ORDERED}, host_inputs=["resource"], uses=["resources"])
class ResourceScatterMax(ScatterRaise):
    op = "ResourceScatterMax"


class ScatterNd(Scatter):
    """In front of a scatter of entries: coordinates become numbers of entries of a variable of rank 2."""

    def _scattered(self, handle: ResourceHandle, old: Array, indices: Array, updates: Array) -> Array:
        depth = indices.shape[-1]
        if depth > old.ndim:
            rule = f"have at most {old.ndim} coordinates, the rank of {handle.text}"
            raise must("indices", self.op, rule, depth)
        sizes, rest = old.shape[:depth], old.shape[depth:]
        require_shape("updates", self.op, handle, (*indices.shape[:-1], *rest), updates)
        many = prod(indices.shape[:-1])
        coordinates = indices.reshape(many, depth)
        places, valid = flat_places(self, self.op, coordinates, sizes, self.attrs["bad_indices_policy"])
        rows = updates.reshape(many, prod(rest))
        if valid is not None:
            places, rows = places[valid], rows[valid]
        new = old.copy()
        if rows.size:
            self.apply(new.reshape(prod(sizes), prod(rest)), places, rows)
        return new


@register_kernel("ResourceScatterNdUpdate", "CPU", host_inputs=["ref"], uses=["resources"])
class ResourceScatterNdUpdate(ScatterNd, ResourceScatterUpdate):
    op = "ResourceScatterNdUpdate"


@register_kernel("ResourceScatterNdAdd", "CPU", types={"T": NUMBERS}, host_inputs=["ref"], uses=["resources"])
class ResourceScatterNdAdd(ScatterNd, ResourceScatterAdd):
    op = "ResourceScatterNdAdd"


@register_kernel("ResourceScatterNdSub", "CPU", types={"T": NUMBERS}, host_inputs=["ref"], uses=["resources"])
class ResourceScatterNdSub(ScatterNd, ResourceScatterSub):
    op = "ResourceScatterNdSub"


@register_kernel("ResourceScatterNdAdd", "CPU", types={"T": [bool_]}, host_inputs=["ref"], uses=["resources"])
class ResourceScatterNdOr(ScatterNd, ScatterEach):
    op = "ResourceScatterNdAdd"

    def change(self, old: Array, rows: Array) -> Array:
        return old | rows


@register_kernel("ResourceScatterNdSub", "CPU", types={"T": [bool_]}, host_inputs=["ref"], uses=["resources"])
class ResourceScatterNdDiffer(ScatterNd, ScatterEach):
    op = "ResourceScatterNdSub"

    def change(self, old: Array, rows: Array) -> Array:
        return old ^ rows


@register_kernel("ResourceScatterNdMin", "CPU", types={"T": ORDERED}, host_inputs=["ref"], uses=["resources"])
class ResourceScatterNdMin(ScatterNd, ScatterLower):
    op = "ResourceScatterNdMin"


@register_kernel("ResourceScatterNdMax", "CPU", types={"T": ORDERED}, host_inputs=["ref"], uses=["resources"])
class ResourceScatterNdMax(ScatterNd, ScatterRaise):
    op = "ResourceScatterNdMax"


@register_kernel("ResourceGatherNd", "CPU", host_inputs=["resource"], uses=["resources"])
class ResourceGatherNd(PlainKernel):
    def compute(self, ctx: Context, resource: Any, indices: Array) -> Array:
        handle = handle_in(resource)
        params = here(ctx, ctx.resources.read(handle))
        depth = indices.shape[-1]
        if depth > params.ndim:
            rule = f"have at most {params.ndim} coordinates, the rank of {handle.text}"
            raise must("indices", "ResourceGatherNd", rule, depth)
        sizes, rest = params.shape[:depth], params.shape[depth:]
        xp, shape = module_of(self, params), (*indices.shape[:-1], *rest)
        if not prod(shape):
            return xp.empty(shape, dtype=params.dtype)
        rows = indices.reshape(prod(indices.shape[:-1]), depth)
        places, _ = flat_places(self, "ResourceGatherNd", rows, sizes, "")
        return xp.take(params.reshape(prod(sizes), prod(rest)), places, axis=0).reshape(shape)


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
