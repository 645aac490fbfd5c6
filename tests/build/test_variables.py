"""``Variable``: its name, its value and its gradients; and whose variables a Session has."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import FailedPreconditionError
from tests.session.in_threads import in_threads


@pytest.fixture
def graph():
    with go.Graph().as_default() as graph:
        yield graph


# -- sessions -------------------------------------------------------------------------------------------------------


def test_sessions_keep_variables_apart_unless_they_share_them(graph):
    w = go.Variable(1.0, name="w")
    first, second = go.Session(), go.Session()
    third = go.Session(variables=first.variables)
    first.run(w.initializer)
    with pytest.raises(FailedPreconditionError):
        second.run(w)
    third.run(w.assign(5.0))
    assert first.run(w) == 5.0
    assert first.variables["w"] == 5.0
    first.close()
    assert third.run(w) == 5.0


def test_nodes_of_one_shared_name_are_one_variable(graph):
    r = go.raw_ops
    first, second = (r.VarHandleOp(dtype="float32", shape=[], shared_name="s") for _ in range(2))
    own, other = (r.VarHandleOp(dtype="float32", shape=[], name="own") for _ in range(2))
    with go.Session() as session:
        session.run(r.AssignVariableOp(resource=first, value=2.0))
        assert session.run(r.ReadVariableOp(resource=second, dtype="float32")) == 2.0
        session.run([r.AssignVariableOp(resource=own, value=3.0), r.AssignVariableOp(resource=other, value=4.0)])
        assert dict(session.variables) == {"s": 2.0, "own": 3.0, "own_1": 4.0}
        assert session.run(own).name == "own"


def test_a_fetch_shares_no_memory_with_a_variable(graph):
    w = go.Variable([1.0, 2.0], name="w")
    same = go.raw_ops.Identity(input=w)
    with go.Session() as session:
        session.run(w.initializer)
        for value in session.run([w, same, w.initial_value]):
            value[:] = 9
        assert session.run(w).tolist() == [1, 2]
        fed = np.array([5, 6], np.float32)
        p = go.placeholder(go.float32, [2])
        assign = w.assign(p)
        session.run(assign, {p: fed})
        fed[:] = 0
        assert session.run(w).tolist() == [5, 6]
        session.run(w.initializer)
        session.run(w.assign_add([1.0, 1.0]))
        assert session.run(w.initial_value).tolist() == [1, 2]  # the constant was not changed


def test_eight_threads_lose_no_addition(graph):
    w = go.Variable(np.int64(0), name="w")
    add = w.assign_add(np.int64(1), read_value=False)
    session = go.Session()
    session.run(w.initializer)
    in_threads(8, lambda number: [session.run(add) for _ in range(1000)])
    assert session.run(w) == 8000


def test_a_handle_can_be_fed(graph):
    first, second = (go.Variable(value, name=name) for name, value in (("a", 1.0), ("b", 2.0)))
    node = go.raw_ops.ReadVariableOp(resource=first.handle, dtype="float32")
    with go.Session() as session:
        session.run(go.global_variables_initializer())
        assert session.run(node, {first.handle: session.run(second.handle)}) == 2.0


# -- Variable -------------------------------------------------------------------------------------------------------


def test_names_are_tensorflows(graph):
    w = go.Variable([1.0, 2.0], name="w")
    with go.name_scope("s"):
        b = go.Variable(np.float32(3), name="b")
    unnamed = go.Variable(1)
    again = go.Variable(1, name="w")
    assert [node.name for node in graph.nodes[:5]] == [
        "w/Initializer/initial_value",
        "w",
        "w/IsInitialized/VarIsInitializedOp",
        "w/Assign",
        "w/Read/ReadVariableOp",
    ]
    assert [v.name for v in go.global_variables()] == ["w:0", "s/b:0", "Variable:0", "w_1:0"]
    assert w.initializer.name == "w/Assign"
    assert b.op.get_attr("shared_name") == "s/b"
    assert go.global_variables_initializer().name == "init"
    assert (unnamed.dtype, again.op.type) == (go.int32, "VarHandleOp")
    assert repr(w) == "<graphops.Variable 'w:0' shape=(2,) dtype=float32>"


def test_what_a_variable_is(graph):
    w = go.Variable([1, 2], dtype="float64", shape=[None], trainable=False, name="w")
    assert (w.dtype, w.shape, w.get_shape(), w.trainable) == (go.float64, (None,), (None,), False)
    assert (w.graph, w.device, w.handle.dtype) == (graph, "", go.resource)
    assert w.value().shape == (None,)
    assert go.trainable_variables() == []
    assert go.global_variables() == [w]
    calls = []
    made = go.Variable(lambda: calls.append(1) or [[1.0]], name="made")
    assert calls == [1]
    assert go.trainable_variables() == [made]
    copy = go.Variable(w, name="copy")
    with go.Session() as session:
        assert not session.run(w.is_initialized())
        session.run(go.variables_initializer([w]))
        assert session.run(w.is_initialized())
        session.run(copy.initializer)
        assert session.run(copy).tolist() == [1, 2]
        assert w.eval().tolist() == [1, 2]
        session.run(w.assign([1.0, 2.0, 3.0]))
        assert session.run(w).shape == (3,)


def test_a_variable_stands_for_its_value(graph):
    w = go.Variable([1.0, 2.0], name="w")
    count = len(graph)
    nodes = [w + 1.0, 2.0 * w, w * w, -w, w[0], w > 1.0, go.raw_ops.Square(x=w)]
    assert all(node.type != "ReadVariableOp" for node in graph.nodes[count:])  # one node reads for all of them
    with go.Session() as session:
        session.run(w.initializer)
        values = session.run(nodes)
        assert [np.asarray(value).tolist() for value in values] == [
            [2, 3], [2, 4], [1, 4], [-1, -2], 1, [False, True], [1, 4],
        ]  # fmt: skip
        assert session.run({"w": w}, {w: [5.0, 6.0]})["w"].tolist() == [5, 6]


def test_a_run_sees_the_value_before_its_changes_unless_it_says_otherwise(graph):
    w = go.Variable(1.0, name="w")
    new = w.assign(10.0)
    plain = w + 0.0
    with go.control_dependencies([new]):
        after = w + 0.0
    with go.Session() as session:
        session.run(w.initializer)
        assert session.run([plain, new, after]) == [1.0, 10.0, 10.0]
        assert session.run([plain, w]) == [10.0, 10.0]
        node = w.assign_sub(4.0, read_value=False)
        assert session.run(node) is None
        assert session.run(w.read_value()) == 6.0
        assert session.run(w.assign_add(1)) == 7.0


def test_a_variable_does_not_depend_on_where_it_is_made(graph):
    bomb = go.raw_ops.Identity(input=go.placeholder(go.float32))
    with go.control_dependencies([bomb]):
        w = go.Variable(1.0)
    assert all(not node.control_inputs for node in graph.nodes if node.name.startswith("Variable"))
    with go.Session() as session:
        session.run(w.initializer)
    other = go.Graph()
    with other.as_default():
        pass
    x = go.constant(2.0)
    with other.as_default():
        assert go.Variable(x).graph is graph


def test_gradients_of_variables(graph):
    w, unused = go.Variable([1.0, 2.0]), go.Variable(1.0)
    loss = w * w * 3.0
    dw, nothing = go.gradients(loss, [w, unused])
    assert nothing is None
    (by_handle,) = go.gradients(loss, [w.handle])
    with go.Session() as session:
        session.run(w.initializer)
        assert session.run(dw).tolist() == [6, 12]
        assert session.run(by_handle).tolist() == [6, 12]
