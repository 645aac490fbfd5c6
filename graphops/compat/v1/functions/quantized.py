"""``compat.v1``: numbers as small integers with a range, and back."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.graph.graph import Tensor


def quantize_v2(
    input: Any,
    min_range: Any,
    max_range: Any,
    T: Any,
    mode: Any = "MIN_COMBINED",
    name: str | None = None,
    round_mode: Any = "HALF_AWAY_FROM_ZERO",
    narrow_range: bool = False,
    axis: int | None = None,
    ensure_minimum_range: float = 0.01,
) -> Any:
    """The integers of dtype ``T``, and the two ends of the range that was used; see the op QuantizeV2."""
    return raw_ops.QuantizeV2(
        input=as_tensor(input, "float32"),
        min_range=as_tensor(min_range, "float32"),
        max_range=as_tensor(max_range, "float32"),
        T=T,
        mode=mode,
        round_mode=round_mode,
        narrow_range=narrow_range,
        axis=-1 if axis is None else axis,
        ensure_minimum_range=ensure_minimum_range,
        name=name,
    )


def quantize(
    input: Any,
    min_range: Any,
    max_range: Any,
    T: Any,
    mode: Any = "MIN_COMBINED",
    round_mode: Any = "HALF_AWAY_FROM_ZERO",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
    ensure_minimum_range: float = 0.01,
) -> Any:
    """As :func:`quantize_v2`, with the arguments in another order."""
    return quantize_v2(input, min_range, max_range, T, mode, name, round_mode, narrow_range, axis, ensure_minimum_range)


def dequantize(
    input: Any,
    min_range: Any,
    max_range: Any,
    mode: Any = "MIN_COMBINED",
    name: str | None = None,
    axis: int | None = None,
    narrow_range: bool = False,
    dtype: Any = "float32",
) -> Tensor:
    """The numbers that integers of a range stand for; see the op Dequantize."""
    result: Tensor = raw_ops.Dequantize(
        input=as_tensor(input),
        min_range=as_tensor(min_range, "float32"),
        max_range=as_tensor(max_range, "float32"),
        mode=mode,
        axis=-1 if axis is None else axis,
        narrow_range=narrow_range,
        dtype=dtype,
        name=name,
    )
    return result


__all__ = ["dequantize", "quantize", "quantize_v2"]
