"""Regular expressions in the syntax of RE2, parsed: no back-references, no look-around, so that matching is bounded.

What is left out: ``\\C`` (a byte, where everything else is a character) and names of scripts (``\\p{Greek}``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NoReturn

from graphops_registry.regex.classes import (
    DIGITS,
    NAMED,
    SPACES,
    WORD,
    Ranges,
    any_case,
    category,
    complement,
    union,
)
from graphops_registry.regex.tree import (
    Alternate,
    Chars,
    Concat,
    Expression,
    Group,
    Place,
    Repeat,
    deepest_repeat,
    steps,
)

MOST_REPEATS: Final = 1000
MOST_STEPS: Final = 20_000  # instructions of a program
MOST_NESTING: Final = 100


class PatternError(Exception):
    """What is wrong with a pattern: it must ``rule``, got ``got``."""

    def __init__(self, rule: str, got: str) -> None:
        super().__init__(rule, got)
        self.rule = rule
        self.got = got


@dataclass(frozen=True, slots=True)
class Pattern:
    """A parsed pattern.

    Attributes:
        root: all of it.
        groups: how many groups are remembered.
    """

    root: Expression
    groups: int


@lru_cache(maxsize=256)
def parse_pattern(pattern: bytes) -> Pattern:
    """The pattern, parsed.

    Raises:
        PatternError: not UTF-8, a mistake, something that RE2 does not have, or too large.
    """
    try:
        text = pattern.decode()
    except UnicodeDecodeError:
        raise PatternError("be UTF-8", repr(pattern)) from None
    parser = _Parser(text)
    root = parser.parse()
    if deepest_repeat(root) > MOST_REPEATS:
        parser.fail(f"repeat nothing more than {MOST_REPEATS} times, repetitions of repetitions included")
    if steps(root) > MOST_STEPS:
        parser.fail(f"become at most {MOST_STEPS} instructions")
    return Pattern(root, parser.groups)


@dataclass(frozen=True, slots=True)
class _Flags:
    """``i m s U`` of ``(?imsU)``."""

    any_case: bool = False
    lines: bool = False
    dot_all: bool = False
    swapped: bool = False


_FLAGS: Final = {"i": "any_case", "m": "lines", "s": "dot_all", "U": "swapped"}
_SIMPLE: Final = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_PERL: Final = {"d": DIGITS, "s": SPACES, "w": WORD}
_PLACES: Final = {"A": "begin", "z": "end", "b": "word_edge", "B": "no_word_edge"}


class _Level:
    """What an open bracket, or the whole pattern, holds so far."""

    def __init__(self, flags: _Flags, number: int | None) -> None:
        self.flags = flags  # the flags that apply again after the bracket
        self.number = number
        self.branches: list[Expression] = []
        self.parts: list[Expression] = []

    def closed(self) -> Expression:
        branches = [*self.branches, _joined(self.parts)]
        return branches[0] if len(branches) == 1 else Alternate(tuple(branches))


def _joined(parts: Sequence[Expression]) -> Expression:
    return parts[0] if len(parts) == 1 else Concat(tuple(parts))


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.groups = 0
        self.names: set[str] = set()
        self.flags = _Flags()

    def fail(self, rule: str, part: str | None = None) -> NoReturn:
        shown = repr(self.text) if part is None else f"{part!r} in {self.text!r}"
        raise PatternError(rule, shown)

    def next(self) -> str:
        """The next character, consumed; ``''`` at the end."""
        found = self.text[self.at : self.at + 1]
        self.at += 1
        return found

    def accept(self, part: str) -> bool:
        if self.text.startswith(part, self.at):
            self.at += len(part)
            return True
        return False

    def parse(self) -> Expression:
        stack = [_Level(self.flags, None)]
        repeated = False  # whether the last part is a repetition, which cannot be repeated
        while self.at < len(self.text):
            level = stack[-1]
            if self._repetition(level.parts, repeated):
                repeated = True
                continue
            repeated = False
            begin = self.at
            match self.next():
                case "(":
                    if len(stack) > MOST_NESTING:
                        self.fail(f"have at most {MOST_NESTING} brackets inside each other")
                    self._open(stack)
                case ")":
                    if len(stack) == 1:
                        self.fail("open each bracket that it closes")
                    stack.pop()
                    inner = level.closed()
                    self.flags = level.flags
                    stack[-1].parts.append(inner if level.number is None else Group(level.number, inner))
                case "|":
                    level.branches.append(_joined(level.parts))
                    level.parts = []
                case "[":
                    level.parts.append(Chars(self._class(begin)))
                case ".":
                    level.parts.append(Chars(complement(() if self.flags.dot_all else ((10, 10),))))
                case "^":
                    level.parts.append(Place("line_begin" if self.flags.lines else "begin"))
                case "$":
                    level.parts.append(Place("line_end" if self.flags.lines else "end"))
                case "\\":
                    self._escape(level.parts, begin)
                case char:
                    level.parts.append(self._literal(ord(char)))
        if len(stack) > 1:
            self.fail("close each bracket that it opens")
        return stack[0].closed()

    def _literal(self, code: int) -> Chars:
        ranges = ((code, code),)
        return Chars(any_case(ranges) if self.flags.any_case else ranges)

    # -- repetitions ----------------------------------------------------------------------------------------------

    def _repetition(self, parts: list[Expression], repeated: bool) -> bool:
        """Whether ``* + ? {n,m}`` comes next; if so, apply it to the last part."""
        begin = self.at
        bounds: tuple[int, int | None] | None = None
        if self.text[self.at] in "*+?":
            bounds = {"*": (0, None), "+": (1, None), "?": (0, 1)}[self.next()]
        elif self.text[self.at] == "{":
            bounds = self._counts()
        if bounds is None:
            return False
        low, high = bounds
        operator = self.text[begin : self.at]
        if repeated:
            self.fail("have something between two repetitions", operator)
        if not parts:
            self.fail("have something in front of each repetition", operator)
        if max(low, high or 0) > MOST_REPEATS or (high is not None and high < low):
            self.fail(f"have repetitions from low to high, at most {MOST_REPEATS}", operator)
        greedy = not self.accept("?")
        parts[-1] = Repeat(parts[-1], low, high, greedy != self.flags.swapped)
        return True

    def _counts(self) -> tuple[int, int | None] | None:
        """``{n}``, ``{n,}`` or ``{n,m}``; anything else in such brackets is literal text."""
        end = self.text.find("}", self.at)
        low, comma, high = self.text[self.at + 1 : end].partition(",") if end > 0 else ("", "", "")
        if not _is_number(low) or (high and not _is_number(high)):
            return None
        self.at = end + 1
        limit = MOST_REPEATS + 1  # more is an error: never make an integer of a million digits
        first = int(low) if len(low) < 9 else limit
        if not comma:
            return first, first
        return first, (int(high) if len(high) < 9 else limit) if high else None

    # -- brackets -------------------------------------------------------------------------------------------------

    def _open(self, stack: list[_Level]) -> None:
        """Behind ``(``."""
        if not self.accept("?"):
            self.groups += 1
            stack.append(_Level(self.flags, self.groups))
            return
        if self.accept("P<"):
            end = self.text.find(">", self.at)
            name = self.text[self.at : end] if end >= 0 else ""
            if not name.isidentifier() and not (name.isascii() and name.replace("_", "a").isalnum()):
                self.fail("have names of groups made of letters, digits and _", name)
            if name in self.names:
                self.fail("give each name to one group", name)
            self.names.add(name)
            self.at = end + 1
            self.groups += 1
            stack.append(_Level(self.flags, self.groups))
            return
        begin, flags, value, count = self.at, self.flags, True, 0
        while True:
            char = self.next()
            if char in _FLAGS and char:
                flags = replace(flags, **{_FLAGS[char]: value})
                count += 1
            elif char == "-" and value:
                value, count = False, 0
            elif char in (":", ")") and char and (value or count):
                break
            else:
                rule = (
                    "have no look-around, back-references or other brackets than (...), (?:...), (?P<name>...), (?imsU)"
                )
                self.fail(rule, "(?" + self.text[begin : self.at])
        if char == ":":
            stack.append(_Level(self.flags, None))
        self.flags = flags

    # -- characters -----------------------------------------------------------------------------------------------

    def _escape(self, parts: list[Expression], begin: int) -> None:
        """Behind a backslash outside of brackets."""
        char = self.text[self.at : self.at + 1]
        if char in _PLACES and char:
            self.at += 1
            parts.append(Place(_PLACES[char]))
        elif char == "Q":
            self.at += 1
            end = self.text.find("\\E", self.at)
            quoted = self.text[self.at :] if end < 0 else self.text[self.at : end]
            parts.extend(self._literal(ord(letter)) for letter in quoted)
            self.at = len(self.text) if end < 0 else end + 2
        else:
            ranges = self._set(begin)
            if ranges is not None:
                parts.append(Chars(any_case(ranges) if self.flags.any_case else ranges))
            else:
                parts.append(self._literal(self._code(begin)))

    def _set(self, begin: int) -> Ranges | None:
        """``\\d \\pL ...`` behind the backslash, ``None`` if it is something else."""
        char = self.text[self.at : self.at + 1]
        if char and char.lower() in _PERL:
            self.at += 1
            ranges = _PERL[char.lower()]
            return ranges if char.islower() else complement(ranges)
        if char not in ("p", "P") or not char:
            return None
        self.at += 1
        name = self.next()
        if name == "{":
            end = self.text.find("}", self.at)
            if end < 0:
                self.fail("close each bracket that it opens")
            name, self.at = self.text[self.at : end], end + 1
        inverted = name.startswith("^")
        found = category(name.lstrip("^"))
        if found is None:
            rule = "name general categories of characters, as \\pL or \\p{Lu} (scripts are not known)"
            self.fail(rule, self.text[begin : self.at])
        return complement(found) if inverted != (char == "P") else found

    def _code(self, begin: int) -> int:
        """The code point of an escape; the backslash is already read."""
        char = self.next()
        rest = self.text[self.at :]
        if char in _SIMPLE and char:
            return _SIMPLE[char]
        if char == "x":
            digits = rest[1 : rest.find("}")] if rest.startswith("{") and "}" in rest else rest[:2]
            self.at += len(digits) + (2 if rest.startswith("{") else 0)
            plain = digits.strip("0123456789abcdefABCDEF") == ""
            if plain and (len(digits) == 2 or (rest.startswith("{") and 0 < len(digits) < 9)):
                code = int(digits, 16)
                if code <= 0x10FFFF:
                    return code
        elif char and char in "01234567" and (char == "0" or (rest[:1] and rest[0] in "01234567")):
            digits = char
            while len(digits) < 3 and self.text[self.at : self.at + 1] in tuple("01234567"):
                digits += self.next()
            return int(digits, 8)
        elif char and char.isascii() and not char.isalnum():
            return ord(char)
        self.fail("have only escapes that RE2 has (and \\C not)", self.text[begin : self.at])

    def _class(self, begin: int) -> Ranges:
        """Behind ``[``: up to the closing bracket."""
        inverted = self.accept("^")
        found: list[tuple[int, int]] = []
        first = True
        while first or not self.text.startswith("]", self.at):
            if self.at >= len(self.text):
                self.fail("close each bracket that it opens")
            start = self.at
            named = self._named(start)
            if named is None and self.accept("\\"):
                named = self._set(start)
                if named is None:
                    self.at = start
            first = False
            if named is not None:
                found.extend(named)
                continue
            low = high = self._member()
            if self.text.startswith("-", self.at) and self.text[self.at + 1 : self.at + 2] not in ("]", ""):
                self.at += 1
                high = self._member()
                if high < low:
                    self.fail("have ranges from low to high", self.text[start : self.at])
            found.append((low, high))
        self.at += 1
        ranges = union(found)
        if self.flags.any_case:
            ranges = any_case(ranges)
        return complement(ranges) if inverted else union(ranges)

    def _named(self, start: int) -> Ranges | None:
        """``[:digit:]`` or ``[:^digit:]``, ``None`` if it is something else."""
        end = self.text.find(":]", start + 2)
        if not self.text.startswith("[:", start) or end < 0:
            return None
        name = self.text[start + 2 : end]
        ranges = NAMED.get(name.removeprefix("^"))
        if ranges is None:
            self.fail("name sets of characters that exist", self.text[start : end + 2])
        self.at = end + 2
        return complement(ranges) if name.startswith("^") else ranges

    def _member(self) -> int:
        """One character in brackets."""
        begin = self.at
        char = self.next()
        if not char:
            self.fail("close each bracket that it opens")
        return self._code(begin) if char == "\\" else ord(char)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
