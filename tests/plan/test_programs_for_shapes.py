"""Plans for feeds of certain shapes: fewer steps where shapes decide, and the same results as without passes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import errors
from graphops import raw_ops as r
from graphops.plan.session_config import PLAN_PASSES
from tests.plan.plain_fusing import fuse_with_plain_kernels
from tests.reference.conv import conv

CHANCE = np.random.default_rng(3)
RUNS = 4  # one of the plan for all shapes, one that is recorded, two of the program
NO_PADS = ((0, 0), (0, 0))


@pytest.fixture(autouse=True)
def _graph(monkeypatch):
    fuse_with_plain_kernels(monkeypatch)
    with go.Graph().as_default():
        yield


def some(*dims: int) -> np.ndarray[Any, Any]:
    return CHANCE.normal(size=dims).astype(np.float32)


def ran(fetch: Any, feeds: dict[Any, Any], opened: go.Session) -> list[str]:
    """The ops of a program's steps, after as many runs as it takes; each run gives what one without passes gives."""
    with go.Session(config=go.SessionConfig(plan_passes=())) as plain:
        expected = plain.run(fetch, feeds)
    for _ in range(RUNS):
        for found, wanted in zip(flat(opened.run(fetch, feeds)), flat(expected), strict=True):
            assert found.shape == wanted.shape
            np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)
    key = tuple(np.shape(value) for value in feeds.values())
    (plan,) = opened._plans.values()
    return [step.node.type for step in plan.programs.found[key]._plan.steps]


def flat(values: Any) -> Sequence[Any]:
    return values if isinstance(values, list) else [values]


def session() -> go.Session:
    return go.Session(config=go.SessionConfig(plan_passes=PLAN_PASSES))


def block(x: Any, shortcut: Any) -> Any:
    y = r.Conv2D(input=x, filter=some(3, 3, 2, 2), strides=[1, 1, 1, 1], padding="SAME")
    return r.Relu(features=r.AddV2(x=r.BiasAdd(value=y, bias=some(2)), y=shortcut))


def test_the_end_of_a_residual_block() -> None:
    """A shortcut has the shape of the result for certain only when the sizes of the feeds are known."""
    x = go.placeholder(go.float32, (None, None, None, 2))
    y = block(block(x, x), x)
    with session() as opened:
        for dims in ((1, 5, 4, 2), (3, 4, 4, 2), (1, 5, 4, 2)):
            assert ran(y, {x: some(*dims)}, opened) == ["_FusedConv2D", "_FusedConv2D"]


def test_expected_values() -> None:
    x, w, b = some(2, 5, 5, 3), some(3, 3, 3, 3), some(3)
    px = go.placeholder(go.float32, (None, 5, 5, 3))
    y = r.Conv2D(input=px, filter=w, strides=[1, 1, 1, 1], padding="SAME")
    y = r.Relu(features=r.AddV2(x=px, y=r.BiasAdd(value=y, bias=b)))
    wanted = np.maximum(conv(np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0))), w, (1, 1), (1, 1), NO_PADS) + b + x, 0)
    with session() as opened:
        for _ in range(RUNS):
            np.testing.assert_allclose(opened.run(y, {px: x}), wanted, rtol=1e-5, atol=1e-5)


def test_what_is_broadcast_stays() -> None:
    x, other = go.placeholder(go.float32, (None, 4, 4, 2)), go.placeholder(go.float32, (None, None, None, 2))
    y = block(x, other)
    with session() as opened:
        whole = {x: some(2, 4, 4, 2), other: some(2, 4, 4, 2)}
        assert ran(y, whole, opened) == ["_FusedConv2D"]
        for dims in ((1, 4, 4, 2), (2, 1, 4, 2), (1, 1, 1, 2)):
            assert ran(y, {**whole, other: some(*dims)}, opened) == ["_FusedConv2D", "AddV2", "Relu"]
        small = {x: some(1, 4, 4, 2), other: some(2, 4, 4, 2)}  # the result is the one that is broadcast
        assert ran(y, small, opened) == ["_FusedConv2D", "AddV2", "Relu"]


def test_two_branches_that_both_end_in_the_addition() -> None:
    x = go.placeholder(go.float32, (None, 4, 4, 2))
    branches = [r.Conv2D(input=x, filter=some(1, 1, 2, 3), strides=[1, 1, 1, 1], padding="SAME") for _ in range(2)]
    biased = [r.BiasAdd(value=branch, bias=some(3)) for branch in branches]
    y = r.Relu(features=r.AddV2(x=biased[0], y=biased[1]))
    with session() as opened:
        assert ran(y, {x: some(2, 4, 4, 2)}, opened) == ["_FusedConv2D", "_FusedConv2D"]
        assert ran(y, {x: some(1, 4, 4, 2)}, opened) == ["_FusedConv2D", "_FusedConv2D"]


def test_the_same_result_twice_is_no_shortcut() -> None:
    x = go.placeholder(go.float32, (None, 4, 4, 2))
    y = r.BiasAdd(value=r.Conv2D(input=x, filter=some(1, 1, 2, 2), strides=[1, 1, 1, 1], padding="SAME"), bias=some(2))
    with session() as opened:
        assert ran(r.AddV2(x=y, y=y), {x: some(2, 4, 4, 2)}, opened) == ["_FusedConv2D", "AddV2"]


def test_arithmetic_with_shapes() -> None:
    x = go.placeholder(go.float32, None)
    sizes = r.Shape(input=r.Exp(x=x))
    rows = r.StridedSlice(input=sizes, begin=[0], end=[1], strides=[1], shrink_axis_mask=1)
    y = r.Reshape(tensor=x, shape=r.Pack(values=[rows * 2, go.constant(-1)]))
    with session() as opened:
        assert ran(y, {x: some(3, 4)}, opened) == ["Reshape"]
        assert ran(y, {x: some(5, 2, 2)}, opened) == ["Reshape"]


def test_shapes_that_depend_on_values() -> None:
    x = go.placeholder(go.float32, (None,))
    where = r.Where(condition=x > 0.0)
    y = r.Size(input=where)
    with session() as opened:
        for values, count in (([1, 0, 0], 1), ([1, 1, 0], 2), ([0, 0, 0], 0)):
            for _ in range(RUNS):
                assert opened.run(y, {x: np.array(values, np.float32)}) == count


def test_a_shape_that_is_fed_as_a_value() -> None:
    x, to = go.placeholder(go.float32, (None,)), go.placeholder(go.int32, (2,))
    y = r.Shape(input=r.Reshape(tensor=x, shape=to))
    with session() as opened:
        for wanted in ([2, 6], [3, 4], [12, 1]):
            for _ in range(RUNS):
                assert opened.run(y, {x: some(12), to: np.array(wanted, np.int32)}).tolist() == wanted


def test_a_constant_that_is_fed_with_another_shape_of_values() -> None:
    x, to = go.placeholder(go.float32, (None,)), go.constant([2, 6])
    y = r.Shape(input=r.Reshape(tensor=x, shape=to))
    with session() as opened:
        for wanted in ([3, 4], [2, 6]):
            for _ in range(RUNS):
                assert opened.run(y, {x: some(12), to: np.array(wanted, np.int32)}).tolist() == wanted


def test_functions_have_plans_of_their_own_for_shapes() -> None:
    x = go.placeholder(go.float32, (None, 4, 4, 2))
    y = go.while_loop(lambda i, _: i < 3, lambda i, v: (i + 1, block(v, v)), [go.constant(0), x],
                      shape_invariants=[go.TensorShape([]), go.TensorShape([None, 4, 4, 2])])[1]  # fmt: skip
    value = some(2, 4, 4, 2)
    with go.Session(config=go.SessionConfig(plan_passes=())) as plain:
        expected = plain.run(y, {x: value})
    with session() as opened:
        for _ in range(RUNS):
            np.testing.assert_allclose(opened.run(y, {x: value}), expected, rtol=1e-4, atol=1e-4)


def test_variables_may_have_another_value_each_time() -> None:
    x = go.placeholder(go.float32, (None, 2))
    v = go.Variable(np.ones(2, np.float32), name="v")
    y = r.Relu(features=r.BiasAdd(value=r.MatMul(a=x, b=np.eye(2, dtype=np.float32)), bias=v.value()))
    with session() as opened:
        opened.run(v.initializer)
        for number in range(RUNS):
            assert opened.run(y, {x: np.ones((3, 2), np.float32)}).tolist() == [[2 + number] * 2] * 3
            opened.run(v.assign_add(np.ones(2, np.float32), read_value=False))


def test_feeds_that_break_a_rule_are_refused_as_before() -> None:
    x = go.placeholder(go.float32, None, name="x")
    y = r.Relu(features=r.MatMul(a=x, b=np.ones((3, 2), np.float32)), name="layer")
    with session() as opened:
        for _ in range(RUNS):
            with pytest.raises(errors.InvalidArgumentError, match="inner dimension"):
                opened.run(y, {x: some(2, 4)})
            assert opened.run(y, {x: some(2, 3)}).shape == (2, 2)


def test_placements_are_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    x = go.placeholder(go.float32, (None,))
    y = r.Reshape(tensor=x, shape=r.Shape(input=r.Neg(x=x)))
    with go.Session(config=go.SessionConfig(plan_passes=PLAN_PASSES, log_device_placement=True)) as opened:
        opened.run(y, {x: some(3)})
        assert "Reshape" in capsys.readouterr().out
        for _ in range(RUNS):
            opened.run(y, {x: some(3)})
        assert capsys.readouterr().out == ""


def test_what_is_fetched_in_between_is_still_there() -> None:
    x = go.placeholder(go.float32, (None, 4, 4, 2))
    y = r.Conv2D(input=x, filter=some(1, 1, 2, 2), strides=[1, 1, 1, 1], padding="SAME")
    biased = r.BiasAdd(value=y, bias=some(2))
    end = r.Relu(features=r.AddV2(x=biased, y=x))
    with session() as opened:
        assert ran([end, biased], {x: some(2, 4, 4, 2)}, opened) == ["_FusedConv2D", "AddV2", "Relu"]
