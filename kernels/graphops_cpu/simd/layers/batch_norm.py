"""Batch normalisation and its gradient with SIMD vectors: float32, half and bfloat16, statistics in float32.

Registered without Numba being imported; the loops are in :mod:`graphops_cpu.simd.layers.batch_norm_kernels`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import CompiledLoops, Loops
from graphops_cpu.simd.layers.base import LayerKernel, register_layer
from graphops_cpu.simd.layers.constants import NORM_ALONE, RELU, RELU6
from graphops_cpu.simd.layers.results import PreparedLayer, work_of
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.ops.nn_norm import channel_axis

Array = np.ndarray[Any, Any]

_SMALL: Final = 16384  # elements of x below which NumPy's calls take no longer than Numba's start is worth
_ROWS_PER_SLOT: Final = 64
_MOST_SLOTS: Final = 16

_GRADIENT_EX: Final = "_FusedBatchNormGradEx"
_ACTIVATIONS: Final = {"Identity": NORM_ALONE, "Relu": RELU, "Relu6": RELU6}

_MODULE: Final = "graphops_cpu.simd.layers.batch_norm_kernels"
_MOMENTS: Final = Loops(_MODULE, "moments", "moments of channels")
_PLANE_MOMENTS: Final = Loops(_MODULE, "plane_moments", "moments of channels that come first")
_STATISTICS: Final = Loops(_MODULE, "statistics", "statistics of batch normalisation")
_NORMALISED: Final = Loops(_MODULE, "normalised", "batch normalisation")
_NORMALISED_PLANES: Final = Loops(_MODULE, "normalised_planes", "batch normalisation, channels first")
_SUMS: Final = Loops(_MODULE, "gradient_sums", "sums for the gradient of batch normalisation")
_PLANE_SUMS: Final = Loops(_MODULE, "plane_gradient_sums", "sums for the gradient, channels first")
_GRADIENT_STATISTICS: Final = Loops(_MODULE, "gradient_statistics", "gradients of scale and offset")
_GRADIENT: Final = Loops(_MODULE, "gradient", "gradient of batch normalisation")
_PLANE_GRADIENT: Final = Loops(_MODULE, "plane_gradient", "gradient of batch normalisation, channels first")


def _vector(values: Array) -> Array:
    """(channels,) in float32, contiguous."""
    return flat(widen(values))


class PreparedNorm(PreparedLayer):
    """What the op and its gradient share.

    Attributes:
        rows: of x as [rows, channels]; with the channels first [images, channels, pixels].
        slots: of the sums.
    """

    def __init__(self, spec: KernelSpec, x: int) -> None:
        super().__init__(spec)
        attrs, shape = spec.attrs, spec.shapes[x]
        axis = channel_axis(attrs["data_format"])
        self.dtype = spec.dtypes[x]
        self.channels, self.size = shape[axis], prod(shape)
        self.first = axis == 1
        self.rows = self.size // self.channels
        self.training = bool(attrs["is_training"])
        self.epsilon = np.float32(attrs["epsilon"])
        self.statistics_dtype = spec.dtypes[2 if x else 1].numpy_dtype  # of scale
        images = shape[0]
        if self.first:
            self.slots, self.units, self.work = 1, self.channels, images * self.channels
            self.extents = [images, self.channels, self.rows // images]
        else:
            self.slots = max(1, min(_MOST_SLOTS, self.rows // _ROWS_PER_SLOT))
            self.units, self.work = self.slots, self.rows
            self.extents = [self.rows, self.channels, self.slots]
        # For what is computed of the sums: as if there were rows and slots in either layout.
        follows = bool(attrs.get("num_side_inputs", 0)), _ACTIVATIONS[attrs.get("activation_mode", "Identity")]
        self.sizes = np.array([*self.extents, self.training, *follows], np.intp)
        self.summary = [self.rows, self.channels, self.slots]
        self.workspace_bytes = self.slots * self.channels * 24 + self.channels * 32

    def add_up(self, loops: CompiledLoops, *operands: Array) -> Array:
        """Run loops that give two float64 sums for each channel and slot: the sums, as bytes."""
        memory = np.empty(16 * self.slots * self.channels, np.uint8)
        scratch = np.empty(2 * self.slots * self.channels, np.float32)
        loops(self.units, *operands, scratch, memory, self.sizes)
        return memory

    def stored(self, values: Array) -> Array:
        """Statistics in the dtype of scale."""
        stored: Array = narrow(values, self.statistics_dtype)
        return stored


class PreparedForward(PreparedNorm):
    """y and the statistics; of _FusedBatchNormEx also what comes after."""

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec, 0)
        factor = spec.attrs["exponential_avg_factor"]
        self._outputs = len(spec.output_shapes)
        self._numbers = np.array([self.epsilon, factor, 1 - factor], np.float32)
        self._summary = np.array([*self.summary, factor != 1], np.intp)
        self._keeps = factor != 1
        self._normalise = (_NORMALISED_PLANES if self.first else _NORMALISED).compile(self.dtype, work_of(self.size))
        if self.training:
            self._moments = (_PLANE_MOMENTS if self.first else _MOMENTS).compile(self.dtype, work_of(2 * self.size))
            self._statistics = _STATISTICS.compile(np.float32, 0)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        x = flat(inputs[0])
        scale, offset, mean, variance = (_vector(values) for values in inputs[1:5])
        if self.training:
            memory = self.add_up(self._moments, x)
            computed: list[Array] = [np.empty(self.channels, np.float32) for _ in range(5)]
            *statistics, gain = computed
            self._statistics(self.channels, memory, scale, mean, variance, self._numbers, *computed, self._summary)
        else:
            with np.errstate(all="ignore"):
                gain = np.float32(1) / np.sqrt(variance + self.epsilon) * scale
            # They are outputs of their own, which may be changed by whoever gets them.
            statistics = [mean.copy(), variance.copy(), mean.copy(), variance.copy()]
        y = self.result(out)
        m = statistics[2]
        side = flat(inputs[5]) if len(inputs) > 5 else x
        self._normalise(self.work, x, side, flat(y), m, gain, offset, self.sizes)
        results: list[Array] = [y, *(self.stored(values) for values in statistics)]
        if self._outputs > len(results):
            results.append(np.zeros((), self.statistics_dtype))
        return [self.delivered(values, out, index) for index, values in enumerate(results)]


class PreparedGradient(PreparedNorm):
    """dx, dscale and doffset; of _FusedBatchNormGradEx the result of the forward op is the last input."""

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec, 1)
        self._numbers = np.array([self.epsilon], np.float32)
        self._summary = np.array(self.summary, np.intp)
        self._sums = (_PLANE_SUMS if self.first else _SUMS).compile(self.dtype, work_of(2 * self.size))
        self._statistics = _GRADIENT_STATISTICS.compile(np.float32, 0)
        self._gradient = (_PLANE_GRADIENT if self.first else _GRADIENT).compile(self.dtype, work_of(2 * self.size))

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        dy, x, y = flat(inputs[0]), flat(inputs[1]), flat(inputs[7 if len(inputs) > 7 else 1])
        scale, mean, variance = (_vector(values) for values in inputs[2:5])
        memory = self.add_up(self._sums, dy, x, y, mean)
        dscale, doffset = np.empty(self.channels, np.float32), np.empty(self.channels, np.float32)
        factors = np.empty(3 * self.channels, np.float32)
        self._statistics(self.channels, memory, scale, variance, self._numbers, dscale, doffset, factors, self._summary)
        dx = self.result(out)
        self._gradient(self.work, dy, x, y, flat(dx), mean, factors, self.sizes)
        nothing = [np.zeros(0, dtype) for dtype in self._dtypes[3:5]]
        results = [dx, self.stored(dscale), self.stored(doffset), *nothing]
        return [self.delivered(values, out, index) for index, values in enumerate(results)]


class _NormKernel(LayerKernel):
    prepared: ClassVar[type[PreparedForward | PreparedGradient]]

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        if spec.op.name == _GRADIENT_EX and spec.attrs["num_side_inputs"]:
            return "the gradient of the side input is asked for"
        return None if prod(spec.shapes[0]) else "x has no elements"

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        return prod(spec.shapes[0]) >= _SMALL

    def prepare(self, spec: KernelSpec) -> Prepared:
        return self.prepared(spec)


for _version in ("", "V2", "V3"):
    register_layer(_NormKernel, f"FusedBatchNorm{_version}", types=None, prepared=PreparedForward)
    register_layer(_NormKernel, f"FusedBatchNormGrad{_version}", types=None, prepared=PreparedGradient)
register_layer(_NormKernel, "_FusedBatchNormEx", types=None, prepared=PreparedForward)
register_layer(_NormKernel, _GRADIENT_EX, types=None, prepared=PreparedGradient)
