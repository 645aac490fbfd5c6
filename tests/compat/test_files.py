"""Files by TensorFlow's names do what TensorFlow's do; records of both are the same."""

import json
from pathlib import Path

import pytest

import graphops.compat.v1 as tf
from tests.compat.file_calls import CALLS, RECORDED, answers

WANT = json.loads(RECORDED.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def got() -> dict[str, object]:
    return answers(tf)


@pytest.mark.parametrize("name", CALLS)
def test_calls_give_what_tensorflow_gives(got: dict[str, object], name: str) -> None:
    assert json.loads(json.dumps(got[name])) == WANT[name]


def test_a_walk_tells_of_folders_that_are_missing_and_follows_no_links(tmp_path: Path) -> None:
    seen: list[Exception] = []
    assert list(tf.io.gfile.walk(str(tmp_path / "absent"), onerror=seen.append)) == []
    assert [type(error) for error in seen] == [tf.errors.NotFoundError]
    (tmp_path / "loop").symlink_to(tmp_path)
    assert list(tf.gfile.Walk(str(tmp_path))) == [(str(tmp_path), ["loop"], [])]


def test_removing_a_link_leaves_what_it_points_to(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "kept")
    tf.gfile.DeleteRecursively(str(tmp_path / "link"))
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept" / "file").exists()


@pytest.mark.parametrize("path", ["gs://bucket/file", "hdfs://host/file", "s3://bucket/file"])
def test_other_file_systems_are_refused_by_a_sentence(path: str) -> None:
    with pytest.raises(tf.errors.UnimplementedError, match=r"must be a path of this machine.*" + path):
        tf.gfile.Exists(path)


def test_errors_are_built_in_errors_too(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match=r"got: No such file"):
        tf.gfile.GFile(str(tmp_path / "absent")).read()
    with pytest.raises(ValueError, match="zero character"):
        tf.gfile.Exists("a\0b")
    with pytest.raises(TypeError, match="must be bytes or a text"):
        tf.gfile.Exists(3)
    with pytest.raises(TypeError, match="offset of seek"):
        tf.gfile.GFile(__file__).seek()


@pytest.mark.parametrize("compression", ["", "ZLIB", "GZIP"])
def test_records_come_back_and_the_pipeline_reads_them(tmp_path: Path, compression: str) -> None:
    path = str(tmp_path / "records")
    kind = tf.python_io.TFRecordCompressionType
    number = {"": kind.NONE, "ZLIB": kind.ZLIB, "GZIP": kind.GZIP}[compression]
    options = tf.python_io.TFRecordOptions(number)
    with tf.python_io.TFRecordWriter(path, options=options) as writer:
        writer.write(b"one")
        writer.flush()
        writer.write("two")
        writer.write(b"x" * 200_000)
    want = [b"one", b"two", b"x" * 200_000]
    assert list(tf.python_io.tf_record_iterator(path, options)) == want
    with tf.Graph().as_default(), tf.Session() as session:
        element = tf.data.TFRecordDataset(path, compression).make_one_shot_iterator().get_next()
        assert [session.run(element) for _ in want] == want
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(element)


def test_records_that_are_flushed_can_be_read_before_the_end(tmp_path: Path) -> None:
    writer = tf.io.TFRecordWriter(str(tmp_path / "records"))
    writer.write(b"one")
    writer.flush()
    assert list(tf.io.tf_record_iterator(str(tmp_path / "records"))) == [b"one"]
    writer.close()
    with pytest.raises(tf.errors.FailedPreconditionError, match="must be open"):
        writer.write(b"two")


def test_damaged_records_and_bad_options_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "records"
    with tf.io.TFRecordWriter(str(path)) as writer:
        writer.write(b"content")
    path.write_bytes(path.read_bytes()[:-2])
    with pytest.raises(tf.errors.DataLossError, match="cut off"):
        list(tf.io.tf_record_iterator(str(path)))
    with pytest.raises(tf.errors.InvalidArgumentError, match="'ZLIB' or 'GZIP', got 'BZ'"):
        tf.io.TFRecordOptions("BZ")
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be those of zlib"):
        tf.io.TFRecordWriter(str(path), tf.io.TFRecordOptions("GZIP", compression_level=77))
    with pytest.raises(tf.errors.NotFoundError):
        list(tf.io.tf_record_iterator(str(tmp_path / "absent")))


def test_conversions_of_text() -> None:
    assert tf.compat.as_bytes("ä") == b"\xc3\xa4" == tf.compat.as_bytes(b"\xc3\xa4")
    assert tf.compat.as_text(b"\xc3\xa4") == "ä" == tf.compat.as_str("ä")
    assert [tf.compat.as_str_any(value) for value in (3, b"a", "b")] == ["3", "a", "b"]
    assert tf.compat.path_to_str(Path("a/b")) == "a/b"
    assert tf.compat.path_to_str("a") == "a"
    for function in (tf.compat.as_bytes, tf.compat.as_text):
        with pytest.raises(TypeError, match="must be bytes or a text"):
            function(3)
    assert tf.compat.v1 is tf


def test_a_graph_may_have_what_was_there_before_the_horizon() -> None:
    assert tf.compat.forward_compatible(2019, 10, 1)
    assert not tf.compat.forward_compatible(2019, 11, 1)
    with tf.compat.forward_compatibility_horizon(2020, 1, 1):
        assert tf.compat.forward_compatible(2019, 11, 1)
    assert not tf.compat.forward_compatible(2019, 11, 1)


def test_files_beside_a_script() -> None:
    here = Path(__file__).resolve()
    assert tf.resource_loader.get_data_files_path() == str(here.parent)
    assert tf.resource_loader.get_path_to_datafile("x/y") == str(here.parent / "x" / "y")
    assert tf.resource_loader.load_resource(here.name) == here.read_bytes()
    with pytest.raises(tf.errors.NotFoundError):
        tf.resource_loader.load_resource("absent")
