"""Boxes in images: crops, and the best boxes that hardly overlap."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.ops.image_resize import spatial_sizes
from graphops_registry.shape import SCALAR_SHAPE, Dim, TensorShape
from graphops_registry.shape_context import ShapeContext


def _boxes(c: ShapeContext) -> Dim:
    """The number of boxes; each has four coordinates."""
    boxes = c.with_rank("boxes", 2)
    c.merge_dim("boxes", boxes[1], 4, "have 4 columns: y1, x1, y2, x2")
    return boxes[0]


# -- CropAndResize, CropAndResizeGradImage, CropAndResizeGradBoxes -----------------------------------------------------

_BOXES_DOC = """
    boxes: `[boxes, 4]`, finite: y1, x1, y2, x2 in multiples of the image's height and width minus 1; they may be beyond
    the image, and y1 > y2 turns the crop upside down.
    box_ind: `[boxes]`, which image of the batch each box is in."""

crop_and_resize = register_op(
    "CropAndResize",
    inputs=["image: T", "boxes: float", "box_ind: int32", "crop_size: int32"],
    outputs=["crops: float"],
    attrs=[
        "T: {uint8, uint16, int8, int16, int32, int64, half, float, double}",
        "method: {'bilinear', 'nearest'} = 'bilinear'",
        "extrapolation_value: float = 0.0",
    ],
    doc=f"""Cut boxes out of images and resize all of them to one size, with aligned corners.

    image: `[batch, rows, cols, depth]`.{_BOXES_DOC}
    crop_size: `[crop_rows, crop_cols]`, positive.
    extrapolation_value: what pixels beyond the image are.
    crops: `[boxes, crop_rows, crop_cols, depth]`, float32.""",
)

crop_and_resize_grad_image = register_op(
    "CropAndResizeGradImage",
    inputs=["grads: float", "boxes: float", "box_ind: int32", "image_size: int32"],
    outputs=["output: T"],
    attrs=["T: {float, half, double}", "method: {'bilinear', 'nearest'} = 'bilinear'"],
    doc=f"""Gradient of CropAndResize with respect to the images.

    grads: gradient of the crops, `[boxes, crop_rows, crop_cols, depth]`.{_BOXES_DOC}
    image_size: the shape of the images, `[batch, rows, cols, depth]`.
    output: of that shape.""",
)

crop_and_resize_grad_boxes = register_op(
    "CropAndResizeGradBoxes",
    inputs=["grads: float", "image: T", "boxes: float", "box_ind: int32"],
    outputs=["output: float"],
    attrs=["T: {uint8, uint16, int8, int16, int32, int64, half, float, double}", "method: {'bilinear'} = 'bilinear'"],
    doc=f"""Gradient of CropAndResize with respect to the boxes.

    grads: gradient of the crops, `[boxes, crop_rows, crop_cols, depth]`.
    image: `[batch, rows, cols, depth]`.{_BOXES_DOC}
    output: of the shape of boxes.""",
)


def _one_index_each(c: ShapeContext) -> Dim:
    count = _boxes(c)
    return c.merge_dim("box_ind", c.with_rank("box_ind", 1)[0], count, f"have an index for each of the {count} boxes")


def _require_pixels(c: ShapeContext, argument: str, image: TensorShape) -> None:
    if image.dims is not None and 0 in image.dims[1:3]:
        c.fail(argument, "have at least one row and one column", image)


@crop_and_resize.shape_rule
def _crop_and_resize_shape(c: ShapeContext) -> list[TensorShape]:
    image = c.with_rank("image", 4)
    _require_pixels(c, "image", image)
    count = _one_index_each(c)
    sizes = c.shape_from_tensor("crop_size", rank=2)
    if sizes.dims is not None and 0 in sizes.dims:
        c.fail("crop_size", "have sizes > 0", sizes)
    return [TensorShape.of((count, sizes[0], sizes[1], image[3]))]


@crop_and_resize_grad_image.shape_rule
def _crop_and_resize_grad_image_shape(c: ShapeContext) -> list[TensorShape]:
    grads = _crop_gradients(c)
    image = c.shape_from_tensor("image_size", rank=4)
    _require_pixels(c, "image_size", image)
    depth = c.merge_dim("image_size", image[3], grads[3], f"have the depth of grads, {grads[3]}, last")
    return [TensorShape.of((image[0], image[1], image[2], depth))]


@crop_and_resize_grad_boxes.shape_rule
def _crop_and_resize_grad_boxes_shape(c: ShapeContext) -> list[TensorShape]:
    grads = _crop_gradients(c)
    image = c.with_rank("image", 4)
    _require_pixels(c, "image", image)
    c.merge_dim("image", image[3], grads[3], f"have the depth of grads, {grads[3]}")
    return [TensorShape.of((c.merge_dim("grads", grads[0], _boxes(c), "have a crop for each box"), 4))]


def _crop_gradients(c: ShapeContext) -> TensorShape:
    """The shape of grads, which has a crop for each box."""
    grads = c.with_rank("grads", 4)
    count = _one_index_each(c)
    c.merge_dim("grads", grads[0], count, f"have a crop for each of the {count} boxes")
    if grads.dims is not None and 0 in grads.dims[1:3]:
        c.fail("grads", "have at least one row and one column", grads)
    return grads


@crop_and_resize.gradient
def _crop_and_resize_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """By the boxes, crops of nearest pixels do not change but in jumps: the answer is that of bilinear ones."""
    image, boxes, box_ind, _ = node.inputs
    by_image = None
    if image.dtype.is_floating:
        known = image.shape.is_fully_defined
        size = np.array(image.shape.as_tuple(), np.int32) if known else g.Shape(input=image)
        method = node.get_attr("method")
        by_image = g.CropAndResizeGradImage(
            grads=dy, boxes=boxes, box_ind=box_ind, image_size=size, T=image.dtype, method=method
        )
    return [by_image, g.CropAndResizeGradBoxes(grads=dy, image=image, boxes=boxes, box_ind=box_ind), None, None]


@crop_and_resize_grad_image.gradient
def _crop_and_resize_grad_image_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    """<dx, output> is <crops of dx, grads>."""
    grads, boxes, box_ind, _ = node.inputs
    size = spatial_sizes(g, grads)
    crops = g.CropAndResize(image=dx, boxes=boxes, box_ind=box_ind, crop_size=size, method=node.get_attr("method"))
    return [crops, g.CropAndResizeGradBoxes(grads=grads, image=dx, boxes=boxes, box_ind=box_ind), None, None]


# -- NonMaxSuppression, V2, V3, V4, V5 ---------------------------------------------------------------------------------

_NMS_DOC = """The best boxes, none of which overlaps a better one by much.

    boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one."""
_SCORE_DOC = "\n    score_threshold: a scalar: only boxes with a score above it."
_SELECTED_DOC = "\n    selected_indices: which boxes, best first; of boxes with equal scores the first."
_PAD_DOC = """
    pad_to_max_output_size: whether the outputs are as long as max_output_size, zeros at the end.
    valid_outputs: how many are boxes."""
_T = "T: {half, float} = DT_FLOAT"
_T_THRESHOLD = "T_threshold: {half, float} = DT_FLOAT"

non_max_suppression = register_op(
    "NonMaxSuppression",
    inputs=["boxes: float", "scores: float", "max_output_size: int32"],
    outputs=["selected_indices: int32"],
    attrs=["iou_threshold: float = 0.5"],
    doc=_NMS_DOC + _SELECTED_DOC,
)

non_max_suppression_v2 = register_op(
    "NonMaxSuppressionV2",
    inputs=["boxes: T", "scores: T", "max_output_size: int32", "iou_threshold: T_threshold"],
    outputs=["selected_indices: int32"],
    attrs=[_T, _T_THRESHOLD],
    doc=_NMS_DOC + _SELECTED_DOC,
)

non_max_suppression_v3 = register_op(
    "NonMaxSuppressionV3",
    inputs=[
        "boxes: T",
        "scores: T",
        "max_output_size: int32",
        "iou_threshold: T_threshold",
        "score_threshold: T_threshold",
    ],
    outputs=["selected_indices: int32"],
    attrs=[_T, _T_THRESHOLD],
    doc=_NMS_DOC + _SCORE_DOC + _SELECTED_DOC,
)

non_max_suppression_v4 = register_op(
    "NonMaxSuppressionV4",
    inputs=[
        "boxes: T",
        "scores: T",
        "max_output_size: int32",
        "iou_threshold: T_threshold",
        "score_threshold: T_threshold",
    ],
    outputs=["selected_indices: int32", "valid_outputs: int32"],
    attrs=[_T, _T_THRESHOLD, "pad_to_max_output_size: bool = false"],
    doc=_NMS_DOC + _SCORE_DOC + _SELECTED_DOC + _PAD_DOC,
)

non_max_suppression_v5 = register_op(
    "NonMaxSuppressionV5",
    inputs=[
        "boxes: T",
        "scores: T",
        "max_output_size: int32",
        "iou_threshold: T",
        "score_threshold: T",
        "soft_nms_sigma: T",
    ],
    outputs=["selected_indices: int32", "selected_scores: T", "valid_outputs: int32"],
    attrs=[_T, "pad_to_max_output_size: bool = false"],
    doc=_NMS_DOC
    + _SCORE_DOC
    + """
    soft_nms_sigma: a scalar, 0 or more. If positive, iou_threshold means nothing, and the score of a box gets smaller
    by the factor `exp(-overlap**2 / (2 * soft_nms_sigma))` for each better box instead."""
    + _SELECTED_DOC
    + "\n    selected_scores: their scores."
    + _PAD_DOC,
)


@non_max_suppression.shape_rule
@non_max_suppression_v2.shape_rule
@non_max_suppression_v3.shape_rule
@non_max_suppression_v4.shape_rule
@non_max_suppression_v5.shape_rule
def _non_max_suppression_shape(c: ShapeContext) -> list[TensorShape]:
    count = _boxes(c)
    c.merge_dim("scores", c.with_rank("scores", 1)[0], count, f"have a score for each of the {count} boxes")
    for arg in c.op_def.inputs[2:]:
        c.with_rank(arg.name, 0)
    size = c.value("max_output_size")
    if size is not None and size < 0:
        c.fail("max_output_size", "be 0 or more", size)
    of_attr = "iou_threshold" in c.attrs
    threshold = c.attr("iou_threshold") if of_attr else c.value("iou_threshold")
    if threshold is not None and not 0 <= threshold <= 1:
        c.fail("attr 'iou_threshold'" if of_attr else "iou_threshold", "be in [0, 1]", threshold)
    if "soft_nms_sigma" in c.op_def.input_by_name:
        sigma = c.value("soft_nms_sigma")
        if sigma is not None and not sigma >= 0:
            c.fail("soft_nms_sigma", "be 0 or more", sigma)
    padded = c.attrs.get("pad_to_max_output_size") and size is not None
    selected = TensorShape.of((int(size) if padded and size is not None else None,))
    return [SCALAR_SHAPE if arg.name == "valid_outputs" else selected for arg in c.op_def.outputs]


for _op in (non_max_suppression, non_max_suppression_v2, non_max_suppression_v3, non_max_suppression_v4):
    _op.no_gradient()
