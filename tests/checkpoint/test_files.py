"""Values written and read again; files of the official package; what a writer leaves behind."""

import errno
import os
import time
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from graphops import checkpoint
from graphops.checkpoint import atomic
from graphops.checkpoint.atomic import write_atomically
from graphops.checkpoint.state_file import read_state, write_state
from graphops_registry.dtypes import all_dtypes
from graphops_registry.errors import AlreadyExistsError

DATA = Path(__file__).parent / "data"
STORED = [d for d in all_dtypes() if not d.is_ref and d.name not in ("resource", "variant", "string")]


def same(a, b):
    assert a.dtype == b.dtype
    assert a.shape == b.shape
    assert a.tobytes() == b.tobytes()


@pytest.mark.parametrize("dtype", STORED, ids=lambda d: d.name)
def test_every_dtype_comes_back(tmp_path, dtype):
    few = np.array([[0, 1, 1], [1, 0, 1]]).astype(dtype.numpy_dtype)
    values = {"x": few, "0-d": few[0, 1], "empty": few[:0], "strided": few[:, ::2], "fortran": np.asfortranarray(few)}
    checkpoint.save(tmp_path / "x", values, dtypes=dict.fromkeys(values, dtype))
    with checkpoint.load(tmp_path / "x") as loaded:
        assert set(loaded.values) == set(values)
        for name, value in values.items():
            same(loaded.values[name], np.asarray(value))
            assert loaded.dtypes[name] is dtype
            assert loaded.shapes[name] == np.shape(value)


@pytest.mark.parametrize("special", [np.nan, np.inf, -np.inf, -0.0, 5e-324])
def test_special_values_keep_their_bits(tmp_path, special):
    for dtype in ("float64", "complex128"):
        value = np.array([special, 1], dtype)
        checkpoint.save(tmp_path / "x", {"x": value})
        same(checkpoint.load(tmp_path / "x").values["x"], value)


def test_strings_come_back_as_bytes(tmp_path):
    value = np.array([[b"a", b"", b"\x00\xff"], ["é", b"b" * 5000, b"x"]], object)
    checkpoint.save(tmp_path / "x", {"s": value, "0-d": np.array(b"one", object), "u": np.array(["a", "bc"])})
    loaded = checkpoint.load(tmp_path / "x")
    assert loaded.values["s"].tolist() == [[b"a", b"", b"\x00\xff"], ["é".encode(), b"b" * 5000, b"x"]]
    assert loaded.values["0-d"][()] == b"one"
    assert loaded.values["u"].tolist() == [b"a", b"bc"]
    assert loaded.dtypes["s"].name == "string"


def test_big_endian_arrays_are_stored_as_the_same_numbers(tmp_path):
    checkpoint.save(tmp_path / "x", {"x": np.arange(5, dtype=">i4")})
    same(checkpoint.load(tmp_path / "x").values["x"], np.arange(5, dtype="<i4"))


def test_fingerprint_and_metadata(tmp_path):
    checkpoint.save(tmp_path / "x", {"x": np.zeros(1)}, fingerprint="ours", metadata={"né": "ü\n"})
    loaded = checkpoint.load(tmp_path / "x")
    assert (loaded.fingerprint, loaded.metadata) == ("ours", {"né": "ü\n"})


def test_nothing_at_all_can_be_saved(tmp_path):
    checkpoint.save(tmp_path / "x", {})
    assert dict(checkpoint.load(tmp_path / "x").values) == {}


def test_values_are_read_only_and_read_from_the_file_that_was_opened(tmp_path):
    checkpoint.save(tmp_path / "x", {"x": np.zeros(3)})
    loaded = checkpoint.load(tmp_path / "x")
    checkpoint.save(tmp_path / "x", {"x": np.ones(3)})
    value = loaded.values["x"]
    assert value.tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="read-only"):
        value[0] = 1
    assert checkpoint.load(tmp_path / "x").values["x"].tolist() == [1, 1, 1]


def test_the_mapping_of_values(tmp_path):
    checkpoint.save(tmp_path / "x", {"a": np.zeros(1), "b": np.ones(1)})
    values = checkpoint.load(tmp_path / "x").values
    assert len(values) == 2
    assert "a" in values
    assert "c" not in values
    assert values.get("c") is None
    assert {name: value.tolist() for name, value in values.items()} == {"a": [0], "b": [1]}


def test_a_file_of_the_official_package():
    loaded = checkpoint.load(DATA / "official.safetensors")
    assert loaded.metadata == {"made by": "safetensors"}
    whole = np.arange(6).reshape(2, 3)
    for name in ("float64", "float32", "float16", "int64", "int32", "int16", "int8", "uint64", "uint32", "uint16",
                 "uint8"):  # fmt: skip
        same(loaded.values[name], whole.astype(name))
    same(loaded.values["bfloat16"], whole.astype(ml_dtypes.bfloat16))
    same(loaded.values["bool"], np.array([True, False, True]))
    same(loaded.values["complex64"], np.array([1 + 2j, 3 - 4j], np.complex64))
    same(loaded.values["scalar"], np.array(7.5))
    same(loaded.values["empty"], np.zeros((0, 3), np.float32))


def test_numbers_are_aligned_and_without_holes(tmp_path):
    checkpoint.save(tmp_path / "x", {"a": np.ones(3, np.int8), "b": np.ones(5, np.float64), "c": np.ones(1, np.int16)})
    data = (tmp_path / "x").read_bytes()
    length = int.from_bytes(data[:8], "little")
    assert length % 8 == 0
    assert len(data) == 8 + length + 3 + 40 + 2
    assert np.frombuffer(data, np.float64, 5, 8 + length).tolist() == [1] * 5


# -- atomic -----------------------------------------------------------------------------------------------------------


def test_a_writer_that_fails_changes_nothing(tmp_path):
    checkpoint.save(tmp_path / "x", {"x": np.zeros(3)})

    def fail(file):
        file.write(b"half")
        raise KeyError

    with pytest.raises(KeyError):
        atomic.write_atomically(tmp_path / "x", fail)
    assert os.listdir(tmp_path) == ["x"]
    assert checkpoint.load(tmp_path / "x").values["x"].tolist() == [0, 0, 0]


def test_bytes_reach_the_disk_before_the_name_does(tmp_path, monkeypatch):
    calls = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, name=name, real=real: (calls.append(name), real(*a))[1])
    atomic.write_atomically(tmp_path / "x", lambda file: file.write(b"1"))
    assert calls == (["fsync", "replace", "fsync"] if os.name == "posix" else ["fsync", "replace"])


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_permissions_of_a_replaced_file_stay(tmp_path):
    def mode(name, **how):
        atomic.write_atomically(tmp_path / name, lambda file: file.write(b"1"), **how)
        return (tmp_path / name).stat().st_mode & 0o777

    usual = mode("x")
    for kept in (0o600, 0o640, 0o444):
        (tmp_path / "x").chmod(kept)
        assert mode("x") == kept
    assert mode("y", private=True) == 0o600
    (tmp_path / "link").symlink_to(tmp_path / "y")
    assert mode("link") == usual
    assert not (tmp_path / "link").is_symlink()


def test_only_old_leftovers_are_removed(tmp_path):
    old, new = tmp_path / ".x.1.graphops-tmp", tmp_path / ".x.2.graphops-tmp"
    other = tmp_path / "x.graphops-tmp"
    for path in (old, new, other):
        path.write_bytes(b"")
        os.utime(path, (0, 0) if path != new else (time.time(), time.time()))
    checkpoint.save(tmp_path / "x", {"x": np.zeros(3)})
    assert sorted(os.listdir(tmp_path)) == [new.name, "x", other.name]


# -- which is the latest ----------------------------------------------------------------------------------------------


def test_the_state_file(tmp_path):
    assert checkpoint.latest_checkpoint(tmp_path) is None
    names = ["a b", 'quo"te', "back\\slash", "ünï"]
    write_state(tmp_path, names)
    assert read_state(tmp_path) == ["a b", 'quo"te', "slash", "ünï"]  # a backslash could lead out of the folder
    (tmp_path / "checkpoint").write_text('model_checkpoint_path: "/elsewhere/m-2"\nall_model_checkpoint_paths: "m-1"')
    assert read_state(tmp_path) == ["m-1", "m-2"]


def test_the_latest_that_exists(tmp_path):
    (tmp_path / "checkpoint").write_text('model_checkpoint_path: "m-2"\nall_model_checkpoint_paths: "m-1"')
    assert checkpoint.latest_checkpoint(tmp_path) is None
    (tmp_path / "m-1.index").write_bytes(b"")
    assert checkpoint.latest_checkpoint(tmp_path) == str(tmp_path / "m-1")
    (tmp_path / "m-2").write_bytes(b"")
    assert checkpoint.latest_checkpoint(tmp_path) == str(tmp_path / "m-2")


DAMAGED = [b"", b"\xff\xfe", b"model_checkpoint_path", b'model_checkpoint_path: "..', b"\x00" * 99]


@pytest.mark.parametrize("text", [*DAMAGED, b'model_checkpoint_path: ".."', b'model_checkpoint_path: "/"'])
def test_a_damaged_state_file_names_nothing(tmp_path, text):
    (tmp_path / "checkpoint").write_bytes(text)
    assert checkpoint.latest_checkpoint(tmp_path) is None


@pytest.mark.parametrize("has_links", [True, False])
def test_a_new_file_takes_no_name_from_another(tmp_path, monkeypatch, has_links):
    def no_links(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    if not has_links:
        monkeypatch.setattr(os, "link", no_links)
    target = tmp_path / "x"
    write_atomically(target, lambda file: file.write(b"first"), new=True)
    with pytest.raises(AlreadyExistsError, match="'.*x' must be new, but something has the name"):
        write_atomically(target, lambda file: file.write(b"second"), new=True)
    assert target.read_bytes() == b"first"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
