"""Boxes drawn into images."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_DRAW = "Draw the frames of boxes into images."
_IMAGES_DOC = """
    images: `[batch, rows, columns, channels]` with 1, 3 or 4 channels.
    boxes: `[batch, boxes, 4]`: y1, x1, y2, x2 in multiples of the image's height and width minus 1. What is beyond the
    image is not drawn, nor is a box with y1 > y2, x1 > x2 or NaN."""

# -- DrawBoundingBoxes, DrawBoundingBoxesV2 ----------------------------------------------------------------------------

draw_bounding_boxes = register_op(
    "DrawBoundingBoxes",
    inputs=["images: T", "boxes: float"],
    outputs=["output: T"],
    attrs=["T: {float, half} = DT_FLOAT"],
    doc=f"""{_DRAW} Ten colors take turns: yellow, blue, red, lime, purple, olive, maroon, navy blue, aqua, fuchsia.
{_IMAGES_DOC}
    output: of the shape of images.""",
)
draw_bounding_boxes.no_gradient()

draw_bounding_boxes_v2 = register_op(
    "DrawBoundingBoxesV2",
    inputs=["images: T", "boxes: float", "colors: float"],
    outputs=["output: T"],
    attrs=["T: {float, half} = DT_FLOAT"],
    doc=f"""{_DRAW}
{_IMAGES_DOC}
    colors: `[colors, channels or more]`, which take turns; without colors those of DrawBoundingBoxes.
    output: of the shape of images.""",
)
draw_bounding_boxes_v2.no_gradient()


@draw_bounding_boxes.shape_rule
@draw_bounding_boxes_v2.shape_rule
def _draw_bounding_boxes_shape(c: ShapeContext) -> list[TensorShape]:
    images, boxes = c.with_rank("images", 4), c.with_rank("boxes", 3)
    channels = images[3]
    if isinstance(channels, int) and channels not in (1, 3, 4):
        c.fail("images", "have 1, 3 or 4 channels", images)
    c.merge_dim("boxes", boxes[2], 4, "have 4 columns: y1, x1, y2, x2")
    batch = c.merge_dim("boxes", boxes[0], images[0], f"have the batch size of images, {images[0]}")
    if len(c.op_def.inputs) == 3:
        colors = c.with_rank("colors", 2)
        if isinstance(colors[1], int) and isinstance(channels, int) and colors[1] < channels:
            c.fail("colors", f"have a number for each of {channels} channels", colors)
    return [TensorShape.of((batch, images[1], images[2], channels))]
