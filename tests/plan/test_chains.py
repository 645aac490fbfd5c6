"""Element-wise steps of programs that are computed together: the same bits, whatever stands between them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.plan.program import program
from graphops.plan.program.program import Program
from graphops.plan.session_config import PLAN_PASSES
from graphops_cpu import simd
from tests.session.in_threads import in_threads

raw = go.raw_ops
pytestmark = pytest.mark.skipif(simd.why_unavailable() is not None, reason=f"{simd.why_unavailable()}")
SHAPE = (3, 40, 50)
X = np.random.default_rng(3).normal(size=SHAPE).astype(np.float32)


@pytest.fixture(autouse=True)
def _graph(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(program, "_COMPILE", 0)  # chains are compiled at once
    with go.Graph().as_default():
        yield


def session(*without: str) -> go.Session:
    return go.Session(config=go.SessionConfig(plan_passes=[name for name in PLAN_PASSES if name not in without]))


def texts() -> list[str]:
    gc.collect()
    return [found.text for found in gc.get_objects() if type(found) is Program]


def same_bits(fetches: Any, feeds: dict[Any, Any], runs: int = 5) -> list[Any]:
    """The values with chains, which are those without, bit for bit."""
    with session("chains") as plain:
        wanted = [plain.run(fetches, feeds) for _ in range(runs)][-1]
    with session() as chained:
        for _ in range(runs):
            found = chained.run(fetches, feeds)
            for one, other in zip(found, wanted, strict=True):
                assert one.dtype == other.dtype
                assert one.tobytes() == other.tobytes()
    return list(found)


def test_a_chain_is_one_call() -> None:
    x = go.placeholder(go.float32, (None, 40, 50))
    y = raw.Relu(features=x * np.float32(0.3) + np.linspace(0, 1, 50, dtype=np.float32))
    z = raw.Minimum(x=y * y - x, y=2.0)
    with session() as opened:
        for _ in range(5):
            (found,) = opened.run([z], {x: X})
        (text,) = texts()
    hand = np.maximum(X * np.float32(0.3) + np.linspace(0, 1, 50, dtype=np.float32), 0)
    assert np.array_equal(found, np.minimum(hand * hand - X, 2))
    assert text.count("d0((f0, ") == 1
    assert "d1(" not in text
    assert text.count("empty(") == 1


def test_inner_values_that_others_read() -> None:
    x = go.placeholder(go.float32, SHAPE)
    a = x * 2.0 + 1.0
    b = raw.Square(x=a) - x
    same_bits([raw.Sum(input=b, axis=[0]), a, raw.MatMul(a=a[0], b=b[1], transpose_b=True), b + 1.0], {x: X})


def test_steps_of_several_shapes_between_each_other() -> None:
    """As in a layer norm: the steps of rows and those of elements each stand together."""
    x = go.placeholder(go.float32, (None, 40, 50))
    mean = raw.Mean(input=x, axis=[-1], keep_dims=True)
    variance = raw.Mean(input=raw.SquaredDifference(x=x, y=mean), axis=[-1], keep_dims=True)
    gain = raw.Rsqrt(x=variance + 1e-6) * np.linspace(1, 2, 50, dtype=np.float32)
    y = x * gain + (raw.Neg(x=mean) * gain + 0.5)
    (found,) = same_bits([y], {x: X})
    mean64 = X.mean(-1, keepdims=True, dtype=np.float64)
    wanted = (X - mean64) / np.sqrt(X.var(-1, keepdims=True, dtype=np.float64) + 1e-6) * np.linspace(1, 2, 50) + 0.5
    np.testing.assert_allclose(found, wanted, atol=2e-5)


def test_state_in_between_keeps_its_place() -> None:
    v = go.Variable(np.zeros(SHAPE, np.float32), name="v")
    x = go.placeholder(go.float32, SHAPE)
    before = raw.ReadVariableOp(resource=v.handle, dtype=go.float32) * 2.0 + x
    with go.control_dependencies([before]):
        change = raw.AssignVariableOp(resource=v.handle, value=x * 3.0 - 1.0)
    with go.control_dependencies([change]):
        after = raw.ReadVariableOp(resource=v.handle, dtype=go.float32) * 2.0 + x
    results = []
    for without in ("chains", ""):
        with session(without) as opened:
            opened.run(v.initializer)
            results.append([opened.run([before, after], {x: X * turn}) for turn in range(6)])
    for one, other in zip(*results, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_other_shapes_than_recorded_after_the_order_has_changed() -> None:
    """What follows a Where has another shape now and then: the rest goes step by step, in the new order."""
    x = go.placeholder(go.float32, (400,))
    kept = raw.Reshape(tensor=raw.GatherNd(params=x, indices=raw.Where(condition=x > 0.0)), shape=[-1])
    y = (kept * 2.0 + 1.0) * kept - 3.0
    other = raw.Square(x=x * 0.5 - 1.0) + x
    rng = np.random.default_rng(0)
    feeds = [rng.normal(size=400).astype(np.float32) for _ in range(3)]
    feeds += [feeds[0]] * 4 + [rng.normal(size=400).astype(np.float32) for _ in range(4)]
    with session() as opened:
        for value in feeds:
            found = opened.run([y, other], {x: value})
            some = value[value > 0]
            assert np.array_equal(found[0], (some * np.float32(2) + 1) * some - 3)
            assert np.array_equal(found[1], np.square(value * np.float32(0.5) - 1) + value)


def test_nan_infinity_and_zeros() -> None:
    x = go.placeholder(go.float32, (8192,))
    value = np.tile(np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-45, 3e38, -1], np.float32), 1024)
    y = raw.Maximum(x=raw.Relu6(features=x) - x, y=-x) / x
    same_bits([y, raw.Select(condition=y > 0.0, x=x * 2.0, y=-x), raw.Sign(x=x) * x], {x: value})


def test_a_loop() -> None:
    """Chains of a body run in buffers; the loop's values are not overwritten."""
    limit = go.placeholder(go.int32, ())
    start = go.constant(X[0])

    def body(i: Any, a: Any, b: Any) -> Any:
        c = raw.Relu(features=a * 0.5 + b) - 0.25
        return i + 1, raw.Minimum(x=c, y=4.0), raw.Maximum(x=b - c * 0.1, y=-4.0)

    loop = go.while_loop(lambda i, a, b: i < limit, body, [go.constant(0), start, start * 2.0])
    with session("chains") as plain, session() as chained:
        for turns in (3, 8, 0, 8, 20):
            wanted, found = (opened.run(list(loop[1:]), {limit: turns}) for opened in (plain, chained))
            assert all(np.array_equal(a, b) for a, b in zip(wanted, found, strict=True))


def test_eight_threads() -> None:
    x = go.placeholder(go.float32, SHAPE)
    a = raw.Relu(features=x * 2.0 - 1.0) + x
    fetches = [raw.Sum(input=a * a - x, axis=[0, 1, 2]), a]
    with session() as opened:

        def work(turn: int) -> None:
            value = X + np.float32(turn)
            hand = np.maximum(value * np.float32(2) - 1, 0) + value
            for _ in range(20):
                assert np.array_equal(opened.run(fetches, {x: value})[1], hand)

        in_threads(8, work)


def test_chains_wait_until_they_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_COMPILE", 1e9)
    x = go.placeholder(go.float32, SHAPE)
    y = raw.Relu(features=x * 2.0 + 1.0)
    with session() as opened:
        for _ in range(5):
            opened.run(y, {x: X})
        (text,) = texts()
    assert "d2(" in text


@pytest.mark.parametrize("count", [400, pytest.param(3000, marks=pytest.mark.full)])
def test_many_steps(count: int) -> None:
    x = go.placeholder(go.float32, (128,))
    y = x
    for turn in range(count // 2):
        y = raw.Maximum(x=y * np.float32(0.999), y=x - np.float32(turn % 7))
    same_bits([y], {x: X[0, 0].repeat(3)[:128]}, 4)
