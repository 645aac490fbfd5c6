"""Images seen from elsewhere: projective transforms, and scales and translations with any filter."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.ops.image_resize import spatial_sizes
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

# -- ImageProjectiveTransformV2, ImageProjectiveTransformV3 ------------------------------------------------------------

_INTERPOLATIONS = ("NEAREST", "BILINEAR")
_FILL_MODES = ("REFLECT", "WRAP", "CONSTANT", "NEAREST")
_PROJECTIVE_ATTRS = [
    "dtype: {uint8, int32, int64, half, bfloat16, float, double}",
    "interpolation: string",
    "fill_mode: string = 'CONSTANT'",
]


def _projective_doc(fill: str) -> str:
    return f"""Images seen from elsewhere.

    Pixel (x, y) is that at ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) with k = c0 x + c1 y + 1.

    images: `[batch, rows, columns, channels]`.
    transforms: `[batch or 1, 8]`: a0, a1, a2, b0, b1, b2, c0, c1.
    output_shape: `[new_rows, new_columns]`, positive.{fill}
    interpolation: 'NEAREST', or 'BILINEAR': the mean of the four neighbours, in float32.
    fill_mode: what is beyond the images: 'CONSTANT', 'NEAREST' (the pixel at the edge), 'REFLECT' or 'WRAP'.
    transformed_images: `[batch, new_rows, new_columns, channels]`."""


image_projective_transform_v2 = register_op(
    "ImageProjectiveTransformV2",
    inputs=["images: dtype", "transforms: float", "output_shape: int32"],
    outputs=["transformed_images: dtype"],
    attrs=_PROJECTIVE_ATTRS,
    doc=_projective_doc(""),
)
image_projective_transform_v2.no_gradient()  # TensorFlow has one, which is another function's

image_projective_transform_v3 = register_op(
    "ImageProjectiveTransformV3",
    inputs=["images: dtype", "transforms: float", "output_shape: int32", "fill_value: float"],
    outputs=["transformed_images: dtype"],
    attrs=_PROJECTIVE_ATTRS,
    doc=_projective_doc("\n    fill_value: with fill_mode 'CONSTANT', what is beyond the images; a scalar."),
)
image_projective_transform_v3.no_gradient()


@image_projective_transform_v2.shape_rule
@image_projective_transform_v3.shape_rule
def _projective_shape(c: ShapeContext) -> list[TensorShape]:
    for attr, allowed in (("interpolation", _INTERPOLATIONS), ("fill_mode", _FILL_MODES)):
        if c.attr(attr) not in allowed:
            c.fail(f"attr '{attr}'", f"be {', '.join(map(repr, allowed))}", repr(c.attr(attr)))
    images, transforms = c.with_rank("images", 4), c.with_rank("transforms", 2)
    c.merge_dim("transforms", transforms[1], 8, "have 8 columns")
    if transforms[0] != 1:
        count = transforms[0]
        if isinstance(count, int) and isinstance(images[0], int) and count != images[0]:
            c.fail("transforms", f"have a row for each of {images[0]} images, or one row", transforms)
    if len(c.op_def.inputs) == 4:
        c.with_rank("fill_value", 0)
    sizes = c.shape_from_tensor("output_shape", rank=2)
    if sizes.dims is not None and 0 in sizes.dims:
        c.fail("output_shape", "have sizes > 0", sizes)
    return [TensorShape.of((images[0], sizes[0], sizes[1], images[3]))]


# -- ScaleAndTranslate, ScaleAndTranslateGrad --------------------------------------------------------------------------

_KERNELS = (
    "lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle", "keyscubic", "mitchellcubic"
)  # fmt: skip
_SCALE_DOC = """
    scale: `[2]`, positive: by how much rows and columns become larger.
    translation: `[2]`: by how many new rows and columns the images move.
    kernel_type: the filter: 'lanczos1', 'lanczos3', 'lanczos5', 'gaussian', 'box', 'triangle', 'keyscubic' or
    'mitchellcubic'.
    antialias: where images shrink, the filter becomes as much wider."""

scale_and_translate = register_op(
    "ScaleAndTranslate",
    inputs=["images: T", "size: int32", "scale: float", "translation: float"],
    outputs=["resized_images: float"],
    attrs=[
        "T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double}",
        "kernel_type: string = 'lanczos3'",
        "antialias: bool = true",
    ],
    doc=f"""Scale and move images, and cut them out. What is beyond the images is 0.

    images: `[batch, rows, cols, channels]`.
    size: `[new_rows, new_cols]`, positive.{_SCALE_DOC}
    resized_images: `[batch, new_rows, new_cols, channels]`, float32.""",
)

scale_and_translate_grad = register_op(
    "ScaleAndTranslateGrad",
    inputs=["grads: T", "original_image: T", "scale: float", "translation: float"],
    outputs=["output: T"],
    attrs=["T: {float}", "kernel_type: string = 'lanczos3'", "antialias: bool = true"],
    doc=f"""Gradient of ScaleAndTranslate with respect to the images.

    grads: gradient of the new images, `[batch, new_rows, new_cols, channels]`.
    original_image: the images, `[batch, rows, cols, channels]`; only its shape counts.{_SCALE_DOC}
    output: of the shape of original_image.""",
)


def _check_scale(c: ShapeContext) -> None:
    if c.attr("kernel_type") not in _KERNELS:
        c.fail("attr 'kernel_type'", f"be one of {', '.join(_KERNELS)}", repr(c.attr("kernel_type")))
    for argument in ("scale", "translation"):
        c.merge_dim(argument, c.with_rank(argument, 1)[0], 2, "have 2 values")
        values = c.value(argument)
        if values is None:
            continue
        if not np.isfinite(values).all() or (argument == "scale" and not (values > 0).all()):
            c.fail(argument, "have positive values" if argument == "scale" else "be finite", values.tolist())


def _require_pixels(c: ShapeContext, argument: str, image: TensorShape) -> None:
    if image.dims is not None and 0 in image.dims[1:]:
        c.fail(argument, "have rows, columns and channels", image)


@scale_and_translate.shape_rule
def _scale_and_translate_shape(c: ShapeContext) -> list[TensorShape]:
    images = c.with_rank("images", 4)
    _require_pixels(c, "images", images)
    _check_scale(c)
    sizes = c.shape_from_tensor("size", rank=2)
    if sizes.dims is not None and 0 in sizes.dims:
        c.fail("size", "have sizes > 0", sizes)
    return [TensorShape.of((images[0], sizes[0], sizes[1], images[3]))]


@scale_and_translate_grad.shape_rule
def _scale_and_translate_grad_shape(c: ShapeContext) -> list[TensorShape]:
    grads, images = c.with_rank("grads", 4), c.with_rank("original_image", 4)
    _require_pixels(c, "grads", grads)
    _require_pixels(c, "original_image", images)
    _check_scale(c)
    for axis in (0, 3):
        c.merge_dim("grads", grads[axis], images[axis], "have the batch and the channels of original_image")
    return [images]


@scale_and_translate.gradient
def _scale_and_translate_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    images, _, scale, translation = node.inputs
    if not images.dtype.is_floating:
        return [None, None, None, None]
    wide = images if images.dtype.name == "float32" else g.Cast(x=images, DstT="float32")
    dx = g.ScaleAndTranslateGrad(
        grads=dy, original_image=wide, scale=scale, translation=translation,
        kernel_type=node.get_attr("kernel_type"), antialias=node.get_attr("antialias"),
    )  # fmt: skip
    return [dx if wide is images else g.Cast(x=dx, DstT=images.dtype), None, None, None]


@scale_and_translate_grad.gradient
def _scale_and_translate_grad_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    grads, _, scale, translation = node.inputs
    resized = g.ScaleAndTranslate(
        images=dx, size=spatial_sizes(g, grads), scale=scale, translation=translation,
        kernel_type=node.get_attr("kernel_type"), antialias=node.get_attr("antialias"),
    )  # fmt: skip
    return [resized, None, None, None]
