"""Eight threads, a thousand runs each, one Session: different feed shapes, one kernel cache, one variable."""

import sys
import threading
import time

import numpy as np
import pytest

import graphops as go
from graphops.session import resources
from graphops_registry.errors import CancelledError, FailedPreconditionError

THREADS, RUNS = 8, 1000


def test_eight_threads_a_thousand_runs_each():
    graph = go.Graph()
    with graph.as_default():
        p = go.placeholder(go.float64, ["N", None, 2, 2, 1], name="p")
        w = np.arange(16, dtype=np.float64).reshape(2, 2, 2, 1, 2)
        handle = go.raw_ops.VarHandleOp(dtype=go.float64, shape=w.shape, shared_name="w")
        counter = go.raw_ops.VarHandleOp(dtype=go.int64, shape=[], shared_name="counter")
        start = [
            go.raw_ops.AssignVariableOp(resource=handle, value=w),
            go.raw_ops.AssignVariableOp(resource=counter, value=np.int64(0)),
        ]
        read = go.raw_ops.ReadVariableOp(resource=handle, dtype=go.float64)
        y = go.raw_ops.Conv3D(input=p, filter=read, strides=[1] * 5, padding="VALID")
        (dw,) = go.gradients(y, [read])
        count = go.raw_ops.AssignAddVariableOp(resource=counter, value=np.int64(1))
        counted = go.raw_ops.ReadVariableOp(resource=counter, dtype=go.int64)
    session = go.Session(graph)
    session.run(start)
    wrong: list[object] = []

    def work(seed: int) -> None:
        try:
            for run in range(RUNS):
                n, depth = 1 + (seed + run) % 5, 2 + (seed * run) % 3
                scale = float(seed + 1)
                x = np.full((n, depth, 2, 2, 1), scale)
                value, gradient, _ = session.run([y, dw, count], {p: x})
                # Every window holds one number, so y is that number times the sums of the filter's two halves.
                expected = np.broadcast_to([56 * scale, 64 * scale], (n, depth - 1, 1, 1, 2))
                total = n * (depth - 1) * scale  # of each filter element's gradient
                if not (np.array_equal(value, expected) and (gradient == total).all()):
                    wrong.append((seed, run))
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert session.run(counted) == THREADS * RUNS


# -- who changes what others use --------------------------------------------------------------------------------------


@pytest.fixture
def often():
    """Threads change after every few instructions."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(*works):
    """Run all at once; what they raise."""
    barrier, wrong = threading.Barrier(len(works)), []

    def run(work):
        barrier.wait()
        try:
            work()
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive(), "a thread waits for ever"
    return wrong


@pytest.mark.parametrize("kind", ["resource", "reference"])
def test_eight_threads_count(often, kind):
    with go.Graph().as_default():
        if kind == "resource":
            handle = go.raw_ops.VarHandleOp(dtype=go.int64, shape=[], shared_name="n")
            start = go.raw_ops.AssignVariableOp(resource=handle, value=np.int64(0))
            add = go.raw_ops.AssignAddVariableOp(resource=handle, value=np.int64(1))
        else:
            ref = go.raw_ops.VariableV2(shape=[], dtype=go.int64, shared_name="n")
            start = go.raw_ops.Assign(ref=ref, value=np.int64(0)).node
            add = go.raw_ops.AssignAdd(ref=ref, value=np.int64(1), use_locking=True).node
        session = go.Session()
        session.run(start)
        assert together(*[lambda: [session.run(add) for _ in range(150)]] * 8) == []
        assert session.variables["n"] == 8 * 150


def test_snapshots_never_see_half_an_update(often, monkeypatch):
    """An optimiser changes two variables at once, restore() both: they are equal whenever one looks."""
    publish = resources._Variable.publish

    def slowly(entry, array, version):
        publish(entry, array, version)
        time.sleep(1e-5)  # another thread's turn

    monkeypatch.setattr(resources._Variable, "publish", slowly)
    with go.Graph().as_default():
        pair = [go.raw_ops.VarHandleOp(dtype=go.float32, shape=[3], shared_name=n) for n in ("a", "b")]
        start = [go.raw_ops.AssignVariableOp(resource=v, value=np.zeros(3, np.float32)) for v in pair]
        step = go.raw_ops.ResourceApplyMomentum(
            var=pair[0], accum=pair[1], lr=np.float32(-1), grad=np.zeros(3, np.float32), momentum=np.float32(1)
        )
        session = go.Session()
        session.run(start)
        names = ["a", "b", *(f"v{number}" for number in range(4))]
        even = {name: np.zeros(3, np.float32) for name in names}
        odd = {name: np.full(3, 5, np.float32) for name in names}
        session.variables.restore(even)
        seen = set()

        busy = ["a restore", "another"]

        def restore():
            for _ in range(60):
                session.variables.restore(even)
                session.variables.restore(odd)
            busy.pop()

        def look():
            while busy:
                seen.add(tuple(sorted({float(value[0]) for value in session.variables.snapshot().values()})))

        assert together(restore, restore, look, look) == []
        assert seen == {(0.0,), (5.0,)}

        # momentum 1, gradient 0: a grows by b in each step, and b stays
        session.variables.restore({"a": np.zeros(3, np.float32), "b": np.ones(3, np.float32)})
        assert together(*[lambda: [session.run(step) for _ in range(50)]] * 4, look) == []
        assert session.variables["a"][0] == 200.0


def test_a_graph_grows_while_others_run_and_plan_it(often):
    graph = go.Graph()
    with graph.as_default():
        x = go.placeholder(go.float32, (None,), name="x")
        y = x * 2.0
    session = go.Session(graph)
    function = session.make_callable(y, [x])
    value = np.arange(3, dtype=np.float32)

    def grow():
        with graph.as_default():
            for turn in range(40):
                z = y + float(turn)
                assert session.run(z, {x: value})[1] == 2.0 + turn

    def run():
        for _ in range(60):
            assert session.run(y, {x: value}).tolist() == [0, 2, 4]
            assert function(value).tolist() == [0, 2, 4]

    def look():
        for _ in range(20):
            graph.as_graph_def()
            session.explain(y, [x])

    assert together(grow, grow, run, run, look) == []
    assert len({node.name for node in graph.nodes}) == len(graph)


def test_an_old_plan_never_takes_the_place_of_a_new_one(monkeypatch):
    """A slow thread plans while the graph is changed; who asks after the change gets the new plan."""
    from graphops.session import session as module

    real, begun, go_on = module.make_plan, threading.Event(), threading.Event()
    graph = go.Graph()
    with graph.as_default():
        x = go.placeholder(go.float32, ())
        y = x + 1.0
    session = go.Session(graph)

    def slow(*arguments, **keywords):
        made = real(*arguments, **keywords)
        if threading.current_thread().name == "slow":
            graph.build_lock.release()  # as if the lock were free again, and the plan not yet stored
            begun.set()
            go_on.wait(30)
            graph.build_lock.acquire()
        return made

    monkeypatch.setattr(module, "make_plan", slow)
    thread = threading.Thread(target=lambda: session.run(y, {x: 1.0}), name="slow")
    thread.start()
    assert begun.wait(30)
    with graph.as_default():
        go.constant(1.0)
    session.run(y, {x: 1.0})
    newest = session._plans_for
    go_on.set()
    thread.join(30)
    assert session._plans_for == newest == (graph.version, newest[1])
    assert all(key[0] == newest for key in session._plans)


def test_close_while_others_run(often):
    for _ in range(20):
        with go.Graph().as_default():
            y = go.constant(1.0) + 1.0
            session = go.Session()

            def run(session=session, y=y):
                try:
                    for _ in range(50):
                        assert session.run(y) == 2.0
                except (CancelledError, FailedPreconditionError):  # closed during a run, or before it
                    return

            assert together(run, run, session.close) == []


def test_many_sessions_share_one_bounded_cache(often, monkeypatch):
    from graphops.plan.choose.prepared_cache import PREPARED

    monkeypatch.setattr(PREPARED, "capacity", 8)

    def work(seed):
        with go.Graph().as_default():
            x = go.placeholder(go.float32, (None, None))
            y = go.raw_ops.Sum(input=go.raw_ops.MatMul(a=x, b=x, transpose_b=True), axis=[0, 1])
            with go.Session(config=go.SessionConfig(plan_passes=())) as session:
                for turn in range(40):
                    rows, columns = 1 + (seed * turn) % 7, 1 + turn % 5
                    assert session.run(y, {x: np.ones((rows, columns))}) == rows * rows * columns

    assert together(*[lambda seed=seed: work(seed) for seed in range(6)]) == []
    assert len(PREPARED) <= 8


def test_eager_calls_and_registrations(often):
    from graphops.extend import PlainKernel, register_kernel, register_op

    def register():
        for number in range(10):
            op = register_op(f"TestThreads>Op{number}", inputs=["x: float"], outputs=["y: float"])
            op.shape_rule(lambda c: [c.shape("x")])

            @register_kernel(f"TestThreads>Op{number}", "CPU")
            class _Kernel(PlainKernel):
                def compute(self, x):
                    return x + 1

    def call():
        for turn in range(60):
            x = np.ones(1 + turn % 5, np.float32)
            assert go.eager.AddV2(x=x, y=x).tolist() == [2.0] * len(x)

    assert together(register, call, call, call) == []
    for number in range(10):
        assert getattr(go.eager, f"TestThreads>Op{number}")(x=np.zeros(1, np.float32)) == [1.0]


def test_each_thread_has_its_own_default_graph(often):
    def work():
        for _ in range(30):
            with go.Graph().as_default() as graph, go.name_scope("s"):
                node = go.constant(1.0).node
                assert (node.graph is graph, node.name) == (True, "s/Const")

    assert together(*[work] * 6) == []
