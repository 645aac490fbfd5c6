"""Joining tensors and taking them apart: concatenation, packing, splitting."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import constant_of
from graphops_registry.rules.join_regions import concatenated, packed, split_by_sizes, split_evenly, unpacked
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

# -- ConcatV2, Concat ----------------------------------------------------------------------------------------------

concat_v2 = register_op(
    "ConcatV2",
    inputs=["values: N * T", "axis: Tidx"],
    outputs=["output: T"],
    attrs=["N: int >= 2", "T: type", "Tidx: {int32, int64} = DT_INT32"],
    traits=[Trait.LINEAR_TIME],
    doc="""The inputs one after the other along an axis.

    values: of one rank, and of one size along every other axis.
    axis: a scalar; a negative one counts from the end.""",
)

concat = register_op(
    "Concat",
    inputs=["concat_dim: int32", "values: N * T"],
    outputs=["output: T"],
    attrs=["N: int >= 2", "T: type"],
    traits=[Trait.LINEAR_TIME],
    doc="""The inputs one after the other along an axis: the older form of ConcatV2.

    concat_dim: a scalar; a negative one counts from the end.""",
)


@concat_v2.shape_rule
@concat.shape_rule
def _concat_shape(c: ShapeContext) -> list[TensorShape]:
    argument = "axis" if c.op == "ConcatV2" else "concat_dim"
    shapes = c.shapes("values")
    known = [shape.dims for shape in shapes if shape.dims is not None]
    c.with_rank(argument, 0)
    if not known:
        return [TensorShape(None)]
    rank = len(known[0])
    if rank == 0:
        c.fail("values", "have rank 1 or more", "scalars")
    if any(len(dims) != rank for dims in known):
        c.fail("values", "have one rank", ", ".join(map(str, shapes)))
    axis = _axis_or_only_one(c, argument, rank)
    if axis is None:
        return [TensorShape.unknown(rank)]
    merged = TensorShape.unknown(rank)
    for shape in shapes:
        if shape.dims is None:
            continue
        rest = TensorShape.of((*shape.dims[:axis], None, *shape.dims[axis + 1 :]))
        if not merged.is_compatible_with(rest):
            c.fail("values", f"have one size along every axis but {axis}", ", ".join(map(str, shapes)))
        merged = merged.merge_with(rest)
    along: Dim = 0
    for shape in shapes:
        size = None if shape.dims is None else shape.dims[axis]
        along = along + size if isinstance(along, int) and isinstance(size, int) else None
    dims = merged.dims or ()
    return [TensorShape.of((*dims[:axis], along, *dims[axis + 1 :]))]


def _axis_or_only_one(c: ShapeContext, argument: str, rank: int) -> int | None:
    """The axis that a scalar names, in [0, rank): of a vector there is but one, whether its value is known or not."""
    axis = c.axis(argument, rank)
    return 0 if axis is None and rank == 1 else axis


concat_v2.region_rule(concatenated)
concat.region_rule(concatenated)


@concat_v2.gradient
def _concat_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [*_parts(g, node.inputs[:-1], node.inputs[-1], dy), None]


@concat.gradient
def _concat_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [None, *_parts(g, node.inputs[1:], node.inputs[0], dy)]


def _parts(g: GradientOps, values: Any, axis: Any, dy: Any) -> list[Any]:
    """What each of ``values`` contributed to their concatenation along ``axis``, cut out of ``dy``."""
    known = constant_of(axis)
    sizes = [value.shape[int(known)] if known is not None and value.shape.rank else None for value in values]
    if known is not None and all(isinstance(size, int) for size in sizes):
        lengths = np.array(sizes, np.int64)
        return list(g.SplitV(value=dy, size_splits=lengths, split_dim=np.int32(known), num_split=len(sizes)))
    shapes = g.ShapeN(input=list(values))
    place = g.FloorMod(x=g.Cast(x=axis, DstT="int32"), y=g.Rank(input=values[0]))
    offsets = g.ConcatOffset(concat_dim=place, shape=shapes)
    return [g.Slice(input=dy, begin=begin, size=size) for begin, size in zip(offsets, shapes, strict=True)]


# -- ParallelConcat ------------------------------------------------------------------------------------------------

parallel_concat = register_op(
    "ParallelConcat",
    inputs=["values: N * T"],
    outputs=["output: T"],
    attrs=["N: int >= 1", "T: type", "shape: shape"],
    traits=[Trait.LINEAR_TIME],
    doc="""The inputs one after the other along the first axis, along which each has size 1.

    values: of one shape.
    shape: that of the output, fully known.""",
)


@parallel_concat.shape_rule
def _parallel_concat_shape(c: ShapeContext) -> list[TensorShape]:
    shape, count = c.attr("shape"), len(c.shapes("values"))
    if not shape.is_fully_defined or not shape.rank or shape[0] != count:
        c.fail("attr 'shape'", f"be fully known and begin with {count}, the number of values", shape)
    one = TensorShape([1, *shape[1:].as_tuple()])
    for index, each in enumerate(c.shapes("values")):
        if not each.is_compatible_with(one):
            c.fail(f"values[{index}]", f"have shape {one}, that of one entry of attr 'shape'", each)
    return [shape]


# -- ConcatOffset --------------------------------------------------------------------------------------------------

concat_offset = register_op(
    "ConcatOffset",
    inputs=["concat_dim: int32", "shape: N * shape_type"],
    outputs=["offset: N * shape_type"],
    attrs=["N: int >= 2", "shape_type: {int32, int64} = DT_INT32"],
    doc="""Where each of several tensors begins in their concatenation.

    concat_dim: the axis of the concatenation, a scalar.
    shape: the tensors' shapes.""",
)
concat_offset.no_gradient()


@concat_offset.shape_rule
def _concat_offset_shape(c: ShapeContext) -> list[TensorShape]:
    shapes = c.shapes("shape")
    merged = TensorShape.unknown(1)
    for shape in shapes:
        if not merged.is_compatible_with(shape):
            c.fail("shape", "be vectors of one length", ", ".join(map(str, shapes)))
        merged = merged.merge_with(shape)
    length = merged[0]
    axis = c.axis("concat_dim", length) if isinstance(length, int) else None
    values = c.values("shape")
    if axis is not None and all(value is not None for value in values):
        rests = {tuple(int(n) for i, n in enumerate(value) if i != axis) for value in values if value is not None}
        if len(rests) > 1:
            c.fail("shape", f"have one size along every axis but {axis}", [value.tolist() for value in values
                                                                            if value is not None])  # fmt: skip
    return [merged] * len(shapes)


# -- Pack, Unpack --------------------------------------------------------------------------------------------------

pack = register_op(
    "Pack",
    inputs=["values: N * T"],
    outputs=["output: T"],
    attrs=["N: int >= 1", "T: type", "axis: int = 0"],
    traits=[Trait.LINEAR_TIME],
    doc="""The inputs, all of one shape, as one tensor with one more axis.

    axis: where the new axis goes; -1 is behind the last one.""",
)


@pack.shape_rule
def _pack_shape(c: ShapeContext) -> list[TensorShape]:
    shapes = c.shapes("values")
    merged = shapes[0]
    for shape in shapes[1:]:
        if not merged.is_compatible_with(shape):
            c.fail("values", "have one shape", ", ".join(map(str, shapes)))
        merged = merged.merge_with(shape)
    if merged.dims is None:
        return [merged]
    axis = _axis_attr(c, len(merged.dims) + 1)
    return [TensorShape.of((*merged.dims[:axis], len(shapes), *merged.dims[axis:]))]


def _axis_attr(c: ShapeContext, rank: int) -> int:
    axis: int = c.attr("axis")
    if not -rank <= axis < rank:
        c.fail("attr 'axis'", f"be in [{-rank}, {rank})", axis)
    return axis % rank


pack.region_rule(packed)


@pack.gradient
def _pack_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return list(g.Unpack(value=dy, num=node.get_attr("N"), axis=node.get_attr("axis")))


unpack = register_op(
    "Unpack",
    inputs=["value: T"],
    outputs=["output: num * T"],
    attrs=["num: int >= 0", "T: type", "axis: int = 0"],
    traits=[Trait.LINEAR_TIME],
    doc="""A tensor taken apart along an axis, which the outputs do not have.

    num: how many there are, the size of the axis.""",
)


@unpack.shape_rule
def _unpack_shape(c: ShapeContext) -> list[TensorShape]:
    shape, number = c.with_rank_at_least("value", 1), c.attr("num")
    if shape.dims is None:
        return [shape] * number
    axis = _axis_attr(c, len(shape.dims))
    c.merge_dim("value", shape.dims[axis], number, f"have size {number} (attr 'num') along axis {axis}")
    return [TensorShape.of(shape.dims[:axis] + shape.dims[axis + 1 :])] * number


unpack.region_rule(unpacked)


@unpack.gradient
def _unpack_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    return [g.Pack(values=list(dys), axis=node.get_attr("axis"))]


# -- Split, SplitV -------------------------------------------------------------------------------------------------

split = register_op(
    "Split",
    inputs=["split_dim: int32", "value: T"],
    outputs=["output: num_split * T"],
    attrs=["num_split: int >= 1", "T: type"],
    traits=[Trait.LINEAR_TIME],
    doc="""A tensor cut into equal parts along an axis.

    split_dim: the axis, a scalar; a negative one counts from the end.
    num_split: how many parts; divides the axis's size.""",
)


@split.shape_rule
def _split_shape(c: ShapeContext) -> list[TensorShape]:
    shape, number = c.with_rank_at_least("value", 1), c.attr("num_split")
    c.with_rank("split_dim", 0)
    if shape.dims is None:
        return [shape] * number
    axis = _axis_or_only_one(c, "split_dim", len(shape.dims))
    if axis is None:
        return [shape] if number == 1 else [TensorShape.unknown(len(shape.dims))] * number
    size = shape.dims[axis]
    if isinstance(size, int) and size % number:
        c.fail("attr 'num_split'", f"divide the size {size} of axis {axis} of value", number)
    part = size // number if isinstance(size, int) else size if number == 1 else None
    return [TensorShape.of((*shape.dims[:axis], part, *shape.dims[axis + 1 :]))] * number


split.region_rule(split_evenly)


@split.gradient
def _split_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    return [None, _joined(g, dys, node.inputs[0])]


def _joined(g: GradientOps, parts: Any, axis: Any) -> Any:
    return parts[0] if len(parts) == 1 else g.ConcatV2(values=list(parts), axis=axis)


split_v = register_op(
    "SplitV",
    inputs=["value: T", "size_splits: Tlen", "split_dim: int32"],
    outputs=["output: num_split * T"],
    attrs=["num_split: int >= 1", "T: type", "Tlen: {int8, int32, int64} = DT_INT64"],
    traits=[Trait.LINEAR_TIME],
    doc="""A tensor cut into parts of given sizes along an axis.

    size_splits: a size for each part; one may be -1, which means the remainder.
    split_dim: the axis, a scalar; a negative one counts from the end.""",
)


@split_v.shape_rule
def _split_v_shape(c: ShapeContext) -> list[TensorShape]:
    shape, number = c.with_rank_at_least("value", 1), c.attr("num_split")
    length = c.with_rank("size_splits", 1)[0]
    c.merge_dim("size_splits", length, number, f"have {number} values (attr 'num_split')")
    c.with_rank("split_dim", 0)
    axis = None if shape.dims is None else _axis_or_only_one(c, "split_dim", len(shape.dims))
    sizes = _part_sizes(c, None if axis is None else shape[axis])
    if shape.dims is None or axis is None:
        return [shape] if number == 1 else [TensorShape.unknown(shape.rank)] * number
    return [TensorShape.of((*shape.dims[:axis], size, *shape.dims[axis + 1 :])) for size in sizes]


def _part_sizes(c: ShapeContext, whole: Dim) -> list[Dim]:
    """The sizes of the parts of an axis of size ``whole``, with a -1 filled in."""
    value = c.value("size_splits")
    if value is None:
        number = c.attr("num_split")
        return [whole] if number == 1 else [None] * number
    sizes = [int(size) for size in value]
    if any(size < -1 for size in sizes) or sizes.count(-1) > 1:
        c.fail("size_splits", "have sizes >= 0, of which one may be -1", sizes)
    rest = sum(size for size in sizes if size >= 0)
    if not isinstance(whole, int):
        return [size if size >= 0 else whole if rest == 0 else None for size in sizes]
    if rest > whole or (rest < whole and -1 not in sizes):
        c.fail("size_splits", f"add up to the size {whole} of value along split_dim", sizes)
    return [whole - rest if size < 0 else size for size in sizes]


split_v.region_rule(split_by_sizes)


@split_v.gradient
def _split_v_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    return [_joined(g, dys, node.inputs[2]), None, None]
