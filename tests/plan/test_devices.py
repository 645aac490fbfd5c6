"""Plans that use devices: what stays there, what stays on the host, and in what order copies and kernels are queued."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops.plan.devices.lanes import assign_lanes
from graphops.testing import standin

raw = go.raw_ops
DEVICE = standin.register()
THERE = "/device:STANDIN:0"


def is_there(value: object) -> bool:
    return DEVICE.owns(value)


def test_fetches_stay_on_the_device_when_asked():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        y = raw.Neg(x=x)
        size = raw.Size(input=y)
        fed = DEVICE.copy_in(np.arange(3, dtype=np.float32))
        with standin.counted() as transfers:
            found = session.run({"y": y, "x": x, "size": size}, {x: fed}, as_device_arrays=True)
        assert transfers == standin.Transfers(0, 0, 0)
        assert is_there(found["y"])
        assert found["y"].get().tolist() == [0, -1, -2]
        assert is_there(found["x"])
        assert found["x"] is not fed
        assert found["size"] == 3  # the host knows it
        function = session.make_callable(y, [x], as_device_arrays=True)
        assert function(fed).get().tolist() == [0, -1, -2]
        assert session.run(y, {x: fed}).tolist() == [0, -1, -2]


def test_a_fetch_on_the_device_is_the_callers_own():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        v = raw.VarHandleOp(dtype="float32", shape=[2], shared_name="v")
        session.run(raw.AssignVariableOp(resource=v, value=np.float32([1, 2])))
        value = raw.ReadVariableOp(resource=v, dtype="float32")
        c = raw.Reshape(tensor=go.constant(np.float32([[1], [2]])), shape=[2])
        for tensor in (value, c):
            found = session.run(tensor, as_device_arrays=True)
            found += 1
            assert session.run(tensor).tolist() == [1, 2]


def test_arithmetic_with_shapes_stays_on_the_host():
    with go.Graph().as_default(), go.Session(config=go.SessionConfig(device_order=("STANDIN", "CPU"))) as session:
        x = go.placeholder(go.float32, (None, 4))
        shape = raw.Shape(input=x)
        rows = raw.StridedSlice(input=shape, begin=[0], end=[1], strides=[1])
        wanted = raw.ConcatV2(values=[rows * 2, [2]], axis=0)
        y = raw.Reshape(tensor=raw.Neg(x=x), shape=wanted)
        given = np.ones((3, 4), np.float32)
        session.run(y, {x: given})
        with standin.counted() as transfers:
            assert session.run(y, {x: given}).shape == (6, 2)
        assert (transfers.copied_in, transfers.copied_out) == (1, 1)  # x and y
        text = session.explain(y, {x: given})
    assert "(Reshape) on STANDIN:0" in text
    assert "(Mul) on CPU:0" in text


def test_numbers_that_a_device_reads_are_computed_there():
    with go.Graph().as_default(), go.Session(config=go.SessionConfig(device_order=("STANDIN", "CPU"))) as session:
        x = go.placeholder(go.int32, (2,))
        y = x * 2
        table = raw.Neg(x=go.constant(np.float32([0, 1, 2, 3, 4])))
        z = raw.GatherV2(params=table, indices=y, axis=0)
        assert session.run(z, {x: [1, 2]}).tolist() == [-2, -4]
        assert "(Mul) on STANDIN:0" in session.explain(z, {x: [1, 2]})


def test_loops_keep_their_values_on_the_device():
    with go.Graph().as_default() as graph:
        with go.device(THERE):
            x = go.placeholder(go.float32, (64,))
            state = [go.constant(np.int32(0)), x]

            def body(i, s):
                with go.device(THERE):
                    return i + 1, raw.Sin(x=s) + x

            def more(i, _):
                with go.device("/device:CPU:0"):
                    return raw.Less(x=i, y=20)

            y = go.while_loop(more, body, state)[1]
        with go.Session(graph) as session:
            values = np.linspace(0, 1, 64, dtype=np.float32)
            session.run(y, {x: values})
            with standin.counted() as transfers:
                found = session.run(y, {x: values})
    expected = values
    for _ in range(20):
        expected = np.sin(expected) + values
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    assert transfers.copied_out <= 22  # the counter at each turn, but not the state twice


def test_values_go_from_device_to_device():
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, (2,))
        with go.device("/device:STANDIN:1"):
            y = raw.Neg(x=x)
        with go.device(THERE):
            z = raw.Square(x=y)
        there = DEVICE.copy_in(np.float32([2, 3]), 0)
        found = session.run([z, y], {x: there}, as_device_arrays=True)
        assert [value.index for value in found] == [0, 1]
        assert found[0].get().tolist() == [4, 9]


def test_arrays_of_other_libraries_are_fed_without_a_copy():
    class Foreign:
        """As far as DLPack goes, an array of another library."""

        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **keywords):
            return self.array.__dlpack__(**keywords)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        assert session.run(x * 2.0, {x: Foreign(np.float32([1, 2, 3]))}).tolist() == [2, 4, 6]
        with pytest.raises(go.errors.InvalidArgumentError, match="shape"):
            session.run(x * 2.0, {x: Foreign(np.float32([1, 2]))})
    assert go.eager.Neg(x=Foreign(np.float32([1]))).tolist() == [-1]


def steps_of(session, fetches, feeds):
    return session._plan(tuple(fetches), tuple(feeds)).steps


def test_branches_get_lanes_of_their_own():
    with go.Graph().as_default(), go.device(THERE):
        x = go.placeholder(go.float32, (3,), name="x")
        stem = raw.Neg(x=x, name="stem")
        left = raw.Sin(x=raw.Exp(x=stem, name="left1"), name="left2")
        right = raw.Cos(x=raw.Square(x=stem, name="right1"), name="right2")
        y = raw.Add(x=left, y=right, name="y")
        with go.Session() as session:
            steps = {step.node.name: step for step in steps_of(session, [y], [x])}
            assert {step.lane for step in steps.values()} == {0}
            assign_lanes(list(steps.values()), 4)
            lanes = {name: step.lane for name, step in steps.items()}
            assert lanes["stem"] == lanes["left1"] == lanes["left2"] != lanes["right1"] == lanes["right2"]
            assert steps["stem"].marks == frozenset(steps["stem"].outputs)
            waited = "left2" if lanes["y"] == lanes["right2"] else "right2"
            assert steps[waited].marks == frozenset(steps[waited].outputs)
        with go.Session(config=go.SessionConfig(gpu_streams=4)) as session:
            given = np.float32([0.1, 0.2, 0.3])
            np.testing.assert_allclose(
                session.run(y, {x: given}), np.sin(np.exp(-given)) + np.cos(given * given), rtol=1e-6
            )


def test_what_cannot_be_recorded_says_why():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        y = raw.Neg(x=raw.Sin(x=raw.Exp(x=x)))
        function = session.make_callable(y, [x])
        for _ in range(6):
            np.testing.assert_allclose(function(np.zeros(3)), np.full(3, -np.sin(1.0)), rtol=1e-6)
        assert "device STANDIN must support graph capture" in session.explain(y, {x: np.zeros(3)})


@pytest.mark.parametrize(
    ("setting", "value"), [("gpu_streams", 0), ("gpu_streams", True), ("gpu_streams", 99), ("gpu_memory_limit", -1)]
)
def test_settings_that_cannot_be(setting, value):
    with pytest.raises(go.errors.InvalidArgumentError, match=setting):
        go.SessionConfig(**{setting: value})
