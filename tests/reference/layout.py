"""TensorFlow's attrs and layouts, brought to what the oracles take: channels last, spatial numbers only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.reference.answer import Array
from tests.reference.geometry import all_pads


@dataclass(frozen=True)
class Layout:
    """How an op of ``rank`` spatial axes reads its tensors and attrs.

    Every list attr has an entry (explicit_paddings: two) for the batch, for the channels and for each spatial axis, in
    the order of ``data_format``.  ``Conv`` has several batch dimensions in its tensors, yet one entry for them.
    """

    rank: int
    channels_first: bool
    batch_dims: int
    attrs: Mapping[str, Any]

    @classmethod
    def of(cls, attrs: Mapping[str, Any]) -> Layout:
        """The layout that ``strides`` and ``data_format`` tell."""
        data_format = attrs.get("data_format", "")
        first = data_format.startswith("NC") or data_format == "CHANNELS_FIRST"
        return cls(len(attrs["strides"]) - 2, first, int(attrs.get("batch_dims", 1)), attrs)

    def spatial(self, name: str) -> list[int]:
        """The spatial entries of a list attr; ones when it is absent or empty."""
        return self.spatial_of(self.attrs.get(name) or [1] * (self.rank + 2))

    def spatial_of(self, entries: Sequence[Any]) -> list[Any]:
        """The entries of the spatial axes among those of all axes."""
        chosen = entries[2:] if self.channels_first else entries[1:-1]
        return list(chosen)

    def pads(self, sizes: Sequence[int], kernels: Sequence[int], dilations: Sequence[int]) -> list[tuple[int, int]]:
        """(before, after) of each spatial axis."""
        flat = self.attrs.get("explicit_paddings") or []
        pairs = self.spatial_of(list(zip(flat[::2], flat[1::2], strict=True))) if flat else []
        return all_pads(sizes, kernels, self.spatial("strides"), dilations, self.attrs["padding"], pairs)

    def enter(self, x: Array) -> Array:
        """``x`` as [batch, spatial..., channels]."""
        return self._one_batch(np.moveaxis(x, self.batch_dims, -1) if self.channels_first else x)

    def enter_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """What ``enter`` makes of the shape."""
        empty: Array = np.broadcast_to(np.zeros((), np.int8), tuple(int(n) for n in shape))
        entered: tuple[int, ...] = self.enter(empty).shape
        return entered

    def leave(self, y: Array, batch: Sequence[int]) -> Array:
        """[batch, spatial..., channels] as the op returns it; ``batch`` is what the batch dimensions were."""
        y = y.reshape(*batch, *y.shape[1:])
        return np.moveaxis(y, -1, self.batch_dims) if self.channels_first else y

    def _one_batch(self, x: Array) -> Array:
        batch, rest = x.shape[: self.batch_dims], x.shape[self.batch_dims :]
        return x if self.batch_dims == 1 else x.reshape(int(np.prod(batch, dtype=np.int64)), *rest)
