"""Ops that give a tensor another shape: reshaping, transposing, broadcasting, repeating, reversing."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.gradient_parts import sum_to_operand
from graphops_registry.rules.layout_regions import (
    broadcast_region_to,
    expanded,
    reshaped,
    reversed_axes,
    squeezed,
    tiled,
    transposed,
)
from graphops_registry.rules.shape_parts import axes_from_tensor
from graphops_registry.shape import Dim, TensorShape, broadcast_shapes
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, linear_in, passes_through

# -- Reshape -------------------------------------------------------------------------------------------------------

reshape = register_op(
    "Reshape",
    inputs=["tensor: T", "shape: Tshape"],
    outputs=["output: T"],
    attrs=["T: type", "Tshape: {int32, int64} = DT_INT32"],
    traits=[Trait.LINEAR_TIME, passes_through("tensor", "reshaped_to_itself"), linear_in("tensor")],
    doc="""The same elements in another shape.

    shape: with as many elements; one size may be -1, which is computed from the others. Beside a 0 it is computed from
        the sizes of both shapes that are not 0, rounded down.""",
)


@reshape.shape_rule
def _reshape_shape(c: ShapeContext) -> list[TensorShape]:
    own = c.shape("tensor")
    wanted = c.shape_from_tensor("shape", minus_one_unknown=True, legacy=True)
    value = c.value("shape")
    if value is not None and sum(int(size) == -1 for size in value.reshape(-1)) > 1:
        c.fail("shape", "have at most one -1", [int(size) for size in value])
    if wanted.dims is None:
        return [wanted]
    return [TensorShape.of(_fill_in(c, own, wanted.dims))]


def _fill_in(c: ShapeContext, own: TensorShape, wanted: tuple[Dim, ...]) -> tuple[Dim, ...]:
    """``wanted`` with its one unknown size found from the number of elements, if that is known."""
    unknown = [axis for axis, dim in enumerate(wanted) if not isinstance(dim, int)]
    known = prod(dim for dim in wanted if isinstance(dim, int))
    elements = own.num_elements
    if elements is None:
        # (N, 2, 3) as (-1, 6): the one unknown size of each is the same.
        open_dims = [dim for dim in own.dims or () if not isinstance(dim, int)]
        rest = prod(dim for dim in own.dims or () if isinstance(dim, int))
        if own.dims is not None and len(open_dims) == len(unknown) == 1 and rest == known and known:
            return tuple(open_dims[0] if axis == unknown[0] else dim for axis, dim in enumerate(wanted))
        return wanted
    if not unknown:
        if known != elements:
            c.fail("shape", f"have the {elements} elements of tensor, whose shape is {own}", f"{list(wanted)}")
        return wanted
    if len(unknown) > 1:
        return wanted
    if c.value("shape") is not None and not known:
        return _beside_a_zero(c, own, wanted, unknown[0])
    if known and elements % known:
        c.fail("shape", f"divide the {elements} elements of tensor, whose shape is {own}", TensorShape.of(wanted))
    if not known:
        return wanted
    return tuple(elements // known if axis == unknown[0] else dim for axis, dim in enumerate(wanted))


def _beside_a_zero(c: ShapeContext, own: TensorShape, wanted: tuple[Dim, ...], place: int) -> tuple[Dim, ...]:
    """``wanted`` with the size at ``place`` found from the sizes that are not 0, as TensorFlow does."""
    if own.num_elements:
        c.fail("shape", f"have the {own.num_elements} elements of tensor, whose shape is {own}", list(wanted))
    if not own.is_fully_defined:
        return wanted
    others = prod(dim for dim in wanted if isinstance(dim, int) and dim)
    left = prod(dim for dim in own.as_tuple() if dim) // others
    return (*wanted[:place], left, *wanted[place + 1 :])


# -- ExpandDims, Squeeze -------------------------------------------------------------------------------------------

expand_dims = register_op(
    "ExpandDims",
    inputs=["input: T", "dim: Tdim"],
    outputs=["output: T"],
    attrs=["T: type", "Tdim: {int32, int64} = DT_INT32"],
    traits=[Trait.LINEAR_TIME, linear_in("input")],
    doc="""The input with one more axis, of size 1.

    dim: where the axis goes, a scalar; -1 is behind the last one.""",
)


@expand_dims.shape_rule
def _expand_dims_shape(c: ShapeContext) -> list[TensorShape]:
    shape, place = c.shape("input"), c.shape("dim")
    if place.num_elements not in (1, None):
        c.fail("dim", "have one element", f"shape {place}")
    value = c.value("dim")
    if shape.dims is None:
        return [shape]
    rank = len(shape.dims)
    if value is None:
        return [TensorShape.unknown(rank + 1)]
    axis = int(value.reshape(-1)[0])
    if not -rank - 1 <= axis <= rank:
        c.fail("dim", f"be in [{-rank - 1}, {rank}]", axis)
    axis %= rank + 1
    return [TensorShape.of((*shape.dims[:axis], 1, *shape.dims[axis:]))]


squeeze = register_op(
    "Squeeze",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["T: type", "squeeze_dims: list(int) >= 0 = []"],
    traits=[Trait.LINEAR_TIME, linear_in("input")],
    doc="""The input without axes of size 1.

    squeeze_dims: which ones, each of size 1; an empty list means all.""",
)


@squeeze.shape_rule
def _squeeze_shape(c: ShapeContext) -> list[TensorShape]:
    shape, wanted = c.shape("input"), c.attr("squeeze_dims")
    if shape.dims is None:
        return [shape]
    rank = len(shape.dims)
    if not wanted:
        if not all(isinstance(dim, int) for dim in shape.dims):
            return [TensorShape(None)]  # any unknown size may be 1
        return [TensorShape.of(tuple(dim for dim in shape.dims if dim != 1))]
    axes: set[int] = set()
    for axis in wanted:
        if not -rank <= axis < rank:
            c.fail("attr 'squeeze_dims'", f"be in [{-rank}, {rank})", list(wanted))
        if isinstance(shape.dims[axis], int) and shape.dims[axis] != 1:
            c.fail("input", f"have size 1 along axis {axis}", f"shape {shape}")
        axes.add(axis % rank)
    return [TensorShape.of(tuple(dim for axis, dim in enumerate(shape.dims) if axis not in axes))]


reshape.region_rule(reshaped)
expand_dims.region_rule(expanded)
squeeze.region_rule(squeezed)


@reshape.gradient
@expand_dims.gradient
def _back_to_shape(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Reshape(tensor=dy, shape=g.Shape(input=node.inputs[0])), None]


@squeeze.gradient
def _squeeze_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Reshape(tensor=dy, shape=g.Shape(input=node.inputs[0]))]


# -- Transpose, ConjugateTranspose, InvertPermutation ------------------------------------------------------------------

transpose = register_op(
    "Transpose",
    inputs=["x: T", "perm: Tperm"],
    outputs=["y: T"],
    attrs=["T: type", "Tperm: {int32, int64} = DT_INT32"],
    traits=[Trait.LINEAR_TIME, passes_through("x", "axes_in_order"), linear_in("x")],
    doc="""The input with its axes in another order.

    perm: axis i of the output is axis perm[i] of the input.""",
)


conjugate_transpose = register_op(
    "ConjugateTranspose",
    inputs=["x: T", "perm: Tperm"],
    outputs=["y: T"],
    attrs=["T: type", "Tperm: {int32, int64} = DT_INT32"],
    traits=[Trait.LINEAR_TIME],
    doc="""The input with its axes in another order, and complex numbers conjugated.

    perm: axis i of the output is axis perm[i] of the input.""",
)


@transpose.shape_rule
@conjugate_transpose.shape_rule
def _transpose_shape(c: ShapeContext) -> list[TensorShape]:
    shape, perm = c.shape("x"), c.with_rank("perm", 1)
    length = perm[0]
    if shape.dims is not None and isinstance(length, int) and length != len(shape.dims):
        c.fail("perm", f"have a value for each of the {len(shape.dims)} axes of x", length)
    value = c.value("perm")
    if value is None:
        known = length if isinstance(length, int) else None
        return [TensorShape.unknown(known if shape.rank is None else shape.rank)]
    axes = _permutation(c, "perm", value)
    if shape.dims is None:
        return [TensorShape.unknown(len(axes))]
    return [TensorShape.of(tuple(shape.dims[axis] for axis in axes))]


def _permutation(c: ShapeContext, argument: str, value: np.ndarray[Any, Any]) -> list[int]:
    """The values of a vector that must hold each number below its length once; negative ones count from the end."""
    numbers = [int(number) for number in value]
    count = len(numbers)
    if any(not -count <= number < count for number in numbers) or len({n % count for n in numbers}) != count:
        c.fail(argument, f"hold each number from 0 to {count - 1} once", numbers)
    return [number % count for number in numbers]


transpose.region_rule(transposed)
conjugate_transpose.region_rule(transposed)


@transpose.gradient
def _transpose_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Transpose(x=dy, perm=g.InvertPermutation(x=node.inputs[1])), None]


@conjugate_transpose.gradient
def _conjugate_transpose_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.ConjugateTranspose(x=dy, perm=g.InvertPermutation(x=node.inputs[1])), None]


invert_permutation = register_op(
    "InvertPermutation",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=["T: {int32, int64} = DT_INT32"],
    doc="""The inverse of a permutation: y[x[i]] = i.

    x: a vector that holds each number below its length once.""",
)
invert_permutation.no_gradient()


@invert_permutation.shape_rule
def _invert_permutation_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank("x", 1)
    value = c.value("x")
    if value is not None:
        _permutation(c, "x", value)
    return [shape]


# -- BroadcastTo, BroadcastArgs, BroadcastGradientArgs -------------------------------------------------------------

broadcast_to = register_op(
    "BroadcastTo",
    inputs=["input: T", "shape: Tidx"],
    outputs=["output: T"],
    attrs=["T: type", "Tidx: {int32, int64} = DT_INT32"],
    traits=[Trait.LINEAR_TIME, passes_through("input", "broadcast_to_itself"), linear_in("input")],
    doc="""The input repeated along axes of size 1 and new leading axes.

    shape: the shape to reach.""",
)


@broadcast_to.shape_rule
def _broadcast_to_shape(c: ShapeContext) -> list[TensorShape]:
    own, wanted = c.shape("input"), c.shape_from_tensor("shape")
    if own.dims is None or wanted.dims is None:
        return [wanted]
    missing = len(wanted.dims) - len(own.dims)
    fits = missing >= 0 and all(
        not (isinstance(a, int) and isinstance(b, int)) or a in (1, b)
        for a, b in zip(own.dims, wanted.dims[missing:], strict=True)
    )
    if not fits:
        c.fail("input", f"have a shape that broadcasts to {wanted}", own)
    # What is not 1 stays what it is.
    known = (
        a if b is None and isinstance(a, int) and a != 1 else b
        for a, b in zip(own.dims, wanted.dims[missing:], strict=True)
    )
    return [TensorShape.of((*wanted.dims[:missing], *known))]


broadcast_to.region_rule(broadcast_region_to)


@broadcast_to.gradient
def _broadcast_to_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [sum_to_operand(g, node.inputs[0], node.outputs[0], dy), None]


broadcast_args = register_op(
    "BroadcastArgs",
    inputs=["s0: T", "s1: T"],
    outputs=["r0: T"],
    attrs=["T: {int32, int64} = DT_INT32"],
    doc="The shape to which two shapes broadcast.",
)
broadcast_args.no_gradient()


@broadcast_args.shape_rule
def _broadcast_args_shape(c: ShapeContext) -> list[TensorShape]:
    lengths = [c.with_rank(name, 1)[0] for name in ("s0", "s1")]
    _broadcast_pair(c)
    if all(isinstance(length, int) for length in lengths):
        return [TensorShape.of((max(length for length in lengths if isinstance(length, int)),))]
    return [TensorShape.unknown(1)]


def _broadcast_pair(c: ShapeContext) -> None:
    """Check that ``s0`` and ``s1`` broadcast, if both are known."""
    values = [c.value(name) for name in ("s0", "s1")]
    if values[0] is None or values[1] is None:
        return
    first, second = (c.shape_from_values(n, v) for n, v in zip(("s0", "s1"), values, strict=True) if v is not None)
    try:
        broadcast_shapes(first, second)
    except ValueError:
        c.fail("s0 and s1", "broadcast", f"{first} and {second}")


broadcast_gradient_args = register_op(
    "BroadcastGradientArgs",
    inputs=["s0: T", "s1: T"],
    outputs=["r0: T", "r1: T"],
    attrs=["T: {int32, int64} = DT_INT32"],
    traits=[Trait.BOUNDED_RESULT],
    doc="For each of two shapes the axes of their broadcast shape to sum over, to undo its broadcasting.",
)
broadcast_gradient_args.no_gradient()


@broadcast_gradient_args.shape_rule
def _broadcast_gradient_args_shape(c: ShapeContext) -> list[TensorShape]:
    for name in ("s0", "s1"):
        c.with_rank(name, 1)
    _broadcast_pair(c)
    return [TensorShape.unknown(1), TensorShape.unknown(1)]


# -- Tile ----------------------------------------------------------------------------------------------------------

tile = register_op(
    "Tile",
    inputs=["input: T", "multiples: Tmultiples"],
    outputs=["output: T"],
    attrs=["T: type", "Tmultiples: {int32, int64} = DT_INT32"],
    traits=[Trait.LINEAR_TIME, passes_through("input", "repeated_once"), linear_in("input")],
    doc="""The input repeated as a whole.

    multiples: how often along each axis.""",
)


@tile.shape_rule
def _tile_shape(c: ShapeContext) -> list[TensorShape]:
    shape, times = c.shape("input"), c.with_rank("multiples", 1)
    length = times[0]
    if shape.rank is not None and isinstance(length, int) and length != shape.rank:
        c.fail("multiples", f"have a value for each of the {shape.rank} axes of input", length)
    if shape.dims is None and isinstance(length, int):
        shape = TensorShape.unknown(length)
    value = c.value("multiples")
    if shape.dims is None:
        return [shape]
    if value is None:
        return [TensorShape.of(tuple(0 if dim == 0 else None for dim in shape.dims))]
    multiples = [int(number) for number in value]
    if any(number < 0 for number in multiples):
        c.fail("multiples", "not be negative", multiples)
    dims = [
        dim * number if isinstance(dim, int) else 0 if number == 0 else dim if number == 1 else None
        for dim, number in zip(shape.dims, multiples, strict=True)
    ]
    return [TensorShape.of(tuple(dims))]


tile.region_rule(tiled)


@tile.gradient
def _tile_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """Each repeated block is an axis of its own once ``dy`` is reshaped to (m0, s0, m1, s1, ...)."""
    x, multiples = node.inputs
    sizes = g.Shape(input=x, out_type=multiples.dtype)
    apart = g.Reshape(tensor=g.Pack(values=[multiples, sizes], axis=1), shape=np.array([-1], np.int32))
    axes = g.Range(start=np.int32(0), limit=g.Size(input=apart), delta=np.int32(2))
    return [g.Sum(input=g.Reshape(tensor=dy, shape=apart), reduction_indices=axes), None]


# -- ReverseV2 -----------------------------------------------------------------------------------------------------

reverse_v2 = register_op(
    "ReverseV2",
    inputs=["tensor: T", "axis: Tidx"],
    outputs=["output: T"],
    attrs=[
        "Tidx: {int32, int64} = DT_INT32",
        "T: {uint8, int8, uint16, int16, int32, uint32, int64, uint64, bool, bfloat16, half, float, double, "
        "complex64, complex128, string}",
    ],
    traits=[Trait.LINEAR_TIME, linear_in("tensor")],
    doc="""The input in reverse order along some axes.

    axis: which ones, a vector.""",
)


@reverse_v2.shape_rule
def _reverse_v2_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.shape("tensor")
    c.with_rank("axis", 1)
    axes_from_tensor(c, "axis", shape.rank)
    return [shape]


reverse_v2.region_rule(reversed_axes)


@reverse_v2.gradient
def _reverse_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.ReverseV2(tensor=dy, axis=node.inputs[1]), None]
