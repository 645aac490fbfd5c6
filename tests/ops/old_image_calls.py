"""Calls of ops of images that TensorFlow runs in old graphs only."""

from typing import Any

import numpy as np

from tests.golden.case import Array, integers, reals

Call = tuple[str, dict[str, Array], dict[str, int]]


def calls() -> list[Call]:
    """Op, inputs and attrs."""
    found: list[Call] = []
    for dtype in ("uint8", "int8", "int16", "int32", "int64", "float32", "float64"):
        floating = dtype.startswith("float")
        images = reals((2, 4, 5, 3), dtype, 1) if floating else integers((2, 4, 5, 3), dtype, 1, 0, 99)
        limits: Any = (-0.5, 0.75) if floating else (10.0, 80.0)
        numbers = zip(("contrast_factor", "min_value", "max_value"), (1.7, *limits), strict=True)
        scalars = {name: np.array(value, np.float32) for name, value in numbers}
        if dtype != "int64":  # for which TensorFlow has no kernel
            found.append(("AdjustContrast", {"images": images} | scalars, {}))
        for seed in (1, 2):
            for size in ((2, 3), (4, 5), (4, 1)):
                crop = {"image": images[0], "size": np.array(size, np.int64)}
                found.append(("RandomCrop", crop, {"seed": seed, "seed2": 3}))
    return found
