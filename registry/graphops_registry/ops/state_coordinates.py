"""Reading and changing elements and slices of variables by rows of coordinates."""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import Op, register_op
from graphops_registry.resource import variable_argument, variable_shape
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

# -- ResourceScatterNdUpdate, ResourceScatterNdAdd, ResourceScatterNdSub, ResourceScatterNdMin, ResourceScatterNdMax

_POLICY = "bad_indices_policy: string = ''"

COORDINATES = """

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
        doc=doc + COORDINATES,
    )
    op.no_gradient()
    op.shape_rule(_scatter_nd_shape)
    return op


def _scatter_nd_shape(c: ShapeContext) -> list[TensorShape]:
    check_coordinates(c)
    return []


def check_coordinates(c: ShapeContext) -> TensorShape:
    """Checks what a scatter by coordinates takes; the variable's shape."""
    policy = c.attr("bad_indices_policy")
    if policy not in ("", "DEFAULT", "ERROR", "IGNORE"):
        c.fail("attr 'bad_indices_policy'", "be one of '', 'DEFAULT', 'ERROR', 'IGNORE'", f"'{policy}'")
    shape = variable_shape(variable_argument(c, "ref", c.attr("T")))
    indices = c.with_rank_at_least("indices", 1)
    wanted = _picked(c, shape, indices)
    if wanted.dims is not None:
        rule = f"have shape {wanted}: that of indices without its last axis, then that of an entry"
        c.merge("updates", wanted, rule)
    return shape


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
    traits=[Trait.ONLY_READS],
    doc="""Elements or slices of a variable by coordinates.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    output: `indices.shape[:-1] + resource.shape[depth:]`.""",
)


@resource_gather_nd.shape_rule
def _resource_gather_nd_shape(c: ShapeContext) -> list[TensorShape]:
    shape = variable_shape(variable_argument(c, "resource", c.attr("dtype")))
    return [_picked(c, shape, c.with_rank_at_least("indices", 1))]


@resource_gather_nd.gradient
def _resource_gather_nd_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """Dense, of the variable's shape: dy is added up where it was gathered."""
    resource, indices = node.inputs
    shape = g.VariableShape(input=resource, out_type=indices.dtype)
    return [g.ScatterNd(indices=indices, updates=dy, shape=shape), None]
