"""Rows of variables are written in place where nothing else can see the array, and only there."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.session.resources import ResourceStore
from graphops_registry.errors import FailedPreconditionError
from graphops_registry.resource import ResourceHandle

raw = go.raw_ops
ROWS = np.arange(8, dtype=np.float32).reshape(4, 2)


def _place(store: ResourceStore, handle: Any) -> int:
    value = store.value_now(handle)
    assert value is not None
    return int(value.ctypes.data)


@pytest.fixture
def handle() -> ResourceHandle:
    return ResourceHandle("", "v", "variable", go.float32, go.TensorShape([4, 2]))


@pytest.fixture
def store(handle: ResourceHandle) -> ResourceStore:
    made = ResourceStore()
    made.assign(handle, ROWS)
    return made


def _written(store: ResourceStore, handle: Any) -> None:
    store.update_rows(handle, lambda old: (old, np.array([3, 1]), old.reshape(4, 2)[[3, 1]] + np.float32(10)))


EXPECTED = ROWS + np.array([[0], [10], [0], [10]], np.float32)


def test_in_place_where_nothing_else_can_see_it(store: ResourceStore, handle: Any) -> None:
    before, version = _place(store, handle), store.version(handle)
    _written(store, handle)
    assert (_place(store, handle), store.version(handle) > version) == (before, True)
    np.testing.assert_array_equal(store.read(handle), EXPECTED)
    with pytest.raises(ValueError, match="read-only"):
        store.read(handle)[0] = 1


@pytest.mark.parametrize(
    "hold", [lambda value: value, lambda value: value[1:], weakref.ref], ids=["it", "a part", "weak"]
)
def test_not_where_something_does(store: ResourceStore, handle: Any, hold: Any) -> None:
    held, before = hold(store.read(handle)), _place(store, handle)
    if not isinstance(held, weakref.ref):
        copied = held.copy()
    _written(store, handle)
    np.testing.assert_array_equal(store.read(handle), EXPECTED)
    if isinstance(held, weakref.ref):
        assert held() is not store.read(handle)
    else:
        assert _place(store, handle) != before
        np.testing.assert_array_equal(held, copied)


def test_nothing_changes_where_the_function_fails_or_has_nothing_to_do(store: ResourceStore, handle: Any) -> None:
    def fails(old: Any) -> Any:
        raise FailedPreconditionError("it must work")

    version = store.version(handle)
    with pytest.raises(FailedPreconditionError):
        store.update_rows(handle, fails)
    store.update_rows(handle, lambda old: None)
    assert store.version(handle) == version
    with pytest.raises(ValueError, match="shape mismatch|could not be broadcast"):
        store.update_rows(handle, lambda old: (old, np.array([0, 1, 2]), np.ones((2, 2), np.float32)))
    with pytest.raises(IndexError):
        store.update_rows(handle, lambda old: (old, np.array([0, 9]), np.ones((2, 2), np.float32)))
    np.testing.assert_array_equal(store.read(handle), ROWS)


def test_readers_never_see_half_of_a_change() -> None:
    size, rounds = (2000, 64), 150
    with go.Graph().as_default() as graph:
        table = go.Variable(np.zeros(size, np.float32))
        everywhere = np.arange(size[0], dtype=np.int32)
        step = raw.ResourceScatterAdd(resource=table.handle, indices=everywhere, updates=np.ones(size, np.float32))
        extremes = [raw.Min(input=table.value(), reduction_indices=[0, 1]),
                    raw.Max(input=table.value(), reduction_indices=[0, 1])]  # fmt: skip
        first = go.global_variables_initializer()
    with go.Session(graph) as session:
        session.run(first)
        handle = session.run(table.handle)
        store, seen, done = session._store, [], threading.Event()

        def read() -> None:
            while not done.is_set():
                value = store.read(handle)
                seen.append(float(value.max()) - float(value.min()))

        reader = threading.Thread(target=read)
        reader.start()
        try:
            for _ in range(rounds):
                session.run(step)
        finally:
            done.set()
            reader.join()
        assert session.run(extremes) == [rounds, rounds]
    assert set(seen) == {0.0}


def test_three_threads_that_want_both_locks() -> None:
    """Rows of a variable, all values at one moment, and several new values at once: nobody waits for ever."""
    store, size = ResourceStore(), (20000, 64)
    handle = ResourceHandle("", "v", "variable", go.float32, go.TensorShape(size))
    zeros, ids = np.zeros(size, np.float32), np.arange(size[0])
    store.assign(handle, zeros)
    done = threading.Event()

    def until_done(work: Callable[[], object]) -> None:
        while not done.is_set():
            work()

    def rows() -> None:
        for _ in range(300):
            store.update_rows(handle, lambda old: (old, ids, zeros))
        done.set()

    works = [rows, lambda: until_done(store.variables.snapshot),
             lambda: until_done(lambda: store.update_all([handle], lambda old: [zeros.copy()]))]  # fmt: skip
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)


def test_what_was_read_before_stays() -> None:
    with go.Graph().as_default() as graph:
        table = go.Variable(ROWS)
        before = raw.Neg(x=raw.Neg(x=table.value()))
        read = table.value()
        with go.control_dependencies([read, before]):
            step = raw.ResourceScatterSub(resource=table.handle, indices=[0, 0], updates=np.ones((2, 2), np.float32))
        with go.control_dependencies([step]):
            after = table.value()
        first = go.global_variables_initializer()
    with go.Session(graph) as session:
        session.run(first)
        expected = ROWS.copy()
        kept = []
        for _ in range(6):
            found = session.run([read, before, after])
            kept.append([each.copy() for each in found] + found)
            np.testing.assert_array_equal(found[0], expected)
            expected[0] -= 2
            np.testing.assert_array_equal(found[1], found[0])
            np.testing.assert_array_equal(found[2], expected)
        for copied, found in ((each[:3], each[3:]) for each in kept):
            np.testing.assert_array_equal(copied, found)
