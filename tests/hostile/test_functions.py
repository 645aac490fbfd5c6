"""Functions that are wrong: there is no error until they are called; then the error names the function."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.graph.body_graph import BodyGraph
from graphops_registry.errors import (
    AlreadyExistsError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)

FLOAT = "attr { key: 'T' value { type: DT_FLOAT } }"
X = (
    "node { name: 'x' op: 'Const' attr { key: 'dtype' value { type: DT_FLOAT } } "
    "attr { key: 'value' value { tensor { dtype: DT_FLOAT float_val: 2 tensor_shape { } } } } } "
    "node { name: 'p' op: 'Placeholder' attr { key: 'dtype' value { type: DT_BOOL } } }"
)


def node(name: str, op: str, *inputs: str, attrs: str = FLOAT) -> str:
    return f"node_def {{ name: '{name}' op: '{op}' {' '.join(f'input: {text!r}' for text in inputs)} {attrs} }} "


def function(
    body: str = "",
    ret: str = "ret { key: 'r' value: 'a' }",
    name: str = "f",
    takes: str = "DT_FLOAT",
    gives: str = "DT_FLOAT",
    more: str = "",
) -> str:
    return (
        f"function {{ signature {{ name: '{name}' input_arg {{ name: 'a' type: {takes} }} "
        f"output_arg {{ name: 'r' type: {gives} }} {more} }} {body} {ret} }} "
    )


def types(key: str, *names: str) -> str:
    return f"attr {{ key: '{key}' value {{ list {{ {' '.join(f'type: {name}' for name in names)} }} }} }} "


def func(key: str, name: str) -> str:
    return f"attr {{ key: '{key}' value {{ func {{ name: '{name}' }} }} }} "


def call(name: str = "f", op: str = "PartitionedCall", takes: str = "DT_FLOAT", gives: str = "DT_FLOAT") -> str:
    attrs = func("f", name) + types("Tin", takes) + types("Tout", gives)
    return f"node {{ name: 'y' op: '{op}' input: 'x' {attrs} }} "


def run(library: str, caller: str | None = None, feeds: Any = None) -> Any:
    with go.Graph().as_default():
        go.import_graph_def(X + f"library {{ {library} }} " + (call() if caller is None else caller), name="")
        with go.Session() as session:
            return session.run("y:0", feeds, timeout=10)


def test_good_ones() -> None:
    assert run(function()) == 2
    assert run(function(node("n", "Neg", "a"), "ret { key: 'r' value: 'n:y:0' }")) == -2
    assert run(function(node("n", "Neg", "a:0"), "ret { key: 'r' value: 'n:y:0' }")) == -2


NEG = node("n", "Neg", "a")
BAD = {
    "no name": (function(name=""), InvalidArgumentError, "must have a name"),
    "two of a name": (function() + function(NEG), AlreadyExistsError, "has 'f' twice"),
    "an argument of no dtype": (function(takes="DT_INVALID"), InvalidArgumentError, "argument 'a' of function 'f'"),
    "a result of no dtype": (function(gives="DT_INVALID"), InvalidArgumentError, "argument 'r' of function 'f'"),
    "a result that is not said": (function(ret=""), InvalidArgumentError, "must say what its result 'r' is"),
    "a result that is not there": (function(NEG, "ret { key: 'r' value: 'm:y:0' }"), InvalidArgumentError, "must be in it, got 'm:y:0'"),
    "a result that is a control input": (function(NEG, "ret { key: 'r' value: '^n' }"), InvalidArgumentError, "must be in it, got '\\^n'"),
    "a result in the form of graphs": (function(NEG, "ret { key: 'r' value: 'n:0' }"), InvalidArgumentError, "'node:output:index', got 'n:0'"),
    "an output that the op does not have": (function(NEG, "ret { key: 'r' value: 'n:z:0' }"), InvalidArgumentError, "must be one of y, got 'z'"),
    "a number that the output does not have": (function(NEG, "ret { key: 'r' value: 'n:y:1' }"), InvalidArgumentError, "'n:1', but 'n' has 1|must exist"),
    "a number beyond all": (function(NEG, "ret { key: 'r' value: 'n:y:99999999999' }"), InvalidArgumentError, "must be written"),
    "a result of another dtype": (function(node("s", "Shape", "a"), "ret { key: 'r' value: 's:output:0' }"), InvalidArgumentError, "result 'r' of function 'f' must have dtype float32, got int32"),
    "an unknown input": (function(node("n", "Neg", "b"), "ret { key: 'r' value: 'n:y:0' }"), InvalidArgumentError, "must be written"),
    "an unknown node": (function(node("n", "Neg", "b:y:0"), "ret { key: 'r' value: 'n:y:0' }"), InvalidArgumentError, "got 'b'"),
    "a cycle": (function(node("n", "Neg", "m:y:0") + node("m", "Neg", "n:y:0"), "ret { key: 'r' value: 'n:y:0' }"), InvalidArgumentError, "no cycles"),
    "a node named as an argument": (function(node("a", "Neg", "a"), "ret { key: 'r' value: 'a' }"), AlreadyExistsError, "'a' twice"),
    "an argument of no name": (function().replace("name: 'a'", "name: ''"), InvalidArgumentError, "must have names"),
    "an argument with a strange name": (function().replace("name: 'a'", "name: 'a b'"), InvalidArgumentError, "a b"),
    "a control output that is not there": (function(ret="ret { key: 'r' value: 'a' } control_ret { key: 'c' value: 'z' }"), InvalidArgumentError, "control output 'c'"),
    "a placeholder that nobody feeds": (function("node_def { name: 'q' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } }", "ret { key: 'r' value: 'q:output:0' }"), InvalidArgumentError, "placeholder 'q:0' must be fed"),
    "an unknown op": (function(node("n", "Unheard", "a"), "ret { key: 'r' value: 'n:y:0' }"), NotFoundError, "every op that the fetches need.*\n  Unheard: 'n' in function 'f'"),
    "arguments of a type attr": (function().replace("name: 'a' type: DT_FLOAT", "name: 'a' type_attr: 'T'"), GraphopsError, "must have fixed types|takes"),
    "a placeholder attr": (function(node("n", "Neg", "a", attrs="attr { key: 'T' value { placeholder: 'T' } }"), "ret { key: 'r' value: 'n:y:0' }"), GraphopsError, "placeholder 'T'"),
    "a loop without an entrance": (function(node("n", "NextIteration", "a"), "ret { key: 'r' value: 'n:output:0' }"), InvalidArgumentError, "must be in a loop"),
    "a result within a loop": (function(node("n", "Enter", "a", attrs=FLOAT + "attr { key: 'frame_name' value { s: 'f' } }"), "ret { key: 'r' value: 'n:output:0' }"), InvalidArgumentError, "a fetch must be outside of loops|a fetch must have a value"),
    "a dead result": (function(node("c", "Less", "a", "a") + node("n", "Switch", "a", "c:z:0"), "ret { key: 'r' value: 'n:output_true:0' }"), InvalidArgumentError, "got none for 'n:1'"),
    "a reference for an argument": (function(takes="DT_FLOAT_REF"), None, ""),
    "a constant that is none": (function("node_def { name: 'c' op: 'Const' attr { key: 'dtype' value { type: DT_FLOAT } } }", "ret { key: 'r' value: 'c:output:0' }"), InvalidArgumentError, "value"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_definitions(name: str) -> None:
    library, kind, sentence = BAD[name]
    if kind is None:
        try:
            run(library)
        except GraphopsError:
            return
        return
    with pytest.raises(kind, match=sentence):
        run(library)


def test_the_error_names_the_function() -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        run(function(node("n", "Neg", "m:y:0"), "ret { key: 'r' value: 'n:y:0' }"))
    assert "in the body of function 'f'" in caught.value.__notes__


IF = "node { name: 'y' op: 'If' input: 'p' input: 'x' attr { key: 'Tcond' value { type: DT_BOOL } } "
WHILE = "node { name: 'y' op: 'While' input: 'x' "
YES = (
    "function { signature { name: 'yes' input_arg { name: 'a' type: DT_FLOAT } output_arg { name: 'r' type: DT_BOOL } } "
    "node_def { name: 'c' op: 'Less' input: 'a' input: 'a' attr { key: 'T' value { type: DT_FLOAT } } } "
    "ret { key: 'r' value: 'c:z:0' } } "
)
NOTHING = "function { signature { name: 'none' input_arg { name: 'a' type: DT_FLOAT } } } "
CALLERS = {
    "no such function": (function(), call("g"), NotFoundError, "must name a function of the graph, got 'g'"),
    "nearly its name": (function(name="first"), call("frist"), NotFoundError, "did you mean 'first'"),
    "an empty name": (function(), call(""), InvalidArgumentError, "must be a function or the name of one, got ''"),
    "a function that takes something else": (function(takes="DT_INT32", gives="DT_INT32"), call(gives="DT_INT32"), InvalidTypeError, "takes int32|that takes"),
    "a function that gives something else": (function(NEG, "ret { key: 'r' value: 'n:y:0' }"), call(gives="DT_INT32"), InvalidTypeError, "that gives"),
    "more results than there are": (function(), call().replace(types("Tout", "DT_FLOAT"), types("Tout", "DT_FLOAT", "DT_FLOAT")), InvalidTypeError, "that gives"),
    "Tin that the inputs are not": (function(), call(takes="DT_INT32"), InvalidTypeError, "int32"),
    "a branch that gives something else": (function() + NOTHING, IF + types("Tin", "DT_FLOAT") + types("Tout", "DT_FLOAT") + func("then_branch", "f") + func("else_branch", "none") + "}", InvalidTypeError, "'else_branch' of op 'If' must name a function that gives"),
    "a shape too many": (function(), IF + types("Tin", "DT_FLOAT") + types("Tout", "DT_FLOAT") + func("then_branch", "f") + func("else_branch", "f") + "attr { key: 'output_shapes' value { list { shape { } shape { } } } } }", InvalidArgumentError, "output_shapes"),
    "a condition of two results": (function() + YES.replace("output_arg {", "output_arg { name: 'q' type: DT_BOOL } output_arg {") .replace("ret {", "ret { key: 'q' value: 'c:z:0' } ret {"), WHILE + types("T", "DT_FLOAT") + func("cond", "yes") + func("body", "f") + "}", InvalidArgumentError, "a function with one result"),
    "a body that gives nothing": (YES + NOTHING, WHILE + types("T", "DT_FLOAT") + func("cond", "yes") + func("body", "none") + "}", InvalidTypeError, "'body' of op 'While'"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLERS)
def test_bad_callers(name: str) -> None:
    library, caller, kind, sentence = CALLERS[name]
    with pytest.raises(kind, match=sentence):
        run(library, caller, {"p:0": True} if "'If'" in caller else None)


def test_a_condition_that_is_a_text_or_a_vector() -> None:
    """TensorFlow's rule: texts that are not empty, numbers that are not 0, arrays that have elements."""
    caller = WHILE + types("T", "DT_FLOAT") + func("cond", "f") + func("body", "zero") + "}"
    zero = function(node("n", "Sub", "a", "a"), "ret { key: 'r' value: 'n:z:0' }", name="zero")
    assert run(function() + zero, caller) == 0


def test_a_loop_whose_shape_is_not_as_promised() -> None:
    shapes = "attr { key: 'output_shapes' value { list { shape { dim { size: 3 } } } } }"
    with pytest.raises(InvalidArgumentError, match="output_shapes"):
        run(YES + function(), WHILE + types("T", "DT_FLOAT") + func("cond", "yes") + func("body", "f") + shapes + "}")


def test_another_function_of_the_same_name() -> None:
    with go.Graph().as_default() as graph:
        go.import_graph_def(f"library {{ {function()} }}", name="")
        go.import_graph_def(f"library {{ {function()} }}", name="")
        with pytest.raises(AlreadyExistsError, match="another 'f'"):
            go.import_graph_def(f"library {{ {function(NEG)} }}", name="")
        assert list(graph.functions) == ["f"]


@pytest.mark.parametrize("names", [("x", "x_1", "x_2"), ("x_1", "x", "x_2"), ("x_2", "x_1", "x")])
def test_names_of_arguments_and_nodes_stay_apart(names: tuple[str, ...], tmp_path: Any) -> None:
    """Arguments are written in lower case; a node whose name they take gets another name, which is unique."""
    with go.Graph().as_default() as graph:
        body = BodyGraph(graph)
        with body.as_default():
            argument = body.argument(go.float32, go.TensorShape(()), "X")
            one = go.raw_ops.Mul(x=argument, y=2.0, name=names[0])
            two = go.raw_ops.AddV2(x=one, y=1.0, name=names[1])
            three = go.raw_ops.Mul(x=two, y=two, name=names[2])
        name = body.function("F", [argument], [three]).name
        go.raw_ops.PartitionedCall(args=[np.float32(3)], Tout=["float"], f=name, name="y")
        go.save_graph(graph, tmp_path / "g.pb")
    with go.Session(go.load_graph(tmp_path / "g.pb")) as session:
        assert session.run("y:0") == 49


def test_gradients_of_bad_functions() -> None:
    for library, kind, _ in BAD.values():
        if kind is None or "signature" not in library:
            continue
        with go.Graph().as_default():
            try:
                x, y = go.import_graph_def(X + f"library {{ {library} }} " + call(), return_elements=["x:0", "y:0"])
                go.gradients(y, x)
            except GraphopsError:
                continue
