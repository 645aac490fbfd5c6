"""``compat.v1``: sparse tensors as messages, crosses of features, and counts as sparse tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.arrays import reshape
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.sparse_tensor import SparseTensor, as_sparse, is_sparse
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

_HASH_KEY: Final = 0xDECAFCAFFE  # TensorFlow's, where none is given


def _parts(given: SparseTensor) -> dict[str, Any]:
    return {
        "sparse_indices": given.indices,
        "sparse_values": given.values,
        "sparse_shape": given.dense_shape,
    }


def serialize_sparse(sp_input: Any, name: str | None = None, out_type: Any = "string") -> Tensor:
    """A sparse tensor as three strings (or variants): its indices, values and shape."""
    result: Tensor = raw_ops.SerializeSparse(**_parts(as_sparse(sp_input)), out_type=out_type, name=name)
    return result


def serialize_many_sparse(sp_input: Any, name: str | None = None, out_type: Any = "string") -> Tensor:
    """The rows of a sparse tensor as three strings (or variants) each."""
    result: Tensor = raw_ops.SerializeManySparse(**_parts(as_sparse(sp_input)), out_type=out_type, name=name)
    return result


def deserialize_many_sparse(
    serialized_sparse: Any, dtype: Any, rank: int | None = None, name: str | None = None
) -> SparseTensor:
    """The sparse tensor of which each row was serialized.

    Args:
        rank: of the result, if it is known.
    """
    found = raw_ops.DeserializeManySparse(serialized_sparse=as_tensor(serialized_sparse), dtype=dtype, name=name)
    found.sparse_indices.set_shape([None, rank])
    found.sparse_shape.set_shape([rank])
    return SparseTensor(*found)


# -- crosses -------------------------------------------------------------------------------------------------------


def _columns(inputs: Sequence[Any]) -> dict[str, Any]:
    """Sparse and dense columns; numbers as int64.

    Raises:
        InvalidTypeError: no list.
    """
    if not isinstance(inputs, (list, tuple)):
        raise InvalidTypeError(f"inputs of sparse.cross() must be a list of tensors, got {type(inputs).__name__}")
    sparse = [as_sparse(each) for each in inputs if is_sparse(each)]
    dense = [as_tensor(each) for each in inputs if not is_sparse(each)]
    return {
        "indices": [each.indices for each in sparse],
        "values": [_text_or_int64(each.values) for each in sparse],
        "shapes": [each.dense_shape for each in sparse],
        "dense_inputs": [_text_or_int64(each) for each in dense],
    }


def _text_or_int64(values: Tensor) -> Any:
    return values if values.dtype.name == "string" else cast(values, "int64")


def sparse_cross(inputs: Any, name: str | None = None, separator: Any = None) -> SparseTensor:
    """Each combination of one value of each column, row by row, as texts that ``separator`` ("_X_") joins."""
    found = raw_ops.SparseCrossV2(
        **_columns(inputs), sep=as_tensor("_X_" if separator is None else separator), name=name
    )
    return SparseTensor(*found)


def sparse_cross_hashed(
    inputs: Any, num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> SparseTensor:
    """Each combination of one value of each column, row by row, as hashes below ``num_buckets``."""
    columns = _columns(inputs)
    texts = all(each.dtype.name == "string" for each in (*columns["values"], *columns["dense_inputs"]))
    found = raw_ops.SparseCross(
        **columns,
        hashed_output=True,
        num_buckets=num_buckets,
        hash_key=hash_key or _HASH_KEY,
        out_type="int64",
        internal_type="string" if texts else "int64",
        name=name,
    )
    return SparseTensor(*found)


# -- counts --------------------------------------------------------------------------------------------------------


def sparse_bincount(
    values: Any,
    weights: Any = None,
    axis: int | None = 0,
    minlength: int | None = None,
    maxlength: int | None = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """How often each number occurs, or the sum of its weights, as a sparse tensor.

    Args:
        axis: 0 counts all values together, -1 each row by itself.
        minlength, maxlength: limits of the columns; default: up to the largest number.
        binary_output: 1 for each number that occurs.

    Raises:
        InvalidArgumentError: another axis, or weights with ``binary_output``.
    """
    if weights is not None and binary_output:
        raise InvalidArgumentError("weights of sparse.bincount() must be None with binary_output, got some")
    if axis not in (None, 0, -1):
        raise InvalidArgumentError(f"axis of sparse.bincount() must be 0 or -1, got {axis}")
    limits: dict[str, Any] = {
        "minlength": -1 if minlength is None else minlength,
        "maxlength": -1 if maxlength is None else maxlength,
        "binary_output": binary_output,
    }
    sparse = as_sparse(values) if is_sparse(values) else None
    counted = as_tensor(values) if sparse is None else sparse.values
    if is_sparse(weights):
        weights = as_sparse(weights).values
    elif weights is not None:
        weights = as_tensor(weights)
    if axis != -1 and sparse is None:
        counted, weights = reshape(counted, [-1]), None if weights is None else reshape(weights, [-1])
    if weights is None:
        weights = as_tensor([], counted.dtype.base)
    if axis == -1 and sparse is not None:
        found = raw_ops.SparseCountSparseOutput(
            indices=sparse.indices,
            values=counted,
            dense_shape=sparse.dense_shape,
            weights=weights,
            **limits,
            name=name,
        )
    else:
        found = raw_ops.DenseCountSparseOutput(values=counted, weights=weights, **limits, name=name)
    return SparseTensor(*found)


__all__ = ["deserialize_many_sparse", "serialize_many_sparse", "serialize_sparse"]
