"""``tf.spectral``: the transforms of ``tf.signal`` under their older names."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.signal.cosines import (
    dct,
    idct,
)
from graphops.compat.v1.signal.transforms import (
    fft,
    fft2d,
    fft3d,
    ifft,
    ifft2d,
    ifft3d,
    irfft,
    irfft2d,
    irfft3d,
    rfft,
    rfft2d,
    rfft3d,
)


def __getattr__(name: str) -> Any:
    raise missing("spectral", name)


__all__ = [
    "dct",
    "fft",
    "fft2d",
    "fft3d",
    "idct",
    "ifft",
    "ifft2d",
    "ifft3d",
    "irfft",
    "irfft2d",
    "irfft3d",
    "rfft",
    "rfft2d",
    "rfft3d",
]

mark_all(globals(), __all__)
