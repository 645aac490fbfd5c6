"""``tf.signal``: weights for the samples of a frame."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.signal.sizes import INT, Size, as_float, numbers, size
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.dtypes import DType, as_dtype, float32
from graphops_registry.errors import InvalidTypeError


def _arguments(function: str, window_length: Any, dtype: Any) -> tuple[Size, DType]:
    wanted = as_dtype(dtype)
    if not wanted.is_floating:
        raise InvalidTypeError(f"dtype of {function}() must be one of floating point, got {wanted.name}")
    return size(function, "window_length", window_length), wanted


def hann_window(window_length: Any, periodic: Any = True, dtype: Any = float32, name: str | None = None) -> Tensor:
    """A cosine from 0 to 1 and back.

    Args:
        periodic: for an even length, leave out the last 0: what follows is the next window.
    """
    return _raised_cosine("hann_window", window_length, periodic, dtype, name, 0.5)


def hamming_window(window_length: Any, periodic: Any = True, dtype: Any = float32, name: str | None = None) -> Tensor:
    """A cosine from 0.08 to 1 and back; see hann_window."""
    return _raised_cosine("hamming_window", window_length, periodic, dtype, name, 0.54)


def _raised_cosine(
    function: str, window_length: Any, periodic: Any, dtype: Any, name: str | None, mean: float
) -> Tensor:
    length, wanted = _arguments(function, window_length, dtype)
    with get_default_graph().name_scope(name or function) as scope:
        more = as_tensor(periodic, "bool", "periodic")
        even = raw_ops.Equal(x=raw_ops.FloorMod(x=as_tensor(length, "int32"), y=INT(2)), y=INT(0))
        whole = raw_ops.Cast(x=raw_ops.LogicalAnd(x=more, y=even), DstT="int32")
        period = raw_ops.Cast(x=raw_ops.Maximum(x=whole + length - 1, y=INT(1)), DstT=wanted)
        turns = numbers(length, wanted) / period
        one = wanted.numpy_dtype.type
        bell = one(mean) - one(1 - mean) * raw_ops.Cos(x=one(2 * np.pi) * turns)
        single = raw_ops.Equal(x=as_tensor(length, "int32"), y=INT(1))
        result: Tensor = raw_ops.SelectV2(condition=single, t=one(1), e=bell, name=scope)
    return result


def vorbis_window(window_length: Any, dtype: Any = float32, name: str | None = None) -> Tensor:
    """The power-complementary window of the Vorbis format."""
    length, wanted = _arguments("vorbis_window", window_length, dtype)
    with get_default_graph().name_scope(name or "vorbis_window") as scope:
        one = wanted.numpy_dtype.type
        sine = raw_ops.Sin(x=(numbers(length, wanted) + one(0.5)) * one(np.pi) / as_float(length, wanted))
        result: Tensor = raw_ops.Sin(x=one(np.pi / 2) * raw_ops.Square(x=sine), name=scope)
    return result


def kaiser_window(window_length: Any, beta: Any = 12.0, dtype: Any = float32, name: str | None = None) -> Tensor:
    """The Kaiser window: a modified Bessel function of order 0 over half a circle.

    Args:
        beta: how steep it is.
    """
    length, wanted = _arguments("kaiser_window", window_length, dtype)
    with get_default_graph().name_scope(name or "kaiser_window") as scope:
        one = wanted.numpy_dtype.type
        steep = as_tensor(beta, None if hasattr(beta, "dtype") else wanted)
        steep = steep if steep.dtype.base is wanted else raw_ops.Cast(x=steep, DstT=wanted)
        half = (as_float(length, wanted) - one(1)) / one(2)
        at = (numbers(length, wanted) - half) / raw_ops.Maximum(x=half, y=one(0.5))  # from -1 to 1
        height = steep * raw_ops.Sqrt(x=raw_ops.Relu(features=one(1) - raw_ops.Square(x=at)))
        shrunk: Any = raw_ops.BesselI0e(x=height) / raw_ops.BesselI0e(x=steep)  # both times exp(-x)
        result: Tensor = raw_ops.Mul(x=raw_ops.Exp(x=height - steep), y=shrunk, name=scope)
    return result


def kaiser_bessel_derived_window(
    window_length: Any, beta: Any = 12.0, dtype: Any = float32, name: str | None = None
) -> Tensor:
    """The power-complementary window made of the sums of a Kaiser window."""
    length, wanted = _arguments("kaiser_bessel_derived_window", window_length, dtype)
    with get_default_graph().name_scope(name or "kaiser_bessel_derived_window") as scope:
        kaiser = kaiser_window(length // 2 + 1, beta, wanted)
        sums: Any = raw_ops.Cumsum(x=kaiser, axis=INT(0))
        rise: Any = raw_ops.Sqrt(x=sums[:-1] / sums[-1])
        fall = raw_ops.ReverseV2(tensor=rise, axis=np.zeros(1, np.int32))
        result: Tensor = raw_ops.ConcatV2(values=[rise, fall], axis=INT(0), name=scope)
    return result
