"""Calls of ``tf.signal``, run under TensorFlow and under graphops as those of ``calls.py``."""

from typing import Any

import numpy as np

from tests.compat.calls import call, rows
from tests.compat.sparse_calls import CALLS


def complexes(*shape: int) -> np.ndarray:
    return (rows(*shape) + 1j * rows(*shape, seed=1)).astype(np.complex64)


def unknown(tf: Any, value: np.ndarray) -> Any:
    """A tensor whose sizes the graph does not know, but for the rank."""
    return tf.placeholder_with_default(value, [None] * value.ndim)


@call
def fourier(tf: Any) -> Any:
    x, z = rows(2, 3, 4, 6), complexes(2, 3, 4, 6)
    s = tf.signal
    return [
        tf.fft(z), tf.ifft2d(z), s.fft3d(z), tf.spectral.ifft(z), s.rfft(x), s.rfft(x, [9]), s.rfft(x, [4]),
        s.rfft2d(x), s.rfft2d(x, [6, 4]), s.rfft3d(x), s.rfft3d(x, [2, 4, 6]), s.irfft(z), s.irfft(z, [13]),
        s.irfft(z, [7]), s.irfft2d(z, [5, 10]), s.irfft3d(z), s.irfft3d(z, [3, 3, 3]),
        s.rfft(unknown(tf, x)), s.rfft(unknown(tf, x), [9]), s.irfft2d(unknown(tf, z)),
        s.irfft(unknown(tf, z), tf.placeholder_with_default(np.array([12], np.int32), [1])),
        s.rfft(x.astype(np.float64)), tf.spectral.rfft([1.0, 2.0, 4.0]),
        s.fftshift(x), s.fftshift(x, 3), s.fftshift(x, axes=[-1, 1]), s.ifftshift(x[..., :5]), s.ifftshift(x, [2]),
    ]  # fmt: skip


@call
def fourier_gradients(tf: Any) -> Any:
    x, z = tf.constant(rows(2, 4, 6)), tf.constant(complexes(2, 4, 6))
    w = complexes(2, 4, 8)
    found = [tf.fft(z), tf.ifft2d(z), tf.fft3d(z), tf.signal.irfft(z, [11]), tf.signal.irfft2d(z)]
    gradients = [tf.gradients(tf.reduce_sum(tf.square(tf.abs(y * y))), z)[0] for y in found]
    half = [tf.signal.rfft(x), tf.signal.rfft(x, [7]), tf.signal.rfft2d(x), tf.signal.rfft2d(x, [4, 7])]
    for y in half:
        shown = tf.real(y * w[..., : y.shape[-1]]) + tf.square(tf.imag(y))
        gradients.append(tf.gradients(tf.reduce_sum(shown), x)[0])
    return gradients


@call
def windows(tf: Any) -> Any:
    s, length = tf.signal, tf.placeholder_with_default(np.int32(8), [])
    return [
        [s.hann_window(8), s.hann_window(7), s.hann_window(8, periodic=False), s.hamming_window(5), s.hann_window(1)],
        s.hamming_window(6, dtype=tf.float64), s.hann_window(length), s.vorbis_window(8), s.vorbis_window(length),
        s.kaiser_window(8), s.kaiser_window(9, beta=4.0), s.kaiser_window(1), s.kaiser_window(length),
        s.kaiser_bessel_derived_window(8), s.kaiser_bessel_derived_window(10, 3.0),
    ]  # fmt: skip


@call
def framing(tf: Any) -> Any:
    s, x = tf.signal, rows(2, 17)
    step = tf.placeholder_with_default(np.int32(3), [])
    return [
        s.frame(x, 4, 3), s.frame(x, 4, 3, pad_end=True), s.frame(x, 4, 6, pad_end=True, pad_value=9.0),
        s.frame(x, 20, 3), s.frame(x, 20, 3, pad_end=True), s.frame(rows(7, 3), 3, 2, axis=0), s.frame(x, 4, step),
        s.frame(unknown(tf, x), 4, 3, pad_end=True), s.frame(unknown(tf, x), step + 1, step),
        s.overlap_and_add(rows(2, 5, 4), 2), s.overlap_and_add(rows(2, 2, 5, 4), 3), s.overlap_and_add(rows(5, 4), 4),
        s.overlap_and_add(rows(5, 4), 6), s.overlap_and_add(unknown(tf, rows(2, 5, 4)), 2),
        s.overlap_and_add(rows(2, 5, 4), step),
    ]  # fmt: skip


@call
def short_time(tf: Any) -> Any:
    s, x = tf.signal, tf.constant(rows(2, 40))
    spectra = s.stft(x, 8, 4)
    back = s.inverse_stft(spectra, 8, 4, window_fn=s.inverse_stft_window_fn(4))
    other = s.stft(x, 10, 3, fft_length=12, window_fn=s.hamming_window, pad_end=True)
    coefficients = s.mdct(x, 8)
    return [
        spectra, back, other, s.inverse_stft(other, 10, 3, 12, s.hamming_window), s.stft(x, 6, 2, window_fn=None),
        s.inverse_stft(other, 14, 3, 12, window_fn=None), s.stft(unknown(tf, rows(2, 40)), 8, 4),
        s.inverse_stft_window_fn(3, s.hamming_window)(10, dtype=tf.float32), coefficients,
        s.mdct(x, 8, window_fn=None, norm="ortho"), s.inverse_mdct(coefficients),
        s.inverse_mdct(coefficients, None, "ortho"),
        tf.gradients(tf.reduce_sum(tf.square(back)), x), tf.gradients(tf.reduce_sum(tf.square(tf.abs(spectra))), x),
        tf.gradients(tf.reduce_sum(tf.square(coefficients)), x),
    ]  # fmt: skip


@call
def cosine_transforms(tf: Any) -> Any:
    x, found = rows(2, 6), []
    for kind in (1, 2, 3, 4):
        for function in (tf.signal.dct, tf.spectral.idct):
            found += [
                function(x, type=kind),
                function(x, kind, n=9),
                function(x, kind, n=4),
                function(unknown(tf, x), kind),
            ]
            found += [function(x, type=kind, norm="ortho")] if kind > 1 else []
    found += [tf.signal.dct(x.astype(np.float64), norm="ortho"), tf.signal.idct(unknown(tf, x), 3, norm="ortho")]
    return found


@call
def speech(tf: Any) -> Any:
    s, x = tf.signal, tf.constant(rows(2, 100))
    rate = tf.placeholder_with_default(np.float32(8000), [])
    weights = s.linear_to_mel_weight_matrix(10, 17, 8000, 80.0, 3600.0)
    energies = tf.tensordot(tf.abs(s.stft(x, 30, 10, 32)), weights, 1)
    return [
        weights, s.linear_to_mel_weight_matrix(), s.linear_to_mel_weight_matrix(5, 9, rate, 0.0, dtype=tf.float64),
        s.mfccs_from_log_mel_spectrograms(tf.log(energies + 1e-3)),
        s.mfccs_from_log_mel_spectrograms(unknown(tf, rows(3, 8))),
    ]  # fmt: skip


__all__ = ["CALLS"]
