"""Convolutions with a kernel of one point over arrays whose channels come first: matrix products, without reordering.

An image (C, P) of P positions, the filter (C, D) and the result (D, P) lie in memory as matrices, so that

* forward: ``y[n] = w^T x[n]``,
* input gradient: ``dx[n] = w dy[n]``,
* filter gradient: ``dw = sum over n of x[n] dy[n]^T``.

A convolution primitive reorders all of x and y, which for one point takes longer than the products.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.conv_kernels import register_convolution, worth_timing
from graphops_cpu.lib.conv_problem import UNFUSED, ConvProblem, conv_problem
from graphops_cpu.lib.precision import narrow
from graphops_cpu.onednn import matmul
from graphops_cpu.onednn.arrays import Array, delivered, result_for
from graphops_cpu.onednn.library import why_not_dtype
from graphops_cpu.onednn.matmul_desc import Product
from graphops_cpu.priorities import POINTWISE, POINTWISE_BEFORE_ONEDNN
from graphops_registry.dtypes import bfloat16, float32
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.kernels.context import Context

_MOST_BYTES: Final = 64 << 20  # of the filter gradients of all images
_MANY_POSITIONS: Final = 512
"""Positions of an image from which on a filter gradient is worth a product and a sum of its own for each image."""


def _is_pointwise(problem: ConvProblem) -> bool:
    return (
        problem.channels_first
        and problem.groups == 1
        and problem.multiplier is None
        and set(problem.kernel) == set(problem.strides) == {1}
        and not any(problem.before)
        and problem.inputs == problem.outputs
    )


def _product(problem: ConvProblem) -> Product:
    positions = prod(problem.inputs)
    channels, outputs = problem.in_channels, problem.out_channels
    stack, one = ((problem.batch,), (1,)) if problem.batch > 1 else ((), ())
    dtype = problem.dtype
    if problem.pass_ == "forward":
        return Product(dtype, dtype, one, stack, outputs, channels, positions, transpose_a=True, transpose_b=False)
    if problem.pass_ == "input_gradient":
        return Product(dtype, dtype, one, stack, channels, outputs, positions, transpose_a=False, transpose_b=False)
    parts = float32 if stack else dtype  # sums of images are not rounded before they are added up
    return Product(dtype, parts, stack, stack, channels, positions, outputs, transpose_a=False, transpose_b=True)


def _parts(problem: ConvProblem) -> tuple[int, ...]:
    """The shape of one filter gradient for each image."""
    return problem.batch, problem.in_channels, problem.out_channels


class PreparedPointwise(matmul.PreparedProduct):
    """One pass as a stack of products."""

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        super().__init__(spec, _product(problem))
        first, second = {
            "forward": (problem.w_index, problem.x_index),
            "input_gradient": (problem.w_index, problem.y_index),
            "filter_gradient": (problem.x_index, problem.y_index),
        }[problem.pass_]
        self._operands = first or 0, second or 0
        self._parts: tuple[int, ...] = ()
        if problem.pass_ == "filter_gradient" and problem.batch > 1:
            self._parts = _parts(problem)
            self.workspace_bytes += prod(self._parts) * 4

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        ctx.check_cancelled()
        first, second = self._operands
        operands = inputs[first], inputs[second]
        if not self._parts:
            result = result_for(self._shape, self._dtype, out, 0)
            self.multiply(ctx, operands, result)
            return (delivered(result, out, 0),)
        parts = np.empty(self._parts, np.float32)
        self.multiply(ctx, operands, parts)
        with np.errstate(all="ignore"):
            total = narrow(np.add.reduce(parts, axis=0), self._dtype).reshape(self._shape)
        return (delivered(total, out, 0),)


class OneDnnPointwise:
    """Any pass of a convolution with a kernel of one point, channels first."""

    worth_timing = staticmethod(worth_timing)

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Any) -> str | None:
        return why_not_dtype(attrs["T"])

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        problem = conv_problem(spec)
        if not _is_pointwise(problem):
            return "it is for kernels of one point that meet every position, channels first, in one group"
        if problem.pass_ == "filter_gradient" and 4 * prod(_parts(problem)) > _MOST_BYTES:
            return "one filter gradient for each image would take too much memory"
        return matmul.why_not(_product(problem))

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        problem = conv_problem(spec)
        if problem.pass_ == "filter_gradient" and problem.batch > 1 and prod(problem.inputs) < _MANY_POSITIONS:
            return POINTWISE
        return POINTWISE_BEFORE_ONEDNN

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedPointwise(spec, conv_problem(spec))


for _op, (_, _depthwise) in UNFUSED.items():
    if not _depthwise:
        register_convolution(OneDnnPointwise, _op, [float32, bfloat16], POINTWISE, uses=["cancel"])
