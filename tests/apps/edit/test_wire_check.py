"""Whether a wire may be drawn: judged by the wire, not by what else is wrong with its block."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphops.apps.edit.wire_check import check_wire

IMAGE = {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": {"shape": [1, 1, 1, 1], "values": [1]}}}
TEXT = {"id": "t", "op": "Const", "attrs": {"dtype": "string", "value": "a"}}
INT = {"id": "i", "op": "Const", "attrs": {"dtype": "int32", "value": [1, 2]}}
FLOAT = {"id": "f", "op": "Const", "attrs": {"dtype": "float", "value": [1, 2]}}
WRONG_ATTRS = [
    {"padding": "same", "strides": [1, 1, 1, 1]},
    {"padding": "same", "strides": [1, 1]},
    {"padding": "same"},
    {"padding": "SAME", "strides": "1,x"},
    {"padding": "SAME", "strides": [1, 1, 1, 1], "nothing": 1},
    {"data_format": "nhwc", "dilations": "x"},
    "padding = same; strides = 1,1,1,1",
    "padding = ",
    "nonsense",
]


def fit(block: dict[str, Any], source: str, target: str, *wires: tuple[str, str]) -> str:
    """Why a wire does not fit; "" if it does."""
    page = {"graphops_page": 1, "blocks": [IMAGE, TEXT, INT, FLOAT, {"id": "b", **block}],
            "wires": [{"from": f"{one}:output", "to": f"b:{other}"} for one, other in wires]}  # fmt: skip
    answer = check_wire(page, {"from": f"{source}:output", "to": f"b:{target}"}, Path())
    assert answer["fits"] or answer["block"] == "b"
    return "" if answer["fits"] else str(answer["reason"])


@pytest.mark.parametrize("attrs", WRONG_ATTRS, ids=str)
def test_wrong_attrs_refuse_no_wire_and_let_no_wrong_one_pass(attrs: Any) -> None:
    conv = {"op": "Conv2D", "attrs": attrs}
    assert fit(conv, "x", "input") == ""
    assert fit(conv, "x", "filter", ("x", "input")) == ""
    assert (
        fit({**conv, "inputs": {"filter": {"dtype": "float", "shape": [1, 1, 1, 1], "values": [1]}}}, "x", "input")
        == ""
    )
    if attrs not in ("padding = ", "nonsense"):  # of which nothing can be read
        assert "input of op 'Conv2D' must have one of the dtypes" in fit(conv, "t", "input")
        assert "filter of op 'Conv2D' must have the dtype of input (float32), got int32" in fit(
            conv, "i", "filter", ("x", "input")
        )


def test_a_wrong_input_refuses_no_wire_into_another() -> None:
    conv = {"op": "Conv2D", "attrs": {"padding": "SAME", "strides": [1, 1, 1, 1]}}
    assert fit({**conv, "inputs": {"filter": "1, x, 3"}}, "x", "input") == ""
    assert fit(conv, "x", "filter", ("t", "input")) == ""
    assert "must have the dtype of a (float32), got string" in fit({"op": "MatMul"}, "t", "b", ("f", "a"))


def test_what_the_wire_itself_makes_wrong_is_a_reason() -> None:
    assert "(float32), got int32" in fit({"op": "AddV2"}, "i", "y", ("f", "x"))
    assert "(float32), got int32" in fit({"op": "AddV2"}, "f", "x", ("i", "y"))  # it is said of y, which was right
    assert "must have rank 2" in fit({"op": "MatMul"}, "x", "a")
