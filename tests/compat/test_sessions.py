"""Sessions, savers and summaries, as scripts use them."""

import os
import shutil
import struct
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import raw_ops

DATA = Path(__file__).resolve().parents[1] / "checkpoint" / "data"


@pytest.fixture(autouse=True)
def graph() -> Any:
    with tf.Graph().as_default() as made:
        yield made


def test_config_protos() -> None:
    config = tf.ConfigProto(allow_soft_placement=True, log_device_placement=False)
    config.gpu_options.allow_growth = True
    config.graph_options.optimizer_options.global_jit_level = tf.OptimizerOptions.ON_1
    config.operation_timeout_in_ms = 5000
    with tf.Session(config=config) as session:
        assert session.config.allow_soft_placement
        assert session.config.timeout == 5.0
        assert session.run(tf.constant(1) + 1) == 2
    assert tf.ConfigProto() == tf.ConfigProto()
    assert tf.ConfigProto().gpu_options is not tf.ConfigProto().gpu_options
    with pytest.raises(TypeError, match="ConfigProto has no setting 'allow_hard_placement'"):
        tf.ConfigProto(allow_hard_placement=True)
    with pytest.raises(TypeError, match="GPUOptions has no setting 'growth'"):
        config.gpu_options.growth = True


def test_a_session_takes_the_graph_second() -> None:
    other = tf.Graph()
    with other.as_default():
        x = tf.constant(2.0)
    with tf.Session("", other) as session:
        assert session.run(x) == 2.0


def test_interactive_sessions() -> None:
    session = tf.InteractiveSession()
    try:
        v = tf.Variable([1.0, 2.0])
        v.initializer.run()
        assert (v + 1.0).eval().tolist() == [2.0, 3.0]
        assert tf.get_default_session() is session
        v.load([5.0, 6.0])
        assert v.eval().tolist() == [5.0, 6.0]
    finally:
        session.close()
    assert tf.get_default_session() is None
    session.close()


def test_run_options_trace() -> None:
    metadata = tf.RunMetadata()
    with tf.Session() as session:
        fed = tf.placeholder(tf.float32, (), name="x")
        x = fed * 2.0
        session.run(x, {fed: 1.0}, options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), run_metadata=metadata)
        assert any(node.op == "Mul" for node in metadata.nodes)
        empty = tf.RunMetadata()
        session.run(x, {fed: 1.0}, options=tf.RunOptions(), run_metadata=empty)
        assert empty.nodes == []


def test_savers_save_and_restore(tmp_path: Path) -> None:
    v = tf.get_variable("v", [2], initializer=tf.zeros_initializer())
    step = tf.train.get_or_create_global_step()
    grow = tf.group(tf.assign_add(v, [1.0, 2.0]), tf.assign_add(step, 1))
    saver = tf.train.Saver(max_to_keep=2)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        paths = []
        for _ in range(3):
            session.run(grow)
            paths.append(saver.save(session, str(tmp_path / "model.ckpt"), global_step=step))
    assert paths == [str(tmp_path / f"model.ckpt-{i}") for i in (1, 2, 3)]
    assert saver.last_checkpoints == paths[1:]
    assert tf.train.latest_checkpoint(str(tmp_path)) == paths[2]
    assert not tf.train.checkpoint_exists(paths[0])
    state = tf.train.get_checkpoint_state(str(tmp_path))
    assert state.model_checkpoint_path == paths[2]
    assert list(state.all_model_checkpoint_paths) == paths[1:]
    assert tf.train.list_variables(str(tmp_path)) == [("global_step", []), ("v", [2])]
    assert tf.train.load_variable(paths[1], "v").tolist() == [2.0, 4.0]
    with tf.Session() as session:
        saver.restore(session, paths[1])
        assert session.run(v).tolist() == [2.0, 4.0]
        assert tf.train.global_step(session, step) == 2
        tf.train.Saver({"v": v}).restore(session, tf.train.latest_checkpoint(str(tmp_path)))
        assert session.run(v).tolist() == [3.0, 6.0]
        assert tf.train.global_step(session, step) == 2


def test_savers_make_their_folder(tmp_path: Path) -> None:
    v = tf.Variable([1.0, 2.0])
    with tf.Session() as session:
        session.run(v.initializer)
        path = tf.train.Saver().save(session, str(tmp_path / "new" / "deeper" / "model"), 3)
        tf.train.Saver().restore(session, path)
        (tmp_path / "file").write_text("")
        with pytest.raises(tf.errors.NotFoundError, match="must be in a folder that exists"):
            tf.train.Saver().save(session, str(tmp_path / "file" / "model"))


def test_what_a_saver_wrote_counts_beside_tensorflows_files(tmp_path: Path) -> None:
    v = tf.Variable([1.0, 2.0])
    for suffix in ("index", "data-00000-of-00001"):
        shutil.copy(DATA / f"parts.{suffix}", tmp_path / f"model.{suffix}")
    in_an_hour = time.time() + 3600  # a clock that is wrong, or another run of TensorFlow meanwhile
    os.utime(tmp_path / "model.index", (in_an_hour, in_an_hour))
    saver = tf.train.Saver()
    with tf.Session() as session:
        session.run(v.initializer)
        path = saver.save(session, str(tmp_path / "model"))
        session.run(v.assign([5.0, 5.0]))
        saver.restore(session, path)
        assert session.run(v).tolist() == [1.0, 2.0]
        with pytest.raises(tf.errors.NotFoundError, match="variable 'Variable' must be in the checkpoint"):
            tf.train.Saver().restore(session, path)  # another one reads the newer file
        os.utime(tmp_path / "model.index", (0, 0))
        tf.train.Saver().restore(session, path)


def test_savers_refuse_what_does_not_fit(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="must hold a variable or more"):
        tf.train.Saver()
    v = tf.get_variable("v", [2])
    saver = tf.train.Saver()
    path = str(tmp_path / "m")
    with tf.Session() as session:
        with pytest.raises(tf.errors.FailedPreconditionError, match="variable 'v' must be initialised to be saved"):
            saver.save(session, path)
        session.run(v.initializer)
        assert saver.save(session, path) == path
        with pytest.raises(tf.errors.NotFoundError, match="a checkpoint must exist"):
            saver.restore(session, path + "x")
        with pytest.raises(ValueError, match="save_path of restore"):
            saver.restore(session, None)
    with tf.Graph().as_default(), tf.Session() as session:
        wrong_shape = tf.get_variable("v", [3])
        with pytest.raises(tf.errors.InvalidArgumentError, match="saved value of 'v' must have shape"):
            tf.train.Saver().restore(session, path)
        with pytest.raises(tf.errors.NotFoundError, match="variable 'w' must be in the checkpoint"):
            tf.train.Saver({"w": wrong_shape}).restore(session, path)
        with pytest.raises(TypeError, match="must have dtype int32"):
            tf.train.Saver({"v": tf.get_variable("i", [2], tf.int32)}).restore(session, path)
        flat = tf.get_variable("flat", [1, 2])
        tf.train.Saver({"v": flat}, reshape=True).restore(session, path)
        assert session.run(flat).shape == (1, 2)


def records(path: Path) -> list[bytes]:
    """The records of an event file; checksums are tested with the writer of checkpoints."""
    data, found = path.read_bytes(), []
    while data:
        (size,) = struct.unpack_from("<Q", data)
        found.append(data[12 : 12 + size])
        data = data[16 + size :]
    return found


def test_summaries_are_written(tmp_path: Path, graph: Any) -> None:
    x = tf.placeholder(tf.float32, [3])
    with tf.name_scope("losses"):
        scalar = tf.summary.scalar("the loss", tf.reduce_sum(x))
    tf.summary.histogram("x", x, family="inputs")
    merged = tf.summary.merge_all()
    with tf.Session() as session, tf.summary.FileWriter(str(tmp_path), graph) as writer:
        for step in range(2):
            value = session.run(merged, {x: [1.0, 2.0, 3.0]})
            writer.add_summary(value, step)
        assert session.run(scalar, {x: [1, 1, 1]}) == b"\n\x16\n\x0flosses/the_loss\x15\x00\x00@@"
        writer.flush()
    (path,) = tmp_path.iterdir()
    assert path.name.startswith("events.out.tfevents.")
    first, with_graph, *rest = records(path)
    assert b"brain.Event:2" in first
    assert graph.as_graph_def().SerializeToString() in with_graph
    assert len(rest) == 2
    assert all(b"losses/the_loss" in record and b"inputs/inputs/x" in record for record in rest)
    with pytest.warns(UserWarning, match="writes nothing, as in TensorFlow"):
        writer.add_summary(value, 3)
    writer.reopen()
    writer.add_summary(value, 5)
    writer.reopen()
    assert len(list(tmp_path.iterdir())) == 2
    with pytest.raises(TypeError, match="must be a serialised Summary"):
        writer.add_summary(3.0)
    writer.close()


def test_messages_that_scripts_make_are_written(tmp_path: Path) -> None:
    writer = tf.summary.FileWriter(str(tmp_path))
    summary = tf.Summary()
    summary.value.add(tag="reward", simple_value=2.5)
    writer.add_summary(summary, np.int64(4))
    writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)]), 5)
    writer.add_event(tf.summary.Event(step=6, summary=summary))
    writer.close()
    (path,) = tmp_path.iterdir()
    events = [tf.Event.FromString(record) for record in records(path)][1:]
    found = [(event.step, event.summary.value[0].tag, event.summary.value[0].simple_value) for event in events]
    assert found == [(4, "reward", 2.5), (5, "loss", 0.5), (6, "reward", 2.5)]
    assert all(event.wall_time > 1e9 for event in events)


def test_nothing_to_merge() -> None:
    assert tf.summary.merge_all() is None


def test_graphs_are_written(tmp_path: Path, graph: Any) -> None:
    tf.constant([1.0], name="c")
    path = tf.train.write_graph(graph, str(tmp_path / "new"), "graph.pbtxt")
    assert 'name: "c"' in Path(path).read_text()
    binary = tf.train.write_graph(graph.as_graph_def(), str(tmp_path), "graph.pb", as_text=False)
    with tf.Graph().as_default(), tf.Session() as session:
        message = tf.GraphDef()
        message.ParseFromString(Path(binary).read_bytes())
        (c,) = tf.import_graph_def(message, return_elements=["c:0"], name="")
        assert session.run(c).tolist() == [1.0]


def test_versions_of_behaviour() -> None:
    assert tf.executing_eagerly() is False
    assert tf.resource_variables_enabled() is True
    for function in (tf.enable_eager_execution, tf.enable_v2_behavior):
        with pytest.raises(NotImplementedError, match="must not be enabled"):
            function()
    assert tf.get_static_value(tf.constant([1, 2]) + 1).tolist() == [2, 3]
    assert tf.dimension_value(tf.placeholder(tf.float32, [None, 3]).shape[1]) == 3
    assert tf.dimension_value(tf.Dimension(None)) is None
    assert int(tf.Dimension(3)) == tf.Dimension(3) == 3
    assert isinstance(tf.constant(1), tf.Tensor)
    assert isinstance(tf.no_op(), tf.Operation)
    assert tf.as_dtype("float32").as_numpy_dtype is np.float32
    assert tf.string.as_numpy_dtype is np.object_
    assert tf.float16.as_numpy_dtype(3) == 3
    assert tf.bfloat16.as_numpy_dtype(1.5).dtype.name == "bfloat16"


def test_tables_initializer_fills_the_tables_of_its_collection() -> None:
    table = raw_ops.HashTableV2(key_dtype=tf.string, value_dtype=tf.int64)
    fill = raw_ops.InitializeTableV2(table_handle=table, keys=["a"], values=np.array([3]))
    tf.add_to_collection(tf.GraphKeys.TABLE_INITIALIZERS, fill)
    found = raw_ops.LookupTableFindV2(table_handle=table, keys=["a", "b"], default_value=np.int64(-1))
    with tf.Session() as session:
        session.run(tf.tables_initializer())
        assert session.run(found).tolist() == [3, -1]
