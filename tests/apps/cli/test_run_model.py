"""``graphops run MODEL``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.apps.cli import main
from graphops.interchange.graph_def import messages


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A graph ``line.pb``, and a SavedModel ``words`` that takes texts."""
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (None,), name="x")
        y = go.raw_ops.Mul(x=x, y=2.0, name="y")
        go.raw_ops.AddN(inputs=[y, y], name="sum")
        go.placeholder(go.float32, (None,), name="unused")
    go.save_graph(graph, str(tmp_path / "line.pb"))
    with go.Graph().as_default() as graph:
        text = go.placeholder(go.string, (), name="text")
        both = go.raw_ops.StringJoin(inputs=[text, "!"], name="joined")
        go.raw_ops.StringLength(input=both, name="length")
    saved = messages.SavedModel(saved_model_schema_version=1)
    meta = saved.meta_graphs.add()
    meta.graph_def.CopyFrom(graph.as_graph_def())
    meta.meta_info_def.tags.append("serve")
    for name, outputs in (("serving_default", {"out": ("joined:0", 7)}), ("size", {"n": ("length:0", 3)})):
        signature = meta.signature_def[name]
        signature.inputs["in"].name, signature.inputs["in"].dtype = "text:0", 7
        for key, (tensor, dtype) in outputs.items():
            signature.outputs[key].name, signature.outputs[key].dtype = tensor, dtype
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "saved_model.pb").write_bytes(saved.SerializeToString())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_nothing_uses_is_computed(capsys: Any, folder: Path) -> None:
    assert main(["run", "line.pb", "--input", "x=1,2", "--out", "r.npz"]) == 0
    assert capsys.readouterr().out == "sum:0: float32 [2]\n[4. 8.]\nwrote r.npz\n"
    with np.load("r.npz") as written:
        assert written["sum:0"].tolist() == [4, 8]


def test_fetches_devices_and_arrays(capsys: Any, folder: Path) -> None:
    np.save("x.npy", np.float32([3]))
    assert main(["run", "line.pb", "--input", "x:0=x.npy", "--fetch", "y:0", "--fetch", "y", "--device", "cpu"]) == 0
    assert capsys.readouterr().out == "y:0: float32 [1]\n[6.]\n"  # a node has no value


def test_json(capsys: Any, folder: Path) -> None:
    assert main(["run", "line.pb", "--input", "x=[1e39, -1e39, 1.5]", "--json", "--out", "r.npz"]) == 0
    captured = capsys.readouterr()
    values = ["Infinity", "-Infinity", 6.0]
    assert json.loads(captured.out) == {"sum:0": {"dtype": "float32", "shape": [3], "values": values}}
    assert captured.err == "wrote r.npz\n"


def test_signatures_and_texts(capsys: Any, folder: Path) -> None:
    (folder / "in.bin").write_bytes(b"\xff1")
    for value, shown in (("hello", "hello!"), ("1.50", "1.50!"), ("'a b'", "a b!"), ("@in.bin", {"b64": "/zEh"})):
        assert main(["run", "words", "--input", f"in={value}", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["out"]["values"] == shown
    assert main(["run", "words", "--input", "in=hello", "--signature", "size"]) == 0
    assert capsys.readouterr().out == "n: int32 []\n6\n"


@pytest.mark.parametrize(
    ("status", "argv", "text"),
    [
        (2, ["words"], "--input must be given for each input of the signature, missing in: string ()"),
        (1, ["words", "-i", "in=a", "--signature", "siz"], "got 'siz' (did you mean 'size'?)"),
        (1, ["words", "-i", "on=a"], "'on'"),
        (2, ["words", "-i", "in=a", "-i", "text:0=b"], "--input text:0 must be given once, got it twice"),
        (1, ["words", "-i", "in=@nothing"], "No such file or directory: 'nothing'"),
        (1, ["line.pb"], "must be fed"),
        (1, ["line.pb", "-i", "x=1,[2]"], "--input x must be"),
        (2, ["line.pb", "-i", "x=float32[2]"], "--input x must have a value"),
        (2, ["line.pb", "-i", "x=hello"], "the value of an input must be a .npy file or a literal"),
        (2, ["line.pb", "-i", "x"], "--input must be NAME=VALUE, got 'x'"),
        (2, ["line.pb", "-a", "T=float32"], "--attr must come with an op, got a model"),
        (2, ["line.pb", "--feed", "x=1"], "--feed must come with a page, got a model"),
        (2, ["line.pb", "-i", "x=1,2", "--out", "r"], "--out must be a .npz file for a model, got 'r'"),
        (1, ["line.pb", "-i", "x=1,2", "--fetch", "z:0"], "'z'"),
        (2, ["line.pb", "-i", "x=1,2", "--device", "tpu"], "--device must be cpu or gpu for a model, got 'tpu'"),
        (1, ["model.keras"], "model.export()"),
        (1, ["no/where"], "no/where"),
        (2, ["Neg", "-i", "x=1", "--signature", "s"], "--signature must come with a model, got op 'Neg'"),
    ],
)
def test_errors(capsys: Any, folder: Path, status: int, argv: list[str], text: str) -> None:
    assert main(["run", *argv]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert text in captured.err
    assert captured.err.count("\n") == 1
