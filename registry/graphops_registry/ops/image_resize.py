"""Resizing images. Each op is linear in the images, and is the gradient of its gradient op."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import Tensor
from graphops_registry.rules.resize_regions import area_part, bicubic_part, bilinear_part, nearest_part
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

_ALIGN = "align_corners: bool = false"
_CENTERS = "half_pixel_centers: bool = false"
_DOC = """{summary}

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    align_corners: the centres of the four corner pixels stay where they are.{centers}
    resized_images: `[batch, new_rows, new_cols, channels]`{dtype}."""
_CENTERS_DOC = """
    half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners."""
_GRAD_DOC = """Gradient of {forward}.

    grads: gradient of the resized images, `[batch, new_rows, new_cols, channels]`.
    original_image: the images before, `[batch, rows, cols, channels]`; only its shape matters.
    output: gradient of the images, of the shape of original_image."""


def _check_centers(c: ShapeContext) -> None:
    if c.attrs.get("half_pixel_centers") and c.attr("align_corners"):
        c.fail("attr 'half_pixel_centers'", "be false if align_corners is true", "true")


def require_sizes(c: ShapeContext, argument: str, shape: TensorShape, first: int = 1) -> None:
    """Refuse images without pixels, or pixels without channels: they cannot be resized."""
    for dim in shape.dims[first:] if shape.dims else ():
        if dim == 0:
            c.fail(argument, "have at least one row, column and channel", shape)


def new_sizes(c: ShapeContext, argument: str) -> TensorShape:
    """The rows and columns that an argument says, as far as they are known."""
    sizes = c.shape_from_tensor(argument, rank=2)
    for dim in sizes.dims or ():
        if dim == 0:
            c.fail(argument, "have sizes > 0", sizes)
    return sizes


def _resize_shape(c: ShapeContext) -> list[TensorShape]:
    _check_centers(c)
    images = c.with_rank("images", 4)
    require_sizes(c, "images", images)
    sizes = new_sizes(c, "size")
    return [TensorShape.of((images[0], sizes[0], sizes[1], images[3]))]


def _grad_shape(c: ShapeContext) -> list[TensorShape]:
    """The rule of the gradient ops that see the original image."""
    _check_centers(c)
    grads, image = c.with_rank("grads", 4), c.with_rank("original_image", 4)
    require_sizes(c, "grads", grads)
    require_sizes(c, "original_image", image)
    batch, channels = (
        c.merge_dim("original_image", image[axis], grads[axis], f"have the {name} of grads, {grads[axis]}")
        for axis, name in ((0, "batch size"), (3, "channels"))
    )
    return [TensorShape.of((batch, image[1], image[2], channels))]


def _attrs(node: GradientNode) -> dict[str, bool]:
    return {name: node.get_attr(name) for name in ("align_corners", "half_pixel_centers")}


def spatial_sizes(g: GradientOps, images: Tensor) -> Any:
    """`[rows, cols]` of images, int32; a constant where it is known."""
    if images.shape.rank == 4 and all(isinstance(dim, int) for dim in images.shape.dims[1:3]):
        return np.array(images.shape.dims[1:3], np.int32)
    begin, end, step = (np.array([number], np.int32) for number in (1, 3, 1))
    return g.StridedSlice(input=g.Shape(input=images), begin=begin, end=end, strides=step)


# -- ResizeBilinear, ResizeBilinearGrad --------------------------------------------------------------------------------

resize_bilinear = register_op(
    "ResizeBilinear",
    inputs=["images: T", "size: int32"],
    outputs=["resized_images: float"],
    attrs=[
        "T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double, bfloat16}",
        _ALIGN,
        _CENTERS,
    ],
    doc=_DOC.format(
        summary="Resize images; each pixel is interpolated between the four around it.",
        centers=_CENTERS_DOC,
        dtype=", float32",
    ),
)
resize_bilinear.shape_rule(_resize_shape)
resize_bilinear.region_rule(bilinear_part)

resize_bilinear_grad = register_op(
    "ResizeBilinearGrad",
    inputs=["grads: float", "original_image: T"],
    outputs=["output: T"],
    attrs=["T: {float, bfloat16, half, double}", _ALIGN, _CENTERS],
    doc=_GRAD_DOC.format(forward="ResizeBilinear"),
)
resize_bilinear_grad.shape_rule(_grad_shape)


@resize_bilinear.gradient
def _resize_bilinear_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    images = node.inputs[0]
    if not images.dtype.is_floating:
        return [None, None]
    return [g.ResizeBilinearGrad(grads=dy, original_image=images, **_attrs(node)), None]


@resize_bilinear_grad.gradient
def _resize_bilinear_grad_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    return [g.ResizeBilinear(images=dx, size=spatial_sizes(g, node.inputs[0]), **_attrs(node)), None]


# -- ResizeBicubic, ResizeBicubicGrad ----------------------------------------------------------------------------------

resize_bicubic = register_op(
    "ResizeBicubic",
    inputs=["images: T", "size: int32"],
    outputs=["resized_images: float"],
    attrs=["T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}", _ALIGN, _CENTERS],
    doc=_DOC.format(
        summary="Resize images; each pixel is a cubic function of the sixteen around it.",
        centers=_CENTERS_DOC,
        dtype=", float32; its values may be beyond those of images",
    ),
)
resize_bicubic.shape_rule(_resize_shape)
resize_bicubic.region_rule(bicubic_part)

resize_bicubic_grad = register_op(
    "ResizeBicubicGrad",
    inputs=["grads: float", "original_image: T"],
    outputs=["output: T"],
    attrs=["T: {float, double}", _ALIGN, _CENTERS],
    doc=_GRAD_DOC.format(forward="ResizeBicubic"),
)
resize_bicubic_grad.shape_rule(_grad_shape)


@resize_bicubic.gradient
def _resize_bicubic_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    images = node.inputs[0]
    if not images.dtype.is_floating:
        return [None, None]
    if images.dtype.name in ("float32", "float64"):
        return [g.ResizeBicubicGrad(grads=dy, original_image=images, **_attrs(node)), None]
    wide = g.ResizeBicubicGrad(grads=dy, original_image=g.Cast(x=images, DstT="float32"), **_attrs(node))
    return [g.Cast(x=wide, DstT=images.dtype), None]


@resize_bicubic_grad.gradient
def _resize_bicubic_grad_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    return [g.ResizeBicubic(images=dx, size=spatial_sizes(g, node.inputs[0]), **_attrs(node)), None]


# -- ResizeNearestNeighbor, ResizeNearestNeighborGrad ------------------------------------------------------------------

resize_nearest_neighbor = register_op(
    "ResizeNearestNeighbor",
    inputs=["images: T", "size: int32"],
    outputs=["resized_images: T"],
    attrs=["T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}", _ALIGN, _CENTERS],
    doc=_DOC.format(summary="Resize images; each pixel is the nearest one.", centers=_CENTERS_DOC, dtype=""),
)
resize_nearest_neighbor.shape_rule(_resize_shape)
resize_nearest_neighbor.region_rule(nearest_part)

resize_nearest_neighbor_grad = register_op(
    "ResizeNearestNeighborGrad",
    inputs=["grads: T", "size: int32"],
    outputs=["output: T"],
    attrs=["T: {uint8, int8, int32, half, float, double, bfloat16}", _ALIGN, _CENTERS],
    doc="""Gradient of ResizeNearestNeighbor.

    grads: gradient of the resized images, `[batch, new_rows, new_cols, channels]`.
    size: `[rows, cols]` of the images before, positive.
    output: gradient of the images, `[batch, rows, cols, channels]`.""",
)


@resize_nearest_neighbor_grad.shape_rule
def _resize_nearest_neighbor_grad_shape(c: ShapeContext) -> list[TensorShape]:
    _check_centers(c)
    grads = c.with_rank("grads", 4)
    sizes = new_sizes(c, "size")
    return [TensorShape.of((grads[0], sizes[0], sizes[1], grads[3]))]


@resize_nearest_neighbor.gradient
def _resize_nearest_neighbor_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    images = node.inputs[0]
    if not images.dtype.is_floating:
        return [None, None]
    return [g.ResizeNearestNeighborGrad(grads=dy, size=spatial_sizes(g, images), **_attrs(node)), None]


@resize_nearest_neighbor_grad.gradient
def _resize_nearest_neighbor_grad_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    return [g.ResizeNearestNeighbor(images=dx, size=spatial_sizes(g, node.inputs[0]), **_attrs(node)), None]


# -- ResizeArea --------------------------------------------------------------------------------------------------------

resize_area = register_op(
    "ResizeArea",
    inputs=["images: T", "size: int32"],
    outputs=["resized_images: float"],
    attrs=["T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}", _ALIGN],
    doc=_DOC.format(
        summary="Resize images; each pixel is the mean over the area that it covers.", centers="", dtype=", float32"
    ),
)
resize_area.shape_rule(_resize_shape)
resize_area.region_rule(area_part)

# -- QuantizedResizeBilinear -------------------------------------------------------------------------------------------

quantized_resize_bilinear = register_op(
    "QuantizedResizeBilinear",
    inputs=["images: T", "size: int32", "min: float", "max: float"],
    outputs=["resized_images: T", "out_min: float", "out_max: float"],
    attrs=["T: {quint8, qint32, float}", _ALIGN, _CENTERS],
    doc=f"""Resize images of integers that stand for a range; each pixel is the mean of the four around it, in integers.

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    min, max: the range, scalars.
    align_corners: the centres of the four corner pixels stay where they are.{_CENTERS_DOC}
    resized_images: `[batch, new_rows, new_cols, channels]`.
    out_min, out_max: min and max.""",
)
quantized_resize_bilinear.no_gradient()


@quantized_resize_bilinear.shape_rule
def _quantized_resize_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("min", 0)
    c.with_rank("max", 0)
    return [*_resize_shape(c), SCALAR_SHAPE, SCALAR_SHAPE]
