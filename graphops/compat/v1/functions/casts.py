"""``compat.v1``: tensors in other dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.dtypes import as_dtype


def cast(x: Any, dtype: Any, name: str | None = None) -> Tensor:
    """``x`` in another dtype: floats are cut to integers, anything but 0 is true."""
    wanted = as_dtype(dtype).base
    tensor = as_tensor(x, name="x")
    if tensor.dtype.base is wanted:
        return tensor
    result: Tensor = raw_ops.Cast(x=tensor, DstT=wanted, name=name)
    return result


def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Tensor:
    """``value`` in another dtype, its limits for what it cannot hold."""
    wanted = as_dtype(dtype).base
    tensor = as_tensor(value, name="value")
    with get_default_graph().name_scope(name or "saturate_cast") as scope:
        low, high = _limits(wanted.numpy_dtype)
        own_low, own_high = _limits(tensor.dtype.numpy_dtype)
        own = tensor.dtype.numpy_dtype.type
        if own_low < low:
            tensor = raw_ops.Maximum(x=tensor, y=_inside(own, low, up=True))
        if own_high > high:
            tensor = raw_ops.Minimum(x=tensor, y=_inside(own, high, up=False))
        return cast(tensor, wanted, scope)


def _limits(dtype: np.dtype[Any]) -> tuple[Any, Any]:
    if dtype.kind == "b":
        return 0, 1
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return int(info.min), int(info.max)
    import ml_dtypes

    real: Any = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]
    return float(real.min), float(real.max)


def _inside(kind: Any, limit: Any, up: bool) -> Any:
    """``limit`` in the dtype ``kind``, not beyond it: 2**31 - 1 is no float32."""
    value = kind(limit)
    if np.issubdtype(np.dtype(kind), np.inexact) and ((value < limit) if up else (int(value) > limit)):
        value = np.nextafter(value, kind(0))
    return value


def to_float(x: Any, name: str = "ToFloat") -> Tensor:
    """``cast(x, float32)``."""
    return cast(x, "float32", name)


def to_double(x: Any, name: str = "ToDouble") -> Tensor:
    """``cast(x, float64)``."""
    return cast(x, "float64", name)


def to_int32(x: Any, name: str = "ToInt32") -> Tensor:
    """``cast(x, int32)``."""
    return cast(x, "int32", name)


def to_int64(x: Any, name: str = "ToInt64") -> Tensor:
    """``cast(x, int64)``."""
    return cast(x, "int64", name)


def to_bfloat16(x: Any, name: str = "ToBFloat16") -> Tensor:
    """``cast(x, bfloat16)``."""
    return cast(x, "bfloat16", name)


def to_complex64(x: Any, name: str = "ToComplex64") -> Tensor:
    """``cast(x, complex64)``."""
    return cast(x, "complex64", name)


def to_complex128(x: Any, name: str = "ToComplex128") -> Tensor:
    """``cast(x, complex128)``."""
    return cast(x, "complex128", name)


__all__ = [
    "cast",
    "saturate_cast",
    "to_bfloat16",
    "to_complex64",
    "to_complex128",
    "to_double",
    "to_float",
    "to_int32",
    "to_int64",
]
