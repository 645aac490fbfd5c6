"""Dense and grouped convolutions as matrix products, with CuPy and cuBLAS alone.

Images are seen as (positions, channels), columns as (groups, positions, taps * channels / groups), a filter as
(taps * channels / groups, outputs) with the outputs of a group side by side.  Then

    forward            y_g  = columns_g(x) w_g
    filter gradient    dw_g = columns_g(x)' dy_g
    input gradient     dx_g = fold(dy_g w_g')

with one batched product for all groups.  Sums are kept in float32 (float64) until they are complete, and added in an
order that never varies.

Padding is zeros in the columns, as in TensorFlow.  An infinite or NaN weight times such a zero gives NaN; so does an
infinite or NaN incoming gradient in the filter gradient.  To detect that, the host would have to wait for the GPU.
Input gradients have no such products.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import cupy
import numpy as np

from graphops_cpu.lib.conv_problem import ConvProblem, conv_problem, why_extreme
from graphops_cuda.blas import im2col
from graphops_cuda.blas.cublas import Matrices, product, why_not_dtype
from graphops_cuda.blas.gemm_conv_chunks import Chunks, chunks, copied_bytes, is_direct, needs_no_columns
from graphops_cuda.lib import transpose
from graphops_cuda.lib.arrays import aligned, delivered, result_for
from graphops_cuda.lib.zeros import PreparedZeros
from graphops_registry.errors import InternalError
from graphops_registry.kernel_def import Array, KernelSpec, Prepared, Shape
from graphops_registry.kernels.context import Context

_ALIGNMENT = 16


def why_not(problem: ConvProblem, spec: KernelSpec) -> str | None:
    """Why a problem that has products is not computed here, or ``None``."""
    if (reason := why_extreme(problem)) is not None:
        return reason
    found = chunks(problem, spec.mode)
    return found if isinstance(found, str) else None


class GemmConvolution:
    """Any pass of a dense or grouped convolution."""

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        return why_not_dtype(attrs["T"].name)

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        problem = conv_problem(spec)
        if not problem.products:
            return None
        return why_not(problem, spec)

    def prepare(self, spec: KernelSpec) -> Prepared:
        problem = conv_problem(spec)
        return PreparedGemmConv(spec, problem) if problem.products else PreparedZeros(spec)


class PreparedGemmConv(Prepared):
    """One pass of one convolution.

    Args:
        problem: its dtype is that of the operands; the result of a forward pass may be wider.
    """

    fresh = True

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        pieces = chunks(problem, spec.mode)
        if isinstance(pieces, str):
            raise InternalError(f"a convolution must be one that fits, but {pieces}")
        self.output_shapes = spec.output_shapes
        self._shape = spec.output_shapes[0] or ()
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._wide = np.dtype(np.float64 if self._dtype.itemsize == 8 else np.float32)
        self._problem = problem
        self._pieces: Chunks = pieces
        self._tf32 = spec.mode.tf32
        column = self._wide.itemsize if problem.pass_ == "input_gradient" else problem.dtype.size
        self.workspace_bytes = copied_bytes(problem) + pieces.columns * column

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        problem = self._problem
        result = result_for(self._shape, self._dtype, out, 0, _ALIGNMENT)
        given = [None if i is None else inputs[i] for i in (problem.x_index, problem.w_index, problem.y_index)]
        x, w, y = (None if array is None else aligned(array, _ALIGNMENT) for array in given)
        if is_direct(problem):
            self._direct(x, w, y, result)
        elif problem.pass_ == "forward":
            self._with_channels_last(result, problem.out_channels, self._forward, self._last(x, problem.in_channels), w)
        elif problem.pass_ == "input_gradient":
            dy = self._last(y, problem.out_channels)
            self._with_channels_last(result, problem.in_channels, self._input_gradient, w, dy)
        else:
            self._filter_gradient(self._last(x, problem.in_channels), self._last(y, problem.out_channels), result)
        return (delivered(result, out, 0),)

    # -- layouts -----------------------------------------------------------------------------------------------------

    def _last(self, array: Array, channels: int) -> Array:
        """An image-like array with its channels last, flat."""
        if not self._problem.channels_first:
            return array
        return transpose.swapped(array, self._problem.batch, channels, array.size // channels // self._problem.batch)

    def _with_channels_last(self, result: Array, channels: int, compute: Any, *operands: Array) -> None:
        """Have ``compute(*operands, target)`` write an image-like result with its channels last, wherever they are."""
        batch = self._problem.batch
        positions = result.size // channels // batch
        if not self._problem.channels_first or min(positions, channels) == 1:
            compute(*operands, result)
            return
        target = cupy.empty(result.size, self._dtype)
        compute(*operands, target)
        transpose.swapped(target, batch, positions, channels, result)

    # -- passes ------------------------------------------------------------------------------------------------------

    def _direct(self, x: Array, w: Array, y: Array, result: Array) -> None:
        """Kernels of one position on channels-first images: a product for each image."""
        problem = self._problem
        size = prod(problem.inputs)
        channels, outputs = problem.in_channels, problem.out_channels
        forward = problem.pass_ == "forward"
        rows, inner = (outputs, channels) if forward else (channels, outputs)
        product(
            Matrices(w, outputs, turned=forward),
            Matrices(x if forward else y, size, inner * size),
            Matrices(result, size, rows * size),
            (rows, size, inner),
            problem.batch,
            tf32=self._tf32,
        )

    def _images(self, array: Array, channels: int, first: int = 0, *, turned: bool = False) -> Matrices:
        """The positions of channels-last images from ``first`` on, (positions, channels of a group) for each group."""
        return Matrices(array, channels, channels // self._problem.groups, first * channels, turned)

    def _filter(self, w: Array, *, turned: bool = False) -> Matrices:
        """(taps * channels of a group, outputs of a group) for each group."""
        return Matrices(w, self._problem.out_channels, self._problem.out_channels // self._problem.groups, 0, turned)

    def _columns(self, array: Array | None, x: Array, first: int, count: int, *, turned: bool = False) -> Matrices:
        """The columns of a span of output positions, which are written to ``array`` unless x has them."""
        problem = self._problem
        if array is None:
            return self._images(x, problem.in_channels, first, turned=turned)
        im2col.gather(problem, x, array, first, count)
        return Matrices(array, self._depth, count * self._depth, turned=turned)

    @property
    def _depth(self) -> int:
        """What a row of columns of a group has."""
        return self._problem.taps * (self._problem.in_channels // self._problem.groups)

    def _column_array(self) -> Array | None:
        if needs_no_columns(self._problem):
            return None
        return cupy.empty(self._pieces.columns, self._problem.dtype.numpy_dtype)

    def _forward(self, x: Array, w: Array, y: Array) -> None:
        problem = self._problem
        outputs = problem.out_channels // problem.groups
        array = self._column_array()
        for first, count in self._pieces.spans():
            product(
                self._columns(array, x, first, count),
                self._filter(w),
                self._images(y, problem.out_channels, first),
                (count, outputs, self._depth),
                problem.groups,
                tf32=self._tf32,
            )

    def _filter_gradient(self, x: Array, dy: Array, dw: Array) -> None:
        problem = self._problem
        outputs = problem.out_channels // problem.groups
        array = self._column_array()
        spans = list(self._pieces.spans())
        # A sum over several products is rounded once, at the end.
        target = dw if len(spans) == 1 or self._wide == self._dtype else cupy.empty(dw.shape, self._wide)
        for number, (first, count) in enumerate(spans):
            product(
                self._columns(array, x, first, count, turned=True),
                self._images(dy, problem.out_channels, first),
                self._filter(target),
                (self._depth, outputs, count),
                problem.groups,
                add=number > 0,
                tf32=self._tf32,
            )
        if target is not dw:
            dw[...] = target.astype(self._dtype)

    def _input_gradient(self, w: Array, dy: Array, dx: Array) -> None:
        problem = self._problem
        outputs = problem.out_channels // problem.groups
        if needs_no_columns(problem):
            for first, count in self._pieces.spans():
                product(
                    self._images(dy, problem.out_channels, first),
                    self._filter(w, turned=True),
                    self._images(dx, problem.in_channels, first),
                    (count, self._depth, outputs),
                    problem.groups,
                    tf32=self._tf32,
                )
            return
        columns = cupy.empty(self._pieces.columns, self._wide)
        plane = prod(problem.outputs[1:])  # positions of an output row
        per_image = prod(problem.outputs)
        for rows in self._pieces.blocks():
            count = rows.images * rows.out_rows * plane
            if count:
                product(
                    self._images(dy, problem.out_channels, rows.image * per_image + rows.out_row * plane),
                    self._filter(w, turned=True),
                    Matrices(columns, self._depth, count * self._depth),
                    (count, self._depth, outputs),
                    problem.groups,
                    tf32=self._tf32,
                )
            im2col.fold(problem, columns, dx, rows)
