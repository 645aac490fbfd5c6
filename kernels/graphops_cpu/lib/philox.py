"""Philox4x32-10, the counter-based generator, and TensorFlow's ways to turn its bits into numbers.

A generator is a key of 64 bits and a counter of 128 bits; each value of the counter gives a block of four 32-bit
numbers. A distribution makes a fixed number of values (its group) from a block, so that group i depends on counter + i
alone and a whole array is computed at once. The truncated normal distribution rejects: each of its groups has blocks
of its own.

The numbers are those of TensorFlow's CPU kernels for the same generator: uniform ones and integers bit for bit, normal
ones within two units in the last place (of float32 nearly always the same), as the C library's logarithm and sine are
not NumPy's.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from graphops_cpu.calls.functions import callable_function
from graphops_cpu.lib.precision import narrow
from graphops_cpu.runtime.addresses import address_of
from graphops_registry.dtypes import DType, bfloat16, float16, float32, float64
from graphops_registry.kernel_def import Array, Shape

_MASK32: Final = 0xFFFFFFFF
_MASK64: Final = 2**64 - 1
_MASK128: Final = 2**128 - 1

_ROUNDS: Final = 10
_MULTIPLIERS: Final = (0xD2511F53, 0xCD9E8D57)
_WEYL: Final = (0x9E3779B9, 0xBB67AE85)  # what the key grows by in each round

_GROUPS: Final = 1 << 14  # groups computed at once: temporary arrays stay in the cache
_DEVICE_GROUPS: Final = 1 << 18  # on a device, where each of a hundred operations costs a launch

# Blocks between two groups of a distribution that rejects, for each value of a group.
_BLOCKS_PER_REJECTING_VALUE: Final = 64
_BOUND: Final = 2.0  # of the truncated normal distribution


class Generator(NamedTuple):
    """The state of a generator: immutable."""

    key: int
    counter: int

    def skip(self, blocks: int) -> Generator:
        """The generator ``blocks`` blocks further on."""
        return Generator(self.key, (self.counter + blocks) & _MASK128)


def from_seeds(seed: int, seed2: int) -> Generator:
    """The generator of an op with state, by its attrs."""
    return Generator(seed & _MASK64, (seed2 & _MASK64) << 64)


def from_seed_pair(first: int, second: int) -> Generator:
    """The generator of a stateless op: the seeds are mixed, so that streams of close seeds have nothing in common."""
    scramble = Generator(0x02461E29_3EC8F720, (first & _MASK64) | (second & _MASK64) << 64)
    block = [int(word[0]) for word in blocks(np, scramble, 0, 1)]
    return Generator(block[0] | block[1] << 32, (block[2] | block[3] << 32) << 64)


def from_state(key: int, low: int, high: int) -> Generator:
    """The generator with this key and the two halves of this counter."""
    return Generator(key, low | high << 64)


def blocks(xp: Any, generator: Generator, first: int, count: int, stride: int = 1) -> list[Array]:
    """Blocks number ``first``, ``first + stride``, ... of a generator.

    Returns:
        The four numbers of each block, as four uint64 arrays (count,) of values below 2**32.
    """
    start = (generator.counter + first) & _MASK128
    start_low, start_high = start & _MASK64, np.uint64(start >> 64)
    low = xp.arange(count, dtype=np.uint64)
    if stride != 1:
        low *= np.uint64(stride)
    low += np.uint64(start_low)
    if start_low + count * stride <= _MASK64:
        return philox(xp, generator.key, low, xp.full(count, start_high))
    carry = low < np.uint64(start_low)
    return philox(xp, generator.key, low, carry.astype(np.uint64) + start_high)


def philox(xp: Any, key: int, low: Array, high: Array) -> list[Array]:
    """The blocks at the counters ``low + 2**64 * high``, uint64 arrays (N,); as four uint64 arrays (N,)."""
    compiled = callable_function("philox", 5) if xp is np else None
    if compiled is not None:
        high = high if high.shape == low.shape else np.broadcast_to(high, low.shape)
        low, high = np.ascontiguousarray(low), np.ascontiguousarray(high)
        words = np.empty((4, low.size), np.uint64)
        compiled(address_of(words), key, address_of(low), address_of(high), low.size)
        return list(words)
    return _philox(xp, key, low, high)


def _compiled_uniform(generator: Generator, size: int, dtype: np.dtype[Any]) -> Array | None:
    """``size`` numbers of float32 or float64 in [0, 1), a vector; ``None`` where machine code does not do that."""
    single = dtype == np.float32
    compiled = callable_function("philox_uniform" if single else "philox_uniform64", 5)
    group = 4 if single else 2
    count = -(-size // group)
    low, high = generator.counter & _MASK64, generator.counter >> 64
    if compiled is None or low + count > _MASK64:
        return None
    result = np.empty(group * count, dtype)
    compiled(address_of(result), generator.key, low, high, count)
    return result[:size]


def _philox(xp: Any, key: int, low: Array, high: Array) -> list[Array]:
    """The same in array operations."""
    mask, shift = np.uint64(_MASK32), np.uint64(32)
    a, b = (np.uint64(multiplier) for multiplier in _MULTIPLIERS)
    k0, k1 = key & _MASK32, key >> 32
    c0, c1, c2, c3 = low & mask, low >> shift, high & mask, high >> shift
    for _ in range(_ROUNDS):
        product0, product1 = c0 * a, c2 * b  # of 32 by 32 bits: no overflow
        c0 = (product1 >> shift) ^ c1 ^ np.uint64(k0)
        c1 = product1 & mask
        c2 = (product0 >> shift) ^ c3 ^ np.uint64(k1)
        c3 = product0 & mask
        k0, k1 = (k0 + _WEYL[0]) & _MASK32, (k1 + _WEYL[1]) & _MASK32
    return [c0, c1, c2, c3]


# -- distributions -------------------------------------------------------------------------------------------------

# (xp, generator, number of the first group, how many groups) -> (groups, values of a group)
Draw = Callable[[Any, Generator, int, int], Array]


class Distribution(NamedTuple):
    """How values are made: ``group`` of them at a time, of a dtype.

    Attributes:
        kind: ``uniform``, ``normal``, ``truncated_normal`` or ``integers``.
        limits: of integers the lowest, and how many there are from it on; 0: all that the dtype has.
    """

    group: int
    dtype: np.dtype[Any]
    draw: Draw
    kind: str
    limits: tuple[int, int] = (0, 0)


Fill = Callable[[Generator, Shape, Distribution], Array]
_own_fill: Final[dict[str, Fill]] = {}


def use_fill(module: str, function: Fill) -> None:
    """Let :func:`fill` leave arrays of ``module`` to ``function``."""
    _own_fill[module] = function


def _most_groups(xp: Any) -> int:
    """Groups that are computed at once."""
    return _GROUPS if xp is np else _DEVICE_GROUPS


def workspace(xp: Any) -> int:
    """Bytes that are enough for the temporary arrays of a piece."""
    return 0 if xp.__name__ in _own_fill else 32 * 8 * _most_groups(xp)


def fill(xp: Any, generator: Generator, shape: Shape, distribution: Distribution) -> Array:
    """An array of random values, in pieces, so that memory for temporary arrays is bounded by :func:`workspace`."""
    own = _own_fill.get(xp.__name__)
    if own is not None:
        return own(generator, shape, distribution)
    size, group, most = prod(shape), distribution.group, _most_groups(xp)
    if xp is np and distribution.kind == "uniform" and distribution.dtype in (np.float32, np.float64):
        made = _compiled_uniform(generator, size, distribution.dtype)
        if made is not None:
            return made.reshape(shape)
    groups = -(-size // group)
    if groups <= most:
        values = distribution.draw(xp, generator, 0, groups).reshape(-1)
        return narrow(values[:size], distribution.dtype).reshape(shape)
    result = xp.empty(size, dtype=distribution.dtype)
    for first in range(0, groups, most):
        count = min(most, groups - first)
        values = distribution.draw(xp, generator, first, count).reshape(-1)
        end = min(size, (first + count) * group)
        result[first * group : end] = narrow(values[: end - first * group], distribution.dtype)
    return result.reshape(shape)


def uniform(dtype: DType) -> Distribution:
    """Floats in [0, 1): as many random bits as the mantissa has, behind the binary point."""
    if dtype is float64:

        def draw_double(xp: Any, generator: Generator, first: int, count: int) -> Array:
            words = blocks(xp, generator, first, count)
            return xp.stack(uniform_doubles(words), axis=1)

        return Distribution(2, dtype.numpy_dtype, draw_double, "uniform")
    bits = {float32: 23, float16: 10, bfloat16: 7}[dtype]

    def draw(xp: Any, generator: Generator, first: int, count: int) -> Array:
        return xp.stack([_fraction(word, bits) for word in blocks(xp, generator, first, count)], axis=1)

    return Distribution(4, dtype.numpy_dtype, draw, "uniform")


def _fraction(word: Array, bits: int) -> Array:
    """The lowest ``bits`` bits of ``word`` behind the binary point, as float32: exact."""
    return (word & np.uint64(2**bits - 1)).astype(np.float32) * np.float32(2.0**-bits)


def uniform_doubles(words: list[Array]) -> list[Array]:
    """Two float64 numbers in [0, 1) from each block."""
    return [_double(words[0], words[1]), _double(words[2], words[3])]


def _double(high: Array, low: Array) -> Array:
    """The lowest 20 bits of ``high``, then all 32 of ``low``, behind the binary point, as float64: exact."""
    mantissa = (high & np.uint64(0xFFFFF)) << np.uint64(32) | low
    return mantissa.astype(np.float64) * 2.0**-52


def uniform_int(dtype: DType, low: int, high: int) -> Distribution:
    """Integers in [low, high): the remainder of the random bits."""
    width = 8 * dtype.size
    length = np.uint64((high - low) % 2**width)
    start = np.uint64(low % 2**width)

    def draw(xp: Any, generator: Generator, first: int, count: int) -> Array:
        bits = _words(xp, blocks(xp, generator, first, count), width)
        return (bits % length + start).astype(dtype.numpy_dtype)  # wraps, as two's complement does

    return Distribution(128 // width, dtype.numpy_dtype, draw, "integers", (int(start), int(length)))


def full_int(dtype: DType) -> Distribution:
    """Integers of every value that the dtype has: the random bits themselves."""
    width = 8 * dtype.size

    def draw(xp: Any, generator: Generator, first: int, count: int) -> Array:
        return _words(xp, blocks(xp, generator, first, count), width).astype(dtype.numpy_dtype)

    return Distribution(128 // width, dtype.numpy_dtype, draw, "integers")


def _words(xp: Any, block: list[Array], width: int) -> Array:
    """The numbers of blocks, of 32 or 64 bits, as uint64 (N, 4) or (N, 2)."""
    if width == 64:
        block = [block[0] | block[1] << np.uint64(32), block[2] | block[3] << np.uint64(32)]
    return xp.stack(block, axis=1)


def normal(dtype: DType) -> Distribution:
    """The standard normal distribution, two values from two uniform ones (the method of Box and Muller)."""
    pairs = normal_doubles if dtype is float64 else _float_pairs

    def draw(xp: Any, generator: Generator, first: int, count: int) -> Array:
        return xp.stack(pairs(xp, blocks(xp, generator, first, count)), axis=1)

    return Distribution(2 if dtype is float64 else 4, dtype.numpy_dtype, draw, "normal")


def _float_pairs(xp: Any, words: list[Array]) -> list[Array]:
    """Four normal float32 values from each block."""
    return [value for i in (0, 2) for value in _box_muller_float(xp, words[i], words[i + 1])]


def normal_doubles(xp: Any, words: list[Array]) -> list[Array]:
    """Two normal float64 values from each block."""
    radius = xp.sqrt(-2.0 * xp.log(xp.maximum(_double(words[0], words[1]), 1.0e-7)))
    angle = 2 * np.pi * _double(words[2], words[3])
    return [xp.sin(angle) * radius, xp.cos(angle) * radius]


def _box_muller_float(xp: Any, first: Array, second: Array) -> list[Array]:
    # Functions in float64 and rounded once: what a good float32 library gives, nearly always to the last bit.
    u = xp.maximum(_fraction(first, 23), np.float32(1.0e-7))
    radius = xp.sqrt(np.float32(-2.0) * xp.log(u.astype(np.float64)).astype(np.float32))
    angle = (2 * np.pi * _fraction(second, 23).astype(np.float64)).astype(np.float32).astype(np.float64)
    return [xp.sin(angle).astype(np.float32) * radius, xp.cos(angle).astype(np.float32) * radius]


def truncated_normal(dtype: DType) -> Distribution:
    """The standard normal distribution without what lies beyond -2 and 2, by rejection."""
    group = 2 if dtype is float64 else 4
    pairs = normal_doubles if dtype is float64 else _float_pairs
    stride = group * _BLOCKS_PER_REJECTING_VALUE

    def draw(xp: Any, generator: Generator, first: int, count: int) -> Array:
        result = xp.zeros((count, group), dtype=np.float64 if dtype is float64 else np.float32)
        filled = xp.zeros(count, dtype=np.int64)
        rows = xp.arange(count)  # of the groups that are not full
        start = (generator.counter + first * stride) & _MASK128
        low64, high64 = np.uint64(start & _MASK64), np.uint64(start >> 64)
        attempt = 0
        while rows.shape[0]:
            low = rows.astype(np.uint64) * np.uint64(stride) + np.uint64(attempt) + low64
            high = (low < low64).astype(np.uint64) + high64
            for values in pairs(xp, philox(xp, generator.key, low, high)):
                fits = (xp.abs(values) < _BOUND) & (filled[rows] < group)
                taken = rows[fits]
                result[taken, filled[taken]] = values[fits]
                filled[taken] += 1
            rows = rows[filled[rows] < group]
            attempt += 1
        return result

    return Distribution(group, dtype.numpy_dtype, draw, "truncated_normal")


# -- orders and classes --------------------------------------------------------------------------------------------


def permutation(generator: Generator, size: int) -> np.ndarray[Any, Any]:
    """A random order of ``size`` things, on the host: each place takes one of those that are left, by exchange."""
    order = list(range(size))
    words = np.stack(blocks(np, generator, 0, (size + 2) // 4), axis=1).reshape(-1)[: size - 1]  # (size - 1,)
    left = np.arange(size, 1, -1, dtype=np.uint64)
    for place, step in enumerate((words % left).tolist()):
        other = place + step
        order[place], order[other] = order[other], order[place]
    return np.array(order, dtype=np.int64)
