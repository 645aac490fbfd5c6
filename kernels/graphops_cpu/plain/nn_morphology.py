"""Plain kernels of grayscale dilation: which tap wins is found once for a block of outputs, then used.

Memory beyond inputs and outputs: a few blocks of ``BLOCK_BYTES``. Shapes in the comments: n, r images and rows of a
block, O spatial output sizes, C channels.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np

from graphops_cpu.lib.precision import compute_dtype, limits, narrow, pick, widen
from graphops_cpu.lib.window_blocks import BLOCK_BYTES, Block, WindowBlocks
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Shape, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.rules.conv_geometry import ConvGeometry, conv_geometry
from graphops_registry.shape import TensorShape


class _Dilation(PlainKernel):
    """Base: the blocks, and the winning tap of each output."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes for a block's sums, maxima, winners and picked values, and for a wide result."""
        result = prod(spec.output_shapes[0] or ())
        block = max(BLOCK_BYTES, _row_bytes(self.geometry(spec.shapes[0], spec.shapes[1])))
        return 6 * block + result * compute_dtype(spec.output_dtypes[0]).itemsize

    def geometry(self, x: Shape, w: Shape) -> ConvGeometry:
        """The geometry of the dilation of an input by a filter, for the op itself and for its gradients."""
        shapes = TensorShape.of(x), TensorShape.of(w)
        return conv_geometry("Dilation2D", self.attrs, 2, *shapes, morphological=True, allow_empty_kernel=True)

    def outputs(self, x: Array, w: Array) -> Shape:
        """The shape of the dilation's output."""
        return self.geometry(x.shape, w.shape).output_shape.as_tuple()

    def winners(self, ctx: Context, x: Array, w: Array) -> Iterator[tuple[Block, Array, Array]]:
        """For each block the maxima (n, r, O, C) in the input's dtype and the index of the winning tap, -1 for none.

        A sum is rounded to the dtype before it is compared, so that ties are those of the values themselves; what is
        not a number never wins over a number.
        """
        xp = self.xp
        geometry = self.geometry(x.shape, w.shape)
        batch, _, columns, channels = geometry.output_shape.as_tuple()
        if not prod(geometry.output_shape.as_tuple()):
            return  # nor may anything be done for each tap: beside an empty size the others may be of any size
        rows = max(1, BLOCK_BYTES // _row_bytes(geometry))
        lowest = limits(x.dtype).min
        for block in WindowBlocks(geometry.windows, batch, rows):
            ctx.check_cancelled()
            shape = (block.images, block.height, columns, channels)
            best = xp.full(shape, lowest, dtype=x.dtype)
            index = xp.full(shape, -1, dtype=np.int32)
            for number, (tap,) in enumerate(block.taps):
                part = (slice(None), *tap.outputs)
                with np.errstate(all="ignore"):
                    value = narrow(widen(x[(block.batch, *tap.inputs)]) + widen(w[tap.kernel]), x.dtype)
                better = widen(value) > widen(best[part])
                best[part] = pick(xp, better, value, best[part])
                index[part] = xp.where(better | (index[part] < 0), np.int32(number), index[part])
            yield block, best, index


def _row_bytes(geometry: ConvGeometry) -> int:
    """Bytes of a row of outputs in the widest dtype."""
    _, _, columns, channels = geometry.output_shape.as_tuple()
    return max(1, columns * channels) * 8


@register_kernel("Dilation2D", "CPU", uses=["cancel"])
class Dilation2D(_Dilation):
    def compute(self, ctx: Context, x: Array, w: Array) -> Array:
        y = self.xp.empty(self.outputs(x, w), dtype=x.dtype)
        for block, best, _ in self.winners(ctx, x, w):
            y[block.batch, block.rows] = best
        return y


@register_kernel("Dilation2DBackpropInput", "CPU", uses=["cancel"])
class Dilation2DBackpropInput(_Dilation):
    def compute(self, ctx: Context, x: Array, w: Array, dy: Array) -> Array:
        dx = self.xp.zeros(x.shape, dtype=widen(dy[:0]).dtype)
        with np.errstate(all="ignore"):
            for block, _, index in self.winners(ctx, x, w):
                gradient = widen(dy[block.batch, block.rows])
                for number, (tap,) in enumerate(block.taps):
                    part = (slice(None), *tap.outputs)
                    won = index[part] == number
                    dx[(block.batch, *tap.inputs)] += self.xp.where(won, gradient[part], gradient.dtype.type(0))
            return narrow(dx, x.dtype)


@register_kernel("Dilation2DBackpropFilter", "CPU", uses=["cancel"])
class Dilation2DBackpropFilter(_Dilation):
    def compute(self, ctx: Context, x: Array, w: Array, dy: Array) -> Array:
        dw = self.xp.zeros(w.shape, dtype=widen(dy[:0]).dtype)
        with np.errstate(all="ignore"):
            for block, _, index in self.winners(ctx, x, w):
                gradient = widen(dy[block.batch, block.rows])
                for number, (tap,) in enumerate(block.taps):
                    part = (slice(None), *tap.outputs)
                    won = index[part] == number
                    picked = self.xp.where(won, gradient[part], gradient.dtype.type(0))
                    dw[tap.kernel] += self.xp.sum(picked.reshape(-1, w.shape[-1]), axis=0, dtype=dw.dtype)
            return narrow(dw, x.dtype)


class _Pick(_Dilation):
    """For each output the element of ``values`` at the position of the winner."""

    from_filter: bool

    def compute(self, ctx: Context, x: Array, w: Array, values: Array) -> Array:
        y = self.xp.zeros(self.outputs(x, w), dtype=x.dtype)
        for block, _, index in self.winners(ctx, x, w):
            target = y[block.batch, block.rows]
            for number, (tap,) in enumerate(block.taps):
                part = (slice(None), *tap.outputs)
                piece = values[tap.kernel] if self.from_filter else values[(block.batch, *tap.inputs)]
                target[part] = pick(self.xp, index[part] == number, piece, target[part])
        return y


@register_kernel("Graphops>Dilation2DPickInput", "CPU", uses=["cancel"])
class Dilation2DPickInput(_Pick):
    from_filter = False


@register_kernel("Graphops>Dilation2DPickFilter", "CPU", uses=["cancel"])
class Dilation2DPickFilter(_Pick):
    from_filter = True
