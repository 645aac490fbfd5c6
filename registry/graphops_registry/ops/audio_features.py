"""What speech models make of sound: spectrograms and mel-frequency cepstral coefficients."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

# -- AudioSpectrogram ----------------------------------------------------------------------------------------------

audio_spectrogram = register_op(
    "AudioSpectrogram",
    inputs=["input: float"],
    outputs=["spectrogram: float"],
    attrs=["window_size: int", "stride: int", "magnitude_squared: bool = false"],
    doc="""Magnitudes of the frequencies in windows of sound, each weighted by a periodic Hann window.

    A window is filled up with zeros to a power of 2, n, and gives n / 2 + 1 frequencies.

    input: `[samples, channels]`.
    window_size: samples in a window, 2 or more.
    stride: samples from one window to the next, 1 or more.
    magnitude_squared: give the squares of the magnitudes.
    spectrogram: `[channels, windows, n / 2 + 1]`, of the windows that are full.""",
)


@audio_spectrogram.shape_rule
def _audio_spectrogram_shape(c: ShapeContext) -> list[TensorShape]:
    sound = c.with_rank("input", 2)
    window, stride = c.attr("window_size"), c.attr("stride")
    if not 2 <= window < 2**30:
        c.fail("attr 'window_size'", "be in [2, 2**30)", window)
    if stride < 1:
        c.fail("attr 'stride'", "be 1 or more", stride)
    samples = sound[0]
    windows: Dim = None
    if isinstance(samples, int):
        windows = 1 + (samples - window) // stride if samples >= window else 0
    return [TensorShape.of((sound[1], windows, 1 + (1 << (window - 1).bit_length()) // 2))]


# -- Mfcc ----------------------------------------------------------------------------------------------------------

mfcc = register_op(
    "Mfcc",
    inputs=["spectrogram: float", "sample_rate: int32"],
    outputs=["output: float"],
    attrs=[
        "upper_frequency_limit: float = 4000",
        "lower_frequency_limit: float = 20",
        "filterbank_channel_count: int = 40",
        "dct_coefficient_count: int = 13",
    ],
    doc="""Mel-frequency cepstral coefficients: a cosine transform of the logarithms of magnitudes in bands.

    spectrogram: `[channels, windows, frequencies]`, squares of magnitudes of at least 2 frequencies from 0 to half of
        sample_rate, as AudioSpectrogram gives them.
    sample_rate: a scalar above 0, samples in a second.
    upper_frequency_limit, lower_frequency_limit: of the bands, in Hertz, within the frequencies of spectrogram.
    filterbank_channel_count: the number of bands, equally wide on the mel scale.
    dct_coefficient_count: how many coefficients are given, at most as many as there are bands.
    output: `[channels, windows, dct_coefficient_count]`.""",
)
_MOST_BANDS = 1 << 20


@mfcc.shape_rule
def _mfcc_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank("spectrogram", 3)
    c.with_rank("sample_rate", 0)
    bands, count = c.attr("filterbank_channel_count"), c.attr("dct_coefficient_count")
    low, high = c.attr("lower_frequency_limit"), c.attr("upper_frequency_limit")
    if not 1 <= bands <= _MOST_BANDS:
        c.fail("attr 'filterbank_channel_count'", f"be in [1, {_MOST_BANDS}]", bands)
    if not 1 <= count <= bands:
        c.fail("attr 'dct_coefficient_count'", f"be in [1, {bands}], as there are {bands} bands", count)
    if not low >= 0:
        c.fail("attr 'lower_frequency_limit'", "be 0 or more", low)
    if not low < high:
        c.fail("attr 'upper_frequency_limit'", f"be above lower_frequency_limit, {low}", high)
    frequencies, rate = shape[2], c.value("sample_rate")
    if isinstance(frequencies, int) and frequencies < 2:
        c.fail("spectrogram", "have at least 2 frequencies", frequencies)
    if rate is not None:
        if rate <= 0:
            c.fail("sample_rate", "be 1 or more", rate)
        if high > rate / 2:
            c.fail("attr 'upper_frequency_limit'", f"be at most {rate / 2}, half of sample_rate", high)
    return [TensorShape.of((shape[0], shape[1], count))]
