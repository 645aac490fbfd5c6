"""``tf.summary`` beside its values: images, files and messages."""

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf
from graphops.interchange.graph_def.messages import Event, RunMetadata


@pytest.fixture(autouse=True)
def _graph() -> Any:
    with tf.Graph().as_default():
        yield


def events(folder: Path) -> list[Any]:
    """The messages of the one event file there is."""
    (path,) = folder.iterdir()
    content, found = path.read_bytes(), []
    while content:
        (size,) = struct.unpack("<Q", content[:8])
        found.append(Event.FromString(content[12 : 12 + size]))
        content = content[16 + size :]
    return found


def test_images_of_fractions_and_of_bytes() -> None:
    pixels = np.arange(2 * 3 * 4 * 3, dtype=np.uint8).reshape(2, 3, 4, 3)
    made = [tf.summary.image("seen", pixels), tf.summary.image("seen", pixels / np.float32(71), 1, family="few")]
    assert tf.get_collection(tf.GraphKeys.SUMMARIES) == made
    with tf.Session() as session:
        both = [tf.Summary.FromString(message).value for message in session.run(made)]
        assert [[value.tag for value in values] for values in both] == [
            ["seen/image/0", "seen/image/1"],
            ["few/few/seen/image"],
        ]
        shown = [tf.image.decode_png(value.image.encoded_image_string) for value in (*both[0], both[1][0])]
        first, second, stretched = session.run(shown)
    np.testing.assert_array_equal([first, second], pixels)
    np.testing.assert_array_equal(stretched, np.trunc(pixels[0] / np.float32(71) * (255 / (35 / np.float32(71)))))


def test_writers_are_shared(tmp_path: Path) -> None:
    writer = tf.summary.FileWriterCache.get(str(tmp_path))
    assert tf.summary.FileWriterCache.get(tmp_path) is writer
    tf.summary.FileWriterCache.clear()
    assert events(tmp_path)[1].graph_def
    other = tf.summary.FileWriterCache.get(str(tmp_path / "other"))
    assert other is not writer
    tf.summary.FileWriterCache.clear()


def test_logs_and_times_of_runs(tmp_path: Path) -> None:
    metadata = tf.RunMetadata()
    with tf.Session() as session:
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        x = tf.placeholder(tf.float32, [2], "given")
        session.run(tf.exp(x, "it"), {x: [1.0, 2.0]}, options=options, run_metadata=metadata)
    with tf.summary.FileWriter(tmp_path) as writer:
        writer.add_session_log(tf.SessionLog(status=tf.SessionLog.START, msg="begun"), 3)
        writer.add_run_metadata(metadata, "step 4", 4)
        with pytest.raises(go.errors.InvalidArgumentError, match="must be a new one, got 'step 4' again"):
            writer.add_run_metadata(metadata, "step 4", 5)
    _, log, ran = events(tmp_path)
    assert (log.step, log.session_log.status, log.session_log.msg) == (3, tf.SessionLog.START, "begun")
    assert (ran.step, ran.tagged_run_metadata.tag) == (4, "step 4")
    (device,) = RunMetadata.FromString(ran.tagged_run_metadata.run_metadata).step_stats.dev_stats
    assert "CPU" in device.device
    assert [node.timeline_label for node in device.node_stats] == ["it = Exp"]


def test_descriptions() -> None:
    tf.raw_ops.TensorSummary(tensor=[1.0], description='{"typeHint": "hint"}', name="told")
    nodes = {node.name: node for node in tf.get_default_graph().as_graph_def().node}
    assert tf.summary.get_summary_description(nodes.pop("told")).type_hint == "hint"
    with pytest.raises(go.errors.InvalidArgumentError, match="must be that of a TensorSummary, got 'Const'"):
        tf.summary.get_summary_description(*nodes.values())


def test_what_is_refused() -> None:
    with pytest.raises(go.errors.InvalidTypeError, match=r"tensor of text\(\) must have dtype string, got float32"):
        tf.summary.text("t", tf.constant(1.0))
    with pytest.raises(go.errors.InvalidTypeError, match="name of a summary must be a name"):
        tf.summary.image("", np.zeros((1, 1, 1, 1), np.uint8))
