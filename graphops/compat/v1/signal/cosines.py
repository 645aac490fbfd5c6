"""``tf.signal``: cosine transforms."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.arithmetic import complex as _complex
from graphops.compat.v1.functions.arithmetic import real
from graphops.compat.v1.signal.frames import Window, frame, overlap_and_add
from graphops.compat.v1.signal.sizes import INT, Size, as_float, filled_up, larger, numbers, size, size_of
from graphops.compat.v1.signal.transforms import irfft, rfft
from graphops.compat.v1.signal.windows import vorbis_window
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.errors import InvalidArgumentError, UnimplementedError


def dct(
    input: Any, type: int = 2, n: Any = None, axis: int = -1, norm: str | None = None, name: str | None = None
) -> Tensor:
    """A discrete cosine transform along the last axis.

    Args:
        type: 1, 2, 3 or 4.
        n: cut off or fill up with zeros to this length before.
        norm: "ortho" for the transform that keeps lengths.

    Raises:
        InvalidArgumentError: another type or norm, or "ortho" with type 1.
    """
    return _checked("dct", input, type, type, n, axis, norm, name)


def idct(
    input: Any, type: int = 2, n: Any = None, axis: int = -1, norm: str | None = None, name: str | None = None
) -> Tensor:
    """The inverse of dct with the same arguments; without "ortho" up to the factor 2 n (type 1: 2 (n - 1))."""
    return _checked("idct", input, type, {1: 1, 2: 3, 3: 2, 4: 4}.get(type, type), n, axis, norm, name)


def _checked(
    function: str, input: Any, type: int, kind: int, n: Any, axis: int, norm: str | None, name: str | None
) -> Tensor:
    if axis != -1:
        raise UnimplementedError(f"axis of {function}() must be -1, got {axis!r}")
    if type not in (1, 2, 3, 4):
        raise InvalidArgumentError(f"type of {function}() must be 1, 2, 3 or 4, got {type!r}")
    if norm not in (None, "ortho") or (norm == "ortho" and type == 1):
        allowed = "None" if type == 1 else "None or 'ortho'"
        raise InvalidArgumentError(f"norm of {function}() of type {type} must be {allowed}, got {norm!r}")
    with get_default_graph().name_scope(name or function) as scope:
        x: Any = as_tensor(input, name="input", preferred="float32")
        if n is not None:
            wanted = size(function, "n", n, 1)
            x = filled_up(x[..., :wanted], {-1: larger(0, wanted - size_of(x, -1))})
        count = size_of(x, -1)
        if kind == 1 and isinstance(count, int) and count < 2:
            raise InvalidArgumentError(f"input of {function}() of type 1 must have 2 elements or more, got {count}")
        found = {1: _first, 2: _second, 3: _third, 4: _fourth}[kind](x, count, norm == "ortho")
        result: Tensor = raw_ops.Identity(input=found, name=scope)
    return result


def _turns(count: Size, dtype: Any, sign: int) -> Any:
    """``2 exp(sign i pi k / (2 count))`` for k from 0 to count - 1."""
    angle = numbers(count, dtype) * dtype.numpy_dtype.type(sign * np.pi / 2) / as_float(count, dtype)
    two = dtype.numpy_dtype.type(2)
    return _complex(two * raw_ops.Cos(x=angle), two * raw_ops.Sin(x=angle))


def _weights(count: Size, dtype: Any, first: float, others: float, power: float) -> Any:
    """``count ** power`` times ``first`` for the first element, times ``others`` for the rest."""
    one = dtype.numpy_dtype.type
    picked = raw_ops.SelectV2(condition=raw_ops.Equal(x=numbers(count), y=INT(0)), t=one(first), e=one(others))
    return picked * raw_ops.Pow(x=as_float(count, dtype), y=one(power))


def _first(x: Any, count: Size, ortho: bool) -> Any:
    middle = raw_ops.ReverseV2(tensor=x[..., 1:-1], axis=np.array([-1], np.int32))
    return real(rfft(raw_ops.ConcatV2(values=[x, middle], axis=INT(-1))))


def _second(x: Any, count: Size, ortho: bool) -> Any:
    dtype = x.dtype.base
    half: Any = rfft(x, [2 * count])
    found = real(half[..., :count] * _turns(count, dtype, -1))
    return found * _weights(count, dtype, 0.5, np.sqrt(0.5), -0.5) if ortho else found


def _third(x: Any, count: Size, ortho: bool) -> Any:
    dtype = x.dtype.base
    x = x * (_weights(count, dtype, 1, np.sqrt(0.5), 0.5) if ortho else as_float(count, dtype))
    whole: Any = irfft(_complex(x, raw_ops.ZerosLike(x=x)) * _turns(count, dtype, 1), [2 * count])
    return whole[..., :count]


def _fourth(x: Any, count: Size, ortho: bool) -> Any:
    dtype = x.dtype.base
    double = 2 * count
    half: Any = rfft(x, [2 * double])
    found: Any = real(half[..., :double] * _turns(double, dtype, -1))
    found = found[..., 1::2]
    return found / raw_ops.Sqrt(x=as_float(double, dtype)) if ortho else found


# -- lapped --------------------------------------------------------------------------------------------------------


def mdct(
    signals: Any,
    frame_length: Any,
    window_fn: Window | None = vorbis_window,
    pad_end: bool = False,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The modified discrete cosine transform of frames, of which each overlaps half of the next.

    Args:
        signals: ``[..., samples]``.
        frame_length: a multiple of 4.
        window_fn: as in stft.

    Returns:
        ``[..., frames, frame_length // 2]``.

    Raises:
        InvalidArgumentError: another ``frame_length``.
    """
    with get_default_graph().name_scope(name or "mdct"):
        length = size("mdct", "frame_length", frame_length, 4)
        if isinstance(length, int) and length % 4:
            raise InvalidArgumentError(f"frame_length of mdct() must be a multiple of 4, got {length}")
        x = as_tensor(signals, name="signals", preferred="float32")
        frames: Any = frame(x, length, length // 2, pad_end=pad_end)
        frames = _windowed(frames, length, window_fn)
        a, b, c, d = raw_ops.Split(split_dim=INT(-1), value=frames, num_split=4)
        folded = raw_ops.ConcatV2(values=[-_reversed(c) - d, a - _reversed(b)], axis=INT(-1))
        return dct(folded, type=4, norm=norm)


def inverse_mdct(
    mdcts: Any, window_fn: Window | None = vorbis_window, norm: str | None = None, name: str | None = None
) -> Tensor:
    """The signals of which mdct with the same window and norm gives ``mdcts``, but for half a frame at both ends."""
    with get_default_graph().name_scope(name or "inverse_mdct"):
        x: Any = as_tensor(mdcts, name="mdcts", preferred="float32")
        half = size_of(x, -1)
        found: Any = dct(x, type=4, norm=norm)
        if norm is None:
            found = found / as_float(2 * half, x.dtype.base)
        a, b = raw_ops.Split(split_dim=INT(-1), value=found, num_split=2)
        frames = raw_ops.ConcatV2(values=[b, -_reversed(b), -_reversed(a), -a], axis=INT(-1))
        return overlap_and_add(_windowed(frames, 2 * half, window_fn), half)


def _windowed(frames: Any, length: Size, window_fn: Window | None) -> Any:
    if window_fn is None:
        return frames * frames.dtype.base.numpy_dtype.type(np.sqrt(0.5))
    return frames * window_fn(length, dtype=frames.dtype.base)


def _reversed(x: Any) -> Any:
    return raw_ops.ReverseV2(tensor=x, axis=np.array([-1], np.int32))
