"""``compat.v1``: functions of sparse tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.compat.v1.functions.arrays import expand_dims, reshape, transpose
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.indexing import gather
from graphops.compat.v1.functions.joining import concat, stack
from graphops.compat.v1.functions.sparse_tensor import SparseTensor, as_sparse, is_sparse
from graphops.compat.v1.functions.synonyms import one_of
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


class KeywordRequired:
    """The default of a parameter in front of those that must be given by keyword."""

    def __repr__(self) -> str:
        return "KeywordRequired()"


def _int64(value: Any) -> Any:
    found = as_tensor(value, preferred="int64")
    return found if found.dtype.name == "int64" else cast(found, "int64")


def sparse_to_dense(
    sparse_indices: Any,
    output_shape: Any,
    sparse_values: Any,
    default_value: Any = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """A dense tensor with ``sparse_values`` at ``sparse_indices`` and ``default_value`` elsewhere."""
    values = as_tensor(sparse_values)
    result: Tensor = raw_ops.SparseToDense(
        sparse_indices=operand(sparse_indices),
        output_shape=operand(output_shape),
        sparse_values=values,
        default_value=as_tensor(default_value, values.dtype.base),
        validate_indices=validate_indices,
        name=name,
    )
    return result


def sparse_tensor_to_dense(
    sp_input: Any, default_value: Any = None, validate_indices: bool = True, name: str | None = None
) -> Tensor:
    """A sparse tensor as a dense one; ``default_value`` (0, False or "") where it has no entry."""
    given = as_sparse(sp_input)
    if default_value is None:
        default_value = b"" if given.dtype.name == "string" else given.dtype.numpy_dtype.type(0)
    return sparse_to_dense(
        given.indices, given.dense_shape, given.values, default_value, validate_indices, name or "SparseToDense"
    )


def sparse_tensor_dense_matmul(
    sp_a: Any, b: Any, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Tensor:
    """The product of a sparse and a dense matrix; either may be the sparse one."""
    if is_sparse(b):
        turned = sparse_tensor_dense_matmul(b, sp_a, not adjoint_b, not adjoint_a)
        return transpose(turned, name=name or "transpose")
    given = as_sparse(sp_a, "sp_a")
    result: Tensor = raw_ops.SparseTensorDenseMatMul(
        a_indices=given.indices,
        a_values=given.values,
        a_shape=given.dense_shape,
        b=as_tensor(b, given.dtype.base),
        adjoint_a=adjoint_a,
        adjoint_b=adjoint_b,
        name=name,
    )
    return result


def sparse_add(a: Any, b: Any, threshold: Any = None, thresh: Any = None) -> Any:
    """The sum of two tensors of which one or both are sparse: sparse if both are.

    Args:
        threshold: sums of two sparse tensors' entries that are smaller than this are left out; default 0, which keeps
            all. ``thresh`` is its older name.

    Raises:
        InvalidTypeError: no sparse tensor.
    """
    least = one_of("sparse_add", "threshold", threshold, "thresh", thresh)
    if is_sparse(a) and is_sparse(b):
        first, second = as_sparse(a), as_sparse(b)
        kind = {"complex64": "float32", "complex128": "float64"}.get(first.dtype.base.name, first.dtype.base.name)
        found = raw_ops.SparseAdd(
            **_parts("a", first), **_parts("b", second), thresh=as_tensor(0 if least is None else least, kind)
        )
        return SparseTensor(*found)
    if not (is_sparse(a) or is_sparse(b)):
        raise InvalidTypeError("a or b of sparse_add() must be a SparseTensor, got two dense ones")
    first, dense = (as_sparse(a), b) if is_sparse(a) else (as_sparse(b), a)
    return raw_ops.SparseTensorDenseAdd(**_parts("a", first), b=as_tensor(dense, first.dtype.base))


def _parts(prefix: str, given: SparseTensor) -> dict[str, Any]:
    return {f"{prefix}_indices": given.indices, f"{prefix}_values": given.values, f"{prefix}_shape": given.dense_shape}


def sparse_reorder(sp_input: Any, name: str | None = None) -> SparseTensor:
    """The entries in row-major order."""
    given = as_sparse(sp_input)
    found = raw_ops.SparseReorder(**_parts("input", given), name=name)
    return SparseTensor(found.output_indices, found.output_values, given.dense_shape)


def sparse_reshape(sp_input: Any, shape: Any, name: str | None = None) -> SparseTensor:
    """The same entries in another shape; -1 stands for the size that fits."""
    given = as_sparse(sp_input)
    found = raw_ops.SparseReshape(
        input_indices=given.indices, input_shape=given.dense_shape, new_shape=_int64(shape), name=name
    )
    return SparseTensor(found.output_indices, given.values, found.output_shape)


def sparse_transpose(sp_input: Any, perm: Any = None, name: str | None = None) -> SparseTensor:
    """The axes in the order ``perm``, the reverse one by default.

    Raises:
        InvalidArgumentError: a tensor of unknown rank without ``perm``.
    """
    given = as_sparse(sp_input)
    with get_default_graph().name_scope(name or "SparseTranspose"):
        if perm is None:
            rank = given.get_shape().rank
            if rank is None:
                raise InvalidArgumentError("sp_input of sparse_transpose() must have a known rank where perm is None")
            perm = list(range(rank))[::-1]
        places, sizes = gather(given.indices, perm, axis=1), gather(given.dense_shape, perm)
        return sparse_reorder(SparseTensor(places, given.values, sizes))


def sparse_concat(
    axis: Any,
    sp_inputs: Any,
    name: str | None = None,
    expand_nonconcat_dim: bool = False,
    concat_dim: Any = None,
    expand_nonconcat_dims: Any = None,
) -> SparseTensor:
    """Sparse tensors one behind the other along ``axis``.

    Args:
        expand_nonconcat_dim: the other axes may differ; the largest sizes count.
        concat_dim, expand_nonconcat_dims: older names.
    """
    if expand_nonconcat_dims is not None:
        expand_nonconcat_dim = expand_nonconcat_dims
    number = axis if concat_dim is None else concat_dim
    inputs = [as_sparse(given, "sp_inputs") for given in sp_inputs]
    if len(inputs) == 1:
        return inputs[0]
    shapes = [given.dense_shape for given in inputs]
    if expand_nonconcat_dim:
        largest = raw_ops.Max(input=stack(shapes), reduction_indices=0)
        rank = raw_ops.Size(input=largest)
        own = raw_ops.Equal(x=raw_ops.Range(start=0, limit=rank, delta=1), y=number if number >= 0 else rank + number)
        shapes = [raw_ops.SelectV2(condition=own, t=shape, e=largest) for shape in shapes]
    found = raw_ops.SparseConcat(
        indices=[given.indices for given in inputs],
        values=[given.values for given in inputs],
        shapes=shapes,
        concat_dim=number,
        name=name,
    )
    return SparseTensor(*found)


def sparse_split(
    keyword_required: Any = KeywordRequired(),  # noqa: B008
    sp_input: Any = None,
    num_split: int | None = None,
    axis: Any = None,
    name: str | None = None,
    split_dim: Any = None,
) -> list[SparseTensor]:
    """A sparse tensor in ``num_split`` parts along ``axis``; all by keyword.

    Raises:
        InvalidArgumentError: a positional argument, or one that is missing.
    """
    if not isinstance(keyword_required, KeywordRequired):
        raise InvalidArgumentError("arguments of sparse_split() must be given by keyword")
    along = one_of("sparse_split", "axis", axis, "split_dim", split_dim)
    if num_split is None or along is None:
        raise InvalidArgumentError("num_split and axis of sparse_split() must be given")
    given = as_sparse(sp_input)
    found = raw_ops.SparseSplit(
        split_dim=_int64(along),
        indices=given.indices,
        values=given.values,
        shape=given.dense_shape,
        num_split=num_split,
        name=name,
    )
    return [SparseTensor(*parts) for parts in zip(*found, strict=True)]


def sparse_slice(sp_input: Any, start: Any, size: Any, name: str | None = None) -> SparseTensor:
    """The entries in the box of ``size`` that begins at ``start``."""
    given = as_sparse(sp_input)
    found = raw_ops.SparseSlice(
        indices=given.indices,
        values=given.values,
        shape=given.dense_shape,
        start=_int64(start),
        size=_int64(size),
        name=name,
    )
    return SparseTensor(*found)


def sparse_retain(sp_input: Any, to_retain: Any) -> SparseTensor:
    """The entries for which a bool vector is true."""
    given = as_sparse(sp_input)
    places = reshape(raw_ops.Where(input=as_tensor(to_retain, "bool")), [-1])
    return SparseTensor(gather(given.indices, places), gather(given.values, places), given.dense_shape)


def sparse_reset_shape(sp_input: Any, new_shape: Any = None) -> SparseTensor:
    """The same entries in a shape that is at least as large; without ``new_shape`` the smallest that holds them."""
    given = as_sparse(sp_input)
    if new_shape is None:
        most = raw_ops.Max(input=given.indices, reduction_indices=0) + np.int64(1)
        sizes = raw_ops.Maximum(x=np.int64(0), y=most)  # of no entries the maximum is the smallest number
    else:
        wanted = _int64(new_shape)
        enough = raw_ops.All(input=raw_ops.LessEqual(x=given.dense_shape, y=wanted), reduction_indices=[0])
        check = raw_ops.Assert(condition=enough, data=[wanted, given.dense_shape])
        with get_default_graph().control_dependencies([check]):
            sizes = raw_ops.Identity(input=wanted)
    return SparseTensor(given.indices, given.values, sizes)


def sparse_fill_empty_rows(sp_input: Any, default_value: Any, name: str | None = None) -> tuple[SparseTensor, Tensor]:
    """The tensor with ``default_value`` in each row that had no entry, and a bool vector of these rows."""
    given = as_sparse(sp_input)
    found = raw_ops.SparseFillEmptyRows(
        indices=given.indices,
        values=given.values,
        dense_shape=given.dense_shape,
        default_value=as_tensor(default_value, given.dtype.base),
        name=name,
    )
    return SparseTensor(found.output_indices, found.output_values, given.dense_shape), found.empty_row_indicator


def sparse_softmax(sp_input: Any, name: str | None = None) -> SparseTensor:
    """The softmax along the last axis, over the entries that there are."""
    given = as_sparse(sp_input)
    values = raw_ops.SparseSoftmax(**_parts("sp", given), name=name)
    return SparseTensor(given.indices, values, given.dense_shape)


def sparse_maximum(sp_a: Any, sp_b: Any, name: str | None = None) -> SparseTensor:
    """The larger value at each place; no entry counts as 0."""
    return _either("SparseSparseMaximum", sp_a, sp_b, name)


def sparse_minimum(sp_a: Any, sp_b: Any, name: str | None = None) -> SparseTensor:
    """The smaller value at each place; no entry counts as 0."""
    return _either("SparseSparseMinimum", sp_a, sp_b, name)


def _either(op: str, sp_a: Any, sp_b: Any, name: str | None) -> SparseTensor:
    first, second = as_sparse(sp_a, "sp_a"), as_sparse(sp_b, "sp_b")
    found = getattr(raw_ops, op)(**_parts("a", first), **_parts("b", second), name=name)
    return SparseTensor(found.output_indices, found.output_values, first.dense_shape)


def sparse_merge(
    sp_ids: Any, sp_values: Any, vocab_size: Any, name: str | None = None, already_sorted: bool = False
) -> SparseTensor:
    """The values of ``sp_values`` with the numbers in ``sp_ids`` as last coordinates, below ``vocab_size``."""
    many = isinstance(sp_ids, Sequence) and not is_sparse(sp_ids)
    ids = [as_sparse(each, "sp_ids") for each in (sp_ids if many else [sp_ids])]
    sizes = list(vocab_size) if many else [vocab_size]
    with get_default_graph().name_scope(name or "SparseMerge"):
        columns = [expand_dims(_int64(each.values), 1) for each in ids]
        places = concat([ids[0].indices[:, :-1], *columns], 1)
        shape = concat([ids[0].dense_shape[:-1], *(reshape(_int64(size), [1]) for size in sizes)], 0)
        found = SparseTensor(places, as_sparse(sp_values, "sp_values").values, shape)
        return found if already_sorted else sparse_reorder(found)


def sparse_to_indicator(sp_input: Any, vocab_size: Any, name: str | None = None) -> Tensor:
    """A bool tensor that is true at the numbers that each row holds."""
    given = as_sparse(sp_input)
    with get_default_graph().name_scope(name or "SparseToIndicator") as scope:
        true = SparseTensor(given.indices, raw_ops.OnesLike(x=cast(given.values, "bool")), given.dense_shape)
        return sparse_tensor_to_dense(sparse_merge(given, true, vocab_size), False, False, scope)


def expand_sparse_dims(sp_input: Any, axis: Any = None, name: str | None = None) -> SparseTensor:
    """One more axis of size 1 at ``axis``, at the end by default."""
    given = as_sparse(sp_input)
    with get_default_graph().name_scope(name or "expand_dims"):
        rank = raw_ops.Size(input=given.dense_shape)
        at = -1 if axis is None else axis
        at = raw_ops.SelectV2(condition=raw_ops.Less(x=at, y=0), t=rank + 1 + at, e=at)
        before, after = given.dense_shape[:at], given.dense_shape[at:]
        zeros = raw_ops.ZerosLike(x=given.indices[:, :1])
        places = concat([given.indices[:, :at], zeros, given.indices[:, at:]], 1)
        return SparseTensor(places, given.values, concat([before, np.ones(1, np.int64), after], 0))


def sparse_eye(num_rows: Any, num_columns: Any = None, dtype: Any = "float32", name: str | None = None) -> SparseTensor:
    """The identity matrix."""
    with get_default_graph().name_scope(name or "eye"):
        rows = _int64(num_rows)
        columns = rows if num_columns is None else _int64(num_columns)
        count = raw_ops.Minimum(x=rows, y=columns)
        numbers = raw_ops.Range(start=np.int64(0), limit=count, delta=np.int64(1))
        ones = raw_ops.OnesLike(x=cast(numbers, dtype))
        return SparseTensor(stack([numbers, numbers], 1), ones, stack([rows, columns]))


def sparse_from_dense(tensor: Any, name: str | None = None) -> SparseTensor:
    """The elements of a dense tensor that are not 0, False or ""."""
    with get_default_graph().name_scope(name or "dense_to_sparse"):
        given = as_tensor(tensor)
        zero = b"" if given.dtype.name == "string" else given.dtype.numpy_dtype.type(0)
        places = raw_ops.Where(input=raw_ops.NotEqual(x=given, y=zero))
        shape = raw_ops.Shape(input=given, out_type="int64")
        return SparseTensor(places, raw_ops.GatherNd(params=given, indices=places), shape)


__all__ = [
    "sparse_add",
    "sparse_concat",
    "sparse_fill_empty_rows",
    "sparse_maximum",
    "sparse_merge",
    "sparse_minimum",
    "sparse_reorder",
    "sparse_reset_shape",
    "sparse_reshape",
    "sparse_retain",
    "sparse_slice",
    "sparse_softmax",
    "sparse_split",
    "sparse_tensor_dense_matmul",
    "sparse_tensor_to_dense",
    "sparse_to_dense",
    "sparse_to_indicator",
    "sparse_transpose",
]
