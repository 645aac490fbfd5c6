"""State: variables and the ops that read and change them.

An op gets a variable as its handle, a scalar of dtype resource. Shape rules know the handle when the graph is built
(the node that made it says everything) and again when the graph runs.
"""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.resource import handle_argument, variable_argument, variable_shape
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

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
    traits=[Trait.REMAKABLE, Trait.DECLARES_VARIABLE, Trait.ONLY_READS],
    doc="""The handle of a variable, which has no value before something is assigned to it.

    container: where the variable lives; '' is the default container.
    shared_name: nodes with the same one refer to the same variable; '' means the node's own name.
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
    traits=[Trait.ONLY_READS],
    doc="The value of a variable at the time when the node runs; later changes do not show in it.",
)


@read_variable_op.shape_rule
def _read_variable_op_shape(c: ShapeContext) -> list[TensorShape]:
    return [variable_shape(variable_argument(c, "resource", c.attr("dtype")))]


@read_variable_op.gradient
def _read_variable_op_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
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
    traits=[Trait.ONLY_READS],
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
    traits=[Trait.ONLY_READS],
    doc="The shape of a variable's value as a vector.",
)
variable_shape_op.no_gradient()


@variable_shape_op.shape_rule
def _variable_shape_op_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape([variable_shape(variable_argument(c, "input")).rank])]


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
