"""``tf.sparse``: the functions of sparse tensors, most of which the outer module has as ``sparse_<name>``."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.functions.serialized import sparse_bincount as bincount
from graphops.compat.v1.functions.serialized import sparse_cross as cross
from graphops.compat.v1.functions.serialized import sparse_cross_hashed as cross_hashed
from graphops.compat.v1.functions.sparse import expand_sparse_dims as expand_dims
from graphops.compat.v1.functions.sparse import sparse_add as add
from graphops.compat.v1.functions.sparse import sparse_concat as concat
from graphops.compat.v1.functions.sparse import sparse_eye as eye
from graphops.compat.v1.functions.sparse import sparse_fill_empty_rows as fill_empty_rows
from graphops.compat.v1.functions.sparse import sparse_from_dense as from_dense
from graphops.compat.v1.functions.sparse import sparse_maximum as maximum
from graphops.compat.v1.functions.sparse import sparse_merge as merge
from graphops.compat.v1.functions.sparse import sparse_minimum as minimum
from graphops.compat.v1.functions.sparse import sparse_reorder as reorder
from graphops.compat.v1.functions.sparse import sparse_reset_shape as reset_shape
from graphops.compat.v1.functions.sparse import sparse_reshape as reshape
from graphops.compat.v1.functions.sparse import sparse_retain as retain
from graphops.compat.v1.functions.sparse import sparse_slice as slice  # noqa: A004 - TensorFlow's name
from graphops.compat.v1.functions.sparse import sparse_softmax as softmax
from graphops.compat.v1.functions.sparse import sparse_split as split
from graphops.compat.v1.functions.sparse import sparse_tensor_dense_matmul as matmul
from graphops.compat.v1.functions.sparse import sparse_tensor_dense_matmul as sparse_dense_matmul
from graphops.compat.v1.functions.sparse import sparse_tensor_to_dense as to_dense
from graphops.compat.v1.functions.sparse import sparse_to_indicator as to_indicator
from graphops.compat.v1.functions.sparse import sparse_transpose as transpose
from graphops.compat.v1.functions.sparse_reductions import sparse_reduce_max as reduce_max
from graphops.compat.v1.functions.sparse_reductions import sparse_reduce_max_sparse as reduce_max_sparse
from graphops.compat.v1.functions.sparse_reductions import sparse_reduce_sum as reduce_sum
from graphops.compat.v1.functions.sparse_reductions import sparse_reduce_sum_sparse as reduce_sum_sparse
from graphops.compat.v1.functions.sparse_reductions import sparse_segment_mean as segment_mean
from graphops.compat.v1.functions.sparse_reductions import sparse_segment_sqrt_n as segment_sqrt_n
from graphops.compat.v1.functions.sparse_reductions import sparse_segment_sum as segment_sum
from graphops.compat.v1.functions.sparse_tensor import SparseTensor
from graphops.compat.v1.functions.sparse_tensor import sparse_placeholder as placeholder


def __getattr__(name: str) -> Any:
    raise missing("sparse", name)


__all__ = [
    "SparseTensor",
    "add",
    "bincount",
    "concat",
    "cross",
    "cross_hashed",
    "expand_dims",
    "eye",
    "fill_empty_rows",
    "from_dense",
    "matmul",
    "maximum",
    "merge",
    "minimum",
    "placeholder",
    "reduce_max",
    "reduce_max_sparse",
    "reduce_sum",
    "reduce_sum_sparse",
    "reorder",
    "reset_shape",
    "reshape",
    "retain",
    "segment_mean",
    "segment_sqrt_n",
    "segment_sum",
    "slice",
    "softmax",
    "sparse_dense_matmul",
    "split",
    "to_dense",
    "to_indicator",
    "transpose",
]

mark_all(globals(), __all__)
