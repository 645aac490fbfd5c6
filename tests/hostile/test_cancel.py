"""``timeout`` and ``cancel()`` stop a run between two nodes, and the Session goes on as if nothing had been.

Nothing here measures how long a stop takes: a run that is not stopped never ends, or gives a result.
"""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.extend import PlainKernel, register_kernel, register_op
from graphops_registry.errors import (
    CancelledError,
    DeadlineExceededError,
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
)
from tests.hostile.bombs_functions import doubling
from tests.hostile.bombs_loops import endless, frame

rw = go.raw_ops
ROOT = Path(__file__).parent.parent.parent
reached = threading.Event()
go_on = threading.Event()

gate = register_op("TestCancel>Gate", inputs=["x: float"], outputs=["y: float"], stateful=True)
gate.shape_rule(lambda c: [c.shape("x")])


@register_kernel("TestCancel>Gate", "CPU")
class Gate(PlainKernel):
    """Says that it runs, and goes on when it is told to."""

    def compute(self, x: Any) -> Any:
        reached.set()
        assert go_on.wait(30)
        return x + 0


def through_gate(x: Any) -> Any:
    return getattr(rw, "TestCancel>Gate")(x=x)


@pytest.fixture(autouse=True)
def _gates() -> Iterator[None]:
    reached.clear()
    go_on.clear()
    with go.Graph().as_default():
        yield
    go_on.set()
    assert not [t for t in threading.enumerate() if t.name == "run"], "a thread is left"


class Run:
    """A call in a thread of its own, and what became of it."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self._call = call
        self.value: Any = None
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, name="run", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.value = self._call()
        except BaseException as error:
            self.error = error

    def end(self) -> BaseException | None:
        self.thread.join(60)
        assert not self.thread.is_alive(), "the run does not end"
        return self.error


def counter(name: str = "n") -> tuple[Any, Any, Any]:
    """A variable: its initializer, adding one, reading."""
    handle = rw.VarHandleOp(dtype="int64", shape=[], shared_name=name)
    return (
        rw.AssignVariableOp(resource=handle, value=np.int64(0)),
        lambda: rw.AssignAddVariableOp(resource=handle, value=np.int64(1)),
        lambda: rw.ReadVariableOp(resource=handle, dtype="int64"),
    )


def endless_while() -> Any:
    (y,) = go.import_graph_def(endless("none"), return_elements=["y:0"])
    return y


def endless_frame() -> Any:
    (y,) = go.import_graph_def(endless_v1(), return_elements=["exit_x:0"])
    return y


def endless_v1() -> Any:
    """The loop of ``frame()``, but for the concatenation: its variable stays as it is."""
    graph = frame()
    for node in graph.node:
        if node.name == "next_x":
            node.input[0] = "switch_x:1"
    return graph


def calls_without_end() -> Any:
    (y,) = go.import_graph_def(doubling("call", 40), return_elements=["y:0"])
    return y


def branches_without_end() -> Any:
    (y,) = go.import_graph_def(doubling("if", 40), return_elements=["y:0"])
    return y


ENDLESS = [endless_while, endless_frame, calls_without_end, branches_without_end]


@pytest.mark.parametrize("make", ENDLESS)
@pytest.mark.parametrize("passes", ["all passes", "no passes"])
def test_timeout(make: Callable[[], Any], passes: str) -> None:
    y, x = make(), go.constant([1.0])
    config = go.SessionConfig() if passes == "all passes" else go.SessionConfig(plan_passes=())
    with go.Session(config=config) as session:
        for _ in range(2):
            with pytest.raises(DeadlineExceededError, match="0.05 s"):
                session.run(y, timeout=0.05)
            assert session.run(x + 1.0).tolist() == [2.0]
        assert not session._runs


@pytest.mark.parametrize("make", ENDLESS)
def test_cancel_from_another_thread(make: Callable[[], Any]) -> None:
    y, x = make(), go.constant([1.0])
    with go.Session() as session:
        for _ in range(2):
            begun = Run(lambda: session.run([y, through_gate(x)]))
            runs = [begun, Run(lambda: session.run(y)), Run(lambda: session.run(y))]
            go_on.set()
            while len(session._runs) < 3:
                pass
            session.cancel()
            assert [type(run.end()) for run in runs] == [CancelledError] * 3
            assert session.run(x + 1.0).tolist() == [2.0]
            assert not session._runs


def test_cancel_between_two_nodes() -> None:
    """What ran before the cancel stays, what comes after does not run, and the next run is right."""
    start, add, read = counter()
    first = add()
    with go.control_dependencies([first]):
        stop = through_gate(go.constant([1.0]))
    with go.control_dependencies([stop]):
        second = add()
    with go.Session() as session:
        session.run(start)
        run = Run(lambda: session.run(second))
        assert reached.wait(30)
        session.cancel()
        go_on.set()
        assert isinstance(run.end(), CancelledError)
        assert session.run(read()) == 1
        session.run(second)
        assert session.run(read()) == 3


@pytest.mark.parametrize("large", ["inputs", "results", "many"])
def test_programs_can_be_stopped(large: str) -> None:
    """A plan that has become a program looks, too: before what reads much, before what makes much, and now and then."""
    x = go.placeholder(go.float32, (None,))
    y = through_gate(x)
    if large == "many":
        for _ in range(100):
            y = y + 1.0
        count = 4
    else:
        count = 1 << 19
        y = rw.Sum(input=y, axis=[0]) if large == "inputs" else y + 1.0
    counted, add, read = counter()
    with go.control_dependencies([y]):
        late = add()
    value = np.zeros(count, np.float32)
    with go.Session() as session:
        session.run(counted)
        go_on.set()
        for _ in range(4):
            session.run([y, late], {x: value})
        go_on.clear()
        reached.clear()
        run = Run(lambda: session.run([y, late], {x: value}))
        assert reached.wait(30)
        session.cancel()
        go_on.set()
        assert isinstance(run.end(), CancelledError)
        assert session.run(read()) == 4


def test_cancel_while_planning(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops.session import session as module

    real = module.make_plan

    def slow(*arguments: Any, **keywords: Any) -> Any:
        reached.set()
        assert go_on.wait(30)
        return real(*arguments, **keywords)

    monkeypatch.setattr(module, "make_plan", slow)
    y = endless_while()
    session = go.Session()
    run = Run(lambda: session.run(y))
    assert reached.wait(30)
    session.cancel()
    go_on.set()
    assert isinstance(run.end(), CancelledError)
    assert session.run(go.constant(1) + 1) == 2


def test_cancel_without_a_run() -> None:
    with go.Session() as session:
        session.cancel()
        assert session.run(go.constant(1) + 1) == 2
        session.close()
        session.cancel()


def test_one_session_is_cancelled_and_another_goes_on() -> None:
    y = through_gate(go.constant([1.0]))
    first, second = go.Session(), go.Session()
    stopped = Run(lambda: first.run(y + 1.0))
    other = Run(lambda: second.run(y + 1.0))
    while not (first._runs and second._runs):
        pass
    assert reached.wait(30)
    first.cancel()
    go_on.set()
    assert isinstance(stopped.end(), CancelledError)
    assert other.end() is None
    assert other.value.tolist() == [2.0]


def test_close_during_a_run() -> None:
    y = through_gate(go.constant([1.0])) + 1.0
    session = go.Session()
    run = Run(lambda: session.run(y))
    assert reached.wait(30)
    session.close()
    with pytest.raises(FailedPreconditionError, match="closed"):
        session.run(y)
    go_on.set()
    stopped = run.end()
    assert isinstance(stopped, CancelledError)
    assert "its Session was closed" in str(stopped)
    assert not session._plans


def test_a_callable_is_stopped() -> None:
    x = go.placeholder(go.float32, (1,))
    y = endless_while()
    with go.Session() as session:
        function = session.make_callable([y, x], [x], accept_options=True)
        with pytest.raises(DeadlineExceededError):
            function([1.0], options=go.RunOptions(timeout=0.05))
        run = Run(lambda: function([1.0]))
        while not session._runs:
            pass
        session.cancel()
        assert isinstance(run.end(), CancelledError)


@pytest.mark.parametrize("timeout", [0, 1e-300, 5e-324, 1e-9])
def test_tiny_timeouts(timeout: float) -> None:
    y = through_gate(go.constant([1.0]))
    with go.Session() as session:
        with pytest.raises(DeadlineExceededError):
            session.run(y, timeout=timeout)
        assert not reached.is_set(), "nothing ran"
        go_on.set()
        assert session.run(y, timeout=1e300).tolist() == [1.0]
        assert session.run(y, timeout=math.inf).tolist() == [1.0]


@pytest.mark.parametrize("timeout", [math.nan, -1, -math.inf, "1", True, 1j, np.array([1, 2])])
def test_timeouts_that_are_none(timeout: Any) -> None:
    y = go.constant(1) + 1
    with go.Session() as session:
        with pytest.raises(InvalidArgumentError, match="timeout of run"):
            session.run(y, timeout=timeout)
        with pytest.raises(InvalidArgumentError, match="timeout of run"):
            session.run(y, options=go.RunOptions(timeout=timeout))
    with pytest.raises(InvalidArgumentError, match="timeout of SessionConfig"):
        go.SessionConfig(timeout=timeout)


def test_options_of_other_kinds() -> None:
    y = go.constant(1) + 1
    with go.Session() as session:
        function = session.make_callable(y, accept_options=True)
        bad: list[Callable[[], Any]] = [
            lambda: function(options=5),
            lambda: function(option=go.RunOptions()),
            lambda: function(run_metadata=5),
            lambda: session.run(y, run_metadata="x"),  # type: ignore[arg-type]
            lambda: session.run(y, options="x"),  # type: ignore[arg-type]
        ]
        for call in bad:
            with pytest.raises(InvalidTypeError):
                call()


# -- signals ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no POSIX signals")
def test_cancel_from_a_signal_handler() -> None:
    y = endless_while()
    session = go.Session()
    session.run(go.constant(1) + 1)
    before = signal.signal(signal.SIGALRM, lambda *_: session.cancel())
    try:
        for _ in range(3):
            signal.setitimer(signal.ITIMER_REAL, 0.02)
            with pytest.raises(CancelledError):
                session.run(y)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert session.run(go.constant(1) + 1) == 2


INTERRUPTED = """
import random, signal, sys, threading
import numpy as np
import graphops as go
rw = go.raw_ops
graph = go.Graph()
with graph.as_default():
    x = go.placeholder(go.float32, (4,))
    pair = [rw.VarHandleOp(dtype="float32", shape=[4], shared_name=name) for name in "ab"]
    start = [rw.AssignVariableOp(resource=v, value=np.zeros(4, np.float32)) for v in pair]
    both = rw.ResourceApplyMomentum(var=pair[0], accum=pair[1], lr=1.0, grad=x, momentum=0.0, use_locking=True)
    y = x * 2.0 + 1.0
session = go.Session(graph)
session.run(start)
value = np.ones(4, np.float32)
armed = False
interrupts = 0
def interrupt(*_):
    if armed:
        raise KeyboardInterrupt
signal.signal(signal.SIGALRM, interrupt)
chosen = random.Random(7)
for turn in range(TURNS):
    armed = True
    try:
        signal.setitimer(signal.ITIMER_REAL, chosen.uniform(1e-6, 3e-4), 1e-3)  # again, should it come too early
        while True:
            session.run([both, y], {x: value})
            session.variables.restore(session.variables.snapshot())
    except KeyboardInterrupt:
        armed = False
        interrupts += 1
    armed = False
    found = []
    signal.setitimer(signal.ITIMER_REAL, 0)
    other = threading.Thread(daemon=True, target=lambda: found.append((session.run([both, y], {x: value}),
                                                          session.variables.snapshot())))
    other.start()
    other.join(20)
    assert found, "a lock was left taken"
    (_, result), variables = found[0]
    assert result.tolist() == [3.0] * 4
    # lr 1, momentum 0: the accumulator is the gradient, and the variable a whole number that all elements share
    assert len(set(variables["a"].tolist())) == 1 and variables["a"][0] == int(variables["a"][0])
    assert variables["b"].tolist() == [1.0] * 4
    assert not session._runs
print(interrupts)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no POSIX signals")
def test_interrupts_anywhere() -> None:
    """KeyboardInterrupt at a random moment of a run, of snapshot() and of restore(): no lock stays taken, no half
    update is seen."""
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "registry", ROOT / "kernels")))
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.replace("TURNS", "300")],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    assert int(done.stdout) == 300


def test_nothing_foreign_comes_out_of_a_stopped_run() -> None:
    y = branches_without_end()
    with go.Session() as session, pytest.raises(GraphopsError) as caught:
        session.run(y, timeout=1.0)
    assert "StatelessIf" in "\n".join(caught.value.__notes__), "and it says where it was"
