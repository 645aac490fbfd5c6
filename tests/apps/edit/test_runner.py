"""Runs of everything on a page: what ``init`` is for runs once, single numbers have a history, faults keep results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphops.apps.edit import runner
from graphops.apps.edit.runner import Runner
from graphops.interchange.page import run_page
from graphops.interchange.page.read import page_from_json
from tests.apps.edit.conftest import ROOT
from tests.apps.edit.schema import validator
from tests.apps.edit.test_runs import COUNT
from tests.apps.edit.test_service import page

Json = dict[str, Any]


@pytest.fixture
def said() -> list[Json]:
    return []


def results(said: list[Json]) -> dict[str, Json]:
    """The last results of each block."""
    return {m["block"]: m["pins"] for m in said if m["type"] == "result"}


def test_a_variable_counts_on_in_a_run_of_everything(said: list[Json], tmp_path: Path) -> None:
    runner = Runner(said.append, tmp_path)
    runner.run({"type": "run", "id": "r", "page": COUNT, "steps": 3})
    assert said[-1]["status"] == "done"
    assert results(said)["read"]["result_value"]["first"] == [13]
    for expected in (11, 12, 13):
        runner.run({"type": "step", "id": "s", "page": {**COUNT, "title": "another"}})
        assert results(said)["read"]["result_value"]["first"] == [expected]


def test_what_leads_to_init_alone_runs_once(said: list[Json], tmp_path: Path) -> None:
    """TensorFlow's habit: a NoOp after all assignments is what ``init`` names."""
    blocks = [*COUNT["blocks"], {"id": "all", "op": "NoOp", "after": ["start"]}]
    drawn = {**COUNT, "blocks": blocks, "init": ["all"]}
    Runner(said.append, tmp_path).run({"type": "run", "id": "r", "page": drawn, "steps": 4})
    assert results(said)["read"]["result_value"]["first"] == [14]
    assert {"start", "all"} <= set(results(said))  # they ran, and say so


def test_a_page_of_init_alone_runs(said: list[Json], tmp_path: Path) -> None:
    drawn = page({"id": "a", "op": "NoOp"}, wires=[], init=["a"])
    Runner(said.append, tmp_path).run({"type": "run", "id": "r", "page": drawn})
    assert said[-1]["status"] == "done"
    assert "a" in results(said)


def test_slow_blocks_of_init_tell_of_the_first_step(
    said: list[Json], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no step 0: what runs before the first step is told as a part of it."""
    monkeypatch.setattr(runner, "_BETWEEN", -1.0)  # every block takes too long
    Runner(said.append, tmp_path).run({"type": "run", "id": "r", "page": COUNT, "steps": 2})
    told = [message for message in said if message["type"] == "progress"]
    assert {message["step"] for message in told} == {1, 2}
    for message in told:
        validator("message to the editor").validate(message)


def test_the_training_page_learns_as_headless(said: list[Json], tmp_path: Path) -> None:
    drawn = json.loads((ROOT / "examples" / "pages" / "digits_cnn_step.json").read_text())
    Runner(said.append, tmp_path).run({"type": "run", "id": "r", "page": drawn, "steps": 5})
    alone = run_page(page_from_json(drawn), steps=5)
    (loss,) = results(said)["loss/mean"]["result_output"]["first"]
    assert loss == pytest.approx(float(alone["loss/mean:output"]), rel=1e-6)
    assert loss < 2.2  # it begins at 2.42


def test_a_single_number_has_its_history(said: list[Json], tmp_path: Path) -> None:
    """10, then half of what is left to 0 in each step; 200 steps are told as at most 128 of them."""
    drawn = page(
        {"id": "v", "op": "VarHandleOp", "attrs": {"dtype": "double", "shape": []}},
        {"id": "start", "op": "AssignVariableOp", "attrs": {"dtype": "double"}, "inputs": {"value": 10}},
        {"id": "old", "op": "ReadVariableOp", "attrs": {"dtype": "double"}},
        {"id": "half", "op": "Mul", "attrs": {"T": "double"}, "inputs": {"y": 0.5}},
        {"id": "set", "op": "AssignVariableOp", "attrs": {"dtype": "double"}},
        wires=[*(("v:resource", f"{name}:resource") for name in ("start", "old", "set")),
               ("old:value", "half:x"), ("half:z", "set:value")],
        init=["start"],
    )  # fmt: skip
    runner = Runner(said.append, tmp_path)
    runner.run({"type": "run", "id": "r", "page": drawn, "steps": 4})
    assert results(said)["half"]["result_z"]["history"] == [5, 2.5, 1.25, 0.625]
    runner.run({"type": "run", "id": "r", "page": drawn, "steps": 200})
    history = results(said)["half"]["result_z"]["history"]
    assert 64 <= len(history) <= 128
    assert history[:2] == [5, 1.25]  # each second step
    assert history[-1] == 10 * 0.5**200
    runner.run({"type": "run", "id": "r", "page": drawn, "steps": 1})
    assert "history" not in results(said)["half"]["result_z"]


def test_what_was_computed_before_a_fault_is_told(said: list[Json], tmp_path: Path) -> None:
    drawn = page(
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1, 2]}},
        {"id": "neg", "op": "Neg"},
        {"id": "wrong", "op": "GatherV2", "inputs": {"indices": {"dtype": "int32", "values": [9]},
                                                     "axis": {"dtype": "int32", "values": 0}}},
        {"id": "after", "op": "Neg"},
        wires=[("x:output", "neg:x"), ("neg:y", "wrong:params"), ("wrong:output", "after:x")],
    )  # fmt: skip
    Runner(said.append, tmp_path).run({"type": "run", "id": "r", "page": drawn})
    assert said[-1]["status"] == "failed"
    assert [(m["block"], m["pin"]) for m in said if m["type"] == "problem"] == [("wrong", "indices")]
    assert set(results(said)) == {"x", "neg"}
    assert results(said)["neg"]["result_y"]["first"] == [-1, -2]


@pytest.mark.parametrize(("before", "after"), [(0.0, -0.0), (1, True)])
def test_an_edit_that_python_takes_for_none(said: list[Json], tmp_path: Path, before: Any, after: Any) -> None:
    """0.0 == -0.0 and 1 == True; on a page they are not the same."""

    def drawn(value: Any) -> Json:
        constant = {"id": "c", "op": "Const", "attrs": {"value": {"dtype": "float", "values": [value]}}}
        return page(constant, {"id": "one", "op": "Reciprocal"}, wires=[("c:output", "one:x")])

    runner = Runner(said.append, tmp_path)
    runner.run({"type": "step", "id": "s", "page": drawn(before)})
    first = results(said)["one"]["result_y"]["first"]
    said.clear()
    runner.run({"type": "step", "id": "s", "page": drawn(after)})
    if after is True:
        assert any(m["type"] == "problem" for m in said)  # a truth is no float
    else:
        assert (first, results(said)["one"]["result_y"]["first"]) == (["inf"], ["-inf"])


def test_a_run_tells_what_it_waits_for(said: list[Json], tmp_path: Path) -> None:
    Runner(said.append, tmp_path).run({"type": "run", "id": "r", "page": {**COUNT, "init": []}, "fetches": ["start"]})
    order = [(m["type"], m.get("phase")) for m in said if m["type"] != "result"]
    assert order == [("started", None), ("phase", "planning"), ("phase", "compiling"), ("phase", "running"),
                     ("finished", None)]  # fmt: skip
    said.clear()
    Runner(said.append, tmp_path).run({"type": "run", "id": "r", "page": COUNT, "steps": 3})
    phases = [m for m in said if m["type"] == "phase"]
    assert [m["phase"] for m in phases] == ["planning", "compiling", "running", "compiling", "running"]  # after init
    for message in phases:
        validator("message to the editor").validate(message)
    said.clear()
    broken = {"graphops_page": 1, "blocks": [{"id": "p", "op": "Placeholder", "attrs": {"dtype": "float"}}]}
    Runner(said.append, tmp_path).run({"type": "run", "id": "r", "page": broken, "fetches": ["p"]})
    assert [m["phase"] for m in said if m["type"] == "phase"] == ["planning"]
    assert said[-1]["status"] == "failed"


def test_muted_and_bypassed_blocks_do_not_run(said: list[Json], tmp_path: Path) -> None:
    drawn = {
        "graphops_page": 1,
        "blocks": [{"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.0, -2.0]}},
                   {"id": "b", "op": "Neg", "mode": "bypassed"}, {"id": "sum", "op": "AddV2", "inputs": {"y": 1.0}},
                   {"id": "m", "op": "Neg", "mode": "muted"}, {"id": "after", "op": "Neg"}],
        "wires": [{"from": "x:output", "to": "b:x"}, {"from": "b:y", "to": "sum:x"},
                  {"from": "x:output", "to": "m:x"}, {"from": "m:y", "to": "after:x"}],
        "fetches": ["b", "after"], "feeds": {"m": [1.0]},
    }  # fmt: skip
    runner = Runner(said.append, tmp_path)
    runner.run({"type": "run", "id": "r", "page": drawn})
    assert said[-1]["status"] == "done"
    assert {name: pins.popitem()[1]["first"] for name, pins in results(said).items()} == {"x": [1, -2], "sum": [2, -1]}
    runner.run({"type": "run", "id": "r", "page": drawn, "fetches": ["b"]})
    assert said[-1]["status"] == "done"
    runner.run({"type": "run", "id": "r", "page": drawn, "fetches": ["after"]})
    assert said[-1]["status"] == "failed"
    assert "to be computed, got one which needs the muted block 'm'" in said[-2]["message"]
