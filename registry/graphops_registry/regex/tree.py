"""A parsed regular expression as a tree, and its properties that need no text to match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from graphops_registry.regex.classes import Ranges


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of a set."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Place:
    """No character: ``^ $ \\b \\B`` and similar ones, as ``begin end line_begin line_end word_edge no_word_edge``."""

    kind: str


@dataclass(frozen=True, slots=True)
class Group:
    """What is remembered under a number, from 1 on."""

    number: int
    inner: Expression


@dataclass(frozen=True, slots=True)
class Concat:
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Alternate:
    """The first one that leads to a match."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """``inner`` from ``low`` to ``high`` times (``None``: any number), as often as possible if ``greedy``."""

    inner: Expression
    low: int
    high: int | None
    greedy: bool


Expression: TypeAlias = Chars | Place | Group | Concat | Alternate | Repeat


def nullable(node: Expression) -> bool:
    """Whether it can match no characters at all."""
    match node:
        case Chars():
            return False
        case Place():
            return True
        case Group(inner=inner):
            return nullable(inner)
        case Concat(parts=parts):
            return all(map(nullable, parts))
        case Alternate(parts=parts):
            return any(map(nullable, parts))
        case Repeat(inner=inner, low=low):
            return not low or nullable(inner)


def steps(node: Expression) -> int:
    """An upper bound of the number of instructions that it becomes."""
    match node:
        case Chars() | Place():
            return 1
        case Group(inner=inner):
            return 2 + steps(inner)
        case Concat(parts=parts):
            return sum(map(steps, parts))
        case Alternate(parts=parts):
            return sum(map(steps, parts)) + 2 * len(parts)
        case Repeat(inner=inner, low=low, high=high):
            return (steps(inner) + 2) * max(low + 1 if high is None else high, 1) + 1


def deepest_repeat(node: Expression) -> int:
    """How often the innermost part is written out at most."""
    match node:
        case Chars() | Place():
            return 1
        case Group(inner=inner):
            return deepest_repeat(inner)
        case Concat(parts=parts) | Alternate(parts=parts):
            return max(map(deepest_repeat, parts), default=1)
        case Repeat(inner=inner, low=low, high=high):
            return deepest_repeat(inner) * max(low if high is None else high, 1)
