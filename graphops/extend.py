"""Everything that an author of ops and kernels needs; with ``graphops.testing`` the only module they import.

>>> from graphops.extend import register_op, register_kernel, PlainKernel

These two modules have a version of their own, :data:`API_VERSION`.  docs/how-to/check_an_op.md says what may change
with it.  A package says which version it was written for::

    requires(1, 0)
"""

from __future__ import annotations

from typing import Final

from graphops.plugins.packages import load_kernels
from graphops.session.package_functions import vendor_functions
from graphops_registry import device_def, errors
from graphops_registry.attr import AttrDef
from graphops_registry.cost import Cost
from graphops_registry.device_def import DeviceType, device_type, register_device
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import must
from graphops_registry.kernel_def import (
    DEPENDS_ON_SHAPES,
    KernelDef,
    KernelSpec,
    Mode,
    PlainKernel,
    Prepared,
    derive_plain_kernels,
    kernels_of,
    register_kernel,
)
from graphops_registry.kernels.call_list import BoundKernel, Call, MachineKernel, Operand
from graphops_registry.kernels.context import Context
from graphops_registry.op_def import ArgDef, Op, OpDef, lookup_op, register_op, registered_ops
from graphops_registry.regions import Padding, Part, Region, RegionContext
from graphops_registry.rules.conv_geometry import ConvGeometry, Tap, Window, WindowAttrs, conv_geometry
from graphops_registry.shape import TensorShape, broadcast_shapes
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, TraitOf, linear_in, passes_through

__all__ = [
    "API_VERSION",
    "DEPENDS_ON_SHAPES",
    "ArgDef",
    "AttrDef",
    "BoundKernel",
    "Call",
    "Context",
    "ConvGeometry",
    "Cost",
    "DType",
    "DeviceType",
    "KernelDef",
    "KernelSpec",
    "MachineKernel",
    "Mode",
    "Op",
    "OpDef",
    "Operand",
    "Padding",
    "Part",
    "PlainKernel",
    "Prepared",
    "Region",
    "RegionContext",
    "ShapeContext",
    "Tap",
    "TensorShape",
    "Trait",
    "TraitOf",
    "Window",
    "WindowAttrs",
    "as_dtype",
    "broadcast_shapes",
    "conv_geometry",
    "derive_plain_kernels",
    "device_type",
    "device_types",
    "errors",
    "kernels_of",
    "linear_in",
    "lookup_op",
    "must",
    "passes_through",
    "register_device",
    "register_kernel",
    "register_op",
    "registered_ops",
    "requires",
    "vendor_functions",
]

API_VERSION: Final = (1, 8)
"""Major and minor version of ``graphops.extend`` and ``graphops.testing``. A minor one adds; a major one may break."""


def device_types() -> list[DeviceType]:
    """Every device type that kernels can be registered for, by rank; kernel packages are loaded for that.

    A type without devices, ``count`` 0, is among them.
    """
    load_kernels()
    return device_def.device_types()


def requires(major: int, minor: int = 0) -> None:
    """Say for which :data:`API_VERSION` a package was written; the first line after its imports is a good place.

    Raises:
        UnavailableError: this graphops has another major version, or a smaller minor one.
    """
    if API_VERSION[0] != major or API_VERSION[1] < minor:
        here = ".".join(map(str, API_VERSION))
        rule = f"have version {major}.{minor} or a later one of {major}"
        raise errors.UnavailableError(f"the extension interface of graphops must {rule}, got {here}")
