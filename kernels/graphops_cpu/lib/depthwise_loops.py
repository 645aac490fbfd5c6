"""The three passes of a depthwise convolution, element by element for one tap at a time, in blocks of bounded size.

Shapes in the comments: N batch, S spatial input sizes, O spatial output sizes, K kernel sizes, C channels,
M multiplier; n, r images and rows of a block.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.conv_loops import Check, ConvSizes
from graphops_cpu.lib.window_blocks import BLOCK_BYTES, WindowBlocks
from graphops_registry.rules.conv_geometry import ConvGeometry

Array = Any


class DepthwiseLoops:
    """One depthwise convolution, cut into blocks whose products fit into ``BLOCK_BYTES``. Holds no array.

    Attributes:
        sizes: its sizes; ``groups`` is the number of channels.
        multiplier: output channels for each input channel.
        blocks: the blocks of outputs, one tap at a time.
        workspace_bytes: what a pass needs beyond inputs and outputs.
    """

    def __init__(self, geometry: ConvGeometry, itemsize: int) -> None:
        self.sizes = sizes = ConvSizes.of(geometry)
        self.multiplier = geometry.multiplier if isinstance(geometry.multiplier, int) else 1
        row_bytes = max(1, prod(sizes.outputs[1:]) * sizes.out_channels * itemsize)
        self.blocks = WindowBlocks(geometry.windows, sizes.batch, max(1, BLOCK_BYTES // row_bytes))
        block = self.blocks.images * self.blocks.rows * row_bytes
        # Of a block: the input, the gradient or sum, their product and its copy; and the filter.
        self.workspace_bytes = 4 * block + prod(sizes.kernel) * sizes.out_channels * itemsize


def forward(xp: Any, loops: DepthwiseLoops, x: Array, w: Array, y: Array, compute: np.dtype[Any], check: Check) -> None:
    """Write ``conv(x, w)`` into ``y``. x: (N, *S, C), w: (*K, C, M), y: (N, *O, C*M); any strides."""
    sizes = loops.sizes
    for block in loops.blocks:
        check()
        shape = (block.images, block.height, *sizes.outputs[1:], sizes.in_channels, loops.multiplier)
        total = xp.zeros(shape, dtype=compute)  # (n, r, ..., C, M)
        for (tap,) in block.taps:
            piece = x[(block.batch, *tap.inputs)].astype(compute, copy=False)
            kernel = w[tap.kernel].astype(compute, copy=False)  # (C, M)
            total[(slice(None), *tap.outputs)] += piece[..., None] * kernel
        y[block.batch, block.rows] = total.reshape(*shape[:-2], -1)


def input_gradient(
    xp: Any, loops: DepthwiseLoops, w: Array, dy: Array, dx: Array, compute: np.dtype[Any], check: Check
) -> None:
    """Add to ``dx``, zeros of the compute dtype, the gradient. w: (*K, C, M), dy: (N, *O, C*M), dx: (N, *S, C)."""
    for block in loops.blocks:
        check()
        gradient = _by_channel(loops, dy[block.batch, block.rows], compute)  # (n, r, ..., C, M)
        for (tap,) in block.taps:
            kernel = w[tap.kernel].astype(compute, copy=False)  # (C, M)
            piece = gradient[(slice(None), *tap.outputs)] * kernel
            dx[(block.batch, *tap.inputs)] += piece.sum(axis=-1)


def filter_gradient(
    xp: Any, loops: DepthwiseLoops, x: Array, dy: Array, dw: Array, compute: np.dtype[Any], check: Check
) -> None:
    """Add to ``dw``, zeros of the compute dtype, the gradient. x: (N, *S, C), dy: (N, *O, C*M), dw: (*K, C, M)."""
    channels, multiplier = loops.sizes.in_channels, loops.multiplier
    for block in loops.blocks:
        check()
        gradient = _by_channel(loops, dy[block.batch, block.rows], compute)  # (n, r, ..., C, M)
        for (tap,) in block.taps:
            piece = x[(block.batch, *tap.inputs)].astype(compute, copy=False).reshape(-1, channels)  # (P, C)
            part = gradient[(slice(None), *tap.outputs)].reshape(-1, channels, multiplier)  # (P, C, M)
            # For each channel a row times a matrix: (C, 1, P) @ (C, P, M).
            dw[tap.kernel] += xp.matmul(piece.T[:, None, :], part.transpose(1, 0, 2))[:, 0]


def _by_channel(loops: DepthwiseLoops, gradient: Array, compute: np.dtype[Any]) -> Array:
    """(..., C*M) as (..., C, M) in the compute dtype."""
    gradient = gradient.astype(compute, copy=False)
    return gradient.reshape(*gradient.shape[:-1], loops.sizes.in_channels, loops.multiplier)
