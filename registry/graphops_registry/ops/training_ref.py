"""Training with reference variables: each op is the Resource op without that word, and outputs its first reference.

``ApplyAdam`` is to ``ResourceApplyAdam`` what ``Assign`` is to ``AssignVariableOp``: the same arithmetic and the same
rules for shapes.
"""

from __future__ import annotations

from typing import Final

from graphops_registry.dtypes import resource
from graphops_registry.op_def import Op, lookup_op, register_op
from graphops_registry.resource import variable_argument
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

DENSE: Final = (
    "ApplyGradientDescent", "ApplyMomentum", "ApplyAdam", "ApplyAdagrad", "ApplyAdagradV2", "ApplyRMSProp",
    "ApplyAdadelta", "ApplyAdagradDA", "ApplyAdaMax", "ApplyAddSign", "ApplyPowerSign", "ApplyCenteredRMSProp",
    "ApplyFtrl", "ApplyFtrlV2", "ApplyProximalAdagrad", "ApplyProximalGradientDescent",
)  # fmt: skip
SPARSE: Final = (
    "SparseApplyAdadelta", "SparseApplyAdagrad", "SparseApplyAdagradDA", "SparseApplyAdagradV2",
    "SparseApplyCenteredRMSProp", "SparseApplyFtrl", "SparseApplyFtrlV2", "SparseApplyMomentum",
    "SparseApplyProximalAdagrad", "SparseApplyProximalGradientDescent", "SparseApplyRMSProp",
)  # fmt: skip


def _register(name: str) -> Op:
    of_resources = lookup_op(f"Resource{name}")
    op_def = of_resources.op_def
    variables = [arg.name for arg in op_def.inputs if arg.type is resource]
    rule = of_resources.shape_fn
    op = register_op(
        name,
        inputs=[f"{arg.name}: Ref(T)" if arg.name in variables else arg.text() for arg in op_def.inputs],
        outputs=["out: Ref(T)"],
        attrs=[attr.text() for attr in op_def.attrs],
        doc=op_def.doc + "\n\n    out: the reference to var.",
    )
    op.no_gradient()

    @op.shape_rule
    def shape(c: ShapeContext) -> list[TensorShape]:
        if rule is not None:
            rule(c)
        handle = variable_argument(c, "var", c.attr("T"))
        return [c.shape("var") if handle is None else handle.shape]

    return op


for _name in (*DENSE, *SPARSE):
    _register(_name)
