"""What callers hand over as values and as structures of fetches: objects whose own methods fail, arrays that are not
what they seem, structures that nothing can be made of."""

from __future__ import annotations

import os
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import eager
from graphops_registry.errors import DeadlineExceededError, GraphopsError, InvalidArgumentError, InvalidTypeError


class RaisesAsArray:
    def __array__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("no array today")


class RaisesAsCapsule:
    def __dlpack__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("no capsule today")

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


class NoCapsule(RaisesAsCapsule):
    def __dlpack__(self, *_: Any, **__: Any) -> Any:
        return 5


@pytest.fixture
def graph() -> Any:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, None, name="x")
        go.raw_ops.Mul(x=x, y=x, name="y")
        text = go.placeholder(go.string, None, name="text")
        go.raw_ops.StringLength(input=text, name="length")
        yield graph


@pytest.mark.parametrize("kind", [RaisesAsArray, RaisesAsCapsule, NoCapsule])
def test_objects_whose_methods_fail(graph: Any, kind: type) -> None:
    with go.Session(graph) as session:
        for call in (session.run, session.explain, session.compare):
            with pytest.raises(InvalidTypeError, match="the feed for 'x:0' must be"):
                call("y:0", {"x:0": kind()})
    with pytest.raises(GraphopsError):
        go.constant(kind())
    with pytest.raises(GraphopsError):
        eager.Neg(x=kind())


class Odd(np.ndarray):
    """Says other things than it holds."""

    def __array_ufunc__(self, *_: Any, **__: Any) -> Any:
        return "not computed"

    def __array_function__(self, *_: Any, **__: Any) -> Any:
        return "not computed"

    def view(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError

    def astype(self, *_: Any, **__: Any) -> Any:
        return "no array"


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("kind", [np.matrix, Odd, np.memmap, np.ma.MaskedArray])
def test_subclasses_compute_as_arrays(graph: Any, kind: type, dtype: Any, tmp_path: Any) -> None:
    plain = np.array([[1, 2], [3, 4]], dtype)
    if kind is np.memmap:
        value: Any = np.memmap(tmp_path / "a", dtype, "w+", shape=(2, 2))
        value[...] = plain
    else:
        value = np.ndarray.view(plain, kind)
    with go.Session(graph) as session:
        found = session.run("y:0", {"x:0": value})
        again = session.run("y:0", {"x:0": value})
    for result in (found, again, eager.Square(x=value)):
        assert type(result) is np.ndarray
        assert result.tolist() == [[1, 4], [9, 16]], "element by element, whatever * means for the class"
    flat = eager.Reshape(tensor=value, shape=[4])
    assert type(flat) is np.ndarray
    assert flat.shape == (4,), "which a matrix never has"


def test_masked_elements_are_not_taken_for_values(graph: Any) -> None:
    value = np.ma.array([1.0, 1e20], mask=[False, True], dtype=np.float32)
    with go.Session(graph) as session, pytest.raises(InvalidTypeError, match="must have no masked elements"):
        session.run("y:0", {"x:0": value})
    with pytest.raises(InvalidTypeError, match="must have no masked elements"):
        eager.Sum(input=value, axis=0)


class OddBytes(bytes):
    def __len__(self) -> int:
        return -5

    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError

    __hash__ = None  # type: ignore[assignment]


def test_texts_of_a_class_of_their_own(graph: Any) -> None:
    value = np.empty(1, object)
    value[0] = OddBytes(b"abc")
    with go.Session(graph) as session:
        assert session.run("length:0", {"text:0": value}).tolist() == [3]


def test_structures_without_end(graph: Any) -> None:
    endless: list[Any] = []
    endless.append(endless)
    own: dict[str, Any] = {}
    own["own"] = own
    deep: list[Any] = ["y:0"]
    for _ in range(100_000):
        deep = [deep]
    with go.Session(graph) as session:
        for structure in (endless, own, deep):
            with pytest.raises(InvalidArgumentError, match="nested less deeply"):
                session.run(structure, {"x:0": 1.0})


class TwoArguments(list):  # type: ignore[type-arg]
    def __init__(self, values: Any, more: Any) -> None:
        super().__init__(values)


def test_structures_that_cannot_be_made_again(graph: Any) -> None:
    with go.Session(graph) as session:
        with pytest.raises(InvalidTypeError, match="class that can be made of the values alone, got TwoArguments"):
            session.run(TwoArguments(["y:0"], 1), {"x:0": 1.0})
        found = session.run(defaultdict(list, {"a": "y:0"}), {"x:0": 3.0})
    assert found == {"a": 9.0}
    assert found.default_factory is list


def test_long_names_are_not_repeated(graph: Any) -> None:
    with go.Session(graph) as session:
        for name in ("a" * 1_000_000, "a" * 1_000_000 + ":0", ":" * 1_000_000):
            with pytest.raises(InvalidArgumentError) as caught:
                session.run(name)
            assert len(str(caught.value)) < 1000
    with pytest.raises(InvalidArgumentError) as caught:
        go.constant(1.0, name="\x1b" * 1_000_000)
    assert len(str(caught.value)) < 2000
    assert "\x1b" not in str(caught.value), "which would steer the terminal"


def test_limits_that_are_no_times(graph: Any) -> None:
    with go.Session(graph) as session:
        assert session.run("y:0", {"x:0": 2.0}, timeout=10**400) == 4
    with go.Session(graph, config=go.SessionConfig(timeout=10**400)) as session:
        assert session.run("y:0", {"x:0": 2.0}) == 4
    with pytest.raises(InvalidArgumentError, match="memory_limit of SessionConfig must be finite"):
        go.SessionConfig(memory_limit=float("inf"))  # type: ignore[arg-type]


def test_the_making_of_a_plan_counts(graph: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops.session import session as module

    made = module.make_plan
    now = [0.0]

    def slow(*arguments: Any, **keywords: Any) -> Any:
        now[0] += 100.0
        return made(*arguments, **keywords)

    monkeypatch.setattr(module, "make_plan", slow)
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    y = graph.get_tensor_by_name("y:0")
    with go.Session(graph, config=go.SessionConfig(timeout=50.0)) as session:
        with pytest.raises(DeadlineExceededError, match="within its timeout of 50"):
            session.run(y, {"x:0": 2.0})
        assert session.run(y, {"x:0": 2.0}) == 4, "now the plan is there"


def test_compare_keeps_to_the_limits(graph: Any) -> None:
    feeds = {"x:0": np.ones(1 << 16, np.float32)}  # 256 KiB; 512 KiB in float64, and so is what is computed
    with go.Session(graph, config=go.SessionConfig(memory_limit=1 << 20)) as session:
        assert session.run("y:0", feeds).sum() == 1 << 16
        with pytest.raises(go.errors.ResourceExhaustedError, match="must stay within 1,048,576 bytes"):
            session.compare("y:0", feeds)
    with go.Session(graph, config=go.SessionConfig(memory_limit=1 << 24)) as session:
        assert session.compare("y:0", feeds).worst < 1e-6
    with (
        go.Session(graph, config=go.SessionConfig(timeout=1e-9)) as session,
        pytest.raises(DeadlineExceededError, match="within its timeout"),
    ):
        session.compare("y:0", feeds)
    assert not session._runs


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_while_another_thread_loads_plug_ins() -> None:
    import subprocess
    import sys

    source = """
import os, sys, threading
import graphops
import graphops.plugins.packages as plugins
held, done = threading.Event(), threading.Event()
def load():
    with plugins._lock:
        plugins._loading = threading.get_ident()
        held.set()
        done.wait()
        plugins._loading = None
thread = threading.Thread(target=load)
thread.start()
held.wait()
child = os.fork()
if not child:
    plugins.load_kernels()
    os._exit(0 if plugins._loaded else 1)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
done.set()
thread.join()
sys.exit(code)
"""
    found = subprocess.run([sys.executable, "-c", source], env=dict(os.environ), capture_output=True, timeout=120)
    assert found.returncode == 0, found.stderr.decode()
