"""What a depthwise convolution does with its arrays: the tables of its loops, and the detours of rarer cases.

The loops (:mod:`graphops_cpu.simd.depthwise.kernels`) know channels-last arrays and one filter for each channel.  With
a multiplier, x is repeated so that each of its channels stands beside each of its filters.  With the channels first,
arrays are transposed on the way in and out.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from math import inf, prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.conv_kernels import PreparedZeros
from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.runtime.large_results import empty
from graphops_cpu.simd.compile.arrays import Array, compute_dtype, flat, is_plain
from graphops_cpu.simd.compile.loops import PRODUCTS_OF_A_MOVE, Loops
from graphops_cpu.simd.compile.machine_calls import OperandArray
from graphops_cpu.simd.copies.transpose import Transposition
from graphops_cpu.simd.depthwise.tables import (
    IN_PAIRS,
    IN_THREES,
    Axis,
    forward_lines,
    forward_phases,
    gradient_lines,
    gradient_phases,
    in_pairs,
    output_runs,
    sum_runs,
    sum_spans,
)
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.kernels.call_list import MachineKernel
from graphops_registry.kernels.context import Context

_MODULE: Final = "graphops_cpu.simd.depthwise.kernels"
OUTPUTS: Final = Loops(_MODULE, "outputs", "depthwise convolution")
SUMS: Final = Loops(_MODULE, "filter_sums", "depthwise filter gradient")
FINISH: Final = Loops(_MODULE, "finish_sums", "end of a filter gradient")

_SLAB_BYTES: Final = 1 << 19
"""Of x and y that a slab of a filter gradient reads, so that it stays in the second-level cache while rows of taps pass
over it, one by one or three at a time."""


def prepare(problem: ConvProblem, spec: KernelSpec) -> Prepared:
    """The pass, made ready.

    Raises:
        Exception: Numba does not work here.
    """
    if problem.products == 0:
        return PreparedZeros(spec)
    made = {"forward": PreparedForward, "input_gradient": PreparedInputGradient}
    return made.get(problem.pass_, PreparedFilterGradient)(problem, spec)


class PreparedDepthwise(Prepared):
    """What the passes share. Subclasses compute channels-last arrays with one filter for each channel."""

    fresh = True

    def __init__(self, problem: ConvProblem, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        self._shape = spec.output_shapes[0] or ()
        self._dtype = np.dtype(problem.dtype.numpy_dtype)
        self._problem = problem
        self._multiplier = problem.multiplier or 1
        self._channels = problem.out_channels
        x_size = problem.batch * prod(problem.inputs) * problem.out_channels
        y_size = problem.batch * prod(problem.outputs) * problem.out_channels
        self._transposition: Transposition | None = None
        if problem.channels_first:
            self._transposition = Transposition(self._dtype, x_size)
            self.workspace_bytes += (x_size + y_size) * self._dtype.itemsize
        if self._multiplier > 1:
            self.workspace_bytes += 2 * x_size * compute_dtype(self._dtype).itemsize
        self._rows, self._columns = (
            Axis(*numbers)
            for numbers in zip(
                problem.inputs, problem.outputs, problem.kernel, problem.strides, problem.dilations, problem.before,
                strict=True,
            )
        )  # fmt: skip

    def run(self, ctx: Context, inputs: Sequence[Any], out: Sequence[Any] | None) -> Sequence[Any]:
        target = out[0] if out else None
        turned = self._problem.channels_first and self._problem.pass_ != "filter_gradient"
        if target is None and not turned:
            target = empty(self._shape, self._dtype)
        result = target if target is not None and is_plain(target) else empty(self._shape, self._dtype)
        with ExitStack() as borrows:
            if turned and self._transposition is not None:
                images, channels, *spatial = self._shape
                last = self._transposition.borrow((images, *spatial, channels), borrows)
                self.compute(inputs, last, borrows)
                self._transposition.channels_first(last, result)
            else:
                self.compute(inputs, result, borrows)
        if target is None or result is target:
            return (result,)
        target[...] = result
        return (target,)

    def compute(self, inputs: Sequence[Array], out: Array, borrows: ExitStack) -> None:
        """Write the result, channels last, into ``out``, which is contiguous; ``borrows`` ends with the run."""
        raise NotImplementedError

    def _last(self, array: Array, borrows: ExitStack) -> Array:
        """x, y or a gradient of one, [batch, rows, pixels, channels]."""
        return array if self._transposition is None else self._transposition.channels_last(array, borrows)

    def _repeated(self, x: Array, borrows: ExitStack) -> Array:
        """x, flat, each channel beside itself as often as there are filters for it."""
        x = self._last(x, borrows)
        return flat(x if self._multiplier == 1 else np.repeat(x, self._multiplier, axis=-1))


class _Outputs(PreparedDepthwise):
    """Forward pass and input gradient: outputs over an operand that both call x here."""

    def __init__(self, problem: ConvProblem, spec: KernelSpec, gradient: bool) -> None:
        super().__init__(problem, spec)
        if gradient:
            met, made = problem.outputs, problem.inputs
            self._lines = gradient_lines(self._rows)
            self._runs = output_runs(gradient_phases(self._columns), met[1])
        else:
            met, made = problem.inputs, problem.outputs
            self._lines = forward_lines(self._rows)
            self._runs = output_runs(forward_phases(self._columns), met[1])
        c = self._channels
        self._sizes = np.array(
            [
                made[0], met[0] * met[1] * c, met[1] * c, c, made[0] * made[1] * c, made[1] * c, c,
                problem.kernel[1] * c, c, c, met[1], len(self._runs),
            ],
            np.intp,
        )  # fmt: skip
        self._count = problem.batch * made[0]
        self._wide = gradient and self._multiplier > 1 and self._dtype != compute_dtype(self._dtype)
        self._code = OUTPUTS.compile(
            compute_dtype(self._dtype) if self._wide else self._dtype, problem.products / PRODUCTS_OF_A_MOVE
        )
        from graphops_cpu.simd.compile.vector import REGISTERS

        pairs = REGISTERS >= 32 and set(self._runs[:, 0].tolist()) <= set(IN_PAIRS.values())
        self._lines, self._runs = in_pairs(self._lines, pairs).reshape(-1), self._runs.reshape(-1)


class PreparedForward(_Outputs):
    """y = depthwise(x, w)."""

    def __init__(self, problem: ConvProblem, spec: KernelSpec) -> None:
        super().__init__(problem, spec, gradient=False)

    def compute(self, inputs: Sequence[Array], out: Array, borrows: ExitStack) -> None:
        self._code(
            self._count,
            self._repeated(inputs[0], borrows),
            flat(inputs[1]),
            flat(out),
            self._lines,
            self._runs,
            self._sizes,
        )

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        x, w = (*constants, None)[:2]
        if x is not None or w is None or self._transposition is not None or self._multiplier > 1:
            return None
        w = flat(np.ascontiguousarray(w))
        problem, itemsize = self._problem, self._dtype.itemsize
        given = OperandArray(0, problem.batch * prod(problem.inputs) * self._channels, itemsize)
        made = OperandArray(1, problem.batch * prod(problem.outputs) * self._channels, itemsize)
        gain = float(np.abs(w.reshape(-1, self._channels)).sum(axis=0).max()) if w.dtype == np.float32 else inf
        return self._code.in_list(
            self._count,
            [given, w, made, self._lines, self._runs, self._sizes],
            lambda bounds: bounds[0] * gain * 1.01,
        )


class PreparedInputGradient(_Outputs):
    """dx."""

    def __init__(self, problem: ConvProblem, spec: KernelSpec) -> None:
        super().__init__(problem, spec, gradient=True)

    def compute(self, inputs: Sequence[Array], out: Array, borrows: ExitStack) -> None:
        w, dy = inputs[1], self._last(inputs[2], borrows)
        if self._multiplier == 1:
            self._code(self._count, flat(dy), flat(w), flat(out), self._lines, self._runs, self._sizes)
            return
        # One gradient for each filter, added up in the compute dtype.
        if self._wide:
            w, dy = widen(w), widen(dy)
        parts = np.empty((*out.shape, self._multiplier), w.dtype)
        self._code(self._count, flat(dy), flat(w), flat(parts), self._lines, self._runs, self._sizes)
        with np.errstate(all="ignore"):
            out[...] = narrow(parts.sum(axis=-1), self._dtype)


class PreparedFilterGradient(PreparedDepthwise):
    """dw: sums for each thread, added up in the order of the threads."""

    def __init__(self, problem: ConvProblem, spec: KernelSpec) -> None:
        super().__init__(problem, spec)
        self._code = SUMS.compile(self._dtype, problem.products / PRODUCTS_OF_A_MOVE)
        self._finish = FINISH.compile(self._dtype, 0)
        from graphops_cpu.simd.compile.vector import BITS

        rows, columns = self._rows, self._columns
        self._sum_dtype = compute_dtype(self._dtype)
        lanes = BITS // (8 * self._sum_dtype.itemsize)
        self._vectors = -(-self._channels // lanes) * lanes
        self._spans = sum_spans(rows).reshape(-1)
        runs = sum_runs(columns)
        self._runs = runs.reshape(-1)
        row_bytes = self._channels * self._dtype.itemsize * (columns.input * rows.stride + columns.output)
        slab_rows = min(max(_SLAB_BYTES // row_bytes, 1), rows.output)
        slabs = -(-rows.output // slab_rows)
        self._count = problem.batch * slabs
        c = self._channels
        self._sizes = np.array(
            [
                rows.output, slab_rows, slabs,
                rows.input * columns.input * c, columns.input * c, c,
                rows.output * columns.output * c, columns.output * c, c,
                rows.stride, rows.kernel, columns.kernel, c, len(runs),
                rows.kernel == 3 and set(runs[:, 0].tolist()) <= set(IN_THREES.values()),
            ],
            np.intp,
        )  # fmt: skip

    def compute(self, inputs: Sequence[Array], out: Array, borrows: ExitStack) -> None:
        taps = self._problem.taps
        chunks = self._code.chunks(self._count)
        sums = np.zeros(chunks * taps * self._vectors, self._sum_dtype)
        x, dy = self._repeated(inputs[0], borrows), flat(self._last(inputs[2], borrows))
        self._code(self._count, x, dy, sums, self._spans, self._runs, self._sizes, chunks=chunks)
        self._finish(taps, sums, flat(out), np.array([chunks, taps, self._channels], np.intp))
