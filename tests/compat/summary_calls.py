"""Calls of ``tf.summary``, run under TensorFlow and under graphops as those of ``calls.py``."""

from typing import Any

import numpy as np

from tests.compat.calls import call, rows
from tests.compat.image_calls import CALLS


@call
def summaries(tf: Any) -> Any:
    """Those of images are in ``test_summary.py``: zlib may make other bytes of the same pixels."""
    sounds = rows(2, 5) / 4
    metadata = tf.SummaryMetadata(display_name="shown", plugin_data={"plugin_name": "own", "content": b"abc"})
    with tf.name_scope("outer"):
        inside = tf.summary.text("words", tf.constant(["a", "bc"]))
    return [
        inside, tf.summary.tensor_summary("more", tf.constant(["a"]), summary_metadata=metadata),
        tf.summary.text("one word", tf.constant("x")), tf.summary.audio("sound", sounds, 8000.0),
        tf.summary.audio("sound", sounds, sample_rate=tf.constant(44100.0), max_outputs=1, family="family"),
        tf.summary.tensor_summary("tensor", tf.constant([[1, 2]])), tf.summary.tensor_summary(
            "tensor", np.float32(2.5), "described", summary_metadata=metadata, family="f", display_name="name"
        ), 
        tf.summary.merge_all(), tf.summary.scalar("loss", 0.5, family="f"), tf.summary.histogram("h", rows(20)),
    ]  # fmt: skip


__all__ = ["CALLS"]
