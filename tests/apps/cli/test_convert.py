"""``graphops convert``: between pages, GraphDefs and Python source."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.apps.cli import main
from graphops.interchange.page import load_page, run_page
from tests.interchange.page.test_write import graph_with_functions, nodes_of

EXAMPLE = Path(__file__).parents[3] / "examples" / "pages" / "filter_gradient.json"
RECORDED = Path(__file__).parents[2] / "interchange" / "graph_def" / "data"


def convert(source: Path, target: Path, *more: str) -> None:
    assert main(["convert", str(source), str(target), *more]) == 0


def test_round_trip(tmp_path: Path, capsys: Any) -> None:
    convert(EXAMPLE, tmp_path / "a.pb")
    wrote = f"wrote 5 nodes to {tmp_path / 'a.pb'}\n"
    assert capsys.readouterr().out == f"{wrote}left out what only a page has: fetches\n"
    convert(tmp_path / "a.pb", tmp_path / "a.pbtxt")
    convert(tmp_path / "a.pbtxt", tmp_path / "a.py")
    convert(tmp_path / "a.py", tmp_path / "a.json", "--run-code")
    page = load_page(tmp_path / "a.json")
    assert [str(pin) for pin in page.fetches] == ["gradient"]  # nothing needs it
    assert run_page(page)["gradient:output"].ravel()[0] == 121040
    convert(EXAMPLE, tmp_path / "same.json")
    same = load_page(tmp_path / "same.json")
    assert (same.title, same.fetches) == (load_page(EXAMPLE).title, load_page(EXAMPLE).fetches)
    convert(tmp_path / "a.pb", tmp_path / "b.json", "--fetch", "convolution:0", "--fetch", "filter")
    assert [str(pin) for pin in load_page(tmp_path / "b.json").fetches] == ["convolution:output", "filter"]


def test_functions(tmp_path: Path) -> None:
    source = RECORDED / "v2_choices.pb"
    convert(source, tmp_path / "a.json")
    convert(tmp_path / "a.json", tmp_path / "a.pb")
    one, other = go.load_graph(source), go.load_graph(tmp_path / "a.pb")
    assert repr(sorted(nodes_of(one).items())) == repr(sorted(nodes_of(other).items()))
    assert list(one.functions) == list(other.functions)


def test_python_that_builds_the_default_graph(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import graphops as go\ngo.constant(3, name='three')\n")
    convert(tmp_path / "a.py", tmp_path / "a.json", "--run-code", "--fetch", "three")
    assert run_page(load_page(tmp_path / "a.json"))["three:output"] == 3


@pytest.mark.parametrize(
    ("source", "target", "more", "status", "message"),
    [
        ("a.json", "b.txt", [], 2, "TO must end in"),
        ("a.txt", "b.json", [], 2, "FROM must end in"),
        ("a.json", "a.json", [], 2, "exists: say --force"),
        ("none.json", "b.pb", [], 1, "must exist"),
        ("a.py", "b.json", [], 2, "runs it: say --run-code"),
        ("none.py", "b.json", ["--run-code"], 2, "FROM must exist"),
        ("a.py", "b.json", ["--run-code"], 2, "must return a Graph, got int"),
        ("a.json", "b.pb", ["--fetch", "x"], 2, "--fetch must come with a page"),
        ("a.json", "b.json", ["--fetch", "nothing"], 1, "must be in the graph"),
        ("bad.json", "b.pb", [], 1, "must be well-formed JSON"),
    ],
)
def test_refused(
    tmp_path: Path, capsys: Any, source: str, target: str, more: list[str], status: int, message: str
) -> None:
    (tmp_path / "a.json").write_text(EXAMPLE.read_text())
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "a.py").write_text("def build():\n    return 3\n")
    assert main(["convert", str(tmp_path / source), str(tmp_path / target), *more]) == status
    assert message in capsys.readouterr().err
    assert (tmp_path / "a.json").read_text() == EXAMPLE.read_text()


def test_blocks_that_a_page_names_stay_blocks(tmp_path: Path) -> None:
    page = {
        "graphops_page": 1,
        "blocks": [{"id": "m", "op": "Neg"}],
        "pages": {"m": {"blocks": [{"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": 3}}]}},
        "wires": [{"from": "m/x:output", "to": "m:x"}],
        "fetches": ["m/x", "m"],
    }
    (tmp_path / "a.json").write_text(json.dumps(page))
    convert(tmp_path / "a.json", tmp_path / "b.json")
    assert run_page(load_page(tmp_path / "b.json")) == {"m/x:output": 3, "m:y": -3}


def test_what_is_lost_is_said(tmp_path: Path, capsys: Any) -> None:
    with go.Graph().as_default() as graph:
        go.raw_ops.NoOp(name="a", _tpu_core=b"3", _output_shapes=())
    message = graph.as_graph_def()
    (tmp_path / "a.pb").write_bytes(message.SerializeToString())
    convert(tmp_path / "a.pb", tmp_path / "b.json")
    assert capsys.readouterr().out.splitlines()[1:] == ["left out attrs that no op declares: _tpu_core"]
    convert(tmp_path / "a.pb", tmp_path / "b.pbtxt")
    assert "left out" not in capsys.readouterr().out


def test_pages_too_large_to_be_read_are_not_written(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    from graphops.interchange.page import read

    convert(EXAMPLE, tmp_path / "a.pb")
    (tmp_path / "b.json").write_text("kept")
    monkeypatch.setattr(read, "MOST_BYTES", 100)
    assert main(["convert", str(tmp_path / "a.pb"), str(tmp_path / "b.json"), "--force"]) == 1
    assert "a page must have at most 100 bytes to be read again" in capsys.readouterr().err
    assert (tmp_path / "b.json").read_text() == "kept"


@pytest.mark.parametrize("ending", ["json", "py"])
def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: Any, ending: str) -> None:
    target = tmp_path / f"b.{ending}"
    target.write_text("kept")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["convert", str(EXAMPLE), str(target), "--force"]) == 1
    assert target.read_text() == "kept"
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_what_is_lost_of_functions_is_said(tmp_path: Path, capsys: Any) -> None:
    message = graph_with_functions(called="NoOp", bad="NoSuchOp").as_graph_def()
    message.node[0].attr["f"].func.attr["T"].i = 3
    message.library.function[0].attr["_noinline"].b = True
    message.library.gradient.add(function_name="called", gradient_func="bad")
    (tmp_path / "a.pb").write_bytes(message.SerializeToString())
    convert(tmp_path / "a.pb", tmp_path / "b.json")
    assert capsys.readouterr().out.splitlines() == [
        f"wrote 1 nodes and 1 functions to {tmp_path / 'b.json'}",
        "left out attrs that come with the names of functions: called",
        "left out functions that nothing calls and that cannot be made: bad",
        "left out attrs of functions: _noinline",
        "left out gradients of functions: called",
    ]
    convert(tmp_path / "a.pb", tmp_path / "b.py")
    assert capsys.readouterr().out.splitlines()[1:] == ["left out attrs that come with the names of functions: called"]
    convert(tmp_path / "b.py", tmp_path / "c.pb", "--run-code")
    assert dict(go.load_graph(tmp_path / "c.pb").named_gradients) == {"called": "bad"}


def test_files_of_feeds_go_with_the_page(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    from graphops.interchange.page import read

    page = {
        "graphops_page": 1,
        "blocks": [{"id": "p", "op": "Placeholder", "attrs": {"dtype": "bfloat16"}},
                   {"id": "q", "op": "Placeholder", "attrs": {"dtype": "bfloat16"}}, {"id": "sum", "op": "AddV2"}],
        "wires": [{"from": "p:output", "to": "sum:x"}, {"from": "q:output", "to": "sum:y"}],
        "feeds": {"p": {"file": "x.npy"}, "q": 2}, "fetches": ["sum"],
    }  # fmt: skip
    np.save(tmp_path / "x.npy", np.array([1.5, 3]).astype(go.bfloat16.numpy_dtype))
    (tmp_path / "a.json").write_text(json.dumps(page))
    (tmp_path / "other").mkdir()
    convert(tmp_path / "a.json", tmp_path / "b.json")
    assert json.loads((tmp_path / "b.json").read_text())["feeds"] == page["feeds"]
    convert(tmp_path / "a.json", tmp_path / "other" / "b.json")
    moved = load_page(tmp_path / "other" / "b.json")
    assert run_page(moved, folder=tmp_path / "other")["sum:z"].tolist() == [3.5, 5]
    capsys.readouterr()
    whole = load_page(tmp_path / "a.json")
    monkeypatch.setattr("graphops.interchange.page.load_page", lambda _: whole)  # the limit is that of reading too
    monkeypatch.setattr(read, "MOST_BYTES", 3)
    assert main(["convert", str(tmp_path / "a.json"), str(tmp_path / "other" / "c.json")]) == 1
    assert f"must have at most 3 bytes to be in another folder, got 4: write the page into '{tmp_path}'" in (
        capsys.readouterr().err
    )
