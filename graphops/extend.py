"""Everything that an author of ops and kernels needs; with ``graphops.testing`` the only module they import.

>>> from graphops.extend import register_op, register_kernel, PlainKernel
"""

from __future__ import annotations

from graphops_registry.attr import AttrDef
from graphops_registry.conv_geometry import ConvGeometry, Tap, Window, WindowAttrs, conv_geometry
from graphops_registry.cost import Cost
from graphops_registry.device_def import DeviceType, device_type, device_types, register_device
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import must
from graphops_registry.kernel_def import (
    DEPENDS_ON_SHAPES,
    Context,
    KernelDef,
    KernelSpec,
    PlainKernel,
    Prepared,
    derive_plain_kernels,
    kernels_of,
    register_kernel,
)
from graphops_registry.op_def import ArgDef, Op, OpDef, lookup_op, register_op, registered_ops
from graphops_registry.shape import TensorShape, broadcast_shapes
from graphops_registry.shape_context import ShapeContext

__all__ = [
    "DEPENDS_ON_SHAPES",
    "ArgDef",
    "AttrDef",
    "Context",
    "ConvGeometry",
    "Cost",
    "DType",
    "DeviceType",
    "KernelDef",
    "KernelSpec",
    "Op",
    "OpDef",
    "PlainKernel",
    "Prepared",
    "ShapeContext",
    "Tap",
    "TensorShape",
    "Window",
    "WindowAttrs",
    "as_dtype",
    "broadcast_shapes",
    "conv_geometry",
    "derive_plain_kernels",
    "device_type",
    "device_types",
    "kernels_of",
    "lookup_op",
    "must",
    "register_device",
    "register_kernel",
    "register_op",
    "registered_ops",
]
