"""Buckets: gradients packed, in their order, into few arrays of about one size, so that adding them is few tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError

Array = np.ndarray[Any, Any]

# Gradients of other dtypes, all of which are narrower, are added in float32.
_ADDED_AS_THEY_ARE: Final = frozenset({"float32", "float64", "complex64", "complex128"})


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a gradient is.

    Attributes:
        bucket: which one.
        start: its first element there.
        shape: the gradient's.
    """

    bucket: int
    start: int
    shape: tuple[int, ...]

    @property
    def within(self) -> slice:
        return slice(self.start, self.start + prod(self.shape))


@dataclass(frozen=True, slots=True)
class Layout:
    """How gradients are packed.

    Attributes:
        slots: of the gradients, in their order.
        names: of their variables, for errors.
        sizes: elements of each bucket.
        dtypes: NumPy's names of the dtypes in which each bucket is added.
    """

    slots: tuple[Slot, ...]
    names: tuple[str, ...]
    sizes: tuple[int, ...]
    dtypes: tuple[str, ...]

    def pack(self, gradients: Sequence[Array], weight: float) -> tuple[Array, ...]:
        """The gradients, times ``weight``, as buckets.

        Args:
            gradients: arrays of one's own; one that fills a bucket becomes that bucket.

        Raises:
            InvalidArgumentError: a gradient of another shape than its variable has.
        """
        buckets: list[Array | None] = [None] * len(self.sizes)
        with np.errstate(all="ignore"):
            for slot, name, gradient in zip(self.slots, self.names, gradients, strict=True):
                if gradient.shape != slot.shape:
                    rule = f"have the variable's shape {slot.shape}"
                    raise InvalidArgumentError(f"the gradient of '{name}' must {rule}, got {gradient.shape}")
                size, dtype = self.sizes[slot.bucket], self.dtypes[slot.bucket]
                bucket = buckets[slot.bucket]
                if bucket is None:
                    fills = gradient.size == size and gradient.dtype == dtype and gradient.flags.c_contiguous
                    bucket = gradient.reshape(-1) if fills else np.empty(size, dtype)
                    buckets[slot.bucket] = bucket
                room = bucket[slot.within].reshape(slot.shape)
                if gradient.dtype == dtype:
                    np.multiply(gradient, weight, out=room)
                else:  # a narrower one is widened before it is weighted
                    room[...] = gradient
                    room *= weight
        return tuple(bucket for bucket in buckets if bucket is not None)

    def unpack(self, buckets: Sequence[Array], dtypes: Sequence[DType]) -> list[Array]:
        """The gradients of these dtypes that are in ``buckets``."""
        with np.errstate(all="ignore"):  # a sum may be too large for a half: infinity, as it is in one process
            return [
                buckets[slot.bucket][slot.within].reshape(slot.shape).astype(dtype.numpy_dtype, copy=False)
                for slot, dtype in zip(self.slots, dtypes, strict=True)
            ]

    def zeros(self) -> tuple[Array, ...]:
        """The buckets of a shard without rows."""
        return tuple(np.zeros(size, dtype) for size, dtype in zip(self.sizes, self.dtypes, strict=True))


def make_layout(
    gradients: Sequence[tuple[str, DType, tuple[int, ...]]],
    bucket_bytes: int,
) -> Layout:
    """Pack gradients in their order: each goes into the last bucket of its dtype, or opens the next if that is full.

    A gradient that is larger than a bucket has one of its own.

    Args:
        gradients: the name of the variable, the dtype and the shape of each.
        bucket_bytes: how large a bucket becomes.
    """
    slots: list[Slot] = []
    sizes: list[int] = []
    dtypes: list[str] = []
    last: dict[str, int] = {}  # dtype -> its last bucket
    for _, dtype, shape in gradients:
        added_as = dtype.name if dtype.name in _ADDED_AS_THEY_ARE else "float32"
        size, most = prod(shape), bucket_bytes // np.dtype(added_as).itemsize
        bucket = last.get(added_as)
        if bucket is None or (sizes[bucket] and sizes[bucket] + size > most):
            bucket = last[added_as] = len(sizes)
            sizes.append(0)
            dtypes.append(added_as)
        slots.append(Slot(bucket, sizes[bucket], shape))
        sizes[bucket] += size
    return Layout(tuple(slots), tuple(name for name, _, _ in gradients), tuple(sizes), tuple(dtypes))
