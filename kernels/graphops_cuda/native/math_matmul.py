"""Products of matrices by cuBLAS: half and bfloat16 as they are, on tensor cores, with sums in float32."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from graphops_cuda.blas.products import StackedProduct
from graphops_cuda.lib.elementwise import HALVES
from graphops_cuda.lib.vectors import FLOATS
from graphops_cuda.priorities import NATIVE
from graphops_registry.dtypes import as_dtype
from graphops_registry.kernel_def import KernelSpec, Prepared, Shape, register_kernel

Array = Any


class PreparedProduct(Prepared):
    """A product of two operands."""

    fresh = True

    def __init__(self, spec: KernelSpec, product: StackedProduct) -> None:
        self.output_shapes = spec.output_shapes
        self._product = product
        self._dtype = spec.output_dtypes[0].numpy_dtype

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        return (self._product(inputs[0], inputs[1], self._dtype),)


class _Product:
    """Base of the registered kernels.

    Attributes:
        turns: the attrs that say that an operand is transposed; of real numbers an adjoint is no more than that.
    """

    turns: ClassVar[tuple[str, str]] = ("adj_x", "adj_y")

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @classmethod
    def product(cls, spec: KernelSpec) -> StackedProduct:
        turn_a, turn_b = (bool(spec.attrs[name]) for name in cls.turns)
        tf32 = spec.mode.tf32 and spec.dtypes[0] == as_dtype("float")
        return StackedProduct(spec.shapes[0], spec.shapes[1], turn_a, turn_b, tf32)

    @classmethod
    def refuses(cls, spec: KernelSpec) -> str | None:
        return cls.product(spec).why_not(spec.dtypes[0].name)

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedProduct(spec, self.product(spec))


@register_kernel("MatMul", "GPU", types={"T": FLOATS}, priority=NATIVE)
class MatMul(_Product):
    turns = ("transpose_a", "transpose_b")


@register_kernel("BatchMatMul", "GPU", types={"T": FLOATS}, priority=NATIVE)
class BatchMatMul(_Product):
    pass


@register_kernel("BatchMatMulV2", "GPU", types={"T": FLOATS}, priority=NATIVE)
class BatchMatMulV2(_Product):
    pass


@register_kernel("BatchMatMulV3", "GPU", types={"Ta": FLOATS, "Tb": FLOATS, "Tout": FLOATS}, priority=NATIVE)
class BatchMatMulV3(_Product):
    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        """Operands that cuBLAS would need converted."""
        a, b, result = attrs["Ta"], attrs["Tb"], attrs["Tout"]
        if a == b and (result == a or (a in HALVES and result == as_dtype("float"))):
            return None
        return f"there is no product of {a} and {b} in {result}"
