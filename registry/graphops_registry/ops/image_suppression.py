"""Choosing the best boxes of many classes, and by overlaps that are given."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

# -- NonMaxSuppressionWithOverlaps ---------------------------------------------------------------------------------

non_max_suppression_with_overlaps = register_op(
    "NonMaxSuppressionWithOverlaps",
    inputs=[
        "overlaps: float",
        "scores: float",
        "max_output_size: int32",
        "overlap_threshold: float",
        "score_threshold: float",
    ],
    outputs=["selected_indices: int32"],
    doc="""The best boxes, none of which overlaps a better one by much, by any measure of overlap.

    overlaps: `[boxes, boxes]`: how much the box of the row overlaps that of the column.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    overlap_threshold: a scalar: a box is left out if it overlaps a better one by more.
    score_threshold: a scalar: only boxes with a score above it.
    selected_indices: which boxes, best first; of boxes with equal scores the first.""",
)
non_max_suppression_with_overlaps.no_gradient()


@non_max_suppression_with_overlaps.shape_rule
def _with_overlaps_shape(c: ShapeContext) -> list[TensorShape]:
    overlaps = c.with_rank("overlaps", 2)
    count = c.merge_dim("overlaps", overlaps[0], overlaps[1], "be square")
    c.merge_dim("scores", c.with_rank("scores", 1)[0], count, f"have a score for each of the {count} boxes")
    for arg in c.op_def.inputs[2:]:
        c.with_rank(arg.name, 0)
    size = c.value("max_output_size")
    if size is not None and size < 0:
        c.fail("max_output_size", "be 0 or more", size)
    return [TensorShape.of((None,))]


# -- CombinedNonMaxSuppression -------------------------------------------------------------------------------------

combined_non_max_suppression = register_op(
    "CombinedNonMaxSuppression",
    inputs=[
        "boxes: float",
        "scores: float",
        "max_output_size_per_class: int32",
        "max_total_size: int32",
        "iou_threshold: float",
        "score_threshold: float",
    ],
    outputs=["nmsed_boxes: float", "nmsed_scores: float", "nmsed_classes: float", "valid_detections: int32"],
    attrs=["pad_per_class: bool = false", "clip_boxes: bool = true"],
    doc="""For each image the best boxes of all classes, none of which overlaps a better one of its class by much.

    boxes: `[images, boxes, q, 4]`: y1, x1, y2, x2, of any two opposite corners. q is the number of classes, or 1 if
        the classes have the same boxes.
    scores: `[images, boxes, classes]`.
    max_output_size_per_class: a scalar above 0: at most so many boxes of a class in an image.
    max_total_size: a scalar above 0: at most so many boxes in an image.
    iou_threshold: a scalar in [0, 1]: a box is left out if it shares more than that part of the union with a better
        one.
    score_threshold: a scalar: only boxes with a score above it.
    pad_per_class: whether the outputs are no longer than all classes together may be.
    clip_boxes: whether the chosen boxes are cut off at 0 and 1.
    nmsed_boxes: `[images, n, 4]`, best first. n is max_total_size, or with pad_per_class the smaller one of it and of
        max_output_size_per_class times the number of classes. Zeros at the end.
    nmsed_scores: `[images, n]`.
    nmsed_classes: `[images, n]`, numbers from 0 on.
    valid_detections: `[images]`: how many of the n are boxes.""",
)
combined_non_max_suppression.no_gradient()


@combined_non_max_suppression.shape_rule
def _combined_shape(c: ShapeContext) -> list[TensorShape]:
    boxes, scores = c.with_rank("boxes", 4), c.with_rank("scores", 3)
    images = c.merge_dim("scores", scores[0], boxes[0], f"have a row for each of the {boxes[0]} images")
    c.merge_dim("scores", scores[1], boxes[1], f"have a score for each of the {boxes[1]} boxes")
    c.merge_dim("boxes", boxes[3], 4, "have 4 columns")
    own, classes = boxes[2], scores[2]
    if isinstance(own, int) and isinstance(classes, int) and own not in (1, classes):
        c.fail("boxes", f"have 1 or {classes} boxes along axis 2, one for each class", own)
    for arg in c.op_def.inputs[2:]:
        c.with_rank(arg.name, 0)
    each, total = c.value("max_output_size_per_class"), c.value("max_total_size")
    for name, value in (("max_output_size_per_class", each), ("max_total_size", total)):
        if value is not None and value <= 0:
            c.fail(name, "be 1 or more", value)
    threshold = c.value("iou_threshold")
    if threshold is not None and not 0 <= threshold <= 1:
        c.fail("iou_threshold", "be in [0, 1]", threshold)
    size = None if total is None else int(total)
    if c.attr("pad_per_class") and size is not None:
        size = min(size, int(each) * classes) if each is not None and isinstance(classes, int) else None
    of_each = TensorShape.of((images, size))
    return [of_each.concatenate([4]), of_each, of_each, TensorShape.of((images,))]
