"""The mini-language of op specifications: what it accepts, and where it says an author went wrong."""

import numpy as np
import pytest

from graphops_registry.attr import NO_DEFAULT, parse_attr
from graphops_registry.dtypes import as_dtype, bfloat16, float16, float32, float64, int32
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.op_def import parse_op
from graphops_registry.shape import TensorShape


@pytest.mark.parametrize(
    "spec, kind, default, allowed, minimum",
    [
        ("a: int", "int", NO_DEFAULT, None, None),
        ("a: int >= 2 = 5", "int", 5, None, 2),
        ("a:int=-7", "int", -7, None, None),
        ("a: float = 0.125", "float", 0.125, None, None),
        ("a: float = -.5", "float", -0.5, None, None),
        ("a: bool = true", "bool", True, None, None),
        ("a: string = 'x y'", "string", "x y", None, None),
        ('a: string = "x"', "string", "x", None, None),
        ("a: {'SAME', 'VALID'}", "string", NO_DEFAULT, ("SAME", "VALID"), None),
        ("a: type = DT_FLOAT", "type", float32, None, None),
        ("a: {half, bfloat16, float, double}", "type", NO_DEFAULT, (float16, bfloat16, float32, float64), None),
        ("a: {int32, int64} = DT_INT32", "type", int32, (int32, as_dtype("int64")), None),
        ("a: list(int) >= 5", "list(int)", NO_DEFAULT, None, 5),
        ("a: list(int) = [1, 1, 1]", "list(int)", (1, 1, 1), None, None),
        ("a: list(string) = []", "list(string)", (), None, None),
        ("a: list(type) >= 1", "list(type)", NO_DEFAULT, None, 1),
        ("a: list({int32, float})", "list(type)", NO_DEFAULT, (int32, float32), None),
        ("a: shape = { unknown_rank: true }", "shape", TensorShape(None), None, None),
        ("a: shape = { dim { size: 3 } dim { size: -1 } }", "shape", TensorShape([3, None]), None, None),
        ("a: shape = {}", "shape", TensorShape([]), None, None),
        ("a: tensor", "tensor", NO_DEFAULT, None, None),
        ("a: func", "func", NO_DEFAULT, None, None),
    ],
)
def test_attr(spec, kind, default, allowed, minimum):
    attr = parse_attr(spec)
    assert (attr.name, attr.type, attr.default, attr.allowed, attr.minimum) == ("a", kind, default, allowed, minimum)
    assert parse_attr(attr.text()) == attr  # the text form is the language again


def test_attrs_with_tensors_as_defaults_are_compared():
    spec = "a: tensor = { dtype: DT_UINT8 tensor_shape { dim { size: 2 } } int_val: 255 int_val: 0 }"
    attr = parse_attr(spec)
    assert attr == parse_attr(attr.text())
    assert hash(attr) == hash(parse_attr(spec))
    for other in (spec.replace("255", "254"), spec.replace("UINT8", "INT32"), "a: tensor"):
        assert attr != parse_attr(other)
    assert attr != spec


def test_type_sets_are_tensorflows():
    assert len(parse_attr("T: numbertype").allowed) == 19
    assert len(parse_attr("T: realnumbertype").allowed) == 12
    assert [d.name for d in parse_attr("T: quantizedtype").allowed] == [
        "qint8",
        "quint8",
        "qint32",
        "qint16",
        "quint16",
    ]


@pytest.mark.parametrize(
    "spec, problem",
    [
        ("a", ":"),
        ("a: inT", "a type"),
        ("a: integer", "did you mean 'int'"),
        ("a: int >= x", "an integer minimum"),
        ("a: string >= 2", "a minimum only for"),
        ("a: {'x', 3}", "quoted"),
        ("a: {}", "at least one allowed value"),
        ("a: {halff}", "a dtype"),
        ("a: {'A'} = 'B'", "must be one of"),
        ("a: int = 3 4", "end"),
        ("a: list(int", ")"),
        ("3a: int", "a name"),
        ("a: shape = { dim { length: 3 } }", "a shape such as"),
    ],
)
def test_bad_attr_says_where(spec, problem):
    with pytest.raises(InvalidArgumentError) as caught:
        parse_attr(spec)
    assert problem in str(caught.value), str(caught.value)


def test_arguments_of_every_form():
    op = parse_op(
        "Forms",
        ["a: float", "b: T", "c: N * T", "d: M * int32", "e: L", "f: Ref(T)"],
        ["y: T", "z: L"],
        ["T: type", "N: int", "M: int >= 0", "L: list(type)"],
    )
    assert [arg.text() for arg in op.inputs] == ["a: float", "b: T", "c: N * T", "d: M * int32", "e: L", "f: Ref(T)"]
    assert op.attr_by_name["N"].minimum == 1  # TensorFlow's default for a length
    assert op.attr_by_name["M"].minimum == 0
    assert op.explicit_attrs == ()
    attrs = op.bind(
        {"a": float32, "b": float64, "c": (float64, float64), "d": (), "e": (int32, float32), "f": float64.ref}, {}
    )
    assert attrs == {"T": float64, "N": 2, "M": 0, "L": (int32, float32)}
    assert op.input_slices(attrs)["e"] == slice(4, 6)
    assert op.output_types(attrs) == (float64, int32, float32)


@pytest.mark.parametrize(
    "inputs, outputs, attrs, problem",
    [
        (["x: Q"], [], ["T: type"], "a dtype or an attr of the op"),
        (["x: T", "x: T"], [], ["T: type"], "once"),
        (["T2: T"], [], ["T: type"], "lower-case"),
        (["x: T * T"], [], ["T: type"], "int attr"),
        (["x: N"], [], ["N: int"], "a type attr"),
        (["t: T"], [], ["T: type", "t: int"], "either an input or an attr"),
        ([], [], ["a: int", "a: int"], "once"),
    ],
)
def test_bad_op_is_refused(inputs, outputs, attrs, problem):
    with pytest.raises(InvalidArgumentError) as caught:
        parse_op("Bad", inputs, outputs, attrs)
    assert problem in str(caught.value)
    assert "while declaring op 'Bad'" in caught.value.__notes__


@pytest.mark.parametrize("name", ["lower", "Has Space", "", "Dotted.Name", "vendor>Op"])
def test_bad_op_name_is_refused(name):
    with pytest.raises(InvalidArgumentError, match="CamelCase|the end"):
        parse_op(name, [], [], [])


def test_vendor_names_are_allowed():
    assert parse_op("Vendor>Op", [], [], []).name == "Vendor>Op"


# -- values --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec, value, expected",
    [
        ("a: int", np.int16(3), 3),
        ("a: int", np.array(3), 3),
        ("a: float", 3, 3.0),
        ("a: float", np.float32(0.5), 0.5),
        ("a: bool", np.True_, True),
        ("a: string", b"SAME", "SAME"),
        ("a: string", b"\xff", b"\xff"),
        ("a: type", "float", float32),
        ("a: type", np.float64, float64),
        ("a: type", 3, int32),
        ("a: list(int)", np.array([1, 2]), (1, 2)),
        ("a: list(int)", (), ()),
        ("a: shape", [None, 3, "N"], TensorShape([None, 3, "N"])),
    ],
)
def test_values_become_canonical(spec, value, expected):
    result = parse_attr(spec).convert(value, "Op")
    assert result == expected
    assert type(result) is type(expected)


@pytest.mark.parametrize(
    "spec, value, sentence",
    [
        ("a: int", 1.5, "attr 'a' of op 'Op' must be an integer, got 1.5"),
        ("a: int", True, "attr 'a' of op 'Op' must be an integer, got True"),
        ("a: int", 2**63, "attr 'a' of op 'Op' must fit into int64, got 9223372036854775808"),
        ("a: int >= 2", 1, "attr 'a' of op 'Op' must be at least 2, got 1"),
        ("a: bool", 1, "attr 'a' of op 'Op' must be a bool, got 1"),
        ("a: float", "1", "attr 'a' of op 'Op' must be a float, got '1'"),
        ("a: list(int)", 3, "attr 'a' of op 'Op' must be a list of int, got 3"),
        ("a: list(int)", "12", "attr 'a' of op 'Op' must be a list of int, got '12'"),
        ("a: list(int)", [1, 1.5], "attr 'a' of op 'Op' must be an integer, got 1.5"),
        ("a: list(int) >= 5", [1] * 4, "attr 'a' of op 'Op' must have at least 5 values, got 4: [1, 1, 1, 1]"),
        ("a: {'SAME', 'VALID'}", "same", "attr 'a' of op 'Op' must be one of 'SAME', 'VALID', got 'same'"),
        ("a: {half, float}", "double", "attr 'a' of op 'Op' must be one of float16, float32, got float64"),
        ("a: tensor", [1, 2], "attr 'a' of op 'Op' must be a NumPy array, got [1, 2]"),
        ("a: func", 3, "attr 'a' of op 'Op' must be a function or the name of one, got 3"),
    ],
)
def test_wrong_values_are_refused_in_one_sentence(spec, value, sentence):
    with pytest.raises(InvalidArgumentError) as caught:
        parse_attr(spec).convert(value, "Op")
    assert str(caught.value) == sentence


def test_kinds_of_error():
    with pytest.raises(TypeError):
        parse_attr("a: int").convert(1.5, "Op")
    with pytest.raises(ValueError, match="at least"):
        parse_attr("a: int >= 2").convert(1, "Op")
    with pytest.raises(InvalidTypeError):
        parse_attr("a: {half}").convert("float", "Op")
