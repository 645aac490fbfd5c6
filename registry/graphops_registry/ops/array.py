"""Arrays: constants, placeholders, identities, and the shape, rank and size of a tensor.

Ops that rearrange, join, slice and gather are in the files named ``array_*``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.dtypes import int32, string
from graphops_registry.errors import InvalidTypeError, NotFoundError, must
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.regions import Part, RegionContext
from graphops_registry.rules.layout_regions import filled
from graphops_registry.rules.region_parts import each_input, elementwise, of_shape
from graphops_registry.rules.shape_parts import unchanged
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait, linear_in, passes_through, tells

_INT32_MAX = 2**31 - 1

# -- Const ---------------------------------------------------------------------------------------------------------

const = register_op(
    "Const",
    outputs=["output: dtype"],
    attrs=["value: tensor", "dtype: type"],
    traits=[Trait.NOTHING_TO_COMPUTE, Trait.REMAKABLE],
    doc="A tensor whose value is part of the graph.",
)
const.no_gradient()


@const.shape_rule
def _const_shape(c: ShapeContext) -> list[TensorShape]:
    value, dtype = c.attr("value"), c.attr("dtype")
    got: object = value.dtype
    if dtype is string and value.size and value.flat[0] is None:  # texts and empty variants are objects of NumPy
        got = "variant"
    if got != dtype.numpy_dtype:
        raise must("attr 'value'", "Const", f"have the dtype of attr 'dtype', {dtype.name}", got, kind=InvalidTypeError)
    return [TensorShape(value.shape)]


# -- Placeholder ---------------------------------------------------------------------------------------------------

placeholder = register_op(
    "Placeholder",
    outputs=["output: dtype"],
    attrs=["dtype: type", "shape: shape = { unknown_rank: true }"],
    traits=[
        Trait.PLACEHOLDER,
        Trait.FEEDABLE,
        Trait.DECIDED_AT_RUN,
        Trait.NOTHING_TO_COMPUTE,
        Trait.NONFINITE_EXPECTED,
    ],
    doc="A tensor that must be fed.",
)
placeholder.no_gradient()

placeholder_v2 = register_op(
    "PlaceholderV2",
    outputs=["output: dtype"],
    attrs=["dtype: type", "shape: shape"],
    deprecated=(23, "Placeholder, which has the same shape rules"),
    traits=[Trait.PLACEHOLDER, Trait.FEEDABLE, Trait.DECIDED_AT_RUN, Trait.NOTHING_TO_COMPUTE],
    doc="A tensor that must be fed.",
)
placeholder_v2.no_gradient()


@placeholder.shape_rule
@placeholder_v2.shape_rule
def _placeholder_shape(c: ShapeContext) -> list[TensorShape]:
    shape: TensorShape = c.attr("shape")
    return [shape]


placeholder_with_default = register_op(
    "PlaceholderWithDefault",
    inputs=["input: dtype"],
    outputs=["output: dtype"],
    attrs=["dtype: type", "shape: shape"],
    traits=[Trait.FEEDABLE, Trait.DECIDED_AT_RUN, Trait.NONFINITE_EXPECTED, passes_through("input", "shape_allowed")],
    doc="""The input, unless the output is fed.

    shape: what the output's shape must be compatible with.""",
)


@placeholder_with_default.shape_rule
def _placeholder_with_default_shape(c: ShapeContext) -> list[TensorShape]:
    shape: TensorShape = c.attr("shape")
    c.merge("input", shape, f"have the shape of attr 'shape', {shape}")
    return [shape]


placeholder_with_default.region_rule(of_shape)


@placeholder_with_default.gradient
def _placeholder_with_default_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [dy]


# -- Identity and its relatives ------------------------------------------------------------------------------------

identity = register_op(
    "Identity",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, passes_through("input"), Trait.ELEMENTWISE, linear_in("input")],
    doc="The input, unchanged.",
)
identity.shape_rule(unchanged)

identity_n = register_op(
    "IdentityN",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["T: list(type) >= 1"],
    traits=[Trait.LINEAR_TIME, passes_through("input")],
    doc="The inputs, unchanged.",
)


@identity_n.shape_rule
def _identity_n_shape(c: ShapeContext) -> list[TensorShape]:
    return c.shapes("input")


identity_n.region_rule(each_input)


@identity_n.gradient
def _identity_n_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    return list(dys)


snapshot = register_op(
    "Snapshot",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    traits=[Trait.CANNOT_FAIL, passes_through("input"), Trait.ELEMENTWISE, linear_in("input")],
    doc="A copy of the input.",
)
snapshot.shape_rule(unchanged)

deep_copy = register_op(
    "DeepCopy",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=["T: type"],
    stateful=True,
    doc="A copy of the input that shares nothing with it.",
)
deep_copy.shape_rule(unchanged)
deep_copy.no_gradient()

check_numerics = register_op(
    "CheckNumerics",
    inputs=["tensor: T"],
    outputs=["output: T"],
    attrs=["T: {bfloat16, half, float, double}", "message: string"],
    stateful=True,
    doc="""The input, if all of it is finite; otherwise an error.

    message: what the error begins with.""",
)
check_numerics.shape_rule(unchanged)

check_numerics.region_rule(elementwise)


@identity.gradient
@snapshot.gradient
@check_numerics.gradient
def _identity_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [dy]


stop_gradient = register_op(
    "StopGradient",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    traits=[Trait.CANNOT_FAIL, passes_through("input"), Trait.ELEMENTWISE, linear_in("input")],
    doc="The input, as a constant in the eyes of gradients().",
)
stop_gradient.shape_rule(unchanged)
stop_gradient.no_gradient()

prevent_gradient = register_op(
    "PreventGradient",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["T: type", "message: string = ''"],
    traits=[Trait.CANNOT_FAIL, passes_through("input"), Trait.ELEMENTWISE, linear_in("input")],
    doc="""The input; asking for a gradient through it is an error.

    message: why.""",
)
prevent_gradient.shape_rule(unchanged)


@prevent_gradient.gradient
def _prevent_gradient_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    message = node.get_attr("message")
    raise NotFoundError(
        f"the gradient of node '{node.name}' must not be asked for: {message or 'PreventGradient'}"
    ).concerns(op=node.type, node=node.name)


ensure_shape = register_op(
    "EnsureShape",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["shape: shape", "T: type"],
    traits=[passes_through("input", "shape_allowed")],
    doc="""The input, if its shape is compatible with the attr; otherwise an error.

    shape: partial.""",
)


@ensure_shape.shape_rule
def _ensure_shape_shape(c: ShapeContext) -> list[TensorShape]:
    shape: TensorShape = c.attr("shape")
    return [c.merge("input", shape, f"have the shape of attr 'shape', {shape}")]


ensure_shape.region_rule(of_shape)


@ensure_shape.gradient
def _ensure_shape_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [dy]


no_op = register_op(
    "NoOp", traits=[Trait.NOTHING_TO_COMPUTE], doc="Computes nothing; a place to attach control dependencies to."
)
no_op.no_gradient()


@no_op.shape_rule
def _no_op_shape(c: ShapeContext) -> list[TensorShape]:
    return []


# -- Bitcast -------------------------------------------------------------------------------------------------------

_BITS = (
    "{bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64, complex128, "
    "qint8, quint8, qint16, quint16, qint32}"
)
bitcast = register_op(
    "Bitcast",
    inputs=["input: T"],
    outputs=["output: type"],
    attrs=[f"T: {_BITS}", f"type: {_BITS}"],
    traits=[passes_through("input", "same_dtype")],
    doc="""The same bytes as another dtype.

    type: a wider one takes the last axis, which must hold one element's bytes; a narrower one adds an axis.""",
)
bitcast.no_gradient()


@bitcast.shape_rule
def _bitcast_shape(c: ShapeContext) -> list[TensorShape]:
    source, target = c.attr("T").size, c.attr("type").size
    shape = c.shape("input")
    if shape.dims is None or source == target:
        return [shape]
    if source > target:
        return [shape.concatenate((source // target,))]
    if not shape.dims:
        c.fail("input", f"have a last axis of {target // source} elements", "a scalar")
    c.merge_dim("input", shape[-1], target // source, f"have {target // source} elements along its last axis")
    return [shape[:-1]]


@bitcast.region_rule
def _bitcast_part(c: RegionContext) -> Part | None:
    """Dtypes of one size keep the axes as they are."""
    return elementwise(c) if c.attr("T").size == c.attr("type").size else None


# -- Shape, ShapeN -------------------------------------------------------------------------------------------------

shape = register_op(
    "Shape",
    inputs=["input: T"],
    outputs=["output: out_type"],
    attrs=["T: type", "out_type: {int32, int64} = DT_INT32"],
    traits=[tells("shape")],
    doc="The shape of the input as a vector.",
)
shape.no_gradient()


@shape.shape_rule
def _shape_shape(c: ShapeContext) -> list[TensorShape]:
    return _shapes_of(c)


def _shapes_of(c: ShapeContext) -> list[TensorShape]:
    """For each input a vector as long as its rank; its sizes must fit in ``out_type``."""
    if c.attr("out_type") is int32:
        for own in c.all_shapes:
            for dim in own.dims or ():
                if isinstance(dim, int) and dim > _INT32_MAX:
                    c.fail("attr 'out_type'", f"be int64 for an input of shape {own}", "int32")
    return [TensorShape.of((own.rank,)) for own in c.all_shapes]


shape_n = register_op(
    "ShapeN",
    inputs=["input: N * T"],
    outputs=["output: N * out_type"],
    attrs=["N: int >= 1", "T: type", "out_type: {int32, int64} = DT_INT32"],
    traits=[tells("shape")],
    doc="The shapes of the inputs, each as a vector.",
)
shape_n.no_gradient()


@shape_n.shape_rule
def _shape_n_shape(c: ShapeContext) -> list[TensorShape]:
    return _shapes_of(c)


# -- Rank, Size ----------------------------------------------------------------------------------------------------

rank = register_op(
    "Rank",
    inputs=["input: T"],
    outputs=["output: int32"],
    attrs=["T: type"],
    traits=[tells("rank"), Trait.CANNOT_FAIL],
    doc="The number of axes, a scalar.",
)
rank.no_gradient()

size = register_op(
    "Size",
    inputs=["input: T"],
    outputs=["output: out_type"],
    attrs=["T: type", "out_type: {int32, int64} = DT_INT32"],
    traits=[tells("size")],
    doc="The number of elements, a scalar.",
)
size.no_gradient()


@rank.shape_rule
def _rank_shape(c: ShapeContext) -> list[TensorShape]:
    return [SCALAR_SHAPE]


@size.shape_rule
def _size_shape(c: ShapeContext) -> list[TensorShape]:
    elements = c.shape("input").num_elements
    if elements is not None and elements > _INT32_MAX and c.attr("out_type") is int32:
        c.fail("attr 'out_type'", f"be int64 for an input of {elements} elements", "int32")
    return [SCALAR_SHAPE]


# -- ZerosLike, OnesLike -------------------------------------------------------------------------------------------

zeros_like = register_op(
    "ZerosLike",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=["T: type"],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="Zeros of the input's shape and dtype.",
)
zeros_like.shape_rule(unchanged)
zeros_like.no_gradient()

ones_like = register_op(
    "OnesLike",
    inputs=["x: T"],
    outputs=["y: T"],
    attrs=[
        "T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64, complex64, "
        "complex128, bool}"
    ],
    traits=[Trait.CANNOT_FAIL, Trait.LINEAR_TIME, Trait.ELEMENTWISE],
    doc="Ones of the input's shape and dtype.",
)
ones_like.shape_rule(unchanged)
ones_like.no_gradient()


# -- Fill ----------------------------------------------------------------------------------------------------------

fill = register_op(
    "Fill",
    inputs=["dims: index_type", "value: T"],
    outputs=["output: T"],
    attrs=["T: type", "index_type: {int32, int64} = DT_INT32"],
    traits=[Trait.LINEAR_TIME],
    doc="""A tensor of one repeated value.

    dims: the shape of the output.
    value: a scalar.""",
)


@fill.shape_rule
def _fill_shape(c: ShapeContext) -> list[TensorShape]:
    c.scalar("value")
    return [c.shape_from_tensor("dims", legacy=True)]


fill.region_rule(filled)


@fill.gradient
def _fill_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    axes = g.Range(start=np.int32(0), limit=g.Rank(input=dy), delta=np.int32(1))
    return [None, g.Sum(input=dy, reduction_indices=axes)]


# -- GuaranteeConst ------------------------------------------------------------------------------------------------

guarantee_const = register_op(
    "GuaranteeConst",
    inputs=["input: T"],
    outputs=["output: T"],
    attrs=["T: type"],
    stateful=True,
    doc="The input, with the promise that it is the same in every run. Nothing relies on that here.",
)
guarantee_const.shape_rule(unchanged)
guarantee_const.region_rule(elementwise)
guarantee_const.no_gradient()
