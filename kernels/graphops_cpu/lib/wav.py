"""WAV files of 16 bits: what decoding and encoding have in common."""

from __future__ import annotations

import struct
from typing import Any, Final

import numpy as np

STEPS: Final = 2**15  # of a number of 16 bits, from 0 to 1


def write_wav(sound: np.ndarray[Any, Any], rate: int) -> bytes:
    """A file of sound.

    Args:
        sound: (frames, channels), in [-1, 1); what is beyond is clipped. Takes 12 bytes for each number.
        rate: frames in a second, below 2**32.
    """
    channels = sound.shape[1]
    wide = np.nan_to_num(sound.astype(np.float64) * STEPS, nan=0.0)
    rounded = np.clip(np.copysign(np.floor(np.abs(wide) + 0.5), wide), -STEPS, STEPS - 1)
    data: bytes = rounded.astype("<i2").tobytes()
    step = 2 * channels
    head = b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt "
    head += struct.pack("<IHHIIHH", 16, 1, channels, rate, (rate * step) % 2**32, step % 2**16, 16)
    return head + b"data" + struct.pack("<I", len(data)) + data
