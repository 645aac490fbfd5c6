"""Reads an event file with TensorFlow, and with TensorBoard if it is there.

Run by a Python that has TensorFlow: ``python check_event_files.py FILE`` prints a line of JSON with what is in it.
"""

from __future__ import annotations

import json
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import tensorflow as tf

found = {"version": "", "nodes": [], "scalars": [], "histograms": []}
for event in tf.compat.v1.train.summary_iterator(sys.argv[1]):
    assert event.wall_time > 1e9
    if event.file_version:
        found["version"] = event.file_version
    if event.graph_def:
        found["nodes"] += [node.name for node in tf.compat.v1.GraphDef.FromString(event.graph_def).node]
    for value in event.summary.value:
        if value.HasField("simple_value"):
            found["scalars"].append([event.step, value.tag, value.simple_value])
        if value.HasField("histo"):
            histogram = value.histo
            assert len(histogram.bucket) == len(histogram.bucket_limit)
            found["histograms"].append([event.step, value.tag, histogram.num, histogram.sum, sum(histogram.bucket)])

try:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
except ImportError:
    found["tensorboard"] = None
else:
    board = EventAccumulator(sys.argv[1]).Reload()
    found["tensorboard"] = sorted(board.Tags()["scalars"] + board.Tags()["histograms"])
print(json.dumps(found))
