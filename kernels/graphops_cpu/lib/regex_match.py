"""Matching of parsed regular expressions, in time that is bounded by the length of the text times that of the pattern.

The result is the leftmost match, and of those the one that the alternatives and repetitions prefer. A pattern becomes a
program whose threads all advance by one character together (the method of Thompson and Pike). Python's own matcher,
which backtracks, is used for patterns that provably take it few steps: it finds the same match faster.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from graphops_cpu.lib.regex_python import FEW_STEPS, cost, python_pattern
from graphops_registry.errors import ResourceExhaustedError
from graphops_registry.regex.classes import Ranges
from graphops_registry.regex.syntax import parse_pattern
from graphops_registry.regex.tree import (
    Alternate,
    Chars,
    Concat,
    Expression,
    Group,
    Place,
    Repeat,
    nullable,
)

Spans: TypeAlias = tuple[int, ...]  # begin and end of the match, then of each group; -1: not there

MOST_STEPS: Final = 2 * 10**8  # of threads, for one text: minutes
CHECK_EVERY: Final = 4096  # characters between two checks whether the run must stop


# -- the program ---------------------------------------------------------------------------------------------------


class Budget:
    """What may be spent on one text.

    Attributes:
        left: steps.
        check: raises if the run is to end.
    """

    def __init__(self, check: Callable[[], None]) -> None:
        self.left = MOST_STEPS
        self.check = check

    def spend(self, steps: int) -> None:
        """Take ``steps`` from it.

        Raises:
            ResourceExhaustedError: there are not so many left.
        """
        self.left -= steps
        if self.left < 0:
            raise ResourceExhaustedError(f"matching one text must take at most {MOST_STEPS:,} steps, got more")


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction: ``chars`` consumes a character; ``place``, ``save``, ``fork`` none; ``match`` is the end.

    Attributes:
        test: of ``chars``: whether a character fits.
        first, second: of ``fork``: where to go on, the preferred one first.
        number: of ``save``: which place.
        place: of ``place``: which condition.
    """

    kind: str
    test: Callable[[str], bool] | None = None
    first: int = 0
    second: int = 0
    number: int = 0
    place: str = ""


def _test(ranges: Ranges) -> Callable[[str], bool]:
    """Whether a character is in ``ranges``."""
    starts = [low for low, _ in ranges]
    ascii_ones = frozenset(chr(code) for low, high in ranges for code in range(low, min(high, 127) + 1))

    def fits(char: str) -> bool:
        if char < "\x80":
            return char in ascii_ones
        code = ord(char)
        place = bisect_right(starts, code) - 1
        return place >= 0 and code <= ranges[place][1]

    return fits


class _Compiler:
    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.tests: dict[Ranges, Callable[[str], bool]] = {}

    def add(self, step: Step) -> int:
        self.steps.append(step)
        return len(self.steps) - 1

    def compile(self, node: Expression) -> None:
        """Append what matches ``node`` and goes on behind it."""
        match node:
            case Chars(ranges=ranges):
                test = self.tests.setdefault(ranges, _test(ranges))
                self.add(Step("chars", test))
            case Place(kind=kind):
                self.add(Step("place", place=kind))
            case Group(number=number, inner=inner):
                self.add(Step("save", number=2 * number))
                self.compile(inner)
                self.add(Step("save", number=2 * number + 1))
            case Concat(parts=parts):
                for part in parts:
                    self.compile(part)
            case Alternate(parts=parts):
                self._alternate(parts)
            case Repeat():
                self._repeat(node)

    def _alternate(self, parts: Sequence[Expression]) -> None:
        ends = []
        for part in parts[:-1]:
            fork = self.add(Step("fork"))
            self.compile(part)
            ends.append(self.add(Step("jump")))
            self.steps[fork] = Step("fork", first=fork + 1, second=len(self.steps))
        self.compile(parts[-1])
        for end in ends:
            self.steps[end] = Step("jump", first=len(self.steps))

    def _repeat(self, node: Repeat) -> None:
        for _ in range(node.low if node.high is not None else max(node.low - 1, 0)):
            self.compile(node.inner)
        if node.high is None:
            self._loop(node)
            return
        forks = []
        for _ in range(node.high - node.low):
            forks.append(self.add(Step("fork")))
            self.compile(node.inner)
        for fork in forks:
            self.steps[fork] = self._fork(node.greedy, fork + 1, len(self.steps))

    def _loop(self, node: Repeat) -> None:
        """Any number of times; where ``low`` is not 0, once or more."""
        skip = self.add(Step("fork")) if not node.low else -1
        begin = len(self.steps)
        self.compile(node.inner)
        if skip >= 0 and not nullable(node.inner):
            self.add(Step("jump", first=skip))
        else:  # a round of no characters must not hide that the loop was entered: the choice behind it is another
            self.add(self._fork(node.greedy, begin, len(self.steps) + 1))
        if skip >= 0:
            self.steps[skip] = self._fork(node.greedy, begin, len(self.steps))

    @staticmethod
    def _fork(greedy: bool, inside: int, behind: int) -> Step:
        return Step("fork", first=inside, second=behind) if greedy else Step("fork", first=behind, second=inside)


def holds(place: str, text: str, at: int) -> bool:
    """Whether the condition holds between ``text[at - 1]`` and ``text[at]``."""
    if place == "begin":
        return at == 0
    if place == "end":
        return at == len(text)
    if place == "line_begin":
        return at == 0 or text[at - 1] == "\n"
    if place == "line_end":
        return at == len(text) or text[at] == "\n"
    before = at > 0 and _is_word(text[at - 1])
    behind = at < len(text) and _is_word(text[at])
    return (before != behind) == (place == "word_edge")


def _is_word(char: str) -> bool:
    return char == "_" or (char.isascii() and char.isalnum())


class Program:
    """A pattern as instructions, with the loop that runs them."""

    def __init__(self, root: Expression, groups: int) -> None:
        compiler = _Compiler()
        compiler.compile(root)
        compiler.add(Step("match"))
        self.steps = compiler.steps
        self._nothing = (-1,) * (2 * groups + 2)

    def _enter(
        self, threads: list[tuple[int, Spans]], seen: set[int], pc: int, spans: Spans, text: str, at: int
    ) -> None:
        """Add the threads that start at ``pc``, the preferred one first, but for those that are there already."""
        stack = [(pc, spans)]
        while stack:
            pc, spans = stack.pop()
            while pc not in seen:
                seen.add(pc)
                step = self.steps[pc]
                if step.kind == "fork":
                    stack.append((step.second, spans))
                    pc = step.first
                elif step.kind == "jump":
                    pc = step.first
                elif step.kind == "save":
                    spans = (*spans[: step.number], at, *spans[step.number + 1 :])
                    pc += 1
                elif step.kind == "place":
                    if not holds(step.place, text, at):
                        break
                    pc += 1
                else:
                    threads.append((pc, spans))
                    break

    def run(self, text: str, start: int, *, whole: bool, budget: Budget) -> Spans | None:
        """The match that begins at ``start`` or behind it; with ``whole`` it must be all of the text.

        Raises:
            ResourceExhaustedError: more steps than the budget has.
        """
        found: Spans | None = None
        threads: list[tuple[int, Spans]] = []
        seen: set[int] = set()
        for at in range(start, len(text) + 1):
            if found is None and (at == start or not whole):
                self._enter(threads, seen, 0, (at, *self._nothing[1:]), text, at)
            if not threads and (found is not None or whole):
                break
            budget.spend(len(seen) + 1)
            if not at % CHECK_EVERY:
                budget.check()
            char = text[at : at + 1]
            waiting, threads, seen = threads, [], set()
            for pc, spans in waiting:
                step = self.steps[pc]
                if step.test is None:  # the end of the program
                    if whole and char:
                        continue
                    found = (spans[0], at, *spans[2:])
                    break
                if char and step.test(char):
                    self._enter(threads, seen, pc + 1, spans, text, at + 1)
        return found


# -- both ----------------------------------------------------------------------------------------------------------


class Matcher:
    """A pattern, ready to be matched. Any number of threads may use it."""

    def __init__(self, pattern: bytes) -> None:
        parsed = parse_pattern(pattern)
        self.groups = parsed.groups
        self._program = Program(parsed.root, parsed.groups)
        self._cost = cost(parsed.root)
        self._quick: re.Pattern[str] | None = None
        if self._cost is not None:
            self._quick = re.compile(python_pattern(parsed.root), re.ASCII | re.MULTILINE)

    def _is_quick(self, text: str) -> bool:
        """Whether Python's matcher takes few steps for ``text``."""
        found = self._cost
        return found is not None and found.factor * (len(text) + 1) ** (found.power + 1) <= FEW_STEPS

    def matches(self, text: str, check: Callable[[], None]) -> bool:
        """Whether all of ``text`` matches."""
        if self._quick is not None and self._is_quick(text):
            return self._quick.fullmatch(text) is not None
        return self._program.run(text, 0, whole=True, budget=Budget(check)) is not None

    def replaced(
        self,
        text: str,
        rewrite: Sequence[str | int],
        every: bool,
        check: Callable[[], None],
        room: Callable[[int], None] | None = None,
    ) -> str:
        """``text`` with ``rewrite``, texts and numbers of groups, in place of the first match, or of each one.

        An empty match is none where the match before it ended; the character there is passed over.

        Args:
            room: called with the number of characters of the result before it is made; may raise an error.
        """
        search = self._searcher(text, check)
        result: list[str] = []
        at, last = 0, -1
        while at <= len(text):
            spans = search(at)
            if spans is None:
                break
            begin, end = spans[:2]
            result.append(text[at:begin])
            if begin == end == last:
                result.append(text[at : at + 1])
                at += 1
                continue
            for part in rewrite:
                if isinstance(part, str):
                    result.append(part)
                else:
                    low, high = spans[2 * part : 2 * part + 2]
                    result.append(text[low:high] if low >= 0 else "")
            at = last = end
            if not every:
                break
        result.append(text[at:])
        if room is not None:
            room(sum(map(len, result)))
        return "".join(result)

    def _searcher(self, text: str, check: Callable[[], None]) -> Callable[[int], Spans | None]:
        quick = self._quick
        if quick is None or not self._is_quick(text):
            budget = Budget(check)
            return lambda at: self._program.run(text, at, whole=False, budget=budget)

        def search(at: int) -> Spans | None:
            found = quick.search(text, at)
            return None if found is None else tuple(place for span in found.regs for place in span)

        return search


@lru_cache(maxsize=256)
def matcher(pattern: bytes) -> Matcher:
    """The matcher of a pattern that the shape rule has checked."""
    return Matcher(pattern)
