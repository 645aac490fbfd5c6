"""Batch and local response normalisation: what TensorFlow's CPU kernels compute, and compute the same way twice.

Left out, because unspecified outputs are uninitialised memory there: batch normalisation outside of
training, and of empty batches. The gradient outside of training has no kernel for channels-first layouts, and local
response normalisation none for bfloat16.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, reals

VERSIONS = {"": ("float32",), "V2": ("float32", "float16", "bfloat16"), "V3": ("float32", "float16", "bfloat16")}
LAYOUTS = {"NHWC": (2, 3, 2, 3), "NCHW": (2, 3, 3, 2)}
LAYOUTS_V3 = {**LAYOUTS, "NDHWC": (1, 2, 3, 2, 2), "NCDHW": (1, 2, 3, 2, 2)}


def vectors(shape: tuple[int, ...], data_format: str) -> dict[str, Array]:
    """scale, offset, mean and variance; the variance is positive."""
    channels = (shape[data_format.index("C")],)
    values = {name: reals(channels, "float32", seed) for seed, name in enumerate(("scale", "offset", "mean"), 5)}
    return values | {"variance": reals(channels, "float32", 8) + np.float32(1.5)}


def batch_norms() -> Iterator[Case]:
    for version, dtypes in VERSIONS.items():
        for data_format, shape in (LAYOUTS_V3 if version == "V3" else LAYOUTS).items():
            for dtype in dtypes:
                x = reals(shape, dtype, 1)
                given = {"x": x, **vectors(shape, data_format)}
                yield Case(f"FusedBatchNorm{version}", given, {"data_format": data_format})
                attrs = {"data_format": data_format, "epsilon": 0.125, "exponential_avg_factor": 0.25}
                yield Case(f"FusedBatchNorm{version}", given, attrs)
        yield from special(version)


def special(version: str) -> Iterator[Case]:
    """One element in each channel, no channels, no averages so far, and values that are no numbers."""
    op = f"FusedBatchNorm{version}"
    empty = np.zeros(0, np.float32)
    for shape in ((1, 1, 1, 3), (2, 3, 2, 0), (5, 16, 16, 2)):
        given = {"x": reals(shape, "float32", 2), **vectors(shape, "NHWC")}
        yield Case(op, given | {"mean": empty, "variance": empty}, {"epsilon": 0.001})
    x = reals((1, 2, 2, 3), "float32", 3)
    x[0, 0, 0] = [np.nan, np.inf, 1e30]
    yield Case(op, {"x": x, **vectors(x.shape, "NHWC")})
    x = reals((1, 4, 4, 2), "float32", 3) + np.float32(8)  # the mean is large beside the deviation
    yield Case(op, {"x": x, **vectors(x.shape, "NHWC")})


def batch_norm_gradients() -> Iterator[Case]:
    for version, dtypes in VERSIONS.items():
        for data_format, shape in (LAYOUTS_V3 if version == "V3" else LAYOUTS).items():
            for dtype in dtypes:
                for training in (True, False):
                    if training or not data_format.startswith("NC"):
                        yield gradient(version, shape, dtype, {"data_format": data_format, "is_training": training})
        for training in (True, False):
            for shape in ((0, 2, 3, 2), (2, 3, 2, 0), (1, 1, 1, 2)):
                yield gradient(version, shape, "float32", {"is_training": training})
        yield gradient(version, (4, 9, 9, 2), "float32", {"epsilon": 0.25})


def gradient(version: str, shape: tuple[int, ...], dtype: str, attrs: dict[str, Any]) -> Case:
    values = vectors(shape, attrs.get("data_format", "NHWC"))
    inputs = {
        "y_backprop": reals(shape, dtype, 1),
        "x": reals(shape, dtype, 2),
        "scale": values["scale"],
        "reserve_space_1": values["mean"],
        "reserve_space_2": values["variance"],
    }
    if version == "V3":
        inputs["reserve_space_3"] = np.zeros(0, np.float32)
    return Case(f"FusedBatchNormGrad{version}", inputs, attrs)


def local_response() -> Iterator[Case]:
    """LRN and its gradient."""
    attrs: list[dict[str, Any]] = [
        {},
        {"depth_radius": 2, "bias": 1.5, "alpha": 0.5, "beta": 0.75},
        {"depth_radius": 1, "bias": 2.0, "alpha": 0.25, "beta": 1.0},
        {"depth_radius": 0, "alpha": 0.5, "beta": 0.25},
    ]
    for dtype in ("float32", "float16"):
        for number, given in enumerate(attrs):
            x = reals((2, 3, 2, 5), dtype, number + 1)
            dy = reals((2, 3, 2, 5), dtype, number + 10)
            yield Case("LRN", {"input": x}, given)
            y = lrn(x, **given)
            yield Case("LRNGrad", {"input_grads": dy, "input_image": x, "output_image": y}, given)
    for shape in ((0, 2, 2, 3), (1, 2, 2, 0), (1, 1, 1, 1)):
        x = reals(shape, "float32", 3)
        yield Case("LRN", {"input": x})
        yield Case("LRNGrad", {"input_grads": x, "input_image": x, "output_image": x})
    x = reals((1, 1, 2, 4), "float32", 3)
    x[0, 0, 0, 1], x[0, 0, 1] = np.nan, [np.inf, -np.inf, 1e30, 1]  # in TensorFlow a NaN spoils all channels
    yield Case("LRN", {"input": x}, {"depth_radius": 5})


def lrn(x: Array, depth_radius: int = 5, bias: float = 1, alpha: float = 1, beta: float = 0.5) -> Array:
    """The output that the gradient op is given."""
    wide = x.astype(np.float64)
    sums = np.stack(
        [(wide[..., max(0, c - depth_radius) : c + depth_radius + 1] ** 2).sum(axis=-1) for c in range(x.shape[-1])],
        axis=-1,
    )
    return (wide * (bias + alpha * sums) ** -beta).astype(x.dtype)


CASES = [*batch_norms(), *batch_norm_gradients(), *local_response()]
