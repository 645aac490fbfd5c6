"""Biases and their gradients in one pass over memory, with SIMD vectors and threads.

Registered without Numba being imported; the loops are in :mod:`graphops_cpu.simd.layers.bias_kernels`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.precision import compute_dtype
from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import Loops
from graphops_cpu.simd.compile.machine_calls import Argument, OperandArray
from graphops_cpu.simd.layers.base import LayerKernel, register_layer
from graphops_cpu.simd.layers.constants import BIAS_BLOCK, BIAS_PLANE_BLOCK
from graphops_cpu.simd.layers.results import PreparedLayer, work_of
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.kernels.call_list import JoinedKernel, MachineKernel, Temporary
from graphops_registry.ops.nn_bias import channel_axis

Array = np.ndarray[Any, Any]

_MODULE: Final = "graphops_cpu.simd.layers.bias_kernels"
_BIASED: Final = Loops(_MODULE, "biased", "bias")
_BIASED_PLANES: Final = Loops(_MODULE, "biased_planes", "bias, channels first")
_SUMS: Final = Loops(_MODULE, "sums", "sums of channels")
_PLANE_SUMS: Final = Loops(_MODULE, "plane_sums", "sums of channels that come first")
_JOINED: Final = Loops(_MODULE, "joined", "gradient of a bias")

_WIDE: Final = 64  # elements of a row from which on it fills four vectors, as loops take them
_MOST_SLOTS: Final = 16
_ROUNDING: Final = 1.01  # of bounds
# Elements below which NumPy takes no longer, or so little that it is not worth to have Numba loaded.
_SMALL: Final = {"BiasAdd": 8192, "BiasAddV1": 8192, "BiasAddGrad": 2048}


def width_of(channels: int) -> int:
    """The elements of a row of neighbours, a multiple of the channels: whole vectors where there are few of them."""
    if channels >= _WIDE:
        return channels
    whole = channels * 16 // gcd(channels, 16)
    return whole * -(-_WIDE // whole)


@dataclass(frozen=True)
class Layout:
    """How loops see an array.

    Attributes:
        size: elements.
        first: whether as [images, channels, pixels], else as [positions, channels].
    """

    size: int
    channels: int
    images: int = 1
    pixels: int = 1

    @property
    def first(self) -> bool:
        return self.pixels > 1


def _layout(spec: KernelSpec) -> Layout:
    shape = spec.shapes[0]
    axis = channel_axis(spec.attrs, len(shape))
    return Layout(prod(shape), shape[axis], prod(shape[:axis]), prod(shape[axis + 1 :]))


class PreparedBias(PreparedLayer):
    """value + bias."""

    direct_out = True

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec)
        layout, dtype = _layout(spec), spec.dtypes[0]
        self._wide = compute_dtype(dtype)
        loops = _BIASED_PLANES if layout.first else _BIASED
        self._code = loops.compile(dtype, work_of(layout.size))
        if layout.first:
            self._bias_shape = (1, layout.channels)
            blocks = -(-layout.pixels // BIAS_PLANE_BLOCK)
            self._units = layout.images * layout.channels * blocks
            self._sizes = np.array([layout.images, layout.channels, layout.pixels, blocks], np.intp)
        else:
            width = width_of(layout.channels)
            self._bias_shape = (width // layout.channels, layout.channels)
            self._units = -(-layout.size // width)
            self._sizes = np.array([layout.size, width], np.intp)
        self.direct = self._biased

    def _biased(self, value: Array, bias: Array, out: Array | None = None) -> Array:
        y = self.result(None if out is None else (out,))
        repeated = np.empty(self._bias_shape, self._wide)
        repeated[...] = bias
        self._code(self._units, flat(value), flat(y), repeated.reshape(-1), self._sizes)
        return self.delivered(y, (out,))

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        value, bias = inputs
        return (self._biased(value, bias, out[0] if out is not None else None),)


class ChannelSums(PreparedLayer):
    """The sums of the first input over everything but the channels, or their means.

    Args:
        layout: of the input.
        is_mean: whether sums are divided by how many elements a channel has.
    """

    def __init__(self, spec: KernelSpec, layout: Layout, *, is_mean: bool = False) -> None:
        super().__init__(spec)
        dtype = spec.dtypes[0]
        self._size, self._channels, self._wide = layout.size, layout.channels, compute_dtype(dtype)
        self._code = (_PLANE_SUMS if layout.first else _SUMS).compile(dtype, work_of(layout.size))
        self._joined = _JOINED.compile(dtype, 0)
        of_channel = layout.size // layout.channels
        if layout.first:
            width = layout.channels
            slots = max(1, min(_MOST_SLOTS, of_channel // (2 * BIAS_PLANE_BLOCK)))
            self._units = slots * layout.channels
            self._sizes = np.array([layout.images, layout.channels, layout.pixels, slots], np.intp)
        else:
            width = width_of(layout.channels)
            slots = max(1, min(_MOST_SLOTS, layout.size // width // BIAS_BLOCK))
            self._units = slots
            self._sizes = np.array([layout.size, width, slots], np.intp)
        # Where the channels come first no element is left to be added at the end.
        self._divisor = of_channel if is_mean else 1
        left = 0 if layout.first else layout.size
        self._summary = np.array([left, width, slots, layout.channels, self._divisor], np.intp)
        self._sums = slots * width
        self._scratch = None if layout.first else self._sums
        self.workspace_bytes = self._sums * (8 + (0 if layout.first else self._wide.itemsize))

    def summed(self, x: Array, out: Array | None = None) -> Array:
        y = self.result(None if out is None else (out,))
        x = flat(x)
        memory = np.empty(8 * self._sums, np.uint8)
        scratch = () if self._scratch is None else (np.empty(self._scratch, self._wide),)
        self._code(self._units, x, *scratch, memory, self._sizes)
        self._joined(self._channels, x, flat(y), memory, self._summary)
        return self.delivered(y, (out,))

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        return (self.summed(inputs[0], out[0] if out is not None else None),)

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        if constants[0] is not None or any(each is None for each in constants[1:]):
            return None
        size, itemsize = self._size, self._dtypes[0].itemsize
        rows = size // self._channels

        def bound(bounds: Sequence[float]) -> float:
            return rows / self._divisor * bounds[0] * _ROUNDING

        x, memory = OperandArray(0, size, itemsize), Temporary((8 * self._sums,), np.dtype(np.uint8))
        between: list[Temporary] = []
        if self._scratch is not None:
            between.append(Temporary((self._scratch,), self._wide))
        arrays = [OperandArray(n, *_size_of(each)) for n, each in enumerate((*between, memory), 1)]
        summing = self._code.in_list(self._units, [x, *arrays, self._sizes], bound)
        y = OperandArray(1, self._channels, itemsize)
        last: list[Argument] = [x, y, OperandArray(2, *_size_of(memory)), self._summary]
        joining = self._joined.in_list(self._channels, last, bound)
        return JoinedKernel([(summing, [0, *between, memory]), (joining, [0, 1, memory])], 2 * summing.saves, bound)


class PreparedBiasGradient(ChannelSums):
    """The sum over everything but the channels."""

    direct_out = True

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec, _layout(spec))
        self.direct = self.summed


def _size_of(memory: Temporary) -> tuple[int, int]:
    """Elements, and the bytes of one."""
    return prod(memory.shape), memory.dtype.itemsize


class _BiasKernel(LayerKernel):
    prepared: ClassVar[type[PreparedBias | PreparedBiasGradient]]

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return None if prod(spec.shapes[0]) else "there are no elements"

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        return prod(spec.shapes[0]) >= _SMALL[spec.op.name]

    def prepare(self, spec: KernelSpec) -> Prepared:
        return self.prepared(spec)


register_layer(_BiasKernel, "BiasAdd", prepared=PreparedBias)
register_layer(_BiasKernel, "BiasAddV1", prepared=PreparedBias)
register_layer(_BiasKernel, "BiasAddGrad", prepared=PreparedBiasGradient)
