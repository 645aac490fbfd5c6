"""Weights that a run changes are not prepared for the next one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r


def steps_that_stay(fetches: Any) -> dict[str, bool]:
    """By name of node, of the products in a plan."""
    with go.Session() as session:
        plan = session._plan(tuple(fetches), ())
        return {step.node.name: step.operands_stay for step in plan.steps if step.node.type == "MatMul"}


def resource_variable(name: str) -> tuple[Callable[[], Any], Callable[[Any], Any]]:
    handle = r.VarHandleOp(dtype=go.float32, shape=(4, 4), shared_name=name)
    return (
        lambda: r.ReadVariableOp(resource=handle, dtype=go.float32),
        lambda value: r.AssignVariableOp(resource=handle, value=value),
    )


def reference_variable(name: str) -> tuple[Callable[[], Any], Callable[[Any], Any]]:
    variable = r.VariableV2(shape=(4, 4), dtype=go.float32, shared_name=name)
    return lambda: r.Identity(input=variable), lambda value: r.Assign(ref=variable, value=value)


@pytest.mark.parametrize("variable", [resource_variable, reference_variable])
def test_only_what_the_plan_changes_passes(variable: Any) -> None:
    with go.Graph().as_default():
        x = r.Neg(x=go.constant(np.ones((2, 4), np.float32)))
        read, write = variable("a")
        frozen, _ = variable("b")
        weight = read()
        changed = r.MatMul(a=x, b=weight, name="changed")
        r.MatMul(a=x, b=frozen(), name="frozen")
        update = write(r.Neg(x=weight))
        node = getattr(update, "node", update)
        names = ["changed", "frozen"]
        products = [changed.graph.tensor(f"{name}:0") for name in names]
        assert steps_that_stay([*products, node]) == {"changed": False, "frozen": True}
        assert steps_that_stay(products) == {"changed": True, "frozen": True}


def test_a_weight_with_many_uses_is_worth_preparing() -> None:
    with go.Graph().as_default():
        read, write = resource_variable("a")
        weight = read()
        x: Any = r.Neg(x=go.constant(np.ones((2, 4), np.float32)))
        for _ in range(4):
            x = r.MatMul(a=x, b=weight)
        update = write(r.Neg(x=weight))
        assert set(steps_that_stay([x, getattr(update, "node", update)]).values()) == {True}


def test_the_numbers_of_a_training_step() -> None:
    """The product is large enough for oneDNN, which would keep a copy of the weights in a layout of its own."""
    random = np.random.default_rng(0)
    x_value = random.standard_normal((64, 784)).astype(np.float32)
    with go.Graph().as_default():
        start = random.standard_normal((784, 256)).astype(np.float32)
        weight = go.Variable(start)
        x = go.placeholder(go.float32, (64, 784))
        step = weight.assign_sub(r.MatMul(a=x, b=r.MatMul(a=x, b=weight), transpose_a=True))
        with go.Session() as session:
            session.run(go.global_variables_initializer())
            for _ in range(4):
                session.run(step, {x: 1e-3 * x_value})
            found = session.run(weight.read_value())
    wide, small = start.astype(np.float64), 1e-3 * x_value.astype(np.float64)
    for _ in range(4):
        wide -= small.T @ (small @ wide)
    np.testing.assert_allclose(found, wide, rtol=1e-4, atol=1e-4)
