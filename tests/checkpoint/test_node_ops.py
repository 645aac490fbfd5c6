"""A graph's own nodes that save, restore and merge."""

import os
from pathlib import Path

import numpy as np
import pytest

import graphops as go
from graphops import checkpoint

DATA = Path(__file__).parent / "data"
raw = go.raw_ops
W = np.arange(12, dtype=np.float32).reshape(3, 4)


@pytest.fixture(autouse=True)
def session():
    with go.Graph().as_default(), go.Session(config=go.SessionConfig(file_folders=None)) as session:
        yield session


def save(prefix, **values):
    return raw.SaveV2(
        prefix=str(prefix),
        tensor_names=list(values),
        shape_and_slices=[""] * len(values),
        tensors=list(values.values()),
    )


def restore(prefix, names, dtypes, slices=None):
    return raw.RestoreV2(
        prefix=str(prefix), tensor_names=names, shape_and_slices=slices or [""] * len(names), dtypes=dtypes
    )


def test_there_and_back(session, tmp_path):
    values = {"w": W, "n": np.array(3), "s": np.array([b"a", b"bc"], object), "e": np.zeros((0, 2))}
    session.run(save(tmp_path / "m", **values))
    assert os.listdir(tmp_path) == ["m.safetensors"]
    found = session.run(restore(tmp_path / "m", list(values), ["float32", "int64", "string", "float64"]))
    for value, expected in zip(found, values.values(), strict=True):
        assert value.dtype == expected.dtype or expected.ndim == 0
        assert value.tolist() == expected.tolist()


def test_a_saver_of_variables(session, tmp_path):
    handle = raw.VarHandleOp(dtype="float32", shape=(3, 4), shared_name="w")
    assign = raw.AssignVariableOp(resource=handle, value=W)
    saver = save(tmp_path / "m", w=raw.ReadVariableOp(resource=handle, dtype="float32"))
    loader = raw.AssignVariableOp(resource=handle, value=restore(tmp_path / "m", ["w"], ["float32"])[0])
    session.run(assign)
    session.run(saver)
    session.variables["w"] = np.zeros((3, 4), np.float32)
    session.run(loader)
    assert session.variables["w"].tolist() == W.tolist()


def test_prefixes_that_are_fed_and_files_that_change(session, tmp_path):
    prefix = go.placeholder(go.string, ())
    value = go.placeholder(go.float32, None)
    saver = raw.SaveV2(prefix=prefix, tensor_names=["x"], shape_and_slices=[""], tensors=[value])
    loader = raw.RestoreV2(prefix=prefix, tensor_names=["x"], shape_and_slices=[""], dtypes=["float32"])
    for number in range(3):
        session.run(saver, {prefix: str(tmp_path / "m"), value: [number]})
        assert session.run(loader, {prefix: str(tmp_path / "m")})[0].tolist() == [number]


def test_slices_of_ours_and_of_tensorflows(session, tmp_path):
    session.run(save(tmp_path / "m", w=W))
    parts = restore(tmp_path / "m", ["w", "w"], ["float32"] * 2, ["3 4 0,2:-", "3 4 -:1,2"])
    assert [tensor.shape.as_tuple() for tensor in parts] == [(2, 4), (3, 2)]
    top, middle = session.run(parts)
    assert top.tolist() == W[:2].tolist()
    assert middle.tolist() == W[:, 1:3].tolist()
    (column,) = session.run(restore(DATA / "parts", ["w"], ["float32"], ["4 10 -:7,2"]))
    assert column.tolist() == np.arange(40).reshape(4, 10)[:, 7:9].tolist()


def test_parts_are_joined(session, tmp_path):
    session.run(
        raw.SaveV2(
            prefix=str(tmp_path / "m"),
            tensor_names=["w", "w", "b"],
            shape_and_slices=["3 4 0,2:-", "3 4 2,1:-", ""],
            tensors=[W[:2], W[2:], W],
        )
    )
    assert checkpoint.load(tmp_path / "m").values["w"].tolist() == W.tolist()


def test_every_kind_in_a_file_of_tensorflows(session):
    names = ["dtypes/bfloat16", "dtypes/int4", "dtypes/qint8", "dtypes/bool", "text", "scalar"]
    bundle = checkpoint.open_bundle(DATA / "every")
    found = session.run(restore(DATA / "every", names, [bundle.dtype(name).name for name in names]))
    for name, value in zip(names, found, strict=True):
        assert np.asarray(value).tolist() == bundle.read(name).tolist()


def test_the_ops_before_tensorflow_1(session, tmp_path):
    path = str(tmp_path / "m")
    session.run(raw.Save(filename=path, tensor_names=["w", "n"], data=[W, np.array(3)]))
    assert session.run(raw.Restore(file_pattern=path, tensor_name="w", dt="float32")).tolist() == W.tolist()
    assert session.run(raw.Restore(file_pattern=path, tensor_name="n", dt="int64")) == 3
    session.run(raw.SaveSlices(filename=path, tensor_names=["w", "w"], shapes_and_slices=["3 4 0,2:-", "3 4 2,1:-"],
                               data=[W[:2], W[2:]]))  # fmt: skip
    part = raw.RestoreSlice(file_pattern=path, tensor_name="w", shape_and_slice="3 4 -:1,2", dt="float32")
    assert part.shape.as_tuple() == (3, 2)
    assert session.run(part).tolist() == W[:, 1:3].tolist()


@pytest.mark.parametrize("delete", [True, False])
def test_merging(session, tmp_path, delete):
    folder = tmp_path / "parts"
    folder.mkdir()
    session.run([save(folder / "p0", a=W), save(folder / "p1", b=W + 1)])
    prefixes = [str(folder / "p0"), str(folder / "p1")]
    destination = str(tmp_path / "m")
    session.run(raw.MergeV2Checkpoints(checkpoint_prefixes=prefixes, destination_prefix=destination,
                                       delete_old_dirs=delete))  # fmt: skip
    assert {name: value.tolist() for name, value in checkpoint.load(tmp_path / "m").values.items()} == {
        "a": W.tolist(),
        "b": (W + 1).tolist(),
    }
    assert folder.exists() is not delete
    assert delete or os.listdir(folder) == []


def test_a_saver_makes_the_folder_of_its_parts_and_no_more(session, tmp_path):
    """As TensorFlow's savers expect, which put parts into ``<prefix>_temp``."""
    part = tmp_path / "m_temp" / "part-00000-of-00001"
    session.run(save(part, w=W))
    session.run(
        raw.MergeV2Checkpoints(
            checkpoint_prefixes=[str(part)], destination_prefix=str(tmp_path / "m"), delete_old_dirs=True
        )
    )
    assert os.listdir(tmp_path) == ["m.safetensors"]
    with pytest.raises(go.errors.NotFoundError, match="must be in a folder that exists"):
        session.run(save(tmp_path / "no" / "folder" / "m", w=W))
    assert os.listdir(tmp_path) == ["m.safetensors"]


def test_merging_leaves_the_files_of_others(session, tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "precious").write_text("")
    session.run(save(folder / "p0", a=W))
    session.run(raw.MergeV2Checkpoints(checkpoint_prefixes=[str(folder / "p0"), str(DATA / "sharded"), "missing"],
                                       destination_prefix=str(tmp_path / "m"), allow_missing_files=True))  # fmt: skip
    assert set(checkpoint.load(tmp_path / "m").values) == {"a", "v0", "v1"}
    assert os.listdir(folder) == ["precious"]
    assert (DATA / "sharded.index").exists()


@pytest.mark.parametrize(
    ("shard", "shards", "expected"),  # as TensorFlow 2.21 answers
    [(3, 10, b"x-00003-of-00010"), (-3, 0, b"x--0003-of-00000"), (123456, 1, b"x-123456-of-00001")],
)
def test_names_of_shards(session, shard, shards, expected):
    assert session.run(raw.ShardedFilename(basename="x", shard=shard, num_shards=shards)) == expected
    assert go.eager.ShardedFilename(basename="x", shard=shard, num_shards=shards)[()] == expected
    pattern = session.run(raw.ShardedFilespec(basename="x", num_shards=shards))
    assert pattern == b"x-?????-of-" + expected.rpartition(b"-")[2]
