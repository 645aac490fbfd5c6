"""Conversions of whole arrays between 16-bit floats and float32 agree with NumPy and ml_dtypes to the bit."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from graphops_cpu.simd.copies import convert

NARROW = (np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16))


def bits(array):
    return array.view({2: np.uint16, 4: np.uint32}[array.dtype.itemsize])


def assert_same(actual, expected):
    """The same bits, but for what is NaN in both."""
    assert actual.dtype == expected.dtype
    assert actual.shape == expected.shape
    both_nan = np.isnan(actual) & np.isnan(expected)
    np.testing.assert_array_equal(bits(actual)[~both_nan], bits(expected)[~both_nan])


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_every_number_widens_exactly(dtype):
    x = np.arange(1 << 16, dtype=np.uint16).view(dtype)
    with np.errstate(invalid="ignore"):  # a signalling NaN
        assert_same(convert.to_float32(x), x.astype(np.float32))


@pytest.mark.parametrize("dtype", NARROW, ids=str)
@pytest.mark.parametrize("size", [0, 1, 15, 1025, 4096, 8191, 300_001])
def test_rounding_is_to_nearest_even(dtype, size):
    rng = np.random.default_rng(size)
    x = rng.integers(0, 1 << 32, size, dtype=np.uint32).view(np.float32)  # any float32 there is
    with np.errstate(all="ignore"):
        assert_same(convert.from_float32(x, dtype), x.astype(dtype))
    # Halfway between neighbours, and beside that.
    y = np.resize(np.arange(0, 1 << 16, 7, dtype=np.uint16).view(dtype).astype(np.float32), size)
    for nudge in (0x0FFF, 0x1000, 0x1001, 0x7FFF, 0x8000, 0x8001):
        z = (bits(y) + np.uint32(nudge)).view(np.float32)
        with np.errstate(all="ignore"):
            assert_same(convert.from_float32(z, dtype), z.astype(dtype))


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_arrays_of_any_layout(dtype):
    rng = np.random.default_rng(1)
    x = rng.standard_normal((40, 30, 20)).astype(dtype)
    x.flags.writeable = False
    for view in (x, x[::-1, ::2], x.T, x[:, :, 3:4], x[:0]):
        assert_same(convert.to_float32(view), view.astype(np.float32, order="C"))
        wide = view.astype(np.float32)
        assert_same(convert.from_float32(wide.T, dtype), wide.T.astype(dtype))
    buffer = bytearray(2 * 5000 + 1)
    misaligned = np.frombuffer(buffer, np.uint8, 10_000, 1).view(dtype)
    assert_same(convert.to_float32(misaligned), misaligned.astype(np.float32))


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_results_go_where_they_are_wanted(dtype):
    x = np.linspace(-3, 3, 6000, dtype=np.float32).reshape(60, 100)
    for out in (np.zeros((60, 100), dtype), np.zeros((100, 60), dtype).T, np.zeros((60, 200), dtype)[:, ::2]):
        assert convert.from_float32(x, dtype, out) is out
        assert_same(np.ascontiguousarray(out), x.astype(dtype))


def test_without_numba_numpy_converts(monkeypatch):
    monkeypatch.setattr(convert, "why_unusable", lambda: "hidden")
    x = np.linspace(-3, 3, 6000, dtype=np.float32)
    for dtype in NARROW:
        assert_same(convert.from_float32(x, dtype), x.astype(dtype))
        assert_same(convert.to_float32(x.astype(dtype)), x.astype(dtype).astype(np.float32))
