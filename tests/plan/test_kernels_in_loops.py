"""Loops in machine code whose bodies do more than arithmetic: the same bits, and the same errors as step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import errors
from graphops import raw_ops as r
from graphops.plan.session_config import PLAN_PASSES
from graphops_cpu.calls.machine import machine

pytestmark = pytest.mark.skipif(machine() is None, reason="there is no LLVM")


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


def session(*without: str) -> go.Session:
    return go.Session(config=go.SessionConfig(plan_passes=[name for name in PLAN_PASSES if name not in without]))


def some(*shape: int, seed: int = 0) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def same(fetch: Any, feeds: dict[Any, Any]) -> None:
    """Check that all runs give the bits that a Session without lists gives."""
    with session("call_lists") as plain:
        wanted = [np.asarray(plain.run(fetch, feeds)).tobytes() for _ in range(9)]
    with session() as opened:
        assert [np.asarray(opened.run(fetch, feeds)).tobytes() for _ in range(9)] == wanted


def test_a_beam_search(turns: list[tuple[bool, int]]) -> None:
    """Four beams: scores of all next words, the best of them, and the states that these come from."""
    words, units, beams = 30, 16, 4
    w, embedding, out = (go.constant(some(*s)) for s in ((units, units), (words, units), (units, words)))

    def body(i: Any, state: Any, scores: Any, last: Any) -> Any:
        state = r.Tanh(x=r.MatMul(a=state, b=w) + r.GatherV2(params=embedding, indices=last, axis=0))
        logits = r.LogSoftmax(logits=r.MatMul(a=state, b=out)) + r.ExpandDims(input=scores, dim=1)
        flat = r.Reshape(tensor=logits, shape=[1, beams * words])
        best, places = r.TopKV2(input=flat, k=beams, sorted=True)
        places = r.Reshape(tensor=places, shape=[beams])
        from_beam = r.FloorDiv(x=places, y=words)
        state = r.GatherV2(params=state, indices=from_beam, axis=0)
        return i + 1, state, r.Reshape(tensor=best, shape=[beams]), r.FloorMod(x=places, y=words)

    x = go.placeholder(go.float32, (beams, units))
    start = [go.constant(0), x, go.constant(np.zeros(beams, np.float32)), go.constant(np.zeros(beams, np.int32))]
    _, state, scores, last = go.while_loop(lambda i, *_: i < 12, body, start)
    for seed in range(3):
        for fetch in (state, scores, last):
            same(fetch, {x: some(beams, units, seed=seed)})
    same(scores, {x: np.full((beams, units), np.nan, np.float32)})
    assert turns[-1][0]


def test_attention(turns: list[tuple[bool, int]]) -> None:
    """Over a memory that another step turned."""
    steps, units = 9, 12
    memory = go.placeholder(go.float32, (2, steps, units))
    turned = r.Transpose(x=memory, perm=[1, 0, 2])

    def body(i: Any, query: Any) -> Any:
        scores = r.Sum(input=r.Tanh(x=turned + r.ExpandDims(input=query, dim=0)), reduction_indices=[2])
        weights = r.Softmax(logits=r.Transpose(x=scores, perm=[1, 0]))
        weights = r.ExpandDims(input=r.Transpose(x=weights, perm=[1, 0]), dim=2)
        return i + 1, r.Sum(input=weights * turned, reduction_indices=[0])

    query = go.while_loop(lambda i, *_: i < 8, body, [go.constant(0), go.constant(some(2, units))])[1]
    same(query, {memory: some(2, steps, units)})
    assert turns[-1][0]


def test_look_ups_in_a_variable(turns: list[tuple[bool, int]]) -> None:
    """The variable is read before the loop, in each run again."""
    table = go.Variable(some(6, 3))
    total = go.while_loop(
        lambda i, s: i < 6,
        lambda i, s: (i + 1, s + r.ResourceGather(resource=table.handle, indices=i, dtype=go.float32)),
        [go.constant(0), go.constant(np.zeros(3, np.float32))],
    )[1]
    twice, init = table.assign(2 * table.value()), go.global_variables_initializer()
    with session() as opened:
        opened.run(init)
        for number in range(9):
            wanted = sum(2**number * some(6, 3).astype(np.float64))
            np.testing.assert_allclose(opened.run(total), wanted, rtol=1e-5)
            opened.run(twice.op)
    assert turns[-1] == (True, 6)


@pytest.mark.parametrize("words", [9, 3000])
def test_softmax_and_the_largest_of_many(turns: list[tuple[bool, int]], words: int) -> None:
    x = go.placeholder(go.float32, (4, words))

    def body(i: Any, x: Any, best: Any) -> Any:
        chances = r.LogSoftmax(logits=x)
        values, places = r.TopKV2(input=chances, k=2, sorted=True)
        return i + 1, r.Softmax(logits=x + 0.5) * 3, best + values + r.Cast(x=places, DstT=go.float32)

    start = [go.constant(0), x, go.constant(np.zeros((4, 2), np.float32))]
    _, last, best = go.while_loop(lambda i, *_: i < 5, body, start)
    same(last, {x: some(4, words)})
    same(best, {x: some(4, words)})
    assert turns[-1][0]


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_an_index_that_leaves_the_range(turns: list[tuple[bool, int]], index: Any) -> None:
    table, stop = go.constant(some(6, 3)), go.placeholder(go.int32, ())

    def body(i: Any, s: Any) -> Any:
        row = r.GatherV2(params=table, indices=r.Cast(x=i - 2, DstT=go.as_dtype(index)), axis=0)
        return i + 1, s + row

    y = go.while_loop(lambda i, s: i < stop, body, [go.constant(2), go.constant(np.zeros(3, np.float32))])[1]
    same(y, {stop: 8})
    assert turns[-1][0]
    for opened in (session(), session("call_lists")):
        with opened:
            for _ in range(9):
                opened.run(y, {stop: 8})
                with pytest.raises(errors.InvalidArgumentError, match=r"must be in \[0, 6\), .* values from 6 to 6"):
                    opened.run(y, {stop: 10})


def test_a_divisor_that_becomes_zero(turns: list[tuple[bool, int]]) -> None:
    start = go.placeholder(go.int32, ())
    y = go.while_loop(
        lambda i, s: i < 9, lambda i, s: (i + 1, s + r.FloorDiv(x=100, y=start - i)), [go.constant(0), go.constant(0)]
    )[1]
    same(y, {start: 20})
    assert turns[-1][0]
    for opened in (session(), session("call_lists")):
        with opened:
            for _ in range(9):
                assert opened.run(y, {start: 20}) == sum(100 // (20 - i) for i in range(9))
                with pytest.raises(errors.InvalidArgumentError, match="integer division by zero"):
                    opened.run(y, {start: 5})


def test_a_loop_that_ends_when_little_changes(turns: list[tuple[bool, int]]) -> None:
    a = go.placeholder(go.float32, (5, 5))

    def goes_on(i: Any, x: Any, change: Any) -> Any:
        return r.LogicalAnd(x=i < 50, y=change > 1e-4)

    def body(i: Any, x: Any, change: Any) -> Any:
        y = r.MatMul(a=a, b=x)
        y = y / r.Max(input=r.Abs(x=y), reduction_indices=[0, 1], keep_dims=True)
        return i + 1, y, r.Max(input=r.Abs(x=y - x), reduction_indices=[0, 1])

    start = [go.constant(0), go.constant(np.ones((5, 2), np.float32)), go.constant(np.float32(1))]
    y = go.while_loop(goes_on, body, start)[1]
    same(y, {a: np.abs(some(5, 5))})
    assert turns[-1][0]
    same(y, {a: np.zeros((5, 5), np.float32)})  # not a number from the first iteration on
