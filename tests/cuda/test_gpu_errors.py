"""What Sessions say when an emulated GPU fails: too little memory, lost devices, errors of libraries."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import graphops as go
from tests.cuda.gpu_graphs import THERE, assign, raw, read, variable

pytestmark = pytest.mark.emulator


def test_memory_that_does_not_suffice():
    from cuda_model import segments

    before = segments.total_bytes(0)
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (None, 1))
        y = raw.Tile(input=x, multiples=[1, 1000], name="wide")
        z = raw.MatMul(a=y, b=y, transpose_b=True, name="product")
        small = np.ones((4, 1), np.float32)
        assert session.run(z, {x: small}).shape == (4, 4)
        segments.set_total_bytes(0, 60 << 20)
        try:
            with pytest.raises(go.errors.ResourceExhaustedError) as found:
                session.run(raw.Sin(x=y), {x: np.ones((9000, 1), np.float32)})
            text = "\n".join([str(found.value), *found.value.__notes__])
            assert "36,000,000" in text
            assert "wide" in text
            del found  # closures of the emulator are in its frames
            gc.collect()
            assert session.run(z, {x: small}).shape == (4, 4)  # everything still works
        finally:
            segments.set_total_bytes(0, before)


def test_a_constant_that_does_not_fit():
    from cuda_model import segments

    before = segments.total_bytes(0)
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        wide = go.constant(np.ones(10_000_000, np.float32), name="wide")
        x = go.placeholder(go.float32, ())
        y = wide * x
        segments.set_total_bytes(0, 20 << 20)
        try:
            with pytest.raises(go.errors.ResourceExhaustedError, match="GPU") as found:
                session.run(y, {x: 1})
            assert "wide" in "\n".join([str(found.value), *getattr(found.value, "__notes__", ())])
        finally:
            segments.set_total_bytes(0, before)


def test_memory_limits_of_two_sessions_must_agree():
    from graphops_cuda.device import GPU

    with go.Graph().as_default():
        go.constant(1.0)
        try:
            with go.Session(config=go.SessionConfig(gpu_memory_limit=1 << 30)):
                assert GPU.memory()[1] == 1 << 30
            with pytest.raises(go.errors.FailedPreconditionError, match="gpu_memory_limit"):
                go.Session(config=go.SessionConfig(gpu_memory_limit=1 << 31))
        finally:
            GPU._limit = None
            import cupy

            for index in range(2):
                with cupy.cuda.Device(index):
                    cupy.get_default_memory_pool().set_limit(size=0)


def test_recordings_stay_within_the_limit_of_memory(cupy):
    from graphops_cuda.device import GPU

    with go.Graph().as_default(), go.device(THERE):
        x = go.placeholder(go.float32, (1 << 20,))
        y = raw.Sin(x=raw.Exp(x=x)) + raw.Cos(x=x)
        try:
            config = go.SessionConfig(gpu_memory_limit=64 << 20)
            with go.Session(config=config) as session:
                functions = [session.make_callable(raw.Neg(x=y * np.float32(k)), [x]) for k in range(12)]
                for function in functions:
                    for _ in range(5):
                        function(np.zeros(1 << 20, np.float32))
                from cuda_model import segments

                used = sum(s.size for s in segments.segments() if s.device == 0)
                assert used <= 65 << 20  # other tests have left a little
        finally:
            GPU._limit = None
            for index in range(2):
                with cupy.cuda.Device(index):
                    cupy.get_default_memory_pool().set_limit(size=0)


# -- lost devices ------------------------------------------------------------------------------------------------------


def test_a_fault_names_the_node_and_says_that_the_context_is_lost(faults):
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        y = raw.Sin(x=x, name="first")
        z = raw.Exp(x=y, name="second")
        session.run(z, {x: np.zeros(3)})
        for late in (False, True):
            faults.next_launch(700, late=late)
            with pytest.raises(go.errors.InternalError) as found:
                session.run(z, {x: np.zeros(3)})
            notes = "\n".join(found.value.__notes__)
            assert "the device context is lost" in notes
            with pytest.raises(go.errors.InternalError):  # and nothing hangs or ends the process
                session.run(z, {x: np.zeros(3)})
            faults.clear()
        there = session.run(y, {x: np.zeros(3)}, as_device_arrays=True)
        faults.next_launch(700)
        with pytest.raises(go.errors.InternalError):
            go.eager.Sin(x=there)
        faults.clear()
        assert session.run(z, {x: np.zeros(3)}).tolist() == [1, 1, 1]


def test_variables_and_a_lost_device(faults):
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        v = variable("v", (3,))
        x = go.placeholder(go.float32, (3,))
        with go.device("/device:CPU:0"):
            y = go.placeholder(go.float32, (3,))
            on_host = raw.Sin(x=y)
        session.run(assign(v, np.zeros(3, np.float32)))
        there = session.run(read(v), as_device_arrays=True)
        faults.next_launch(700)
        with pytest.raises(go.errors.InternalError):
            session.run(raw.Sin(x=read(v) + x), {x: np.zeros(3)})
        for call in (
            lambda: session.variables["v"],
            lambda: session.variables.snapshot(),
            lambda: session.variables.__setitem__("v", np.ones(3)),
            lambda: session.run(read(v)),
            lambda: session.run(read(v), as_device_arrays=True),
            lambda: session.run(v.node.name + ":0"),
            lambda: session.make_callable(raw.Sin(x=raw.Exp(x=x)), [x])(np.zeros(3)),
            lambda: session.run(on_host, {y: there}),
            lambda: session.run(raw.Cos(x=x) + go.constant(np.float32([1, 2, 3])), {x: np.zeros(3)}),
        ):
            with pytest.raises(go.errors.InternalError):
                call()


def test_a_lost_device_while_recordings_are_replayed(faults):
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        function = session.make_callable(raw.Sin(x=raw.Exp(x=x)), [x])
        for when in range(7):
            faults.clear()
            if when > 1:
                faults.next_launch(700, late=bool(when % 2))
                with pytest.raises(go.errors.InternalError) as found:
                    function(np.zeros(3))
                assert "context is lost" in "".join(found.value.__notes__)
                faults.clear()
            np.testing.assert_allclose(function(np.zeros(3)), np.sin([1, 1, 1]), rtol=1e-6)


def test_errors_of_libraries_are_explained(cupy):
    from graphops_cuda.runtime.faults import explain

    class CUBLASError(RuntimeError):
        status = 13

    CUBLASError.__module__ = "cupy_backends.cuda.libs.cublas"
    assert isinstance(explain(CUBLASError("CUBLAS_STATUS_EXECUTION_FAILED")), go.errors.InternalError)
