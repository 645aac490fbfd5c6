"""Sessions on emulated GPUs: what is queued in which order, what stays there, what is replayed, and what fails how."""

from __future__ import annotations

import gc
import threading

import numpy as np
import pytest

import graphops as go

pytestmark = pytest.mark.emulator

raw = go.raw_ops
THERE = "/device:GPU:0"


def waves(x, count=6, width=1):
    """A chain of nodes, or several side by side that meet in the end, and what they compute."""
    branches = []
    for branch in range(width):
        y = x * np.float32(branch + 1)
        for _ in range(count):
            y = raw.Sin(x=y) + x
        branches.append(y)
    return branches[0] if width == 1 else raw.AddN(inputs=branches)


def expected_waves(x, count=6, width=1):
    total = 0
    for branch in range(width):
        y = x * np.float32(branch + 1)
        for _ in range(count):
            y = np.sin(y) + x
        total = total + y
    return total


@pytest.mark.parametrize("size", [3, 100_000, 1_300_000])
def test_feeds_and_fetches_of_all_sizes(size):
    """Small ones are copied on the lane that computes, larger ones beside it, the largest through several blocks."""
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (None,))
        y = raw.Neg(x=x)
        for k in range(3):
            given = np.arange(size, dtype=np.float32) + k
            found = session.run(y, {x: given})
            assert (found == -given).all()
            assert found.flags.writeable


def test_a_copy_that_nobody_waits_for_keeps_its_memory(cupy):
    """A run that fails after it queued copies of its results drops them: others must not get the memory meanwhile."""
    from graphops_cuda.device import GPU

    with cupy.cuda.Stream(non_blocking=True) as stream:
        x = cupy.ones(4096, np.uint8)
        finish = GPU.start_copy_out(x)
        del finish
        again = cupy.cuda.alloc_pinned_memory(4096)
        seen = np.frombuffer(again, np.uint8, 4096)
        seen[...] = 7
        stream.synchronize()
        assert (seen == 7).all()


def test_results_larger_than_pinned_memory(monkeypatch):
    from graphops_cuda import staging

    monkeypatch.setattr(staging, "_LARGEST_AT_ONCE", 1000)
    monkeypatch.setattr(staging, "BLOCK_BYTES", 1024)
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float64, (None, 7))
        for rows in (1, 19, 147):
            given = np.random.default_rng(rows).standard_normal((rows, 7))
            assert (session.run(raw.Neg(x=x), {x: given}) == -given).all()


def test_a_fed_array_may_be_changed_at_once(cupy):
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (200_000,))
        given = np.ones(200_000, np.float32)
        found = session.run(raw.Neg(x=x), {x: given}, as_device_arrays=True)
        given[:] = 5
        assert (found.get() == -1).all()


def test_arrays_of_the_caller_are_waited_for(cupy):
    """What the caller has queued on a stream of its own comes before the run, and what it queues then after it."""
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (4,))
        y = waves(x)
        for stream in (cupy.cuda.Stream(non_blocking=True), cupy.cuda.Stream.null):
            with stream:
                given = cupy.asarray(np.float32([1, 2, 3, 4])) * 2
                found = session.run(y, {x: given}, as_device_arrays=True)
                doubled = found * 2
            stream.synchronize()
            np.testing.assert_allclose(doubled.get(), 2 * expected_waves(np.float32([2, 4, 6, 8])), rtol=1e-5)


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


def test_random_graphs_on_several_lanes():
    """Whatever the graph: the emulator says so when something is read too early or given back too early."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        with go.Graph().as_default():
            with go.device(THERE):
                x = go.placeholder(go.float32, (None,))
                made = [x]
                for _ in range(30):
                    a, b = (made[rng.integers(len(made))] for _ in range(2))
                    view = raw.Reshape(tensor=raw.Reshape(tensor=a, shape=[-1, 1]), shape=[-1])
                    made.append([a + b, raw.Sin(x=a), raw.Maximum(x=a, y=b), view][rng.integers(4)])
            fetches = [made[rng.integers(1, len(made))] for _ in range(3)]
            given = rng.random(40_000 if seed % 2 else 7, np.float32)
            config = go.SessionConfig(gpu_streams=int(rng.integers(1, 5)), plan_passes=())
            with go.Session(config=config) as session:
                found = session.run(fetches, {x: given})
                again = session.run(fetches, {x: given}, as_device_arrays=True)
                function = session.make_callable(fetches, [x])
                replayed = [function(given) for _ in range(6)][-1]
                assert not [node for node in session.compare(fetches, {x: given}, against="CPU").nodes if node.diverges]
        for value, there, repeated in zip(found, again, replayed, strict=True):
            np.testing.assert_array_equal(value, there.get())
            np.testing.assert_array_equal(value, repeated)


def test_a_recording_reads_what_is_fed_each_time():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (None,))
        y = waves(x)
        function = session.make_callable(y, [x])
        kept = []
        for k in range(8):
            given = np.float32([k, k + 1, k + 2])
            kept.append((function(given), expected_waves(given)))
        for found, wanted in kept:  # also those from before: nobody wrote to them since
            np.testing.assert_allclose(found, wanted, rtol=1e-5)
        assert function(np.float32([1, 2, 3, 4])).shape == (4,)
        text = session.explain(y, {x: np.float32([0, 1, 2])})
        assert "feeds of (3,): 13 nodes are replayed as one recording, 0 run before them and 0 after" in text
        with pytest.raises(go.errors.InvalidTypeError):
            function("text")


def test_replayed_results_on_the_device_are_the_callers_own(cupy):
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        function = session.make_callable(waves(x), [x], as_device_arrays=True)
        kept = []
        for k in range(8):
            given = cupy.asarray(np.float32([k, k + 1, k + 2]))
            kept.append((function(given), expected_waves(given.get())))
        for found, wanted in kept:
            np.testing.assert_allclose(found.get(), wanted, rtol=1e-5)


def test_recording_can_be_declined():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        y = waves(x)
        function = session.make_callable(y, [x], capture=False)
        for _ in range(5):
            function(np.zeros(3))
        assert "recording" not in session.explain(y, {x: np.zeros(3)})


def test_a_variable_that_changes_is_read_anew():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (2,))
        v = raw.VarHandleOp(dtype="float32", shape=[2], shared_name="v")
        session.run(raw.AssignVariableOp(resource=v, value=np.float32([1, 1])))
        y = waves(x) * raw.ReadVariableOp(resource=v, dtype="float32")
        function = session.make_callable(y, [x])
        given = np.float32([0.5, 2])
        for k in range(12):
            if k in (5, 8, 9):
                session.variables["v"] = np.float32([k, 2 * k])
            np.testing.assert_allclose(
                function(given), expected_waves(given) * session.variables["v"], rtol=1e-5, err_msg=str(k)
            )
        assert "replayed" in session.explain(y, {x: given})


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


def test_random_numbers_are_not_replayed():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (64,))
        noise = raw.RandomUniform(shape=[64], dtype="float32", seed=1, seed2=2)
        y = raw.Sin(x=raw.Exp(x=noise + x))
        function = session.make_callable(y, [x])
        found = [function(np.zeros(64)).tobytes() for _ in range(7)]
    assert len(set(found)) == 7


def test_many_threads_share_a_callable_and_variables():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (None,))
        v = raw.VarHandleOp(dtype="float32", shape=[], shared_name="v")
        session.run(raw.AssignVariableOp(resource=v, value=np.float32(1)))
        add = raw.AssignAddVariableOp(resource=v, value=np.float32(1))
        y = waves(x)
        function = session.make_callable(y, [x])
        errors: list[BaseException] = []

        def work(k):
            try:
                for turn in range(12):
                    given = np.float32([k, turn, 2])
                    np.testing.assert_allclose(function(given), expected_waves(given), rtol=1e-5)
                    session.run(add)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not errors, errors[0]
        assert session.variables["v"] == 49


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


def test_dlpack_from_another_library(cupy):
    class Foreign:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **keywords):
            return self.array.__dlpack__(**keywords)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    there = cupy.asarray(np.float32([1, 2]))
    assert go.eager.Neg(x=Foreign(there)).get().tolist() == [-1, -2]
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (2,))
        assert session.run(raw.Neg(x=x), {x: Foreign(there)}).tolist() == [-1, -2]


def test_a_trace_waits_for_each_node():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        metadata = go.RunMetadata()
        session.run(waves(x), {x: np.zeros(3)}, run_metadata=metadata)
        assert len(metadata.nodes) == 13
        assert {node.device for node in metadata.nodes} == {THERE}


def test_old_control_flow():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (2,))
        switched = raw.Switch(data=x, pred=raw.Greater(x=raw.Sum(input=x, axis=[0]), y=0.0))
        y = raw.Merge(inputs=[raw.Neg(x=switched[0]), raw.Square(x=switched[1])])[0]
        assert session.run(y, {x: [1, 2]}).tolist() == [1, 4]
        assert session.run(y, {x: [-1, -2]}).tolist() == [1, 2]
