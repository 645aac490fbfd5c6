"""Resizing of images in float32 by weights for each axis, and its gradient, with SIMD vectors and threads.

Registered without Numba being imported; the loops are in :mod:`graphops_cpu.simd.layers.resize_kernels`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib import resize_weights
from graphops_cpu.lib.resize_weights import AxisWeights
from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import Loops
from graphops_cpu.simd.layers.base import LayerKernel, register_layer
from graphops_cpu.simd.layers.results import PreparedLayer, work_of
from graphops_registry.dtypes import float32
from graphops_registry.kernel_def import KernelSpec, Prepared, Shape

Array = np.ndarray[Any, Any]
Method = Callable[[int, int, Mapping[str, Any]], AxisWeights]

_LOOPS: Final = Loops("graphops_cpu.simd.layers.resize_kernels", "resized", "resizing of images")
_SMALL: Final = 4096  # elements of the result below which NumPy's few calls take less time than Numba's start


class PreparedResize(PreparedLayer):
    """Images of one size, made from images of another one.

    Args:
        images: the shape of the first input, (batch, rows, columns, channels).
        matrices: for rows and for columns what makes a new one.
    """

    def __init__(self, spec: KernelSpec, images: Shape, matrices: Sequence[AxisWeights]) -> None:
        super().__init__(spec)
        batch, rows, columns, channels = images
        new_rows, new_columns = (len(matrix.places) for matrix in matrices)
        widths = [matrix.places.shape[1] for matrix in matrices]
        self._sizes = np.array([rows, columns, new_rows, new_columns, channels, *widths], np.intp)
        self._weights = [np.ascontiguousarray(matrix.weights).reshape(-1) for matrix in matrices]
        # Of each new row how many old ones it is made of, then which; the same of columns.
        parts = [part for matrix in matrices for part in (matrix.used.sum(axis=1), matrix.places)]
        self._places = np.concatenate([part.reshape(-1) for part in parts]).astype(np.intp)
        self._line = columns * channels
        self._units = batch * new_rows
        work = self._units * (self._line * widths[0] + new_columns * channels * widths[1])
        self._code = _LOOPS.compile(spec.output_dtypes[0], work_of(work))
        self.workspace_bytes = 4 * self._line + 8 * self._places.size

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        y = self.result(out)
        chunks = self._code.chunks(self._units)
        scratch = np.empty(chunks * self._line, np.float32)
        arguments = flat(inputs[0]), flat(y), *self._weights, scratch, self._places, self._sizes
        self._code(self._units, *arguments, chunks=chunks)
        return (self.delivered(y, out),)


class _ResizeKernel(LayerKernel):
    plain_seconds = 5e-8
    method: ClassVar[Method]
    backward: ClassVar[bool]

    @classmethod
    def refuses(cls, spec: KernelSpec) -> str | None:
        if any(dtype is not float32 for dtype in (spec.dtypes[0], spec.output_dtypes[0])):
            return "the images are not in float32"
        shape = spec.output_shapes[0]
        if shape is None or not prod(shape) or not prod(spec.shapes[0]):
            return "there are no pixels"
        return None

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        return max(prod(spec.shapes[0]), prod(spec.output_shapes[0] or ())) >= _SMALL

    def prepare(self, spec: KernelSpec) -> Prepared:
        given, wanted = spec.shapes[0], spec.output_shapes[0] or ()
        method = type(self).method
        if self.backward:  # the transpose of the resize from the result's size to this one
            matrices = [method(wanted[axis], given[axis], spec.attrs).transposed(wanted[axis]) for axis in (1, 2)]
        else:
            matrices = [method(given[axis], wanted[axis], spec.attrs) for axis in (1, 2)]
        return PreparedResize(spec, given, matrices)


_METHODS: Final[Mapping[str, Method]] = {
    "ResizeBilinear": resize_weights.bilinear,
    "ResizeBicubic": resize_weights.bicubic,
    "ResizeArea": resize_weights.area,
}
for _op, _method in _METHODS.items():
    register_layer(
        _ResizeKernel, _op, types=("float",), host_inputs=("size",), method=staticmethod(_method), backward=False
    )
for _op in ("ResizeBilinear", "ResizeBicubic"):
    register_layer(
        _ResizeKernel, f"{_op}Grad", types=("float",), method=staticmethod(_METHODS[_op]), backward=True
    )  # fmt: skip
