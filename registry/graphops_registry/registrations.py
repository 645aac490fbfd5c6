"""Snapshots of what is registered: they show what a package added, and undo it if the package failed to load."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphops_registry import device_def
from graphops_registry.device_def import DeviceType
from graphops_registry.kernels import registered as kernel_registry
from graphops_registry.kernels.definition import KernelDef
from graphops_registry.kernels.on_demand import is_offered
from graphops_registry.op_def import REGISTRY, Op
from graphops_registry.op_registry import put_back_rules, rules_of


@dataclass(frozen=True)
class Registrations:
    """Ops with their rules, kernels and devices.

    Built-in ops and kernels may be imported at any time. They are never new, and :func:`restore` leaves them.

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
        return [op for name, op in self.ops.items() if name not in before.ops and not REGISTRY.is_built_in(name)]

    def new_kernels(self, before: Registrations) -> list[KernelDef]:
        """The kernels that were not there before."""
        return [
            kernel
            for key, kernels in self.kernels.items()
            if kernels is not before.kernels.get(key)  # a list is replaced, never changed
            for kernel in kernels
            if kernel not in before.kernels.get(key, ()) and not is_offered(kernel)
        ]


def registrations() -> Registrations:
    """What is registered now."""
    ops = REGISTRY.loaded()
    return Registrations(
        ops,
        {name: rules_of(op) for name, op in ops.items()},
        dict(kernel_registry._kernels),
        dict(device_def._devices),
    )


def restore(before: Registrations) -> None:
    """Make it as it was: what was registered since is unknown again, also what another thread registered."""
    REGISTRY.keep_built_in(before.ops)
    for name, rules in before.rules.items():
        put_back_rules(before.ops[name], rules)
    kernel_registry.keep_offered(before.kernels)
    with device_def._lock:  # the very dictionary is changed, because others hold it
        for key in list(device_def._devices):
            if key not in before.devices:
                del device_def._devices[key]
        device_def._devices.update(before.devices)
    REGISTRY.generation += 1
