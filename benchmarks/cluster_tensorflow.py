"""TensorFlow's side of cluster_overheads.py: a Session over grpc on two servers of 127.0.0.1.

Reads lines of JSON, ``[pieces, size, runs]``, and prints the median of the runs in seconds; ends with its input.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from statistics import median

import numpy as np

PLACES = {1: (1,), 3: (0, 1, 0)}


def serve(addresses: list[str], task: int) -> None:
    """A server until its input ends."""
    import tensorflow as tf

    tf.compat.v1.train.Server({"worker": addresses}, job_name="worker", task_index=task)
    print("ready", flush=True)
    sys.stdin.read()


def main() -> None:
    addresses = [f"127.0.0.1:{port}" for port in _free_ports(2)]
    servers = [
        subprocess.Popen(
            [sys.executable, __file__, str(task), *addresses], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for task in range(2)
    ]
    try:
        for server in servers:
            assert server.stdout is not None
            server.stdout.readline()
        answer(f"grpc://{addresses[0]}")
    finally:
        for server in servers:
            server.kill()
            server.wait()


def answer(target: str) -> None:
    """Time what is asked for."""
    import tensorflow as tf

    calls = {}
    for line in sys.stdin:
        pieces, size, runs = json.loads(line)
        if (pieces, size) not in calls:
            with tf.Graph().as_default() as graph:
                x = y = tf.compat.v1.placeholder(tf.float32, [None])
                for place in PLACES[pieces]:
                    with tf.device(f"/job:worker/task:{place}"):
                        y = y * 2.0
            session = tf.compat.v1.Session(target, graph)
            value = np.ones(size, np.float32)
            np.testing.assert_array_equal(session.run(y, {x: value}), np.full(size, 2.0**pieces, np.float32))
            calls[pieces, size] = session.make_callable(y, [x]), value
        call, value = calls[pieces, size]
        call(value)
        found = []
        for _ in range(runs):
            start = time.perf_counter()
            call(value)
            found.append(time.perf_counter() - start)
        print(median(found), flush=True)


def _free_ports(number: int) -> list[int]:
    sockets = [socket.socket() for _ in range(number)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        serve(sys.argv[2:], int(sys.argv[1]))
    else:
        main()
