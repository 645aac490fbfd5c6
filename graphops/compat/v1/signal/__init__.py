"""``tf.signal``: transforms of signals, their frames and windows.

Begin with ``transforms``, the Fourier transforms; ``sizes`` is what the modules share.
"""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.signal.cosines import (
    dct,
    idct,
    inverse_mdct,
    mdct,
)
from graphops.compat.v1.signal.frames import (
    frame,
    inverse_stft,
    inverse_stft_window_fn,
    overlap_and_add,
    stft,
)
from graphops.compat.v1.signal.mel import (
    linear_to_mel_weight_matrix,
    mfccs_from_log_mel_spectrograms,
)
from graphops.compat.v1.signal.transforms import (
    fft,
    fft2d,
    fft3d,
    fftnd,
    fftshift,
    ifft,
    ifft2d,
    ifft3d,
    ifftnd,
    ifftshift,
    irfft,
    irfft2d,
    irfft3d,
    irfftnd,
    rfft,
    rfft2d,
    rfft3d,
    rfftnd,
)
from graphops.compat.v1.signal.windows import (
    hamming_window,
    hann_window,
    kaiser_bessel_derived_window,
    kaiser_window,
    vorbis_window,
)


def __getattr__(name: str) -> Any:
    raise missing("signal", name)


__all__ = [
    "dct",
    "fft",
    "fft2d",
    "fft3d",
    "fftnd",
    "fftshift",
    "frame",
    "hamming_window",
    "hann_window",
    "idct",
    "ifft",
    "ifft2d",
    "ifft3d",
    "ifftnd",
    "ifftshift",
    "inverse_mdct",
    "inverse_stft",
    "inverse_stft_window_fn",
    "irfft",
    "irfft2d",
    "irfft3d",
    "irfftnd",
    "kaiser_bessel_derived_window",
    "kaiser_window",
    "linear_to_mel_weight_matrix",
    "mdct",
    "mfccs_from_log_mel_spectrograms",
    "overlap_and_add",
    "rfft",
    "rfft2d",
    "rfft3d",
    "rfftnd",
    "stft",
    "vorbis_window",
]

mark_all(globals(), __all__)
