"""Colours: red, green and blue against hue, saturation and value, and their adjustment."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import Tensor, scalar
from graphops_registry.rules.region_parts import stacked
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_FLOATS = "T: {half, bfloat16, float, double} = DT_FLOAT"
_NARROW = "T: {half, float} = DT_FLOAT"


def _three_channels(c: ShapeContext, rank: int) -> TensorShape:
    """The shape of images, which has at least this rank and 3 channels at the end."""
    shape = c.with_rank_at_least("images", rank)
    if shape.dims is None:
        return shape
    channels = c.merge_dim("images", shape.dims[-1], 3, "have 3 channels at the end")
    return TensorShape.of((*shape.dims[:-1], channels))


# -- RGBToHSV, HSVToRGB ------------------------------------------------------------------------------------------------

rgb_to_hsv = register_op(
    "RGBToHSV",
    inputs=["images: T"],
    outputs=["output: T"],
    attrs=[_FLOATS],
    doc="""Red, green and blue to hue, saturation and value.

    images: `[..., 3]`, in [0, 1].
    output: of that shape: hue in [0, 1) (0 for grey), saturation in [0, 1] (0 for black), value in [0, 1].""",
)

hsv_to_rgb = register_op(
    "HSVToRGB",
    inputs=["images: T"],
    outputs=["output: T"],
    attrs=[_FLOATS],
    doc="""Hue, saturation and value to red, green and blue.

    images: `[..., 3]`, in [0, 1].
    output: of that shape, in [0, 1].""",
)


@rgb_to_hsv.shape_rule
@hsv_to_rgb.shape_rule
def _color_shape(c: ShapeContext) -> list[TensorShape]:
    return [_three_channels(c, 1)]


rgb_to_hsv.region_rule(stacked(1))
hsv_to_rgb.region_rule(stacked(1))


@rgb_to_hsv.gradient
def _rgb_to_hsv_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """With V and m the largest and the smallest channel and r = V - m: S = r / V, and H is a difference of two channels
    by 6 r, plus a constant; which two depends on which channel is V. Of equal channels the first counts."""
    (x,) = node.inputs
    channels = g.Unpack(value=x, num=3, axis=-1)
    d_hue, d_saturation, d_value = g.Unpack(value=dy, num=3, axis=-1)
    largest = g.Maximum(x=channels[0], y=g.Maximum(x=channels[1], y=channels[2]))
    smallest = g.Minimum(x=channels[0], y=g.Minimum(x=channels[1], y=channels[2]))
    is_largest, is_smallest = _first_of(g, channels, largest), _first_of(g, channels, smallest)
    spread = g.Sub(x=largest, y=smallest)
    zero = scalar(0, x)
    positive = g.SelectV2(condition=g.Greater(x=largest, y=zero), t=largest, e=zero)  # S is 0 where V is not
    # hue = difference / (6 r), which the division makes 0 where r is
    per_difference = g.DivNoNan(x=d_hue, y=g.Mul(x=scalar(6, x), y=spread))
    differences = [g.Sub(x=channels[(place + 1) % 3], y=channels[(place + 2) % 3]) for place in range(3)]
    difference = _picked(g, is_largest, differences, zero)
    by_spread = g.Neg(x=g.DivNoNan(x=g.Mul(x=per_difference, y=difference), y=spread))
    by_ratio = g.DivNoNan(x=d_saturation, y=positive)
    by_largest = g.AddV2(x=g.AddV2(x=d_value, y=by_spread), y=g.DivNoNan(x=g.Mul(x=by_ratio, y=smallest), y=positive))
    by_smallest = g.Neg(x=g.AddV2(x=by_spread, y=by_ratio))
    parts = []
    for place in range(3):
        plus = g.SelectV2(condition=is_largest[(place + 2) % 3], t=per_difference, e=zero)
        minus = g.SelectV2(condition=is_largest[(place + 1) % 3], t=per_difference, e=zero)
        high = g.SelectV2(condition=is_largest[place], t=by_largest, e=zero)
        low = g.SelectV2(condition=is_smallest[place], t=by_smallest, e=zero)
        parts.append(g.AddV2(x=g.AddV2(x=high, y=low), y=g.Sub(x=plus, y=minus)))
    return [g.Pack(values=parts, axis=-1)]


def _first_of(g: GradientOps, channels: list[Tensor], value: Tensor) -> list[Tensor]:
    """For each channel whether it is the first that equals ``value``."""
    first = g.Equal(x=channels[0], y=value)
    second = g.LogicalAnd(x=g.LogicalNot(x=first), y=g.Equal(x=channels[1], y=value))
    return [first, second, g.LogicalNot(x=g.LogicalOr(x=first, y=second))]


def _picked(g: GradientOps, conditions: list[Tensor], values: list[Tensor], zero: Any) -> Tensor:
    """The value whose condition holds; exactly one does."""
    rest = g.SelectV2(condition=conditions[1], t=values[1], e=values[2])
    return g.SelectV2(condition=conditions[0], t=values[0], e=rest)


hsv_to_rgb.no_gradient()  # as in TensorFlow

# -- AdjustContrastv2 --------------------------------------------------------------------------------------------------

adjust_contrast_v2 = register_op(
    "AdjustContrastv2",
    inputs=["images: T", "contrast_factor: float"],
    outputs=["output: T"],
    attrs=[_NARROW],
    doc="""Stretch each channel of each image about its mean: `(x - mean) * contrast_factor + mean`.

    images: `[..., rows, cols, channels]`.
    contrast_factor: a scalar.
    output: of the shape of images.""",
)


@adjust_contrast_v2.shape_rule
def _adjust_contrast_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("contrast_factor", 0)
    return [c.with_rank_at_least("images", 3)]


adjust_contrast_v2.region_rule(stacked(3))


@adjust_contrast_v2.gradient
def _adjust_contrast_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """The op is a symmetric matrix of the images."""
    x, factor = node.inputs
    mean = g.AdjustContrastv2(images=x, contrast_factor=np.float32(0))
    along = g.Cast(x=g.Mul(x=dy, y=g.Sub(x=x, y=mean)), DstT="float32")
    everything = g.Reshape(tensor=along, shape=np.array([-1], np.int32))
    by_factor = g.Sum(input=everything, reduction_indices=np.array([0], np.int32))
    return [g.AdjustContrastv2(images=dy, contrast_factor=factor), by_factor]


# -- AdjustContrast ----------------------------------------------------------------------------------------------------

adjust_contrast = register_op(
    "AdjustContrast",
    inputs=["images: T", "contrast_factor: float", "min_value: float", "max_value: float"],
    outputs=["output: float"],
    attrs=["T: {uint8, int8, int16, int32, int64, float, double}"],
    deprecated=(2, "Use AdjustContrastv2 instead"),
    doc="""Stretch each channel of each image about its mean, and clip.

    images: `[..., rows, cols, channels]`.
    contrast_factor: a scalar.
    min_value, max_value: of the results, scalars.
    output: of the shape of images, float32.""",
)
adjust_contrast.no_gradient()


@adjust_contrast.shape_rule
def _old_adjust_contrast_shape(c: ShapeContext) -> list[TensorShape]:
    for argument in ("contrast_factor", "min_value", "max_value"):
        c.with_rank(argument, 0)
    return [c.with_rank_at_least("images", 3)]


# -- AdjustHue, AdjustSaturation ---------------------------------------------------------------------------------------

adjust_hue = register_op(
    "AdjustHue",
    inputs=["images: T", "delta: float"],
    outputs=["output: T"],
    attrs=[_NARROW],
    doc="""Turn the hue of images.

    images: `[..., rows, cols, 3]`: red, green and blue.
    delta: a scalar: by how many turns.
    output: of the shape of images.""",
)

adjust_saturation = register_op(
    "AdjustSaturation",
    inputs=["images: T", "scale: float"],
    outputs=["output: T"],
    attrs=[_NARROW],
    doc="""Multiply the saturation of images, which stays in [0, 1].

    images: `[..., rows, cols, 3]`: red, green and blue.
    scale: a scalar.
    output: of the shape of images.""",
)


@adjust_hue.shape_rule
@adjust_saturation.shape_rule
def _adjust_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank(c.op_def.inputs[1].name, 0)
    return [_three_channels(c, 3)]


adjust_hue.region_rule(stacked(1))
adjust_saturation.region_rule(stacked(1))
