"""Files: checkpoints of three kinds, arrays, nodes that failed, figures, lists."""

from __future__ import annotations

import io
import json
import random
import struct
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import graphops as go
from graphops import checkpoint
from graphops.apps.bench.sides.layers import load_layers
from graphops.apps.cli.call_arguments import read_npy
from graphops.apps.cli.usage import UsageError
from graphops.checkpoint import snappy
from graphops.checkpoint.bundle import open_bundle
from graphops.checkpoint.crc32c import masked_crc32c
from graphops.checkpoint.state_file import read_state, write_state
from graphops.checkpoint.table import read_table
from graphops.checkpoint.wire import varint
from graphops.inspect import repro
from graphops.plan.choose import autotune
from graphops_registry.errors import GraphopsError
from tests.checkpoint.tables import table
from tests.hostile.fuzz.changes import changed_bytes
from tests.hostile.fuzz.folder import folder, written
from tests.hostile.fuzz.target import accepted, must_hold, target

DATA = Path(__file__).parents[2] / "checkpoint" / "data"
_JSON = [b'"', b"{", b"}", b"[", b"]", b":", b",", b"null", b"true", b"-1", b"1e999", b"NaN", b"[[[[", b"0.5", b"\\u0000",
         b"9223372036854775807", b"9" * 5000, b"\\ud800"]  # fmt: skip


# -- safetensors ------------------------------------------------------------------------------------------------------


def _checkpoints() -> list[bytes]:
    checkpoint.save(folder() / "seed.safetensors", {
        "a": np.arange(3, dtype=np.float32), "b": np.array([b"x", b"yz"], object), "c": np.ones((2, 1), np.complex128),
        "d": np.zeros((0, 4), np.int8), "e": np.array(True),
    }, metadata={"k": "v"})  # fmt: skip
    return [(folder() / "seed.safetensors").read_bytes(), (DATA / "official.safetensors").read_bytes()]


def _with_length(data: bytes, chance: random.Random) -> bytes:
    """The header changed, and its length made right again."""
    length = int.from_bytes(data[:8], "little")
    header = changed_bytes(data[8 : 8 + length], chance, [*_JSON, b'"F32"', b'"U8"', b'"dtype"', b'"shape"', b"[0,4]"])
    return struct.pack("<Q", len(header)) + header + data[8 + length :]


@target("safetensors", seeds=_checkpoints, words=[*_JSON, b'"BOOL"', b'"BF16"'], change=_with_length)
def safetensors(data: bytes) -> None:
    """What is read is written and read again."""
    with checkpoint.load(written("x.safetensors", data)) as loaded:
        values: dict[str, Any] = {}
        for name in loaded.values:
            try:
                values[name] = loaded.read(name)
            except GraphopsError:
                continue
        dtypes = {name: loaded.dtypes[name] for name in values}
    with accepted("what was read"):
        checkpoint.save(folder() / "again.safetensors", values, dtypes=dtypes)
        with checkpoint.load(folder() / "again.safetensors") as again:
            others = {name: again.read(name) for name in again.values}
            must_hold(again.dtypes == dtypes and set(others) == set(values), "names and dtypes")
    for name, value in values.items():
        other = others[name]
        same = other.tolist() == value.tolist() if value.dtype == object else other.tobytes() == value.tobytes()
        must_hold(same and other.shape == value.shape, "values")


# -- bundles ----------------------------------------------------------------------------------------------------------

_BUNDLES = ("every", "objects", "parts", "sharded")


def _read_bundle(index: bytes, like: str) -> None:
    """Everything in a bundle with this index and the data files of a recorded one."""
    prefix = folder() / like
    written(f"{like}.index", index)
    for file in DATA.glob(f"{like}.data-*"):
        if not (folder() / file.name).exists():
            written(file.name, file.read_bytes())
    bundle = open_bundle(prefix)
    for name in bundle.names:
        for read in (bundle.read, bundle.nbytes, bundle.shape):
            try:
                read(name)
            except GraphopsError:
                continue
    checkpoint.load(prefix).close()


@target("bundle_file", seeds=lambda: [(DATA / f"{name}.index").read_bytes() for name in _BUNDLES])
def bundle_file(data: bytes) -> None:
    """The index file as it is: checksums stop most changes."""
    _read_bundle(data, "every")


def _pairs(data: bytes) -> list[tuple[bytes, bytes]]:
    """Lengths and bytes of keys and values, as far as there are any."""
    found = []
    at = 1
    while at + 2 <= len(data):
        key, value = data[at], data[at + 1]
        at += 2
        found.append((data[at : at + key], data[at + key : at + key + value]))
        at += key + value
    return sorted(dict(found).items())


def _packed(number: int, pairs: dict[bytes, bytes]) -> bytes:
    return bytes([number]) + b"".join(bytes([len(k), len(v)]) + k + v for k, v in pairs.items() if len(v) < 256)


@target(
    "bundle_entries",
    seeds=lambda: [_packed(n, read_table((DATA / f"{name}.index").read_bytes())) for n, name in enumerate(_BUNDLES)],
    words=[
        b"\x08\x01",
        b"\x12\x02\x12\x00",
        b"\x18\x01",
        b"\x28\x04",
        b"\x3a\x04\x0a\x02\x08\x01",
        b"\xff" * 9 + b"\x01",
    ],
)
def bundle_entries(data: bytes) -> None:
    """The pairs of an index, in a file with the right checksums; the first byte says which data files there are."""
    _read_bundle(table(_pairs(data)), _BUNDLES[data[0] % len(_BUNDLES)] if data else "every")


def _resealed(body: bytes) -> bytes:
    """A table of one block with any content, and the right checksums."""
    kind, body = body[:1] or b"\x00", body[1:]
    sealed = body + kind + struct.pack("<I", masked_crc32c(body + kind))
    return table([], sealed)


@target("table_block", seeds=lambda: [b"\x00" + bytes(8), b"\x00\x00\x01\x01ab\x01\x01\x01cd" + struct.pack("<II", 0, 1),
                                      b"\x01\x04\x0c\x00\x00\x00\x00"], longest=512)  # fmt: skip
def table_block(data: bytes) -> None:
    """A block of a table, plain or compressed."""
    pairs = read_table(_resealed(data))
    must_hold(list(pairs) == sorted(pairs), "keys in order")


@target(
    "snappy",
    seeds=[b"\x05\x10hello", b"\x0a\x04ab\x1d\x02", varint(300) + b"\x04ab" + b"\xfe\x02\x00" * 5],
    words=[b"\xfe\x01\x00", b"\xf0\xff", b"\xff\x01\x00\x00\x00", b"\x00", b"\xfc\xff\xff\xff\x0f"],
    longest=512,
)
def compressed(data: bytes) -> None:
    must_hold(len(snappy.decompress(data)) <= 32 * len(data), "length")


@target(
    "state_file",
    seeds=[b'model_checkpoint_path: "a-1"\nall_model_checkpoint_paths: "a-0"\nall_model_checkpoint_paths: "a-1"\n',
           b'model_checkpoint_path: "/x/\\303\\251\\x41\\n"\n'],
    words=[b'model_checkpoint_path: "', b'all_model_checkpoint_paths: "', b'"\n', b"\\", b"\\777", b"\\x", b"..", b"/"],
)  # fmt: skip
def state_file(data: bytes) -> None:
    written("checkpoint", data)
    found = read_state(folder())
    must_hold(all("/" not in name and name not in (".", "..") for name in found), "inside")
    if found:
        with accepted("what was read"):
            write_state(folder(), found)
        must_hold(read_state(folder()) == found, "read(write()) is the same")


# -- arrays and nodes -------------------------------------------------------------------------------------------------


def _npy(array: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=False)
    return stream.getvalue()


def _npz(**arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


@target(
    "npy",
    seeds=lambda: [_npy(np.arange(6.0).reshape(2, 3)), _npy(np.array(True)), _npy(np.zeros((2, 0), np.int8)), _npz(a=[1])],
    words=[b"'descr': ", b"'<f8'", b"'|O'", b"'shape': (", b"(9223372036854775807,)", b"True", b"[('a', '<i4')]", b"'M8[s]'",
           b"'<U9'", b"'|V2'", b"'|S0'", b"(1000000000,)", b"-1", b"L"],
    refuses=(GraphopsError, UsageError),
)  # fmt: skip
def npy(data: bytes) -> None:
    """The value of ``--input x=FILE.npy``, as itself and with a dtype."""
    path = str(written("x.npy", data))
    array = read_npy(path)
    must_hold(array.dtype.kind != "O" and array.nbytes <= len(data), "no larger than the file")
    with go.Graph().as_default():
        go.constant(array)


_NAME = "x.npz"


def _joined(document: bytes, arrays: bytes) -> bytes:
    return struct.pack("<I", len(document)) + document + arrays


@cache
def _bundles() -> list[bytes]:
    """Nodes that failed, as they were written."""
    found = []
    for call in (
        lambda: go.raw_ops.Gather(params=[1.0, 2.0], indices=go.placeholder(go.int32, name="p"), name="y"),
        lambda: go.raw_ops.StringToNumber(string_tensor=go.placeholder(go.string, name="p"), name="y"),
        lambda: go.raw_ops.Reshape(
            tensor=np.zeros(4, np.float32).astype("bfloat16"), shape=go.placeholder(go.int32, name="p"), name="y"
        ),
        lambda: go.raw_ops.ConcatV2(values=[go.placeholder(go.float32, name="p"), [[1.0]]], axis=0, name="y"),
    ):
        found += _failed(call)
    return found


def _failed(call: Callable[[], Any]) -> list[bytes]:
    with go.Graph().as_default() as graph:
        call()
        fed = graph.get_tensor_by_name("p:0")
        value = (
            np.array([b"no"], object) if fed.dtype.name == "string" else np.array([7, 9]).astype(fed.dtype.numpy_dtype)
        )
    target_folder = folder() / "failed"
    try:
        with go.Session(graph, config=go.SessionConfig(repro=str(target_folder))) as session:
            session.run("y:0", {fed: value})
    except GraphopsError:
        (path,) = target_folder.glob("*.json")
        document = json.loads(path.read_text())
        content = path.with_name(document["arrays"]).read_bytes()
        for file in target_folder.iterdir():
            file.unlink()
        document["arrays"] = _NAME
        document["made_at"] = None
        document["error"] = {"type": "E", "message": "m", "notes": [], "traceback": ""}
        return [_joined(json.dumps(document).encode(), content)]
    raise AssertionError("a call that must fail did not")


def _split(data: bytes) -> tuple[bytes, bytes]:
    length = int.from_bytes(data[:4], "little")
    return data[4 : 4 + length], data[4 + length :]


def _either(data: bytes, chance: random.Random) -> bytes:
    """The document or the arrays changed, and the length made right."""
    document, arrays = _split(data)
    if chance.random() < 0.8:
        words = [*_JSON, b'{"array": "array_0"}', b'{"dtype": "float32"}', b'{"shape": [2]}', b'{"bytes": "eA=="}',
                 b'"as": "bfloat16"', b'"as": "string"', b'{"float": "nan"}', b'"Neg"', b'"Fill"', b'"attrs"']  # fmt: skip
        document = changed_bytes(document, chance, words)
    else:
        arrays = changed_bytes(arrays, chance, [b"'<f8'", b"(9,)", b"'|O'"])
    return _joined(document, arrays)


@target("repro", seeds=_bundles, words=_JSON, change=_either, refuses=(GraphopsError, OSError), longest=8192)
def failed_node(data: bytes) -> None:
    """A node that failed, written by somebody else, runs again."""
    document, arrays = _split(data)
    written(_NAME, arrays)
    found = repro.replay(written("x.json", document))
    must_hold(isinstance(found.reproduced, bool), "a yes or a no")


# -- files of our own -------------------------------------------------------------------------------------------------


@target(
    "autotune",
    seeds=[b'{"format": 1, "seconds": {"k": {"plain": 0.5, "fast": 1}}}', b'{"format": 1, "seconds": {}}'],
    words=[*_JSON, b'"format": 1', b'"seconds"'],
)
def figures(data: bytes) -> None:
    """Never refused: what is wrong in the file is as if it were not there."""
    for kernels in autotune._read(written("autotune.json", data)).values():
        sorted(kernels.items(), key=lambda item: item[1])
        must_hold(all(isinstance(name, str) and float(value) >= 0 for name, value in kernels.items()), "figures")


_LAYER = {
    "name": "a", "network": "n", "class": "dense", "op": "Conv2D", "input": [1, 4, 4, 2], "filter": [3, 3, 2, 4],
    "strides": [1, 1], "dilations": [1, 1], "padding": "SAME",
}  # fmt: skip


@target(
    "layers",
    seeds=[json.dumps({"layers": [_LAYER, {**_LAYER, "name": "b", "padding": [[1, 1], [0, 0]]}]}).encode()],
    words=[*_JSON, b'"layers"', b'"padding"', b'"VALID"', b'"op"', b'"Conv3D"'],
    refuses=(ValueError, OSError),  # as documented
)
def layers(data: bytes) -> None:
    for layer in load_layers(written("layers.json", data)):
        must_hold(isinstance(layer.output, tuple), "sizes")
