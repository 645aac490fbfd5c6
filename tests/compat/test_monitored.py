"""Monitored sessions and Supervisors: what happens beside the programs that are recorded from TensorFlow."""

import json
import logging
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph() -> Any:
    with tf.Graph().as_default() as made:
        yield made
    tf.summary.FileWriterCache.clear()


def counting() -> Any:
    return tf.assign_add(tf.train.get_or_create_global_step(), 1)


def test_a_session_that_cannot_be_reached_is_made_anew() -> None:
    step, made, fails = counting(), [], [True, True]

    class Hook(tf.train.SessionRunHook):
        def after_create_session(self, session: Any, coord: Any) -> None:
            made.append(session)

        def before_run(self, run_context: Any) -> None:
            if len(fails) > 0:
                fails.pop()
                raise tf.errors.AbortedError("gone")

    with tf.train.MonitoredSession(hooks=[Hook()]) as session:
        assert session.run(step) == 1
    assert len(made) == 3
    fails.append(True)
    with pytest.raises(tf.errors.AbortedError), tf.train.SingularMonitoredSession(hooks=[Hook()]) as session:
        session.run(step)


def test_a_run_after_the_stop_and_a_second_close_are_refused() -> None:
    step = counting()
    with tf.train.MonitoredSession(hooks=[tf.train.StopAtStepHook(1)]) as session:
        session.run(step)
        with pytest.raises(RuntimeError, match=r"must not run after should_stop\(\)"):
            session.run(step)
        assert session.graph is tf.get_default_graph()
    assert session.graph is None
    with pytest.raises(RuntimeError, match="must be open to be closed"):
        session.close()
    with pytest.raises(RuntimeError, match="must be open to run"):
        session.run(step)


def test_an_error_of_a_thread_ends_the_loop() -> None:
    step = counting()
    coords: list[Any] = []

    class Hook(tf.train.SessionRunHook):
        def after_create_session(self, session: Any, coord: Any) -> None:
            coords.append(coord)

    with pytest.raises(KeyError, match="of a thread"), tf.train.MonitoredSession(hooks=[Hook()]) as session:  # noqa: PT012
        session.run(step)
        coords[0].request_stop(KeyError("of a thread"))
        assert session.should_stop()
        session.run("no such node")


def test_a_worker_waits_for_the_chief_of_its_server() -> None:
    server = tf.train.Server({"local": ["localhost:2299"]})
    v = tf.get_variable("v", initializer=2.0)
    creator = tf.train.WorkerSessionCreator(master=server.target, max_wait_secs=0)
    with pytest.raises(tf.errors.DeadlineExceededError, match="got none for: v"):
        tf.train.MonitoredSession(creator)
    with tf.train.MonitoredTrainingSession(master=server.target) as chief:
        assert chief.run(v) == 2.0
        with tf.train.MonitoredTrainingSession(master=server.target, is_chief=False) as worker:
            assert worker.run(v) == 2.0


def test_clusters_of_several_tasks_are_refused() -> None:
    cluster = {"ps": ["localhost:2222"], "worker": ["localhost:2223"]}
    with pytest.raises(NotImplementedError, match=r"must have one task \(there is one process.*got 2"):
        tf.train.Server(cluster, job_name="worker", task_index=0)
    with pytest.raises(NotImplementedError, match="no parameter servers .*got 1"):
        tf.train.replica_device_setter(cluster=cluster)
    with pytest.raises(NotImplementedError, match="no parameter servers .*got 3"):
        tf.train.replica_device_setter(3)
    assert tf.train.replica_device_setter(cluster={"worker": ["localhost:2223"]}) is None
    with pytest.raises(NotImplementedError, match=r"join\(\) must not be called"):
        tf.train.Server.create_local_server().join()
    with pytest.raises(TypeError, match="must have lists of addresses"):
        tf.train.ClusterSpec({"worker": 3})
    with pytest.raises(tf.errors.NotFoundError, match="target of Session"):
        tf.Session("grpc://elsewhere:2222")


def test_a_profiler_writes_traces(tmp_path: Path) -> None:
    step = counting()
    hook = tf.train.ProfilerHook(save_steps=2, output_dir=str(tmp_path))
    with tf.train.SingularMonitoredSession(hooks=[hook]) as session:
        for _ in range(4):
            session.run(step)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["timeline-3.json"]
    assert json.loads((tmp_path / names[0]).read_text())["traceEvents"]


def test_options_of_hooks_and_of_the_user_are_joined() -> None:
    step, seen = counting(), []

    class Hook(tf.train.SessionRunHook):
        def before_run(self, run_context: Any) -> Any:
            return tf.train.SessionRunArgs(None, options=tf.RunOptions(trace_level=3, timeout_in_ms=90_000))

        def after_run(self, run_context: Any, run_values: Any) -> None:
            seen.append((run_values.options.timeout, len(run_values.run_metadata.nodes) > 0))

    metadata = tf.RunMetadata()
    with tf.train.SingularMonitoredSession(hooks=[Hook()]) as session:
        session.run(step, options=tf.RunOptions(timeout_in_ms=10_000), run_metadata=metadata)
        session.run(step)
    assert seen == [(90.0, True), (90.0, True)]
    assert metadata.nodes


def test_what_is_logged_and_how(caplog: Any) -> None:
    step = counting()
    x = tf.identity(step * 2, name="x")
    tf.split(tf.constant([1.0, 2.0]), 2, name="two")
    hook = tf.train.LoggingTensorHook({"b": x, "a": "x"}, every_n_iter=1)
    with caplog.at_level(logging.INFO, "graphops"), tf.train.SingularMonitoredSession(hooks=[hook]) as session:
        session.run(step)
        session.run(step)
    assert caplog.messages[0] == "a = 2, b = 2"
    assert caplog.messages[1].startswith("a = 4, b = 4 (0.")
    with pytest.raises(ValueError, match="got 'two' with 2"):
        tf.train.LoggingTensorHook(["two"], every_n_iter=1).begin()
    with tf.Graph().as_default(), pytest.raises(ValueError, match="must be of the default graph"):
        tf.train.LoggingTensorHook([x], every_n_iter=1).begin()


def test_a_step_that_does_not_grow_is_told(caplog: Any, tmp_path: Path) -> None:
    counting()
    hook = tf.train.StepCounterHook(every_n_steps=1, output_dir=str(tmp_path))
    with tf.train.SingularMonitoredSession(hooks=[hook]) as session:
        for _ in range(3):
            session.run(tf.train.get_global_step())
    assert [message for message in caplog.messages if "did not grow" in message]
    with tf.Graph().as_default(), pytest.raises(RuntimeError, match="must have a global step for StepCounterHook"):
        hook.begin()


def test_the_logger_prints_once_somebody_sets_its_level(capsys: Any) -> None:
    logger = logging.getLogger("graphops")
    before, handlers = logger.level, list(logger.handlers)
    root, logging.root.handlers[:] = list(logging.root.handlers), []
    try:
        tf.logging.set_verbosity(tf.logging.INFO)
        tf.logging.info("one %d", 1)
        for _ in range(3):
            tf.logging.log_first_n(tf.logging.INFO, "first", 1)
            tf.logging.log_every_n(tf.logging.INFO, "every", 2)
        tf.logging.log_if(tf.logging.INFO, "no", False)
        tf.logging.vlog(tf.logging.DEBUG, "no")
    finally:
        logger.setLevel(before)
        logger.handlers[:] = handlers
        logging.root.handlers[:] = root
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"INFO:graphops:{text}" for text in ("one 1", "first", "every", "every")]


def test_a_supervisor_saves_and_summarises_in_threads(tmp_path: Path) -> None:
    step = counting()
    tf.summary.scalar("count", tf.train.get_global_step())
    supervisor = tf.train.Supervisor(logdir=str(tmp_path), save_model_secs=0.05, save_summaries_secs=0.05)
    with supervisor.managed_session() as session:
        end = time.monotonic() + 10
        while tf.train.latest_checkpoint(str(tmp_path)) is None and time.monotonic() < end:
            session.run(step)
            time.sleep(0.01)
        time.sleep(0.1)
        supervisor.summary_computed(session, session.run(supervisor.summary_op))
    assert tf.train.latest_checkpoint(str(tmp_path)) is not None
    events = b"".join(path.read_bytes() for path in tmp_path.glob("events*"))
    assert b"count" in events
    assert b"global_step/sec" in events


def test_a_supervisor_that_is_no_chief_writes_nothing(tmp_path: Path) -> None:
    counting()
    supervisor = tf.train.Supervisor(logdir=str(tmp_path), is_chief=False, recovery_wait_secs=0)
    assert supervisor.summary_writer is None
    with tf.Session() as session, pytest.raises(RuntimeError, match="must be the chief"):
        supervisor.start_standard_services(session)
    with pytest.raises(tf.errors.DeadlineExceededError):
        supervisor.prepare_or_wait_for_session(max_wait_secs=-1)
    assert list(tmp_path.iterdir()) == []


def test_errors_of_loops_are_raised_at_the_end() -> None:
    counting()
    supervisor = tf.train.Supervisor(logdir=None)
    with pytest.raises(ZeroDivisionError), supervisor.managed_session():  # noqa: PT012
        supervisor.loop(0.001, lambda: 1 / 0)
        supervisor.wait_for_stop()


def test_queues_feed_a_training_until_they_end() -> None:
    number = tf.train.range_input_producer(4, num_epochs=2, shuffle=False).dequeue()
    total = tf.get_variable("total", initializer=0)
    step = tf.group(counting(), tf.assign_add(total, number))
    last = tf.train.FinalOpsHook(total)
    with tf.train.MonitoredTrainingSession(hooks=[last]) as session:
        while not session.should_stop():
            session.run(step)
    assert last.final_ops_values == 12
    supervisor = tf.train.Supervisor(logdir=None)
    seen = []
    with supervisor.managed_session() as session:
        while not supervisor.should_stop():
            session.run(step)
            seen.append(session.run(total))
    assert seen[-1] == 12


def test_files_of_tensorflows_checkpoints_are_removed(tmp_path: Path) -> None:
    for name in ("m-1.index", "m-1.data-00000-of-00001", "m-1.meta", "m-10.index", "m-1.index.kept"):
        (tmp_path / name).write_bytes(b"")
    tf.train.remove_checkpoint(str(tmp_path / "m-1"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m-1.index.kept", "m-10.index"]
    with pytest.raises(ValueError, match="latest_filename must be"):
        tf.train.update_checkpoint_state(str(tmp_path), "m-10", latest_filename="other")
    with pytest.raises(NotImplementedError, match="var_name_to_vocab_info"):
        tf.train.warm_start(str(tmp_path), var_name_to_vocab_info={"a": 1})


def test_writers_of_a_folder_are_one(tmp_path: Path) -> None:
    cache = tf.summary.FileWriterCache
    writer = cache.get(str(tmp_path))
    assert cache.get(str(tmp_path)) is writer
    cache.clear()
    assert cache.get(str(tmp_path)) is not writer


def test_feeds_of_two_hooks_must_differ() -> None:
    step = counting()
    x = tf.placeholder(tf.float32, [])
    hooks = [tf.train.FeedFnHook(lambda: {x: np.float32(1)}), tf.train.FeedFnHook(lambda: {x: np.float32(1)})]
    with (
        pytest.raises(RuntimeError, match="must be fed once, got .* from two hooks"),
        tf.train.SingularMonitoredSession(hooks=hooks) as session,
    ):
        session.run(step)
