"""The base of kernels that are written once for all devices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from graphops_registry.kernels.spec import Array


class PlainKernel:
    """Base of plain kernels: written once against ``xp`` (NumPy here) and subclassed per device.

    A plain kernel supports everything that its op's OpDef allows. Faster kernels are registrations of their own with
    a higher priority, never an ``if`` in a plain one. They may have, as static methods, ``unsupported(attrs, shapes)``
    and ``refuses(spec)`` - what they cannot compute - and ``priority_for(spec)`` - how good they are at what they can.

    Attributes:
        xp: the array module.
        host_data: inputs that the kernel reads as NumPy arrays, and needs only when it runs. Where it is derived for
            another device, they are ``host_inputs``; on the CPU they are inputs like any others.
    """

    xp: ClassVar[Any] = np
    host_data: ClassVar[tuple[str, ...]] = ()

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    def xp_of(self, array: Array) -> Any:
        """The array module for ``array``: NumPy for strings and handles, which never leave the host."""
        return np if array.dtype.kind == "O" else self.xp
