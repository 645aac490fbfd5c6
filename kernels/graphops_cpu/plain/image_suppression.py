"""Plain kernels that choose the best boxes of many classes, or by overlaps that are given. They run on the host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib import non_max
from graphops_cpu.lib.unstable_orders import sorted_from_largest
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_CORNERS = 4
_SMALLEST = np.finfo(np.float32).tiny  # of the scores that TensorFlow tells from zero


@register_kernel(
    "NonMaxSuppressionWithOverlaps",
    "CPU",
    host_inputs=["max_output_size", "overlap_threshold", "score_threshold"],
    host_outputs=["selected_indices"],
    uses=["cancel"],
)
class NonMaxSuppressionWithOverlaps(PlainKernel):
    xp: ClassVar[Any] = np
    host_data = ("overlaps", "scores")

    def compute(self, ctx: Context, overlaps: Any, scores: Any, size: Any, overlap: Any, limit: Any) -> Array:
        most = int(size)
        candidates = np.flatnonzero(scores > limit)
        order = candidates[np.argsort(-scores[candidates], kind="stable")]
        selected: list[int] = []
        for box in order.tolist():
            if len(selected) >= most:
                break
            ctx.check_cancelled()
            shares = overlaps[box, selected]
            # TensorFlow multiplies the score by exp(0 * share * share), and by 0 where the share is no number.
            spoilt = np.isinf(shares) | (np.isnan(shares) & (abs(scores[box]) >= _SMALLEST))
            if not ((shares > overlap) | spoilt).any():
                selected.append(box)
        return np.array(selected, np.int32)


@register_kernel(
    "CombinedNonMaxSuppression",
    "CPU",
    host_inputs=["max_output_size_per_class", "max_total_size", "iou_threshold", "score_threshold"],
    host_outputs=["nmsed_boxes", "nmsed_scores", "nmsed_classes", "valid_detections"],
    uses=["cancel", "memory"],
)
class CombinedNonMaxSuppression(PlainKernel):
    """Needs the candidates of one image, up to max_output_size_per_class of each class, 6 numbers each.

    Attributes:
        walk: goes through the boxes of a class; compiled code replaces it.
    """

    xp: ClassVar[Any] = np
    host_data = ("boxes", "scores")

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        super().__init__(attrs)
        self.walk: non_max.Walk = non_max.walk_in_blocks

    def compute(
        self, ctx: Context, boxes: Any, scores: Any, each: Any, total: Any, overlap: Any, limit: Any
    ) -> tuple[Array, Array, Array, Array]:
        images, count, classes = scores.shape
        size = int(total)
        if self.attrs["pad_per_class"]:
            size = min(size, int(each) * classes)
        found_boxes = np.zeros((images, size, _CORNERS), np.float32)
        found_scores, found_classes = np.zeros((2, images, size), np.float32)
        valid = np.zeros(images, np.int32)
        most = min(int(each), count)
        for image in range(images):
            chosen, of_class, best = self._candidates(ctx, boxes[image], scores[image], most, overlap, limit)
            order = self._order(ctx, best, of_class, most, classes)[:size]
            got = order.size
            corners = boxes[image, chosen[order], of_class[order] if boxes.shape[2] != 1 else 0]
            found_boxes[image, :got] = np.clip(corners, 0, 1) if self.attrs["clip_boxes"] else corners
            found_scores[image, :got] = best[order]
            found_classes[image, :got] = of_class[order]
            valid[image] = got
        return found_boxes, found_scores, found_classes, valid

    def _candidates(
        self, ctx: Context, boxes: Any, scores: Any, most: int, overlap: Any, limit: Any
    ) -> tuple[Array, Array, Array]:
        """The best boxes of each class, class after class: their numbers, classes and scores."""
        chosen, of_class = [np.zeros(0, np.int32)], [np.zeros(0, np.int64)]
        own: Any = None
        for number in range(scores.shape[1]):
            if own is None or boxes.shape[1] > 1:
                own = _with_an_area(boxes[:, number if boxes.shape[1] > 1 else 0])
            column = np.ascontiguousarray(scores[:, number])
            with np.errstate(all="ignore"):
                best = non_max.select(
                    own, column, most, np.float32(overlap), np.float32(limit), ctx.check_cancelled, self.walk,
                    non_max.by_heap,
                )  # fmt: skip
            chosen.append(best)
            of_class.append(np.full(best.size, number))
        numbers, belongs = np.concatenate(chosen), np.concatenate(of_class)
        return numbers, belongs, scores[numbers, belongs]

    @staticmethod
    def _order(ctx: Context, best: Any, of_class: Any, most: int, classes: int) -> Array:
        """The places of the candidates, best first. TensorFlow sorts them together with the empty places of classes."""
        order: Array = np.argsort(-best, kind="stable")
        ranked = best[order]
        if most * classes <= 16 or not (ranked[1:] == ranked[:-1]).any():
            return order
        ctx.check_memory(32 * most * classes)
        place_of = np.flatnonzero(np.arange(most) < np.bincount(of_class, minlength=classes)[:, None])
        keys = np.full(most * classes, -np.inf, np.float32)
        keys[place_of] = best
        candidate_at = np.zeros(most * classes, np.int64)
        candidate_at[place_of] = np.arange(best.size)
        return candidate_at[sorted_from_largest(keys.tolist())[: best.size]]


def _with_an_area(corners: Any) -> Array:
    """(boxes, 4), where boxes whose area is not finite are points: neither overlaps with anything."""
    with np.errstate(all="ignore"):
        area = non_max.Boxes(corners).area
    return np.where(np.isfinite(area)[:, None], corners, np.float32(0))
