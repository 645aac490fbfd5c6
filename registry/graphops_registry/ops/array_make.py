"""Tensors made from a few numbers: ranges and diagonals; bands of matrices."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.shape import MAX_ELEMENTS, Dim, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

# -- Range ---------------------------------------------------------------------------------------------------------

range_ = register_op(
    "Range",
    inputs=["start: Tidx", "limit: Tidx", "delta: Tidx"],
    outputs=["output: Tidx"],
    attrs=["Tidx: {bfloat16, half, float, double, int8, int16, int32, int64, uint16, uint32, uint64} = DT_INT32"],
    traits=[Trait.LINEAR_TIME],
    doc="""start, start + delta, ... as far as limit, which is not reached.

    start, limit, delta: scalars; delta is not 0 and leads from start towards limit.""",
)
range_.no_gradient()


@range_.shape_rule
def _range_shape(c: ShapeContext) -> list[TensorShape]:
    known = [value for name in ("start", "limit", "delta") if (value := c.scalar(name)) is not None]
    if len(known) < 3:
        return [TensorShape.unknown(1)]
    integer = c.attr("Tidx").is_integer
    start, limit, delta = (int(v) if integer else float(v) for v in known)
    if delta == 0 or delta != delta:
        c.fail("delta", "not be 0", delta)
    if not (start <= limit if delta > 0 else start >= limit):
        c.fail("limit", f"be {'at least' if delta > 0 else 'at most'} start, {start}, for delta {delta}", limit)
    if integer:
        return [TensorShape.of((-(-abs(int(limit - start)) // abs(int(delta))),))]
    # In the precision of the numbers themselves: 0.3 is three steps of 0.1 in float32, but more than that if the
    # same numbers are divided in float64.
    with np.errstate(all="ignore"):
        steps = abs(float((known[1] - known[0]) / known[2]))
    if not math.isfinite(steps) or steps > MAX_ELEMENTS:
        c.fail("limit", "be a finite number of steps away from start, at most 2**63 - 1", limit)
    return [TensorShape.of((math.ceil(steps),))]


# -- LinSpace ------------------------------------------------------------------------------------------------------

lin_space = register_op(
    "LinSpace",
    inputs=["start: T", "stop: T", "num: Tidx"],
    outputs=["output: T"],
    attrs=["T: {bfloat16, half, float, double}", "Tidx: {int32, int64} = DT_INT32"],
    doc="""Evenly spaced numbers from start to stop, both included.

    start, stop: scalars.
    num: how many, a scalar of at least 1.""",
)
lin_space.no_gradient()


@lin_space.shape_rule
def _lin_space_shape(c: ShapeContext) -> list[TensorShape]:
    for name in ("start", "stop", "num"):
        c.with_rank(name, 0)
    value = c.value("num")
    number: Dim = None if value is None else int(value)
    if isinstance(number, int) and number < 1:
        c.fail("num", "be at least 1", number)
    return [TensorShape.of((number,))]


# -- Diag, DiagPart ------------------------------------------------------------------------------------------------

_DIAGONAL = ["T: {bfloat16, half, float, double, int32, int64, complex64, complex128}"]

diag = register_op(
    "Diag",
    inputs=["diagonal: T"],
    outputs=["output: T"],
    attrs=_DIAGONAL,
    doc="""Zeros with a diagonal: output[i..., i...] = diagonal[i...].

    output: the shape of diagonal twice.""",
)


@diag.shape_rule
def _diag_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("diagonal", 1)
    return [shape.concatenate(shape)]


@diag.gradient
def _diag_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.DiagPart(input=dy)]


diag_part = register_op(
    "DiagPart",
    inputs=["input: T"],
    outputs=["diagonal: T"],
    attrs=_DIAGONAL,
    doc="""The diagonal of a tensor whose shape is one shape twice: diagonal[i...] = input[i..., i...].

    input: of an even rank of 2 or more.""",
)


@diag_part.shape_rule
def _diag_part_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.shape("input")
    if shape.dims is None:
        return [shape]
    half, odd = divmod(len(shape.dims), 2)
    if odd or not half:
        c.fail("input", "have an even rank of 2 or more", f"rank {len(shape.dims)} {shape}")
    if not shape[:half].is_compatible_with(shape[half:]):
        c.fail("input", "have a shape that is one shape twice", shape)
    return [shape[:half].merge_with(shape[half:])]


@diag_part.gradient
def _diag_part_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Diag(diagonal=dy)]


# -- MatrixBandPart ------------------------------------------------------------------------------------------------

matrix_band_part = register_op(
    "MatrixBandPart",
    inputs=["input: T", "num_lower: Tindex", "num_upper: Tindex"],
    outputs=["band: T"],
    attrs=["T: type", "Tindex: {int32, int64} = DT_INT64"],
    doc="""The diagonal and some diagonals beside it of each matrix; zeros elsewhere.

    input: `[..., rows, columns]`.
    num_lower: how many diagonals below the main one to keep, at most the rows, a scalar; a negative one keeps all.
    num_upper: how many above it, at most the columns, a scalar; a negative one keeps all.""",
)


@matrix_band_part.shape_rule
def _matrix_band_part_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("input", 2)
    for name, axis, what in (("num_lower", -2, "rows"), ("num_upper", -1, "columns")):
        c.with_rank(name, 0)
        value, size = c.value(name), shape[axis]
        if value is not None and isinstance(size, int) and int(value) > size:
            c.fail(name, f"be negative or at most {size}, the number of {what}", int(value))
    return [shape]


@matrix_band_part.gradient
def _matrix_band_part_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    _, lower, upper = node.inputs
    return [g.MatrixBandPart(input=dy, num_lower=lower, num_upper=upper), None, None]
