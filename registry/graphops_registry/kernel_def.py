"""Kernels: how an op is computed on a device, in two stages.

A kernel class is registered for an (op, device) pair.  ``K(attrs)`` is made once for a node.  ``prepare(spec)`` is
called once for each combination of real shapes; it returns an immutable :class:`Prepared` that any thread may run at
any time.  A simple kernel needs only ``compute(*inputs)``: :class:`ComputePrepared` wraps it.

Before ``prepare`` is called, the op's shape rule has checked the real shapes and the values of host inputs; a kernel
never checks them again.

Import these names from here.  They are defined in one module for each subject: the specification that a kernel is
prepared for (:mod:`~graphops_registry.kernels.spec`), the prepared kernel (:mod:`~graphops_registry.kernels.prepared`),
its context (:mod:`~graphops_registry.kernels.context`), and registration
(:mod:`~graphops_registry.kernels.definition`, :mod:`~graphops_registry.kernels.registered`).
"""

from __future__ import annotations

from graphops_registry.kernels.context import Context
from graphops_registry.kernels.definition import DEPENDS_ON_SHAPES, KernelDef
from graphops_registry.kernels.faults import broken
from graphops_registry.kernels.outputs import check_outputs
from graphops_registry.kernels.plain_kernel import PlainKernel
from graphops_registry.kernels.prepared import ComputePrepared, Prepared
from graphops_registry.kernels.registered import (
    USES,
    add_kernel,
    candidates,
    derive_plain_kernels,
    kernels_of,
    missing_kernel,
    offer_kernels,
    overlap,
    rank,
    register_kernel,
)
from graphops_registry.kernels.spec import DEFAULT_MODE, Array, KernelSpec, Mode, Shape

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
    "offer_kernels",
    "overlap",
    "rank",
    "register_kernel",
]
