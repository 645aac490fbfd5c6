"""The store behind a Session, ``session.variables``, ``Variable``, initializers and what optimizers build."""

import threading
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.resources import ResourceStore
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)
from graphops_registry.resource import ResourceHandle
from graphops_registry.shape import TensorShape


def handle(name="w", shape=None, dtype="float32", container="", kind="variable"):
    return ResourceHandle(container, name, kind, as_dtype(dtype), TensorShape(shape))


def ones(*shape, dtype=np.float32):
    return np.ones(shape, dtype)


@pytest.fixture
def store():
    return ResourceStore()


@pytest.fixture
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def in_threads(count, function):
    """Run ``function(number)`` in ``count`` threads; raise what they raised."""
    errors = []

    def work(number):
        try:
            function(number)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert errors == []


# -- the store -----------------------------------------------------------------------------------------------------


def test_what_is_assigned_is_read(store):
    w = handle()
    assert not store.is_initialized(w)
    assert store.version(w) == 0
    with pytest.raises(FailedPreconditionError, match="variable 'w' must be initialised"):
        store.read(w)
    store.assign(w, ones(2))
    assert store.is_initialized(w)
    assert store.read(w).tolist() == [1, 1]
    first = store.version(w)
    store.update(w, lambda old: old + np.float32(1))
    assert store.read(w).tolist() == [2, 2]
    assert store.version(w) > first > 0


def test_published_arrays_never_change(store):
    w = handle()
    mine = ones(2)
    store.assign(w, mine)
    published = store.read(w)
    mine[:] = 7
    with pytest.raises(ValueError, match="read-only"):
        published[0] = 7
    store.update(w, lambda old: old * np.float32(3))
    assert published.tolist() == [1, 1]
    assert store.read(w).tolist() == [3, 3]
    for value in (mine[:1], mine.reshape(2, 1)):  # views of what somebody can write to
        store.assign(w, value)
        before = store.read(w).copy()
        mine += 1
        np.testing.assert_array_equal(store.read(w), before)
    closed = ones(3)
    closed.flags.writeable = False
    store.assign(w, closed)
    assert store.read(w) is closed  # nobody can write to it: no copy
    view = mine.view()
    view.flags.writeable = False
    store.assign(w, view)
    mine += 1
    assert store.read(w)[0] == mine[0] - 1


def test_results_of_updates_are_closed_even_when_they_are_views_or_scalars(store):
    w = handle(shape=())
    store.assign(w, np.float32(1))
    store.update(w, lambda old: old + np.float32(1))  # NumPy gives a scalar
    assert isinstance(store.read(w), np.ndarray)
    assert store.read(w) == 2
    big, v = ones(4), handle("v")
    store.assign(v, big)
    store.update(v, lambda old: big[:2])
    big[:] = 9
    assert store.read(v).tolist() == [1, 1]


def test_dtype_and_shape_are_kept(store):
    w = handle(shape=(None, 2))
    with pytest.raises(InvalidArgumentError, match=r"the value of variable 'w' must have shape \(\?, 2\), got \(2,\)"):
        store.assign(w, ones(2))
    assert not store.is_initialized(w)
    with pytest.raises(InvalidTypeError, match="must have dtype float32, got int32"):
        store.assign(w, ones(2, 2, dtype=np.int32))
    store.assign(w, ones(3, 2))
    version = store.version(w)
    with pytest.raises(InvalidArgumentError, match="must have shape"):
        store.update(w, lambda old: ones(2))
    with pytest.raises(
        InvalidTypeError, match="must have the dtype that it was made with, float32, got a handle of int"
    ):
        store.read(handle(dtype="int32"))
    with pytest.raises(InvalidArgumentError, match=r"must have shape \(4, 2\), got \(3, 2\)"):
        store.read(handle(shape=(4, 2)))
    with pytest.raises(InvalidArgumentError, match="must have shape"):
        store.assign(handle(), ones(7))  # another handle that says less
    assert store.version(w) == version
    with pytest.raises(InvalidArgumentError, match="through its own handle, got that of stack 'w'"):
        store.read(handle(kind="stack"))


def test_an_update_that_fails_changes_nothing_and_locks_nothing(store):
    w = handle()
    store.assign(w, ones(2))
    version = store.version(w)

    def fail(old):
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            store.update(w, fail)
    assert store.version(w) == version


def test_several_variables_change_together_or_not_at_all(store):
    a, b = handle("a"), handle("b")
    store.assign(a, ones(2))
    store.assign(b, ones(3))
    store.update_all([b, a], lambda x, y: (x + np.float32(1), None))
    assert store.read(a).tolist() == [1, 1]
    assert store.read(b).tolist() == [2, 2, 2]
    with pytest.raises(InvalidTypeError):
        store.update_all([a, b], lambda x, y: (x * np.float32(5), y.astype(np.float64)))
    assert store.read(a).tolist() == [1, 1]
    with pytest.raises(InvalidArgumentError, match="must be different ones"):
        store.update_all([a, a], lambda x, y: (x, y))
    with pytest.raises(FailedPreconditionError, match="'c' must be initialised"):
        store.update_all([a, handle("c")], lambda x, y: (x, y))


def test_containers_are_apart(store):
    store.assign(handle(), ones(1))
    store.assign(handle(container="other"), ones(2))
    assert store.variables.keys() == {"w", "other:w"}
    assert store.variables["other:w"].shape == (2,)
    assert store.lookup("other:w").container == "other"


def test_destroying(store):
    w = handle()
    store.destroy(w)
    with pytest.raises(NotFoundError, match="variable 'w' must exist to be destroyed"):
        store.destroy(w, ignore_missing=False)
    store.assign(w, ones(2))
    version = store.version(w)
    store.destroy(w, ignore_missing=False)
    assert not store.is_initialized(w)
    store.assign(handle(dtype="int32"), ones(3, dtype=np.int32))  # the name is free again
    assert store.version(w) > version  # and its versions go on


def test_bytes_and_other_state(store):
    store.assign(handle(), ones(10))
    store.assign(handle("v", dtype="float64"), ones(3, dtype=np.float64))
    assert store.bytes == store.variables.nbytes == 64
    made = []
    in_threads(8, lambda number: made.append(store.state(("counter", "n"), lambda: [0])))
    assert all(state is made[0] for state in made)
    assert store.state(("counter", "m"), lambda: [0]) is not made[0]


def test_threads_lose_nothing(store):
    a, b = handle("a", dtype="int64"), handle("b", dtype="int64")
    for h in (a, b):
        store.assign(h, np.zeros(2, np.int64))

    def work(number):
        pair = [a, b] if number % 2 else [b, a]
        for _ in range(500):
            store.update(a, lambda old: old + 1)
            store.update_all(pair, lambda x, y: (x + 1, y + 1))

    in_threads(8, work)
    assert store.read(a).tolist() == [8000, 8000]
    assert store.read(b).tolist() == [4000, 4000]


# -- session.variables ---------------------------------------------------------------------------------------------


def test_variables_are_a_mapping(store):
    variables = store.variables
    assert len(variables) == 0
    assert repr(variables) == "<graphops.Variables none>"
    store.assign(handle("b", (2,)), ones(2))
    store.assign(handle("a", (None,), "int32"), ones(1, dtype=np.int32))
    assert list(variables) == ["b", "a"]
    assert "b" in variables
    assert "b:0" in variables
    assert 3 not in variables
    assert variables.get("c") is None
    value = variables["b:0"]
    value[:] = 9  # the reader's own
    assert variables["b"].tolist() == [1, 1]
    assert repr(variables) == "<graphops.Variables b: float32(2,), a: int32(1,)>"
    with pytest.raises(NotFoundError, match="variable 'bb' must be initialised, got no such variable"):
        variables["bb"]


def test_setting_variables(store):
    variables = store.variables
    store.assign(handle("w", (None, 2)), ones(1, 2))
    version = store.version(handle("w"))
    variables["w"] = [[1, 2], [3, 4]]
    assert variables["w"].tolist() == [[1, 2], [3, 4]]
    assert variables["w"].dtype == np.float32
    assert store.version(handle("w")) > version
    variables["w:0"] = np.zeros((1, 2))  # float64 rounds, as a feed does
    assert variables["w"].dtype == np.float32
    for value, kind in (
        ([1, 2], InvalidArgumentError),
        ([["a", "b"]], InvalidTypeError),
        ([[1j, 0]], InvalidTypeError),
    ):
        with pytest.raises(kind, match="value of variable 'w' must have"):
            variables["w"] = value
    with pytest.raises(NotFoundError, match="did you mean 'w'"):
        variables["w2"] = [[1, 2]]
    with pytest.raises(InvalidTypeError, match="must be a string"):
        variables.restore({3: 4})


def test_snapshots(store):
    variables = store.variables
    store.assign(handle("a"), ones(2))
    store.assign(handle("b", container="c"), ones(3))
    before = variables.snapshot()
    with pytest.raises(ValueError, match=r"read-only|WRITEABLE"):
        before["a"].flags.writeable = True
    store.update(handle("a"), lambda old: old + np.float32(1))
    assert before["a"].tolist() == [1, 1]
    variables.restore(before)
    assert variables["a"].tolist() == [1, 1]
    with pytest.raises(InvalidTypeError):  # all or nothing
        variables.restore({"a": ones(2) * 5, "c:b": np.array(["text"])})
    assert variables["a"].tolist() == [1, 1]
    fresh = ResourceStore()
    fresh.variables.restore(before)
    assert fresh.variables.keys() == {"a", "c:b"}
    assert fresh.read(handle("b", container="c")).tolist() == [1, 1, 1]
    with pytest.raises(InvalidArgumentError, match=r"must have shape \(5,\)"):
        fresh.read(handle("a", (5,)))


def test_restoring_stands_in_for_initialising(graph):
    w = go.Variable([1.0, 2.0], name="w")
    with go.Session() as session:
        session.run(w.initializer)
        session.run(w.assign_add([1.0, 1.0]))
        saved = session.variables.snapshot()
    with go.Session() as session:
        session.variables.restore(saved)
        assert session.run(w).tolist() == [2, 3]
        with pytest.raises(InvalidArgumentError):  # from now on the shape is the declared one
            session.variables["w"] = [1.0]


# -- sessions ------------------------------------------------------------------------------------------------------


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


# -- Variable ------------------------------------------------------------------------------------------------------


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


# -- optimizers ----------------------------------------------------------------------------------------------------


def test_what_an_optimizer_builds(graph):
    w = go.Variable([1.0, 2.0], name="w")
    with go.name_scope("s"):
        b = go.Variable(np.float32(3), name="b")
    step = go.Variable(0, trainable=False, name="step")
    adam = go.train.AdamOptimizer(0.1)
    with go.name_scope("ignored"):  # variables are made at the root
        node = adam.minimize(w * b, global_step=step, name="train")
    assert isinstance(node, go.Node)
    assert node.name == "ignored/train"
    assert node.type == "AssignAddVariableOp"
    assert [v.op.name for v in go.global_variables()[3:]] == [
        "beta1_power", "beta2_power", "w/Adam", "w/Adam_1", "s/b/Adam", "s/b/Adam_1",
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
            n for n in graph.nodes if n.name.startswith("ignored/train/Assign") and n.inputs[0].name == f"{power}:0"
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


def test_an_interrupted_update_of_several_changes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops import resources

    published = resources._Variable.publish
    with go.Graph().as_default(), go.Session() as session:
        session.variables.restore({"a": np.float32(1), "b": np.float32(2)})
        calls = []

        def publish(self: Any, *arguments: Any) -> None:
            calls.append(self)
            if len(calls) == 2:
                raise KeyboardInterrupt
            published(self, *arguments)

        monkeypatch.setattr(resources._Variable, "publish", publish)
        with pytest.raises(KeyboardInterrupt):
            session.variables.restore({"a": np.float32(3), "b": np.float32(4)})
        monkeypatch.undo()
        assert dict(session.variables.snapshot()) == {"a": 1, "b": 2}
        session.variables.restore({"a": np.float32(5)})  # and no lock stays taken
        assert session.variables["a"] == 5


def test_restore_waits_for_an_update() -> None:
    """An update that has read the old value must not overwrite what is restored meanwhile."""
    begun, go_on = threading.Event(), threading.Event()
    with go.Graph().as_default(), go.Session() as session:
        session.variables.restore({"a": np.float32(1)})
        store = session.variables.store

        def slow(value: Any) -> Any:
            begun.set()
            assert go_on.wait(60)
            return value + np.float32(1)

        update = threading.Thread(target=store.update, args=(store.lookup("a"), slow))
        update.start()
        assert begun.wait(60)
        restore = threading.Thread(target=session.variables.restore, args=({"a": np.float32(10)},))
        restore.start()
        restore.join(0.3)
        go_on.set()
        update.join()
        restore.join()
        assert session.variables["a"] == 10
