"""Sums, means and squared distances of rows: against float64, in every shape that has rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import eager
from graphops import raw_ops as r
from graphops_cpu.simd.compile import parallel
from tests.kernels.blas.runs import Run, kernel_named
from tests.ops.every_kernel import targets

ROWS = ".simd.layers.rows."
SHAPES = [((5, 16), 1), ((4, 33), 1), ((2, 3, 700), 2), ((7, 5000), 1), ((2, 3, 4, 50), 2), ((1, 1), 1), ((3, 1, 6), 1)]


def some(*shape: int, seed: int = 0) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("op", ["Sum", "Mean"])
@pytest.mark.parametrize(("shape", "before"), SHAPES)
def test_sums(shape: tuple[int, ...], before: int, op: str, keep: bool) -> None:
    x = some(*shape) + np.float32(3)
    for axes in (list(range(before, len(shape))), list(range(before - len(shape), 0))[::-1]):
        inputs = {"input": x, "reduction_indices": np.array(axes, np.int32)}
        run = Run(kernel_named(op, ROWS), inputs, {"T": go.float32, "Tidx": go.int32, "keep_dims": keep})
        found = run()
        wanted = getattr(np, op.lower())(x.astype(np.float64), axis=tuple(axes), keepdims=keep)
        assert found.shape == wanted.shape
        np.testing.assert_allclose(found, wanted, rtol=3e-7)
        for _, target in targets(found):
            assert run(target) is target
            assert target.tobytes() == found.tobytes()


@pytest.mark.parametrize(("shape", "before"), SHAPES)
def test_squared_distances(shape: tuple[int, ...], before: int) -> None:
    x, m = some(*shape), some(*shape[:before], *[1] * (len(shape) - before), seed=1)
    if x.shape == m.shape:
        return
    run = Run(kernel_named("SquaredDifference", ROWS), {"x": x, "y": m}, {"T": go.float32})
    found = run()
    np.testing.assert_allclose(found, (x.astype(np.float64) - m) ** 2, rtol=3e-7)
    for _, target in targets(found):
        assert run(target) is target
        assert target.tobytes() == found.tobytes()


@pytest.mark.parametrize("chunks", [1, 2, 5])
def test_work_that_is_cut_for_threads(chunks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "chunk_count", lambda worth: chunks if worth else 1)
    test_sums((3000, 400), 1, "Sum", keep=False)
    test_squared_distances((3000, 400), 1)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -0.0])
def test_what_is_no_number(value: float) -> None:
    x = some(6, 100)
    x[2, 77], x[4] = value, value
    with np.errstate(all="ignore"):
        for op in ("Sum", "Mean"):
            inputs = {"input": x, "reduction_indices": np.int32([1])}
            found = Run(kernel_named(op, ROWS), inputs, {"T": go.float32, "Tidx": go.int32, "keep_dims": False})()
            np.testing.assert_allclose(found, getattr(np, op.lower())(x.astype(np.float64), axis=1), rtol=1e-5)
        found = Run(kernel_named("SquaredDifference", ROWS), {"x": x, "y": x[:, :1]}, {"T": go.float32})()
        np.testing.assert_allclose(found, (x.astype(np.float64) - x[:, :1]) ** 2, rtol=1e-5)


@pytest.mark.parametrize(
    ("shape", "axes"), [((40, 600), [0]), ((4, 100, 100), [0, 2]), ((4, 100, 100), []), ((30_000, 8), [1])]
)
def test_other_sums_are_left_to_others(shape: tuple[int, ...], axes: list[int]) -> None:
    x = some(*shape)
    with go.Graph().as_default(), go.Session() as session:
        fed = go.placeholder(go.float32, shape)
        y = r.Sum(input=fed, axis=np.array(axes, np.int32))
        np.testing.assert_allclose(session.run(y, {fed: x}), x.astype(np.float64).sum(axis=tuple(axes)), rtol=1e-4,
                                   atol=1e-5)  # fmt: skip
        assert f"CPU:0: graphops_cpu{ROWS}Sum" not in session.explain(y, {fed: x})


def test_a_layer_normalisation() -> None:
    """As Keras spells it, in single steps and in a call list."""
    x, gain, offset = some(64, 300), some(300, seed=1), some(300, seed=2)
    with go.Graph().as_default(), go.Session() as session:
        fed = go.placeholder(go.float32, (64, 300))
        mean = r.Mean(input=fed, axis=[1], keep_dims=True)
        variance = r.Mean(input=r.SquaredDifference(x=fed, y=r.StopGradient(input=mean)), axis=[1], keep_dims=True)
        y = (fed - mean) * r.Rsqrt(x=variance + 1e-3) * gain + offset
        assert f"CPU:0: graphops_cpu{ROWS}Mean" in session.explain(y, {fed: x})
        assert f"CPU:0: graphops_cpu{ROWS}SquaredDifference" in session.explain(y, {fed: x})
        wide = x.astype(np.float64)
        centred = wide - wide.mean(axis=1, keepdims=True)
        wanted = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-3) * gain + offset
        found = [session.run(y, {fed: x}) for _ in range(10)]
    for each in found:
        np.testing.assert_allclose(each, wanted, rtol=1e-5, atol=1e-6)
        assert each.tobytes() == found[0].tobytes()


def test_an_eager_mean() -> None:
    x = some(200, 128)
    np.testing.assert_allclose(eager.Mean(input=x, axis=[-1]), x.astype(np.float64).mean(axis=1), rtol=1e-5, atol=1e-7)
