"""Batch normalisation with SIMD vectors on every size and layout, against its formulas in float64."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from graphops.testing.tolerances import RELATIVE
from graphops_registry.dtypes import as_dtype
from graphops_registry.kernels.context import NO_CONTEXT
from tests.few import few
from tests.ops.every_kernel import STORED, Call, targets

pytest.importorskip("numba")

Array = np.ndarray[Any, Any]

# Of y and dx, relative to their largest element; statistics are float32.
TOLERANCE = {name: RELATIVE[as_dtype(name).name] for name in ("half", "bfloat16", "float")}
SHAPES = [(2, 5, 7, 3), (1, 1, 1, 1), (3, 8, 9, 70), (4, 20, 20, 16), (1, 3, 4, 5, 33), (2, 6, 50, 1)]
EPSILON = float(np.float32(1e-3))


def simd(call: Call) -> Any:
    """What the SIMD kernel prepared for a call."""
    (prepared,) = [p for name, (_, p) in call.supporting.items() if ".simd." in name]
    return prepared


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


def close(found: Array, expected: Array, tolerance: float) -> bool:
    """Whether no difference is above the tolerance, relative to the largest magnitude."""
    difference = np.abs(found.astype(np.float64) - expected)
    return bool(found.shape == expected.shape and np.all(difference <= tolerance * max(np.abs(expected).max(), 1e-3)))


def forward(x: Array, attrs: dict[str, Any], channels_first: bool) -> tuple[Call, list[Array]]:
    given = first(x) if channels_first else x
    call = Call("FusedBatchNormV3", dict(zip(["x", "scale", "offset", "mean", "variance"],
                                             [given, *vectors(x.shape[-1])], strict=True)), attrs)  # fmt: skip
    return call, list(simd(call).run(NO_CONTEXT, call.arrays, None))


def backward(x: Array, dy: Array, saved: list[Array], attrs: dict[str, Any], channels_first: bool) -> list[Array]:
    scale, _, _, _ = vectors(x.shape[-1])
    given = [first(a) if channels_first else a for a in (dy, x)]
    names = ["y_backprop", "x", "scale", "reserve_space_1", "reserve_space_2", "reserve_space_3"]
    inputs = dict(zip(names, [*given, scale, *saved, np.zeros(0, np.float32)], strict=True))
    call = Call("FusedBatchNormGradV3", inputs, attrs)
    return list(simd(call).run(NO_CONTEXT, call.arrays, None))


@pytest.mark.parametrize("dtype", few(TOLERANCE, 1))
@pytest.mark.parametrize("shape", SHAPES)
def test_forward(shape: tuple[int, ...], dtype: str) -> None:
    axes = tuple(range(len(shape) - 1))
    for layout, training, factor in itertools.product(layouts(shape), (True, False), (1.0, 0.25)):
        x = draw(shape, dtype, 50.0)
        attrs = {"epsilon": EPSILON, "is_training": training, "data_format": layout, "exponential_avg_factor": factor}
        _, found = forward(x, attrs, layout.startswith("NC"))
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
            assert close(got, wanted, tolerance), (layout, training, factor, index)


@pytest.mark.parametrize("dtype", few(TOLERANCE, 1))
@pytest.mark.parametrize("shape", SHAPES)
def test_gradient(shape: tuple[int, ...], dtype: str) -> None:
    axes = tuple(range(len(shape) - 1))
    for layout, training in itertools.product(layouts(shape), (True, False)):
        x, dy = draw(shape, dtype, 2.0), draw(shape, dtype, 0.5, seed=1)
        wide, g = x.astype(np.float64), dy.astype(np.float64)
        scale, _, mean, variance = (v.astype(np.float64) for v in vectors(shape[-1]))
        saved = [wide.mean(axes).astype(np.float32), wide.var(axes).astype(np.float32)]
        if not training:
            saved = [mean.astype(np.float32), variance.astype(np.float32)]
        attrs = {"epsilon": EPSILON, "is_training": training, "data_format": layout}
        found = backward(x, dy, saved, attrs, layout.startswith("NC"))
        m, v = (a.astype(np.float64) for a in saved)
        inverse = 1 / np.sqrt(v + EPSILON)
        normal = (wide - m) * inverse
        dscale, doffset = (g * normal).sum(axes), g.sum(axes)
        dx = g * inverse * scale
        if training:
            dx = (g - g.mean(axes) - normal * (g * normal).mean(axes)) * inverse * scale
        expected = [first(dx) if layout.startswith("NC") else dx, dscale, doffset, np.zeros(0), np.zeros(0)]
        sizes = [np.abs(dx).max(), np.abs(g * normal).sum(axes).max(), np.abs(g).sum(axes).max()]
        if training:  # a single element has no gradient: what is left is the difference of equal numbers
            sizes[0] = max(sizes[0], float(np.abs(g * inverse * scale).max()))
        for got, wanted, size in zip(found[:3], expected, sizes, strict=False):
            bound = TOLERANCE[dtype] * size
            assert got.shape == wanted.shape
            assert np.all(np.abs(got.astype(np.float64) - wanted) <= bound), layout
        assert [a.shape for a in found[3:]] == [(0,), (0,)]


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
def test_a_mean_far_above_the_deviation_costs_no_digits(layout: str) -> None:
    x = (np.random.default_rng(5).integers(-8, 9, size=(8, 30, 30, 20)) * 0.125 + 30000).astype(np.float32)
    x[:1, :8] = 30000 - 4  # the first block is not like the others
    _, found = forward(x, {"epsilon": EPSILON, "data_format": layout}, layout == "NCHW")
    expected = x.astype(np.float64).var((0, 1, 2))
    assert np.all(np.abs(found[4] - expected) <= 1e-5 * expected)


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
def test_what_is_not_finite_stays_in_its_channel(layout: str) -> None:
    x = draw((2, 20, 20, 40), "float", 0.0)
    clean = x.copy()
    x[0, 3, 3, 7], x[1, 5, 0, 21] = np.inf, np.nan
    attrs = {"epsilon": EPSILON, "data_format": layout}
    axis = 1 if layout == "NCHW" else 3
    _, found = forward(x, attrs, layout == "NCHW")
    _, wanted = forward(clean, attrs, layout == "NCHW")
    assert found[1][7] == found[3][7] == np.inf
    assert np.isnan(found[4][[7, 21]]).all()
    spoilt = np.moveaxis(found[0], axis, 0)
    assert np.isnan(spoilt[[7, 21]]).all()
    rest = [c for c in range(40) if c not in (7, 21)]
    assert np.array_equal(spoilt[rest], np.moveaxis(wanted[0], axis, 0)[rest])
    attrs["is_training"] = False
    dx = backward(x, np.ones_like(x), vectors(40)[2:], attrs, layout == "NCHW")[0]
    assert np.isfinite(dx).all()  # the statistics are given: dx does not depend on x


def test_awkward_arrays() -> None:
    x = draw((3, 9, 8, 37), "float", 1.0)
    attrs = {"epsilon": EPSILON, "exponential_avg_factor": 0.5}
    call, found = forward(x, attrs, False)
    for how in STORED:
        stored = [STORED[how](a) if a.ndim > 1 else a[::-1].copy()[::-1] for a in call.arrays]
        again = simd(call).run(NO_CONTEXT, stored, None)
        assert [a.tobytes() for a in again] == [a.tobytes() for a in found], how
    for how, target in targets(found[0]):
        given = simd(call).run(NO_CONTEXT, call.arrays, [target, *[None] * 5])
        assert given[0] is target, how
        assert np.array_equal(target, found[0]), how


def test_statistics_are_arrays_of_their_own() -> None:
    x = draw((3, 9, 8, 37), "float", 1.0)
    call, found = forward(x, {"is_training": False}, False)
    for index, a in enumerate(found):
        assert not any(np.shares_memory(a, b) for b in (*call.arrays, *found[:index]))


def test_the_old_averages_may_be_empty_when_they_do_not_count() -> None:
    x = draw((3, 9, 8, 5), "float", 1.0)
    scale, offset, *_ = vectors(5)
    empty = np.zeros(0, np.float32)
    call = Call("FusedBatchNormV3", {"x": x, "scale": scale, "offset": offset, "mean": empty, "variance": empty}, {})
    assert np.allclose(simd(call).run(NO_CONTEXT, call.arrays, None)[1], x.mean((0, 1, 2)), rtol=1e-5)


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    from graphops_cpu.runtime import threads

    x, before = draw((8, 40, 40, 64), "float", 3.0), threads._count
    results = []
    try:
        for count in (1, 2, 3):
            threads.set_thread_count(count)
            _, found = forward(x, {"epsilon": EPSILON}, False)
            results.append([a.tobytes() for a in (*found, *backward(x, x, found[3:5], {"epsilon": EPSILON}, False))])
    finally:
        threads._count = before
    assert results[0] == results[1] == results[2]
