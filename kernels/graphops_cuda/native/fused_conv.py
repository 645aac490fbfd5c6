"""A fused convolution on a GPU: a fast convolution, then the rest; rounded once, as the plain kernel does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any, ClassVar, Final

import cupy

from graphops_cpu.lib.conv_problem import ConvProblem, conv_problem
from graphops_cpu.lib.precision import compute_dtype
from graphops_cpu.plain import fused
from graphops_cuda.blas import gemm_conv
from graphops_cuda.cudnn import conv as cudnn_conv
from graphops_cuda.cudnn.library import why_unavailable
from graphops_cuda.lib.arrays import delivered
from graphops_cuda.lib.zeros import PreparedZeros
from graphops_cuda.native.nn_activation import PreparedActivation
from graphops_cuda.priorities import NATIVE
from graphops_registry.dtypes import as_dtype, float16, float32, float64
from graphops_registry.kernel_def import Array, KernelSpec, Prepared, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.ops.fused import spatial_first

_TYPES: Final = (float16, float32, float64)  # TensorFlow fuses no bfloat16
_BIAS: Final = 2  # the input that is added first
# Activations that give the same result before and after rounding, with their numbers in cuda/activation.cu.
_AFTERWARDS: Final[dict[str, int | None]] = {"": None, "Relu": 0, "Relu6": 1}


def _convolution(spec: KernelSpec) -> KernelSpec:
    """``spec`` with the filter's shape in the order of Conv2D's, and a result in the dtype of sums."""
    order = spatial_first(spec.attrs.get("filter_format", "HWIO"))
    shapes = (spec.shapes[0], tuple(spec.shapes[1][axis] for axis in order), *spec.shapes[2:])
    return replace(spec, shapes=shapes, output_dtypes=(as_dtype(compute_dtype(spec.output_dtypes[0])),))


def _problem(spec: KernelSpec) -> ConvProblem:
    """The convolution of a spec whose filter is in that order; its dtype is that of the operands."""
    return replace(conv_problem(spec), dtype=spec.dtypes[0])


def _by_cudnn(problem: ConvProblem, spec: KernelSpec, *, bias: bool = False) -> bool:
    """Whether cuDNN computes it, with a result of the operands' dtype."""
    return why_unavailable() is None and cudnn_conv.why_not(problem, spec, bias=bias) is None


def _with_bias_by_cudnn(spec: KernelSpec) -> ConvProblem | None:
    """The problem, if half is rounded by cuDNN after a bias was added, and nothing but ``_AFTERWARDS`` follows."""
    names = tuple(spec.attrs["fused_ops"])
    if spec.dtypes[0].size != 2 or names[0] != "BiasAdd" or len(names) > 2 or spec.dtypes[_BIAS] is not spec.dtypes[0]:
        return None
    if "".join(names[1:]) not in _AFTERWARDS:
        return None
    problem = _problem(_convolution(spec))
    return problem if problem.products and _by_cudnn(problem, spec, bias=True) else None


class PreparedBiasConv(Prepared):
    """A convolution and a bias by cuDNN, and an activation."""

    fresh = True

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        self.output_shapes = spec.output_shapes
        self._order = spatial_first(spec.attrs.get("filter_format", "HWIO"))
        self._conv = cudnn_conv.PreparedConv(spec, problem, bias=_BIAS)
        number = _AFTERWARDS["".join(tuple(spec.attrs["fused_ops"])[1:])]
        self._activation = None if number is None else PreparedActivation(spec, "forward", number)
        self.workspace_bytes = self._conv.workspace_bytes
        if self._activation is not None:
            self.workspace_bytes += problem.batch * problem.out_channels * problem.dtype.size * prod(problem.outputs)

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        x, w, bias = inputs[:3]
        operands = (x, w.transpose(self._order), bias)
        if self._activation is None:
            return self._conv.run(ctx, operands, out)
        (result,) = self._activation.run(ctx, self._conv.run(ctx, operands, None), None)
        return (delivered(result, out, 0),)


@register_kernel("_FusedConv2D", "GPU", types={"T": _TYPES, "TArgs": _TYPES}, priority=NATIVE)
class FusedConv2D(fused.FusedConv2D):
    """By cuDNN where its results are rounded where they should be, else by products of cuBLAS with wide results."""

    xp: ClassVar[Any] = cupy

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        inner = _convolution(spec)
        problem = _problem(inner)
        if not problem.products or (_is_wide(problem, inner) and _by_cudnn(problem, inner)):
            return None
        if _with_bias_by_cudnn(spec) is not None:
            return None
        return gemm_conv.why_not(problem, inner)

    def prepare(self, spec: KernelSpec) -> Prepared:
        problem = _with_bias_by_cudnn(spec)
        return super().prepare(spec) if problem is None else PreparedBiasConv(spec, problem)

    def prepare_conv(self, spec: KernelSpec) -> Prepared:
        problem = _problem(spec)
        if not problem.products:
            return PreparedZeros(spec)
        if _is_wide(problem, spec) and _by_cudnn(problem, spec):
            return cudnn_conv.PreparedConv(spec, problem)
        return gemm_conv.PreparedGemmConv(spec, problem)


def _is_wide(problem: ConvProblem, spec: KernelSpec) -> bool:
    """Whether operands have the dtype of sums."""
    return spec.output_dtypes[0] is problem.dtype
