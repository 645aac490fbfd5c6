"""What an error is about, as fields: its sentence need not be read to know."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import graphops as go
import graphops.errors
import graphops_registry.errors
from graphops.testing import cases
from graphops_registry.errors import InvalidArgumentError, must
from graphops_registry.kernel_def import register_kernel
from graphops_registry.op_def import lookup_op, parse_op

raw = go.raw_ops
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("argument", "name"),
    [
        ("x", "x"),
        ("x[2]", "x"),
        ("attr 'T'", "T"),
        ("attr '_kernel'", "_kernel"),
        ("shape of attr 'value'", None),
        ("each element of x", None),
        ("x[a]", None),
        ("X", None),
    ],
)
def test_must_knows_the_op_and_the_argument(argument: str, name: str | None) -> None:
    error = must(argument, "Add", "be small", 3)
    assert (error.op, error.argument, error.node, error.function) == ("Add", name, None, None)
    assert str(error) == f"{argument} of op 'Add' must be small, got 3"


def test_who_learns_of_an_error_first_knows_best() -> None:
    error = go.GraphopsError("it must work").concerns(node="inner", function="f")
    assert error.concerns(op="Add", node="outer", function="g") is error
    assert (error.op, error.node, error.function) == ("Add", "inner", "f")


def test_a_node_that_fails_and_its_function() -> None:
    with go.Graph().as_default() as graph:
        index = go.placeholder(go.int32, (1,))
        params = go.constant(np.zeros(3, np.float32))
        found = go.cond(go.constant(True), lambda: raw.Gather(params=params, indices=index, name="inner"),
                        lambda: params[:1])  # fmt: skip
    with go.Session(graph) as session, pytest.raises(go.errors.InvalidArgumentError) as caught:
        session.run(found, {index: [7]})
    error = caught.value
    assert (error.op, error.argument, error.node) == ("Gather", "indices", "inner")
    assert error.function in graph.functions


def test_eager_knows_no_node() -> None:
    with pytest.raises(go.errors.InvalidArgumentError) as caught:
        go.eager.Gather(params=np.zeros(3, np.float32), indices=np.array([7], np.int32))
    assert (caught.value.op, caught.value.argument, caught.value.node) == ("Gather", "indices", None)


def test_a_literal_that_cannot_be_converted() -> None:
    with go.Graph().as_default(), pytest.raises(go.errors.GraphopsError) as caught:
        raw.Add(x=object(), y=1.0)
    assert (caught.value.op, caught.value.argument) == ("Add", "x")


def test_public_errors_are_in_a_module_of_graphops() -> None:
    for name in graphops.errors.__all__:
        found = getattr(graphops.errors, name)
        assert found is getattr(graphops_registry.errors, name)
        assert not isinstance(found, type) or found.__module__ == "graphops.errors"
    errors = [name for name in vars(graphops_registry.errors) if name.endswith("Error")]
    assert set(errors) <= set(graphops.errors.__all__)
    assert go.errors is graphops.errors


def test_errors_keep_what_they_know_when_they_are_pickled() -> None:
    error = must("x", "Add", "be small", 3, kind=go.errors.OutOfRangeError).concerns(node="n")
    error.add_note("a note")
    for each in (error, go.errors.PermissionDeniedError("no").concerns(op="ReadFile")):
        again = pickle.loads(pickle.dumps(each))
        assert type(again) is type(each)
        assert str(again) == str(each)
        assert vars(again) == vars(each)


class OfAnAuthor(InvalidArgumentError):
    """An error of a plug-in, which uses the name of a field for something of its own."""

    node = property(lambda self: "the author's own")


def test_a_class_with_a_property_of_a_fields_name_keeps_its_own():
    error = OfAnAuthor("wrong").concerns(op="Relu", node="relu")
    assert (error.op, error.node, str(error)) == ("Relu", "the author's own", "wrong")


def test_must_makes_errors_of_other_classes_too():
    error = must("x", "Relu", "be finite", "nan", kind=ValueError)
    assert type(error) is ValueError
    assert str(error) == "x of op 'Relu' must be finite, got nan"


def two_graphs() -> None:
    with go.Graph().as_default():
        x = go.constant(1.0)
    with go.Graph().as_default():
        raw.Add(x=x, y=go.constant(2.0))


def gradient_that_is_refused() -> None:
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (2, 2))
        go.gradients([raw.PreventGradient(input=x, message="no", name="y")], [x])


def check_numbers() -> None:
    with go.Graph().as_default() as graph:
        y = raw.CheckNumerics(tensor=go.constant([1.0, np.nan]), message="m", name="y")
    with go.Session(graph) as session:
        session.run(y)


def run_on(device: str) -> None:
    with go.Graph().as_default() as graph, go.device(device):
        y = go.constant(1.0, name="here")
    with go.Session(graph) as session:
        session.run(y)


def register(**given: object) -> None:
    register_kernel("Relu", "CPU", **given)(
        type("K", (), {"compute": lambda self, x: x, "__init__": lambda s, a: None})
    )


def run_within(limit: int) -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, name="x")
        y = raw.Add(x=x, y=x, name="y")
    with go.Session(graph, config=go.SessionConfig(memory_limit=limit)) as session:
        session.run(y, {x: np.ones((64, 64), np.float32)})


CALLS = {
    "several graphs": (two_graphs, ("Add", None, None)),
    "an attr that is none": (lambda: raw.Relu(features=1.0, other=1), ("Relu", "other", None)),
    "arguments by place": (lambda: raw.Relu(1.0), ("Relu", None, None)),
    "an op that is none": (lambda: lookup_op("Rellu"), ("Rellu", None, None)),
    "a bad declaration": (lambda: parse_op("Test>Twice", [], [], ["a: int", "a: int"]), ("Test>Twice", "a", None)),
    "a bad kernel": (lambda: register(priority=2, uses=["all"]), ("Relu", None, None)),
    "a kernel that is there": (lambda: register(types={"T": ["float"]}), ("Relu", None, None)),
    "a gradient that is refused": (gradient_that_is_refused, ("PreventGradient", None, "y")),
    "a device that is none": (lambda: run_on("/device:CPU:7"), ("Const", None, "here")),
    "a machine that is none": (lambda: run_on("/job:worker/task:3"), ("Const", None, "here")),
    "memory": (lambda: run_within(1000), ("Add", None, "y")),
    "a kernel": (check_numbers, ("CheckNumerics", "tensor", "y")),
    "memory, eagerly": (lambda: go.eager.Fill(dims=[2**45], value=np.int8(0)), ("Fill", None, None)),
    "state, eagerly": (lambda: go.eager.VarHandleOp(dtype=go.float32, shape=()), ("VarHandleOp", None, None)),
    "cases": (lambda: list(cases("Relu", {"features": (2,)}, attrs={"U": [1]})), ("Relu", "U", None)),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_errors_that_must_did_not_make_know_what_they_are_about(name: str) -> None:
    call, expected = CALLS[name]
    with pytest.raises(go.errors.GraphopsError) as caught:
        call()
    error = caught.value
    assert (error.op, error.argument, error.node) == expected, str(error)


# Where a sentence names an op or a node, and the raise itself does not fill the field.
FILLED_ELSEWHERE = {
    "registry/graphops_registry/kernels/registered.py": "add_kernel() fills the op of all errors",
}
WITHOUT = {
    ("graphops/graph/graph.py", "node"): "there is no such node",
    ("graphops/plan/calls.py", "function"): "the node that calls is in another function",
}


@pytest.mark.parametrize("what", ["op", "node", "function"])
def test_an_error_that_names_its_subject_has_it_as_a_field(what: str) -> None:
    """Held in the source: an f-string with ``op '{...}'`` goes into ``must``, or its error says what it concerns."""
    wrong = []
    for path in sorted(path for room in ("graphops", "registry", "kernels") for path in (ROOT / room).rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding="utf-8")
        if f"{what} '{{" in text and place not in FILLED_ELSEWHERE and (place, what) not in WITHOUT:
            wrong += [f"{place}:{line}" for line in silent(ast.parse(text), what)]
    assert not wrong, f"these errors name a {what}, but do not fill the field: {', '.join(wrong)}"


def silent(tree: ast.AST, what: str) -> Iterator[int]:
    """Lines that make an error of ours about an op (node, function) and do not say which by ``concerns``."""
    told = {
        id(call.func.value)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "concerns"
        if what in {keyword.arg for keyword in call.keywords}
    }
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or id(call) in told or not call.args:
            continue
        if ast.unparse(call.func).rpartition(".")[2] in graphops.errors.__all__:
            sentence = ast.unparse(call.args[0])
            if re.search(rf"\b{what} '\{{", sentence):
                yield call.lineno
