"""Regions of resized images: whole ratios and broken ones, each kind of position, blocks at borders and inside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops_registry.op_def import lookup_op
from graphops_registry.regions import sizes_of
from graphops_registry.rules.resize_regions import bilinear_part
from tests.registry.region_calls import called, check_parts

RATIOS = [(1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2), (4, 3), (5, 7), (1, 1), (1, 8), (8, 1)]  # old to new


def arguments(op: str, old: list[int], new: list[int], centers: str, random: np.random.Generator) -> dict[str, Any]:
    images = random.integers(0, 256, (2, *old, 2)).astype(np.float32)
    found: dict[str, Any] = {"images": images, "size": np.array(new, np.int32)}
    if centers == "corners":
        found["align_corners"] = True
    elif centers == "half" and "half_pixel_centers" in lookup_op(op).op_def.attr_by_name:
        found["half_pixel_centers"] = True
    return found


@pytest.mark.parametrize("op", ["ResizeNearestNeighbor", "ResizeBilinear", "ResizeBicubic", "ResizeArea"])
@pytest.mark.parametrize("centers", ["half", "corners", "left"])
def test_a_region_of_a_resized_image(op: str, centers: str, full: bool) -> None:
    random = np.random.default_rng(len(op) + len(centers))
    found = calls = 0
    for (p, q), (r, s) in zip(RATIOS, random.permutation(RATIOS), strict=True):
        blocks = random.integers(1, 12, 2)
        more = int(centers == "corners")
        old, new = ([int(a * n) + more for a, n in zip(pair, blocks, strict=True)] for pair in ((p, r), (q, s)))
        found += check_parts(called(op, arguments(op, old, new, centers, random)), random, 20 if full else 6)
        calls += 1
    assert found > calls


def test_two_pixels_for_one() -> None:
    """New pixels 10 to 13 lie in old pixels 5 and 6, and are made of these and of their neighbours."""
    call = called("ResizeBilinear", arguments("ResizeBilinear", [16, 16], [32, 32], "half", np.random.default_rng(0)))
    part = bilinear_part(call.context([((0, 1), (10, 14), (0, 32), (0, 2))], call.value))
    assert part is not None
    assert part.inputs[0] == ((0, 1), (4, 8), (0, 16), (0, 2))
    assert part.gives[0] == ((0, 1), (8, 16), (0, 32), (0, 2))
    assert part.values[1].tolist() == [8, 32]


def test_sizes_without_a_common_divisor_are_one_block() -> None:
    call = called("ResizeBilinear", arguments("ResizeBilinear", [13, 8], [7, 16], "left", np.random.default_rng(0)))
    part = bilinear_part(call.context([((0, 2), (2, 3), (4, 6), (0, 2))], call.value))
    assert part is not None
    assert part.inputs[0] is not None
    assert sizes_of(part.inputs[0]) == (2, 13, 3, 2)


@pytest.mark.parametrize("op", ["ResizeNearestNeighbor", "ResizeBicubic"])
@pytest.mark.parametrize("centers", ["half", "corners", "left"])
def test_rounded_positions_choose_the_same_pixels_far_from_the_start(op: str, centers: str) -> None:
    """At pixel 3000 a float32 is no nearer than 2e-4: a part whose positions would choose another pixel is none."""
    random = np.random.default_rng(5)
    more = int(centers == "corners")
    for old, new in ((3000, 1000), (1000, 3000), (3000, 1200), (900, 2100), (2000, 4600)):
        call = called(op, arguments(op, [old + more, 2], [new + more, 2], centers, random))
        check_parts(call, random, 20)


def test_interpolation_far_from_the_start_is_as_exact_as_positions_are() -> None:
    """Positions of the whole are off by up to 2e-4 pixels there, those of a part by less."""
    random = np.random.default_rng(6)
    call = called("ResizeBilinear", arguments("ResizeBilinear", [3000, 1], [9000, 1], "half", random))
    assert check_parts(call, random, 10, scale=2e-4 / 1e-5)
