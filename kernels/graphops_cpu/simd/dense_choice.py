"""Which loops compute a dense convolution."""

from __future__ import annotations

from graphops_cpu.conv_problem import ConvProblem
from graphops_cpu.simd import dense_first, dense_last
from graphops_cpu.simd.dense_few import FewChannelsGradient
from graphops_cpu.simd.dense_geometry import scatters
from graphops_cpu.simd.dense_prepared import PreparedZeros, lanes_of
from graphops_registry.kernel_def import KernelSpec, Prepared


def prepare(spec: KernelSpec, problem: ConvProblem) -> Prepared:
    """A pass of a convolution, made ready."""
    if not problem.products:
        return PreparedZeros(spec, problem)
    layout = dense_first if problem.channels_first else dense_last
    if problem.pass_ == "forward":
        return layout.Forward(spec, problem)
    if problem.pass_ == "filter_gradient":
        return layout.FilterGradient(spec, problem)
    if scatters(problem, lanes_of(problem.dtype.as_numpy_dtype.itemsize)):
        return FewChannelsGradient(spec, problem)
    return layout.InputGradient(spec, problem)
