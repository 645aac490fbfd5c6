"""The stand-in device: a GPU's rules for arrays, and plans that copy between host and device only where they must."""

from __future__ import annotations

import operator

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.testing import standin
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import REGISTRY, registered_ops

DEVICE = standin.register()
xp = DEVICE.xp


def array(values, dtype=np.float32, index=0):
    """A device array that may be written to."""
    with DEVICE.use(index):
        return xp.array(np.asarray(values, dtype))


# -- arrays --------------------------------------------------------------------------------------------------------

HIDDEN = {
    "np.asarray(x)": lambda x: np.asarray(x),
    "np.array([x, x])": lambda x: np.array([x, x]),
    "np.exp(x)": lambda x: np.exp(x),
    "np.sum(x)": lambda x: np.sum(x),
    "np.concatenate([x])": lambda x: np.concatenate([x]),
    "np.add(x, ndarray)": lambda x: np.add(x, np.ones(3)),
    "host[...] = x": lambda x: operator.setitem(np.zeros(3), ..., x),
    "bool(x)": lambda x: bool(x[0]),
    "if x == y": lambda x: 1 if x[0] == 1 else 2,
    "int(x)": lambda x: int(x[0]),
    "float(x)": lambda x: float(x[0]),
    "complex(x)": lambda x: complex(x[0]),
    "range(x)": lambda x: range(x.astype(np.int32)[0]),
    "list(x)": lambda x: list(x),
    "1 in x": lambda x: 1 in x,
    "max(x)": lambda x: max(x),
    "x.tolist()": lambda x: x.tolist(),
    "x.tobytes()": lambda x: x.tobytes(),
    "x + ndarray": lambda x: x + np.ones(3, np.float32),
    "ndarray + x": lambda x: np.ones(3, np.float32) + x,
    "x += ndarray": lambda x: operator.iadd(x, np.ones(3, np.float32)),
    "x < ndarray": lambda x: x < np.ones(3, np.float32),
    "x[ndarray]": lambda x: x[np.array([0, 1])],
    "x[list]": lambda x: x[[0, 1]],
    "x[x:]": lambda x: x[x.astype(np.int32)[0] :],
    "x[...] = ndarray": lambda x: operator.setitem(x, ..., np.ones(3)),
    "x.real = ndarray": lambda x: setattr(x, "real", np.ones(3)),
    "xp.maximum(x, ndarray)": lambda x: xp.maximum(x, np.ones(3, np.float32)),
    "xp.take(x, ndarray)": lambda x: xp.take(x, np.array([0])),
    "xp.zeros(ndarray)": lambda x: xp.zeros(np.array([2, 3])),
    "xp.array([x, x])": lambda x: xp.array([x, x]),
    "xp.array(strings)": lambda x: xp.array(np.array([b"a"], object)),
    "x.astype(object)": lambda x: x.astype(object),
    "xp.sum(x, where=)": lambda x: xp.sum(x, where=x > 0),
    "xp.max(x, initial=)": lambda x: xp.max(x, initial=0),
    "x.max(initial=)": lambda x: x.max(initial=0),
    "x.astype(casting=)": lambda x: x.astype(np.int32, casting="unsafe"),
    "xp.argsort(x, kind=)": lambda x: xp.argsort(x, kind="mergesort"),
    "type(x)()": lambda x: type(x)(),
    "copy_in(x)": lambda x: DEVICE.copy_in(x),
    "copy_out(ndarray)": lambda x: DEVICE.copy_out(np.ones(3)),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_device_array_refuses(name):
    with pytest.raises(TypeError):
        HIDDEN[name](array([1, 2, 3]))


@pytest.mark.parametrize(
    "name", ["errstate", "nditer", "frompyfunc", "random", "ndindex", "fromiter", "matrix", "object_"]
)
def test_what_the_array_module_lacks(name):
    with pytest.raises(AttributeError, match=name):
        getattr(xp, name)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda x, i: xp.power.at(x, i, x), NotImplementedError),
        (lambda x, i: xp.maximum.reduce(x), NotImplementedError),
        (lambda x, i: xp.multiply.reduceat(x, i), NotImplementedError),
        (lambda x, i: xp.add.at(x.astype(np.int64), i, 1), TypeError),  # no atomic addition
    ],
)
def test_what_ufuncs_lack(call, error):
    with pytest.raises(error, match="CuPy has no"):
        call(array([1, 2, 3]), array([0, 1, 2], np.int32))


def test_what_a_device_array_does():
    host = np.arange(1, 7, dtype=np.float32).reshape(2, 3)
    x = array(host)
    assert (x.shape, x.dtype, x.ndim, x.size, x.nbytes, x.itemsize, len(x)) == ((2, 3), np.float32, 2, 6, 24, 4, 2)
    assert x.flags.c_contiguous
    assert not hasattr(x.flags, "writeable")
    assert not isinstance(x, np.ndarray)
    for function in (
        lambda a, m: a * 2 - a / 3 + 1**a,
        lambda a, m: np.float32(2) * a + np.float64(1),
        lambda a, m: -a @ a.T,
        lambda a, m: (a > 2) & ~(a == 4),
        lambda a, m: a[1, ::2],
        lambda a, m: a[a > 2],
        lambda a, m: a[..., None].reshape(3, 2).sum(axis=0, keepdims=True),
        lambda a, m: m.where(a > 2, m.exp(a), 0),
        lambda a, m: m.stack([a, a], axis=-1).max(axis=(0, 1)),
        lambda a, m: m.add.outer(a[0], a[1]),
        lambda a, m: m.einsum("ij,kj->ik", a, a),
        lambda a, m: m.linalg.norm(a),
        lambda a, m: m.fft.fft(a).imag,
        lambda a, m: m.lib.stride_tricks.sliding_window_view(a, (2, 2)),
        lambda a, m: m.unique(a % 2, return_counts=True)[1],
        lambda a, m: m.divmod(a, 2)[0],
        lambda a, m: abs(a) ** 2 // 3,
        lambda a, m: m.array_equal(a, a),
        lambda a, m: a.mean(),
    ):
        expected, got = function(host, np), function(x, xp)
        assert isinstance(got, xp.ndarray)  # of rank 0, too
        assert got.dtype == np.asarray(expected).dtype
        np.testing.assert_array_equal(got.get(), expected)


def test_writing():
    x = array(np.zeros(4))
    x[1:3] = 5
    x[array([0], np.int64)] = 7
    x[x == 0] = array(9)
    x += 1
    xp.add.at(x, array([0, 0], np.int32), array([1, 1]))
    assert x.get().tolist() == [10, 6, 6, 10]
    y = xp.empty(4, np.complex64)
    y.real, y.imag = x, 2
    assert y.get().tolist() == [10 + 2j, 6 + 2j, 6 + 2j, 10 + 2j]
    with pytest.raises(ValueError, match="read-only"):
        DEVICE.copy_in(np.zeros(3))[0] = 1  # inputs of a graph


def test_what_a_device_leaves_undefined():
    x, twice = array([1, 2, 3]), array([0, 0], np.int64)
    x[twice] = 4  # the same value, whoever comes last
    with pytest.raises(RuntimeError, match="must differ"):
        x[twice] = array([5, 6])
    for outside in (lambda i: x[i], lambda i: xp.take(x, i), lambda i: x.take(i), lambda i: xp.add.at(x, i, x[:1])):
        with pytest.raises(RuntimeError, match="outside"):
            outside(array([3], np.int64))
    with pytest.raises(IndexError):  # an integer of Python's is looked at
        x[3]


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "complex64", "int32", "uint8", "bool", "bfloat16"])
def test_uninitialised_memory_is_spoilt(dtype):
    dtype = np.dtype(getattr(ml_dtypes, dtype, dtype))
    for made in (
        xp.empty((2, 3), dtype),
        xp.empty_like(array(np.zeros((2, 3), dtype), dtype)),
        DEVICE.empty((2, 3), dtype),
    ):
        host = made.get()
        assert not (host == np.zeros((), dtype)).any()


def test_arrays_of_two_devices_do_not_mix():
    first, second = array([1, 2]), array([3, 4], index=1)
    assert (second + second).index == xp.exp(second).index == second[:1].index == 1
    with DEVICE.use(1):
        assert xp.zeros(2).index == 1
    assert xp.zeros(2).index == 0
    for mix in (
        lambda: first + second,
        lambda: xp.stack([first, second]),
        lambda: operator.setitem(first, 0, second[0]),
    ):
        with pytest.raises(ValueError, match="one device"):
            mix()


# -- the device ----------------------------------------------------------------------------------------------------


def test_every_plain_kernel_is_there():
    own = [op for op in registered_ops() if not op.name.startswith("Test>")]  # other tests register ops, too
    standin.register()
    for op in own:
        plain = [d for d in kernels_of(op.name, "CPU") if d.is_plain]
        derived = [d for d in kernels_of(op.name, "STANDIN") if d.is_plain]
        assert len(plain) == len(derived)
        assert all(d.cls.xp is xp for d in derived)
    generation = REGISTRY.generation
    assert standin.register() is DEVICE
    assert REGISTRY.generation == generation  # nothing new, so no plan has to be made again


def test_nodes_go_there_only_when_asked():
    with go.Graph().as_default(), go.Session() as session:
        y = go.constant([1.0, 2.0]) + 1.0
        with standin.counted() as transfers:
            session.run(y)
        assert transfers == standin.Transfers(0, 0, 0)


def test_a_plan_copies_what_crosses_and_nothing_else():
    with go.Graph().as_default(), go.device("/device:STANDIN:0"):
        x = go.placeholder(go.float32, (2, 8))
        w = go.constant(np.ones((3, 4), np.float32))
        y = go.raw_ops.Reshape(tensor=x, shape=[-1, 3 + 1])  # the shape is a host input
        y = go.raw_ops.MatMul(a=y, b=w, transpose_b=True)
        y = go.raw_ops.Relu(features=y - 1.0)
        size = go.raw_ops.Shape(input=y)
        with go.Session() as session:
            with standin.counted() as first:
                session.run([y, size], {x: np.ones((2, 8))})
            with standin.counted() as again:
                got, shape = session.run([y, size], {x: np.ones((2, 8))})
    assert got.tolist() == [[3.0] * 3] * 4
    assert shape.tolist() == [4, 3]
    assert (first.copied_in, first.copied_out) == (3, 1)  # the feed and two constants; y, but not its shape
    assert (again.copied_in, again.copied_out, again.items) == (1, 1, 0)  # constants stay on the device


def test_a_fed_device_array_stays_where_it_is():
    with go.Graph().as_default(), go.device("/device:STANDIN:0"):
        x = go.placeholder(go.float32, (3,))
        y = go.raw_ops.Neg(x=x)
        with go.Session() as session:
            there = DEVICE.copy_in(np.arange(3, dtype=np.float32))
            with standin.counted() as transfers:
                assert session.run(y, {x: there}).tolist() == [0, -1, -2]
    assert (transfers.copied_in, transfers.copied_out) == (0, 1)


def test_eager_computes_where_the_arrays_live():
    x = DEVICE.copy_in(np.array([1.0, -2.0]))
    with standin.counted() as transfers:
        y = go.eager.Relu(features=x)
    assert isinstance(y, xp.ndarray)
    assert transfers == standin.Transfers(0, 0, 0)
    assert go.eager.AddV2(x=x, y=np.array([1.0, 1.0])).get().tolist() == [2.0, -1.0]  # the host array goes along


def test_the_second_device():
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, (1, 4, 4, 2))
        with go.device("/device:STANDIN:1"):
            y = go.raw_ops.Conv2D(input=x, filter=np.ones((2, 2, 2, 3), np.float32), strides=[1] * 4, padding="VALID")
        with go.device("/device:STANDIN:0"):
            z = go.raw_ops.Neg(x=y)  # between devices by way of the host
        with standin.counted() as transfers:
            assert (session.run(z, {x: np.ones((1, 4, 4, 2))}) == -8).all()
    assert (transfers.copied_in, transfers.copied_out) == (3, 2)


@pytest.mark.parametrize("index", [0, 1])
def test_variables_live_where_they_are_assigned(index):
    with go.Graph().as_default(), go.device(f"/device:STANDIN:{index}"), go.Session() as session:
        v = go.raw_ops.VarHandleOp(dtype="float32", shape=[2], shared_name="v")
        start = go.raw_ops.AssignVariableOp(resource=v, value=np.array([1, 2], np.float32))
        step = go.raw_ops.AssignAddVariableOp(resource=v, value=np.array([1, 1], np.float32))
        value = go.raw_ops.ReadVariableOp(resource=v, dtype="float32")
        double = go.raw_ops.Mul(x=value, y=go.constant(2.0))
        session.run(start)
        session.run(step)
        with standin.counted() as transfers:
            session.run(step)
        assert (transfers.copied_out, transfers.items) == (0, 0)
        assert session.run(double).tolist() == [6, 8]
        assert session.variables["v"].tolist() == [3, 4]


@pytest.mark.parametrize("op", ["Equal", "GatherV2", "StridedSlice", "Select", "Concat"])
def test_strings_stay_on_the_host(op):
    """A node with strings runs on the host, even if the Session prefers another device."""
    words = np.array([b"a", b"b"], object)
    arguments = {
        "Equal": {"x": words, "y": words},
        "GatherV2": {"params": words, "indices": [1, 0], "axis": 0},
        "StridedSlice": {"input": words, "begin": [0], "end": [1], "strides": [1]},
        "Select": {"condition": [True, False], "t": words, "e": words},
        "Concat": {"concat_dim": 0, "values": [words, words]},
    }[op]
    with go.Graph().as_default():
        x = go.raw_ops.Neg(x=go.constant([1.0]))
        y = getattr(go.raw_ops, op)(**arguments)
        with go.Session(config=go.SessionConfig(device_order=("STANDIN", "CPU"))) as session:
            strings, number = session.run([y, x])
        with go.Session() as session:
            assert np.array_equal(strings, session.run(y))
        assert number.tolist() == [-1]
