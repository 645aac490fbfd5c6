"""WebP files: frames as they were written, sizes that are read before there is room for them, and damage."""

import contextlib
import io

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import GraphopsError, InvalidArgumentError, ResourceExhaustedError
from tests.golden.cases.image_files import FILES

Image = pytest.importorskip("PIL.Image")


def test_frames() -> None:
    chance = np.random.default_rng(1)
    frames = chance.integers(0, 256, (3, 5, 7, 3), dtype=np.uint8)
    pictures, file = [Image.fromarray(frame) for frame in frames], io.BytesIO()
    pictures[0].save(file, "WEBP", save_all=True, append_images=pictures[1:], lossless=True)
    np.testing.assert_array_equal(go.eager.DecodeWebP(contents=file.getvalue()), frames)


@pytest.mark.parametrize(
    ("content", "channels", "text"),
    [
        (b"", 0, "contents of op 'DecodeWebP' must be a WebP file"),
        (FILES["png_2_8"], 0, "must be a WebP file"),
        (FILES["webp_rgb"][:14], 0, "must be a WebP file with a header"),
        (FILES["webp_rgb"][:-9], 0, "must be a WebP file|must be a picture file without faults"),
        (FILES["webp_rgb"], 4, "must have 4 channels, as attr 'channels' says, got a WebP file with 3"),
        (FILES["webp_rgba"], 3, "must have 3 channels, as attr 'channels' says, got a WebP file with 4"),
        (FILES["webp_rgba"], 1, "attr 'channels' of op 'DecodeWebP' must be 0, 3 or 4"),
    ],
)
def test_bad_files(content: bytes, channels: int, text: str) -> None:
    with pytest.raises(InvalidArgumentError, match=text):
        go.eager.DecodeWebP(contents=content, channels=channels)


def large(kind: bytes, size: int = 4096) -> bytes:
    """The head of a file of ``size`` rows and columns."""
    body = {
        b"VP8X": bytes(4) + (size - 1).to_bytes(3, "little") * 2,
        b"VP8L": b"\x2f" + (size - 1 | size - 1 << 14).to_bytes(4, "little") + bytes(5),
        b"VP8 ": b"\x10\x00\x00\x9d\x01\x2a" + size.to_bytes(2, "little") * 2,
    }[kind]
    parts = b"WEBP" + kind + len(body).to_bytes(4, "little") + body
    return b"RIFF" + len(parts).to_bytes(4, "little") + parts


@pytest.mark.parametrize("kind", [b"VP8X", b"VP8L", b"VP8 "])
def test_a_picture_that_is_too_large_for_its_run(kind: bytes) -> None:
    x = go.placeholder(go.string, ())
    y = go.raw_ops.DecodeWebP(contents=x)
    with go.Session(config=go.SessionConfig(memory_limit=2**26)) as session, pytest.raises(ResourceExhaustedError):
        session.run(y, {x: large(kind)})


def test_a_picture_that_is_too_large() -> None:
    with pytest.raises(InvalidArgumentError, match="must have at most 536,870,912 numbers"):
        go.eager.DecodeWebP(contents=large(b"VP8X", 16384))


def test_many_frames_that_are_not_there() -> None:
    with pytest.raises(GraphopsError):
        go.eager.DecodeWebP(contents=large(b"VP8X") + b"ANMF" * 1000)


def test_damaged_bytes() -> None:
    """Each gives a picture or one of our errors."""
    chance = np.random.default_rng(2)
    for name in ("webp_rgb", "webp_loss", "webp_rgba", "webp_frames"):
        for _ in range(40):
            content = bytearray(FILES[name])
            for place in chance.integers(12, len(content), 3):
                content[place] = chance.integers(256)
            with contextlib.suppress(GraphopsError):
                assert go.eager.DecodeWebP(contents=bytes(content)).dtype == np.uint8
