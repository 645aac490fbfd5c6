"""Arrays that a page names: in archives, in any file by their place, and what is wrong with them."""

from __future__ import annotations

import json
import mmap
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.interchange.page import build_page, page_of, page_text, read_page, run_page
from graphops.interchange.page.array_references import referenced_array, shapes_only
from graphops.interchange.page.weights import Weights
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    PermissionDeniedError,
)

ARRAY = np.arange(6, dtype=np.float32).reshape(2, 3)


def value_of(value: Any, folder: Path | None) -> Any:
    page = {"graphops_page": 1, "blocks": [{"id": "c", "op": "Const", "attrs": {"dtype": "float", "value": value}}]}
    built = build_page(read_page(json.dumps(page)), folder=folder)
    built.raise_problems()
    return built.nodes["c"].get_attr("value")


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_a_member_of_an_archive(save: Any, tmp_path: Path) -> None:
    save(tmp_path / "w.npz", **{"a/b": ARRAY, "columns": np.asfortranarray(ARRAY)})
    for member in ("a/b", "columns"):
        found = value_of({"file": "w.npz", "member": member, "shape": [2, 3]}, tmp_path)
        np.testing.assert_array_equal(found, ARRAY)
    with pytest.raises(InvalidArgumentError, match=r"must have the shape \[3, 3\]"):
        value_of({"file": "w.npz", "member": "a/b", "shape": [3, 3]}, tmp_path)
    with pytest.raises(NotFoundError, match="member of attr 'value' of op 'Const' must be in 'w.npz', which has 2 arr"):
        value_of({"file": "w.npz", "member": "b"}, tmp_path)


@pytest.mark.parametrize("offset", [0, 1, 64])
def test_bytes_of_any_file(offset: int, tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(bytes(offset) + ARRAY.tobytes() + b"more")
    crc = zlib.crc32(ARRAY.tobytes())
    about = {"file": "model.bin", "offset": offset, "dtype": "float", "shape": [2, 3], "crc32": crc}
    found = value_of(about, tmp_path)
    np.testing.assert_array_equal(found, ARRAY)
    assert found.flags.aligned


def test_a_mapped_array_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(bytes(64) + ARRAY.tobytes())
    found = value_of({"file": "model.bin", "offset": 64, "dtype": "float", "shape": [2, 3]}, tmp_path)
    assert not found.flags.owndata
    assert not found.flags.writeable
    base = found
    while isinstance(base, np.ndarray):
        base = base.base
    assert isinstance(memoryview(base).obj, mmap.mmap)


def test_a_file_that_was_changed(tmp_path: Path) -> None:
    file = tmp_path / "model.bin"
    file.write_bytes(ARRAY.tobytes())
    about = {"file": "model.bin", "offset": 0, "dtype": "float", "shape": [2, 3], "crc32": zlib.crc32(ARRAY.tobytes())}
    value_of(about, tmp_path)
    other = tmp_path / "other"
    other.write_bytes((ARRAY + 1).tobytes())
    os.replace(other, file)
    with pytest.raises(DataLossError, match=r"got another one \(crc32 \d+\): 'model.bin' was changed"):
        value_of(about, tmp_path)
    other.write_bytes(ARRAY.tobytes()[:-1])
    os.replace(other, file)
    with pytest.raises(InvalidArgumentError, match="must have 24 bytes from byte 0 on, got 23 in all: 'model.bin'"):
        value_of(about, tmp_path)
    file.unlink()
    with pytest.raises(NotFoundError, match="file of attr 'value' of op 'Const' must exist, got 'model.bin'"):
        value_of(about, tmp_path)


@pytest.mark.parametrize(
    ("change", "kind", "rule"),
    [
        ({"offset": -1}, InvalidTypeError, "offset of attr 'value' of op 'Const' must be a number of bytes, got -1"),
        ({"offset": 1.5}, InvalidTypeError, "must be a number of bytes, got 1.5"),
        ({"offset": 1 << 61}, InvalidArgumentError, "must have 24 bytes from byte"),
        ({"member": "a"}, InvalidTypeError, "must have 'member' or 'offset', got both"),
        ({"crc32": 1 << 32}, InvalidTypeError, "crc32 of attr 'value' of op 'Const' must be a number of 32 bits"),
        ({"shape": None}, InvalidTypeError, "shape of attr 'value' of op 'Const' must be a list of sizes"),
        ({"shape": [1 << 29]}, InvalidArgumentError, "268,435,456 elements"),
        ({"dtype": "string"}, InvalidTypeError, "must have a dtype of numbers and a shape beside its offset"),
        ({"file": "../out.bin"}, PermissionDeniedError, "must be in the folder of the page"),
        ({"file": "/etc/passwd"}, PermissionDeniedError, "must be in the folder of the page"),
        ({"file": "link.bin"}, PermissionDeniedError, "must be in the folder of the page"),
        ({"file": "."}, InvalidArgumentError, "it is no regular file"),
        ({"file": "pipe"}, InvalidArgumentError, "it is no regular file"),
        ({"file": 3}, InvalidTypeError, "file of attr 'value' of op 'Const' must be the name of a file, got 3"),
        ({"more": 1}, InvalidTypeError, "must have one of the keys"),
    ],
)
def test_references_that_are_wrong(change: Any, kind: type[GraphopsError], rule: str, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (tmp_path / "out.bin").write_bytes(ARRAY.tobytes())
    (folder / "in.bin").write_bytes(ARRAY.tobytes())
    (folder / "link.bin").symlink_to(tmp_path / "out.bin")
    os.mkfifo(folder / "pipe")
    about = {"file": "in.bin", "offset": 0, "dtype": "float", "shape": [2, 3]} | change
    with pytest.raises(kind, match=rule.replace("(", r"\(")):
        value_of(about, folder)


def test_a_damaged_archive(tmp_path: Path) -> None:
    np.savez(tmp_path / "w.npz", a=ARRAY)
    data = bytearray((tmp_path / "w.npz").read_bytes())
    for place in range(0, len(data), 7):
        (tmp_path / "x.npz").write_bytes(bytes([*data[:place], data[place] ^ 0x5A, *data[place + 1 :]]))
        try:
            value_of({"file": "x.npz", "member": "a"}, tmp_path)
        except GraphopsError:
            continue
    objects = np.array([None, {}], dtype=object)
    np.savez(tmp_path / "o.npz", a=objects, allow_pickle=True)
    with pytest.raises(InvalidArgumentError, match="must hold numbers or texts"):
        value_of({"file": "o.npz", "member": "a"}, tmp_path)


def test_shapes_alone(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(ARRAY.tobytes() + np.arange(3).tobytes())
    floats = {"file": "model.bin", "offset": 0, "dtype": "float", "shape": [2, 3], "crc32": 5}
    with shapes_only():
        with pytest.raises(DataLossError):  # the file is checked all the same
            referenced_array(floats, as_dtype("float"), "x", tmp_path)
        del floats["crc32"]
        assert not referenced_array(floats | {"shape": (2, 3)}, as_dtype("float"), "x", tmp_path).any()
        sizes = {"file": "model.bin", "offset": 24, "dtype": "int64", "shape": (3,)}  # these may decide shapes
        np.testing.assert_array_equal(referenced_array(sizes, as_dtype("int64"), "x", tmp_path), [0, 1, 2])


def test_weights_are_written_beside_a_page_and_read_where_they_are(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    large, small, half = rng.normal(size=(40, 30)).astype(np.float32), np.ones(3, np.float32), rng.normal(size=(600,))
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [None, 40], name="x")
        y = go.raw_ops.MatMul(a=x, b=go.constant(large, name="w"), name="y")
        go.raw_ops.Mul(x=y, y=small[:1], name="z")
        go.raw_ops.Cast(x=go.constant(half.astype(go.bfloat16.numpy_dtype), name="h"), DstT=go.float32, name="cast")
    weights = Weights("page.npz")
    page = page_of(graph, fetches=["z", "cast"], refer=weights.refer)
    assert set(weights.arrays) == {"w", "h"}
    with (tmp_path / "page.npz").open("wb") as file:
        weights.write(file)
    np.testing.assert_array_equal(np.load(tmp_path / "page.npz")["w"], large)
    text = page_text(page)
    assert "base64" not in text
    again = read_page(text)
    value = build_page(again, folder=tmp_path).nodes["w"].get_attr("value")
    assert value.ctypes.data % 64 == 0
    assert not value.flags.owndata
    feed = rng.normal(size=(2, 40)).astype(np.float32)
    found = run_page(again, {"x": feed}, folder=tmp_path)
    np.testing.assert_allclose(found["z:z"], feed @ large, rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(found["cast:y"], half.astype(go.bfloat16.numpy_dtype).astype(np.float32))
