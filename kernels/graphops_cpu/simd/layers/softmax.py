"""Softmax and the cross entropies in one pass over memory, with SIMD vectors and threads.

Registered without Numba being imported; the loops are in :mod:`graphops_cpu.simd.layers.softmax_kernels`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.precision import compute_dtype
from graphops_cpu.plain.array_gather import require_in_range
from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import Loops
from graphops_cpu.simd.compile.machine_calls import ChunkMemory, OperandArray
from graphops_cpu.simd.layers import constants as number
from graphops_cpu.simd.layers.base import LayerKernel, register_layer
from graphops_cpu.simd.layers.results import PreparedLayer
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.kernels.call_list import MachineKernel

Array = np.ndarray[Any, Any]

_FEW: Final = 32  # classes below which a lane is a row
_MODULE: Final = "graphops_cpu.simd.layers.softmax_kernels"
_FEW_CLASSES: Final = Loops(_MODULE, "few_classes", "softmax of few classes")
_MANY_CLASSES: Final = Loops(_MODULE, "many_classes", "softmax of many classes")
_WORK: Final = 2  # multiply-adds that one element takes as long as
# Elements below which it is not worth to have Numba loaded; NumPy's calls for a cross entropy are many.
_SMALL: Final = {1: 2048, 2: 256}  # by the number of outputs

_SPARSE: Final = "SparseSoftmaxCrossEntropyWithLogits"
_DENSE: Final = "SoftmaxCrossEntropyWithLogits"
_OPS: Final = {
    "Softmax": number.SOFTMAX,
    "LogSoftmax": number.LOG_SOFTMAX,
    _SPARSE: number.SPARSE_CROSS_ENTROPY,
    _DENSE: number.CROSS_ENTROPY,
}


class PreparedSoftmax(PreparedLayer):
    """One of the four ops."""

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec)
        shape, dtype = spec.shapes[0], spec.dtypes[0]
        self._op, self._classes = spec.op.name, shape[-1]
        self._rows = prod(shape[:-1])
        self._sizes = np.array([self._rows, self._classes, _OPS[self._op]], np.intp)
        self._wide = compute_dtype(dtype)
        self._few = self._classes < _FEW
        self._units = -(-self._rows // number.SOFTMAX_GROUP) if self._few else self._rows
        self._scratch = (2 * self._classes + 1) * number.SOFTMAX_LANES if self._few else self._classes
        self._code = (_FEW_CLASSES if self._few else _MANY_CLASSES).compile(dtype, prod(shape) * _WORK)
        self.workspace_bytes = self._scratch * self._wide.itemsize + 8 * self._rows * (self._op == _SPARSE)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        x = flat(inputs[0])
        weights, labels = x, self._sizes  # which loops that do not need them do not look at
        if self._op == _SPARSE:
            require_in_range(_SPARSE, inputs[1], self._classes, "classes", "labels")
            labels = flat(inputs[1].astype(np.intp, copy=False))
        elif self._op == _DENSE:
            weights = flat(inputs[1])
        results = [self.result(out, index) for index in range(len(self.output_shapes))]
        chunks = self._code.chunks(self._units)
        scratch = np.zeros(chunks * self._scratch, self._wide)
        arguments = x, weights, flat(results[-1]), flat(results[0]), scratch, labels, self._sizes
        self._code(self._units, *arguments, chunks=chunks)
        return [self.delivered(result, out, index) for index, result in enumerate(results)]

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        if self._op == _SPARSE or self._wide != self._dtypes[0] or any(each is not None for each in constants):
            return None  # labels must be looked at; half precision is another form of array
        count, size, inputs = self._rows * self._classes, self._wide.itemsize, len(constants)
        x, weights = OperandArray(0, count, size), OperandArray(inputs - 1, count, size)
        first = OperandArray(inputs, self._rows if self._op == _DENSE else count, size)
        last = OperandArray(inputs + len(self.output_shapes) - 1, count, size)
        scratch = ChunkMemory(self._scratch, self._wide)
        arguments = x, weights, last, first, scratch, self._sizes, self._sizes
        return self._code.in_list(self._units, arguments, _at_most_one if self._op == "Softmax" else None)


def _at_most_one(_: Sequence[float]) -> float:
    return 1.0


class _SoftmaxKernel(LayerKernel):
    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        if not prod(spec.shapes[0]):
            return "there are no logits"
        differ = spec.op.name == _DENSE and spec.shapes[0] != spec.shapes[1]
        return "the inputs are not of one shape" if differ else None

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        return prod(spec.shapes[0]) >= _SMALL[len(spec.output_shapes)]

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedSoftmax(spec)


for _op in _OPS:
    register_layer(_SoftmaxKernel, _op)
