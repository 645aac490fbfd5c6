"""Eight threads, a thousand runs each, one Session: different feed shapes, one kernel cache, one variable."""

import threading

import numpy as np

import graphops as go

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
