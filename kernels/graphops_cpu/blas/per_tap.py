"""The passes of a dense convolution, one kernel position at a time: slower, but without any padding.

So an infinity or NaN is never multiplied by a zero of the padding, and elements that strides and dilations skip need no
memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np

from graphops_cpu.blas.gather import COLUMN_BYTES, Array
from graphops_cpu.lib.window_blocks import WindowBlocks
from graphops_registry.rules.conv_geometry import Window

Check = Callable[[], None]


class PerTap:
    """The loops of one convolution. Immutable; holds no array.

    Shapes in the comments: x (N, *S, C), w (*K, C/G, D), y (N, *O, D), each with any strides; P positions that a tap
    meets in a block.
    """

    def __init__(self, windows: Sequence[Window], batch: int, widest: int, groups: int, itemsize: int) -> None:
        outputs = [window.output for window in windows if isinstance(window.output, int)]
        row = max(1, prod(outputs[1:]) * widest * itemsize)
        self._blocks = WindowBlocks(windows, batch, max(1, COLUMN_BYTES // row), 1 << 30)
        self._groups = groups
        # An operand and a product, each as wide as the wider of both sides.
        self.workspace_bytes = 2 * self._blocks.images * self._blocks.rows * row

    def forward(self, x: Array, w: Array, y: Array, check: Check) -> None:
        """Add ``conv(x, w)`` to ``y``."""
        for block in self._blocks:
            check()
            for tap in (tap for portion in block.taps for tap in portion):
                part = y[block.batch, block.rows][(slice(None), *tap.outputs)]
                matrix = self._grouped(x[(block.batch, *tap.inputs)])  # (G, P, C/G)
                kernel = self._grouped(w[tap.kernel])  # (G, C/G, D/G)
                part += self._joined(np.matmul(matrix, kernel), part.shape)

    def input_gradient(self, w: Array, dy: Array, dx: Array, check: Check) -> None:
        """Add the gradient to ``dx``."""
        for block in self._blocks:
            check()
            for tap in (tap for portion in block.taps for tap in portion):
                part = dx[(block.batch, *tap.inputs)]
                matrix = self._grouped(dy[block.batch, block.rows][(slice(None), *tap.outputs)])  # (G, P, D/G)
                kernel = self._grouped(w[tap.kernel]).swapaxes(1, 2)  # (G, D/G, C/G)
                part += self._joined(np.matmul(matrix, kernel), part.shape)

    def filter_gradient(self, x: Array, dy: Array, dw: Array, check: Check) -> None:
        """Add the gradient to ``dw``."""
        for block in self._blocks:
            check()
            for tap in (tap for portion in block.taps for tap in portion):
                matrix = self._grouped(x[(block.batch, *tap.inputs)]).swapaxes(1, 2)  # (G, C/G, P)
                gradient = self._grouped(dy[block.batch, block.rows][(slice(None), *tap.outputs)])  # (G, P, D/G)
                part = dw[tap.kernel]
                part += self._joined(np.matmul(matrix, gradient), part.shape)

    def _grouped(self, part: Array) -> Array:
        """(..., C) as (G, P, C/G)."""
        channels = part.shape[-1]
        return part.reshape(-1, self._groups, channels // self._groups).swapaxes(0, 1)

    def _joined(self, product: Array, shape: tuple[int, ...]) -> Array:
        """(G, P, D/G) as (..., D)."""
        return product.swapaxes(0, 1).reshape(shape)
