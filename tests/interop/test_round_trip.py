"""Graphs from here run in TensorFlow, and TensorFlow's graphs are the same after import and export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import graphops as go
from tests.interop import our_graphs
from tests.interop.compare import table
from tests.interop.peer import needs_peer, run_peer
from tests.interop.round_trip import rewrite, rewrite_all

pytestmark = [pytest.mark.full, needs_peer]


def lines(text: str) -> list[dict[str, Any]]:
    """The lines of JSON that a script of the peer printed."""
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def test_our_graphs_give_the_same_in_tensorflow(tmp_path: Path) -> None:
    for name in our_graphs.GRAPHS:
        our_graphs.write(name, tmp_path / name)
    results = lines(run_peer("check_our_graphs.py", tmp_path))
    rows = [(result["graph"], result["nodes"], result["difference"], result["tensor"]) for result in results]
    print(table(("graph", "nodes", "worst", "in tensor"), rows))
    assert {result["graph"] for result in results} == {*our_graphs.GRAPHS}
    for result in results:
        assert result["difference"] <= 1e-5, result


def compare_node_defs(originals: Path, ours: Path) -> list[dict[str, Any]]:
    results = lines(run_peer("compare_node_defs.py", originals, ours))
    rows = [(each["graph"], each["nodes"], each["count"], each["full_types_gone"]) for each in results]
    print(table(("graph", "nodes", "differences", "full types gone"), rows))
    return results


def test_node_defs_are_the_same_after_import_and_export(tmp_path: Path) -> None:
    run_peer("make_node_defs.py", tmp_path / "originals")
    assert rewrite_all(tmp_path / "originals", tmp_path / "ours") == {}
    results = compare_node_defs(tmp_path / "originals", tmp_path / "ours")
    assert len(results) == 7
    for result in results:
        assert result["differences"] == [], result["graph"]


def test_the_comparison_sees_differences(tmp_path: Path) -> None:
    run_peer("make_node_defs.py", tmp_path / "originals")
    rewrite_all(tmp_path / "originals", tmp_path / "ours")
    for path in (tmp_path / "ours").glob("*.pb"):
        graph_def = go.GraphDef.FromString(path.read_bytes())
        node = graph_def.node[-1]
        if path.stem == "unknown_attrs":
            node.attr["_int"].i += 1
        elif path.stem == "constants":
            node.attr["value"].tensor.ClearField("half_val")
            node.attr["value"].tensor.ClearField("tensor_content")
        elif path.stem == "functions":
            graph_def.library.function[0].node_def[0].name += "_other"
        elif path.stem == "loops_v2":
            graph_def.library.function[0].signature.input_arg[0].name += "_other"
        elif path.stem == "loops_v1":
            switch = next(node for node in graph_def.node if node.op == "Switch")
            switch.input[0], switch.input[1] = switch.input[1], switch.input[0]
        elif path.stem == "surroundings":
            node.device = "/job:other"
        else:
            node.input.append("^x")
        path.write_bytes(graph_def.SerializeToString())
    for result in compare_node_defs(tmp_path / "originals", tmp_path / "ours"):
        assert result["count"] > 0, result["graph"]


@pytest.mark.parametrize("case", ["resnet-ref", "mobilenet-function", "lstm-ref", "lstm-v2"])
def test_training_goes_on_in_tensorflow_after_import_and_export(case: str, tmp_path: Path) -> None:
    run_peer("make_training.py", tmp_path / "originals", case)
    (tmp_path / "ours").mkdir()
    rewrite(tmp_path / "originals" / case / "graph.pb", tmp_path / "ours" / f"{case}.pb")
    (result,) = lines(run_peer("check_training.py", tmp_path / "originals", tmp_path / "ours"))
    assert result["difference"] <= 1e-6, result
