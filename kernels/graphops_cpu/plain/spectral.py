"""Plain kernels of Fourier transforms, by ``xp.fft``.

NumPy 1 transforms in float64 whatever it is given, later versions and CuPy in the precision of the input.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


def _last(count: int) -> tuple[int, ...]:
    return tuple(range(-count, 0))


def transform(
    xp: Any, name: str, x: Array, sizes: Sequence[int] | None, axes: Sequence[int], shape: Sequence[int], dtype: Any
) -> Array:
    """``xp.fft.<name>``, also where there is nothing to transform.

    Args:
        shape, dtype: those of the result.
    """
    if not x.size or 0 in shape:
        return xp.zeros(tuple(shape), dtype=dtype)
    if not axes:
        return x.copy()
    with np.errstate(all="ignore"):
        return getattr(xp.fft, name)(x, s=sizes, axes=tuple(axes)).astype(dtype, copy=False)


class _Complex(PlainKernel):
    function: ClassVar[str]
    rank: ClassVar[int]

    def compute(self, x: Array) -> Array:
        return transform(self.xp, self.function, x, None, _last(self.rank), x.shape, x.dtype)


@register_kernel("BatchFFT", "CPU")
@register_kernel("FFT", "CPU")
class FFT(_Complex):
    function, rank = "fftn", 1


@register_kernel("BatchIFFT", "CPU")
@register_kernel("IFFT", "CPU")
class IFFT(_Complex):
    function, rank = "ifftn", 1


@register_kernel("BatchFFT2D", "CPU")
@register_kernel("FFT2D", "CPU")
class FFT2D(_Complex):
    function, rank = "fftn", 2


@register_kernel("BatchIFFT2D", "CPU")
@register_kernel("IFFT2D", "CPU")
class IFFT2D(_Complex):
    function, rank = "ifftn", 2


@register_kernel("BatchFFT3D", "CPU")
@register_kernel("FFT3D", "CPU")
class FFT3D(_Complex):
    function, rank = "fftn", 3


@register_kernel("BatchIFFT3D", "CPU")
@register_kernel("IFFT3D", "CPU")
class IFFT3D(_Complex):
    function, rank = "ifftn", 3


def half(size: int) -> int:
    """How many elements the half spectrum of so many real numbers has."""
    return size // 2 + 1 if size else 0


class _Real(PlainKernel):
    function: ClassVar[str]
    rank: ClassVar[int]

    def compute(self, x: Array, fft_length: Any) -> Array:
        *others, last = (int(size) for size in fft_length)
        forward = self.function == "rfftn"
        shape = (*x.shape[: x.ndim - self.rank], *others, half(last) if forward else last)
        dtype = self.attrs["Tcomplex" if forward else "Treal"].numpy_dtype
        return transform(self.xp, self.function, x, (*others, last), _last(self.rank), shape, dtype)


@register_kernel("RFFT", "CPU", host_inputs=["fft_length"])
class RFFT(_Real):
    function, rank = "rfftn", 1


@register_kernel("IRFFT", "CPU", host_inputs=["fft_length"])
class IRFFT(_Real):
    function, rank = "irfftn", 1


@register_kernel("RFFT2D", "CPU", host_inputs=["fft_length"])
class RFFT2D(_Real):
    function, rank = "rfftn", 2


@register_kernel("IRFFT2D", "CPU", host_inputs=["fft_length"])
class IRFFT2D(_Real):
    function, rank = "irfftn", 2


@register_kernel("RFFT3D", "CPU", host_inputs=["fft_length"])
class RFFT3D(_Real):
    function, rank = "rfftn", 3


@register_kernel("IRFFT3D", "CPU", host_inputs=["fft_length"])
class IRFFT3D(_Real):
    function, rank = "irfftn", 3
