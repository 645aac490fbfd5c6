"""``graphops run page.json``."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphops.apps.cli import main

EXAMPLE = Path(__file__).parents[3] / "examples" / "pages" / "filter_gradient.json"
SUM = {
    "graphops_page": 1,
    "blocks": [
        {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float"}},
        {"id": "sum", "op": "Sum", "inputs": {"reduction_indices": 0}},
    ],
    "wires": [{"from": "x:output", "to": "sum:input"}],
    "feeds": {"x": {"file": "x.npy"}},
    "fetches": ["sum"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sum.json").write_text(json.dumps(SUM))
    np.save(tmp_path / "x.npy", np.float32([1, 2]))
    return tmp_path


def test_the_example(capsys: Any, tmp_path: Path) -> None:
    assert main(["run", str(EXAMPLE), "--out", str(tmp_path / "r")]) == 0
    shown = capsys.readouterr().out
    assert "convolution:output: float32 [2, 1, 1, 1, 2]" in shown
    assert shown.endswith(f"wrote 2 arrays to {tmp_path / 'r'}\n")
    written = np.load(tmp_path / "r" / "gradient.output.npy")
    assert (written[0, 0, 0, 0, 0], written[1, 1, 1, 1, 1]) == (121040, 282880)


def test_feeds_and_fetches(capsys: Any, folder: Path) -> None:
    assert main(["run", str(folder / "sum.json")]) == 0
    assert capsys.readouterr().out == "sum:output: float32 []\n3.\n"
    np.save(folder / "y.npy", np.float32([5, 6]))
    assert main(["run", str(folder / "sum.json"), "--feed", f"x={folder / 'y.npy'}", "--fetch", "sum:output"]) == 0
    assert capsys.readouterr().out == "sum:output: float32 []\n11.\n"
    assert main(["run", str(folder / "sum.json"), "--feed", "x=7,8:float32", "--device", "cpu", "--steps", "2"]) == 0
    assert capsys.readouterr().out == "sum:output: float32 []\n15.\n"


@pytest.mark.parametrize(
    ("more", "status", "message"),
    [
        (["--feed", "x"], 2, "--feed must be PIN=VALUE, got 'x'"),
        (["--feed", "y=1"], 1, "a feed must name a block of the page, got 'y'"),
        (["--feed", "x=float32[2]"], 2, "--feed x must have a value"),
        (["--fetch", "sum:out"], 1, "'sum:out' must be an output of op 'Sum', which has output"),
        (["--device", "tpu"], 1, "tpu"),
        (["--steps", "0"], 2, "--steps must be at least 1"),
        (["--input", "x=1"], 2, "--input and --attr must come with an op"),
        (["--memory-limit", "-1"], 1, "memory_limit of SessionConfig must be a positive number"),
    ],
)
def test_bad_usage(capsys: Any, folder: Path, more: list[str], status: int, message: str) -> None:
    assert main(["run", str(folder / "sum.json"), *more]) == status
    assert message.lower() in capsys.readouterr().err.lower()


def test_bad_pages(capsys: Any, folder: Path) -> None:
    assert main(["run", str(folder / "none.json")]) == 1
    assert "a page file must exist" in capsys.readouterr().err
    assert main(["run", "Neg", "--input", "x=1", "--fetch", "y"]) == 2
    assert "--fetch must come with a page file, got op 'Neg'" in capsys.readouterr().err


def test_results_do_not_go_through_links(capsys: Any, folder: Path) -> None:
    (folder / "r").mkdir()
    (folder / "r" / "sum.output.npy").symlink_to(folder / "elsewhere.npy")
    assert main(["run", str(folder / "sum.json"), "--out", str(folder / "r")]) == 1
    assert "must not hold links" in capsys.readouterr().err
    assert not (folder / "elsewhere.npy").exists()


# -- graphops check ----------------------------------------------------------------------------------------------------


def test_check_shows_every_fault_with_its_place(capsys: Any, folder: Path) -> None:
    assert main(["check", str(EXAMPLE)]) == 0
    assert capsys.readouterr().out == "filter_gradient.json: right: 5 blocks, faults: 0, skipped: 0\n"
    bad = {
        **SUM,
        "blocks": [
            *SUM["blocks"],
            {"id": "nag", "op": "Nag"},
            {"id": "a", "op": "Neg"},
            {"id": "b", "op": "Neg"},
            {"id": "after", "op": "NoOp", "after": ["b"]},
            {"id": "three", "op": "Const", "attrs": {"dtype": "int32", "value": 3}},
            {"id": "p", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [None]}},
        ],
        "wires": [*SUM["wires"], {"from": "a:y", "to": "b:x"}, {"from": "b:y", "to": "a:x"}],
        "feeds": {"p": [[1.0]], "three": "a"},
        "fetches": ["sum:out"],
    }
    (folder / "bad.json").write_text(json.dumps(bad))
    assert main(["check", str(folder / "bad.json")]) == 1
    lines = capsys.readouterr().out.splitlines()
    cycle = "a graph must have no cycles but loops of Merge and NextIteration, got"
    assert lines == [
        "block 'nag': op 'Nag' must be registered (did you mean 'Neg'?)",
        f"block 'a': {cycle} a -> b -> a",
        f"block 'b': {cycle} a -> b -> a",
        "block 'p': the feed of 'p' must have a shape that fits (?,), got [1, 1]",
        "block 'three': the feed of 'three' must be a number, got 'a'",
        "block 'sum', pin 'out': 'sum:out' must be an output of op 'Sum', which has output (did you mean 'output'?)",
        "block 'after': skipped, because it needs one of those",
        "bad.json: right: 4 blocks, faults: 6, skipped: 1",
    ]


def test_check_as_json(capsys: Any, folder: Path) -> None:
    assert main(["check", str(folder / "sum.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "page": str(folder / "sum.json"), "right": 2, "skipped": [], "muted": {}, "problems": [],
    }  # fmt: skip
    (folder / "sum.json").write_text('{"graphops_page": 1, "blocks": 3}')
    assert main(["check", str(folder / "sum.json"), "--json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert (problem["block"], problem["kind"]) == (None, "InvalidTypeError")
    assert problem["message"] == "blocks must be a list, got a number"
    assert main(["check", str(folder / "none.json")]) == 1
    assert "a page file must exist" in capsys.readouterr().out
    assert main(["check", str(folder / "sum.json"), "--quick"]) == 2


def test_a_pin_is_fed_once(capsys: Any, folder: Path) -> None:
    assert main(["run", str(folder / "sum.json"), "--feed", "x=[1.0]", "--feed", "x=[2.0]"]) == 2
    assert "--feed x must be given once, got it twice" in capsys.readouterr().err


def test_files_that_are_pipes(capsys: Any, folder: Path) -> None:
    os.mkfifo(folder / "pipe.npy")
    assert main(["run", str(folder / "sum.json"), "--feed", f"x={folder / 'pipe.npy'}"]) == 2
    assert "must be a file, got a pipe" in capsys.readouterr().err


def test_errors_name_their_block(capsys: Any, folder: Path) -> None:
    blocks = [{"id": "p", "op": "Placeholder", "attrs": {"dtype": "float"}}, {"id": "deep", "op": "MatMul"}]
    wires = [{"from": "p:output", "to": "deep:a"}, {"from": "p:output", "to": "deep:b"}]
    page = {"graphops_page": 1, "blocks": blocks, "wires": wires, "fetches": ["deep"]}
    (folder / "run.json").write_text(json.dumps(page))
    assert main(["run", str(folder / "run.json"), "--feed", "p=[[1.0, 2.0]]"]) == 1  # while it runs
    assert "error: block 'deep': b of op 'MatMul' must have" in capsys.readouterr().err
    blocks[0]["attrs"] = {"dtype": "float", "shape": [1, 2]}
    (folder / "run.json").write_text(json.dumps(page))
    assert main(["run", str(folder / "run.json")]) == 1  # before
    assert "error: block 'deep': b of op 'MatMul' must have" in capsys.readouterr().err
    body = {"arguments": ["p"], "results": ["deep:product"], "blocks": blocks, "wires": wires}
    page = {"graphops_page": 1, "functions": {"f": body}, "fetches": ["c"], "blocks": [{"id": "c", "op": "NoOp"}]}
    (folder / "run.json").write_text(json.dumps(page))
    assert main(["run", str(folder / "run.json")]) == 1
    assert "error: block 'deep' of function 'f': b of op 'MatMul' must have" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "device"), [("gpu:7", "GPU:7"), ("GPU", "GPU:0"), ("/gpu:7", "GPU:7")])
def test_names_of_devices(capsys: Any, folder: Path, name: str, device: str) -> None:
    assert main(["run", str(folder / "sum.json"), "--device", name]) == 1
    assert f"got '/device:{device}'" in capsys.readouterr().err


def test_the_schema_is_printed(capsys: Any) -> None:
    assert main(["check", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out)["properties"]["graphops_page"]["const"] == 1
    assert main(["check"]) == 2
    assert "PACKAGE must be given" in capsys.readouterr().err


def test_terminals_that_lack_characters(monkeypatch: Any, folder: Path) -> None:
    (folder / "bad.json").write_text(json.dumps({"graphops_page": 1, "blocks": [{"id": "x", "op": "N\u00e9g"}]}))
    ascii_only = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", ascii_only)
    assert main(["check", str(folder / "bad.json")]) == 1
    ascii_only.flush()
    assert b"op 'N\\xe9g' must be registered" in ascii_only.buffer.getvalue()  # type: ignore[attr-defined]
    monkeypatch.setattr(sys, "stdout", None)  # closed by the shell
    assert main(["check", str(EXAMPLE)]) == 0


def test_raw_bytes_in_files_that_are_fed(capsys: Any, folder: Path) -> None:
    np.save(folder / "raw.npy", np.full(16, 7, np.uint8).view("V8"))
    np.save(folder / "bytes.npy", np.full(16, 7, np.uint8).view("V1"))
    for text, dtype in (("raw.npy:string", "string"), ("bytes.npy:bool", "bool")):
        assert main(["run", str(folder / "sum.json"), "--feed", f"x={folder / text}"]) == 1
        assert f"must hold elements of {dtype}, got raw bytes" in capsys.readouterr().err


def test_values_in_braces(capsys: Any, folder: Path) -> None:
    assert main(["run", str(folder / "sum.json"), "--feed", "x={{1,2},{3,4}}:float32"]) == 0
    assert capsys.readouterr().out == "sum:output: float32 [2]\n[4. 6.]\n"
    assert main(["run", "Neg", "--input", "x={ {1}, {3} }:int32"]) == 0
    assert capsys.readouterr().out == "y: int32 [2, 1]\n[[-1]\n [-3]]\n"
    assert main(["run", "Neg", "--input", "x={1,-0}:int32"]) == 0
    assert capsys.readouterr().out == "y: int32 [2]\n[-1  0]\n"
    assert main(["run", "Reciprocal", "--input", "x={-0}:float32"]) == 0
    assert capsys.readouterr().out == "y: float32 [1]\n[-inf]\n"
    for wrong in ("{{1,2},{3,4}", "{1: 2}", "{}}", "[{[1]}]"):
        assert main(["run", "Neg", "--input", f"x={wrong}"]) == 2
        assert f"must be a .npy file or a literal such as 2,2,2, got '{wrong}'" in capsys.readouterr().err


def test_numbers_beside_texts_do_not_become_texts(capsys: Any, folder: Path) -> None:
    block = {"id": "p", "op": "Placeholder", "attrs": {"dtype": "string"}}
    (folder / "p.json").write_text(json.dumps({"graphops_page": 1, "blocks": [block], "fetches": ["p"]}))
    for value, number in (('["a", 1]', "1"), ('[1, "a"]', "1"), ('[[1.5, "a"]]', "1.5"), ('[True, "a"]', "True")):
        assert main(["run", str(folder / "p.json"), "--feed", f"p={value}"]) == 1
        assert f"must hold texts or bytes, got {number}" in capsys.readouterr().err


def test_a_resource_is_no_result(capsys: Any, folder: Path) -> None:
    block = {"id": "v", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": []}}
    (folder / "v.json").write_text(json.dumps({"graphops_page": 1, "blocks": [block], "fetches": ["v"]}))
    assert main(["run", str(folder / "v.json")]) == 0
    assert capsys.readouterr().out == "v:resource: a resource, which cannot be shown\n"
    assert main(["run", str(folder / "v.json"), "--out", str(folder / "r")]) == 2
    assert "output v:resource cannot be written to a file: it is a resource" in capsys.readouterr().err
