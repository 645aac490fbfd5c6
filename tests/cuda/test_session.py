"""Whole programs in Sessions on emulated GPUs: branches at once, training, loops, and what a trace shows of them."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from tests.cuda.gpu_graphs import THERE, expected_waves, raw, waves

pytestmark = pytest.mark.emulator


@pytest.mark.parametrize("streams", [1, 2, 4])
def test_branches_at_once(streams):
    rng = np.random.default_rng(streams)
    with go.Graph().as_default(), go.device(THERE):
        x = go.placeholder(go.float32, (None,))
        y = waves(x, 5, 6)
        z = raw.Mul(x=y, y=raw.Cos(x=x))
        with go.Session(config=go.SessionConfig(gpu_streams=streams)) as session:
            function = session.make_callable([z, y], [x])
            for size in (5, 80_000, 5, 5, 5, 5, 5):
                given = rng.random(size, np.float32)
                wanted = expected_waves(given, 5, 6)
                for found in (session.run([z, y], {x: given}), function(given)):
                    np.testing.assert_allclose(found[1], wanted, rtol=1e-4)
                    np.testing.assert_allclose(found[0], wanted * np.cos(given), rtol=1e-4, atol=1e-4)
                ours = session.run([z, y], {x: given}, as_device_arrays=True)
                np.testing.assert_allclose(ours[1].get(), wanted, rtol=1e-4)
            assert "replayed as one recording" in session.explain([z, y], {x: given})


@pytest.mark.parametrize("streams", [1, 4])
def test_tensor_arrays_and_stacks_across_lanes(streams):
    config = go.SessionConfig(gpu_streams=streams, plan_passes=())
    with go.Graph().as_default(), go.device(THERE), go.Session(config=config) as session:
        x = go.placeholder(go.float32, (1000,))
        array = raw.TensorArrayV3(size=4, dtype="float32")
        flow = array.flow
        for k in range(4):
            value = raw.Sin(x=x + np.float32(k))
            flow = raw.TensorArrayWriteV3(handle=array.handle, index=k, value=value, flow_in=flow)
        parts = [raw.Exp(x=raw.TensorArrayReadV3(handle=array.handle, index=k, flow_in=flow, dtype="float32"))
                 for k in range(4)]  # fmt: skip
        stack = raw.StackV2(max_size=-1, elem_type="float32")
        pushed = raw.StackPushV2(handle=stack, elem=raw.Cos(x=raw.Neg(x=x)))
        with go.control_dependencies([pushed.node]):
            popped = raw.StackPopV2(handle=stack, elem_type="float32")
        other = raw.Square(x=raw.Neg(x=x))
        y = raw.AddN(inputs=[*parts, raw.Neg(x=popped), other])
        function = session.make_callable(y, [x])
        for k in range(6):
            given = np.full(1000, k / 7, np.float32)
            wanted = sum(np.exp(np.sin(given + i)) for i in range(4)) - np.cos(given) + given * given
            for found in (session.run(y, {x: given}), function(given)):
                np.testing.assert_allclose(found, wanted, rtol=1e-5)
            session.run(y, {x: given}, as_device_arrays=True)


def training(device):
    """Losses of a few steps of a small network, and its variables."""
    rng = np.random.default_rng(0)
    data, labels = rng.random((16, 6), np.float32), rng.integers(0, 3, 16)
    go.reset_default_graph()
    with go.Graph().as_default() as graph, go.device(device):
        x = go.placeholder(go.float32, (None, 6))
        t = go.placeholder(go.int64, (None,))
        names = {"w1": (6, 8), "w2": (8, 3)}
        handles, starts = {}, []
        for name, shape in names.items():
            handles[name] = raw.VarHandleOp(dtype="float32", shape=shape, shared_name=name)
            starts.append(raw.AssignVariableOp(resource=handles[name], value=rng.random(shape, np.float32) - 0.5))
            momentum = raw.VarHandleOp(dtype="float32", shape=shape, shared_name=f"{name}/m")
            handles[f"{name}/m"] = momentum
            starts.append(raw.AssignVariableOp(resource=momentum, value=np.zeros(shape, np.float32)))
        w1, w2 = (raw.ReadVariableOp(resource=handles[name], dtype="float32") for name in names)
        hidden = raw.Tanh(x=raw.MatMul(a=x, b=w1))
        losses = raw.SparseSoftmaxCrossEntropyWithLogits(features=raw.MatMul(a=hidden, b=w2), labels=t).loss
        loss = raw.Mean(input=losses, axis=[0])
        gradients = go.gradients(loss, [w1, w2])
        updates = [
            raw.ResourceApplyMomentum(
                var=handles[name], accum=handles[f"{name}/m"], lr=np.float32(0.5), grad=gradient,
                momentum=np.float32(0.9),
            )
            for name, gradient in zip(names, gradients, strict=True)
        ]  # fmt: skip
    with go.Session(graph) as session:
        session.run(starts)
        step = session.make_callable([loss, updates], [x, t])
        found = [float(step(data, labels)[0]) for _ in range(10)]
        text = session.explain([loss, updates], {x: data, t: labels})
        return found, session.variables.snapshot(), text


def test_training_steps_are_replayed_between_reads_and_updates():
    found, variables, text = training(THERE)
    wanted, expected, _ = training("/device:CPU:0")
    np.testing.assert_allclose(found, wanted, rtol=1e-5)
    assert found[-1] < found[0]
    for name, value in expected.items():
        np.testing.assert_allclose(variables[name], value, rtol=1e-4, atol=1e-6)
    assert "replayed as one recording" in text


def test_loops_and_functions():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        y = go.while_loop(lambda i, _: raw.Less(x=i, y=5), lambda i, s: (i + 1, raw.Sin(x=s) + x), [np.int32(0), x])[1]
        (dx,) = go.gradients(y, x)
        given = np.float32([0.1, 0.2, 0.3])
        found = session.run([y, dx], {x: given})
    s, ds = given, np.ones(3, np.float32)
    for _ in range(5):
        s, ds = np.sin(s) + given, np.cos(s) * ds + 1
    np.testing.assert_allclose(found[0], s, rtol=1e-5)
    np.testing.assert_allclose(found[1], ds, rtol=1e-5)


def test_old_control_flow():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (2,))
        switched = raw.Switch(data=x, pred=raw.Greater(x=raw.Sum(input=x, axis=[0]), y=0.0))
        y = raw.Merge(inputs=[raw.Neg(x=switched[0]), raw.Square(x=switched[1])])[0]
        assert session.run(y, {x: [1, 2]}).tolist() == [1, 4]
        assert session.run(y, {x: [-1, -2]}).tolist() == [1, 2]


def test_a_trace_waits_for_each_node():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        metadata = go.RunMetadata()
        session.run(waves(x), {x: np.zeros(3)}, run_metadata=metadata)
        assert len(metadata.nodes) == 13
        assert {node.device for node in metadata.nodes} == {THERE}
