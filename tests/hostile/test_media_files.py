"""Malformed calls and files of pictures and sound; and PNG files of ours as another library reads them."""

import io
import struct
import zlib

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import DataLossError, InvalidArgumentError, ResourceExhaustedError
from tests.golden.cases.audio_files import wav
from tests.golden.cases.image_files import FILES
from tests.golden.cases.strings import scalar
from tests.golden.make_pictures import png

PIL = pytest.importorskip("PIL.Image")
ROWS = [b"\x00" * 3]
HUGE_GIF = (
    b"GIF89a"
    + struct.pack("<HHBBB", 65535, 65535, 0xF0, 0, 0)
    + bytes(6)
    + b","
    + struct.pack("<HHHHB", 0, 0, 65535, 65535, 0)
    + b"\x02\x01\x00\x00;"
)
HUGE_BMP = (
    b"BM"
    + struct.pack("<IHHI", 0, 0, 0, 54)
    + struct.pack("<IiiHHIIiiII", 40, 2**31 - 1, -(2**31), 1, 24, 0, 0, 0, 0, 0, 0)
)
HUGE_JPEG = FILES["jpeg_grey"].replace(struct.pack(">HH", 20, 30), struct.pack(">HH", 65535, 65535), 1)
BAD = [
    ("DecodePng", b"", "must be a JPEG, PNG or GIF file, got 0 bytes"),
    ("DecodeImage", b"RIFF", "must be a JPEG, PNG, GIF or BMP file"),
    ("DecodeBmp", FILES["png_2_8"], "must be a BMP file"),
    ("ExtractJpegShape", FILES["png_2_8"], "must be a JPEG file"),
    ("DecodePng", FILES["bmp_24"], "must be a JPEG, PNG or GIF file"),
    ("DecodeJpeg", FILES["gif_parts"], "must have one frame"),
    ("DecodeBmp", FILES["bmp_24"] + b"x", "must have 174 bytes for 5 rows"),
    ("DecodeBmp", HUGE_BMP, "numbers"),
    ("DecodeGif", HUGE_GIF, "must have at most 536,870,912 numbers"),
    ("DecodeJpeg", HUGE_JPEG, "must have at most 536,870,912 numbers"),
    ("DecodePng", png(8, 0, ROWS, 2**31 - 1), "must have at most"),
    ("DecodePng", png(8, 0, ROWS, 10**6), "must have the pixels of"),
    ("DecodePng", png(8, 0, ROWS, 0), "at least one row and one column"),
    ("DecodePng", png(3, 0, ROWS, 3), "kind that PNG knows"),
    ("DecodePng", png(8, 3, ROWS, 3), "have a palette"),
    ("DecodePng", png(8, 3, [b"\x05"], 1, (b"PLTE", b"abc")), "colors below 1"),
]


@pytest.mark.parametrize("op, content, text", BAD, ids=[str(number) for number in range(len(BAD))])
def test_bad_pictures(op, content, text):
    with pytest.raises(InvalidArgumentError, match=f"contents of op '{op}' .*{text}"):
        getattr(go.eager, op)(contents=scalar(content))


ATTRS = [
    ("DecodeJpeg", {"ratio": 3}, "attr 'ratio' of op 'DecodeJpeg' must be 1, 2, 4 or 8, got 3"),
    ("DecodeJpeg", {"channels": 2}, "attr 'channels' of op 'DecodeJpeg' must be 0, 1, 3 or 4, got 2"),
    ("DecodeJpeg", {"dct_method": "x"}, "attr 'dct_method'"),
    ("DecodeBmp", {"channels": 1}, "attr 'channels' of op 'DecodeBmp' must be 0, 3 or 4"),
    ("DecodeWav", {"desired_samples": -2}, "attr 'desired_samples' of op 'DecodeWav' must be -1 or more"),
]


@pytest.mark.parametrize("op, attrs, text", ATTRS)
def test_bad_attrs(op, attrs, text):
    with pytest.raises(InvalidArgumentError, match=text):
        getattr(go.eager, op)(contents=scalar(b""), **attrs)


PIXELS = np.zeros((2, 3, 3), np.uint8)
ENCODED = [
    ("EncodeJpeg", {"image": PIXELS[..., :2]}, "must have 1 or 3 channels, got 2"),
    ("EncodeJpeg", {"image": PIXELS, "format": "grayscale"}, "must have 1 channels, got 3"),
    ("EncodeJpeg", {"image": PIXELS, "quality": 101}, "attr 'quality' .* be in"),
    ("EncodeJpeg", {"image": PIXELS, "x_density": 65536}, "attr 'x_density'"),
    ("EncodeJpeg", {"image": PIXELS[:0]}, "rows and columns"),
    ("EncodeJpegVariableQuality", {"images": PIXELS, "quality": np.int32(-1)}, "quality of op .* be in"),
    ("EncodePng", {"image": PIXELS[0]}, "rank 3 or more"),
    ("EncodePng", {"image": np.zeros((1, 1, 5), np.uint8)}, "1, 2, 3 or 4 channels, got 5"),
    ("EncodePng", {"image": PIXELS, "compression": 10}, "attr 'compression'"),
    ("EncodeWav", {"audio": np.zeros((2, 0), np.float32), "sample_rate": 8}, "from 1 to 65535 channels"),
    ("EncodeWav", {"audio": np.zeros((2, 1), np.float32), "sample_rate": 0}, "sample_rate of op .* 1 or more"),
    ("DecodePaddedRaw", {"input_bytes": "a", "fixed_length": 3, "out_type": go.int16}, "a multiple of 2"),
    ("DecodeCompressed", {"bytes": "a", "compression_type": "X"}, "attr 'compression_type'"),
]


@pytest.mark.parametrize("op, arguments, text", ENCODED)
def test_bad_arguments(op, arguments, text):
    with pytest.raises(InvalidArgumentError, match=text):
        getattr(go.eager, op)(**arguments)


def test_compressed_strings_that_are_damaged():
    for content in (b"abcdef", zlib.compress(b"abc" * 9)[:-6]):
        with pytest.raises(DataLossError, match="must hold what ZLIB made"):
            go.eager.DecodeCompressed(bytes=[content], compression_type="ZLIB")


def test_a_compressed_string_that_is_too_large():
    bomb = zlib.compress(bytes(2**27), 9)
    x = go.placeholder(go.string, ())
    y = go.raw_ops.DecodeCompressed(bytes=x, compression_type="ZLIB")
    with go.Session(config=go.SessionConfig(memory_limit=2**26)) as session, pytest.raises(ResourceExhaustedError):
        session.run(y, {x: bomb})


def test_a_picture_that_is_too_large_for_its_run():
    x = go.placeholder(go.string, ())
    y = go.raw_ops.DecodePng(contents=x)
    content = png(8, 0, [bytes(4000)] * 4000, 4000)
    with go.Session(config=go.SessionConfig(memory_limit=2**23)) as session, pytest.raises(ResourceExhaustedError):
        session.run(y, {x: content})


@pytest.mark.parametrize("damage", ["short", "head", "rate", "odd", "part"])
def test_bad_sound(damage):
    good = wav(1, bytes(8))[()]
    content = {
        "short": good[:20], "head": b"RIFX" + good[4:], "rate": good[:28] + b"\x01" + good[29:],
        "odd": wav(2, bytes(6))[()], "part": good[:-3],
    }[damage]  # fmt: skip
    with pytest.raises(InvalidArgumentError, match="contents of op 'DecodeWav' must"):
        go.eager.DecodeWav(contents=scalar(content))


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("level", [-1, 0, 9])
def test_png_files_as_pillow_reads_them(channels, level):
    pixels = np.random.default_rng(channels).integers(0, 256, (2, 5, 7, channels)).astype(np.uint8)
    for content, expected in zip(go.eager.EncodePng(image=pixels, compression=level), pixels, strict=True):
        found = np.asarray(PIL.open(io.BytesIO(content)))
        np.testing.assert_array_equal(found.reshape(expected.shape), expected)


def test_png_files_of_16_bits():
    pixels = np.random.default_rng(0).integers(0, 2**16, (5, 7, 1)).astype(np.uint16)
    content = go.eager.EncodePng(image=pixels)[()]
    np.testing.assert_array_equal(np.asarray(PIL.open(io.BytesIO(content))), pixels[..., 0])
    pixels = np.random.default_rng(0).integers(0, 2**16, (5, 7, 3)).astype(np.uint16)
    content = go.eager.EncodePng(image=pixels)
    np.testing.assert_array_equal(go.eager.DecodePng(contents=content, dtype=go.uint16), pixels)
