"""Parsing numbers from text."""

from __future__ import annotations

import re
from decimal import Decimal
from math import isfinite, nextafter
from typing import Any, Final

import numpy as np

# Possessive throughout (*+, ++): a text of a million digits and one letter must not be tried in a million ways.
_INTEGER = re.compile(rb"[ \t\n\v\f\r]*+([+-]?)([0-9]++)[ \t\n\v\f\r]*+")
_FRACTION = re.compile(
    rb"""[ \t\n\v\f\r]*+ ([+-]?)
    (?: (?P<decimal> (?:[0-9]++\.?+[0-9]*+|\.[0-9]++) (?:e[+-]?[0-9]++)?+ )
      | (?P<hexadecimal> 0x (?:[0-9a-f]++\.?+[0-9a-f]*+|\.[0-9a-f]++) (?:p[+-]?[0-9]++)?+ )
      | (?P<infinite> inf(?:inity)? )
      | (?P<nan> nan (?:\([0-9a-z_]*+\))? ) )
    [ \t\n\v\f\r]*+""",
    re.VERBOSE | re.IGNORECASE,
)
_DIGITS: Final = 20  # of the largest integer


def integer(text: bytes, dtype: Any) -> int | None:
    """The integer that ``text`` spells, if it does and if ``dtype`` holds it."""
    found, limits = _INTEGER.fullmatch(text), np.iinfo(dtype)
    if found is None or (found[1] == b"-" and not limits.min):
        return None
    digits = found[2].lstrip(b"0") or b"0"
    if len(digits) > _DIGITS:
        return None
    value = int(found[1] + digits)
    return value if limits.min <= value <= limits.max else None


def fraction(text: bytes, dtype: Any) -> float | None:
    """The number that ``text`` spells, if it does; it can be rounded to ``dtype`` without being rounded twice."""
    found = _FRACTION.fullmatch(text)
    if found is None:
        return None
    sign, body = found[1].decode(), text.strip().lstrip(b"+-").decode()
    if found["nan"]:
        return float("nan")
    if found["hexadecimal"]:
        try:
            return float.fromhex(sign + body)
        except OverflowError:
            return float(sign + "inf")
    value = float(sign + body)
    return value if dtype == np.float64 or found["infinite"] else once_rounded(value, sign + body)


def once_rounded(value: float, text: str) -> float:
    """``value``, or its neighbour, so that rounding it to float32 gives what rounding the decimal ``text`` gives.

    They can differ only where ``value`` lies in the middle between two float32 numbers and ``text`` does not.
    """
    with np.errstate(all="ignore"):
        near = np.float32(value)
        if not isfinite(value) or float(near) == value or not np.isfinite(near):
            return value
        other = np.nextafter(near, np.float32(np.inf if value > float(near) else -np.inf))
    if (float(near) + float(other)) / 2 != value:
        return value
    exact = Decimal(text)
    return value if exact == Decimal(value) else nextafter(value, float("inf") if exact > Decimal(value) else -1e400)
