"""Regular expressions, in the syntax of RE2: characters are those of UTF-8, and matching takes bounded time."""

from __future__ import annotations

import re
from typing import Any

from graphops_registry.attr import text_bytes
from graphops_registry.op_def import register_op
from graphops_registry.regex.syntax import Pattern, PatternError, parse_pattern
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_PATTERN = "a regular expression as RE2 has them: no back-references, no look-around"
_REWRITE = "what a match becomes: \\0 is the match, \\1 to \\9 are its groups, \\\\ is a backslash"
_GLOBAL = "all matches, not just the first one"


def _check_pattern(c: ShapeContext, argument: str, pattern: bytes) -> Pattern:
    try:
        return parse_pattern(pattern)
    except PatternError as error:
        c.fail(argument, error.rule, error.got)


def _check_rewrite(c: ShapeContext, argument: str, rewrite: bytes, pattern: Pattern | None) -> None:
    for found in re.finditer(rb"\\(.?)", rewrite, re.DOTALL):
        if found[1] == b"\\":
            continue
        if not found[1].isdigit():
            c.fail(argument, "have a digit or another backslash behind each backslash", repr(rewrite))
        if pattern is not None and int(found[1]) > pattern.groups:
            c.fail(argument, f"name groups up to {pattern.groups}, the number of pattern's", repr(rewrite))


def _scalar(c: ShapeContext, argument: str) -> bytes | None:
    c.with_rank(argument, 0)
    value: Any = c.value(argument)
    return None if value is None else value[()]


# -- RegexFullMatch, StaticRegexFullMatch --------------------------------------------------------------------------

regex_full_match = register_op(
    "RegexFullMatch",
    inputs=["input: string", "pattern: string"],
    outputs=["output: bool"],
    doc=f"""Whether the whole of each string matches.

    pattern: a scalar, {_PATTERN}.""",
)
regex_full_match.no_gradient()


@regex_full_match.shape_rule
def _regex_full_match_shape(c: ShapeContext) -> list[TensorShape]:
    pattern = _scalar(c, "pattern")
    if pattern is not None:
        _check_pattern(c, "pattern", pattern)
    return [c.shape("input")]


static_regex_full_match = register_op(
    "StaticRegexFullMatch",
    inputs=["input: string"],
    outputs=["output: bool"],
    attrs=["pattern: string"],
    doc=f"""Whether the whole of each string matches.

    pattern: {_PATTERN}.""",
)
static_regex_full_match.no_gradient()


@static_regex_full_match.shape_rule
def _static_regex_full_match_shape(c: ShapeContext) -> list[TensorShape]:
    _check_pattern(c, "attr 'pattern'", text_bytes(c.attr("pattern")))
    return [c.shape("input")]


# -- RegexReplace, StaticRegexReplace ------------------------------------------------------------------------------

regex_replace = register_op(
    "RegexReplace",
    inputs=["input: string", "pattern: string", "rewrite: string"],
    outputs=["output: string"],
    attrs=["replace_global: bool = true"],
    doc=f"""Each string with something else in place of what matches.

    pattern: a scalar, {_PATTERN}.
    rewrite: a scalar, {_REWRITE}.
    replace_global: {_GLOBAL}.""",
)
regex_replace.no_gradient()


@regex_replace.shape_rule
def _regex_replace_shape(c: ShapeContext) -> list[TensorShape]:
    pattern, rewrite = _scalar(c, "pattern"), _scalar(c, "rewrite")
    parsed = None if pattern is None else _check_pattern(c, "pattern", pattern)
    if rewrite is not None:
        _check_rewrite(c, "rewrite", rewrite, parsed)
    return [c.shape("input")]


static_regex_replace = register_op(
    "StaticRegexReplace",
    inputs=["input: string"],
    outputs=["output: string"],
    attrs=["pattern: string", "rewrite: string", "replace_global: bool = true"],
    doc=f"""Each string with something else in place of what matches.

    pattern: {_PATTERN}.
    rewrite: {_REWRITE}.
    replace_global: {_GLOBAL}.""",
)
static_regex_replace.no_gradient()


@static_regex_replace.shape_rule
def _static_regex_replace_shape(c: ShapeContext) -> list[TensorShape]:
    pattern = _check_pattern(c, "attr 'pattern'", text_bytes(c.attr("pattern")))
    _check_rewrite(c, "attr 'rewrite'", text_bytes(c.attr("rewrite")), pattern)
    return [c.shape("input")]
