"""Plain kernels that number strings: 64-bit hash functions, the published algorithms on Python's integers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from graphops_cpu.lib.text import numbers
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_MASK: Final = 2**64 - 1


def _rotate_right(x: int, by: int) -> int:
    return ((x >> by) | (x << (64 - by))) & _MASK


def _word(text: bytes, at: int, size: int = 8) -> int:
    return int.from_bytes(text[at : at + size], "little")


def murmur(text: bytes, seed: int = 0xDECAFCAFFE) -> int:
    """MurmurHash64A."""
    factor, shift = 0xC6A4A7935BD1E995, 47
    h = seed ^ (len(text) * factor & _MASK)
    whole = len(text) & ~7
    for at in range(0, whole, 8):
        k = _word(text, at) * factor & _MASK
        k = (k ^ (k >> shift)) * factor & _MASK
        h = (h ^ k) * factor & _MASK
    if len(text) > whole:
        h = (h ^ _word(text, whole)) * factor & _MASK
    h = (h ^ (h >> shift)) * factor & _MASK
    return h ^ (h >> shift)


_K0: Final = 0xC3A5C85C97CB3127
_K1: Final = 0xB492B66FBE98F273
_K2: Final = 0x9AE16A3B2F90404F


def _shift_mix(x: int) -> int:
    return x ^ (x >> 47)


def _mix(u: int, v: int, factor: int) -> int:
    a = _shift_mix((u ^ v) * factor & _MASK)
    return _shift_mix((v ^ a) * factor & _MASK) * factor & _MASK


def _farm_short(text: bytes) -> int:
    size = len(text)
    factor = _K2 + size * 2
    if size >= 8:
        a, b = (_word(text, 0) + _K2) & _MASK, _word(text, size - 8)
        c = (_rotate_right(b, 37) * factor + a) & _MASK
        d = (_rotate_right(a, 25) + b) * factor & _MASK
        return _mix(c, d, factor)
    if size >= 4:
        return _mix(size + (_word(text, 0, 4) << 3), _word(text, size - 4, 4), factor)
    if size:
        y, z = text[0] + (text[size >> 1] << 8), size + (text[-1] << 2)
        return _shift_mix((y * _K2 ^ z * _K0) & _MASK) * _K2 & _MASK
    return _K2


def _farm_middle(text: bytes) -> int:
    size = len(text)
    factor = _K2 + size * 2
    if size <= 32:
        a, b = _word(text, 0) * _K1 & _MASK, _word(text, 8)
        c, d = _word(text, size - 8) * factor & _MASK, _word(text, size - 16) * _K2 & _MASK
        u = (_rotate_right((a + b) & _MASK, 43) + _rotate_right(c, 30) + d) & _MASK
        return _mix(u, (a + _rotate_right((b + _K2) & _MASK, 18) + c) & _MASK, factor)
    a, b = _word(text, 0) * _K2 & _MASK, _word(text, 8)
    c, d = _word(text, size - 8) * factor & _MASK, _word(text, size - 16) * _K2 & _MASK
    y = (_rotate_right((a + b) & _MASK, 43) + _rotate_right(c, 30) + d) & _MASK
    z = _mix(y, (a + _rotate_right((b + _K2) & _MASK, 18) + c) & _MASK, factor)
    e, f = _word(text, 16) * factor & _MASK, _word(text, 24)
    g, h = (y + _word(text, size - 32)) * factor & _MASK, (z + _word(text, size - 24)) * factor & _MASK
    u = (_rotate_right((e + f) & _MASK, 43) + _rotate_right(g, 30) + h) & _MASK
    return _mix(u, (e + _rotate_right((f + a) & _MASK, 18) + g) & _MASK, factor)


def _weak(text: bytes, at: int, a: int, b: int) -> tuple[int, int]:
    w, x, y, z = (_word(text, at + 8 * i) for i in range(4))
    a = (a + w) & _MASK
    b = _rotate_right((b + a + z) & _MASK, 21)
    c = a
    a = (a + x + y) & _MASK
    b = (b + _rotate_right(a, 44)) & _MASK
    return (a + z) & _MASK, (b + c) & _MASK


def farm_fingerprint(text: bytes) -> int:
    """FarmHash's Fingerprint64."""
    size = len(text)
    if size <= 16:
        return _farm_short(text)
    if size <= 64:
        return _farm_middle(text)
    seed = 81
    x = seed
    y = (seed * _K1 + 113) & _MASK
    z = _shift_mix((y * _K2 + 113) & _MASK) * _K2 & _MASK
    v, w = (0, 0), (0, 0)
    x = (x * _K2 + _word(text, 0)) & _MASK

    def around(at: int, x: int, y: int, z: int, factor: int, by: int) -> tuple[int, int, int]:
        x = _rotate_right((x + y + v[0] + _word(text, at + 8)) & _MASK, 37) * factor & _MASK
        y = _rotate_right((y + v[1] + _word(text, at + 48)) & _MASK, 42) * factor & _MASK
        x ^= w[1] * by & _MASK
        y = (y + v[0] * by + _word(text, at + 40)) & _MASK
        return x, y, _rotate_right((z + w[0]) & _MASK, 33) * factor & _MASK

    end = (size - 1) // 64 * 64
    for at in range(0, end, 64):
        x, y, z = around(at, x, y, z, _K1, 1)
        v = _weak(text, at, v[1] * _K1 & _MASK, (x + w[0]) & _MASK)
        w = _weak(text, at + 32, (z + w[1]) & _MASK, (y + _word(text, at + 16)) & _MASK)
        x, z = z, x
    factor = (_K1 + ((z & 0xFF) << 1)) & _MASK
    at = size - 64
    w = ((w[0] + ((size - 1) & 63)) & _MASK, w[1])
    v = ((v[0] + w[0]) & _MASK, v[1])
    w = ((w[0] + v[0]) & _MASK, w[1])
    x, y, z = around(at, x, y, z, factor, 9)
    v = _weak(text, at, v[1] * factor & _MASK, (x + w[0]) & _MASK)
    w = _weak(text, at + 32, (z + w[1]) & _MASK, (y + _word(text, at + 16)) & _MASK)
    x, z = z, x
    first = (_mix(v[0], w[0], factor) + _shift_mix(y) * _K0 + z) & _MASK
    return _mix(first, (_mix(v[1], w[1], factor) + x) & _MASK, factor)


_farm_of_word = lru_cache(maxsize=1 << 15)(farm_fingerprint)
_LONGEST_WORD: Final = 32  # bytes: some megabytes of memory at most


def _farm_of(text: bytes) -> int:
    """:func:`farm_fingerprint`, which is remembered for words: a text has the same ones again and again."""
    return _farm_of_word(text) if len(text) <= _LONGEST_WORD else farm_fingerprint(text)


def sip(text: bytes, key: tuple[int, int]) -> int:
    """SipHash with the parameters 2 and 4."""
    k0, k1 = key[0] & _MASK, key[1] & _MASK
    v0, v1, v2, v3 = 0x736F6D6570736575 ^ k0, 0x646F72616E646F6D ^ k1, 0x6C7967656E657261 ^ k0, 0x7465646279746573 ^ k1

    def turn(v0: int, v1: int, v2: int, v3: int) -> tuple[int, int, int, int]:
        v0, v2 = (v0 + v1) & _MASK, (v2 + v3) & _MASK
        v1, v3 = _rotate_right(v1, 51) ^ v0, _rotate_right(v3, 48) ^ v2
        v0 = _rotate_right(v0, 32)
        v2, v0 = (v2 + v1) & _MASK, (v0 + v3) & _MASK
        v1, v3 = _rotate_right(v1, 47) ^ v2, _rotate_right(v3, 43) ^ v0
        return v0, v1, _rotate_right(v2, 32), v3

    whole = len(text) & ~7
    last = _word(text, whole) | (len(text) & 0xFF) << 56
    for word in (*(_word(text, at) for at in range(0, whole, 8)), last):
        v3 ^= word
        v0, v1, v2, v3 = turn(*turn(v0, v1, v2, v3))
        v0 ^= word
    v2 ^= 0xFF
    for _ in range(4):
        v0, v1, v2, v3 = turn(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@register_kernel("StringToHashBucket", "CPU", host_outputs=["output"])
class StringToHashBucket(PlainKernel):
    def compute(self, texts: Array) -> Array:
        return numbers(lambda text: murmur(text) % self.attrs["num_buckets"], texts, np.int64)


@register_kernel("StringToHashBucketFast", "CPU", host_outputs=["output"])
class StringToHashBucketFast(PlainKernel):
    def compute(self, texts: Array) -> Array:
        buckets = self.attrs["num_buckets"]
        return numbers(lambda text: _farm_of(text) % buckets, texts, np.int64)


@register_kernel("StringToHashBucketStrong", "CPU", host_outputs=["output"])
class StringToHashBucketStrong(PlainKernel):
    def compute(self, texts: Array) -> Array:
        key = tuple(self.attrs["key"])
        return numbers(lambda text: sip(text, key) % self.attrs["num_buckets"], texts, np.int64)
