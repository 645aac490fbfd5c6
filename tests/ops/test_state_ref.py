"""Reference variables: Variable(V2), Assign*, Scatter*, CountUpTo, temporary ones, references given on."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import (
    AlreadyExistsError,
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    OutOfRangeError,
)
from tests.ops.other_device import OTHER

raw = go.raw_ops
START = np.arange(6, dtype=np.float32).reshape(3, 2)


@pytest.fixture(autouse=True, params=["CPU", OTHER])
def graph(request: Any) -> Any:
    with go.Graph().as_default() as graph, go.device(f"/device:{request.param}:0"):
        yield graph


def variable(shape: Any = (3, 2), dtype: str = "float", op: str = "VariableV2", **keywords: Any) -> Any:
    return getattr(raw, op)(shape=shape, dtype=dtype, **keywords)


def started(value: Any = START, **keywords: Any) -> Any:
    """A session whose variable has a value, and the reference."""
    value = np.asarray(value)
    ref = variable(value.shape, go.as_dtype(value.dtype).name, **keywords)
    session = go.Session()
    session.run(raw.Assign(ref=ref, value=value))
    return session, ref


@pytest.mark.parametrize("op", ["VariableV2", "Variable"])
def test_a_reference_is_read_as_the_value(op: str) -> None:
    ref = variable(op=op)
    assert ref.dtype.is_ref
    assert ref.dtype.name == "float32_ref"
    assert ref.shape == (3, 2)
    with go.Session() as session:
        assert not session.run(raw.IsVariableInitialized(ref=ref))
        session.run(raw.Assign(ref=ref, value=START))
        assert session.run(raw.IsVariableInitialized(ref=ref))
        np.testing.assert_array_equal(session.run(ref), START)
        np.testing.assert_array_equal(session.run(ref * 2.0), START * 2)
        np.testing.assert_array_equal(session.run(raw.RefIdentity(input=ref)), START)
        np.testing.assert_array_equal(session.variables[ref.node.name], START)


@pytest.mark.parametrize("fetch", ["ref", "ref * 2", "add"])
def test_not_initialized(fetch: str) -> None:
    ref = variable()
    what = {"ref": ref, "ref * 2": ref * 2.0, "add": raw.AssignAdd(ref=ref, value=START)}[fetch]
    with go.Session() as session, pytest.raises(FailedPreconditionError, match="must be initialised before it is used"):
        session.run(what)


def test_the_fetch_of_an_assignment_is_the_value_after_it() -> None:
    session, ref = started()
    np.testing.assert_array_equal(session.run(raw.Assign(ref=ref, value=START * 3)), START * 3)
    np.testing.assert_array_equal(session.run(raw.AssignAdd(ref=ref, value=START)), START * 4)
    np.testing.assert_array_equal(session.run(raw.AssignSub(ref=ref, value=START * 2)), START * 2)
    assert session.run(raw.Assign(ref=ref, value=START).node) is None


def test_order_by_controls() -> None:
    session, ref = started()
    before = raw.Identity(input=ref)
    with go.control_dependencies([before]):
        change = raw.AssignAdd(ref=ref, value=np.ones_like(START))
    with go.control_dependencies([change]):
        after = raw.Identity(input=ref)
    for turn in range(3):
        got = session.run([before, after])
        np.testing.assert_array_equal(got[0], START + turn)
        np.testing.assert_array_equal(got[1], START + turn + 1)


def test_order_along_references() -> None:
    session, ref = started()
    chain = raw.AssignAdd(ref=raw.AssignSub(ref=raw.Assign(ref=ref, value=START * 5), value=START), value=START * 2)
    np.testing.assert_array_equal(session.run(chain), START * 6)
    np.testing.assert_array_equal(session.run(raw.AssignAdd(ref=raw.RefIdentity(input=ref), value=START)), START * 7)


def test_a_value_that_was_read_does_not_change() -> None:
    session, ref = started()
    old = session.run(ref)
    session.run(raw.AssignAdd(ref=ref, value=START + 1))
    np.testing.assert_array_equal(old, START)
    old[:] = 77
    np.testing.assert_array_equal(session.run(ref), START * 2 + 1)


def test_what_was_fed_is_copied() -> None:
    fed = go.placeholder(go.float32, (3, 2))
    ref = variable()
    value = START.copy()
    with go.Session() as session:
        session.run(raw.Assign(ref=ref, value=fed), {fed: value})
        value[:] = 99
        np.testing.assert_array_equal(session.run(ref), START)


@pytest.mark.parametrize(
    "dtype", ["half", "bfloat16", "double", "int8", "uint16", "int64", "complex64", "bool", "string"]
)
def test_dtypes(dtype: str) -> None:
    kind = go.as_dtype(dtype).numpy_dtype
    value = np.array([b"a", b""], object) if dtype == "string" else np.array([1, 0]).astype(kind)
    session, ref = started(value)
    np.testing.assert_array_equal(session.run(ref), value)
    if dtype not in ("bool", "string"):
        np.testing.assert_array_equal(session.run(raw.AssignAdd(ref=ref, value=value)), value + value)
        np.testing.assert_array_equal(session.run(raw.AssignSub(ref=ref, value=value)), value)


def test_integers_wrap() -> None:
    session, ref = started(np.int8([100, -100]))
    np.testing.assert_array_equal(session.run(raw.AssignAdd(ref=ref, value=np.int8([100, -100]))), np.int8([-56, 56]))


def test_scatter() -> None:
    session, ref = started()
    indices = np.int32([2, 0, 2])
    updates = np.float32([[1, 2], [3, 4], [5, 6]])
    want = START.copy()
    np.add.at(want, indices, updates)
    np.testing.assert_array_equal(session.run(raw.ScatterAdd(ref=ref, indices=indices, updates=updates)), want)
    np.testing.assert_array_equal(session.run(raw.ScatterSub(ref=ref, indices=indices, updates=updates)), START)
    want = START.copy()
    want[[2, 0, 2]] = updates
    np.testing.assert_array_equal(session.run(raw.ScatterUpdate(ref=ref, indices=indices, updates=updates)), want)
    np.testing.assert_array_equal(
        session.run(raw.ScatterUpdate(ref=ref, indices=np.int64(1), updates=np.float32(8)))[1], [8, 8]
    )


@pytest.mark.parametrize("dtype", ["float16", "float64", "int32", "int64"])
@pytest.mark.parametrize(
    ("op", "change"),
    [("Mul", lambda a, b: a * b), ("Div", lambda a, b: a / b), ("Min", min), ("Max", max)],
)
def test_scatter_one_after_the_other(op: str, change: Callable[[Any, Any], Any], dtype: str) -> None:
    """An index that comes twice changes its entry twice; quotients of integers are cut off."""
    start, indices = np.array([[-7, 6], [5, 5], [9, -8]], dtype), [2, 0, 2]
    updates = np.array([[2, 4], [3, -4], [-2, 2]], dtype)
    session, ref = started(start)
    want = start.copy()
    for row, index in enumerate(indices):
        for column in range(2):
            want[index, column] = change(want[index, column], updates[row, column])
    call = getattr(raw, f"Scatter{op}")
    np.testing.assert_array_equal(session.run(call(ref=ref, indices=np.int32(indices), updates=updates)), want)
    np.testing.assert_array_equal(session.run(ref), want)


def test_scatter_does_not_divide_by_zero() -> None:
    session, ref = started(np.int32([4, 5]))
    with pytest.raises(InvalidArgumentError, match="updates of op 'ScatterDiv' must not be 0 anywhere"):
        session.run(raw.ScatterDiv(ref=ref, indices=np.int32([1, 0]), updates=np.int32([2, 0])))
    np.testing.assert_array_equal(session.run(ref), [4, 5])


@pytest.mark.parametrize("index", [3, -1, 2**31 - 1])
def test_scatter_beyond_the_end(index: int) -> None:
    session, ref = started()
    with pytest.raises(InvalidArgumentError, match="indices"):
        session.run(raw.ScatterAdd(ref=ref, indices=np.int32([index]), updates=np.ones((1, 2), np.float32)))
    np.testing.assert_array_equal(session.run(ref), START)


def test_count_up_to() -> None:
    session, ref = started(np.int64(3))
    counted = raw.CountUpTo(ref=ref, limit=5)
    assert [session.run(counted) for _ in range(2)] == [3, 4]
    with pytest.raises(OutOfRangeError, match="must be below limit = 5, got 5"):
        session.run(counted)
    assert session.run(ref) == 5


def test_temporary_variables() -> None:
    ref = raw.TemporaryVariable(shape=(2,), dtype="float", var_name="t")
    added = raw.AssignAdd(ref=raw.Assign(ref=ref, value=[1.0, 2.0]), value=[1.0, 1.0])
    last = raw.DestroyTemporaryVariable(ref=added, var_name="t")
    with go.Session() as session:
        for _ in range(2):
            np.testing.assert_array_equal(session.run(last), [2, 3])
        assert "t" not in session.variables


def test_ends_of_temporary_variables_as_in_tensorflow() -> None:
    """Recorded in TensorFlow 2.21: NotFoundError both times."""
    ref = raw.TemporaryVariable(shape=(2,), dtype="float", var_name="foo")
    other = raw.DestroyTemporaryVariable(ref=ref, var_name="bad")
    first = raw.DestroyTemporaryVariable(ref=ref, var_name="foo")
    with go.control_dependencies([first]):
        second = raw.DestroyTemporaryVariable(ref=ref, var_name="foo")
    with go.Session() as session:
        with pytest.raises(NotFoundError, match="must name the temporary variable that ref refers to, got 'bad'"):
            session.run(other)
        with pytest.raises(NotFoundError, match="must name the temporary variable that ref refers to, got 'foo'"):
            session.run(second)


def test_two_temporary_variables_of_a_name() -> None:
    """Recorded in TensorFlow 2.21: AlreadyExistsError."""
    refs = [raw.TemporaryVariable(shape=(2,), dtype="float", var_name="t") for _ in range(2)]
    known = [raw.IsVariableInitialized(ref=ref) for ref in refs]
    with go.Session() as session:
        for _ in range(2):
            assert session.run(known[0])  # each run has its own, which ends with it
        with pytest.raises(AlreadyExistsError, match="must name no temporary variable that is alive, got 't'"):
            session.run(known)


def test_a_temporary_variable_is_none_of_the_session() -> None:
    proper = variable((2,), "float", op="VariableV2", shared_name="t")
    raw_value = raw.Assign(ref=proper, value=[5.0, 6.0])
    temporary = raw.Assign(ref=raw.TemporaryVariable(shape=(2,), dtype="float", var_name="t"), value=[1.0, 2.0])
    with go.Session() as session:
        session.run(raw_value)
        session.run(temporary)
        assert session.run(proper).tolist() == [5, 6]
        assert len(session.variables) == 1


def test_shapes_that_change() -> None:
    ref = variable((), "float", op="Variable")
    assert ref.shape.rank is None
    with go.Session() as session:
        for shape in ((2,), (3, 1)):
            session.run(raw.Assign(ref=ref, value=np.ones(shape, np.float32), validate_shape=False))
            assert session.run(raw.Shape(input=ref)).tolist() == list(shape)


def test_gradients_by_a_reference() -> None:
    session, ref = started()
    y = raw.Square(x=raw.Mul(x=ref, y=raw.Identity(input=ref)))
    (dx,) = go.gradients(y, ref)
    np.testing.assert_allclose(session.run(dx), 4 * START**3)


def test_one_name_is_one_variable() -> None:
    session, _ = started(shared_name="s")
    other = variable(shared_name="s")
    apart = variable(shared_name="s", container="c")
    np.testing.assert_array_equal(session.run(other), START)
    with pytest.raises(FailedPreconditionError):
        session.run(apart)


def test_restored_and_shared() -> None:
    session, ref = started()
    kept = session.variables.snapshot()
    session.run(raw.AssignAdd(ref=ref, value=START))
    second = go.Session(variables=session.variables)
    np.testing.assert_array_equal(second.run(ref), START * 2)
    session.variables.restore(kept)
    np.testing.assert_array_equal(second.run(ref), START)


def test_no_change_is_lost_between_threads() -> None:
    session, ref = started()
    add = raw.AssignAdd(ref=ref, value=np.ones_like(START))

    def work() -> None:
        for _ in range(50):
            session.run(add.node)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(session.run(ref), START + 400)


REFUSED = {
    "no reference": (lambda: raw.Assign(ref=go.constant(START), value=START), "ref"),
    "another shape": (
        lambda: raw.Assign(ref=variable(), value=np.ones((2, 2), np.float32)),
        "value of op 'Assign' must have the shape of the variable",
    ),
    "added, another shape": (
        lambda: raw.AssignAdd(ref=variable(), value=np.ones((2, 2), np.float32)),
        "value of op 'AssignAdd'",
    ),
    "another dtype": (lambda: raw.Assign(ref=variable(), value=np.ones((3, 2), np.float64)), "value|T"),
    "numbers of texts": (lambda: raw.AssignAdd(ref=variable(dtype="string"), value=START), "AssignAdd"),
    "updates of another shape": (
        lambda: raw.ScatterAdd(ref=variable(), indices=[0], updates=np.ones((1, 3), np.float32)),
        "updates of op 'ScatterAdd'",
    ),
    "entries of a scalar": (
        lambda: raw.ScatterAdd(ref=variable(()), indices=[0], updates=np.ones((1,), np.float32)),
        "ref of op 'ScatterAdd' must be a variable of rank 1",
    ),
    "counting a vector": (
        lambda: raw.CountUpTo(ref=variable((2,), "int32"), limit=3),
        "ref of op 'CountUpTo' must be a scalar variable",
    ),
    "counting halves": (lambda: raw.CountUpTo(ref=variable((), "float"), limit=3), "CountUpTo"),
    "a temporary of an unknown shape": (
        lambda: raw.TemporaryVariable(shape=(None,), dtype="float"),
        "attr 'shape' of op 'TemporaryVariable' must be fully known",
    ),
    "the reference of a resource": (lambda: raw.ReadVariableOp(resource=variable(), dtype="float"), "resource"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    write, sentence = REFUSED[name]
    with pytest.raises((InvalidArgumentError, InvalidTypeError), match=sentence):
        write()


def test_two_dtypes_for_one_name() -> None:
    session, _ = started(shared_name="s")
    other = variable(dtype="double", shared_name="s")
    with pytest.raises(GraphopsError, match="dtype"):
        session.run(other)


def test_feeding_a_reference() -> None:
    """What is fed is a value: who wants the value gets it, who wants to change the variable cannot."""
    ref = variable()
    y, change = ref * 2.0, raw.AssignAdd(ref=ref, value=START)
    with go.Session() as session:
        with contextlib.suppress(GraphopsError):
            np.testing.assert_array_equal(session.run(y, {ref: START}), START * 2)
        with pytest.raises(GraphopsError):
            session.run(change, {ref: START})
