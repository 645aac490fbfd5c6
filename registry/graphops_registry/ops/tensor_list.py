"""Lists of tensors as values: what loops of functions collect, and what their gradients keep.

A list is a value of dtype variant that never changes; an op that adds to one gives another list. An element that was
never set is read as zeros when its shape is known. An ``element_shape`` is a vector with -1 for unknown dimensions, or
the scalar -1 for any rank.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import Op, register_op
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

_ELEMENT_SHAPE: Final = "\n    element_shape: what the shape of every element is compatible with."


def element_shape(c: ShapeContext, argument: str = "element_shape") -> TensorShape:
    """The shape that ``argument`` describes, as far as it is known."""
    shape = c.shape(argument)
    if shape.rank is not None and shape.rank > 1:
        c.fail(argument, "be a vector, or the scalar -1", f"rank {shape.rank}")
    value = c.value(argument)
    if value is None:
        return TensorShape(None)
    if value.ndim == 0:
        if int(value) != -1:
            c.fail(argument, "be -1 if it is a scalar", int(value))
        return TensorShape(None)
    return c.shape_from_values(argument, np.where(value == -1, -1, value), minus_one_unknown=True)


def _one_list(c: ShapeContext) -> list[TensorShape]:
    """The rule of ops that take a list and scalars."""
    for name, rank in (("input_handle", 0), ("index", 0), ("size", 0), ("indices", 1)):
        if name in c.op_def.input_by_name:
            c.with_rank(name, rank)
    return [SCALAR_SHAPE]


# -- making lists --------------------------------------------------------------------------------------------------

empty_tensor_list = register_op(
    "EmptyTensorList",
    inputs=["element_shape: shape_type", "max_num_elements: int32"],
    outputs=["handle: variant"],
    attrs=["element_dtype: type", "shape_type: {int32, int64}"],
    doc=f"""A list without elements.
{_ELEMENT_SHAPE}
    max_num_elements: how many elements it may ever have; -1 for any number.""",
)
empty_tensor_list.no_gradient()


@empty_tensor_list.shape_rule
def _empty_tensor_list_shape(c: ShapeContext) -> list[TensorShape]:
    element_shape(c)
    c.with_rank("max_num_elements", 0)
    return [SCALAR_SHAPE]


tensor_list_reserve = register_op(
    "TensorListReserve",
    inputs=["element_shape: shape_type", "num_elements: int32"],
    outputs=["handle: variant"],
    attrs=["element_dtype: type", "shape_type: {int32, int64}"],
    doc=f"""A list of num_elements elements, none of which is set.
{_ELEMENT_SHAPE}""",
)
tensor_list_reserve.no_gradient()


@tensor_list_reserve.shape_rule
def _tensor_list_reserve_shape(c: ShapeContext) -> list[TensorShape]:
    element_shape(c)
    c.with_rank("num_elements", 0)
    value = c.value("num_elements")
    if value is not None and value < 0:
        c.fail("num_elements", "be at least 0", int(value))
    return [SCALAR_SHAPE]


tensor_list_from_tensor = register_op(
    "TensorListFromTensor",
    inputs=["tensor: element_dtype", "element_shape: shape_type"],
    outputs=["output_handle: variant"],
    attrs=["element_dtype: type", "shape_type: {int32, int64}"],
    doc=f"""The list of the entries of tensor along its first dimension.
{_ELEMENT_SHAPE}""",
)


@tensor_list_from_tensor.shape_rule
def _tensor_list_from_tensor_shape(c: ShapeContext) -> list[TensorShape]:
    tensor, wanted = c.with_rank_at_least("tensor", 1), element_shape(c)
    if tensor.rank is not None and not tensor[1:].is_compatible_with(wanted):
        c.fail("tensor", f"have entries of element_shape {wanted}", f"shape {tensor}")
    return [SCALAR_SHAPE]


@tensor_list_from_tensor.gradient
def _tensor_list_from_tensor_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    tensor = node.inputs[0]
    shape = _entry_shape(g, tensor)
    dtype = tensor.dtype.base
    count = tensor.shape[0] if tensor.shape.rank and isinstance(tensor.shape[0], int) else -1
    return [
        g.TensorListStack(input_handle=dy, element_shape=shape, element_dtype=dtype, num_elements=count),
        None,
    ]


def _entry_shape(g: GradientOps, tensor: Any) -> Any:
    """The shape of an entry of ``tensor`` along its first dimension, an int32 vector."""
    one = np.array([1], np.int32)
    return g.StridedSlice(input=g.Shape(input=tensor), begin=one, end=np.array([0], np.int32), strides=one, end_mask=1)


# -- the last element ----------------------------------------------------------------------------------------------

tensor_list_push_back = register_op(
    "TensorListPushBack",
    inputs=["input_handle: variant", "tensor: element_dtype"],
    outputs=["output_handle: variant"],
    attrs=["element_dtype: type"],
    doc="The list with one more element, at its end.",
)
tensor_list_push_back.shape_rule(_one_list)


@tensor_list_push_back.gradient
def _tensor_list_push_back_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    tensor = node.inputs[1]
    return list(
        g.TensorListPopBack(input_handle=dy, element_shape=g.Shape(input=tensor), element_dtype=tensor.dtype.base)
    )


tensor_list_pop_back = register_op(
    "TensorListPopBack",
    inputs=["input_handle: variant", "element_shape: int32"],
    outputs=["output_handle: variant", "tensor: element_dtype"],
    attrs=["element_dtype: type"],
    doc=f"""The list without its last element, and that element.
{_ELEMENT_SHAPE}""",
)


@tensor_list_pop_back.shape_rule
def _tensor_list_pop_back_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("input_handle", 0)
    return [SCALAR_SHAPE, element_shape(c)]


@tensor_list_pop_back.gradient
def _tensor_list_pop_back_gradient(g: GradientOps, node: GradientNode, dlist: Any, delement: Any) -> list[Any]:
    dtype = node.get_attr("element_dtype")
    if delement is None:
        delement = g.ZerosLike(x=node.outputs[1])
    if dlist is None:
        dlist = g.ZerosLike(x=node.outputs[0])  # as many elements as the list has
    return [g.TensorListPushBack(input_handle=dlist, tensor=delement, element_dtype=dtype), None]


# -- elements by number --------------------------------------------------------------------------------------------

tensor_list_get_item = register_op(
    "TensorListGetItem",
    inputs=["input_handle: variant", "index: int32", "element_shape: Tshape"],
    outputs=["item: element_dtype"],
    attrs=["element_dtype: type", "Tshape: {int32, int64} = DT_INT32"],
    doc=f"""The element of that number.
{_ELEMENT_SHAPE}""",
)


@tensor_list_get_item.shape_rule
def _tensor_list_get_item_shape(c: ShapeContext) -> list[TensorShape]:
    _one_list(c)
    return [element_shape(c)]


@tensor_list_get_item.gradient
def _tensor_list_get_item_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    handle, index, _ = node.inputs
    dtype = node.get_attr("element_dtype")
    empty = g.TensorListReserve(
        element_shape=g.Shape(input=dy), num_elements=g.TensorListLength(input_handle=handle), element_dtype=dtype
    )
    return [g.TensorListSetItem(input_handle=empty, index=index, item=dy, element_dtype=dtype), None, None]


tensor_list_set_item = register_op(
    "TensorListSetItem",
    inputs=["input_handle: variant", "index: int32", "item: element_dtype"],
    outputs=["output_handle: variant"],
    attrs=["element_dtype: type", "resize_if_index_out_of_bounds: bool = false"],
    doc="""The list with another element of that number.

    resize_if_index_out_of_bounds: make the list longer if it has no element of that number.""",
)
tensor_list_set_item.shape_rule(_one_list)


@tensor_list_set_item.gradient
def _tensor_list_set_item_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    _, index, item = node.inputs
    dtype = item.dtype.base
    return [
        g.TensorListSetItem(input_handle=dy, index=index, item=g.ZerosLike(x=item), element_dtype=dtype),
        None,
        g.TensorListGetItem(input_handle=dy, index=index, element_shape=g.Shape(input=item), element_dtype=dtype),
    ]


tensor_list_add_item = register_op(
    "Graphops>TensorListAddItem",
    inputs=[
        "input_handle: variant",
        "element_shape: shape_type",
        "num_elements: int32",
        "index: int32",
        "item: element_dtype",
    ],
    outputs=["output_handle: variant"],
    attrs=["element_dtype: type", "shape_type: {int32, int64}"],
    doc=f"""The list with item added to the element of that number, as AddN of the list and of one with that item alone.
{_ELEMENT_SHAPE}
    num_elements: how many elements the list must have.""",
)


@tensor_list_add_item.shape_rule
def _tensor_list_add_item_shape(c: ShapeContext) -> list[TensorShape]:
    element_shape(c)
    c.with_rank("num_elements", 0)
    return _one_list(c)


# -- all elements --------------------------------------------------------------------------------------------------

tensor_list_stack = register_op(
    "TensorListStack",
    inputs=["input_handle: variant", "element_shape: int32"],
    outputs=["tensor: element_dtype"],
    attrs=["element_dtype: type", "num_elements: int = -1"],
    doc=f"""All elements along a new first dimension.
{_ELEMENT_SHAPE}
    num_elements: how many there must be; -1 for any number.""",
)


@tensor_list_stack.shape_rule
def _tensor_list_stack_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("input_handle", 0)
    count = c.attr("num_elements")
    return [TensorShape([count if count >= 0 else None]).concatenate(element_shape(c))]


@tensor_list_stack.gradient
def _tensor_list_stack_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    dtype = node.get_attr("element_dtype")
    return [g.TensorListFromTensor(tensor=dy, element_shape=_entry_shape(g, dy), element_dtype=dtype), None]


tensor_list_gather = register_op(
    "TensorListGather",
    inputs=["input_handle: variant", "indices: int32", "element_shape: int32"],
    outputs=["values: element_dtype"],
    attrs=["element_dtype: type"],
    doc=f"""The elements of these numbers along a new first dimension.
{_ELEMENT_SHAPE}""",
)


@tensor_list_gather.shape_rule
def _tensor_list_gather_shape(c: ShapeContext) -> list[TensorShape]:
    _one_list(c)
    return [TensorShape([c.with_rank("indices", 1)[0]]).concatenate(element_shape(c))]


@tensor_list_gather.gradient
def _tensor_list_gather_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    handle, indices, _ = node.inputs
    dlist = g.TensorListScatterV2(
        tensor=dy,
        indices=indices,
        element_shape=g.TensorListElementShape(input_handle=handle, shape_type="int32"),
        num_elements=g.TensorListLength(input_handle=handle),
        element_dtype=node.get_attr("element_dtype"),
    )
    return [dlist, None, None]


def _register_scatter(name: str, inputs: list[str], doc: str) -> Op:
    op = register_op(
        name,
        inputs=inputs,
        outputs=["output_handle: variant"],
        attrs=[
            "element_dtype: type",
            *(["shape_type: {int32, int64}"] if "element_shape: shape_type" in inputs else []),
        ],
        doc=doc,
    )

    @op.shape_rule
    def shape(c: ShapeContext) -> list[TensorShape]:
        tensor, indices = c.with_rank_at_least("tensor", 1), c.with_rank("indices", 1)
        if tensor.rank is not None:
            c.merge_dim(
                "indices", indices[0], tensor[0], f"have a number for each of the {tensor[0]} entries of tensor"
            )
        if "element_shape" in c.op_def.input_by_name:
            element_shape(c)
        if "num_elements" in c.op_def.input_by_name:
            c.with_rank("num_elements", 0)
        return [SCALAR_SHAPE]

    return op


_SCATTER: Final = "\n\n    indices: for each entry of tensor the number of the element that it becomes."
tensor_list_scatter = _register_scatter(
    "TensorListScatter",
    ["tensor: element_dtype", "indices: int32", "element_shape: shape_type"],
    "A list whose elements are the entries of tensor along its first dimension." + _SCATTER + _ELEMENT_SHAPE,
)
tensor_list_scatter_v2 = _register_scatter(
    "TensorListScatterV2",
    ["tensor: element_dtype", "indices: int32", "element_shape: shape_type", "num_elements: int32"],
    "A list whose elements are the entries of tensor along its first dimension."
    + _SCATTER
    + _ELEMENT_SHAPE
    + "\n    num_elements: how long the list is at least; -1 for as long as it has to be.",
)


@tensor_list_scatter.gradient
@tensor_list_scatter_v2.gradient
def _tensor_list_scatter_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    tensor, indices = node.inputs[:2]
    dtype = tensor.dtype.base
    shape = _entry_shape(g, tensor)
    dtensor = g.TensorListGather(input_handle=dy, indices=indices, element_shape=shape, element_dtype=dtype)
    return [dtensor, *[None] * (len(node.inputs) - 1)]


tensor_list_scatter_into_existing_list = _register_scatter(
    "TensorListScatterIntoExistingList",
    ["input_handle: variant", "tensor: element_dtype", "indices: int32"],
    "The list with other elements: the entries of tensor along its first dimension." + _SCATTER,
)


@tensor_list_scatter_into_existing_list.gradient
def _scatter_into_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    _, tensor, indices = node.inputs
    dtype = tensor.dtype.base
    shape = _entry_shape(g, tensor)
    dtensor = g.TensorListGather(input_handle=dy, indices=indices, element_shape=shape, element_dtype=dtype)
    dlist = g.TensorListScatterIntoExistingList(
        input_handle=dy, tensor=g.ZerosLike(x=tensor), indices=indices, element_dtype=dtype
    )
    return [dlist, dtensor, None]


# -- parts along the first dimension -------------------------------------------------------------------------------

tensor_list_concat_v2 = register_op(
    "TensorListConcatV2",
    inputs=["input_handle: variant", "element_shape: shape_type", "leading_dims: int64"],
    outputs=["tensor: element_dtype", "lengths: int64"],
    attrs=["element_dtype: type", "shape_type: {int32, int64}"],
    doc=f"""All elements one after the other along their first dimension, and how long each is there.
{_ELEMENT_SHAPE}
    leading_dims: for elements that were never set, the size of their first dimension.""",
)
tensor_list_concat = register_op(
    "TensorListConcat",
    inputs=["input_handle: variant"],
    outputs=["tensor: element_dtype", "lengths: int64"],
    attrs=["element_dtype: type", "element_shape: shape = { unknown_rank: true }"],
    doc=f"""All elements one after the other along their first dimension, and how long each is there.
{_ELEMENT_SHAPE}""",
)


@tensor_list_concat.shape_rule
@tensor_list_concat_v2.shape_rule
def _tensor_list_concat_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("input_handle", 0)
    if "leading_dims" in c.op_def.input_by_name:
        c.with_rank("leading_dims", 1)
    shape = c.attr("element_shape") if c.op == "TensorListConcat" else element_shape(c)
    if shape.rank == 0:
        c.fail("element_shape", "have rank 1 or more", "rank 0")
    whole = TensorShape(None) if shape.rank is None else TensorShape([None]).concatenate(shape[1:])
    return [whole, TensorShape([None])]


@tensor_list_concat.gradient
@tensor_list_concat_v2.gradient
def _tensor_list_concat_gradient(g: GradientOps, node: GradientNode, dy: Any, _: Any) -> list[Any]:
    handle = node.inputs[0]
    dlist = g.TensorListSplit(
        tensor=dy,
        element_shape=g.TensorListElementShape(input_handle=handle, shape_type="int32"),
        lengths=node.outputs[1],
        element_dtype=node.get_attr("element_dtype"),
    )
    return [dlist, *[None] * (len(node.inputs) - 1)]


tensor_list_split = register_op(
    "TensorListSplit",
    inputs=["tensor: element_dtype", "element_shape: shape_type", "lengths: int64"],
    outputs=["output_handle: variant"],
    attrs=["element_dtype: type", "shape_type: {int32, int64}"],
    doc=f"""The list of parts of tensor along its first dimension.
{_ELEMENT_SHAPE}
    lengths: how many entries each part has.""",
)


@tensor_list_split.shape_rule
def _tensor_list_split_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank_at_least("tensor", 1)
    c.with_rank("lengths", 1)
    element_shape(c)
    return [SCALAR_SHAPE]


@tensor_list_split.gradient
def _tensor_list_split_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    tensor, _, lengths = node.inputs
    shape = g.ConcatV2(values=[np.array([-1], np.int32), _entry_shape(g, tensor)], axis=np.int32(0))
    whole, _ = g.TensorListConcatV2(
        input_handle=dy, element_shape=shape, leading_dims=lengths, element_dtype=tensor.dtype.base
    )
    return [whole, None, None]


# -- lists as a whole ----------------------------------------------------------------------------------------------

tensor_list_length = register_op(
    "TensorListLength",
    inputs=["input_handle: variant"],
    outputs=["length: int32"],
    doc="How many elements a list has.",
)
tensor_list_length.no_gradient()
tensor_list_length.shape_rule(_one_list)

tensor_list_element_shape = register_op(
    "TensorListElementShape",
    inputs=["input_handle: variant"],
    outputs=["element_shape: shape_type"],
    attrs=["shape_type: {int32, int64}"],
    doc="What the shape of every element of a list is compatible with.",
)
tensor_list_element_shape.no_gradient()


@tensor_list_element_shape.shape_rule
def _tensor_list_element_shape_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("input_handle", 0)
    return [TensorShape(None)]


tensor_list_resize = register_op(
    "TensorListResize",
    inputs=["input_handle: variant", "size: int32"],
    outputs=["output_handle: variant"],
    doc="The list with size elements: the last ones are left out, or elements that are not set are added.",
)
tensor_list_resize.shape_rule(_one_list)


@tensor_list_resize.gradient
def _tensor_list_resize_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.TensorListResize(input_handle=dy, size=g.TensorListLength(input_handle=node.inputs[0])), None]
