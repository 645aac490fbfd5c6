"""Numbers as small integers with a range, and back: floats to quantised dtypes, and those to other ranges."""

from __future__ import annotations

from typing import Any, Final

from graphops_registry.op_def import register_op
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_QUANTIZED: Final = "{qint8, quint8, qint32, qint16, quint16}"
_MODE: Final = "mode: {'MIN_COMBINED', 'MIN_FIRST', 'SCALED'} = 'MIN_COMBINED'"
_MODE_DOC: Final = """mode: MIN_COMBINED: all integers for the range, 0 lies where it falls. MIN_FIRST: the same, but
        0 is one of the numbers. SCALED: 0 is 0, the range grows to both sides alike.
    narrow_range: whether the smallest integer is not used; with mode SCALED."""
_AXIS_DOC: Final = "axis: each slice along it has a range of its own; -1 for one range."
_RANGE_DOC: Final = "input_min, input_max: scalars, what the smallest and the largest integer of its dtype stand for."


def _range(c: ShapeContext, low: str, high: str) -> TensorShape:
    """The shape of ranges: one number, or as many as the input has along the axis."""
    axis, shape = c.attr("axis"), c.shape("input")
    if axis < -1:
        c.fail("attr 'axis'", "be at least -1", axis)
    if axis >= 0 and shape.rank is not None and axis >= shape.rank:
        c.fail("attr 'axis'", f"be an axis of input, whose shape is {shape}", axis)
    size: Dim = 1 if axis == -1 else None if shape.rank is None else shape[axis]
    for argument in (low, high):
        given = c.shape(argument)
        if axis == -1:
            if given.num_elements not in (None, 1):
                c.fail(argument, "have one element, as axis is -1", f"shape {given}")
        else:
            c.merge(argument, TensorShape.of((size,)), f"have shape ({size},): a number for each slice along axis")
    return TensorShape(()) if axis == -1 else TensorShape.of((size,))


def _in_order(c: ShapeContext, low: str, high: str) -> None:
    first, last = c.value(low), c.value(high)
    if first is not None and last is not None and (first > last).any():
        c.fail(low, f"be at most {high}, {last.tolist()}", first.tolist())


# -- QuantizeV2, Dequantize ----------------------------------------------------------------------------------------

quantize_v2 = register_op(
    "QuantizeV2",
    inputs=["input: float", "min_range: float", "max_range: float"],
    outputs=["output: T", "output_min: float", "output_max: float"],
    attrs=[
        f"T: {_QUANTIZED}",
        _MODE,
        "round_mode: {'HALF_AWAY_FROM_ZERO', 'HALF_TO_EVEN'} = 'HALF_AWAY_FROM_ZERO'",
        "narrow_range: bool = false",
        "axis: int = -1",
        "ensure_minimum_range: float = 0.01",
    ],
    doc=f"""Numbers as integers of a range; what is outside of it becomes its end.

    input: of any shape.
    min_range, max_range: the range, scalars or vectors with a number for each slice along axis; it is made to hold 0.
    {_MODE_DOC}
    round_mode: where halves go; HALF_TO_EVEN with mode SCALED only.
    {_AXIS_DOC}
    ensure_minimum_range: how long the range is at least, for a range up to 1; for others in proportion.
    output_min, output_max: the range that was used.""",
)
quantize_v2.no_gradient()


@quantize_v2.shape_rule
def _quantize_v2_shape(c: ShapeContext) -> list[TensorShape]:
    if c.attr("round_mode") != "HALF_AWAY_FROM_ZERO" and c.attr("mode") != "SCALED":
        c.fail("attr 'round_mode'", "be 'HALF_AWAY_FROM_ZERO', as mode is not 'SCALED'", repr(c.attr("round_mode")))
    ranges = _range(c, "min_range", "max_range")
    _in_order(c, "min_range", "max_range")
    return [c.shape("input"), ranges, ranges]


dequantize = register_op(
    "Dequantize",
    inputs=["input: T", "min_range: float", "max_range: float"],
    outputs=["output: dtype"],
    attrs=[f"T: {_QUANTIZED}", _MODE, "narrow_range: bool = false", "axis: int = -1",
           "dtype: {bfloat16, float} = DT_FLOAT"],
    doc=f"""The numbers that integers of a range stand for.

    input: of any shape.
    min_range, max_range: the range, scalars or vectors with a number for each slice along axis.
    {_MODE_DOC}
    {_AXIS_DOC}""",
)  # fmt: skip
dequantize.no_gradient()


@dequantize.shape_rule
def _dequantize_shape(c: ShapeContext) -> list[TensorShape]:
    _range(c, "min_range", "max_range")
    return [c.shape("input")]


# -- Requantize, RequantizationRange, QuantizeDownAndShrinkRange ---------------------------------------------------


def _scalars(c: ShapeContext, *arguments: str) -> None:
    for argument in arguments:
        c.with_rank(argument, 0)


requantize = register_op(
    "Requantize",
    inputs=[
        "input: Tinput", "input_min: float", "input_max: float", "requested_output_min: float",
        "requested_output_max: float",
    ],
    outputs=["output: out_type", "output_min: float", "output_max: float"],
    attrs=[f"Tinput: {_QUANTIZED}", f"out_type: {_QUANTIZED}"],
    doc=f"""Integers of a range as those of another range and dtype.

    input: of any shape.
    {_RANGE_DOC}
    requested_output_min: the range of the output, scalars, with 0 in it.
    requested_output_max: its other end.
    output_min, output_max: the range that was requested.""",
)  # fmt: skip
requantize.no_gradient()


@requantize.shape_rule
def _requantize_shape(c: ShapeContext) -> list[TensorShape]:
    _scalars(c, "input_min", "input_max", "requested_output_min", "requested_output_max")
    low, high = c.value("requested_output_min"), c.value("requested_output_max")
    if low is not None and not low <= 0:
        c.fail("requested_output_min", "be 0 or less", _number(low))
    if low is not None and high is not None and not high >= low:
        c.fail("requested_output_max", f"be at least requested_output_min, {_number(low)}", _number(high))
    return [c.shape("input"), TensorShape(()), TensorShape(())]


def _number(value: Any) -> float:
    return float(value)


requantization_range = register_op(
    "RequantizationRange",
    inputs=["input: Tinput", "input_min: float", "input_max: float"],
    outputs=["output_min: float", "output_max: float"],
    attrs=[f"Tinput: {_QUANTIZED}"],
    doc=f"""The range of the numbers that integers stand for, made to begin at 0 or below.

    input: of any shape.
    {_RANGE_DOC}
    output_min, output_max: the smallest and the largest number; 0 and 0 if there is none.""",
)
requantization_range.no_gradient()


@requantization_range.shape_rule
def _requantization_range_shape(c: ShapeContext) -> list[TensorShape]:
    _scalars(c, "input_min", "input_max")
    return [TensorShape(()), TensorShape(())]


quantize_down = register_op(
    "QuantizeDownAndShrinkRange",
    inputs=["input: Tinput", "input_min: float", "input_max: float"],
    outputs=["output: out_type", "output_min: float", "output_max: float"],
    attrs=[f"Tinput: {_QUANTIZED}", f"out_type: {_QUANTIZED}"],
    doc=f"""Integers of a range as those of another dtype, for the range that is used: RequantizationRange, Requantize.

    input: of any shape.
    {_RANGE_DOC}
    output_min, output_max: the range of the output.""",
)
quantize_down.no_gradient()


@quantize_down.shape_rule
def _quantize_down_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("input"), *_requantization_range_shape(c)]
