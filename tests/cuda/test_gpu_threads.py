"""Threads that share a Session on emulated GPUs: recordings, variables, and streams of threads that end."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import graphops as go
from tests.cuda.gpu_graphs import THERE, assign, expected_waves, raw, read, variable, waves

pytestmark = pytest.mark.emulator


def test_many_threads_share_a_callable_and_variables():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (None,))
        v = raw.VarHandleOp(dtype="float32", shape=[], shared_name="v")
        session.run(raw.AssignVariableOp(resource=v, value=np.float32(1)))
        add = raw.AssignAddVariableOp(resource=v, value=np.float32(1))
        y = waves(x)
        function = session.make_callable(y, [x])
        errors: list[BaseException] = []

        def work(k):
            try:
                for turn in range(12):
                    given = np.float32([k, turn, 2])
                    np.testing.assert_allclose(function(given), expected_waves(given), rtol=1e-5)
                    session.run(add)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not errors, errors[0]
        assert session.variables["v"] == 49


def test_a_plan_is_made_while_another_thread_records():
    """Constants go to the device then, and waiting for all of the device would break the recording."""
    from graphops_cuda.runtime import capture

    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        y = raw.Sin(x=raw.Exp(x=x))
        other = raw.Add(x=x, y=go.constant(np.float32([1, 2, 3])))
        function = session.make_callable(y, [x])
        found = []

        def plan_and_run():
            try:
                found.append(session.run(other, {x: np.zeros(3)}))
            except BaseException as error:
                found.append(error)

        original = capture.record

        def record(work, lane, pool):
            def both():
                work()
                thread = threading.Thread(target=plan_and_run)
                thread.start()
                thread.join()

            return original(both, lane, pool)

        capture.record = record
        try:
            for _ in range(5):
                np.testing.assert_allclose(function(np.zeros(3)), np.sin([1, 1, 1]), rtol=1e-6)
        finally:
            capture.record = original
        assert [value.tolist() for value in found] == [[1, 2, 3]]
        assert "replayed" in session.explain(y, {x: np.zeros(3)})


def test_only_a_thread_that_has_run_the_plan_records_it():
    """Handles of cuBLAS and cuDNN are each thread's own and cannot be made while work is recorded."""
    from graphops_cuda.runtime import capture

    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        function = session.make_callable(raw.Sin(x=raw.Exp(x=x)), [x])
        for _ in range(3):
            function(np.zeros(3))
        original, recorded = capture.record, []

        def record(work, lane, pool):
            recorded.append(len(calls))
            return original(work, lane, pool)

        capture.record = record
        calls: list[object] = []

        def call():
            for _ in range(3):
                np.testing.assert_allclose(function(np.zeros(3)), np.sin([1, 1, 1]), rtol=1e-6)
                calls.append(None)

        try:
            thread = threading.Thread(target=call)
            thread.start()
            thread.join()
        finally:
            capture.record = original
        assert recorded == [1]
        assert len(calls) == 3


def test_a_variable_that_another_thread_gathers_from_is_replaced(cupy):
    """The old value is read on a lane of the other thread, which no lane waits for."""
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        v = variable("v", (500,))
        places = go.placeholder(go.int32, (None,))
        value = go.placeholder(go.float32, (500,))
        gather = raw.ResourceGather(resource=v, indices=places, dtype="float32")
        put = assign(v, value)
        session.run(put, {value: np.arange(500)})
        started, go_on = threading.Event(), threading.Event()
        found = []

        def work():
            with cupy.cuda.Stream(non_blocking=True) as stream:
                found.append(session.run(gather, {places: np.arange(500)}, as_device_arrays=True))
                started.set()
                go_on.wait(20)
                stream.synchronize()
                found.append(found[0].get())

        thread = threading.Thread(target=work)
        thread.start()
        started.wait(20)
        try:
            for k in range(4):
                session.run(put, {value: np.full(500, k)})
        finally:
            go_on.set()
            thread.join()
        assert (found[1] == np.arange(500)).all()


def test_a_thread_ends_while_its_work_is_queued(cupy):
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        v = variable("v", (500,))
        value = go.placeholder(go.float32, (500,))
        y = raw.Sin(x=read(v))
        put = assign(v, value)
        session.run(put, {value: np.arange(500)})
        found = []

        def work():
            stream = cupy.cuda.Stream(non_blocking=True)
            with stream:
                found.append((session.run(y, as_device_arrays=True), stream))

        for k in range(4):
            thread = threading.Thread(target=work)
            thread.start()
            session.run(put, {value: np.full(500, k)})
            thread.join()
            session.run(put, {value: np.full(500, k)})
        for array, stream in found:
            stream.synchronize()
            array.get()


def test_streams_of_threads_that_ended_are_used_again():
    from cuda_model import streams

    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        y = raw.Sin(x=raw.Exp(x=x))
        counts = []
        for _ in range(6):
            thread = threading.Thread(target=lambda: session.run(y, {x: np.zeros(3)}))
            thread.start()
            thread.join()
            counts.append(next(streams._numbers))
        assert counts[-1] - counts[1] == len(counts) - 2
