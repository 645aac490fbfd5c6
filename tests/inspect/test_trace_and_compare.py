"""What a Session shows of its runs: traces, plans as Python, and the node whose kernel diverges."""

from __future__ import annotations

import json

import numpy as np
import pytest

import graphops as go
from graphops.extend import PlainKernel, register_kernel, register_op
from graphops_registry.errors import InvalidArgumentError


def add(*inputs, name=None):
    return go.raw_ops.AddN(inputs=list(inputs), name=name)


@pytest.fixture
def graph():
    graph = go.Graph()
    with graph.as_default():
        yield graph


def test_trace(graph, tmp_path):
    x = go.placeholder(go.float32)
    y = add(x, x, name="y")
    metadata = go.RunMetadata()
    with go.Session() as session:
        session.run(add(y, x), {x: [1.0]}, run_metadata=metadata)
        session.run(y, {x: [1.0]}, options=go.RunOptions(trace=False), run_metadata=metadata)
    assert [node.node for node in metadata.nodes] == ["y", "AddN"]
    first = metadata.nodes[0]
    assert first.inputs == ("float32(1,)", "float32(1,)")
    assert first.bytes == 4
    assert first.end_ns >= first.start_ns
    metadata.save(tmp_path / "trace.json")
    trace = json.loads((tmp_path / "trace.json").read_text())
    events = [event for event in trace["traceEvents"] if event["ph"] == "X"]
    assert [event["args"]["node"] for event in events] == ["y", "AddN"]
    assert all(event["dur"] >= 0 and event["ts"] >= 0 for event in events)


def test_plan_as_python_runs(graph):
    x = np.arange(32, dtype=np.float32).reshape([2] * 5)
    p = go.placeholder(go.float32, [2] * 5, name="the/input")
    y = go.raw_ops.Conv3D(input=p, filter=x, strides=[1, 2, 1, 1, 1], padding="SAME", name="class")
    (dx,) = go.gradients(y, [p], [y])
    with go.Session() as session:
        code = session.explain([dx, y], [p], as_python=True)
        expected = session.run([dx, y], {p: x})
    namespace = {}
    exec(code, namespace)  # noqa: S102 - it is our own text
    for got, want in zip(namespace["run"](x), expected, strict=True):
        np.testing.assert_array_equal(got, want)


def test_compare_finds_the_node_that_diverges(graph):
    register_op("Test>Wrong", inputs=["x: T"], outputs=["y: T"], attrs=["T: {float, double}"]).shape_rule(
        lambda c: [c.shape("x")]
    )

    @register_kernel("Test>Wrong", "CPU")
    class Plain(PlainKernel):
        def compute(self, x):
            return x * 1

    @register_kernel("Test>Wrong", "CPU", types={"T": ["float"]}, priority=3)
    class Wrong:
        def __init__(self, attrs):
            pass

        def compute(self, x):
            return x * np.float32(1.01)

    p = go.placeholder(go.float32, [3])
    fine = add(p, p, name="fine")
    bad = getattr(go.raw_ops, "Test>Wrong")(x=fine, name="bad")
    after = add(bad, fine, name="after")
    with go.Session() as session:
        report = session.compare(after, {p: [1, 2, 3]})
    assert report.first_divergent.tensor == "bad:0"
    assert report.first_divergent.relative == pytest.approx(0.01, rel=1e-3)
    assert [node.diverges for node in report.nodes] == [False, True, True]
    assert "first divergent: bad:0" in str(report)
    with go.Session() as session, pytest.raises(InvalidArgumentError, match="against must be"):
        session.compare(after, {p: [1, 2, 3]}, against="int32")


def test_a_faster_kernel_is_not_compared_with_itself(graph):
    """The fast kernel may be of any class, even one with ``xp``; a kernel with a label is never chosen by itself."""
    from graphops.extend import PlainKernel, register_kernel, register_op

    op = register_op("Test>Faster", inputs=["x: T"], outputs=["y: T"], attrs=["T: {float, double}"])
    op.shape_rule(lambda c: [c.shape("x")])

    @register_kernel("Test>Faster", "CPU")
    class Plain(PlainKernel):
        def compute(self, x):
            return x + x

    @register_kernel("Test>Faster", "CPU", priority=10)
    class Fast(PlainKernel):
        def compute(self, x):
            return x * x

    @register_kernel("Test>Faster", "CPU", priority=-1, label="other")
    class Other(PlainKernel):
        def compute(self, x):
            return x - x

    y = getattr(go.raw_ops, "Test>Faster")(x=go.placeholder(go.float64, [2], name="x"), name="bad")
    with go.Session() as session:
        for against in ("float64", "plain"):
            report = session.compare(y, {"x:0": [1.0, 3.0]}, against=against)
            assert report.first_divergent is not None
            assert report.first_divergent.relative == pytest.approx(3 / 6)
