"""Gradients and updates of variables as blocks of a page."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.apps.cli import main
from graphops.interchange.page import build_page, gradients_calls, load_page, python_source, read_page, run_page

Json = dict[str, Any]
START = [1.0, -2.0]


def page(*blocks: Json, wires: dict[str, str], **more: Any) -> Json:
    """A page with a variable ``w`` of two numbers, whose value is ``read``, and some blocks."""
    own: list[Json] = [
        {"id": "w", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": [2]}},
        {"id": "begin", "op": "AssignVariableOp", "inputs": {"value": {"dtype": "float", "values": START}}},
        {"id": "read", "op": "ReadVariableOp", "attrs": {"dtype": "float"}},
    ]
    given = {"begin:resource": "w:resource", "read:resource": "w:resource"} | wires
    return {
        "graphops_page": 1,
        "blocks": [*own, *blocks],
        "wires": [{"from": source, "to": target} for target, source in given.items()],
        "init": ["begin"],
        **more,
    }


def squares(*blocks: Json, wires: dict[str, str], **more: Any) -> Json:
    """As ``page``, with ``loss``, the sum of the squares of ``w``, and its gradient."""
    axis = {"dtype": "int32", "values": [0]}
    return page(
        {"id": "square", "op": "Square"},
        {"id": "loss", "op": "Sum", "inputs": {"reduction_indices": axis}},
        {"id": "grads", "op": "Gradients"},
        *blocks,
        wires={"square:x": "read:value", "loss:input": "square:y", "grads:ys:0": "loss:output",
               "grads:xs:0": "w:resource"} | wires,
        **more,
    )  # fmt: skip


def built(given: Json) -> Any:
    return build_page(read_page(json.dumps(given)))


def ran(given: Json, **more: Any) -> dict[str, Any]:
    return run_page(read_page(json.dumps(given)), **more)


def problems(given: Json) -> list[tuple[str, str, str]]:
    return [(problem.block, problem.pin, str(problem.error)) for problem in built(given).problems]


def test_the_gradient_of_a_variable() -> None:
    found = ran(squares(wires={}, fetches=["grads"]))
    assert list(found) == ["grads:grads:0"]
    assert found["grads:grads:0"].tolist() == [2.0, -4.0]


def test_gradients_of_tensors_with_the_gradients_that_ys_come_with() -> None:
    """d(3 x y + 10 y)/dx and /dy for x = 2, y = 5, as differentiated by hand."""
    given = {
        "graphops_page": 1,
        "blocks": [
            {"id": "x", "op": "Const", "attrs": {"dtype": "double", "value": 2}},
            {"id": "y", "op": "Const", "attrs": {"dtype": "double", "value": 5}},
            {"id": "product", "op": "Mul"},
            {"id": "same", "op": "Identity"},
            {"id": "grads", "op": "Gradients", "inputs": {"grad_ys": [3, 10]}},
        ],
        "wires": [
            {"from": "x:output", "to": "product:x"}, {"from": "y:output", "to": "product:y"},
            {"from": "y:output", "to": "same:input"}, {"from": "product:z", "to": "grads:ys:0"},
            {"from": "same:output", "to": "grads:ys:1"}, {"from": "x:output", "to": "grads:xs:0"},
            {"from": "y:output", "to": "grads:xs:1"},
        ],
        "fetches": ["grads:grads"],
    }  # fmt: skip
    found = ran(given)
    assert [float(value) for value in found.values()] == [15.0, 16.0]


def test_gradients_of_gradients() -> None:
    """The second derivative of x**3 is 6 x."""
    found = ran({
        "graphops_page": 1,
        "blocks": [{"id": "x", "op": "Const", "attrs": {"dtype": "double", "value": 2}},
                   {"id": "cube", "op": "Pow", "inputs": {"y": 3}},
                   {"id": "first", "op": "Gradients"}, {"id": "second", "op": "Gradients"}],
        "wires": [{"from": "x:output", "to": "cube:x"}, {"from": "cube:z", "to": "first:ys:0"},
                  {"from": "x:output", "to": "first:xs:0"}, {"from": "first:grads", "to": "second:ys"},
                  {"from": "x:output", "to": "second:xs:0"}],
        "fetches": ["first", "second:grads:0"],
    })  # fmt: skip
    assert found["first:grads:0"] == pytest.approx(12.0)
    assert found["second:grads:0"] == pytest.approx(12.0)


def test_on_a_sub_page() -> None:
    given = squares(wires={}, fetches=["inner/grads:grads:0"])
    given["pages"] = {"inner": {"blocks": [given["blocks"].pop()]}}
    for wire in given["wires"]:
        wire["to"] = wire["to"].replace("grads:", "inner/grads:")
    found = built(given)
    assert found.nodes["inner/grads"].name == "inner/grads"
    assert ran(given)["inner/grads:grads:0"].tolist() == [2.0, -4.0]


FAULTS = {
    "an x without a way": ({"grads:xs:1": "other:output"}, "xs",
                           "xs[1] of op 'Gradients' must lead to ys through ops that have gradients, got 'other'"),
    "a y of integers": ({"grads:ys:1": "whole:output"}, "ys",
                        "ys of op 'Gradients' must be real or complex, got int32 from 'whole'"),
    "too few grad_ys": ({"grads:ys:1": "loss:output", "grads:grad_ys:0": "loss:output"}, "grad_ys",
                        "grad_ys of op 'Gradients' must have one for each of the 2 ys, got 1"),
    "no such pin": ({"grads:zs:0": "loss:output"}, "zs",
                    "'grads:zs' must be an input of op 'Gradients', which has ys, xs, grad_ys"),
}  # fmt: skip


@pytest.mark.parametrize("wires, pin, message", FAULTS.values(), ids=FAULTS)
def test_faults_of_gradients(wires: dict[str, str], pin: str, message: str) -> None:
    other = {"id": "other", "op": "Const", "attrs": {"dtype": "float", "value": 1}}
    whole = {"id": "whole", "op": "Const", "attrs": {"dtype": "int32", "value": 1}}
    ((block, at, said),) = problems(squares(other, whole, wires=wires))
    assert (block, at) == ("grads", pin)
    assert said.startswith(message)


def test_an_op_that_passes_no_gradient_on() -> None:
    """Of the incomplete beta function, the gradient with respect to a is not known."""
    given = page({"id": "beta", "op": "Betainc", "inputs": {"b": [1, 1], "x": [0.5, 0.5]}},
                 {"id": "grads", "op": "Gradients"},
                 wires={"beta:a": "read:value", "grads:ys:0": "beta:z", "grads:xs:0": "w:resource"})  # fmt: skip
    ((block, pin, said),) = problems(given)
    assert (block, pin) == ("grads", "xs")
    assert said == "xs[0] of op 'Gradients' must lead to ys through ops that have gradients, got 'w'"


def test_no_wires_and_values_instead_of_them() -> None:
    assert problems({"graphops_page": 1, "blocks": [{"id": "g", "op": "Gradients"}]}) == [
        ("g", "ys", "ys of op 'Gradients' must be given, got no wire")
    ]
    given = squares(wires={})
    given["blocks"][5]["inputs"] = {"xs": [1.0]}
    given["wires"] = [wire for wire in given["wires"] if wire["to"] != "grads:xs:0"]
    assert problems(given) == [("grads", "xs", "xs[0] of op 'Gradients' must come by a wire, got a value")]


def test_a_block_after_faulty_gradients_is_skipped() -> None:
    other = {"id": "other", "op": "Const", "attrs": {"dtype": "float", "value": 1}}
    given = squares(other, {"id": "half", "op": "Neg"}, wires={"grads:xs:0": "other:output", "half:x": "grads:grads:0"})
    assert [problem.block for problem in built(given).problems] == ["grads"]
    assert built(given).skipped == ["half"]


def test_the_gradient_of_a_loop_leaves_its_outputs_as_they_are() -> None:
    """``go.gradients`` adds outputs to the loop's node, which are none of the block's."""
    page_ = {
        "graphops_page": 1,
        "functions": {
            "below": {"arguments": ["n"], "results": ["less:z"], "wires": [{"from": "n:output", "to": "less:x"}],
                      "blocks": [{"id": "n", "op": "Placeholder", "attrs": {"dtype": "float"}},
                                 {"id": "less", "op": "Less", "inputs": {"y": 100}}]},
            "double": {"arguments": ["n"], "results": ["twice:z"], "wires": [{"from": "n:output", "to": "twice:x"}],
                       "blocks": [{"id": "n", "op": "Placeholder", "attrs": {"dtype": "float"}},
                                  {"id": "twice", "op": "Mul", "inputs": {"y": 2}}]},
        },
        "blocks": [{"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": 3}},
                   {"id": "loop", "op": "While", "attrs": {"cond": "below", "body": "double"}},
                   {"id": "grads", "op": "Gradients"}],
        "wires": [{"from": "x:output", "to": "loop:input:0"}, {"from": "loop:output:0", "to": "grads:ys:0"},
                  {"from": "x:output", "to": "grads:xs:0"}],
        "fetches": ["loop", "grads"],
    }  # fmt: skip
    assert {pin: float(value) for pin, value in ran(page_).items()} == {"loop:output:0": 192.0, "grads:grads:0": 64.0}
    made = built(page_)
    names: Json = {}
    exec(python_source(made.graph, calls=gradients_calls(made)), names)  # noqa: S102
    graph = names["build"]()
    with go.Session(graph) as session:
        assert session.run("grads:0") == 64.0


def test_python_calls_gradients() -> None:
    made = built(squares({"id": "step", "op": "Momentum", "inputs": {"lr": 0.5, "momentum": 0.9}},
                         wires={"step:grads": "grads:grads", "step:vars:0": "w:resource"}))  # fmt: skip
    source = python_source(made.graph, calls=gradients_calls(made))
    assert "grads = go.gradients(ys=[loss], xs=[w], name='grads/')" in source
    assert "BroadcastTo" not in source  # of the gradient of the sum
    names: Json = {}
    exec(source, names)  # noqa: S102
    assert names["build"]().as_graph_def() == made.graph.as_graph_def()


UPDATES: dict[str, tuple[Json, Any]] = {
    "GradientDescent": ({"alpha": 0.125}, lambda: go.train.GradientDescentOptimizer(0.125)),
    "Momentum": ({"lr": 0.125, "momentum": 0.5}, lambda: go.train.MomentumOptimizer(0.125, 0.5)),
}


@pytest.mark.parametrize("op", UPDATES)
def test_steps_are_those_of_the_optimizer(op: str) -> None:
    """The same bits as ``go.train`` in three steps; slots begin at 0 by themselves."""
    inputs, optimizer = UPDATES[op]
    block = {"id": "step", "op": op, "inputs": inputs}
    wires = {"step:grads": "grads:grads", "step:vars": "w:resource"}
    given = squares(block, wires=wires, fetches=["loss", "step"])
    found = [ran(given, steps=steps)["loss:output"] for steps in (1, 2, 3)]
    with go.Graph().as_default():
        w = go.Variable(np.array(START, np.float32))
        loss = go.raw_ops.Sum(input=go.raw_ops.Square(x=w.value()), reduction_indices=[0])
        step = optimizer().minimize(loss)
        with go.Session() as session:
            session.run(go.global_variables_initializer())
            expected = [session.run([loss, step])[0] for _ in range(3)]
    assert [value.tobytes() for value in found] == [value.tobytes() for value in expected]


def test_faults_of_updates() -> None:
    block = {"id": "step", "op": "Momentum", "inputs": {"lr": 0.5, "momentum": 0.9}}
    wires = {"step:grads": "grads:grads", "step:vars": "w:resource"}
    assert problems(squares(block | {"inputs": {"lr": 0.5}}, wires=wires)) == [
        ("step", "momentum", "momentum of op 'Momentum' must be given, got neither wire nor value")
    ]
    assert problems(squares(block, wires={**wires, "step:vars": "read:value"})) == [
        ("step", "vars", "vars[0] of op 'Momentum' must be the handle of a variable, got float32")
    ]
    two = {"step:grads": "grads:grads", "step:vars:0": "w:resource", "step:vars:1": "w:resource"}
    assert problems(squares(block, wires=two)) == [
        ("step", "grads", "grads of op 'Momentum' must have one for each of the 2 vars, got 1")
    ]


def test_a_slot_needs_a_shape() -> None:
    given = squares({"id": "step", "op": "Momentum", "inputs": {"lr": 0.5, "momentum": 0.9}},
                    wires={"step:grads": "grads:grads", "step:vars": "w:resource"})  # fmt: skip
    given["blocks"][0]["attrs"]["shape"] = [None]
    ((block, pin, said),) = problems(given)
    assert (block, pin) == ("step", "vars")
    assert said == "vars[0] of op 'Momentum' must be a variable whose shape its block gives, got one of unknown shape"


def test_a_function_has_no_slots() -> None:
    body = squares({"id": "step", "op": "Momentum", "inputs": {"lr": 0.5, "momentum": 0.9}},
                   wires={"step:grads": "grads:grads", "step:vars": "w:resource"})  # fmt: skip
    function = {"blocks": body["blocks"], "wires": body["wires"], "results": ["loss:output"]}
    ((block, _, said),) = problems({"graphops_page": 1, "functions": {"f": function}})
    assert block == "step"
    assert "must be on the page, because a function has no init, got one of function 'f'" in said


def test_converted_to_a_page_it_trains_as_before(tmp_path: Any) -> None:
    """The nodes of page blocks become blocks of ops, and the slots' first values part of ``init``."""
    given = squares({"id": "step", "op": "Momentum", "inputs": {"lr": 0.125, "momentum": 0.5}},
                    wires={"step:grads": "grads:grads", "step:vars": "w:resource"},
                    fetches=["loss", "grads:grads:0", "step"], steps=3)  # fmt: skip
    (tmp_path / "a.json").write_text(json.dumps(given))
    assert main(["convert", str(tmp_path / "a.json"), str(tmp_path / "b.json")]) == 0
    assert "Gradients" not in (tmp_path / "b.json").read_text()
    one, other = (list(run_page(load_page(tmp_path / name)).values()) for name in ("a.json", "b.json"))
    assert [value.tobytes() for value in one] == [value.tobytes() for value in other]
