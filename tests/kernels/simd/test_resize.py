"""Resizing with vectors: bilinear by its definition in float64, gradients as the transpose, and what is no number."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r
from tests.kernels.blas.runs import Run, kernel_named
from tests.ops.every_kernel import targets

HERE = ".simd.layers.resize."
SIZES = [((2, 7, 9, 21), (20, 31)), ((1, 40, 33, 3), (17, 50)), ((1, 5, 6, 16), (5, 6)), ((2, 30, 20, 1), (8, 1)),
         ((1, 1, 1, 33), (3, 2)), ((1, 12, 10, 64), (3, 5))]  # fmt: skip
CORNERS = [(False, False), (False, True), (True, False)]


def some(*shape: int, seed: int = 0) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def attrs(op: str, align: bool, centres: bool) -> dict[str, Any]:
    found = {"align_corners": align, "T": go.float32}
    return found if op == "ResizeArea" else {**found, "half_pixel_centers": centres}


def position(number: int, old: int, new: int, align: bool, centres: bool) -> float:
    """Where a new pixel is among old ones; float32, as the ops' documentation has it."""
    scale = np.float32(old - 1) / np.float32(new - 1) if align and new > 1 else np.float32(old) / np.float32(new)
    half = np.float32(0.5)
    return float((np.float32(number) + half) * scale - half if centres else np.float32(number) * scale)


def bilinear(x: np.ndarray[Any, Any], size: tuple[int, int], align: bool, centres: bool) -> np.ndarray[Any, Any]:
    """One pixel after the other, in float64."""
    wide, (batch, rows, columns, channels) = x.astype(np.float64), x.shape
    y = np.zeros((batch, *size, channels))
    for i, j in itertools.product(*map(range, size)):
        near = []
        for number, old, new in ((i, rows, size[0]), (j, columns, size[1])):
            place = position(number, old, new, align, centres)
            low = int(np.floor(place))
            near.append([(min(max(low, 0), old - 1), 1 - (place - low)), (min(max(low + 1, 0), old - 1), place - low)])
        for (row, a), (column, b) in itertools.product(*near):
            y[:, i, j] += a * b * wide[:, row, column]
    return y


@pytest.mark.parametrize(("align", "centres"), CORNERS)
@pytest.mark.parametrize(("shape", "size"), SIZES)
def test_bilinear(shape: tuple[int, ...], size: tuple[int, int], align: bool, centres: bool) -> None:
    x = some(*shape)
    run = Run(kernel_named("ResizeBilinear", HERE), {"images": x, "size": np.int32(size)},
              attrs("ResizeBilinear", align, centres))  # fmt: skip
    found = run()
    np.testing.assert_allclose(found, bilinear(x, size, align, centres), rtol=0, atol=3e-6)
    for _, target in targets(found):
        assert run(target) is target
        assert target.tobytes() == found.tobytes()


@pytest.mark.parametrize("op", ["ResizeBicubic", "ResizeArea"])
@pytest.mark.parametrize(("shape", "size"), SIZES)
def test_a_sum_of_the_same_pixels_by_the_same_weights(op: str, shape: tuple[int, ...], size: tuple[int, int]) -> None:
    """A constant stays one, and each channel is alone: what weights are is for the golden tests of the op."""
    for align, centres in CORNERS if op == "ResizeBicubic" else CORNERS[::2]:
        inputs = {"images": np.ones(shape, np.float32), "size": np.int32(size)}
        run = Run(kernel_named(op, HERE), inputs, attrs(op, align, centres))
        np.testing.assert_allclose(run(), np.ones((shape[0], *size, shape[3])), rtol=1e-5)
        inputs["images"][...] = some(*shape)
        plain = Run(kernel_named(op, "plain.image_resize."), inputs, attrs(op, align, centres))
        np.testing.assert_allclose(run(), plain(), rtol=0, atol=1e-5)


@pytest.mark.parametrize("op", ["ResizeBilinear", "ResizeBicubic"])
@pytest.mark.parametrize(("shape", "size"), SIZES)
def test_gradients_are_the_transpose(op: str, shape: tuple[int, ...], size: tuple[int, int]) -> None:
    x, dy = some(*shape), some(shape[0], *size, shape[3], seed=1)
    for align, centres in CORNERS:
        settings = attrs(op, align, centres)
        y = Run(kernel_named(op, HERE), {"images": x, "size": np.int32(size)}, settings)()
        dx = Run(kernel_named(f"{op}Grad", HERE), {"grads": dy, "original_image": x}, settings)()
        assert dx.shape == shape
        one, other = (y.astype(np.float64) * dy).sum(), (x.astype(np.float64) * dx).sum()
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4 * np.sqrt(x.size))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_goes_where_it_went(value: float) -> None:
    x = some(1, 9, 11, 5)
    x[0, 3, 4, 2], x[0, 8, 10, 4] = value, value
    for op in ("ResizeBilinear", "ResizeBicubic"):
        for size in ((20, 7), (5, 30), (9, 11)):
            inputs = {"images": x, "size": np.int32(size)}
            with np.errstate(all="ignore"):
                found = Run(kernel_named(op, HERE), inputs, attrs(op, False, True))()
                wanted = Run(kernel_named(op, "plain.image_resize."), inputs, attrs(op, False, True))()
            np.testing.assert_array_equal(np.isfinite(found), np.isfinite(wanted))


def test_a_session_takes_it_for_many_pixels() -> None:
    x = some(2, 28, 28, 21)
    with go.Graph().as_default(), go.Session() as session:
        fed = go.placeholder(go.float32, x.shape)
        y = r.ResizeBilinear(images=fed, size=[56, 56], half_pixel_centers=True)
        assert f"CPU:0: graphops_cpu{HERE}ResizeBilinear" in session.explain(y, {fed: x})
        for _ in range(8):
            np.testing.assert_allclose(session.run(y, {fed: x}), bilinear(x, (56, 56), False, True), rtol=0, atol=3e-6)
