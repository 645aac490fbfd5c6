"""Snapshots of what is registered: they show what a package added, and undo it if the package failed to load."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from graphops_registry import device_def
from graphops_registry.device_def import DeviceType
from graphops_registry.kernels import registered as kernel_registry
from graphops_registry.kernels.definition import KernelDef
from graphops_registry.op_def import REGISTRY, Op

_RULES: Final = ("shape_fn", "gradient_fn", "gradient_takes_none", "cost_fn", "differentiable")


@dataclass(frozen=True)
class Registrations:
    """Ops with their rules, kernels and devices.

    Attributes:
        ops: by name.
        rules: for each op what was declared under it.
        kernels: by op and device, best first.
        devices: by type.
    """

    ops: dict[str, Op]
    rules: dict[str, tuple[Any, ...]]
    kernels: dict[tuple[str, str], list[KernelDef]]
    devices: dict[str, DeviceType]

    def new_ops(self, before: Registrations) -> list[Op]:
        """The ops that were not there before."""
        return [op for name, op in self.ops.items() if name not in before.ops]

    def new_kernels(self, before: Registrations) -> list[KernelDef]:
        """The kernels that were not there before."""
        return [
            kernel
            for key, kernels in self.kernels.items()
            if kernels is not before.kernels.get(key)  # a list is replaced, never changed
            for kernel in kernels
            if kernel not in before.kernels.get(key, ())
        ]


def registrations() -> Registrations:
    """What is registered now."""
    ops = {op.name: op for op in REGISTRY}
    return Registrations(
        ops,
        {name: tuple(getattr(op, rule) for rule in _RULES) for name, op in ops.items()},
        dict(kernel_registry._kernels),
        dict(device_def._devices),
    )


def restore(before: Registrations) -> None:
    """Make it as it was: what was registered since is unknown again, also what another thread registered."""
    for op in REGISTRY:
        if op.name not in before.ops:
            REGISTRY._ops.pop(op.name, None)
    for name, rules in before.rules.items():
        for rule, value in zip(_RULES, rules, strict=True):
            setattr(before.ops[name], rule, value)
    _put_back(kernel_registry._kernels, before.kernels, kernel_registry._lock)
    _put_back(device_def._devices, before.devices, device_def._lock)
    REGISTRY.generation += 1


def _put_back(present: dict[Any, Any], before: dict[Any, Any], lock: Any) -> None:
    """The very dictionary is changed, because others hold it."""
    with lock:
        for key in list(present):
            if key not in before:
                del present[key]
        present.update(before)
