"""``compat.v1``: tensors whose values or norms are kept within limits."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.reductions import reduce_sum
from graphops.graph.graph import Tensor, get_default_graph
from graphops.graph.operators import Operators
from graphops_registry.errors import InvalidTypeError


def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> Tensor:
    """``t`` with values below the minimum and above the maximum replaced by these."""
    tensor = as_tensor(t, name="t")
    with get_default_graph().name_scope(name or "clip_by_value") as scope:
        upper = raw_ops.Minimum(x=tensor, y=operand(clip_value_max))
        result: Tensor = raw_ops.Maximum(x=upper, y=operand(clip_value_min), name=scope)
    return result


def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """``t`` scaled to the L2 norm ``clip_norm``, over ``axes``, if it is larger."""
    tensor = as_tensor(t, name="t")
    with get_default_graph().name_scope(name or "clip_by_norm") as scope:
        squares = reduce_sum(tensor * tensor, axes, keepdims=True)
        positive = squares > 0
        safe = raw_ops.SelectV2(condition=positive, t=squares, e=raw_ops.OnesLike(x=squares))
        length = raw_ops.SelectV2(condition=positive, t=raw_ops.Sqrt(x=safe), e=squares)
        limit = as_tensor(clip_norm, tensor.dtype.base)
        clipped = (tensor * limit) / raw_ops.Maximum(x=length, y=limit)
        result: Tensor = raw_ops.Identity(input=clipped, name=scope)
    return result


def clip_by_average_norm(t: Any, clip_norm: Any, name: str | None = None) -> Tensor:
    """``t`` scaled so that its L2 norm by its number of elements is at most ``clip_norm``."""
    tensor = as_tensor(t, name="t")
    dtype = tensor.dtype.base
    with get_default_graph().name_scope(name or "clip_by_average_norm") as scope:
        elements = cast(raw_ops.Size(input=tensor), dtype)
        inverse = raw_ops.Rsqrt(x=reduce_sum(tensor * tensor))
        one = as_tensor(1.0, dtype)
        limit = as_tensor(clip_norm, dtype)
        result: Tensor = raw_ops.Identity(
            input=tensor * limit * raw_ops.Minimum(x=inverse * elements, y=one / limit), name=scope
        )
    return result


def global_norm(t_list: Any, name: str | None = None) -> Tensor | None:
    """The L2 norm of all tensors together; ``None`` elements are skipped."""
    tensors = [as_tensor(t) for t in _listed(t_list, "global_norm") if t is not None]
    with get_default_graph().name_scope(name or "global_norm"):
        halves = [raw_ops.L2Loss(t=tensor) for tensor in tensors]
        if not halves:
            return None
        total = raw_ops.Sum(input=raw_ops.Pack(values=halves), reduction_indices=[0])
        result: Tensor = raw_ops.Sqrt(x=total * as_tensor(2.0, total.dtype), name="global_norm")
    return result


def clip_by_global_norm(
    t_list: Any, clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Any], Any]:
    """All tensors scaled to the common norm ``clip_norm`` if it is larger; NaN if the norm is not finite.

    Returns:
        The list of tensors (``None`` where there was none), and the norm before.
    """
    items = _listed(t_list, "clip_by_global_norm")
    norm = global_norm(items, name) if use_norm is None else as_tensor(use_norm)
    if norm is None:
        return list(items), None
    with get_default_graph().name_scope(name or "clip_by_global_norm"):
        one = as_tensor(1.0, norm.dtype.base)
        limit = as_tensor(clip_norm, norm.dtype.base, "clip_norm")
        scale = limit * raw_ops.Minimum(x=one / norm, y=one / limit)
        finite = norm - norm  # NaN for an infinite norm, else 0
        scale = scale + finite
        clipped = [None if t is None else as_tensor(t) * cast(scale, as_tensor(t).dtype.base) for t in items]
    return clipped, norm


def _listed(t_list: Any, function: str) -> list[Any]:
    if isinstance(t_list, (Operators, str)) or not hasattr(t_list, "__iter__"):
        raise InvalidTypeError(f"t_list of {function}() must be a list of tensors, got {t_list!r}")
    return list(t_list)


__all__ = [
    "clip_by_average_norm",
    "clip_by_global_norm",
    "clip_by_norm",
    "clip_by_value",
    "global_norm",
]
