"""``tf.image``: how much images are alike, and how much their pixels change from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.image.colors import convert_image_dtype
from graphops.compat.v1.image.pictures import as_image, checked
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError

_POWER_FACTORS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)


def _pair(function: str, a: Any, b: Any, names: tuple[str, str], max_val: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Both images and their range, as float32.

    Raises:
        InvalidArgumentError: sizes that differ.
    """
    first, second = tf.convert_to_tensor(a), tf.convert_to_tensor(b)
    for name, each in zip(names, (first, second), strict=True):
        if each.shape.rank is None or each.shape.rank < 3:
            raise InvalidArgumentError(f"{name} of {function}() must have rank 3 or more, got shape {each.shape}")
    shapes = first.shape.as_list()[-3:], second.shape.as_list()[-3:]
    if any(m is not None and n is not None and m != n for m, n in zip(*shapes, strict=True)):
        text = f"{names[1]} of {function}() must have the size of {names[0]}, {shapes[0]}, got {shapes[1]}"
        raise InvalidArgumentError(text)
    if None in shapes[0] + shapes[1]:
        alike = tf.reduce_all(tf.equal(tf.shape(first)[-3:], tf.shape(second)[-3:]))
        first = checked(first, [(alike, f"{names[1]} of {function}() must have the size of {names[0]}")])
    highest = convert_image_dtype(tf.cast(max_val, first.dtype), tf.float32)
    return convert_image_dtype(first, tf.float32), convert_image_dtype(second, tf.float32), highest


def psnr(a: Any, b: Any, max_val: Any, name: str | None = None) -> Any:
    """The ratio of the largest value and the noise between two images, in decibels, for each pair of images.

    Args:
        max_val: the largest value less the smallest one that images may have.
    """
    with tf.name_scope(name, "PSNR", [a, b]):
        first, second, highest = _pair("psnr", a, b, ("a", "b"), max_val)
        error = tf.reduce_mean(tf.squared_difference(first, second), [-3, -2, -1])
        return tf.subtract(
            20 * tf.log(highest) / tf.log(10.0), np.float32(10 / np.log(10)) * tf.log(error), name="psnr"
        )


def _window(size: int, sigma: float) -> np.ndarray[Any, np.dtype[np.float32]]:
    """A Gaussian of that many rows and columns, whose sum is 1."""
    places = np.arange(size) - (size - 1) / 2.0
    along = -0.5 * np.square(places) / sigma**2
    found = np.exp(along[:, None] + along[None, :])
    weights: np.ndarray[Any, np.dtype[np.float32]] = (found / found.sum()).astype(np.float32)
    return weights


class _Comparison:
    """How alike two images are, near each pixel: of their means, and of what is around these."""

    def __init__(self, function: str, max_val: Any, filter_size: Any, filter_sigma: Any, k1: float, k2: float) -> None:
        self.function, self.c1, self.c2 = function, (k1 * max_val) ** 2, (k2 * max_val) ** 2
        self.size, sigma = (tf.get_static_value(value) for value in (filter_size, filter_sigma))
        if self.size is None or sigma is None or not int(self.size) == self.size > 0 or not sigma > 0:
            raise InvalidArgumentError(
                f"filter_size and filter_sigma of {function}() must be positive numbers, "
                f"got {filter_size} and {filter_sigma}"
            )
        self.window = _window(int(self.size), float(sigma))

    def parts(self, x: Tensor, y: Tensor) -> tuple[Any, Any]:
        """What the means and what the rest say; both have fewer rows and columns than the images."""
        self._fits(x)
        mean_x, mean_y = self._mean(x), self._mean(y)
        product, squares = mean_x * mean_y * 2.0, tf.square(mean_x) + tf.square(mean_y)
        luminance = (product + self.c1) / (squares + self.c1)
        both, each = self._mean(x * y) * 2.0, self._mean(tf.square(x) + tf.square(y))
        return luminance, (both - product + self.c2) / (each - squares + self.c2)

    def _fits(self, x: Tensor) -> None:
        small = [size for size in x.shape.as_list()[-3:-1] if size is not None and size < self.size]
        if small:
            text = f"images of {self.function}() must have filter_size = {self.size} rows and columns, got {small[0]}"
            raise InvalidArgumentError(text)

    def _mean(self, x: Tensor) -> Any:
        channels = x.shape.as_list()[-1]
        count = tf.shape(x)[-1] if channels is None else channels
        kernel = tf.tile(tf.constant(self.window[:, :, None, None]), tf.stack([1, 1, count, 1]))
        shape = tf.shape(x)
        flat = x if x.shape.rank == 4 else tf.reshape(x, tf.concat([[-1], shape[-3:]], 0))
        flat.set_shape([None, *x.shape.as_list()[-3:]])
        found = tf.nn.depthwise_conv2d(flat, kernel, strides=[1, 1, 1, 1], padding="VALID")
        return found if x.shape.rank == 4 else tf.reshape(found, tf.concat([shape[:-3], tf.shape(found)[1:]], 0))


def ssim(
    img1: Any,
    img2: Any,
    max_val: Any,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
    return_index_map: bool = False,
) -> Any:
    """How alike two images look, from -1 to 1, for each pair of images.

    Args:
        max_val: the largest value less the smallest one that images may have.
        filter_size, filter_sigma: of the Gaussian that says what is near.
        k1, k2: keep the numbers finite where images are dark or plain.
        return_index_map: for each pixel instead.
    """
    with tf.name_scope(None, "SSIM", [img1, img2]):
        x, y, highest = _pair("ssim", img1, img2, ("img1", "img2"), max_val)
        luminance, rest = _Comparison("ssim", highest, filter_size, filter_sigma, k1, k2).parts(x, y)
        found = luminance * rest
        return tf.reduce_mean(found if return_index_map else tf.reduce_mean(found, [-3, -2]), [-1])


def ssim_multiscale(
    img1: Any,
    img2: Any,
    max_val: Any,
    power_factors: Sequence[float] = _POWER_FACTORS,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Any:
    """:func:`ssim` of images and of ever smaller ones, multiplied.

    Args:
        power_factors: how much each scale counts; each has half the rows and columns of the one before.
    """
    with tf.name_scope(None, "MS-SSIM", [img1, img2]):
        x, y, highest = _pair("ssim_multiscale", img1, img2, ("img1", "img2"), max_val)
        comparison = _Comparison("ssim_multiscale", highest, filter_size, filter_sigma, k1, k2)
        found: list[Tensor] = []
        luminance = rest = x
        for scale in range(len(power_factors)):
            if scale:
                found.append(tf.nn.relu(tf.reduce_mean(rest, [-3, -2])))
                x, y = _halved(x), _halved(y)
            luminance, rest = comparison.parts(x, y)
        found.append(tf.nn.relu(tf.reduce_mean(luminance * rest, [-3, -2])))
        powers = tf.pow(tf.stack(found, axis=-1), tf.constant(list(power_factors), tf.float32))
        return tf.reduce_mean(tf.reduce_prod(powers, [-1]), [-1])


def _halved(x: Tensor) -> Any:
    """The means of two by two pixels; a last row or column without another is taken twice."""
    shape = tf.shape(x)
    flat = tf.reshape(x, tf.concat([[-1], shape[-3:]], 0))
    known = x.shape.as_list()[-3:]
    flat.set_shape([None, *known])
    odd = shape[-3:-1] % 2
    numbers: Any = [None if size is None else size % 2 for size in known[:2]]
    if None in numbers:
        numbers = tf.unstack(odd)
    if numbers != [0, 0]:
        flat = tf.pad(flat, tf.stack([[0, 0], [0, numbers[0]], [0, numbers[1]], [0, 0]]), "SYMMETRIC")
    half = tf.nn.avg_pool(flat, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
    lead = x.shape.as_list()[:-3]
    result = tf.reshape(half, tf.concat([shape[:-3], tf.shape(half)[1:]], 0))
    result.set_shape([*lead, *(None if size is None else -(-size // 2) for size in known[:2]), known[2]])
    return result


def total_variation(images: Any, name: str | None = None) -> Any:
    """The sum of how much neighbouring pixels differ, for each image."""
    with tf.name_scope(name, "total_variation"):
        given = as_image("total_variation", images, argument="images")
        axes = None if given.shape.rank == 3 else [1, 2, 3]
        down = given[..., 1:, :, :] - given[..., :-1, :, :]
        right = given[..., 1:, :] - given[..., :-1, :]
        return tf.reduce_sum(tf.abs(down), axis=axes) + tf.reduce_sum(tf.abs(right), axis=axes)


def image_gradients(image: Any) -> tuple[Any, Any]:
    """By how much the next row and the next column differ; 0 in the last ones.

    Args:
        image: a batch of images, of rank 4.
    """
    given = as_image("image_gradients", image, 4)
    down = given[:, 1:] - given[:, :-1]
    right = given[:, :, 1:] - given[:, :, :-1]
    results = tf.pad(down, [[0, 0], [0, 1], [0, 0], [0, 0]]), tf.pad(right, [[0, 0], [0, 0], [0, 1], [0, 0]])
    for each in results:
        each.set_shape(given.shape)
    return results


_SOBEL = np.array([[[-1, -2, -1], [0, 0, 0], [1, 2, 1]], [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]])


def sobel_edges(image: Any) -> Any:
    """Sobel's differences of rows and of columns, along a new last axis.

    Args:
        image: a batch of images, of rank 4.
    """
    given = as_image("sobel_edges", image, 4)
    channels = given.shape.as_list()[-1]
    count = tf.shape(given)[-1] if channels is None else channels
    kernels = tf.constant(np.transpose(_SOBEL, (1, 2, 0))[:, :, None, :], given.dtype)
    kernels = tf.tile(kernels, tf.stack([1, 1, count, 1]), name="sobel_filters")
    padded = tf.pad(given, [[0, 0], [1, 1], [1, 1], [0, 0]], "REFLECT")
    found = tf.nn.depthwise_conv2d(padded, kernels, [1, 1, 1, 1], "VALID")
    result = tf.reshape(found, tf.concat([tf.shape(given), [2]], 0))
    result.set_shape([*given.shape.as_list(), 2])
    return result


__all__ = ["image_gradients", "psnr", "sobel_edges", "ssim", "ssim_multiscale", "total_variation"]
