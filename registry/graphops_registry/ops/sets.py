"""Sets of values: the last axis of a dense or sparse tensor holds sets, one for each place along the other axes."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.rules.sparse_shapes import sparse_argument, unknown_sparse
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

SET_OPERATIONS: Final = ("a-b", "b-a", "intersection", "union")
_ATTRS = [
    "set_operation: string",
    "validate_indices: bool = true",
    "T: {int8, int16, int32, int64, uint8, uint16, string}",
]
_OUTPUTS = ["result_indices: int64", "result_values: T", "result_shape: int64"]
_WHAT = """

    set_operation: a-b, b-a, intersection or union, in any case.
    validate_indices: coordinates must be in row-major order, each once.
    result_indices, result_values, result_shape: a sparse tensor; each set is sorted, the largest one gives the size of
        the last axis."""


def _check_operation(c: ShapeContext) -> None:
    if c.attr("set_operation").lower() not in SET_OPERATIONS:
        c.fail("attr 'set_operation'", f"be one of {', '.join(SET_OPERATIONS)}", repr(c.attr("set_operation")))


def _rank(c: ShapeContext, argument: str, rank: Dim, other: Dim = None) -> Dim:
    if isinstance(rank, int) and rank < 2:
        c.fail(argument, "have rank 2 or more", rank)
    return c.merge_dim(argument, rank, other, f"have rank {other}, as set1 has")


def _sparse_set(c: ShapeContext, name: str) -> Dim:
    return sparse_argument(c, f"{name}_indices", f"{name}_values", f"{name}_shape").rank


def _same_groups(c: ShapeContext, argument: str, first: TensorShape, second: TensorShape) -> None:
    """All axes but the last one must agree."""
    if first.dims is not None and second.dims is not None and not first[:-1].is_compatible_with(second[:-1]):
        c.fail(argument, f"have the shape of set1, {first}, but for the last axis", second)


# -- DenseToDenseSetOperation, DenseToSparseSetOperation, SparseToSparseSetOperation -------------------------------

dense_to_dense_set_operation = register_op(
    "DenseToDenseSetOperation",
    inputs=["set1: T", "set2: T"],
    outputs=_OUTPUTS,
    attrs=_ATTRS,
    doc=f"""The difference, intersection or union of the sets along the last axis of two dense tensors.

    set1, set2: of rank 2 or more, of one shape but for the last axis; a value may be there several times.{_WHAT}""",
)
dense_to_dense_set_operation.no_gradient()


@dense_to_dense_set_operation.shape_rule
def _dense_to_dense_shape(c: ShapeContext) -> list[TensorShape]:
    _check_operation(c)
    first, second = c.shape("set1"), c.shape("set2")
    rank = _rank(c, "set2", second.rank, _rank(c, "set1", first.rank))
    _same_groups(c, "set2", first, second)
    return unknown_sparse(rank)


dense_to_sparse_set_operation = register_op(
    "DenseToSparseSetOperation",
    inputs=["set1: T", "set2_indices: int64", "set2_values: T", "set2_shape: int64"],
    outputs=_OUTPUTS,
    attrs=_ATTRS,
    doc=f"""The difference, intersection or union of the sets along the last axis of a dense and a sparse tensor.

    set1: of rank 2 or more.
    set2_indices, set2_values, set2_shape: a sparse tensor of its shape but for the last axis.{_WHAT}""",
)
dense_to_sparse_set_operation.no_gradient()


@dense_to_sparse_set_operation.shape_rule
def _dense_to_sparse_shape(c: ShapeContext) -> list[TensorShape]:
    _check_operation(c)
    first = c.shape("set1")
    rank = _rank(c, "set2_shape", _sparse_set(c, "set2"), _rank(c, "set1", first.rank))
    _same_groups(c, "set2_shape", first, c.shape_from_tensor("set2_shape"))
    return unknown_sparse(rank)


sparse_to_sparse_set_operation = register_op(
    "SparseToSparseSetOperation",
    inputs=[
        "set1_indices: int64",
        "set1_values: T",
        "set1_shape: int64",
        "set2_indices: int64",
        "set2_values: T",
        "set2_shape: int64",
    ],
    outputs=_OUTPUTS,
    attrs=_ATTRS,
    doc=f"""The difference, intersection or union of the sets along the last axis of two sparse tensors.

    set1_indices, set1_values, set1_shape: a sparse tensor of rank 2 or more.
    set2_indices, set2_values, set2_shape: another one of its shape but for the last axis.{_WHAT}""",
)
sparse_to_sparse_set_operation.no_gradient()


@sparse_to_sparse_set_operation.shape_rule
def _sparse_to_sparse_shape(c: ShapeContext) -> list[TensorShape]:
    _check_operation(c)
    rank = _rank(c, "set2_shape", _sparse_set(c, "set2"), _rank(c, "set1_shape", _sparse_set(c, "set1")))
    _same_groups(c, "set2_shape", c.shape_from_tensor("set1_shape"), c.shape_from_tensor("set2_shape"))
    return unknown_sparse(rank)


# -- SetSize -------------------------------------------------------------------------------------------------------

set_size = register_op(
    "SetSize",
    inputs=["set_indices: int64", "set_values: T", "set_shape: int64"],
    outputs=["size: int32"],
    attrs=_ATTRS[1:],
    doc="""How many different values each set along the last axis of a sparse tensor has.

    set_indices, set_values, set_shape: a sparse tensor of rank 2 or more.
    validate_indices: coordinates must be in row-major order, each once.
    size: of the tensor's shape without its last axis.""",
)
set_size.no_gradient()


@set_size.shape_rule
def _set_size_shape(c: ShapeContext) -> list[TensorShape]:
    rank = _rank(c, "set_shape", _sparse_set(c, "set"))
    sizes = c.shape_from_tensor("set_shape")
    if sizes.dims is not None:
        return [TensorShape.of(sizes.dims[:-1])]
    return [TensorShape.unknown(rank - 1 if isinstance(rank, int) else None)]
