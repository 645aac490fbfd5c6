"""State: variables and the ops that read and change them.

An op gets a variable as its handle, a scalar of dtype resource. Shape rules know the handle when the graph is built
(the node that made it says everything) and again when the graph runs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.op_def import register_op
from graphops_registry.resource import ResourceHandle, handle_argument, variable_argument, variable_shape
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

# -- VarHandleOp ---------------------------------------------------------------------------------------------------

var_handle_op = register_op(
    "VarHandleOp",
    outputs=["resource: resource"],
    attrs=[
        "container: string = ''",
        "shared_name: string = ''",
        "debug_name: string = ''",
        "dtype: type",
        "shape: shape",
        "allowed_devices: list(string) = []",
    ],
    stateful=True,
    doc="""The handle of a variable, which has no value before something is assigned to it.

    container: where the variable lives; '' is the default container.
    shared_name: nodes with the same one stand for the same variable; '' is the node's own name.
    debug_name: has no effect.
    dtype: of every value that the variable may have.
    shape: that every value must be compatible with.
    allowed_devices: has no effect.""",
)
var_handle_op.no_gradient()


@var_handle_op.shape_rule
def _var_handle_op_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape(())]


# -- ReadVariableOp ------------------------------------------------------------------------------------------------

read_variable_op = register_op(
    "ReadVariableOp",
    inputs=["resource: resource"],
    outputs=["value: dtype"],
    attrs=["dtype: type"],
    stateful=True,
    doc="The value of a variable at the time when the node runs; later changes do not show in it.",
)


@read_variable_op.shape_rule
def _read_variable_op_shape(c: ShapeContext) -> list[TensorShape]:
    return [variable_shape(variable_argument(c, "resource", c.attr("dtype")))]


@read_variable_op.gradient
def _read_variable_op_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
    return [dy]


# -- AssignVariableOp, AssignAddVariableOp, AssignSubVariableOp ----------------------------------------------------

assign_variable_op = register_op(
    "AssignVariableOp",
    inputs=["resource: resource", "value: dtype"],
    attrs=["dtype: type", "validate_shape: bool = false"],
    stateful=True,
    doc="""Make value the value of a variable.

    validate_shape: a variable that has a value keeps its shape.""",
)
assign_variable_op.no_gradient()

assign_add_variable_op = register_op(
    "AssignAddVariableOp",
    inputs=["resource: resource", "value: dtype"],
    attrs=["dtype: type"],
    stateful=True,
    doc="Add value, which has the variable's shape, to a variable. No other change comes in between.",
)
assign_add_variable_op.no_gradient()

assign_sub_variable_op = register_op(
    "AssignSubVariableOp",
    inputs=["resource: resource", "value: dtype"],
    attrs=["dtype: type"],
    stateful=True,
    doc="Subtract value, which has the variable's shape, from a variable. No other change comes in between.",
)
assign_sub_variable_op.no_gradient()


@assign_variable_op.shape_rule
@assign_add_variable_op.shape_rule
@assign_sub_variable_op.shape_rule
def _assign_shape(c: ShapeContext) -> list[TensorShape]:
    handle = variable_argument(c, "resource", c.attr("dtype"))
    if handle is not None:
        c.merge("value", handle.shape, f"have the shape of {handle.text}, {handle.shape}")
    return []


# -- VarIsInitializedOp, DisableCopyOnRead, DestroyResourceOp, VariableShape ---------------------------------------

var_is_initialized_op = register_op(
    "VarIsInitializedOp",
    inputs=["resource: resource"],
    outputs=["is_initialized: bool"],
    stateful=True,
    doc="Whether a variable has a value.",
)
var_is_initialized_op.no_gradient()


@var_is_initialized_op.shape_rule
def _var_is_initialized_op_shape(c: ShapeContext) -> list[TensorShape]:
    variable_argument(c, "resource")
    return [TensorShape(())]


disable_copy_on_read = register_op(
    "DisableCopyOnRead",
    inputs=["resource: resource"],
    stateful=True,
    doc="""Say that a variable's value may be read without a copy, as functions that save variables do.

    It is an error if the variable has no value. Here a value that was read is never written to, so there is no copy to
    be saved.""",
)
disable_copy_on_read.no_gradient()


@disable_copy_on_read.shape_rule
def _disable_copy_on_read_shape(c: ShapeContext) -> list[TensorShape]:
    variable_argument(c, "resource")
    return []


destroy_resource_op = register_op(
    "DestroyResourceOp",
    inputs=["resource: resource"],
    attrs=["ignore_lookup_error: bool = true"],
    stateful=True,
    doc="""Forget a resource. A variable is not initialised afterwards.

    ignore_lookup_error: it is no error if there is none.""",
)
destroy_resource_op.no_gradient()


@destroy_resource_op.shape_rule
def _destroy_resource_op_shape(c: ShapeContext) -> list[TensorShape]:
    handle_argument(c, "resource")
    return []


variable_shape_op = register_op(
    "VariableShape",
    inputs=["input: resource"],
    outputs=["output: out_type"],
    attrs=["out_type: {int32, int64} = DT_INT32"],
    stateful=True,
    doc="The shape of a variable's value as a vector.",
)
variable_shape_op.no_gradient()


@variable_shape_op.shape_rule
def _variable_shape_op_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape([variable_shape(variable_argument(c, "input")).rank])]


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
def _resource_gather_gradient(g: Any, node: Any, dy: Any) -> list[Any]:
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


def _range(g: Any, vector: Any, begin: int, end: int | None) -> Any:
    """``vector[begin:end]``."""
    bounds = [np.array([number], np.int32) for number in (begin, 0 if end is None else end, 1)]
    return g.StridedSlice(
        input=vector, begin=bounds[0], end=bounds[1], strides=bounds[2], end_mask=1 if end is None else 0
    )


def _part(g: Any, vector: Any, index: int) -> Any:
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
