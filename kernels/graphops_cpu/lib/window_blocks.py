"""Cutting a windowed op into blocks of bounded size: some images, some rows of outputs, some taps at a time.

A *tap* is one kernel position.  For each tap and each block of outputs there are slices of the outputs that read an
input element there, not padding.  So nothing is padded, and taps that meet only padding are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from graphops_registry.rules.conv_geometry import Tap, Window

BLOCK_BYTES: Final = 4 << 20  # about the size of a core's L2 cache: what one step writes, the next one reads


@dataclass(frozen=True, slots=True)
class TapSlices:
    """One tap within a block of outputs: its position in the kernel, the outputs, and the inputs that they read."""

    kernel: tuple[int, ...]
    outputs: tuple[slice, ...]  # relative to the block
    inputs: tuple[slice, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A block of outputs: some images, some rows of the first spatial axis, everything of the others.

    ``taps`` are the taps that meet the input from here, in portions; it may be empty.
    """

    batch: slice
    rows: slice
    taps: list[list[TapSlices]]

    @property
    def images(self) -> int:
        return int(self.batch.stop - self.batch.start)

    @property
    def height(self) -> int:
        return int(self.rows.stop - self.rows.start)


class WindowBlocks:
    """The blocks of one windowed op. Immutable; holds no array.

    Args:
        windows: the spatial axes, all sizes known.
        batch: how many images there are.
        rows_per_block: rows of outputs (positions along the first spatial axis, of one or several images).
        taps_per_portion: taps that are handled together.
        channels: output channels; without any there is nothing to do, and no block.
    """

    def __init__(
        self, windows: Sequence[Window], batch: int, rows_per_block: int, taps_per_portion: int = 1, channels: int = 1
    ) -> None:
        self._windows = tuple(windows)
        self._taps = [window.taps() for window in windows]  # of each axis, those that meet the input
        self._outputs = tuple(window.output for window in windows if isinstance(window.output, int))
        self._batch = batch
        first = self._outputs[0]
        self.rows = max(1, min(first, rows_per_block))
        self.images = max(1, min(max(1, batch), rows_per_block // max(1, first)))
        self._portion = taps_per_portion
        self._empty = not (channels and prod(self._outputs))

    def __iter__(self) -> Iterator[Block]:
        """Blocks that together hold every output once."""
        if self._empty:
            return
        for image in range(0, self._batch, self.images):
            batch = slice(image, min(image + self.images, self._batch))
            for row in range(0, self._outputs[0], self.rows):
                rows = slice(row, min(row + self.rows, self._outputs[0]))
                found = (self._slices(taps, rows) for taps in product(*self._taps))
                taps = [slices for slices in found if slices is not None]
                size = self._portion
                yield Block(batch, rows, [taps[start : start + size] for start in range(0, len(taps), size)])

    def _slices(self, taps: tuple[Tap, ...], rows: slice) -> TapSlices | None:
        outputs: list[slice] = []
        inputs: list[slice] = []
        for axis, (tap, window) in enumerate(zip(taps, self._windows, strict=True)):
            low, high = (rows.start, rows.stop) if axis == 0 else (0, self._outputs[axis])
            first, stop = max(tap.first, low), min(tap.stop, high)
            if first >= stop:
                return None
            outputs.append(slice(first - low, stop - low))
            start = tap.start + (first - tap.first) * window.stride
            inputs.append(slice(start, start + (stop - first - 1) * window.stride + 1, window.stride))
        return TapSlices(tuple(tap.index for tap in taps), tuple(outputs), tuple(inputs))
