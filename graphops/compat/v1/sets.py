"""``tf.sets``: sets along the last axis of dense or sparse tensors."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.functions.sparse_tensor import SparseTensor, as_sparse, is_sparse
from graphops.graph.graph import Tensor


def set_size(a: Any, validate_indices: bool = True) -> Tensor:
    """How many different values each set of a sparse tensor has."""
    given = as_sparse(a, "a")
    result: Tensor = raw_ops.SetSize(
        set_indices=given.indices,
        set_values=given.values,
        set_shape=given.dense_shape,
        validate_indices=validate_indices,
    )
    return result


def set_intersection(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor:
    """The values that are in both sets."""
    return _combined(a, b, "intersection", validate_indices)


def set_union(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor:
    """The values that are in one of the sets."""
    return _combined(a, b, "union", validate_indices)


def set_difference(a: Any, b: Any, aminusb: bool = True, validate_indices: bool = True) -> SparseTensor:
    """The values of ``a`` that are not in ``b``; the other way round without ``aminusb``."""
    return _combined(a, b, "a-b" if aminusb else "b-a", validate_indices)


_TURNED = {"a-b": "b-a", "b-a": "a-b"}


def _combined(a: Any, b: Any, operation: str, validate_indices: bool) -> SparseTensor:
    if is_sparse(a) and not is_sparse(b):  # there is an op for a dense and a sparse tensor in this order only
        a, b, operation = b, a, _TURNED.get(operation, operation)
    attrs: Any = {"set_operation": operation, "validate_indices": validate_indices}
    if not is_sparse(b):
        first = as_tensor(a)
        found = raw_ops.DenseToDenseSetOperation(set1=first, set2=as_tensor(b, first.dtype.base), **attrs)
    elif not is_sparse(a):
        sparse = as_sparse(b)
        first = as_tensor(a, sparse.dtype.base)
        found = raw_ops.DenseToSparseSetOperation(set1=first, **_parts("set2", sparse), **attrs)
    else:
        parts = {**_parts("set1", as_sparse(a)), **_parts("set2", as_sparse(b))}
        found = raw_ops.SparseToSparseSetOperation(**parts, **attrs)
    return SparseTensor(*found)


def _parts(name: str, given: SparseTensor) -> dict[str, Any]:
    return {f"{name}_indices": given.indices, f"{name}_values": given.values, f"{name}_shape": given.dense_shape}


def __getattr__(name: str) -> Any:
    raise missing("sets", name)


__all__ = [
    "difference",
    "intersection",
    "set_difference",
    "set_intersection",
    "set_size",
    "set_union",
    "size",
    "union",
]

difference, intersection, size, union = set_difference, set_intersection, set_size, set_union

mark_all(globals(), __all__)
