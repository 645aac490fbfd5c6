"""Tensor arrays of graphs that are older than resources: TensorArrayV2, whose handle is a string, and TensorArray,
whose handle is a reference to one.

They are as TensorArrayV3. They have no gradients of their own: graphs bring the nodes of these along.
"""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import Op, register_op
from graphops_registry.shape import SCALAR_SHAPE, Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_ANY_SHAPE = "shape = { unknown_rank: true }"
_NAMES = TensorShape((2,))
_REMOVED_AT: Final = {"": 16, "V2": 26}  # the version of graphs
_REMOVED_LATER: Final = {"TensorArrayScatter": 19}
_HANDLE = "handle: which array."
_FLOW = "flow_in: of the op on the array that comes before."
_LATER = "flow_out: comes after the elements are written."


def _register(
    name: str, version: str, inputs: list[str], outputs: list[str], attrs: list[str], doc: str, *, makes: bool = False
) -> Op:
    """``name`` with its version behind it; ``handle`` in the inputs has its dtype put in."""
    kind = "string" if version else "Ref(string)"
    removed = _REMOVED_LATER.get(f"{name}{version}", _REMOVED_AT[version])
    return register_op(
        f"{name}{version}",
        inputs=[each.replace("HANDLE", kind) for each in inputs],
        outputs=[each.replace("HANDLE", kind) for each in outputs],
        attrs=attrs,
        stateful=makes,
        deprecated=None if (name, version) == ("TensorArrayConcat", "V2") else (removed, f"Use {name}V3"),
        doc=doc,
    )


def _handle(c: ShapeContext) -> None:
    handle = c.shape("handle")
    if handle.rank not in (None, 0, 1):  # the value of a reference is the name of the array alone
        c.fail("handle", "be the handle of a tensor array, two strings", handle)
    if "flow_in" in c.op_def.input_by_name:
        c.with_rank("flow_in", 0)


def _made(c: ShapeContext) -> TensorShape:
    return SCALAR_SHAPE if c.op_def.outputs[0].is_ref else _NAMES


# -- making --------------------------------------------------------------------------------------------------------


def _array_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("size", 0)
    size = c.value("size")
    if size is not None and size < 0:
        c.fail("size", "be 0 or more", int(size))
    return [_made(c)]


def _gradient_shape(c: ShapeContext) -> list[TensorShape]:
    _handle(c)
    return [_made(c)]


def _register_makers(version: str) -> None:
    shape = f"element_shape: {_ANY_SHAPE}"
    rest = ["dynamic_size: bool = false", "clear_after_read: bool = true", "tensor_array_name: string = ''"]
    attrs = ["dtype: type", shape, *rest] if version else ["dtype: type", *rest, shape]
    op = _register(
        "TensorArray", version, ["size: int32"], ["handle: HANDLE"], attrs,
        """An array of `size` tensors. Each element can be written once; those never written are zeros.

    size: a scalar, 0 or more.
    handle: two strings, of which the second one is the name of the array.
    dtype: of each element.
    element_shape: what is known of the shape of each element; zeros are read only where it is known completely.
    dynamic_size: the array grows when an element behind its end is written.
    clear_after_read: each element can be read once, and is forgotten then.
    tensor_array_name: for error messages; '' is the node's own name.""",
        makes=True,
    )  # fmt: skip
    op.no_gradient()
    op.shape_rule(_array_shape)
    op = _register(
        "TensorArrayGrad", version, ["handle: string", "flow_in: float"], ["grad_handle: HANDLE"], ["source: string"],
        f"""The array of the gradients of an array's elements: of the same size, and what is written twice adds up.

    {_HANDLE}
    flow_in: comes after everything that is written to the array, which cannot grow any more.
    grad_handle: the same array for the same `source`.
    source: tells the gradients of several calls of `gradients` apart.""",
        makes=True,
    )  # fmt: skip
    op.no_gradient()
    op.shape_rule(_gradient_shape)


# -- one element, some, all ----------------------------------------------------------------------------------------


def _write_shape(c: ShapeContext) -> list[TensorShape]:
    _handle(c)
    c.with_rank("index", 0)
    return [SCALAR_SHAPE]


def _read_shape(c: ShapeContext) -> list[TensorShape]:
    _handle(c)
    c.with_rank("index", 0)
    return [TensorShape(None)]


def _gather_shape(c: ShapeContext) -> list[TensorShape]:
    _handle(c)
    indices, element = c.with_rank("indices", 1), c.attr("element_shape")
    if indices[0] == 0 and not element.is_fully_defined:
        c.fail("attr 'element_shape'", "be known completely when indices is empty", element)
    return [indices.concatenate(element)]


def _scatter_shape(c: ShapeContext) -> list[TensorShape]:
    _handle(c)
    indices, value = c.with_rank("indices", 1), c.with_rank_at_least("value", 1)
    if value.dims is not None:
        c.merge_dim("indices", indices[0], value.dims[0], f"name an element for each of the {value.dims[0]} of value")
    return [SCALAR_SHAPE]


def _register_elements(version: str) -> None:
    write = _register(
        "TensorArrayWrite", version, ["handle: HANDLE", "index: int32", "value: T", "flow_in: float"],
        ["flow_out: float"], ["T: type"],
        f"""Make value the element number `index`, a scalar, of an array.

    {_HANDLE}
    {_FLOW}
    flow_out: comes after the element is written.""",
    )  # fmt: skip
    write.shape_rule(_write_shape)
    read = _register(
        "TensorArrayRead", version, ["handle: HANDLE", "index: int32", "flow_in: float"], ["value: dtype"],
        ["dtype: type"],
        f"""The element number `index`, a scalar, of an array.

    {_HANDLE}
    {_FLOW}""",
    )  # fmt: skip
    read.shape_rule(_read_shape)
    gather = _register(
        "TensorArrayGather", version, ["handle: HANDLE", "indices: int32", "flow_in: float"], ["value: dtype"],
        ["dtype: type", f"element_shape: {_ANY_SHAPE}"],
        f"""Elements of an array, stacked along a new first axis.

    {_HANDLE}
    indices: numbers of elements.
    {_FLOW}
    element_shape: what is known of the shape of each; it must be known completely when indices is empty.""",
    )  # fmt: skip
    gather.shape_rule(_gather_shape)
    scatter = _register(
        "TensorArrayScatter", version, ["handle: HANDLE", "indices: int32", "value: T", "flow_in: float"],
        ["flow_out: float"], ["T: type"],
        f"""Make each entry along the first axis of value an element of an array.

    {_HANDLE}
    indices: for each entry the number of its element.
    {_FLOW}
    {_LATER}""",
    )  # fmt: skip
    scatter.shape_rule(_scatter_shape)


# -- joined and split ----------------------------------------------------------------------------------------------


def _concat_shape(c: ShapeContext) -> list[TensorShape]:
    _handle(c)
    unknown: tuple[Dim, ...] = (None,)
    return [TensorShape(unknown).concatenate(c.attr("element_shape_except0")), TensorShape(unknown)]


def _split_shape(c: ShapeContext) -> list[TensorShape]:
    _handle(c)
    value, lengths = c.with_rank_at_least("value", 1), c.value("lengths")
    c.with_rank("lengths", 1)
    if lengths is not None:
        sizes = [int(size) for size in lengths]
        if any(size < 0 for size in sizes):
            c.fail("lengths", "be sizes >= 0", sizes)
        if value.dims is not None and isinstance(value.dims[0], int) and sum(sizes) != value.dims[0]:
            c.fail("lengths", f"add up to the {value.dims[0]} rows of value", sizes)
    return [SCALAR_SHAPE]


def _size_shape(c: ShapeContext) -> list[TensorShape]:
    _handle(c)
    return [SCALAR_SHAPE]


def _close_shape(c: ShapeContext) -> list[TensorShape]:
    _handle(c)
    return []


def _register_whole(version: str) -> None:
    concat = _register(
        "TensorArrayConcat", version, ["handle: HANDLE", "flow_in: float"], ["value: dtype", "lengths: int64"],
        ["dtype: type", f"element_shape_except0: {_ANY_SHAPE}"],
        f"""All elements of an array, joined along their first axis.

    {_HANDLE}
    {_FLOW}
    lengths: the size of each element's first axis.
    element_shape_except0: what is known of the shape of each without its first axis; it must be known completely
        when there is no element.""",
    )  # fmt: skip
    concat.shape_rule(_concat_shape)
    split = _register(
        "TensorArraySplit", version, ["handle: HANDLE", "value: T", "lengths: int64", "flow_in: float"],
        ["flow_out: float"], ["T: type"],
        f"""Cut value along its first axis, and make the parts the elements of an array.

    {_HANDLE}
    lengths: the size of each part; an array that cannot grow has as many elements.
    {_FLOW}
    {_LATER}""",
    )  # fmt: skip
    split.shape_rule(_split_shape)
    size = _register(
        "TensorArraySize", version, ["handle: HANDLE", "flow_in: float"], ["size: int32"], [],
        f"""The number of elements of an array.

    {_HANDLE}
    {_FLOW}""",
    )  # fmt: skip
    size.no_gradient()
    size.shape_rule(_size_shape)
    close = _register(
        "TensorArrayClose", version, ["handle: HANDLE"], [], [],
        f"""Forget the elements of an array, which cannot be used any more.

    {_HANDLE}""",
    )  # fmt: skip
    close.no_gradient()
    close.shape_rule(_close_shape)


for _version in _REMOVED_AT:
    _register_makers(_version)
    _register_elements(_version)
    _register_whole(_version)

# -- TensorArrayPack, TensorArrayUnpack ----------------------------------------------------------------------------

pack = register_op(
    "TensorArrayPack",
    inputs=["handle: Ref(string)", "flow_in: float"],
    outputs=["value: dtype"],
    attrs=["dtype: type", f"element_shape: {_ANY_SHAPE}"],
    deprecated=(16, "Use TensorArrayGatherV3 with RangeOp"),
    doc=f"""All elements of an array, stacked along a new first axis.

    {_HANDLE}
    {_FLOW}
    element_shape: what is known of the shape of each; it must be known completely when there is none.""",
)


@pack.shape_rule
def _pack_shape(c: ShapeContext) -> list[TensorShape]:
    _handle(c)
    unknown: tuple[Dim, ...] = (None,)
    return [TensorShape(unknown).concatenate(c.attr("element_shape"))]


unpack = register_op(
    "TensorArrayUnpack",
    inputs=["handle: Ref(string)", "value: T", "flow_in: float"],
    outputs=["flow_out: float"],
    attrs=["T: type"],
    deprecated=(20, "Use TensorArrayScatterV3 with RangeOp"),
    doc=f"""Make the entries along the first axis of value the elements of an array.

    {_HANDLE}
    value: has as many entries as the array has elements, unless it can grow.
    {_FLOW}
    {_LATER}""",
)


@unpack.shape_rule
def _unpack_shape(c: ShapeContext) -> list[TensorShape]:
    _handle(c)
    c.with_rank_at_least("value", 1)
    return [SCALAR_SHAPE]
