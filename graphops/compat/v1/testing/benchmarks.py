"""``tf.test.Benchmark``: how long a node takes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

import graphops.compat.v1 as tf


class Benchmark:
    """Base class of benchmarks: methods named ``benchmark...`` that call :meth:`run_op_benchmark`."""

    def run_op_benchmark(
        self,
        sess: Any,
        op_or_tensor: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        burn_iters: int = 2,
        min_iters: int = 10,
        store_trace: bool = False,
        store_memory_usage: bool = True,
        name: str | None = None,
        extras: Mapping[str, Any] | None = None,
        mbs: float = 0,
    ) -> dict[str, Any]:
        """Run a node several times, and report how long it takes.

        Args:
            burn_iters: runs that are not counted.
            min_iters: runs that are counted.
            mbs: how many megabytes a run works on, for its throughput.
            store_trace, store_memory_usage: accepted; no effect.

        Returns:
            ``iters``, ``wall_time`` in seconds, ``extras``, ``name`` and ``throughput``.
        """
        target = op_or_tensor.op if isinstance(op_or_tensor, tf.Tensor) else op_or_tensor
        for _ in range(burn_iters):
            sess.run(target, feed_dict=feed_dict)
        times = []
        for _ in range(min_iters):
            begin = time.perf_counter()
            sess.run(target, feed_dict=feed_dict)
            times.append(time.perf_counter() - begin)
        median = float(np.median(times)) if times else -1.0
        throughput = mbs / median if median > 0 else 0.0
        self.report_benchmark(min_iters, wall_time=median, throughput=throughput, extras=extras, name=name)
        return {
            "iters": min_iters,
            "wall_time": median,
            "extras": dict(extras or {}),
            "name": name,
            "throughput": throughput,
        }

    def report_benchmark(
        self,
        iters: int | None = None,
        cpu_time: float | None = None,
        wall_time: float | None = None,
        throughput: float | None = None,
        extras: Mapping[str, Any] | None = None,
        name: str | None = None,
        metrics: Any = None,
    ) -> None:
        """Print a line of JSON, into the file that the environment variable TEST_REPORT_FILE_PREFIX begins, if it is
        set."""
        own = name or type(self).__name__
        report = {"name": own, "iters": iters, "cpu_time": cpu_time, "wall_time": wall_time, "throughput": throughput}
        line = json.dumps({**report, "extras": dict(extras or {})})
        prefix = os.environ.get("TEST_REPORT_FILE_PREFIX")
        if prefix:
            with open(prefix + own.replace("/", "_"), "a", encoding="utf-8") as file:
                file.write(line + "\n")
        else:
            print(line)

    def evaluate(self, tensors: Any) -> Any:
        """The values of tensors in the default Session."""
        return tf.get_default_session().run(tensors)
