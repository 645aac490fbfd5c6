"""What a forked process can use, and what pickles: the rules of docs/how-to/use_threads_and_processes.md."""

from __future__ import annotations

import concurrent.futures
import copy
import multiprocessing
import os
import pickle
import pickletools
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry import errors

rw = go.raw_ops
FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")


def network() -> tuple[go.Graph, Any, Any, Any]:
    """A graph with a convolution, and a counter beside it: the graph, its input, its output, the counter's step."""
    graph = go.Graph()
    with graph.as_default():
        x = go.placeholder(go.float32, (None, 8, 8, 2), name="x")
        w = np.ones((3, 3, 2, 4), np.float32)
        y = rw.Relu(features=rw.Conv2D(input=x, filter=w, strides=[1] * 4, padding="VALID"), name="y")
        counter = rw.VarHandleOp(dtype="int64", shape=[], shared_name="n")
        rw.AssignVariableOp(resource=counter, value=np.int64(0), name="start")
        step = rw.AssignAddVariableOp(resource=counter, value=np.int64(1), name="step")
    return graph, x, y, step


def in_child(function: Callable[[], None]) -> int:
    """How a forked process ends that calls ``function``: 0 if it returns in time."""
    pid = os.fork()
    if not pid:
        signal.alarm(20)
        try:
            function()
        except BaseException as error:
            print(repr(error), file=sys.stderr)
            os._exit(1)
        os._exit(0)
    return os.waitpid(pid, 0)[1]


@FORKS
def test_a_session_goes_on_in_a_child() -> None:
    graph, x, y, step = network()
    session = go.Session(graph)
    session.run("start")
    session.run(step)
    value = np.ones((64, 8, 8, 2), np.float32)
    session.run(y, {x: value})

    def child() -> None:
        assert (session.run(y, {x: value}) == 18.0).all()
        session.run(step)
        assert session.variables["n"] == 2
        with go.Graph().as_default():
            assert go.Session().run(go.constant(1) + 1) == 2

    assert in_child(child) == 0
    assert session.variables["n"] == 1  # the child's state is its own


@FORKS
def test_locks_that_others_held_are_free_in_a_child() -> None:
    """Every lock of the library is taken by another thread at the moment of the fork."""
    from graphops_registry import locks

    graph, x, y, step = network()
    session = go.Session(graph)
    value = np.ones((4, 8, 8, 2), np.float32)
    session.run("start")
    session.run(y, {x: value})
    taken, release = threading.Event(), threading.Event()
    held = [lock for lock in list(locks._made) if lock.acquire(timeout=5)]
    assert len(held) > 10
    for lock in held:
        lock.release()

    def hold() -> None:
        for lock in held:
            lock.acquire()
        taken.set()
        release.wait(60)
        for lock in held:
            lock.release()

    thread = threading.Thread(target=hold)
    thread.start()
    taken.wait(60)

    def child() -> None:
        session.run([y, step], {x: value[:3]})
        session.variables.snapshot()
        with graph.as_default():
            assert session.run(go.constant(1.0) + 1.0) == 2.0
        go.eager.Conv2D(input=value[:1, :5], filter=np.ones((2, 2, 2, 1), np.float32), strides=[1] * 4, padding="SAME")

    try:
        assert in_child(child) == 0
    finally:
        release.set()
        thread.join()


@FORKS
def test_a_lock_that_the_forking_thread_holds_stays_its_own() -> None:
    graph = go.Graph()
    with graph.build_lock:

        def child() -> None:
            assert graph.build_lock._is_owned()

        assert in_child(child) == 0


def compute(message: bytes, value: Any) -> Any:
    """In a process of its own: the graph comes as bytes."""
    with go.Graph().as_default() as graph:
        go.import_graph_def(message, name="")
        with go.Session(graph) as session:
            return session.run("y:0", {"x:0": value})


def fail(message: bytes) -> Any:
    return compute(message, np.ones((1, 2, 2, 2), np.float32))


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes_of_a_pool(method: str) -> None:
    graph, x, y, _ = network()
    value = np.ones((2, 8, 8, 2), np.float32)
    with go.Session(graph) as session:
        session.run(y, {x: value})
    message = graph.as_graph_def().SerializeToString()
    context = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        assert (pool.submit(compute, message, value).result(120) == 18.0).all()
        with pytest.raises(errors.InvalidArgumentError, match="must have shape") as caught:
            pool.submit(fail, message).result(120)
        assert isinstance(caught.value, ValueError)
        assert pool.submit(go.eager.Neg, x=value).result(120)[0, 0, 0, 0] == -1.0


# -- pickle -----------------------------------------------------------------------------------------------------------

COPIES: list[Callable[[Any], Any]] = [pickle.dumps, copy.copy, copy.deepcopy]


@pytest.mark.parametrize("by", COPIES)
@pytest.mark.parametrize("what", ["Graph", "Tensor", "Node", "Session", "Variables"])
def test_what_belongs_to_a_process_is_refused(what: str, by: Callable[[Any], Any]) -> None:
    graph, x, y, _ = network()
    session = go.Session(graph)
    found = {"Graph": graph, "Tensor": x, "Node": y.node, "Session": session, "Variables": session.variables}[what]
    with pytest.raises(errors.InvalidTypeError, match=f"a {what} must not be pickled or copied") as caught:
        by(found)
    (fix,) = caught.value.__notes__
    assert "GraphDef" in fix or "snapshot()" in fix or "as_graph_def()" in fix


@pytest.mark.parametrize(
    "value",
    [
        go.float32, go.bfloat16, go.TensorShape([1, None]), go.TensorShape(None), go.RunOptions(timeout=3),
        go.SessionConfig(memory_limit=5, file_folders=["a"]), go.eager.Neg, go.raw_ops.Neg,
    ],
    ids=lambda value: getattr(value, "__name__", None) or repr(value)[:60],
)  # fmt: skip
def test_what_can_be_pickled(value: Any) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again is value or again == value
    assert copy.deepcopy(value) == value


@pytest.mark.parametrize("module", [go.eager, go.raw_ops])
@pytest.mark.parametrize("name", ["Neg", "Graphops>Dilation2DPickInput"])
def test_a_pickled_op_names_its_public_path_alone(module: Any, name: str) -> None:
    """So pickles outlive a release in which code moves, and another process reads them."""
    op = getattr(module, name)
    named = {text for opcode, text, _ in pickletools.genops(pickle.dumps(op)) if isinstance(text, str)}
    assert named == {module.__name__, name}
    assert (op.__module__, op.__name__) == (module.__name__, name)


def test_another_process_reads_a_pickled_op() -> None:
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer)(x=3.5))"
    found = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(go.eager.Neg), capture_output=True)
    assert found.stdout.split() == [b"-3.5"], found.stderr


@pytest.mark.parametrize(
    "kind", [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
)
def test_errors_arrive_with_their_notes(kind: type[Exception]) -> None:
    error = kind("x of op 'Neg' must be a number, got 'a'")
    error.add_note("at node n")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert (str(again), again.__notes__) == (str(error), ["at node n"])


def test_values_go_from_one_session_to_another() -> None:
    graph, _, _, step = network()
    session = go.Session(graph)
    session.run("start")
    session.run(step)
    arrived = pickle.loads(pickle.dumps((graph.as_graph_def().SerializeToString(), session.variables.snapshot())))
    with go.Graph().as_default() as other:
        go.import_graph_def(arrived[0], name="")
        there = go.Session(other)
        there.variables.restore(arrived[1])
        there.run("step")
        assert there.variables["n"] == 2


@pytest.mark.parametrize("kind", [errors.ResourceExhaustedError, errors.UnavailableError, errors.InvalidArgumentError])
def test_errors_arrive_where_another_package_pickles_exceptions(kind: type[errors.GraphopsError]) -> None:
    """Dask loads tblib, which replaces the pickling of all exceptions of the process."""
    support = pytest.importorskip("tblib.pickling_support")
    error = kind("it must work").concerns(op="Add")
    error.add_note("node: 'y'")
    make, given, *states = support.pickle_exception(error)
    found = make(*given)
    for state in states:
        found.__dict__.update(state)
    assert (type(found), str(found), found.op, found.__notes__) == (kind, "it must work", "Add", ["node: 'y'"])
