"""Loops whose functions run as programs: the same values, errors and ends as those that run step by step.

Loops in machine code are in ``test_machine_loops.py``.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import errors
from graphops import raw_ops as r
from graphops.plan.program.program import Program
from graphops.plan.session_config import PLAN_PASSES


@pytest.fixture(autouse=True)
def _graph():
    with go.Graph().as_default():
        yield


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[Program]:
    """The programs that run, in order."""
    found: list[Program] = []
    run, repeat = Program.run, Program.repeat

    def note(self: Program, fed: Any, state: Any) -> list[Any]:
        found.append(self)
        return run(self, fed, state)

    def note_loop(self: Program, body: Program, values: Any, state: Any, holds: Callable[[Any], bool]) -> Any:
        def held(value: Any) -> bool:
            found.append(self)
            return holds(value)

        return repeat(self, body, values, state, held)

    monkeypatch.setattr(Program, "run", note)
    monkeypatch.setattr(Program, "repeat", note_loop)
    return found


def session(**settings: Any) -> go.Session:
    passes = [name for name in PLAN_PASSES if name != "call_lists"]
    return go.Session(config=go.SessionConfig(plan_passes=passes, **settings))


def test_a_scalar_loop(ran: list[Program]) -> None:
    limit = go.placeholder(go.int32, ())
    y = go.while_loop(lambda i, s: i < limit, lambda i, s: (i + 1, s + i * i), [go.constant(0), go.constant(0)])[1]
    with session() as opened:
        for count in (0, 1, 2, 3, 50, 0, 7):
            assert opened.run(y, {limit: count}) == sum(i * i for i in range(count))
        del ran[:]
        opened.run(y, {limit: 50})
    assert len(ran) > 45  # iterations


def test_shapes_that_change_on_the_way(ran: list[Program]) -> None:
    """The vector doubles whenever the number is a multiple of 10; between that programs run."""
    start = go.placeholder(go.float32, (None,))

    def body(i: Any, x: Any) -> Any:
        times = r.Add(x=r.Cast(x=r.Equal(x=r.FloorMod(x=i, y=10), y=0), DstT=go.int32), y=1)
        return i + 1, r.Tile(input=x + 1.0, multiples=r.Reshape(tensor=times, shape=[1]))

    y = go.while_loop(lambda i, x: i < 35, body, [go.constant(1), start],
                      shape_invariants=[go.TensorShape([]), go.TensorShape([None])])[1]  # fmt: skip
    with session() as opened:
        for size in (1, 3, 1):
            found = opened.run(y, {start: np.zeros(size, np.float32)})
            assert found.tolist() == [34.0] * (size * 8)
    assert ran


def test_loops_in_loops() -> None:
    def inner(i: Any, s: Any) -> Any:
        return i + 1, go.while_loop(lambda j, t: j < i, lambda j, t: (j + 1, t + j), [go.constant(0), s])[1]

    y = go.while_loop(lambda i, s: i < 12, inner, [go.constant(0), go.constant(0)])[1]
    with session() as opened:
        for _ in range(4):
            assert opened.run(y) == sum(sum(range(i)) for i in range(12))


def test_each_turn_happens_once() -> None:
    """Of a loop with effects, of the condition too."""
    v = go.Variable(np.int32(0), name="v")
    asked = go.Variable(np.int32(0), name="asked")

    def goes_on(i: Any) -> Any:
        with go.get_default_graph().control_dependencies([asked.assign_add(np.int32(1), read_value=False)]):
            return r.Less(x=r.Identity(input=i), y=20)

    def body(i: Any) -> Any:
        with go.get_default_graph().control_dependencies([v.assign_add(np.int32(2), read_value=False)]):
            return i + 1

    y = go.while_loop(goes_on, body, [go.constant(0)])
    with session() as opened:
        opened.run([v.initializer, asked.initializer])
        for number in range(1, 4):
            assert opened.run(y) == 20
            assert opened.run(v.value()) == 40 * number
            assert opened.run(asked.value()) == 21 * number


def test_an_error_names_the_node_in_the_function() -> None:
    start = go.placeholder(go.int32, ())
    y = go.while_loop(lambda i: i > -5, lambda i: i - 1 + 0 * r.FloorDiv(x=go.constant(1), y=i, name="broken"), [start])
    with session() as opened, pytest.raises(errors.InvalidArgumentError, match="must not be 0 anywhere") as caught:
        opened.run(y, {start: 6})
    notes = "\n".join(caught.value.__notes__)
    assert "broken" in notes
    assert "test_repeat.py" in notes


def endless() -> Any:
    return go.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 1000, [go.constant(0)])


def test_a_timeout_ends_it() -> None:
    y = endless()
    with session() as opened, pytest.raises(errors.DeadlineExceededError):
        opened.run(y, timeout=0.3)


def test_cancel_ends_it() -> None:
    y = endless()
    with session() as opened:
        stop = threading.Timer(0.3, opened.cancel)
        stop.start()
        begun = time.monotonic()
        with pytest.raises(errors.CancelledError):
            opened.run(y)
        assert time.monotonic() - begun < 30
        stop.join()


def test_a_memory_limit_counts_as_before() -> None:
    y = go.while_loop(lambda x: r.Size(input=x) < 1 << 24, lambda x: r.Tile(input=x, multiples=[2]),
                      [go.constant([1.0])], shape_invariants=[go.TensorShape([None])])  # fmt: skip
    with session(memory_limit=1 << 20) as opened, pytest.raises(errors.ResourceExhaustedError):
        opened.run(y)
    with session() as opened:
        for _ in range(3):
            assert opened.run(y).shape == (1 << 24,)


def test_threads_share_the_programs() -> None:
    limit = go.placeholder(go.int32, ())
    y = go.while_loop(lambda i, s: i < limit, lambda i, s: (i + 1, s + i), [go.constant(0), go.constant(0)])[1]
    wrong: list[Any] = []
    with session() as opened:

        def work(seed: int) -> None:
            for count in np.random.default_rng(seed).integers(0, 60, 20).tolist():
                if opened.run(y, {limit: count}) != count * (count - 1) // 2:
                    wrong.append(count)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []
