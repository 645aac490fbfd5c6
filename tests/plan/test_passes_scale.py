"""A convolution whose result is scaled and shifted by constants is one node, with the same numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r
from graphops.plan.passes import fuse
from graphops.plan.session_config import PLAN_PASSES


@pytest.fixture(autouse=True)
def fused_whatever_the_priorities(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuse, "_has_kernels", lambda *_: True)


X = np.random.default_rng(0).standard_normal((2, 6, 5, 3)).astype(np.float32)
W = np.random.default_rng(1).standard_normal((3, 3, 3, 4)).astype(np.float32)
SCALE = np.array([2, -0.5, 0, 4], np.float32)
SHIFT = np.array([1, 0, -3, 0.25], np.float32)


def conv(x: Any, data_format: str = "NHWC") -> Any:
    return r.Conv2D(input=x, filter=W, strides=[1, 1, 1, 1], padding="SAME", data_format=data_format)


def run(y: Any, x: Any, passes: tuple[str, ...] = PLAN_PASSES) -> tuple[Any, list[str]]:
    """The value of y and the ops that ran."""
    metadata = go.RunMetadata()
    with go.Session(config=go.SessionConfig(plan_passes=passes)) as session:
        return session.run(y, {x: X}, run_metadata=metadata), [node.op for node in metadata.nodes]


@pytest.fixture
def x() -> Any:
    with go.Graph().as_default():
        yield go.placeholder(go.float32, X.shape)


@pytest.fixture
def plain(x: Any) -> Any:
    return run(conv(x), x, ())[0].astype(np.float64)


@pytest.mark.parametrize("shape", [(4,), (1, 4), (1, 1, 1, 4)])
@pytest.mark.parametrize("swapped", [False, True])
def test_scale_shift_and_activation_are_taken_along(x: Any, plain: Any, shape: tuple[int, ...], swapped: bool) -> None:
    scale, shift = go.constant(SCALE.reshape(shape)), go.constant(SHIFT.reshape(shape))
    y = scale * conv(x) if swapped else conv(x) * scale
    y = shift + y if swapped else y + shift
    found, ops = run(r.Relu(features=y), x)
    assert ops == ["_FusedConv2D"]
    np.testing.assert_allclose(found, np.maximum(plain * SCALE + SHIFT, 0), rtol=2e-6, atol=2e-6)


def test_a_scale_alone(x: Any, plain: Any) -> None:
    found, ops = run(conv(x) * SCALE, x)
    assert ops == ["_FusedConv2D"]
    np.testing.assert_allclose(found, plain * SCALE, rtol=2e-6, atol=2e-6)


def test_what_is_not_certain_to_be_one_number_for_each_channel_stays(x: Any, plain: Any) -> None:
    fed = r.PlaceholderWithDefault(input=SCALE, shape=(4,))
    for factor, expected in (
        (go.constant(np.arange(5, dtype=np.float32).reshape(5, 1)), np.arange(5).reshape(5, 1)),
        (go.constant(np.full((2, 6, 5, 4), 3, np.float32)), 3),
    ):
        found, ops = run(conv(x) * factor, x)
        assert "_FusedConv2D" not in ops
        np.testing.assert_allclose(found, plain * expected, rtol=2e-6, atol=2e-6)
    with go.Session() as session:
        found = session.run(conv(x) * fed, {x: X, fed: SCALE + 1})
    np.testing.assert_allclose(found, plain * (SCALE + 1), rtol=2e-6, atol=2e-6)


def test_one_number_is_one_for_each_channel(x: Any, plain: Any) -> None:
    found, ops = run(conv(x) * 2.0, x)
    assert "_FusedConv2D" in ops
    np.testing.assert_allclose(found, plain * 2, rtol=2e-6, atol=2e-6)


def test_a_scaled_result_that_is_wanted_is_computed(x: Any, plain: Any) -> None:
    scaled = conv(x) * SCALE
    shifted = scaled + SHIFT
    (first, second), _ = run([scaled, shifted], x)
    np.testing.assert_allclose(first, plain * SCALE, rtol=2e-6, atol=2e-6)
    np.testing.assert_allclose(second, plain * SCALE + SHIFT, rtol=2e-6, atol=2e-6)
