"""``tf.signal``: Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.framework import get_static_value
from graphops.compat.v1.signal.sizes import Size, filled_up, larger, size_of, sizes_of, vector
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

Transform = Callable[..., Tensor]
_PARTS = {"float32": "complex64", "float64": "complex128"}
_WHOLE = {form: real for real, form in _PARTS.items()}


def _given(value: Any, name: str, preferred: str) -> Tensor:
    """``value`` as a tensor: arrays become ``preferred``, as TensorFlow has it; tensors stay as they are."""
    if isinstance(value, (np.ndarray, np.generic)) and np.can_cast(value.dtype, preferred, "same_kind"):
        value = value.astype(preferred)
    return as_tensor(value, name=name, preferred=preferred)


def _complex(op: str, text: str) -> Transform:
    def transform(input: Any, name: str | None = None) -> Tensor:
        result: Tensor = getattr(raw_ops, op)(input=_given(input, "input", "complex64"), name=name)
        return result

    transform.__name__ = transform.__qualname__ = op.lower()
    transform.__doc__ = f"The {text}."
    return transform


fft = _complex("FFT", "discrete Fourier transform along the last axis")
ifft = _complex("IFFT", "inverse of fft")
fft2d = _complex("FFT2D", "discrete Fourier transform along the last two axes")
ifft2d = _complex("IFFT2D", "inverse of fft2d")
fft3d = _complex("FFT3D", "discrete Fourier transform along the last three axes")
ifft3d = _complex("IFFT3D", "inverse of fft3d")


# -- of real numbers -----------------------------------------------------------------------------------------------


def _operand(function: str, value: Any, forward: bool) -> tuple[Tensor, dict[str, Any]]:
    """The input, and the dtype of the output as an attr."""
    x = _given(value, "input_tensor", "float32" if forward else "complex64")
    kinds, attr = (_PARTS, "Tcomplex") if forward else (_WHOLE, "Treal")
    found = kinds.get(x.dtype.base.name)
    if found is None:
        raise InvalidTypeError(f"input_tensor of {function}() must be {' or '.join(kinds)}, got {x.dtype.name}")
    return x, {attr: found}


def _lengths(fft_length: Any, count: int) -> list[Size]:
    given = as_tensor(fft_length, "int32", "fft_length")
    known = get_static_value(given)
    if known is not None:
        return [int(length) for length in np.reshape(known, -1)]
    return [given[number] for number in range(count)]


def _long_enough(x: Tensor, axes: list[int], lengths: list[Size], forward: bool) -> Tensor:
    """``x`` with zeros behind where an axis is shorter than what is transformed."""
    if len(axes) != len(lengths):  # which the op refuses
        return x
    needed = dict(zip(axes, lengths, strict=True))
    if not forward:
        needed[axes[-1]] = lengths[-1] // 2 + 1
    return filled_up(x, {axis: larger(0, count - size_of(x, axis)) for axis, count in needed.items()})


def _real(op: str, rank: int, text: str, *, forward: bool) -> Transform:
    def transform(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
        with get_default_graph().name_scope(name or op.lower()) as scope:
            x, attrs = _operand(op.lower(), input_tensor, forward)
            if x.shape.rank is not None and x.shape.rank < rank:
                raise InvalidArgumentError(
                    f"input_tensor of {op.lower()}() must have rank {rank} or more, got rank {x.shape.rank}"
                )
            axes = list(range(-rank, 0))
            if fft_length is None:
                lengths = [size_of(x, axis) for axis in axes]
                if not forward:
                    lengths[-1] = larger(0, 2 * (lengths[-1] - 1))
            else:
                lengths = _lengths(fft_length, rank)
                x = _long_enough(x, axes, lengths, forward)
            result: Tensor = getattr(raw_ops, op)(input=x, fft_length=vector(lengths), **attrs, name=scope)
        return result

    transform.__name__ = transform.__qualname__ = op.lower()
    transform.__doc__ = f"""The {text}.

    Args:
        fft_length: the lengths of the real axes; what is longer is cut off, what is shorter filled up with zeros.
            Default: as the input has them, with an even last axis of the inverse.
    """
    return transform


_HALF = "discrete Fourier transform of real numbers along the last {}, of which half is given"
rfft = _real("RFFT", 1, _HALF.format("axis"), forward=True)
irfft = _real("IRFFT", 1, "inverse of rfft", forward=False)
rfft2d = _real("RFFT2D", 2, _HALF.format("two axes"), forward=True)
irfft2d = _real("IRFFT2D", 2, "inverse of rfft2d", forward=False)
rfft3d = _real("RFFT3D", 3, _HALF.format("three axes"), forward=True)
irfft3d = _real("IRFFT3D", 3, "inverse of rfft3d", forward=False)


# -- along named axes ----------------------------------------------------------------------------------------------


def _named(op: str, text: str, *, forward: bool, real: bool) -> Transform:
    def transform(
        input_tensor: Any, fft_length: Any = None, axes: Any = None, norm: str | None = None, name: str | None = None
    ) -> Tensor:
        if norm not in (None, "backward", "forward", "ortho"):
            raise InvalidArgumentError(f"norm of {op.lower()}() must be backward, forward or ortho, got {norm!r}")
        with get_default_graph().name_scope(name or op.lower()) as scope:
            attrs: dict[str, Any] = {}
            if real:
                x, attrs = _operand(op.lower(), input_tensor, forward)
            else:
                x = _given(input_tensor, "input_tensor", "complex64")
            if axes is None:
                axes = np.arange(len(x.shape.as_list()), dtype=np.int32)
            along = get_static_value(as_tensor(axes, "int32", "axes"))
            if along is None:
                raise InvalidArgumentError(f"axes of {op.lower()}() must be known, got {axes!r}")
            if fft_length is None:
                lengths = [size_of(x, int(axis)) for axis in along]
                if real and not forward:
                    lengths[-1] = larger(0, 2 * (lengths[-1] - 1))
            else:
                lengths = _lengths(fft_length, len(along))
            if norm in ("forward", "ortho"):
                x = _scaled(x, lengths, forward, norm)
            made = {"input": x, "fft_length": vector(lengths), "axes": along}
            result: Tensor = getattr(raw_ops, op)(**made, **attrs, name=scope)
        return result

    transform.__name__ = transform.__qualname__ = op.lower()
    transform.__doc__ = f"""The {text}.

    Args:
        fft_length: a length for each of ``axes``. Default: as the input has them.
        axes: default all.
        norm: which direction divides by the number of elements: "backward" (default), "forward", or each by its root.
    """
    return transform


def _scaled(x: Tensor, lengths: list[Size], forward: bool, norm: str) -> Tensor:
    count = raw_ops.Prod(input=vector(lengths), reduction_indices=np.int32(0))
    factor = raw_ops.Cast(x=count, DstT=x.dtype.base)
    if norm == "ortho":
        factor = raw_ops.Sqrt(x=factor)
    result: Tensor = raw_ops.RealDiv(x=x, y=factor) if forward else raw_ops.Mul(x=x, y=factor)
    return result


fftnd = _named("FFTND", "discrete Fourier transform along some axes", forward=True, real=False)
ifftnd = _named("IFFTND", "inverse of fftnd", forward=False, real=False)
rfftnd = _named(
    "RFFTND",
    "discrete Fourier transform of real numbers along some axes, of which half is given",
    forward=True,
    real=True,
)
irfftnd = _named("IRFFTND", "inverse of rfftnd", forward=False, real=True)


# -- shifts --------------------------------------------------------------------------------------------------------


def fftshift(x: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """Each of ``axes`` (default all) turned around by half, so that the frequency 0 is in the middle."""
    return _shifted("fftshift", x, axes, name)


def ifftshift(x: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """The inverse of fftshift."""
    return _shifted("ifftshift", x, axes, name)


def _shifted(function: str, x: Any, axes: Any, name: str | None) -> Tensor:
    with get_default_graph().name_scope(name or function) as scope:
        given = as_tensor(x, name="x")
        along = np.arange(len(sizes_of(given)), dtype=np.int32) if axes is None else axes
        known = get_static_value(as_tensor(along, "int32", "axes"))
        if known is None:
            raise InvalidArgumentError(f"axes of {function}() must be known, got {axes!r}")
        halves = [size_of(given, int(axis)) // 2 for axis in np.reshape(known, -1)]
        by = halves if function == "fftshift" else [-half for half in halves]
        result: Tensor = raw_ops.Roll(input=given, shift=vector(by), axis=np.reshape(known, -1), name=scope)
    return result
