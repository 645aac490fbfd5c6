"""Kernels that are imported when those of their op are asked for.

A kernel package offers an index: which of its modules register kernels for which ops.  The order of the modules in it
is the order of their kernels where priorities are equal, so that it does not matter which module was imported first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphops_registry.kernels.definition import KernelDef
from graphops_registry.on_demand import import_for_registration

# The place of kernels that no index names: after all that one does, in the order of registration.
_LAST: Final = 1 << 30

_places: dict[tuple[str, str], int] = {}  # device and module -> where the module stands in the index
_waiting: dict[tuple[str, str], tuple[str, ...]] = {}  # op and device -> modules that may be missing or half imported


def offer(device: str, modules: Mapping[str, str]) -> None:
    """Make an index known.

    Args:
        device: what the kernels are for.
        modules: their modules in order; for each the names of the ops that it registers kernels for, in one text.
    """
    by_op: dict[str, list[str]] = {}
    for place, (module, ops) in enumerate(modules.items()):
        _places[device, module] = place
        for op in ops.split():
            by_op.setdefault(op, []).append(module)
    _waiting.update({(op, device): tuple(names) for op, names in by_op.items()})


def is_waiting(op: str, device: str) -> bool:
    """Whether kernels of ``op`` may not be there yet."""
    return (op, device) in _waiting


def waiting(device: str | None = None) -> list[tuple[str, str]]:
    """The ops and devices (the one device) whose kernels may not be there yet."""
    return [key for key in list(_waiting) if device in (None, key[1])]


def import_kernels(op: str, device: str) -> None:
    """Import the modules that register kernels of ``op``; those that this thread is importing are left as they are."""
    modules = _waiting.get((op, device), ())
    complete = [import_for_registration(module) for module in modules]
    if all(complete):
        _waiting.pop((op, device), None)


def place_of(definition: KernelDef) -> int:
    """Which of the kernels of one priority comes first: the one with the smaller number."""
    return _places.get((definition.device, definition.cls.__module__), _LAST)


def is_offered(definition: KernelDef) -> bool:
    """Whether it is one of an index, and so was known before it was imported."""
    return (definition.device, definition.cls.__module__) in _places
