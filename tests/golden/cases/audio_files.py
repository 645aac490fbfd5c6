"""WAV files."""

import struct
from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, reals
from tests.golden.cases.strings import scalar


def wav(channels: int, data: bytes, extra: bytes = b"", more: bytes = b"") -> Array:
    head = struct.pack("<IHHIIHH", 16 + len(more), 1, channels, 8000, 16000 * channels, 2 * channels, 16) + more
    return scalar(b"RIFF\x00\x00\x00\x00WAVEfmt " + head + extra + b"data" + struct.pack("<I", len(data)) + data)


def every() -> Iterator[Case]:
    special = np.array([np.nan, np.inf, -np.inf, 1, -1, 1.5 / 2**15, 2.5 / 2**15, -1.5 / 2**15, 0.99999], np.float32)
    rate = {"sample_rate": np.array(44100, np.int32)}
    yield Case("EncodeWav", {"audio": special[:, None], **rate})
    yield Case("EncodeWav", {"audio": reals((5, 3), "float32", 1), **rate})
    yield Case("EncodeWav", {"audio": reals((0, 2), "float32", 1), **rate})
    data = np.arange(-32768, 32768, 4681, dtype=np.int16).tobytes()
    for contents in (
        wav(2, data[:24]),
        wav(1, data),
        wav(1, b""),
        wav(2, data[:8], b"LIST\x04\x00\x00\x00abcd", b"\x00\x00"),
    ):
        for attrs in ({}, {"desired_channels": 1}, {"desired_channels": 3, "desired_samples": 2},
                      {"desired_samples": 9}, {"desired_channels": 0}, {"desired_samples": 0}):  # fmt: skip
            yield Case("DecodeWav", {"contents": contents}, attrs)


CASES = list(every())
