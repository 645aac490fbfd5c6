"""Tensors and sparse tensors as strings, each a TensorProto message, or as variants."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.rules.sparse_shapes import sparse_argument, unknown_sparse
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

# -- SerializeTensor, ParseTensor ----------------------------------------------------------------------------------

serialize_tensor = register_op(
    "SerializeTensor",
    inputs=["tensor: T"],
    outputs=["serialized: string"],
    attrs=["T: type"],
    doc="""A tensor as the bytes of a TensorProto message.

    tensor: of numbers, bools or strings.
    serialized: a scalar.""",
)
serialize_tensor.no_gradient()


@serialize_tensor.shape_rule
def _serialize_tensor_shape(c: ShapeContext) -> list[TensorShape]:
    return [SCALAR_SHAPE]


parse_tensor = register_op(
    "ParseTensor",
    inputs=["serialized: string"],
    outputs=["output: out_type"],
    attrs=["out_type: type"],
    doc="""The tensor that the bytes of a TensorProto message describe.

    serialized: a scalar.
    out_type: the dtype that the message must have.""",
)
parse_tensor.no_gradient()


@parse_tensor.shape_rule
def _parse_tensor_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("serialized", 0)
    return [TensorShape(None)]


# -- SerializeSparse, SerializeManySparse --------------------------------------------------------------------------

_SPARSE = ["sparse_indices: int64", "sparse_values: T", "sparse_shape: int64"]
_PARTS = """

    sparse_indices: `[entries, rank]`.
    sparse_values: `[entries]`.
    sparse_shape: `[rank]`.
    out_type: a string is a TensorProto message; a variant is the tensor itself."""

serialize_sparse = register_op(
    "SerializeSparse",
    inputs=_SPARSE,
    outputs=["serialized_sparse: out_type"],
    attrs=["T: type", "out_type: {string, variant} = DT_STRING"],
    doc=f"""A sparse tensor as a vector of three: its indices, values and shape.{_PARTS}""",
)
serialize_sparse.no_gradient()


@serialize_sparse.shape_rule
def _serialize_sparse_shape(c: ShapeContext) -> list[TensorShape]:
    sparse_argument(c, "sparse_indices", "sparse_values", "sparse_shape")
    return [TensorShape.of((3,))]


serialize_many_sparse = register_op(
    "SerializeManySparse",
    inputs=_SPARSE,
    outputs=["serialized_sparse: out_type"],
    attrs=["T: type", "out_type: {string, variant} = DT_STRING"],
    doc=f"""The rows of a sparse tensor, each as three: its indices, values and shape.

    The first axis is that of the rows; they are sparse tensors of one axis less.{_PARTS}""",
)
serialize_many_sparse.no_gradient()


@serialize_many_sparse.shape_rule
def _serialize_many_sparse_shape(c: ShapeContext) -> list[TensorShape]:
    shape = sparse_argument(c, "sparse_indices", "sparse_values", "sparse_shape")
    if isinstance(shape.rank, int) and shape.rank < 2:
        c.fail("sparse_shape", "have at least two sizes", shape.rank)
    sizes = c.shape_from_tensor("sparse_shape")
    return [TensorShape.of((sizes.dims[0] if sizes.dims else None, 3))]


# -- DeserializeSparse, DeserializeManySparse ----------------------------------------------------------------------

_TOGETHER = """

    Tensors that are read together become the rows of one with more axes, in front of their own; its other sizes are
    the largest of theirs.

    dtype: of the values."""

deserialize_sparse = register_op(
    "DeserializeSparse",
    inputs=["serialized_sparse: Tserialized"],
    outputs=["sparse_indices: int64", "sparse_values: dtype", "sparse_shape: int64"],
    attrs=["dtype: type", "Tserialized: {string, variant} = DT_STRING"],
    doc=f"""The sparse tensors that SerializeSparse made.{_TOGETHER}
    serialized_sparse: `[..., 3]`; the axes before the last one are those in front.""",
)
deserialize_sparse.no_gradient()


@deserialize_sparse.shape_rule
def _deserialize_sparse_shape(c: ShapeContext) -> list[TensorShape]:
    return _one_row_each(c)


def _one_row_each(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("serialized_sparse", 1)
    if shape.dims is not None:
        c.merge_dim("serialized_sparse", shape.dims[-1], 3, "have a last axis of size 3")
        if 0 in shape.dims:
            c.fail("serialized_sparse", "hold at least one sparse tensor", shape)
    return unknown_sparse(None)


deserialize_many_sparse = register_op(
    "DeserializeManySparse",
    inputs=["serialized_sparse: string"],
    outputs=["sparse_indices: int64", "sparse_values: dtype", "sparse_shape: int64"],
    attrs=["dtype: type"],
    doc=f"""The sparse tensors that SerializeManySparse made, as one.{_TOGETHER}
    serialized_sparse: `[rows, 3]`.""",
)
deserialize_many_sparse.no_gradient()


@deserialize_many_sparse.shape_rule
def _deserialize_many_sparse_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("serialized_sparse", 2)
    return _one_row_each(c)
