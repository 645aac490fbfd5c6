"""Convolutions with a kernel of one point: matrix products, without reordering.

Where channels come first, an image (C, P) of P positions, the filter (C, D) and the result (D, P) lie in memory as
matrices, so that

* forward: ``y[n] = w^T x[n]``,
* input gradient: ``dx[n] = w dy[n]``,
* filter gradient: ``dw = sum over n of x[n] dy[n]^T``.

A convolution primitive reorders all of x and y, which for one point takes longer than the products.

Where they come last, all N images are one matrix (N P, C), and the result is (N P, D):

* forward: ``y = x w``,
* input gradient: ``dx = dy w^T``,
* filter gradient: ``dw = x^T dy``.

A convolution primitive reorders the filter, and adds up a filter gradient in parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.conv_kernels import register_convolution, worth_timing
from graphops_cpu.lib.conv_problem import UNFUSED, ConvProblem, conv_problem
from graphops_cpu.lib.precision import narrow
from graphops_cpu.onednn import matmul
from graphops_cpu.onednn.arrays import Array, delivered, dense, result_for
from graphops_cpu.onednn.library import why_not_dtype
from graphops_cpu.onednn.machine_kernels import ProductCalls
from graphops_cpu.onednn.matmul_desc import Product
from graphops_cpu.priorities import POINTWISE, POINTWISE_BEFORE_ONEDNN
from graphops_registry.dtypes import bfloat16, float32
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.kernels.call_list import JoinedKernel, MachineKernel
from graphops_registry.kernels.context import Context

_MOST_BYTES: Final = 64 << 20  # of the filter gradients of all images
_MANY_POSITIONS: Final = 512
"""Positions of an image from which on a filter gradient is worth a product and a sum of its own for each image."""


def _is_pointwise(problem: ConvProblem) -> bool:
    return (
        (problem.channels_first or problem.dtype is float32)
        and problem.groups == 1
        and problem.multiplier is None
        and set(problem.kernel) == set(problem.strides) == {1}
        and not any(problem.before)
        and problem.inputs == problem.outputs
    )


def _product(problem: ConvProblem) -> Product:
    positions = prod(problem.inputs)
    channels, outputs = problem.in_channels, problem.out_channels
    dtype = problem.dtype
    if not problem.channels_first:
        rows = problem.batch * positions
        sizes = {
            "forward": (rows, channels, outputs),
            "input_gradient": (rows, outputs, channels),
            "filter_gradient": (channels, rows, outputs),
        }[problem.pass_]
        turned = problem.pass_ == "filter_gradient", problem.pass_ == "input_gradient"
        return Product(dtype, dtype, (), (), *sizes, *turned)
    stack, one = ((problem.batch,), (1,)) if problem.batch > 1 else ((), ())
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
        if not problem.channels_first and problem.pass_ != "filter_gradient":
            first, second = second, first
        self._operands = first or 0, second or 0
        self._parts: tuple[int, ...] = ()
        if problem.channels_first and problem.pass_ == "filter_gradient" and problem.batch > 1:
            self._parts = _parts(problem)
            self.workspace_bytes += prod(self._parts) * 4

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        if self._operands == (0, 1) and len(constants) == 2:
            return super().machine_kernel(constants)
        # The inputs in another order than a product's, or with sizes among them.
        if self._parts or self._dtype != np.float32 or not self._serial:
            return None
        numbers = count()
        operands = [next(numbers) if each is None else dense(each) for each in constants]
        first, second = self._operands
        product = ProductCalls(partial(self._program, 1), (None, None))
        return JoinedKernel([(product, [operands[first], operands[second], next(numbers)])], product.saves)

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
    """Any pass of a convolution with a kernel of one point."""

    worth_timing = staticmethod(worth_timing)

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Any) -> str | None:
        return why_not_dtype(attrs["T"], at_run=shapes is not None)

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        problem = conv_problem(spec)
        if not problem.products:
            return "there is nothing to multiply"
        if not _is_pointwise(problem):
            rule = "it is for kernels of one point that meet every position, in one group"
            return rule if problem.channels_first else f"{rule}, and in float32 if channels come last"
        if problem.channels_first and problem.pass_ == "filter_gradient" and 4 * prod(_parts(problem)) > _MOST_BYTES:
            return "one filter gradient for each image would take too much memory"
        return matmul.why_not(_product(problem))

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        problem = conv_problem(spec)
        if not problem.channels_first:
            return POINTWISE if problem.pass_ == "forward" else POINTWISE_BEFORE_ONEDNN
        if problem.pass_ == "filter_gradient" and problem.batch > 1 and prod(problem.inputs) < _MANY_POSITIONS:
            return POINTWISE
        return POINTWISE_BEFORE_ONEDNN

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedPointwise(spec, conv_problem(spec))


for _op, (_, _depthwise) in UNFUSED.items():
    if not _depthwise:
        register_convolution(OneDnnPointwise, _op, [float32, bfloat16], POINTWISE, uses=["cancel"])
