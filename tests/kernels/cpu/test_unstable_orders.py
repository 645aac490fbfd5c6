"""Orders of equal numbers, as a program in C++ with GNU's standard library printed them, and of numbers that differ."""

from __future__ import annotations

import numpy as np
import pytest

from graphops_cpu.lib import unstable_orders
from graphops_cpu.lib.unstable_orders import largest_first, sorted_from_largest


def test_equal_numbers() -> None:
    """Of std::priority_queue and std::sort with a comparison that looks at one number alone."""
    assert list(largest_first([0.5] * 10)) == [0, 2, 6, 9, 8, 5, 7, 4, 1, 3]
    assert sorted_from_largest([0.5] * 16) == list(range(16))
    rest = [*range(21, 30), 20, *range(31, 40), 10, *range(1, 10), 0, *range(11, 20)]
    assert sorted_from_largest([0.5] * 40) == [30, *rest]


@pytest.mark.parametrize("count", [0, 1, 2, 17, 100, 500])
@pytest.mark.parametrize("values", [1, 3, 1000])
def test_the_keys_fall(count: int, values: int) -> None:
    keys = np.random.default_rng(count).integers(0, values, count).astype(float).tolist()
    for order in (list(largest_first(keys)), sorted_from_largest(keys)):
        assert sorted(order) == list(range(count))
        assert [keys[place] for place in order] == sorted(keys, reverse=True)


def test_numbers_that_are_split_badly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The median of three is always among the smallest: the sort goes on with a heap."""
    parts = []
    by_heap = unstable_orders._by_heap
    monkeypatch.setattr(unstable_orders, "_by_heap", lambda *given: parts.append(given[2:]) or by_heap(*given))
    half = 500
    keys = [0.0] * (2 * half)
    for place in range(half):
        keys[place] = -(place + 1.0 if place % 2 == 0 else half + place)
        keys[half + place] = -2.0 * (place + 1)
    order = sorted_from_largest(keys)
    assert parts
    assert [keys[place] for place in order] == sorted(keys, reverse=True)
