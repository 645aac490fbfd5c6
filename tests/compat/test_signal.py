"""``tf.signal`` where TensorFlow has no kernel on the CPU, and calls that are refused."""

import numpy as np
import pytest

import graphops.compat.v1 as tf
from tests.compat.calls import rows
from tests.compat.signal_calls import complexes
from tests.reference import fourier

NUMPY_NORMS = (None, "backward", "forward", "ortho")


@pytest.mark.parametrize("norm", NUMPY_NORMS)
def test_transforms_along_named_axes(norm: str | None) -> None:
    x, z = rows(3, 4, 6), complexes(3, 4, 6)
    s, sizes, axes = tf.signal, (5, 2), (2, -2)
    with tf.Graph().as_default(), tf.Session() as session:
        calls = [
            (s.fftnd(z, sizes, axes, norm), fourier.fft(z, sizes, axes), True, 10),
            (s.ifftnd(z, sizes, axes, norm), fourier.ifft(z, sizes, axes), False, 10),
            (s.rfftnd(x, sizes, axes, norm), fourier.rfft(x, sizes, axes), True, 10),
            (s.irfftnd(z, sizes, axes, norm), fourier.irfft(z, sizes, axes), False, 10),
            (s.fftnd(z, norm=norm), fourier.fft(z, z.shape, range(3)), True, 72),
            (s.irfftnd(z, norm=norm), fourier.irfft(z, (3, 4, 10), range(3)), False, 120),
        ]
        for got, want, forward, count in calls:
            factor = {"forward": count, "ortho": count**0.5}.get(norm or "", 1)
            want = want / factor if forward else want * factor
            np.testing.assert_allclose(session.run(got), want, rtol=2e-5, atol=2e-5)


def test_there_and_back() -> None:
    """Windows that overlap by half are undone."""
    x = rows(64)
    with tf.Graph().as_default(), tf.Session() as session:
        spectra = tf.signal.stft(x, 16, 8)
        window = tf.signal.inverse_stft_window_fn(8)
        back = tf.signal.inverse_stft(spectra, 16, 8, window_fn=window)
        assert spectra.shape.as_list() == [7, 9]
        np.testing.assert_allclose(session.run(back)[8:-8], x[8:-8], atol=1e-5)
        assert tf.signal.frame(x, 16, 8).shape.as_list() == [7, 16]


def scalar() -> tf.Tensor:
    return tf.placeholder(tf.int32, [])


BAD = {
    "integers": (lambda: tf.signal.rfft(tf.constant([1, 2])), "input_tensor of rfft() must be float32 or float64"),
    "real": (lambda: tf.signal.irfft(tf.constant([1.0])), "input_tensor of irfft() must be complex64 or complex128"),
    "rank": (lambda: tf.signal.rfft2d([1.0]), "input_tensor of rfft2d() must have rank 2 or more, got rank 1"),
    "lengths": (lambda: tf.signal.rfft2d([[1.0]], [1]), "fft_length of op 'RFFT2D' must have 2 values"),
    "norm": (lambda: tf.signal.fftnd([1.0], norm="full"), "norm of fftnd() must be backward, forward or ortho"),
    "axes": (lambda: tf.signal.fftnd([1.0], axes=[scalar()]), "axes of fftnd() must be known"),
    "window": (lambda: tf.signal.hann_window(4, dtype=tf.int32), "dtype of hann_window() must be one of floating"),
    "length": (lambda: tf.signal.hann_window(-1), "window_length of hann_window() must be 0 or more, got -1"),
    "half": (lambda: tf.signal.hann_window(4.5), "window_length of hann_window() must be an integer"),
    "step": (lambda: tf.signal.frame([1.0], 1, 0), "frame_step of frame() must be 1 or more, got 0"),
    "vector": (lambda: tf.signal.frame([1.0], [1], 1), "frame_length of frame() must be a scalar"),
    "axis": (lambda: tf.signal.frame([1.0], 1, 1, axis=1), "axis of frame() must be in [-1, 1), got 1"),
    "which axis": (lambda: tf.signal.frame([1.0], 1, 1, axis=scalar()), "axis of frame() must be known"),
    "any rank": (
        lambda: tf.signal.frame(tf.placeholder(tf.float32), 2, 1, pad_end=True),
        "must have a known rank",
    ),
    "frames": (lambda: tf.signal.overlap_and_add([1.0], 1), "signal of overlap_and_add() must have a known rank of 2"),
    "type": (lambda: tf.signal.dct([1.0], type=5), "type of dct() must be 1, 2, 3 or 4, got 5"),
    "ortho": (lambda: tf.signal.idct([1.0, 2.0], 1, norm="ortho"), "norm of idct() of type 1 must be None"),
    "one": (lambda: tf.signal.dct([1.0], type=1), "of type 1 must have 2 elements or more, got 1"),
    "other axis": (lambda: tf.signal.dct([[1.0]], axis=0), "axis of dct() must be -1, got 0"),
    "quarters": (lambda: tf.signal.mdct([1.0], 6), "frame_length of mdct() must be a multiple of 4, got 6"),
    "bands": (lambda: tf.signal.linear_to_mel_weight_matrix(0), "num_mel_bins must be above 0, got 0"),
    "edges": (lambda: tf.signal.linear_to_mel_weight_matrix(lower_edge_hertz=4000.0), "below upper_edge_hertz"),
    "rate": (lambda: tf.signal.linear_to_mel_weight_matrix(sample_rate=7000), "twice upper_edge_hertz, 3800.0"),
    "dtype": (lambda: tf.signal.linear_to_mel_weight_matrix(dtype=tf.int32), "dtype must be one of floating point"),
    "nothing": (lambda: tf.signal.mfccs_from_log_mel_spectrograms(np.ones((2, 0))), "must have bands"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_calls(name: str) -> None:
    function, sentence = BAD[name]
    with tf.Graph().as_default(), pytest.raises((ValueError, TypeError, NotImplementedError)) as caught:
        function()
    assert sentence in str(caught.value)
