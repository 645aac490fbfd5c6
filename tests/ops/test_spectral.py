"""Fourier transforms for which TensorFlow has no kernel on the CPU, and where its kernels end the process."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops.testing import gradcheck
from tests.golden.case import reals
from tests.golden.cases.spectral import complexes, sizes
from tests.reference import fourier

CLOSE = {"complex64": 1e-5, "complex128": 1e-12}
# Axes and lengths of an input (3, 4, 5): as they are, cut off, filled up, in another order, none.
NAMED = [((0, 1, 2), (3, 4, 5)), ((2,), (3,)), ((-1,), (8,)), ((1, 0), (6, 2)), ((2, 0), (1, 5)), ((-2, 2), (4, 0))]


@pytest.mark.parametrize("dtype", CLOSE)
@pytest.mark.parametrize(("axes", "lengths"), NAMED)
@pytest.mark.parametrize("op", ["FFTND", "IFFTND", "RFFTND", "IRFFTND"])
def test_named_axes(op: str, axes: tuple[int, ...], lengths: tuple[int, ...], dtype: str) -> None:
    real = {"complex64": "float32", "complex128": "float64"}[dtype]
    x = reals((3, 4, 5), real, 1) if op == "RFFTND" else complexes((3, 4, 5), dtype, 1)
    attrs = {"RFFTND": {"Tcomplex": dtype}, "IRFFTND": {"Treal": real}}.get(op, {})
    got = getattr(go.eager, op)(input=x, fft_length=sizes(*lengths), axes=sizes(*axes), **attrs)
    want = getattr(fourier, op.removesuffix("ND").lower())(x, lengths, axes)
    assert got.dtype == (real if op == "IRFFTND" else dtype)
    np.testing.assert_allclose(got, want, atol=CLOSE[dtype])


def test_no_axes_leave_everything_as_it_is() -> None:
    z = complexes((2, 3), "complex64", 1)
    for op in (go.eager.FFTND, go.eager.IFFTND):
        assert np.array_equal(op(input=z, fft_length=sizes(), axes=sizes()), z)


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_old_names(rank: int) -> None:
    z, suffix, axes = complexes((3, 4, 5), "complex64", 1), f"{rank}D" if rank > 1 else "", range(3 - rank, 3)
    got = getattr(go.eager, f"BatchFFT{suffix}")(input=z)
    np.testing.assert_allclose(got, fourier.fft(z, z.shape[-rank:], axes), atol=1e-4)
    got = getattr(go.eager, f"BatchIFFT{suffix}")(input=z)
    np.testing.assert_allclose(got, fourier.ifft(z, z.shape[-rank:], axes), atol=1e-5)


@pytest.mark.parametrize(
    ("op", "shape", "lengths", "result"),
    [
        ("RFFT", (2, 3), (0,), (2, 0)),
        ("RFFT2D", (2, 3), (2, 0), (2, 0)),
        ("RFFT2D", (2, 3), (0, 3), (0, 2)),
        ("RFFT", (0, 3), (3,), (0, 2)),
        ("IRFFT", (2, 3), (0,), (2, 0)),
        ("IRFFT3D", (2, 2, 3), (2, 0, 4), (2, 0, 4)),
    ],
)
def test_lengths_of_zero(op: str, shape: tuple[int, ...], lengths: tuple[int, ...], result: tuple[int, ...]) -> None:
    x = np.ones(shape, np.float32 if op[0] == "R" else np.complex64)
    assert getattr(go.eager, op)(input=x, fft_length=sizes(*lengths)).shape == result


def test_the_longer_spectrum_is_cut_off_in_gradients() -> None:
    """TensorFlow's gradients fail for inputs that are longer than the transform."""
    x = reals((3, 5, 6), "float64", 1)
    for length in (3, 4):
        assert gradcheck("RFFT", {"input": x, "fft_length": sizes(length)}, {"Tcomplex": "complex128"})
        assert gradcheck("RFFT2D", {"input": x, "fft_length": sizes(2, length)}, {"Tcomplex": "complex128"})
    z = complexes((3, 4, 6), "complex128", 1)
    for length in (6, 7):
        assert gradcheck("IRFFT3D", {"input": z, "fft_length": sizes(2, 4, length)}, {"Treal": "float64"})


def test_gradients_where_no_size_is_known_before_the_run() -> None:
    x, length, direction = reals((2, 6), "float64", 1), sizes(4), complexes((2, 3), "complex128", 2)
    found = []
    for known in (True, False):
        with go.Graph().as_default(), go.Session() as session:
            a = go.placeholder(go.float64, x.shape if known else None)
            n = go.constant(length) if known else go.placeholder(go.int32, [1])
            y = go.raw_ops.RFFT(input=a, fft_length=n, Tcomplex="complex128")
            z = go.raw_ops.IRFFT(input=y, fft_length=n, Treal="float64")
            (by_y,) = go.gradients(y, a, grad_ys=[direction])
            (by_z,) = go.gradients(go.raw_ops.Square(x=z), a)
            found.append(session.run([by_y, by_z], {a: x} if known else {a: x, n: length}))
    for one, other in zip(*found, strict=True):
        assert one.shape == (2, 6)
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-14)


BAD = {
    "rank": (go.eager.FFT2D, {"input": np.ones(3, np.complex64)}, "input of op 'FFT2D' must have rank 2 or more"),
    "short": (
        go.eager.RFFT,
        {"input": np.ones(3, np.float32), "fft_length": sizes(4)},
        "input of op 'RFFT' must have at least 4 elements along axis 0 for a length of 4, got 3",
    ),
    "short spectrum": (
        go.eager.IRFFT,
        {"input": np.ones(3, np.complex64), "fft_length": sizes(6)},
        "must have at least 4 elements along axis 0 for a length of 6, got 3",
    ),
    "negative": (go.eager.RFFT, {"input": np.ones(3, np.float32), "fft_length": sizes(-1)}, "must have sizes >= 0"),
    "lengths": (go.eager.RFFT2D, {"input": np.ones((3, 3), np.float32), "fft_length": sizes(3)}, "must have 2 values"),
    "precision": (
        go.eager.RFFT,
        {"input": np.ones(3, np.float32), "fft_length": sizes(3), "Tcomplex": "complex128"},
        "attr 'Tcomplex' of op 'RFFT' must be complex64, as Treal is float32, got complex128",
    ),
    "axis": (
        go.eager.FFTND,
        {"input": np.ones(3, np.complex64), "fft_length": sizes(3), "axes": sizes(1)},
        "axes of op 'FFTND' must be in [-1, 1)",
    ),
    "twice": (
        go.eager.FFTND,
        {"input": np.ones((3, 3), np.complex64), "fft_length": sizes(3, 3), "axes": sizes(1, -1)},
        "must name each axis once",
    ),
    "more axes": (
        go.eager.FFTND,
        {"input": np.ones((3, 3), np.complex64), "fft_length": sizes(3), "axes": sizes(0, 1)},
        "axes of op 'FFTND' must have an axis for each length",
    ),
    "no axis": (
        go.eager.RFFTND,
        {"input": np.ones(3, np.float32), "fft_length": sizes(), "axes": sizes()},
        "axes of op 'RFFTND' must name at least one axis",
    ),
    "window": (
        go.eager.AudioSpectrogram,
        {"input": np.ones((3, 1), np.float32), "window_size": 1, "stride": 1},
        "attr 'window_size' of op 'AudioSpectrogram' must be in [2, 2**30), got 1",
    ),
    "stride": (
        go.eager.AudioSpectrogram,
        {"input": np.ones((3, 1), np.float32), "window_size": 2, "stride": 0},
        "attr 'stride' of op 'AudioSpectrogram' must be 1 or more, got 0",
    ),
    "coefficients": (
        go.eager.Mfcc,
        {"spectrogram": np.ones((1, 1, 9), np.float32), "sample_rate": 16000, "dct_coefficient_count": 41},
        "attr 'dct_coefficient_count' of op 'Mfcc' must be in [1, 40]",
    ),
    "frequency": (
        go.eager.Mfcc,
        {"spectrogram": np.ones((1, 1, 9), np.float32), "sample_rate": 7999},
        "attr 'upper_frequency_limit' of op 'Mfcc' must be at most 3999.5, half of sample_rate, got 4000",
    ),
    "rate": (go.eager.Mfcc, {"spectrogram": np.ones((1, 1, 9), np.float32), "sample_rate": 0}, "must be 1 or more"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_calls(name: str) -> None:
    function, arguments, sentence = BAD[name]
    with pytest.raises(go.errors.InvalidArgumentError) as caught:
        function(**arguments)
    assert sentence in str(caught.value)
