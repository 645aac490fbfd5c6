"""Plain kernels that change reference variables by coordinates, and give the reference on."""

from __future__ import annotations

from typing import Any

from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.plain.state_coordinates import (
    ResourceScatterNdAdd,
    ResourceScatterNdMax,
    ResourceScatterNdMin,
    ResourceScatterNdSub,
    ResourceScatterNdUpdate,
    ScatterNd,
)
from graphops_cpu.plain.state_entries import ORDERED
from graphops_registry.kernel_def import Array, register_kernel
from graphops_registry.kernels.context import Context


class _GivesReference(ScatterNd):
    def compute(self, ctx: Context, resource: Any, indices: Array, updates: Array) -> Any:
        super().compute(ctx, resource, indices, updates)
        return resource


@register_kernel("ScatterNdUpdate", "CPU", host_inputs=["ref"], uses=["resources"])
class ScatterNdUpdate(_GivesReference, ResourceScatterNdUpdate):
    op = "ScatterNdUpdate"


@register_kernel("ScatterNdAdd", "CPU", types={"T": NUMBERS}, host_inputs=["ref"], uses=["resources"])
class ScatterNdAdd(_GivesReference, ResourceScatterNdAdd):
    op = "ScatterNdAdd"


@register_kernel("ScatterNdSub", "CPU", types={"T": NUMBERS}, host_inputs=["ref"], uses=["resources"])
class ScatterNdSub(_GivesReference, ResourceScatterNdSub):
    op = "ScatterNdSub"


@register_kernel("ScatterNdMin", "CPU", types={"T": ORDERED}, host_inputs=["ref"], uses=["resources"])
class ScatterNdMin(_GivesReference, ResourceScatterNdMin):
    op = "ScatterNdMin"


@register_kernel("ScatterNdMax", "CPU", types={"T": ORDERED}, host_inputs=["ref"], uses=["resources"])
class ScatterNdMax(_GivesReference, ResourceScatterNdMax):
    op = "ScatterNdMax"
