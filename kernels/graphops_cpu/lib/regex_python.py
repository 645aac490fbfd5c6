"""Which regular expressions Python's own matcher can match in few steps, and their translation to Python's syntax.

Python's matcher backtracks, so the number of steps can grow exponentially. This module bounds it beforehand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from graphops_registry.regex.classes import Ranges
from graphops_registry.regex.tree import Alternate, Chars, Concat, Expression, Group, Place, Repeat

FEW_STEPS: Final = 10**6  # at most, for one text


@dataclass(frozen=True, slots=True)
class Cost:
    """How many steps Python's matcher takes for a text of n characters: at most ``factor * (n + 1) ** (power + 1)``."""

    factor: int
    power: int


def cost(node: Expression) -> Cost | None:
    """``None`` if that is hard to compute, as for repetitions of repetitions."""
    match node:
        case Chars() | Place():
            return Cost(1, 0)
        case Group(inner=inner):
            return cost(inner)
        case Concat(parts=parts):
            factor, power, length = 1, 0, 1
            for part in parts:
                found = cost(part)
                if found is None:
                    return None
                # Each way through one part may be followed by each way through the next.
                ways = 1 if isinstance(part, Chars | Place) else found.factor
                factor, power, length = factor * ways, power + found.power, length + 1
                if factor > FEW_STEPS:
                    return None
            return Cost(factor * length, power)
        case Alternate(parts=parts):
            costs = [cost(part) for part in parts]
            known = [found for found in costs if found is not None]
            if len(known) < len(costs):
                return None
            return Cost(sum(found.factor for found in known) + 1, max(found.power for found in known))
        case Repeat(inner=inner, low=low, high=high):
            if not isinstance(inner, Chars):
                return None
            return Cost(low + 1, 1) if high is None else Cost(high + 1, 0)


_PLACES: Final = {
    "begin": r"\A",
    "end": r"\Z",
    "line_begin": "^",
    "line_end": "$",
    "word_edge": r"\b",
    "no_word_edge": r"\B",
}


def python_pattern(node: Expression) -> str:
    """The expression in Python's syntax, for the flags ASCII and MULTILINE."""
    match node:
        case Chars(ranges=ranges):
            return _python_chars(ranges)
        case Place(kind="no_word_edge"):
            return r"(?!\b)"  # Python's \B needs a character
        case Place(kind=kind):
            return _PLACES[kind]
        case Group(inner=inner):
            return f"({python_pattern(inner)})"
        case Concat(parts=parts):
            return "".join(
                f"(?:{python_pattern(part)})" if isinstance(part, Alternate) else python_pattern(part) for part in parts
            )
        case Alternate(parts=parts):
            return "|".join(map(python_pattern, parts))
        case Repeat(inner=inner, low=low, high=high, greedy=greedy):
            return f"{python_pattern(inner)}{{{low},{'' if high is None else high}}}{'' if greedy else '?'}"


def _python_chars(ranges: Ranges) -> str:
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return re.escape(chr(ranges[0][0]))
    if not ranges:
        return r"[^\s\S]"
    return "[" + "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges) + "]"
