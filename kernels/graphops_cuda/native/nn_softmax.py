"""Softmax, its logarithm and the cross entropies: each row by a team of threads, in one kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Final

import cupy
import numpy as np

from graphops_cuda.lib.vectors import FLOATS, instance, packed, width, widths
from graphops_cuda.priorities import NATIVE
from graphops_cuda.runtime import source
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.kernel_def import KernelSpec, Prepared, register_kernel

Array = Any

_HELD: Final = 4  # vectors that a thread keeps in its registers
_MOST_THREADS: Final = 256  # of a block, which limits a team too
_THREADS: Final = 256  # of a block with several teams
_WARP: Final = 32
_MOST_BLOCKS: Final = 2**31 - 1

_ROWS: Final = np.dtype([("rows", "i8"), ("classes", "i8"), ("team", "i4"), ("logarithm", "i4")], align=True)
_LABELS: Final = tuple(as_dtype(name) for name in ("int32", "int64"))


class Teams:
    """How a kernel is launched for rows of a length.

    Attributes:
        vector: elements that a thread moves at once.
        keeps: whether the registers of a team hold a row.
    """

    def __init__(self, shape: Sequence[int], dtype: DType, logarithm: bool = False) -> None:
        classes = shape[-1]
        rows = prod(shape[:-1])
        self.vector = width(dtype, classes)
        wanted = -(-classes // (self.vector * _HELD))
        self.keeps = wanted <= _MOST_THREADS
        if not self.keeps:  # its vectors need not begin where rows do
            self.vector = widths(dtype)[0]
        team = min(_MOST_THREADS, 1 << (wanted - 1).bit_length() if wanted else 1)
        self._threads = team if team > _WARP else _THREADS
        self.grid = (-(-rows // (self._threads // team)),)
        self._sizes = np.array((rows, classes, team, logarithm), dtype=_ROWS)

    def __call__(self, name: str, *args: Array) -> None:
        source.kernel("softmax", name)(self.grid, (self._threads,), (*args, self._sizes))


class _PreparedRows(Prepared):
    """Base: what is computed of each row of logits."""

    fresh = True

    def __init__(self, spec: KernelSpec, logarithm: bool = False) -> None:
        self.output_shapes = spec.output_shapes
        self.teams = Teams(spec.shapes[0], spec.dtypes[0], logarithm)


class PreparedSoftmax(_PreparedRows):
    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec, spec.op.name == "LogSoftmax")
        self._name = instance("softmax", spec.dtypes[0], self.teams.vector, self.teams.keeps)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        x = packed(inputs[0])
        y = cupy.empty(x.shape, x.dtype)
        self.teams(self._name, x, y)
        return (y,)


class PreparedCrossEntropy(_PreparedRows):
    """loss and backprop; labels are distributions, or classes where they have a dtype of their own."""

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec)
        dtype, teams = spec.dtypes[0], self.teams
        self._name = instance("cross_entropy", dtype, teams.vector, teams.keeps)
        if "Tlabels" in spec.attrs:
            self._name = instance("sparse_cross_entropy", dtype, spec.dtypes[1], teams.vector, teams.keeps)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        x, labels = packed(inputs[0]), packed(inputs[1])
        loss, backprop = cupy.empty(x.shape[:1], x.dtype), cupy.empty(x.shape, x.dtype)
        self.teams(self._name, x, labels, loss, backprop)
        return (loss, backprop)


class _Rows:
    """Base of the registered kernels."""

    prepared: ClassVar[type[_PreparedRows]]

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        if not prod(spec.shapes[0]):
            return "there are no elements"
        if Teams(spec.shapes[0], spec.dtypes[0]).grid[0] > _MOST_BLOCKS:
            return "there are more rows than a grid has blocks"
        return None

    def prepare(self, spec: KernelSpec) -> Prepared:
        return self.prepared(spec)


@register_kernel("Softmax", "GPU", types={"T": FLOATS}, priority=NATIVE)
class Softmax(_Rows):
    prepared = PreparedSoftmax


@register_kernel("LogSoftmax", "GPU", types={"T": FLOATS}, priority=NATIVE)
class LogSoftmax(_Rows):
    prepared = PreparedSoftmax


@register_kernel("SoftmaxCrossEntropyWithLogits", "GPU", types={"T": FLOATS}, priority=NATIVE)
class SoftmaxCrossEntropyWithLogits(_Rows):
    prepared = PreparedCrossEntropy

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        if spec.shapes[0] != spec.shapes[1]:
            return "features and labels broadcast"
        return _Rows.refuses(spec)


@register_kernel("SparseSoftmaxCrossEntropyWithLogits", "GPU", types={"T": FLOATS, "Tlabels": _LABELS}, priority=NATIVE)
class SparseSoftmaxCrossEntropyWithLogits(_Rows):
    """A label out of range gives NaN as loss and gradient, as in TensorFlow on a GPU.

    An error would need a check for which the host waits for the device.
    """

    prepared = PreparedCrossEntropy


for _dtype in FLOATS:
    for _vector, _keeps in [*((vector, True) for vector in widths(_dtype)), (widths(_dtype)[0], False)]:
        _names = [instance(kernel, _dtype, _vector, _keeps) for kernel in ("softmax", "cross_entropy")]
        _names += [instance("sparse_cross_entropy", _dtype, labels, _vector, _keeps) for labels in _LABELS]
        source.declare("softmax", _names)
