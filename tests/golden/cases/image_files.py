"""Files of pictures; ``make_pictures.py`` makes those that are read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers
from tests.golden.cases.strings import scalar

FILES = {path.name: path.read_bytes() for path in sorted((Path(__file__).parents[1] / "pictures").iterdir())}
ACCURATE = {"dct_method": "INTEGER_ACCURATE"}


def given(name: str) -> dict[str, Array]:
    return {"contents": scalar(FILES[name])}


def pngs() -> Iterator[Case]:
    for name in FILES:
        if not name.startswith("png"):
            continue
        # In files of 1, 2 or 4 bits TensorFlow says with the largest number of so few bits that a pixel is opaque.
        few_bits = name.endswith(("_1", "_2", "_4"))
        for channels in (0, 1, 3) if few_bits else (0, 1, 3, 4):
            for dtype in ("uint8", "uint16"):
                yield Case("DecodePng", given(name), {"channels": channels, "dtype": dtype})
        for dtype in ("uint8", "uint16", "float32"):
            yield Case("DecodeImage", given(name), {"dtype": dtype, "expand_animations": False})
        yield Case("DecodeGif", given("png_2_8"))


def jpegs() -> Iterator[Case]:
    for name in ("jpeg_rgb", "jpeg_fine", "jpeg_progressive", "jpeg_grey", "jpeg_cmyk"):
        for channels in (0, 3) if name == "jpeg_cmyk" else (0, 1, 3):
            attrs: dict[str, Any] = {"channels": channels, **ACCURATE}
            yield Case("DecodeJpeg", given(name), attrs)
            # Not up to the right border, TensorFlow does not see the colors behind it, which the last ones need.
            window = {"crop_window": np.array([3, 5, 10, 17 if name in ("jpeg_fine", "jpeg_grey") else 25], np.int32)}
            yield Case("DecodeAndCropJpeg", given(name) | window, attrs)
            if name != "jpeg_cmyk":
                yield Case("DecodeJpeg", given(name), attrs | {"ratio": 4})
                yield Case("DecodeJpeg", given(name), attrs | {"ratio": 8})
        yield Case("ExtractJpegShape", given(name))
    yield Case("ExtractJpegShape", given("jpeg_rgb"), {"output_type": "int64"})
    yield Case("DecodeJpeg", given("jpeg_fine"), ACCURATE | {"fancy_upscaling": False})
    for dtype in ("uint8", "uint16", "float32"):
        yield Case("DecodeImage", given("jpeg_flat"), {"dtype": dtype})
    yield Case("DecodePng", given("jpeg_flat"))


def gifs_and_bmps() -> Iterator[Case]:
    for name in ("gif_parts", "gif_one", "gif_rows"):
        yield Case("DecodeGif", given(name))
        for dtype in ("uint8", "uint16", "float32"):
            for expand in (True, False):
                yield Case("DecodeImage", given(name), {"dtype": dtype, "expand_animations": expand})
    yield Case("DecodeJpeg", given("gif_one"))
    yield Case("DecodePng", given("gif_rows"), {"channels": 3})
    for name, channels in (("bmp_24", 3), ("bmp_32", 4), ("bmp_down", 3)):
        for asked in (0, channels):
            yield Case("DecodeBmp", given(name), {"channels": asked})
        yield Case("DecodeImage", given(name))  # as another dtype, TensorFlow ends the process


def encoded() -> Iterator[Case]:
    for channels in (1, 3):
        pixels = integers((11, 13, channels), "uint8", channels, 0, 255)
        for quality in (0, 1, 60, 95, 100):
            yield Case("EncodeJpeg", {"image": pixels}, {"quality": quality})
            yield Case("EncodeJpegVariableQuality", {"images": pixels, "quality": np.array(quality, np.int32)})
        for attrs in (
            {"progressive": True},
            {"optimize_size": True},
            {"chroma_downsampling": False},
            {"density_unit": "cm", "x_density": 10, "y_density": 65535},
            {"xmp_metadata": "<x>some text</x>"},
            {"format": "grayscale" if channels == 1 else "rgb"},
        ):
            yield Case("EncodeJpeg", {"image": pixels}, attrs)


CASES = [*pngs(), *jpegs(), *gifs_and_bmps(), *encoded()]
