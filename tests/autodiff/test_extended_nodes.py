"""What gradients add to nodes that call functions: nothing for those who do not take it, and nothing half-done."""

import threading

import numpy as np
import pytest

import graphops as go
from graphops.train import AdamOptimizer
from graphops_registry.errors import ResourceExhaustedError

raw = go.raw_ops


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def loop(x, turns=50):
    return go.while_loop(lambda i, s: i < turns, lambda i, s: (i + 1, raw.Sin(x=s) * x), [0, x])[1]


def test_a_forward_run_keeps_nothing_for_gradients() -> None:
    """50 turns of 8 kB each: with a limit of 100 kB the loop runs, its gradient does not."""
    x = go.placeholder(go.float64, (1000,))
    y = loop(x)
    slope = go.gradients(y, x)[0]
    value = np.linspace(0, 1, 1000)
    with go.Session(config=go.SessionConfig(memory_limit=100_000)) as session:
        assert session.run(y, {x: value}).shape == (1000,)
        with pytest.raises(ResourceExhaustedError, match="TensorListPushBack"):
            session.run(slope, {x: value})
        assert session.run(y, {x: value}).shape == (1000,)
    with go.Session() as session:
        together, alone = session.run([y, slope], {x: value}), session.run(y, {x: value})
        np.testing.assert_array_equal(together[0], alone)


def test_stacks_count_as_long_as_they_keep() -> None:
    x = go.placeholder(go.float64, (1000,))
    stack = raw.StackV2(max_size=-1, elem_type="float64")
    elements = []
    last = x
    for _ in range(20):
        with go.control_dependencies([last]):
            last = raw.StackPushV2(handle=stack, elem=x + 1.0)
        elements.append(last)
    with go.Session(config=go.SessionConfig(memory_limit=60_000)) as session, pytest.raises(ResourceExhaustedError):
        session.run(last, {x: np.zeros(1000)})


def test_differentiating_while_others_run() -> None:
    x = go.placeholder(go.float64, ())
    y = go.cond(x > 0.0, lambda: loop(x, 5), lambda: -x)
    session = go.Session()
    expected = session.run(y, {x: 0.5})
    wrong: list[object] = []

    def run() -> None:
        for _ in range(60):
            try:
                if session.run(y, {x: 0.5}) != expected:
                    wrong.append("another value")
            except Exception as error:
                wrong.append(error)

    def differentiate(graph: go.Graph) -> None:
        with graph.as_default():
            for _ in range(6):
                try:
                    go.gradients(y, x)
                except Exception as error:
                    wrong.append(error)

    graph = y.graph
    threads = [threading.Thread(target=run) for _ in range(3)]
    threads += [threading.Thread(target=differentiate, args=(graph,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_an_optimizer_in_a_loop() -> None:
    """Ten steps of Adam in one run give what ten runs of one step give."""
    found = []
    for in_loop in (True, False):
        with go.Graph().as_default():
            w = go.Variable(np.ones(3), name="w")
            optimizer = AdamOptimizer(0.1)

            def step(w: go.Variable = w, optimizer: AdamOptimizer = optimizer) -> go.Node:
                return optimizer.minimize(raw.Sum(input=raw.Square(x=w - 2.0), axis=[0]), var_list=[w])

            def body(i: go.Tensor) -> go.Tensor:
                with go.control_dependencies([step()]):
                    return i + 1

            run = go.while_loop(lambda i: i < 10, body, [0]) if in_loop else step()
            with go.Session() as session:
                session.run(go.global_variables_initializer())
                for _ in range(1 if in_loop else 10):
                    session.run(run)
                found.append(session.variables.snapshot())
    scope = {"beta1_power": "while/", "beta2_power": "while/"}  # made in the loop's scope, as TensorFlow names them
    assert found[0].keys() == {scope.get(name, "") + name for name in found[1]}
    for name, value in found[1].items():
        np.testing.assert_array_equal(value, found[0][scope.get(name, "") + name])


def test_kept_bools_have_no_gradient() -> None:
    """The third derivative goes through a list of what a condition was."""
    x = go.placeholder(go.float64, ())
    y = go.while_loop(
        lambda i, s: i < 3,
        lambda i, s: (i + 1, go.cond(s > 0.0, lambda: s * x * x, lambda: s - x)),
        [0, raw.Identity(input=x)],
    )[1]  # x ** 7
    slope = y
    with go.Session() as session:
        for order, factor in ((1, 7.0), (2, 42.0), (3, 210.0)):
            slope = go.gradients(slope, x)[0]
            np.testing.assert_allclose(session.run(slope, {x: 1.5}), factor * 1.5 ** (7 - order), rtol=1e-12)
