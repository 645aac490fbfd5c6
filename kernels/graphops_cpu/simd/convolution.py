"""The base of the registered convolution kernels: they need Numba, and another kernel is used if Numba fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphops_cpu.lib.best_kernel import best_kernel
from graphops_cpu.lib.conv_problem import ConvProblem, conv_problem, why_extreme
from graphops_cpu.simd.compile.loops import give_up, starts_slowly, why_unusable
from graphops_registry.kernel_def import KernelSpec, Prepared, Shape

PLAIN_SECONDS: Final = 1e-9  # of a product by the plain kernels


class SimdConvolution:
    """Base: subclasses say what they :meth:`make`, and how good it is (``priority_for``)."""

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        return why_unusable()

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return why_extreme(conv_problem(spec))

    @staticmethod
    def starts_slowly(spec: KernelSpec) -> bool:
        return starts_slowly(conv_problem(spec).products * PLAIN_SECONDS)

    def prepare(self, spec: KernelSpec) -> Prepared:
        try:
            return self.make(spec, conv_problem(spec))
        except Exception as error:
            if isinstance(error, ImportError):
                give_up(error)  # the modules of loops import Numba
            if why_unusable() is None:
                raise
            # Numba is installed but does not work; from now on these kernels refuse everything.
            other = best_kernel(spec, but=SimdConvolution)
            return other.prepare(other.make(self.attrs), spec)

    def make(self, spec: KernelSpec, problem: ConvProblem) -> Prepared:
        """The kernel made ready; Numba is imported for it."""
        raise NotImplementedError
