"""The order of elements along axes: reversed, whole or in parts, and rolled around."""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.layout_regions import reversed_sequences, reversed_where, rolled
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, linear_in

# -- Reverse, ReverseSequence, Roll --------------------------------------------------------------------------------

reverse = register_op(
    "Reverse",
    inputs=["tensor: T", "dims: bool"],
    outputs=["output: T"],
    attrs=[
        "T: {uint8, int8, uint16, int16, uint32, int32, uint64, int64, bool, bfloat16, half, float, double, complex64, "
        "complex128, string}"
    ],
    traits=[Trait.LINEAR_TIME, linear_in("tensor")],
    doc="""The tensor in the opposite order along some axes: the older form of ReverseV2.

    dims: for each axis whether it is reversed.""",
)


@reverse.shape_rule
def _reverse_shape(c: ShapeContext) -> list[TensorShape]:
    shape, dims = c.shape("tensor"), c.with_rank("dims", 1)
    if shape.rank is not None:
        c.merge_dim("dims", dims[0], shape.rank, f"have a value for each of the {shape.rank} axes of tensor")
    return [shape]


reverse.region_rule(reversed_where)


@reverse.gradient
def _reverse_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Reverse(tensor=dy, dims=node.inputs[1]), None]


reverse_sequence = register_op(
    "ReverseSequence",
    inputs=["input: T", "seq_lengths: Tlen"],
    outputs=["output: T"],
    attrs=["seq_dim: int", "batch_dim: int = 0", "T: type", "Tlen: {int32, int64} = DT_INT64"],
    doc="""The input with the start of each of its sequences reversed.

    seq_lengths: a vector; how many elements are reversed in each entry along batch_dim, the rest stays.
    seq_dim: the axis that sequences run along.
    batch_dim: the axis of the entries.""",
)


@reverse_sequence.shape_rule
def _reverse_sequence_shape(c: ShapeContext) -> list[TensorShape]:
    shape, lengths = c.shape("input"), c.with_rank("seq_lengths", 1)
    along, batch = c.attr("seq_dim"), c.attr("batch_dim")
    for name, axis in (("seq_dim", along), ("batch_dim", batch)):
        if axis < 0 or (shape.rank is not None and axis >= shape.rank):
            high = "" if shape.rank is None else f" and below the rank {shape.rank} of input"
            c.fail(f"attr '{name}'", f"not be negative{high}", axis)
    if along == batch:
        c.fail("attr 'seq_dim'", "differ from batch_dim", along)
    if shape.dims is None:
        return [shape]
    rule = f"have a length for each of the {shape.dims[batch]} entries along axis {batch}"
    size = c.merge_dim("seq_lengths", lengths[0], shape.dims[batch], rule)
    return [TensorShape.of((*shape.dims[:batch], size, *shape.dims[batch + 1 :]))]


reverse_sequence.region_rule(reversed_sequences)


@reverse_sequence.gradient
def _reverse_sequence_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    attrs = {name: node.get_attr(name) for name in ("seq_dim", "batch_dim")}
    return [g.ReverseSequence(input=dy, seq_lengths=node.inputs[1], **attrs), None]


roll = register_op(
    "Roll",
    inputs=["input: T", "shift: Tshift", "axis: Taxis"],
    outputs=["output: T"],
    attrs=["T: type", "Tshift: {int32, int64}", "Taxis: {int32, int64}"],
    doc="""The input with its elements moved along axes; what leaves at one end comes back at the other.

    shift: by how much, a scalar or a vector; negative ones move towards the start.
    axis: along which axis each shift goes, of the same shape; those for one axis add up.""",
)


@roll.shape_rule
def _roll_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("input", 1)
    for name in ("shift", "axis"):
        own = c.shape(name)
        if own.rank is not None and own.rank > 1:
            c.fail(name, "be a scalar or a vector", f"rank {own.rank} {own}")
    c.merge("shift", c.shape("axis"), f"have the shape of axis, {c.shape('axis')}")
    axes = c.value("axis")
    if axes is not None and shape.rank is not None:
        for axis in (int(number) for number in axes.reshape(-1)):
            if not -shape.rank <= axis < shape.rank:
                c.fail("axis", f"be in [{-shape.rank}, {shape.rank})", axis)
    return [shape]


roll.region_rule(rolled)


@roll.gradient
def _roll_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    _, shift, axis = node.inputs
    return [g.Roll(input=dy, shift=g.Neg(x=shift), axis=axis), None, None]
