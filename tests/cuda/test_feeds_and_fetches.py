"""Feeds and fetches of Sessions on emulated GPUs: their copies, whose memory they are, and who waits for whom."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from tests.cuda.gpu_graphs import THERE, assign, expected_waves, raw, read, variable, waves

pytestmark = pytest.mark.emulator


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
    from graphops_cuda.runtime import staging

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


@pytest.mark.parametrize("streams", [1, 4])
def test_a_fed_array_may_be_written_to_when_the_call_has_returned(cupy, streams):
    config = go.SessionConfig(gpu_streams=streams)
    with go.Graph().as_default(), go.device(THERE), go.Session(config=config) as session:
        x = go.placeholder(go.float32, (1000,))
        v = variable("v", (1000,))
        w = variable("w", (1000,))
        effects = [assign(v, raw.Sin(x=raw.Neg(x=x))), assign(w, raw.Square(x=raw.Neg(x=x)))]
        with cupy.cuda.Stream(non_blocking=True):
            for k in range(4):
                given = cupy.full(1000, k, np.float32)
                session.run(effects, {x: given}, as_device_arrays=True)
                given[...] = 77
                del given
                np.testing.assert_allclose(session.variables["v"], np.sin(np.full(1000, -k)), rtol=1e-5)
                assert (session.variables["w"] == k * k).all()


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


def test_fetches_of_feeds_and_constants_are_the_callers_own(cupy):
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (3,))
        c = go.constant(np.float32([1, 2, 3]))
        y = raw.Sin(x=x) + c
        function = session.make_callable([x, c, y, y, x], [x], as_device_arrays=True)
        given = cupy.asarray(np.float32([1, 2, 3]))
        for _ in range(6):
            for found in (session.run([x, c, y, y, x], {x: given}, as_device_arrays=True), function(given)):
                for value in found:
                    value[...] = 99
                assert given.get().tolist() == [1, 2, 3]
                assert session.run(c).tolist() == [1, 2, 3]
        empty = go.constant(np.zeros((0, 3), np.float32))
        assert session.run(raw.Neg(x=empty), as_device_arrays=True).shape == (0, 3)
        alone = session.run([x + c, x], {x: given}, as_device_arrays=True)[1]
        alone[...] = 5
        assert given.get().tolist() == [1, 2, 3]


def test_memory_of_fetches_that_other_lanes_read(cupy):
    """What is fetched is copied for the caller; the original may be read on another lane after that."""
    config = go.SessionConfig(gpu_streams=4, plan_passes=())
    with go.Graph().as_default(), go.device(THERE), go.Session(config=config) as session:
        x = go.placeholder(go.float32, (1000,))
        v = variable("v", (1000,))
        y = raw.Sin(x=x)
        branches = [raw.Exp(x=y) + np.float32(k) for k in range(4)]
        effect = assign(v, raw.AddN(inputs=[raw.Cos(x=b) for b in branches]))
        for k in range(5):
            found = session.run([y, effect], {x: np.full(1000, k)}, as_device_arrays=True)[0]
            np.testing.assert_allclose(found.get(), np.sin(np.full(1000, k)), rtol=1e-5)


def test_no_feeds_and_zero_sizes():
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        v = variable("v", (0, 4))
        session.run(assign(v, np.zeros((0, 4), np.float32)))
        function = session.make_callable([raw.Sum(input=raw.Exp(x=raw.Sin(x=read(v))), axis=[0]), v])
        for _ in range(6):
            assert function()[0].tolist() == [0, 0, 0, 0]


class Foreign:
    """An array that speaks DLPack and nothing else."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_dlpack_from_another_library(cupy):
    there = cupy.asarray(np.float32([1, 2]))
    assert go.eager.Neg(x=Foreign(there)).get().tolist() == [-1, -2]
    with go.Graph().as_default(), go.device(THERE), go.Session() as session:
        x = go.placeholder(go.float32, (2,))
        assert session.run(raw.Neg(x=x), {x: Foreign(there)}).tolist() == [-1, -2]


def test_lists_of_arrays_of_another_library(cupy):
    part = Foreign(cupy.asarray(np.float32([1, 2])))
    assert go.eager.ConcatV2(values=[part, part], axis=0).get().tolist() == [1, 2, 1, 2]
