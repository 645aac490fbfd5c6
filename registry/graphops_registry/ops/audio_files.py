"""Files of sound: WAV with numbers of 16 bits."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

# -- DecodeWav -----------------------------------------------------------------------------------------------------

decode_wav = register_op(
    "DecodeWav",
    inputs=["contents: string"],
    outputs=["audio: float", "sample_rate: int32"],
    attrs=["desired_channels: int = -1", "desired_samples: int = -1"],
    doc="""The sound in a WAV file of 16 bits.

    contents: a scalar: the bytes of the file.
    desired_channels: -1 for those of the file; so many of them, or the last one again for those that are missing.
    desired_samples: -1 for those of the file; so many, with zeros for those that are missing.
    audio: `[samples, channels]`, in [-1, 1).
    sample_rate: a scalar, samples in a second.""",
)
decode_wav.no_gradient()


@decode_wav.shape_rule
def _decode_wav_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("contents", 0)
    for name in ("desired_channels", "desired_samples"):
        if c.attr(name) < -1:
            c.fail(f"attr '{name}'", "be -1 or more", c.attr(name))
    channels, samples = c.attr("desired_channels"), c.attr("desired_samples")
    return [TensorShape.of((None if samples < 0 else samples, None if channels < 0 else channels)), SCALAR_SHAPE]


# -- EncodeWav -----------------------------------------------------------------------------------------------------

encode_wav = register_op(
    "EncodeWav",
    inputs=["audio: float", "sample_rate: int32"],
    outputs=["contents: string"],
    doc="""A WAV file of 16 bits.

    audio: `[samples, channels]`; what is beyond [-1, 1) is cut off.
    sample_rate: a scalar above 0, samples in a second.""",
)
encode_wav.no_gradient()


@encode_wav.shape_rule
def _encode_wav_shape(c: ShapeContext) -> list[TensorShape]:
    audio = c.with_rank("audio", 2)
    c.with_rank("sample_rate", 0)
    rate = c.value("sample_rate")
    if rate is not None and rate <= 0:
        c.fail("sample_rate", "be 1 or more", rate)
    samples, channels = audio[0], audio[1]
    if isinstance(channels, int):
        if not 0 < channels < 2**16:
            c.fail("audio", "have from 1 to 65535 channels", channels)
        if isinstance(samples, int) and samples * channels > (2**32 - 64) // 2:
            c.fail("audio", "fit in a file of 4 GiB", audio)
    return [SCALAR_SHAPE]
