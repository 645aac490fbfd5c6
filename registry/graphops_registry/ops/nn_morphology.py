"""Grayscale morphological dilation: the maximum over a window of input plus filter, and its gradients.

``y[o, c] = max over taps k of x[o * stride + k * rate - pad, c] + w[k, c]``; padding never wins.  The gradient goes to
the tap that won, the first of several in the order of rows, then columns.

The gradients are linear in ``out_backprop``: they send each of its elements to one place.  Their own gradient picks it
up there again, which TensorFlow has no op for: ``Graphops>Dilation2DPickInput`` and ``...PickFilter`` are ours.  With
respect to input and filter they are constant almost everywhere, which is no gradient.
"""

from __future__ import annotations

from math import inf
from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.regions import Padding, Part, RegionContext, is_empty, whole
from graphops_registry.rules.conv_geometry import ConvGeometry, conv_geometry
from graphops_registry.rules.window_regions import pads_too_much, seen_region, valid_attrs
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import window

_ATTRS = ["T: realnumbertype", "strides: list(int) >= 4", "rates: list(int) >= 4", "padding: {'SAME', 'VALID'}"]
_DOC = """

    input: `[batch, rows, cols, channels]`.
    filter: `[rows, cols, channels]`.
    strides: four numbers; 1 for batch and channels.
    rates: likewise; distance between the input elements that neighbouring filter elements meet."""


def _attrs(node: GradientNode) -> dict[str, Any]:
    return {name: node.get_attr(name) for name in ("strides", "rates", "padding")}


def forward_geometry(c: ShapeContext) -> ConvGeometry:
    """The geometry of a dilation: that of a depthwise convolution with one filter for each channel."""
    return conv_geometry(c.op, c.attrs, 2, c.shape("input"), c.shape("filter"), morphological=True)


def gradient_geometry(c: ShapeContext) -> ConvGeometry:
    """The same where it is differentiated; the gradient of an empty filter is empty."""
    return conv_geometry(
        c.op, c.attrs, 2, c.shape("input"), c.shape("filter"), morphological=True, allow_empty_kernel=True
    )


# -- Dilation2D ----------------------------------------------------------------------------------------------------

dilation2d = register_op(
    "Dilation2D",
    inputs=["input: T", "filter: T"],
    outputs=["output: T"],
    attrs=_ATTRS,
    traits=[window(2)],
    doc=f"""Grayscale dilation: the maximum over a window of input plus filter.{_DOC}
    output: `[batch, out_rows, out_cols, channels]`.""",
)


@dilation2d.shape_rule
def _dilation2d_shape(c: ShapeContext) -> list[TensorShape]:
    return [forward_geometry(c).output_shape]


@dilation2d.region_rule
def _dilation2d_part(c: RegionContext) -> Part | None:
    """Padding never wins: minus infinity is below all sums, of integers the lowest number plus a tap is not."""
    geometry = forward_geometry(c)
    attrs, sizes = geometry.attrs, c.sizes("input")
    if is_empty(c.region) or 0 in sizes:
        return None
    needed, padding = seen_region(attrs, geometry.windows, c.region, c.region[attrs.channel_axis])
    padded = any(padding.before) or any(padding.after)
    if pads_too_much(padding, sizes) or (padded and not c.dtype("input").is_floating):
        return None
    taps = (*whole(c.sizes("filter")[:2]), c.region[attrs.channel_axis])
    lowest = Padding(padding.before, padding.after, -inf)
    return Part((needed, taps), (c.region,), valid_attrs(c), paddings={0: lowest})


@dilation2d.gradient
def _dilation2d_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, w = node.inputs
    attrs = _attrs(node)
    return [
        g.Dilation2DBackpropInput(input=x, filter=w, out_backprop=dy, **attrs),
        g.Dilation2DBackpropFilter(input=x, filter=w, out_backprop=dy, **attrs),
    ]


# -- Dilation2DBackpropInput ---------------------------------------------------------------------------------------

dilation2d_backprop_input = register_op(
    "Dilation2DBackpropInput",
    inputs=["input: T", "filter: T", "out_backprop: T"],
    outputs=["in_backprop: T"],
    attrs=_ATTRS,
    traits=[window(2)],
    doc=f"""Gradient of a dilation with respect to its input.{_DOC}
    out_backprop: gradient of the output, `[batch, out_rows, out_cols, channels]`.
    in_backprop: of the shape of input.""",
)


@dilation2d_backprop_input.shape_rule
def _backprop_input_shape(c: ShapeContext) -> list[TensorShape]:
    geometry = gradient_geometry(c)
    geometry.merge_output(c.shape("out_backprop"), "out_backprop")
    return [geometry.input_shape.merge_with(c.shape("input"))]


@dilation2d_backprop_input.gradient
def _backprop_input_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    x, w, _ = node.inputs
    pick = getattr(g, "Graphops>Dilation2DPickInput")
    return [None, None, pick(input=x, filter=w, values=dx, **_attrs(node))]


# -- Dilation2DBackpropFilter --------------------------------------------------------------------------------------

dilation2d_backprop_filter = register_op(
    "Dilation2DBackpropFilter",
    inputs=["input: T", "filter: T", "out_backprop: T"],
    outputs=["filter_backprop: T"],
    attrs=_ATTRS,
    traits=[window(2)],
    doc=f"""Gradient of a dilation with respect to its filter.{_DOC}
    out_backprop: gradient of the output, `[batch, out_rows, out_cols, channels]`.
    filter_backprop: of the shape of filter.""",
)


@dilation2d_backprop_filter.shape_rule
def _backprop_filter_shape(c: ShapeContext) -> list[TensorShape]:
    geometry = gradient_geometry(c)
    geometry.merge_output(c.shape("out_backprop"), "out_backprop")
    return [c.with_rank("filter", 3)]


@dilation2d_backprop_filter.gradient
def _backprop_filter_gradient(g: GradientOps, node: GradientNode, dw: Any) -> list[Any]:
    x, w, _ = node.inputs
    pick = getattr(g, "Graphops>Dilation2DPickFilter")
    return [None, None, pick(input=x, filter=w, values=dw, **_attrs(node))]


# -- Dilation2DPickInput, Dilation2DPickFilter ---------------------------------------------------------------------

pick_input = register_op(
    "Graphops>Dilation2DPickInput",
    inputs=["input: T", "filter: T", "values: T"],
    outputs=["output: T"],
    attrs=_ATTRS,
    traits=[window(2)],
    doc=f"""For each output of a dilation the element of values at the input element that won (was the maximum).{_DOC}
    values: of the shape of input.
    output: of the shape of the dilation's output; 0 where no input element is in the window.""",
)


@pick_input.shape_rule
def _pick_input_shape(c: ShapeContext) -> list[TensorShape]:
    c.merge("values", c.shape("input"), f"have the shape of input, {c.shape('input')}")
    return [gradient_geometry(c).output_shape]


@pick_input.gradient
def _pick_input_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, w, _ = node.inputs
    return [None, None, g.Dilation2DBackpropInput(input=x, filter=w, out_backprop=dy, **_attrs(node))]


pick_filter = register_op(
    "Graphops>Dilation2DPickFilter",
    inputs=["input: T", "filter: T", "values: T"],
    outputs=["output: T"],
    attrs=_ATTRS,
    traits=[window(2)],
    doc=f"""For each output of a dilation the element of values at the filter element that won (was the maximum).{_DOC}
    values: of the shape of filter.
    output: of the shape of the dilation's output; 0 where no input element is in the window.""",
)


@pick_filter.shape_rule
def _pick_filter_shape(c: ShapeContext) -> list[TensorShape]:
    c.merge("values", c.shape("filter"), f"have the shape of filter, {c.shape('filter')}")
    return [gradient_geometry(c).output_shape]


@pick_filter.gradient
def _pick_filter_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, w, _ = node.inputs
    return [None, None, g.Dilation2DBackpropFilter(input=x, filter=w, out_backprop=dy, **_attrs(node))]
