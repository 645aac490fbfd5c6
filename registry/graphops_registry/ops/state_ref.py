"""State of TensorFlow 1: variables whose ops take a reference to them.

The value of a tensor of a reference type is the variable's handle. An op that declares Ref(T) gets the handle; any
other op that takes such a tensor gets the variable's value at the time when it runs.
"""

from __future__ import annotations

from typing import Any, Final

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import Op, register_op
from graphops_registry.ops.state_entries import check_updates
from graphops_registry.resource import variable_argument
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

_LOCKING: Final = """

    use_locking: has no effect: a change is always done as a whole."""

# -- VariableV2, Variable ------------------------------------------------------------------------------------------

_VARIABLE: Final = """

    shape: that every value must be compatible with.
    container: where the variable lives; '' is the default container.
    shared_name: nodes with the same one refer to the same variable; '' means the node's own name."""

variable_v2 = register_op(
    "VariableV2",
    outputs=["ref: Ref(dtype)"],
    attrs=["shape: shape", "dtype: type", "container: string = ''", "shared_name: string = ''"],
    stateful=True,
    traits=[Trait.DECLARES_VARIABLE, Trait.ONLY_READS],
    doc="A reference to a variable, which has no value before something is assigned to it." + _VARIABLE,
)
variable_v2.no_gradient()

variable = register_op(
    "Variable",
    outputs=["ref: Ref(dtype)"],
    attrs=["shape: shape", "dtype: type", "container: string = ''", "shared_name: string = ''"],
    stateful=True,
    traits=[Trait.DECLARES_VARIABLE, Trait.ONLY_READS],
    doc="A reference to a variable; a shape of rank 0 says nothing of its values." + _VARIABLE,
)
variable.no_gradient()


@variable_v2.shape_rule
def _variable_v2_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.attr("shape")]


@variable.shape_rule
def _variable_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.attr("shape") if c.attr("shape").rank else TensorShape(None)]


temporary_variable = register_op(
    "TemporaryVariable",
    outputs=["ref: Ref(dtype)"],
    attrs=["shape: shape", "dtype: type", "var_name: string = ''"],
    stateful=True,
    doc="""A reference to a variable of zeros that DestroyTemporaryVariable ends.

    var_name: the variable's name; '' is the node's own name.""",
)
temporary_variable.no_gradient()


@temporary_variable.shape_rule
def _temporary_variable_shape(c: ShapeContext) -> list[TensorShape]:
    if not c.attr("shape").is_fully_defined:
        c.fail("attr 'shape'", "be fully known", c.attr("shape"))
    return [c.attr("shape")]


destroy_temporary_variable = register_op(
    "DestroyTemporaryVariable",
    inputs=["ref: Ref(T)"],
    outputs=["value: T"],
    attrs=["T: type", "var_name: string"],
    doc="""The last value of a temporary variable, which is gone afterwards.

    var_name: the name that TemporaryVariable gave it; the reference says the same.""",
)
destroy_temporary_variable.no_gradient()


@destroy_temporary_variable.shape_rule
def _destroy_temporary_variable_shape(c: ShapeContext) -> list[TensorShape]:
    handle = variable_argument(c, "ref", c.attr("T"))
    return [c.shape("ref") if handle is None else handle.shape]


# -- IsVariableInitialized -----------------------------------------------------------------------------------------

is_variable_initialized = register_op(
    "IsVariableInitialized",
    inputs=["ref: Ref(dtype)"],
    outputs=["is_initialized: bool"],
    attrs=["dtype: type"],
    allows_uninitialized_input=True,
    doc="Whether a variable has a value.",
)
is_variable_initialized.no_gradient()


@is_variable_initialized.shape_rule
def _is_variable_initialized_shape(c: ShapeContext) -> list[TensorShape]:
    variable_argument(c, "ref", c.attr("dtype"))
    return [SCALAR_SHAPE]


# -- Assign, AssignAdd, AssignSub ----------------------------------------------------------------------------------

assign = register_op(
    "Assign",
    inputs=["ref: Ref(T)", "value: T"],
    outputs=["output_ref: Ref(T)"],
    attrs=["T: type", "validate_shape: bool = true", "use_locking: bool = true"],
    allows_uninitialized_input=True,
    doc="""Make value the value of a variable; gives the reference on.

    validate_shape: value has the variable's shape."""
    + _LOCKING,
)
assign_add = register_op(
    "AssignAdd",
    inputs=["ref: Ref(T)", "value: T"],
    outputs=["output_ref: Ref(T)"],
    attrs=["T: numbertype", "use_locking: bool = false"],
    doc="Add value, which has the variable's shape, to a variable; gives the reference on." + _LOCKING,
)
assign_sub = register_op(
    "AssignSub",
    inputs=["ref: Ref(T)", "value: T"],
    outputs=["output_ref: Ref(T)"],
    attrs=["T: numbertype", "use_locking: bool = false"],
    doc="Subtract value, which has the variable's shape, from a variable; gives the reference on." + _LOCKING,
)
for _op in (assign, assign_add, assign_sub):
    _op.no_gradient()


@assign.shape_rule
@assign_add.shape_rule
@assign_sub.shape_rule
def _assign_shape(c: ShapeContext) -> list[TensorShape]:
    handle = variable_argument(c, "ref", c.attr("T"))
    if c.op == "Assign" and not c.attr("validate_shape"):
        return [c.shape("value")]
    known = c.shape("ref") if handle is None else handle.shape
    return [c.merge("value", known, f"have the shape of the variable, {known}")]


# -- Scatter* ------------------------------------------------------------------------------------------------------

_ORDERED: Final = "{half, bfloat16, float, double, int32, int64}"
_UPDATES: Final = """ Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole."""


def _scatter(name: str, doc: str, dtypes: str = "numbertype", locking: str = "false") -> Op:
    op = register_op(
        name,
        inputs=["ref: Ref(T)", "indices: Tindices", "updates: T"],
        outputs=["output_ref: Ref(T)"],
        attrs=[f"T: {dtypes}", "Tindices: {int32, int64}", f"use_locking: bool = {locking}"],
        doc=doc + _UPDATES,
    )
    op.no_gradient()
    op.shape_rule(_scatter_shape)
    return op


def _scatter_shape(c: ShapeContext) -> list[TensorShape]:
    handle = variable_argument(c, "ref", c.attr("T"))
    if handle is None or handle.shape.dims is None:
        return [c.shape("ref") if handle is None else handle.shape]
    if not handle.shape.dims:
        c.fail("ref", "be a variable of rank 1 or more", f"{handle.text} of shape {handle.shape}")
    check_updates(c, handle, c.shape("indices"), c.shape("updates"))
    return [handle.shape]


scatter_add = _scatter("ScatterAdd", "Add to entries of a variable; an index that comes twice adds twice.")
scatter_sub = _scatter("ScatterSub", "Subtract from entries of a variable; an index that comes twice does so twice.")
scatter_update = _scatter(
    "ScatterUpdate", "Replace entries of a variable; of several changes of one entry the last counts.", "type", "true"
)
_AGAIN: Final = "an index that comes twice does so twice."
scatter_mul = _scatter("ScatterMul", f"Multiply entries of a variable; {_AGAIN}")
scatter_div = _scatter(
    "ScatterDiv", f"Divide entries of a variable, integers toward 0, none by 0 unless they are floats; {_AGAIN}"
)
scatter_min = _scatter("ScatterMin", "Lower entries of a variable to the updates that are smaller.", _ORDERED)
scatter_max = _scatter("ScatterMax", "Raise entries of a variable to the updates that are larger.", _ORDERED)


# -- CountUpTo -----------------------------------------------------------------------------------------------------

count_up_to = register_op(
    "CountUpTo",
    inputs=["ref: Ref(T)"],
    outputs=["output: T"],
    attrs=["limit: int", "T: {int32, int64}"],
    doc="""The value of a scalar variable, which is one larger afterwards.

    limit: a value that reaches it is an error.""",
)
count_up_to.no_gradient()


@count_up_to.shape_rule
def _count_up_to_shape(c: ShapeContext) -> list[TensorShape]:
    handle = variable_argument(c, "ref", c.attr("T"))
    if handle is not None and (handle.shape.rank or 0) > 0:
        c.fail("ref", "be a scalar variable", f"{handle.text} of shape {handle.shape}")
    return [SCALAR_SHAPE]


# -- RefIdentity ---------------------------------------------------------------------------------------------------

ref_identity = register_op(
    "RefIdentity",
    inputs=["input: Ref(T)"],
    outputs=["output: Ref(T)"],
    attrs=["T: type"],
    allows_uninitialized_input=True,
    doc="The same reference.",
)


@ref_identity.shape_rule
def _ref_identity_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("input")]


@ref_identity.gradient
def _ref_identity_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [dy]


# -- RefSelect -----------------------------------------------------------------------------------------------------

ref_select = register_op(
    "RefSelect",
    inputs=["index: int32", "inputs: Ref(N * T)"],
    outputs=["output: Ref(T)"],
    attrs=["T: type", "N: int >= 1"],
    doc="""One of several references.

    index: which one, a scalar.""",
)
ref_select.no_gradient()


@ref_select.shape_rule
def _ref_select_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("index", 0)
    value = c.value("index")
    if value is not None and not 0 <= int(value) < c.attr("N"):
        c.fail("index", f"be in [0, {c.attr('N')})", int(value))
    return [TensorShape(None)]
