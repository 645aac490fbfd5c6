"""``tf.signal``: the mel scale of pitches."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.framework import get_static_value
from graphops.compat.v1.signal.cosines import dct
from graphops.compat.v1.signal.sizes import INT, as_float, size_of
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.dtypes import as_dtype, float32
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def linear_to_mel_weight_matrix(
    num_mel_bins: int = 20,
    num_spectrogram_bins: Any = 129,
    sample_rate: Any = 8000,
    lower_edge_hertz: float = 125.0,
    upper_edge_hertz: float = 3800.0,
    dtype: Any = float32,
    name: str | None = None,
) -> Tensor:
    """Weights of frequencies in triangular bands that are equally wide on the mel scale.

    Returns:
        ``[num_spectrogram_bins, num_mel_bins]``, to multiply spectrograms with from the right.

    Raises:
        InvalidArgumentError: no bands, or edges that are not in order or above half of ``sample_rate``.
        InvalidTypeError: a dtype that is not one of floating point.
    """
    wanted = as_dtype(dtype)
    if not wanted.is_floating:
        raise InvalidTypeError(f"dtype must be one of floating point, got {wanted.name}")
    if num_mel_bins <= 0:
        raise InvalidArgumentError(f"num_mel_bins must be above 0, got {num_mel_bins}")
    if not 0 <= lower_edge_hertz < upper_edge_hertz:
        raise InvalidArgumentError(
            f"lower_edge_hertz must be 0 or more and below upper_edge_hertz, got {lower_edge_hertz}, {upper_edge_hertz}"
        )
    rate = as_tensor(sample_rate, name="sample_rate")
    known = get_static_value(rate)
    if known is not None and (not float(known) > 0 or upper_edge_hertz > float(known) / 2):
        raise InvalidArgumentError(
            f"sample_rate must be above 0 and twice upper_edge_hertz, {upper_edge_hertz}, or more, got {float(known)}"
        )
    with get_default_graph().name_scope(name or "linear_to_mel_weight_matrix") as scope:
        double: Any = raw_ops.Cast(x=rate, DstT="float64")
        frequencies: Any = raw_ops.LinSpace(start=np.float64(0), stop=double / np.float64(2), num=num_spectrogram_bins)
        pitch = raw_ops.ExpandDims(input=_mel(frequencies[1:]), dim=INT(1))
        low, high = (1127 * np.log1p(edge / 700) for edge in (lower_edge_hertz, upper_edge_hertz))
        edges = np.linspace(low, high, num_mel_bins + 2)
        rise = (pitch - edges[:-2]) / (edges[1:-1] - edges[:-2])
        fall = (edges[2:] - pitch) / (edges[2:] - edges[1:-1])
        weights = raw_ops.Maximum(x=np.float64(0), y=raw_ops.Minimum(x=rise, y=fall))
        rows = raw_ops.Pad(input=weights, paddings=np.array([[1, 0], [0, 0]], np.int32))
        result: Tensor = raw_ops.Cast(x=rows, DstT=wanted, name=scope)
    return result


def _mel(hertz: Any) -> Any:
    return raw_ops.Log1p(x=hertz / np.float64(700)) * np.float64(1127)


def mfccs_from_log_mel_spectrograms(log_mel_spectrograms: Any, name: str | None = None) -> Tensor:
    """Mel-frequency cepstral coefficients: a cosine transform of logarithms of magnitudes in mel bands.

    Args:
        log_mel_spectrograms: ``[..., bands]``.

    Raises:
        InvalidArgumentError: there are no bands.
    """
    with get_default_graph().name_scope(name or "mfccs_from_log_mel_spectrograms"):
        x = as_tensor(log_mel_spectrograms, preferred="float32")
        bands = size_of(x, -1)
        if isinstance(bands, int) and not bands:
            raise InvalidArgumentError(f"log_mel_spectrograms must have bands along the last axis, got {x!r}")
        result: Tensor = raw_ops.Mul(x=dct(x), y=raw_ops.Rsqrt(x=as_float(2 * bands, x.dtype.base)))
    return result
