"""Plain kernels of training with reference variables: those for resources, which also output the first reference."""

from __future__ import annotations

from typing import Any

import graphops_cpu.plain.training
import graphops_cpu.plain.training_adaptive
import graphops_cpu.plain.training_penalties
import graphops_cpu.plain.training_sparse  # noqa: F401 - these four register the kernels
from graphops_registry.kernel_def import add_kernel, kernels_of
from graphops_registry.kernels.context import Context
from graphops_registry.ops.training_ref import DENSE, SPARSE


def _give_reference_on(name: str) -> None:
    """Register the plain kernels of ``Resource<name>`` for ``name``: a handle comes in either way."""
    for definition in kernels_of(f"Resource{name}", "CPU"):
        if not definition.is_plain:
            continue
        base = definition.cls

        def compute(self: Any, ctx: Context, *inputs: Any, _base: Any = base) -> Any:
            _base.compute(self, ctx, *inputs)
            return inputs[0]

        add_kernel(
            type(name, (base,), {"op": name, "compute": compute, "__module__": __name__}),
            name,
            "CPU",
            types=definition.types,
            priority=definition.priority,
            label=definition.label,
            host_inputs=definition.host_inputs,
            host_outputs=(),
            uses=definition.uses,
            defined_at=definition.defined_at,
        )


for _name in (*DENSE, *SPARSE):
    _give_reference_on(_name)
