"""Texts in the place of arrays: what is meant as numbers is read as numbers, or refused with the part that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from graphops.interchange.page import build_page
from graphops.interchange.page.array_text import array_text
from graphops.interchange.page.run import value_problems
from tests.interchange.page.test_run import page, wire

ROW = "1, 2, x, 4"
NAMES_X = "must be a number, got 'x'"
FLOAT = {"id": "f", "op": "Const", "attrs": {"dtype": "double", "value": 1}}


def fault(block: dict[str, Any], wires: Any = (), **more: Any) -> str:
    """What is wrong with a block, beside a Const ``f`` of a float64; "" if nothing is."""
    read = page(blocks=[FLOAT, {"id": "b", **block}], wires=list(wires), **more)
    built = build_page(read)
    problems = built.problems + value_problems(read, built, None)
    assert all(problem.block == "b" for problem in problems)
    return " | ".join(f"{problem.pin}: {problem.error}" for problem in problems)


@pytest.mark.parametrize(
    "value",
    [
        ROW,
        "1; 2; x; 4",
        "[1, 2, x, 4]",
        "{1, 2, x, 4}",
        {"values": ROW, "shape": [4]},
        {"values": ROW, "shape": [2, 2]},
    ],
)
def test_a_list_that_is_mostly_of_numbers_names_what_is_none(value: Any) -> None:
    """With a dtype and without one; in a Const, in inputs that wires decide or nothing does, and in feeds."""
    for attrs in ({"value": value}, {"dtype": "float", "value": value}, {"dtype": "int32", "value": value}):
        assert fault({"op": "Const", "attrs": attrs}) == f"value: attr 'value' of op 'Const' {NAMES_X}"
    assert fault({"op": "Neg", "inputs": {"x": value}}) == f"x: x of op 'Neg' {NAMES_X}"
    wired = fault({"op": "AddV2", "inputs": {"y": value}}, [wire("f:output", "b:x")])
    assert wired == f"y: y of op 'AddV2' {NAMES_X}"
    fed = fault({"op": "Placeholder", "attrs": {"dtype": "float"}}, feeds={"b": value})
    assert fed == f": the feed of 'b' {NAMES_X}"


def test_the_same_in_lists_of_json() -> None:
    for attrs in ({}, {"dtype": "float"}, {"dtype": "int64"}):
        found = fault({"op": "Const", "attrs": {**attrs, "value": [1, 2, "x", 4]}})
        assert found == "value: attr 'value' of op 'Const' must be numbers, got 'x'"
    assert fault({"op": "Neg", "inputs": {"x": [[1, 2], ["x", 4]]}}) == "x: x of op 'Neg' must be numbers, got 'x'"
    assert "must hold texts or bytes, got 1" in fault({"op": "StringUpper", "inputs": {"input": [1, 2, "x"]}})


@pytest.mark.parametrize("text", ["{1,2", "[1,2", "[[1,2],[3", "{{1,2},{3", "[1, 2; 3"])
def test_what_is_not_closed_is_refused(text: str) -> None:
    for attrs in ({}, {"dtype": "float"}):
        assert "a brace is not closed" in fault({"op": "Const", "attrs": {**attrs, "value": text}})
    assert "x: x of op 'Neg' must be a number or braces" in fault({"op": "Neg", "inputs": {"x": text}})


@pytest.mark.parametrize("text", ["a", "a, b", "1", "1.5", "x, 1", "[note] 3 of 4", "2020-01-01", "nan", ""])
def test_other_texts_stay_texts(text: str) -> None:
    assert array_text(text, None, "it") == text
    assert fault({"op": "Const", "attrs": {"value": text}}) == ""


def test_a_text_of_numbers_is_one_with_the_dtype_string() -> None:
    for attrs in ({"dtype": "string", "value": ROW}, {"value": {"dtype": "string", "values": ROW}}):
        assert fault({"op": "Const", "attrs": attrs}) == ""
    assert fault({"op": "StringUpper", "inputs": {"input": ROW}}) == ""
    text = {"id": "t", "op": "Const", "attrs": {"dtype": "string", "value": "a"}}
    read = page(blocks=[text, {"id": "same", "op": "Equal", "inputs": {"y": ROW}}], wires=[wire("t:output", "same:x")])
    assert not build_page(read).problems
    (problem,) = build_page(page(blocks=[{"id": "b", "op": "Const", "attrs": {"value": ROW}}])).problems
    assert "a text of several numbers must have the dtype string beside it" in problem.error.__notes__


def test_numbers_without_a_dtype_have_none_beside_a_shape_either() -> None:
    """1 and 1.0 are one number of JSON: a wire decides, or the page must."""
    ints, floats = ({"values": values, "shape": [2, 1]} for values in ([1, 2], [1.0, 2.0]))
    for value in (ints, floats):
        read = page(blocks=[FLOAT, {"id": "b", "op": "AddV2", "inputs": {"y": value}}], wires=[wire("f:output", "b:x")])
        built = build_page(read)
        assert not built.problems
        assert (built.nodes["b"].outputs[0].dtype.name, built.nodes["b"].outputs[0].shape.dims) == ("float64", (2, 1))
        assert "attr 'T' of op 'Neg' must be given" in fault({"op": "Neg", "inputs": {"x": value}})
    assert fault({"op": "AddV2", "inputs": {"y": {"values": [1 << 40], "shape": [1]}}}, [wire("f:output", "b:x")]) == ""
