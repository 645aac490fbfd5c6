"""Simulated quantisation with a scale that keeps 0: numbers are rounded to those that integers stand for."""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_T = "T: {bfloat16, half, float, double}"

_ROUND = "round_mode: {'HALF_TO_EVEN', 'HALF_UP'} = 'HALF_TO_EVEN'"
_RANGE_DOC = """input: of any shape.
    input_min, input_max: the range if range_given, scalars or vectors with a number for each slice along axis.
    signed_input: whether the integers have a sign.
    num_bits: of an integer.
    range_given: whether the range is given and the input is limited to it; else it is that of the input."""
_REST_DOC = """narrow_range: whether the smallest signed integer is not used.
    axis: each slice along it has a range of its own; -1 for one range."""

quantize_and_dequantize = register_op(
    "QuantizeAndDequantize",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["signed_input: bool = true", "num_bits: int = 8", "range_given: bool = false", "input_min: float = 0",
           "input_max: float = 0", _T],
    deprecated=(22, "Replaced by QuantizeAndDequantizeV2"),
    doc="""Numbers rounded to those that integers stand for; see QuantizeAndDequantizeV2.

    input: of any shape.
    signed_input: whether the integers have a sign.
    num_bits: of an integer.
    range_given: whether the range is given and the input is limited to it; else it is that of the input.
    input_min, input_max: the range if range_given.""",
)  # fmt: skip
quantize_and_dequantize_v2 = register_op(
    "QuantizeAndDequantizeV2",
    inputs=["input: T", "input_min: T", "input_max: T"],
    outputs=["output: T"],
    attrs=["signed_input: bool = true", "num_bits: int = 8", "range_given: bool = false", _T, _ROUND,
           "narrow_range: bool = false", "axis: int = -1"],
    doc=f"""Numbers rounded to those that integers stand for; gradients pass as if it changed nothing.

    {_RANGE_DOC}
    round_mode: where halves go.
    {_REST_DOC}""",
)  # fmt: skip
quantize_and_dequantize_v3 = register_op(
    "QuantizeAndDequantizeV3",
    inputs=["input: T", "input_min: T", "input_max: T", "num_bits: int32"],
    outputs=["output: T"],
    attrs=["signed_input: bool = true", "range_given: bool = true", _T, "narrow_range: bool = false", "axis: int = -1"],
    doc=f"""Numbers rounded to those that integers stand for; num_bits, a scalar, is an input.

    {_RANGE_DOC}
    {_REST_DOC}""",
)


def _check_bits(c: ShapeContext, argument: str, bits: int) -> None:
    most = 61 if c.attr("signed_input") else 62
    if not 1 <= bits <= most:
        c.fail(argument, f"be between 1 and {most}", bits)


def _through(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [dy, *[None] * (len(node.inputs) - 1)]


for _op in (quantize_and_dequantize, quantize_and_dequantize_v2, quantize_and_dequantize_v3):
    _op.gradient(_through)


@quantize_and_dequantize.shape_rule
def _quantize_and_dequantize_shape(c: ShapeContext) -> list[TensorShape]:
    _check_bits(c, "attr 'num_bits'", c.attr("num_bits"))
    if c.attr("range_given") and not c.attr("input_min") <= c.attr("input_max"):
        c.fail("attr 'input_min'", f"be at most input_max, {c.attr('input_max')}", c.attr("input_min"))
    return [c.shape("input")]


@quantize_and_dequantize_v3.shape_rule
def _quantize_and_dequantize_v3_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("num_bits", 0)
    bits = c.value("num_bits")
    if bits is not None:
        _check_bits(c, "num_bits", int(bits))
    return _ranged(c)


quantize_and_dequantize_v4 = register_op(
    "QuantizeAndDequantizeV4",
    inputs=["input: T", "input_min: T", "input_max: T"],
    outputs=["output: T"],
    attrs=[
        "signed_input: bool = true",
        "num_bits: int = 8",
        "range_given: bool = false",
        _T,
        _ROUND,
        "narrow_range: bool = false",
        "axis: int = -1",
    ],
    doc=f"""Numbers rounded to those that integers stand for; the larger end of the range is the largest of them.

    {_RANGE_DOC}
    round_mode: where halves go.
    {_REST_DOC}""",
)


@quantize_and_dequantize_v2.shape_rule
@quantize_and_dequantize_v4.shape_rule
def _quantize_and_dequantize_v4_shape(c: ShapeContext) -> list[TensorShape]:
    _check_bits(c, "attr 'num_bits'", c.attr("num_bits"))
    return _ranged(c)


def _ranged(c: ShapeContext) -> list[TensorShape]:
    if c.attr("range_given"):
        _check_ranges(c)
    else:
        _check_axis(c)
    low, high = c.value("input_min"), c.value("input_max")
    if c.attr("range_given") and low is not None and high is not None and not (low <= high).all():
        c.fail("input_min", f"be at most input_max, {high.tolist()}", low.tolist())
    return [c.shape("input")]


def _check_axis(c: ShapeContext) -> TensorShape:
    """Checks the axis; the shape of a range."""
    axis, shape = c.attr("axis"), c.shape("input")
    if axis < -1:
        c.fail("attr 'axis'", "be at least -1", axis)
    if axis < 0:
        return TensorShape(())
    if shape.rank is not None and axis >= shape.rank:
        c.fail("attr 'axis'", f"be an axis of input, whose shape is {shape}", axis)
    return TensorShape([None if shape.rank is None else shape[axis]])


def _check_ranges(c: ShapeContext) -> list[TensorShape]:
    wanted = _check_axis(c)
    return [
        c.merge(argument, wanted, f"have shape {wanted}: a number for each range")
        for argument in ("input_min", "input_max")
    ]


@quantize_and_dequantize_v4.gradient
def _quantize_and_dequantize_v4_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, low, high = node.inputs
    axis = node.get_attr("axis")
    return list(g.QuantizeAndDequantizeV4Grad(gradients=dy, input=x, input_min=low, input_max=high, axis=axis))


quantize_and_dequantize_v4_grad = register_op(
    "QuantizeAndDequantizeV4Grad",
    inputs=["gradients: T", "input: T", "input_min: T", "input_max: T"],
    outputs=["input_backprop: T", "input_min_backprop: T", "input_max_backprop: T"],
    attrs=[_T, "axis: int = -1"],
    doc="""The gradient of QuantizeAndDequantizeV4, which passes over the rounding.

    gradients: that of its output.
    input, input_min, input_max, axis: as there.
    input_backprop: gradients where the input is within its range, else 0.
    input_min_backprop, input_max_backprop: zeros.""",
)


@quantize_and_dequantize_v4_grad.shape_rule
def _quantize_and_dequantize_v4_grad_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.merge("gradients", c.shape("input"), f"have the shape of input, {c.shape('input')}")
    return [shape, *_check_ranges(c)]


@quantize_and_dequantize_v4_grad.gradient
def _quantize_and_dequantize_v4_grad_gradient(
    g: GradientOps, node: GradientNode, dy: Any, _low: Any, _high: Any
) -> list[Any]:
    """It is linear in gradients, and flat in all else."""
    _, x, low, high = node.inputs
    back = g.QuantizeAndDequantizeV4Grad(
        gradients=dy, input=x, input_min=low, input_max=high, axis=node.get_attr("axis")
    )
    return [back[0], None, None, None]
