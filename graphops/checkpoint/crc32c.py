"""CRC-32C, masked as TensorFlow's files have it: by google-crc32c where it is installed, else in NumPy.

A CRC without its initial and final inversion is linear, and leading zeros do not change it. So the CRCs of all 8-byte
words are looked up at once, and neighbours are then combined pair by pair: ``crc(a + b) = shift(crc(a), len(b)) ^
crc(b)``, where ``shift`` (appending zeros) is linear as well, four lookups.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np

from graphops.plugins.extras import optional

Table: TypeAlias = np.ndarray[Any, np.dtype[np.uint32]]

_POLYNOMIAL: Final = 0x82F63B78  # reflected
_MASK_DELTA: Final = 0xA282EAD8
_SMALL: Final = 256  # bytes; below it a plain loop is faster
_CHUNK: Final = 1 << 20  # bytes at a time: working memory is about four times that


@cache
def _byte_table() -> Table:
    """uint32[256]: the CRC of each single byte."""
    values = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        values = np.where(values & 1, (values >> np.uint32(1)) ^ np.uint32(_POLYNOMIAL), values >> np.uint32(1))
    return values


@cache
def _byte_list() -> list[int]:
    return [int(value) for value in _byte_table()]


def _apply(tables: Table, values: Any) -> Any:
    """The linear map with ``tables`` (uint32[4, 256], one for each byte of the argument) of uint32 ``values``."""
    result = tables[0][values & 0xFF]
    for index in range(1, 4):
        result = result ^ tables[index][(values >> np.uint32(8 * index)) & 0xFF]
    return result


@cache
def _shift(power: int) -> Table:
    """uint32[4, 256]: what appending ``2**power`` zero bytes does to a CRC."""
    if power == 0:
        values = np.arange(256, dtype=np.uint32)[None] << (8 * np.arange(4, dtype=np.uint32))[:, None]
        first: Table = _byte_table()[values & 0xFF] ^ (values >> np.uint32(8))
        return first
    half = _shift(power - 1)
    result: Table = _apply(half, half)
    return result


@cache
def _word_tables() -> Table:
    """uint32[8, 256]: the CRC of a byte with 7, 6, ... 0 bytes of zeros behind it."""
    rows = [_byte_table()]
    for _ in range(7):
        rows.append(_apply(_shift(0), rows[-1]))
    return np.stack(rows[::-1])


def _append_zeros(crc: int, count: int) -> int:
    power = 0
    while count:
        if count & 1:
            crc = int(_apply(_shift(power), np.uint32(crc)))
        count >>= 1
        power += 1
    return crc


def _linear(data: np.ndarray[Any, np.dtype[np.uint8]]) -> int:
    """The CRC of up to ``_CHUNK`` bytes without inversions."""
    words = 1 << max(0, (len(data) + 7) // 8 - 1).bit_length()
    padded = np.zeros(words * 8, np.uint8)  # zeros in front change nothing
    padded[words * 8 - len(data) :] = data
    columns = padded.reshape(words, 8)
    tables = _word_tables()
    crcs = tables[0][columns[:, 0]]
    for index in range(1, 8):
        crcs ^= tables[index][columns[:, index]]
    power = 3
    while len(crcs) > 1:  # each level joins neighbours of 2**power bytes
        crcs = _apply(_shift(power), crcs[0::2]) ^ crcs[1::2]
        power += 1
    return int(crcs[0])


@cache
def _extend() -> Callable[[int, Any], int] | None:
    """What continues a CRC with the bytes of an array, by the processor's own instruction; ``None``: not installed."""
    package = optional("google_crc32c")
    return None if package is None or package.implementation != "c" else package.extend


def crc32c(data: Any, crc: int = 0) -> int:
    """The CRC-32C of ``data`` (bytes, or anything with its buffer), continuing ``crc``, that of what came before."""
    view = memoryview(data).cast("B")
    extend = _extend()
    if extend is not None:
        for start in range(0, len(view), _CHUNK):
            crc = extend(crc, np.frombuffer(view[start : start + _CHUNK], np.uint8))
        return crc
    state = crc ^ 0xFFFFFFFF
    if len(view) <= _SMALL:
        table = _byte_list()
        for byte in view:
            state = table[(state ^ byte) & 0xFF] ^ (state >> 8)
        return state ^ 0xFFFFFFFF
    for start in range(0, len(view), _CHUNK):
        part = np.frombuffer(view[start : start + _CHUNK], np.uint8)
        state = _append_zeros(state, len(part)) ^ _linear(part)
    return state ^ 0xFFFFFFFF


def mask(crc: int) -> int:
    """The form in which a CRC is stored beside the data that it protects."""
    return (((crc >> 15) | (crc << 17)) + _MASK_DELTA) & 0xFFFFFFFF


def masked_crc32c(data: Any) -> int:
    """``mask(crc32c(data))``."""
    return mask(crc32c(data))
