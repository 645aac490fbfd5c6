"""Large results: their memory is used again, but never while somebody has it."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops_cpu.runtime import large_results
from graphops_cpu.runtime.large_results import SMALLEST, empty

BYTE = np.dtype(np.uint8)


@pytest.fixture(autouse=True)
def _nothing_kept():
    large_results._blocks.clear()
    yield
    large_results._blocks.clear()


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
    assert large_results._blocks == []


def test_what_is_kept_is_bounded():
    held = [empty((SMALLEST + 4096 * i,), BYTE) for i in range(20)]
    assert sum(block.nbytes for block in large_results._blocks) <= large_results.CAPACITY
    assert len({address(array) for array in held}) == 20
    assert empty((large_results.CAPACITY + 1,), BYTE).base is None


def test_a_result_of_a_session_stays_what_it_was():
    x = np.random.default_rng(0).standard_normal((1, 512, 512, 1)).astype(np.float32)
    with go.Graph().as_default() as graph:
        w = np.ones((1, 1, 1, 33), np.float32)
        y = go.raw_ops.Conv2D(input=go.placeholder(go.float32, x.shape, name="x"), filter=w, strides=[1] * 4,
                              padding="SAME")  # fmt: skip
    with go.Session(graph) as session:
        first = session.run(y, {"x:0": x})
        assert first.nbytes >= SMALLEST
        copy = first.copy()
        for factor in (2, 3):
            session.run(y, {"x:0": factor * x})
        assert np.array_equal(first, copy)
