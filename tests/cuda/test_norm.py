"""Batch normalisation and local response normalisation in CUDA C, against their formulas in float64."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from graphops.testing.tolerances import RELATIVE
from graphops_registry.dtypes import as_dtype
from tests.cuda.emulator.on_host import ORDER_VARIABLE, ORDERS
from tests.cuda.layer_calls import STORED, GpuCall, golden_faults, run
from tests.few import few

pytestmark = pytest.mark.emulator

Array = np.ndarray[Any, Any]

# Of y and dx, relative to their largest element; statistics are float32.
TOLERANCE = {name: RELATIVE[as_dtype(name).name] for name in ("half", "bfloat16", "float")}
# Few and many channels, an odd number of them, more than a block takes side by side; a channel in several parts, and in
# more of them than threads join at once.
SHAPES = [(2, 5, 7, 3), (1, 1, 1, 1), (3, 8, 9, 70), (4, 24, 24, 16), (1, 3, 4, 5, 33), (1, 140, 1000, 1),
          (2, 100, 100, 2), (2, 4, 4, 528)]  # fmt: skip
EPSILON = float(np.float32(1e-3))
OPS = ["FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3", "_FusedBatchNormEx", "FusedBatchNormGrad",
       "FusedBatchNormGradV2", "FusedBatchNormGradV3", "LRN", "LRNGrad"]  # fmt: skip


def first(x: Array) -> Array:
    """The channels moved to the first place after the batch."""
    return np.ascontiguousarray(np.moveaxis(x, -1, 1))


def layouts(shape: tuple[int, ...]) -> list[str]:
    return ["NDHWC", "NCDHW"] if len(shape) == 5 else ["NHWC", "NCHW"]


def draw(shape: tuple[int, ...], dtype: str, shift: float, seed: int = 0) -> Array:
    return (np.random.default_rng(seed).normal(size=shape) * 3 + shift).astype(as_dtype(dtype).numpy_dtype)


def vectors(channels: int, seed: int = 9) -> list[Array]:
    """scale, offset, mean, variance."""
    rng = np.random.default_rng(seed)
    scale, offset, mean = rng.normal(size=(3, channels)).astype(np.float32)
    return [scale, offset, mean, (rng.random(channels) + 0.5).astype(np.float32)]


def is_close(found: Array, expected: Array, tolerance: float) -> bool:
    """Whether no difference is above the tolerance, relative to the largest magnitude."""
    difference = np.abs(found.astype(np.float64) - expected)
    return bool(found.shape == expected.shape and np.all(difference <= tolerance * max(np.abs(expected).max(), 1e-3)))


def forward(x: Array, attrs: dict[str, Any], op: str = "FusedBatchNormV3", **more: Any) -> GpuCall:
    """x has its channels last; the call's are where data_format says."""
    given = first(x) if attrs.get("data_format", "").startswith("NC") else x
    names = ["x", "scale", "offset", "mean", "variance"]
    return GpuCall(op, dict(zip(names, [given, *vectors(x.shape[-1])], strict=True)) | more, attrs)


def backward(x: Array, dy: Array, saved: list[Array], attrs: dict[str, Any]) -> GpuCall:
    scale, *_ = vectors(x.shape[-1])
    given = [first(a) if attrs.get("data_format", "").startswith("NC") else a for a in (dy, x)]
    names = ["y_backprop", "x", "scale", "reserve_space_1", "reserve_space_2", "reserve_space_3"]
    inputs = dict(zip(names, [*given, scale, *saved, np.zeros(0, np.float32)], strict=True))
    return GpuCall("FusedBatchNormGradV3", inputs, attrs)


def cases(full: bool) -> list[tuple[tuple[int, ...], str]]:
    """All shapes and dtypes, or those whose vectors differ."""
    return [(s, d) for s, d in itertools.product(SHAPES, TOLERANCE) if full or s in SHAPES[2:4]]


def test_forward(full: bool) -> None:
    for shape, dtype in cases(full):
        axes = tuple(range(len(shape) - 1))
        for layout, training, factor in itertools.product(layouts(shape), (True, False), (1.0, 0.25)):
            x = draw(shape, dtype, 50.0)
            attrs = {"epsilon": EPSILON, "is_training": training, "data_format": layout}
            found = forward(x, {**attrs, "exponential_avg_factor": factor})()
            scale, offset, mean, variance = (v.astype(np.float64) for v in vectors(shape[-1]))
            wide, count = x.astype(np.float64), x.size // shape[-1]
            m, v = (wide.mean(axes), wide.var(axes)) if training else (mean, variance)
            averages = [m, v]
            if training:
                sample = v * count / max(count - 1, 1)
                averages = [(1 - factor) * mean + factor * m, (1 - factor) * variance + factor * sample]
            y = (wide - m) / np.sqrt(v + EPSILON) * scale + offset
            expected = [first(y) if layout.startswith("NC") else y, *averages, m, v, np.zeros(())]
            for index, (got, wanted) in enumerate(zip(found, expected, strict=True)):
                # One float32 unit of the mean, 50, is 1e-7 of it, and the deviation 3.
                tolerance = TOLERANCE[dtype] if index == 0 else 2e-6
                assert is_close(got, wanted, tolerance), (shape, dtype, layout, training, factor, index)


def test_gradient(full: bool) -> None:
    for shape, dtype in cases(full):
        axes = tuple(range(len(shape) - 1))
        for layout, training in itertools.product(layouts(shape), (True, False)):
            x, dy = draw(shape, dtype, 2.0), draw(shape, dtype, 0.5, seed=1)
            wide, g = x.astype(np.float64), dy.astype(np.float64)
            scale, _, mean, variance = (v.astype(np.float64) for v in vectors(shape[-1]))
            saved = [wide.mean(axes).astype(np.float32), wide.var(axes).astype(np.float32)]
            if not training:
                saved = [mean.astype(np.float32), variance.astype(np.float32)]
            attrs = {"epsilon": EPSILON, "is_training": training, "data_format": layout}
            found = backward(x, dy, saved, attrs)()
            m, v = (a.astype(np.float64) for a in saved)
            inverse = 1 / np.sqrt(v + EPSILON)
            normal = (wide - m) * inverse
            dscale, doffset = (g * normal).sum(axes), g.sum(axes)
            dx = g * inverse * scale
            if training:
                dx = (g - g.mean(axes) - normal * (g * normal).mean(axes)) * inverse * scale
            expected = [first(dx) if layout.startswith("NC") else dx, dscale, doffset]
            # A single element has no gradient: what is left is the difference of equal numbers.
            sizes = [np.abs(g * inverse * scale).max(), np.abs(g * normal).sum(axes).max(), np.abs(g).sum(axes).max()]
            for got, wanted, size in zip(found[:3], expected, sizes, strict=True):
                assert got.shape == wanted.shape
                far = np.abs(got.astype(np.float64) - wanted) > TOLERANCE[dtype] * size
                assert not far.any(), (shape, dtype, layout, training)
            assert [a.shape for a in found[3:]] == [(0,), (0,)]


@pytest.mark.parametrize("outlier", [False, True])
@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
def test_a_mean_far_above_the_deviation_costs_no_digits(layout: str, outlier: bool) -> None:
    x = (np.random.default_rng(5).integers(-8, 9, size=(4, 30, 30, 8)) * 0.125 + 30000).astype(np.float32)
    x[:1, :8] = 30000 - 4  # the first rows are not like the others
    if outlier:
        x[0, 0, :2] = 0
    found = forward(x, {"epsilon": EPSILON, "data_format": layout})()
    wide = x.astype(np.float64)
    assert np.all(np.abs(found[4] - wide.var((0, 1, 2))) <= 5e-7 * wide.var((0, 1, 2)))
    assert np.all(np.abs(found[3] - wide.mean((0, 1, 2))) <= 1e-7 * 30000)


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
def test_what_is_not_finite_stays_in_its_channel(layout: str) -> None:
    x = draw((2, 20, 20, 40), "float", 0.0)
    clean = x.copy()
    x[0, 3, 3, 7], x[1, 5, 0, 21], x[0, 0, 0, 8] = np.inf, np.nan, -np.inf
    attrs = {"epsilon": EPSILON, "data_format": layout}
    found, wanted = forward(x, attrs)(), forward(clean, attrs)()
    spoilt = [7, 8, 21]
    assert found[1][7] == found[3][7] == np.inf
    assert found[1][8] == found[3][8] == -np.inf
    assert np.isnan(found[4][spoilt]).all()
    y, clean_y = (np.moveaxis(a[0], layout.index("C"), 0) for a in (found, wanted))
    assert np.isnan(y[spoilt]).all()
    rest = [c for c in range(40) if c not in spoilt]
    assert np.array_equal(y[rest], clean_y[rest])
    attrs["is_training"] = False
    dx = backward(x, np.ones_like(x), vectors(40)[2:], attrs)()[0]
    assert np.isfinite(dx).all()  # the statistics are given: dx does not depend on x


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
def test_the_order_of_threads_does_not_matter(layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    x, results = draw((4, 24, 24, 16), "half", 3.0), []
    for order in ORDERS:
        monkeypatch.setenv(ORDER_VARIABLE, order)
        found = forward(x, {"data_format": layout})()
        found += backward(x, x, found[3:5], {"data_format": layout})()
        results.append([a.tobytes() for a in found])
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("how", STORED)
def test_awkward_arrays(how: str) -> None:
    x = draw((3, 9, 8, 24), "half", 1.0)
    for call in (forward(x, {}), backward(x, x, vectors(24)[2:], {})):
        assert [a.tobytes() for a in call(call.stored(how))] == [a.tobytes() for a in call()]


def test_the_old_averages_may_be_empty_when_they_do_not_count() -> None:
    x = draw((3, 9, 8, 5), "float", 1.0)
    empty = np.zeros(0, np.float32)
    assert np.allclose(forward(x, {}, mean=empty, variance=empty)()[1], x.mean((0, 1, 2)), rtol=1e-5)


def test_what_is_empty_is_left_to_others() -> None:
    assert forward(np.zeros((0, 3, 4, 5), np.float32), {}).refusal == "x has no elements"


@pytest.mark.full
def test_an_addition_and_a_relu_after_it() -> None:
    for dtype, layout, sides in itertools.product(TOLERANCE, ("NHWC", "NCHW"), (0, 1)):
        x, side = draw((3, 7, 6, 8), dtype, 1.0), draw((3, 7, 6, 8), dtype, -1.0, seed=4)
        given = [first(side) if layout == "NCHW" else side][:sides]
        attrs = {"epsilon": EPSILON, "data_format": layout, "activation_mode": "Relu"}
        found = forward(x, attrs, "_FusedBatchNormEx", side_input=given)()
        scale, offset, *_ = (v.astype(np.float64) for v in vectors(8))
        wide = x.astype(np.float64)
        y = (wide - wide.mean((0, 1, 2))) / np.sqrt(wide.var((0, 1, 2)) + EPSILON) * scale + offset
        y = np.maximum(y + sides * side.astype(np.float64), 0)
        assert is_close(found[0], first(y) if layout == "NCHW" else y, TOLERANCE[dtype]), (dtype, layout, sides)


def test_local_response() -> None:
    bias, alpha, beta = (float(np.float32(v)) for v in (1.5, 0.3, 0.6))
    for dtype, channels, radius in itertools.product(TOLERANCE, (1, 7, 40), (0, 2, 60)):
        x, dy = draw((2, 3, 2, channels), dtype, 0.5), draw((2, 3, 2, channels), dtype, 0.0, seed=1)
        attrs = {"bias": bias, "alpha": alpha, "beta": beta, "depth_radius": radius}
        wide, g = x.astype(np.float64), dy.astype(np.float64)
        near = np.abs(np.subtract.outer(np.arange(channels), np.arange(channels))) <= radius
        norm = bias + alpha * (wide**2) @ near
        y = wide * norm**-beta
        (found,) = run("LRN", {"input": x}, attrs)
        assert is_close(found, y, TOLERANCE[dtype]), (dtype, channels, radius)
        inputs = {"input_grads": dy, "input_image": x, "output_image": y.astype(x.dtype)}
        dx = g * norm**-beta - 2 * alpha * beta * wide * ((g * y / norm) @ near)
        (found,) = run("LRNGrad", inputs, attrs)
        assert is_close(found, dx, 2 * TOLERANCE[dtype]), (dtype, channels, radius)


@pytest.mark.parametrize("op", few(OPS, 2))
def test_recorded_calls(op: str) -> None:
    assert not golden_faults(op)
