"""Pages in the other forms: programs that do what ``graphops run`` does, and graphs with placeholders for feeds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphops.apps.cli import main
from graphops.apps.edit.exchange import export_page
from graphops.interchange.graph_def import load_graph
from graphops.interchange.page import build_page, load_page, page_of, run_page
from graphops.interchange.page.exported import page_graph, page_program
from tests.interchange.page.test_default_fetches import WHOLE
from tests.interchange.page.test_run import PAGES, page, wire

FED = {
    "blocks": [
        {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [None]}},
        {"id": "c", "op": "Const", "attrs": {"dtype": "float", "value": [1, 2]}},
        {"id": "sum", "op": "AddV2"},
        {"id": "parts", "op": "Split", "attrs": {"num_split": 2}, "inputs": {"split_dim": 0}},
        {"id": "text", "op": "StringUpper", "inputs": {"input": "a\x00b"}},
        {"id": "none", "op": "Neg", "inputs": {"x": {"dtype": "bfloat16", "shape": [0, 2], "values": []}}},
    ],
    "pages": {"in": {"blocks": [{"id": "neg", "op": "Neg"}, {"id": "abs", "op": "Abs"}],
                     "wires": [wire("neg:y", "abs:x")]}},
    "wires": [wire("x:output", "sum:x"), wire("c:output", "sum:y"), wire("sum:z", "in/neg:x"),
              wire("sum:z", "parts:value")],
    "feeds": {"x": {"file": "x.npy"}, "c:output": [10, 20], "in/neg": ["nan", -1]},
    "fetches": ["sum", "in/abs", "parts", "text", "none"],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    np.save(tmp_path / "x.npy", np.float32([0.1, 2]))
    (tmp_path / "fed.json").write_text(json.dumps({"graphops_page": 1, **FED}))
    (tmp_path / "steps.json").write_text(json.dumps({"graphops_page": 1, **WHOLE}))  # with init and no fetches
    (tmp_path / "example.json").write_text((PAGES / "filter_gradient.json").read_text())
    return tmp_path


@pytest.mark.parametrize("name", ["fed", "steps", "example"])
def test_an_exported_program_prints_what_running_the_page_prints(folder: Path, capsys: Any, name: str) -> None:
    """In another folder and without the files that the page names."""
    source = folder / f"{name}.json"
    read = json.loads(source.read_text())
    _, program = export_page(read, "python", folder)
    (folder / "away").mkdir()
    (folder / "away" / "program.py").write_bytes(program)
    found = subprocess.run([sys.executable, "program.py"], cwd=folder / "away", text=True, capture_output=True)
    assert found.returncode == 0, found.stderr
    assert main(["run", str(source)]) == 0
    assert found.stdout == capsys.readouterr().out
    assert main(["convert", str(source), str(folder / "away" / "same.py")]) == 0
    assert (folder / "away" / "same.py").read_bytes() == program


@pytest.mark.parametrize("name", ["fed", "steps", "example"])
def test_an_exported_program_gives_each_bit_of_the_arrays(folder: Path, name: str) -> None:
    read = load_page(folder / f"{name}.json")
    space: dict[str, Any] = {"__name__": "program"}
    exec(compile(page_program(read, build_page(read), folder), "program.py", "exec"), space)  # noqa: S102
    found, expected = space["run"](), run_page(read, folder=folder)
    assert list(found) == list(expected)
    for key, value in expected.items():
        assert (found[key].dtype, found[key].shape) == (value.dtype, value.shape), key
        np.testing.assert_array_equal(found[key], value)


def test_what_cannot_run_without_feeds_still_builds() -> None:
    waiting = page(blocks=[{"id": "x", "op": "Placeholder", "attrs": {"dtype": "float"}}])
    space: dict[str, Any] = {"__name__": "program"}
    exec(compile(page_program(waiting, build_page(waiting)), "program.py", "exec"), space)  # noqa: S102
    assert [node.name for node in space["build"]().nodes] == ["x"]


def test_a_graph_def_has_placeholders_for_feeds(folder: Path, capsys: Any) -> None:
    assert main(["convert", str(folder / "fed.json"), str(folder / "fed.pb")]) == 0
    assert "left out what only a page has: fetches, the values of 3 feeds\n" in capsys.readouterr().out
    graph = load_graph(folder / "fed.pb")
    types = {node.name: node.type for node in graph.nodes}
    assert {types[name] for name in ("x", "c", "in/neg")} == {"Placeholder"}
    assert graph.node("c").outputs[0].shape.dims == (2,)
    assert not graph.node("in/neg").inputs
    x = np.float32([1, 2])
    found = run_page(page_of(graph, fetches=["sum", "in/abs"]), {"x": x, "c": x, "in/neg": -x})
    assert [value.tolist() for value in found.values()] == [[2, 4], [1, 2]]


def test_a_feed_of_one_output_of_several_has_no_place_in_a_graph_def() -> None:
    read = page(blocks=[{"id": "parts", "op": "Split", "attrs": {"num_split": 2},
                         "inputs": {"split_dim": 0, "value": {"dtype": "float", "values": [1, 2]}}}],
                feeds={"parts:output:1": [5]}, steps=2)  # fmt: skip
    graph, left_out = page_graph(read, build_page(read))
    assert graph.node("parts").type == "Split"
    assert left_out == ["the values of 1 feed", "the feed of 'parts:1'", "steps"]
