"""Images of integers that are resized: TensorFlow's answers, and its definition pixel by pixel."""

from typing import Any

import numpy as np
import pytest

import graphops as go

SMALL = np.array([[0, 10, 200], [255, 3, 77]], np.uint8)[None, :, :, None]
LARGE = np.array([[-(2**31), 5, 2**31 - 1], [-7, 123456789, 40]], np.int32)[None, :, :, None]
FLOATS = np.array([[0, 10, 200], [255, 3, 77]], np.float32)[None, :, :, None]
MODES: dict[str, dict[str, Any]] = {
    "legacy": {}, "corners": {"align_corners": True}, "centers": {"half_pixel_centers": True}
}  # fmt: skip


def resized(images: np.ndarray, kind: str, size: tuple[int, int], **attrs: Any) -> Any:
    """The op's answer; integers are given as what they stand for."""
    given = go.raw_ops.Bitcast(input=images, type=kind) if kind != "float32" else go.constant(images)
    found = go.raw_ops.QuantizedResizeBilinear(
        images=given, size=np.array(size, np.int32), min=np.float32(-1), max=np.float32(2), **attrs
    )
    first = found[0] if kind == "float32" else go.raw_ops.Bitcast(input=found[0], type=images.dtype.name)
    with go.Session() as session:
        return session.run([first, found[1], found[2]])


def by_pixels(images: np.ndarray, bits: int, size: tuple[int, int], align: bool, centers: bool) -> np.ndarray:
    """The definition in Python's integers, for one image of one channel."""
    rows, columns = images.shape[1:3]
    result = np.zeros((1, *size, 1), images.dtype)

    def around(old: int, new: int, place: int) -> tuple[int, int, int]:
        scale = np.float32(old - 1) / np.float32(new - 1) if align and new > 1 else np.float32(old) / np.float32(new)
        half = np.float32(0.5)
        at = (np.float32(place) + half) * scale - half if centers else np.float32(place) * scale
        floor = np.floor(at)
        upper = min(int(np.ceil(at)), old - 1)
        return min(max(int(floor), 0), upper), upper, int((at - floor) * np.float32(1 << bits))

    one = 1 << bits
    for row in range(size[0]):
        top, bottom, down = around(rows, size[0], row)
        for column in range(size[1]):
            left, right, across = around(columns, size[1], column)
            pixel = images[0, :, :, 0].tolist()
            upper = pixel[top][left] * one + (pixel[top][right] - pixel[top][left]) * across
            lower = pixel[bottom][left] * one + (pixel[bottom][right] - pixel[bottom][left]) * across
            mean = upper + int(np.sign(lower - upper)) * (abs(lower - upper) // one) * down + one // 2
            result[0, row, column, 0] = (1 if mean > 0 else -1) * (abs(mean) // one)
    return result


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("size", [(3, 5), (1, 2), (2, 3), (4, 1)])
def test_integers(size: tuple[int, int], mode: str) -> None:
    attrs = MODES[mode]
    for images, kind, bits in ((SMALL, "quint8", 7), (LARGE, "qint32", 30)):
        found, low, high = resized(images, kind, size, **attrs)
        align, centers = attrs.get("align_corners", False), attrs.get("half_pixel_centers", False)
        want = images if size == (2, 3) else by_pixels(images, bits, size, align, centers)
        np.testing.assert_array_equal(found, want)
        assert (low, high) == (-1, 2)


@pytest.mark.parametrize("mode", MODES)
def test_fractions(mode: str) -> None:
    size = np.array([3, 5], np.int32)
    want = go.eager.ResizeBilinear(images=FLOATS, size=size, **MODES[mode])
    np.testing.assert_allclose(resized(FLOATS, "float32", (3, 5), **MODES[mode])[0], want, rtol=1e-6)


def test_as_tensorflow() -> None:
    """Recorded from TensorFlow 2.21, which rounds larger numbers of qint32 to float32 on the way."""
    small = np.array([[-7, 5, 1000000], [40, 123456, -99]], np.int32)[None, :, :, None]
    assert resized(SMALL, "quint8", (3, 5))[0].ravel().tolist() == [
        0,
        6,
        47,
        161,
        200,
        169,
        72,
        28,
        96,
        118,
        255,
        105,
        17,
        62,
        77,
    ]
    assert resized(small, "qint32", (3, 5))[0].ravel().tolist() == [
        -6,
        0,
        200004,
        800001,
        1000000,
        24,
        49393,
        132498,
        283075,
        333267,
        40,
        74090,
        98745,
        24612,
        -98,
    ]
