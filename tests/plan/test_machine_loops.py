"""Loops in machine code: the same bits, errors, effects and ends as those that run step by step."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import errors
from graphops import raw_ops as r
from graphops_cpu.calls.machine import machine
from graphops_cpu.runtime import threads
from tests.plan.machine_loops import RUNS, same, session, some

Values = Sequence[Any]

pytestmark = pytest.mark.skipif(machine() is None, reason="there is no LLVM")


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


# -- variables ------------------------------------------------------------------------------------------------------


def test_a_scalar_loop(turns: list[tuple[bool, int]]) -> None:
    limit = go.placeholder(go.int32, ())
    y = go.while_loop(lambda i, s: i < limit, lambda i, s: (i + 1, s + i * i), [go.constant(0), go.constant(0)])[1]
    with session() as opened:
        for count in (0, 1, 2, 3, 50, 0, 7, 60, 0, 1, 1000):
            assert opened.run(y, {limit: count}) == sum(i * i for i in range(count))
    assert turns[-1][0]
    assert turns[-1][1] > 990


@pytest.mark.parametrize("dtype", ["int32", "int64", "float32"])
def test_variables_that_change_places(turns: list[tuple[bool, int]], dtype: str) -> None:
    """Each takes the place of another one, beside one that is computed and one that is a constant from then on."""
    start = [np.full((2, 3), k, dtype) for k in range(4)]

    def body(i: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        return i + 1, b, c, a + b, go.constant(np.full((2, 3), 9, dtype))

    y = go.while_loop(lambda i, *_: i < 30, body, [go.constant(0), *map(go.constant, start)])
    found = same(y)
    a, b, c = 0, 1, 2
    for _ in range(30):
        a, b, c = b, c, a + b
    wanted = [np.array(each).astype(dtype) if dtype != "int32" else np.array(each) for each in (a, b, c)]
    assert [each.flat[0] for each in found[1:4]] == wanted
    assert turns[-1][0]


def test_a_reshape_of_a_variable_takes_the_place_of_another(turns: list[tuple[bool, int]]) -> None:
    """A reshape shares memory with what it reshapes, which is written in the same iteration."""

    def body(i: Any, a: Any, b: Any) -> Any:
        return i + 1, a * 1.5 + b, r.Reshape(tensor=r.Reshape(tensor=a, shape=[6]), shape=[2, 3])

    y = go.while_loop(lambda i, *_: i < 20, body, [go.constant(0), go.constant(some(2, 3)), go.constant(some(2, 3))])
    same(y)
    assert turns[-1][0]


def test_a_predicate_that_is_a_variable(turns: list[tuple[bool, int]]) -> None:
    y = go.while_loop(lambda go_on, i: go_on, lambda go_on, i: (i < 12, i + 1), [go.constant(True), go.constant(0)])[1]
    assert same([y]) == [13]
    assert turns[-1][0]


def test_inputs_that_are_not_in_c_order(turns: list[tuple[bool, int]]) -> None:
    x, w = go.placeholder(go.float32, (4, 6)), go.placeholder(go.float32, (4, 6))
    y = go.while_loop(lambda i, s: i < 20, lambda i, s: (i + 1, s * 0.5 + w), [go.constant(0), x])[1]
    feeds = {x: some(6, 4).T, w: some(6, 4, seed=1).T}
    same([y], lambda: feeds)


def test_nan_and_infinity_go_where_they_went(turns: list[tuple[bool, int]]) -> None:
    x = go.placeholder(go.float32, (1, 8))
    w = go.constant(some(8, 8))
    y = go.while_loop(lambda i, s: i < 20, lambda i, s: (i + 1, r.Tanh(x=r.MatMul(a=s, b=w))), [go.constant(0), x])[1]
    given = some(1, 8)
    same([y], lambda: {x: given})
    assert turns[-1][0]
    given[0, 3] = np.nan
    same([y], lambda: {x: given})
    given[0, 3] = np.inf
    same([y], lambda: {x: given})


def test_powers_with_an_exponent_for_each_row() -> None:
    """NumPy calculates a row of numbers with the exponent -1 in another way than several rows."""
    x, y = go.placeholder(go.float32, (7, 9)), go.constant(np.array([[-1], [2], [0.5], [3], [-1], [-2], [1.5]], "f4"))
    z = go.while_loop(lambda i, _: i < 20, lambda i, s: (i + 1, r.Pow(x=s * s + x, y=y)), [go.constant(0), x])[1]
    given = iter([np.abs(some(7, 9, seed=k)) + 0.1 for k in range(RUNS)] * 2)
    same([z], lambda: {x: next(given)})


def test_outputs_that_nobody_reads(turns: list[tuple[bool, int]]) -> None:
    """Kernels write all outputs; two steps with an unread one each have memory of their own for it."""
    x = some(4, 12)

    def body(i: Any, a: Any, b: Any) -> Any:
        first, _, third = r.SplitV(value=a, size_splits=[2, 6, 4], axis=1, num_split=3)
        _, _, half = r.SplitV(value=b, size_splits=[5, 1, 6], axis=1, num_split=3)
        wide = r.ConcatV2(values=[third, half, first], axis=1)
        total = r.BiasAddGrad(out_backprop=wide)
        return i + 1, r.Tanh(x=wide), b * 0.5 + total

    y = go.while_loop(lambda i, *_: i < 15, body, [go.constant(0), go.constant(x), go.constant(x)])
    found = same(y)
    a, b = x.astype(float), x.astype(float)
    for _ in range(15):
        wide = np.concatenate([a[:, 8:], b[:, 6:], a[:, :2]], axis=1)
        a, b = np.tanh(wide), b * 0.5 + wide.sum(0)
    np.testing.assert_allclose(found[1], a, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(found[2], b, rtol=1e-4, atol=1e-5)
    assert turns[-1][0]


def test_loops_in_loops(turns: list[tuple[bool, int]]) -> None:
    def inner(i: Any, s: Any) -> Any:
        return i + 1, go.while_loop(lambda j, t: j < i, lambda j, t: (j + 1, t + j), [go.constant(0), s])[1]

    y = go.while_loop(lambda i, s: i < 12, inner, [go.constant(0), go.constant(0)])[1]
    assert same([y]) == [sum(sum(range(i)) for i in range(12))]
    assert turns[-1][0]


def test_a_long_loop_is_fast_in_its_first_run(turns: list[tuple[bool, int]]) -> None:
    y = go.while_loop(lambda i: i < 100_000, lambda i: i + 1, [go.constant(0)])
    with session() as opened:
        assert opened.run(y) == 100_000
    assert turns[-1][0]
    assert turns[-1][1] > 90_000


def test_many_threads(turns: list[tuple[bool, int]]) -> None:
    x = go.placeholder(go.float32, (4, 8))
    w = go.constant(some(8, 8) / 3)
    y = go.while_loop(lambda i, s: i < 40, lambda i, s: (i + 1, r.Tanh(x=r.MatMul(a=s, b=w))), [go.constant(0), x])[1]
    inputs = [some(4, 8, seed=k) for k in range(8)]
    with session("programs") as plain:
        wanted = [plain.run(y, {x: each}).tobytes() for each in inputs]
    wrong: list[int] = []
    with session() as opened:

        def work(k: int) -> None:
            wrong.extend(k for _ in range(30) if opened.run(y, {x: inputs[k]}).tobytes() != wanted[k])

        workers = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    assert not wrong
    assert turns[-1][0]


def test_another_number_of_threads() -> None:
    x = go.placeholder(go.float32, (4, 64))
    w = go.constant(some(64, 64) / 8)
    y = go.while_loop(lambda i, s: i < 9, lambda i, s: (i + 1, r.Tanh(x=r.MatMul(a=s, b=w))), [go.constant(0), x])[1]
    given, before = some(4, 64), threads.thread_count()
    try:
        with session() as opened:
            first = [opened.run(y, {x: given}) for _ in range(RUNS)][-1]
            threads.set_thread_count(1)
            np.testing.assert_allclose(opened.run(y, {x: given}), first, rtol=1e-5)
    finally:
        threads.set_thread_count(before)


# -- ends -----------------------------------------------------------------------------------------------------------


def endless() -> Any:
    """A loop without end."""
    return go.while_loop(lambda a, b: a < 5, lambda a, b: (b, a), [go.constant(0), go.constant(1)])[0]


def test_a_timeout_ends_it(turns: list[tuple[bool, int]]) -> None:
    y = endless()
    with session() as opened, pytest.raises(errors.DeadlineExceededError):
        opened.run(y, timeout=1.0)


def test_cancel_ends_it() -> None:
    y = endless()
    with session() as opened:
        stop = threading.Timer(1.0, opened.cancel)
        stop.start()
        begun = time.monotonic()
        with pytest.raises(errors.CancelledError):
            opened.run(y)
        assert time.monotonic() - begun < 30
        stop.join()


# -- lists of tensors -----------------------------------------------------------------------------------------------


# -- what is read before the loop -----------------------------------------------------------------------------------


def test_variables_are_read_before_the_loop(turns: list[tuple[bool, int]]) -> None:
    v = go.Variable(some(8), name="v")
    y = go.while_loop(lambda i, _: i < 30, lambda i, s: (i + 1, s * 0.5 + v), [go.constant(0), go.constant(some(8))])[1]
    change = v.assign_add(np.ones(8, np.float32))
    with session() as opened, session("programs") as plain:
        opened.run(v.initializer)
        plain.run(v.initializer)
        for _ in range(RUNS):
            assert opened.run(y).tobytes() == plain.run(y).tobytes()
            opened.run(change)
            plain.run(change)
    assert turns[-1] == (True, 30)


def test_a_loop_sees_what_somebody_else_assigns(turns: list[tuple[bool, int]]) -> None:
    v = go.Variable(0.0, name="v")
    y = go.while_loop(lambda i, s: s < 1, lambda i, s: (i + 1, v * 2.0), [go.constant(0), go.constant(0.0)])[1]
    change, back = v.assign(1.0), v.assign(0.0)
    with session() as opened:
        for _ in range(3):
            opened.run(back) if turns else opened.run(v.initializer)
            later = threading.Timer(0.5, opened.run, [change])
            later.start()
            assert opened.run(y, timeout=60.0) == 2
            later.join()
    assert turns[-1][0]
    assert turns[-1][1] > 100


def test_a_variable_that_is_gone_while_the_loop_runs() -> None:
    v = go.Variable(0.0, name="v")
    y = go.while_loop(lambda i, s: s < 1, lambda i, s: (i + 1, v * 2.0), [go.constant(0), go.constant(0.0)])[1]
    gone = r.DestroyResourceOp(resource=v.handle)
    with session() as opened:
        opened.run(v.initializer)
        later = threading.Timer(0.5, opened.run, [gone])
        later.start()
        with pytest.raises(errors.FailedPreconditionError, match="ReadVariableOp"):
            opened.run(y, timeout=60.0)
        later.join()


def test_a_variable_that_was_not_initialised() -> None:
    v = go.Variable(some(8), name="v")
    y = go.while_loop(lambda i, _: i < 30, lambda i, s: (i + 1, s * 0.5 + v), [go.constant(0), go.constant(some(8))])[1]
    store = go.Session()
    store.run(v.initializer)
    with session() as opened:
        for _ in range(RUNS):
            with pytest.raises(errors.FailedPreconditionError):
                opened.run(y)
