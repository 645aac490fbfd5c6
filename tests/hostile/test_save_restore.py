"""Bad calls of the ops that save, restore and merge: at graph building where that can be told, else at run."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import (
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    PermissionDeniedError,
    UnimplementedError,
)

raw = go.raw_ops


@pytest.fixture
def session():
    with go.Graph().as_default(), go.Session(config=go.SessionConfig(file_folders=None)) as session:
        yield session


W = np.zeros((3, 4), np.float32)


def save_v2(prefix="p", names=("w",), slices=("",), tensors=(W,)):
    return raw.SaveV2(prefix=prefix, tensor_names=list(names), shape_and_slices=list(slices), tensors=list(tensors))


def restore_v2(prefix="p", names=("w",), slices=("",), dtypes=("float32",)):
    return raw.RestoreV2(prefix=prefix, tensor_names=list(names), shape_and_slices=list(slices), dtypes=list(dtypes))


def restore(path="p", name="w", part=""):
    return raw.RestoreSlice(file_pattern=path, tensor_name=name, shape_and_slice=part, dt="float32")


@pytest.mark.parametrize(
    ("make", "options", "sentence"),
    [
        (save_v2, {"prefix": ["p"]}, "prefix of op 'SaveV2' must be a scalar, got rank 1 (1,)"),
        (
            save_v2,
            {"names": ["w", "v"]},
            "tensor_names of op 'SaveV2' must have an element for each of the 1 tensors, got 2",
        ),
        (
            save_v2,
            {"slices": []},
            "shape_and_slices of op 'SaveV2' must have an element for each of the 1 tensors, got 0",
        ),
        (save_v2, {"names": [""]}, "tensor_names of op 'SaveV2' must have names that are not empty, got ['']"),
        (
            save_v2,
            {"slices": ["zz"]},
            "shape_and_slices[0] of op 'SaveV2' must be sizes and a slice for each, as in '4 10 -:0,3', got 'zz'",
        ),
        (
            save_v2,
            {"slices": ["3 4 -"]},
            "shape_and_slices[0] of op 'SaveV2' must have a slice for each of its 2 sizes, got '3 4 -'",
        ),
        (
            save_v2,
            {"slices": ["3 4 -:0,5"]},
            "shape_and_slices[0] of op 'SaveV2' must have slices within its sizes, got '3 4 -:0,5'",
        ),
        (
            save_v2,
            {"slices": ["3 4 -:-1,5"]},
            "shape_and_slices[0] of op 'SaveV2' must have '-' or 'start,length' for each axis, got '3 4 -:-1,5'",
        ),
        (
            save_v2,
            {"slices": ["3 4 0,2:-"]},
            "tensors[0] of op 'SaveV2' must have the shape of its slice, (2, 4), got (3, 4)",
        ),
        (restore, {"path": ["p"]}, "file_pattern of op 'RestoreSlice' must be a scalar, got rank 1 (1,)"),
        (restore, {"name": ""}, "tensor_name of op 'RestoreSlice' must not be empty, got ''"),
        (restore, {"name": ["w"]}, "tensor_name of op 'RestoreSlice' must be a scalar, got rank 1 (1,)"),
        (
            restore,
            {"part": "3 -:-"},
            "shape_and_slice of op 'RestoreSlice' must have a slice for each of its 1 sizes, got '3 -:-'",
        ),
        (restore_v2, {"prefix": ["p"]}, "prefix of op 'RestoreV2' must be a scalar, got rank 1 (1,)"),
        (
            restore_v2,
            {"names": ["w", "v"]},
            "tensor_names of op 'RestoreV2' must have an element for each of the 1 tensors, got 2",
        ),
        (
            restore_v2,
            {"slices": ["3 4 9,1:-"]},
            "shape_and_slices[0] of op 'RestoreV2' must have slices within its sizes, got '3 4 9,1:-'",
        ),
        (
            restore_v2,
            {"slices": [f"{10**30} -"]},
            f"shape_and_slices[0] of op 'RestoreV2' must be sizes and a slice for each, as in '4 10 -:0,3', got '{10**30} -'",
        ),
    ],
)
def test_bad_nodes(session, make, options, sentence):
    with pytest.raises(GraphopsError) as caught:
        make(**options)
    assert str(caught.value) == sentence


def run_refused(session, node, kind, sentence):
    with pytest.raises(kind) as caught:
        session.run(node)
    assert sentence in str(caught.value)


def test_bad_runs(session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for node, argument in [
        (save_v2(""), "prefix of op 'SaveV2'"),
        (save_v2("a\0b"), "prefix of op 'SaveV2'"),
        (restore_v2(""), "prefix of op 'RestoreV2'"),
        (restore(""), "file_pattern of op 'RestoreSlice'"),
        (raw.Save(filename="", tensor_names=["w"], data=[W]), "filename of op 'Save'"),
        (
            raw.MergeV2Checkpoints(checkpoint_prefixes=["p"], destination_prefix=""),
            "destination_prefix of op 'MergeV2Checkpoints'",
        ),
        (
            raw.MergeV2Checkpoints(checkpoint_prefixes=["p", ""], destination_prefix="m"),
            "checkpoint_prefixes[1] of op 'MergeV2Checkpoints'",
        ),
    ]:
        run_refused(session, node, InvalidArgumentError, f"{argument} must be a path, got b'")
    run_refused(session, restore_v2(), NotFoundError, "a checkpoint must exist, got no file 'p'")
    run_refused(session, save_v2("no/such/folder/p"), NotFoundError, "must be in a folder that exists")
    run_refused(session, save_v2(names=["w", "w"], slices=["", ""], tensors=[W, W]), InvalidArgumentError,
                "tensor_names of op 'SaveV2' must have each name once, or for parts of one value, got 'w'")  # fmt: skip
    run_refused(session, save_v2(slices=["3 4 0,2:-"], tensors=[W[:2]]), UnimplementedError,
                "shape_and_slices of op 'SaveV2' must cover the whole (3, 4) of 'w' without overlap")  # fmt: skip
    assert not list(tmp_path.iterdir())
    session.run(save_v2())
    run_refused(
        session, restore_v2(names=["v"]), NotFoundError, "tensor 'v' must be in p.safetensors, got no such name"
    )
    run_refused(session, restore_v2(dtypes=["int32"]), InvalidTypeError,
                "dtypes[0] of op 'RestoreV2' must be the dtype of 'w' in the file, float32, got int32")  # fmt: skip
    run_refused(session, restore_v2(slices=["5 4 0,2:-"]), InvalidArgumentError,
                "shape_and_slices[0] of op 'RestoreV2' must have the shape of 'w' in the file, (3, 4), got (5, 4)")  # fmt: skip


def test_bad_runs_of_the_ops_before_tensorflow_1(session, tmp_path):
    path = str(tmp_path / "m")
    session.run(save_v2(path))
    run_refused(session, raw.Restore(file_pattern=path, tensor_name="w", dt="int32"), InvalidTypeError,
                "dt of op 'Restore' must be the dtype of 'w' in the file, float32, got int32")  # fmt: skip
    run_refused(session, restore(path, part="3 5 -:-"), InvalidArgumentError,
                "shape_and_slice of op 'RestoreSlice' must have the shape of 'w' in the file, (3, 4), got (3, 5)")  # fmt: skip
    node = raw.SaveSlices(filename=path, tensor_names=["w"], shapes_and_slices=["3 4 0,1:-"], data=[W[:1]])
    run_refused(session, node, UnimplementedError, "shapes_and_slices of op 'SaveSlices' must cover the whole (3, 4)")


def test_a_part_of_a_huge_whole_allocates_nothing(session, tmp_path):
    node = save_v2(str(tmp_path / "p"), slices=["1000000000000 12 0,3:0,4"])
    run_refused(session, node, UnimplementedError, "must cover the whole")


def test_bad_merges(session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidArgumentError, match="checkpoint_prefixes of op 'MergeV2Checkpoints' must have one path"):
        raw.MergeV2Checkpoints(checkpoint_prefixes=np.array([], object), destination_prefix="m")
    session.run([save_v2("p"), save_v2("q")])
    for prefixes, options, kind, sentence in [
        (["p", "q"], {}, InvalidArgumentError, "the files to merge must have each name once, got 'w' in p and q"),
        (["p", "no"], {}, NotFoundError, "a checkpoint must exist, got no file 'no'"),
        (["no"], {"allow_missing_files": True}, NotFoundError, "one of the files to merge must exist, got none of no"),
    ]:
        node = raw.MergeV2Checkpoints(checkpoint_prefixes=prefixes, destination_prefix="m", **options)
        run_refused(session, node, kind, sentence)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p.safetensors", "q.safetensors"]


def test_files_outside_of_the_folders_that_were_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "in" / "link").symlink_to(tmp_path / "out")
    inside = [str(tmp_path / "in")]
    for folders, prefix, allowed in [
        ((), "p", False), (inside, "in/p", True), (inside, "p", False), (inside, "in/../p", False),
        (inside, "in/link/p", False), (inside, "/etc/p", False), (None, "p", True),
    ]:  # fmt: skip
        with go.Graph().as_default(), go.Session(config=go.SessionConfig(file_folders=folders)) as session:
            nodes = [
                save_v2(prefix=prefix),
                raw.MergeV2Checkpoints(checkpoint_prefixes=[prefix], destination_prefix="in/m"),
            ]
            if allowed:
                session.run(nodes[0])
                continue
            for node in nodes:
                with pytest.raises(PermissionError, match="must be in file_folders of SessionConfig"):
                    session.run(node)
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.safetensors")) == [
        "in/p.safetensors",
        "p.safetensors",
    ]


def test_beside_a_folder_and_through_links(tmp_path):
    """The files of a prefix are checked, not the prefix alone."""
    inside, outside = tmp_path / "in", tmp_path / "out"
    for folder in (inside, outside):
        folder.mkdir()
    go.checkpoint.save(outside / "p.safetensors", {"w": W})
    (inside / "linked.safetensors").symlink_to(outside / "p.safetensors")
    (inside / "bundle.index").symlink_to(outside / "p.safetensors")
    (inside / "data.index").write_bytes(b"")
    (inside / "data.data-00000-of-00001").symlink_to(outside / "p.safetensors")
    config = go.SessionConfig(file_folders=[str(inside)])
    with go.Graph().as_default(), go.Session(config=config) as session:
        for prefix in ("", "/linked", "/linked.safetensors", "/bundle", "/data", "/data.index"):
            run_refused(session, restore_v2(f"{inside}{prefix}"), PermissionDeniedError, "must be in file_folders")
        run_refused(session, save_v2(str(inside)), PermissionDeniedError, "must be in file_folders")
        session.run(save_v2(f"{inside}/own"))
        assert session.run(restore_v2(f"{inside}/own"))[0].tolist() == W.tolist()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in", "out"]


def test_reading_alone(tmp_path):
    """With write_files=False nodes read files of the folder, and change nothing in it."""
    go.checkpoint.save(tmp_path / "p.safetensors", {"w": W})
    (tmp_path / "text").write_bytes(b"content")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for folders in ([str(tmp_path)], None):
        config = go.SessionConfig(file_folders=folders, write_files=False)
        with go.Graph().as_default(), go.Session(config=config) as session:
            assert session.run(raw.ReadFile(filename=f"{tmp_path}/text")) == b"content"
            assert session.run(restore_v2(f"{tmp_path}/p"))[0].tolist() == W.tolist()
            for node in [
                raw.WriteFile(filename=f"{tmp_path}/text", contents="other"),
                raw.WriteFile(filename=f"{tmp_path}/new/text", contents="other"),
                save_v2(f"{tmp_path}/q"),
                raw.MergeV2Checkpoints(checkpoint_prefixes=[f"{tmp_path}/p"], destination_prefix=f"{tmp_path}/m"),
            ]:
                run_refused(session, node, PermissionDeniedError, "write no files")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
