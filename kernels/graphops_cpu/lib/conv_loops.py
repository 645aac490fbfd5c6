"""The three passes of a dense, grouped or ungrouped N-d convolution, in NumPy's terms and with bounded memory.

Nothing is padded and no gradient is zero-dilated: for each kernel position (*tap*) the geometry says which outputs
meet the input at all, and only those elements are copied into a *column* buffer, which one matrix product per block
consumes.  The buffer holds a block of output rows times a portion of taps and never more than ``BLOCK_BYTES``, or one
output row times one tap if that is larger.

Shapes in the comments: N batch, S spatial input sizes, O spatial output sizes, K kernel sizes, T taps in a block,
P positions in a block, C/G input channels and output channels D/G per group of G.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.window_blocks import BLOCK_BYTES, Block, TapSlices, WindowBlocks
from graphops_registry.rules.conv_geometry import ConvGeometry

Array = Any
Check = Callable[[], None]  # raises an error if the run must stop; called once for each block

# The most taps in a portion: each is a copy of its own, and with more of them in a block of bounded size the copies of
# a large kernel become so small that finding their slices takes longer than making them.
_TAPS: Final = 64


@dataclass(frozen=True, slots=True)
class ConvSizes:
    """The known sizes of a :class:`ConvGeometry`."""

    batch: int
    inputs: tuple[int, ...]
    kernel: tuple[int, ...]
    outputs: tuple[int, ...]
    in_channels: int
    out_channels: int
    groups: int

    @classmethod
    def of(cls, geometry: ConvGeometry) -> ConvSizes:
        """Raises if a size is unknown, which no prepared kernel sees."""
        windows = geometry.windows
        return cls(
            prod(map(_known, geometry.batch)),
            tuple(_known(window.input) for window in windows),
            tuple(_known(window.kernel) for window in windows),
            tuple(_known(window.output) for window in windows),
            _known(geometry.in_channels),
            _known(geometry.out_channels),
            _known(geometry.groups),
        )


def _known(dim: object) -> int:
    if not isinstance(dim, int):
        raise TypeError(f"unknown size {dim!r}")
    return dim


class ConvLoops:
    """One dense convolution, cut into blocks. Immutable; holds no array.

    Attributes:
        sizes: its sizes.
        blocks: the blocks of outputs, with taps in portions whose columns fit into ``BLOCK_BYTES``.
        workspace_bytes: what a pass needs beyond inputs and outputs.
    """

    def __init__(self, geometry: ConvGeometry, itemsize: int) -> None:
        self.sizes = sizes = ConvSizes.of(geometry)
        live = max(1, prod(len(window.taps()) for window in geometry.windows))
        row = max(1, prod(sizes.outputs[1:]))  # positions
        budget = max(1, BLOCK_BYTES // max(1, row * sizes.in_channels * itemsize))  # (row, tap) pairs that fit
        taps = min(live, budget, _TAPS)
        # The product has out_channels values for each position: bound that as well.
        rows = max(1, min(budget // taps, BLOCK_BYTES // max(1, row * sizes.out_channels * itemsize)))
        self.blocks = WindowBlocks(geometry.windows, sizes.batch, rows, taps, sizes.out_channels)
        positions = self.blocks.images * self.blocks.rows * row
        columns = positions * taps * sizes.in_channels
        filters = taps * sizes.in_channels // max(1, sizes.groups) * sizes.out_channels
        # Grouped columns and sums are copied once more; products and sums are as large as the outputs of a block.
        copies, sums = (4, 3) if sizes.groups > 1 else (2, 2)
        self.workspace_bytes = itemsize * (copies * columns + 2 * filters + sums * positions * sizes.out_channels)


def forward(xp: Any, loops: ConvLoops, x: Array, w: Array, y: Array, compute: np.dtype[Any], check: Check) -> None:
    """Write ``conv(x, w)`` into ``y``. x: (N, *S, C), w: (*K, C/G, D), y: (N, *O, D); any strides."""
    sizes = loops.sizes
    by_tap = not _is_finite(xp, w)  # the zeros in the columns would make NaN of infinite weights
    for block in loops.blocks:
        check()
        if by_tap:
            y[block.batch, block.rows] = _forward_by_tap(xp, sizes, block, x, w, compute)
            continue
        total: Array = None
        for taps in block.taps:
            columns = _columns(xp, sizes, block, taps, x, compute)  # (G, P, T*C/G)
            kernel = _kernel_block(xp, sizes, taps, w, compute)  # (G, T*C/G, D/G)
            if total is None:
                total = xp.matmul(columns, kernel)  # (G, P, D/G)
            else:
                total += xp.matmul(columns, kernel)
        if total is None:  # every window of the block lies in the padding
            y[block.batch, block.rows] = 0
        else:
            total = total.transpose(1, 0, 2)  # (P, G, D/G)
            y[block.batch, block.rows] = total.reshape(block.images, block.height, *sizes.outputs[1:], -1)


def filter_gradient(
    xp: Any, loops: ConvLoops, x: Array, dy: Array, dw: Array, compute: np.dtype[Any], check: Check
) -> None:
    """Add to ``dw``, zeros of the compute dtype, the gradient. x: (N, *S, C), dy: (N, *O, D), dw: (*K, C/G, D)."""
    sizes = loops.sizes
    group_in = sizes.in_channels // sizes.groups
    by_tap = not _is_finite(xp, dy)
    for block in loops.blocks:
        check()
        if by_tap:
            _filter_gradient_by_tap(xp, sizes, block, x, dy, dw, compute)
            continue
        gradient = _gradient_block(sizes, block, dy, compute)  # (G, P, D/G)
        for taps in block.taps:
            columns = _columns(xp, sizes, block, taps, x, compute)  # (G, P, T*C/G)
            part = xp.matmul(columns.transpose(0, 2, 1), gradient)  # (G, T*C/G, D/G)
            part = part.reshape(sizes.groups, len(taps), group_in, -1).transpose(1, 2, 0, 3)  # (T, C/G, G, D/G)
            for index, tap in enumerate(taps):
                dw[tap.kernel] += part[index].reshape(group_in, sizes.out_channels)


def input_gradient(
    xp: Any, loops: ConvLoops, w: Array, dy: Array, dx: Array, compute: np.dtype[Any], check: Check
) -> None:
    """Add to ``dx``, zeros of the compute dtype, the gradient. w: (*K, C/G, D), dy: (N, *O, D), dx: (N, *S, C)."""
    sizes = loops.sizes
    for block in loops.blocks:
        check()
        gradient = _gradient_block(sizes, block, dy, compute)  # (G, P, D/G)
        for taps in block.taps:
            kernel = _kernel_block(xp, sizes, taps, w, compute)  # (G, T*C/G, D/G)
            part = xp.matmul(gradient, kernel.transpose(0, 2, 1))  # (G, P, T*C/G)
            part = part.reshape(sizes.groups, block.images, block.height, *sizes.outputs[1:], len(taps), -1)
            part = xp.moveaxis(part, 0, -2)  # (n, rows, ..., T, G, C/G)
            for index, tap in enumerate(taps):
                piece = part[(slice(None), *tap.outputs, index)]
                dx[(block.batch, *tap.inputs)] += piece.reshape(*piece.shape[:-2], sizes.in_channels)


def _is_finite(xp: Any, array: Array) -> bool:
    """Whether there is neither infinity nor NaN in ``array``."""
    return array.dtype.kind in "biu" or bool(xp.isfinite(array).all().item())


def _forward_by_tap(xp: Any, sizes: ConvSizes, block: Block, x: Array, w: Array, compute: np.dtype[Any]) -> Array:
    """The outputs of a block, (n, rows, ..., D), from the elements alone that meet the input."""
    total = xp.zeros((block.images, block.height, *sizes.outputs[1:], sizes.out_channels), dtype=compute)
    for tap in (tap for taps in block.taps for tap in taps):
        piece = x[(block.batch, *tap.inputs)].astype(compute, copy=False)  # (n, r, ..., C)
        product = xp.matmul(_by_group(sizes, piece), _kernel_block(xp, sizes, [tap], w, compute))  # (G, P, D/G)
        total[(slice(None), *tap.outputs)] += product.transpose(1, 0, 2).reshape(*piece.shape[:-1], sizes.out_channels)
    return total


def _filter_gradient_by_tap(
    xp: Any, sizes: ConvSizes, block: Block, x: Array, dy: Array, dw: Array, compute: np.dtype[Any]
) -> None:
    """Add a block's part to ``dw`` from the elements alone that meet the input."""
    gradient = dy[block.batch, block.rows].astype(compute, copy=False)  # (n, rows, ..., D)
    for tap in (tap for taps in block.taps for tap in taps):
        left = _by_group(sizes, x[(block.batch, *tap.inputs)].astype(compute, copy=False))  # (G, P, C/G)
        right = _by_group(sizes, gradient[(slice(None), *tap.outputs)])  # (G, P, D/G)
        part = xp.matmul(left.transpose(0, 2, 1), right)  # (G, C/G, D/G)
        dw[tap.kernel] += part.transpose(1, 0, 2).reshape(-1, sizes.out_channels)


def _by_group(sizes: ConvSizes, piece: Array) -> Array:
    """(..., channels) as (G, P, channels/G)."""
    return piece.reshape(-1, sizes.groups, piece.shape[-1] // sizes.groups).transpose(1, 0, 2)


def _columns(xp: Any, sizes: ConvSizes, block: Block, taps: list[TapSlices], x: Array, compute: np.dtype[Any]) -> Array:
    """The input elements that the block's outputs meet, (G, P, T*C/G); zeros where a tap meets the padding."""
    shape = (block.images, block.height, *sizes.outputs[1:], len(taps), sizes.in_channels)
    covered = all(
        piece.stop - piece.start == size for tap in taps for piece, size in zip(tap.outputs, shape[1:], strict=False)
    )
    columns = (xp.empty if covered else xp.zeros)(shape, dtype=compute)
    for index, tap in enumerate(taps):
        columns[(slice(None), *tap.outputs, index)] = x[(block.batch, *tap.inputs)]
    if sizes.groups == 1:
        return columns.reshape(1, -1, len(taps) * sizes.in_channels)
    columns = columns.reshape(-1, len(taps), sizes.groups, sizes.in_channels // sizes.groups)  # (P, T, G, C/G)
    return columns.transpose(2, 0, 1, 3).reshape(sizes.groups, columns.shape[0], -1)


def _kernel_block(xp: Any, sizes: ConvSizes, taps: list[TapSlices], w: Array, compute: np.dtype[Any]) -> Array:
    """The filter of the taps, (G, T*C/G, D/G)."""
    kernel = xp.stack([w[tap.kernel] for tap in taps]).astype(compute, copy=False)  # (T, C/G, D)
    kernel = kernel.reshape(-1, sizes.groups, sizes.out_channels // sizes.groups)  # (T*C/G, G, D/G)
    return kernel.transpose(1, 0, 2)


def _gradient_block(sizes: ConvSizes, block: Block, dy: Array, compute: np.dtype[Any]) -> Array:
    """The output gradient of the block, (G, P, D/G)."""
    gradient = dy[block.batch, block.rows].astype(compute, copy=False)
    gradient = gradient.reshape(-1, sizes.groups, sizes.out_channels // sizes.groups)  # (P, G, D/G)
    return gradient.transpose(1, 0, 2)
