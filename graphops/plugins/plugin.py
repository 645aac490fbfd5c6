"""A plug-in, and what it registered."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from graphops.plugins.installed import VARIABLE
from graphops_registry.kernel_def import KernelDef
from graphops_registry.op_def import Op
from graphops_registry.registrations import Registrations, registrations


@dataclass(frozen=True)
class Plugin:
    """A package of the entry-point group, and what became of it.

    Attributes:
        name: of the entry point.
        value: ``module`` or ``module:function`` that the entry point names.
        error: why it was not loaded, in one line, or ``None``.
        distribution, version: what it was installed as; ``None`` if nothing says so.
        skipped: it was not loaded because ``GRAPHOPS_PLUGINS`` does not name it.
        ops: names of the ops that it registered, in order.
        kernels: the kernels that it registered, also those that were derived for other devices.
        gradients: names of the ops that it gave a gradient.
        seconds: how long loading it took.
        traceback: of the error, for its author.
    """

    name: str
    value: str
    error: str | None = None
    distribution: str | None = None
    version: str | None = None
    skipped: bool = False
    ops: tuple[str, ...] = ()
    kernels: tuple[KernelDef, ...] = ()
    gradients: tuple[str, ...] = ()
    seconds: float = 0.0
    traceback: str | None = field(default=None, repr=False)

    @property
    def module(self) -> str:
        """The module that the entry point names."""
        return self.value.partition(":")[0].strip()

    @property
    def source(self) -> str:
        """``graphops-sample 1.0``."""
        return " ".join(part for part in (self.distribution or "no distribution", self.version) if part)

    @property
    def status(self) -> str:
        """``loaded``, ``not loaded: ...`` or ``FAILED: ...``."""
        if self.skipped:
            return f"not loaded: {VARIABLE} is '{os.environ.get(VARIABLE, '')}'"
        return "loaded" if self.error is None else f"FAILED: {self.error}"


class Contents(NamedTuple):
    """What a plug-in registered: names of ops, kernels, names of ops that it gave a gradient."""

    ops: tuple[str, ...]
    kernels: tuple[KernelDef, ...]
    gradients: tuple[str, ...]


def contents(loads: Sequence[tuple[str, Registrations, Registrations]]) -> list[Contents]:
    """What each plug-in registered, from its module and what was registered before and after it was loaded.

    What a file of its package registered is a plug-in's, whenever that was imported; what comes from elsewhere belongs
    to the plug-in in whose time it came.
    """
    now = registrations()
    kernels = [kernel for defined in now.kernels.values() for kernel in defined]
    packages = [_top(module) for module, _, _ in loads]
    folders = [_folders(package) for package in packages]
    op_time: dict[str, int] = {}
    kernel_time: dict[int, int] = {}  # by id(): no KernelDef equals another one
    for number, (_, before, after) in enumerate(loads):
        op_time.update({op.name: number for op in after.new_ops(before)})
        kernel_time.update({id(kernel): number for kernel in after.new_kernels(before)})

    def owner(there: list[int], time: int | None) -> int | None:
        return time if not there or time in there else there[0]

    def op_owner(op: Op) -> int | None:
        file = file_of(op)
        return owner([i for i, known in enumerate(folders) if _is_within(file, known)], op_time.get(op.name))

    def kernel_owner(kernel: KernelDef) -> int | None:
        top = _top(kernel.cls.__module__)
        return owner([i for i, package in enumerate(packages) if package == top], kernel_time.get(id(kernel)))

    owners = {name: op_owner(op) for name, op in now.ops.items()}
    found = []
    for number, package in enumerate(packages):
        own = tuple(name for name, of in owners.items() if of == number)
        gradients = tuple(name for name, op in now.ops.items() if _gave_gradient(op, name in own, package))
        found.append(Contents(own, tuple(kernel for kernel in kernels if kernel_owner(kernel) == number), gradients))
    return found


def file_of(op: Op) -> str:
    """The file that registered it."""
    return op.defined_at.rpartition(":")[0]


def _gave_gradient(op: Op, own: bool, package: str) -> bool:
    return op.gradient_fn is not None and (own or _top(getattr(op.gradient_fn, "__module__", None) or "") == package)


def _top(module: str) -> str:
    return module.partition(".")[0]


def _folders(package: str) -> Sequence[str]:
    """Where a package's files are; the file of a module that is no package."""
    module = sys.modules.get(package)
    found = list(getattr(module, "__path__", ()))
    return found or [file for file in [getattr(module, "__file__", None)] if file]


def _is_within(file: str, folders: Sequence[str]) -> bool:
    return any(file == folder or file.startswith(folder + os.sep) for folder in folders)
