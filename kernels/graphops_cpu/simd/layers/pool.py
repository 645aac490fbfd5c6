"""Maximum and average pools over two or three spatial axes, channels last, and their gradients, with SIMD vectors.

Registered without Numba being imported; the loops are in :mod:`graphops_cpu.simd.layers.pool_kernels`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.simd.compile.arrays import compute_dtype, flat
from graphops_cpu.simd.compile.loops import Loops
from graphops_cpu.simd.compile.machine_calls import OperandArray
from graphops_cpu.simd.layers.base import FLOATS, LayerKernel, register_layer
from graphops_cpu.simd.layers.results import PreparedLayer, work_of
from graphops_registry.kernel_def import KernelSpec, Prepared, Shape
from graphops_registry.kernels.call_list import MachineKernel
from graphops_registry.rules.pool_geometry import PoolGeometry, pool_of

Array = np.ndarray[Any, Any]

# Elements of all inputs below which NumPy's few calls take less time than Numba's start.
_SMALL: Final = 4096
_MOST_TAPS: Final = 1 << 24  # taps are counted in float32

_MODULE: Final = "graphops_cpu.simd.layers.pool_kernels"
_MAXIMA: Final = Loops(_MODULE, "maxima", "maximum pool")
_AVERAGES: Final = Loops(_MODULE, "averages", "average pool")
_MAXIMA_GRADIENT: Final = Loops(_MODULE, "maxima_gradient", "gradient of a maximum pool")
_AVERAGES_GRADIENT: Final = Loops(_MODULE, "averages_gradient", "gradient of an average pool")
_ROUNDED: Final = Loops(_MODULE, "rounded", "rounding of sums")


def sizes_of(geometry: PoolGeometry) -> tuple[int, ...]:
    """A B W of the input, of the output, of the window, the strides, the padding before, and the channels; two spatial
    axes are A and W."""
    rows = geometry.axes
    if len(rows) == 2:
        rows.insert(1, (1, 1, 1, 1, 0))
    inputs, outputs, kernel, strides, before = zip(*rows, strict=True)
    return (*inputs, *outputs, *kernel, *strides, *before, _known(geometry.channels))


def _known(value: object) -> int:
    return value if isinstance(value, int) else 0


class PreparedPool(PreparedLayer):
    """One pool of one geometry.

    Args:
        loops: of the pass.
        operands: which inputs they read.
        backward: whether the result is the gradient of the pool's input.
    """

    def __init__(self, spec: KernelSpec, loops: Loops, operands: Sequence[int], backward: bool) -> None:
        super().__init__(spec)
        self._spec = spec
        geometry = pool_of(spec)
        self._sizes = np.array(sizes_of(geometry), dtype=np.intp)
        self._operands = tuple(operands)
        size_a, *_, channels = (int(size) for size in self._sizes)
        outputs = prod(int(size) for size in self._sizes[3:6])
        work = _known(geometry.batch) * channels * outputs * prod(int(size) for size in self._sizes[6:9])
        self._rows = _known(geometry.batch) * (size_a if backward else int(self._sizes[3] * self._sizes[4]))
        # A gradient looks for the largest, and adds.
        self._loops = loops.compile(spec.output_dtypes[0], work_of(3 * work if backward else work))
        dtype = self._dtypes[0]
        self._wide = compute_dtype(dtype) if backward else dtype
        self._round = None
        if self._wide != dtype:
            size = prod(spec.output_shapes[0] or ())
            self._round = _ROUNDED.compile(spec.output_dtypes[0], work_of(size))
            self.workspace_bytes = size * self._wide.itemsize

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        y = self.result(out)
        operands = [flat(inputs[index]) for index in self._operands]
        if self._round is None:
            self._loops(self._rows, *operands, flat(y), self._sizes)
        else:
            sums = np.empty(y.size, self._wide)
            self._loops(self._rows, *operands, sums, self._sizes)
            self._round(y.size, sums, flat(y))
        return (self.delivered(y, out),)

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        if self._round is not None or self._operands != (0,) or constants[0] is not None:
            return None
        if any(each is None for each in constants[1:]):
            return None
        counts = [prod(self._spec.shapes[0]), prod(self.output_shapes[0] or ())]
        arrays = [OperandArray(number, count, self._dtypes[0].itemsize) for number, count in enumerate(counts)]
        return self._loops.in_list(self._rows, [*arrays, self._sizes], max)


class _PoolKernel(LayerKernel):
    loops: ClassVar[Loops]
    operands: ClassVar[Sequence[int]] = (0,)
    backward: ClassVar[bool] = False
    plain_seconds = 4e-9  # for each element of a window

    @staticmethod
    def elements(spec: KernelSpec) -> int:
        return LayerKernel.elements(spec) * prod(kernel for _, _, kernel, _, _ in pool_of(spec).axes)

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        if attrs.get("data_format", "NHWC") not in ("NHWC", "NDHWC"):
            return "the channels do not come last"
        return LayerKernel.unsupported(attrs, shapes)

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        if len({dtype for dtype in (*spec.dtypes, *spec.output_dtypes) if dtype.is_floating}) > 1:
            return "the dtypes differ"
        geometry = pool_of(spec)
        if geometry.channel_window > 1:
            return "channels are pooled"
        if not prod(sizes_of(geometry)[:6]) * _known(geometry.batch) * _known(geometry.channels):
            return "there are no elements"
        if prod(kernel for _, _, kernel, _, _ in geometry.axes) >= _MOST_TAPS:
            return f"the window has {_MOST_TAPS:,} elements or more"
        return None

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        return sum(prod(shape) for shape in spec.shapes) >= _SMALL

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedPool(spec, self.loops, self.operands, self.backward)


class MaximumPool(_PoolKernel):
    """MaxPool and its like."""

    loops = _MAXIMA


class AveragePool(_PoolKernel):
    """AvgPool and AvgPool3D."""

    loops = _AVERAGES


class MaximumPoolGradient(_PoolKernel):
    """MaxPoolGrad and its like: from the input of the pool and the gradient of its output."""

    loops, operands, backward = _MAXIMA_GRADIENT, (0, 2), True


class AveragePoolGradient(_PoolKernel):
    """AvgPoolGrad and AvgPool3DGrad: from the gradient of the output."""

    loops, operands, backward = _AVERAGES_GRADIENT, (1,), True


_SIZES = ("ksize", "strides")
_NO_DOUBLE = FLOATS[:3]
register_layer(MaximumPool, "MaxPool")
register_layer(MaximumPool, "MaxPoolV2", host_inputs=_SIZES)
register_layer(MaximumPool, "MaxPool3D", types=_NO_DOUBLE)
register_layer(AveragePool, "AvgPool")
register_layer(AveragePool, "AvgPool3D")
register_layer(MaximumPoolGradient, "MaxPoolGrad")
register_layer(MaximumPoolGradient, "MaxPoolGradV2", host_inputs=_SIZES)
register_layer(MaximumPoolGradient, "MaxPool3DGrad", types=_NO_DOUBLE)
register_layer(AveragePoolGradient, "AvgPoolGrad", host_inputs=["orig_input_shape"])
register_layer(AveragePoolGradient, "AvgPool3DGrad", host_inputs=["orig_input_shape"])
