"""Plain kernels of Fourier transforms along axes that are named."""

from __future__ import annotations

from typing import Any, ClassVar

from graphops_cpu.plain.spectral import half, transform
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


class _Named(PlainKernel):
    of: ClassVar[str]  # NumPy's name for it, in its module fft

    def compute(self, x: Array, fft_length: Any, axes: Any) -> Array:
        sizes = tuple(int(size) for size in fft_length)
        along = tuple(int(axis) % x.ndim for axis in axes)
        shape = list(x.shape)
        for axis, size in zip(along, sizes, strict=True):
            shape[axis] = size
        if self.of == "rfftn":
            shape[along[-1]] = half(sizes[-1])
        dtype = self.attrs["Treal" if self.of == "irfftn" else "Tcomplex"].numpy_dtype
        return transform(self.xp, self.of, x, sizes, along, shape, dtype)


@register_kernel("FFTND", "CPU", host_inputs=["fft_length", "axes"])
class FFTND(_Named):
    of = "fftn"


@register_kernel("IFFTND", "CPU", host_inputs=["fft_length", "axes"])
class IFFTND(_Named):
    of = "ifftn"


@register_kernel("RFFTND", "CPU", host_inputs=["fft_length", "axes"])
class RFFTND(_Named):
    of = "rfftn"


@register_kernel("IRFFTND", "CPU", host_inputs=["fft_length", "axes"])
class IRFFTND(_Named):
    of = "irfftn"
