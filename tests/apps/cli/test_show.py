"""``graphops show``: models as HTML files, without their weights; and SavedModels in ``graphops convert``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.apps.cli import main
from tests.interchange.page.test_of_model import MODELS


def view_in(path: Path) -> Any:
    """What the viewer is given to show."""
    text = path.read_text(encoding="utf-8")
    begin = text.index('id="graphops-view">') + len('id="graphops-view">')
    return json.loads(text[begin : text.index("</script>", begin)])


def test_a_graph_def(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [None, 300], name="x")
        go.raw_ops.MatMul(a=x, b=go.constant(np.full((300, 70), 2, np.float32), name="w"), name="y")
    go.save_graph(graph, tmp_path / "model.pb")
    target = tmp_path / "model.html"
    assert main(["show", str(tmp_path / "model.pb"), "-o", str(target)]) == 0
    assert capsys.readouterr().out == f"wrote {target}\n"
    view = view_in(target)
    assert view["shapes"]["y"]["outputs"][0]["shape"] == [None, 70]
    (constant,) = (block for block in view["page"]["blocks"] if block["id"] == "w")
    assert constant["attrs"]["value"]["values"] == "21,000 values; not in this file"


def test_a_saved_model_and_its_signatures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "dense.html"
    assert main(["show", str(MODELS / "dense"), "-o", str(target), "--signature", "embed"]) == 0
    assert view_in(target)["title"] == "dense: embed"
    capsys.readouterr()
    assert main(["show", str(MODELS / "dense"), "-o", str(target), "--signature", "no"]) == 1
    assert "a signature must be one of embed, serving_default, got 'no'" in capsys.readouterr().err


def test_a_page_with_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = {"graphops_page": 1, "blocks": [{"id": "a", "op": "NoSuchOp"}, {"id": "b", "op": "NoOp"}]}
    (tmp_path / "p.json").write_text(json.dumps(page))
    assert main(["show", str(tmp_path / "p.json"), "-o", str(tmp_path / "p.html")]) == 0
    assert "block 'a': op 'NoSuchOp' must be registered" in capsys.readouterr().out
    assert list(view_in(tmp_path / "p.html")["shapes"]) == ["b"]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["none.pb"], 1, "name of a file must be one that is there, got 'none.pb'"),
        (["."], 2, "MODEL must be a file or the folder of a SavedModel, got '.'"),
        (["g.pb", "-o", "g.txt"], 2, "--out must end in .html, got 'g.txt'"),
        (["g.pb", "--signature", "s"], 2, "--signature must come with a SavedModel, got 'g.pb'"),
    ],
)
def test_what_is_refused(
    arguments: list[str], status: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    go.save_graph(go.Graph(), "g.pb")
    assert main(["show", *arguments]) == status
    assert message in capsys.readouterr().err


def test_convert_writes_weights_beside_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    weights = np.random.default_rng(0).normal(size=(600, 600)).astype(np.float32)
    with go.Graph().as_default() as graph:
        go.raw_ops.Sum(input=go.constant(weights, name="w"), axis=[0, 1], name="y")
    go.save_graph(graph, "model.pb")
    assert main(["convert", "model.pb", "page.json"]) == 0
    assert "wrote 1 constants to page.npz" in capsys.readouterr().out
    np.testing.assert_array_equal(np.load("page.npz")["w"], weights)
    assert len(Path("page.json").read_text()) < 1000
    assert main(["convert", "page.json", "again.pb"]) == 0
    np.testing.assert_array_equal(go.load_graph("again.pb").node("w").get_attr("value"), weights)
    Path("page.json").unlink()
    assert main(["convert", "model.pb", "page.json"]) == 2
    assert "'page.npz' exists, where the weights go: say --force" in capsys.readouterr().err


def test_convert_reads_a_saved_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["convert", str(MODELS / "dense"), "page.json", "--signature", "embed"]) == 0
    np.save("x.npy", np.ones((2, 8), np.float32))
    assert main(["run", "page.json", "--feed", "x=x.npy", "--out", "found"]) == 0
    (found,) = Path("found").iterdir()
    with np.load(MODELS / "dense" / "expected.npz") as expected:
        np.testing.assert_allclose(np.load(found), expected["embed/out/y"], rtol=1e-5)


def test_statistics(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [None, 300], name="x")
        with go.name_scope("layer"):
            w = go.constant(np.full((300, 70), 2, np.float32), name="w")
            go.raw_ops.MatMul(a=x, b=w, name="y")
    go.save_graph(graph, tmp_path / "model.pb")
    assert main(["show", str(tmp_path / "model.pb"), "--statistics", "--size", "10"]) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["layer/", "2", "21,000", "84,000", "210,000", "2,800"],  # 300 * 70; 10 * 300 * 70; 10 * 70 * 4 bytes
        ["total", "3", "21,000", "84,000", "210,000", "2,800"],
    ]
    assert main(["show", str(tmp_path / "model.pb"), "--statistics", "--scope", "layer/"]) == 0
    assert "layer/y" in capsys.readouterr().out
    assert main(["show", str(tmp_path / "model.pb"), "--statistics", "--scope", "x"]) == 2
    assert "--scope must be the path of a scope with nodes in it, got 'x'" in capsys.readouterr().err
    assert main(["show", str(tmp_path / "model.pb"), "--statistics", "--size", "0"]) == 1
    assert "size of an unknown axis must be a number from 1" in capsys.readouterr().err
