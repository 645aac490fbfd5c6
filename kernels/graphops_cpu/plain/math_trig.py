"""Plain kernels of trigonometric and hyperbolic functions."""

from __future__ import annotations

from typing import ClassVar

from graphops_cpu.lib.elementwise import Elementwise
from graphops_registry.kernel_def import Array, register_kernel


class _Function(Elementwise):
    """One function of the array module, by its name there."""

    function: ClassVar[str]

    def apply(self, *operands: Array) -> Array:
        return getattr(self.xp, self.function)(*operands)


@register_kernel("Sin", "CPU")
class Sin(_Function):
    function = "sin"


@register_kernel("Cos", "CPU")
class Cos(_Function):
    function = "cos"


@register_kernel("Tan", "CPU")
class Tan(_Function):
    function = "tan"


@register_kernel("Asin", "CPU")
class Asin(_Function):
    function = "arcsin"


@register_kernel("Acos", "CPU")
class Acos(_Function):
    function = "arccos"


@register_kernel("Atan", "CPU")
class Atan(_Function):
    function = "arctan"


@register_kernel("Atan2", "CPU")
class Atan2(_Function):
    function = "arctan2"


@register_kernel("Sinh", "CPU")
class Sinh(_Function):
    function = "sinh"


@register_kernel("Cosh", "CPU")
class Cosh(_Function):
    function = "cosh"


@register_kernel("Asinh", "CPU")
class Asinh(_Function):
    function = "arcsinh"


@register_kernel("Acosh", "CPU")
class Acosh(_Function):
    function = "arccosh"


@register_kernel("Atanh", "CPU")
class Atanh(_Function):
    function = "arctanh"
