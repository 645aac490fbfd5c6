"""Plain kernels of staging areas, which are on the host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_cpu.lib.staging_state import STAGING, StagingArea
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_WAITS = ["name", "resources", "cancel", "memory"]


def _area(ctx: Context, attrs: Any) -> StagingArea:
    """The staging area that the attrs name, made at its first use."""
    key = (STAGING, attrs["container"], attrs["shared_name"] or ctx.name)
    area: StagingArea = ctx.resources.state(key, lambda: StagingArea(attrs["capacity"], attrs["memory_limit"]))
    return area


@register_kernel("Stage", "CPU", host_inputs=["values"], uses=_WAITS)
class Stage(PlainKernel):
    def compute(self, ctx: Context, *values: Array) -> tuple[Array, ...]:
        kept = [np.array(value, copy=True) for value in values]
        for value in kept:
            ctx.hold(value)
        _area(ctx, self.attrs).put(ctx, kept)
        return ()


@register_kernel("Unstage", "CPU", host_outputs=["values"], uses=_WAITS)
class Unstage(PlainKernel):
    def compute(self, ctx: Context) -> Sequence[Array]:
        return _area(ctx, self.attrs).take(ctx, "Unstage", self.attrs["dtypes"])


@register_kernel("StagePeek", "CPU", host_inputs=["index"], host_outputs=["values"], uses=_WAITS)
class StagePeek(PlainKernel):
    def compute(self, ctx: Context, index: Array) -> Sequence[Array]:
        return _area(ctx, self.attrs).peek(ctx, "StagePeek", self.attrs["dtypes"], int(index[()]))


@register_kernel("StageSize", "CPU", host_outputs=["size"], uses=["name", "resources"])
class StageSize(PlainKernel):
    def compute(self, ctx: Context) -> Array:
        return np.array(_area(ctx, self.attrs).size, np.int32)


@register_kernel("StageClear", "CPU", uses=["name", "resources"])
class StageClear(PlainKernel):
    def compute(self, ctx: Context) -> tuple[Array, ...]:
        _area(ctx, self.attrs).clear()
        return ()
