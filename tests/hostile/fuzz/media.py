"""Files of pictures and sound, and compressed strings."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from graphops import eager
from graphops_registry.errors import GraphopsError
from tests.hostile.fuzz.target import target

_PICTURES = Path(__file__).parents[2] / "golden" / "pictures"


@cache
def _pictures() -> list[bytes]:
    return [path.read_bytes() for path in sorted(_PICTURES.iterdir())]


@target(
    "pictures",
    seeds=_pictures,
    words=[b"IDAT", b"tRNS", b"PLTE", b"\xff\xd9", b"\xff\xc2", b"\xff\xff", b",", b"!\xf9\x04"],
)
def pictures(data: bytes) -> None:
    """In every format that the first bytes may say, with few and with many channels."""
    contents = np.array(data, object)
    for call in (
        lambda: eager.DecodeImage(contents=contents),
        lambda: eager.DecodeImage(contents=contents, channels=4, dtype=np.dtype(np.float32), expand_animations=False),
        lambda: eager.DecodePng(contents=contents, channels=1, dtype=np.dtype(np.uint16)),
        lambda: eager.DecodeJpeg(contents=contents, channels=1, ratio=2, try_recover_truncated=True),
        lambda: eager.ExtractJpegShape(contents=contents),
    ):
        try:
            call()
        except GraphopsError:
            continue


def _sounds() -> list[bytes]:
    from tests.golden.cases.audio_files import CASES

    return [case.inputs["contents"][()] for case in CASES if case.op == "DecodeWav"]  # type: ignore[call-overload]


@target("sound", seeds=_sounds, words=[b"data", b"LIST", b"fmt ", b"\xff\xff\xff\xff"], longest=300)
def sound(data: bytes) -> None:
    eager.DecodeWav(contents=np.array(data, object), desired_channels=len(data) % 4, desired_samples=len(data) % 7 - 1)


@target(
    "compressed",
    seeds=[b"x\x9c\xcbH\xcd\xc9\xc9\x07\x00\x06,\x02\x15"],
    words=[b"x\x9c", b"\x00\x00\xff\xff"],
    longest=300,
)
def compressed(data: bytes) -> None:
    for kind in ("ZLIB", "GZIP"):
        try:
            eager.DecodeCompressed(bytes=np.array(data, object), compression_type=kind)
        except GraphopsError:
            continue
