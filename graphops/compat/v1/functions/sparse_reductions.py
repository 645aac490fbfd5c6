"""``compat.v1``: sums and maxima of sparse tensors along axes, and of picked rows in segments."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.sparse_tensor import SparseTensor, as_sparse
from graphops.compat.v1.functions.synonyms import one_of
from graphops.graph.graph import Tensor


def _reduced(
    op: str, sp_input: Any, axis: Any, keepdims: bool | None, reduction_axes: Any, keep_dims: bool | None
) -> Any:
    """What the op gives; all axes where none are named."""
    given = as_sparse(sp_input)
    axes = one_of(op, "axis", axis, "reduction_axes", reduction_axes)
    keep = one_of(op, "keepdims", keepdims, "keep_dims", keep_dims)
    if axes is None:
        axes = raw_ops.Range(start=0, limit=raw_ops.Size(input=given.dense_shape), delta=1)
    elif isinstance(axes, range):
        axes = list(axes)
    return getattr(raw_ops, op)(
        input_indices=given.indices,
        input_values=given.values,
        input_shape=given.dense_shape,
        reduction_axes=cast(as_tensor(axes), "int32"),
        keep_dims=bool(keep),
    )


def sparse_reduce_sum(
    sp_input: Any, axis: Any = None, keepdims: bool | None = None, reduction_axes: Any = None,
    keep_dims: bool | None = None,
) -> Tensor:  # fmt: skip
    """The sum along axes, as a dense tensor. ``reduction_axes`` and ``keep_dims`` are older names."""
    result: Tensor = _reduced("SparseReduceSum", sp_input, axis, keepdims, reduction_axes, keep_dims)
    return result


def sparse_reduce_max(
    sp_input: Any, axis: Any = None, keepdims: bool | None = None, reduction_axes: Any = None,
    keep_dims: bool | None = None,
) -> Tensor:  # fmt: skip
    """The maximum of the entries along axes, 0 where there is none, as a dense tensor."""
    result: Tensor = _reduced("SparseReduceMax", sp_input, axis, keepdims, reduction_axes, keep_dims)
    return result


def sparse_reduce_sum_sparse(
    sp_input: Any, axis: Any = None, keepdims: bool | None = None, reduction_axes: Any = None,
    keep_dims: bool | None = None,
) -> SparseTensor:  # fmt: skip
    """The sum along axes, as a sparse tensor."""
    return SparseTensor(*_reduced("SparseReduceSumSparse", sp_input, axis, keepdims, reduction_axes, keep_dims))


def sparse_reduce_max_sparse(
    sp_input: Any, axis: Any = None, keepdims: bool | None = None, reduction_axes: Any = None,
    keep_dims: bool | None = None,
) -> SparseTensor:  # fmt: skip
    """The maximum of the entries along axes, as a sparse tensor."""
    return SparseTensor(*_reduced("SparseReduceMaxSparse", sp_input, axis, keepdims, reduction_axes, keep_dims))


def _segments(
    op: str, data: Any, indices: Any, segment_ids: Any, name: str | None, num_segments: Any, sparse_gradient: bool
) -> Tensor:
    inputs = {"data": as_tensor(data), "indices": operand(indices), "segment_ids": operand(segment_ids)}
    if num_segments is not None:
        op, inputs["num_segments"] = f"{op}WithNumSegments", operand(num_segments)
    result: Tensor = getattr(raw_ops, op)(**inputs, sparse_gradient=sparse_gradient, name=name)
    return result


def sparse_segment_sum(
    data: Any, indices: Any, segment_ids: Any, name: str | None = None, num_segments: Any = None,
    sparse_gradient: bool = False,
) -> Tensor:  # fmt: skip
    """The sums of the rows of ``data`` that ``indices`` picks, by their sorted ``segment_ids``."""
    return _segments("SparseSegmentSum", data, indices, segment_ids, name, num_segments, sparse_gradient)


def sparse_segment_mean(
    data: Any, indices: Any, segment_ids: Any, name: str | None = None, num_segments: Any = None,
    sparse_gradient: bool = False,
) -> Tensor:  # fmt: skip
    """The means of these rows."""
    return _segments("SparseSegmentMean", data, indices, segment_ids, name, num_segments, sparse_gradient)


def sparse_segment_sqrt_n(
    data: Any, indices: Any, segment_ids: Any, name: str | None = None, num_segments: Any = None,
    sparse_gradient: bool = False,
) -> Tensor:  # fmt: skip
    """The sums of these rows, divided by the square root of their number."""
    return _segments("SparseSegmentSqrtN", data, indices, segment_ids, name, num_segments, sparse_gradient)


def sparse_matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of two dense matrices of float32 or bfloat16, in float32; ``a_is_sparse`` and the like are hints."""
    result: Tensor = raw_ops.SparseMatMul(
        a=as_tensor(a),
        b=as_tensor(b),
        transpose_a=transpose_a,
        transpose_b=transpose_b,
        a_is_sparse=a_is_sparse,
        b_is_sparse=b_is_sparse,
        name=name,
    )
    return result


__all__ = [
    "sparse_matmul",
    "sparse_reduce_max",
    "sparse_reduce_max_sparse",
    "sparse_reduce_sum",
    "sparse_reduce_sum_sparse",
    "sparse_segment_mean",
    "sparse_segment_sqrt_n",
    "sparse_segment_sum",
]
