"""What a page computes that names no fetches: in ``graphops run``, ``graphops check`` and the editor's runs alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphops.apps.cli import main
from graphops.apps.edit.runner import Runner
from graphops.interchange.page import build_page, run_page
from graphops.interchange.page.fetches import default_fetches
from graphops_registry.errors import FailedPreconditionError
from tests.interchange.page.test_run import page, wire

FLOAT = {"dtype": "float"}
BLOCKS: list[Any] = [
    {"id": "a", "op": "Const", "attrs": {"dtype": "float", "value": [1, 2]}},
    {"id": "n", "op": "Neg"},
    {"id": "halves", "op": "Split", "attrs": {"num_split": 2}, "inputs": {"split_dim": 0}},
    {"id": "exp", "op": "Neg"},
    {"id": "v", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": []}},
    {"id": "ten", "op": "Const", "attrs": {"dtype": "float", "value": 10}},
    {"id": "begin", "op": "AssignVariableOp"},
    {"id": "add", "op": "AssignAddVariableOp", "inputs": {"value": {"dtype": "float", "values": 1}}},
    {"id": "read", "op": "ReadVariableOp", "attrs": FLOAT, "after": ["add"]},
    {"id": "last", "op": "AssignAddVariableOp", "inputs": {"value": {"dtype": "float", "values": 5}},
     "after": ["read"]},
    {"id": "fed", "op": "Placeholder", "attrs": FLOAT},
    {"id": "waits", "op": "Placeholder", "attrs": FLOAT},
    {"id": "stuck", "op": "AddV2"},
]  # fmt: skip
WIRES = [
    wire("a:output", "n:x"), wire("a:output", "halves:value"), wire("halves:output:1", "exp:x"),
    wire("v:resource", "begin:resource"), wire("ten:output", "begin:value"), wire("v:resource", "add:resource"),
    wire("v:resource", "read:resource"), wire("v:resource", "last:resource"),
    wire("fed:output", "stuck:x"), wire("waits:output", "stuck:y"),
]  # fmt: skip
WHOLE = {"blocks": BLOCKS, "wires": WIRES, "init": ["begin"], "feeds": {"fed": 2}, "steps": 3}
COMPUTED = ["n:y", "halves:output:0", "exp:y", "read:value"]  # nothing waits for "last", which has no outputs


def test_outputs_that_nothing_uses_are_computed() -> None:
    """Not what waits for a value, nor what ``init`` alone needs, nor handles; assignments run."""
    found = run_page(page(**WHOLE))
    assert list(found) == COMPUTED
    assert {name: value.tolist() for name, value in found.items()} == {
        "n:y": [-1, -2], "halves:output:0": [1], "exp:y": [-2], "read:value": 10 + 3 * 1 + 2 * 5,
    }  # fmt: skip
    with_all = run_page(page(**WHOLE), {"waits": 3.0})
    assert list(with_all) == [*COMPUTED, "stuck:z"]
    assert with_all["stuck:z"] == 5


def test_the_command_line_says_what_a_page_computes(capsys: Any, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps({"graphops_page": 1, **WHOLE}))
    assert main(["check", str(path)]) == 0
    shown = capsys.readouterr().out
    assert f"p.json: names no fetches and computes {', '.join([*COMPUTED, 'last'])}\n" in shown
    assert main(["check", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fetches"] == [*COMPUTED, "last"]
    assert main(["run", str(path), "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == COMPUTED


def test_the_editor_computes_the_same(tmp_path: Path) -> None:
    sent: list[dict[str, Any]] = []
    Runner(sent.append, tmp_path).handle({"type": "run", "id": "1", "page": {"graphops_page": 1, **WHOLE}})
    assert sent[-1]["status"] == "done"
    last = {(m["block"], pin): about for m in sent if m["type"] == "result" for pin, about in m["pins"].items()}
    assert last["read", "result_value"]["first"] == [23]
    for name in COMPUTED:
        block, pin, *number = name.split(":")
        assert (block, "_".join(["result", pin, *number])) in last
    assert not [block for block, _ in last if block in ("stuck", "waits")]


def test_what_a_loop_uses_is_used() -> None:
    loop = page(
        blocks=[
            {"id": "one", "op": "Const", "attrs": {"dtype": "float", "value": 1}},
            {"id": "enter", "op": "Enter", "attrs": {"frame_name": "f"}},
            {"id": "merge", "op": "Merge"},
            {"id": "limit", "op": "Enter", "attrs": {"frame_name": "f", "is_constant": True, "T": "float"},
             "inputs": {"data": 100}},
            {"id": "less", "op": "Less"},
            {"id": "go_on", "op": "LoopCond"},
            {"id": "switch", "op": "Switch"},
            {"id": "double", "op": "AddV2"},
            {"id": "next", "op": "NextIteration"},
            {"id": "exit", "op": "Exit"},
        ],
        wires=[
            wire("one:output", "enter:data"), wire("enter:output", "merge:inputs:0"),
            wire("next:output", "merge:inputs:1"), wire("merge:output", "less:x"), wire("limit:output", "less:y"),
            wire("less:z", "go_on:input"), wire("merge:output", "switch:data"), wire("go_on:output", "switch:pred"),
            wire("switch:output_true", "double:x"), wire("switch:output_true", "double:y"),
            wire("double:z", "next:data"), wire("switch:output_false", "exit:data"),
        ],
    )  # fmt: skip
    assert list(map(str, default_fetches(loop, build_page(loop), ()))) == ["exit:output"]
    assert run_page(loop)["exit:output"] == 128


def test_nothing_to_compute_is_an_error_that_names_what_waits() -> None:
    waiting = page(blocks=[{"id": "x", "op": "Placeholder", "attrs": FLOAT}, {"id": "y", "op": "Neg"}],
                   wires=[wire("x:output", "y:x")])  # fmt: skip
    with pytest.raises(FailedPreconditionError, match="must fetch something.*, or feed what it waits for: x$"):
        run_page(waiting)
    assert run_page(waiting, {"x": 2.0})["y:y"] == -2
    with pytest.raises(FailedPreconditionError, match="must fetch something: name blocks in 'fetches'$"):
        run_page(page(blocks=[]))
    only_init = {**WHOLE, "blocks": BLOCKS[4:7], "wires": WIRES[3:5], "feeds": {}}
    assert run_page(page(**only_init)) == {}
