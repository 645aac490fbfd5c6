"""What optimizers build, and what a step reads and changes."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go


@pytest.fixture
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def test_what_an_optimizer_builds(graph):
    w = go.Variable([1.0, 2.0], name="w")
    with go.name_scope("s"):
        b = go.Variable(np.float32(3), name="b")
    step = go.Variable(0, trainable=False, name="step")
    adam = go.train.AdamOptimizer(0.1)
    with go.name_scope("ignored"):  # slots are made at the root
        node = adam.minimize(w * b, global_step=step, name="train")
    assert isinstance(node, go.Node)
    assert node.name == "ignored/train"
    assert node.type == "AssignAddVariableOp"
    assert [v.op.name for v in go.global_variables()[3:]] == [
        "ignored/beta1_power", "ignored/beta2_power", "w/Adam", "w/Adam_1", "s/b/Adam", "s/b/Adam_1",
    ]  # fmt: skip
    assert go.trainable_variables() == [w, b]
    assert graph.get_collection("train_op") == [node]
    assert adam.get_slot_names() == ["m", "v"]
    assert adam.get_slot(w, "m").op.name == "w/Adam"
    assert adam.get_slot(w, "missing") is None
    assert len(adam.variables()) == 6
    names = {n.name for n in graph.nodes}
    assert {"ignored/train/update_w/ResourceApplyAdam", "ignored/train/update_s/b/ResourceApplyAdam"} <= names
    assert {"ignored/train/learning_rate", "ignored/train/update"} <= names
    updates = [graph.node(f"ignored/train/update_{name}/ResourceApplyAdam") for name in ("w", "s/b")]
    for power in ("beta1_power", "beta2_power"):  # they change when every update has read them
        (assign,) = [
            n
            for n in graph.nodes
            if n.name.startswith("ignored/train/Assign") and n.inputs[0].name == f"ignored/{power}:0"
        ]
        assert set(updates) <= set(assign.inputs[1].node.inputs[0].node.control_inputs)
    second = go.train.MomentumOptimizer(0.1, 0.9).minimize(w * b)
    assert (second.name, second.type) == ("Momentum", "NoOp")
    assert go.global_variables()[-2].op.name == "w/Momentum"
    count = len(go.global_variables())
    adam.minimize(w * 2.0)  # the slots are there already
    assert len(go.global_variables()) == count


def test_compute_and_apply(graph):
    w, b, unused = go.Variable([1.0, 2.0]), go.Variable(3.0), go.Variable(4.0)
    optimizer = go.train.GradientDescentOptimizer(go.placeholder(go.float64, [], name="rate"))
    pairs = optimizer.compute_gradients(w * b)
    assert [variable for _, variable in pairs] == [w, b, unused]
    assert pairs[2][0] is None
    clipped = [(None if g is None else go.raw_ops.ClipByValue(
        t=g, clip_value_min=-1.0, clip_value_max=1.0), v) for g, v in pairs]  # fmt: skip
    step = optimizer.apply_gradients(clipped)
    with go.Session() as session:
        session.run(go.global_variables_initializer())
        session.run(step, {"rate:0": 0.5})
        assert session.run(w).tolist() == [0.5, 1.5]
        assert session.run([b, unused]) == [2.5, 4.0]
    (only,) = optimizer.compute_gradients(w * b, b, grad_loss=[10.0, 1.0])
    with go.Session() as session:
        session.run(go.global_variables_initializer())
        assert session.run(only[0]) == 12.0


def test_numbers_may_be_functions_and_variables(graph):
    rate = go.Variable(0.5, trainable=False)
    w = go.Variable(np.float64(1.0))
    first = go.train.GradientDescentOptimizer(rate).minimize(w)
    second = go.train.GradientDescentOptimizer(lambda: 0.25).minimize(w)
    with go.Session() as session:
        session.run(go.global_variables_initializer())
        session.run(first)
        assert session.run(w) == 0.5
        session.run(second)
        assert session.run(w) == 0.25


def test_a_step_uses_the_values_from_before_it(graph):
    """The gradient of each variable needs the other one's value, which the same run changes."""
    a, b = go.Variable(2.0), go.Variable(3.0)
    loss = a * b
    step = go.train.GradientDescentOptimizer(1.0).minimize(loss)
    with go.Session() as session:
        session.run(go.global_variables_initializer())
        assert session.run([step, loss]) == [None, 6.0]
        assert session.run([a, b]) == [-1.0, 1.0]


def test_slots_of_variables_whose_shape_is_not_known(graph):
    w = go.Variable(np.ones(3), shape=[None])
    step = go.train.MomentumOptimizer(1.0, 0.5).minimize(w * 1.0)
    with go.Session() as session:
        session.run(go.global_variables_initializer())
        session.run(step)
        session.run(step)
        assert session.run(w).tolist() == [-1.5] * 3
