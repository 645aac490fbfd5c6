"""Mathematics that fits no narrower family: sums of many tensors, casts, selection, clipping.

Arithmetic, comparisons, reductions and so on are in the files named ``math_*``.
"""

from __future__ import annotations

from typing import Any

from graphops_registry.errors import InvalidArgumentError, UnimplementedError, must
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.regions import Part, RegionContext
from graphops_registry.rules.gradient_parts import sum_to_operand
from graphops_registry.rules.region_parts import elementwise, of_shape, sum_of_all
from graphops_registry.rules.shape_parts import broadcast_arguments, unchanged
from graphops_registry.shape import TensorShape, broadcast_shapes
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, linear_in, passes_through

# -- AddN ----------------------------------------------------------------------------------------------------------

add_n = register_op(
    "AddN",
    inputs=["inputs: N * T"],
    outputs=["sum: T"],
    attrs=["N: int >= 1", "T: {numbertype, variant}"],
    commutative=True,
    aggregate=True,
    traits=[Trait.LINEAR_TIME, passes_through("inputs", "one_input"), linear_in("inputs")],
    doc="The sum of the inputs, which all have one shape (no broadcasting).",
)


@add_n.shape_rule
def _add_n_shape(c: ShapeContext) -> list[TensorShape]:
    return [_one_shape(c)]


def _one_shape(c: ShapeContext) -> TensorShape:
    """The shape that all tensors of the list ``inputs`` have."""
    shapes = c.shapes("inputs")
    merged = shapes[0]
    for shape in shapes[1:]:
        if not merged.is_compatible_with(shape):
            c.fail("inputs", "have one shape", ", ".join(map(str, shapes)))
        merged = merged.merge_with(shape)
    return merged


add_n.region_rule(elementwise)


@add_n.gradient
def _add_n_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [dy] * len(node.inputs)


# -- AccumulateNV2 -------------------------------------------------------------------------------------------------

accumulate_n_v2 = register_op(
    "AccumulateNV2",
    inputs=["inputs: N * T"],
    outputs=["sum: T"],
    attrs=["N: int >= 1", "T: numbertype", "shape: shape"],
    commutative=True,
    aggregate=True,
    traits=[passes_through("inputs", "one_input")],
    doc="The sum of the inputs, which all have the shape that the attr shape gives.",
)


@accumulate_n_v2.shape_rule
def _accumulate_n_v2_shape(c: ShapeContext) -> list[TensorShape]:
    shape: TensorShape = c.attr("shape")
    merged = _one_shape(c)
    if not merged.is_compatible_with(shape):
        c.fail("inputs", f"have the shape of attr 'shape', {shape}", merged)
    return [merged.merge_with(shape)]


accumulate_n_v2.region_rule(of_shape)


@accumulate_n_v2.gradient
def _accumulate_n_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [dy] * len(node.inputs)


# -- Cast ----------------------------------------------------------------------------------------------------------

cast = register_op(
    "Cast",
    inputs=["x: SrcT"],
    outputs=["y: DstT"],
    attrs=["SrcT: type", "DstT: type", "Truncate: bool = false"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, passes_through("x", "same_dtype"), Trait.ELEMENTWISE],
    doc="""The input's values in another dtype.

    DstT: float to integer drops the fraction, complex to real the imaginary part, a number to bool asks whether it
        is not 0; integers wrap.
    Truncate: to a narrower float by dropping bits instead of rounding to nearest.""",
)


@cast.shape_rule
def _cast_shape(c: ShapeContext) -> list[TensorShape]:
    source, target = c.attr("SrcT"), c.attr("DstT")
    if source is not target and (source.is_host_only or target.is_host_only):
        rule = f"be a dtype that {source} can be cast to (numbers and bool to each other)"
        raise must("attr 'DstT'", c.op, rule, target, kind=UnimplementedError)
    return unchanged(c)


@cast.gradient
def _cast_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    source, target = node.get_attr("SrcT"), node.get_attr("DstT")
    if not all(dtype.is_floating or dtype.is_complex for dtype in (source, target)):
        return [None]
    return [g.Cast(x=dy, DstT=source)]


# -- Select, SelectV2 ----------------------------------------------------------------------------------------------

select = register_op(
    "Select",
    inputs=["condition: bool", "t: T", "e: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    traits=[Trait.LINEAR_TIME],
    doc="""Elements of t where condition is true, of e where it is false.

    condition: of the shape of t and e; or a scalar; or a vector that chooses along their first axis.""",
)


@select.shape_rule
def _select_shape(c: ShapeContext) -> list[TensorShape]:
    branches = c.merge("e", c.shape("t"), f"have the shape of t, {c.shape('t')}")
    condition = c.shape("condition")
    if condition.rank is None or condition.rank == 0:
        return [branches]
    if condition.rank == 1:
        if branches.rank is None:
            return [branches]
        if branches.rank == 0:
            c.fail("condition", "be a scalar, as t and e are", f"shape {condition}")
        rows = c.merge_dim(
            "condition", condition[0], branches[0], f"have shape {branches} or {TensorShape.of((branches[0],))}"
        )
        return [TensorShape.of((rows, *(branches.dims or ())[1:]))]
    return [c.merge("condition", branches, f"be a scalar, a vector or of the shape of t, {branches}")]


@select.region_rule
def _select_part(c: RegionContext) -> Part | None:
    """A vector chooses along the first axis; anything else is as for SelectV2."""
    condition = c.sizes("condition")
    if len(condition) != 1 or len(c.region) == 1:
        return elementwise(c)
    return Part((c.region[:1], c.region, c.region), (c.region,))


@select.gradient
def _select_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    condition = node.inputs[0]
    zeros = g.ZerosLike(x=dy)
    return [None, g.Select(condition=condition, t=dy, e=zeros), g.Select(condition=condition, t=zeros, e=dy)]


select_v2 = register_op(
    "SelectV2",
    inputs=["condition: bool", "t: T", "e: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    traits=[Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="Elements of t where condition is true, of e where it is false; the three broadcast against each other.",
)


@select_v2.shape_rule
def _select_v2_shape(c: ShapeContext) -> list[TensorShape]:
    return [broadcast_arguments(c, "condition", "t", "e")]


@select_v2.gradient
def _select_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    condition, t, e = node.inputs
    zero = dy.dtype.numpy_dtype.type(0)
    dt = g.SelectV2(condition=condition, t=dy, e=zero)
    de = g.SelectV2(condition=condition, t=zero, e=dy)
    return [None, sum_to_operand(g, t, node.outputs[0], dt), sum_to_operand(g, e, node.outputs[0], de)]


# -- ClipByValue ---------------------------------------------------------------------------------------------------

clip_by_value = register_op(
    "ClipByValue",
    inputs=["t: T", "clip_value_min: T", "clip_value_max: T"],
    outputs=["output: T"],
    attrs=["T: numbertype"],
    doc="""The input with values below a minimum raised to it and values above a maximum lowered to it.

    clip_value_min: a scalar, or a shape that broadcasts to that of t.
    clip_value_max: likewise.""",
)


@clip_by_value.shape_rule
def _clip_by_value_shape(c: ShapeContext) -> list[TensorShape]:
    result = c.shape("t")
    for argument in ("clip_value_min", "clip_value_max"):
        bound = c.shape(argument)
        try:
            stretched = broadcast_shapes(result, bound)
        except InvalidArgumentError:
            stretched = None
        known = result.is_fully_defined and bound.is_fully_defined
        if stretched is None or (known and stretched != result):
            c.fail(argument, f"have a shape that broadcasts to that of t, {result}", bound)
    return [result]


clip_by_value.region_rule(elementwise)


@clip_by_value.gradient
def _clip_by_value_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    t, low, high = node.inputs
    zero = dy.dtype.numpy_dtype.type(0)
    below, above = g.Less(x=t, y=low), g.Greater(x=t, y=high)
    clipped = g.LogicalOr(x=below, y=above)
    dt = g.SelectV2(condition=clipped, t=zero, e=dy)
    d_low = g.SelectV2(condition=below, t=dy, e=zero)
    d_high = g.SelectV2(condition=above, t=dy, e=zero)
    return [dt, sum_to_operand(g, low, t, d_low), sum_to_operand(g, high, t, d_high)]


# -- L2Loss --------------------------------------------------------------------------------------------------------

l2_loss = register_op(
    "L2Loss",
    inputs=["t: T"],
    outputs=["output: T"],
    attrs=["T: {half, bfloat16, float, double}"],
    doc="Half the sum of the squares of all elements, a scalar.",
)


@l2_loss.shape_rule
def _l2_loss_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape(())]


l2_loss.partial_sum_rule("t", sum_of_all)


@l2_loss.gradient
def _l2_loss_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Mul(x=node.inputs[0], y=dy)]
