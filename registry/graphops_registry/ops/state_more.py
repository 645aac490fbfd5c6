"""More ops that read and change entries of variables: by factors and bounds, by coordinates, by slices; a counter."""

from __future__ import annotations

from typing import Any

from graphops_registry.op_def import Op, register_op
from graphops_registry.ops.state import resource_scatter_shape
from graphops_registry.resource import variable_argument, variable_shape
from graphops_registry.rules.strided_slices import sliced_shape, strided_slices
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

# -- ResourceScatterMul, ResourceScatterDiv, ResourceScatterMin, ResourceScatterMax --------------------------------

_UPDATES = """

    An index that comes more than once changes its entry each time.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all."""


def _scatter(name: str, doc: str) -> Op:
    op = register_op(
        name,
        inputs=["resource: resource", "indices: Tindices", "updates: dtype"],
        attrs=["dtype: numbertype", "Tindices: {int32, int64}"],
        stateful=True,
        doc=doc + _UPDATES,
    )
    op.no_gradient()
    op.shape_rule(resource_scatter_shape)
    return op


resource_scatter_mul = _scatter("ResourceScatterMul", "Multiply entries of a variable.")
resource_scatter_div = _scatter(
    "ResourceScatterDiv", "Divide entries of a variable by what is not 0; integers round towards 0."
)
resource_scatter_min = _scatter("ResourceScatterMin", "Lower entries of a variable that are above a bound.")
resource_scatter_max = _scatter("ResourceScatterMax", "Raise entries of a variable that are below a bound.")

# -- ResourceScatterNdUpdate, ResourceScatterNdAdd, ResourceScatterNdSub, ResourceScatterNdMin, ResourceScatterNdMax

_POLICY = "bad_indices_policy: string = ''"
_COORDINATES = """

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it."""


def _scatter_nd(name: str, doc: str) -> Op:
    op = register_op(
        name,
        inputs=["ref: resource", "indices: Tindices", "updates: T"],
        attrs=["T: type", "Tindices: {int32, int64}", "use_locking: bool = true", _POLICY],
        stateful=True,
        doc=doc + _COORDINATES,
    )
    op.no_gradient()
    op.shape_rule(_scatter_nd_shape)
    return op


def _scatter_nd_shape(c: ShapeContext) -> list[TensorShape]:
    policy = c.attr("bad_indices_policy")
    if policy not in ("", "DEFAULT", "ERROR", "IGNORE"):
        c.fail("attr 'bad_indices_policy'", "be one of '', 'DEFAULT', 'ERROR', 'IGNORE'", f"'{policy}'")
    shape = variable_shape(variable_argument(c, "ref", c.attr("T")))
    indices = c.with_rank_at_least("indices", 1)
    wanted = _picked(c, shape, indices)
    if wanted.dims is not None:
        rule = f"have shape {wanted}: that of indices without its last axis, then that of an entry"
        c.merge("updates", wanted, rule)
    return []


def _picked(c: ShapeContext, shape: TensorShape, indices: TensorShape) -> TensorShape:
    """The shape of what rows of coordinates pick from something of ``shape``."""
    if shape.dims is None or indices.dims is None:
        return TensorShape.of(None)
    depth = indices.dims[-1]
    if not isinstance(depth, int):
        return TensorShape.of(None)
    if depth > len(shape.dims):
        c.fail("indices", f"have at most {len(shape.dims)} coordinates, the rank of the variable", depth)
    return TensorShape.of((*indices.dims[:-1], *shape.dims[depth:]))


resource_scatter_nd_update = _scatter_nd(
    "ResourceScatterNdUpdate",
    "Replace elements or slices of a variable by coordinates; of several changes of one place the last counts.",
)
resource_scatter_nd_add = _scatter_nd("ResourceScatterNdAdd", "Add to elements or slices of a variable by coordinates.")
resource_scatter_nd_sub = _scatter_nd(
    "ResourceScatterNdSub", "Subtract from elements or slices of a variable by coordinates."
)
resource_scatter_nd_min = _scatter_nd(
    "ResourceScatterNdMin", "Lower elements or slices of a variable that are above a bound, by coordinates."
)
resource_scatter_nd_max = _scatter_nd(
    "ResourceScatterNdMax", "Raise elements or slices of a variable that are below a bound, by coordinates."
)

# -- ResourceGatherNd ----------------------------------------------------------------------------------------------

resource_gather_nd = register_op(
    "ResourceGatherNd",
    inputs=["resource: resource", "indices: Tindices"],
    outputs=["output: dtype"],
    attrs=["dtype: type", "Tindices: {int32, int64}"],
    stateful=True,
    doc="""Elements or slices of a variable by coordinates.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    output: `indices.shape[:-1] + resource.shape[depth:]`.""",
)


@resource_gather_nd.shape_rule
def _resource_gather_nd_shape(c: ShapeContext) -> list[TensorShape]:
    shape = variable_shape(variable_argument(c, "resource", c.attr("dtype")))
    return [_picked(c, shape, c.with_rank_at_least("indices", 1))]


@resource_gather_nd.gradient
def _resource_gather_nd_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    """Dense, of the variable's shape: dy is added up where it was gathered."""
    resource, indices = node.inputs
    shape = g.VariableShape(input=resource, out_type=indices.dtype)
    return [g.ScatterNd(indices=indices, updates=dy, shape=shape), None]


# -- ResourceStridedSliceAssign ------------------------------------------------------------------------------------

resource_strided_slice_assign = register_op(
    "ResourceStridedSliceAssign",
    inputs=["ref: resource", "begin: Index", "end: Index", "strides: Index", "value: T"],
    attrs=[
        "T: type",
        "Index: {int32, int64}",
        *(f"{name}_mask: int = 0" for name in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")),
    ],
    stateful=True,
    doc="""Replace a slice of a variable, as ref[begin:end:stride, ...] = value does.

    begin, end, strides: an entry for each axis that is named.
    value: of the slice's shape, or of one that can be broadcast to it.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i stands for all axes that are not named.
    new_axis_mask: bit i set: entry i adds an axis of size 1.
    shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.""",
)
resource_strided_slice_assign.no_gradient()


@resource_strided_slice_assign.shape_rule
def _resource_strided_slice_assign_shape(c: ShapeContext) -> list[TensorShape]:
    names = ("begin", "end", "strides")
    shape = variable_shape(variable_argument(c, "ref", c.attr("T")))
    lengths = [c.with_rank(name, 1)[0] for name in names]
    sliced = sliced_shape(strided_slices(c.op, c.attrs, shape, lengths, *(c.value(name) for name in names)))
    value = c.shape("value")
    if not spreads(value, sliced):
        c.fail("value", f"broadcast to the shape of the slice, {sliced}", f"shape {value}")
    return []


def spreads(value: TensorShape, target: TensorShape) -> bool:
    """Whether something of shape ``value`` can be broadcast to ``target``; axes of size 1 in front do not matter."""
    if value.dims is None or target.dims is None:
        return True
    missing = len(value.dims) - len(target.dims)
    if any(isinstance(dim, int) and dim != 1 for dim in value.dims[: max(missing, 0)]):
        return False
    pairs = zip(reversed(value.dims), reversed(target.dims), strict=False)
    return all(dim == 1 or not isinstance(dim, int) or not isinstance(own, int) or dim == own for dim, own in pairs)


# -- ResourceCountUpTo ---------------------------------------------------------------------------------------------

resource_count_up_to = register_op(
    "ResourceCountUpTo",
    inputs=["resource: resource"],
    outputs=["output: T"],
    attrs=["limit: int", "T: {int32, int64}"],
    stateful=True,
    doc="""The value of a variable, a scalar, which is one more afterwards; an OutOfRangeError once it is the limit.

    limit: what the variable never gets above.""",
)
resource_count_up_to.no_gradient()


@resource_count_up_to.shape_rule
def _resource_count_up_to_shape(c: ShapeContext) -> list[TensorShape]:
    handle = variable_argument(c, "resource", c.attr("T"))
    if handle is not None and handle.shape.rank not in (None, 0):
        c.fail("resource", "be a scalar variable", f"{handle.text} of shape {handle.shape}")
    return [TensorShape(())]
