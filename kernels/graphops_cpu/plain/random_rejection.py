"""Draws by rejection: each element takes as many numbers as it needs, from a part of the stream of its own.

The methods are TensorFlow's, number by number: G. Marsaglia and W. Tsang, "A simple method for generating gamma
variables"; W. Hörmann, "The transformed rejection method for generating Poisson random variables" and "The generation
of binomial random variates"; D. Knuth, "The Art of Computer Programming", volume 2, for small rates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import numpy as np

from graphops_cpu.lib import philox
from graphops_cpu.plain.math_special import lgamma_positive
from graphops_registry.errors import must

BLOCKS_PER_DRAW: Final = 256  # by which the parts of two elements are apart
_BLOCKS_PER_FEW: Final = 42  # the same for a binomial distribution with few successes
_PIECE: Final = 1 << 14  # elements that are drawn at once
_MASK64: Final = 2**64 - 1
Numbers: TypeAlias = np.ndarray[Any, Any]


class Source:
    """The numbers of the parts of some elements, each of which goes on by itself.

    Args:
        generator: of the whole stream.
        first: the number of the first element.
        count: how many elements.
        blocks: by which their parts are apart.
    """

    def __init__(self, generator: philox.Generator, first: int, count: int, blocks: int = BLOCKS_PER_DRAW) -> None:
        self._elements = generator, first, count
        start = generator.skip(blocks * first).counter
        self._key, self._low, self._high = generator.key, np.uint64(start & _MASK64), np.uint64(start >> 64)
        self._used = np.arange(count, dtype=np.uint64) * np.uint64(blocks)
        self._uniform = _Pairs(count, philox.uniform_doubles)
        self._normal = _Pairs(count, lambda words: philox.normal_doubles(np, words))

    def closer(self, blocks: int) -> Source:
        """The source of the same elements where their parts are apart by another number of blocks."""
        return Source(*self._elements, blocks)

    def uniform(self, rows: Numbers) -> Numbers:
        """The next number in [0, 1) of each of these elements."""
        return self._uniform.take(rows, self._blocks)

    def normal(self, rows: Numbers) -> Numbers:
        """The next number of the standard normal distribution."""
        return self._normal.take(rows, self._blocks)

    def _blocks(self, rows: Numbers) -> list[Numbers]:
        low = self._used[rows] + self._low
        high = (low < self._low).astype(np.uint64) + self._high
        self._used[rows] += np.uint64(1)
        return philox.philox(np, self._key, low, high)


class _Pairs:
    """Numbers that come by two, of which the second one is taken first."""

    def __init__(self, count: int, make: Callable[[list[Numbers]], list[Numbers]]) -> None:
        self._make = make
        self._kept = np.empty(count)
        self._has = np.zeros(count, bool)

    def take(self, rows: Numbers, blocks: Callable[[Numbers], list[Numbers]]) -> Numbers:
        found = self._kept[rows]
        empty = np.flatnonzero(~self._has[rows])
        self._has[rows] = False
        if empty.size:
            self._kept[rows[empty]], found[empty] = self._make(blocks(rows[empty]))
            self._has[rows[empty]] = True
        return found


def check_parameter(op: str, argument: str, values: Numbers, good: Numbers, rule: str) -> None:
    """Refuse parameters that no distribution has.

    Args:
        good: whether each of ``values`` is one.

    Raises:
        InvalidArgumentError: with the first that is none.
    """
    if not good.all():
        raise must(argument, op, rule, values.reshape(-1)[(~good).reshape(-1).argmax()])


def pieces(size: int) -> Iterator[tuple[int, int]]:
    """The first element and the number of elements of each piece."""
    for first in range(0, size, _PIECE):
        yield first, min(_PIECE, size - first)


# Fills in the draws of some elements, and is asked again for those that it leaves.
Attempt: TypeAlias = Callable[[Numbers], tuple[Numbers, Numbers]]


def until_accepted(rows: Numbers, result: Numbers, attempt: Attempt, check: Callable[[], None]) -> None:
    """Ask for draws of ``rows`` until all are accepted; ``attempt`` gives whether each is, and the draws."""
    while rows.size:
        check()
        accepted, values = attempt(rows)
        result[rows[accepted]] = values[accepted]
        rows = rows[~accepted]


def gamma(source: Source, alpha: Numbers, check: Callable[[], None]) -> Numbers:
    """Draws of gamma distributions with these shape parameters."""
    result = np.empty(alpha.shape)
    plain = np.flatnonzero(alpha == 1)  # the exponential distribution
    result[plain] = -np.log1p(-source.uniform(plain))
    d = np.where(alpha < 1, alpha + 2 / 3, alpha - 1 / 3)
    c = 1 / 3 / np.sqrt(d)

    def attempt(rows: Numbers) -> tuple[Numbers, Numbers]:
        x = source.normal(rows)
        v = 1 + c[rows] * x
        accepted = ~(v <= 0)
        v = v * v * v
        u = np.ones(rows.size)
        u[accepted] = source.uniform(rows[accepted])
        low = u < 1 - 0.0331 * (x * x) * (x * x)
        accepted &= low | (np.log(u) < 0.5 * x * x + d[rows] * (1 - v + np.log(v)))
        return accepted, d[rows] * v

    until_accepted(np.flatnonzero(alpha != 1), result, attempt, check)
    small = np.flatnonzero(alpha < 1)
    result[small] *= source.uniform(small) ** (1 / alpha[small])
    return result


def poisson(source: Source, rate: Numbers, largest: float, check: Callable[[], None]) -> Numbers:
    """Draws of Poisson distributions with these means, none above ``largest``."""
    result = np.empty(rate.shape)
    _few(source, np.flatnonzero(rate < 10), rate, result, check)
    b = 0.931 + 2.53 * np.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse = 1.1239 + 1.1328 / (b - 3.4)
    box = 0.9277 - 3.6224 / (b - 2)

    def attempt(rows: Numbers) -> tuple[Numbers, Numbers]:
        u = source.uniform(rows) - 0.5
        v = source.uniform(rows)
        near = 0.5 - np.abs(u)
        k = np.floor((2 * a[rows] / near + b[rows]) * u + rate[rows] + 0.43)
        possible = ~(k > largest)
        inside = (near >= 0.07) & (v <= box[rows])
        wrong = (k < 0) | ((near < 0.013) & (v > near))
        s = np.log(v * inverse[rows] / (a[rows] / (near * near) + b[rows]))
        t = -rate[rows] + k * np.log(rate[rows]) - lgamma_positive(np, np.where(wrong, 0.0, k) + 1)
        return possible & (inside | (~wrong & (s <= t))), k

    until_accepted(np.flatnonzero(rate >= 10), result, attempt, check)
    return result


def _few(source: Source, rows: Numbers, rate: Numbers, result: Numbers, check: Callable[[], None]) -> None:
    """Draws with small means: how many uniform numbers can be multiplied until they are below exp(-rate)."""
    result[rows] = 0
    product = np.ones(rate.shape)
    least = np.exp(-rate)
    while rows.size:
        check()
        product[rows] *= source.uniform(rows)
        rows = rows[product[rows] > least[rows]]
        result[rows] += 1


# The logarithm of n! less Stirling's formula, for n up to 9.
_TAILS: Final = np.array([
    0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211,
    0.0138761288230707, 0.0118967099458917, 0.0104112652619720, 0.00925546218271273, 0.00833056343336287,
])  # fmt: skip


def _tail(n: Numbers) -> Numbers:
    """The same for any n."""
    square = (n + 1) * (n + 1)
    series = (1.0 / 12 - (1.0 / 360 + 1.0 / 1260 / square) / square) / (n + 1)
    return np.where(n <= 9, _TAILS[np.clip(n, 0, 9).astype(np.int64)], series)


def binomial(source: Source, counts: Numbers, probs: Numbers, check: Callable[[], None]) -> Numbers:
    """Draws of binomial distributions; counts and probs have one dtype, in which is chosen how they are drawn."""
    one, half, ten = (probs.dtype.type(value) for value in (1, 0.5, 10))
    wide = counts.astype(np.float64)
    result = np.where(probs >= one, wide, 0.0)
    drawn = (wide > 0) & (probs > 0) & (probs < one)
    flipped = probs > half
    chance = np.where(flipped, one - probs, probs)
    many = counts * chance >= ten
    chance = chance.astype(np.float64)
    _rejected(source, np.flatnonzero(drawn & many), wide, chance, result, check)
    _geometric(source.closer(_BLOCKS_PER_FEW), np.flatnonzero(drawn & ~many), wide, chance, result, check)
    return np.where(drawn & flipped, wide - result, result)


def _geometric(
    source: Source, rows: Numbers, counts: Numbers, probs: Numbers, result: Numbers, check: Callable[[], None]
) -> None:
    """Few successes: how many waiting times for one there are in ``counts`` tries."""
    waited = np.zeros(counts.shape)
    result[rows] = 0
    while rows.size:
        check()
        waited[rows] += np.ceil(np.log(source.uniform(rows)) / np.log1p(-probs[rows]))
        rows = rows[~(waited[rows] > counts[rows])]
        result[rows] += 1


def _rejected(
    source: Source, rows: Numbers, counts: Numbers, probs: Numbers, result: Numbers, check: Callable[[], None]
) -> None:
    spread = np.sqrt(counts * probs * (1 - probs))
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * probs
    centre, box, odds = counts * probs + 0.5, 0.92 - 4.2 / b, probs / (1 - probs)
    alpha, m = (2.83 + 5.1 / b) * spread, np.floor((counts + 1) * probs)

    def attempt(rows: Numbers) -> tuple[Numbers, Numbers]:
        u = source.uniform(rows) - 0.5
        v = source.uniform(rows)
        near = 0.5 - np.abs(u)
        n, mode, r = counts[rows], m[rows], odds[rows]
        k = np.floor((2 * a[rows] / near + b[rows]) * u + centre[rows])
        wrong = ~((k >= 0) & (k <= n))
        k = np.where(wrong, 0.0, k)
        inside = (near >= 0.07) & (v <= box[rows])
        s = np.log(v * alpha[rows] / (a[rows] / (near * near) + b[rows]))
        t = (
            (mode + 0.5) * np.log((mode + 1) / (r * (n - mode + 1)))
            + (n + 1) * np.log((n - mode + 1) / (n - k + 1))
            + (k + 0.5) * np.log(r * (n - k + 1) / (k + 1))
            + _tail(mode) + _tail(n - mode) - _tail(k) - _tail(n - k)
        )  # fmt: skip
        return ~wrong & (inside | (s <= t)), k

    until_accepted(rows, result, attempt, check)
