"""Reading and changing entries of variables by their numbers along the first dimension."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import Op, register_op
from graphops_registry.resource import ResourceHandle, variable_argument, variable_shape
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

# -- ResourceGather ------------------------------------------------------------------------------------------------

resource_gather = register_op(
    "ResourceGather",
    inputs=["resource: resource", "indices: Tindices"],
    outputs=["output: dtype"],
    attrs=[
        "batch_dims: int = 0",
        "validate_indices: bool = true",
        "dtype: type",
        "Tindices: {int32, int64}",
    ],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="""Entries of a variable along its first dimension, without reading the rest of it.

    indices: numbers of entries, each in [0, entries); the output has an entry for each of them.
    batch_dims: how many leading dimensions the variable and indices share; the one behind them is gathered from.
    validate_indices: has no effect: indices are always checked.""",
)


@resource_gather.shape_rule
def _resource_gather_shape(c: ShapeContext) -> list[TensorShape]:
    batch = c.attr("batch_dims")
    indices = c.shape("indices")
    params = variable_shape(variable_argument(c, "resource", c.attr("dtype")))
    if batch < 0 or (indices.rank is not None and batch > indices.rank):
        c.fail("attr 'batch_dims'", "be at least 0 and at most the rank of indices", batch)
    if params.dims is None:
        return [TensorShape(None)]
    if batch >= len(params.dims):
        c.fail("resource", f"be a variable of rank {batch + 1} or more", f"shape {params}")
    if indices.dims is None:
        return [TensorShape(None)]
    start = params[:batch]
    if not start.is_compatible_with(indices[:batch]):
        c.fail("indices", f"have the first {batch} dimensions of the variable, {start}", f"shape {indices}")
    leading = start.merge_with(indices[:batch])
    return [leading.concatenate(indices[batch:]).concatenate(params[batch + 1 :])]


@resource_gather.gradient
def _resource_gather_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """Dense, of the variable's shape: the entries of dy are added up where they were gathered."""
    resource, indices = node.inputs
    batch = node.get_attr("batch_dims")
    shape = g.VariableShape(input=resource)
    if not batch:
        return [g.UnsortedSegmentSum(data=dy, segment_ids=indices, num_segments=_part(g, shape, 0)), None]
    # All entries of all batches in one row: entry i of batch b is number b * entries + i.
    dtype = indices.dtype
    entries = _part(g, shape, batch)
    batches = g.Prod(input=_range(g, shape, 0, batch), reduction_indices=np.int32(0))
    first = g.Cast(x=g.Range(start=np.int32(0), limit=batches, delta=np.int32(1)), DstT=dtype)  # (batches,)
    first = g.Mul(x=first, y=g.Cast(x=entries, DstT=dtype))
    ids = g.Reshape(tensor=indices, shape=g.Pack(values=[batches, np.int32(-1)]))  # (batches, indices of a batch)
    ids = g.Reshape(tensor=g.AddV2(x=ids, y=g.ExpandDims(input=first, dim=np.int32(1))), shape=np.array([-1], np.int32))
    rest = _range(g, shape, batch + 1, None)
    flat = g.Reshape(tensor=dy, shape=g.ConcatV2(values=[g.Shape(input=ids), rest], axis=np.int32(0)))
    total = g.UnsortedSegmentSum(data=flat, segment_ids=ids, num_segments=g.Mul(x=batches, y=entries))
    return [g.Reshape(tensor=total, shape=shape), None]


def _range(g: GradientOps, vector: Any, begin: int, end: int | None) -> Any:
    """``vector[begin:end]``."""
    bounds = [np.array([number], np.int32) for number in (begin, 0 if end is None else end, 1)]
    return g.StridedSlice(
        input=vector, begin=bounds[0], end=bounds[1], strides=bounds[2], end_mask=1 if end is None else 0
    )


def _part(g: GradientOps, vector: Any, index: int) -> Any:
    """``vector[index]``."""
    bounds = [np.array([number], np.int32) for number in (index, index + 1, 1)]
    return g.StridedSlice(input=vector, begin=bounds[0], end=bounds[1], strides=bounds[2], shrink_axis_mask=1)


# -- ResourceScatterAdd, ResourceScatterSub, ResourceScatterUpdate -------------------------------------------------

_UPDATES = """

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all."""

resource_scatter_add = register_op(
    "ResourceScatterAdd",
    inputs=["resource: resource", "indices: Tindices", "updates: dtype"],
    attrs=["dtype: numbertype", "Tindices: {int32, int64}"],
    stateful=True,
    doc="Add to entries of a variable; an index that comes more than once adds each time." + _UPDATES,
)
resource_scatter_add.no_gradient()

resource_scatter_sub = register_op(
    "ResourceScatterSub",
    inputs=["resource: resource", "indices: Tindices", "updates: dtype"],
    attrs=["dtype: numbertype", "Tindices: {int32, int64}"],
    stateful=True,
    doc="Subtract from entries of a variable; an index that comes more than once subtracts each time." + _UPDATES,
)
resource_scatter_sub.no_gradient()

resource_scatter_update = register_op(
    "ResourceScatterUpdate",
    inputs=["resource: resource", "indices: Tindices", "updates: dtype"],
    attrs=["dtype: type", "Tindices: {int32, int64}"],
    stateful=True,
    doc="Replace entries of a variable; of several changes of one entry the last counts." + _UPDATES,
)
resource_scatter_update.no_gradient()


@resource_scatter_add.shape_rule
@resource_scatter_sub.shape_rule
@resource_scatter_update.shape_rule
def resource_scatter_shape(c: ShapeContext) -> list[TensorShape]:
    handle = variable_argument(c, "resource", c.attr("dtype"))
    if handle is None or handle.shape.dims is None:
        return []
    if not handle.shape.dims:
        c.fail("resource", "be a variable of rank 1 or more", f"{handle.text} of shape {handle.shape}")
    check_updates(c, handle, c.shape("indices"), c.shape("updates"))
    return []


def check_updates(c: ShapeContext, handle: ResourceHandle, indices: TensorShape, updates: TensorShape) -> None:
    """``updates`` is a scalar, or has the shape of ``indices`` followed by that of an entry."""
    wanted = indices.concatenate(handle.shape[1:])
    if updates.rank != 0 and not updates.is_compatible_with(wanted):
        c.fail("updates", f"be a scalar or have shape {wanted} (that of indices, then of an entry)", f"shape {updates}")


# -- ResourceScatterMul, ResourceScatterDiv, ResourceScatterMin, ResourceScatterMax --------------------------------

_EACH_TIME = """

    An index that comes more than once changes its entry each time.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all."""


def _scatter(name: str, doc: str) -> Op:
    op = register_op(
        name,
        inputs=["resource: resource", "indices: Tindices", "updates: dtype"],
        attrs=["dtype: numbertype", "Tindices: {int32, int64}"],
        stateful=True,
        doc=doc + _EACH_TIME,
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
