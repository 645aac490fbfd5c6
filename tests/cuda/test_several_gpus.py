"""Two emulated GPUs: feeds, views, variables and functions that cross from one to the other."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from tests.cuda.gpu_graphs import OTHER, THERE, assign, raw, read, variable

pytestmark = pytest.mark.emulator


def test_two_gpus():
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, (100_000,))
        with go.device("/device:GPU:1"):
            y = raw.Neg(x=x)
        with go.device(THERE):
            z = raw.Square(x=y) + x
        given = np.linspace(0, 1, 100_000, dtype=np.float32)
        np.testing.assert_allclose(session.run(z, {x: given}), given * given + given, rtol=1e-6)
        found = session.run([z, y], {x: given}, as_device_arrays=True)
        assert [value.device.id for value in found] == [0, 1]
        with pytest.raises(go.errors.InvalidArgumentError, match="GPU:7"), go.device("/device:GPU:7"):
            session.run(raw.Neg(x=x), {x: given})


@pytest.mark.parametrize("size", [10, 200_000])
@pytest.mark.parametrize("contiguous", [True, False])
def test_a_feed_from_another_gpu(cupy, size, contiguous):
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (None, 2))
        y = raw.Sin(x=raw.Exp(x=x))
        function = session.make_callable(y, [x])
        with cupy.cuda.Device(1):
            stream = cupy.cuda.Stream(non_blocking=True)
        for k in range(6):
            with cupy.cuda.Device(1), stream:
                given = cupy.full((2, size), k / 8, np.float32)
                given = given.T if not contiguous else given.reshape(size, 2)
            for call in (function, lambda value: session.run(y, {x: value})):
                with cupy.cuda.Device(1), stream:
                    given += 0
                if k % 2:
                    with cupy.cuda.Device(1), stream, cupy.cuda.Device(0):
                        found = call(given)
                else:
                    with cupy.cuda.Device(1):
                        stream.synchronize()
                    found = call(given)
                np.testing.assert_allclose(found, np.sin(np.exp(np.full((size, 2), k / 8))), rtol=1e-5)


def test_views_go_to_another_gpu():
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, (30, 20))
        with go.device(THERE):
            y = raw.Transpose(x=raw.Sin(x=x), perm=[1, 0])
        with go.device(OTHER):
            z = raw.Neg(x=y)
        given = np.random.default_rng(0).random((30, 20), np.float32)
        np.testing.assert_allclose(session.run(z, {x: given}), -np.sin(given).T, rtol=1e-6)
        np.testing.assert_allclose(session.run(z, {x: given}, as_device_arrays=True).get(), -np.sin(given).T, rtol=1e-6)


def test_large_results_of_the_second_gpu(monkeypatch):
    from graphops_cuda.runtime import staging

    monkeypatch.setattr(staging, "_LARGEST_AT_ONCE", 1000)
    with go.Graph().as_default(), go.device(OTHER), go.Session() as session:
        x = go.placeholder(go.float32, (None,))
        given = np.random.default_rng(0).random(5000, np.float32)
        assert (session.run(raw.Neg(x=x), {x: given}) == -given).all()


def test_a_variable_of_one_gpu_is_used_on_another():
    with go.Graph().as_default(), go.Session() as session:
        v = variable("v", (3,))
        with go.device(THERE):
            session.run(assign(v, np.float32([1, 2, 3])))
        with go.device(OTHER):
            y = raw.Sin(x=read(v))
            gathered = raw.ResourceGather(resource=v, indices=np.int32([2, 0]), dtype="float32")
            add = raw.AssignAddVariableOp(resource=v, value=np.float32([1, 1, 1]))
        np.testing.assert_allclose(session.run(y), np.sin([1, 2, 3]), rtol=1e-6)
        assert session.run(gathered).tolist() == [3, 1]
        session.run(add)
        assert session.variables["v"].tolist() == [2, 3, 4]


def test_variables_of_the_second_gpu_stay_there(cupy):
    with go.Graph().as_default(), go.device(OTHER), go.Session() as session:
        v = variable("v", (3,))
        session.run(assign(v, np.float32([1, 2, 3])))
        session.variables["v"] = np.float32([4, 5, 6])
        assert session.run(read(v), as_device_arrays=True).device.id == 1
        assert session.run(raw.Neg(x=read(v))).tolist() == [-4, -5, -6]
        session.variables.restore({"v": np.float32([7, 8, 9])})
        assert session.run(raw.Neg(x=read(v))).tolist() == [-7, -8, -9]


def test_eager_on_the_second_gpu(cupy):
    with cupy.cuda.Device(1):
        x = cupy.asarray(np.arange(6, dtype=np.float32).reshape(2, 3))
    for found in (
        go.eager.Sin(x=x), go.eager.Reshape(tensor=x, shape=[3, 2]), go.eager.Identity(input=x),
        go.eager.Transpose(x=x, perm=[1, 0]), go.eager.AddV2(x=x, y=np.ones((2, 3), np.float32)),
        go.eager.ConcatV2(values=[x, x], axis=0), go.eager.Sum(input=x, axis=[0]),
    ):  # fmt: skip
        assert found.device.id == 1
    with pytest.raises(go.errors.InvalidTypeError, match="one device"):
        go.eager.AddV2(x=x, y=cupy.ones((2, 3), np.float32))


@pytest.mark.parametrize("streams", [1, 3])
@pytest.mark.parametrize("first", [THERE, OTHER])
def test_functions_that_compute_on_another_gpu(cupy, first, streams):
    """What they give is read on both GPUs, on lanes that were in use before the call and on others."""
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (100_000,))
        with go.device(first):
            early = [raw.Neg(x=x)]

        def body():
            with go.device(OTHER):
                return raw.Sin(x=raw.Exp(x=x))

        with go.device(OTHER):
            early += [raw.Neg(x=x + np.float32(k)) for k in range(3)]
        with go.device(THERE):
            y = go.cond(raw.Greater(x=raw.Sum(input=x, axis=[0]), y=-1.0), body, lambda: x)
            here = raw.Cos(x=y)
        with go.device(OTHER):
            there = [raw.Cos(x=y) + early[0], raw.Tanh(x=y), raw.Sin(x=y)]
        given = np.linspace(0, 1, 100_000, dtype=np.float32)
        wanted = np.sin(np.exp(given))
        with go.Session(config=go.SessionConfig(gpu_streams=streams)) as session:
            for fetches in ([y], [y, here], [y, early, there], [y, here, early, there]):
                for on_devices in (False, True):
                    found = session.run(fetches, {x: given}, as_device_arrays=on_devices)[0]
                    found = found.get() if on_devices else found
                    np.testing.assert_allclose(found, wanted, rtol=1e-5)
