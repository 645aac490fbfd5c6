"""Tensors as text: the first elements in one line, or both ends of each axis in several."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

HostArray = np.ndarray[Any, Any]

_ESCAPES = {ord("\n"): b"\\n", ord("\r"): b"\\r", ord("\t"): b"\\t"}
_ESCAPES |= {code: b"\\" + bytes([code]) for code in b"\"'\\"}
_ESCAPES |= {code: b"\\%03o" % code for code in (*range(32), 127) if code not in _ESCAPES}
_TABLE = [_ESCAPES.get(code, bytes([code])) for code in range(256)]


def element(value: Any, *, quoted: bool) -> bytes:
    """One element: a fraction with as few of 6, 9, 15 or 17 digits as tell it from its neighbours."""
    if isinstance(value, bytes):
        text = b"".join(_TABLE[code] for code in value)
        return b'"' + text + b'"' if quoted else text
    if isinstance(value, (bool, np.bool_)):
        return b"1" if value else b"0"
    if isinstance(value, np.complexfloating):
        return b"(" + element(value.real, quoted=False) + b"," + element(value.imag, quoted=False) + b")"
    if isinstance(value, np.integer):
        return str(int(value)).encode()
    if isinstance(value, np.float64):
        return _fraction(float(value), np.float64, 15, 17)
    if isinstance(value, np.generic):  # half, bfloat16 and the smaller ones are shown as float32
        return _fraction(float(value), np.float32, 6, 9)
    return str(value).encode("utf-8", "replace")  # a handle


def _fraction(value: float, dtype: Any, few: int, many: int) -> bytes:
    short = f"{value:.{few}g}"
    with np.errstate(all="ignore"):
        exact = value != value or dtype(short) == dtype(value)
    return (short if exact else f"{value:.{many}g}").encode()


def first_elements(x: HostArray, most: int) -> bytes:
    """``1 2 3...``, ``[1.5 2][3...]...``: the first ``most`` elements in the order of memory; negative: all."""
    shown = x.size if most < 0 else min(most, x.size)
    flat = x.reshape(-1)[:shown]
    parts: list[bytes] = []
    if x.ndim <= 1:
        parts.append(b" ".join(element(value, quoted=False) for value in flat))
    else:
        _nested(flat, x.shape, 0, parts)
    return b"".join(parts) + (b"..." if x.size > shown else b"")


def _nested(flat: HostArray, shape: tuple[int, ...], start: int, parts: list[bytes]) -> None:
    """What is inside the brackets of a block of ``shape`` that begins with element ``start``."""
    if len(shape) == 1:
        row = flat[start : start + shape[0]]
        parts.append(b" ".join(element(value, quoted=False) for value in row))
        if len(row) < shape[0]:
            parts.append(b"...")
        return
    size = prod(shape[1:])
    for number in range(shape[0]):
        if start + number * size >= len(flat):
            break
        parts.append(b"[")
        _nested(flat, shape[1:], start + number * size, parts)
        parts.append(b"]")


def both_ends(x: HostArray, ends: int) -> bytes:
    """``[1 2 3 ... 7 8 9]``: ``ends`` elements at either end of each axis, rows below each other; negative: all."""
    shown = x.size if ends < 0 else min(ends, x.size)
    if not x.ndim and not shown:
        return b"..."
    return _block(x, shown, 0, x.ndim)


def _block(x: HostArray, ends: int, depth: int, rank: int) -> bytes:
    if depth == rank:
        return element(x[()], quoted=True)
    space = b" " if depth == rank - 1 else b"\n" * (rank - depth - 1) + b" " * (depth + 1)
    count = x.shape[0]
    parts = [_block(_part(x, i), ends, depth + 1, rank) for i in range(min(ends, count))]
    text = space.join(parts)
    if count > 2 * ends:
        text += space + b"..."
    for i in range(max(ends, count - ends), count):
        text += space + _block(_part(x, i), ends, depth + 1, rank)
    return b"[" + text + b"]"


def _part(x: HostArray, index: int) -> HostArray:
    """``x[index]`` as an array, also where that is one string."""
    part: HostArray = x[index : index + 1].reshape(x.shape[1:])
    return part
