"""``tf.image``: dtypes and colours of images, and how bright, full of contrast and saturated they are."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.image.pictures import as_image, checked
from graphops.graph.graph import Tensor
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def convert_image_dtype(image: Any, dtype: Any, saturate: bool = False, name: str | None = None) -> Any:
    """Images of another dtype: fractions in [0, 1], integers from 0 to the largest one.

    Args:
        saturate: what lies beyond the range becomes its end.

    Raises:
        InvalidTypeError: a dtype that is neither integer nor floating.
    """
    given = tf.convert_to_tensor(image)
    old, new = given.dtype.base_dtype, tf.as_dtype(dtype)
    for each in (old, new):
        if not (each.is_floating or each.is_integer):
            raise InvalidTypeError(f"dtypes of convert_image_dtype() must be integer or floating, got {each}")
    if old is new:
        return tf.identity(given, name=name)
    cast = tf.saturate_cast if saturate else tf.cast
    with tf.name_scope(name, "convert_image", [given]) as scope:
        if old.is_floating and new.is_floating:
            return tf.cast(given, new, name=scope)
        if old.is_floating:
            return cast(tf.multiply(given, _largest(new) + 0.5), new, name=scope)
        if new.is_floating:
            return tf.multiply(tf.cast(given, new), 1.0 / _largest(old), name=scope)
        if _largest(old) > _largest(new):
            return cast(tf.floordiv(given, (_largest(old) + 1) // (_largest(new) + 1)), new, name=scope)
        return tf.multiply(cast(given, new), (_largest(new) + 1) // (_largest(old) + 1), name=scope)


def _largest(dtype: DType) -> int:
    return int(np.iinfo(dtype.numpy_dtype).max)


def _as_floats(images: Tensor) -> Any:
    """Images as float16 or float32."""
    return images if images.dtype.name in ("float16", "float32") else convert_image_dtype(images, tf.float32)


def adjust_brightness(image: Any, delta: Any) -> Any:
    """Images with ``delta`` added, which is in fractions of the whole range."""
    with tf.name_scope(None, "adjust_brightness", [image, delta]) as scope:
        given = tf.convert_to_tensor(image)
        floats = _as_floats(given)
        adjusted = tf.add(floats, tf.cast(delta, floats.dtype), name=scope)
        return convert_image_dtype(adjusted, given.dtype, saturate=True)


def adjust_contrast(images: Any, contrast_factor: Any) -> Any:
    """Images whose channels are stretched about their means."""
    with tf.name_scope(None, "adjust_contrast", [images, contrast_factor]) as scope:
        given = tf.convert_to_tensor(images)
        adjusted = tf.raw_ops.AdjustContrastv2(
            images=_as_floats(given), contrast_factor=tf.cast(contrast_factor, tf.float32), name=scope
        )
        return convert_image_dtype(adjusted, given.dtype, saturate=True)


def adjust_gamma(image: Any, gamma: Any = 1, gain: Any = 1) -> Any:
    """``gain * image ** gamma``.

    Raises:
        InvalidArgumentError: a negative gamma.
    """
    with tf.name_scope(None, "adjust_gamma", [image, gamma, gain]):
        given = tf.convert_to_tensor(image)
        floats = checked(_as_floats(given), [(gamma >= 0, "gamma of adjust_gamma() must be at least 0")])
        return convert_image_dtype(gain * floats**gamma, given.dtype, saturate=True)


def adjust_hue(image: Any, delta: Any, name: str | None = None) -> Any:
    """Images whose hue is turned by ``delta`` turns."""
    with tf.name_scope(name, "adjust_hue", [image]):
        given = tf.convert_to_tensor(image)
        adjusted = tf.raw_ops.AdjustHue(images=_as_floats(given), delta=tf.cast(delta, tf.float32))
        return convert_image_dtype(adjusted, given.dtype)


def adjust_saturation(image: Any, saturation_factor: Any, name: str | None = None) -> Any:
    """Images whose saturation is multiplied."""
    with tf.name_scope(name, "adjust_saturation", [image]):
        given = tf.convert_to_tensor(image)
        factor = tf.cast(saturation_factor, tf.float32)
        return convert_image_dtype(tf.raw_ops.AdjustSaturation(images=_as_floats(given), scale=factor), given.dtype)


def adjust_jpeg_quality(image: Any, jpeg_quality: Any, dct_method: str = "", name: str | None = None) -> Any:
    """An image that was written as a JPEG file of that quality, 0 to 100, and read again."""
    with tf.name_scope(name, "adjust_jpeg_quality", [image]):
        given = tf.convert_to_tensor(image)
        channels = given.shape.as_list()[-1]
        small = convert_image_dtype(given, tf.uint8, saturate=True)
        file = tf.raw_ops.EncodeJpegVariableQuality(images=small, quality=tf.cast(jpeg_quality, tf.int32))
        read = tf.raw_ops.DecodeJpeg(contents=file, channels=channels or 0, dct_method=dct_method)
        return convert_image_dtype(read, given.dtype, saturate=True)


def per_image_standardization(image: Any) -> Any:
    """Images with mean 0 and standard deviation 1, each by itself, as float32.

    The deviation counts as 1 / sqrt(numbers of an image) at least.
    """
    with tf.name_scope(None, "per_image_standardization", [image]) as scope:
        given = tf.to_float(as_image("per_image_standardization", image, unknown="kept"))
        count = tf.to_float(tf.reduce_prod(tf.shape(given)[-3:]))
        mean = tf.reduce_mean(given, axis=[-1, -2, -3], keepdims=True)
        centred = given - mean
        deviation = tf.sqrt(tf.reduce_mean(tf.square(centred), axis=[-1, -2, -3], keepdims=True))
        return tf.divide(centred, tf.maximum(deviation, tf.rsqrt(count)), name=scope)


def _between(function: str, lower: float, upper: float) -> None:
    if not 0 <= lower < upper:
        text = f"lower and upper of {function}() must be at least 0 and rise, got {lower} and {upper}"
        raise InvalidArgumentError(text)


def random_brightness(image: Any, max_delta: float, seed: int | None = None) -> Any:
    """:func:`adjust_brightness` by up to ``max_delta`` either way.

    Raises:
        InvalidArgumentError: it is negative.
    """
    if max_delta < 0:
        raise InvalidArgumentError(f"max_delta of random_brightness() must be at least 0, got {max_delta}")
    return adjust_brightness(image, tf.random_uniform([], -max_delta, max_delta, seed=seed))


def random_contrast(image: Any, lower: float, upper: float, seed: int | None = None) -> Any:
    """:func:`adjust_contrast` by a factor in [lower, upper).

    Raises:
        InvalidArgumentError: there is none, or it may be negative.
    """
    _between("random_contrast", lower, upper)
    return adjust_contrast(image, tf.random_uniform([], lower, upper, seed=seed))


def random_hue(image: Any, max_delta: float, seed: int | None = None) -> Any:
    """:func:`adjust_hue` by up to ``max_delta`` turns either way.

    Raises:
        InvalidArgumentError: it is not in [0, 0.5].
    """
    if not 0 <= max_delta <= 0.5:
        raise InvalidArgumentError(f"max_delta of random_hue() must be in [0, 0.5], got {max_delta}")
    return adjust_hue(image, tf.random_uniform([], -max_delta, max_delta, seed=seed))


def random_saturation(image: Any, lower: float, upper: float, seed: int | None = None) -> Any:
    """:func:`adjust_saturation` by a factor in [lower, upper).

    Raises:
        InvalidArgumentError: there is none, or it may be negative.
    """
    _between("random_saturation", lower, upper)
    return adjust_saturation(image, tf.random_uniform([], lower, upper, seed=seed))


def random_jpeg_quality(image: Any, min_jpeg_quality: int, max_jpeg_quality: int, seed: int | None = None) -> Any:
    """:func:`adjust_jpeg_quality` with a quality in [min_jpeg_quality, max_jpeg_quality).

    Raises:
        InvalidArgumentError: qualities beyond 0 and 100, or none between.
    """
    if not 0 <= min_jpeg_quality < max_jpeg_quality <= 100:
        pair = f"{min_jpeg_quality} and {max_jpeg_quality}"
        raise InvalidArgumentError(f"qualities of random_jpeg_quality() must be in [0, 100] and rise, got {pair}")
    quality = tf.random_uniform([], min_jpeg_quality, max_jpeg_quality, seed=seed, dtype=tf.int32)
    return adjust_jpeg_quality(image, quality)


def rgb_to_grayscale(images: Any, name: str | None = None) -> Any:
    """How bright red, green and blue look: one channel."""
    with tf.name_scope(name, "rgb_to_grayscale", [images]) as scope:
        given = tf.convert_to_tensor(images)
        floats = convert_image_dtype(given, tf.float32)
        grey = tf.tensordot(floats, tf.constant([0.2989, 0.587, 0.114]), [[given.shape.rank - 1], [0]])
        return convert_image_dtype(tf.expand_dims(grey, -1), given.dtype, name=scope)


def grayscale_to_rgb(images: Any, name: str | None = None) -> Any:
    """One channel three times.

    Raises:
        InvalidArgumentError: images that have another number of channels.
    """
    with tf.name_scope(name, "grayscale_to_rgb", [images]) as scope:
        given = tf.convert_to_tensor(images)
        shape = given.shape
        if shape.rank is None or shape.rank < 2 or shape.as_list()[-1] not in (1, None):
            raise InvalidArgumentError(f"images of grayscale_to_rgb() must have one channel, got shape {shape}")
        rule = "images of grayscale_to_rgb() must have one channel"
        if shape.as_list()[-1] is None:
            given = checked(given, [(tf.equal(tf.shape(given)[-1], 1), rule)])
        result = tf.tile(given, [1] * (shape.rank - 1) + [3], name=scope)
        result.set_shape([*shape.as_list()[:-1], 3])
        return result


_RGB_TO_YIQ = ((0.299, 0.59590059, 0.2115), (0.587, -0.27455667, -0.52273617), (0.114, -0.32134392, 0.31119955))
_YIQ_TO_RGB = ((1, 1, 1), (0.95598634, -0.27201283, -1.10674021), (0.6208248, -0.64720424, 1.70423049))
_RGB_TO_YUV = ((0.299, -0.14714119, 0.61497538), (0.587, -0.28886916, -0.51496512), (0.114, 0.43601035, -0.10001026))
_YUV_TO_RGB = ((1, 1, 1), (0, -0.394642334, 2.03206185), (1.13988303, -0.58062185, 0))


def _mixed(images: Any, matrix: Any) -> Any:
    given = tf.convert_to_tensor(images)
    return tf.tensordot(given, tf.constant(matrix, given.dtype), [[given.shape.rank - 1], [0]])


def rgb_to_yiq(images: Any) -> Any:
    """Red, green and blue as brightness and two numbers of colour, as NTSC has them."""
    return _mixed(images, _RGB_TO_YIQ)


def yiq_to_rgb(images: Any) -> Any:
    """The inverse of :func:`rgb_to_yiq`."""
    return _mixed(images, _YIQ_TO_RGB)


def rgb_to_yuv(images: Any) -> Any:
    """Red, green and blue as brightness and two numbers of colour, as PAL has them."""
    return _mixed(images, _RGB_TO_YUV)


def yuv_to_rgb(images: Any) -> Any:
    """The inverse of :func:`rgb_to_yuv`."""
    return _mixed(images, _YUV_TO_RGB)


__all__ = [
    "adjust_brightness",
    "adjust_contrast",
    "adjust_gamma",
    "adjust_hue",
    "adjust_jpeg_quality",
    "adjust_saturation",
    "convert_image_dtype",
    "grayscale_to_rgb",
    "per_image_standardization",
    "random_brightness",
    "random_contrast",
    "random_hue",
    "random_jpeg_quality",
    "random_saturation",
    "rgb_to_grayscale",
    "rgb_to_yiq",
    "rgb_to_yuv",
    "yiq_to_rgb",
    "yuv_to_rgb",
]
