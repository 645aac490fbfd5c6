"""Pools whose windows have different sizes, chosen at random, so that images shrink by any ratio."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_TYPES = "T: {float, double, int32, int64}"
_ATTRS = [
    "pooling_ratio: list(float) >= 4",
    "pseudo_random: bool = false",
    "overlapping: bool = false",
    "deterministic: bool = false",
    "seed: int = 0",
    "seed2: int = 0",
    _TYPES,
]
_OUTPUTS = ["output: T", "row_pooling_sequence: int64", "col_pooling_sequence: int64"]


def _doc(what: str) -> str:
    return f"""{what} in windows whose sizes differ by one at most, in a random order.

    value: `[batch, rows, columns, channels]`.
    pooling_ratio: by how much each axis shrinks, at least 1; 1 for the batch and the channels.
    pseudo_random: the order is as even as it can be, and only its beginning random.
    overlapping: the last row and column of a window are the first ones of the next.
    deterministic: all runs take the same windows; without it each run takes others.
    seed, seed2: with deterministic, which windows; both 0: any.
    output: `[batch, rows / ratio, columns / ratio, channels]`, sizes cut to integers.
    row_pooling_sequence, col_pooling_sequence: where the windows begin, and where the last one ends."""


_SEQUENCES_DOC = """
    row_pooling_sequence, col_pooling_sequence: where the windows begin, and where the last one ends; both rise from 0
    to the rows and columns of the pool's input."""

# -- FractionalAvgPool, FractionalMaxPool ------------------------------------------------------------------------------

fractional_avg_pool = register_op(
    "FractionalAvgPool",
    inputs=["value: T"],
    outputs=_OUTPUTS,
    attrs=_ATTRS,
    traits=["decided_at_run"],
    doc=_doc("The mean"),
)

fractional_max_pool = register_op(
    "FractionalMaxPool",
    inputs=["value: T"],
    outputs=_OUTPUTS,
    attrs=_ATTRS,
    traits=["decided_at_run"],
    doc=_doc("The largest number"),
)


@fractional_avg_pool.shape_rule
@fractional_max_pool.shape_rule
def _fractional_pool_shape(c: ShapeContext) -> list[TensorShape]:
    value, ratios = c.with_rank("value", 4), c.attr("pooling_ratio")
    if len(ratios) != 4 or not all(1 <= ratio < np.inf for ratio in ratios):
        c.fail("attr 'pooling_ratio'", "have 4 values of at least 1", list(ratios))
    if ratios[0] != 1 or ratios[3] != 1:
        c.fail("attr 'pooling_ratio'", "be 1 for the batch and the channels", list(ratios))
    if not c.attr("deterministic") and (c.attr("seed") or c.attr("seed2")):
        c.fail("attrs 'seed' and 'seed2'", "be 0 if 'deterministic' is false", [c.attr("seed"), c.attr("seed2")])
    sizes: list[Dim] = [value[0], value[1], value[2], value[3]]
    for axis in (1, 2):
        size = value[axis]
        if not isinstance(size, int):
            sizes[axis] = size if ratios[axis] == 1 else None
            continue
        sizes[axis] = int(np.float32(size) / np.float32(ratios[axis]))
        if not 0 < size < 2**31 or not sizes[axis]:
            c.fail("value", "have a row and a column for each window", value)
    known = [size + 1 if isinstance(size, int) else None for size in sizes[1:3]]
    return [TensorShape.of(tuple(sizes)), TensorShape.of((known[0],)), TensorShape.of((known[1],))]


@fractional_avg_pool.gradient
def _fractional_avg_pool_gradient(
    g: GradientOps, node: GradientNode, dy: Any, d_rows: Any, d_columns: Any
) -> list[Any]:
    shape = g.Shape(input=node.inputs[0], out_type="int64")
    return [
        g.FractionalAvgPoolGrad(
            orig_input_tensor_shape=shape, out_backprop=dy, row_pooling_sequence=node.outputs[1],
            col_pooling_sequence=node.outputs[2], overlapping=node.get_attr("overlapping"),
        )
    ]  # fmt: skip


@fractional_max_pool.gradient
def _fractional_max_pool_gradient(
    g: GradientOps, node: GradientNode, dy: Any, d_rows: Any, d_columns: Any
) -> list[Any]:
    return [
        g.FractionalMaxPoolGrad(
            orig_input=node.inputs[0], orig_output=node.outputs[0], out_backprop=dy,
            row_pooling_sequence=node.outputs[1], col_pooling_sequence=node.outputs[2],
            overlapping=node.get_attr("overlapping"),
        )
    ]  # fmt: skip


# -- FractionalAvgPoolGrad, FractionalMaxPoolGrad ----------------------------------------------------------------------

fractional_avg_pool_grad = register_op(
    "FractionalAvgPoolGrad",
    inputs=[
        "orig_input_tensor_shape: int64",
        "out_backprop: T",
        "row_pooling_sequence: int64",
        "col_pooling_sequence: int64",
    ],
    outputs=["output: T"],
    attrs=["overlapping: bool = false", _TYPES],
    doc=f"""Gradient of FractionalAvgPool.

    orig_input_tensor_shape: the shape of the pool's input.
    out_backprop: gradient of the pool's output.{_SEQUENCES_DOC}
    overlapping: as for the pool.
    output: of shape orig_input_tensor_shape.""",
)
fractional_avg_pool_grad.no_gradient()

fractional_max_pool_grad = register_op(
    "FractionalMaxPoolGrad",
    inputs=[
        "orig_input: T",
        "orig_output: T",
        "out_backprop: T",
        "row_pooling_sequence: int64",
        "col_pooling_sequence: int64",
    ],
    outputs=["output: T"],
    attrs=["overlapping: bool = false", _TYPES],
    doc=f"""Gradient of FractionalMaxPool: of equal numbers in a window the first one has it.

    orig_input, orig_output: of the pool.
    out_backprop: gradient of orig_output.{_SEQUENCES_DOC}
    overlapping: as for the pool.
    output: of the shape of orig_input.""",
)
fractional_max_pool_grad.no_gradient()


def _require_sequences(c: ShapeContext, image: TensorShape, pooled: TensorShape) -> None:
    """Both sequences rise from 0 to the sizes of ``image``, in as many steps as ``pooled`` has rows and columns."""
    for argument, axis in (("row_pooling_sequence", 1), ("col_pooling_sequence", 2)):
        count, size = c.with_rank(argument, 1)[0], pooled[axis]
        if isinstance(count, int) and isinstance(size, int) and count != size + 1:
            c.fail(argument, f"have one value more than there are windows, {size + 1}", count)
        places, whole = c.value(argument), image[axis]
        if places is None or not isinstance(whole, int):
            continue
        rises = bool((np.diff(places) > 0).all())
        if not len(places) or places[0] != 0 or places[-1] != whole or not rises:
            c.fail(argument, f"rise from 0 to {whole}", places.tolist()[:8])


@fractional_avg_pool_grad.shape_rule
def _fractional_avg_pool_grad_shape(c: ShapeContext) -> list[TensorShape]:
    image, pooled = c.shape_from_tensor("orig_input_tensor_shape", rank=4), c.with_rank("out_backprop", 4)
    for axis in (0, 3):
        c.merge_dim("out_backprop", pooled[axis], image[axis], "have the batch and the channels of the pool's input")
    _require_sequences(c, image, pooled)
    return [image]


@fractional_max_pool_grad.shape_rule
def _fractional_max_pool_grad_shape(c: ShapeContext) -> list[TensorShape]:
    image, pooled = c.with_rank("orig_input", 4), c.with_rank("orig_output", 4)
    c.merge("out_backprop", pooled, "have the shape of orig_output")
    for axis in (0, 3):
        c.merge_dim("orig_output", pooled[axis], image[axis], "have the batch and the channels of orig_input")
    _require_sequences(c, image, pooled)
    return [image]
