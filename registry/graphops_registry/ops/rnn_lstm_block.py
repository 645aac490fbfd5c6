"""Long short-term memory with all of a cell's work in one op: one step, or a sequence of them.

A step computes, with the gates in the columns of `w` and of `b`,

    i, ci, f, o = split([x, h_prev] @ w + b)
    cs = tanh(ci) * sigmoid(i) + cs_prev * sigmoid(f + forget_bias), limited to [-cell_clip, cell_clip]
    h = tanh(cs) * sigmoid(o)
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

_T: Final = "T: {half, float}"
_FORGET: Final = ["forget_bias: float = 1", "cell_clip: float = 3"]
_PEEPHOLE: Final = "use_peephole: bool = false"
_WEIGHTS: Final = ["w: T", "wci: T", "wcf: T", "wco: T", "b: T"]
_GATES: Final = ["i: T", "cs: T", "f: T", "o: T", "ci: T", "co: T"]
_WEIGHTS_DOC: Final = """w: `[inputs + units, 4 * units]`, with the columns of the gates in the order {order}.
    wci, wcf, wco: `[units]`, with use_peephole the weights of the cell state in the gates i, f and o.
    b: `[4 * units]`."""
_ATTRS_DOC: Final = """cell_clip: the cell state is limited to its absolute value; 0 or less for no limit.
    use_peephole: whether the gates see the cell state: i and f that before the step, o that after it."""
_SEQUENCE_DOC: Final = """seq_len_max: a scalar, how many steps are made: what follows is 0."""


def _weights(c: ShapeContext, inputs: Dim, units: Dim) -> tuple[Dim, Dim]:
    """The numbers of inputs and units, by the weights, too."""
    w = c.with_rank("w", 2)
    for name in ("wci", "wcf", "wco"):
        units = c.merge_dim(name, c.with_rank(name, 1)[0], units, f"have {units} elements, the number of units")
    bias, columns = c.with_rank("b", 1)[0], w[1]
    if units is None and isinstance(columns, int):
        if columns % 4:
            c.fail("w", "have a number of columns that can be divided by 4", columns)
        units = columns // 4
    gates = 4 * units if isinstance(units, int) else None
    c.merge_dim("w", columns, gates, f"have {gates} columns, four for each unit")
    c.merge_dim("b", bias, gates, f"have {gates} elements, four for each unit")
    if isinstance(units, int):
        rows = inputs + units if isinstance(inputs, int) else None
        c.merge_dim("w", w[0], rows, f"have {rows} rows, one for each input and unit")
    return inputs, units


def _cell(c: ShapeContext, batch: Dim, units: Dim, *arguments: str) -> tuple[Dim, Dim]:
    """Rows and columns of matrices `[batch, units]`."""
    for name in arguments:
        shape = c.with_rank(name, 2)
        batch = c.merge_dim(name, shape[0], batch, f"have {batch} rows, the size of the batch")
        units = c.merge_dim(name, shape[1], units, f"have {units} columns, the number of units")
    return batch, units


def _no_gradient_by(node: GradientNode, gates: tuple[Any, ...]) -> None:
    if any(gate is not None for gate in gates):
        raise UnimplementedError(
            f"the gradient of op '{node.type}' must be asked for by way of cs and h, got one of a gate's values"
        ).concerns(op=node.type)


def _zero(g: GradientOps, dy: Any, like: Any) -> Any:
    return g.ZerosLike(x=like) if dy is None else dy


# -- LSTMBlockCell, LSTMBlockCellGrad ------------------------------------------------------------------------------

lstm_block_cell = register_op(
    "LSTMBlockCell",
    inputs=["x: T", "cs_prev: T", "h_prev: T", *_WEIGHTS],
    outputs=[*_GATES, "h: T"],
    attrs=[*_FORGET, _PEEPHOLE, _T],
    doc=f"""A step of long short-term memory.

    x: `[batch, inputs]`.
    cs_prev, h_prev: `[batch, units]`, cell state and output of the step before.
    {_WEIGHTS_DOC.format(order="i, ci, f, o")}
    forget_bias: is added to the gate f.
    {_ATTRS_DOC}
    i, f, o: the values of the gates, after sigmoid.
    cs: the cell state.
    ci, co: what is written to the cell state, and what is read from it, after tanh.
    h: the output.""",
)


@lstm_block_cell.shape_rule
def _cell_shape(c: ShapeContext) -> list[TensorShape]:
    x = c.with_rank("x", 2)
    batch, units = _cell(c, x[0], None, "cs_prev", "h_prev")
    _, units = _weights(c, x[1], units)
    return [TensorShape.of((batch, units))] * 7


@lstm_block_cell.cost_rule
def _cell_cost(c: ShapeContext) -> Cost:
    """Two operations for each weight of the products and each row of x; what else a cell does counts as nothing."""
    rows = prod(c.shape("x").as_tuple()[:-1])
    weights = prod(c.shape("w").as_tuple())
    bytes_ = (prod(c.shape("x").as_tuple()) + weights) * c.attr("T").size
    return Cost(flops=2 * rows * weights, bytes=bytes_)


@lambda function: lstm_block_cell.gradient(function, takes_none=True)
def _cell_gradient(
    g: GradientOps, node: GradientNode, di: Any, dcs: Any, df: Any, do: Any, dci: Any, dco: Any, dh: Any
) -> list[Any]:
    _no_gradient_by(node, (di, df, do, dci, dco))
    x, cs_prev, h_prev, w, wci, wcf, wco, b = node.inputs
    i, cs, f, o, ci, co, h = node.outputs
    back, gates, *peepholes = g.LSTMBlockCellGrad(
        x=x, cs_prev=cs_prev, h_prev=h_prev, w=w, wci=wci, wcf=wcf, wco=wco, b=b, i=i, cs=cs, f=f, o=o, ci=ci, co=co,
        cs_grad=_zero(g, dcs, cs), h_grad=_zero(g, dh, h), use_peephole=node.get_attr("use_peephole"),
    )  # fmt: skip
    both = g.MatMul(a=gates, b=w, transpose_b=True)  # by [x, h_prev]
    count = _columns(g, x)
    zero, every = np.zeros(1, np.int32), np.array([-1], np.int32)
    by_x = g.Slice(input=both, begin=np.zeros(2, np.int32), size=g.ConcatV2(values=[every, count], axis=np.int32(0)))
    by_h = g.Slice(
        input=both, begin=g.ConcatV2(values=[zero, count], axis=np.int32(0)), size=np.array([-1, -1], np.int32)
    )
    joined = g.ConcatV2(values=[x, h_prev], axis=np.int32(1))
    by_w = g.MatMul(a=joined, b=gates, transpose_a=True)
    return [by_x, back, by_h, by_w, *peepholes, g.Sum(input=gates, reduction_indices=np.int32(0))]


def _columns(g: GradientOps, x: Any) -> Any:
    """The number of columns of a matrix, as a vector of one."""
    known = x.shape[1] if x.shape.rank is not None else None
    if isinstance(known, int):
        return np.array([known], np.int32)
    one, two = np.ones(1, np.int32), np.array([2], np.int32)
    return g.StridedSlice(input=g.Shape(input=x), begin=one, end=two, strides=one)


lstm_block_cell_grad = register_op(
    "LSTMBlockCellGrad",
    inputs=["x: T", "cs_prev: T", "h_prev: T", *_WEIGHTS, *_GATES, "cs_grad: T", "h_grad: T"],
    outputs=["cs_prev_grad: T", "dicfo: T", "wci_grad: T", "wcf_grad: T", "wco_grad: T"],
    attrs=["use_peephole: bool", _T],
    doc=f"""The gradient of LSTMBlockCell by its cell state and by its gates; the limit of the cell state is ignored.

    x, cs_prev, h_prev: as LSTMBlockCell got them.
    {_WEIGHTS_DOC.format(order="i, ci, f, o")}
    i, cs, f, o, ci, co: as LSTMBlockCell gave them.
    cs_grad, h_grad: gradients of its cs and h.
    use_peephole: as LSTMBlockCell had it.
    cs_prev_grad: the gradient of cs_prev.
    dicfo: `[batch, 4 * units]`, that of what comes out of the matrix product.
    wci_grad, wcf_grad, wco_grad: `[units]`; 0 without use_peephole.""",
)


@lstm_block_cell_grad.shape_rule
def _cell_grad_shape(c: ShapeContext) -> list[TensorShape]:
    x = c.with_rank("x", 2)
    batch, units = _cell(c, x[0], None, "cs_prev", "h_prev", "i", "cs", "f", "o", "ci", "co", "cs_grad", "h_grad")
    _, units = _weights(c, x[1], units)
    wide = 4 * units if isinstance(units, int) else None
    return [TensorShape.of((batch, units)), TensorShape.of((batch, wide)), *[TensorShape.of((units,))] * 3]


# -- BlockLSTM, BlockLSTMV2 ----------------------------------------------------------------------------------------


def _sequence(c: ShapeContext, *arguments: str) -> tuple[Dim, Dim, Dim, Dim]:
    """Steps, batch, inputs and units."""
    c.with_rank("seq_len_max", 0)
    x = c.with_rank("x", 3)
    steps = x[0]
    batch, units = _cell(c, x[1], None, "cs_prev", "h_prev")
    for name in arguments:
        shape = c.with_rank(name, 3)
        steps = c.merge_dim(name, shape[0], steps, f"have {steps} steps, as x has")
        batch = c.merge_dim(name, shape[1], batch, f"have a batch of {batch}, as x has")
        units = c.merge_dim(name, shape[2], units, f"have {units} columns, the number of units")
    inputs, units = _weights(c, x[2], units)
    made = c.value("seq_len_max")
    if made is not None and (made < 0 or (isinstance(steps, int) and made > steps)):
        c.fail(
            "seq_len_max",
            f"be in [0, {steps}], as x has {steps} steps" if isinstance(steps, int) else "be 0 or more",
            made,
        )
    return steps, batch, inputs, units


def _sequence_shape(c: ShapeContext) -> list[TensorShape]:
    steps, batch, _, units = _sequence(c)
    return [TensorShape.of((steps, batch, units))] * 7


def _sequence_grad_shape(c: ShapeContext) -> list[TensorShape]:
    steps, batch, inputs, units = _sequence(c, "i", "cs", "f", "o", "ci", "co", "h", "cs_grad", "h_grad")
    wide = 4 * units if isinstance(units, int) else None
    rows = inputs + units if isinstance(inputs, int) and isinstance(units, int) else None
    state, vector = TensorShape.of((batch, units)), TensorShape.of((units,))
    whole = [TensorShape.of((steps, batch, inputs)), state, state, TensorShape.of((rows, wide))]
    return [*whole, vector, vector, vector, TensorShape.of((wide,))]


def _sequence_gradient(
    g: GradientOps, node: GradientNode, di: Any, dcs: Any, df: Any, do: Any, dci: Any, dco: Any, dh: Any
) -> list[Any]:
    _no_gradient_by(node, (di, df, do, dci, dco))
    names = ("seq_len_max", "x", "cs_prev", "h_prev", "w", "wci", "wcf", "wco", "b")
    given = dict(zip(names, node.inputs, strict=True))
    i, cs, f, o, ci, co, h = node.outputs
    back = g.BlockLSTMGrad if node.type == block_lstm.name else g.BlockLSTMGradV2
    return [None, *back(
        **given, i=i, cs=cs, f=f, o=o, ci=ci, co=co, h=h, cs_grad=_zero(g, dcs, cs), h_grad=_zero(g, dh, h),
        use_peephole=node.get_attr("use_peephole"),
    )]  # fmt: skip


_SEQUENCE_INPUTS: Final = ["seq_len_max: int64", "x: T", "cs_prev: T", "h_prev: T", *_WEIGHTS]
_OUTPUTS_DOC: Final = """i, f, o: `[steps, batch, units]`, the values of the gates, after sigmoid.
    cs: the cell states.
    ci, co: what is written to the cell state, and what is read from it, after tanh.
    h: the outputs."""

block_lstm = register_op(
    "BlockLSTM",
    inputs=_SEQUENCE_INPUTS,
    outputs=[*_GATES, "h: T"],
    attrs=[*_FORGET, _PEEPHOLE, _T],
    doc=f"""Long short-term memory over a sequence; see LSTMBlockCell, which is a step of it.

    {_SEQUENCE_DOC}
    x: `[steps, batch, inputs]`.
    cs_prev, h_prev: `[batch, units]`, cell state and output before the first step.
    {_WEIGHTS_DOC.format(order="i, ci, f, o")}
    forget_bias: is added to the gate f.
    {_ATTRS_DOC}
    {_OUTPUTS_DOC}""",
)
block_lstm_v2 = register_op(
    "BlockLSTMV2",
    inputs=_SEQUENCE_INPUTS,
    outputs=[*_GATES, "h: T"],
    attrs=["cell_clip: float = 0", _PEEPHOLE, _T],
    doc=f"""Long short-term memory over a sequence, as BlockLSTM with another order of the gates and no forget_bias.

    {_SEQUENCE_DOC}
    x: `[steps, batch, inputs]`.
    cs_prev, h_prev: `[batch, units]`, cell state and output before the first step.
    {_WEIGHTS_DOC.format(order="i, f, ci, o")}
    {_ATTRS_DOC}
    {_OUTPUTS_DOC}""",
)
for _op in (block_lstm, block_lstm_v2):
    _op.shape_rule(_sequence_shape)
    _op.gradient(_sequence_gradient, takes_none=True)
    _op.cost_rule(_cell_cost)

# -- BlockLSTMGrad, BlockLSTMGradV2 --------------------------------------------------------------------------------

for _forward, _name, _order in (
    (block_lstm, "BlockLSTMGrad", "i, ci, f, o"),
    (block_lstm_v2, "BlockLSTMGradV2", "i, f, ci, o"),
):
    register_op(
        _name,
        inputs=[*_SEQUENCE_INPUTS, *_GATES, "h: T", "cs_grad: T", "h_grad: T"],
        outputs=[
            "x_grad: T", "cs_prev_grad: T", "h_prev_grad: T", "w_grad: T", "wci_grad: T", "wcf_grad: T", "wco_grad: T",
            "b_grad: T",
        ],
        attrs=["use_peephole: bool", _T],
        doc=f"""The gradients of {_forward.name}; the limit of the cell state is ignored.

    seq_len_max, x, cs_prev, h_prev: as {_forward.name} got them.
    {_WEIGHTS_DOC.format(order=_order)}
    i, cs, f, o, ci, co, h: as {_forward.name} gave them.
    cs_grad, h_grad: gradients of its cs and h.
    use_peephole: as {_forward.name} had it.
    x_grad, cs_prev_grad, h_prev_grad, w_grad, b_grad: the gradients of these inputs.
    wci_grad, wcf_grad, wco_grad: `[units]`; 0 without use_peephole.""",
    ).shape_rule(_sequence_grad_shape)  # fmt: skip
