"""Sets of characters for regular expressions, as sorted ranges of code points."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias

Ranges: TypeAlias = tuple[tuple[int, int], ...]

TOP: Final = sys.maxunicode
# Bytes that are not UTF-8 are decoded to these characters, which nothing matches.
SURROGATES: Final = (0xD800, 0xDFFF)

DIGITS: Final[Ranges] = ((0x30, 0x39),)
SPACES: Final[Ranges] = ((0x09, 0x0A), (0x0C, 0x0D), (0x20, 0x20))
WORD: Final[Ranges] = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
NAMED: Final[dict[str, Ranges]] = {
    "alnum": ((0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)),
    "alpha": ((0x41, 0x5A), (0x61, 0x7A)),
    "ascii": ((0x00, 0x7F),),
    "blank": ((0x09, 0x09), (0x20, 0x20)),
    "cntrl": ((0x00, 0x1F), (0x7F, 0x7F)),
    "digit": DIGITS,
    "graph": ((0x21, 0x7E),),
    "lower": ((0x61, 0x7A),),
    "print": ((0x20, 0x7E),),
    "punct": ((0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)),
    "space": ((0x09, 0x0D), (0x20, 0x20)),
    "upper": ((0x41, 0x5A),),
    "word": WORD,
    "xdigit": ((0x30, 0x39), (0x41, 0x46), (0x61, 0x66)),
}


def union(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """The ranges sorted, and joined where they touch."""
    result: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if result and low <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(result[-1][1], high))
        else:
            result.append((low, high))
    return tuple(result)


def complement(ranges: Ranges) -> Ranges:
    """Every character that is not among ``ranges``."""
    result, start = [], 0
    for low, high in union([*ranges, SURROGATES]):
        if low > start:
            result.append((start, low - 1))
        start = high + 1
    if start <= TOP:
        result.append((start, TOP))
    return tuple(result)


@cache
def category(name: str) -> Ranges | None:
    """The characters of a general category, ``Lu`` or ``L``, or ``Any``; ``None`` if there is no such one."""
    if name == "Any":
        return complement(())
    found: list[tuple[int, int]] = []
    for code in range(TOP + 1):
        if unicodedata.category(chr(code)).startswith(name):
            if found and found[-1][1] == code - 1:
                found[-1] = (found[-1][0], code)
            else:
                found.append((code, code))
    known = {"C", "L", "M", "N", "P", "S", "Z", "Cc", "Cf", "Co", "Cs", "Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Me", "Mn"}
    known |= {"Nd", "Nl", "No", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Sc", "Sk", "Sm", "So", "Zl", "Zp", "Zs"}
    return union(found) if name in known else None


@cache
def _letters() -> dict[int, frozenset[int]]:
    """For each character that has another case, all its cases with itself."""
    groups: dict[int, set[int]] = {}
    for code in range(0x20000):  # no character above has upper and lower case
        text = chr(code)
        for other in (text.lower(), text.upper()):
            # The dotless i is a small I in Turkish alone.
            if len(other) == 1 and other != text and 0x131 not in (code, ord(other)):
                merged = groups.get(code, {code}) | groups.get(ord(other), {ord(other)})
                for member in merged:
                    groups[member] = merged
    return {code: frozenset(group) for code, group in groups.items()}


def any_case(ranges: Ranges) -> Ranges:
    """``ranges`` with the other cases of each letter in it."""
    letters = _letters()
    if sum(high - low + 1 for low, high in ranges) > len(letters):
        found = [letters[code] for code in letters if any(low <= code <= high for low, high in ranges)]
    else:
        found = [letters[code] for low, high in ranges for code in range(low, high + 1) if code in letters]
    return union([*ranges, *((code, code) for group in found for code in group)])
