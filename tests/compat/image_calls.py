"""Calls of ``tf.image``, run under TensorFlow and under graphops as those of ``calls.py``."""

from typing import Any

import numpy as np

from tests.compat.calls import call, rows
from tests.compat.text_calls import CALLS


def pixels(*shape: int, seed: int = 0) -> np.ndarray:
    """Reproducible numbers of 0 to 255."""
    return np.random.Generator(np.random.PCG64(seed)).integers(0, 256, shape, dtype=np.uint8)


def fractions(*shape: int, seed: int = 0) -> np.ndarray:
    """Reproducible float32 numbers in [0, 1)."""
    return (rows(*shape, seed=seed) + 2) / 4


def unknown(tf: Any, image: np.ndarray, known: tuple[int, ...] = ()) -> Any:
    """The image with axes of unknown size, but for those in ``known``."""
    shape = [size if axis in known else None for axis, size in enumerate(image.shape)]
    return tf.placeholder_with_default(image, shape)


@call
def images_of_another_size(tf: Any) -> Any:
    one, some = pixels(5, 7, 3), fractions(2, 4, 6, 3)
    methods = tf.image.ResizeMethod
    kinds = (methods.BILINEAR, methods.NEAREST_NEIGHBOR, methods.BICUBIC, methods.AREA)
    found = []
    for method in kinds:
        found += [
            tf.image.resize_images(one, [3, 9], method), tf.image.resize(some, (8, 3), method=method),
            tf.image.resize_images(some, [9, 9], method, align_corners=True),
            tf.image.resize_images(one, [10, 10], method, preserve_aspect_ratio=True),
            tf.image.resize_images(one, [5, 7], method), tf.image.resize_images(unknown(tf, one), [5, 7], method),
            tf.image.resize_images(unknown(tf, one), tf.constant([4, 9]), method, preserve_aspect_ratio=True),
            tf.image.resize_image_with_pad(one, 8, 8, method), tf.image.resize_image_with_pad(some, 9, 4, method),
            tf.image.resize_image_with_pad(unknown(tf, some), 3, 9, method, align_corners=True),
        ]  # fmt: skip
    return [
        found, tf.image.resize_bilinear(some, [3, 3], half_pixel_centers=True), tf.image.resize_area(some, [3, 5]),
        tf.image.resize_nearest_neighbor(some, [3, 3], True), tf.image.resize_bicubic(some, [5, 5], name="b"),
        tf.image.resize_images(some, [2, 2], "nearest"),
    ]  # fmt: skip


@call
def images_cut_and_padded(tf: Any) -> Any:
    one, some = pixels(5, 7, 3), fractions(2, 4, 6, 3)
    found = []
    for image in (one, some, unknown(tf, one), unknown(tf, some, (3,))):
        found += [
            tf.image.crop_to_bounding_box(image, 1, 2, 3, 4), tf.image.pad_to_bounding_box(image, 1, 2, 8, 9),
            tf.image.crop_to_bounding_box(image, tf.constant(1), tf.constant(0), tf.constant(2), 3),
            tf.image.pad_to_bounding_box(image, tf.constant(0), 1, tf.constant(6), 9),
            tf.image.resize_image_with_crop_or_pad(image, 3, 10), tf.image.resize_with_crop_or_pad(image, 9, 2),
            tf.image.resize_image_with_crop_or_pad(image, tf.constant(6), tf.constant(4)),
            tf.image.central_crop(image, 0.5), tf.image.central_crop(image, tf.constant(0.7)),
        ]  # fmt: skip
    nothing = tf.placeholder_with_default(one, None)
    found += [
        tf.image.crop_to_bounding_box(nothing, 1, 2, 3, 4), tf.image.pad_to_bounding_box(nothing, 1, 2, 8, 9),
        tf.image.resize_image_with_crop_or_pad(nothing, 3, 10), tf.image.flip_left_right(nothing),
        tf.image.flip_up_down(nothing), tf.image.resize_image_with_pad(nothing, 8, 8),
        tf.image.per_image_standardization(nothing),
    ]  # fmt: skip
    return [found, tf.image.central_crop(one, 1.0), tf.image.extract_image_patches(
        some, [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID"
    ), tf.image.extract_image_patches(some, sizes=[1, 3, 3, 1], strides=[1, 1, 2, 1], rates=[1, 1, 1, 1],
                                      padding="SAME")]  # fmt: skip


@call
def images_turned(tf: Any) -> Any:
    one, some = pixels(5, 7, 3), fractions(2, 4, 6, 3)
    found = []
    for image in (one, some, unknown(tf, one), unknown(tf, some)):
        found += [
            tf.image.flip_left_right(image), tf.image.flip_up_down(image), tf.image.transpose(image),
            tf.image.transpose_image(image), tf.image.rot90(image), tf.image.rot90(image, 2), tf.image.rot90(image, -1),
            tf.image.rot90(image, tf.placeholder_with_default(np.int32(3), [])),
            tf.image.rot90(image, tf.placeholder_with_default(np.int32(4), [])),
        ]  # fmt: skip
    return found


@call
def images_changed_at_random(tf: Any) -> Any:
    one, some = pixels(6, 8, 3), fractions(3, 4, 6, 3)
    found = []
    for graph_seed in (None, 7):
        tf.set_random_seed(graph_seed)
        for seed in (1, 2, 3, None if graph_seed else 4):
            found += [
                tf.image.random_flip_left_right(one, seed), tf.image.random_flip_up_down(one, seed=seed),
                tf.image.random_flip_left_right(some, seed), tf.image.random_flip_up_down(some, seed=seed),
                tf.image.random_brightness(one, 0.3, seed), tf.image.random_contrast(some, 0.2, 1.8, seed),
                tf.image.random_hue(one, 0.4, seed), tf.image.random_saturation(some, 0.5, 2.0, seed=seed),
                tf.random_crop(one, [3, 4, 3], seed), tf.image.random_crop(unknown(tf, some), [1, 4, 2, 3], seed=seed),
            ]  # fmt: skip
    return found


@call
def images_in_other_colors(tf: Any) -> Any:
    one, some = pixels(5, 7, 3), fractions(2, 4, 6, 3)
    found = []
    for image in (tf.constant(one), tf.constant(some), tf.cast(one, tf.int16) * 100):
        found += [
            tf.image.adjust_brightness(image, 0.2), tf.image.adjust_brightness(image, -0.3),
            tf.image.adjust_contrast(image, 1.7), tf.image.adjust_hue(image, 0.3), tf.image.adjust_hue(image, -0.2),
            tf.image.adjust_saturation(image, 0.4), tf.image.adjust_saturation(image, 1.9),
            tf.image.rgb_to_grayscale(image), tf.image.per_image_standardization(image),
            tf.image.grayscale_to_rgb(image[..., :1]),
        ]  # fmt: skip
    gamma = [tf.image.adjust_gamma(one, 2.2), tf.image.adjust_gamma(some, 0.5, 2), tf.image.adjust_gamma(some)]
    plain = np.full((4, 4, 3), 5.0, np.float32)
    return [
        found, gamma, tf.image.per_image_standardization(plain),
        tf.image.per_image_standardization(unknown(tf, one)), tf.image.rgb_to_hsv(some),
        tf.image.hsv_to_rgb(some), tf.image.rgb_to_yiq(some), tf.image.yiq_to_rgb(some), tf.image.rgb_to_yuv(some),
        tf.image.yuv_to_rgb(some), tf.image.grayscale_to_rgb(unknown(tf, some[..., 1:2])),
    ]  # fmt: skip


@call
def images_of_other_dtypes(tf: Any) -> Any:
    numbers = np.array([0, 1, 2, 100, 127], np.int8)
    given = [
        tf.constant(numbers), tf.constant(numbers.astype(np.uint8) + 128), tf.constant(numbers.astype(np.int32) << 20),
        tf.constant(numbers.astype(np.uint16) << 9), tf.constant(numbers.astype(np.int64) << 50),
        tf.constant(np.array([0.0, 0.1, 0.5, 0.999, 1.0, 1.5, -0.5], np.float32)),
        tf.constant(np.array([0.0, 0.25, 1.0], np.float64)),
    ]  # fmt: skip
    wanted = (tf.uint8, tf.int8, tf.uint16, tf.int16, tf.float16, tf.float32, tf.float64)
    found = [tf.image.convert_image_dtype(x, dtype, saturate=True) for x in given for dtype in wanted]
    whole = [x for x in given if x.dtype != tf.float32]
    return [found, [tf.image.convert_image_dtype(x, tf.uint8) for x in whole], tf.image.convert_image_dtype(
        given[0], tf.int32
    )]  # fmt: skip


@call
def images_compared(tf: Any) -> Any:
    a, b = fractions(2, 40, 45, 3), fractions(2, 40, 45, 3, seed=1)
    b = (0.7 * a + 0.3 * b).astype(np.float32)
    small = [0.2, 0.5, 0.3]
    return [
        tf.image.psnr(a, b, 1.0), tf.image.psnr(pixels(5, 7, 3), pixels(5, 7, 3, seed=1), 255),
        tf.image.ssim(tf.constant(a), tf.constant(b), 1.0), tf.image.ssim(unknown(tf, a), unknown(tf, b), 1.0),
        tf.image.ssim(pixels(12, 14, 1), pixels(12, 14, 1, seed=1), 255, filter_size=5, filter_sigma=1.0),
        tf.image.ssim(tf.constant(a), tf.constant(b), 1.0, k1=0.02, k2=0.05, return_index_map=True),
        tf.image.ssim_multiscale(tf.constant(a), tf.constant(b), 1.0, small, filter_size=5),
        tf.image.ssim_multiscale(unknown(tf, a), unknown(tf, b), 1.0, small, filter_size=5),
        tf.image.total_variation(tf.constant(a)), tf.image.total_variation(tf.constant(a[0])), tf.image.image_gradients(
            tf.constant(a[:, :4, :5])
        ), tf.image.sobel_edges(tf.constant(a[:, :4, :5])), tf.image.sobel_edges(unknown(tf, a[:, :4, :5])),
    ]  # fmt: skip


@call
def boxes_in_images(tf: Any) -> Any:
    boxes = np.array(
        [[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11], [0, 10.1, 1, 11.1], [0, 100, 1, 101]],
        np.float32,
    )
    scores = np.array([0.9, 0.75, 0.6, 0.95, 0.5, 0.3], np.float32)
    overlaps = np.minimum(1, np.abs(rows(6, 6)))
    image = fractions(2, 6, 7, 3)
    places = [[0.1, 0.2, 0.9, 0.8], [0.7, 0.1, 0.2, 0.9]]
    single = np.stack([boxes, boxes[::-1]])[:, :, None, :] / 4
    return [
        tf.image.non_max_suppression(boxes, scores, 3), tf.image.non_max_suppression(boxes, scores, 6, 0.9, 0.4),
        tf.image.non_max_suppression_padded(boxes, scores, 5, 0.5, 0.2, True),
        tf.image.non_max_suppression_padded(np.stack([boxes, boxes[::-1]]), np.stack([scores] * 2), 4, 0.5,
                                            pad_to_max_output_size=True),
        tf.image.non_max_suppression_with_scores(boxes, scores, 6, 0.5, 0.1, 0.3),
        tf.image.non_max_suppression_overlaps(overlaps, scores, 4, 0.6, 0.2),
        tf.image.combined_non_max_suppression(single, np.stack([scores, scores])[:, :, None], 3, 4, 0.5, 0.1),
        tf.image.crop_and_resize(image, places, [0, 1], [3, 4]),
        tf.image.crop_and_resize(image, places, box_indices=[1, 0], crop_size=[2, 2], method="nearest"),
    ]  # fmt: skip


@call
def crops_at_random(tf: Any) -> Any:
    image, boxes = fractions(1, 30, 40, 3), np.array([[[0.1, 0.2, 0.6, 0.7]]], np.float32)
    size = np.array([30, 40, 3], np.int32)
    sample = tf.image.sample_distorted_bounding_box
    found = [
        sample(size, boxes, 3, 4), sample(size, boxes, seed=1, min_object_covered=0.8, area_range=[0.3, 0.9]),
        sample(tf.shape(image)[1:], boxes, seed2=9, aspect_ratio_range=(0.5, 2.0), max_attempts=20),
        sample(size, boxes[:, :0], 5, use_image_if_no_bounding_boxes=True),
    ]  # fmt: skip
    begin, extent, box = found[0]
    return [
        found, tf.slice(image[0], begin, extent), tf.image.draw_bounding_boxes(image, box),
        tf.image.draw_bounding_boxes(image, boxes, colors=[[0.1, 0.2, 0.3]]),
        tf.image.extract_glimpse(image, [7, 8], [[0.1, -0.2]]),
        tf.image.extract_glimpse(image, [7, 8], [[2.0, 5.0]], normalized=False),
    ]  # fmt: skip


@call
def pools_of_any_ratio(tf: Any) -> Any:
    x = tf.constant(fractions(2, 11, 13, 2))
    avg, largest = tf.nn.fractional_avg_pool, tf.nn.fractional_max_pool
    pools = [
        avg(x, [1.0, 1.44, 1.73, 1.0], True, True, True, 3, 4), largest(x, [1, 1.44, 1.73, 1], False, True, True, 3, 4),
        avg(x, [1, 2, 1.5, 1], deterministic=True, seed=5),
        largest(x, [1, 1, 2.5, 1], True, seed2=6, deterministic=True),
    ]  # fmt: skip
    return [pools, [tf.gradients(tf.reduce_sum(tf.square(pool[0])), x)[0] for pool in pools]]


@call
def files_of_images(tf: Any) -> Any:
    picture = pixels(6, 5, 3)
    file = tf.image.encode_png(picture)
    smooth = np.tile(np.arange(0, 160, 10, dtype=np.uint8)[:, None, None], (1, 16, 3))
    jpeg = tf.image.encode_jpeg(smooth, quality=100)
    return [
        tf.image.decode_png(file), tf.image.decode_png(file, 1), tf.image.decode_image(file),
        tf.image.decode_image(file, dtype=tf.float32, expand_animations=False), tf.image.is_jpeg(file),
        tf.image.decode_image(file, channels=4, dtype=tf.int32), tf.image.is_jpeg(jpeg),
        tf.image.extract_jpeg_shape(jpeg), tf.shape(tf.image.decode_jpeg(jpeg, channels=1, ratio=2)),
        tf.shape(tf.image.decode_and_crop_jpeg(jpeg, [1, 2, 5, 6])),
        tf.less(tf.reduce_max(tf.abs(tf.image.adjust_jpeg_quality(smooth / np.float32(255), 100) * 255 - smooth)), 12),
        tf.image.random_jpeg_quality(np.full((16, 16, 3), 128, np.uint8), 60, 95, seed=3),
    ]  # fmt: skip


__all__ = ["CALLS"]
