"""Muted and bypassed blocks: what runs without them, and what is said of those that do not."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphops.apps.cli import main
from graphops.interchange.page import build_page, page_json, read_page, run_page
from graphops_registry.errors import FailedPreconditionError, GraphopsError, InvalidArgumentError, InvalidTypeError


def wire(source: str, target: str) -> dict[str, str]:
    return {"from": source, "to": target}


def page(modes: dict[str, str], **keys: Any) -> Any:
    """x -> neg -> abs -> twice, and x -> other; the named blocks have modes."""
    blocks: list[dict[str, Any]] = [
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.0, -2.0]}},
        {"id": "neg", "op": "Neg"}, {"id": "abs", "op": "Abs"}, {"id": "twice", "op": "Mul", "inputs": {"y": 2.0}},
        {"id": "other", "op": "Square"},
    ]  # fmt: skip
    for block in blocks:
        if block["id"] in modes:
            block["mode"] = modes[block["id"]]
    wires = [wire("x:output", "neg:x"), wire("neg:y", "abs:x"), wire("abs:y", "twice:x"), wire("x:output", "other:x")]
    fetches = ["twice", "other"]
    return {"graphops_page": 1, "blocks": blocks, "wires": wires, "fetches": fetches} | keys


def run(value: Any, *args: Any) -> dict[str, Any]:
    return {name: array.tolist() for name, array in run_page(read_page(json.dumps(value)), *args).items()}


def test_what_needs_a_muted_block_does_not_run() -> None:
    assert run(page({})) == {"twice:z": [2, 4], "other:y": [1, 4]}
    assert run(page({"neg": "muted"})) == {"other:y": [1, 4]}
    assert run(page({"neg": "muted"}, feeds={"neg": [5.0, 5.0]})) == {"other:y": [1, 4]}
    built = build_page(read_page(json.dumps(page({"abs": "muted"}))))
    assert built.muted == {"abs": "abs", "twice": "abs"}
    assert set(built.nodes) == {"x", "neg", "other"}
    with pytest.raises(FailedPreconditionError, match="must fetch something that is not muted"):
        run(page({"x": "muted"}))
    for pin, reason in (("abs", "which is muted"), ("twice:z", "which needs the muted block 'abs'")):
        with pytest.raises(InvalidArgumentError, match=f"a block that runs, got '{pin}', {reason}"):
            run(page({"abs": "muted"}), None, [pin])


def test_a_bypassed_block_gives_its_input() -> None:
    assert run(page({"abs": "bypassed"})) == {"twice:z": [-2, 4], "other:y": [1, 4]}
    assert run(page({"neg": "bypassed", "abs": "bypassed"})) == {"twice:z": [2, -4], "other:y": [1, 4]}
    assert run(page({"twice": "bypassed"})) == {"twice:z": [1, 2], "other:y": [1, 4]}  # under its own name
    with pytest.raises(InvalidArgumentError, match="a feed must name a block that runs, got 'abs', which is bypassed"):
        run(page({"abs": "bypassed"}), {"abs": [1.0, 1.0]})


def test_a_fault_in_a_muted_block_is_none() -> None:
    value = page({"abs": "muted"})
    value["blocks"][2] |= {"op": "NoSuchOp"}
    assert not build_page(read_page(json.dumps(value))).problems
    value["blocks"][2]["mode"] = "bypassed"
    assert [problem.block for problem in build_page(read_page(json.dumps(value))).problems] == ["abs"]


@pytest.mark.parametrize(
    ("block", "ends", "said"),
    [
        ({"op": "Cast", "attrs": {"DstT": "half"}}, {"x": "a:output"}, r"'y', float16 \(2, 3\), got float32 \(2, 3\)"),
        ({"op": "MatMul"}, {"a": "a:output", "b": "b:output"}, r"\(2, 4\), got float32 \(2, 3\), float32 .*4\)"),
        ({"op": "Const", "attrs": {"dtype": "float", "value": 1.0}}, {}, "got no wired input"),
        ({"op": "NoOp"}, {}, "an output, got none: mute it instead"),
    ],
)  # fmt: skip
def test_a_bypass_without_an_input_like_the_output_is_refused(block: Any, ends: dict[str, str], said: str) -> None:
    shapes = {"a": [2, 3], "b": [3, 4]}
    sources = [{"id": name, "op": "Placeholder", "attrs": {"dtype": "float", "shape": shape}}
               for name, shape in shapes.items()]  # fmt: skip
    value = {"graphops_page": 1, "blocks": [*sources, {"id": "it", "mode": "bypassed", **block}],
             "wires": [wire(source, f"it:{pin}") for pin, source in ends.items()]}  # fmt: skip
    (problem,) = build_page(read_page(json.dumps(value))).problems
    assert problem.block == "it"
    with pytest.raises(InvalidArgumentError, match=f"a bypassed block of op '{block['op']}' must have .*{said}"):
        raise problem.error


def test_the_input_of_a_bypass_is_the_first_that_is_like_the_output() -> None:
    blocks = [
        {"id": "small", "op": "Const", "attrs": {"dtype": "float", "value": 3.0}},
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.0, 2.0]}},
        {"id": "sum", "op": "AddV2", "mode": "bypassed"},
    ]
    wires = [wire("small:output", "sum:x"), wire("x:output", "sum:y")]
    assert run({"graphops_page": 1, "blocks": blocks, "wires": wires, "fetches": ["sum"]}) == {"sum:z": [1, 2]}


def test_outputs_of_lists_are_bypassed_one_by_one() -> None:
    blocks = [
        {"id": "a", "op": "Const", "attrs": {"dtype": "float", "value": [1.0]}},
        {"id": "b", "op": "Const", "attrs": {"dtype": "int32", "value": [2]}},
        {"id": "both", "op": "IdentityN", "mode": "bypassed"}, {"id": "n", "op": "Neg"},
    ]  # fmt: skip
    wires = [wire("a:output", "both:input:0"), wire("b:output", "both:input:1"), wire("both:output:1", "n:x")]
    found = run({"graphops_page": 1, "blocks": blocks, "wires": wires, "fetches": ["n", "both"]})
    assert found == {"n:y": [-2], "both:output:0": [1.0], "both:output:1": [2]}


def test_order_without_wires(tmp_path: Path) -> None:
    """What runs after a muted block runs; what runs after a bypassed one runs after what that waits for."""
    count = {
        "graphops_page": 1,
        "blocks": [
            {"id": "v", "op": "VarHandleOp", "attrs": {"dtype": "int32", "shape": []}},
            {"id": "begin", "op": "AssignVariableOp", "inputs": {"value": {"dtype": "int32", "values": 10}}},
            {"id": "add", "op": "AssignAddVariableOp", "inputs": {"value": {"dtype": "int32", "values": 1}}},
            {"id": "one", "op": "Const", "attrs": {"dtype": "int32", "value": 1}},
            {"id": "pass", "op": "Neg", "after": ["add"], "mode": "bypassed"},
            {"id": "now", "op": "ReadVariableOp", "attrs": {"dtype": "int32"}, "after": ["pass"]},
        ],
        "wires": [wire("v:resource", f"{name}:resource") for name in ("begin", "add", "now")]
        + [wire("one:output", "pass:x")],
        "init": ["begin"], "fetches": ["now"], "steps": 3,
    }  # fmt: skip
    assert run(count) == {"now:value": 13}
    count["blocks"][2]["mode"] = "muted"  # type: ignore[index]
    assert run(count) == {"now:value": 10}


def test_functions() -> None:
    body: dict[str, Any] = {
        "arguments": ["n"],
        "blocks": [{"id": "n", "op": "Placeholder", "attrs": {"dtype": "float"}}, {"id": "neg", "op": "Neg"},
                   {"id": "sq", "op": "Square"}],
        "wires": [wire("n:output", "neg:x"), wire("neg:y", "sq:x")], "results": ["neg:y"],
    }  # fmt: skip

    def value(mode: str, at: int) -> Any:
        blocks = [dict(block) for block in body["blocks"]]
        blocks[at]["mode"] = mode
        call = {"id": "call", "op": "PartitionedCall", "attrs": {"f": "f", "Tout": ["float"]},
                "inputs": {"args": [{"dtype": "float", "values": 3}]}}  # fmt: skip
        return {
            "graphops_page": 1,
            "functions": {"f": body | {"blocks": blocks}},
            "blocks": [call],
            "fetches": ["call"],
        }

    assert run(value("bypassed", 1)) == {"call:output:0": 3}
    assert run(value("muted", 2)) == {"call:output:0": -3}
    with pytest.raises(GraphopsError, match="a result of a function must be of a block that runs, got 'neg', which is"):
        run(value("muted", 1))
    with pytest.raises(GraphopsError, match="an argument of a function must be of a block that runs, got 'n'"):
        run(value("muted", 0))


def test_the_mode_is_read_and_written() -> None:
    value = page({"abs": "muted", "neg": "bypassed"})
    assert page_json(read_page(json.dumps(value)))["blocks"] == value["blocks"]
    for wrong in ("mute", "", None, 1, ["muted"]):
        with pytest.raises(InvalidTypeError, match=r"blocks\[2\]\.mode must be one of muted, bypassed, got"):
            read_page(json.dumps(page({"abs": wrong})))  # type: ignore[dict-item]


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "p.json"
    file.write_text(json.dumps(page({"neg": "bypassed", "twice": "muted"}, fetches=["neg", "twice"])))
    assert main(["check", str(file)]) == 0
    said = capsys.readouterr().out
    assert "block 'twice': muted\n" in said
    assert "right: 3 blocks, faults: 0, skipped: 0, muted: 1" in said
    assert main(["run", str(file)]) == 0
    assert capsys.readouterr().out.split("\n")[:2] == ["neg:y: float32 [2]", "[ 1. -2.]"]
    for name in ("g.pb", "g.py", "g.json"):
        assert main(["convert", str(file), str(tmp_path / name)]) == 0
    capsys.readouterr()
    assert main(["run", str(tmp_path / "g.json")]) == 0
    assert "x:output" in capsys.readouterr().out
    text = (tmp_path / "g.py").read_text()
    assert "Abs" in text
    assert "Neg" not in text
    assert "Mul" not in text
    file.write_text(json.dumps(page({"neg": "muted"})))
    assert main(["check", str(file)]) == 0
    assert "block 'abs': needs the muted block 'neg'" in capsys.readouterr().out


def test_a_muted_block_in_a_sub_page() -> None:
    value = {
        "graphops_page": 1,
        "blocks": [{"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.0]}}, {"id": "n", "op": "Neg"}],
        "pages": {"p": {"blocks": [{"id": "a", "op": "Neg", "mode": "muted"}, {"id": "b", "op": "Neg"}],
                        "wires": [wire("a:y", "b:x")]}},
        "wires": [wire("x:output", "p/a:x"), wire("x:output", "n:x")], "fetches": ["p/b", "n"],
    }  # fmt: skip
    assert run(value) == {"n:y": [-1.0]}
    assert np.array_equal(run(value)["n:y"], [-1.0])


def test_long_chains_of_bypassed_blocks() -> None:
    """Deeper than Python's stack, by wires and by order."""
    count = 3000
    blocks: list[dict[str, Any]] = [{"id": "n0", "op": "Const", "attrs": {"dtype": "float", "value": 2.0}}]
    blocks += [{"id": f"n{i}", "op": "Neg", "mode": "bypassed", "after": [f"n{i - 1}"]} for i in range(1, count)]
    blocks.append({"id": "end", "op": "Neg", "after": [f"n{count - 1}"]})
    ids = [block["id"] for block in blocks]
    wires = [wire(f"{a}:{'output' if a == 'n0' else 'y'}", f"{b}:x") for a, b in pairwise(ids)]
    value = {"graphops_page": 1, "blocks": blocks, "wires": wires, "fetches": ["end"]}
    assert run(value) == {"end:y": -2}
    blocks[0]["mode"] = "muted"
    assert len(build_page(read_page(json.dumps(value))).muted) == count + 1


LOOP: dict[str, Any] = {
    "graphops_page": 1,
    "blocks": [
        {"id": "zero", "op": "Const", "attrs": {"dtype": "int32", "value": 0}},
        {"id": "enter", "op": "Enter", "attrs": {"frame_name": "f"}}, {"id": "merge", "op": "Merge"},
        {"id": "less", "op": "Less", "inputs": {"y": 10}}, {"id": "cond", "op": "LoopCond"},
        {"id": "switch", "op": "Switch"}, {"id": "add", "op": "AddV2", "inputs": {"y": 1}},
        {"id": "next", "op": "NextIteration"}, {"id": "exit", "op": "Exit"},
    ],
    "wires": [
        wire("zero:output", "enter:data"), wire("enter:output", "merge:inputs:0"),
        wire("next:output", "merge:inputs:1"),
        wire("merge:output", "less:x"), wire("less:z", "cond:input"), wire("merge:output", "switch:data"),
        wire("cond:output", "switch:pred"), wire("switch:output_true", "add:x"), wire("add:z", "next:data"),
        wire("switch:output_false", "exit:data"),
    ],
    "fetches": ["exit"],
}  # fmt: skip


@pytest.mark.parametrize("mode", ["muted", "bypassed"])
@pytest.mark.parametrize("block", [block["id"] for block in LOOP["blocks"]])
def test_every_block_of_a_loop_has_a_mode(block: str, mode: str) -> None:
    """Whatever comes of it, it is a fault that is told, and nothing hangs."""
    blocks: list[dict[str, Any]] = [dict(item) for item in LOOP["blocks"]]
    next(item for item in blocks if item["id"] == block)["mode"] = mode
    blocks.append({"id": "behind", "op": "NoOp", "after": [block]})
    built = build_page(read_page(json.dumps(LOOP | {"blocks": blocks})))
    assert (block in built.muted) == (mode == "muted")
    for problem in built.problems:
        assert isinstance(problem.error, GraphopsError)
    assert set(built.nodes) | set(built.muted) | set(built.bypassed) | set(built.skipped) | {
        problem.block for problem in built.problems
    } == {item["id"] for item in blocks}
