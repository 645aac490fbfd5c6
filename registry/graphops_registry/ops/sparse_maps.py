"""Sparse tensors that a Session keeps in a map: put in for a number each, and taken out by these numbers."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.rules.sparse_shapes import sparse_argument
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

_SPARSE = ["sparse_indices: int64", "sparse_values: T", "sparse_shape: int64"]
_PARTS = """

    sparse_indices: `[entries, rank]`.
    sparse_values: `[entries]`.
    sparse_shape: `[rank]`.
    container: in which the map is.
    shared_name: of the map; empty for the node's name."""

add_sparse_to_tensors_map = register_op(
    "AddSparseToTensorsMap",
    inputs=_SPARSE,
    outputs=["sparse_handle: int64"],
    attrs=["T: type", "container: string = ''", "shared_name: string = ''"],
    stateful=True,
    doc=f"""Put a sparse tensor into a map; gives the number by which it is taken out.{_PARTS}""",
)
add_sparse_to_tensors_map.no_gradient()


@add_sparse_to_tensors_map.shape_rule
def _add_sparse_shape(c: ShapeContext) -> list[TensorShape]:
    sparse_argument(c, "sparse_indices", "sparse_values", "sparse_shape")
    c.shape_from_tensor("sparse_shape")
    return [SCALAR_SHAPE]


add_many_sparse_to_tensors_map = register_op(
    "AddManySparseToTensorsMap",
    inputs=_SPARSE,
    outputs=["sparse_handles: int64"],
    attrs=["T: type", "container: string = ''", "shared_name: string = ''"],
    stateful=True,
    doc=f"""Put each row of a sparse tensor into a map; gives the numbers by which they are taken out.

    The first axis is that of the rows; they are sparse tensors of one axis less.{_PARTS}""",
)
add_many_sparse_to_tensors_map.no_gradient()


@add_many_sparse_to_tensors_map.shape_rule
def _add_many_sparse_shape(c: ShapeContext) -> list[TensorShape]:
    shape = sparse_argument(c, "sparse_indices", "sparse_values", "sparse_shape")
    if isinstance(shape.rank, int) and shape.rank < 2:
        c.fail("sparse_shape", "have at least two sizes", shape.rank)
    sizes = c.shape_from_tensor("sparse_shape")
    return [TensorShape.of((sizes.dims[0] if sizes.dims else None,))]


take_many_sparse_from_tensors_map = register_op(
    "TakeManySparseFromTensorsMap",
    inputs=["sparse_handles: int64"],
    outputs=["sparse_indices: int64", "sparse_values: dtype", "sparse_shape: int64"],
    attrs=["dtype: type", "container: string = ''", "shared_name: string = ''"],
    stateful=True,
    doc="""Take sparse tensors out of a map; they become the rows of one with an axis more, in front of their own.

    The other sizes are the largest of theirs.

    sparse_handles: a vector of the numbers that the ops gave that put them in.
    dtype: of the values.
    container: in which the map is.
    shared_name: of the map.""",
)
take_many_sparse_from_tensors_map.no_gradient()


@take_many_sparse_from_tensors_map.shape_rule
def _take_many_sparse_shape(c: ShapeContext) -> list[TensorShape]:
    handles = c.with_rank("sparse_handles", 1)
    if handles[0] == 0:
        c.fail("sparse_handles", "have at least one value", "none")
    if not c.attr("shared_name"):
        c.fail("attr 'shared_name'", "name the map", "an empty name")
    return [TensorShape.of((None, None)), TensorShape.of((None,)), TensorShape.of((None,))]
