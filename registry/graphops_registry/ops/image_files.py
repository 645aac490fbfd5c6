"""Files of pictures: decoding JPEG, PNG, GIF, WebP and BMP, and encoding JPEG and PNG."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

_CONTENTS = """
    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP."""
_CHANNELS = """
    channels: 0 for those of the file, 1 for grey, 3 for red, green and blue, 4 with how opaque each pixel is."""
_ALSO = " JPEG, PNG and GIF files of one frame are all taken, as in TensorFlow."
_JPEG_ATTRS = [
    "channels: int = 0",
    "ratio: int = 1",
    "fancy_upscaling: bool = true",
    "try_recover_truncated: bool = false",
    "acceptable_fraction: float = 1.0",
    "dct_method: string = ''",
]
_JPEG_DOC = f"""{_CHANNELS}
    ratio: 1, 2, 4 or 8: the picture becomes so many times smaller.
    fancy_upscaling: colors with fewer pixels are interpolated; without it only files whose colors have all pixels.
    try_recover_truncated: a file may lack its end; what is missing is grey.
    acceptable_fraction: not used: a file that lacks more is refused, or with try_recover_truncated taken.
    dct_method: '', 'INTEGER_FAST' or 'INTEGER_ACCURATE': always the accurate one."""


def _channels(c: ShapeContext) -> int | None:
    """What attr 'channels' says of the last dimension."""
    channels = c.attr("channels")
    if channels not in (0, 1, 3, 4):
        c.fail("attr 'channels'", "be 0, 1, 3 or 4", channels)
    return channels or None


def _jpeg_attrs(c: ShapeContext) -> int | None:
    channels = _channels(c)
    if c.attr("ratio") not in (1, 2, 4, 8):
        c.fail("attr 'ratio'", "be 1, 2, 4 or 8", c.attr("ratio"))
    if c.attr("dct_method") not in ("", "INTEGER_FAST", "INTEGER_ACCURATE"):
        c.fail("attr 'dct_method'", "be '', 'INTEGER_FAST' or 'INTEGER_ACCURATE'", repr(c.attr("dct_method")))
    return channels


# -- DecodeJpeg, DecodeAndCropJpeg, ExtractJpegShape ---------------------------------------------------------------

decode_jpeg = register_op(
    "DecodeJpeg",
    inputs=["contents: string"],
    outputs=["image: uint8"],
    attrs=_JPEG_ATTRS,
    doc=f"""The picture in a JPEG file.{_ALSO}
{_CONTENTS}{_JPEG_DOC}
    image: `[rows, columns, channels]`.""",
)
decode_jpeg.no_gradient()


@decode_jpeg.shape_rule
def _decode_jpeg_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("contents", 0)
    return [TensorShape.of((None, None, _jpeg_attrs(c)))]


decode_and_crop_jpeg = register_op(
    "DecodeAndCropJpeg",
    inputs=["contents: string", "crop_window: int32"],
    outputs=["image: uint8"],
    attrs=_JPEG_ATTRS,
    doc=f"""A part of the picture in a JPEG file.
{_CONTENTS}
    crop_window: `[4]`: first row, first column, rows, columns; all within the picture.{_JPEG_DOC}
    image: `[rows, columns, channels]`.""",
)
decode_and_crop_jpeg.no_gradient()


@decode_and_crop_jpeg.shape_rule
def _decode_and_crop_jpeg_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("contents", 0)
    length = c.with_rank("crop_window", 1)[0]
    if isinstance(length, int) and length != 4:
        c.fail("crop_window", "have 4 values", length)
    channels, window = _jpeg_attrs(c), c.value("crop_window")
    if window is None:
        return [TensorShape.of((None, None, channels))]
    first_row, first_col, rows, cols = (int(value) for value in window)
    if first_row < 0 or first_col < 0 or rows <= 0 or cols <= 0:
        c.fail("crop_window", "begin at 0 or later and have rows and columns", window.tolist())
    return [TensorShape.of((rows, cols, channels))]


extract_jpeg_shape = register_op(
    "ExtractJpegShape",
    inputs=["contents: string"],
    outputs=["image_shape: output_type"],
    attrs=["output_type: {int32, int64} = DT_INT32"],
    doc=f"""The rows, columns and channels of the picture in a JPEG file, of which only the header is read.
{_CONTENTS}
    image_shape: `[3]`.""",
)
extract_jpeg_shape.no_gradient()


@extract_jpeg_shape.shape_rule
def _extract_jpeg_shape_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("contents", 0)
    return [TensorShape.of((3,))]


# -- DecodePng, DecodeGif, DecodeBmp, DecodeWebP, DecodeImage ------------------------------------------------------

decode_png = register_op(
    "DecodePng",
    inputs=["contents: string"],
    outputs=["image: dtype"],
    attrs=["channels: int = 0", "dtype: {uint8, uint16} = DT_UINT8"],
    doc=f"""The picture in a PNG file.{_ALSO}
{_CONTENTS}{_CHANNELS}
    dtype: numbers of 8 bits times 257 are those of 16 bits; of 16 bits the upper 8 are those of 8.
    image: `[rows, columns, channels]`.""",
)
decode_png.no_gradient()


@decode_png.shape_rule
def _decode_png_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("contents", 0)
    return [TensorShape.of((None, None, _channels(c)))]


decode_bmp = register_op(
    "DecodeBmp",
    inputs=["contents: string"],
    outputs=["image: uint8"],
    attrs=["channels: int = 0"],
    doc=f"""The picture in a BMP file without compression.
{_CONTENTS}
    channels: 0, 3 or 4, which must be those of the file.
    image: `[rows, columns, channels]`.""",
)
decode_bmp.no_gradient()


@decode_bmp.shape_rule
def _decode_bmp_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("contents", 0)
    channels = _channels(c)
    if channels == 1:
        c.fail("attr 'channels'", "be 0, 3 or 4", channels)
    return [TensorShape.of((None, None, channels))]


decode_gif = register_op(
    "DecodeGif",
    inputs=["contents: string"],
    outputs=["image: uint8"],
    doc=f"""The frames of a GIF file, each drawn over the one before; or the picture in a JPEG or PNG file.
{_CONTENTS}
    image: `[frames, rows, columns, 3]`.""",
)
decode_gif.no_gradient()


@decode_gif.shape_rule
def _decode_gif_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("contents", 0)
    return [TensorShape.of((None, None, None, 3))]


decode_webp = register_op(
    "DecodeWebP",
    inputs=["contents: string"],
    outputs=["image: dtype"],
    attrs=["channels: int = 0", "dtype: {uint8} = DT_UINT8"],
    doc=f"""The frames of a WebP file; a file without animation has one.
{_CONTENTS}
    channels: 0, 3 or 4, which must be those of the file.
    image: `[frames, rows, columns, channels]`.""",
)
decode_webp.no_gradient()


@decode_webp.shape_rule
def _decode_webp_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("contents", 0)
    channels = c.attr("channels")
    if channels not in (0, 3, 4):
        c.fail("attr 'channels'", "be 0, 3 or 4", channels)
    return [TensorShape.of((None, None, None, channels or None))]


decode_image = register_op(
    "DecodeImage",
    inputs=["contents: string"],
    outputs=["image: dtype"],
    attrs=[
        "channels: int = 0",
        "dtype: {uint8, uint16, float} = DT_UINT8",
        "expand_animations: bool = true",
    ],
    doc=f"""The picture in a JPEG, PNG, GIF or BMP file.
{_CONTENTS}{_CHANNELS}
    dtype: float32 is in [0, 1]. As uint16, a number of a PNG file is times 257, one of another file times 256.
    expand_animations: a GIF file gives all its frames; without it the first one.
    image: `[rows, columns, channels]`, or of a GIF file with expand_animations `[frames, rows, columns, channels]`.""",
)
decode_image.no_gradient()


@decode_image.shape_rule
def _decode_image_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("contents", 0)
    channels = _channels(c)
    return [TensorShape.of(None if c.attr("expand_animations") else (None, None, channels))]


# -- EncodeJpeg, EncodeJpegVariableQuality, EncodePng --------------------------------------------------------------

encode_jpeg = register_op(
    "EncodeJpeg",
    inputs=["image: uint8"],
    outputs=["contents: string"],
    attrs=[
        "format: {'', 'grayscale', 'rgb'} = ''",
        "quality: int = 95",
        "progressive: bool = false",
        "optimize_size: bool = false",
        "chroma_downsampling: bool = true",
        "density_unit: {'in', 'cm'} = 'in'",
        "x_density: int = 300",
        "y_density: int = 300",
        "xmp_metadata: string = ''",
    ],
    doc="""A JPEG file of a picture; needs the extra 'images'.

    image: `[rows, columns, channels]`, with 1 or 3 channels.
    format: 'grayscale' for 1 channel, 'rgb' for 3, '' for either.
    quality: 0 to 100.
    progressive: the picture comes in several scans.
    optimize_size: takes longer and gives a smaller file.
    chroma_downsampling: colors have half as many rows and columns.
    density_unit, x_density, y_density: how many pixels an inch or a centimetre has, 0 to 65535.
    xmp_metadata: text about the picture, of up to 65504 bytes.""",
)
encode_jpeg.no_gradient()

encode_jpeg_variable_quality = register_op(
    "EncodeJpegVariableQuality",
    inputs=["images: uint8", "quality: int32"],
    outputs=["contents: string"],
    doc="""A JPEG file of a picture; needs the extra 'images'.

    images: one picture: `[rows, columns, channels]`, with 1 or 3 channels.
    quality: a scalar, 0 to 100.""",
)
encode_jpeg_variable_quality.no_gradient()


def _picture(c: ShapeContext, argument: str, wanted: tuple[int, ...]) -> None:
    shape = c.with_rank(argument, 3)
    if isinstance(shape[2], int) and shape[2] not in wanted:
        c.fail(argument, f"have {' or '.join(map(str, wanted))} channels", shape[2])
    _require_pixels(c, argument, shape)


def _require_pixels(c: ShapeContext, argument: str, shape: TensorShape) -> None:
    for size in (shape[-3], shape[-2]):
        if isinstance(size, int) and not 0 < size < 2**16:
            c.fail(argument, "have from 1 to 65535 rows and columns", shape)


@encode_jpeg.shape_rule
def _encode_jpeg_shape(c: ShapeContext) -> list[TensorShape]:
    wanted = {"": (1, 3), "grayscale": (1,), "rgb": (3,)}[c.attr("format")]
    _picture(c, "image", wanted)
    if not 0 <= c.attr("quality") <= 100:
        c.fail("attr 'quality'", "be in [0, 100]", c.attr("quality"))
    for name in ("x_density", "y_density"):
        if not 0 <= c.attr(name) < 2**16:
            c.fail(f"attr '{name}'", "be in [0, 65535]", c.attr(name))
    if len(c.attr("xmp_metadata")) > 65504:
        c.fail("attr 'xmp_metadata'", "have at most 65504 bytes", len(c.attr("xmp_metadata")))
    return [SCALAR_SHAPE]


@encode_jpeg_variable_quality.shape_rule
def _encode_jpeg_variable_quality_shape(c: ShapeContext) -> list[TensorShape]:
    _picture(c, "images", (1, 3))
    c.with_rank("quality", 0)
    quality = c.value("quality")
    if quality is not None and not 0 <= quality <= 100:
        c.fail("quality", "be in [0, 100]", quality)
    return [SCALAR_SHAPE]


encode_png = register_op(
    "EncodePng",
    inputs=["image: T"],
    outputs=["contents: string"],
    attrs=["compression: int = -1", "T: {uint8, uint16} = DT_UINT8"],
    doc="""A PNG file of each picture.

    image: `[..., rows, columns, channels]`, with 1 to 4 channels.
    compression: of zlib: -1 for its default, 0 for none, 9 for the smallest file.
    contents: of the shape of the first axes of image.""",
)
encode_png.no_gradient()


@encode_png.shape_rule
def _encode_png_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.with_rank_at_least("image", 3)
    if not -1 <= c.attr("compression") <= 9:
        c.fail("attr 'compression'", "be in [-1, 9]", c.attr("compression"))
    if shape.dims is None:
        return [TensorShape.of(None)]
    if isinstance(shape[-1], int) and not 1 <= shape[-1] <= 4:
        c.fail("image", "have 1, 2, 3 or 4 channels", shape[-1])
    if 0 not in shape.dims[:-3]:
        _require_pixels(c, "image", shape)
    return [TensorShape.of(shape.dims[:-3])]
