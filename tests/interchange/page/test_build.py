"""From pages to graphs: names, scopes, devices, literals; and every fault with its block and pin."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphops.interchange.page import Built, Pin, build_page, read_page
from graphops.interchange.page.run import run_page, value_problems
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError

X = {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1, 2]}}


def build(folder: Path | None = None, **keys: Any) -> Built:
    return build_page(read_page(json.dumps({"graphops_page": 1, **keys})), folder=folder)


def wire(source: str, target: str) -> dict[str, str]:
    return {"from": source, "to": target}


def value_of(attrs: Any, folder: Path | None = None) -> Any:
    built = build(folder, blocks=[{"id": "c", "op": "Const", "attrs": attrs}])
    built.raise_problems()
    return built.nodes["c"].get_attr("value")


def test_names_scopes_devices_and_order() -> None:
    built = build(
        device="/cpu:0",
        blocks=[{"id": "sum", "op": "AddV2"}, X, {"id": "last", "op": "NoOp", "after": ["sum", "inner/double"]}],
        pages={"inner": {"device": "/gpu:1", "blocks": [{"id": "double", "op": "AddV2"}]}},
        wires=[
            wire("x:output", "inner/double:x"), wire("x:output", "inner/double:y"),
            wire("inner/double:z", "sum:x"), wire("x:output", "sum:y"),
        ],
    )  # fmt: skip
    assert built.problems == [] == built.skipped
    assert list(built.nodes) == ["x", "inner/double", "sum", "last"]
    assert [node.name for node in built.graph.nodes] == list(built.nodes)
    assert [node.device for node in built.graph.nodes] == ["/device:CPU:0", "/device:GPU:1"] + ["/device:CPU:0"] * 2
    assert [node.name for node in built.nodes["last"].control_inputs] == ["sum", "inner/double"]


def test_a_page_and_a_block_of_one_name() -> None:
    built = build(
        blocks=[{"id": "a", "op": "Neg", "attrs": {"T": "float"}, "inputs": {"x": [1.0]}}],
        pages={"a": {"blocks": [{"id": "x", "op": "NoOp"}]}},
    )
    built.raise_problems()
    assert sorted(node.name for node in built.graph.nodes) == ["a", "a/x", "a/x_1"]  # the constant gives way
    assert built.nodes["a/x"].type == "NoOp"


@pytest.mark.parametrize(
    ("attrs", "dtype", "expected"),
    [
        ({"dtype": "int32", "value": 3}, np.int32, 3),
        ({"dtype": "float", "value": 1.5}, np.float32, 1.5),
        ({"dtype": "int32", "value": [[1, 2], [3, 4]]}, np.int32, [[1, 2], [3, 4]]),
        ({"dtype": "double", "value": [1, 2]}, np.float64, [1, 2]),
        ({"dtype": "DT_HALF", "value": "{{1,2},{3,4}}"}, np.float16, [[1, 2], [3, 4]]),
        ({"dtype": "double", "value": {"values": [1, 2, 3, 4], "shape": [2, 2]}}, np.float64, [[1, 2], [3, 4]]),
        ({"value": {"dtype": "int8", "values": [], "shape": [0, 3]}}, np.int8, np.zeros((0, 3))),
        ({"dtype": "float", "value": [0.5, "inf", "-inf"]}, np.float32, [0.5, np.inf, -np.inf]),
        ({"dtype": "int64", "value": 2**62}, np.int64, 2**62),
        ({"value": True}, np.bool_, True),
        ({"dtype": "complex64", "value": "1+2j"}, np.complex64, 1 + 2j),
        ({"dtype": "complex128", "value": ["-.5j", 3, "1e3-2.j"]}, np.complex128, [-0.5j, 3, 1000 - 2j]),
        ({"dtype": "complex64", "value": "{{1+2j},{3}}"}, np.complex64, [[1 + 2j], [3]]),
        (
            {"value": {"dtype": "int16", "shape": [2], "base64": base64.b64encode(b"\1\0\2\0").decode()}},
            np.int16,
            [1, 2],
        ),
    ],
)
def test_constants(attrs: Any, dtype: Any, expected: Any) -> None:
    found = value_of(attrs)
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, np.array(expected, dtype))


def test_texts() -> None:
    assert value_of({"value": ["a", "inf"]}).tolist() == [b"a", b"inf"]
    assert value_of({"value": '{"a","b"}'}).tolist() == [b"a", b"b"]
    assert value_of({"value": "3"}).item() == value_of({"dtype": "string", "value": "3"}).item() == b"3"
    assert value_of({"dtype": "string", "value": "{a, 1"}).item() == b"{a, 1"
    assert value_of({"value": ["1+2j", "a"]}).tolist() == [b"1+2j", b"a"]
    assert value_of({"dtype": "int32", "value": "3"}) == 3


def test_files(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    np.save(folder / "x.npy", np.float32([1, 2]))
    np.save(tmp_path / "secret.npy", np.float32([1, 2]))
    np.save(folder / "objects.npy", np.array([{}]), allow_pickle=True)
    (folder / "link.npy").symlink_to(tmp_path / "secret.npy")
    (folder / "text.npy").write_text("no array")
    assert value_of({"value": {"file": "x.npy"}}, folder).tolist() == [1, 2]
    assert value_of({"value": {"file": "x.npy", "dtype": "double"}}, folder).dtype == np.float64
    for name in ("../secret.npy", str(tmp_path / "secret.npy"), "link.npy", "a/../../secret.npy"):
        with pytest.raises(GraphopsError, match="must be in the folder of the page"):
            value_of({"value": {"file": name}}, folder)
    for name, rule in [
        ("none.npy", "must exist"), ("objects.npy", "must be a .npy file"), ("text.npy", "must be a .npy file"),
        ("x.npz", "must have .member., which names one array"), ("x\0.npy", "must be the name"),
        (3, "must be the name"), (".npy", "must exist"),
    ]:  # fmt: skip
        with pytest.raises(GraphopsError, match=rule):
            value_of({"value": {"file": name}}, folder)
    with pytest.raises(GraphopsError, match="must be read by a page that is in a folder"):
        value_of({"value": {"file": "x.npy"}})


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (None, "must be"),
        ([[1], [2, 3]], "rectangular"),
        ({}, "must have one of the keys"),
        ({"values": 1, "base64": ""}, "must have one of the keys"),
        ({"values": 1, "extra": 1}, "must have one of the keys"),
        ({"values": [1, 2, 3], "shape": [2]}, r"must have the shape \[2\], got \[3\]"),
        ({"dtype": "float", "values": ["1+2j"]}, "must have dtype float32"),
        ({"dtype": "complex64", "values": ["1e999j"]}, "must be numbers, got .1e999j"),
        ({"values": [1], "shape": [-1]}, "must be a list of sizes"),
        ({"values": [1], "shape": [1.5]}, "must be a list of sizes"),
        ({"dtype": "float", "shape": [1 << 40], "base64": ""}, "must have at most"),
        ({"dtype": "float", "shape": [2], "base64": "AAAA"}, r"must hold \[2\] of float32, got 3 bytes"),
        ({"dtype": "string", "shape": [2], "base64": "AAAA"}, "must have a dtype of numbers"),
        ({"shape": [1], "base64": "AAAA"}, "must have a dtype of numbers"),
        ({"dtype": "float", "shape": [1], "base64": "!"}, "must be base64"),
        ({"dtype": "nonsense", "values": 1}, "nonsense"),
        ({"dtype": 3, "values": 1}, "dtype of .* must be a name"),
        ([{"a": 1}], "must be"),
        ("{1,2", "a brace is not closed"),
    ],
)
def test_refused_constants(value: Any, rule: str) -> None:
    with pytest.raises(GraphopsError, match=rule):
        value_of({"value": value})


CONV = {"id": "conv", "op": "Conv2D", "attrs": {"strides": [1, 1, 1, 1], "padding": "SAME"}}
FOUR = {"id": "x", "op": "Const", "attrs": {"value": {"dtype": "float", "values": [0.0] * 16, "shape": [1, 4, 4, 1]}}}


def problem(block: Any, *wires: Any, others: Any = (X,)) -> tuple[str, str]:
    """The pin and the text of the only problem of a page."""
    built = build(blocks=[*others, block], wires=list(wires))
    assert [p.block for p in built.problems] == [block["id"]]
    assert block["id"] not in built.nodes
    return built.problems[0].pin, str(built.problems[0].error)


def test_problems_name_their_pins() -> None:
    to_x = wire("x:output", "conv:input")
    fits = {**CONV, "inputs": {"filter": {"values": [1.0] * 9, "shape": [3, 3, 1, 1]}}}
    assert problem({**fits, "attrs": {**CONV["attrs"], "padding": "same"}}, to_x, others=[FOUR])[0] == "padding"
    assert problem({**fits, "attrs": {**CONV["attrs"], "strides": "1,1,x,1"}}, to_x, others=[FOUR]) == (
        "strides", "attr 'strides' of op 'Conv2D' must be an integer, got 'x'"
    )  # fmt: skip
    assert problem({**fits, "attrs": "padding_ = SAME; strides = 1,0,1,1;"}, to_x, others=[FOUR])[0] == "strides"
    assert problem(fits, to_x)[0] == "input"  # a vector
    pin, text = problem(CONV, to_x, others=[FOUR])
    assert (pin, text) == ("filter", "filter of op 'Conv2D' must be given, got nothing")
    assert problem({**CONV, "inputs": {"filter": None}}, to_x, others=[FOUR])[0] == "filter"


@pytest.mark.parametrize(
    ("block", "wires", "rule"),
    [
        ({"id": "y", "op": "Nag"}, [], "'Nag'.*did you mean 'Neg'"),
        (
            {"id": "y", "op": "Neg", "attrs": {"t": 1}},
            [wire("x:output", "y:x")],
            "attr of op 'Neg' must be one of none",
        ),
        ({"id": "y", "op": "Neg"}, [wire("x:output", "y:y")], "'y:y' must be an input of op 'Neg', which has x"),
        ({"id": "y", "op": "Neg"}, [wire("x:out", "y:x")], "'x:out' must be an output of op 'Const', which has output"),
        ({"id": "y", "op": "Neg"}, [wire("x:output:1", "y:x")], "'x:output:1' must have no number"),
        ({"id": "y", "op": "Neg"}, [wire("x:output", "y:x:0")], "x of op 'Neg' must be one tensor"),
        (
            {"id": "y", "op": "Neg", "inputs": {"x": 1.0}},
            [wire("x:output", "y:x")],
            "must have a wire or a value, got both",
        ),
        ({"id": "y", "op": "Neg", "inputs": {"z": 1.0}}, [wire("x:output", "y:x")], "'y:z' must be an input"),
        ({"id": "y", "op": "AddN"}, [wire("x:output", "y:inputs:1")], "must be wired from 0 on without a gap"),
        ({"id": "y", "op": "AddN"}, [wire("x:output", "y:inputs"), wire("x:output", "y:inputs:0")], "got both"),
        ({"id": "y", "op": "AddN", "inputs": {"inputs": 3}}, [], "must be a list of values, got 3"),
        ({"id": "y", "op": "Neg", "device": "nowhere"}, [wire("x:output", "y:x")], "nowhere"),
    ],
)
def test_faults(block: Any, wires: Any, rule: str) -> None:
    built = build(blocks=[X, block], wires=wires)
    assert {p.block for p in built.problems} == {"y"}
    with pytest.raises(GraphopsError, match=rule) as caught:
        built.raise_problems()
    if len(built.problems) == 1:
        assert caught.value.__notes__[-1] == "in block 'y' of the page"


def test_all_problems_are_found_and_what_needs_them_is_skipped() -> None:
    bad = [{"id": f"bad{i}", "op": "Neg", "inputs": {"x": "text"}} for i in range(25)]
    built = build(
        blocks=[*bad, {"id": "after", "op": "Neg"}, {"id": "later", "op": "NoOp", "after": ["after"]}, X],
        wires=[wire("bad0:y", "after:x")],
    )
    assert [p.block for p in built.problems] == [f"bad{i}" for i in range(25)]
    assert built.skipped == ["after", "later"]
    assert list(built.nodes) == ["x"]
    with pytest.raises(InvalidArgumentError, match="(?s)has 25 faults:\n  block 'bad0': .*and 5 more"):
        built.raise_problems()


def test_two_wires_to_one_input_and_cycles() -> None:
    twice = build(blocks=[X, {"id": "y", "op": "Neg"}], wires=[wire("x:output", "y:x")] * 3)
    assert [(p.block, p.pin) for p in twice.problems] == [("y", "x")]
    with pytest.raises(InvalidArgumentError, match="two lead to 'y:x'"):
        twice.raise_problems()
    ring = build(blocks=[{"id": n, "op": "Neg"} for n in "ab"], wires=[wire("a:y", "b:x"), wire("b:y", "a:x")])
    assert [p.block for p in ring.problems] == ["a", "b"]
    with pytest.raises(InvalidArgumentError, match="a -> b -> a|b -> a -> b"):
        ring.raise_problems()
    with pytest.raises(InvalidArgumentError, match="no cycles"):
        build(blocks=[{"id": "a", "op": "NoOp", "after": ["a"]}]).raise_problems()


def test_lists() -> None:
    built = build(
        blocks=[
            X,
            {"id": "parts", "op": "Split", "attrs": {"num_split": 2}, "inputs": {"split_dim": 0}},
            {"id": "whole", "op": "ConcatV2", "inputs": {"axis": 0}},
            {"id": "turned", "op": "ConcatV2", "inputs": {"axis": 0}},
            {"id": "literal", "op": "AddN", "inputs": {"inputs": [[1, 2], {"dtype": "float", "values": [3, 4]}]}},
        ],
        wires=[
            wire("x:output", "parts:value"), wire("parts:output", "whole:values"),
            wire("parts:output:1", "turned:values:0"), wire("parts:output:0", "turned:values:1"),
        ],
    )  # fmt: skip
    built.raise_problems()
    with pytest.raises(GraphopsError, match="'parts:output:2' must be an output, but there are 2"):
        built.tensors(Pin("parts", "output", 2))
    assert [t.name for t in built.nodes["turned"].inputs[:2]] == ["parts:1", "parts:0"]
    assert [t.name for t in built.nodes["whole"].inputs[:2]] == ["parts:0", "parts:1"]


@pytest.mark.parametrize(
    ("block", "attr"),
    [
        ({"op": "Const", "attrs": {"value": 1}}, "dtype"),
        ({"op": "Const", "attrs": {"value": [[1.5]]}}, "dtype"),
        ({"op": "Const", "attrs": {"value": "{1,2}"}}, "dtype"),
        ({"op": "Const", "attrs": {"value": {"values": [1, 2], "shape": [2]}}}, "dtype"),
        ({"op": "Neg", "inputs": {"x": 1.0}}, "T"),
        ({"op": "AddV2", "inputs": {"x": 1, "y": 2}}, "T"),
        ({"op": "IdentityN", "inputs": {"input": [1, 2]}}, "T"),
    ],
)
def test_numbers_have_no_dtype_of_their_own(block: Any, attr: str) -> None:
    """What a program in JavaScript reads as 1.0 it writes as 1."""
    built = build(blocks=[{"id": "b", **block}])
    assert built.problems[0].pin == attr
    assert f"attr '{attr}' of op '{block['op']}' must be given: JSON does not tell 1 from 1.0" in str(built.problems[0])


def test_what_says_the_dtype_of_numbers() -> None:
    built = build(
        blocks=[
            X,
            {"id": "half", "op": "Neg", "attrs": {"T": "half"}, "inputs": {"x": 1}},
            {"id": "wired", "op": "AddV2", "inputs": {"y": 1}},
            {"id": "default", "op": "Range", "inputs": {"start": 0, "limit": 3, "delta": 1}},
            {"id": "fixed", "op": "Fill", "attrs": {"T": "double"}, "inputs": {"dims": [2], "value": 1}},
            {"id": "object", "op": "Neg", "inputs": {"x": {"dtype": "double", "values": 1}}},
            {"id": "truth", "op": "Identity", "inputs": {"input": True}},
            {"id": "texts", "op": "IdentityN", "inputs": {"input": ["a", True]}},
            {"id": "list", "op": "IdentityN", "attrs": {"T": ["float", "int64"]}, "inputs": {"input": [1, 2]}},
        ],
        wires=[wire("x:output", "wired:x")],
    )
    built.raise_problems()
    found = {name: [t.dtype.name for t in node.outputs] for name, node in built.nodes.items()}
    assert found == {
        "x": ["float32"], "half": ["float16"], "wired": ["float32"], "default": ["int32"], "fixed": ["float64"],
        "object": ["float64"], "truth": ["bool"], "texts": ["string", "bool"], "list": ["float32", "int64"],
    }  # fmt: skip


def test_a_type_that_nothing_gives() -> None:
    with pytest.raises(InvalidTypeError, match="attr 'dtype' of op 'Placeholder' must be given"):
        build(blocks=[{"id": "p", "op": "Placeholder"}]).raise_problems()


@pytest.mark.parametrize(
    ("stored", "dtype"), [("V8", "string"), ("V8", "resource"), ("V1", "bool"), ("V4", "float"), ("V4", "bfloat16")]
)
def test_raw_bytes_are_not_taken_for_any_dtype(tmp_path: Path, stored: str, dtype: str) -> None:
    """A byte of 7 would be a bool that is neither true nor false, eight bytes an address."""
    np.save(tmp_path / "raw.npy", np.full(16, 7, np.uint8).view(stored))
    fed = {"id": "p", "op": "Placeholder", "attrs": {"dtype": dtype}}
    read = read_page(json.dumps({"graphops_page": 1, "blocks": [fed], "feeds": {"p": {"file": "raw.npy"}}}))
    (found,) = value_problems(read, build_page(read), tmp_path)
    assert f"the feed of 'p' must hold elements of {as_dtype(dtype).name}, got raw bytes" in str(found)


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn", "int4"])
def test_raw_bytes_of_dtypes_that_numpy_does_not_know(tmp_path: Path, dtype: str) -> None:
    np.save(tmp_path / "x.npy", np.array([1, -2]).astype(as_dtype(dtype).numpy_dtype))
    found = value_of({"value": {"file": "x.npy", "dtype": dtype}}, tmp_path)
    assert found.dtype == as_dtype(dtype).numpy_dtype
    assert found.astype(np.float32).tolist() == [1, -2]


def test_a_loop_is_closed_by_a_wire_with_a_number() -> None:
    built = build(
        blocks=[{"id": "m", "op": "Merge"}, {"id": "n", "op": "NextIteration"}],
        wires=[wire("n:output", "m:inputs"), wire("m:output", "n:data")],
    )
    assert [(p.block, p.pin) for p in built.problems] == [("m", "inputs")]
    assert "inputs of op 'Merge' must have a number on a wire that closes a loop" in str(built.problems[0])
    assert built.skipped == ["n"]


@pytest.mark.parametrize(
    "attrs",
    [
        {"dtype": "float", "value": [[1], [True]]},
        {"dtype": "int32", "value": [1, False]},
        {"dtype": "bool", "value": [True, 0]},
        {"dtype": "float", "value": "{1.5,true}"},
        {"dtype": "string", "value": [1, "abc"]},
        {"dtype": "string", "value": [True, "a"]},
        {"value": {"dtype": "string", "values": [[1.5, "x"]]}},
        {"dtype": "string", "value": [1, {"base64": "YQA="}]},
    ],
)
def test_lists_of_several_kinds(attrs: Any) -> None:
    with pytest.raises(
        InvalidTypeError, match="attr 'value' of op 'Const' must (be of numbers or of truths|hold texts)"
    ):
        value_of(attrs)


def bits(attrs: Any) -> list[bool]:
    """Which elements of a constant have a minus."""
    return np.signbit(value_of(attrs)).tolist()


def test_minus_zero() -> None:
    text = '{"graphops_page": 1, "blocks": [{"id": "c", "op": "Const", "attrs": %s}]}'
    for value in ("-0", "[-0]", "[-0.0]", '"-0"', '"{-0}"', '{"values": [-0]}'):
        found = build_page(read_page(text % f'{{"dtype": "float", "value": {value}}}'))
        found.raise_problems()
        assert np.signbit(found.nodes["c"].get_attr("value")).all(), value
        found = build_page(read_page(text % f'{{"dtype": "int32", "value": {value}}}'))
        found.raise_problems()
        assert not found.nodes["c"].get_attr("value").any(), value
    assert bits({"dtype": "float", "value": "{-0,1,0,-00,-1}"}) == [True, False, False, True, True]


@pytest.mark.parametrize(
    ("attrs", "dtype", "values"),
    [
        ("dtype = int32; value = {1,-0};", "int32", [1, 0]),
        ("dtype = int64; value = -0;", "int64", 0),
        ("value = {{1,-0},{2,3}};", "int32", [[1, 0], [2, 3]]),
        ("dtype = float; value = {1,-0};", "float32", [1.0, -0.0]),
        ("value = {1.5,-0};", "float32", [1.5, -0.0]),
    ],
)
def test_minus_zero_in_attrs_of_one_text(attrs: str, dtype: str, values: Any) -> None:
    block = {"id": "c", "op": "Const", "attrs": attrs}
    found = build_page(read_page(json.dumps({"graphops_page": 1, "blocks": [block]})))
    found.raise_problems()
    value = found.nodes["c"].get_attr("value")
    assert (value.dtype.name, value.tolist()) == (dtype, values)
    assert np.signbit(value).tolist() == np.signbit(np.array(values)).tolist()


def test_minus_zero_where_integers_are_read() -> None:
    blocks = """
    {"id": "x", "op": "Const", "attrs": {"dtype": "int32", "value": [4, 5]}},
    {"id": "f", "op": "Const", "attrs": {"dtype": "float", "value": [4, 5]}},
    {"id": "wired", "op": "AddV2", "inputs": {"y": [-0, 1]}},
    {"id": "kept", "op": "Mul", "inputs": {"y": [-0, 1]}},
    {"id": "axis", "op": "Sum", "inputs": {"reduction_indices": -0}},
    {"id": "list", "op": "IdentityN", "attrs": {"T": ["float", "int64"]}, "inputs": {"input": [-0, -0]}},
    {"id": "attr", "op": "Pack", "attrs": {"axis": -0}, "inputs": {"values": [{"dtype": "int32", "values": [-0, 2]}]}},
    {"id": "shape", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [-0, 2]}}
    """
    wires = '[{"from": "x:output", "to": "wired:x"}, {"from": "f:output", "to": "kept:x"}, ' \
            '{"from": "f:output", "to": "axis:input"}]'  # fmt: skip
    fetches = '["wired", "kept", "axis", "list", "attr"]'
    read = read_page(f'{{"graphops_page": 1, "blocks": [{blocks}], "wires": {wires}, "fetches": {fetches}}}')
    found = run_page(read)
    assert found["wired:z"].tolist() == [4, 6]
    assert found["kept:z"].tolist() == [0, 5]
    assert np.signbit(found["kept:z"]).tolist() == [True, False]
    assert found["axis:output"] == 9
    assert np.signbit(found["list:output:0"])
    assert (found["list:output:1"].dtype, found["list:output:1"]) == (np.int64, 0)
    assert found["attr:output"].tolist() == [[0, 2]]
    assert build_page(read).nodes["shape"].outputs[0].shape == (0, 2)


def test_minus_zero_hides_no_other_fault() -> None:
    text = '{"id": "b", "op": "IdentityN", "attrs": {"T": ["int32"]}, "inputs": {"input": [-0, 1]}}'
    (found,) = build_page(read_page(f'{{"graphops_page": 1, "blocks": [{text}]}}')).problems
    assert found.pin == "input"


@pytest.mark.parametrize("dtype", [1, 14, True, None])
def test_dtypes_are_names(dtype: Any) -> None:
    for block in (
        {"op": "Const", "attrs": {"dtype": dtype, "value": 1}},
        {"op": "Placeholder", "attrs": {"dtype": dtype}},
        {"op": "IdentityN", "attrs": {"T": [dtype]}, "inputs": {"input": [1]}},
    ):
        (found,) = build(blocks=[{"id": "b", **block}]).problems
        assert found.pin == next(iter(block["attrs"]))
        assert f"must be the name of a dtype, got {dtype}" in str(found)


def test_a_number_on_a_pin_that_is_no_list() -> None:
    read = read_page(json.dumps({"graphops_page": 1, "blocks": [X], "fetches": ["x:output:0"]}))
    (found,) = value_problems(read, build_page(read), None)
    assert (found.block, found.pin) == ("x", "output")
    rule = "'x:output:0' must have no number, because it is no list of op 'Const'"
    assert rule in str(found)
    with pytest.raises(InvalidArgumentError, match=rule):
        run_page(read)
    with pytest.raises(InvalidArgumentError, match=rule):
        run_page(read, {"x:output:0": [1.0, 2.0]}, ["x"])
    with pytest.raises(InvalidTypeError, match="must be written 'block:pin' or 'block:pin:number', got 'x:output:00'"):
        read_page(json.dumps({"graphops_page": 1, "blocks": [X], "fetches": ["x:output:00"]}))


def test_neighbours_of_the_first_unknown_ops() -> None:
    """Looking for a nearest name takes milliseconds; the functions of a page count with it."""
    body = {"blocks": [{"id": f"b{i}", "op": f"Neg{i}"} for i in range(60)]}
    built = build(functions={"f": body, "g": {"blocks": [{"id": f"b{i}", "op": f"Neg{i}x"} for i in range(60)]}},
                  blocks=[{"id": "last", "op": "Neh"}])  # fmt: skip
    texts = [str(problem.error) for problem in built.problems]
    assert len(texts) == 121
    assert "did you mean" in texts[0]
    assert not any("did you mean" in text for text in texts[100:])
    assert texts[-1] == "op 'Neh' must be registered"
