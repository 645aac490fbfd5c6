"""Summaries of images, of sounds and of whole tensors, for the event files of TensorBoard."""

from __future__ import annotations

from math import prod

from graphops_registry.op_def import register_op
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

_MOST_PIXELS = 2**29
_MOST_NUMBERS = 2**31 - 32  # of a sound: its file says in 32 bits how long it is
_TAG = """
    tag: the name of the values, a scalar, behind which stand"""


def _scalar(c: ShapeContext, *arguments: str) -> None:
    for argument in arguments:
        c.with_rank(argument, 0)


# -- ImageSummary --------------------------------------------------------------------------------------------------

image_summary = register_op(
    "ImageSummary",
    inputs=["tag: string", "tensor: T"],
    outputs=["summary: string"],
    attrs=[
        "max_images: int >= 1 = 3",
        "T: {uint8, float, half, double} = float",
        "bad_color: tensor = { dtype: DT_UINT8 tensor_shape { dim { size: 4 } } "
        "int_val: 255 int_val: 0 int_val: 0 int_val: 255 }",
    ],
    doc=f"""A Summary message with images as PNG files.
{_TAG} `/image/0`, `/image/1` ..., or `/image` if max_images is 1.
    tensor: `[images, rows, columns, channels]` with 1, 3 or 4 channels. Fractions are multiplied so that the largest is
    255, or, if some are negative, so that the largest magnitude is 127, and 128 is added.
    max_images: how many are shown.
    bad_color: a number for each channel, uint8: pixels with NaN or infinity.""",
)
image_summary.no_gradient()


@image_summary.shape_rule
def _image_summary_shape(c: ShapeContext) -> list[TensorShape]:
    _scalar(c, "tag")
    images = c.with_rank("tensor", 4)
    channels = images[3]
    if isinstance(channels, int) and channels not in (1, 3, 4):
        c.fail("tensor", "have 1, 3 or 4 channels", images)
    if images.dims is not None:
        sizes = [size for size in images.dims[1:3] if isinstance(size, int)]
        if 0 in sizes or prod(sizes) >= _MOST_PIXELS or any(size >= 2**31 for size in sizes):
            c.fail("tensor", f"have from 1 to {_MOST_PIXELS - 1} pixels in each image", images)
    color = c.attr("bad_color")
    if color.dtype != "uint8" or color.ndim != 1 or color.size < (channels if isinstance(channels, int) else 1):
        c.fail("attr 'bad_color'", "be a vector of uint8 with a number for each channel", color)
    return [SCALAR_SHAPE]


# -- AudioSummary, AudioSummaryV2 ----------------------------------------------------------------------------------

_AUDIO_DOC = f"""A Summary message with sounds as WAV files.
{_TAG} `/audio/0`, `/audio/1` ..., or `/audio` if max_outputs is 1.
    tensor: `[sounds, frames]` or `[sounds, frames, channels]`, in [-1, 1).
    sample_rate: frames in a second, positive.
    max_outputs: how many are in the message."""

audio_summary = register_op(
    "AudioSummary",
    inputs=["tag: string", "tensor: float"],
    outputs=["summary: string"],
    attrs=["sample_rate: float", "max_outputs: int >= 1 = 3"],
    deprecated=(15, "Use AudioSummaryV2."),
    doc=_AUDIO_DOC,
)
audio_summary.no_gradient()

audio_summary_v2 = register_op(
    "AudioSummaryV2",
    inputs=["tag: string", "tensor: float", "sample_rate: float"],
    outputs=["summary: string"],
    attrs=["max_outputs: int >= 1 = 3"],
    doc=_AUDIO_DOC,
)
audio_summary_v2.no_gradient()


def _sounds(c: ShapeContext) -> None:
    _scalar(c, "tag")
    sounds = c.with_rank_at_least("tensor", 2)
    if sounds.dims is None:
        return
    if len(sounds.dims) > 3:
        c.fail("tensor", "have rank 2 or 3", sounds)
    channels = sounds.dims[2] if len(sounds.dims) == 3 else 1
    if isinstance(channels, int) and not 0 < channels < 2**16:
        c.fail("tensor", "have from 1 to 65535 channels", sounds)
    if isinstance(channels, int) and isinstance(sounds.dims[1], int) and sounds.dims[1] * channels >= _MOST_NUMBERS:
        c.fail("tensor", f"have fewer than {_MOST_NUMBERS} numbers in each sound", sounds)


def _require_rate(c: ShapeContext, argument: str, rate: float) -> None:
    if not 0 < rate < 2**32 - 1:
        c.fail(argument, "be positive and fit into 32 bits", rate)


@audio_summary.shape_rule
def _audio_summary_shape(c: ShapeContext) -> list[TensorShape]:
    _sounds(c)
    _require_rate(c, "attr 'sample_rate'", c.attr("sample_rate"))
    return [SCALAR_SHAPE]


@audio_summary_v2.shape_rule
def _audio_summary_v2_shape(c: ShapeContext) -> list[TensorShape]:
    _sounds(c)
    _scalar(c, "sample_rate")
    rate = c.value("sample_rate")
    if rate is not None:
        _require_rate(c, "sample_rate", float(rate))
    return [SCALAR_SHAPE]


# -- TensorSummary, TensorSummaryV2 --------------------------------------------------------------------------------

tensor_summary = register_op(
    "TensorSummary",
    inputs=["tensor: T"],
    outputs=["summary: string"],
    attrs=["T: type", "description: string = ''", "labels: list(string) = []", "display_name: string = ''"],
    doc="""A Summary message with a tensor, under the name of the node.

    description: a SummaryDescription message in JSON, which the op does not read.
    labels, display_name: not used.""",
)
tensor_summary.no_gradient()

tensor_summary_v2 = register_op(
    "TensorSummaryV2",
    inputs=["tag: string", "tensor: T", "serialized_summary_metadata: string"],
    outputs=["summary: string"],
    attrs=["T: type"],
    doc="""A Summary message with a tensor.

    tag: its name, a scalar.
    serialized_summary_metadata: a SummaryMetadata message, a scalar: which plug-in of TensorBoard shows the tensor.""",
)
tensor_summary_v2.no_gradient()


@tensor_summary.shape_rule
def _tensor_summary_shape(c: ShapeContext) -> list[TensorShape]:
    return [SCALAR_SHAPE]


@tensor_summary_v2.shape_rule
def _tensor_summary_v2_shape(c: ShapeContext) -> list[TensorShape]:
    _scalar(c, "tag", "serialized_summary_metadata")
    return [SCALAR_SHAPE]
