"""Fourier transforms along the last axes, and what speech models make of them."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, reals


def complexes(shape: tuple[int, ...], dtype: str, seed: int) -> Array:
    parts = "float32" if dtype == "complex64" else "float64"
    return (reals(shape, parts, seed) + 1j * reals(shape, parts, seed + 1)).astype(dtype)


def sizes(*values: int) -> Array:
    return np.array(values, np.int32)


PRECISIONS = (("float32", "complex64"), ("float64", "complex128"))
# By rank: shapes of an input, and lengths for real numbers that cut it off or not.
SHAPES = {1: [(5,), (2, 8), (2, 0, 3), (3, 1)], 2: [(3, 4), (2, 4, 5), (2, 1, 6)], 3: [(2, 3, 4), (2, 4, 3, 5)]}


def every() -> Iterator[Case]:
    for rank, shapes in SHAPES.items():
        suffix = f"{rank}D" if rank > 1 else ""
        for real, form in PRECISIONS:
            for seed, shape in enumerate(shapes):
                z, x = complexes(shape, form, seed), reals(shape, real, seed)
                yield Case(f"FFT{suffix}", {"input": z})
                yield Case(f"IFFT{suffix}", {"input": z})
                full = shape[-rank:]
                for cut in (0, 1):
                    length = sizes(*(max(size - cut, 1) for size in full))
                    yield Case(f"RFFT{suffix}", {"input": x, "fft_length": length}, {"Tcomplex": form})
                for last in {2 * full[-1] - 1, max(2 * full[-1] - 2, 1), 2 * full[-1] - 1 - full[-1] // 2}:
                    length = sizes(*full[:-1], last)
                    yield Case(f"IRFFT{suffix}", {"input": z, "fft_length": length}, {"Treal": real})
                if rank > 1:
                    length = sizes(*(max(size - 1, 1) for size in full[:-1]), full[-1])
                    yield Case(f"IRFFT{suffix}", {"input": z, "fft_length": length}, {"Treal": real})
    sound = reals((40, 2), "float32", 5)
    for window, stride, squared in (
        (8, 4, False),
        (8, 4, True),
        (9, 7, True),
        (2, 1, False),
        (64, 3, False),
        (3, 50, True),
    ):
        attrs = {"window_size": window, "stride": stride, "magnitude_squared": squared}
        yield Case("AudioSpectrogram", {"input": sound}, attrs)
    yield Case("AudioSpectrogram", {"input": sound[:, :0]}, {"window_size": 8, "stride": 4})
    spectrogram, rate = abs(reals((2, 3, 65), "float32", 6)) * 9, np.array(16000, np.int32)
    for attrs in (
        {},
        {"upper_frequency_limit": 8000.0, "lower_frequency_limit": 0.0},
        {"filterbank_channel_count": 5, "dct_coefficient_count": 5},
        {"dct_coefficient_count": 40, "lower_frequency_limit": 300.0},
        {"filterbank_channel_count": 1, "dct_coefficient_count": 1},
    ):
        yield Case("Mfcc", {"spectrogram": spectrogram, "sample_rate": rate}, attrs)
    yield Case("Mfcc", {"spectrogram": spectrogram[..., :2], "sample_rate": np.array(8000, np.int32)})
    yield Case("Mfcc", {"spectrogram": spectrogram * 0, "sample_rate": rate})
    yield Case("Mfcc", {"spectrogram": spectrogram[:, :0], "sample_rate": rate})


CASES = list(every())
