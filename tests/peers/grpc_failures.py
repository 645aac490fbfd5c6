"""What TensorFlow's own grpc runtime does when a worker is killed in a run: which error, when, and what is left.

``PEER tests/peers/grpc_failures.py [KILLS]``; PEER has TensorFlow. Two servers on 127.0.0.1; a variable and
a loop that takes a second are on worker 1, which is killed in the middle and started again at once.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

os.environ |= {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}

import tensorflow as tf

v1 = tf.compat.v1
BOUND = 60.0  # seconds for a run
TURNS = 20_000
Outcome = tuple[str, float]  # what came out, and the seconds from the kill until then


class Worker:
    """The process of one server; started again with the same address."""

    def __init__(self, number: int, addresses: list[str]) -> None:
        self._number, self._addresses = number, addresses
        self.start()

    def start(self) -> None:
        command = [sys.executable, __file__, "worker", str(self._number), *self._addresses]
        self.process = subprocess.Popen(command)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def wait(self) -> None:
        """Until it listens."""
        host, _, port = self._addresses[self._number].partition(":")
        end = time.monotonic() + BOUND
        while time.monotonic() < end:
            with socket.socket() as trial:
                if trial.connect_ex((host, int(port))) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("the worker did not start")


def serve(number: int, addresses: list[str]) -> None:
    """Be a worker."""
    server = v1.train.Server({"worker": addresses}, job_name="worker", task_index=number)
    server.join()


def free_addresses() -> list[str]:
    with socket.socket() as one, socket.socket() as other:
        for each in (one, other):
            each.bind(("127.0.0.1", 0))
        return [f"127.0.0.1:{each.getsockname()[1]}" for each in (one, other)]


def make_graph() -> tuple[Any, Any, Any, Any]:
    """A variable that counts steps on worker 1; a step also runs a loop there and something on worker 0."""
    with tf.Graph().as_default() as graph:
        with v1.device("/job:worker/task:0"):
            start = tf.identity(tf.constant(0, tf.int64))
        with v1.device("/job:worker/task:1"):
            variable = v1.get_variable("v", initializer=tf.constant(0, tf.int64), use_resource=True)
            late = v1.while_loop(lambda i: i < TURNS, lambda i: i + 1, [start], parallel_iterations=1)
            step = variable.assign_add(late // TURNS, read_value=True)
        return graph, step, variable.read_value(), v1.global_variables_initializer()


def outcome(run: Callable[[], Any], since: float) -> Outcome:
    """What a call gives or raises, and when; in a thread, so that one that hangs can be left."""
    found: list[Outcome] = []

    def go() -> None:
        try:
            text = f"gave {run()}"
        except Exception as error:
            text = type(error).__name__
        found.append((text, time.monotonic() - since))

    thread = threading.Thread(target=go, daemon=True)
    thread.start()
    thread.join(BOUND + 10)
    return found[0] if found else ("hung", BOUND + 10)


def one_kill(target: str, graph: Any, nodes: tuple[Any, Any, Any], victim: Worker) -> dict[str, Outcome]:
    """Kill worker 1 in a run, start it again, and look at what is left."""
    step, value, init = nodes
    options = v1.RunOptions(timeout_in_ms=int(BOUND * 1000))
    session = v1.Session(target, graph=graph)
    session.run(init)
    begun = time.monotonic()
    assert session.run(step) == 1
    usual = time.monotonic() - begun
    killed: list[float] = []

    def kill() -> None:
        time.sleep(random.uniform(0.2, 0.8) * usual)  # noqa: S311
        killed.append(time.monotonic())
        victim.kill()
        victim.start()

    killer = threading.Thread(target=kill)
    killer.start()
    end: list[Outcome] = []
    text, seconds = outcome(lambda: session.run(step, options=options), begun)
    killer.join()
    end.append((text, begun + seconds - killed[0]))
    victim.wait()
    back = time.monotonic() - killed[0]
    same = outcome(lambda: session.run(value, options=options), time.monotonic())
    fresh = v1.Session(target, graph=graph)
    new = outcome(lambda: fresh.run(value, options=options), time.monotonic())
    return {
        "the run with the kill": end[0], "worker back": ("listens", back),
        "same session, afterwards": same, "new session, variable": new,
    }  # fmt: skip


def main(kills: int) -> None:
    """Print what happened, one line a question."""
    addresses = free_addresses()
    workers = [Worker(number, addresses) for number in range(2)]
    try:
        for worker in workers:
            worker.wait()
        graph, *nodes = make_graph()
        found = [one_kill(f"grpc://{addresses[0]}", graph, (nodes[0], nodes[1], nodes[2]), workers[1])
                 for _ in range(kills)]  # fmt: skip
    finally:
        for worker in workers:
            worker.kill()
    print(f"TensorFlow {tf.__version__}, {kills} kills")
    for question in found[0]:
        outcomes = [each[question] for each in found]
        seconds = [each[1] for each in outcomes]
        counts = ", ".join(f"{count} x {text}" for text, count in Counter(text for text, _ in outcomes).items())
        print(f"{question}: {counts}; seconds: median {statistics.median(seconds):.2f}, max {max(seconds):.2f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["worker"]:
        serve(int(sys.argv[2]), sys.argv[3:])
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else 8)
        os._exit(0)  # sessions that hang are left behind
