"""Plain kernels that reverse axes, whole or in parts, and roll them around."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import count
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("Reverse", "CPU", host_inputs=["dims"])
class Reverse(PlainKernel):
    views = {0: 0}

    def compute(self, tensor: Array, dims: Any) -> Array:
        index = tuple(slice(None, None, -1) if reverse else slice(None) for reverse in dims)
        found = tensor[index]
        return found if tensor.dtype.kind != "O" else np.asarray(found, dtype=object)


@register_kernel("ReverseSequence", "CPU")
class ReverseSequence(PlainKernel):
    """Needs a copy of the input, and a place for each of its sequences' elements."""

    def compute(self, x: Array, seq_lengths: Array) -> Array:
        along, batch = self.attrs["seq_dim"], self.attrs["batch_dim"]
        xp, size = self.xp_of(x), x.shape[along]
        wrong = count((seq_lengths < 0) | (seq_lengths > size))
        if wrong:
            low, high = int(seq_lengths.min().item()), int(seq_lengths.max().item())
            rule = f"be in [0, {size}], the size of axis {along}"
            raise must("seq_lengths", "ReverseSequence", rule, f"values from {low} to {high}")
        if not x.size:
            return x.copy()
        order = [batch, along, *(axis for axis in range(x.ndim) if axis not in (batch, along))]
        moved = x.transpose(order)
        places = xp.arange(size, dtype=np.int64)[None, :]
        lengths = seq_lengths.astype(np.int64)[:, None]
        places = xp.where(places < lengths, lengths - 1 - places, places)  # (batch, size)
        places = places + xp.arange(x.shape[batch], dtype=np.int64)[:, None] * size
        rows = moved.reshape(x.shape[batch] * size, x.size // (x.shape[batch] * size))
        found = xp.take(rows, places.reshape(-1), axis=0).reshape(moved.shape)
        return found.transpose([order.index(axis) for axis in range(x.ndim)])


@register_kernel("Roll", "CPU", host_inputs=["shift", "axis"])
class Roll(PlainKernel):
    def compute(self, x: Array, shift: Any, axis: Any) -> Array:
        result = x.copy()
        if not x.size:
            return result
        shifts = [0] * x.ndim
        for by, along in zip(shift.reshape(-1), axis.reshape(-1), strict=True):
            shifts[int(along)] = (shifts[int(along)] + int(by)) % x.shape[int(along)]
        for along, by in enumerate(shifts):
            if by:
                result = self.xp_of(x).roll(result, by, axis=along)
        return result
