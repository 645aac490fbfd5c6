"""Filters in the layout of a primitive: how many are kept, which leave, and that a copy changes no bit."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops_cpu.onednn.library import why_unavailable
from graphops_cpu.onednn.weights_cache import WEIGHTS, WeightsCache, is_constant, layout_of
from graphops_cpu.runtime.aligned import Block

pytestmark = pytest.mark.skipif(why_unavailable() is not None, reason=f"no oneDNN: {why_unavailable()}")

SIZE = 4096


def weights(count):
    return [np.zeros(4) for _ in range(count)]


class Counted:
    """A cache, and how many blocks were made for it."""

    def __init__(self, room):
        self.cache, self.made = WeightsCache(room * SIZE), 0

    def ask(self, array):
        return self.cache.get(array, "layout", SIZE, self._make)

    def _make(self):
        self.made += 1
        return Block(SIZE)


def test_a_block_is_made_at_the_second_time_and_then_there():
    counted, (array,) = Counted(2), weights(1)
    assert counted.ask(array) is None
    block = counted.ask(array)
    assert block is not None
    assert counted.ask(array) is block
    assert counted.made == 1


def test_of_more_filters_than_fit_those_that_are_there_stay():
    counted, arrays = Counted(3), weights(5)
    for _ in range(10):
        found = [counted.ask(array) for array in arrays]
    assert [block is not None for block in found] == [True, True, True, False, False]
    assert counted.made == 3


def test_what_nobody_asks_for_any_more_leaves():
    counted, old, new = Counted(2), weights(2), weights(2)
    for array in 2 * old:
        counted.ask(array)
    for _ in range(20):
        found = [counted.ask(array) for array in new]
    assert None not in found
    assert counted.cache.bytes <= 2 * SIZE


def test_nothing_is_made_that_would_not_fit():
    counted, (array,) = Counted(0), weights(1)
    assert [counted.ask(array) for _ in range(3)] == [None] * 3
    assert counted.made == 0


@pytest.mark.parametrize("rows", [1, 3, 8, 20])
def test_runs_with_and_without_the_copy_are_equal_to_the_bit(rows):
    rng = np.random.default_rng(rows)
    a, b = (rng.standard_normal(shape).astype(np.float32) for shape in ((rows, 512), (512, 512)))
    with go.Graph().as_default() as graph:
        y = go.raw_ops.MatMul(a=go.placeholder(go.float32, (None, None), name="a"), b=b)
    with go.Session(graph) as session:
        found = [np.array(session.run(y, {"a:0": a})) for _ in range(3)]
    assert found[0].tobytes() == found[1].tobytes() == found[2].tobytes()


def test_equal_layouts_share_a_copy():
    """Programs for other numbers of rows want the constant in the same layout."""
    WEIGHTS.clear()
    rng = np.random.default_rng(0)
    b = rng.standard_normal((256, 256)).astype(np.float32)
    with go.Graph().as_default() as graph:
        y = go.raw_ops.MatMul(a=go.placeholder(go.float32, (None, None), name="a"), b=b)
    with go.Session(graph) as session:
        for rows in range(64, 200, 8):
            for _ in range(2):
                session.run(y, {"a:0": np.ones((rows, 256), np.float32)})
        assert 0 < WEIGHTS.bytes <= 3 * b.nbytes


def test_layouts_are_still_shared_after_many_others():
    for number in range(1000):
        layout_of(("another layout", number))
    assert layout_of(("a layout",)) == layout_of(("a layout",))
    assert layout_of(("a layout",)) != layout_of(("another layout", 999))


def test_what_never_changes() -> None:
    """An array that is read-only, and whose owner is."""
    owned = np.zeros((3, 4), np.float32)
    assert not is_constant(owned)
    hidden = owned.reshape(4, 3)
    hidden.flags.writeable = False
    assert not is_constant(hidden)
    owned.flags.writeable = False
    assert is_constant(owned)
    assert is_constant(owned.reshape(1, 3, 4))
    assert is_constant(owned[1:])
