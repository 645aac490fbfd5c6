"""Plain kernels of summaries. The few fields of the messages are written and read by hand.

``Summary { repeated Value value = 1 }``
``Value { string tag = 1; float simple_value = 2; HistogramProto histo = 5 }``
``HistogramProto { double min = 1, max = 2, num = 3, sum = 4, sum_squares = 5;
                  packed double bucket_limit = 6, bucket = 7 }``
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

import numpy as np

from graphops_cpu.lib.text import on_host
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_LARGEST = float(np.finfo(np.float64).max)


@register_kernel("ScalarSummary", "CPU")
class ScalarSummary(PlainKernel):
    def compute(self, tags: Array, values: Array) -> Any:
        with np.errstate(over="ignore"):
            numbers = on_host(values).astype(np.float32)
        message = b"".join(
            _value(tag, b"\x15" + struct.pack("<f", number))
            for tag, number in zip(tags.reshape(-1), numbers.reshape(-1), strict=True)
        )
        return _string(message)


@register_kernel("HistogramSummary", "CPU")
class HistogramSummary(PlainKernel):
    """Takes 8 bytes for each element."""

    def compute(self, tag: Array, values: Array) -> Any:
        numbers = on_host(values).astype(np.float64).reshape(-1)
        if not np.isfinite(numbers).all():
            wrong = numbers[~np.isfinite(numbers)][0]
            raise must("values", "HistogramSummary", f"be finite for '{_text(tag[()])}'", wrong)
        return _string(_value(tag[()], b"\x2a" + _sized(_histogram(numbers))))


@register_kernel("MergeSummary", "CPU")
class MergeSummary(PlainKernel):
    def compute(self, *inputs: Array) -> Any:
        known: set[bytes] = set()
        messages = [message for array in inputs for message in array.reshape(-1)]
        for message in messages:
            for tag in _tags(message):
                if tag in known:
                    raise must("inputs", "MergeSummary", "have each name once", f"'{_text(tag)}' twice")
                if tag:
                    known.add(tag)
        return _string(b"".join(messages))


def _string(message: bytes) -> Any:
    result = np.empty((), dtype=object)
    result[()] = message
    return result


def _text(tag: bytes) -> str:
    return tag.decode("utf-8", "replace")


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _sized(content: bytes) -> bytes:
    return _varint(len(content)) + content


def _value(tag: bytes, content: bytes) -> bytes:
    """A Summary with one Value; an empty tag is left out, as it is the default."""
    name = b"\x0a" + _sized(tag) if tag else b""
    return b"\x0a" + _sized(name + content)


@cache
def _limits() -> np.ndarray[Any, np.dtype[np.float64]]:
    """The upper ends of all buckets, rising: powers of 1.1 from 1e-12 to 1e20 on both sides of 0."""
    limits = []
    value = 1.0e-12
    while value < 1.0e20:
        limits.append(value)
        value *= 1.1
    limits.append(_LARGEST)
    array = np.array([-limit for limit in reversed(limits)] + [0.0] + limits)
    array.flags.writeable = False
    return array


def _histogram(numbers: np.ndarray[Any, np.dtype[np.float64]]) -> bytes:
    """A HistogramProto; runs of empty buckets are one."""
    limits = _limits()
    places = np.minimum(np.searchsorted(limits, numbers, side="right"), len(limits) - 1)
    counts = np.bincount(places, minlength=len(limits)).astype(np.float64)
    if numbers.size:
        low, high = float(numbers.min()), float(numbers.max())
    else:
        low, high = _LARGEST, -_LARGEST
    with np.errstate(over="ignore"):
        total, squares = _sequential_sum(numbers), _sequential_sum(numbers * numbers)
    message = b"".join(
        bytes([number << 3 | 1]) + struct.pack("<d", value)
        for number, value in ((1, low), (2, high), (3, float(numbers.size)), (4, total), (5, squares))
        if value != 0.0 or struct.pack("<d", value) != bytes(8)
    )
    empty = counts <= 0.0
    last_of_run = ~(empty & np.append(empty[1:], False))
    for field, array in ((6, limits[last_of_run]), (7, counts[last_of_run])):
        message += bytes([field << 3 | 2]) + _sized(array.astype("<f8").tobytes())
    return message


def _sequential_sum(numbers: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    """The sum in the order of the elements, rounded after each: what adding one by one gives."""
    return float(np.add.accumulate(numbers)[-1]) if numbers.size else 0.0


def _tags(message: bytes) -> list[bytes]:
    """The tags of the values of a Summary.

    Raises:
        InvalidArgumentError: it is none.
    """
    return [
        next((bytes(inner) for key, inner in _fields(value) if key == 0x0A), b"")
        for number, value in _fields(message)
        if number == 0x0A
    ]


def _fields(message: bytes) -> list[tuple[int, bytes]]:
    """Keys and contents of the fields of a message; numbers have empty contents."""
    found: list[tuple[int, bytes]] = []
    at = 0
    while at < len(message):
        key, at = _read_varint(message, at)
        kind = key & 7
        size = {1: 8, 5: 4}.get(kind, 0)
        if kind == 2:
            size, at = _read_varint(message, at)
        elif kind == 0:
            _, at = _read_varint(message, at)
        elif kind not in (1, 5):
            raise _damaged()
        if size > len(message) - at:
            raise _damaged()
        found.append((key, message[at : at + size]))
        at += size
    return found


def _read_varint(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(message):
            raise _damaged()
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise _damaged()


def _damaged() -> Exception:
    return must("inputs", "MergeSummary", "be serialised Summary messages", "other bytes")
