"""Philox4x32-10 in machine code: the known answers of its authors, and the same numbers as array operations give."""

from __future__ import annotations

import numpy as np
import pytest

from graphops_cpu.calls.functions import function
from graphops_cpu.lib import philox

_ONES = 0xFFFFFFFF
KNOWN = [  # from the published tests of Random123: counter, key, result
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((_ONES,) * 4, (_ONES, _ONES), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "wanted"), KNOWN)
@pytest.mark.parametrize("count", [1, 8, 9])
def test_known_answers(counter: tuple[int, ...], key: tuple[int, int], wanted: tuple[int, ...], count: int) -> None:
    low = np.full(count, counter[0] | counter[1] << 32, np.uint64)
    high = np.full(count, counter[2] | counter[3] << 32, np.uint64)
    for made in (philox.philox, philox._philox):
        found = made(np, key[0] | key[1] << 32, low, high)
        assert [set(word.tolist()) for word in found] == [{each} for each in wanted]


@pytest.mark.skipif(function("philox") is None, reason="there is no LLVM")
@pytest.mark.parametrize("count", [0, 1, 7, 8, 15, 75, 1000])
def test_the_same_numbers(count: int) -> None:
    rng = np.random.default_rng(count)
    low, high = (rng.integers(0, 2**64, count, np.uint64) for _ in range(2))
    key = int(rng.integers(0, 2**64, dtype=np.uint64))
    for a, b in zip(philox.philox(np, key, low, high), philox._philox(np, key, low, high), strict=True):
        np.testing.assert_array_equal(a, b)
