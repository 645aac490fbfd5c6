"""Windows of images as channels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.regions import Part, RegionContext, is_empty
from graphops_registry.rules.conv_geometry import INT32_MAX, Window, WindowAttrs
from graphops_registry.rules.gradient_parts import Tensor, real_dtype
from graphops_registry.rules.window_regions import pads_too_much, seen_region
from graphops_registry.shape import MAX_ELEMENTS, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import window

# -- ExtractImagePatches -----------------------------------------------------------------------------------------------

extract_image_patches = register_op(
    "ExtractImagePatches",
    inputs=["images: T"],
    outputs=["patches: T"],
    attrs=[
        "ksizes: list(int) >= 4",
        "strides: list(int) >= 4",
        "rates: list(int) >= 4",
        "T: {bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, "
        "complex128, bool}",
        "padding: {'SAME', 'VALID'}",
    ],
    traits=[window(2)],
    doc="""The windows that a convolution would see, each as one pixel.

    images: `[batch, rows, cols, channels]`.
    ksizes: `[1, window_rows, window_cols, 1]`.
    strides: `[1, row_stride, col_stride, 1]`: from one window to the next.
    rates: `[1, row_rate, col_rate, 1]`: from one pixel of a window to the next.
    patches: `[batch, out_rows, out_cols, window_rows * window_cols * channels]`, in that order; pixels beyond the image
    are 0.""",
)


def _window_attrs(attrs: Mapping[str, Any]) -> WindowAttrs:
    given = {name: tuple(attrs[name]) for name in ("strides", "rates")} | {"padding": attrs["padding"]}
    return WindowAttrs.parse("ExtractImagePatches", given, 2)


def patch_windows(attrs: Mapping[str, Any], shape: TensorShape) -> tuple[Window, Window]:
    """The two spatial axes for images of this shape."""
    rows, cols = _window_attrs(attrs).windows([shape[1], shape[2]], list(attrs["ksizes"][1:3]), "attr 'ksizes'")
    return rows, cols


@extract_image_patches.shape_rule
def _extract_image_patches_shape(c: ShapeContext) -> list[TensorShape]:
    ksizes = list(c.attr("ksizes"))
    if len(ksizes) != 4:
        c.fail("attr 'ksizes'", "have 4 values", f"{len(ksizes)}: {ksizes}")
    if ksizes[0] != 1 or ksizes[3] != 1:
        c.fail("attr 'ksizes'", "be 1 in the batch and channel dimensions", ksizes)
    if not all(1 <= size <= INT32_MAX for size in ksizes):
        c.fail("attr 'ksizes'", f"be between 1 and {INT32_MAX}", ksizes)
    images = c.with_rank("images", 4)
    rows, cols = patch_windows(c.attrs, images)
    depth = images[3] * ksizes[1] * ksizes[2] if isinstance(images[3], int) else None
    if depth is not None and depth > MAX_ELEMENTS:
        c.fail("attr 'ksizes'", "make at most 2**63 - 1 channels", ksizes)
    return [TensorShape.of((images[0], rows.output, cols.output, depth))]


@extract_image_patches.region_rule
def _extract_image_patches_part(c: RegionContext) -> Part | None:
    """As a region of a convolution; windows are whole."""
    images, depth = c.inputs[0], c.outputs[0][3]
    if is_empty(c.region) or 0 in images:
        return None
    windows = patch_windows(c.attrs, TensorShape(images))
    needed, padding = seen_region(_window_attrs(c.attrs), windows, c.region, (0, images[3]))
    if pads_too_much(padding, images):
        return None
    return Part((needed,), ((*c.region[:3], (0, depth)),), {"padding": "VALID"}, paddings={0: padding})


@extract_image_patches.gradient
def _extract_image_patches_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    images = node.inputs[0]
    if not images.dtype.is_complex:
        return [_added_up(g, node, dy)]
    parts = (part(input=dy, Tout=real_dtype(dy)) for part in (g.Real, g.Imag))
    real, imag = (_added_up(g, node, part) for part in parts)
    return [g.Complex(real=real, imag=imag, Tout=images.dtype)]


def _added_up(g: GradientOps, node: GradientNode, dy: Tensor) -> Tensor:
    """The pixels of windows added where they came from.

    Windows are a depthwise convolution with one filter for each pixel of a window, 1 there and 0 elsewhere: this is the
    gradient of that one with respect to its input.
    """
    _, rows, cols, _ = node.get_attr("ksizes")
    taps = rows * cols
    sizes = g.Shape(input=node.inputs[0])
    channels = g.Slice(input=sizes, begin=np.array([3], np.int32), size=np.array([1], np.int32))  # (1,)
    outer = g.Slice(input=g.Shape(input=dy), begin=np.array([0], np.int32), size=np.array([3], np.int32))  # (3,)
    split = _joined(g, outer, np.array([taps], np.int32), channels)
    by_channel = g.Transpose(x=g.Reshape(tensor=dy, shape=split), perm=np.array([0, 1, 2, 4, 3], np.int32))
    last = g.Mul(x=channels, y=np.array([taps], np.int32))
    flat = g.Reshape(tensor=by_channel, shape=_joined(g, outer, last))
    dtype = dy.dtype.numpy_dtype
    single = np.eye(taps, dtype=dtype).reshape(rows, cols, 1, taps)
    filters = g.BroadcastTo(
        input=single, shape=_joined(g, np.array([rows, cols], np.int32), channels, np.array([taps], np.int32))
    )
    return g.DepthwiseConv2dNativeBackpropInput(
        input_sizes=sizes,
        filter=filters,
        out_backprop=flat,
        strides=node.get_attr("strides"),
        padding=node.get_attr("padding"),
        dilations=node.get_attr("rates"),
    )


def _joined(g: GradientOps, *vectors: Any) -> Tensor:
    return g.ConcatV2(values=list(vectors), axis=np.int32(0))
