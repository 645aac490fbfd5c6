"""Plain kernels that read and change elements and slices of variables by rows of coordinates."""

from __future__ import annotations

from math import prod
from typing import Any

from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.plain.array_gather import flat_places
from graphops_cpu.plain.state import here, module_of, require_shape
from graphops_cpu.plain.state_entries import (
    ORDERED,
    ResourceScatterAdd,
    ResourceScatterSub,
    ResourceScatterUpdate,
    Scatter,
    ScatterEach,
    ScatterLower,
    ScatterRaise,
)
from graphops_registry.dtypes import bool_
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import ResourceHandle, handle_in


class ScatterNd(Scatter):
    """In front of a scatter of entries: coordinates become numbers of entries of a variable of rank 2."""

    def entries(self, handle: ResourceHandle, old: Array, indices: Array, updates: Array) -> tuple[Array, Array]:
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
        return places, rows


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
