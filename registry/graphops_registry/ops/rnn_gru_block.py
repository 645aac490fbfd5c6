"""Gated recurrent units with all of a cell's work in one op.

A step computes, with the gates in the columns of `w_ru` and of `b_ru`,

    r, u = sigmoid(split([x, h_prev] @ w_ru + b_ru))
    c = tanh([x, h_prev * r] @ w_c + b_c)
    h = u * h_prev + (1 - u) * c
"""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np

from graphops_registry.cost import Cost
from graphops_registry.errors import UnimplementedError
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_INPUTS: Final = ["x: T", "h_prev: T", "w_ru: T", "w_c: T", "b_ru: T", "b_c: T"]
_INPUTS_DOC: Final = """x: `[batch, inputs]`.
    h_prev: `[batch, units]`, the output of the step before.
    w_ru: `[inputs + units, 2 * units]`, the weights of the gates r and u.
    w_c: `[inputs + units, units]`.
    b_ru: `[2 * units]`.
    b_c: `[units]`."""


def _sizes(c: ShapeContext, *more: str) -> tuple[Dim, Dim, Dim]:
    """Batch, inputs and units."""
    batch, inputs = c.with_rank("x", 2)
    units: Dim = None
    for name in ("h_prev", *more):
        shape = c.with_rank(name, 2)
        batch = c.merge_dim(name, shape[0], batch, f"have {batch} rows, the size of the batch")
        units = c.merge_dim(name, shape[1], units, f"have {units} columns, the number of units")
    units = c.merge_dim("w_c", c.with_rank("w_c", 2)[1], units, f"have {units} columns, the number of units")
    units = c.merge_dim("b_c", c.with_rank("b_c", 1)[0], units, f"have {units} elements, the number of units")
    both = 2 * units if isinstance(units, int) else None
    c.merge_dim("w_ru", c.with_rank("w_ru", 2)[1], both, f"have {both} columns, two for each unit")
    c.merge_dim("b_ru", c.with_rank("b_ru", 1)[0], both, f"have {both} elements, two for each unit")
    rows = inputs + units if isinstance(inputs, int) and isinstance(units, int) else None
    for name in ("w_ru", "w_c"):
        c.merge_dim(name, c.shape(name)[0] if c.shape(name).rank else None, rows, f"have {rows} rows")
    return batch, inputs, units


# -- GRUBlockCell --------------------------------------------------------------------------------------------------

gru_block_cell = register_op(
    "GRUBlockCell",
    inputs=_INPUTS,
    outputs=["r: T", "u: T", "c: T", "h: T"],
    attrs=["T: {float}"],
    doc=f"""A step of gated recurrent units.

    {_INPUTS_DOC}
    r, u: the values of the gates, after sigmoid.
    c: the candidates for the output, after tanh.
    h: the output.""",
)


@gru_block_cell.shape_rule
def _cell_shape(c: ShapeContext) -> list[TensorShape]:
    batch, _, units = _sizes(c)
    return [TensorShape.of((batch, units))] * 4


@gru_block_cell.cost_rule
def _cell_cost(c: ShapeContext) -> Cost:
    """Two operations for each weight of the products and each row of x; what else a cell does counts as nothing."""
    rows = prod(c.shape("x").as_tuple()[:-1])
    weights = prod(c.shape("w_ru").as_tuple()) + prod(c.shape("w_c").as_tuple())
    bytes_ = (prod(c.shape("x").as_tuple()) + weights) * c.attr("T").size
    return Cost(flops=2 * rows * weights, bytes=bytes_)


@lambda function: gru_block_cell.gradient(function, takes_none=True)
def _cell_gradient(g: GradientOps, node: GradientNode, dr: Any, du: Any, dc: Any, dh: Any) -> list[Any]:
    if dr is not None or du is not None or dc is not None:
        raise UnimplementedError(
            "the gradient of op 'GRUBlockCell' must be asked for by way of h, got one of r, u or c"
        ).concerns(op=node.type)
    x, h_prev, w_ru, w_c, b_ru, b_c = node.inputs
    r, u, candidate, _ = node.outputs
    by_x, by_h, by_c, by_gates = g.GRUBlockCellGrad(
        x=x, h_prev=h_prev, w_ru=w_ru, w_c=w_c, b_ru=b_ru, b_c=b_c, r=r, u=u, c=candidate, d_h=dh
    )
    axis, rows = np.int32(1), np.int32(0)
    both = g.ConcatV2(values=[x, h_prev], axis=axis)
    reset = g.ConcatV2(values=[x, g.Mul(x=h_prev, y=r)], axis=axis)
    return [
        by_x,
        by_h,
        g.MatMul(a=both, b=by_gates, transpose_a=True),
        g.MatMul(a=reset, b=by_c, transpose_a=True),
        g.Sum(input=by_gates, reduction_indices=rows),
        g.Sum(input=by_c, reduction_indices=rows),
    ]


# -- GRUBlockCellGrad ----------------------------------------------------------------------------------------------

gru_block_cell_grad = register_op(
    "GRUBlockCellGrad",
    inputs=[*_INPUTS, "r: T", "u: T", "c: T", "d_h: T"],
    outputs=["d_x: T", "d_h_prev: T", "d_c_bar: T", "d_r_bar_u_bar: T"],
    attrs=["T: {float}"],
    doc=f"""The gradient of GRUBlockCell by its input, the output before, and what comes out of its matrix products.

    {_INPUTS_DOC}
    r, u, c: as GRUBlockCell gave them.
    d_h: the gradient of its h.
    d_x, d_h_prev: the gradients of x and h_prev.
    d_c_bar: `[batch, units]`, that of c before tanh.
    d_r_bar_u_bar: `[batch, 2 * units]`, those of r and u before sigmoid.""",
)


@gru_block_cell_grad.shape_rule
def _cell_grad_shape(c: ShapeContext) -> list[TensorShape]:
    batch, inputs, units = _sizes(c, "r", "u", "c", "d_h")
    both = 2 * units if isinstance(units, int) else None
    state = TensorShape.of((batch, units))
    return [TensorShape.of((batch, inputs)), state, state, TensorShape.of((batch, both))]
