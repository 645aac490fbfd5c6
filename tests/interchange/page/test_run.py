"""Pages that run: the worked example's numbers, feeds, steps, state, loops, devices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphops.interchange.page import build_page, load_page, read_page, run_page
from graphops.interchange.page.run import value_problems
from graphops_registry.errors import FailedPreconditionError, GraphopsError, InvalidArgumentError
from tests.ops.other_device import OTHER

PAGES = Path(__file__).parents[3] / "examples" / "pages"
# tests/ops/test_worked_example.py has the same numbers, computed by TensorFlow and by loops.
GRADIENT = """
121040 127840 130848 138176 140656 148512 150464 158848 160272 169184 170080 179520 179888 189856 189696 200192
199504 210528 209312 220864 219120 231200 228928 241536 238736 251872 248544 262208 258352 272544 268160 282880
"""


def page(**keys: Any) -> Any:
    return read_page(json.dumps({"graphops_page": 1, **keys}))


def wire(source: str, target: str) -> dict[str, str]:
    return {"from": source, "to": target}


@pytest.mark.parametrize("device", [None, f"/device:{OTHER}:0"])
def test_the_worked_example(device: str | None) -> None:
    found = run_page(load_page(PAGES / "filter_gradient.json"), device=device)
    assert list(found) == ["convolution:output", "gradient:output"]
    assert found["convolution:output"].shape == (2, 1, 1, 1, 2)
    assert found["convolution:output"].ravel().tolist() == [2856, 2992, 6952, 7344]
    assert found["gradient:output"].shape == (2, 2, 2, 2, 2)
    assert found["gradient:output"].ravel().tolist() == [float(text) for text in GRADIENT.split()]


SUM = {
    "blocks": [
        {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [None]}},
        {"id": "sum", "op": "Sum", "inputs": {"reduction_indices": 0}},
    ],
    "wires": [wire("x:output", "sum:input")],
    "feeds": {"x": [1, 2]},
    "fetches": ["sum"],
}  # fmt: skip


def test_feeds_and_fetches(tmp_path: Path) -> None:
    assert {k: v.tolist() for k, v in run_page(page(**SUM)).items()} == {"sum:output": 3}
    assert run_page(page(**SUM), {"x": [5.0, 6.0]})["sum:output"] == 11
    assert run_page(page(**SUM), {"x:output": [5.0]}, ["x", "sum:output"])["x:output"].tolist() == [5]
    np.save(tmp_path / "x.npy", np.float32([4, 4]))
    assert run_page(page(**{**SUM, "feeds": {"x": {"file": "x.npy"}}}), folder=tmp_path)["sum:output"] == 8
    with pytest.raises(InvalidArgumentError, match="must be fed"):
        run_page(page(**{**SUM, "feeds": {}}))
    with pytest.raises(FailedPreconditionError, match="must fetch something"):
        run_page(page(**SUM), fetches=[])
    for bad in ("y", "sum:out", "sum:output:3"):
        with pytest.raises(GraphopsError):
            run_page(page(**SUM), fetches=[bad])
    with pytest.raises(InvalidArgumentError, match="a feed must name a block of the page, got 'y'"):
        run_page(page(**SUM), {"y": 1.0})


def test_state_and_steps() -> None:
    count = page(
        blocks=[
            {"id": "v", "op": "VarHandleOp", "attrs": {"dtype": "int32", "shape": []}},
            {"id": "start", "op": "AssignVariableOp", "attrs": {"dtype": "int32"}, "inputs": {"value": 10}},
            {"id": "add", "op": "AssignAddVariableOp", "attrs": {"dtype": "int32"}, "inputs": {"value": 1}},
            {"id": "read", "op": "ReadVariableOp", "attrs": {"dtype": "int32"}, "after": ["add"]},
        ],
        wires=[wire("v:resource", f"{name}:resource") for name in ("start", "add", "read")],
        init=["start"],
        fetches=["read:value", "add"],
        steps=4,
    )
    assert {k: v.tolist() for k, v in run_page(count).items()} == {"read:value": 14}
    assert run_page(count, steps=2)["read:value"] == 12


def test_a_loop() -> None:
    """1, 2, 4 ... until it is no longer below 100: Enter, Merge, LoopCond, Switch, NextIteration, Exit."""
    found = run_page(
        page(
            blocks=[
                {"id": "enter", "op": "Enter", "attrs": {"T": "float", "frame_name": "f"}, "inputs": {"data": 1.0}},
                {"id": "merge", "op": "Merge"},
                {"id": "less", "op": "Less"},
                {"id": "go_on", "op": "LoopCond"},
                {"id": "switch", "op": "Switch"},
                {"id": "double", "op": "AddV2"},
                {"id": "next", "op": "NextIteration"},
                {"id": "exit", "op": "Exit"},
                {
                    "id": "limit",
                    "op": "Enter",
                    "attrs": "T = float; frame_name_ = f; is_constant_ = true;",
                    "inputs": {"data": 100.0},
                },
            ],
            wires=[
                wire("enter:output", "merge:inputs:0"),
                wire("next:output", "merge:inputs:1"),
                wire("merge:output", "less:x"), wire("limit:output", "less:y"),
                wire("less:z", "go_on:input"),
                wire("merge:output", "switch:data"),
                wire("go_on:output", "switch:pred"),
                wire("switch:output_true", "double:x"),
                wire("switch:output_true", "double:y"),
                wire("double:z", "next:data"),
                wire("switch:output_false", "exit:data"),
            ],
            fetches=["exit"],
        )
    )  # fmt: skip
    assert found["exit:output"] == 128


def test_strings() -> None:
    found = run_page(page(blocks=[{"id": "up", "op": "StringUpper", "inputs": {"input": ["a", "b"]}}], fetches=["up"]))
    assert found["up:output"].tolist() == [b"A", b"B"]


def test_what_is_fed_twice_is_found_before_it_runs() -> None:
    read = page(**{**SUM, "feeds": {"x": [1], "x:output": [2]}})
    (found,) = value_problems(read, build_page(read), None)
    assert (found.block, found.pin) == ("x", "output")
    assert "a feed must come once, but two are for 'x:0'" in str(found)
    with pytest.raises(InvalidArgumentError, match="a feed must come once"):
        run_page(read)
