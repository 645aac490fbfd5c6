"""Windows of images, without noise."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case, reals
from tests.golden.cases.image import size_of

NEAR = np.array([[0.0, 0.0], [0.3, -0.2], [-0.1, 0.25]], np.float32)
FAR = np.array([[0.9, -1.0], [1.7, 0.2], [-2.5, 3.0]], np.float32)


def glimpses() -> Iterator[Case]:
    images = reals((3, 9, 11, 2), "float32", 1)
    for op in ("ExtractGlimpse", "ExtractGlimpseV2"):
        for centered in (False, True):
            for normalized in (False, True):
                attrs = {"centered": centered, "normalized": normalized, "uniform_noise": False, "noise": "zero"}
                scale = 1 if normalized else 9
                for size in ((3, 4), (5, 2), (13, 12), (1, 1)):
                    for offsets in (NEAR, FAR):
                        given = {"input": images, "size": size_of(*size), "offsets": scale * offsets}
                        yield Case(op, given, attrs)
        inside = {"input": images, "size": size_of(3, 3), "offsets": NEAR}
        yield Case(op, inside, {"noise": "gaussian", "uniform_noise": False} if op == "ExtractGlimpse" else {})
        empty = {"input": images[:0], "size": size_of(3, 3), "offsets": NEAR[:0]}
        yield Case(op, empty, {"noise": "", "uniform_noise": True})


CASES = [*glimpses()]
