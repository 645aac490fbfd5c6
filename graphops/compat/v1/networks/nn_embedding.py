"""``compat.v1.nn``: rows of an embedding that sparse tensors of numbers pick, combined for each row."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.arrays import reshape
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.indexing import gather
from graphops.compat.v1.functions.joining import concat
from graphops.compat.v1.functions.sparse import sparse_fill_empty_rows, sparse_reshape, sparse_retain
from graphops.compat.v1.functions.sparse_tensor import SparseTensor, as_sparse
from graphops.compat.v1.networks.nn_layers import embedding_lookup
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.errors import InvalidArgumentError

_COMBINERS = {"sum": "SparseSegmentSum", "mean": "SparseSegmentMean", "sqrtn": "SparseSegmentSqrtN"}


def embedding_lookup_sparse(
    params: Any,
    sp_ids: Any,
    sp_weights: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    combiner: str | None = None,
    max_norm: Any = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """For each row of ``sp_ids`` the rows of ``params`` that it names, combined.

    Args:
        params: a matrix (or more axes), or a list of one.
        sp_ids: a sparse matrix of numbers; every row must have one.
        sp_weights: a sparse tensor of weights for them, or ``None``.
        combiner: "mean" (the default), "sum" or "sqrtn", the sum divided by the root of the sum of squared weights.
        max_norm: the largest L2 norm of a row; longer ones are scaled.
        partition_strategy, allow_fast_lookup: without effect.

    Raises:
        InvalidArgumentError: another combiner, or several parts.
        InvalidTypeError: ids or weights that are not sparse.
    """
    kind = "mean" if combiner is None else combiner
    if kind not in _COMBINERS:
        raise InvalidArgumentError(f"combiner must be one of mean, sqrtn or sum, got {combiner!r}")
    ids = as_sparse(sp_ids, "sp_ids")
    weights = None if sp_weights is None else as_sparse(sp_weights, "sp_weights")
    with get_default_graph().name_scope(name or "embedding_lookup_sparse") as scope:
        segments = ids.indices[:, 0]
        different = raw_ops.Unique(x=ids.values)
        rows = embedding_lookup(params, different.y, partition_strategy, max_norm=max_norm)
        if weights is None:
            op = getattr(raw_ops, _COMBINERS[kind])
            result: Tensor = op(data=rows, indices=different.idx, segment_ids=segments, name=scope)
            return result
        return _weighted(gather(rows, different.idx), weights.values, segments, kind, scope)


def _weighted(rows: Tensor, weights: Tensor, segments: Tensor, kind: str, scope: str) -> Tensor:
    """The weighted sums of rows in segments, divided as the combiner says."""
    original = rows.dtype
    if original.name in ("float16", "bfloat16"):
        rows = cast(rows, "float32")
    factors = cast(weights, rows.dtype)
    ones = raw_ops.Fill(dims=reshape(raw_ops.Rank(input=rows) - 1, [1]), value=np.int32(1))
    factors = reshape(factors, concat([raw_ops.Shape(input=factors), ones], 0))
    total: Tensor = raw_ops.SegmentSum(data=rows * factors, segment_ids=segments)
    if kind == "mean":
        total = raw_ops.DivNoNan(x=total, y=raw_ops.SegmentSum(data=factors, segment_ids=segments))
    elif kind == "sqrtn":
        squares = raw_ops.SegmentSum(data=raw_ops.Square(x=factors), segment_ids=segments)
        total = raw_ops.DivNoNan(x=total, y=raw_ops.Sqrt(x=squares))
    if total.dtype is not original:
        total = cast(total, original)
    result: Tensor = raw_ops.Identity(input=total, name=scope)
    return result


def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: Any,
    sparse_weights: Any = None,
    combiner: str = "mean",
    default_id: Any = None,
    name: str | None = None,
    partition_strategy: str = "div",
    max_norm: Any = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """``embedding_lookup_sparse`` that leaves out negative numbers, and weights that are not positive but for "sum".

    Args:
        sparse_ids: of rank 2 or more; a row is what lies along the last axis.
        default_id: the number for rows without one; their result is 0 by default.

    Raises:
        InvalidArgumentError: another combiner, or several parts.
        InvalidTypeError: ids or weights that are not sparse.
    """
    given = as_sparse(sparse_ids, "sparse_ids")
    with get_default_graph().name_scope(name or "embedding_lookup") as scope:
        shape = given.dense_shape
        outer = shape[:-1]
        rows = reshape(raw_ops.Prod(input=outer, reduction_indices=np.int32(0)), [1])
        ids = sparse_reshape(given, concat([rows, shape[-1:]], 0))
        weights = None
        if sparse_weights is not None:
            weights = SparseTensor(ids.indices, as_sparse(sparse_weights, "sparse_weights").values, ids.dense_shape)
        valid = raw_ops.GreaterEqual(x=ids.values, y=0)
        if weights is not None and combiner != "sum":
            valid = raw_ops.LogicalAnd(x=valid, y=raw_ops.Greater(x=weights.values, y=0))
        ids = sparse_retain(ids, valid)
        ids, empty = sparse_fill_empty_rows(ids, 0 if default_id is None else default_id)
        if weights is not None:
            weights = sparse_fill_empty_rows(sparse_retain(weights, valid), 1.0)[0]
        found = embedding_lookup_sparse(
            embedding_weights,
            ids,
            weights,
            partition_strategy,
            None if default_id is None else scope,
            combiner,
            max_norm,
        )
        inner = raw_ops.Shape(input=found)[1:]
        if default_id is None:
            ones = raw_ops.OnesLike(x=inner)
            column = reshape(empty, concat([raw_ops.Shape(input=empty), ones], 0))
            found = raw_ops.SelectV2(condition=column, t=raw_ops.ZerosLike(x=found), e=found)
        result: Tensor = reshape(found, concat([cast(outer, "int32"), inner], 0))
        known = as_tensor(embedding_weights[0] if isinstance(embedding_weights, (list, tuple)) else embedding_weights)
        if known.shape.dims is not None and given.get_shape().rank is not None:
            result.set_shape([*[None] * ((given.get_shape().rank or 1) - 1), *known.shape.dims[1:]])
        return result


__all__ = ["embedding_lookup_sparse", "safe_embedding_lookup_sparse"]
