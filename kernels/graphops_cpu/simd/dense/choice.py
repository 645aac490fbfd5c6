"""Which loops compute a dense convolution."""

from __future__ import annotations

from graphops_cpu.lib.conv_kernels import PreparedZeros
from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cpu.simd.dense import channels_first, channels_last
from graphops_cpu.simd.dense.few_channels import FewChannelsGradient
from graphops_cpu.simd.dense.geometry import scatters
from graphops_cpu.simd.dense.prepared import lanes_of
from graphops_registry.kernel_def import KernelSpec, Prepared


def prepare(spec: KernelSpec, problem: ConvProblem) -> Prepared:
    """A pass of a convolution, made ready."""
    if not problem.products:
        return PreparedZeros(spec)
    first = problem.channels_first
    if problem.pass_ == "forward":
        return channels_first.Forward(spec, problem) if first else channels_last.Forward(spec, problem)
    if problem.pass_ == "filter_gradient":
        return channels_first.FilterGradient(spec, problem) if first else channels_last.FilterGradient(spec, problem)
    if scatters(problem, lanes_of(problem.dtype.numpy_dtype.itemsize)):
        return FewChannelsGradient(spec, problem)
    return channels_first.InputGradient(spec, problem) if first else channels_last.InputGradient(spec, problem)
