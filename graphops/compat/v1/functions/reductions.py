"""``compat.v1``: reductions, with TensorFlow 1's old names ``reduction_indices`` and ``keep_dims``."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.graph.graph import Tensor, get_default_graph


def _axes(tensor: Tensor, axis: Any) -> Any:
    """The axes to reduce as an op takes them: all for ``None``."""
    if axis is not None:
        return operand(list(axis) if isinstance(axis, range) else axis)
    if tensor.shape.rank is not None:
        return np.arange(tensor.shape.rank, dtype=np.int32)
    return raw_ops.Range(start=0, limit=raw_ops.Rank(input=tensor), delta=1)


class _Reduction(Protocol):
    """What every function below takes; the last two arguments are old names of others."""

    def __call__(
        self,
        input_tensor: Any,
        axis: Any = None,
        keepdims: bool | None = None,
        name: str | None = None,
        reduction_indices: Any = None,
        keep_dims: bool | None = None,
    ) -> Tensor: ...


def _reduction(op: str, function: str, doc: str) -> _Reduction:
    """The function called ``function`` that is the op ``op``."""

    def reduce(
        input_tensor: Any,
        axis: Any = None,
        keepdims: bool | None = None,
        name: str | None = None,
        reduction_indices: Any = None,
        keep_dims: bool | None = None,
    ) -> Tensor:
        axis = one_of(function, "axis", axis, "reduction_indices", reduction_indices)
        keepdims = one_of(function, "keepdims", keepdims, "keep_dims", keep_dims)
        tensor = as_tensor(input_tensor, name="input")
        result: Tensor = getattr(raw_ops, op)(
            input=tensor, reduction_indices=_axes(tensor, axis), keep_dims=bool(keepdims), name=name
        )
        return result

    reduce.__name__ = reduce.__qualname__ = function
    reduce.__doc__ = doc
    return reduce


reduce_sum = _reduction("Sum", "reduce_sum", "The sum along ``axis`` (an axis or several; all by default).")
reduce_mean = _reduction("Mean", "reduce_mean", "The mean along ``axis``.")
reduce_max = _reduction("Max", "reduce_max", "The largest element along ``axis``.")
reduce_min = _reduction("Min", "reduce_min", "The smallest element along ``axis``.")
reduce_prod = _reduction("Prod", "reduce_prod", "The product along ``axis``.")
reduce_all = _reduction("All", "reduce_all", "Whether all elements along ``axis`` are true.")
reduce_any = _reduction("Any", "reduce_any", "Whether an element along ``axis`` is true.")


def reduce_logsumexp(
    input_tensor: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    name: str | None = None,
    reduction_indices: Any = None,
    keep_dims: bool | None = None,
) -> Tensor:
    """log(sum(exp(x))) along ``axis``, without overflow."""
    axis = one_of("reduce_logsumexp", "axis", axis, "reduction_indices", reduction_indices)
    keep = bool(one_of("reduce_logsumexp", "keepdims", keepdims, "keep_dims", keep_dims))
    tensor = as_tensor(input_tensor, name="input")
    with get_default_graph().name_scope(name or "ReduceLogSumExp") as scope:
        largest = reduce_max(tensor, axis, keepdims=True)
        finite = raw_ops.SelectV2(condition=raw_ops.IsFinite(x=largest), t=largest, e=raw_ops.ZerosLike(x=largest))
        shift = raw_ops.StopGradient(input=finite)
        result: Tensor = raw_ops.Log(x=reduce_sum(raw_ops.Exp(x=tensor - shift), axis, keepdims=keep))
        if not keep:
            shift = raw_ops.Reshape(tensor=shift, shape=raw_ops.Shape(input=result))
        result = raw_ops.AddV2(x=result, y=shift, name=scope)
    return result


def count_nonzero(
    input_tensor: Any = None,
    axis: Any = None,
    keepdims: bool | None = None,
    dtype: Any = "int64",
    name: str | None = None,
    reduction_indices: Any = None,
    keep_dims: bool | None = None,
    input: Any = None,
) -> Tensor:
    """How many elements along ``axis`` are not 0 (texts: not empty), in ``dtype``."""
    given = needed("count_nonzero", "input", one_of("count_nonzero", "input", input, "input_tensor", input_tensor))
    axis = one_of("count_nonzero", "axis", axis, "reduction_indices", reduction_indices)
    keep = one_of("count_nonzero", "keepdims", keepdims, "keep_dims", keep_dims)
    tensor = as_tensor(given, name="input")
    with get_default_graph().name_scope(name or "count_nonzero"):
        zero = as_tensor(np.zeros((), tensor.dtype.numpy_dtype) if tensor.dtype.name != "string" else b"")
        others = cast(raw_ops.NotEqual(x=tensor, y=zero), "int64")
        return cast(reduce_sum(others, axis, keepdims=keep), dtype)


def argmax(
    input: Any, axis: Any = None, name: str | None = None, dimension: Any = None, output_type: Any = "int64"
) -> Tensor:
    """The index of the largest element along ``axis`` (0 by default), the first of equal ones."""
    axis = one_of("argmax", "axis", axis, "dimension", dimension)
    return arg_max(input, 0 if axis is None else axis, output_type, name)


def argmin(
    input: Any, axis: Any = None, name: str | None = None, dimension: Any = None, output_type: Any = "int64"
) -> Tensor:
    """The index of the smallest element along ``axis`` (0 by default), the first of equal ones."""
    axis = one_of("argmin", "axis", axis, "dimension", dimension)
    return arg_min(input, 0 if axis is None else axis, output_type, name)


def arg_max(input: Any, dimension: Any, output_type: Any = "int64", name: str | None = None) -> Tensor:
    """The index of the largest element along ``dimension``."""
    result: Tensor = raw_ops.ArgMax(input=as_tensor(input), dimension=dimension, output_type=output_type, name=name)
    return result


def arg_min(input: Any, dimension: Any, output_type: Any = "int64", name: str | None = None) -> Tensor:
    """The index of the smallest element along ``dimension``."""
    result: Tensor = raw_ops.ArgMin(input=as_tensor(input), dimension=dimension, output_type=output_type, name=name)
    return result


__all__ = [
    "arg_max",
    "arg_min",
    "argmax",
    "argmin",
    "count_nonzero",
    "reduce_all",
    "reduce_any",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
]
