"""Functions that call themselves, each other, or the next one twice."""

from __future__ import annotations

from typing import Any

import graphops as go
from tests.hostile.bomb import FLOAT, add, bomb, call, const, function, graph_with_x, run


@bomb
def function_that_calls_itself() -> Any:
    graph = graph_with_x()
    made = function(graph, "f")
    call(made, "c", "f", "x0")
    made.ret["r0"] = "c:output:0"
    call(graph, "y", "f", "x")
    return run(graph, "y")


@bomb
def functions_that_call_each_other() -> Any:
    graph = graph_with_x()
    for one, other in ("fg", "gf"):
        made = function(graph, one)
        call(made, "c", other, "x0")
        made.ret["r0"] = "c:output:0"
    call(graph, "y", "f", "x")
    return run(graph, "y")


@bomb
def gradient_of_a_function_that_calls_itself() -> Any:
    graph = graph_with_x()
    made = function(graph, "f")
    call(made, "c", "f", "x0")
    made.ret["r0"] = "c:output:0"
    call(graph, "y", "f", "x")
    with go.Graph().as_default():
        x, y = go.import_graph_def(graph, return_elements=["x:0", "y:0"])
        return go.gradients(y, x)


@bomb
def loop_whose_condition_is_the_loop() -> Any:
    graph = graph_with_x()
    made = function(graph, "f")
    add(made, "w", "While", "x0", T=[FLOAT], cond="f", body="f")
    made.ret["r0"] = "w:output:0"
    add(graph, "y", "While", "x", T=[FLOAT], cond="f", body="f")
    return run(graph, "y")


@bomb
def recursion_deep_in_a_stack() -> Any:
    def deeper(levels: int) -> Any:
        return deeper(levels - 1) if levels else function_that_calls_itself()

    return deeper(600)


def chain(length: int) -> Any:
    graph = graph_with_x()
    for index in range(length):
        made = function(graph, f"f{index}")
        if index + 1 < length:
            call(made, "c", f"f{index + 1}", "x0")
            made.ret["r0"] = "c:output:0"
        else:
            made.ret["r0"] = "x0"
    call(graph, "y", "f0", "x")
    return graph


@bomb
def chain_of_sixty_functions() -> Any:
    return run(chain(60), "y")


@bomb
def chain_of_three_hundred_functions() -> Any:
    return run(chain(300), "y")


@bomb
def chain_of_ten_thousand_functions() -> Any:
    return run(chain(10_000), "y")


@bomb
def gradient_of_a_chain_of_three_hundred_functions() -> Any:
    with go.Graph().as_default():
        x, y = go.import_graph_def(chain(300), return_elements=["x:0", "y:0"])
        return go.gradients(y, x)


def doubling(op: str, levels: int) -> Any:
    """Each function calls the next one twice: 2 ** levels calls."""
    graph = graph_with_x()
    add(graph, "p", "Const", dtype={"type": 10}, value={"tensor": {"dtype": 10, "bool_val": [True]}})
    for index in range(levels):
        made = function(graph, f"f{index}")
        if index + 1 == levels:
            add(made, "c", "Sin", "x0", T={"type": FLOAT})
            made.ret["r0"] = "c:y:0"
            break
        if op == "call":
            call(made, "a", f"f{index + 1}", "x0")
            call(made, "b", f"f{index + 1}", "a:output:0")
        else:
            const(made, "p", 10, (), bool_val=[True])
            for name, given in (("a", "x0"), ("b", "a:output:0")):
                add(
                    made, name, "StatelessIf", "p:output:0", given, Tcond={"type": 10}, Tin=[FLOAT], Tout=[FLOAT],
                    then_branch=f"f{index + 1}", else_branch=f"f{index + 1}",
                )  # fmt: skip
        made.ret["r0"] = "b:output:0"
    call(graph, "y", "f0", "x")
    return graph


@bomb
def doubling_calls() -> Any:
    return run(doubling("call", 40), "y", timeout=0.3)


@bomb
def doubling_conditionals() -> Any:
    return run(doubling("if", 40), "y", timeout=0.3)


@bomb
def gradient_of_doubling_calls() -> Any:
    with go.Graph().as_default():
        x, y = go.import_graph_def(doubling("call", 30), return_elements=["x:0", "y:0"])
        return go.gradients(y, x)


@bomb
def gradient_of_doubling_conditionals() -> Any:
    with go.Graph().as_default():
        x, y = go.import_graph_def(doubling("if", 30), return_elements=["x:0", "y:0"])
        return go.gradients(y, x)


@bomb
def export_of_doubling_calls() -> Any:
    with go.Graph().as_default() as graph:
        go.import_graph_def(doubling("call", 60))
        return len(graph.as_graph_def().SerializeToString())
