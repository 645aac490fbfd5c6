"""The base of the registered layer kernels: they need Numba, and for little work the plain kernel runs instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Final

from graphops_cpu.priorities import SIMD_LAYER, SIMD_LAYER_AFTER_PLAIN
from graphops_cpu.simd.compile.loops import starts_slowly, why_unusable
from graphops_registry.kernel_def import KernelSpec, Prepared, Shape, register_kernel

FLOATS: Final = ("half", "bfloat16", "float", "double")


class LayerKernel:
    """Base: subclasses have :meth:`prepare`, and :meth:`is_worth_it` for the problems that they are faster for."""

    priority: ClassVar[int] = SIMD_LAYER
    after_plain: ClassVar[int] = SIMD_LAYER_AFTER_PLAIN
    plain_seconds: ClassVar[float] = 2e-8  # that the plain kernel takes for one of :meth:`elements`

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        return why_unusable()

    @classmethod
    def priority_for(cls, spec: KernelSpec) -> int:
        return cls.priority if cls.is_worth_it(spec) else cls.after_plain

    @classmethod
    def starts_slowly(cls, spec: KernelSpec) -> bool:
        return starts_slowly(cls.elements(spec) * cls.plain_seconds)

    @staticmethod
    def elements(spec: KernelSpec) -> int:
        """How many elements the plain kernel reads and writes."""
        known = [shape for shape in spec.output_shapes if shape is not None]
        return sum(map(prod, [*spec.shapes, *known]))

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        """Whether the problem is large enough for this kernel to be faster than the plain one."""
        raise NotImplementedError

    def prepare(self, spec: KernelSpec) -> Prepared:
        raise NotImplementedError


def register_layer(
    base: type[LayerKernel],
    op: str,
    *,
    types: Iterable[str] | None = FLOATS,
    host_inputs: Sequence[str] = (),
    uses: Sequence[str] = (),
    **attributes: Any,
) -> None:
    """Register a new class for ``op``, derived from ``base`` and named like the op, as traces show the name.

    Args:
        types: of the attr T; ``None`` for all that the op takes.
        attributes: of the class.
    """
    kernel = type(op, (base,), {**attributes, "__module__": base.__module__, "__doc__": f"{op}."})
    constraints = None if types is None else {"T": types}
    register = register_kernel(
        op, "CPU", types=constraints, priority=base.priority, host_inputs=host_inputs, uses=uses
    )  # fmt: skip
    register(kernel)
