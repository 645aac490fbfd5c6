"""What functions of ``tf.image`` refuse, when the graph is built or when it runs."""

from typing import Any

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf

IMAGE = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)


@pytest.fixture(autouse=True)
def _graph() -> Any:
    with tf.Graph().as_default():
        yield


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (lambda i: i.flip_left_right([[1]]), r"image of flip_left_right\(\) must have rank 3 or 4, got shape \(1, 1\)"),
        (lambda i: i.rot90(np.zeros((0, 2, 3))), "must have rows, columns and channels"),
        (lambda i: i.resize_images(IMAGE, [2]), "must be two numbers: rows and columns"),
        (lambda i: i.resize_images(IMAGE, [2, 2], 4), "method of resize_images.* must be 0 .'bilinear'.*got 4"),
        (lambda i: i.resize_images(IMAGE, [2, 2], "lanczos3"), "must be 0 .*, got 'lanczos3'"),
        (lambda i: i.resize_images(IMAGE, [2, -2]), "size"),
        (lambda i: i.crop_to_bounding_box(IMAGE, 3, 0, 3, 3), "must end within the rows of image, 5"),
        (lambda i: i.crop_to_bounding_box(IMAGE, -1, 0, 3, 3), "offset_height .* must be at least 0, got -1"),
        (lambda i: i.crop_to_bounding_box(IMAGE, 0.5, 0, 3, 3), "offset_height .* must be an integer, got 0.5"),
        (lambda i: i.pad_to_bounding_box(IMAGE, 1, 1, 5, 9), "must have room for all rows, got 5"),
        (lambda i: i.resize_image_with_crop_or_pad(IMAGE, 0, 3), "target_height .* must be at least 1, got 0"),
        (lambda i: i.resize_image_with_pad(IMAGE, 3, 0), "target_width .* must be at least 1, got 0"),
        (lambda i: i.central_crop(IMAGE, 0.0), r"must be in \(0, 1\], got 0.0"),
        (
            lambda i: i.random_crop(IMAGE, [6, 2, 3]),
            r"must be at most the shape of value, \[5, 7, 3\], got \[6, 2, 3\]",
        ),
        (lambda i: i.random_brightness(IMAGE, -1.0), "max_delta .* must be at least 0, got -1.0"),
        (lambda i: i.random_contrast(IMAGE, 2.0, 1.0), "must be at least 0 and rise, got 2.0 and 1.0"),
        (lambda i: i.random_hue(IMAGE, 0.7), r"must be in \[0, 0.5\], got 0.7"),
        (lambda i: i.random_saturation(IMAGE, -1.0, 1.0), "must be at least 0 and rise"),
        (lambda i: i.random_jpeg_quality(IMAGE, 90, 80), "must be in .* and rise, got 90 and 80"),
        (lambda i: i.adjust_gamma(IMAGE, -1), "gamma of adjust_gamma.* must be at least 0"),
        (lambda i: i.convert_image_dtype(IMAGE, tf.string), "must be integer or floating, got string"),
        (lambda i: i.grayscale_to_rgb(IMAGE), "must have one channel"),
        (lambda i: i.psnr(IMAGE, IMAGE[:4], 255), r"b of psnr\(\) must have the size of a"),
        (lambda i: i.ssim(IMAGE, IMAGE, 255), "must have filter_size = 11 rows and columns, got 5"),
        (lambda i: i.ssim(IMAGE, IMAGE, 255, filter_sigma=0), "must be positive numbers"),
        (lambda i: i.total_variation([1.0]), "images of total_variation.* must have rank 3 or 4"),
        (lambda i: i.sobel_edges(IMAGE), "must have rank 4"),
        (lambda i: i.crop_and_resize(IMAGE[None], [[0, 0, 1, 1]], [0]), "crop_size of crop_and_resize.* must be given"),
        (lambda i: i.non_max_suppression_padded(np.zeros((1, 2, 4)), np.zeros((1, 2)), 2), "must have rank 2, or"),
    ],
)
def test_wrong_arguments(made: Any, text: str) -> None:
    with pytest.raises(go.errors.GraphopsError, match=text):
        made(tf.image)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (lambda x, n: tf.image.crop_to_bounding_box(x, 0, 0, n, 2), "must end within the rows"),
        (lambda x, n: tf.image.crop_to_bounding_box(x, 0, 0, -n, 2), "target_height .* must be at least 1"),
        (lambda x, n: tf.image.pad_to_bounding_box(x, 0, 0, 9, n - 4), "must have room for all columns"),
        (lambda x, n: tf.image.central_crop(x, tf.to_float(n)), r"must be in \(0, 1\]"),
        (lambda x, n: tf.random_crop(x, [n, 2, 2]), "must be at most the shape of value"),
        (lambda x, n: tf.image.grayscale_to_rgb(x), "must have one channel"),
        (lambda x, n: tf.image.psnr(x, IMAGE[:4], 255), "must have the size of a"),
    ],
)
def test_wrong_values(made: Any, text: str) -> None:
    x = tf.placeholder(tf.uint8, [None, None, None])
    result = made(x, tf.placeholder_with_default(np.int32(8), []))
    with tf.Session() as session, pytest.raises(go.errors.InvalidArgumentError, match=text):
        session.run(result, {x: IMAGE})


def test_gradients_pass() -> None:
    x = tf.placeholder(tf.float32, [2, 12, 12, 3])
    image = tf.image
    results = [
        image.resize_images(x, [5, 5]), image.random_flip_left_right(x, seed=1), image.per_image_standardization(x),
        image.resize_image_with_crop_or_pad(x, 9, 20), image.rgb_to_grayscale(x), image.ssim(x, x * 0.9, 1.0),
        image.total_variation(x), image.adjust_contrast(x, 2.0), image.central_crop(x, 0.5), image.sobel_edges(x),
    ]  # fmt: skip
    with tf.Session() as session:
        for result in results:
            (slope,) = session.run(tf.gradients(result, x), {x: np.random.default_rng(0).random((2, 12, 12, 3))})
            assert slope.shape == (2, 12, 12, 3)
            assert np.isfinite(slope).all()
