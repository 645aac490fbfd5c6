"""Parts of pages that meet: gradients, feeds, blocks that do not run, calls in models, exports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.apps.cli import main
from graphops.interchange import frozen
from graphops.interchange.graph_def import messages
from graphops.interchange.page import build_page, page_text, read_page, run_page, value_problems
from graphops.interchange.page.exported import page_graph, page_program
from graphops.interchange.page.fetches import default_fetches
from graphops.interchange.page.of_model import page_of_model
from graphops.interchange.page.run import by_tensor
from graphops_registry.errors import FailedPreconditionError, ResourceExhaustedError

Json = dict[str, Any]
X: Json = {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [3.0]}}


def page(*blocks: Json, wires: dict[str, str], **more: Any) -> Any:
    """A page of ``blocks``; ``wires`` lead from their values to their keys."""
    listed = [{"from": source, "to": target} for target, source in wires.items()]
    return read_page(json.dumps({"graphops_page": 1, "blocks": blocks, "wires": listed, **more}))


def run_program(source: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "program"}
    exec(source, names)  # noqa: S102 - what an export wrote
    found: dict[str, Any] = names["run"]()
    return found


def test_a_program_waits_where_the_gradients_of_the_page_wait() -> None:
    """The gradient by x of v * x is v, after ten additions of 1 to 1: 11."""
    float_attr = {"dtype": "float"}
    made = page(
        {"id": "v", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": []}},
        {"id": "one", "op": "Const", "attrs": {"dtype": "float", "value": 1.0}},
        {"id": "begin", "op": "AssignVariableOp"},
        {"id": "add", "op": "AssignAddVariableOp"},
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": 2.0}},
        {"id": "read", "op": "ReadVariableOp", "attrs": float_attr},
        {"id": "product", "op": "Mul"},
        {"id": "g", "op": "Gradients", "after": ["add"]},
        wires={
            "begin:resource": "v:resource", "begin:value": "one:output", "add:resource": "v:resource",
            "add:value": "one:output", "read:resource": "v:resource", "product:x": "read:value",
            "product:y": "x:output", "g:ys:0": "product:z", "g:xs:0": "x:output",
        },
        init=["begin"], fetches=["g"], steps=10,
    )  # fmt: skip
    assert run_page(made)["g:grads:0"] == 11
    assert run_program(page_program(made, build_page(made)))["g:grads:0"] == 11


def test_what_gradients_go_through_is_no_placeholder_of_a_graph_def() -> None:
    """y = x^2 + x has the slope 2 x + 1, whatever its first term is fed."""
    made = page(
        X, {"id": "h", "op": "Square"}, {"id": "y", "op": "AddV2"}, {"id": "g", "op": "Gradients"},
        wires={"h:x": "x:output", "y:x": "h:y", "y:y": "x:output", "g:ys:0": "y:z", "g:xs:0": "x:output"},
        feeds={"h:y": [9.0]}, fetches=["g"],
    )  # fmt: skip
    assert run_page(made)["g:grads:0"].tolist() == [7]
    graph, left_out = page_graph(made, build_page(made))
    assert "the feed of 'h:0'" in left_out
    with go.Session(graph) as session:
        assert session.run("g:0").tolist() == [7]


def test_gradients_that_need_a_missing_feed_are_left_out() -> None:
    made = page(
        {"id": "p", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [1]}}, X,
        {"id": "h", "op": "Mul"}, {"id": "z", "op": "Square"}, {"id": "g", "op": "Gradients"},
        wires={"h:x": "p:output", "h:y": "x:output", "z:x": "h:z", "g:ys:0": "z:y", "g:xs:0": "x:output"},
        feeds={"h:z": [2.0]},
    )  # fmt: skip
    built = build_page(made)
    assert list(map(str, default_fetches(made, built, by_tensor(built, made.feeds.items())))) == ["z:y"]
    assert run_page(made)["z:y"].tolist() == [4]


def test_pins_of_bypassed_blocks_are_checked() -> None:
    made = page(
        X, {"id": "i", "op": "Identity", "mode": "bypassed"},
        wires={"i:input": "x:output"}, init=["i:nope"], fetches=["x", "i:wrong"],
    )  # fmt: skip
    assert [problem.pin for problem in value_problems(made, build_page(made), None)] == ["wrong", "nope"]


def test_a_page_whose_fetches_are_muted_is_refused_by_every_command(tmp_path: Path, capsys: Any) -> None:
    made = page(
        X, {"id": "n", "op": "Neg", "mode": "muted"}, {"id": "e", "op": "Exp"},
        wires={"n:x": "x:output", "e:x": "x:output"}, fetches=["n"],
    )  # fmt: skip
    path = tmp_path / "muted.json"
    path.write_text(page_text(made))
    with pytest.raises(FailedPreconditionError, match="not muted"):
        run_page(made)
    for command in (["check", str(path)], ["run", str(path)], ["convert", str(path), str(tmp_path / "again.json")]):
        assert main(command) == 1
        said = capsys.readouterr()
        assert "a page must fetch something that is not muted" in said.out + said.err


def test_a_program_calls_the_results_of_bypassed_blocks_as_the_page_does(tmp_path: Path) -> None:
    made = page(X, {"id": "b", "op": "Neg", "mode": "bypassed"}, wires={"b:x": "x:output"}, fetches=["b"])
    path, program = tmp_path / "page.json", tmp_path / "page.py"
    path.write_text(page_text(made))
    assert main(["convert", str(path), str(program)]) == 0
    assert {name: value.tolist() for name, value in run_program(program.read_text()).items()} == {"b:y": [3]}
    assert {name: value.tolist() for name, value in run_page(made).items()} == {"b:y": [3]}


def test_a_value_beside_a_bypassed_block_has_its_dtype() -> None:
    made = page(
        {"id": "t", "op": "Const", "attrs": {"dtype": "string", "value": "x"}},
        {"id": "i", "op": "Identity", "mode": "bypassed"}, {"id": "sum", "op": "Add", "inputs": {"y": "1,2"}},
        wires={"i:input": "t:output", "sum:x": "i:output"}, fetches=["sum"],
    )  # fmt: skip
    assert run_page(made)["sum:z"] == b"x1,2"


def test_functions_that_call_others_twice_are_bounded(tmp_path: Path, monkeypatch: Any) -> None:
    """Ten functions, each of which calls the next one twice, are a thousand nodes."""
    monkeypatch.setattr(frozen, "_MOST_NODES", 500)
    model = messages.SavedModel()
    model.saved_model_schema_version = 1
    part = model.meta_graphs.add()
    part.meta_info_def.tags.append("serve")
    _node(part.graph_def.node, "x", "Placeholder", dtype=1)
    _call(part.graph_def.node, "y", "x", "f0")
    for number in range(10):
        function = part.graph_def.library.function.add()
        function.signature.name = f"f{number}"
        for args, name in ((function.signature.input_arg, "a"), (function.signature.output_arg, "r")):
            arg = args.add()
            arg.name, arg.type = name, 1
        _call(function.node_def, "c1", "a", f"f{number + 1}") if number < 9 else _negation(function.node_def, "c1", "a")
        end = "c1:output:0" if number < 9 else "c1:y:0"
        _call(function.node_def, "c2", end, f"f{number + 1}") if number < 9 else _negation(function.node_def, "c2", end)
        function.ret["r"] = "c2:output:0" if number < 9 else "c2:y:0"
    signature = part.signature_def["serving_default"]
    signature.inputs["x"].name, signature.inputs["x"].dtype = "x:0", 1
    signature.outputs["y"].name, signature.outputs["y"].dtype = "y:0", 1
    (tmp_path / "saved_model.pb").write_bytes(model.SerializeToString())
    with pytest.raises(ResourceExhaustedError, match="at most 500 nodes to be drawn"):
        page_of_model(tmp_path, tmp_path)


def _node(nodes: Any, name: str, op: str, *inputs: str, **types: int) -> Any:
    node = nodes.add()
    node.name, node.op = name, op
    node.input.extend(inputs)
    for attr, dtype in types.items():
        node.attr[attr].type = dtype
    return node


def _negation(nodes: Any, name: str, source: str) -> None:
    _node(nodes, name, "Neg", source, T=1)


def _call(nodes: Any, name: str, source: str, function: str) -> None:
    node = _node(nodes, name, "PartitionedCall", source)
    node.attr["f"].func.name = function
    for attr in ("Tin", "Tout"):
        node.attr[attr].list.type.append(1)


@pytest.mark.parametrize(
    "array, dtype",
    [
        (np.array([2**40 + 5]), "int32"), (np.array([300], np.uint64), "int8"),
        (np.array([300], np.uint16), "uint8"), (np.array([1e10]), "half"),
    ],
)  # fmt: skip
def test_uploaded_values_that_do_not_fit_are_refused(array: Any, dtype: str) -> None:
    import io

    from graphops.apps.edit.arrays import uploaded
    from graphops_registry.errors import InvalidArgumentError

    file = io.BytesIO()
    np.save(file, array)
    with pytest.raises(InvalidArgumentError, match=f"must fit {go.as_dtype(dtype).name}"):
        uploaded(file.getvalue(), "x.npy", None, dtype, "[1]")
