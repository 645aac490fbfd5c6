"""Input pipelines of queues give what TensorFlow's give; Coordinators and QueueRunners by themselves."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import pytest

import graphops as go
import graphops.compat.v1 as tf
from tests.compat.queue_pipelines import PIPELINES, RECORDED, answer, write_files

ANSWERS = json.loads(RECORDED.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    found = str(tmp_path_factory.mktemp("queues"))
    write_files(found)
    return found


def test_every_pipeline_is_recorded() -> None:
    assert list(ANSWERS) == list(PIPELINES)


@pytest.mark.parametrize("name", PIPELINES)
def test_as_tensorflow(name: str, folder: str) -> None:
    assert json.loads(json.dumps(answer(tf, name, folder))) == ANSWERS[name]


# -- Coordinators ----------------------------------------------------------------------------------------------------


def fail(error: BaseException) -> None:
    raise error


def in_thread(target: Any, *args: Any) -> threading.Thread:
    thread = threading.Thread(target=target, args=args, daemon=True)
    thread.start()
    return thread


def test_threads_that_end_by_themselves_are_joined() -> None:
    coord = tf.train.Coordinator()
    done: list[int] = []
    coord.join([in_thread(done.append, 1), in_thread(done.append, 2)])
    assert sorted(done) == [1, 2]
    assert coord.joined
    assert not coord.should_stop()


def test_the_first_error_is_raised_where_threads_join() -> None:
    coord = tf.train.Coordinator()

    def work(error: Exception, after: float) -> None:
        time.sleep(after)
        with coord.stop_on_exception():
            raise error

    threads = [in_thread(work, KeyError("first"), 0.05), in_thread(work, IndexError("second"), 0.3)]
    with pytest.raises(KeyError, match="first"):
        coord.join(threads)
    with pytest.raises(KeyError, match="first"):
        coord.raise_requested_exception()
    assert coord.should_stop()
    with pytest.raises(ZeroDivisionError):  # nobody joins any more who could raise it
        coord.request_stop(ZeroDivisionError("late"))
    coord.clear_stop()
    assert not coord.should_stop()
    assert not coord.joined
    coord.raise_requested_exception()
    coord.join()


@pytest.mark.parametrize("types", [None, (KeyError,)])
def test_a_clean_stop_raises_nothing(types: Any) -> None:
    coord = tf.train.Coordinator(clean_stop_exception_types=types)
    coord.request_stop(tf.errors.OutOfRangeError("end") if types is None else KeyError("end"))
    assert coord.should_stop()
    coord.join()
    other = tf.train.Coordinator(clean_stop_exception_types=())
    other.request_stop(tf.errors.OutOfRangeError("end"))
    with pytest.raises(tf.errors.OutOfRangeError, match="end"):
        other.join()


def test_what_is_no_error_is_one() -> None:
    coord = tf.train.Coordinator()
    coord.request_stop("no error")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no error"):
        coord.join()


def test_threads_that_take_too_long() -> None:
    go_on = threading.Event()
    coord = tf.train.Coordinator()
    coord.register_thread(in_thread(go_on.wait, 20))
    coord.request_stop()
    started = time.monotonic()
    with pytest.raises(RuntimeError, match="threads still running: Thread"):
        coord.join(stop_grace_period_secs=0.2)
    assert 0.2 <= time.monotonic() - started < 5
    coord.clear_stop()
    coord.register_thread(in_thread(go_on.wait, 20))
    coord.request_stop()
    coord.join(stop_grace_period_secs=0.1, ignore_live_threads=True)
    go_on.set()


def test_waiting_for_a_stop() -> None:
    coord = tf.train.Coordinator()
    assert not coord.wait_for_stop(0.01)
    in_thread(coord.request_stop)
    assert coord.wait_for_stop(10)


def test_a_looper_thread() -> None:
    coord = tf.train.Coordinator()
    turns: list[int] = []
    thread = tf.train.LooperThread.loop(coord, 0.01, target=turns.append, args=(7,))
    while len(turns) < 3:
        time.sleep(0.005)
    coord.request_stop()
    coord.join(stop_grace_period_secs=10)
    assert not thread.is_alive()
    assert set(turns) == {7}
    failing = tf.train.Coordinator()
    tf.train.LooperThread.loop(failing, None, target=fail, args=(KeyError("x"),))
    with pytest.raises(KeyError):
        failing.join()


# -- QueueRunners ----------------------------------------------------------------------------------------------------


@pytest.fixture
def graph() -> Any:
    with tf.Graph().as_default() as graph:
        yield graph


def test_threads_of_a_runner(graph: Any) -> None:
    queue = tf.FIFOQueue(2, [tf.int32], [[]])
    runner = tf.train.QueueRunner(queue, [queue.enqueue(1), queue.enqueue(2)])
    assert (runner.queue, runner.name, len(runner.enqueue_ops)) == (queue, "fifo_queue", 2)
    tf.train.add_queue_runner(runner)
    with tf.Session() as session:
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(coord=coord)
        assert sorted(thread.name for thread in threads) == [
            "QueueRunnerThread-fifo_queue-close_on_stop",
            "QueueRunnerThread-fifo_queue-fifo_queue_enqueue",
            "QueueRunnerThread-fifo_queue-fifo_queue_enqueue_1",
        ]
        assert all(thread.daemon for thread in threads)
        assert tf.train.start_queue_runners(coord=coord) == []  # they run already
        assert {int(session.run(queue.dequeue())) for _ in range(30)} <= {1, 2}
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=10)
        assert session.run(queue.is_closed())


def test_a_runner_starts_again_in_another_session(graph: Any) -> None:
    queue = tf.FIFOQueue(2, [tf.int32], [[]])
    taken = queue.dequeue()
    runner = tf.train.QueueRunner(queue, [queue.enqueue(1)])
    for _ in range(2):
        with tf.Session() as session:
            threads = runner.create_threads(session, start=True, daemon=True)
            assert session.run(taken) == 1
        threads[0].join(10)
        assert not threads[0].is_alive()  # a Session that closes ends what waits in it


def test_errors_without_a_coordinator(graph: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", seen.append)
    queue = tf.FIFOQueue(2, [tf.int32], [[]])
    runner = tf.train.QueueRunner(queue, [queue.enqueue(tf.gather([1], 5))])
    with tf.Session() as session:
        (thread,) = runner.create_threads(session, start=True)
        thread.join(10)
    assert [type(error) for error in runner.exceptions_raised] == [tf.errors.InvalidArgumentError]
    assert len(seen) == 1


# -- whose files -----------------------------------------------------------------------------------------------------


def test_a_graph_from_elsewhere_reads_no_files(folder: str, graph: Any) -> None:
    """What a script reads by ``tf.read_file`` a GraphDef may not, and a raw op neither."""
    content = tf.read_file(f"{folder}/one.txt", name="mine")
    found = tf.matching_files(f"{folder}/o*.txt", name="names")
    raw = tf.raw_ops.ReadFile(filename=f"{folder}/one.txt")
    message = graph.as_graph_def()
    with tf.Session() as session:
        assert session.run(content) == b"first\nsecond\n"
        assert session.run(found).tolist() == [f"{folder}/one.txt".encode()]
        with pytest.raises(tf.errors.PermissionDeniedError):
            session.run(raw)
    with tf.Graph().as_default() as other:
        tf.import_graph_def(message, name="")
        with tf.Session() as session:
            for name in ("mine:0", "names:0"):
                with pytest.raises(tf.errors.PermissionDeniedError):
                    session.run(other.get_tensor_by_name(name))


def test_folders_hold_for_scripts_too(folder: str, graph: Any, tmp_path: Any) -> None:
    content = tf.read_file(f"{folder}/one.txt")
    session = go.Session(graph, config=go.SessionConfig(file_folders=[str(tmp_path)]))
    with session, pytest.raises(tf.errors.PermissionDeniedError):
        session.run(content)


def test_a_script_writes_a_file(tmp_path: Any, graph: Any) -> None:
    with tf.Session() as session:
        session.run(tf.write_file(f"{tmp_path}/x", "text"))
    assert (tmp_path / "x").read_bytes() == b"text"
