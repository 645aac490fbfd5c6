"""PNG files that are written here, read by Pillow and by our own reader, and how small they are."""

from __future__ import annotations

import io

import numpy as np
import pytest

from graphops_cpu.lib.image_files.png import read_png, write_png

Image = pytest.importorskip("PIL.Image")

_SIZES = [(1, 1), (5, 7), (64, 2), (65, 1), (130, 33)]  # bands have 64 rows


def _no_limit(*_: object) -> None:
    """Every size is allowed."""


@pytest.mark.parametrize("size", _SIZES)
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_pixels_come_back(size: tuple[int, int], channels: int, dtype: type) -> None:
    numbers = np.random.default_rng(0)
    noise = numbers.integers(0, np.iinfo(dtype).max, (*size, channels), endpoint=True)
    for pixels in (
        noise.astype(dtype),
        (noise // 40).cumsum(axis=0).astype(dtype),
        (noise // 40).cumsum(1).astype(dtype),
    ):
        content = write_png(pixels, -1)
        assert np.array_equal(read_png(content, 0, pixels.dtype.itemsize, _no_limit), pixels)
        if dtype is np.uint8:
            with Image.open(io.BytesIO(content)) as found:
                assert np.array_equal(np.asarray(found).reshape(pixels.shape), pixels)


def test_smooth_pictures_are_small() -> None:
    """The bounds are those of TensorFlow's own tests, with libpng's choice among all filters."""
    rows, columns = np.arange(256)[:, None], np.arange(200)[None]
    ramp = np.stack(np.broadcast_arrays(rows, columns, (rows + columns) >> 1), axis=-1)  # (256, 200, 3)
    assert 400 <= len(write_png(ramp.astype(np.uint8), 7)) <= 750
    assert 800 <= len(write_png(ramp.astype(np.uint16), 7)) <= 1500
