"""Sums, maxima and minima of two sparse tensors."""

from __future__ import annotations

from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.sparse_shapes import sparse_argument, unknown_sparse
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import linear_in

_INPUTS = ["a_indices: int64", "a_values: T", "a_shape: int64", "b_indices: int64", "b_values: T", "b_shape: int64"]
_OPERANDS = """

    a_indices, b_indices: `[entries, rank]`.
    a_values, b_values: `[entries]`.
    a_shape, b_shape: `[rank]`, the same."""


def _rank(c: ShapeContext) -> Dim:
    """Checks both operands."""
    a = sparse_argument(c, "a_indices", "a_values", "a_shape")
    b = sparse_argument(c, "b_indices", "b_values", "b_shape")
    return c.merge_dim("b_shape", b.rank, a.rank, f"have {a.rank} sizes, as a_shape has")


# -- SparseAdd, SparseAddGrad --------------------------------------------------------------------------------------

sparse_add = register_op(
    "SparseAdd",
    inputs=[*_INPUTS, "thresh: Treal"],
    outputs=["sum_indices: int64", "sum_values: T", "sum_shape: int64"],
    attrs=["T: numbertype", "Treal: realnumbertype"],
    doc=f"""The sum of two sparse tensors, in row-major order.{_OPERANDS}
    thresh: a scalar: where both have an entry, a sum of a smaller magnitude is left out; 0 keeps zeros too.""",
)


@sparse_add.shape_rule
def _sparse_add_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("thresh", 0)
    return unknown_sparse(_rank(c))


@sparse_add.gradient
def _sparse_add_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    a_indices, b_indices = node.inputs[0], node.inputs[3]
    grads = g.SparseAddGrad(
        backprop_val_grad=dys[1], a_indices=a_indices, b_indices=b_indices, sum_indices=node.outputs[0]
    )
    return [None, grads.a_val_grad, None, None, grads.b_val_grad, None, None]


sparse_add_grad = register_op(
    "SparseAddGrad",
    inputs=["backprop_val_grad: T", "a_indices: int64", "b_indices: int64", "sum_indices: int64"],
    outputs=["a_val_grad: T", "b_val_grad: T"],
    attrs=["T: numbertype"],
    traits=[linear_in("backprop_val_grad")],
    doc="""The gradients of SparseAdd: for each entry of its operands that of the sum's entry at the place, or 0.

    backprop_val_grad: the gradient of its sum_values.
    a_indices, b_indices: its inputs.
    sum_indices: its output.""",
)
sparse_add_grad.no_gradient()


@sparse_add_grad.shape_rule
def _sparse_add_grad_shape(c: ShapeContext) -> list[TensorShape]:
    a, b, total = (c.with_rank(name, 2) for name in ("a_indices", "b_indices", "sum_indices"))
    grads = c.with_rank("backprop_val_grad", 1)
    c.merge_dim("backprop_val_grad", grads[0], total[0], f"have one value for each of the {total[0]} sum_indices")
    rank = c.merge_dim("b_indices", b[1], a[1], f"have {a[1]} columns, as a_indices has")
    c.merge_dim("sum_indices", total[1], rank, f"have {rank} columns, as a_indices has")
    return [TensorShape.of((a[0],)), TensorShape.of((b[0],))]


# -- SparseSparseMaximum, SparseSparseMinimum ----------------------------------------------------------------------


def _either_shape(c: ShapeContext) -> list[TensorShape]:
    return unknown_sparse(_rank(c))[:2]


for _name, _what, _types in (("Maximum", "larger", "realnumbertype"), ("Minimum", "smaller", "numbertype")):
    _op = register_op(
        f"SparseSparse{_name}",
        inputs=_INPUTS,
        outputs=["output_indices: int64", "output_values: T"],
        attrs=[f"T: {_types}"],
        doc=f"The {_what} one of two sparse tensors' values at each place where one has an entry, in row-major order; "
        f"where only one has an entry, the other one counts as 0.{_OPERANDS}",
    )
    _op.shape_rule(_either_shape)
    _op.no_gradient()
