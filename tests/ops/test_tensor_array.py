"""Tensor arrays: the recorded programs give TensorFlow's answers, on the host and on a device."""

from __future__ import annotations

import gc
import json
import weakref
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.plan.contexts import EagerContext
from graphops_cpu.device import CPU
from graphops_cpu.lib.tensor_array_state import TensorArray
from graphops_cpu.plain.tensor_array import TensorArrayReadV3, TensorArrayWriteV3
from graphops_registry import errors
from graphops_registry.dtypes import all_dtypes, float64
from graphops_registry.resource import handle_array
from graphops_registry.shape import TensorShape
from tests.golden.load import GOLDEN
from tests.ops.other_device import DEVICE, OTHER
from tests.ops.tensor_array_misuse import BAD
from tests.ops.tensor_array_programs import PROGRAMS, X, array, read, write

RECORDED = json.loads((GOLDEN / "tensor_array.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def as_array(name: str, shape: list[int], values: list[Any]) -> np.ndarray[Any, Any]:
    if name == "string":
        return np.array([text.encode() for text in values], dtype=object).reshape(shape)
    dtype = np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)
    if dtype.kind == "c":
        values = [complex(*value) for value in values]
    return np.array(values, dtype=dtype).reshape(shape)


def run(name: str) -> list[Any]:
    fetches = (PROGRAMS | BAD)[name](go.raw_ops, go.gradients)
    with go.Session() as session:
        return [np.asarray(value) for value in session.run(fetches)]


def test_every_program_is_recorded() -> None:
    assert set(RECORDED) == set(PROGRAMS | BAD)


@pytest.mark.parametrize("device", ["CPU", OTHER])
@pytest.mark.parametrize("name", PROGRAMS | BAD)
def test_as_tensorflow(name: str, device: str) -> None:
    expected = RECORDED[name]
    with go.device(f"/device:{device}:0"):
        if isinstance(expected, str):
            # What TensorFlow's shape functions refuse is a ValueError.
            kind = getattr(errors, expected, ValueError)
            with pytest.raises((errors.InvalidArgumentError, kind)):
                run(name)
            return
        found = run(name)
    assert len(found) == len(expected)
    for got, want in zip(found, expected, strict=True):
        want = as_array(*want)
        assert got.shape == want.shape
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got, want)


def written(kind: str, handle: Any, flow: Any, x: Any) -> Any:
    """The flow after the rows of ``x`` were made the elements, each a matrix of one row but for ``scatter``."""
    if kind == "scatter":
        return go.raw_ops.TensorArrayScatterV3(handle=handle, indices=[2, 0, 3, 1], value=x, flow_in=flow)
    if kind == "split":
        return go.raw_ops.TensorArraySplitV3(handle=handle, value=x, lengths=np.int64([1] * 4), flow_in=flow)
    return write(go.raw_ops, handle, flow, **{f"at_{row}": x[row : row + 1] for row in (2, 0, 3, 1)})


def all_read(kind: str, handle: Any, flow: Any) -> Any:
    if kind == "concat":
        return go.raw_ops.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double").value
    if kind == "gather":
        return go.raw_ops.TensorArrayGatherV3(handle=handle, indices=[1, 3, 0, 2], flow_in=flow, dtype="double")
    return go.raw_ops.Pack(values=read(go.raw_ops, handle, flow, 3, 0, 1, 2))


@pytest.mark.parametrize("reading", ["read", "gather", "concat"])
@pytest.mark.parametrize("writing", ["write", "scatter", "split"])
def test_first_and_second_order(writing: str, reading: str) -> None:
    """Of x ** 6, on the way through an array. TensorFlow refuses gradients of arrays of gradients."""
    x = go.constant(X)
    handle, flow = array(go.raw_ops, 4)
    flow = written(writing, handle, flow, go.raw_ops.Mul(x=x, y=go.raw_ops.Square(x=x)))
    y = go.raw_ops.Square(x=all_read(reading, handle, flow))
    (first,) = go.gradients(y, x)
    (second,) = go.gradients(first, x)
    with go.Session() as session:
        found = session.run([first, second])
    np.testing.assert_allclose(found[0], 6 * X**5, rtol=1e-15)
    np.testing.assert_allclose(found[1], 30 * X**4, rtol=1e-15)


def test_loop_with_its_gradient() -> None:
    """A loop of TensorFlow 1 that reads one array and writes another, with the gradient that TensorFlow made of it."""
    go.import_graph_def((GOLDEN / "tensor_array_loop.pb").read_bytes(), name="")
    y, gradient = (as_array(*value) for value in json.loads((GOLDEN / "tensor_array_loop.json").read_text()))
    with go.Session() as session:
        found = session.run(["y:0", "dx:0"], {"x:0": X})
    np.testing.assert_allclose(found[0], y, rtol=1e-14)
    np.testing.assert_allclose(found[1], gradient, rtol=1e-13)


def test_calls_with_given_gradients_do_not_add_up() -> None:
    """TensorFlow tells the calls apart by the names of new nodes too, not by the names of what it is given."""
    x, dy = go.constant(X), go.constant(np.ones_like(X))
    handle, flow = array(go.raw_ops, 1, clear_after_read=False)
    (y,) = read(go.raw_ops, handle, write(go.raw_ops, handle, flow, at_0=x), 0)
    both = [*go.gradients(y, x, dy), *go.gradients(y, x, dy)]
    with go.Session() as session:
        for found in session.run(both):
            np.testing.assert_array_equal(found, np.ones_like(X))


def test_integers_wrap_where_gradients_add_up() -> None:
    handle, flow = array(go.raw_ops, 1, "int8")
    grad = go.raw_ops.TensorArrayGradV3(handle=handle, flow_in=flow, source="s")
    flow = grad.flow_out
    for _ in range(2):
        flow = write(go.raw_ops, grad.grad_handle, flow, at_0=np.int8([100, -100]))
    with go.Session() as session:
        found = session.run(read(go.raw_ops, grad.grad_handle, flow, 0, dtype="int8")[0])
    np.testing.assert_array_equal(found, np.int8([-56, 56]))


@pytest.mark.parametrize("dtype", [d for d in all_dtypes() if not d.is_ref and d.kind != "object"])
def test_every_dtype(dtype: Any) -> None:
    x = go.placeholder(dtype, (3, 2))
    fed = np.zeros((3, 2), dtype.numpy_dtype) if dtype.kind == "quantized" else np.ones((3, 2)).astype(
        dtype.numpy_dtype
    )  # fmt: skip
    handle, flow = array(go.raw_ops, 3, dtype, element_shape=[2])
    flow = go.raw_ops.TensorArrayScatterV3(handle=handle, indices=[0, 2], value=x[:2], flow_in=flow)
    found = go.raw_ops.TensorArrayGatherV3(handle=handle, indices=[0, 1, 2], flow_in=flow, dtype=dtype)
    with go.Session() as session:
        got = session.run(found, {x: fed})
    assert got.dtype == dtype.numpy_dtype
    assert got[[0, 2]].tobytes() == fed[:2].tobytes()
    assert not np.frombuffer(got[1].tobytes(), np.uint8).any()


def test_each_run_has_an_array_of_its_own() -> None:
    x = go.placeholder(go.float32, (2,))
    handle, flow = array(go.raw_ops, 0, "float", dynamic_size=True)
    flow = write(go.raw_ops, handle, flow, at_1=x)
    size = go.raw_ops.TensorArraySizeV3(handle=handle, flow_in=flow)
    (y,) = read(go.raw_ops, handle, flow, 1, dtype="float")
    with go.Session() as session:
        for value in ([1, 2], [3, 4]):
            found, elements = session.run([y, size], {x: value})
            assert elements == 2
            np.testing.assert_array_equal(found, np.float32(value))


def test_arrays_end_with_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing refers to them in a circle, so their elements are given back at once."""
    made = []
    create = TensorArray.__init__
    monkeypatch.setattr(
        TensorArray, "__init__", lambda self, *a, **k: (made.append(weakref.ref(self)), create(self, *a, **k))[0]
    )
    fetches = PROGRAMS["gradient_write_read"](go.raw_ops, go.gradients)
    gc.disable()
    try:
        with go.Session() as session:
            session.run(fetches)
        assert len(made) == 2
        assert all(reference() is None for reference in made)
    finally:
        gc.enable()


def test_fetched_elements_are_the_callers_own() -> None:
    handle, flow = array(go.raw_ops, 1, clear_after_read=False)
    flow = write(go.raw_ops, handle, flow, at_0=go.constant(X))
    a, b = read(go.raw_ops, handle, flow, 0, 0)
    with go.Session() as session:
        first, second = session.run([a, b])
        first[...] = 0
        second[...] = 1
        np.testing.assert_array_equal(first, np.zeros_like(X))
        np.testing.assert_array_equal(session.run(a), X)


def test_ops_on_several_devices() -> None:
    handle, flow = array(go.raw_ops, 2)
    with go.device(f"/device:{OTHER}:0"):
        flow = write(go.raw_ops, handle, flow, at_0=go.raw_ops.Neg(x=go.constant(X)))
    flow = write(go.raw_ops, handle, flow, at_1=go.constant(X))
    with go.device(f"/device:{OTHER}:1"):
        found = go.raw_ops.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double").value
        found = go.raw_ops.Neg(x=found)
    with go.Session() as session:
        np.testing.assert_array_equal(session.run(found), np.concatenate([X, -X]))


def test_elements_are_brought_to_where_they_are_used() -> None:
    """In a function that runs on another device; in one graph all ops on an array share a device."""
    context, flow = EagerContext(CPU), np.float32(0)
    forward = TensorArray("a", float64, 1, TensorShape(None))
    gradients = forward.gradient("", "s", None)
    for elements in (forward, gradients):
        elements.write("", [0], [DEVICE.copy_in(X)], lambda value: value)
    index = np.array(0, np.int32)
    writing = TensorArrayWriteV3({"T": float64})
    writing.compute(context, handle_array(gradients.handle()), index, X, flow)
    reading = TensorArrayReadV3({"dtype": float64})
    for elements, expected in ((forward, X), (gradients, 2 * X)):
        found = reading.compute(context, handle_array(elements.handle()), index, flow)
        assert isinstance(found, np.ndarray)
        np.testing.assert_array_equal(found, expected)


def test_gradients_of_several_scatters() -> None:
    """The elements' shape in one of them says nothing of the others."""
    x, y = go.constant(X), go.constant(X.T)
    handle, flow = array(go.raw_ops, 7, clear_after_read=False)
    for value, indices in ((x, [0, 1, 2, 3]), (y, [4, 5, 6])):
        flow = go.raw_ops.TensorArrayScatterV3(handle=handle, indices=indices, value=value, flow_in=flow)
    elements = read(go.raw_ops, handle, flow, 1, 5)
    found = go.gradients([go.raw_ops.Square(x=element) for element in elements], [x, y])
    with go.Session() as session:
        dx, dy = session.run(found)
    np.testing.assert_array_equal(dx, 2 * X * np.array([[0], [1], [0], [0]]))
    np.testing.assert_array_equal(dy, 2 * X.T * np.array([[0], [1], [0]]))


def test_gradient_of_a_flow() -> None:
    """The elements are never read, yet they are written before the array of their gradients is made."""
    x = go.constant(X)
    handle, flow = array(go.raw_ops, 1)
    (dx,) = go.gradients(write(go.raw_ops, handle, flow, at_0=x), x)
    with go.Session() as session:
        np.testing.assert_array_equal(session.run(dx), np.zeros_like(X))


def test_static_shapes() -> None:
    handle, flow = array(go.raw_ops, 2)
    lengths = go.placeholder(go.int64, (2,))
    flow = go.raw_ops.TensorArraySplitV3(handle=handle, value=X, lengths=lengths, flow_in=flow)
    indices = go.placeholder(go.int32, ("N",))
    gathered = go.raw_ops.TensorArrayGatherV3(
        handle=handle, indices=indices, flow_in=flow, dtype="double", element_shape=[None, 3]
    )
    joined = go.raw_ops.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double", element_shape_except0=[3])
    (element,) = read(go.raw_ops, handle, flow, 0)
    assert handle.shape == ()
    assert flow.shape == ()
    assert gathered.shape == ("N", None, 3)
    assert joined.value.shape == (None, 3)
    assert joined.lengths.shape == (None,)
    assert element.shape.rank is None
