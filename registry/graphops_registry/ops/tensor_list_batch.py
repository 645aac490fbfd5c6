"""Several lists of tensors at once: a variant tensor with a list in each of its elements."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

tensor_list_concat_lists = register_op(
    "TensorListConcatLists",
    inputs=["input_a: variant", "input_b: variant"],
    outputs=["output: variant"],
    attrs=["element_dtype: type"],
    doc="""For each list of input_a its elements, then those of the list of input_b at the same place.

    input_b: as many lists, in the same shape.""",
)
tensor_list_concat_lists.no_gradient()


@tensor_list_concat_lists.shape_rule
def _tensor_list_concat_lists_shape(c: ShapeContext) -> list[TensorShape]:
    first = c.shape("input_a")
    return [c.merge("input_b", first, f"have the shape of input_a, {first}")]


tensor_list_push_back_batch = register_op(
    "TensorListPushBackBatch",
    inputs=["input_handles: variant", "tensor: element_dtype"],
    outputs=["output_handles: variant"],
    attrs=["element_dtype: type"],
    doc="""The lists with one more element each; none of them is too long for it.

    input_handles: a vector of lists.
    tensor: `[lists, ...]`, for each list what becomes its last element.""",
)
tensor_list_push_back_batch.no_gradient()


@tensor_list_push_back_batch.shape_rule
def _tensor_list_push_back_batch_shape(c: ShapeContext) -> list[TensorShape]:
    lists, entries = c.with_rank("input_handles", 1)[0], c.with_rank_at_least("tensor", 1)
    if entries.rank is None:
        return [TensorShape([lists])]
    return [TensorShape([c.merge_dim("tensor", entries[0], lists, f"have an entry for each of the {lists} lists")])]
