"""Images seen from elsewhere: projective transforms, scales and translations."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.image import size_of

TRANSFORMS = np.array(
    [
        [1, 0, 0, 0, 1, 0, 0, 0],
        [0.8, -0.6, 2.0, 0.6, 0.8, -1.5, 0, 0],
        [1, 0, -2.5, 0, 1, 1.25, 0, 0],
        [1.3, 0.1, -3, 0.2, 0.7, 1, 0.05, -0.1],
        [-1, 0, 30, 0, -1, 40, 0, 0],
        [0.5, 0, -20, 0, 0.5, -17, 0, 0],
    ],
    np.float32,
)


def projective() -> Iterator[Case]:
    images = reals((len(TRANSFORMS), 5, 7, 2), "float32", 1)
    sizes = {"output_shape": size_of(6, 8)}
    for interpolation in ("NEAREST", "BILINEAR"):
        for fill_mode in ("CONSTANT", "NEAREST", "REFLECT", "WRAP"):
            attrs = {"interpolation": interpolation, "fill_mode": fill_mode}
            given = {"images": images, "transforms": TRANSFORMS} | sizes
            yield Case("ImageProjectiveTransformV2", given, attrs)
            yield Case("ImageProjectiveTransformV3", given | {"fill_value": np.array(2.5, np.float32)}, attrs)
            thin = {"images": reals((2, 1, 4, 1), "float32", 2), "transforms": TRANSFORMS[1:2]}
            yield Case("ImageProjectiveTransformV2", thin | sizes, attrs)
        for dtype in ("uint8", "int32", "int64", "float16", "bfloat16", "float64"):
            x = reals((2, 5, 7, 2), dtype, 3) if "float" in dtype else integers((2, 5, 7, 2), dtype, 3, 0, 99)
            given = {"images": x, "transforms": TRANSFORMS[1:3]} | sizes
            value = {"fill_value": np.array(7.75, np.float32)}
            yield Case("ImageProjectiveTransformV3", given | value, {"interpolation": interpolation})
        empty = {"images": images[:0], "transforms": TRANSFORMS[:1]} | sizes
        yield Case("ImageProjectiveTransformV2", empty, {"interpolation": interpolation})


KERNELS = ("lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle", "keyscubic", "mitchellcubic")


def pair(*values: float) -> Array:
    return np.array(values, np.float32)


def scales() -> Iterator[Case]:
    for kernel in KERNELS:
        for antialias in (False, True):
            attrs = {"kernel_type": kernel, "antialias": antialias}
            for number, (new, scale, move) in enumerate(
                (((8, 5), (1.7, 0.6), (0.25, -1.0)), ((4, 4), (0.3, 0.25), (0, 0)), ((9, 3), (1, 1), (3.5, -20)))
            ):
                x, dy = reals((2, 6, 9, 2), "float32", number), reals((2, *new, 2), "float32", number + 9)
                how = {"scale": pair(*scale), "translation": pair(*move)}
                yield Case("ScaleAndTranslate", {"images": x, "size": size_of(*new)} | how, attrs)
                yield Case("ScaleAndTranslateGrad", {"grads": dy, "original_image": x} | how, attrs)
    how = {"size": size_of(4, 11), "scale": pair(0.8, 1.2), "translation": pair(0.1, 0.2)}
    for dtype in ("int8", "uint8", "int16", "uint16", "int32", "int64", "float16", "bfloat16", "float64"):
        x = reals((1, 6, 9, 1), dtype, 3) if "float" in dtype else integers((1, 6, 9, 1), dtype, 3, 0, 99)
        yield Case("ScaleAndTranslate", {"images": x} | how)


CASES = [*projective(), *scales()]
