"""Plain kernels of softmax and the cross entropies: shifted by the largest logit, so that nothing overflows."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.array_gather import require_in_range
from graphops_cpu.precision import narrow, widen
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


def shifted(xp: Any, logits: Array) -> tuple[Array, Array, Array]:
    """(logits - max, exp of it, sum of that), along the last axis, which is kept."""
    if not logits.size:
        return logits, logits, xp.ones((*logits.shape[:-1], 1), dtype=logits.dtype)
    moved = logits - xp.max(logits, axis=-1, keepdims=True)
    powers = xp.exp(moved)
    return moved, powers, xp.sum(powers, axis=-1, keepdims=True, dtype=powers.dtype)


@register_kernel("Softmax", "CPU")
class Softmax(PlainKernel):
    def compute(self, logits: Array) -> Array:
        with np.errstate(all="ignore"):
            _, powers, total = shifted(self.xp, widen(logits))
            return narrow(powers / total, logits.dtype)


@register_kernel("LogSoftmax", "CPU")
class LogSoftmax(PlainKernel):
    def compute(self, logits: Array) -> Array:
        with np.errstate(all="ignore"):
            moved, _, total = shifted(self.xp, widen(logits))
            return narrow(moved - self.xp.log(total), logits.dtype)


@register_kernel("SoftmaxCrossEntropyWithLogits", "CPU")
class SoftmaxCrossEntropyWithLogits(PlainKernel):
    def compute(self, features: Array, labels: Array) -> tuple[Array, Array]:
        xp, dtype = self.xp, features.dtype
        with np.errstate(all="ignore"):
            moved, powers, total = shifted(xp, widen(features))
            wide = widen(labels)
            # A class of probability 0 costs nothing, however unlikely it is.
            terms = xp.where(wide == 0, wide.dtype.type(0), wide * (xp.log(total) - moved))
            loss = xp.sum(terms, axis=-1, dtype=terms.dtype)
            backprop = powers / total - wide
        return narrow(loss, dtype), narrow(backprop, dtype)


@register_kernel("SparseSoftmaxCrossEntropyWithLogits", "CPU")
class SparseSoftmaxCrossEntropyWithLogits(PlainKernel):
    def compute(self, features: Array, labels: Array) -> tuple[Array, Array]:
        xp, dtype = self.xp, features.dtype
        require_in_range("SparseSoftmaxCrossEntropyWithLogits", labels, features.shape[1], "classes", "labels")
        with np.errstate(all="ignore"):
            moved, powers, total = shifted(xp, widen(features))
            hot = labels[:, None] == xp.arange(features.shape[1], dtype=labels.dtype)  # (batch, classes)
            chosen = xp.sum(xp.where(hot, moved, moved.dtype.type(0)), axis=-1, dtype=moved.dtype)
            loss = xp.log(total).reshape(chosen.shape) - chosen
            backprop = powers / total - hot.astype(powers.dtype)
        return narrow(loss, dtype), narrow(backprop, dtype)
