"""Plain kernels of pools: one tap at a time over blocks of bounded size; half and bfloat16 in float32.

Memory beyond inputs and outputs: a few blocks of ``BLOCK_BYTES`` (of one row of outputs, if that is more), and a wide
copy of the result for half and bfloat16.
Shapes in the comments: n, r images and rows of a block, O spatial output sizes, C channels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import INTEGERS, REALS, allowed
from graphops_cpu.lib.precision import compute_dtype, narrow, pick, widen
from graphops_cpu.lib.window_blocks import BLOCK_BYTES, Block, WindowBlocks
from graphops_cpu.plain.array_gather import require_in_range
from graphops_cpu.plain.math_segment import add_rows
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Prepared, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.rules.pool_geometry import PoolGeometry, pool_of
from graphops_registry.shape import TensorShape


class _PreparedPool(Prepared):
    """One pool of one geometry: the blocks, and how to see arrays as (batch, *spatial, channels)."""

    fresh = True

    def __init__(self, spec: KernelSpec, kernel: _Pool, geometry: PoolGeometry) -> None:
        self.output_shapes = spec.output_shapes
        self.geometry = geometry
        self.kernel = kernel
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._wide = compute_dtype(spec.output_dtypes[0])
        sizes = TensorShape.of((geometry.batch, geometry.channels, geometry.out_channels)).as_tuple()
        batch, in_channels, self.channels = sizes
        self.outputs = tuple(TensorShape.of(tuple(w.output for w in geometry.windows)).as_tuple())
        row = max(1, prod(self.outputs[1:]) * in_channels * 8)
        self.blocks = WindowBlocks(geometry.windows, batch, max(1, BLOCK_BYTES // row), channels=self.channels)
        self.workspace_bytes = 6 * min(batch, self.blocks.images) * self.blocks.rows * row
        if self._dtype != self._wide:
            self.workspace_bytes += prod(spec.output_shapes[0] or ()) * self._wide.itemsize

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        kernel = self.kernel
        result = kernel.xp.zeros(self.output_shapes[0], dtype=self._wide)
        with np.errstate(all="ignore"):  # infinities may meet
            kernel.fill(self, ctx, inputs, self.last(result), self._wide)
            return (result if self._wide == self._dtype else result.astype(self._dtype),)

    def last(self, x: Array) -> Array:
        """Channels last, as a view."""
        return self.kernel.xp.moveaxis(x, 1, -1) if self.geometry.attrs.channels_first else x

    def block_shape(self, block: Block) -> tuple[int, ...]:
        return (block.images, block.height, *self.outputs[1:], self.channels)


class _Pool(PlainKernel):
    """Base of the registered kernels."""

    prepared: type[_PreparedPool] = _PreparedPool

    def prepare(self, spec: KernelSpec) -> Prepared:
        return self.prepared(spec, self, pool_of(spec))

    def fill(self, p: _PreparedPool, ctx: Context, inputs: Sequence[Array], result: Array, wide: Any) -> None:
        """Compute ``result``, zeros of the compute dtype, channels last."""
        raise NotImplementedError


def _blocks(p: _PreparedPool, ctx: Context) -> Iterator[Block]:
    for block in p.blocks:
        ctx.check_cancelled()
        yield block


class _Max(_Pool):
    def fill(self, p: _PreparedPool, ctx: Context, inputs: Sequence[Array], result: Array, wide: Any) -> None:
        x, joined = p.last(inputs[0]), p.geometry.channel_window
        if joined > 1:  # windows of one element in space: outputs are where inputs are
            for block in _blocks(p, ctx):
                some = x[block.batch, block.rows].astype(wide, copy=False)
                result[block.batch, block.rows] = self.xp.max(some.reshape(*p.block_shape(block), joined), axis=-1)
            return
        lowest = -np.inf if wide.kind == "f" else np.iinfo(wide).min
        for block in _blocks(p, ctx):
            best = self.xp.full(p.block_shape(block), lowest, dtype=wide)
            for (tap,) in block.taps:
                part = (slice(None), *tap.outputs)
                value = x[(block.batch, *tap.inputs)].astype(wide, copy=False)
                best[part] = self.xp.maximum(best[part], value)
            result[block.batch, block.rows] = best


_KINDS = {"T": allowed("MaxPool", "T", INTEGERS + REALS)}


@register_kernel("MaxPool", "CPU", types=_KINDS, uses=["cancel"])
class MaxPool(_Max):
    pass


@register_kernel("MaxPoolV2", "CPU", types=_KINDS, host_inputs=["ksize", "strides"], uses=["cancel"])
class MaxPoolV2(_Max):
    pass


@register_kernel("MaxPool3D", "CPU", uses=["cancel"])
class MaxPool3D(_Max):
    pass


class _Winner(_Pool):
    """Base of the gradients of a maximum: which tap won."""

    def winners(self, p: _PreparedPool, ctx: Context, x: Array) -> Iterator[tuple[Block, Array]]:
        """For each block the index of the first tap with the maximum, (n, r, O, C); -1 where none meets the input."""
        xp = self.xp
        for block in _blocks(p, ctx):
            best = xp.zeros(p.block_shape(block), dtype=widen(x[:0]).dtype)
            index = xp.full(best.shape, -1, dtype=np.int32)
            for number, (tap,) in enumerate(block.taps):
                part = (slice(None), *tap.outputs)
                value = widen(x[(block.batch, *tap.inputs)])
                better = (index[part] < 0) | (value > best[part])
                best[part] = xp.where(better, value, best[part])
                index[part] = xp.where(better, np.int32(number), index[part])
            yield block, index


class _MaxGrad(_Winner):
    def fill(self, p: _PreparedPool, ctx: Context, inputs: Sequence[Array], result: Array, wide: Any) -> None:
        x, dy = p.last(inputs[0]), p.last(inputs[2])
        for block, index in self.winners(p, ctx, x):
            gradient = dy[block.batch, block.rows].astype(wide, copy=False)
            for number, (tap,) in enumerate(block.taps):
                part = (slice(None), *tap.outputs)
                won = self.xp.where(index[part] == number, gradient[part], wide.type(0))
                result[(block.batch, *tap.inputs)] += won


class _MaxGradGrad(_Winner):
    def fill(self, p: _PreparedPool, ctx: Context, inputs: Sequence[Array], result: Array, wide: Any) -> None:
        x, values = p.last(inputs[0]), p.last(inputs[2])
        for block, index in self.winners(p, ctx, x):
            picked = self.xp.zeros(index.shape, dtype=wide)
            for number, (tap,) in enumerate(block.taps):
                part = (slice(None), *tap.outputs)
                value = values[(block.batch, *tap.inputs)].astype(wide, copy=False)
                picked[part] = self.xp.where(index[part] == number, value, picked[part])
            result[block.batch, block.rows] = picked


@register_kernel("MaxPoolGrad", "CPU", uses=["cancel"])
class MaxPoolGrad(_MaxGrad):
    pass


@register_kernel("MaxPoolGradV2", "CPU", host_inputs=["ksize", "strides"], uses=["cancel"])
class MaxPoolGradV2(_MaxGrad):
    pass


@register_kernel("MaxPool3DGrad", "CPU", uses=["cancel"])
class MaxPool3DGrad(_MaxGrad):
    pass


@register_kernel("MaxPoolGradGrad", "CPU", uses=["cancel"])
class MaxPoolGradGrad(_MaxGradGrad):
    pass


@register_kernel("MaxPoolGradGradV2", "CPU", host_inputs=["ksize", "strides"], uses=["cancel"])
class MaxPoolGradGradV2(_MaxGradGrad):
    pass


@register_kernel("MaxPool3DGradGrad", "CPU", uses=["cancel"])
class MaxPool3DGradGrad(_MaxGradGrad):
    pass


class _PreparedArgmax(_PreparedPool):
    kernel: MaxPoolWithArgmax

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        return self.kernel.find(self, ctx, inputs[0])


@register_kernel("MaxPoolWithArgmax", "CPU", uses=["cancel"])
class MaxPoolWithArgmax(_Winner):
    prepared = _PreparedArgmax

    def find(self, p: _PreparedPool, ctx: Context, x: Array) -> tuple[Array, Array]:
        """The maxima in the input's dtype, and where they are; a number wins over what is none but for the first."""
        xp = self.xp
        _, rows, columns, channels = x.shape
        y = xp.zeros(p.output_shapes[0], dtype=x.dtype)
        argmax = xp.zeros(p.output_shapes[0], dtype=self.attrs["Targmax"].numpy_dtype)
        every_channel = xp.arange(channels, dtype=np.int64)
        for block, index in self.winners(p, ctx, x):
            value, place = y[block.batch, block.rows], xp.zeros(index.shape, dtype=np.int64)
            for number, (tap,) in enumerate(block.taps):
                part = (slice(None), *tap.outputs)
                won = index[part] == number
                value[part] = pick(xp, won, x[(block.batch, *tap.inputs)], value[part])
                at_rows, at_columns = (xp.arange(s.start, s.stop, s.step, dtype=np.int64) for s in tap.inputs)
                here = at_rows[:, None] * columns + at_columns  # the number of a pixel in its image
                place[part] = xp.where(won, here[:, :, None], place[part])
            place = place * channels + every_channel
            if self.attrs["include_batch_in_index"]:
                images = xp.arange(block.batch.start, block.batch.stop, dtype=np.int64)
                place = place + images[:, None, None, None] * (rows * columns * channels)
            argmax[block.batch, block.rows] = place.astype(argmax.dtype)
        return y, argmax


@register_kernel("MaxPoolGradWithArgmax", "CPU")
class MaxPoolGradWithArgmax(PlainKernel):
    """Needs an int64 for each element of argmax, and the result in 64-bit numbers."""

    def compute(self, x: Array, dy: Array, argmax: Array) -> Array:
        places = self._places(x, argmax)
        with np.errstate(all="ignore"):
            total = add_rows(self.xp, widen(dy).reshape(-1, 1), places, x.size)  # (elements, 1)
            return narrow(total, x.dtype).reshape(x.shape)

    def _places(self, x: Array, argmax: Array) -> Array:
        """``argmax`` as places among all elements of ``x``, a vector."""
        op, image = "MaxPoolGradWithArgmax", prod(x.shape[1:])
        if self.attrs["include_batch_in_index"]:
            require_in_range(op, argmax, x.size, "elements of input", "argmax")
            return argmax.astype(np.int64).reshape(-1)
        require_in_range(op, argmax, image, "elements of an image", "argmax")
        starts = self.xp.arange(argmax.shape[0], dtype=np.int64) * image
        return (argmax.astype(np.int64) + starts[:, None, None, None]).reshape(-1)

    def workspace(self, spec: KernelSpec) -> int:
        return prod(spec.shapes[2] or ()) * 32 + prod(spec.output_shapes[0] or ()) * 8


class _Mean(_Pool):
    def counts(self, p: _PreparedPool, wide: Any) -> Array:
        """How many input elements each window has, (*O, 1), at least 1."""
        total: Any = np.ones((1,) * (len(p.outputs) + 1), dtype=wide)
        for axis, window in enumerate(p.geometry.windows):
            count = np.zeros(p.outputs[axis], dtype=wide)
            for tap in window.taps():
                count[tap.first : tap.stop] += 1
            total = total * count.reshape(-1, *(1,) * (len(p.outputs) - axis))
        return self.xp.asarray(np.maximum(total, 1).astype(wide))


class _Avg(_Mean):
    def fill(self, p: _PreparedPool, ctx: Context, inputs: Sequence[Array], result: Array, wide: Any) -> None:
        x, counts = p.last(inputs[0]), self.counts(p, wide)
        for block in _blocks(p, ctx):
            total = self.xp.zeros(p.block_shape(block), dtype=wide)
            for (tap,) in block.taps:
                total[(slice(None), *tap.outputs)] += x[(block.batch, *tap.inputs)].astype(wide, copy=False)
            result[block.batch, block.rows] = total / counts[block.rows]


class _AvgGrad(_Mean):
    def fill(self, p: _PreparedPool, ctx: Context, inputs: Sequence[Array], result: Array, wide: Any) -> None:
        dy, counts = p.last(inputs[1]), self.counts(p, wide)
        for block in _blocks(p, ctx):
            share = dy[block.batch, block.rows].astype(wide, copy=False) / counts[block.rows]
            for (tap,) in block.taps:
                result[(block.batch, *tap.inputs)] += share[(slice(None), *tap.outputs)]


@register_kernel("AvgPool", "CPU", uses=["cancel"])
class AvgPool(_Avg):
    pass


@register_kernel("AvgPool3D", "CPU", uses=["cancel"])
class AvgPool3D(_Avg):
    pass


@register_kernel("AvgPoolGrad", "CPU", host_inputs=["orig_input_shape"], uses=["cancel"])
class AvgPoolGrad(_AvgGrad):
    pass


@register_kernel("AvgPool3DGrad", "CPU", host_inputs=["orig_input_shape"], uses=["cancel"])
class AvgPool3DGrad(_AvgGrad):
    pass
