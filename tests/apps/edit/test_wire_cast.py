"""Which dtype a value must be converted to for a wire to fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphops.apps.edit.wire_cast import cast_for
from graphops.apps.edit.wire_check import check_wire
from tests.apps.edit.conftest import Server
from tests.apps.edit.test_service import page

Json = dict[str, Any]
SOURCES = (
    {"id": "ints", "op": "Const", "attrs": {"dtype": "int32", "value": [[1, 2], [3, 4]]}},
    {"id": "floats", "op": "Const", "attrs": {"dtype": "float32", "value": [[1.0, 2.0], [3.0, 4.0]]}},
    {"id": "row", "op": "Const", "attrs": {"dtype": "int32", "value": [1, 2, 3]}},
    {"id": "text", "op": "Const", "attrs": {"dtype": "string", "value": "a"}},
    {"id": "sum", "op": "AddV2"},
    {"id": "mean", "op": "Softmax"},
    {"id": "take", "op": "Gather"},
    {"id": "both", "op": "LogicalNot"},
)


@pytest.mark.parametrize(
    ("source", "target", "dtype"),
    [
        ("ints", "sum:y", "float32"),  # as the other operand, which has a wire
        ("ints", "mean:logits", "float32"),
        ("floats", "take:indices", "int32"),
        ("ints", "both:x", "bool"),
        ("row", "sum:y", None),  # the shapes do not fit either
        ("text", "sum:y", None),  # a Cast takes no texts
        ("text", "mean:logits", None),
    ],
)
def test_a_cast_is_proposed_where_the_dtype_alone_is_wrong(
    source: str, target: str, dtype: str | None, tmp_path: Path
) -> None:
    drawn = page(*SOURCES, wires=[("floats:output", "sum:x"), ("floats:output", "take:params")])
    wire = {"from": f"{source}:output", "to": target}
    assert check_wire(drawn, wire, tmp_path)["fits"] is False
    assert cast_for(drawn, wire, tmp_path) == dtype


@pytest.mark.parametrize("mode", ["muted", "bypassed"])
def test_a_cast_is_proposed_behind_blocks_that_do_not_run(mode: str, tmp_path: Path) -> None:
    """A wire may be drawn there, too; so it is judged as if they ran."""
    resting = [{"id": "less", "op": "Neg", "mode": mode}, {"id": "there", "op": "AddV2", "mode": mode}]
    wires = [("ints:output", "less:x"), ("floats:output", "sum:x"), ("floats:output", "there:x")]
    drawn = page(*SOURCES, *resting, wires=wires)
    for wire in ({"from": "less:y", "to": "sum:y"}, {"from": "ints:output", "to": "there:y"},
                 {"from": "less:y", "to": "there:y"}):  # fmt: skip
        assert check_wire(drawn, wire, tmp_path)["fits"] is False
        assert cast_for(drawn, wire, tmp_path) == "float32"


def test_the_service_proposes_it(server: Server) -> None:
    drawn = page(*SOURCES, wires=[("floats:output", "sum:x")])
    found = server.post("/api/fit", {"page": drawn, "wire": {"from": "ints:output", "to": "sum:y"}})
    assert (found["fits"], found["cast"]) == (False, "float32")
    assert "cast" not in server.post("/api/fit", {"page": drawn, "wire": {"from": "floats:output", "to": "sum:y"}})
    assert "cast" not in server.post("/api/fit", {"page": drawn, "wire": {"from": "text:output", "to": "sum:y"}})
