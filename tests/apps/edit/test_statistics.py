"""The service's figures of a page; the expected numbers are computed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apps.edit.conftest import Server

Json = dict[str, Any]
START, SIZE = ({"dtype": "int32", "values": values} for values in ([0, 0], [-1, 20]))
# A product of [?, 300] and [300, 70] floats in a sub-page, then the first 20 columns.
NETWORK: Json = {
    "graphops_page": 1,
    "blocks": [
        {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [None, 300]}},
        {"id": "bias", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": [125]}},
        {"id": "head", "op": "Slice", "inputs": {"begin": START, "size": SIZE}},
    ],
    "pages": {
        "layer": {
            "blocks": [
                {"id": "w", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": [300, 70]}},
                {"id": "read", "op": "ReadVariableOp", "attrs": {"dtype": "float"}},
                {"id": "product", "op": "MatMul"},
            ],
            "wires": [{"from": "w:resource", "to": "read:resource"}, {"from": "read:value", "to": "product:b"}],
        }
    },
    "wires": [
        {"from": "x:output", "to": "layer/product:a"},
        {"from": "layer/product:product", "to": "head:input"},
    ],
}
LAYER: Json = {"nodes": 3, "parameters": 21000, "parameter_bytes": 84000, "multiply_adds": 21000,
               "activation_bytes": 280, "unknown": 0}  # fmt: skip


def test_figures_of_a_page_and_of_a_sub_page(server: Server) -> None:
    found = server.post("/api/statistics", {"page": NETWORK})
    assert (found["scope"], found["left_out"]) == ("", 0)
    assert found["total"]["parameters"] == 300 * 70 + 125
    assert found["total"]["activation_bytes"] == 70 * 4 + 20 * 4
    assert found["rows"][0] == {"name": "layer/"} | LAYER
    inner = server.post("/api/statistics", {"page": NETWORK, "scope": "layer", "size": 3})
    assert inner["total"] == LAYER | {"multiply_adds": 63000, "activation_bytes": 840}
    assert {row["name"] for row in inner["rows"]} == {"layer/w", "layer/read", "layer/product"}


def test_figures_of_a_function(server: Server) -> None:
    body = {"arguments": ["x"], "results": [], "blocks": NETWORK["blocks"], "pages": NETWORK["pages"],
            "wires": NETWORK["wires"]}  # fmt: skip
    page = {"graphops_page": 1, "functions": {"a/f": body}}
    found = server.post("/api/statistics", {"page": page, "scope": "a/f()", "size": 3})
    assert found["total"]["parameters"] == 300 * 70 + 125
    assert found["rows"][0]["name"] == "a/f()/layer/"
    inner = server.post("/api/statistics", {"page": page, "scope": "a/f()/layer", "size": 3})
    assert inner["total"] == LAYER | {"multiply_adds": 63000, "activation_bytes": 840}
    assert {row["name"] for row in inner["rows"]} == {f"a/f()/layer/{name}" for name in ("w", "read", "product")}
    status, error, _ = server.request("POST", "/api/statistics", {"page": page, "scope": "g()"})
    assert (status, error["error"]["message"]) == (404, "function must be one of the page, got 'g'")


def test_blocks_with_problems_are_left_out(server: Server) -> None:
    page = {"graphops_page": 1, "blocks": [{"id": "a", "op": "NoSuchOp"}, {"id": "b", "op": "Neg"}],
            "wires": [{"from": "a:y", "to": "b:x"}]}  # fmt: skip
    found = server.post("/api/statistics", {"page": page})
    assert (found["left_out"], found["rows"]) == (2, [])


def test_what_is_left_out_of_a_function_is_what_is_wrong_in_it(server: Server) -> None:
    good = {"arguments": ["x"], "blocks": [{"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [2]}},
                                           {"id": "y", "op": "Neg"}],
            "wires": [{"from": "x:output", "to": "y:x"}], "results": ["y:y"]}  # fmt: skip
    bad = {**good, "blocks": [good["blocks"][0], {"id": "y", "op": "NoSuchOp"}]}
    page: Json = {"graphops_page": 1, "functions": {"good": good, "bad": bad}, "blocks": [{"id": "a", "op": "MatMul"}]}
    left_out = {scope: server.post("/api/statistics", {"page": page, "scope": scope})["left_out"]
                for scope in ("", "good()", "bad()")}  # fmt: skip
    assert left_out == {"": 1, "good()": 0, "bad()": 1}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"size": 0}, "size of an unknown axis must be a number from 1"),
        ({"size": "3"}, "size of an unknown axis must be a number from 1"),
        ({"scope": 3}, "scope of a request must be a text"),
        ({"other": 1}, "keys of a request must be among page, scope, size"),
    ],
)
def test_wrong_requests(server: Server, more: Json, message: str) -> None:
    status, found, _ = server.request("POST", "/api/statistics", {"page": NETWORK} | more)
    assert status == 400
    assert message in found["error"]["message"]


def test_many_rows_are_one(server: Server) -> None:
    blocks = [{"id": f"w{i}", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": [1]}} for i in range(1003)]
    found = server.post("/api/statistics", {"page": {"graphops_page": 1, "blocks": blocks}})
    assert len(found["rows"]) == 1001
    assert (found["rows"][-1]["name"], found["rows"][-1]["parameters"]) == (None, 3)
    assert found["total"]["parameters"] == 1003
