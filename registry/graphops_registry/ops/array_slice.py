"""Cutting pieces out of tensors and putting margins around them."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import sum_to_operand
from graphops_registry.rules.slice_regions import mirrored, padded, sliced, strided
from graphops_registry.rules.strided_slices import sliced_shape, strided_slices
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, linear_in, passes_through

# -- Slice ---------------------------------------------------------------------------------------------------------

slice_ = register_op(
    "Slice",
    inputs=["input: T", "begin: Index", "size: Index"],
    outputs=["output: T"],
    attrs=["T: type", "Index: {int32, int64}"],
    traits=[Trait.LINEAR_TIME, passes_through("input", "whole"), linear_in("input")],
    doc="""A block of the input.

    begin: where it begins along each axis.
    size: how large it is along each axis; -1 means everything to the end.""",
)


@slice_.shape_rule
def _slice_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.shape("input")
    lengths = [c.with_rank(name, 1)[0] for name in ("begin", "size")]
    rank = shape.rank
    for name, length in zip(("begin", "size"), lengths, strict=True):
        if isinstance(length, int):
            if rank is not None and length != rank:
                c.fail(name, f"have a value for each of the {rank} axes of input", length)
            rank = length
    begin, size = c.value("begin"), c.value("size")
    if rank is None:
        return [TensorShape(None)]
    dims = shape.dims if shape.dims is not None else (None,) * rank
    return [TensorShape.of(tuple(_slice_dim(c, axis, dim, begin, size) for axis, dim in enumerate(dims)))]


def _slice_dim(c: ShapeContext, axis: int, dim: Dim, begin: Any, size: Any) -> Dim:
    start = None if begin is None else int(begin[axis])
    length = None if size is None else int(size[axis])
    if start is not None and start < 0:
        c.fail("begin", "not be negative", begin.tolist())
    if length is not None and length < -1:
        c.fail("size", "be -1 or more", size.tolist())
    if isinstance(dim, int):
        if start is not None and start > dim:
            c.fail("begin", f"be in [0, {dim}] for axis {axis}", start)
        if length is not None and (start or 0) + length > dim:
            c.fail("size", f"be in [0, {dim - (start or 0)}] for axis {axis}, from {start or 0} on", length)
        if length == -1 and start is not None:
            return dim - start
    if length == -1:
        return dim if start == 0 else None
    return length


slice_.region_rule(sliced)


@slice_.gradient
def _slice_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, begin, _ = node.inputs
    after = g.Sub(x=g.Shape(input=x, out_type=begin.dtype), y=g.AddV2(x=begin, y=_shape_like(g, dy, begin)))
    return [g.Pad(input=dy, paddings=g.Pack(values=[begin, after], axis=1)), None, None]


def _shape_like(g: GradientOps, x: Any, like: Any) -> Any:
    return g.Shape(input=x, out_type=like.dtype)


# -- StridedSlice, StridedSliceGrad --------------------------------------------------------------------------------

_MASKS = [f"{name}_mask: int = 0" for name in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")]
_MASK_DOC = """

    begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i covers all axes that are not named.
    new_axis_mask: bit i set: entry i adds an axis of size 1.
    shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped."""

strided_slice = register_op(
    "StridedSlice",
    inputs=["input: T", "begin: Index", "end: Index", "strides: Index"],
    outputs=["output: T"],
    attrs=["T: type", "Index: {int16, int32, int64}", *_MASKS],
    traits=[Trait.LINEAR_TIME],
    doc=f"A slice of the input as Python's.{_MASK_DOC}",
)


@strided_slice.shape_rule
def _strided_slice_shape(c: ShapeContext) -> list[TensorShape]:
    return [_sliced(c, c.shape("input"))]


def _sliced(c: ShapeContext, shape: TensorShape) -> TensorShape:
    names = ("begin", "end", "strides")
    lengths = [c.with_rank(name, 1)[0] for name in names]
    return sliced_shape(strided_slices(c.op, c.attrs, shape, lengths, *(c.value(name) for name in names)))


def _mask_attrs(node: GradientNode) -> dict[str, int]:
    return {
        name: node.get_attr(name)
        for name in ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")
    }


strided_slice.region_rule(strided)


@strided_slice.gradient
def _strided_slice_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    x, begin, end, strides = node.inputs
    if begin.dtype.name == "int16":
        begin, end, strides = (g.Cast(x=v, DstT="int32") for v in (begin, end, strides))
    shape = g.Shape(input=x, out_type=begin.dtype)
    dx = g.StridedSliceGrad(shape=shape, begin=begin, end=end, strides=strides, dy=dy, **_mask_attrs(node))
    return [dx, None, None, None]


strided_slice_grad = register_op(
    "StridedSliceGrad",
    inputs=["shape: Index", "begin: Index", "end: Index", "strides: Index", "dy: T"],
    outputs=["output: T"],
    attrs=["T: type", "Index: {int32, int64}", *_MASKS],
    doc=f"""Gradient of StridedSlice: zeros with dy where the slice is.{_MASK_DOC}
    shape: of the input of the slice.
    dy: of the shape of the slice.""",
)


@strided_slice_grad.shape_rule
def _strided_slice_grad_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.shape_from_tensor("shape")
    sliced = _sliced(c, shape)
    c.merge("dy", sliced, f"have the shape of the slice, {sliced}")
    return [shape]


@strided_slice_grad.gradient
def _strided_slice_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    _, begin, end, strides, _ = node.inputs
    picked = g.StridedSlice(input=dz, begin=begin, end=end, strides=strides, **_mask_attrs(node))
    return [None, None, None, None, picked]


# -- Pad, PadV2 ----------------------------------------------------------------------------------------------------

pad = register_op(
    "Pad",
    inputs=["input: T", "paddings: Tpaddings"],
    outputs=["output: T"],
    attrs=["T: type", "Tpaddings: {int32, int64} = DT_INT32"],
    traits=[Trait.LINEAR_TIME, passes_through("input", "no_padding")],
    doc="""The input with zeros around it.

    paddings: (before, after) for each axis, a matrix `[rank, 2]`.""",
)

pad_v2 = register_op(
    "PadV2",
    inputs=["input: T", "paddings: Tpaddings", "constant_values: T"],
    outputs=["output: T"],
    attrs=["T: type", "Tpaddings: {int32, int64} = DT_INT32"],
    traits=[Trait.LINEAR_TIME, passes_through("input", "no_padding")],
    doc="""The input with a value around it.

    paddings: (before, after) for each axis, a matrix `[rank, 2]`.
    constant_values: the value, a scalar.""",
)


@pad.shape_rule
@pad_v2.shape_rule
def _pad_shape(c: ShapeContext) -> list[TensorShape]:
    if c.op == "PadV2":
        c.with_rank("constant_values", 0)
    shape, pairs = _paddings(c)
    return [shape] if pairs is None else [_padded(shape, pairs, 1)]


def _paddings(c: ShapeContext) -> tuple[TensorShape, list[tuple[int, int]] | None]:
    """The input's shape with at least its rank, if known, and the pairs if they are; checked against each other."""
    shape, own = c.shape("input"), c.with_rank("paddings", 2)
    c.merge_dim("paddings", own[1], 2, "have 2 columns")
    rows = own[0]
    if shape.rank is not None:
        c.merge_dim("paddings", rows, shape.rank, f"have a row for each of the {shape.rank} axes of input")
    elif isinstance(rows, int):
        shape = TensorShape.unknown(rows)
    value = c.value("paddings")
    if value is None:
        return TensorShape.unknown(shape.rank), None
    pairs = [(int(before), int(after)) for before, after in value]
    if any(size < 0 for pair in pairs for size in pair):
        c.fail("paddings", "not be negative", pairs)
    return shape, pairs


def _padded(shape: TensorShape, pairs: list[tuple[int, int]], sign: int) -> TensorShape:
    dims = [
        dim + sign * sum(pair) if isinstance(dim, int) else dim if sum(pair) == 0 else None
        for dim, pair in zip(shape.dims or (), pairs, strict=True)
    ]
    return TensorShape.of(tuple(dims))


pad.region_rule(padded)
pad_v2.region_rule(padded)


@pad.gradient
def _pad_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [_inner(g, node, dy), None]


@pad_v2.gradient
def _pad_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    dx = _inner(g, node, dy)
    margin = g.Sub(x=_total(g, dy), y=_total(g, dx))
    return [dx, None, margin]


def _inner(g: GradientOps, node: GradientNode, dy: Any) -> Any:
    """What of ``dy`` belongs to the input."""
    x, paddings = node.inputs[:2]
    index = paddings.dtype.numpy_dtype
    begin = g.StridedSlice(
        input=paddings,
        begin=np.array([0, 0], index),
        end=np.array([0, 1], index),
        strides=np.array([1, 1], index),
        begin_mask=1,
        end_mask=1,
        shrink_axis_mask=2,
    )
    return g.Slice(input=dy, begin=begin, size=g.Shape(input=x, out_type=paddings.dtype))


def _total(g: GradientOps, x: Any) -> Any:
    axes = g.Range(start=np.int32(0), limit=g.Rank(input=x), delta=np.int32(1))
    return g.Sum(input=x, reduction_indices=axes)


# -- MirrorPad, MirrorPadGrad --------------------------------------------------------------------------------------

_MIRROR = ["T: type", "Tpaddings: {int32, int64} = DT_INT32", "mode: {'REFLECT', 'SYMMETRIC'}"]

mirror_pad = register_op(
    "MirrorPad",
    inputs=["input: T", "paddings: Tpaddings"],
    outputs=["output: T"],
    attrs=_MIRROR,
    traits=[passes_through("input", "no_padding")],
    doc="""The input with its mirror image around it.

    paddings: (before, after) for each axis, a matrix `[rank, 2]`.
    mode: REFLECT does not repeat the border, SYMMETRIC does.""",
)

mirror_pad_grad = register_op(
    "MirrorPadGrad",
    inputs=["input: T", "paddings: Tpaddings"],
    outputs=["output: T"],
    attrs=_MIRROR,
    doc="Gradient of MirrorPad: margins folded back onto what they mirror.",
)


@mirror_pad.shape_rule
def _mirror_pad_shape(c: ShapeContext) -> list[TensorShape]:
    shape, pairs = _paddings(c)
    if pairs is None:
        return [shape]
    _check_mirror(c, shape, pairs)
    return [_padded(shape, pairs, 1)]


def _check_mirror(c: ShapeContext, shape: TensorShape, pairs: list[tuple[int, int]]) -> None:
    border = 1 if c.attr("mode") == "REFLECT" else 0
    for axis, (dim, pair) in enumerate(zip(shape.dims or (), pairs, strict=True)):
        if isinstance(dim, int) and max(pair) > max(dim - border, 0):
            c.fail("paddings", f"be at most {max(dim - border, 0)} for axis {axis}, whose size is {dim}", pair)


@mirror_pad_grad.shape_rule
def _mirror_pad_grad_shape(c: ShapeContext) -> list[TensorShape]:
    shape, pairs = _paddings(c)
    if pairs is None:
        return [shape]
    inner = _padded(shape, pairs, -1)
    if any(isinstance(dim, int) and dim < 0 for dim in inner.dims or ()):
        c.fail("paddings", f"be no larger than the input, whose shape is {shape}", pairs)
    _check_mirror(c, inner, pairs)
    return [inner]


mirror_pad.region_rule(mirrored)


@mirror_pad.gradient
def _mirror_pad_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.MirrorPadGrad(input=dy, paddings=node.inputs[1], mode=node.get_attr("mode")), None]


@mirror_pad_grad.gradient
def _mirror_pad_grad_gradient(g: GradientOps, node: GradientNode, dx: Any) -> list[Any]:
    return [g.MirrorPad(input=dx, paddings=node.inputs[1], mode=node.get_attr("mode")), None]


# -- TensorStridedSliceUpdate --------------------------------------------------------------------------------------

tensor_strided_slice_update = register_op(
    "TensorStridedSliceUpdate",
    inputs=["input: T", "begin: Index", "end: Index", "strides: Index", "value: T"],
    outputs=["output: T"],
    attrs=["T: type", "Index: {int32, int64}", *_MASKS],
    doc="""The input with a slice replaced.

    begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
    value: what broadcasts to the shape of the slice.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i covers all axes that are not named.
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
def _tensor_strided_slice_update_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    _, begin, end, strides, value = node.inputs
    attrs: dict[str, Any] = {"begin": begin, "end": end, "strides": strides}
    attrs |= _mask_attrs(node)
    rest = g.TensorStridedSliceUpdate(input=dy, value=g.ZerosLike(x=value), **attrs)
    part = g.StridedSlice(input=dy, **attrs)
    return [rest, None, None, None, sum_to_operand(g, value, part, part)]
