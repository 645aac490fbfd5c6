"""Recurrent layers with all of their parameters in one vector, as TensorFlow runs them by cuDNN.

With x the inputs of a layer, h its output of the step before, and a matrix W, R and biases b, c for each gate:

    rnn_relu, rnn_tanh: h = f(W x + b + R h + c)
    lstm: i, f, o = sigmoid(W x + b + R h + c), g = tanh(...), cell = f cell + i g, h = o tanh(cell)
    gru: r, z = sigmoid(W x + b + R h + c), n = tanh(W x + b + r (R h + c)), h = (1 - z) n + z h
"""

from __future__ import annotations

from typing import Any, Final

from graphops_registry.errors import UnimplementedError, must
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import Op, register_op
from graphops_registry.rules.rnn_params import DIRECTIONS, RecurrentLayers
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_T: Final = "T: {bfloat16, half, float, double}"
_KIND: Final = [
    "rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm'",
    "input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input'",
    "direction: {'unidirectional', 'bidirectional'} = 'unidirectional'",
    "dropout: float = 0",
    "seed: int = 0",
    "seed2: int = 0",
]
_PROJECTION: Final = "num_proj: int = 0"
_KIND_DOC: Final = """rnn_mode: the kind of cells.
    input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
    direction: whether each layer also runs backwards; its outputs follow those of the other direction.
    dropout: 0 here in training, unless there is one layer only, whose outputs are not dropped.
    seed, seed2: of dropout."""
_STATE: Final = ["input: T", "input_h: T", "input_c: T", "params: T"]
_STATE_DOC: Final = """input: `[steps, batch, inputs]`.
    input_h: `[layers * directions, batch, units]`, the outputs before the first step.
    input_c: of an LSTM its cell states, of the same shape; otherwise it is not looked at.
    params: all matrices and biases; see CudnnRNNCanonicalToParams."""
_RESULT_DOC: Final = """output: `[steps, batch, directions * units]`.
    output_h, output_c: the last outputs and cell states of all layers; without an LSTM output_c is 0."""


def _supported(c: ShapeContext, inputs: Dim, units: Dim) -> None:
    mode = c.attr("input_mode")
    if mode == "skip_input" or (mode == "auto_select" and inputs == units and isinstance(units, int)):
        got = repr(mode) + (" for as many inputs as units" if mode == "auto_select" else "")
        raise must("attr 'input_mode'", c.op, "be 'linear_input'", got, kind=UnimplementedError)
    if "num_proj" in c.op_def.attr_by_name and c.attr("num_proj"):
        raise must("attr 'num_proj'", c.op, "be 0", c.attr("num_proj"), kind=UnimplementedError)


def _layers(c: ShapeContext) -> tuple[list[TensorShape], TensorShape]:
    """The shapes of the outputs of the forward ops but the reserved ones, and that of the input."""
    has_lengths = "sequence_lengths" in c.op_def.input_by_name
    time_major = not has_lengths or c.attr("time_major")
    x, h, params = c.with_rank("input", 3), c.with_rank("input_h", 3), c.with_rank("params", 1)
    steps, batch = (x[0], x[1]) if time_major else (x[1], x[0])
    depth, rows = (h[0], h[1]) if time_major else (h[1], h[0])
    batch = c.merge_dim("input_h", rows, batch, f"have a batch of {batch}, as input has")
    inputs, units, directions = x[2], h[2], DIRECTIONS[c.attr("direction")]
    _supported(c, inputs, units)
    if isinstance(depth, int) and (depth % directions or not depth):
        c.fail("input_h", f"have a multiple of {directions} states, one or more for each layer", depth)
    is_lstm = c.attr("rnn_mode") == "lstm"
    state = TensorShape.of((depth, batch, units) if time_major else (batch, depth, units))
    cell = c.merge("input_c", state, f"have the shape of input_h, {state}") if is_lstm else TensorShape(())
    if isinstance(depth, int) and isinstance(inputs, int) and isinstance(units, int):
        wanted = RecurrentLayers(c.attr("rnn_mode"), directions, depth // directions, units, inputs).size
        c.merge_dim("params", params[0], wanted, f"have {wanted} elements for these layers")
    if has_lengths:
        lengths = c.with_rank("sequence_lengths", 1)
        c.merge_dim("sequence_lengths", lengths[0], batch, f"have a length for each of the {batch} sequences")
    if "is_training" in c.op_def.attr_by_name and c.attr("is_training") and c.attr("dropout") and depth != directions:
        raise must("attr 'dropout'", c.op, "be 0 in training", c.attr("dropout"), kind=UnimplementedError)
    wide = directions * units if isinstance(units, int) else None
    output = TensorShape.of((steps, batch, wide) if time_major else (batch, steps, wide))
    return [output, state, cell], x


def _forward(name: str, version: int) -> Op:
    inputs, outputs = list(_STATE), ["output: T", "output_h: T", "output_c: T", "reserve_space: T"]
    attrs, what = [_T, *_KIND], ""
    if version >= 2:
        outputs.append("host_reserved: int8")
        what += "\n    host_reserved: the same."
    if version == 3:
        inputs.append("sequence_lengths: int32")
        attrs.append(_PROJECTION)
        what += """
    sequence_lengths: `[batch]`, how many steps each sequence has; what follows is 0.
    num_proj: 0.
    time_major: whether the steps are the first axis of input and output; else the batch is, also of the states."""
    attrs.append("is_training: bool = true")
    if version == 3:
        attrs.append("time_major: bool = true")
    op = register_op(
        name,
        inputs=inputs,
        outputs=outputs,
        attrs=attrs,
        stateful=True,
        doc=f"""Recurrent layers over sequences: an LSTM, a GRU, or simple ones.

    {_STATE_DOC}
    {_KIND_DOC}
    is_training: whether there will be gradients.
    {_RESULT_DOC}
    reserve_space: for the gradient; empty, as it computes what it needs.{what}""",
    )

    def shape(c: ShapeContext) -> list[TensorShape]:
        found, _ = _layers(c)
        return [*found, *[TensorShape.of((None,))] * (version > 1), TensorShape.of((None,))]

    op.shape_rule(shape)
    op.gradient(_gradient, takes_none=True)
    return op


def _gradient(g: GradientOps, node: GradientNode, dy: Any, dh: Any, dc: Any, *_reserved: Any) -> list[Any]:
    names, attrs = ["input", "input_h", "input_c", "params"], ["rnn_mode", "input_mode", "direction", "dropout"]
    attrs += ["seed", "seed2"]
    if node.type == cudnn_rnn_v3.name:
        names, attrs = [*names, "sequence_lengths"], [*attrs, "num_proj", "time_major"]
    given = dict(zip(names, node.inputs, strict=True))
    output, output_h, output_c, *reserved = node.outputs
    given |= dict(zip(("reserve_space", "host_reserved"), reserved, strict=False))
    found = getattr(g, node.type.replace("RNN", "RNNBackprop"))(
        **given, output=output, output_h=output_h, output_c=output_c,
        output_backprop=_zero(g, dy, output), output_h_backprop=_zero(g, dh, output_h),
        output_c_backprop=_zero(g, dc, output_c), **{name: node.get_attr(name) for name in attrs},
    )  # fmt: skip
    return [*found, *[None] * (len(names) - 4)]


def _zero(g: GradientOps, dy: Any, like: Any) -> Any:
    return g.ZerosLike(x=like) if dy is None else dy


def _backward(name: str, version: int) -> None:
    lengths = ["sequence_lengths: int32"] if version == 3 else []
    attrs = [_T, *_KIND, *([_PROJECTION, "time_major: bool = true"] if version == 3 else [])]
    forward = name.replace("Backprop", "")
    what = (
        """
    sequence_lengths: as there.
    num_proj: 0.
    time_major: as there."""
        if version == 3
        else ""
    )
    register_op(
        name,
        inputs=[*_STATE, *lengths, "output: T", "output_h: T", "output_c: T", "output_backprop: T",
                "output_h_backprop: T", "output_c_backprop: T", "reserve_space: T",
                *(["host_reserved: int8"] if version > 1 else [])],
        outputs=["input_backprop: T", "input_h_backprop: T", "input_c_backprop: T", "params_backprop: T"],
        attrs=attrs,
        stateful=True,
        doc=f"""The gradients of {forward}.

    {_STATE_DOC}
    output, output_h, output_c, reserve_space: as {forward} gave them.{what}
    output_backprop, output_h_backprop, output_c_backprop: gradients of its outputs.
    {_KIND_DOC}
    input_backprop, input_h_backprop, input_c_backprop, params_backprop: gradients of its inputs.""",
    ).shape_rule(_backward_shape)  # fmt: skip


def _backward_shape(c: ShapeContext) -> list[TensorShape]:
    (output, state, cell), x = _layers(c)
    for argument, shape in (("output", output), ("output_h", state), ("output_c", cell)):
        for name in (argument, f"{argument}_backprop"):
            if shape.rank or argument == "output":
                c.merge(name, shape, f"have shape {shape}")
    return [x, state, c.shape("input_c"), c.shape("params")]


cudnn_rnn = _forward("CudnnRNN", 1)
cudnn_rnn_v2 = _forward("CudnnRNNV2", 2)
cudnn_rnn_v3 = _forward("CudnnRNNV3", 3)
_backward("CudnnRNNBackprop", 1)
_backward("CudnnRNNBackpropV2", 2)
_backward("CudnnRNNBackpropV3", 3)
