"""What Sessions on emulated GPUs record and replay: all that a recording leaves out still happens, in its order."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from tests.cuda.gpu_graphs import THERE, assign, expected_waves, raw, read, variable, waves

pytestmark = pytest.mark.emulator


def test_a_recording_reads_what_is_fed_each_time():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (None,))
        y = waves(x)
        function = session.make_callable(y, [x])
        kept = []
        for k in range(8):
            given = np.float32([k, k + 1, k + 2])
            kept.append((function(given), expected_waves(given)))
        for found, wanted in kept:  # earlier results too: nothing has written to them since
            np.testing.assert_allclose(found, wanted, rtol=1e-5)
        assert function(np.float32([1, 2, 3, 4])).shape == (4,)
        text = session.explain(y, {x: np.float32([0, 1, 2])})
        assert "feeds of (3,): 13 nodes are replayed as one recording, 0 run before them and 0 after" in text
        with pytest.raises(go.errors.InvalidTypeError):
            function("text")


def test_recording_can_be_declined():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        y = waves(x)
        function = session.make_callable(y, [x], capture=False)
        for _ in range(5):
            function(np.zeros(3))
        assert "recording" not in session.explain(y, {x: np.zeros(3)})


def test_random_numbers_are_not_replayed():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (64,))
        noise = raw.RandomUniform(shape=[64], dtype="float32", seed=1, seed2=2)
        y = raw.Sin(x=raw.Exp(x=noise + x))
        function = session.make_callable(y, [x])
        found = [function(np.zeros(64)).tobytes() for _ in range(7)]
    assert len(set(found)) == 7


def test_a_recording_that_fails_for_another_reason_runs_as_it_is(monkeypatch):
    from graphops_cuda.runtime import capture

    def refuse(*_):
        raise ValueError("a library refuses")

    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        v = variable("v", ())
        session.run(assign(v, np.float32(0)))
        update = raw.AssignAddVariableOp(resource=v, value=np.float32(1))
        function = session.make_callable([raw.Sin(x=raw.Exp(x=x)), update], [x])
        monkeypatch.setattr(capture.CudaRecording, "__init__", refuse)
        for k in range(6):
            np.testing.assert_allclose(function(np.zeros(3))[0], np.sin([1, 1, 1]), rtol=1e-6)
            assert session.variables["v"] == k + 1


# -- copies and feeds --------------------------------------------------------------------------------------------------


def test_a_copy_for_the_body_is_made_for_what_comes_after_it_too():
    """The copy to the device belongs to the first step that reads it, which is replayed and does not make it."""
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        with go.device("/device:CPU:0"):
            here = raw.Exp(x=x)
        with go.device(THERE):
            y = raw.Sin(x=raw.Cos(x=here))
            v = variable("v", (3,))
            update = raw.AssignAddVariableOp(resource=v, value=here)
            session.run(assign(v, np.zeros(3, np.float32)))
        function = session.make_callable([y, update], [x])
        total = np.zeros(3)
        for k in range(8):
            given = np.float32([k, 1, 2]) / 4
            np.testing.assert_allclose(function(given)[0], np.sin(np.cos(np.exp(given))), rtol=1e-5)
            total += np.exp(given)
            np.testing.assert_allclose(session.variables["v"], total, rtol=1e-5)
        assert "replayed" in session.explain([y, update], {x: given})


def test_a_copy_for_a_step_that_does_not_run_any_more():
    """The shape is settled; another node of the host reads the copy that was made for it."""
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, (None,))
        with go.device(THERE):
            y = raw.Sin(x=raw.Cos(x=x))
        with go.device("/device:CPU:0"):
            size = raw.Size(input=y)
            z = raw.Exp(x=y)
        function = session.make_callable([size, z], [x])
        for k in range(8):
            given = np.float32([k, 1, 2]) / 4
            found = function(given)
            assert found[0] == 3
            np.testing.assert_allclose(found[1], np.exp(np.sin(np.cos(given))), rtol=1e-5)


def test_a_copy_for_a_step_that_does_not_run_and_that_is_fetched():
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, (None,))
        with go.device(THERE):
            y = raw.Sin(x=raw.Cos(x=x))
        with go.device("/device:CPU:0"):
            size = raw.Size(input=y)
        function = session.make_callable([size, y], [x])
        for k in range(8):
            given = np.float32([k, 1, 2]) / 4
            np.testing.assert_allclose(function(given)[1], np.sin(np.cos(given)), rtol=1e-5)
        assert "replayed" in session.explain([size, y], {x: given})


@pytest.mark.parametrize("streams", [1, 3])
def test_a_large_feed_that_is_recorded_and_read_by_what_is_not(streams):
    """It is copied beside the computing, and the recording's buffer is filled from that copy."""
    config = go.SessionConfig(gpu_streams=streams)
    with go.Graph().as_default(), go.device(THERE), go.Session(config=config) as session:
        x = go.placeholder(go.float32, (100_000,))
        v = variable("v", (100_000,))
        session.run(assign(v, np.zeros(100_000, np.float32)))
        y = raw.Sum(input=raw.Cos(x=raw.Sin(x=x)), axis=[0])
        update = raw.AssignAddVariableOp(resource=v, value=x)
        function = session.make_callable([y, update], [x])
        for k in range(7):
            given = np.full(100_000, k, np.float32)
            np.testing.assert_allclose(function(given)[0], np.cos(np.sin(given)).sum(), rtol=1e-3)
        assert (session.variables["v"] == 21).all()


def test_values_whose_shape_depends_on_values():
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, (6,))
        with go.device("/device:CPU:0"):
            places = raw.Cast(x=raw.Where(condition=raw.Greater(x=x, y=0.0)), DstT="float32")
        with go.device(THERE):
            y = raw.Sum(input=raw.Exp(x=raw.Sin(x=places)), axis=[0, 1])
        function = session.make_callable(y, [x])
        rng = np.random.default_rng(0)
        for _ in range(12):
            given = rng.standard_normal(6).astype(np.float32)
            np.testing.assert_allclose(function(given), np.exp(np.sin(np.nonzero(given > 0)[0])).sum(), rtol=1e-5)


# -- variables and effects ---------------------------------------------------------------------------------------------


def test_a_variable_that_changes_is_read_anew():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (2,))
        v = raw.VarHandleOp(dtype="float32", shape=[2], shared_name="v")
        session.run(raw.AssignVariableOp(resource=v, value=np.float32([1, 1])))
        y = waves(x) * raw.ReadVariableOp(resource=v, dtype="float32")
        function = session.make_callable(y, [x])
        given = np.float32([0.5, 2])
        for k in range(12):
            if k in (5, 8, 9):
                session.variables["v"] = np.float32([k, 2 * k])
            np.testing.assert_allclose(
                function(given), expected_waves(given) * session.variables["v"], rtol=1e-5, err_msg=str(k)
            )
        assert "replayed" in session.explain(y, {x: given})


def test_a_variable_whose_shape_changes_before_the_work_is_recorded():
    for change_at in (2, 3, 4, 5, 6):
        with go.Graph().as_default(), go.device(THERE), go.Session() as session:
            x = go.placeholder(go.float32, ())
            v = variable("v")
            w = go.placeholder(go.float32, None)
            put = assign(v, w)
            session.run(put, {w: np.ones(3)})
            y = raw.Mean(input=raw.Cos(x=raw.Mul(x=read(v), y=x)), axis=[0])
            function = session.make_callable(y, [x])
            for k in range(9):
                if k == change_at:
                    session.run(put, {w: np.ones(5)})
                np.testing.assert_allclose(function(k / 8), np.cos(k / 8), rtol=1e-5)


def test_effects_that_are_ordered_by_way_of_what_never_varies():
    """The second value of v is known when the work is recorded; that it comes after the first is not forgotten."""
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (2,))
        v = variable("v", (2,))
        y = raw.Sin(x=raw.Cos(x=x))
        with go.control_dependencies([assign(v, y)]), go.device("/device:CPU:0"):
            known = raw.Sqrt(x=go.constant(np.float32([4, 9])))
        second = assign(v, known)
        config = go.SessionConfig(plan_passes=())
        with go.Session(graph=session.graph, config=config) as session:
            function = session.make_callable([y, second], [x])
            for k in range(7):
                function(np.float32([k, 1]))
                assert session.variables["v"].tolist() == [2, 3]


def test_reads_that_are_ordered_by_way_of_a_constant():
    """v is read after it was assigned, and only a constant says so."""
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (2,))
        v = variable("v", (2,))
        session.run(assign(v, np.zeros(2, np.float32)))
        y = raw.Sin(x=raw.Cos(x=x))
        with go.control_dependencies([assign(v, y)]):
            places = go.constant(np.int32([1, 0]), name="places")
        z = raw.ResourceGather(resource=v, indices=places, dtype="float32")
        function = session.make_callable(z, [x])
        for k in range(7):
            given = np.float32([k, 1])
            np.testing.assert_allclose(function(given), np.sin(np.cos(given))[::-1], rtol=1e-5)


def test_what_runs_before_a_recording_on_other_lanes_is_waited_for():
    config = go.SessionConfig(gpu_streams=4)
    with go.Graph().as_default(), go.device(THERE), go.Session(config=config) as session:
        x = go.placeholder(go.float32, (50,))
        noises = [raw.RandomUniform(shape=[50], dtype="float32", seed=k, seed2=1) for k in range(1, 5)]
        y = raw.AddN(inputs=[raw.Sin(x=raw.Exp(x=noise + x)) for noise in noises])
        function = session.make_callable([y, *noises], [x])
        for k in range(8):
            found, *made = function(np.full(50, k / 8))
            np.testing.assert_allclose(found, sum(np.sin(np.exp(n + np.float32(k / 8))) for n in made), rtol=1e-4)
        assert "replayed" in session.explain([y, *noises], {x: np.zeros(50)})
