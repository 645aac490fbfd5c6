"""Plain kernels of sampled candidates."""

from __future__ import annotations

import numpy as np

from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("ComputeAccidentalHits", "CPU")
class ComputeAccidentalHits(PlainKernel):
    def compute(self, true_classes: Array, sampled_candidates: Array) -> tuple[Array, Array, Array]:
        xp, count = self.xp, true_classes.shape[1]
        wanted, candidates = true_classes.reshape(-1), sampled_candidates
        if not candidates.shape[0] or not wanted.shape[0]:
            return xp.empty(0, np.int32), xp.empty(0, np.int64), xp.empty(0, np.float32)
        # Of equal candidates the last one: sorted by value and then by place.
        order = xp.lexsort(xp.stack([xp.arange(candidates.shape[0]), candidates]))
        sorted_ = candidates[order]
        last = xp.maximum(xp.searchsorted(sorted_, wanted, side="right") - 1, 0)
        (hits,) = xp.nonzero(sorted_[last] == wanted)
        indices = (hits // count).astype(np.int32)
        return indices, order[last[hits]].astype(np.int64), xp.full(hits.shape, np.finfo(np.float32).min, np.float32)
