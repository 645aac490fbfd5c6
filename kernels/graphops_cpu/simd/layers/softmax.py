"""Softmax and the cross entropies in one pass over memory, with SIMD vectors and threads.

Registered without Numba being imported; the loops are in :mod:`graphops_cpu.simd.layers.softmax_kernels`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.precision import compute_dtype
from graphops_cpu.plain.array_gather import require_in_range
from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import Loops, why_unusable
from graphops_cpu.simd.layers.results import PreparedLayer
from graphops_registry.kernel_def import KernelSpec, Prepared, Shape, register_kernel

Array = np.ndarray[Any, Any]

_FEW: Final = 32  # classes below which a lane is a row
_MODULE: Final = "graphops_cpu.simd.layers.softmax_kernels"
_FEW_CLASSES: Final = Loops(_MODULE, "few_classes", "softmax of few classes")
_MANY_CLASSES: Final = Loops(_MODULE, "many_classes", "softmax of many classes")
_LANES: Final = 16  # as in softmax_kernels
_GROUP: Final = 64  # the same
_WORK: Final = 2  # multiply-adds that one element takes as long as
# Elements below which it is not worth to have Numba loaded; NumPy's calls for a cross entropy are many.
_SMALL: Final = {1: 2048, 2: 256}  # by the number of outputs

_SPARSE: Final = "SparseSoftmaxCrossEntropyWithLogits"
_DENSE: Final = "SoftmaxCrossEntropyWithLogits"
_OPS: Final = ("Softmax", "LogSoftmax", _SPARSE, _DENSE)  # in the order of softmax_kernels' numbers


class PreparedSoftmax(PreparedLayer):
    """One of the four ops."""

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec)
        shape, dtype = spec.shapes[0], spec.dtypes[0]
        self._op, self._classes = spec.op.name, shape[-1]
        self._rows = prod(shape[:-1])
        self._sizes = np.array([self._rows, self._classes, _OPS.index(self._op)], np.intp)
        self._wide = compute_dtype(dtype)
        self._few = self._classes < _FEW
        self._units = -(-self._rows // _GROUP) if self._few else self._rows
        self._scratch = (2 * self._classes + 1) * _LANES if self._few else self._classes
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


class _Kernel:
    """Base of the registered kernels."""

    op: ClassVar[str]

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        return why_unusable()

    @classmethod
    def refuses(cls, spec: KernelSpec) -> str | None:
        if not prod(spec.shapes[0]):
            return "there are no logits"
        return "the inputs are not of one shape" if cls.op == _DENSE and spec.shapes[0] != spec.shapes[1] else None

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        return 25 if prod(spec.shapes[0]) >= _SMALL[len(spec.output_shapes)] else -5

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedSoftmax(spec)


for _op in _OPS:
    _kernel = type(_op, (_Kernel,), {"op": _op, "__module__": __name__, "__doc__": f"{_op}."})
    register_kernel(_op, "CPU", types={"T": ["half", "bfloat16", "float", "double"]}, priority=25)(_kernel)
