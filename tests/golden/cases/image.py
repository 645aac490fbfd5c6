"""Images: resizing, crops, colours and boxes."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals

MODES: dict[str, dict[str, Any]] = {
    "legacy": {},
    "corners": {"align_corners": True},
    "centers": {"half_pixel_centers": True},
}
# (rows, cols) before and after: larger, smaller, one of both, the same, from and to one pixel.
SIZES = [((3, 4), (7, 5)), ((6, 7), (3, 2)), ((5, 3), (2, 8)), ((4, 4), (4, 4)), ((1, 5), (3, 1)), ((2, 1), (1, 4))]
RESIZES = ("ResizeBilinear", "ResizeBicubic", "ResizeNearestNeighbor", "ResizeArea")
DTYPES = ("int8", "uint8", "int16", "uint16", "int32", "int64", "float16", "bfloat16", "float64")


def size_of(*sizes: int) -> Array:
    return np.array(sizes, np.int32)


def resizes() -> Iterator[Case]:
    for op in RESIZES:
        for name, attrs in MODES.items():
            if op == "ResizeArea" and name == "centers":
                continue
            for seed, (old, new) in enumerate(SIZES):
                yield Case(op, {"images": reals((2, *old, 2), "float32", seed), "size": size_of(*new)}, attrs)
        for dtype in DTYPES:
            x = reals((1, 3, 4, 2), dtype, 1) if "float" in dtype else numbers((1, 3, 4, 2), dtype, 1)
            yield Case(op, {"images": x, "size": size_of(5, 2)})
        yield Case(op, {"images": reals((0, 3, 4, 2), "float32", 1), "size": size_of(5, 2)})
    for attrs in MODES.values():
        yield Case("ResizeNearestNeighbor", {"images": reals((1, 3, 4, 2), "float64", 1), "size": size_of(5, 3)}, attrs)


def numbers(shape: tuple[int, ...], dtype: str, seed: int) -> Array:
    """Integers that fit in any dtype."""
    return integers(shape, dtype, seed, 0, 127)


def resize_gradients() -> Iterator[Case]:
    for op in ("ResizeBilinearGrad", "ResizeBicubicGrad", "ResizeNearestNeighborGrad"):
        for attrs in MODES.values():
            for seed, (old, new) in enumerate(SIZES):
                yield resize_gradient(op, "float32", (2, *old, 2), new, seed, attrs)
        extra = ("float16", "bfloat16") if op == "ResizeBilinearGrad" else ()
        if op == "ResizeNearestNeighborGrad":
            extra = ("float16", "bfloat16", "float64", "uint8", "int8", "int32")
        for dtype in extra:
            yield resize_gradient(op, dtype, (1, 3, 4, 2), (4, 2), 3, {})
        yield resize_gradient(op, "float32", (0, 3, 4, 2), (4, 2), 3, {})


def resize_gradient(
    op: str, dtype: str, shape: tuple[int, ...], new: tuple[int, int], seed: int, attrs: dict[str, Any]
) -> Case:
    grads_shape = (shape[0], *new, shape[3])
    if op == "ResizeNearestNeighborGrad":
        grads = reals(grads_shape, dtype, seed) if "float" in dtype else numbers(grads_shape, dtype, seed)
        return Case(op, {"grads": grads, "size": size_of(*shape[1:3])}, attrs)
    return Case(op, {"grads": reals(grads_shape, "float32", seed), "original_image": reals(shape, dtype, 9)}, attrs)


# y1, x1, y2, x2: inside, upside down, partly and wholly beyond the image, and no wider than a point.
BOXES = np.array(
    [
        [0.1, 0.2, 0.8, 0.9],
        [0.9, 0.7, 0.2, 0.15],
        [-0.55, 0.3, 1.6, 1.2],
        [2.1, 2.2, 3.1, 3.3],
        [0.35, 0.45, 0.35, 0.45],
    ],
    np.float32,
)
BOX_IND = np.array([0, 1, 1, 0, 1], np.int32)


def crops() -> Iterator[Case]:
    """Nearest pixels only of float64 images, as gradients by the boxes are those of bilinear crops there."""
    boxes = {"boxes": BOXES, "box_ind": BOX_IND}
    for dtype in ("float32", "uint8", "uint16", "int8", "int16", "int32", "int64", "float16", "float64"):
        x = reals((2, 4, 5, 2), dtype, 1) if "float" in dtype else numbers((2, 4, 5, 2), dtype, 1)
        yield Case("CropAndResize", {"image": x, **boxes, "crop_size": size_of(3, 4)}, {"extrapolation_value": 0.5})
        grads = reals((5, 3, 4, 2), "float32", 2)
        yield Case("CropAndResizeGradBoxes", {"grads": grads, "image": x, **boxes})
    for crop in ((1, 1), (1, 3), (6, 1), (9, 8)):
        for dtype, methods in (("float32", ("bilinear",)), ("float64", ("bilinear", "nearest"))):
            for method in methods:
                x, grads = reals((2, 4, 5, 2), dtype, 3), reals((5, *crop, 2), "float32", 4)
                yield Case("CropAndResize", {"image": x, **boxes, "crop_size": size_of(*crop)}, {"method": method})
                sizes = size_of(2, 4, 5, 2)
                attrs = {"T": dtype, "method": method}
                if (dtype, method) != ("float64", "bilinear"):  # TensorFlow multiplies in float32
                    yield Case("CropAndResizeGradImage", {"grads": grads, **boxes, "image_size": sizes}, attrs)
        yield Case("CropAndResizeGradBoxes", {"grads": grads, "image": x.astype(np.float32), **boxes})
    grads = reals((5, 3, 2, 2), "float32", 4)
    yield Case("CropAndResizeGradImage", {"grads": grads, **boxes, "image_size": size_of(2, 1, 1, 2)}, {"T": "float16"})
    x = reals((2, 1, 1, 2), "float32", 3)
    yield Case("CropAndResize", {"image": x, **boxes, "crop_size": size_of(2, 2)})
    none = {"boxes": BOXES[:0], "box_ind": BOX_IND[:0]}
    yield Case("CropAndResize", {"image": x, **none, "crop_size": size_of(2, 2)})
    yield Case("CropAndResizeGradBoxes", {"grads": grads[:0], "image": x, **none})
    yield Case(
        "CropAndResizeGradImage", {"grads": grads[:0], **none, "image_size": size_of(1, 2, 2, 2)}, {"T": "float32"}
    )


def suppressions() -> Iterator[Case]:
    """Random boxes, half of them the wrong way round; equal scores; scores that are no numbers."""
    for seed, count in enumerate((12, 40, 0, 1)):
        corner = 3 * reals((count, 2), "float32", seed)
        boxes = np.concatenate([corner, corner + 1 + reals((count, 2), "float32", seed + 10)], axis=1)
        boxes[::2] = boxes[::2, [2, 3, 0, 1]]
        scores = reals((count,), "float32", seed + 20)
        yield from suppressions_of(boxes, scores)
    boxes, scores = boxes.repeat(5, axis=0), np.array([0.5, np.nan, 0.5, np.inf, -np.inf], np.float32)
    boxes[2:] += np.float32(0.25)
    yield from suppressions_of(boxes, scores)


def suppressions_of(boxes: Array, scores: Array) -> Iterator[Case]:
    given = {"boxes": boxes, "scores": scores}
    scalar = np.float32
    for size in (0, 3, 100):
        limited = given | {"max_output_size": np.array(size, np.int32)}
        for overlap in (0.0, 0.3, 0.7):
            yield Case("NonMaxSuppression", limited, {"iou_threshold": overlap})
            limits = {"iou_threshold": np.array(overlap, scalar)}
            yield Case("NonMaxSuppressionV2", limited | limits)
            limits |= {"score_threshold": np.array(-0.25, scalar)}
            yield Case("NonMaxSuppressionV3", limited | limits)
            pad = {"pad_to_max_output_size": overlap > 0.5}
            yield Case("NonMaxSuppressionV4", limited | limits, pad)
            for sigma in (0.0, 0.5):
                soft = {"soft_nms_sigma": np.array(sigma, scalar), "score_threshold": np.array(0.1, scalar)}
                yield Case("NonMaxSuppressionV5", limited | limits | soft, pad)
    narrow = {name: value.astype(np.float16) for name, value in given.items()}
    narrow |= {"max_output_size": np.array(4, np.int32), "iou_threshold": np.array(0.5, np.float16)}
    yield Case("NonMaxSuppressionV2", narrow)
    narrow = narrow | {"score_threshold": np.array(0.1, np.float16)}
    yield Case("NonMaxSuppressionV3", narrow)
    yield Case("NonMaxSuppressionV5", narrow | {"soft_nms_sigma": np.array(0, np.float16)})


def colors() -> Iterator[Case]:
    """Colours in [0, 1], greys, ties of two channels, and numbers beyond [0, 1]."""
    special = np.array([[0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.25], [0.25, 0.5, 0.5], [0.5, 0.25, 0.5], [2, -1, 0.5]])
    for dtype in ("float32", "float64", "float16", "bfloat16"):
        x = abs(reals((2, 3, 4, 3), dtype, 1))
        for op in ("RGBToHSV", "HSVToRGB"):
            yield Case(op, {"images": x})
            yield Case(op, {"images": special.astype(x.dtype)})
    for op in ("RGBToHSV", "HSVToRGB"):
        yield Case(op, {"images": reals((3,), "float32", 2)})
        yield Case(op, {"images": reals((0, 3), "float32", 2)})
    x = abs(reals((2, 3, 4, 3), "float32", 3))
    for images in (x, x[0], x[None], special.reshape(1, 2, 3, 3).astype(np.float32), x[:0]):
        for factor in (-0.5, 0.0, 0.3, 2.5):
            scalar = np.array(factor, np.float32)
            yield Case("AdjustContrastv2", {"images": images, "contrast_factor": scalar})
            yield Case("AdjustHue", {"images": images, "delta": scalar})
            yield Case("AdjustSaturation", {"images": images, "scale": scalar})
    yield Case(
        "AdjustContrastv2", {"images": reals((3, 5, 2), "float32", 4), "contrast_factor": np.array(2, np.float32)}
    )


# ksizes, strides, rates, padding.
WINDOWS = [
    ((3, 2), (1, 1), (1, 1), "SAME"),
    ((2, 3), (2, 1), (1, 1), "VALID"),
    ((2, 2), (2, 2), (2, 3), "SAME"),
    ((3, 2), (1, 3), (2, 1), "VALID"),
    ((7, 9), (2, 2), (1, 1), "SAME"),
    ((5, 6), (2, 2), (1, 1), "VALID"),
    ((1, 1), (3, 2), (1, 1), "SAME"),
]
PATCH_DTYPES = ("float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16")


def patches() -> Iterator[Case]:
    for ksizes, strides, rates, padding in WINDOWS:
        attrs = {"ksizes": [1, *ksizes, 1], "strides": [1, *strides, 1], "rates": [1, *rates, 1], "padding": padding}
        for dtype in ("float32", "float64"):
            yield Case("ExtractImagePatches", {"images": reals((2, 5, 6, 2), dtype, 1)}, attrs)
    for dtype in PATCH_DTYPES:
        yield Case("ExtractImagePatches", {"images": numbers((1, 4, 4, 2), dtype, 1)}, attrs | {"ksizes": [1, 2, 2, 1]})
    for shape in ((0, 5, 6, 2), (2, 0, 6, 2), (1, 5, 6, 0)):
        yield Case("ExtractImagePatches", {"images": reals(shape, "float32", 1)}, attrs)


CASES = [*resizes(), *resize_gradients(), *crops(), *suppressions(), *colors(), *patches()]
