"""Philox4x32-10 in machine code: the known answers of its authors, and the same numbers as array operations give."""

from __future__ import annotations

import numpy as np
import pytest

from graphops_cpu.calls.functions import function
from graphops_cpu.lib import philox
from graphops_registry.dtypes import float32, float64

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


@pytest.mark.skipif(function("philox_uniform") is None, reason="there is no LLVM")
@pytest.mark.parametrize("counter", [0, 5, 2**64 - 9, 2**64 - 1, 2**127 + 3])
@pytest.mark.parametrize("size", [0, 1, 3, 4, 31, 32, 33, 70, 1001])
def test_uniform_numbers(size: int, counter: int) -> None:
    """The lowest 23 bits of each number, behind the binary point."""
    generator = philox.Generator(0x123456789ABCDEF0, counter)
    found = philox.fill(np, generator, (size,), philox.uniform(float32))
    counters = [(counter + n) % 2**128 for n in range(-(-size // 4))]
    low, high = (np.array([each >> shift & 2**64 - 1 for each in counters], np.uint64) for shift in (0, 64))
    words = np.stack(philox._philox(np, generator.key, low, high), axis=1).reshape(-1)[:size]
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found.astype(np.float64), (words % 2**23).astype(np.float64) / 2**23)


@pytest.mark.skipif(function("philox_uniform64") is None, reason="there is no LLVM")
@pytest.mark.parametrize("counter", [0, 5, 2**64 - 9, 2**64 - 1, 2**127 + 3])
@pytest.mark.parametrize("size", [0, 1, 2, 15, 16, 17, 70, 1001])
def test_uniform_numbers_of_64_bits(size: int, counter: int) -> None:
    """The lowest 20 bits of one number and all of the next one, behind the binary point."""
    generator = philox.Generator(0x123456789ABCDEF0, counter)
    found = philox.fill(np, generator, (size,), philox.uniform(float64))
    counters = [(counter + n) % 2**128 for n in range(-(-size // 2))]
    low, high = (np.array([each >> shift & 2**64 - 1 for each in counters], np.uint64) for shift in (0, 64))
    words = np.stack(philox._philox(np, generator.key, low, high), axis=1).reshape(-1, 2)[:size]
    assert found.dtype == np.float64
    wanted = [((int(one) % 2**20 << 32) + int(other)) / 2**52 for one, other in words]
    np.testing.assert_array_equal(found, wanted)
