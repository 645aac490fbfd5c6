"""merge_common: which nodes are equal, bit for bit, and that two effects never become one."""

from __future__ import annotations

import math

import numpy as np
import pytest

import graphops as go
from graphops.plan.passes.optimise import PASSES
from graphops_registry.errors import InvalidArgumentError
from tests.plan.rewritten import ops, rewritten, same_with_passes

raw = go.raw_ops
MERGE = ("merge_common",)


@pytest.fixture(autouse=True)
def _graph():
    with go.Graph().as_default():
        yield


@pytest.fixture
def x():
    return go.placeholder(go.float32, (2, 3), name="x")


def test_equal_nodes_are_one(x):
    a, b = raw.Sin(x=x), raw.Sin(x=x)
    y = raw.Mul(x=a, y=b)
    found = rewritten([y], [x], MERGE)
    assert ops(found) == ["Sin", "Mul"]
    assert found.source[b] is a
    assert found.notes == ("Sin_1 -> Sin (the same Sin)",)
    value = same_with_passes(y, {x: np.full((2, 3), 0.5)})
    np.testing.assert_allclose(value, math.sin(0.5) ** 2, rtol=1e-6)


def test_whole_expressions_are_one(x):
    def expression():
        return raw.Tanh(x=raw.AddV2(x=raw.Exp(x=x), y=go.constant(1.0)))

    fetches = [expression(), raw.Neg(x=expression()), expression()]
    found = rewritten(fetches, [x], MERGE)
    assert sorted(ops(found)) == ["AddV2", "Exp", "Neg", "Tanh"]
    assert [node.type for node in found.nodes].count("Const") == 1
    same_with_passes(fetches, {x: np.ones((2, 3))})


def test_both_fetched_values_are_the_callers_own(x):
    a, b = raw.Sin(x=x), raw.Sin(x=x)
    with go.Session() as session:
        first, second = session.run([a, b], {x: np.ones((2, 3))})
        first[:] = 7
        assert second[0, 0] == np.sin(np.float32(1))


def test_attrs_must_be_equal(x):
    fetches = [
        raw.LeakyRelu(features=x, alpha=0.1),
        raw.LeakyRelu(features=x, alpha=0.2),
        raw.LeakyRelu(features=x, alpha=0.1),
        raw.Cast(x=x, DstT=go.int32),
        raw.Cast(x=x, DstT=go.int64),
        raw.Sum(input=x, axis=[0]),
        raw.Sum(input=x, axis=[0], keep_dims=True),
    ]
    found = rewritten(fetches, [x], MERGE)
    assert len(ops(found)) == 6
    same_with_passes(fetches, {x: [[-1, 2, -3], [4, -5, 6]]})


def test_shapes_that_a_file_states_are_no_difference(x):
    a, b = raw.Sin(x=x), raw.Sin(x=x)
    raw.Mul(x=a, y=b, name="y")
    stated = go.get_default_graph().as_graph_def(add_shapes=True)
    assert all("_output_shapes" in node.attr for node in stated.node)
    with go.Graph().as_default() as graph:
        go.import_graph_def(stated, name="")
        found = rewritten([graph.tensor("y:0")], [graph.tensor("x:0")], MERGE)
    assert ops(found) == ["Sin", "Mul"]


def test_zeros_of_both_signs_differ(x):
    fetches = [
        raw.LeakyRelu(features=x, alpha=0.0),
        raw.LeakyRelu(features=x, alpha=-0.0),
        raw.Div(x=x, y=go.constant(0.0)),
        raw.Div(x=x, y=go.constant(-0.0)),
    ]
    assert len(ops(rewritten(fetches, [x], MERGE))) == 4
    values = same_with_passes(fetches, {x: np.full((2, 3), -2.0)})
    assert [value[0, 0] for value in values[2:]] == [-math.inf, math.inf]


def test_nan_attrs_are_equal(x):
    fetches = [raw.LeakyRelu(features=x, alpha=float("nan")) for _ in range(2)]
    assert len(ops(rewritten(fetches, [x], MERGE))) == 1


def test_constants_by_their_bits():
    nan, other = np.array([0x7FC00000, 0x7FC00001], np.uint32).view(np.float32)
    values = [nan, nan, other, np.float32(0), np.float32(-0.0), np.int32(0), np.zeros(1, np.float32)]
    constants = [go.constant(value) for value in values]
    found = rewritten(constants, [], MERGE)
    assert len(found.nodes) == 6
    assert found.source == {constants[1]: constants[0]}
    same_with_passes(constants)


def test_constants_of_equal_bytes_and_other_dtypes():
    constants = [go.constant(np.zeros(2, dtype)) for dtype in (np.int32, np.float32, np.uint32)]
    constants.append(go.constant([False] * 8))
    assert len(rewritten(constants, [], MERGE).nodes) == 4
    same_with_passes(constants)


def test_fetched_constants_are_kept():
    a, b = go.constant(1.0), go.constant(1.0)
    c = raw.Neg(x=b)
    found = rewritten([a.node, b.node, c], [], PASSES)
    assert found.nodes == [a.node, b.node]
    assert found.values[c] == -1


def test_a_constant_that_is_fed_and_fetched_as_a_node():
    a = go.constant(1.0)
    assert same_with_passes([a.node, raw.Neg(x=a)], {a: 5.0}) == [None, -5.0]


def test_constants_on_devices():
    a = go.constant(1.0)
    with go.get_default_graph().device("/cpu:0"):
        b, c = go.constant(1.0), go.constant(1.0)
    assert rewritten([a, b, c], [], MERGE).source == {c: b}


def test_texts():
    constants = [go.constant(value) for value in (b"a", b"a", b"b", [b"a"], [b"ab", b""], [b"a", b"b"])]
    assert len(rewritten(constants, [], MERGE).nodes) == 5
    same_with_passes(constants)


def test_large_constants_are_not_compared():
    constants = [go.constant(np.zeros(size)) for size in (1 << 13, 1 << 13, 1 << 14, 1 << 14)]
    assert len(rewritten(constants, [], MERGE).nodes) == 3


def test_computed_values_are_compared_too(x):
    """Two sizes that are computed in different ways make one node of their readers."""
    one = raw.Reshape(tensor=x, shape=raw.Pack(values=[go.constant(3), go.constant(2)]))
    two = raw.Reshape(tensor=x, shape=go.constant([3, 2]))
    three = raw.Reshape(tensor=x, shape=raw.Shape(input=go.placeholder(go.float32, (3, 2))))
    found = rewritten([one, two, three], [x, three.node.inputs[1].node.inputs[0]])
    assert ops(found) == ["Reshape"]


def test_operands_are_not_swapped(x):
    y = go.placeholder(go.float32, (2, 3))
    assert len(ops(rewritten([raw.Sub(x=x, y=y), raw.Sub(x=y, y=x)], [x, y], MERGE))) == 2


def test_outputs_of_many(x):
    first, second = (raw.Split(axis=1, value=x, num_split=3) for _ in range(2))
    y = raw.AddN(inputs=[first[0], second[1], second[2]])
    assert ops(rewritten([y], [x], MERGE)) == ["Split", "AddN"]
    assert same_with_passes(y, {x: [[1, 2, 3], [4, 5, 6]]}).tolist() == [[6], [15]]


def test_random_ops_are_never_one():
    draws = [raw.RandomUniform(shape=[3], dtype=go.float32, seed=1, seed2=2) for _ in range(2)]
    assert ops(rewritten(draws, [], MERGE)) == ["RandomUniform"] * 2
    unseeded = [raw.RandomUniform(shape=[3], dtype=go.float32) for _ in range(2)]
    with go.Session() as session:
        first, second = session.run(unseeded)
        assert first.tolist() != second.tolist()
    same_with_passes(draws, runs=3)


def test_seeded_random_ops_are(x):
    draws = [raw.StatelessRandomUniform(shape=[3], seed=[1, 2]) for _ in range(2)]
    assert ops(rewritten(draws, [], MERGE)) == ["StatelessRandomUniform"]
    same_with_passes(draws)


def test_a_fed_node_is_none_of_them(x):
    a, b, c = (raw.Sin(x=x) for _ in range(3))
    feeds = {x: np.ones((2, 3)), a: np.zeros((2, 3))}
    values = same_with_passes([a, b, c], feeds)
    assert values[0].tolist() == [[0] * 3] * 2
    assert values[1].tolist() == values[2].tolist() == [[np.sin(np.float32(1))] * 3] * 2
    assert ops(rewritten([a, b, c], [x, a], MERGE)) == ["Sin"]


def test_fetched_nodes_run_each(x):
    a, b = raw.Sin(x=x), raw.Sin(x=x)
    assert ops(rewritten([a.node, b.node], [x], MERGE)) == ["Sin", "Sin"]


def test_devices_must_be_equal(x):
    graph = go.get_default_graph()
    a = raw.Sin(x=x)
    with graph.device("/cpu:0"):
        b, c = raw.Sin(x=x), raw.Sin(x=x)
    found = rewritten([a, b, c], [x], MERGE)
    assert len(ops(found)) == 2
    assert found.source == {c: b}


def test_variables_are_read_before_and_after_an_assignment():
    graph = go.get_default_graph()
    v = go.Variable(1.0, name="v")
    before = raw.ReadVariableOp(resource=v.handle, dtype=go.float32)
    with graph.control_dependencies([before.node]):
        change = v.assign(5.0)
    with graph.control_dependencies([change]):
        after = raw.ReadVariableOp(resource=v.handle, dtype=go.float32)
    fetches = [before, after, raw.Neg(x=before), raw.Neg(x=after)]
    assert same_with_passes(fetches, before=[v.initializer]) == [1.0, 5.0, -1.0, -5.0]


def test_references_are_read_before_and_after_an_assignment():
    graph = go.get_default_graph()
    v = raw.VariableV2(shape=(2,), dtype=go.float32)
    start = raw.Assign(ref=v, value=[1.0, 2.0])
    before = raw.Identity(input=v)
    sums = [raw.AddV2(x=v, y=[10.0, 10.0])]
    with graph.control_dependencies([before.node, sums[0].node]):
        change = raw.AssignAdd(ref=v, value=[1.0, 1.0])
    with graph.control_dependencies([change.node]):
        after = raw.Identity(input=v)
        sums.append(raw.AddV2(x=v, y=[10.0, 10.0]))
    values = same_with_passes([before, after, *sums], before=[start])
    assert [value.tolist() for value in values] == [[1, 2], [2, 3], [11, 12], [12, 13]]


def test_nodes_after_different_nodes_differ(x):
    graph = go.get_default_graph()
    v = go.Variable(0.0, name="v")
    steps = [v.assign_add(1.0) for _ in range(2)]
    fetches = []
    for controls in ([steps[0]], [steps[1]], [steps[0]], [steps[1], steps[0]], [steps[0], steps[1]]):
        with graph.control_dependencies(controls):
            fetches.append(raw.Sin(x=x))
    found = rewritten(fetches, [x], MERGE)
    assert ops(found).count("Sin") == 3
    with go.Session() as session:
        session.run(v.initializer)
        session.run(fetches, {x: np.ones((2, 3))})
        assert session.run(v) == 2.0


def test_nodes_that_others_wait_for_are_not_merged(x):
    a, b = raw.Sin(x=x), raw.Sin(x=x)
    with go.get_default_graph().control_dependencies([b.node]):
        c = raw.Cos(x=x)
    assert ops(rewritten([a, c], [x], MERGE)) == ["Sin", "Sin", "Cos"]


def test_calls_of_functions_are_left(x):
    graph = go.get_default_graph()
    v = go.Variable(0.0, name="v")

    def grow():
        return v.assign_add(1.0, read_value=True)

    picked = [go.cond(raw.PlaceholderWithDefault(input=True, shape=()), grow, grow) for _ in range(2)]
    values = same_with_passes([*picked], before=[v.initializer], runs=2)
    assert sorted(float(value) for value in values) == [3.0, 4.0]
    assert graph is go.get_default_graph()


def test_a_failure_names_the_first(x):
    wrong = [raw.GatherV2(params=x, indices=go.constant([5]), axis=0) for _ in range(2)]
    assert ops(rewritten(wrong, [x], MERGE)) == ["GatherV2"]
    for passes in ((), MERGE):
        with go.Session(config=go.SessionConfig(plan_passes=passes)) as session:
            with pytest.raises(InvalidArgumentError) as caught:
                session.run(wrong, {x: np.zeros((2, 3))})
            assert any("at node GatherV2 " in note for note in caught.value.__notes__)
