"""Simulated quantisation for training: float32 numbers rounded to the few that quantised integers can represent.

[min, max] is moved a little so that 0 is one of these numbers.  The gradient ignores the rounding: inside the range it
passes to the input, outside it goes to the bound (min or max) that the input exceeds.
"""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.norm_regions import quantized_by_channel
from graphops_registry.rules.region_parts import elementwise, first_input
from graphops_registry.rules.shape_parts import same_shape
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_BITS = ["num_bits: int = 8", "narrow_range: bool = false"]
_RANGE = ["min: float = -6.0", "max: float = 6.0"]
_BITS_DOC = """
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used."""


def _attrs(node: GradientNode) -> dict[str, Any]:
    return {name: node.get_attr(name) for name in ("min", "max", "num_bits", "narrow_range") if node.has_attr(name)}


def _check_bits(c: ShapeContext) -> None:
    if not 2 <= c.attr("num_bits") <= 16:
        c.fail("attr 'num_bits'", "be between 2 and 16", c.attr("num_bits"))


# -- FakeQuantWithMinMaxArgs, FakeQuantWithMinMaxArgsGradient ----------------------------------------------------------

fake_quant_args = register_op(
    "FakeQuantWithMinMaxArgs",
    inputs=["inputs: float"],
    outputs=["outputs: float"],
    attrs=[*_RANGE, *_BITS],
    doc=f"""Round to the numbers that integers represent in a fixed range.

    inputs: of any shape.
    min, max: the range; min < max.{_BITS_DOC}
    outputs: of the same shape.""",
)

fake_quant_args_gradient = register_op(
    "FakeQuantWithMinMaxArgsGradient",
    inputs=["gradients: float", "inputs: float"],
    outputs=["backprops: float"],
    attrs=[*_RANGE, *_BITS],
    doc=f"""Gradient of FakeQuantWithMinMaxArgs.

    gradients: gradient of the outputs.
    inputs: those of the forward op, of the same shape.
    min, max: the range; min < max.{_BITS_DOC}
    backprops: gradients where inputs are within the range, else 0.""",
)


@fake_quant_args.shape_rule
@fake_quant_args_gradient.shape_rule
def _args_shape(c: ShapeContext) -> list[TensorShape]:
    _check_bits(c)
    if not c.attr("min") < c.attr("max"):
        c.fail("attr 'min'", f"be below attr 'max', {c.attr('max')}", c.attr("min"))
    return same_shape(c)


fake_quant_args.region_rule(elementwise)
fake_quant_args_gradient.region_rule(elementwise)


@fake_quant_args.gradient
def _args_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.FakeQuantWithMinMaxArgsGradient(gradients=dy, inputs=node.inputs[0], **_attrs(node))]


@fake_quant_args_gradient.gradient
def _args_gradient_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    return [g.FakeQuantWithMinMaxArgsGradient(gradients=dx, inputs=node.inputs[1], **_attrs(node)), None]


# -- FakeQuantWithMinMaxVars, ...PerChannel ----------------------------------------------------------------------------

fake_quant_vars = register_op(
    "FakeQuantWithMinMaxVars",
    inputs=["inputs: float", "min: float", "max: float"],
    outputs=["outputs: float"],
    attrs=_BITS,
    doc=f"""Round to the numbers that integers represent in a range that is learned.

    inputs: of any shape.
    min, max: scalars, the range. If both are 0, so are all outputs.{_BITS_DOC}
    outputs: of the shape of inputs.""",
)

fake_quant_channels = register_op(
    "FakeQuantWithMinMaxVarsPerChannel",
    inputs=["inputs: float", "min: float", "max: float"],
    outputs=["outputs: float"],
    attrs=_BITS,
    doc=f"""Round to the numbers that integers represent, in a range for each channel that is learned.

    inputs: `[..., channels]`.
    min, max: `[channels]`, the ranges. Where both are 0, so are the outputs.{_BITS_DOC}
    outputs: of the shape of inputs.""",
)

_GRADIENT_OUTPUTS = ["backprops_wrt_input: float", "backprop_wrt_min: float", "backprop_wrt_max: float"]
_GRADIENT_DOC = """
    backprops_wrt_input: gradients where inputs are within the range, else 0.
    backprop_wrt_min, backprop_wrt_max: the sum of gradients where inputs are below, and above it."""

fake_quant_vars_gradient = register_op(
    "FakeQuantWithMinMaxVarsGradient",
    inputs=["gradients: float", "inputs: float", "min: float", "max: float"],
    outputs=_GRADIENT_OUTPUTS,
    attrs=_BITS,
    doc=f"""Gradient of FakeQuantWithMinMaxVars.

    gradients: gradient of the outputs.
    inputs: those of the forward op, of the same shape.
    min, max: scalars, the range; if both are 0, everything counts as within it.{_BITS_DOC}{_GRADIENT_DOC}""",
)

fake_quant_channels_gradient = register_op(
    "FakeQuantWithMinMaxVarsPerChannelGradient",
    inputs=["gradients: float", "inputs: float", "min: float", "max: float"],
    outputs=_GRADIENT_OUTPUTS,
    attrs=_BITS,
    doc=f"""Gradient of FakeQuantWithMinMaxVarsPerChannel.

    gradients: gradient of the outputs.
    inputs: those of the forward op, `[..., channels]`.
    min, max: `[channels]`, the ranges; where both are 0, everything counts as within.{_BITS_DOC}{_GRADIENT_DOC}""",
)


def _check_vars(c: ShapeContext) -> tuple[TensorShape, TensorShape]:
    """The shapes of inputs and of min."""
    _check_bits(c)
    shape = c.shape("inputs")
    if "gradients" in c.op_def.input_by_name:
        shape = c.merge("gradients", shape, f"have the shape of inputs, {shape}")
    if "PerChannel" not in c.op:
        c.with_rank("max", 0)
        return shape, c.with_rank("min", 0)
    c.with_rank_at_least("inputs", 1)
    channels = shape[-1] if shape.dims else None
    for argument in ("min", "max"):
        rule = f"have one value for each of the {channels} channels of inputs"
        channels = c.merge_dim(argument, c.with_rank(argument, 1)[0], channels, rule)
    if shape.dims:
        shape = TensorShape.of((*shape.dims[:-1], channels))
    return shape, TensorShape.of((channels,))


@fake_quant_vars.shape_rule
@fake_quant_channels.shape_rule
def _vars_shape(c: ShapeContext) -> list[TensorShape]:
    return [_check_vars(c)[0]]


fake_quant_vars.region_rule(first_input)
fake_quant_channels.region_rule(quantized_by_channel)


@fake_quant_vars_gradient.shape_rule
@fake_quant_channels_gradient.shape_rule
def _vars_gradient_shape(c: ShapeContext) -> list[TensorShape]:
    shape, limit = _check_vars(c)
    return [shape, limit, limit]


@fake_quant_vars.gradient
def _vars_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    inputs, low, high = node.inputs
    return list(g.FakeQuantWithMinMaxVarsGradient(gradients=dy, inputs=inputs, min=low, max=high, **_attrs(node)))


@fake_quant_channels.gradient
def _channels_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    inputs, low, high = node.inputs
    return list(
        g.FakeQuantWithMinMaxVarsPerChannelGradient(gradients=dy, inputs=inputs, min=low, max=high, **_attrs(node))
    )


@fake_quant_vars_gradient.gradient
@fake_quant_channels_gradient.gradient
def _vars_gradient_gradient(g: GradientOps, node: GradientNode, by_input: Any, by_min: Any, by_max: Any) -> list[Any]:
    """The op sends each of the gradients to one of its outputs. The moved range has 0 in it, so the sign of an input
    that is beyond says on which side."""
    _, inputs, low, high = node.inputs
    add = g.FakeQuantWithMinMaxVarsPerChannelGradient
    if node.type == "FakeQuantWithMinMaxVarsGradient":
        add = g.FakeQuantWithMinMaxVarsGradient
    zeros = g.ZerosLike(x=inputs)
    by_input, by_min, by_max = (zeros if part is None else part for part in (by_input, by_min, by_max))
    within = add(gradients=g.OnesLike(x=inputs), inputs=inputs, min=low, max=high, **_attrs(node))[0]
    above = g.SelectV2(condition=g.Greater(x=inputs, y=zeros), t=by_max, e=zeros)
    beyond = g.SelectV2(condition=g.Less(x=inputs, y=zeros), t=by_min, e=above)
    return [g.SelectV2(condition=g.Greater(x=within, y=zeros), t=by_input, e=beyond), None, None, None]
