"""Convolutions and their gradients, dense, grouped and depthwise, in float32 and bfloat16."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from graphops_cpu.lib.best_kernel import plain_kernel
from graphops_cpu.lib.conv_kernels import PreparedZeros, register_convolution, worth_timing
from graphops_cpu.lib.conv_problem import UNFUSED, ConvProblem, conv_problem, why_extreme
from graphops_cpu.lib.finite import has_nan, is_finite
from graphops_cpu.onednn.arrays import Array, delivered, dense, result_for
from graphops_cpu.onednn.by_constants import ByConstants, run_program
from graphops_cpu.onednn.constants import LARGEST
from graphops_cpu.onednn.conv_desc import conv_descs, sizes
from graphops_cpu.onednn.conv_limits import guard, why_wrong
from graphops_cpu.onednn.conv_priority import priority
from graphops_cpu.onednn.conv_programs import ConvPrograms, descs_now
from graphops_cpu.onednn.library import why_not_dtype
from graphops_cpu.onednn.machine_kernels import LinearBound
from graphops_cpu.onednn.weights_cache import is_constant
from graphops_cpu.priorities import ONEDNN, ONEDNN_REFERENCE
from graphops_cpu.runtime.addresses import address_of
from graphops_registry.dtypes import bfloat16, float32
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.kernels.call_list import MachineKernel
from graphops_registry.kernels.context import Context


def why_not_problem(problem: ConvProblem) -> str | None:
    """Why oneDNN does not compute a problem, or ``None``."""
    if not problem.products:
        return None
    if (reason := why_extreme(problem)) is not None:
        return reason
    if max(sizes(problem)) > LARGEST:
        return f"oneDNN counts elements with 32 bits, and an operand has {max(sizes(problem)):,}"
    reason = why_wrong(problem)
    if reason is not None:
        return reason
    found = descs_now(conv_descs, problem, problem.products)
    return found if isinstance(found, str) else None


class PreparedConv(Prepared):
    """One pass of one convolution, as a program for each number of threads that was in use."""

    fresh = True

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        self.output_shapes = spec.output_shapes
        self._problem = problem
        self._shape = spec.output_shapes[0] or ()
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._spec = spec
        self._plain: Prepared | None = None
        self._programs = ConvPrograms(conv_descs, problem, problem.products)
        program = self._programs.now()
        self.workspace_bytes = program.scratch_bytes
        indices = (problem.x_index, problem.w_index, problem.y_index)
        self._result = indices.index(None)
        self._indices = tuple(0 if index is None else index for index in indices)
        watched = guard(problem, program.implementation)
        self._watched = {"": -1, "x": 0, "y": 2, "result": self._result}[watched]

    def direct_for(self, constants: Sequence[Array | None]) -> ByConstants | None:
        x, w = (*constants, None)[:2]
        if self._problem.pass_ != "forward" or self._dtype != np.float32 or self._watched >= 0:
            return None
        if x is not None or w is None or not is_constant(w):
            return None
        w = dense(w)
        bound = partial(LinearBound, w, range(w.ndim - (2 if self._problem.multiplier is not None else 1)), ())
        return ByConstants(self._programs.now, self._spec.shapes[0], self._shape, w, (), False, bound)

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        found = self.direct_for(constants)
        return None if found is None else found.machine_kernel()

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        ctx.check_cancelled()
        program = self._programs.now()
        result = result_for(self._shape, self._dtype, out, 0)
        if not self._programs.complete:
            result[...] = 0
        first, second, third = self._indices
        arrays = [dense(inputs[first]), dense(inputs[second]), dense(inputs[third])]
        arrays[self._result] = result
        x, w, y = arrays
        addresses = (address_of(x), address_of(w), address_of(y))
        run_program(program, w, addresses, ctx)
        if self._watched >= 0 and self._is_suspect(arrays):
            return self._by_plain(ctx, inputs, out)
        return (delivered(result, out, 0),)

    def _is_suspect(self, arrays: Sequence[Array]) -> bool:
        """Whether a NaN may have come into the result that does not belong there."""
        watched = arrays[self._watched]
        return has_nan(watched) if self._watched == self._result else not is_finite(watched)

    def _by_plain(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        """What the plain kernel says."""
        if self._plain is None:
            self._plain = plain_kernel(self._spec)
        results: Sequence[Any] = self._plain.run(ctx, inputs, out)
        return results


class OneDnnConvolution:
    """Any pass of a convolution."""

    worth_timing = staticmethod(worth_timing)

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Any) -> str | None:
        return why_not_dtype(attrs["T"], at_run=shapes is not None)

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return why_not_problem(conv_problem(spec))

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        problem = conv_problem(spec)
        found = descs_now(conv_descs, problem, problem.products) if problem.products else ""
        is_slow = not isinstance(found, str) and found.is_reference
        return ONEDNN_REFERENCE if is_slow else priority(problem)

    def prepare(self, spec: KernelSpec) -> Prepared:
        problem = conv_problem(spec)
        return PreparedConv(spec, problem) if problem.products else PreparedZeros(spec)


for _op in UNFUSED:
    register_convolution(OneDnnConvolution, _op, [float32, bfloat16], ONEDNN, uses=["cancel"])
