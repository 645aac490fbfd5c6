"""How a tensor with per-channel work is divided among blocks: the host part of ``cuda/channels.cuh``.

How a channel is cut depends on the sizes alone, never on the device, so that sums repeat bit for bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cuda.lib.vectors import width
from graphops_registry.dtypes import DType
from graphops_registry.kernel_def import Shape

THREADS: Final = 256  # of a block
SUMS: Final = 396  # blocks that sum: three for each of an H200's 132 multiprocessors, all at once
PASSES: Final = 8 * SUMS  # blocks of a pass that writes; more of them even out what the last ones do
JOINED: Final = 32  # channels whose parts one block joins
JOINERS: Final = 1024  # threads of it
_LEAST: Final = 4  # vectors that are worth a thread
_SEGMENT: Final = 512  # neighbouring bytes that a block reads of each row
_MOST_BLOCKS: Final = 2**31 - 1

_SIZES: Final = np.dtype(
    [("rows", "i8"), ("channels", "i8"), ("pixels", "i8"), ("splits", "i4"), ("width", "i4"), ("chunks", "i4")],
    align=True,
)  # fmt: skip


@dataclass(frozen=True)
class Parts:
    """How one kernel is launched.

    Attributes:
        sizes: the struct ``Channels``.
        splits: parts of each channel.
        grid: blocks.
    """

    sizes: np.ndarray[Any, Any]
    splits: int
    grid: tuple[int]


@dataclass(frozen=True)
class Channels:
    """A tensor as [rows, channels], or [rows, channels, pixels] where its channels come first.

    Attributes:
        last: whether the channels come last.
        rows: those, or images.
        pixels: elements of a plane; 1 where the channels come last.
        vector: elements that a thread moves at once.
        itemsize: bytes of an element.
    """

    last: bool
    rows: int
    channels: int
    pixels: int
    vector: int
    itemsize: int

    @classmethod
    def of(cls, shape: Shape, axis: int, dtype: DType) -> Channels:
        """How to see a tensor with elements whose channels are at ``axis``."""
        rows, channels, pixels = prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :])
        if channels == 1:  # its only plane
            rows, pixels = 1, rows * pixels
        last = pixels == 1
        return cls(last, rows, channels, pixels, width(dtype, channels if last else pixels), dtype.size)

    def name(self, kernel: str) -> str:
        """The kernel for this layout."""
        return f"{kernel}_{'last' if self.last else 'first'}"

    @property
    def counted(self) -> int:
        """Elements of a channel in each of the things that splits are counted in."""
        return 1 if self.last else self.vector

    @property
    def refused(self) -> str | None:
        """Why no kernel takes it."""
        return None if self.last or self.channels <= _MOST_BLOCKS else "it has more channels than a grid has blocks"

    def parts(self, blocks: int) -> Parts:
        """Cut for about so many blocks."""
        if self.last:
            vectors = self.channels // self.vector
            chunks = -(-vectors // max(1, min(THREADS, _SEGMENT // (self.vector * self.itemsize))))
            width = -(-vectors // chunks)
            splits = self._splits(blocks // chunks, self.rows, THREADS // width)
            return self._parts(splits, width, chunks, splits * chunks)
        splits = self._splits(blocks // self.channels, self.rows * (self.pixels // self.vector), THREADS)
        return self._parts(splits, 0, 0, splits * self.channels)

    def _splits(self, wanted: int, things: int, at_once: int) -> int:
        return max(1, min(wanted, -(-things // (at_once * _LEAST))))

    def _parts(self, splits: int, width: int, chunks: int, blocks: int) -> Parts:
        sizes = np.array((self.rows, self.channels, self.pixels, splits, width, chunks), dtype=_SIZES)
        return Parts(sizes, splits, (blocks,))
