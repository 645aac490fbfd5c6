"""``tf.image``: images made ready for a network, or made from what it gives.

The modules are its subjects; functions that are one op each are data here.  They may import the outer module.
"""

from __future__ import annotations

from typing import Any

from graphops.build.signatures import FunctionSpec, make_function
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.image.boxes import (
    combined_non_max_suppression,
    crop_and_resize,
    draw_bounding_boxes,
    extract_image_patches,
    extract_patches,
    non_max_suppression,
    non_max_suppression_overlaps,
    non_max_suppression_padded,
    non_max_suppression_with_scores,
    sample_distorted_bounding_box,
)
from graphops.compat.v1.image.colors import (
    adjust_brightness,
    adjust_contrast,
    adjust_gamma,
    adjust_hue,
    adjust_jpeg_quality,
    adjust_saturation,
    convert_image_dtype,
    grayscale_to_rgb,
    per_image_standardization,
    random_brightness,
    random_contrast,
    random_hue,
    random_jpeg_quality,
    random_saturation,
    rgb_to_grayscale,
    rgb_to_yiq,
    rgb_to_yuv,
    yiq_to_rgb,
    yuv_to_rgb,
)
from graphops.compat.v1.image.files import decode_image, encode_png, is_jpeg
from graphops.compat.v1.image.geometry import (
    central_crop,
    crop_to_bounding_box,
    flip_left_right,
    flip_up_down,
    pad_to_bounding_box,
    random_crop,
    random_flip_left_right,
    random_flip_up_down,
    resize_image_with_crop_or_pad,
    resize_with_crop_or_pad,
    rot90,
    transpose,
    transpose_image,
)
from graphops.compat.v1.image.quality import (
    image_gradients,
    psnr,
    sobel_edges,
    ssim,
    ssim_multiscale,
    total_variation,
)
from graphops.compat.v1.image.resizing import ResizeMethod, resize, resize_image_with_pad, resize_images

_RESIZING = "images, size, align_corners=False, name=None, half_pixel_centers=False"
_OF_JPEG = (
    "channels=0, ratio=1, fancy_upscaling=True, try_recover_truncated=False, acceptable_fraction=1, dct_method='', "
    "name=None"
)
_MADE = {
    name: make_function(name, FunctionSpec(op, parameters, doc=doc), __name__)
    for name, op, parameters, doc in (
        ("decode_and_crop_jpeg", "DecodeAndCropJpeg", f"contents, crop_window, {_OF_JPEG}",
         "A part of the image in a JPEG file."),
        ("decode_bmp", "DecodeBmp", "contents, channels=0, name=None", "The image in a BMP file."),
        ("decode_gif", "DecodeGif", "contents, name=None", "All frames of a GIF file."),
        ("decode_jpeg", "DecodeJpeg", f"contents, {_OF_JPEG}", "The image in a JPEG file."),
        ("decode_png", "DecodePng", "contents, channels=0, dtype='uint8', name=None", "The image in a PNG file."),
        ("encode_jpeg", "EncodeJpeg", "image, format='', quality=95, progressive=False, optimize_size=False, "
         "chroma_downsampling=True, density_unit='in', x_density=300, y_density=300, xmp_metadata='', name=None",
         "A JPEG file of an image."),
        ("extract_jpeg_shape", "ExtractJpegShape", "contents, output_type='int32', name=None",
         "Rows, columns and channels of the image in a JPEG file."),
        ("extract_glimpse", "ExtractGlimpse",
         "input, size, offsets, centered=True, normalized=True, uniform_noise=True, name=None",
         "A window of each image; what is beyond an image is noise."),
        ("decode_webp", "DecodeWebP", "contents, channels=0, dtype='uint8', name=None", "The frames of a WebP file."),
        ("hsv_to_rgb", "HSVToRGB", "images, name=None", "Hue, saturation and value as red, green and blue."),
        ("resize_area", "ResizeArea", "images, size, align_corners=False, name=None",
         "Images of another size: means of areas."),
        ("resize_bicubic", "ResizeBicubic", _RESIZING, "Images of another size, by cubic functions."),
        ("resize_bilinear", "ResizeBilinear", _RESIZING, "Images of another size, by linear functions."),
        ("resize_nearest_neighbor", "ResizeNearestNeighbor", _RESIZING, "Images of another size: the nearest pixels."),
        ("rgb_to_hsv", "RGBToHSV", "images, name=None", "Red, green and blue as hue, saturation and value."),
    )
}  # fmt: skip
globals().update(_MADE)


def __getattr__(name: str) -> Any:
    raise missing("image", name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_MADE})


__all__ = [
    "ResizeMethod",
    "adjust_brightness",
    "adjust_contrast",
    "adjust_gamma",
    "adjust_hue",
    "adjust_jpeg_quality",
    "adjust_saturation",
    "central_crop",
    "combined_non_max_suppression",
    "convert_image_dtype",
    "crop_and_resize",
    "crop_to_bounding_box",
    "decode_image",
    "draw_bounding_boxes",
    "encode_png",
    "extract_image_patches",
    "extract_patches",
    "flip_left_right",
    "flip_up_down",
    "grayscale_to_rgb",
    "image_gradients",
    "is_jpeg",
    "non_max_suppression",
    "non_max_suppression_overlaps",
    "non_max_suppression_padded",
    "non_max_suppression_with_scores",
    "pad_to_bounding_box",
    "per_image_standardization",
    "psnr",
    "random_brightness",
    "random_contrast",
    "random_crop",
    "random_flip_left_right",
    "random_flip_up_down",
    "random_hue",
    "random_jpeg_quality",
    "random_saturation",
    "resize",
    "resize_image_with_crop_or_pad",
    "resize_image_with_pad",
    "resize_images",
    "resize_with_crop_or_pad",
    "rgb_to_grayscale",
    "rgb_to_yiq",
    "rgb_to_yuv",
    "rot90",
    "sample_distorted_bounding_box",
    "sobel_edges",
    "ssim",
    "ssim_multiscale",
    "total_variation",
    "transpose",
    "transpose_image",
    "yiq_to_rgb",
    "yuv_to_rgb",
]

mark_all(globals(), [*__all__, *_MADE])
