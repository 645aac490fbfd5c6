"""New values of several variables are written in place where nothing else can see any of them, and only there."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.session.resources import ResourceStore
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError
from graphops_registry.resource import ResourceHandle

raw = go.raw_ops
SIZE = 6
NAMES = ("a", "b")


@pytest.fixture
def handles() -> list[ResourceHandle]:
    return [ResourceHandle("", name, "variable", go.float32, go.TensorShape([SIZE])) for name in NAMES]


@pytest.fixture
def store(handles: Sequence[Any]) -> ResourceStore:
    made = ResourceStore()
    for place, handle in enumerate(handles):
        made.assign(handle, np.full(SIZE, place, np.float32))
    return made


def _places(store: ResourceStore, handles: Sequence[Any]) -> list[int]:
    return [int(store.read(handle).ctypes.data) for handle in handles]


def _add_one(old: Sequence[Any], new: Sequence[Any]) -> None:
    for value, target in zip(old, new, strict=True):
        if target is not None:
            np.add(value, np.float32(1), out=target)


def _values(store: ResourceStore, handles: Sequence[Any]) -> list[float]:
    return [float(store.read(handle)[0]) for handle in handles]


def test_in_place_where_nothing_else_can_see_them(store: ResourceStore, handles: Sequence[Any]) -> None:
    before, versions = _places(store, handles), [store.version(handle) for handle in handles]
    store.update_in_place(handles, [True, True], _add_one)
    assert _places(store, handles) == before
    assert all(store.version(handle) > old for handle, old in zip(handles, versions, strict=True))
    assert _values(store, handles) == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        store.read(handles[0])[0] = 1


@pytest.mark.parametrize(
    "hold", [lambda value: value, lambda value: value[1:], weakref.ref], ids=["it", "a part", "weak"]
)
def test_none_of_them_where_something_sees_one(store: ResourceStore, handles: Sequence[Any], hold: Any) -> None:
    held, before = hold(store.read(handles[1])), _places(store, handles)
    store.update_in_place(handles, [True, True], _add_one)
    assert _values(store, handles) == [1, 2]
    if isinstance(held, weakref.ref):
        assert held() is not store.read(handles[1])
    else:
        assert set(held) == {1}
        assert not set(before) & {*_places(store, handles)}
    now = _places(store, handles)
    store.update_in_place(handles, [True, True], _add_one)  # these are the store's own
    assert (_places(store, handles), _values(store, handles)) == (now, [2, 3])


def test_a_variable_that_stays_as_it_is(store: ResourceStore, handles: Sequence[Any]) -> None:
    held, before, version = store.read(handles[1]), _places(store, handles), store.version(handles[1])
    store.update_in_place(handles, [True, False], _add_one)
    assert (_places(store, handles), _values(store, handles)) == (before, [1, 1])
    assert (store.version(handles[1]), store.read(handles[1]) is held) == (version, True)


@pytest.mark.parametrize("seen", [False, True])
def test_nothing_changes_where_the_function_fails(store: ResourceStore, handles: Sequence[Any], seen: bool) -> None:
    held = store.read(handles[0]) if seen else None

    def fails(old: Any, new: Any) -> None:
        raise FailedPreconditionError("it must work")

    with pytest.raises(FailedPreconditionError):
        store.update_in_place(handles, [True, True], fails)
    del held
    assert _values(store, handles) == [0, 1]
    with pytest.raises(ValueError, match="read-only"):
        store.read(handles[0])[0] = 1


@pytest.mark.parametrize("when", ["before", "after"])
def test_who_reads_meanwhile_in_the_same_thread(store: ResourceStore, handles: Sequence[Any], when: str) -> None:
    """As a signal handler may: it gets the values of one moment, which stay as they are."""
    seen: list[Any] = []

    def step(old: Any, new: Any) -> None:
        if when == "after":
            _add_one(old, new)
        seen.append(store.variables.snapshot())
        seen.append({name: store.variables[name] for name in NAMES})
        if when == "before":
            _add_one(old, new)

    before = _places(store, handles)
    store.update_in_place(handles, [True, True], step)
    assert _places(store, handles) == before
    assert _values(store, handles) == [1, 2]
    wanted = [0, 1] if when == "before" else [1, 2]
    assert [[float(found[name][0]) for name in NAMES] for found in seen] == [wanted, wanted]


def test_one_variable_twice(store: ResourceStore, handles: Sequence[Any]) -> None:
    with pytest.raises(InvalidArgumentError, match="must be different ones to be updated at once"):
        store.update_in_place([handles[0], handles[0]], [True, True], _add_one)


def test_several_threads_see_all_of_a_change_or_nothing(store: ResourceStore, handles: Sequence[Any]) -> None:
    """Snapshots, replacements of all, replacements of one, and readers: none waits for ever, none sees a half."""
    size, done, wrong = 40_000, threading.Event(), []
    big = [ResourceHandle("", name, "variable", go.float32, go.TensorShape([size])) for name in ("c", "d")]
    for handle in big:
        store.assign(handle, np.zeros(size, np.float32))

    def step() -> None:
        for _ in range(150):
            store.update_in_place(big, [True, True], _add_one)
        done.set()

    def snapshot() -> None:
        found = store.variables.snapshot()
        ends = {float(found[name][at]) for name in ("c", "d") for at in (0, -1)}
        if len(ends) != 1:
            wrong.append(ends)

    def read() -> None:
        for handle in big:
            value = store.read(handle)
            if value[0] != value[-1]:
                wrong.append(value)

    def until_done(work: Callable[[], object]) -> Callable[[], None]:
        def loop() -> None:
            while not done.is_set():
                work()

        return loop

    works = [step, until_done(snapshot), until_done(read),
             until_done(lambda: store.update_in_place(handles, [True, True], _add_one)),
             until_done(lambda: store.update_all(big[:1], lambda old: [old.copy()]))]  # fmt: skip
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert not wrong
    assert [set(store.read(handle)) for handle in big] == [{150.0}, {150.0}]


@pytest.mark.parametrize("op", ["gradient_descent", "momentum", "adam"])
def test_steps_of_optimizers(op: str) -> None:
    """What was read before a step, in the same run and in an earlier one, stays; the numbers are NumPy's."""
    start = np.linspace(-1, 1, 9000, dtype=np.float32)
    with go.Graph().as_default() as graph:
        variable = go.Variable(start)
        slots = [go.Variable(np.zeros_like(start)) for _ in range({"gradient_descent": 0, "momentum": 1}.get(op, 2))]
        value = variable.value()
        gradient = raw.Mul(x=value, y=np.float32(0.5))
        handles = [each.handle for each in (variable, *slots)]
        with go.control_dependencies([gradient]):
            if op == "gradient_descent":
                step = raw.ResourceApplyGradientDescent(var=handles[0], alpha=np.float32(0.5), delta=gradient)
            elif op == "momentum":
                step = raw.ResourceApplyMomentum(var=handles[0], accum=handles[1], lr=np.float32(0.5), grad=gradient,
                                                 momentum=np.float32(0.5))  # fmt: skip
            else:
                step = raw.ResourceApplyAdam(var=handles[0], m=handles[1], v=handles[2], beta1_power=np.float32(0.5),
                                             beta2_power=np.float32(0.75), lr=np.float32(0.5), beta1=np.float32(0.5),
                                             beta2=np.float32(0.75), epsilon=np.float32(1), grad=gradient)  # fmt: skip
        first = go.global_variables_initializer()
    half, expected, m, v = np.float32(0.5), start.copy(), np.zeros_like(start), np.zeros_like(start)
    with go.Session(graph) as session:
        session.run(first)
        kept = []
        for _ in range(8):
            found, _ = session.run([value, step])
            np.testing.assert_array_equal(found, expected)
            kept.append((found, found.copy()))
            g = expected * half
            if op == "gradient_descent":
                expected = expected - g * half
            elif op == "momentum":
                m = m * half + g
                expected = expected - m * half
            else:
                m = m + (g - m) * half
                v = v + (g * g - v) * np.float32(0.25)
                alpha = half * np.sqrt(np.float32(0.25)) / half
                expected = expected - m * alpha / (np.sqrt(v) + np.float32(1))
            found = session.run(value)
            if op == "adam":  # its operations in another order
                np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-7)
                expected = found.copy()
        for found, copied in kept:
            np.testing.assert_array_equal(found, copied)
