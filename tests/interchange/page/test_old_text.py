"""The texts of older pages: what they mean, and that nothing in them is passed over."""

from __future__ import annotations

from typing import Any

import pytest

from graphops.interchange.page.old_text import read_attrs, read_constant, read_value
from graphops.plugins.packages import load_ops
from graphops_registry.attr import parse_attr
from graphops_registry.errors import InvalidTypeError
from graphops_registry.op_def import lookup_op


@pytest.fixture(autouse=True, scope="module")
def _ops() -> None:
    load_ops()


@pytest.mark.parametrize(
    ("spec", "text", "value"),
    [
        ("a: int", " 3 ", 3),
        ("a: int", "-9223372036854775808", -(2**63)),
        ("a: float", "0.001", 0.001),
        ("a: float", "1e-3f", 1e-3),
        ("a: bool", "true", True),
        ("a: bool", "1", True),
        ("a: bool", "FALSE", False),
        ("a: string", "SAME", "SAME"),
        ("a: string", "'a, b'", "a, b"),
        ("a: type", "DT_FLOAT", "DT_FLOAT"),
        ("a: type", "float32", "float32"),
        ("a: shape", "[2][3]", [2, 3]),
        ("a: shape", "{2,3}", [2, 3]),
        ("a: shape", "{2, 3, 4}", [2, 3, 4]),
        ("a: shape", "[2][-1]", [2, None]),
        ("a: shape", "2,?", [2, None]),
        ("a: shape", "{}", []),
        ("a: shape", "unknown", None),
        ("a: list(int)", "1,2,2,1,1", [1, 2, 2, 1, 1]),
        ("a: list(int)", "{1,2,2,1,1}", [1, 2, 2, 1, 1]),
        ("a: list(int)", "1;2", [1, 2]),
        ("a: list(int)", "", []),
        ("a: list(float)", "{0.5, 1}", [0.5, 1.0]),
        ("a: list(string)", "a;b", ["a", "b"]),
        ("a: list(bool)", "true,0", [True, False]),
        ("a: list(type)", "DT_FLOAT,DT_INT32", ["DT_FLOAT", "DT_INT32"]),
    ],
)
def test_values(spec: str, text: str, value: Any) -> None:
    assert read_value(text, parse_attr(spec), "Op") == value


@pytest.mark.parametrize(
    ("spec", "text", "rule"),
    [
        ("a: int", "3x", "be an integer, got '3x'"),
        ("a: int", "1.5", "be an integer"),
        ("a: int", "", "be an integer"),
        ("a: int", "٣", "be an integer"),  # another script's 3
        ("a: float", "0,001", "be a number"),
        ("a: float", "1.0.0", "be a number"),
        ("a: bool", "yes", "be true or false"),
        ("a: shape", "[2][3", "be a shape such as"),
        ("a: shape", "[2]x[3]", "be a shape such as"),
        ("a: shape", "{2,}", "be a shape such as"),
        ("a: list(int)", "{1,2", "close its braces"),
        ("a: list(int)", "1,2,", "be an integer, got ''"),
        ("a: list(int)", "1 2", "be an integer"),
        ("a: list(int)", "1,2}", "be an integer"),
        ("a: list(shape)", "[2]", "be a JSON list of shapes"),
    ],
)
def test_refused(spec: str, text: str, rule: str) -> None:
    with pytest.raises(InvalidTypeError, match="attr 'a' of op 'Op' must ") as caught:
        read_value(text, parse_attr(spec), "Op")
    assert rule in str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("-1.5e3", -1500.0),
        ("true", True),
        ('"a,b"', "a,b"),
        ("{1, 2}", [1, 2]),
        ("{{1,2},{3,4}}", [[1, 2], [3, 4]]),
        ("{{{1},{2}}}", [[[1], [2]]]),
        ("[[1,2],[3,4]]", [[1, 2], [3, 4]]),
        ("{}", []),
        ("1;2;-1;0", [1, 2, -1, 0]),
        ('{"x", "y"}', ["x", "y"]),
        (" { 1 ,2 } ", [1, 2]),
    ],
)
def test_constants(text: str, value: Any) -> None:
    assert read_constant(text, "value", "Const") == value


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "{", "}", "{1", "1}", "{1,}", "{,1}", "{1 2}", "{1}{2}", "{1} x", "1,", ",1", "{1;;2}", "abc", '"a',
        "{1}}", "{" * 300,
    ],
)  # fmt: skip
def test_refused_constants(text: str) -> None:
    with pytest.raises(InvalidTypeError, match="value of op 'Const' must "):
        read_constant(text, "value", "Const")


def test_attrs() -> None:
    op_def = lookup_op("Conv3DBackpropFilterV2").op_def
    text = "data_format_ = NCDHW; strides={1,2,2,1,1} ;\n padding=SAME;dilations_ = 1,1,1,1,1;"
    assert read_attrs(text, op_def) == {
        "data_format": "NCDHW", "strides": [1, 2, 2, 1, 1], "padding": "SAME", "dilations": [1] * 5
    }  # fmt: skip
    assert read_attrs("", op_def) == read_attrs(" ", op_def) == {}
    assert read_attrs("epsilon_ = 0.001", lookup_op("FusedBatchNorm").op_def) == {"epsilon": 0.001}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (
            "data_forma_ = NHWC;",
            r"must be one of strides, padding, data_format, dilations, got 'data_forma_' \(did you",
        ),
        ("sorted:true;", "must be written 'name = value;', got 'sorted:true'"),
        ("padding = SAME; padding_ = VALID", "attr 'padding' of op 'Conv3DBackpropFilterV2' must be given once"),
        ("padding = SAME;;", "must be written 'name = value;'"),
        ("dilations_ = 1,2,2,2,1 oops;", "attr 'dilations' of op 'Conv3DBackpropFilterV2' must be an integer"),
        ("input = 3;", "must be one of strides"),
    ],
)
def test_refused_attrs(text: str, rule: str) -> None:
    with pytest.raises(InvalidTypeError, match=rule):
        read_attrs(text, lookup_op("Conv3DBackpropFilterV2").op_def)


def test_nothing_is_dropped_from_a_value() -> None:
    """``k_ = a=b;`` once lost its second ``=``."""
    assert read_attrs("message = a=b;", lookup_op("CheckNumerics").op_def) == {"message": "a=b"}


def test_quotes_and_braces_hold_what_is_within() -> None:
    op_def = lookup_op("CheckNumerics").op_def
    assert read_attrs("message = it's; T = DT_FLOAT", op_def) == {"message": "it's", "T": "DT_FLOAT"}
    assert read_attrs("message = 'a; T = {'; T = DT_FLOAT", op_def) == {"message": "a; T = {", "T": "DT_FLOAT"}
    assert read_value('{"a,b", \'c;"d\'}', parse_attr("a: list(string)"), "Op") == ["a,b", 'c;"d']
    assert read_value('"a;b"; c', parse_attr("a: list(string)"), "Op") == ["a;b", "c"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("message = 'it; T = DT_FLOAT", "attrs of op 'CheckNumerics' must close its quotes"),
        ('message = "a" b; T = DT_FLOAT', "attr 'message' of op 'CheckNumerics' must end where its quotes do"),
        ('message = "a"b"', "must end where its quotes do|must close its quotes"),
        ("message = a{b; T = DT_FLOAT", "attrs of op 'CheckNumerics' must have braces in pairs"),
        ("message = a}b; T = DT_FLOAT", "attrs of op 'CheckNumerics' must have braces in pairs"),
    ],
)
def test_a_value_does_not_swallow_the_next_one(text: str, rule: str) -> None:
    with pytest.raises(InvalidTypeError, match=rule):
        read_attrs(text, lookup_op("CheckNumerics").op_def)


@pytest.mark.parametrize("text", ["1e999", "-1e400", "9" * 390])
def test_numbers_do_not_become_infinite(text: str) -> None:
    with pytest.raises(InvalidTypeError, match="must be a number of 64 bits"):
        read_value(f"{text}.0", parse_attr("a: float"), "Op") if "e" not in text else read_constant(text, "a", "Op")
    assert read_value("inf", parse_attr("a: float"), "Op") == float("inf")
