"""Plain kernels that move blocks of space to the batch or to the channels, and back."""

from __future__ import annotations

from math import prod
from typing import Any

from graphops_cpu.plain.array_slice import padded
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("SpaceToBatchND", "CPU", host_inputs=["block_shape", "paddings"])
class SpaceToBatchND(PlainKernel):
    """Needs a padded copy of the input beside the output."""

    def compute(self, x: Array, block_shape: Any, paddings: Any) -> Array:
        xp, blocks, margins = self.xp_of(x), [int(size) for size in block_shape], _pairs(paddings)
        count = len(blocks)
        batch, rest = x.shape[0], x.shape[1 + count :]
        small = [(s + sum(p)) // b for s, b, p in zip(x.shape[1 : 1 + count], blocks, margins, strict=True)]
        shape = (batch * prod(blocks), *small, *rest)
        if 0 in shape:  # the padded input may be larger than any array
            return xp.empty(shape, dtype=x.dtype)
        around = [(0, 0), *margins, *[(0, 0)] * len(rest)]
        whole = padded(xp, x, around, b"" if x.dtype.kind == "O" else 0)
        halves = [size for pair in zip(small, blocks, strict=True) for size in pair]
        apart = whole.reshape(batch, *halves, *rest)  # (N, S1, b1, S2, b2, ..., rest)
        inside, outside = range(2, 1 + 2 * count, 2), range(1, 1 + 2 * count, 2)
        moved = apart.transpose(*inside, 0, *outside, *range(1 + 2 * count, apart.ndim))
        return moved.copy().reshape(shape)


@register_kernel("BatchToSpaceND", "CPU", host_inputs=["block_shape", "crops"])
class BatchToSpaceND(PlainKernel):
    """Needs a copy of the input beside the output."""

    def compute(self, x: Array, block_shape: Any, crops: Any) -> Array:
        blocks, margins = [int(size) for size in block_shape], _pairs(crops)
        count = len(blocks)
        batch, small, rest = x.shape[0] // prod(blocks), x.shape[1 : 1 + count], x.shape[1 + count :]
        whole = [size * block for size, block in zip(small, blocks, strict=True)]
        shape = (batch, *(size - sum(pair) for size, pair in zip(whole, margins, strict=True)), *rest)
        if 0 in shape:  # what is cropped may be larger than any array
            return self.xp_of(x).empty(shape, dtype=x.dtype)
        apart = x.reshape(*blocks, batch, *small, *rest)  # (b1, b2, ..., N, S1, S2, ..., rest)
        pairs = [axis for i in range(count) for axis in (count + 1 + i, i)]
        moved = apart.transpose(count, *pairs, *range(1 + 2 * count, apart.ndim))  # (N, S1, b1, S2, b2, ..., rest)
        kept = [slice(before, size - after) for size, (before, after) in zip(whole, margins, strict=True)]
        return moved.reshape(batch, *whole, *rest)[(slice(None), *kept)].copy()


def _pairs(margins: Any) -> list[tuple[int, int]]:
    return [(int(before), int(after)) for before, after in margins]


@register_kernel("SpaceToDepth", "CPU")
class SpaceToDepth(PlainKernel):
    def compute(self, x: Array) -> Array:
        block = self.attrs["block_size"]
        if self.attrs["data_format"] == "NHWC":
            n, h, w, c = x.shape[0], x.shape[1] // block, x.shape[2] // block, x.shape[3]
            moved = x.reshape(n, h, block, w, block, c).transpose(0, 1, 3, 2, 4, 5)  # (N, h, w, block, block, C)
            return moved.copy().reshape(n, h, w, block * block * c)
        (n, c), h, w = x.shape[:2], x.shape[2] // block, x.shape[3] // block
        four = x.shape[4:]  # of NCHW_VECT_C
        apart = x.reshape(n, c, h, block, w, block, *four)
        moved = apart.transpose(0, 3, 5, 1, 2, 4, *range(6, apart.ndim))  # (N, block, block, C, h, w, four)
        return moved.copy().reshape(n, block * block * c, h, w, *four)


@register_kernel("DepthToSpace", "CPU")
class DepthToSpace(PlainKernel):
    def compute(self, x: Array) -> Array:
        block = self.attrs["block_size"]
        if self.attrs["data_format"] == "NHWC":
            (n, h, w), c = x.shape[:3], x.shape[3] // (block * block)
            moved = x.reshape(n, h, w, block, block, c).transpose(0, 1, 3, 2, 4, 5)  # (N, h, block, w, block, C)
            return moved.copy().reshape(n, h * block, w * block, c)
        n, c, (h, w) = x.shape[0], x.shape[1] // (block * block), x.shape[2:4]
        four = x.shape[4:]  # of NCHW_VECT_C
        apart = x.reshape(n, block, block, c, h, w, *four)
        moved = apart.transpose(0, 3, 4, 1, 5, 2, *range(6, apart.ndim))  # (N, C, h, block, w, block, four)
        return moved.copy().reshape(n, c, h * block, w * block, *four)


# -- older forms ---------------------------------------------------------------------------------------------------


@register_kernel("SpaceToBatch", "CPU", host_inputs=["paddings"])
class SpaceToBatch(SpaceToBatchND):
    def compute(self, x: Array, paddings: Any) -> Array:  # type: ignore[override]
        return super().compute(x, [self.attrs["block_size"]] * 2, paddings)


@register_kernel("BatchToSpace", "CPU", host_inputs=["crops"])
class BatchToSpace(BatchToSpaceND):
    def compute(self, x: Array, crops: Any) -> Array:  # type: ignore[override]
        return super().compute(x, [self.attrs["block_size"]] * 2, crops)
