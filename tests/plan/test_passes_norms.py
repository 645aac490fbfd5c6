"""fuse: a batch normalisation takes what follows it, and its gradient the gradient of the activation.

Expected values are the formulas in float64. Where results are rounded, the bits are those without passes.
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.graph.node import Tensor
from tests.plan.rewritten import bits, ops, outcome, rewritten

raw = go.raw_ops
FUSE = ("fuse",)
CHANCE = np.random.default_rng(5)
SMALL, LARGE = (2, 3, 4, 5), (2, 33, 17, 20)  # plain kernels, and those with vectors
EPSILON = 1e-3

Array = np.ndarray[Any, Any]


@pytest.fixture(autouse=True)
def _graph():
    with go.Graph().as_default():
        yield


def some(*dims: int, dtype: Any = np.float32) -> Array:
    return (3 * CHANCE.normal(size=dims)).astype(dtype)


def vectors(channels: int) -> dict[str, Array]:
    positive = CHANCE.uniform(0.5, 2, channels).astype(np.float32)
    return {"scale": some(channels), "offset": some(channels), "mean": some(channels), "variance": positive}


def normal(x: Tensor, given: dict[str, Array], training: bool = True, **attrs: Any) -> Any:
    return raw.FusedBatchNormV3(x=x, **given, epsilon=EPSILON, is_training=training, **attrs)


def expected_y(x: Array, given: dict[str, Array], training: bool = True, axes: Any = (0, 1, 2)) -> Array:
    shape = [1 if axis in axes else size for axis, size in enumerate(x.shape)]
    scale, offset, mean, variance = (given[name].astype(np.float64).reshape(shape) for name in given)
    if training:
        mean, variance = x.mean(axes, np.float64, keepdims=True), x.astype(np.float64).var(axes, keepdims=True)
    y: Array = (x - mean) / np.sqrt(variance + EPSILON) * scale + offset
    return y


ACTIVATIONS = {
    "none": (lambda y: y, lambda y: y),
    "relu": (lambda y: raw.Relu(features=y), lambda y: np.maximum(y, 0)),
    "relu6": (lambda y: raw.Relu6(features=y), lambda y: np.clip(y, 0, 6)),
}


def fused(found: Any) -> Any:
    (node,) = [node for node in found.nodes if node.type == "_FusedBatchNormEx"]
    return node


@pytest.mark.parametrize("shape", [SMALL, LARGE])
@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
@pytest.mark.parametrize("added", [False, True])
@pytest.mark.parametrize("activation", list(ACTIVATIONS))
def test_what_follows(shape: Any, training: bool, layout: str, added: bool, activation: str) -> None:
    if not added and activation == "none":
        pytest.skip("nothing follows")
    x, side, given = some(*shape), some(*shape), vectors(shape[-1])
    make, oracle = ACTIVATIONS[activation]
    expected = expected_y(x, given, training) + (side if added else 0)
    if layout == "NCHW":
        x, side, expected = (np.ascontiguousarray(np.moveaxis(a, -1, 1)) for a in (x, side, expected))
    px, pside = go.placeholder(go.float32, x.shape), go.placeholder(go.float32, x.shape)
    norm = normal(px, given, training, data_format=layout)
    end = make(raw.AddV2(x=pside, y=norm.y) if added else norm.y)
    found = rewritten([end, norm.batch_mean], [px, pside], FUSE)
    assert ops(found) == ["_FusedBatchNormEx"]
    assert fused(found).outputs[:2] == (end, norm.batch_mean)
    feeds = {px: x, pside: side}
    alone = outcome([end, *norm[1:]], feeds, ())
    together = outcome([end, *norm[1:]], feeds, FUSE)
    assert bits(together[0][1:]) == bits(alone[0][1:])
    for ((y, *_),) in (alone, together):
        assert np.abs(y - oracle(expected)).max() <= 1e-5 * np.abs(expected).max()


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("shape", [SMALL, LARGE])
def test_rounded_results_have_the_same_bits(dtype: Any, shape: Any) -> None:
    x, given = some(*shape, dtype=dtype), vectors(shape[-1])
    px = go.placeholder(go.as_dtype(dtype), shape)
    y = raw.Relu6(features=normal(px, given).y)
    assert ops(rewritten([y], [px], FUSE)) == ["_FusedBatchNormEx"]
    assert bits(outcome(y, {px: x}, FUSE)) == bits(outcome(y, {px: x}, ()))
    both = raw.AddV2(x=normal(px, given).y, y=px)  # rounded once instead of twice
    assert "_FusedBatchNormEx" not in ops(rewritten([both], [px], FUSE))


def test_what_is_not_finite_goes_where_it_went() -> None:
    x, given = some(*LARGE), vectors(LARGE[-1])
    x[0, 0, 0, :3] = np.nan, np.inf, -np.inf
    px = go.placeholder(go.float32, LARGE)
    y = raw.Relu(features=normal(px, given, training=False).y)
    assert ops(rewritten([y], [px], FUSE)) == ["_FusedBatchNormEx"]
    found, before = outcome(y, {px: x}, FUSE), outcome(y, {px: x}, ())
    np.testing.assert_allclose(found[0], before[0], rtol=1e-5, atol=1e-4)
    assert np.isnan(found[0][0, 0, 0, 0])


def test_other_readers_keep_the_result() -> None:
    px = go.placeholder(go.float32, SMALL)
    norm = normal(px, vectors(SMALL[-1]))
    y = raw.Relu(features=norm.y)
    for fetched in ([y, norm.y], [y, raw.Neg(x=norm.y)]):
        assert "_FusedBatchNormEx" not in ops(rewritten(fetched, [px], FUSE))


def test_statistics_that_what_is_added_needs() -> None:
    """The sum cannot come before its other operand, nor the statistics after it."""
    px = go.placeholder(go.float32, SMALL)
    norm = normal(px, vectors(SMALL[-1]))
    other = raw.Mul(x=px, y=norm.batch_mean)
    end = raw.Relu(features=raw.AddV2(x=norm.y, y=other))
    assert "_FusedBatchNormEx" not in ops(rewritten([end], [px], FUSE))
    x = some(*SMALL)
    assert bits(outcome(end, {px: x}, FUSE)) == bits(outcome(end, {px: x}, ()))


def test_a_sum_of_two_normalisations() -> None:
    px = go.placeholder(go.float32, SMALL)
    first, second = vectors(SMALL[-1]), vectors(SMALL[-1])
    end = raw.Relu(features=raw.AddV2(x=normal(px, first).y, y=normal(px, second).y))
    assert sorted(ops(rewritten([end], [px], FUSE))) == ["FusedBatchNormV3", "_FusedBatchNormEx"]
    x = some(*SMALL)
    (found,) = outcome(end, {px: x}, FUSE)
    expected = np.maximum(expected_y(x, first) + expected_y(x, second), 0)
    assert np.abs(found - expected).max() <= 1e-5 * np.abs(expected).max()


def test_a_sum_that_broadcasts_stays() -> None:
    px, row = go.placeholder(go.float32, SMALL), go.placeholder(go.float32, SMALL[-1:])
    end = raw.AddV2(x=normal(px, vectors(SMALL[-1])).y, y=row)
    assert "_FusedBatchNormEx" not in ops(rewritten([end], [px, row], FUSE))


def test_volumes_stay() -> None:
    px = go.placeholder(go.float32, (1, 2, 3, 4, 5))
    end = raw.Relu(features=normal(px, vectors(5), data_format="NDHWC").y)
    assert "_FusedBatchNormEx" not in ops(rewritten([end], [px], FUSE))


# -- the gradient ------------------------------------------------------------------------------------------------------


def expected_gradient(dy: Array, x: Array, scale: Array, mean: Array, variance: Array, training: bool) -> list[Array]:
    """dx, dscale, doffset in float64, by the chain rule through mean and variance."""
    axes = tuple(range(x.ndim - 1))
    count = x.size // x.shape[-1]
    dy, x, scale, mean, variance = (a.astype(np.float64) for a in (dy, x, scale, mean, variance))
    inverse = 1 / np.sqrt(variance + EPSILON)
    unit = (x - mean) * inverse
    dscale, doffset = (dy * unit).sum(axes), dy.sum(axes)
    dx = dy - (doffset + unit * dscale) / count if training else dy
    return [dx * scale * inverse, dscale, doffset]


@pytest.mark.parametrize("shape", [SMALL, LARGE, (2, 5, 20, 11, 9)])
@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("op", ["ReluGrad", "Relu6Grad"])
def test_gradients(shape: Any, training: bool, first: bool, op: str) -> None:
    dy, x, y = some(*shape), some(*shape), some(*shape)
    y[0, 0, 0, 0], y[0, 0, 0, 1], y[0, 0, 0, 2] = 0, 6, np.inf
    scale, _, _, variance = vectors(shape[-1]).values()
    mean = x.mean(tuple(range(x.ndim - 1)))
    passed = (y > 0) if op == "ReluGrad" else (y > 0) & (y < 6)
    expected = expected_gradient(np.where(passed, dy, 0), x, scale, mean, variance, training)
    layout = "NHWC" if len(shape) == 4 else "NDHWC"
    if first:
        layout = "NC" + layout[1:-1]
        dy, x, y, expected[0] = (np.ascontiguousarray(np.moveaxis(a, -1, 1)) for a in (dy, x, y, expected[0]))
    pdy, px, py = (go.placeholder(go.float32, x.shape) for _ in range(3))
    gradient = getattr(raw, op)(gradients=pdy, features=py)
    results = raw.FusedBatchNormGradV3(
        y_backprop=gradient, x=px, scale=scale, reserve_space_1=mean, reserve_space_2=variance, reserve_space_3=mean,
        epsilon=EPSILON, is_training=training, data_format=layout,
    )  # fmt: skip
    fetches, feeds = list(results[:3]), {pdy: dy, px: x, py: y}
    assert ops(rewritten(fetches, list(feeds), FUSE)) == ["_FusedBatchNormGradEx"]
    ((together),), ((alone),) = outcome(fetches, feeds, FUSE), outcome(fetches, feeds, ())
    for found, before, wanted in zip(together, alone, expected, strict=True):
        assert np.abs(found - wanted).max() <= 2e-5 * np.abs(wanted).max()
        assert np.abs(before - wanted).max() <= 2e-5 * np.abs(wanted).max()


def test_a_gradient_that_others_read_stays() -> None:
    pdy, px, py = (go.placeholder(go.float32, SMALL) for _ in range(3))
    gradient = raw.ReluGrad(gradients=pdy, features=py)
    some_vector = np.ones(SMALL[-1], np.float32)
    results = raw.FusedBatchNormGradV3(
        y_backprop=gradient, x=px, scale=some_vector, reserve_space_1=some_vector, reserve_space_2=some_vector,
        reserve_space_3=some_vector,
    )  # fmt: skip
    assert "_FusedBatchNormGradEx" not in ops(rewritten([results.x_backprop, gradient], [pdy, px, py], FUSE))


@pytest.mark.parametrize("shape", [SMALL, LARGE])
def test_a_training_step(shape: Any) -> None:
    """Gradients through a residual block, with the passes and without."""
    px = go.placeholder(go.float32, shape)
    weights = some(1, 1, shape[-1], shape[-1])
    conv = raw.Conv2D(input=px, filter=weights, strides=[1, 1, 1, 1], padding="SAME")
    y = raw.Relu6(features=normal(conv, vectors(shape[-1])).y)
    y = raw.Relu(features=raw.AddV2(x=normal(y, vectors(shape[-1])).y, y=px))
    (dx,) = go.gradients([raw.Sum(input=raw.Square(x=y), reduction_indices=[0, 1, 2, 3])], [px])
    found = ops(rewritten([dx], [px]))
    assert found.count("_FusedBatchNormEx") == 2
    assert found.count("_FusedBatchNormGradEx") == 1  # that of the sum has two readers
    x = some(*shape)
    (together,), (alone,) = outcome(dx, {px: x}, FUSE), outcome(dx, {px: x}, ())
    assert np.abs(together - alone).max() <= 1e-4 * np.abs(alone).max()
