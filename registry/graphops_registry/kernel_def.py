"""Kernels: how an op is computed on a device, in two stages.

A kernel class is registered for an (op, device) pair.  ``K(attrs)`` is made once for a node; ``prepare(spec)`` once for
each combination of real shapes, and answers an immutable :class:`Prepared` that any thread may run at any time.  A
class with only ``compute(*inputs)`` is enough for a simple kernel: :class:`ComputePrepared` wraps it.

Before ``prepare`` is called, the op's shape rule has checked the real shapes and the values of host inputs; a kernel
never checks them again.

This is the door to what there is to say of kernels; each subject has a module of its own: what is asked
(:mod:`~graphops_registry.kernel_spec`), what runs (:mod:`~graphops_registry.prepared`) and what it may ask
(:mod:`~graphops_registry.kernel_context`), what is registered (:mod:`~graphops_registry.kernel_definition`,
:mod:`~graphops_registry.kernel_registry`).
"""

from __future__ import annotations

from graphops_registry.kernel_context import Context
from graphops_registry.kernel_definition import DEPENDS_ON_SHAPES, KernelDef
from graphops_registry.kernel_faults import broken
from graphops_registry.kernel_outputs import check_outputs
from graphops_registry.kernel_registry import (
    USES,
    add_kernel,
    candidates,
    derive_plain_kernels,
    kernels_of,
    missing_kernel,
    overlap,
    rank,
    register_kernel,
)
from graphops_registry.kernel_spec import DEFAULT_MODE, Array, KernelSpec, Mode, Shape
from graphops_registry.plain_kernel import PlainKernel
from graphops_registry.prepared import ComputePrepared, Prepared

__all__ = [
    "DEFAULT_MODE",
    "DEPENDS_ON_SHAPES",
    "USES",
    "Array",
    "ComputePrepared",
    "Context",
    "KernelDef",
    "KernelSpec",
    "Mode",
    "PlainKernel",
    "Prepared",
    "Shape",
    "add_kernel",
    "broken",
    "candidates",
    "check_outputs",
    "derive_plain_kernels",
    "kernels_of",
    "missing_kernel",
    "overlap",
    "rank",
    "register_kernel",
]
