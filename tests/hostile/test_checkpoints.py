"""Damaged and hostile files: an error of ours, at once, and no more memory than the file is worth."""

import contextlib
import json
import os
import random
import shutil
import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import graphops as go
from graphops import checkpoint
from graphops.checkpoint import state_file
from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    UnimplementedError,
)

DATA = Path(__file__).parent.parent / "checkpoint" / "data"
raw = go.raw_ops


def read_all(path):
    with checkpoint.load(path) as loaded:
        return {name: value.copy() for name, value in loaded.values.items()}


# -- safetensors ------------------------------------------------------------------------------------------------------


def file_of(header, body=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + body


def tensor(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


GOOD = file_of({"x": tensor()}, bytes(8))

BAD_FILES = {
    "nothing": (b"", "must have 8 bytes or more, got 0"),
    "cut length": (b"\x01\x02", "must have 8 bytes or more"),
    "length beyond the file": (file_of({"x": tensor()}, bytes(8), 10**6), "must lie within the file's"),
    "length of 2**63": (file_of({"x": tensor()}, bytes(8), 2**63), "must lie within the file's"),
    "no header": (file_of(b""), "start with '{'"),
    "no JSON": (file_of(b"{]"), "must be JSON in UTF-8"),
    "no UTF-8": (file_of(b'{"\xff": 1}'), "must be JSON in UTF-8"),
    "a list": (file_of(b"[1]"), "start with '{'"),
    "spaces first": (file_of(b' {"x": 1}'), "start with '{'"),
    "deep nesting": (file_of(b'{"a":' * 100_000), "must be JSON in UTF-8"),
    "deep lists": (file_of(b'{"a":' + b"[" * 100_000), "must be JSON in UTF-8"),
    "a number of many digits": (file_of(b'{"a":' + b"9" * 10_000 + b"}"), "must be JSON in UTF-8"),
    "infinity": (file_of(b'{"a": Infinity}'), "must be finite"),
    "a name twice": (file_of(b'{"x": 1, "y": 2, "x": 3}'), "must be there once, got 'x' twice"),
    "a key twice": (file_of(b'{"x": {"dtype": "F32", "dtype": "F64"}}'), "got 'dtype' twice"),
    "an entry that is none": (file_of({"x": 5}), "must have dtype, shape and data_offsets"),
    "a missing key": (file_of({"x": {"dtype": "F32", "shape": [2]}}, bytes(8)), "must have dtype, shape"),
    "one key more": (file_of({"x": {**tensor(), "y": 1}}, bytes(8)), "must have dtype, shape"),
    "an unknown dtype": (file_of({"x": tensor("F33")}, bytes(8)), "dtype must be one of BOOL, "),
    "a dtype that is none": (file_of({"x": tensor(["F32"])}, bytes(8)), "dtype must be one of BOOL, "),
    "a shape of text": (file_of({"x": tensor(shape="ab")}, bytes(8)), "must be up to 64 integers"),
    "a negative size": (file_of({"x": tensor(shape=(-2,))}, bytes(8)), "must be up to 64 integers"),
    "a fraction": (file_of({"x": tensor(shape=(2.0,))}, bytes(8)), "must be up to 64 integers"),
    "a bool": (file_of({"x": tensor(shape=(True, 2))}, bytes(8)), "must be up to 64 integers"),
    "too many axes": (file_of({"x": tensor(shape=[1] * 65, offsets=(0, 4))}, bytes(4)), "must be up to 64 integers"),
    "a size beyond 63 bits": (file_of({"x": tensor(shape=(2**63,))}, bytes(8)), "must be up to 64 integers"),
    "a product beyond 64 bits": (file_of({"x": tensor(shape=(2**40, 2**40))}, bytes(8)), "bits, got 64"),
    "a product that wraps to the size": (file_of({"x": tensor(shape=(2**62 + 2,))}, bytes(8)), "bits, got 64"),
    "offsets swapped": (file_of({"x": tensor(offsets=(8, 0))}, bytes(8)), "must be a start and an end"),
    "three offsets": (file_of({"x": tensor(offsets=(0, 4, 8))}, bytes(8)), "must be up to 2 integers"),
    "a wrong size": (file_of({"x": tensor(shape=(3,))}, bytes(8)), "must have 96 bits, got 64"),
    "beyond the file": (file_of({"x": tensor()}, bytes(4)), "must fill the 4 bytes after the header, got 8"),
    "bytes left over": (file_of({"x": tensor()}, bytes(9)), "must fill the 9 bytes after the header, got 8"),
    "a hole": (file_of({"x": tensor(offsets=(1, 9))}, bytes(9)), "must follow each other without holes"),
    "an overlap": (file_of({"x": tensor(), "y": tensor(offsets=(4, 12))}, bytes(12)), "without holes"),
    "the same place": (file_of({"x": tensor(), "y": tensor()}, bytes(8)), "without holes"),
    "metadata that are no strings": (file_of({"__metadata__": {"a": 1}}), "must have strings by name"),
    "metadata that are a list": (file_of({"__metadata__": []}), "must have strings by name"),
    "our dtypes, no JSON": (file_of({"__metadata__": {"graphops.dtypes": "{"}}), "must be JSON in UTF-8"),
    "our checksums, a list": (file_of({"__metadata__": {"graphops.crc32": "[]"}}), "must be a JSON object"),
    "half a bit pattern": (file_of({"x": tensor("F4", (3,), (0, 1))}, bytes(1)), "must have 12 bits, got 8"),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_bad_files(tmp_path, case):
    data, sentence = BAD_FILES[case]
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(DataLossError) as caught:
        checkpoint.load(tmp_path / "x")
    assert sentence in str(caught.value)
    assert any("x" in note for note in caught.value.__notes__)


def with_metadata(metadata, header, body):
    return file_of({"__metadata__": {k: json.dumps(v) for k, v in metadata.items()}, **header}, body)


@pytest.mark.parametrize(
    ("special", "entry", "body", "kind"),
    [
        ("float33", tensor(), bytes(8), InvalidTypeError),
        ("complex128", tensor(), bytes(8), DataLossError),
        ("complex128", tensor("F64", (3,), (0, 24)), bytes(24), DataLossError),
        ("resource", tensor(), bytes(8), InvalidTypeError),
        ("string", tensor("U8", (2, 2), (0, 4)), bytes(4), DataLossError),
        (["string", [2**40]], tensor("U8", (8,), (0, 8)), bytes(8), DataLossError),
        (["string", [-1]], tensor("U8", (8,), (0, 8)), bytes(8), DataLossError),
        (["float32", [2]], tensor(), bytes(8), DataLossError),
        (5, tensor(), bytes(8), DataLossError),
    ],
)
def test_bad_descriptions_of_dtypes(tmp_path, special, entry, body, kind):
    (tmp_path / "x").write_bytes(with_metadata({"graphops.dtypes": {"x": special}}, {"x": entry}, body))
    with pytest.raises(kind):
        checkpoint.load(tmp_path / "x")


@pytest.mark.parametrize(
    ("metadata", "entry", "body", "sentence"),
    [
        ({}, tensor("BOOL", (2,), (0, 2)), b"\x01\x02", "a bool must be stored as 0 or 1, got 2"),
        ({"graphops.dtypes": {"x": "int4"}}, tensor("I8", (1,), (0, 1)), b"\x08", "values of int4 must be -8 to 7"),
        ({"graphops.crc32": {"x": 1}}, tensor(), bytes(8), "the bytes of a tensor must have checksum 0x00000001"),
        ({"graphops.dtypes": {"x": ["string", [1]]}}, tensor("U8", (8,), (0, 8)), b"\xff" * 8, "must fill their 8"),
        ({"graphops.dtypes": {"x": ["string", [1]]}}, tensor("U8", (9,), (0, 9)), bytes(9), "must fill their 9"),
    ],
)
def test_bad_values(tmp_path, metadata, entry, body, sentence):
    (tmp_path / "x").write_bytes(with_metadata(metadata, {"x": entry}, body))
    loaded = checkpoint.load(tmp_path / "x")
    with pytest.raises(DataLossError, match=sentence):
        loaded.values["x"]


def test_dtypes_of_others_are_listed_and_not_read(tmp_path):
    (tmp_path / "x").write_bytes(file_of({"x": tensor("F8_E8M0", (8,))}, bytes(8)))
    loaded = checkpoint.load(tmp_path / "x")
    assert list(loaded.values) == ["x"]
    with pytest.raises(UnimplementedError, match="must have a dtype of TensorFlow's to be read, got F8_E8M0"):
        loaded.values["x"]


def test_a_changed_byte_is_noticed(tmp_path):
    checkpoint.save(tmp_path / "x", {"x": np.arange(100.0)})
    data = bytearray((tmp_path / "x").read_bytes())
    data[-1] ^= 1
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(DataLossError, match="must have checksum"):
        read_all(tmp_path / "x")


def test_a_file_that_shrinks_while_it_is_open(tmp_path):
    (tmp_path / "x").write_bytes(GOOD)
    loaded = checkpoint.load(tmp_path / "x")
    with open(tmp_path / "x", "r+b") as file:
        file.truncate(len(GOOD) - 1)
    with pytest.raises(DataLossError, match="but the file ends after 7"):
        loaded.values["x"]


def test_memory_is_that_of_the_file(tmp_path):
    lies = [
        file_of({"x": tensor(shape=(2**50,), offsets=(0, 2**52))}),
        file_of(b"{", length=90_000_000),
        with_metadata({"graphops.dtypes": {"x": ["string", [2**50]]}}, {"x": tensor("U8", (8,), (0, 8))}, bytes(8)),
    ]
    for lie in lies:
        (tmp_path / "x").write_bytes(lie)
        tracemalloc.start()
        try:
            with pytest.raises(DataLossError):
                checkpoint.load(tmp_path / "x")
            assert tracemalloc.get_traced_memory()[1] < 1_000_000
        finally:
            tracemalloc.stop()


def test_changed_headers_never_crash(tmp_path):
    rng = random.Random(6)  # noqa: S311
    checkpoint.save(tmp_path / "x", {"a": np.ones(3), "s": np.array([b"a"], object), "c": np.ones(1, complex)})
    good = (tmp_path / "x").read_bytes()
    for _ in range(1000):
        changed = bytearray(good)
        for _ in range(rng.choice([1, 1, 4])):
            changed[rng.randrange(len(changed))] = rng.choice([rng.randrange(256), rng.choice(b'0129[]{}",:')])
        (tmp_path / "x").write_bytes(changed)
        with contextlib.suppress(GraphopsError):
            read_all(tmp_path / "x")


# -- paths ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "missing", "a\x00b", "x" * 5000])
def test_paths_of_nothing(tmp_path, path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotFoundError, match="a checkpoint must exist"):
        checkpoint.load(path)


def test_a_path_that_is_none():
    with pytest.raises(InvalidTypeError, match="path of a checkpoint must be a string or a path, got 5"):
        checkpoint.load(5)


@pytest.mark.parametrize(("age", "names"), [(-60, set()), (0, set()), (60, {"w", "long", "b"})])
def test_of_two_files_of_one_name_the_newer_one_counts(tmp_path, age, names):
    for suffix in (".index", ".data-00000-of-00001"):
        shutil.copy(DATA / f"parts{suffix}", tmp_path / f"b{suffix}")
    checkpoint.save(tmp_path / "b.safetensors", {})
    written = (tmp_path / "b.safetensors").stat().st_mtime_ns
    os.utime(tmp_path / "b.index", ns=(written, written + age * 10**9))
    assert set(checkpoint.load(tmp_path / "b").values) == names
    assert set(checkpoint.load(tmp_path / "b.index").values) == {"w", "long", "b"}
    assert not checkpoint.load(tmp_path / "b.safetensors").values


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "a/../../b", "..\\..\\outside"])
def test_a_state_file_never_leads_out_of_its_folder(tmp_path, name):
    folder = tmp_path / "inside"
    folder.mkdir()
    (folder / "checkpoint").write_text(f'model_checkpoint_path: "{name}"\n'.replace("\\", "\\\\"))
    assert all("/" not in found and "\\" not in found for found in state_file.read_state(folder))
    (tmp_path / "outside").write_bytes(GOOD)
    assert checkpoint.latest_checkpoint(folder) is None


# -- saving -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "options", "kind", "sentence"),
    [
        ({5: np.zeros(1)}, {}, InvalidTypeError, "the name of a value must be a string, got 5"),
        ({"__metadata__": np.zeros(1)}, {}, InvalidArgumentError, "must not be '__metadata__'"),
        ({"\udcff": np.zeros(1)}, {}, InvalidArgumentError, "must be UTF-8"),
        ({"x": np.array([5], object)}, {}, InvalidTypeError, "a string must be bytes or str to be saved, got int"),
        ({"x": np.zeros(1, "M8[s]")}, {}, InvalidTypeError, "a dtype must be"),
        (
            {"x": np.zeros(1)},
            {"dtypes": {"x": "float32"}},
            InvalidTypeError,
            "'x' must have dtype float32, got float64",
        ),
        ({"x": np.zeros(1)}, {"dtypes": {"x": "resource"}}, InvalidTypeError, "must have dtype resource, got float64"),
        ({}, {"metadata": {"a": 1}}, InvalidTypeError, "metadata of a checkpoint must be strings by name"),
        ({}, {"metadata": {"graphops.x": "1"}}, InvalidArgumentError, "must not start with 'graphops.'"),
        ({}, {"fingerprint": 5}, InvalidTypeError, "fingerprint of a checkpoint must be a string, got 5"),
    ],
)
def test_what_cannot_be_saved(tmp_path, values, options, kind, sentence):
    with pytest.raises(kind) as caught:
        checkpoint.save(tmp_path / "x", values, **options)
    assert sentence in str(caught.value)
    assert not list(tmp_path.iterdir())


# -- halves of surrogate pairs, which JSON can spell and UTF-8 cannot ------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    [
        b'{"x\\ud800": {"dtype": "U8", "shape": [0], "data_offsets": [0, 0]}}',
        b'{"__metadata__": {"k": "\\ud800"}}',
        b'{"__metadata__": {"graphops.dtypes": "\\ud800"}}',
        b'{"__metadata__": {"\\udfff": "v"}}',
    ],
)
def test_names_and_metadata_that_are_no_text(header, tmp_path):
    path = tmp_path / "x.safetensors"
    path.write_bytes(file_of(header))
    with pytest.raises(DataLossError, match="must be UTF-8"):
        checkpoint.load(path)


@pytest.mark.parametrize(
    "more", [{"metadata": {"a": "\ud800"}}, {"metadata": {"\ud800": "a"}}, {"fingerprint": "\ud800"}]
)
def test_metadata_that_cannot_be_written(more, tmp_path):
    path = tmp_path / "x.safetensors"
    with pytest.raises(InvalidArgumentError, match="metadata of a checkpoint must be UTF-8"):
        checkpoint.save(path, {"x": np.ones(2)}, **more)
    assert not path.exists()
