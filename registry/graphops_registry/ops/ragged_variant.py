"""Ragged tensors in variants: one for the whole tensor, or one for each of its rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

# -- RaggedTensorToVariant -----------------------------------------------------------------------------------------

ragged_tensor_to_variant = register_op(
    "RaggedTensorToVariant",
    inputs=["rt_nested_splits: RAGGED_RANK * Tsplits", "rt_dense_values: Tvalues"],
    outputs=["encoded_ragged: variant"],
    attrs=["RAGGED_RANK: int >= 0", "Tvalues: type", "Tsplits: {int32, int64} = DT_INT64", "batched_input: bool"],
    doc="""A ragged tensor as a variant, or as a vector of variants.

    rt_nested_splits, rt_dense_values: the ragged tensor.
    batched_input: a vector, with a variant for each row; else a scalar.""",
)


@ragged_tensor_to_variant.shape_rule
def _to_variant_shape(c: ShapeContext) -> list[TensorShape]:
    splits, values = c.shapes("rt_nested_splits"), c.with_rank_at_least("rt_dense_values", 1)
    for number, shape in enumerate(splits):
        if shape.rank not in (None, 1):
            c.fail(f"rt_nested_splits[{number}]", "have rank 1", f"rank {shape.rank} {shape}")
    if not c.attr("batched_input"):
        return [TensorShape.of(())]
    outer = splits[0] if splits else values
    rows = outer.dims[0] if outer.dims else None
    if splits and isinstance(rows, int):
        if not rows:
            c.fail("rt_nested_splits[0]", "have at least one value", "none")
        rows -= 1
    return [TensorShape.of((rows,))]


@ragged_tensor_to_variant.gradient
def _to_variant_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    values = node.inputs[-1]
    found = g.RaggedTensorToVariantGradient(
        encoded_ragged_grad=dy,
        row_splits=node.inputs[0] if len(node.inputs) > 1 else np.int64(0),
        dense_values_shape=g.Shape(input=values),
        Tvalues=values.dtype,
    )
    return [*[None] * (len(node.inputs) - 1), found]


# -- RaggedTensorFromVariant ---------------------------------------------------------------------------------------

ragged_tensor_from_variant = register_op(
    "RaggedTensorFromVariant",
    inputs=["encoded_ragged: variant"],
    outputs=["output_nested_splits: output_ragged_rank * Tsplits", "output_dense_values: Tvalues"],
    attrs=[
        "input_ragged_rank: int >= -1",
        "output_ragged_rank: int >= 0",
        "Tvalues: type",
        "Tsplits: {int32, int64} = DT_INT64",
    ],
    doc="""The ragged tensor in a variant, or that of which the variants of a tensor are the rows.

    encoded_ragged: of any rank.
    input_ragged_rank: how many levels of splits each variant has; -1 for output_ragged_rank less the rank.
    output_ragged_rank: how many the result has.""",
)


@ragged_tensor_from_variant.shape_rule
def _from_variant_shape(c: ShapeContext) -> list[TensorShape]:
    rank, own, levels = c.shape("encoded_ragged").rank, c.attr("input_ragged_rank"), c.attr("output_ragged_rank")
    if rank is not None and (levels < rank or (own >= 0 and levels != own + rank)):
        wanted = f"{own + rank}" if own >= 0 else f"at least {rank}"
        c.fail("attr 'output_ragged_rank'", f"be {wanted} where encoded_ragged has rank {rank}", levels)
    return [*[TensorShape.of((None,))] * levels, TensorShape(None)]


@ragged_tensor_from_variant.gradient
def _from_variant_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    rank = node.inputs[0].shape.rank
    batched = node.get_attr("output_ragged_rank") > 0 if rank is None else rank == 1
    if rank is not None and rank > 1:
        raise NotImplementedError("RaggedTensorToVariant makes scalars and vectors only, and this is no such tensor")
    splits = list(node.outputs[:-1])
    kind = node.get_attr("Tsplits")
    return [
        g.RaggedTensorToVariant(rt_nested_splits=splits, rt_dense_values=dys[-1], batched_input=batched, Tsplits=kind)
    ]


# -- RaggedTensorToVariantGradient ---------------------------------------------------------------------------------

ragged_tensor_to_variant_gradient = register_op(
    "RaggedTensorToVariantGradient",
    inputs=["encoded_ragged_grad: variant", "row_splits: Tsplits", "dense_values_shape: int32"],
    outputs=["dense_values_grad: Tvalues"],
    attrs=["Tvalues: type", "Tsplits: {int32, int64} = DT_INT64"],
    doc="""The gradient of RaggedTensorToVariant: the values of all variants.

    encoded_ragged_grad: the gradient of its output; a variant of nothing stands for zeros.
    row_splits: its outer splits, or a scalar if it had none.
    dense_values_shape: the shape of its rt_dense_values.""",
)
ragged_tensor_to_variant_gradient.no_gradient()


@ragged_tensor_to_variant_gradient.shape_rule
def _to_variant_gradient_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape_from_tensor("dense_values_shape")]
