"""Every pass of a convolution by cuDNN, dense, grouped and depthwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Final, TypeAlias

import cupy

from graphops_cpu.lib.conv_problem import ConvProblem, conv_problem
from graphops_cuda.cudnn import handles, plans
from graphops_cuda.cudnn.conv_desc import ConvDesc, describe, filter_bytes
from graphops_cuda.cudnn.graph import Unsupported
from graphops_cuda.cudnn.handles import Handle
from graphops_cuda.cudnn.library import frontend, why_unavailable
from graphops_cuda.cudnn.plans import Plan
from graphops_cuda.cudnn.tuned import TUNED
from graphops_cuda.lib import transpose
from graphops_cuda.lib.arrays import aligned, delivered, result_for
from graphops_cuda.lib.zeros import PreparedZeros
from graphops_registry.errors import InternalError
from graphops_registry.kernel_def import Array, KernelSpec, Prepared, Shape
from graphops_registry.kernels.context import Context

ALIGNMENT: Final = 16
"""Bytes that addresses are multiples of: what cuDNN assumes of operands."""

Operands: TypeAlias = tuple[int, int, int, int]
"""Addresses of x, w, y and the bias."""

_LONGEST: Final = 200  # characters of cuDNN's message, which may contain a description of the whole graph
_RUNS: Final = 3  # of each plan, when they are compared


class CudnnConvolution:
    """Any pass of a convolution."""

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        return why_unavailable()

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        problem = conv_problem(spec)
        return why_not(problem, spec) if problem.products else None

    def prepare(self, spec: KernelSpec) -> Prepared:
        problem = conv_problem(spec)
        return PreparedConv(spec, problem) if problem.products else PreparedZeros(spec)


def why_not(problem: ConvProblem, spec: KernelSpec, *, bias: bool = False) -> str | None:
    """Why cuDNN does not compute a problem that has products, or ``None``."""
    desc = describe(problem, spec.mode, bias=bias)
    found = desc if isinstance(desc, str) else _plan(desc)
    return found if isinstance(found, str) else None


def _plan(desc: ConvDesc) -> Plan | str:
    """This thread's plan for the current device, or why there is none."""
    try:
        found = handles.current().plan(desc)
    except RuntimeError as error:  # no handle
        found = str(error)
    if not isinstance(found, str):
        return found
    said = "".join(found.splitlines()[:1])[:_LONGEST]
    return f"cuDNN has no plan for it within {desc.workspace:,} bytes of workspace" + (f": {said}" if said else "")


class PreparedConv(Prepared):
    """One pass of one convolution: a description; the plan is that of the thread that runs it.

    Args:
        bias: which input is added to each output position, if any.
    """

    fresh = True

    def __init__(self, spec: KernelSpec, problem: ConvProblem, *, bias: int | None = None) -> None:
        desc = describe(problem, spec.mode, bias=bias is not None)
        found = desc if isinstance(desc, str) else _plan(desc)
        if isinstance(desc, str) or isinstance(found, str):
            raise InternalError(f"a convolution must be one that cuDNN computes, but {found}")
        self.output_shapes = spec.output_shapes
        self._op = spec.op.name
        self._shape = spec.output_shapes[0] or ()
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._problem = problem
        self._desc = desc
        self._bias = bias
        self._autotune = spec.mode.autotune
        self._used: dict[
            int, Plan
        ] = {}  # by handle: a recording needs the plan that it was made with, as long as it lives
        self.workspace_bytes = found.workspace + filter_bytes(problem)

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        desc, problem = self._desc, self._problem
        result = result_for(self._shape, self._dtype, out, 0, ALIGNMENT)
        x = result if problem.x_index is None else aligned(inputs[problem.x_index], ALIGNMENT)
        y = result if problem.y_index is None else aligned(inputs[problem.y_index], ALIGNMENT)
        if problem.w_index is None:
            w = cupy.empty(result.size, self._dtype)
        else:
            w = aligned(to_cudnn(inputs[problem.w_index], desc), ALIGNMENT)
        bias = None if self._bias is None else aligned(inputs[self._bias], ALIGNMENT)
        self._execute((x.data.ptr, w.data.ptr, y.data.ptr, 0 if bias is None else bias.data.ptr))
        if problem.w_index is None:
            from_cudnn(w, desc, result)
        return (delivered(result, out, 0),)

    def _execute(self, operands: Operands) -> None:
        """Queue the convolution on the current stream."""
        cudnn = frontend()
        try:
            handle = handles.current()
            handle.use_stream(cupy.cuda.get_current_stream().ptr)
            plan = self._tuned(handle, operands) if self._autotune else handle.plan(self._desc)
            if isinstance(plan, str):  # another device than the one that it was prepared on
                raise Unsupported(plan)
            self._used[id(handle)] = plan
            _execute(plan, handle, operands)
        except cupy.cuda.runtime.CUDARuntimeError:
            raise  # of what was queued before, or of memory: the device explains it
        except (Unsupported, cudnn.cudnnGraphNotSupportedError, RuntimeError) as error:
            raise InternalError(f"op '{self._op}' must be computed by cuDNN, but it failed: {error}").concerns(
                op=self._op
            ) from error

    def _tuned(self, handle: Handle, operands: Operands) -> Plan | str:
        """The fastest plan: known, or found now on these operands."""
        desc = self._desc
        found = handle.tuned(desc)
        if found is not None:
            return found
        first = handle.plan(desc)
        if isinstance(first, str):
            return first
        graph = handle.graph(desc)
        name = TUNED.find(desc)
        plan = plans.named_plan(graph, name) if name is not None else None
        if plan is None:
            if cupy.cuda.get_current_stream().is_capturing():
                return first  # nothing can be timed
            fastest = plans.fastest_plan(graph, lambda plan: _seconds(plan, handle, operands))
            if fastest is None:
                return first
            plan, name = fastest
            TUNED.add(desc, name)
        handle.keep_tuned(desc, plan)
        return plan


def _execute(plan: Plan, handle: Handle, operands: Operands) -> None:
    # From the current stream's pool: freed at once, it is used again only after what is queued here.
    workspace = cupy.empty(max(1, plan.workspace), cupy.uint8)
    plan.execute(operands, workspace.data.ptr, handle.handle)


def _seconds(plan: Plan, handle: Handle, operands: Operands) -> float | None:
    """How long a plan takes, the fastest of a few runs; ``None`` if it fails, or there is no memory for it."""
    cudnn = frontend()
    stream = cupy.cuda.get_current_stream()
    best = float("inf")
    try:
        _execute(plan, handle, operands)  # loads its code
        for _ in range(_RUNS):
            start, stop = cupy.cuda.Event(), cupy.cuda.Event()
            start.record(stream)
            _execute(plan, handle, operands)
            stop.record(stream)
            stop.synchronize()
            best = min(best, cupy.cuda.get_elapsed_time(start, stop) / 1000)
    except (cudnn.cudnnGraphNotSupportedError, RuntimeError, cupy.cuda.memory.OutOfMemoryError):
        return None
    return best


def to_cudnn(w: Array, desc: ConvDesc) -> Array:
    """A filter (taps..., C / groups, K), or (taps..., C, multiplier), in the order that cuDNN reads."""
    outputs, channels, *kernel = desc.w
    w = cupy.ascontiguousarray(w)
    if desc.channels_first:
        return transpose.middle_kept(w, prod(kernel), channels, outputs)
    return transpose.swapped(w, 1, prod(kernel) * channels, outputs)


def from_cudnn(w: Array, desc: ConvDesc, result: Array) -> None:
    """Write a filter's gradient in cuDNN's order into an array in TensorFlow's."""
    outputs, channels, *kernel = desc.w
    if desc.channels_first:
        transpose.middle_kept(w, outputs, channels, prod(kernel), result)
    else:
        transpose.swapped(w, 1, outputs, prod(kernel) * channels, result)
