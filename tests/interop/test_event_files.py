"""TensorFlow and TensorBoard read the event files that graphops writes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops.summary import EventWriter
from tests.interop.peer import needs_peer, run_peer

pytestmark = [pytest.mark.full, needs_peer]


def test_tensorflow_reads_event_files(tmp_path: Path) -> None:
    with tf.Graph().as_default() as graph, tf.Session() as session:
        x = tf.placeholder(tf.float32, [3], name="x")
        tf.summary.scalar("total", tf.reduce_sum(x))
        tf.summary.histogram("values", x)
        merged = tf.summary.merge_all()
        with tf.summary.FileWriter(str(tmp_path), graph) as writer:
            for step in range(3):
                writer.add_summary(session.run(merged, {x: [1, 2, step]}), step)
        (path,) = tmp_path.iterdir()
        found = json.loads(run_peer("check_event_files.py", path).splitlines()[-1])
        assert found["version"] == "brain.Event:2"
        assert found["nodes"] == [node.name for node in graph.nodes]
        assert found["scalars"] == [[step, "total", 3.0 + step] for step in range(3)]
        assert found["histograms"] == [[step, "values", 3.0, 3.0 + step, 3.0] for step in range(3)]
        assert found["tensorboard"] in (None, ["total", "values"])


def test_tensorflow_reads_the_histograms_of_event_writers(tmp_path: Path) -> None:
    with EventWriter(tmp_path) as writer:
        writer.add_histogram("h", np.arange(1000), 7)
        writer.add_scalar("negative", -2.5, -3)
    found = json.loads(run_peer("check_event_files.py", writer.path).splitlines()[-1])
    assert found["histograms"] == [[7, "h", 1000.0, 499500.0, 1000.0]]
    assert found["scalars"] == [[-3, "negative", -2.5]]
