"""The store behind a Session, and ``session.variables``."""

import threading
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.session.resources import ResourceStore
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)
from graphops_registry.resource import ResourceHandle
from graphops_registry.shape import TensorShape
from tests.session.in_threads import in_threads


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
    assert store.read(w) is closed  # it is read-only, so no copy is needed
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


def test_an_interrupted_update_of_several_changes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops.session import resources

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


@pytest.mark.parametrize("held", [False, True], ids=["alone", "held"])
@pytest.mark.parametrize("rows", [False, True], ids=["the value", "rows of it"])
def test_a_value_stays_when_an_update_in_place_is_interrupted(
    held: bool, rows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the worst moment: after the value was hidden, and before it is shown again."""
    from graphops.session import resources

    with go.Graph().as_default(), go.Session() as session:
        session.variables.restore({"a": np.array([[1], [2]], np.float32)})
        store = session.variables.store
        handle = store.lookup("a")
        keeps = session.variables.snapshot() if held else None

        def change(old: Any, new: Any) -> None:
            new[0][...] = old[0] + 1

        def update() -> None:
            if rows:
                ids = np.array([0, 1])
                store.update_rows(handle, lambda value: (value, ids, value + np.float32(1)))
            else:
                store.update_in_place([handle], [True], change)

        def show(*_: Any) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as during:
            during.setattr(resources._Variable, "show", show)
            with pytest.raises(KeyboardInterrupt):
                update()
        before = session.variables["a"].copy()
        assert before.tolist() == ([[1], [2]] if held else [[2], [3]])
        update()
        assert session.variables["a"].tolist() == (before + 1).tolist()
        update()
        assert session.variables["a"].tolist() == (before + 2).tolist()
        assert keeps is None or keeps["a"].tolist() == [[1], [2]]


def test_values_are_read_together_while_an_update_begins_after_an_interrupted_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever reads several values must not wait for a variable's lock: its owner waits for the readers' one."""
    from graphops.session import resources

    def show(*_: Any) -> None:
        raise KeyboardInterrupt

    with go.Graph().as_default(), go.Session() as session:
        session.variables.restore({"a": np.array([1, 2], np.float32)})
        store = session.variables.store
        handle = store.lookup("a")
        with monkeypatch.context() as during:
            during.setattr(resources._Variable, "show", show)
            with pytest.raises(KeyboardInterrupt):
                store.update_in_place([handle], [True], lambda old, new: None)
        begun, go_on = threading.Event(), threading.Event()

        def update() -> None:
            with store._find(handle).lock:
                begun.set()
                assert go_on.wait(60)

        thread = threading.Thread(target=update)
        thread.start()
        assert begun.wait(60)
        found: list[Any] = []
        reader = threading.Thread(target=lambda: found.append(session.variables.snapshot()), daemon=True)
        reader.start()
        reader.join(20)
        go_on.set()
        thread.join()
        assert found
        assert found[0]["a"].tolist() == [1, 2]
        session.variables["a"] = np.array([3, 4], np.float32)
        assert store._find(handle).hidden is None
