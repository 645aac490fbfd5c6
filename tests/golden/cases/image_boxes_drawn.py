"""Boxes drawn into images, and random crops."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, reals

BOXES = np.array(
    [
        [[0.1, 0.2, 0.8, 0.7], [0.0, 0.0, 1.0, 1.0], [0.5, 0.5, 0.5, 0.5], [-0.4, 0.3, 0.6, 1.7]],
        [[0.9, 0.1, 0.2, 0.8], [1.2, 0.1, 1.9, 0.8], [-2.0, -2.0, 3.0, 3.0], [-0.05, -0.05, 0.4, 0.4]],
    ],
    np.float32,
)


def drawn() -> Iterator[Case]:
    many = reals((2, 23, 4), "float32", 3)
    for dtype in ("float32", "float16"):
        for channels in (1, 3, 4):
            for boxes in (BOXES, many, BOXES[:, :0]):
                images = {"images": reals((2, 9, 7, channels), dtype, channels), "boxes": boxes}
                yield Case("DrawBoundingBoxes", images)
                yield Case("DrawBoundingBoxesV2", images | {"colors": reals((3, 4), "float32", 5)})
        yield Case("DrawBoundingBoxesV2", images | {"colors": np.zeros((0, 4), np.float32)})
        yield Case("DrawBoundingBoxes", {"images": reals((2, 1, 5, 3), dtype, 1), "boxes": BOXES})


OBJECTS = np.array([[[0.1, 0.2, 0.5, 0.6], [0.3, 0.3, 0.9, 0.8]]], np.float32)
NONE = np.zeros((1, 0, 4), np.float32)


def size(*sizes: int, dtype: str = "int32") -> Array:
    return np.array(sizes, dtype)


def crops() -> Iterator[Case]:
    kinds: list[tuple[Array, Array, dict[str, Any]]] = [
        (size(50, 40, 3), OBJECTS, {}),
        (size(480, 640, 3), OBJECTS, {"area_range": [0.2, 0.4]}),
        (size(480, 640, 3), OBJECTS, {"aspect_ratio_range": [0.3, 3.0], "area_range": [0.01, 1.0]}),
        (size(7, 100, 1), NONE, {"use_image_if_no_bounding_boxes": True}),
        (size(3, 2, 1), NONE, {"use_image_if_no_bounding_boxes": True, "area_range": [0.5, 0.6]}),
        (size(224, 224, 3, dtype="int64"), OBJECTS, {"max_attempts": 3}),
        (size(100, 200, 3, dtype="uint8"), OBJECTS, {"area_range": [0.9, 0.1]}),
        (size(100, 120, 3, dtype="int8"), OBJECTS, {}),
        (size(300, 200, 3, dtype="int16"), OBJECTS, {"aspect_ratio_range": [1.0, 1.0], "area_range": [1.0, 1.0]}),
        (size(65, 33, 3), OBJECTS, {"aspect_ratio_range": [2.0, 0.5]}),
    ]
    for number, (image_size, boxes, attrs) in enumerate(kinds):
        given = {"image_size": image_size, "bounding_boxes": boxes}
        for seed in range(3):
            seeds = attrs | {"seed": 5 + seed, "seed2": number}
            covered = 0.1 + 0.35 * seed
            yield Case("SampleDistortedBoundingBox", given, seeds | {"min_object_covered": covered})
            given_too = given | {"min_object_covered": np.array(covered, np.float32)}
            yield Case("SampleDistortedBoundingBoxV2", given_too, seeds)
            for dtype in ("int32", "int64"):
                pair = {"seed": np.array([seed - 1, number], dtype)}
                yield Case("StatelessSampleDistortedBoundingBox", given_too | pair, attrs)


CASES = [*drawn(), *crops()]
