"""Plain kernels of staging areas with keys, which are on the host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.map_staging_state import MAP_STAGING, MapStagingArea
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_WAITS = ["name", "resources", "cancel", "memory"]


class OfMap(PlainKernel):
    """Base of kernels that use a staging area with keys."""

    op: ClassVar[str] = ""

    def area(self, ctx: Context) -> MapStagingArea:
        """The staging area that the attrs name, made at its first use."""
        attrs = self.attrs
        ordered = self.op.startswith("Ordered")
        key = (MAP_STAGING, ordered, attrs["container"], attrs["shared_name"] or ctx.name)
        area: MapStagingArea = ctx.resources.state(
            key, lambda: MapStagingArea(attrs["capacity"], attrs["memory_limit"], ordered)
        )
        return area


@register_kernel("MapStage", "CPU", host_inputs=["key", "indices", "values"], uses=_WAITS)
class MapStage(OfMap):
    op = "MapStage"

    def compute(self, ctx: Context, key: Array, indices: Array, *values: Array) -> tuple[Array, ...]:
        kept: list[Any] = [np.array(value, copy=True) for value in values]
        for value in kept:
            ctx.hold(value)
        self.area(ctx).put(ctx, self.op, int(key[()]), indices.tolist(), kept, self.attrs["dtypes"])
        return ()


@register_kernel("MapUnstage", "CPU", host_inputs=["key", "indices"], host_outputs=["values"], uses=_WAITS)
class MapUnstage(OfMap):
    op = "MapUnstage"
    peek: ClassVar[bool] = False

    def compute(self, ctx: Context, key: Array, indices: Array) -> Sequence[Array]:
        types = self.attrs["dtypes"]
        return self.area(ctx).take(ctx, self.op, int(key[()]), indices.tolist(), types, peek=self.peek)[1]


@register_kernel("MapUnstageNoKey", "CPU", host_inputs=["indices"], host_outputs=["key", "values"], uses=_WAITS)
class MapUnstageNoKey(OfMap):
    op = "MapUnstageNoKey"

    def compute(self, ctx: Context, indices: Array) -> Sequence[Array]:
        key, values = self.area(ctx).take(ctx, self.op, None, indices.tolist(), self.attrs["dtypes"])
        return [np.array(key, np.int64), *values]


@register_kernel("MapPeek", "CPU", host_inputs=["key", "indices"], host_outputs=["values"], uses=_WAITS)
class MapPeek(MapUnstage):
    op = "MapPeek"
    peek = True


@register_kernel("MapSize", "CPU", host_outputs=["size"], uses=["name", "resources"])
class MapSize(OfMap):
    op = "MapSize"

    def compute(self, ctx: Context) -> Array:
        return np.array(self.area(ctx).counts()[0], np.int32)


@register_kernel("MapIncompleteSize", "CPU", host_outputs=["size"], uses=["name", "resources"])
class MapIncompleteSize(OfMap):
    op = "MapIncompleteSize"

    def compute(self, ctx: Context) -> Array:
        return np.array(self.area(ctx).counts()[1], np.int32)


@register_kernel("MapClear", "CPU", uses=["name", "resources"])
class MapClear(OfMap):
    op = "MapClear"

    def compute(self, ctx: Context) -> tuple[Array, ...]:
        self.area(ctx).clear()
        return ()


@register_kernel("OrderedMapStage", "CPU", host_inputs=["key", "indices", "values"], uses=_WAITS)
class OrderedMapStage(MapStage):
    op = "OrderedMapStage"


@register_kernel("OrderedMapUnstage", "CPU", host_inputs=["key", "indices"], host_outputs=["values"], uses=_WAITS)
class OrderedMapUnstage(MapUnstage):
    op = "OrderedMapUnstage"


@register_kernel("OrderedMapUnstageNoKey", "CPU", host_inputs=["indices"], host_outputs=["key", "values"], uses=_WAITS)
class OrderedMapUnstageNoKey(MapUnstageNoKey):
    op = "OrderedMapUnstageNoKey"


@register_kernel("OrderedMapPeek", "CPU", host_inputs=["key", "indices"], host_outputs=["values"], uses=_WAITS)
class OrderedMapPeek(MapPeek):
    op = "OrderedMapPeek"


@register_kernel("OrderedMapSize", "CPU", host_outputs=["size"], uses=["name", "resources"])
class OrderedMapSize(MapSize):
    op = "OrderedMapSize"


@register_kernel("OrderedMapIncompleteSize", "CPU", host_outputs=["size"], uses=["name", "resources"])
class OrderedMapIncompleteSize(MapIncompleteSize):
    op = "OrderedMapIncompleteSize"


@register_kernel("OrderedMapClear", "CPU", uses=["name", "resources"])
class OrderedMapClear(MapClear):
    op = "OrderedMapClear"
