"""fuse: activations that a graph spells out in several nodes, however it writes them, and what is none."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.plan.passes import fuse
from graphops.plan.passes.optimise import PASSES
from graphops_cpu.onednn.library import why_unavailable
from tests.plan.plain_fusing import fuse_with_plain_kernels
from tests.plan.rewritten import ops, outcome, rewritten
from tests.reference.conv import conv

raw = go.raw_ops
X = np.random.default_rng(9).normal(size=(2, 4, 5, 3)).astype(np.float32) * 4
W = np.random.default_rng(10).normal(size=(2, 2, 3, 4)).astype(np.float32)
B = np.linspace(-3, 3, 4, dtype=np.float32)
NONE = ((0, 0), (0, 0))


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


def hard(y: np.ndarray) -> np.ndarray:
    return np.clip(y + 3, 0, 6) / 6


def gelu(y: np.ndarray) -> np.ndarray:
    return y * (1 + np.vectorize(math.erf)(y / math.sqrt(2))) / 2


def gelu_by_tanh(y: np.ndarray) -> np.ndarray:
    return y * (1 + np.tanh(math.sqrt(2 / math.pi) * (y + 0.044715 * y**3))) / 2


ROOT, SLOPE = math.sqrt(0.5), math.sqrt(2 / math.pi)
SPELLED: dict[str, tuple[Callable[[Any], Any], Callable[[np.ndarray], np.ndarray], str]] = {
    "hard swish": (lambda y: y * raw.Relu6(features=y + 3.0) / 6.0, lambda y: y * hard(y), "_FusedHardSwish"),
    "hard swish, divided first": (
        lambda y: raw.Mul(x=raw.RealDiv(x=raw.Relu6(features=3.0 + y), y=6.0), y=y),
        lambda y: y * hard(y),
        "_FusedHardSwish",
    ),
    "hard swish, by a sixth": (
        lambda y: y * (raw.Relu6(features=y + 3.0) * (1 / 6)), lambda y: y * hard(y), "_FusedHardSwish",
    ),
    "hard swish, minus -3": (
        lambda y: raw.Relu6(features=raw.Sub(x=y, y=-3.0)) * y * (1 / 6), lambda y: y * hard(y), "_FusedHardSwish",
    ),
    "swish": (lambda y: y * raw.Sigmoid(x=y), lambda y: y / (1 + np.exp(-y)), "Swish"),
    "swish of 1 * y": (lambda y: raw.Sigmoid(x=1.0 * y) * y, lambda y: y / (1 + np.exp(-y)), "Swish"),
    "gelu by erf": (lambda y: 0.5 * y * (1.0 + raw.Erf(x=y * ROOT)), gelu, "GeluExact"),
    "gelu by erf of y / root of 2": (
        lambda y: y * (raw.Erf(x=raw.RealDiv(x=y, y=math.sqrt(2))) + 1.0) * 0.5, gelu, "GeluExact",
    ),
    "gelu by erfc": (lambda y: (0.5 * y) * raw.Erfc(x=raw.Neg(x=y) * ROOT), gelu, "GeluExact"),
    "gelu by tanh": (
        lambda y: 0.5 * y * (1.0 + raw.Tanh(x=SLOPE * (y + 0.044715 * raw.Pow(x=y, y=3.0)))),
        gelu_by_tanh, "GeluApproximate",
    ),
    "gelu by tanh, factored": (
        lambda y: y * 0.5 * (1.0 + raw.Tanh(x=y * SLOPE * (1.0 + 0.044715 * raw.Square(x=y)))),
        gelu_by_tanh, "GeluApproximate",
    ),
    "gelu by tanh, of products": (
        lambda y: (raw.Tanh(x=(y * y * y * 0.044715 + y) * SLOPE) + 1.0) * (y * 0.5),
        gelu_by_tanh, "GeluApproximate",
    ),
}  # fmt: skip


def biased(x: Any) -> Any:
    y = raw.Conv2D(input=x, filter=W, strides=[1, 1, 1, 1], padding="VALID")
    return raw.BiasAdd(value=y, bias=go.constant(B))


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("name", SPELLED)
def test_an_activation_in_several_nodes(name: str, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if plain:
        fuse_with_plain_kernels(monkeypatch)
    x = go.placeholder(go.float32, X.shape)
    write, wanted, kind = SPELLED[name]
    end = write(biased(x))
    found = rewritten([end], [x], PASSES)
    if plain or why_unavailable() is None:  # else no kernel is worth it
        fused = [node for node in found.nodes if node.type == "_FusedConv2D"]
        assert [node.attrs["fused_ops"] for node in fused] == [("BiasAdd", kind)]
        assert ops(found) == ["_FusedConv2D"]
    expected = wanted(conv(X, W, (1, 1), (1, 1), NONE) + B)
    for passes in ((), PASSES):
        (value,) = outcome(end, {x: X}, passes)
        assert np.abs(value - expected).max() < 1e-5 * np.abs(expected).max(), passes


def test_a_hard_sigmoid_after_a_convolution_with_a_fed_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    fuse_with_plain_kernels(monkeypatch)
    x, w = go.placeholder(go.float32, X.shape), go.placeholder(go.float32, W.shape)
    y = raw.BiasAdd(value=raw.Conv2D(input=x, filter=w, strides=[1, 1, 1, 1], padding="VALID"), bias=B)
    end = raw.Relu6(features=y + 3.0) * (1 / 6)
    (node,) = [node for node in rewritten([end], [x, w], PASSES).nodes if node.type == "_FusedConv2D"]
    assert node.attrs["fused_ops"] == ("BiasAdd", "HardSigmoid")
    (value,) = outcome(end, {x: X, w: W}, PASSES)
    np.testing.assert_allclose(value, hard(conv(X, W, (1, 1), (1, 1), NONE) + B), atol=1e-6)


OTHER: dict[str, Callable[[Any], Any]] = {
    "another number": lambda y: y * raw.Relu6(features=y + 2.9999) / 6.0,
    "a divisor of 5": lambda y: y * raw.Relu6(features=y + 3.0) / 5.0,
    "the other one's product": lambda y: raw.Relu6(features=y + 3.0) * raw.Relu6(features=y + 3.0) / 6.0,
    "1 - erf": lambda y: 0.5 * y * (1.0 - raw.Erf(x=y * ROOT)),
    "erf of more": lambda y: 0.5 * y * (1.0 + raw.Erf(x=y * 0.8)),
    "not a number": lambda y: y * raw.Relu6(features=y + float("nan")) / 6.0,
    "a vector": lambda y: y * raw.Relu6(features=y + np.full(4, 3, np.float32)) / 6.0,
    "y over sigmoid": lambda y: raw.RealDiv(x=y, y=raw.Sigmoid(x=y)),
    "twice": lambda y: y * y * raw.Sigmoid(x=y),
}


@pytest.mark.parametrize("name", OTHER)
def test_what_is_another_function(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuse, "_has_kernels", lambda root, op, attrs: True)
    x = go.placeholder(go.float32, X.shape)
    found = rewritten([OTHER[name](biased(x))], [x], ("fuse",))
    (node,) = [node for node in found.nodes if node.type == "_FusedConv2D"]
    assert node.attrs["fused_ops"] == ("BiasAdd",)


def test_an_inner_value_that_is_read_elsewhere_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuse, "_has_kernels", lambda root, op, attrs: True)
    x = go.placeholder(go.float32, X.shape)
    y = biased(x)
    inner = raw.Relu6(features=y + 3.0)
    end = y * inner / 6.0
    for fetches in ([end, inner], [end, y], [end, raw.Exp(x=inner)]):
        (node,) = [n for n in rewritten(fetches, [x], ("fuse",)).nodes if n.type == "_FusedConv2D"]
        assert node.attrs["fused_ops"] == ("BiasAdd",)


@pytest.mark.parametrize("name", SPELLED)
def test_nan_and_infinities_go_where_they_went(name: str) -> None:
    x = go.placeholder(go.float32, X.shape)
    end = SPELLED[name][0](biased(x))
    for bad in (np.nan, np.inf, -np.inf):
        value = X.copy()
        value[0, 1, 1, 0] = bad
        (before,), (after,) = (outcome(end, {x: value}, passes) for passes in ((), PASSES))
        assert np.array_equal(np.isnan(before), np.isnan(after))
        np.testing.assert_allclose(after, before, rtol=1e-4, atol=1e-5)
