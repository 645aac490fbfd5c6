"""More that rearranges arrays: reversing and rolling, distinct elements, sorted search, older forms of block moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import sum_to_operand
from graphops_registry.rules.shape_parts import unchanged
from graphops_registry.rules.strided_slices import sliced_shape, strided_slices
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_REAL = "T: realnumbertype"

# -- Reverse, ReverseSequence, Roll --------------------------------------------------------------------------------

reverse = register_op(
    "Reverse",
    inputs=["tensor: T", "dims: bool"],
    outputs=["output: T"],
    attrs=[
        "T: {uint8, int8, uint16, int16, uint32, int32, uint64, int64, bool, bfloat16, half, float, double, complex64, "
        "complex128, string}"
    ],
    doc="""The tensor in the opposite order along some axes: the older form of ReverseV2.

    dims: for each axis whether it is reversed.""",
)


@reverse.shape_rule
def _reverse_shape(c: ShapeContext) -> list[TensorShape]:
    shape, dims = c.shape("tensor"), c.with_rank("dims", 1)
    if shape.rank is not None:
        c.merge_dim("dims", dims[0], shape.rank, f"have a value for each of the {shape.rank} axes of tensor")
    return [shape]


@reverse.gradient
def _reverse_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
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


@reverse_sequence.gradient
def _reverse_sequence_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
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


@roll.gradient
def _roll_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    _, shift, axis = node.inputs
    return [g.Roll(input=dy, shift=g.Neg(x=shift), axis=axis), None, None]


# -- UniqueV2, UniqueWithCounts, UniqueWithCountsV2 ----------------------------------------------------------------

_OUT_IDX = "out_idx: {int32, int64} = DT_INT32"
_UNIQUE_DOC = """

    idx: for each of x its place in y."""
_UNIQUE_AXIS = """
    axis: which axis, a vector of one number; of none for a vector x. Two slices are equal if all their elements are.
    y: of the shape of x but for that axis."""
_COUNT_DOC = """
    count: how often each of y is in x."""

unique_v2 = register_op(
    "UniqueV2",
    inputs=["x: T", "axis: Taxis"],
    outputs=["y: T", "idx: out_idx"],
    attrs=["T: type", "Taxis: {int32, int64} = DT_INT64", _OUT_IDX],
    doc=f"The distinct slices along an axis in the order of their first appearance.{_UNIQUE_DOC}{_UNIQUE_AXIS}",
)
unique_with_counts = register_op(
    "UniqueWithCounts",
    inputs=["x: T"],
    outputs=["y: T", "idx: out_idx", "count: out_idx"],
    attrs=["T: type", _OUT_IDX],
    doc=f"The distinct elements of a vector in the order of their first appearance, counted.{_UNIQUE_DOC}{_COUNT_DOC}",
)
unique_with_counts_v2 = register_op(
    "UniqueWithCountsV2",
    inputs=["x: T", "axis: Taxis"],
    outputs=["y: T", "idx: out_idx", "count: out_idx"],
    attrs=["T: type", "Taxis: {int32, int64} = DT_INT64", _OUT_IDX],
    doc=f"""The distinct slices along an axis in the order of their first appearance,
    counted.{_UNIQUE_DOC}{_UNIQUE_AXIS}{_COUNT_DOC}""",
)
for _op in (unique_v2, unique_with_counts, unique_with_counts_v2):
    _op.no_gradient()


@unique_with_counts.shape_rule
def _unique_with_counts_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank("x", 1)
    return [TensorShape.unknown(1), shape, TensorShape.unknown(1)]


@unique_v2.shape_rule
@unique_with_counts_v2.shape_rule
def _unique_v2_shape(c: ShapeContext) -> list[TensorShape]:
    shape, axes = c.shape("x"), c.with_rank("axis", 1)
    counts = [TensorShape.unknown(1)] * (len(c.op_def.outputs) - 2)
    if isinstance(axes[0], int) and axes[0] > 1:
        c.fail("axis", "have at most one value", axes[0])
    if axes[0] == 0:
        return [TensorShape.unknown(1), c.with_rank("x", 1), *counts]
    value = c.value("axis")
    if value is None or shape.dims is None:
        return [TensorShape.unknown(shape.rank), TensorShape.unknown(1), *counts]
    rank, axis = len(shape.dims), int(value[0])
    if not -rank <= axis < rank:
        c.fail("axis", f"be in [{-rank}, {rank})", axis)
    axis %= rank
    size = shape.dims[axis]
    y = TensorShape.of((*shape.dims[:axis], 0 if size == 0 else None, *shape.dims[axis + 1 :]))
    return [y, TensorShape.of((size,)), *counts]


# -- LowerBound, UpperBound, NthElement ----------------------------------------------------------------------------

_BOUND_DOC = """

    sorted_inputs: `[rows, n]`, each row sorted.
    values: `[rows, m]`.
    output: `[rows, m]`, numbers in [0, n]."""

lower_bound = register_op(
    "LowerBound",
    inputs=["sorted_inputs: T", "values: T"],
    outputs=["output: out_type"],
    attrs=["T: type", "out_type: {int32, int64} = DT_INT32"],
    doc=f"For each value how many elements of its sorted row are smaller.{_BOUND_DOC}",
)
upper_bound = register_op(
    "UpperBound",
    inputs=["sorted_inputs: T", "values: T"],
    outputs=["output: out_type"],
    attrs=["T: type", "out_type: {int32, int64} = DT_INT32"],
    doc=f"For each value how many elements of its sorted row are not larger.{_BOUND_DOC}",
)
lower_bound.no_gradient()
upper_bound.no_gradient()


@lower_bound.shape_rule
@upper_bound.shape_rule
def _bound_shape(c: ShapeContext) -> list[TensorShape]:
    rows, values = c.with_rank("sorted_inputs", 2), c.with_rank("values", 2)
    size = c.merge_dim("values", values[0], rows[0], f"have the {rows[0]} rows of sorted_inputs")
    return [TensorShape.of((size, values[1]))]


nth_element = register_op(
    "NthElement",
    inputs=["input: T", "n: int32"],
    outputs=["values: T"],
    attrs=["reverse: bool = false", _REAL],
    doc="""The n-th smallest element of each row along the last axis.

    n: a scalar, 0 for the smallest.
    reverse: the n-th largest.""",
)


@nth_element.shape_rule
def _nth_element_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("input", 1)
    c.with_rank("n", 0)
    value = c.value("n")
    if value is not None and int(value) < 0:
        c.fail("n", "not be negative", int(value))
    if shape.dims is None:
        return [shape]
    size = shape.dims[-1]
    if value is not None and isinstance(size, int) and int(value) >= size:
        c.fail("n", f"be below {size}, the size of the last axis", int(value))
    return [shape[:-1]]


@nth_element.gradient
def _nth_element_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    """Shared equally by the elements that are equal to the one that was found."""
    last = np.int32(-1)
    found = g.ExpandDims(input=node.outputs[0], dim=last)
    chosen = g.Cast(x=g.Equal(x=node.inputs[0], y=found), DstT=dy.dtype)
    count = g.Sum(input=chosen, reduction_indices=last, keep_dims=True)
    return [g.Mul(x=g.RealDiv(x=chosen, y=count), y=g.ExpandDims(input=dy, dim=last)), None]


# -- SpaceToBatch, BatchToSpace ------------------------------------------------------------------------------------

space_to_batch = register_op(
    "SpaceToBatch",
    inputs=["input: T", "paddings: Tpaddings"],
    outputs=["output: T"],
    attrs=["T: type", "Tpaddings: {int32, int64} = DT_INT32", "block_size: int >= 2"],
    doc="""Square blocks of an image as batches: SpaceToBatchND for two spatial axes and one size.

    input: `[batch, height, width, channels]`.
    paddings: zeros (before, after) along height and width, `[2, 2]`.""",
)
batch_to_space = register_op(
    "BatchToSpace",
    inputs=["input: T", "crops: Tidx"],
    outputs=["output: T"],
    attrs=["T: type", "block_size: int >= 2", "Tidx: {int32, int64} = DT_INT32"],
    doc="""Batches as square blocks of an image: BatchToSpaceND for two spatial axes and one size.

    input: `[batch * block_size * block_size, height, width, channels]`.
    crops: how much to cut off (before, after) along height and width, `[2, 2]`.""",
)


def _margins(c: ShapeContext, argument: str) -> list[int | None]:
    """The sums of the margins along height and width."""
    shape = c.with_rank(argument, 2)
    for axis in (0, 1):
        c.merge_dim(argument, shape[axis], 2, "have shape (2, 2)")
    value = c.value(argument)
    if value is None:
        return [None, None]
    if (value < 0).any():
        c.fail(argument, "not be negative", value.tolist())
    return [int(before) + int(after) for before, after in value]


@space_to_batch.shape_rule
def _space_to_batch_shape(c: ShapeContext) -> list[TensorShape]:
    shape, block, margins = c.with_rank("input", 4), c.attr("block_size"), _margins(c, "paddings")
    batch = shape[0]
    sizes: list[Dim] = []
    for axis, margin in enumerate(margins, 1):
        size = shape[axis]
        if not isinstance(size, int) or margin is None:
            sizes.append(None)
            continue
        if (size + margin) % block:
            c.fail("attr 'block_size'", f"divide the padded size {size + margin} of axis {axis} of input", block)
        sizes.append((size + margin) // block)
    return [TensorShape.of((batch * block * block if isinstance(batch, int) else None, *sizes, shape[3]))]


@batch_to_space.shape_rule
def _batch_to_space_shape(c: ShapeContext) -> list[TensorShape]:
    shape, block, margins = c.with_rank("input", 4), c.attr("block_size"), _margins(c, "crops")
    batch = shape[0]
    if isinstance(batch, int) and batch % (block * block):
        c.fail("input", f"have a batch that is a multiple of the {block * block} places of a block", batch)
    sizes: list[Dim] = []
    for axis, margin in enumerate(margins, 1):
        size = shape[axis]
        if not isinstance(size, int) or margin is None:
            sizes.append(None)
            continue
        if margin > size * block:
            c.fail("crops", f"cut off at most the {size * block} elements of axis {axis}", margin)
        sizes.append(size * block - margin)
    return [TensorShape.of((batch // (block * block) if isinstance(batch, int) else None, *sizes, shape[3]))]


@space_to_batch.gradient
def _space_to_batch_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    return [g.BatchToSpace(input=dy, crops=node.inputs[1], block_size=node.get_attr("block_size")), None]


@batch_to_space.gradient
def _batch_to_space_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    return [g.SpaceToBatch(input=dy, paddings=node.inputs[1], block_size=node.get_attr("block_size")), None]


# -- TensorStridedSliceUpdate, GuaranteeConst ----------------------------------------------------------------------

_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")

tensor_strided_slice_update = register_op(
    "TensorStridedSliceUpdate",
    inputs=["input: T", "begin: Index", "end: Index", "strides: Index", "value: T"],
    outputs=["output: T"],
    attrs=["T: type", "Index: {int32, int64}", *(f"{mask}: int = 0" for mask in _MASKS)],
    doc="""The input with a slice replaced.

    begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
    value: what broadcasts to the shape of the slice.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i stands for all axes that are not named.
    new_axis_mask: bit i set: entry i adds an axis of size 1.
    shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.""",
)


@tensor_strided_slice_update.shape_rule
def _tensor_strided_slice_update_shape(c: ShapeContext) -> list[TensorShape]:
    shape, value, names = c.shape("input"), c.shape("value"), ("begin", "end", "strides")
    lengths = [c.with_rank(name, 1)[0] for name in names]
    part = sliced_shape(strided_slices(c.op, c.attrs, shape, lengths, *(c.value(name) for name in names)))
    if part.dims is not None and value.dims is not None:
        pairs = zip(reversed(value.dims), reversed(part.dims), strict=False)
        fits = all(not isinstance(a, int) or not isinstance(b, int) or a in (1, b) for a, b in pairs)
        if len(value.dims) > len(part.dims) or not fits:
            c.fail("value", f"broadcast to the shape of the slice, {part}", value)
    return [shape]


@tensor_strided_slice_update.gradient
def _tensor_strided_slice_update_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    _, begin, end, strides, value = node.inputs
    attrs: dict[str, Any] = {"begin": begin, "end": end, "strides": strides}
    attrs |= {mask: node.get_attr(mask) for mask in _MASKS}
    rest = g.TensorStridedSliceUpdate(input=dy, value=g.ZerosLike(x=value), **attrs)
    part = g.StridedSlice(input=dy, **attrs)
    return [rest, None, None, None, sum_to_operand(g, value, part, part)]


guarantee_const = register_op(
    "GuaranteeConst",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    stateful=True,
    doc="The input, with the promise that it is the same in every run. Nothing relies on that here.",
)
guarantee_const.shape_rule(unchanged)
guarantee_const.no_gradient()
