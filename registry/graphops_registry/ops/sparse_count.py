"""How often each number occurs: in sparse and ragged tensors, and as sparse tensors."""

from __future__ import annotations

from graphops_registry.op_def import Op, register_op
from graphops_registry.ops.math_segment import segments
from graphops_registry.rules.sparse_shapes import SparseShape, sparse_argument
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_COUNTED = "{int32, int64}"
_WEIGHTS = "{int32, int64, float, double}"
_VALUES = """
    weights: one for each of the numbers, which count as much as their weight; or empty: each counts 1.
    binary_output: 1 for each number that occurs, regardless of its count and weight."""


def _require_weights(c: ShapeContext, values: TensorShape) -> None:
    weights = c.shape("weights")
    if weights.num_elements and not weights.is_compatible_with(values):  # what is not known may be empty
        c.fail("weights", f"be empty or have the shape of values, {values}", weights)


def _sparse(c: ShapeContext) -> SparseShape:
    shape = sparse_argument(c, "indices", "values", "dense_shape")
    if shape.rank == 0:
        c.fail("dense_shape", "have at least one size", "none")
    _require_weights(c, c.shape("values"))
    return shape


def _ragged_rows(c: ShapeContext) -> Dim:
    """How many rows there are."""
    values = c.with_rank("values", 1)
    splits = c.with_rank("splits", 1)[0]
    _require_weights(c, values)
    if splits == 0:
        c.fail("splits", "have at least one value", "none")
    return splits - 1 if isinstance(splits, int) else None


# -- SparseBincount, RaggedBincount --------------------------------------------------------------------------------

_SIZE = """
    size: a scalar: so many numbers are counted, from 0 on. Numbers that are not below it are passed over; negative ones
        are refused."""

sparse_bincount = register_op(
    "SparseBincount",
    inputs=["indices: int64", "values: Tidx", "dense_shape: int64", "size: Tidx", "weights: T"],
    outputs=["output: T"],
    attrs=[f"Tidx: {_COUNTED}", f"T: {_WEIGHTS}", "binary_output: bool = false"],
    doc=f"""How often each number is a value of a sparse tensor, for each of its rows.

    indices: `[entries, rank]`.
    values: `[entries]`.
    dense_shape: `[rank]`; the first size is the number of rows.{_SIZE}{_VALUES}
    output: `[rows, size]`; `[size]` of a sparse tensor of rank 1.""",
)
sparse_bincount.no_gradient()


@sparse_bincount.shape_rule
def _sparse_bincount_shape(c: ShapeContext) -> list[TensorShape]:
    shape, size = _sparse(c), segments(c, "size")
    if not isinstance(shape.rank, int):
        return [TensorShape(None)]
    sizes = c.shape_from_tensor("dense_shape")
    return [TensorShape.of((size,) if shape.rank == 1 else (sizes.dims[0] if sizes.dims else None, size))]


ragged_bincount = register_op(
    "RaggedBincount",
    inputs=["splits: int64", "values: Tidx", "size: Tidx", "weights: T"],
    outputs=["output: T"],
    attrs=[f"Tidx: {_COUNTED}", f"T: {_WEIGHTS}", "binary_output: bool = false"],
    doc=f"""How often each number is in each row of a ragged tensor.

    splits: `[rows + 1]`, where the rows begin and end.
    values: a vector.{_SIZE}{_VALUES}
    output: `[rows, size]`.""",
)
ragged_bincount.no_gradient()


@ragged_bincount.shape_rule
def _ragged_bincount_shape(c: ShapeContext) -> list[TensorShape]:
    return [TensorShape.of((_ragged_rows(c), segments(c, "size")))]


# -- DenseCountSparseOutput, SparseCountSparseOutput, RaggedCountSparseOutput --------------------------------------


def _register(name: str, inputs: list[str], what: str) -> Op:
    op = register_op(
        name,
        inputs=[*inputs, "weights: output_type"],
        outputs=["output_indices: int64", "output_values: output_type", "output_dense_shape: int64"],
        attrs=[
            f"T: {_COUNTED}",
            "minlength: int >= -1 = -1",
            "maxlength: int >= -1 = -1",
            "binary_output: bool",
            f"output_type: {_WEIGHTS}",
        ],
        doc=f"""{what}{_VALUES}
    minlength: the output has at least so many columns; -1: as many as it needs.
    maxlength: the output has so many columns, and numbers that are not below it are passed over; -1: as many as it
        needs.
    output_indices: for each number that occurs its row and itself; of a vector itself alone.
    output_values: its count.""",
    )
    op.no_gradient()
    return op


def _counts(rank: Dim) -> list[TensorShape]:
    return [TensorShape.of((None, rank)), TensorShape.of((None,)), TensorShape.of((rank,))]


dense_count = _register(
    "DenseCountSparseOutput",
    ["values: T"],
    """How often each number occurs, as a sparse tensor.

    values: a vector, or a matrix, whose rows are counted by themselves; not negative.""",
)


@dense_count.shape_rule
def _dense_count_shape(c: ShapeContext) -> list[TensorShape]:
    values = c.shape("values")
    if values.rank not in (None, 1, 2):
        c.fail("values", "have rank 1 or 2", f"rank {values.rank} {values}")
    _require_weights(c, values)
    return _counts(values.rank)


sparse_count = _register(
    "SparseCountSparseOutput",
    ["indices: int64", "values: T", "dense_shape: int64"],
    """How often each number is a value of a sparse tensor, for each of its rows, as a sparse tensor.

    indices: `[entries, rank]`.
    values: `[entries]`, not negative.
    dense_shape: `[rank]`; the first size is the number of rows.""",
)


@sparse_count.shape_rule
def _sparse_count_shape(c: ShapeContext) -> list[TensorShape]:
    rank = _sparse(c).rank
    return _counts(min(rank, 2) if isinstance(rank, int) else None)


ragged_count = _register(
    "RaggedCountSparseOutput",
    ["splits: int64", "values: T"],
    """How often each number is in each row of a ragged tensor, as a sparse tensor.

    splits: `[rows + 1]`, where the rows begin and end.
    values: a vector of numbers that are not negative.""",
)


@ragged_count.shape_rule
def _ragged_count_shape(c: ShapeContext) -> list[TensorShape]:
    _ragged_rows(c)
    return _counts(2)
