"""``tf.signal``: signals cut into frames, their spectra, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.framework import get_static_value
from graphops.compat.v1.signal.sizes import INT, Size, filled_up, larger, numbers, size, size_of, sizes_of, vector
from graphops.compat.v1.signal.transforms import irfft, rfft
from graphops.compat.v1.signal.windows import hann_window
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.errors import InvalidArgumentError


def frame(
    signal: Any,
    frame_length: Any,
    frame_step: Any,
    pad_end: bool = False,
    pad_value: Any = 0,
    axis: Any = -1,
    name: str | None = None,
) -> Tensor:
    """Frames of a signal: ``axis`` becomes two, of frames and of the samples in each.

    Args:
        frame_length, frame_step: samples in a frame, and from one to the next.
        pad_end: fill up with ``pad_value`` so that each sample is in a frame; else frames that are not full are left
            out.

    Raises:
        InvalidArgumentError: ``axis`` is not known or there is no such axis.
    """
    with get_default_graph().name_scope(name or "frame") as scope:
        x = as_tensor(signal, name="signal")
        length, step = size("frame", "frame_length", frame_length), size("frame", "frame_step", frame_step, 1)
        along = get_static_value(as_tensor(axis, name="axis"))
        if along is None:
            raise InvalidArgumentError(f"axis of frame() must be known, got {axis!r}")
        where, rank = int(along), x.shape.rank
        if rank is not None and not -rank <= where < rank:
            raise InvalidArgumentError(f"axis of frame() must be in [{-rank}, {rank}), got {where}")
        samples = size_of(x, where)
        if pad_end:
            count = -(-samples // step)
            missing = larger(0, length + step * (count - 1) - samples)
            x = filled_up(x, {where: missing}, pad_value)
        else:
            count = larger(0, 1 + (samples - length) // step)
        starts = raw_ops.ExpandDims(input=numbers(count) * step, dim=INT(1))
        places = raw_ops.AddV2(x=starts, y=raw_ops.ExpandDims(input=numbers(length), dim=INT(0)))
        result: Tensor = raw_ops.GatherV2(params=x, indices=places, axis=INT(where), name=scope)
    return result


def overlap_and_add(signal: Any, frame_step: Any, name: str | None = None) -> Tensor:
    """The sum of frames, each put ``frame_step`` samples behind the one before.

    Args:
        signal: ``[..., frames, samples of a frame]``.

    Raises:
        InvalidArgumentError: the rank is not known, or below 2.
    """
    with get_default_graph().name_scope(name or "overlap_and_add") as scope:
        x = as_tensor(signal, name="signal")
        if x.shape.rank is None or x.shape.rank < 2:
            raise InvalidArgumentError(f"signal of overlap_and_add() must have a known rank of 2 or more, got {x!r}")
        step = size("overlap_and_add", "frame_step", frame_step, 1)
        *outer, frames, length = sizes_of(x)
        total = larger(0, (frames - 1) * step + length)
        starts = raw_ops.ExpandDims(input=numbers(frames) * step, dim=INT(1))
        places = raw_ops.AddV2(x=starts, y=raw_ops.ExpandDims(input=numbers(length), dim=INT(0)))
        first = list(range(x.shape.rank))
        rows = raw_ops.Transpose(x=x, perm=np.array([*first[-2:], *first[:-2]], np.int32))
        sums = raw_ops.UnsortedSegmentSum(data=rows, segment_ids=places, num_segments=as_tensor(total, "int32"))
        turned = np.array([*range(1, x.shape.rank - 1), 0], np.int32)
        added = raw_ops.Transpose(x=sums, perm=turned)
        result: Tensor = raw_ops.Reshape(tensor=added, shape=vector([*outer, total]), name=scope)
    return result


def _power_of_two(length: Size) -> Size:
    """The smallest power of 2 that is not below."""
    if isinstance(length, int):
        return 1 << max(length - 1, 0).bit_length()
    exponent = raw_ops.Ceil(x=raw_ops.Log(x=raw_ops.Cast(x=length, DstT="float64")) / np.float64(np.log(2)))
    return raw_ops.Cast(x=raw_ops.Pow(x=np.float64(2), y=exponent), DstT="int32")


Window = Callable[..., Any]


def stft(
    signals: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Window | None = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Tensor:
    """Spectra of the frames of real signals: the short-time Fourier transform.

    Args:
        signals: ``[..., samples]``.
        fft_length: to which frames are filled up; default a power of 2.
        window_fn: gives weights for ``frame_length`` samples in ``dtype``; ``None`` for ones.
        pad_end: see frame.

    Returns:
        ``[..., frames, fft_length // 2 + 1]``.
    """
    with get_default_graph().name_scope(name or "stft"):
        x = as_tensor(signals, name="signals")
        length = size("stft", "frame_length", frame_length, 1)
        padded = _power_of_two(length) if fft_length is None else size("stft", "fft_length", fft_length, 1)
        frames: Any = frame(x, length, frame_step, pad_end=pad_end)
        if window_fn is not None:
            frames = frames * window_fn(length, dtype=x.dtype.base)
        return rfft(frames, [padded])


def inverse_stft_window_fn(frame_step: Any, forward_window_fn: Window = hann_window, name: str | None = None) -> Window:
    """A window for inverse_stft that undoes the window of stft, where frames overlap enough."""

    def window(frame_length: Any, dtype: Any) -> Tensor:
        with get_default_graph().name_scope(name or "inverse_stft_window_fn"):
            length = size("inverse_stft_window_fn", "frame_length", frame_length, 1)
            step = size("inverse_stft_window_fn", "frame_step", frame_step, 1)
            forward: Any = forward_window_fn(length, dtype=dtype)
            overlaps = -(-length // step)
            squares = filled_up(raw_ops.Square(x=forward), {0: overlaps * step - length})
            table = raw_ops.Reshape(tensor=squares, shape=vector([overlaps, step]))
            sums = raw_ops.Sum(input=table, reduction_indices=INT(0), keep_dims=True)
            tiled: Any = raw_ops.Reshape(
                tensor=raw_ops.Tile(input=sums, multiples=vector([overlaps, 1])), shape=np.array([-1], np.int32)
            )
            result: Tensor = raw_ops.DivNoNan(x=forward, y=tiled[:length])
        return result

    return window


def inverse_stft(
    stfts: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Window | None = hann_window,
    name: str | None = None,
) -> Tensor:
    """The signals of spectra of frames, added where these overlap.

    Args:
        stfts: ``[..., frames, fft_length // 2 + 1]``.
        window_fn: as in stft; inverse_stft_window_fn makes one that undoes that of stft.

    Raises:
        InvalidArgumentError: the rank is not known, or below 2.
    """
    with get_default_graph().name_scope(name or "inverse_stft"):
        spectra = as_tensor(stfts, name="stfts")
        length = size("inverse_stft", "frame_length", frame_length, 1)
        padded = _power_of_two(length) if fft_length is None else size("inverse_stft", "fft_length", fft_length, 1)
        frames: Any = irfft(spectra, [padded])
        frames = filled_up(frames[..., :length], {-1: larger(0, length - padded)})
        if window_fn is not None:
            frames = frames * window_fn(length, dtype=frames.dtype.base)
        return overlap_and_add(frames, frame_step)


__all__ = ["frame", "inverse_stft", "inverse_stft_window_fn", "overlap_and_add", "stft"]
