"""Programs with monitored sessions, hooks and Supervisors, the same under each ``tf``: what they do, step by step.

``python -m tests.compat.session_programs`` with TensorFlow 2.21 writes what they gave into
``tests/compat/tf_session_programs.json``.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

RECORDED: Final = Path(__file__).with_name("tf_session_programs.json")
PROGRAMS: Final[dict[str, Callable[[Any, str], Any]]] = {}


def program(function: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    PROGRAMS[function.__name__] = function
    return function


def counting(tf: Any) -> Any:
    """A global step, and the node that adds 1 to it and gives what it is then."""
    step = tf.train.get_or_create_global_step()
    return tf.assign_add(step, 1)


def outcome(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except (ValueError, RuntimeError) as error:
        return f"raises {'ValueError' if isinstance(error, ValueError) else 'RuntimeError'}"


def recorder(tf: Any, seen: list[Any], fetches: Any = None, stop_at: int | None = None) -> Any:
    """A hook that notes how it is called."""

    class Recorder(tf.train.SessionRunHook):  # type: ignore[misc]
        def begin(self) -> None:
            seen.append(["begin", tf.get_default_graph().finalized])

        def after_create_session(self, session: Any, coord: Any) -> None:
            seen.append(["created", session.graph.finalized, coord.should_stop()])

        def before_run(self, run_context: Any) -> Any:
            seen.append(["before", len(run_context.original_args), run_context.stop_requested])
            return None if fetches is None else tf.train.SessionRunArgs(fetches)

        def after_run(self, run_context: Any, run_values: Any) -> None:
            result = run_values.results
            seen.append(["after", result if result is None else float(result)])
            if stop_at is not None and run_context.session.run(tf.train.get_global_step()) >= stop_at:
                run_context.request_stop()

        def end(self, session: Any) -> None:
            seen.append(["end", int(session.run(tf.train.get_global_step()))])

    return Recorder()


@program
def hooks_are_called_in_order(tf: Any, folder: str) -> Any:
    seen: list[Any] = []
    step = counting(tf)
    hooks = [recorder(tf, seen, step * 10), recorder(tf, seen, stop_at=2)]
    with tf.train.MonitoredSession(hooks=hooks) as session:
        while not session.should_stop():
            seen.append(int(session.run(step)))
    return [*seen, tf.get_default_graph().finalized, session.should_stop()]


@program
def errors_end_without_end(tf: Any, folder: str) -> Any:
    seen: list[Any] = []
    step = counting(tf)
    try:
        with tf.train.MonitoredSession(hooks=[recorder(tf, seen)]) as session:
            session.run(step)
            raise KeyError("mine")
    except KeyError:
        seen.append("raised")
    with tf.train.MonitoredSession(hooks=[recorder(tf, seen)]) as session:
        session.run(step)
        raise tf.errors.OutOfRangeError(*([None, None, "end"] if tf.__name__.startswith("tensorflow") else ["end"]))
    return seen


@program
def stop_at_step(tf: Any, folder: str) -> Any:
    step = counting(tf)
    counts = []
    for arguments in [{"num_steps": 3}, {"last_step": 2}]:
        with tf.train.SingularMonitoredSession(hooks=[tf.train.StopAtStepHook(**arguments)]) as session:
            while not session.should_stop():
                found = session.run(step)
            counts.append([int(found), int(session.raw_session().run(tf.train.get_global_step()))])
    return counts


@program
def training_goes_on_from_a_checkpoint(tf: Any, folder: str) -> Any:
    step = counting(tf)
    v = tf.get_variable("v", initializer=0.0)
    train = tf.group(step, tf.assign_add(v, 2.0))
    found = []
    for last in (4, 7):
        hooks = [tf.train.StopAtStepHook(last_step=last)]
        with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, hooks=hooks, save_checkpoint_steps=3) as session:
            begin = session.run(v)
            while not session.should_stop():
                session.run(train)
        found.append([float(begin), tf.train.latest_checkpoint(folder)[len(folder) :]])
    state = tf.train.get_checkpoint_state(folder)
    return [
        *found,
        [path[len(folder) :] for path in state.all_model_checkpoint_paths],
        (Path(folder) / "graph.pbtxt").exists(),
    ]


@program
def savers_and_listeners(tf: Any, folder: str) -> Any:
    seen: list[Any] = []

    class Listener(tf.train.CheckpointSaverListener):  # type: ignore[misc]
        def begin(self) -> None:
            seen.append("begin")

        def before_save(self, session: Any, global_step_value: Any) -> None:
            seen.append(["before", int(global_step_value)])

        def after_save(self, session: Any, global_step_value: Any) -> Any:
            seen.append(["after", int(global_step_value)])
            return global_step_value >= 6

        def end(self, session: Any, global_step_value: Any) -> None:
            seen.append(["end", int(global_step_value)])

    step = counting(tf)
    hook = tf.train.CheckpointSaverHook(folder, save_steps=2, saver=tf.train.Saver(), listeners=[Listener()])
    with tf.train.SingularMonitoredSession(hooks=[hook]) as session:
        while not session.should_stop():
            session.run(step)
    return seen


@program
def summaries(tf: Any, folder: str) -> Any:
    written: list[Any] = []

    class Writer:
        def add_summary(self, summary: Any, global_step: Any) -> None:
            message = tf.Summary.FromString(summary) if isinstance(summary, bytes) else summary
            written.append([int(global_step), [value.tag for value in message.value]])

        def add_session_log(self, *args: Any) -> None: ...

        def flush(self) -> None:
            written.append("flush")

    step = counting(tf)
    tf.summary.scalar("loss", tf.cast(step, tf.float32))
    op = tf.summary.merge_all()
    hooks = [
        tf.train.SummarySaverHook(save_steps=3, summary_writer=Writer(), summary_op=op),
        tf.train.StepCounterHook(every_n_steps=4, summary_writer=Writer()),
        tf.train.StopAtStepHook(last_step=9),
    ]
    with tf.train.SingularMonitoredSession(hooks=hooks) as session:
        while not session.should_stop():
            session.run(step)
    return written


@program
def what_is_logged(tf: Any, folder: str) -> Any:
    seen: list[Any] = []
    step = counting(tf)
    x = tf.identity(tf.cast(step, tf.float32) / 2.0, name="x")
    hooks = [
        tf.train.LoggingTensorHook(
            {"x": "x", "y": x}, every_n_iter=2, formatter=lambda values: str(seen.append(dict(values)))
        ),
        tf.train.LoggingTensorHook(
            ["x:0"], at_end=True, formatter=lambda values: str(seen.append(["end", dict(values)]))
        ),
    ]
    with tf.train.SingularMonitoredSession(hooks=hooks) as session:
        for _ in range(4):
            session.run(step)
    return json.loads(json.dumps(seen, default=float))


@program
def losses_that_are_no_numbers(tf: Any, folder: str) -> Any:
    step = counting(tf)
    loss = tf.where(step < 3, tf.constant(1.0), tf.constant(float("nan")))
    with tf.train.SingularMonitoredSession(hooks=[tf.train.NanTensorHook(loss, fail_on_nan_loss=False)]) as session:
        while not session.should_stop():
            found = session.run(step)
    try:
        with tf.train.SingularMonitoredSession(hooks=[tf.train.NanTensorHook(loss)]) as session:
            for _ in range(9):
                session.run(step)
    except tf.train.NanLossDuringTrainingError as error:
        return [int(found), str(error)]
    return "no error"


@program
def final_ops_and_feeds(tf: Any, folder: str) -> Any:
    step = counting(tf)
    x = tf.placeholder(tf.float32, [], name="x")
    y = x + 1.0
    last = tf.train.FinalOpsHook([x * 3.0, tf.train.get_global_step()], {x: 2.0})
    hooks = [tf.train.FeedFnHook(lambda: {x: 5.0}), last, tf.train.GlobalStepWaiterHook(0)]
    with tf.train.SingularMonitoredSession(hooks=hooks) as session:
        found = [float(session.run(y)), int(session.run(step))]
        found.append(outcome(lambda: session.run(x, feed_dict={x: 1.0})))
    return [*found, [float(value) for value in last.final_ops_values]]


@program
def step_functions(tf: Any, folder: str) -> Any:
    seen: list[Any] = []
    step = counting(tf)

    def once(step_context: Any) -> Any:
        seen.append(int(step_context.session.run(step)))
        return int(step_context.run_with_hooks(step))

    def stops(step_context: Any) -> Any:
        step_context.request_stop()

    with tf.train.MonitoredSession(hooks=[recorder(tf, seen)]) as session:
        seen.append(session.run_step_fn(once))
        seen.append(outcome(lambda: session.run_step_fn(lambda other: None)))
        session.run_step_fn(stops)
        seen.append("not here")
    return seen


@program
def scaffolds(tf: Any, folder: str) -> Any:
    v = tf.get_variable("v", initializer=1.0)
    w = tf.get_variable("w", initializer=1.0, collections=[tf.GraphKeys.LOCAL_VARIABLES])
    x = tf.placeholder(tf.float32, [])
    seen: list[Any] = []
    scaffold = tf.train.Scaffold(
        init_op=tf.assign(v, x),
        init_feed_dict={x: 4.0},
        init_fn=lambda own, session: seen.append(float(session.run(v))),
    )
    copied = tf.train.Scaffold(copy_from_scaffold=scaffold, init_feed_dict={x: 6.0})
    with tf.train.MonitoredSession(tf.train.ChiefSessionCreator(copied)) as session:
        seen += [float(value) for value in session.run([v, w])]
    names = ["init_op", "ready_op", "ready_for_local_init_op", "local_init_op", "summary_op", "saver"]
    return [*seen, [getattr(copied, name) is not None for name in names], len(tf.get_collection(tf.GraphKeys.SAVERS))]


@program
def models_that_are_not_ready(tf: Any, folder: str) -> Any:
    tf.get_variable("v", initializer=1.0)
    w = tf.get_variable("w", initializer=1.0)
    scaffold = tf.train.Scaffold(init_op=w.initializer)
    return [outcome(lambda: tf.train.MonitoredSession(tf.train.ChiefSessionCreator(scaffold)))]


@program
def arguments_that_are_refused(tf: Any, folder: str) -> Any:
    train, x = tf.train, tf.constant(1.0)
    return [
        outcome(lambda: train.SecondOrStepTimer()), outcome(lambda: train.SecondOrStepTimer(1, 1)),
        outcome(lambda: train.StopAtStepHook()), outcome(lambda: train.StopAtStepHook(1, 1)),
        outcome(lambda: train.LoggingTensorHook([x])), outcome(lambda: train.LoggingTensorHook([x], every_n_iter=0)),
        outcome(lambda: train.LoggingTensorHook([x], every_n_iter=1, every_n_secs=1)),
        outcome(lambda: train.CheckpointSaverHook(folder)), outcome(lambda: train.StepCounterHook(None)),
        outcome(lambda: train.SummarySaverHook(1)), outcome(lambda: train.StopAtStepHook(1).begin()),
        outcome(lambda: train.SessionManager(ready_for_local_init_op=x)),
    ]  # fmt: skip


@program
def timers(tf: Any, folder: str) -> Any:
    timer = tf.train.SecondOrStepTimer(every_steps=3)
    found = []
    for step in (0, 0, 1, 3, 4, 8):
        found.append(timer.should_trigger_for_step(step))
        if found[-1]:
            found.append(timer.update_last_triggered_step(step)[1])
    timer.reset()
    return [*found, timer.last_triggered_step(), timer.should_trigger_for_step(8)]


@program
def supervisors(tf: Any, folder: str) -> Any:
    step = counting(tf)
    v = tf.get_variable("v", initializer=0.0)
    add = tf.assign_add(v, 2.0)
    calls: list[Any] = []
    found = []
    supervisor = tf.train.Supervisor(
        logdir=folder,
        save_model_secs=0,
        save_summaries_secs=0,
        init_fn=lambda session: calls.append(float(session.run(v))),
    )
    for last in (3, 5):
        with supervisor.managed_session() as session:
            found.append(float(session.run(v)))
            while not supervisor.should_stop():
                session.run(add)
                if session.run(step) >= last:
                    supervisor.saver.save(session, supervisor.save_path, global_step=supervisor.global_step)
                    supervisor.request_stop()
    found += [tf.train.latest_checkpoint(folder)[len(folder) :], supervisor.should_stop(), supervisor.is_chief]
    return [*found, calls, tf.get_default_graph().finalized, (Path(folder) / "graph.pbtxt").exists()]


@program
def errors_in_supervisors(tf: Any, folder: str) -> Any:
    step = counting(tf)
    supervisor = tf.train.Supervisor(logdir=None)
    found = []
    try:
        with supervisor.managed_session() as session:
            session.run(step)
            raise RuntimeError("mine")
    except RuntimeError as error:
        found.append(str(error))
    with supervisor.managed_session() as session:
        raise tf.errors.OutOfRangeError(*([None, None, "end"] if tf.__name__.startswith("tensorflow") else ["end"]))
    found.append(supervisor.should_stop())
    calls: list[int] = []

    def train_step(session: Any, by: int) -> None:
        calls.append(int(session.run(step)))
        if len(calls) == by:
            supervisor.request_stop()

    tf.train.basic_train_loop(supervisor, train_step, args=(2,))
    return [*found, calls]


@program
def loops_of_supervisors(tf: Any, folder: str) -> Any:
    counting(tf)
    supervisor = tf.train.Supervisor(logdir=None)
    calls: list[int] = []

    def work(most: int) -> None:
        calls.append(len(calls))
        if len(calls) == most:
            supervisor.request_stop()

    with supervisor.managed_session():
        supervisor.loop(None, work, args=(3,)).join()
        supervisor.wait_for_stop()
    return [calls, supervisor.should_stop()]


@program
def clusters(tf: Any, folder: str) -> Any:
    spec = tf.train.ClusterSpec({"worker": ["a:1", "b:2"], "ps": {1: "c:3"}})
    again = tf.train.ClusterSpec(spec)
    return [
        spec.as_dict()["worker"], {str(key): value for key, value in spec.as_dict()["ps"].items()}, spec.jobs,
        spec.num_tasks("worker"), spec.task_indices("ps"), spec.task_address("worker", 1), spec.job_tasks("ps"),
        spec == again, bool(tf.train.ClusterSpec({})), outcome(lambda: spec.num_tasks("other")),
        outcome(lambda: spec.task_address("ps", 0)),
    ]  # fmt: skip


@program
def servers(tf: Any, folder: str) -> Any:
    server = tf.train.Server.create_local_server()
    v = tf.get_variable("v", initializer=3.0)
    with tf.Session(server.target) as session:
        session.run(v.initializer)
        session.run(v.assign_add(1.0))
    with tf.Session(server.target) as session:
        found = [float(session.run(v))]
    with tf.device(tf.train.replica_device_setter()):
        found.append(float(v.graph is tf.get_default_graph()))
    counting(tf)
    with tf.train.MonitoredTrainingSession(master=server.target) as session:
        found.append(float(session.run(v)))
    return found


@program
def files_of_checkpoints(tf: Any, folder: str) -> Any:
    v = tf.get_variable("layer/v", initializer=3.0)
    w = tf.get_variable("w", initializer=5.0)
    saver = tf.train.Saver(max_to_keep=None)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        paths = [saver.save(session, f"{folder}/model", global_step=number) for number in (1, 2, 3)]
    found = [len(tf.train.get_checkpoint_mtimes([*paths, f"{folder}/absent"]))]
    tf.train.remove_checkpoint(paths[0])
    found.append([tf.train.checkpoint_exists(path) for path in paths])
    tf.train.update_checkpoint_state(folder, paths[1], [paths[1]])
    found.append(tf.train.latest_checkpoint(folder)[len(folder) :])
    found.append([path[len(folder) :] for path in tf.train.checkpoints_iterator(folder, timeout=0)])
    with tf.Graph().as_default():
        v = tf.get_variable("layer/v", initializer=0.0)
        w = tf.get_variable("renamed", initializer=0.0)
        tf.train.warm_start(paths[2], "layer.*")
        tf.train.warm_start(paths[2], ["renamed"], var_name_to_prev_var_name={"renamed": "w"})
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            found.append([float(value) for value in session.run([v, w])])
        found.append(outcome(lambda: tf.train.warm_start(paths[2], "layer.*", var_name_to_prev_var_name={"no": "w"})))
    return found


def answers(tf: Any) -> dict[str, Any]:
    found = {}
    for name, function in PROGRAMS.items():
        with tempfile.TemporaryDirectory() as folder, tf.Graph().as_default():
            found[name] = function(tf, folder)
            tf.summary.FileWriterCache.clear()
    return found


def main() -> None:
    import tensorflow.compat.v1 as tf

    tf.disable_v2_behavior()
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in answers(tf).items())
    RECORDED.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
