"""Connectionist temporal classification: the loss of sequences of labels without places in time, and its decoders.

Each step gives a class or the blank; a sequence of steps says the labels that are left when equal neighbours are made
one and the blanks taken out.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_registry.errors import UnimplementedError
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_T: Final = "T: {float, double} = DT_FLOAT"
_INPUTS_DOC: Final = """inputs: `[steps, batch, classes]`, logits: the softmax along the last axis is taken of them.
    sequence_length: `[batch]`, how many steps each sequence has."""


def _sequences(c: ShapeContext) -> tuple[TensorShape, Dim]:
    """The shape of inputs, and the size of the batch."""
    x = c.with_rank("inputs", 3)
    if x[2] == 0:
        c.fail("inputs", "have at least 1 class", x)
    rule = f"have a length for each of the {x[1]} sequences of inputs"
    return x, c.merge_dim("sequence_length", c.with_rank("sequence_length", 1)[0], x[1], rule)


# -- CTCLoss, CTCLossV2 --------------------------------------------------------------------------------------------

_LOSS_ATTRS: Final = [
    "preprocess_collapse_repeated: bool = false",
    "ctc_merge_repeated: bool = true",
    "ignore_longer_outputs_than_inputs: bool = false",
]
_LABELS: Final = ["labels_indices: int64", "labels_values: int32", "sequence_length: int32"]
_LABELS_DOC: Final = """labels_indices: `[labels, 2]`: of each label the sequence and the place in it, in row-major
        order, each place once.
    labels_values: `[labels]`, {values}"""
_LOSS_DOC: Final = """preprocess_collapse_repeated: equal neighbours among the labels are made one beforehand.
    ctc_merge_repeated: equal neighbours among the steps are one label; else each of them is a label of its own.
    ignore_longer_outputs_than_inputs: sequences with more labels than steps have a loss and a gradient of 0; else they
        are refused.
    loss: `[batch]`: the negative logarithm of the probability of the labels; infinite if no steps can give them.
    gradient: of loss with respect to inputs, `[steps, batch, classes]`; 0 behind the end of a sequence."""

ctc_loss = register_op(
    "CTCLoss",
    inputs=["inputs: T", *_LABELS],
    outputs=["loss: T", "gradient: T"],
    attrs=[*_LOSS_ATTRS, _T],
    doc=f"""The loss of connectionist temporal classification, and its gradient. The last class is the blank.

    {_INPUTS_DOC}
    {_LABELS_DOC.format(values="classes; the blank, or any number above it, ends a sequence.")}
    {_LOSS_DOC}""",
)
ctc_loss_v2 = register_op(
    "CTCLossV2",
    inputs=["inputs: float", *_LABELS],
    outputs=["loss: float", "gradient: float"],
    attrs=_LOSS_ATTRS,
    doc=f"""The loss of connectionist temporal classification, and its gradient. Class 0 is the blank.

    {_INPUTS_DOC}
    {_LABELS_DOC.format(values="classes other than 0.")}
    {_LOSS_DOC}""",
)


def _loss_shape(c: ShapeContext) -> list[TensorShape]:
    x, batch = _sequences(c)
    places = c.with_rank("labels_indices", 2)
    c.merge_dim("labels_indices", places[1], 2, "have 2 columns, a sequence and a place in it")
    rule = f"have one value for each of the {places[0]} rows of labels_indices"
    c.merge_dim("labels_values", c.with_rank("labels_values", 1)[0], places[0], rule)
    return [TensorShape.of((batch,)), TensorShape.of((x[0], batch, x[2]))]


def _loss_gradient(g: GradientOps, node: GradientNode, d_loss: Any, d_gradient: Any) -> list[Any]:
    if d_gradient is not None:
        raise UnimplementedError(
            f"the gradient of op '{node.type}' must be asked for by way of loss, got one by way of gradient"
        ).concerns(op=node.type)
    why = f"the second derivative of {node.type} is not known, as in TensorFlow"
    by_logits = g.PreventGradient(input=node.outputs[1], message=why)
    return [g.Mul(x=g.ExpandDims(input=d_loss, dim=np.int32(-1)), y=by_logits), None, None, None]


for _op in (ctc_loss, ctc_loss_v2):
    _op.shape_rule(_loss_shape)
    _op.gradient(_loss_gradient, takes_none=True)

# -- CTCGreedyDecoder, CTCBeamSearchDecoder ------------------------------------------------------------------------

ctc_greedy_decoder = register_op(
    "CTCGreedyDecoder",
    inputs=["inputs: T", "sequence_length: int32"],
    outputs=["decoded_indices: int64", "decoded_values: int64", "decoded_shape: int64", "log_probability: T"],
    attrs=["merge_repeated: bool = false", "blank_index: int = -1", _T],
    doc="""The labels that the largest logit of each step says.

    inputs: `[steps, batch, classes]`.
    sequence_length: `[batch]`, how many steps each sequence has.
    merge_repeated: equal neighbours are made one, before the blanks are taken out.
    blank_index: the class that is the blank; negative ones count from the end.
    decoded_indices, decoded_values, decoded_shape: a sparse matrix, with the labels of each sequence in a row.
    log_probability: `[batch, 1]`, the sum of the largest logits, negated.""",
)
ctc_greedy_decoder.no_gradient()


@ctc_greedy_decoder.shape_rule
def _greedy_shape(c: ShapeContext) -> list[TensorShape]:
    x, batch = _sequences(c)
    blank, classes = c.attr("blank_index"), x[2]
    if isinstance(classes, int) and not -classes <= blank < classes:
        c.fail("attr 'blank_index'", f"be in [{-classes}, {classes}), a class of inputs", blank)
    return [TensorShape.of((None, 2)), TensorShape.of((None,)), TensorShape.of((2,)), TensorShape.of((batch, 1))]


ctc_beam_search_decoder = register_op(
    "CTCBeamSearchDecoder",
    inputs=["inputs: T", "sequence_length: int32"],
    outputs=[
        "decoded_indices: top_paths * int64",
        "decoded_values: top_paths * int64",
        "decoded_shape: top_paths * int64",
        "log_probability: T",
    ],
    attrs=["beam_width: int >= 1", "top_paths: int >= 1", "merge_repeated: bool = true", _T],
    doc=f"""The most probable labels, of all steps that give them together. The last class is the blank.

    {_INPUTS_DOC}
    beam_width: how many beginnings are followed.
    top_paths: how many answers are wanted, at most beam_width; a sequence that has fewer is refused.
    merge_repeated: equal neighbours among the labels that were found are made one.
    decoded_indices, decoded_values, decoded_shape: for each answer, the best first, a sparse matrix with the labels of
        each sequence in a row. Which of equally probable ones comes first is not defined.
    log_probability: `[batch, top_paths]`, the logarithm of the probability of each answer.""",
)
ctc_beam_search_decoder.no_gradient()


@ctc_beam_search_decoder.shape_rule
def _beam_shape(c: ShapeContext) -> list[TensorShape]:
    _, batch = _sequences(c)
    paths, width = c.attr("top_paths"), c.attr("beam_width")
    if paths > width:
        c.fail("attr 'top_paths'", f"be at most beam_width, {width}", paths)
    kinds = [TensorShape.of((None, 2)), TensorShape.of((None,)), TensorShape.of((2,))]
    return [*(shape for shape in kinds for _ in range(paths)), TensorShape.of((batch, paths))]
