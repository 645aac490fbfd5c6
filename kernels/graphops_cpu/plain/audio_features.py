"""Plain kernels of spectrograms and mel-frequency cepstral coefficients, which compute in float64 as TensorFlow's."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_CHUNK: Final = 1 << 20  # numbers that are transformed at a time


@register_kernel("AudioSpectrogram", "CPU")
class AudioSpectrogram(PlainKernel):
    def compute(self, sound: Array) -> Array:
        xp, size, stride = self.xp, self.attrs["window_size"], self.attrs["stride"]
        padded = 1 << (size - 1).bit_length()
        count = 1 + (sound.shape[0] - size) // stride if sound.shape[0] >= size else 0
        found = xp.zeros((sound.shape[1], count, padded // 2 + 1), dtype=np.float32)
        if not found.size:
            return found
        window = 0.5 - 0.5 * xp.cos(xp.arange(size, dtype=np.float64) * (2 * np.pi / size))
        channels = sound.T.astype(np.float64)  # (channels, samples)
        step = max(1, _CHUNK // (padded * sound.shape[1]))
        for start in range(0, count, step):
            stop = min(count, start + step)
            places = xp.arange(start, stop)[:, None] * stride + xp.arange(size)[None, :]
            spectrum = xp.fft.rfft(channels[:, places] * window, n=padded, axis=-1)
            found[:, start:stop] = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
        return found if self.attrs["magnitude_squared"] else xp.sqrt(found)


def _mel(frequency: Any) -> Any:
    return 1127.0 * np.log1p(frequency / 700.0)


def _bands(frequencies: int, rate: float, low: float, high: float, count: int) -> np.ndarray[Any, np.dtype[Any]]:
    """Triangular weights of frequencies in bands, ``[frequencies, count]``.

    The edges of the triangles are equally far apart on the mel scale; each triangle rises from the centre of the one
    before to its own, and falls to the centre of the next. The frequency 0 is in none.
    """
    step = 0.5 * rate / (frequencies - 1)
    first, last = int(1.5 + low / step), min(int(high / step), frequencies - 1)
    weights = np.zeros((frequencies, count))
    edges = np.linspace(_mel(low), _mel(high), count + 2)
    number = np.arange(first, last + 1)
    at = _mel(number * step)
    # The triangle that falls here is number `band`; the one that rises is the next.
    band = np.searchsorted(edges[1:-1], at, side="left") - 1
    falling = (edges[band + 2] - at) / (edges[band + 2] - edges[band + 1])
    inside = band >= 0
    weights[number[inside], band[inside]] = falling[inside]
    inside = band + 1 < count
    weights[number[inside], band[inside] + 1] = 1 - falling[inside]
    return weights


@register_kernel("Mfcc", "CPU", host_inputs=["sample_rate"], uses=["memory"])
class Mfcc(PlainKernel):
    def compute(self, ctx: Context, spectrogram: Array, sample_rate: Any) -> Array:
        xp, attrs = self.xp, self.attrs
        bands, count = attrs["filterbank_channel_count"], attrs["dct_coefficient_count"]
        frequencies = spectrogram.shape[-1]
        ctx.check_memory(8 * bands * (frequencies + count) + 8 * spectrogram.size)
        low, high = attrs["lower_frequency_limit"], attrs["upper_frequency_limit"]
        weights = _bands(frequencies, float(sample_rate), low, high, bands)
        used = weights.any(axis=1)  # frequencies outside of all bands may be anything
        turns = np.pi / bands * np.outer(np.arange(bands) + 0.5, np.arange(count))
        cosines = np.sqrt(2.0 / bands) * np.cos(turns)
        with np.errstate(all="ignore"):
            powers = xp.asarray(spectrogram)[..., xp.asarray(np.flatnonzero(used))].astype(np.float64)
            energies = xp.matmul(xp.sqrt(powers), xp.asarray(weights[used]))
            floored = xp.where(energies < 1e-12, 1e-12, energies)
            return xp.matmul(xp.log(floored), xp.asarray(cosines)).astype(np.float32)
