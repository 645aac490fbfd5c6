"""Random boxes of images, and random crops."""

from __future__ import annotations

import numpy as np

from graphops_registry.op_def import register_op
from graphops_registry.ops.random_stateless import check_seed
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_INTEGERS = "T: {uint8, int8, int16, int32, int64}"
_SEEDS = ["seed: int = 0", "seed2: int = 0"]
_RANGES = [
    "aspect_ratio_range: list(float) = [0.75, 1.33]",
    "area_range: list(float) = [0.05, 1.0]",
    "max_attempts: int = 100",
    "use_image_if_no_bounding_boxes: bool = false",
]
_COVERED = """
    min_object_covered: what part of some box the crop must have, at least 0."""
_SEED_DOC = """
    seed, seed2: both 0: each run draws another crop."""


def _doc(covered: str, seed: str) -> str:
    return f"""A random crop of an image that has enough of some object.

    image_size: rows, columns and channels of the image.
    bounding_boxes: `[..., boxes, 4]`, of rank 3: y1, x1, y2, x2 of objects, in multiples of the image's height and
    width, from 0 to 1.{covered}{seed}
    aspect_ratio_range: the least and the largest ratio of columns and rows of the crop, both positive.
    area_range: the least and the largest part of the image, in (0, 1].
    max_attempts: how often a crop is drawn until one fits; if none does, it is the whole image.
    use_image_if_no_bounding_boxes: without boxes the whole image is the object; without this attr they are an error.
    begin: first row, first column, 0: for Slice.
    size: rows, columns, -1: for Slice.
    bboxes: `[1, 1, 4]`: the crop in multiples of the image's height and width, for DrawBoundingBoxes."""


# -- SampleDistortedBoundingBox, V2, StatelessSampleDistortedBoundingBox -----------------------------------------------

_OUTPUTS = ["begin: T", "size: T", "bboxes: float"]

sample_distorted_bounding_box = register_op(
    "SampleDistortedBoundingBox",
    inputs=["image_size: T", "bounding_boxes: float"],
    outputs=_OUTPUTS,
    attrs=[_INTEGERS, *_SEEDS, "min_object_covered: float = 0.1", *_RANGES],
    stateful=True,
    doc=_doc(_COVERED, _SEED_DOC),
)
sample_distorted_bounding_box.no_gradient()

sample_distorted_bounding_box_v2 = register_op(
    "SampleDistortedBoundingBoxV2",
    inputs=["image_size: T", "bounding_boxes: float", "min_object_covered: float"],
    outputs=_OUTPUTS,
    attrs=[_INTEGERS, *_SEEDS, *_RANGES],
    stateful=True,
    doc=_doc(_COVERED, _SEED_DOC),
)
sample_distorted_bounding_box_v2.no_gradient()

stateless_sample_distorted_bounding_box = register_op(
    "StatelessSampleDistortedBoundingBox",
    inputs=["image_size: T", "bounding_boxes: float", "min_object_covered: float", "seed: Tseed"],
    outputs=_OUTPUTS,
    attrs=[_INTEGERS, "Tseed: {int32, int64}", *_RANGES],
    doc=_doc(_COVERED, "\n    seed: two numbers: the same ones draw the same crop."),
)
stateless_sample_distorted_bounding_box.no_gradient()


def _require_covered(c: ShapeContext, argument: str, value: float) -> None:
    if not value >= 0:
        c.fail(argument, "be at least 0", value)


@sample_distorted_bounding_box.shape_rule
@sample_distorted_bounding_box_v2.shape_rule
@stateless_sample_distorted_bounding_box.shape_rule
def _sample_distorted_bounding_box_shape(c: ShapeContext) -> list[TensorShape]:
    image_size, boxes = c.with_rank("image_size", 1), c.with_rank("bounding_boxes", 3)
    c.merge_dim("image_size", image_size[0], 3, "have 3 values: rows, columns, channels")
    c.merge_dim("bounding_boxes", boxes[2], 4, "have 4 columns: y1, x1, y2, x2")
    names = [arg.name for arg in c.op_def.inputs]
    if "min_object_covered" in names:
        c.with_rank("min_object_covered", 0)
        covered = c.value("min_object_covered")
        if covered is not None:
            _require_covered(c, "min_object_covered", float(covered))
    else:
        _require_covered(c, "attr 'min_object_covered'", c.attr("min_object_covered"))
    if "seed" in names:
        check_seed(c)
    ratios, areas = c.attr("aspect_ratio_range"), c.attr("area_range")
    if len(ratios) != 2 or not all(0 < ratio < np.inf for ratio in ratios):
        c.fail("attr 'aspect_ratio_range'", "have 2 positive values", list(ratios))
    if len(areas) != 2 or not all(0 < area <= 1 for area in areas):
        c.fail("attr 'area_range'", "have 2 values in (0, 1]", list(areas))
    if not 0 < c.attr("max_attempts") < 2**31:
        c.fail("attr 'max_attempts'", "be positive and fit into int32", c.attr("max_attempts"))
    size = c.value("image_size")
    if size is not None and not all(0 <= int(number) < 2**31 - 1 for number in size[:2]):
        c.fail("image_size", "be at least 0 and fit into int32", size.tolist())
    return [TensorShape.of((3,)), TensorShape.of((3,)), TensorShape.of((1, 1, 4))]


# -- RandomCrop --------------------------------------------------------------------------------------------------------

random_crop = register_op(
    "RandomCrop",
    inputs=["image: T", "size: int64"],
    outputs=["output: T"],
    attrs=["T: {uint8, int8, int16, int32, int64, float, double}", *_SEEDS],
    stateful=True,
    deprecated=(8, "Random crop is now pure Python"),
    doc=f"""A part of an image from anywhere in it.

    image: `[rows, columns, channels]`.
    size: `[crop_rows, crop_columns]`, at most those of the image.{_SEED_DOC}
    output: `[crop_rows, crop_columns, channels]`.""",
)
random_crop.no_gradient()


@random_crop.shape_rule
def _random_crop_shape(c: ShapeContext) -> list[TensorShape]:
    image, sizes = c.with_rank("image", 3), c.shape_from_tensor("size", rank=2)
    for axis in (0, 1):
        whole, part = image[axis], sizes[axis]
        if isinstance(whole, int) and isinstance(part, int) and part > whole:
            c.fail("size", f"be at most the rows and columns of image, {image}", sizes)
    return [TensorShape.of((sizes[0], sizes[1], image[2]))]
