"""Tensor arrays: lists of tensors that the loops of TensorFlow 1 write and read, element by element.

An array lives in the handle that ``TensorArrayV3`` gives, so it ends with the run that made it. ``flow`` is a number
without a meaning: it goes from each op on an array to the next, which orders them, and gradients go back along it.
"""

from __future__ import annotations

from typing import Any, Final

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.resource import handle_argument
from graphops_registry.rules.tensor_array_gradients import after, gradient_array
from graphops_registry.shape import SCALAR_SHAPE, UNKNOWN_SHAPE, Dim, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

TENSOR_ARRAY: Final = "tensor array"  # the kind of the handles

_ANY_SHAPE = "shape = { unknown_rank: true }"
_HANDLE = "handle: which array."
_FLOW = "flow_in: of the op on the array that comes before."


def _array(c: ShapeContext) -> None:
    """Check ``handle``.

    Raises:
        InvalidArgumentError: no scalar, or the handle of something else.
    """
    handle = handle_argument(c, "handle")
    if handle is not None and handle.kind != TENSOR_ARRAY:
        c.fail("handle", "be the handle of a tensor array", handle.text)


# -- TensorArrayV3 -------------------------------------------------------------------------------------------------

tensor_array = register_op(
    "TensorArrayV3",
    inputs=["size: int32"],
    outputs=["handle: resource", "flow: float"],
    attrs=[
        "dtype: type",
        f"element_shape: {_ANY_SHAPE}",
        "dynamic_size: bool = false",
        "clear_after_read: bool = true",
        "identical_element_shapes: bool = false",
        "tensor_array_name: string = ''",
    ],
    stateful=True,
    traits=[Trait.STATE_OF_RUN],
    doc="""An array of `size` tensors. Each element can be written once; those never written are zeros.

    size: a scalar, 0 or more.
    flow: the first one.
    dtype: of each element.
    element_shape: what is known of the shape of each element; zeros are read only where it is known completely.
    dynamic_size: the array grows when an element behind its end is written.
    clear_after_read: each element can be read once, and is forgotten then.
    identical_element_shapes: all elements have the shape of the first one that is written.
    tensor_array_name: for error messages; '' is the node's own name.""",
)
tensor_array.no_gradient()


@tensor_array.shape_rule
def _tensor_array_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("size", 0)
    size = c.value("size")
    if size is not None and size < 0:
        c.fail("size", "be 0 or more", int(size))
    return [SCALAR_SHAPE, SCALAR_SHAPE]


# -- TensorArrayGradV3, TensorArrayGradWithShape -------------------------------------------------------------------

_GRAD_DOC = """The array of the gradients of an array's elements: of the same size, and what is written twice adds up.

    {handle}
    flow_in: comes after everything that is written to the array, which cannot grow any more.
    {prepend}grad_handle: the same array for the same `source`.
    flow_out: the first one of that array.
    source: tells the gradients of several calls of `gradients` apart."""

tensor_array_grad = register_op(
    "TensorArrayGradV3",
    inputs=["handle: resource", "flow_in: float"],
    outputs=["grad_handle: resource", "flow_out: float"],
    attrs=["source: string"],
    stateful=True,
    traits=[Trait.STATE_OF_RUN],
    doc=_GRAD_DOC.format(handle=_HANDLE, prepend=""),
)
tensor_array_grad.no_gradient()

tensor_array_grad_with_shape = register_op(
    "TensorArrayGradWithShape",
    inputs=["handle: resource", "flow_in: float", "shape_to_prepend: int32"],
    outputs=["grad_handle: resource", "flow_out: float"],
    attrs=["source: string"],
    stateful=True,
    traits=[Trait.STATE_OF_RUN],
    doc=_GRAD_DOC.format(
        handle=_HANDLE,
        prepend="shape_to_prepend: the dimensions that each gradient has before those of its element.\n    ",
    ),
)
tensor_array_grad_with_shape.no_gradient()


@tensor_array_grad.shape_rule
@tensor_array_grad_with_shape.shape_rule
def _tensor_array_grad_shape(c: ShapeContext) -> list[TensorShape]:
    _array(c)
    c.with_rank("flow_in", 0)
    if "shape_to_prepend" in c.op_def.input_by_name:
        c.shape_from_tensor("shape_to_prepend")
    return [SCALAR_SHAPE, SCALAR_SHAPE]


# -- TensorArrayWriteV3, TensorArrayReadV3 -------------------------------------------------------------------------

tensor_array_write = register_op(
    "TensorArrayWriteV3",
    inputs=["handle: resource", "index: int32", "value: T", "flow_in: float"],
    outputs=["flow_out: float"],
    attrs=["T: type"],
    stateful=True,
    traits=[Trait.STATE_OF_RUN],
    doc=f"""Make value the element number `index`, a scalar, of an array.

    {_HANDLE}
    {_FLOW}
    flow_out: comes after the element is written.""",
)


@tensor_array_write.shape_rule
def _tensor_array_write_shape(c: ShapeContext) -> list[TensorShape]:
    _array(c)
    c.with_rank("index", 0)
    c.with_rank("flow_in", 0)
    return [SCALAR_SHAPE]


@tensor_array_write.gradient
def _tensor_array_write_gradient(g: GradientOps, node: GradientNode, dflow: Any) -> list[Any]:
    flow = after(g, node.outputs[0], dflow)
    handle = gradient_array(g, node, flow)
    value = g.TensorArrayReadV3(handle=handle, index=node.inputs[1], flow_in=flow, dtype=node.get_attr("T"))
    return [None, None, value, flow]


tensor_array_read = register_op(
    "TensorArrayReadV3",
    inputs=["handle: resource", "index: int32", "flow_in: float"],
    outputs=["value: dtype"],
    attrs=["dtype: type"],
    stateful=True,
    traits=[Trait.STATE_OF_RUN],
    doc=f"""The element number `index`, a scalar, of an array.

    {_HANDLE}
    {_FLOW}""",
)


@tensor_array_read.shape_rule
def _tensor_array_read_shape(c: ShapeContext) -> list[TensorShape]:
    _array(c)
    c.with_rank("index", 0)
    c.with_rank("flow_in", 0)
    return [UNKNOWN_SHAPE]  # the handle, and with it the shape, is known only when the graph runs


@tensor_array_read.gradient
def _tensor_array_read_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    _, index, flow = node.inputs
    flow = g.Identity(input=flow)
    handle = gradient_array(g, node, flow)
    return [None, None, g.TensorArrayWriteV3(handle=handle, index=index, value=dy, flow_in=flow)]


# -- TensorArrayGatherV3, TensorArrayScatterV3 ---------------------------------------------------------------------

tensor_array_gather = register_op(
    "TensorArrayGatherV3",
    inputs=["handle: resource", "indices: int32", "flow_in: float"],
    outputs=["value: dtype"],
    attrs=["dtype: type", f"element_shape: {_ANY_SHAPE}"],
    stateful=True,
    traits=[Trait.STATE_OF_RUN],
    doc=f"""Elements of an array, stacked along a new first axis.

    {_HANDLE}
    indices: numbers of elements.
    {_FLOW}
    element_shape: what is known of the shape of each; it must be known completely when indices is empty.""",
)


@tensor_array_gather.shape_rule
def _tensor_array_gather_shape(c: ShapeContext) -> list[TensorShape]:
    _array(c)
    indices, element = c.with_rank("indices", 1), c.attr("element_shape")
    c.with_rank("flow_in", 0)
    if indices[0] == 0 and not element.is_fully_defined:
        c.fail("attr 'element_shape'", "be known completely when indices is empty", element)
    return [indices.concatenate(element)]


@tensor_array_gather.gradient
def _tensor_array_gather_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    _, indices, flow = node.inputs
    flow = g.Identity(input=flow)
    handle = gradient_array(g, node, flow)
    return [None, None, g.TensorArrayScatterV3(handle=handle, indices=indices, value=dy, flow_in=flow)]


tensor_array_scatter = register_op(
    "TensorArrayScatterV3",
    inputs=["handle: resource", "indices: int32", "value: T", "flow_in: float"],
    outputs=["flow_out: float"],
    attrs=["T: type"],
    stateful=True,
    traits=[Trait.STATE_OF_RUN],
    doc=f"""Make each entry along the first axis of value an element of an array.

    {_HANDLE}
    indices: for each entry the number of its element.
    {_FLOW}
    flow_out: comes after the elements are written.""",
)


@tensor_array_scatter.shape_rule
def _tensor_array_scatter_shape(c: ShapeContext) -> list[TensorShape]:
    _array(c)
    indices, value = c.with_rank("indices", 1), c.with_rank_at_least("value", 1)
    c.with_rank("flow_in", 0)
    if value.dims is not None:
        c.merge_dim("indices", indices[0], value.dims[0], f"name an element for each of the {value.dims[0]} of value")
    return [SCALAR_SHAPE]


@tensor_array_scatter.gradient
def _tensor_array_scatter_gradient(g: GradientOps, node: GradientNode, dflow: Any) -> list[Any]:
    flow = after(g, node.outputs[0], dflow)
    handle = gradient_array(g, node, flow)
    value = g.TensorArrayGatherV3(
        handle=handle,
        indices=node.inputs[1],
        flow_in=flow,
        dtype=node.get_attr("T"),
        element_shape=node.inputs[2].shape[1:],
    )
    return [None, None, value, flow]


# -- TensorArrayConcatV3, TensorArraySplitV3 -----------------------------------------------------------------------

tensor_array_concat = register_op(
    "TensorArrayConcatV3",
    inputs=["handle: resource", "flow_in: float"],
    outputs=["value: dtype", "lengths: int64"],
    attrs=["dtype: type", f"element_shape_except0: {_ANY_SHAPE}"],
    stateful=True,
    traits=[Trait.STATE_OF_RUN],
    doc=f"""All elements of an array, joined along their first axis.

    {_HANDLE}
    {_FLOW}
    lengths: the size of each element's first axis.
    element_shape_except0: what is known of the shape of each without its first axis; it must be known completely
        when there is no element.""",
)


@tensor_array_concat.shape_rule
def _tensor_array_concat_shape(c: ShapeContext) -> list[TensorShape]:
    _array(c)
    c.with_rank("flow_in", 0)
    unknown: tuple[Dim, ...] = (None,)
    return [TensorShape(unknown).concatenate(c.attr("element_shape_except0")), TensorShape(unknown)]


@tensor_array_concat.gradient
def _tensor_array_concat_gradient(g: GradientOps, node: GradientNode, dy: Any, dlengths: Any) -> list[Any]:
    flow = g.Identity(input=node.inputs[1])
    handle = gradient_array(g, node, flow)
    return [None, g.TensorArraySplitV3(handle=handle, value=dy, lengths=node.outputs[1], flow_in=flow)]


tensor_array_split = register_op(
    "TensorArraySplitV3",
    inputs=["handle: resource", "value: T", "lengths: int64", "flow_in: float"],
    outputs=["flow_out: float"],
    attrs=["T: type"],
    stateful=True,
    traits=[Trait.STATE_OF_RUN],
    doc=f"""Cut value along its first axis, and make the parts the elements of an array.

    {_HANDLE}
    lengths: the size of each part; an array that cannot grow has as many elements.
    {_FLOW}
    flow_out: comes after the elements are written.""",
)


@tensor_array_split.shape_rule
def _tensor_array_split_shape(c: ShapeContext) -> list[TensorShape]:
    _array(c)
    value, lengths = c.with_rank_at_least("value", 1), c.value("lengths")
    c.with_rank("lengths", 1)
    c.with_rank("flow_in", 0)
    if lengths is not None:
        sizes = [int(size) for size in lengths]
        if any(size < 0 for size in sizes):
            c.fail("lengths", "be sizes >= 0", sizes)
        if value.dims is not None and isinstance(value.dims[0], int) and sum(sizes) != value.dims[0]:
            c.fail("lengths", f"add up to the {value.dims[0]} rows of value", sizes)
    return [SCALAR_SHAPE]


@tensor_array_split.gradient
def _tensor_array_split_gradient(g: GradientOps, node: GradientNode, dflow: Any) -> list[Any]:
    flow = after(g, node.outputs[0], dflow)
    handle = gradient_array(g, node, flow)
    rest = node.inputs[1].shape[1:]
    parts = g.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype=node.get_attr("T"), element_shape_except0=rest)
    return [None, parts.value, None, flow]


# -- TensorArraySizeV3, TensorArrayCloseV3 -------------------------------------------------------------------------

tensor_array_size = register_op(
    "TensorArraySizeV3",
    inputs=["handle: resource", "flow_in: float"],
    outputs=["size: int32"],
    stateful=True,
    traits=[Trait.STATE_OF_RUN],
    doc=f"""The number of elements of an array.

    {_HANDLE}
    {_FLOW}""",
)
tensor_array_size.no_gradient()


@tensor_array_size.shape_rule
def _tensor_array_size_shape(c: ShapeContext) -> list[TensorShape]:
    _array(c)
    c.with_rank("flow_in", 0)
    return [SCALAR_SHAPE]


tensor_array_close = register_op(
    "TensorArrayCloseV3",
    inputs=["handle: resource"],
    stateful=True,
    traits=[Trait.STATE_OF_RUN],
    doc=f"""Forget the elements of an array, which cannot be used any more.

    {_HANDLE}""",
)
tensor_array_close.no_gradient()


@tensor_array_close.shape_rule
def _tensor_array_close_shape(c: ShapeContext) -> list[TensorShape]:
    _array(c)
    return []
