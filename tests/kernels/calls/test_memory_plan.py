"""Values that are needed at the same time never share bytes."""

from __future__ import annotations

import numpy as np

from graphops_cpu.calls.memory_plan import Lifetime, memory_plan
from graphops_cpu.runtime.aligned import ALIGNMENT


def test_random_values_do_not_overlap() -> None:
    chance = np.random.default_rng(2)
    for _ in range(200):
        count = int(chance.integers(0, 12))
        values = []
        for _ in range(count):
            first = int(chance.integers(0, 10))
            values.append(Lifetime(int(chance.integers(0, 500)), first, first + int(chance.integers(0, 5))))
        offsets, total = memory_plan(values)
        for i, (one, start) in enumerate(zip(values, offsets, strict=True)):
            assert start % ALIGNMENT == 0
            assert start + one.size <= total
            for other, begin in zip(values[:i], offsets[:i], strict=True):
                together = one.first <= other.last and other.first <= one.last
                apart = start + one.size <= begin or begin + other.size <= start
                assert apart or not together


def test_a_chain_of_values_takes_two_places() -> None:
    values = [Lifetime(640, step, step + 1) for step in range(20)]
    _, total = memory_plan(values)
    assert total == 2 * 640


def test_a_value_that_is_read_in_the_step_that_writes_another_has_its_own_place() -> None:
    (first, second), _ = memory_plan([Lifetime(64, 0, 1), Lifetime(64, 1, 2)])
    assert first != second
