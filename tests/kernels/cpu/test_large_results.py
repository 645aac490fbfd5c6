"""Large results: their memory is used again, but never while somebody has it."""

from __future__ import annotations

import sys
import threading

import numpy as np
import pytest

import graphops as go
from graphops_cpu.runtime import large_results
from graphops_cpu.runtime.large_results import SMALLEST, empty

BYTE = np.dtype(np.uint8)


@pytest.fixture(autouse=True)
def _nothing_kept():
    large_results.clear()
    yield
    large_results.clear()


def address(array):
    return array.__array_interface__["data"][0]


def test_memory_that_nobody_has_is_used_again():
    first = empty((SMALLEST,), BYTE)
    where = address(first)
    del first
    assert address(empty((SMALLEST // 4,), np.dtype(np.float32))) == where


def test_memory_that_somebody_sees_is_not():
    first = empty((2, SMALLEST // 2), BYTE)
    view = first[1, ::2].T
    del first
    second, third = empty((SMALLEST,), BYTE), empty((SMALLEST,), BYTE)
    assert not np.shares_memory(view, second)
    assert not np.shares_memory(view, third)
    assert not np.shares_memory(second, third)


def test_small_results_own_their_memory():
    assert empty((SMALLEST - 1,), BYTE).base is None
    assert large_results.held() == 0


def test_references_to_objects_are_never_in_memory_of_before():
    assert empty((SMALLEST,), np.dtype(object))[-1] is None
    assert large_results.held() == 0


def test_results_begin_with_a_cache_line():
    assert [address(empty((SMALLEST + 10 * i,), BYTE)) % 64 for i in range(5)] == [0] * 5


@pytest.mark.parametrize("step", [0, 4096, 1 << 22])
def test_what_is_kept_is_bounded(monkeypatch, step):
    monkeypatch.setattr(large_results, "CAPACITY", 64 << 20)
    arrays = []
    for i in range(300):
        arrays.append(empty((SMALLEST + step * (i % 7),), BYTE))
        assert sum(block.nbytes for kept in large_results._blocks.values() for block, _ in kept) >= large_results.held()
        assert large_results.held() <= large_results.CAPACITY
    assert len({address(array) for array in arrays}) == 300
    assert empty((large_results.CAPACITY + 1,), BYTE).base is None


def test_the_size_that_was_asked_for_last_is_kept_longest(monkeypatch):
    monkeypatch.setattr(large_results, "CAPACITY", 4 * SMALLEST)
    where = address(empty((SMALLEST,), BYTE))
    other = empty((2 * SMALLEST,), BYTE)
    empty((SMALLEST,), BYTE)
    assert empty((2 * SMALLEST - 64 * 1024,), BYTE).base is not other.base  # the other size makes room
    assert address(empty((SMALLEST,), BYTE)) == where


def test_many_threads_never_share_memory():
    failures = []

    def work(number):
        for _ in range(300):
            array = empty((SMALLEST,), BYTE)
            array[::4096] = number
            if (array[::4096] != number).any():
                failures.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not failures


def test_results_of_a_session_stay_what_they_were():
    side = 100
    x = np.random.default_rng(0).standard_normal((1, side, side, 1)).astype(np.float32)
    with go.Graph().as_default() as graph:
        w = np.ones((1, 1, 1, 33), np.float32)
        image = go.placeholder(go.float32, x.shape, name="x")
        y = go.raw_ops.Conv2D(input=image, filter=w, strides=[1] * 4, padding="SAME")
        z = go.raw_ops.ConcatV2(values=[y, go.raw_ops.Tanh(x=y) + 1.0], axis=3)
        small = go.raw_ops.Slice(input=z, begin=[0, 1, 1, 1], size=[1, side - 2, side - 2, 40])
        pads = go.raw_ops.Pad(input=small, paddings=[[0, 0], [1, 1], [1, 1], [2, 2]])
    held = []
    with go.Session(graph) as session:
        for factor in range(1, 9):
            found = session.run([y, z, small, pads], {"x:0": factor * x})
            assert found[0].nbytes >= SMALLEST
            held.append((found, [each.copy() for each in found]))
            if factor % 3 == 0:
                held.pop(0)
        for arrays, copies in held:
            for array, copy in zip(arrays, copies, strict=True):
                assert np.array_equal(array, copy)
