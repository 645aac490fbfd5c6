"""Sums, means and squared distances of columns: against float64, in every shape that has columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r
from graphops_cpu.simd.compile import parallel
from tests.kernels.blas.runs import Run, kernel_named
from tests.ops.every_kernel import targets

COLUMNS = ".simd.layers.columns."
SHAPES = [((5, 16), [0]), ((400, 33), [0]), ((20, 30, 7), [0, 1]), ((300, 1), [0]), ((2, 3, 4, 50), [0, 1]),
          ((1, 9, 9, 64), [1, 2]), ((1, 9, 9, 64), [2, 0, 1]), ((6, 1, 70), [0]), ((2, 3), [0]),
          ((9000, 3), [-2])]  # fmt: skip
ROWS = [((5, 16), (16,)), ((400, 33), (1, 33)), ((20, 30, 7), (30, 7)), ((20, 30, 7), (7,)), ((9, 1, 5), (1, 1, 5)),
        ((40, 600), (600,)), ((7, 1), (1,)), ((700, 2), (2,)), ((3, 4, 5), (4, 5))]  # fmt: skip


def some(*shape: int, seed: int = 0) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("op", ["Sum", "Mean"])
@pytest.mark.parametrize(("shape", "axes"), SHAPES)
def test_sums(shape: tuple[int, ...], axes: list[int], op: str, keep: bool) -> None:
    x = some(*shape) + np.float32(3)
    inputs = {"input": x, "reduction_indices": np.array(axes, np.int32)}
    run = Run(kernel_named(op, COLUMNS), inputs, {"T": go.float32, "Tidx": go.int32, "keep_dims": keep})
    found = run()
    wanted = getattr(np, op.lower())(x.astype(np.float64), axis=tuple(axes), keepdims=keep)
    assert found.shape == wanted.shape
    np.testing.assert_allclose(found, wanted, rtol=3e-7)
    for _, target in targets(found):
        assert run(target) is target
        assert target.tobytes() == found.tobytes()


@pytest.mark.parametrize(("shape", "row"), ROWS)
def test_squared_distances(shape: tuple[int, ...], row: tuple[int, ...]) -> None:
    x, m = some(*shape), some(*row, seed=1)
    run = Run(kernel_named("SquaredDifference", COLUMNS), {"x": x, "y": m}, {"T": go.float32})
    found = run()
    np.testing.assert_allclose(found, (x.astype(np.float64) - m) ** 2, rtol=3e-7)
    for _, target in targets(found):
        assert run(target) is target
        assert target.tobytes() == found.tobytes()


@pytest.mark.parametrize("chunks", [1, 2, 5])
def test_work_that_is_cut_for_threads(chunks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "chunk_count", lambda worth: chunks if worth else 1)
    test_sums((40_000, 30), [0], "Mean", keep=False)
    test_squared_distances((40_000, 30), (30,))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -0.0])
def test_what_is_no_number(value: float) -> None:
    x = some(100, 6)
    x[77, 2], x[:, 4] = value, value
    with np.errstate(all="ignore"):
        for op in ("Sum", "Mean"):
            inputs = {"input": x, "reduction_indices": np.array([0], np.int32)}
            found = Run(kernel_named(op, COLUMNS), inputs, {"T": go.float32, "Tidx": go.int32, "keep_dims": False})()
            np.testing.assert_allclose(found, getattr(np, op.lower())(x.astype(np.float64), axis=0), rtol=1e-5)
        found = Run(kernel_named("SquaredDifference", COLUMNS), {"x": x, "y": x[77]}, {"T": go.float32})()
        np.testing.assert_allclose(found, (x.astype(np.float64) - x[77]) ** 2, rtol=1e-5)


@pytest.mark.parametrize(
    ("shape", "axes"), [((600, 40), [1]), ((100, 4, 100), [0, 2]), ((4, 100, 100), []), ((8, 30_000), [0])]
)
def test_other_sums_are_left_to_others(shape: tuple[int, ...], axes: list[int]) -> None:
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, shape)
        assert (
            COLUMNS
            not in str(session.explain(r.Sum(input=x, reduction_indices=axes), {x: some(*shape)})).split("->")[0]
        )


@pytest.mark.parametrize(("shape", "other"), [((30, 40), (30, 1)), ((1, 40), (30, 40)), ((30, 40), (30, 40))])
def test_other_distances_are_left_to_others(shape: tuple[int, ...], other: tuple[int, ...]) -> None:
    with go.Graph().as_default(), go.Session() as session:
        x, y = go.placeholder(go.float32, shape), go.placeholder(go.float32, other)
        text = str(session.explain(r.SquaredDifference(x=x, y=y), {x: some(*shape), y: some(*other)}))
        assert COLUMNS not in text.split("->")[0]


def test_moments_take_them() -> None:
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, (8, 20, 20, 16))
        mean = r.Mean(input=x, reduction_indices=[0, 1, 2], keep_dims=True)
        variance = r.Mean(input=r.SquaredDifference(x=x, y=mean), reduction_indices=[0, 1, 2])
        value = some(8, 20, 20, 16) * np.float32(3) + np.float32(7)
        assert str(session.explain(variance, {x: value})).count(COLUMNS) == 3
        for _ in range(60):  # a program, then call lists
            found = session.run([mean, variance], {x: value})
        np.testing.assert_allclose(found[0].reshape(-1), value.astype(np.float64).mean((0, 1, 2)), rtol=3e-7)
        np.testing.assert_allclose(found[1], value.astype(np.float64).var((0, 1, 2)), rtol=2e-6)
