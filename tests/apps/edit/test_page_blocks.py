"""The service on page blocks: their pins, their wires, their results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphops.apps.edit.wire_check import check_wire
from tests.apps.edit.conftest import Server
from tests.interchange.page.test_page_blocks import squares

Json = dict[str, Any]
STEP = {"id": "step", "op": "Momentum", "inputs": {"lr": 0.5, "momentum": 0.9}}


def test_pins_of_page_blocks(server: Server) -> None:
    page = squares(STEP, wires={"step:grads": "grads:grads", "step:vars:0": "w:resource"})
    answer = server.post("/api/check", {"page": page})
    assert answer["problems"] == []
    assert answer["nodes"]["grads"] == {
        "inputs": [{"pin": "ys", "number": 0, "dtype": "float32", "shape": [], "ref": False},
                   {"pin": "xs", "number": 0, "dtype": "resource", "shape": [], "ref": False}],
        "outputs": [{"pin": "grads", "number": 0, "dtype": "float32", "shape": [2], "ref": False}],
        "kernel": None,
    }  # fmt: skip
    assert [(pin["pin"], pin["number"]) for pin in answer["nodes"]["step"]["inputs"]] == [("grads", 0), ("vars", 0)]


def test_the_palette_has_page_blocks_and_composites(server: Server) -> None:
    _, answer, _ = server.request("GET", "/api/ops")
    blocks = {op["name"]: op for op in answer["ops"] if op["family"] == "layers and training"}
    assert list(blocks) == ["Gradients", "GradientDescent", "Momentum", "Adam"]
    assert [arg["name"] for arg in blocks["Adam"]["inputs"]] == [
        "grads", "vars", "beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon"
    ]  # fmt: skip
    assert "dense_layer" in [item["name"] for item in answer["composites"]]


OTHER = {"id": "other", "op": "Const", "attrs": {"dtype": "float", "value": 1}}
WIRES: dict[str, tuple[dict[str, str], str, str, str]] = {
    "grads before vars": ({}, "grads:grads", "step:grads", ""),
    "vars before grads": ({}, "w:resource", "step:vars:0", ""),
    "one more of a list": ({"step:vars:0": "w:resource"}, "w:resource", "step:vars:1", ""),
    "no variable": ({}, "read:value", "step:vars:0", ""),  # is said when the gradients are there
    "no variable, with gradients": ({"step:grads": "grads:grads"}, "read:value", "step:vars:0",
                                    "vars[0] of op 'Momentum' must be the handle of a variable, got float32"),
    "an x without a way": ({}, "other:output", "grads:xs:1",
                           "xs[1] of op 'Gradients' must lead to ys through ops that have gradients, got 'other'"),
}  # fmt: skip


@pytest.mark.parametrize("wires, source, target, reason", WIRES.values(), ids=WIRES)
def test_wires_to_page_blocks(wires: dict[str, str], source: str, target: str, reason: str, tmp_path: Path) -> None:
    answer = check_wire(squares(STEP, OTHER, wires=wires), {"from": source, "to": target}, tmp_path)
    assert answer.get("reason", "") == reason
    assert answer["fits"] == (not reason)
