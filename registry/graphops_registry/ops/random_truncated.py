"""Random numbers of truncated normal distributions with parameters for each row or element.

TensorFlow's own numbers depend on how many threads draw them; here each element has a part of the generator's stream.
"""

from __future__ import annotations

import math
from typing import Any, Final

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.ops.random_draws import ending_with
from graphops_registry.ops.random_stateless import check_seed
from graphops_registry.rules.gradient_parts import scalar, scaled, sum_to_operand
from graphops_registry.rules.shape_parts import broadcast_arguments
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

_DOC: Final = """Numbers of normal distributions without what lies outside of two bounds.

    shape: {shape}
    means: of the distributions before they are truncated, finite.
    {deviations}: their standard deviations, finite and above 0.
    minvals, maxvals: the bounds, minvals < maxvals; one of each two may be infinite."""

parameterized_truncated_normal = register_op(
    "ParameterizedTruncatedNormal",
    inputs=["shape: T", "means: dtype", "stdevs: dtype", "minvals: dtype", "maxvals: dtype"],
    outputs=["output: dtype"],
    attrs=["seed: int = 0", "seed2: int = 0", "dtype: {half, bfloat16, float, double}", "T: {int32, int64}"],
    stateful=True,
    doc=_DOC.format(
        shape="of output, of rank 1 or more. Parameters are scalars, vectors of one, or have one for each row.",
        deviations="stdevs",
    )
    + """
    seed, seed2: where the stream begins; another one in each Session if both are 0.""",
)
parameterized_truncated_normal.no_gradient()


@parameterized_truncated_normal.shape_rule
def _row_by_row(c: ShapeContext) -> list[TensorShape]:
    shape = c.shape_from_tensor("shape")
    if shape.dims == ():
        c.fail("shape", "have one size or more", "none")
    rows = shape.dims[0] if shape.dims else None
    for name in ("means", "stdevs", "minvals", "maxvals"):
        given = c.shape(name)
        if given.dims is None or given.dims == ():
            continue
        (size, *more) = given.dims
        if more or (isinstance(size, int) and isinstance(rows, int) and size not in (1, rows)):
            c.fail(name, f"be a scalar, or a vector of 1 or {'?' if rows is None else rows} numbers", given)
    return [shape]


stateless_parameterized_truncated_normal = register_op(
    "StatelessParameterizedTruncatedNormal",
    inputs=["shape: S", "seed: Tseed", "means: dtype", "stddevs: dtype", "minvals: dtype", "maxvals: dtype"],
    outputs=["output: dtype"],
    attrs=["S: {int32, int64}", "Tseed: {int32, int64} = DT_INT64", "dtype: {half, float, double}"],
    traits=[Trait.MADE_AT_EACH_RUN],
    doc=_DOC.format(
        shape="of output, which must end with that of the parameters, broadcast.\n    seed: two numbers; the same seed "
        "gives the same ones.",
        deviations="stddevs",
    ),
)


@stateless_parameterized_truncated_normal.shape_rule
def _element_by_element(c: ShapeContext) -> list[TensorShape]:
    check_seed(c)
    end = broadcast_arguments(c, "means", "stddevs", "minvals", "maxvals")
    return ending_with(c, "the parameters, broadcast", end)


@stateless_parameterized_truncated_normal.gradient
def _by_parameters(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """How a draw moves with its parameters where its quantile stays: the implicit function theorem.

    With the bounds a and b and the draw z in standard deviations from the mean, F the normal distribution function and
    f its density: dz/da = f(a) / f(z) * (F(b) - F(z)) / (F(b) - F(a)), and dz/db likewise with F(z) - F(a).
    """
    wide = [g.Cast(x=x, DstT="float64") for x in (*node.inputs[2:], node.outputs[0])]
    mean, deviation, low, high, drawn = wide
    a, b, z = (g.RealDiv(x=g.Sub(x=x, y=mean), y=deviation) for x in (low, high, drawn))
    # Both tails give the shares; that in which a is leaves more digits.
    side = g.SelectV2(condition=g.Greater(x=a, y=scalar(0, a)), t=scalar(1, a), e=scalar(-1, a))

    def tail(x: Any) -> Any:
        return g.Erfc(x=scaled(g, math.sqrt(0.5), g.Mul(x=side, y=x)))

    def slope(bound: Any, other: Any) -> Any:
        share = g.RealDiv(x=g.Sub(x=tail(z), y=tail(other)), y=g.Sub(x=tail(bound), y=tail(other)))
        gap = g.Mul(x=g.Sub(x=z, y=bound), y=g.AddV2(x=z, y=bound))
        return g.Mul(x=share, y=g.Exp(x=scaled(g, 0.5, gap)))

    def moved(bound: Any, by: Any) -> Any:
        """What a bound adds when the deviation grows; an infinite one nothing."""
        return g.SelectV2(condition=g.IsInf(x=bound), t=scalar(0, by), e=g.Mul(x=by, y=bound))

    by_low, by_high = slope(a, b), slope(b, a)
    by_mean = g.Sub(x=g.Sub(x=scalar(1, z), y=by_low), y=by_high)
    by_deviation = g.Sub(x=g.Sub(x=z, y=moved(a, by_low)), y=moved(b, by_high))
    slopes = (by_mean, by_deviation, by_low, by_high)
    given = g.Cast(x=dy, DstT="float64")
    return [
        None,
        None,
        *(
            g.Cast(x=sum_to_operand(g, x, drawn, g.Mul(x=given, y=by)), DstT=dy.dtype)
            for x, by in zip(wide[:4], slopes, strict=True)
        ),
    ]
