"""Page files that want too much, or to mislead: refused by name, at once."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.interchange.page import (
    Block,
    Page,
    Pin,
    Wire,
    build_page,
    load_page,
    page_of,
    page_text,
    python_source,
    read_page,
    run_page,
)
from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    ResourceExhaustedError,
    UnimplementedError,
)


def page(*blocks: Any, wires: Any = (), **keys: Any) -> Page:
    drawn = {"blocks": list(blocks), "wires": [{"from": a, "to": b} for a, b in wires], **keys}
    return read_page(json.dumps({"graphops_page": 1, **drawn}))


def problems(read: Page, folder: Path | None = None) -> list[str]:
    return [str(problem) for problem in build_page(read, folder=folder).problems]


def const(value: Any, **attrs: Any) -> Any:
    return {"id": "c", "op": "Const", "attrs": {"value": value, **attrs}}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('{"graphops_page": 1, "ui": {"zoom": 1e999}}', "must hold finite numbers, got 1e999"),
        ('{"graphops_page": 1, "title": "\\ud800"}', "must hold whole characters"),
        ('{"graphops_page": 1, "ui": {"a": ' + "[" * 300 + "]" * 300 + "}}", "nested less deeply"),
        (b'{"graphops_page": 1, "title": "\xed\xa0\x80"}', "well-formed JSON"),
        ('{"graphops_page": 1, "ui": {' + '"a": 1,' * 50_000 + '"a": 1}}', "each key once"),
    ],
)
def test_what_could_not_be_written_again_is_not_read(text: Any, rule: str) -> None:
    with pytest.raises(DataLossError, match=rule):
        read_page(text)


def test_whole_characters_beyond_16_bits_are_read() -> None:
    assert read_page('{"graphops_page": 1, "title": "\\ud83d\\ude00"}').title == "\U0001f600"
    deepest = json.loads("[" * 250 + "]" * 250)
    assert page_text(page(ui={"a": deepest}))


@pytest.mark.parametrize(
    "value",
    [
        {"dtype": "float", "values": [], "shape": [0, 1 << 62]},
        {"dtype": "float", "values": [], "shape": [1 << 62, 1 << 62, 0]},
        {"dtype": "float", "base64": "", "shape": [1 << 62, 0]},
        {"dtype": "float", "values": 1, "shape": [1] * 33},
    ],
)
def test_shapes_that_no_array_has(value: Any) -> None:
    (found,) = problems(page(const(value)))
    assert "must have at most 32 sizes and 268,435,456 elements" in found


def test_files_that_are_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.npy")
    (tmp_path / "folder.npy").mkdir()
    (tmp_path / "round.npy").symlink_to(tmp_path / "round.npy")
    with (tmp_path / "huge.npy").open("wb") as file:  # sparse
        file.truncate(1 << 36)
    for name in ("pipe", "folder", "round", "huge"):
        (found,) = problems(page(const({"file": f"{name}.npy"})), tmp_path)
        assert "must be a .npy file" in found or (name == "round" and "must be a file, got 'round.npy'" in found)


@pytest.mark.parametrize("op", ["Fill", "Reshape", "BroadcastTo"])
def test_a_rank_from_a_size(op: str) -> None:
    """The length of a shape vector is a rank; two thousand million of them would be a list of 16 GB."""
    shape, other = {"Fill": ("dims", "value"), "Reshape": ("shape", "tensor"), "BroadcastTo": ("shape", "input")}[op]
    read = page(
        {"id": "r", "op": "Placeholder", "attrs": {"dtype": "int32", "shape": [2_000_000_000]}},
        {"id": "f", "op": op, "inputs": {other: {"dtype": "float", "values": 1.0}}},
        wires=[("r:output", f"f:{shape}")],
    )
    assert problems(read) == ["block 'f': a shape must have rank <= 32, got 2,000,000,000"]


FUNCTION = {"arguments": ["n"], "results": ["n"], "blocks": [{"id": "n", "op": "NoOp"}]}


def test_an_argument_that_has_no_output() -> None:
    (found,) = problems(page(functions={"f": {**FUNCTION, "results": []}}))
    assert found == "function 'f': an argument of a function must be a Placeholder, got block 'n' of op 'NoOp'"


def test_functions_that_call_each_other() -> None:
    def calls(other: str) -> Any:
        return {
            "arguments": ["x"], "results": ["call:output"],
            "blocks": [{"id": "x", "op": "Placeholder", "attrs": {"dtype": "float"}},
                       {"id": "call", "op": "PartitionedCall", "attrs": {"f": other, "Tout": ["float"]}}],
            "wires": [{"from": "x:output", "to": "call:args:0"}],
        }  # fmt: skip

    start = {"id": "a", "op": "PartitionedCall", "inputs": {"args": [{"dtype": "float", "values": 1}]},
             "attrs": {"f": "f", "Tout": ["float"]}}  # fmt: skip
    for functions in ({"f": calls("f")}, {"f": calls("g"), "g": calls("f")}):
        with pytest.raises(ResourceExhaustedError, match="at most 64 deep"):
            run_page(page(start, functions=functions, fetches=["a"]))


def test_cycles_are_faults_of_their_blocks() -> None:
    ring = [{"id": name, "op": "Neg"} for name in "abc"]
    read = page(
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": 1}}, *ring, {"id": "d", "op": "Neg"},
        {"id": "self", "op": "NoOp", "after": ["self"]}, {"id": "fine", "op": "Neg"},
        wires=[("a:y", "b:x"), ("b:y", "c:x"), ("c:y", "a:x"), ("c:y", "d:x"), ("x:output", "fine:x")],
    )  # fmt: skip
    built = build_page(read)
    assert [problem.block for problem in built.problems] == ["a", "b", "c", "self"]
    assert "a -> b -> c -> a" in str(built.problems[0].error)
    assert "self -> self" in str(built.problems[3].error)
    assert (list(built.nodes), built.skipped) == (["x", "fine"], ["d"])


def test_many_cycles_take_no_longer() -> None:
    built = build_page(page(*({"id": f"a{i}", "op": "NoOp", "after": [f"a{i}"]} for i in range(3000))))
    assert len(built.problems) == 3000


@pytest.mark.parametrize(
    "read",
    [
        Page((Block("a", "NoOp"), Block("a", "NoOp"))),
        Page((Block("a", "Neg"),), (Wire(Pin("b", "y"), Pin("a", "x")),)),
        Page((Block("a", "Neg"),), (Wire(Pin("a", "y"), Pin("b", "x")),)),
        Page((Block("a", "NoOp", after=("b",)),)),
        Page(fetches=(Pin("a"),)),
    ],
)
def test_pages_that_code_made_are_checked_too(read: Page) -> None:
    with pytest.raises(InvalidArgumentError, match="must be unique|must name a block"):
        build_page(read)


@pytest.mark.parametrize("steps", [0, -1, "3", True, 1.5])
def test_steps(steps: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="steps of a page must be a whole number from 1 on"):
        run_page(page(const(1, dtype="int32"), fetches=["c"]), steps=steps)


def test_a_feed_comes_once(tmp_path: Path) -> None:
    fed = {"id": "p", "op": "Placeholder", "attrs": {"dtype": "float"}}
    with pytest.raises(InvalidArgumentError, match="a feed must come once, but two are for 'p:0'"):
        run_page(page(fed, fetches=["p"], feeds={"p": 1, "p:output": 2}))
    with pytest.raises(InvalidArgumentError, match="a feed must come once"):
        run_page(page(fed, fetches=["p"]), {"p": 1.0, "p:output": 2.0})
    read = page(fed, fetches=["p"], feeds={"p": {"file": "not-there.npy"}})
    assert run_page(read, {"p:output": 2.0}, folder=tmp_path) == {"p:output": 2}


def test_names_of_nodes_that_tensorflow_takes() -> None:
    with go.Graph().as_default() as graph:
        go.raw_ops.NoOp(name="a/_b")
        go.raw_ops.NoOp(name="a/-/>c")
    read = read_page(page_text(page_of(graph)))
    assert sorted(build_page(read).nodes) == ["a/-/>c", "a/_b"]
    for name in ("_a", "-a", ">a", "a/b", "", "a b"):
        with pytest.raises(GraphopsError, match="must consist of"):
            page({"id": name, "op": "NoOp"})
    with go.Graph().as_default() as graph:
        go.raw_ops.NoOp(name="a//b")
    with pytest.raises(UnimplementedError, match="got node 'a//b'"):
        page_of(graph)


def test_a_function_s_name_does_not_become_code() -> None:
    from graphops.interchange.graph_def import messages

    message = messages.GraphDef()
    function = message.library.function.add()
    function.signature.name = "f\n    raise SystemExit('injected')\n    #"
    graph = go.Graph()
    try:
        go.import_graph_def(message, name="", graph=graph)
    except GraphopsError:
        return  # refused there already
    names: dict[str, Any] = {"__name__": "read"}
    exec(compile(python_source(graph), "source", "exec"), names)  # noqa: S102
    assert isinstance(names["build"](), go.Graph)


def test_results_are_not_written_over_each_other(tmp_path: Path, capsys: Any) -> None:
    from graphops.apps.cli import main

    inner = {"id": "b", "op": "Const", "attrs": {"dtype": "float", "value": 1}}
    outer = {"id": "a.b", "op": "Const", "attrs": {"dtype": "float", "value": 2}}
    read = page(outer, pages={"a": {"blocks": [inner]}}, fetches=["a.b", "a/b"])
    (tmp_path / "p.json").write_text(page_text(read))
    assert main(["run", str(tmp_path / "p.json"), "--out", str(tmp_path / "r")]) == 0
    found = {
        path.relative_to(tmp_path / "r").as_posix(): float(np.load(path)) for path in (tmp_path / "r").rglob("*.npy")
    }
    assert found == {"a.b.output.npy": 2, "a/b.output.npy": 1}


def test_floats_that_json_does_not_have_are_values_of_inputs_too() -> None:
    read = page(
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1, 2]}},
        {"id": "sum", "op": "AddV2", "inputs": {"y": [1.5, "inf"]}},
        {"id": "texts", "op": "StringUpper", "inputs": {"input": ["inf", {"base64": "/w=="}]}},
        wires=[("x:output", "sum:x")], fetches=["sum", "texts"],
    )  # fmt: skip
    found = run_page(read)
    assert found["sum:z"].tolist() == [2.5, np.inf]
    assert found["texts:output"].tolist() == [b"INF", b"\xff"]


@pytest.mark.parametrize("values", [[2**64 - 1, 0], [[2**63, 1]], [2**64 - 1], [0, 1]])
def test_integers_of_64_bits_beside_small_ones(values: Any) -> None:
    built = build_page(page(const(values, dtype="uint64")))
    built.raise_problems()
    assert built.nodes["c"].get_attr("value").tolist() == values
    for wrong in ([2**64 - 1, 0.5], [2**64 - 1, -1], [2**64, 0]):
        assert problems(page(const(wrong, dtype="uint64")))


@pytest.mark.parametrize("value", [np.nan, -np.inf, [np.nan, np.inf], [[np.inf]], [1.0, -np.inf]])
def test_arrays_of_no_finite_number_come_back(value: Any) -> None:
    with go.Graph().as_default() as graph:
        go.raw_ops.Const(value=np.array(value, np.float32), dtype=go.float32, name="c")
    built = build_page(read_page(page_text(page_of(graph))))
    built.raise_problems()
    np.testing.assert_array_equal(built.nodes["c"].get_attr("value"), np.array(value, np.float32))


def test_bytes_that_are_no_bools() -> None:
    assert not problems(page(const({"dtype": "bool", "shape": [2], "base64": "AQA="})))
    (found,) = problems(page(const({"dtype": "bool", "shape": [2], "base64": "AgE="})))
    assert "base64 of attr 'value' of op 'Const' must hold bytes of 0 and 1 for bool" in found


@pytest.mark.parametrize("dtype", ["resource", "variant", "float_ref"])
def test_dtypes_that_no_value_has(dtype: str) -> None:
    (found,) = problems(page(const({"dtype": dtype, "values": [1]})))
    assert "dtype of attr 'value' of op 'Const' must be one of numbers or texts" in found


def test_values_of_inputs_have_the_dtype_that_they_say() -> None:
    (found,) = problems(page({"id": "i", "op": "Identity", "inputs": {"input": {"dtype": "qint8", "values": [1]}}}))
    assert "input of op 'Identity' must have a wire from a Const to be quantised, got a value of qint8" in found


def test_feeds_in_braces() -> None:
    fed = {"id": "p", "op": "Placeholder", "attrs": {"dtype": "float"}}
    assert run_page(page(fed, fetches=["p"], feeds={"p": "{{1,2},{3,4}}"}))["p:output"].tolist() == [[1, 2], [3, 4]]
    with pytest.raises(GraphopsError, match="the feed of 'p:0' must be a number or braces"):
        run_page(page(fed, fetches=["p"], feeds={"p": "{1,2"}))


def test_one_number_of_json_has_two_spellings() -> None:
    read = read_page('{"graphops_page": 1.0, "steps": 2.0, "blocks": [{"id": "c", "op": "Const", "attrs": '
                     '{"value": {"dtype": "float", "values": [1, 2], "shape": [2.0, 1.0]}}}]}')  # fmt: skip
    assert type(read.steps) is int
    assert build_page(read).nodes["c"].outputs[0].shape == (2, 1)
    for wrong in ("1.5", "true", '"1"'):
        with pytest.raises(GraphopsError, match="must be"):
            read_page(f'{{"graphops_page": {wrong}}}')


def test_page_files_that_never_end(tmp_path: Path) -> None:
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.json")
    for name in ("zero.json", "pipe.json"):
        with pytest.raises(InvalidArgumentError, match="a page file must be a regular file"):
            load_page(tmp_path / name)


@pytest.mark.parametrize("data", [3, None, bytearray(b"{}"), {"graphops_page": 1}])
def test_what_is_no_text(data: Any) -> None:
    with pytest.raises(GraphopsError, match="a page must be JSON text, got"):
        read_page(data)


def test_a_folder_may_be_a_text(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.float32([1, 2]))
    assert not problems(page(const({"file": "x.npy"})), str(tmp_path))  # type: ignore[arg-type]


def test_an_unknown_op_is_looked_up_once(monkeypatch: Any) -> None:
    """Its nearest name takes milliseconds to find, and a page may have thousands of one that a plug-in would have."""
    from graphops.interchange.page import build

    calls: list[str] = []
    real = build.block_op
    monkeypatch.setattr(build, "block_op", lambda name: calls.append(name) or real(name))
    found = problems(page(*({"id": f"a{i}", "op": "Nag"} for i in range(3))))
    assert calls == ["Nag"]
    assert found == [f"block 'a{i}': op 'Nag' must be registered (did you mean 'Neg'?)" for i in range(3)]
