"""All that is wrong with a block, at once; and nothing that is right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from graphops.apps.cli import main
from graphops.interchange.page import build_page
from tests.interchange.page.test_run import page, wire

IMAGE = {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": {"shape": [1, 2, 2, 1], "values": [1] * 4}}}
TEXT = {"id": "t", "op": "Const", "attrs": {"dtype": "string", "value": "a"}}
INT = {"id": "i", "op": "Const", "attrs": {"dtype": "int32", "value": [1, 2]}}
FLOAT = {"id": "f", "op": "Const", "attrs": {"dtype": "float", "value": [1, 2]}}
CONV = {"id": "b", "op": "Conv2D"}
FILTER = {"dtype": "float", "shape": [1, 1, 1, 1], "values": [1]}


def faults(block: dict[str, Any], *wires: Any) -> dict[str, str]:
    """What is wrong with block ``b``, by pin."""
    built = build_page(page(blocks=[IMAGE, TEXT, INT, FLOAT, block], wires=list(wires)))
    assert all(problem.block == "b" for problem in built.problems)
    pins = [problem.pin for problem in built.problems]
    assert len(pins) == len(set(pins))
    assert len(built.graph) == sum(node.name in "xtif" for node in built.graph.nodes) + bool(not pins) * len(
        [node for node in built.graph.nodes if node.name.startswith("b")]
    )  # nothing of what was tried is left
    return {problem.pin: str(problem.error) for problem in built.problems}


def test_attrs_and_inputs() -> None:
    attrs = {"padding": "same", "data_format": "nhwc", "strides": "1,x,1,1", "dilatoins": 1}
    found = faults({**CONV, "attrs": attrs, "inputs": {"filter": FILTER}}, wire("t:output", "b:input"))
    assert found.keys() == {"padding", "data_format", "strides", "dilatoins", "input"}
    assert found["padding"] == "attr 'padding' of op 'Conv2D' must be one of 'SAME', 'VALID', 'EXPLICIT', got 'same'"
    assert "must be an integer, got 'x'" in found["strides"]
    assert "did you mean 'dilations'" in found["dilatoins"]
    assert "must have one of the dtypes" in found["input"]


def test_what_only_the_shapes_tell_is_found_too() -> None:
    """Unless an attr is unknown that decides them."""
    attrs = {"padding": "same", "strides": [1, 1, 1, 1]}
    found = faults({**CONV, "attrs": attrs, "inputs": {"filter": FILTER}}, wire("f:output", "b:input"))
    assert found.keys() == {"padding", "input"}
    assert "must have rank 4" in found["input"]
    attrs["strides"] = [1, 1]
    found = faults({**CONV, "attrs": attrs, "inputs": {"filter": FILTER}}, wire("f:output", "b:input"))
    assert found.keys() == {"padding", "strides"}


def test_what_is_right_is_not_blamed_for_what_is_wrong() -> None:
    """The values would be wrong beside a text, and the shapes with other attrs, but those are the faults."""
    attrs = {"padding": "same", "strides": [1, 1, 1, 1]}
    whole = {**CONV, "attrs": attrs, "inputs": {"filter": FILTER}}
    assert faults(whole, wire("x:output", "b:input")).keys() == {"padding"}
    assert faults(whole, wire("t:output", "b:input")).keys() == {"padding", "input"}
    plain = {**whole, "inputs": {"filter": [[[[1]]]]}}
    assert faults(plain, wire("t:output", "b:input")).keys() == {"padding", "input"}
    assert faults({"id": "b", "op": "AddV2", "inputs": {"x": 1}}).keys() == {"y"}


def test_each_missing_input_and_attr() -> None:
    assert faults({"id": "b", "op": "MatMul"}).keys() == {"a", "b"}
    assert faults(CONV).keys() == {"input", "filter", "padding", "strides"}
    assert faults({"id": "b", "op": "ConcatV2"}, wire("i:output", "b:values:0")).keys() == {"values", "axis"}


def test_two_wires_of_different_dtypes_are_one_fault() -> None:
    found = faults({"id": "b", "op": "AddV2"}, wire("f:output", "b:x"), wire("i:output", "b:y"))
    assert found.keys() == {"y"}
    assert "must have the dtype of x (float32), got int32" in found["y"]


def test_attrs_as_text() -> None:
    attrs = "padding = same; strides = 1,x,1,1; data_formt_ = NHWC"
    found = faults({**CONV, "attrs": attrs, "inputs": {"filter": "a"}}, wire("x:output", "b:input"))
    assert found.keys() == {"padding", "strides", "filter", ""}
    assert "got 'data_formt_' (did you mean 'data_format_'?)" in found[""]
    assert faults({**CONV, "attrs": "padding = {", "inputs": {"filter": FILTER}}, wire("x:output", "b:input")) == {
        "attrs": "attrs of op 'Conv2D' must have braces in pairs, or in quotes, got 'padding = {'"
    }


def test_a_block_behind_a_faulty_one_tells_its_own_faults() -> None:
    pool = {"id": "pool", "op": "MaxPool", "attrs": {"ksize": "x", "strides": [1, 1, 1, 1], "padding": "VALID"}}
    built = build_page(page(blocks=[{"id": "b", "op": "Neg"}, pool, {"id": "neg", "op": "Neg"}],
                            wires=[wire("b:y", "pool:input"), wire("b:y", "neg:x")]))  # fmt: skip
    assert [(problem.block, problem.pin) for problem in built.problems] == [("b", "x"), ("pool", "ksize")]
    assert built.skipped == ["neg"]


def test_the_command_line_shows_all(capsys: Any, tmp_path: Path) -> None:
    attrs = {"padding": "same", "strides": [1, 1, 1, 1]}
    drawn = {"graphops_page": 1, "blocks": [TEXT, {**CONV, "attrs": attrs, "inputs": {"filter": FILTER}}],
             "wires": [wire("t:output", "b:input")]}  # fmt: skip
    (tmp_path / "p.json").write_text(json.dumps(drawn))
    assert main(["check", str(tmp_path / "p.json")]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[0] for line in shown] == [
        "block 'b', pin 'padding'",
        "block 'b', pin 'input'",
        "p.json",
    ]
    assert shown[-1] == "p.json: right: 1 blocks, faults: 2, skipped: 0"
    assert main(["check", str(tmp_path / "p.json"), "--json"]) == 1
    assert {p["pin"] for p in json.loads(capsys.readouterr().out)["problems"]} == {"padding", "input"}
