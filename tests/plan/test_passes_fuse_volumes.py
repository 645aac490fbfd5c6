"""fuse: convolutions of volumes with what follows them; expected values are loops in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from tests.plan.rewritten import ops, outcome, rewritten
from tests.reference.conv import conv

raw = go.raw_ops
FUSE = ("fuse",)
CHANCE = np.random.default_rng(3)
NO_PADS = ((0, 0),) * 3

Array = np.ndarray[Any, Any]


@pytest.fixture(autouse=True)
def _graph():
    with go.Graph().as_default():
        yield


def some(*dims: int) -> Array:
    return CHANCE.normal(size=dims).astype(np.float32)


def first(x: Array) -> Array:
    return np.ascontiguousarray(np.moveaxis(x, -1, 1))


def check(y: go.Tensor, feeds: dict[Any, Array], expected: Array, fused: bool = True) -> None:
    left = ops(rewritten([y], list(feeds), FUSE))
    if "onednn" in KERNEL:
        assert (left == ["_FusedConv3D"]) == fused, left
    for passes in ((), FUSE):
        (value,) = outcome(y, feeds, passes)
        assert np.abs(value - expected).max() <= 1e-5 * np.abs(expected).max()


def _kernel() -> str:
    """The kernel of a convolution of volumes: what follows is fused where it is oneDNN's."""
    with go.Graph().as_default(), go.Session(config=go.SessionConfig(plan_passes=())) as session:
        y = raw.Conv3D(input=some(1, 9, 9, 9, 2), filter=some(3, 3, 3, 2, 3), strides=[1] * 5, padding="SAME")
        done = go.RunMetadata()
        session.run(y, run_metadata=done)
        return done.nodes[-1].kernel


KERNEL = _kernel()


@pytest.mark.parametrize("layout", ["NDHWC", "NCDHW"])
@pytest.mark.parametrize("constant", [False, True])
@pytest.mark.parametrize(
    ("activate", "oracle"),
    [
        (lambda y: y, lambda y: y),
        (lambda y: raw.Relu(features=y), lambda y: np.maximum(y, 0)),
        (lambda y: raw.LeakyRelu(features=y, alpha=0.25), lambda y: np.where(y > 0, y, 0.25 * y)),
    ],
)
def test_a_bias_and_an_activation(layout: str, constant: bool, activate: Any, oracle: Any) -> None:
    x, w, b = some(2, 5, 6, 4, 3), some(3, 2, 3, 3, 4), some(4)
    expected = oracle(conv(x, w, (2, 1, 1), (1, 1, 1), NO_PADS) + b.astype(np.float64))
    strides = [1, 2, 1, 1, 1]
    if layout == "NCDHW":
        x, expected, strides = first(x), first(expected), [1, 1, 2, 1, 1]
    px, pw, pb = (go.placeholder(go.float32, a.shape) for a in (x, w, b))
    feeds: dict[Any, Array] = {px: x} if constant else {px: x, pw: w, pb: b}
    y = raw.Conv3D(
        input=px, filter=w if constant else pw, strides=strides, padding="VALID", data_format=layout
    )  # fmt: skip
    biased = raw.BiasAdd(value=y, bias=b if constant else pb, data_format="NCHW" if layout == "NCDHW" else "NHWC")
    check(activate(biased), feeds, expected)


@pytest.mark.parametrize("layout", ["NDHWC", "NCDHW"])
def test_a_normalisation_by_constants(layout: str) -> None:
    x, w = some(1, 4, 5, 6, 2), some(2, 2, 2, 2, 3)
    scale, offset, mean, variance = some(3), some(3), some(3), np.abs(some(3)) + np.float32(0.5)
    gain = scale / np.sqrt(variance.astype(np.float64) + 1e-3)
    expected = np.maximum((conv(x, w, (1, 1, 1), (1, 1, 1), NO_PADS) - mean) * gain + offset, 0)
    if layout == "NCDHW":
        x, expected = first(x), first(expected)
    px = go.placeholder(go.float32, x.shape)
    y = raw.Conv3D(input=px, filter=w, strides=[1] * 5, padding="VALID", data_format=layout)
    norm = raw.FusedBatchNormV3(x=y, scale=scale, offset=offset, mean=mean, variance=variance, epsilon=1e-3,
                                is_training=False, data_format=layout)  # fmt: skip
    check(raw.Relu(features=norm.y), {px: x}, expected)


def test_gains_and_offsets_by_constants() -> None:
    x, w, gain, offset = some(1, 4, 5, 6, 2), some(2, 2, 2, 2, 3), some(3), some(1, 1, 1, 1, 3)
    expected = conv(x, w, (1, 1, 1), (1, 1, 1), NO_PADS) * gain.astype(np.float64) + offset
    px = go.placeholder(go.float32, x.shape)
    y = raw.Conv3D(input=px, filter=w, strides=[1] * 5, padding="VALID")
    check(raw.AddV2(x=raw.Mul(x=y, y=gain), y=offset), {px: x}, expected)


def test_the_end_of_a_residual_block() -> None:
    x, w, b, other = some(1, 4, 5, 6, 2), some(1, 1, 1, 2, 3), some(3), some(1, 4, 5, 6, 3)
    expected = np.maximum(conv(x, w, (1, 1, 1), (1, 1, 1), NO_PADS) + b + other.astype(np.float64), 0)
    px, pother = go.placeholder(go.float32, x.shape), go.placeholder(go.float32, other.shape)
    y = raw.BiasAdd(value=raw.Conv3D(input=px, filter=w, strides=[1] * 5, padding="SAME"), bias=b)
    check(raw.Relu(features=raw.AddV2(x=pother, y=y)), {px: x, pother: other}, expected)


def test_what_is_not_finite_goes_where_it_went() -> None:
    x, w, b = some(1, 3, 3, 3, 2), some(2, 2, 2, 2, 3), some(3)
    x[0, 0, 0, 0, 0], x[0, 2, 2, 2, 1] = np.nan, np.inf
    px = go.placeholder(go.float32, x.shape)
    y = raw.Relu(features=raw.BiasAdd(value=raw.Conv3D(input=px, filter=w, strides=[1] * 5, padding="VALID"), bias=b))
    (before,), (after,) = (outcome(y, {px: x}, passes) for passes in ((), FUSE))
    np.testing.assert_array_equal(np.isnan(before), np.isnan(after))
    assert np.isnan(before[0, 0, 0, 0]).all()


def test_float64_stays() -> None:
    px = go.placeholder(go.float64, (1, 3, 3, 3, 2))
    y = raw.BiasAdd(
        value=raw.Conv3D(input=px, filter=np.ones((1, 1, 1, 2, 3)), strides=[1] * 5, padding="VALID"), bias=np.ones(3)
    )
    assert ops(rewritten([y], [px], FUSE)) == ["Conv3D", "BiasAdd"]
