"""Convolutions of images with their mirror images around them, in one op with the padding, and with resizing."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.ops.image_resize import new_sizes, require_sizes
from graphops_registry.rules.conv_geometry import conv_geometry
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_ATTRS = ["mode: {'REFLECT', 'SYMMETRIC'}", "strides: list(int)", "padding: {'SAME', 'VALID'}"]
_PLACES = """

    As in TensorFlow the windows are not those of Conv2D if strides leave pixels over: with padding VALID, (r - 1) // 2
    of r such pixels are in front of the first window; with SAME, r // 2, where windows are smaller than strides.

    paddings: (before, after) for each axis, a matrix `[4, 2]`; zeros for batch and channels.
    filter: `[height, width, channels, output channels]`.
    mode: REFLECT does not repeat the border, SYMMETRIC does.
    strides: 1 for batch and channels."""

fused_pad_conv = register_op(
    "FusedPadConv2D",
    inputs=["input: T", "paddings: int32", "filter: T"],
    outputs=["output: T"],
    attrs=["T: {half, bfloat16, float, double}", *_ATTRS],
    doc=f"""The convolution of images to which MirrorPad was applied.{_PLACES}
    input: `[batch, height, width, channels]`.""",
)

fused_resize_and_pad_conv = register_op(
    "FusedResizeAndPadConv2D",
    inputs=["input: T", "size: int32", "paddings: int32", "filter: T"],
    outputs=["output: T"],
    attrs=["T: {half, float, double}", "resize_align_corners: bool = false", *_ATTRS],
    doc=f"""The convolution of images to which ResizeBilinear was applied, then MirrorPad.{_PLACES}
    input: `[batch, height, width, channels]`.
    size: height and width of the resized images.
    resize_align_corners: as align_corners of ResizeBilinear.""",
)


def _convolved(c: ShapeContext, images: TensorShape) -> list[TensorShape]:
    """The shape for images that are padded as ``paddings`` says."""
    own = c.with_rank("paddings", 2)
    c.merge_dim("paddings", own[0], 4, "have a row for each of the 4 axes of input")
    c.merge_dim("paddings", own[1], 2, "have 2 columns")
    value, border = c.value("paddings"), 1 if c.attr("mode") == "REFLECT" else 0
    dims: list[Dim] = list(images.dims or (None,) * 4)
    for axis in (1, 2):
        size = dims[axis]
        if value is None:
            dims[axis] = None
        elif isinstance(size, int):
            dims[axis] = size + int(value[axis].sum(dtype="int64"))
        elif value[axis].any():
            dims[axis] = None
    if value is not None:
        pairs = [(int(before), int(after)) for before, after in value]
        if any(number < 0 for pair in pairs for number in pair):
            c.fail("paddings", "not be negative", pairs)
        if any(pairs[0]) or any(pairs[3]):
            c.fail("paddings", "be 0 for batch and channels", pairs)
        for axis in (1, 2):
            size = images.dims[axis] if images.dims is not None else None
            if isinstance(size, int) and max(pairs[axis]) > max(size - border, 0):
                c.fail(
                    "paddings", f"be at most {max(size - border, 0)} for axis {axis}, whose size is {size}", pairs[axis]
                )
    channels, filters = dims[3], c.with_rank("filter", 4)
    c.merge_dim("filter", filters[2], channels, f"have the {channels} channels of input")
    return [conv_geometry(c.op, c.attrs, 2, TensorShape.of(tuple(dims)), c.shape("filter")).output_shape]


@fused_pad_conv.shape_rule
def _fused_pad_conv_shape(c: ShapeContext) -> list[TensorShape]:
    return _convolved(c, c.with_rank("input", 4))


@fused_resize_and_pad_conv.shape_rule
def _fused_resize_and_pad_conv_shape(c: ShapeContext) -> list[TensorShape]:
    images, sizes = c.with_rank("input", 4), new_sizes(c, "size")
    require_sizes(c, "input", images)
    return _convolved(c, TensorShape.of((images[0], sizes[0], sizes[1], images[3])))
