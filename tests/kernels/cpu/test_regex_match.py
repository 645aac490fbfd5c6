"""The two ways in which regular expressions are matched find the same, and neither takes long."""

from __future__ import annotations

import time

import pytest

from graphops_cpu.lib.regex_match import Matcher
from graphops_cpu.lib.regex_python import cost
from graphops_cpu.plain.strings_regex import parts_of
from graphops_registry.errors import ResourceExhaustedError
from graphops_registry.regex.syntax import parse_pattern
from tests.golden.load import load_cases


def go_on() -> None:
    """A run that is never cancelled."""


def programs_only(pattern: str) -> Matcher:
    found = Matcher(pattern.encode())
    found._quick = None
    return found


def test_both_ways_find_the_same() -> None:
    compared = 0
    for case in load_cases("strings_regex"):
        if case.op != "StaticRegexReplace":
            continue
        pattern, rewrite = case.attrs["pattern"], parts_of(case.attrs["rewrite"].encode())
        quick, sure = Matcher(pattern.encode()), programs_only(pattern)
        compared += quick._quick is not None
        for value in case.inputs["input"].reshape(-1):
            text = value.decode("utf-8", "surrogateescape")
            assert quick.replaced(text, rewrite, True, go_on) == sure.replaced(text, rewrite, True, go_on), pattern
            assert quick.matches(text, go_on) == sure.matches(text, go_on), pattern
    assert compared > 50


@pytest.mark.parametrize("pattern", ["(a*)*", "(a|aa)+", "(?:a+b?)+", "(?:a{0,9}){0,9}"])
def test_what_could_take_long_is_not_given_to_python(pattern: str) -> None:
    assert cost(parse_pattern(pattern.encode()).root) is None


def test_steps_are_counted_over_all_matches_of_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphops_cpu.lib.regex_match.MOST_STEPS", 10**5)
    begin = time.perf_counter()
    with pytest.raises(ResourceExhaustedError, match="matching one text must take at most 100,000 steps"):
        programs_only("a.*b|a").replaced("a" * 1000, ["-"], True, go_on)
    assert time.perf_counter() - begin < 5
    assert programs_only("a").replaced("a" * 1000, ["-"], True, go_on) == "-" * 1000


def test_long_texts_take_time_in_proportion() -> None:
    begin = time.perf_counter()
    for pattern in ("a*b", "(a*)*b", "[ab]*c", r"\s+$"):
        assert programs_only(pattern).replaced("ab " * 3000, [], False, go_on)
    assert time.perf_counter() - begin < 10
