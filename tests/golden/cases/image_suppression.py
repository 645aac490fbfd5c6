"""Choosing boxes: of many classes, with equal scores, and by overlaps that are given."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals


def boxes_of(images: int, count: int, own: int, seed: int) -> Array:
    """Random boxes, some of them beyond [0, 1], every other one the wrong way round."""
    corner = reals((images, count, own, 2), "float32", seed)
    size = 0.6 + 0.5 * reals((images, count, own, 2), "float32", seed + 1)
    boxes = np.concatenate([corner, corner + size], axis=3)
    boxes[:, ::2] = boxes[:, ::2, :, [2, 3, 0, 1]]
    return boxes.astype(np.float32)


def limits(each: int, total: int, overlap: float, score: float) -> dict[str, Array]:
    return {
        "max_output_size_per_class": np.array(each, np.int32),
        "max_total_size": np.array(total, np.int32),
        "iou_threshold": np.array(overlap, np.float32),
        "score_threshold": np.array(score, np.float32),
    }


def combined() -> Iterator[Case]:
    for seed, (images, count, classes) in enumerate([(2, 12, 3), (1, 40, 5), (1, 300, 4), (0, 3, 2), (1, 0, 2)]):
        for own in (1, classes):
            boxes = boxes_of(images, count, own, seed)
            scores = reals((images, count, classes), "float32", seed + 50)
            # Scores of few values: which of equal ones comes first is C++'s choice.
            rounded = integers((images, count, classes), "float32", seed + 60, 0, 3) / np.float32(4)
            for given in (scores, rounded):
                inputs: dict[str, Any] = {"boxes": boxes, "scores": given}
                yield Case("CombinedNonMaxSuppression", inputs | limits(4, 7, 0.5, -0.25))
                yield Case("CombinedNonMaxSuppression", inputs | limits(100, 30, 0.3, 0.2), {"clip_boxes": False})
                yield Case("CombinedNonMaxSuppression", inputs | limits(2, 50, 1.0, -1e9), {"pad_per_class": True})
    strange = boxes_of(1, 20, 1, 9)
    strange[0, 3, 0, 1], strange[0, 5, 0, 2], strange[0, 7] = np.nan, np.inf, [-np.inf, 0, np.inf, 1]
    strange[0, 9] = strange[0, 7]
    scores = reals((1, 20, 2), "float32", 8)
    scores[0, 4, 0], scores[0, 5, 1], scores[0, 6] = np.nan, np.inf, -np.inf
    inputs = {"boxes": strange, "scores": scores} | limits(20, 40, 0.1, -np.inf)
    yield Case("CombinedNonMaxSuppression", inputs, {"clip_boxes": False})


def with_overlaps() -> Iterator[Case]:
    for seed, count in enumerate((12, 40, 0, 1)):
        overlaps = reals((count, count), "float32", seed)
        if count > 12:
            overlaps[3, 5:9], overlaps[20, ::3], overlaps[30, ::2] = np.nan, np.inf, -np.inf
        scores = reals((count,), "float32", seed + 20)
        scores[::5] = 0
        for size, threshold in ((0, 0.5), (3, 0.8), (100, 0.9), (100, -2.0), (100, 2.0)):
            yield Case(
                "NonMaxSuppressionWithOverlaps",
                {
                    "overlaps": overlaps,
                    "scores": scores,
                    "max_output_size": np.array(size, np.int32),
                    "overlap_threshold": np.array(threshold, np.float32),
                    "score_threshold": np.array(-0.5, np.float32),
                },
            )


CASES = [*combined(), *with_overlaps()]
