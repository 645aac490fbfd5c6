"""Ops that read text: equations, patterns, numbers, lines of values, templates."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphops import eager
from graphops_cpu.lib.regex_match import Budget, Matcher
from graphops_registry.errors import GraphopsError
from graphops_registry.regex.syntax import PatternError, parse_pattern
from tests.hostile.fuzz.target import accepted, must_hold, target, text


def strings(*values: bytes) -> np.ndarray[Any, Any]:
    """A vector of strings."""
    return np.array([*values, None], dtype=object)[:-1]


def _pieces(data: bytes, count: int) -> list[bytes]:
    """The pieces between zero bytes, as many as ``count``."""
    return [*data.split(b"\x00", count - 1), *[b""] * count][:count]


# -- equations --------------------------------------------------------------------------------------------------------

_SIZES = {label: 1 + number % 3 for number, label in enumerate("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")}


@target(
    "einsum",
    seeds=[b"ab,bc->ac", b"...ab,...bc->...ac", b"aab->b", b"ab->ba", b"a,b->ab", b"ab->", b"aa->a", b"a...->...a"],
    words=[b"->", b"...", b",", b" ", b".", b"aa", b"AB"],
    longest=40,
)
def einsum(data: bytes) -> None:
    """An equation over operands of few elements, against NumPy where NumPy takes it."""
    equation = text(data)
    chance = np.random.default_rng(len(data))
    operands = []
    for subscripts in equation.split("->")[0].split(","):
        sizes = [_SIZES.get(label, 2) for label in subscripts.replace("...", ".")]
        if math.prod(sizes) > 5000 or len(sizes) > 20:
            return
        operands.append(chance.integers(-3, 4, sizes).astype(np.float64))
    found = eager.Einsum(inputs=operands, equation=equation)
    try:
        wanted = np.einsum(equation, *operands)
    except ValueError:
        return
    must_hold(np.array_equal(found, wanted), "as NumPy's")


# -- regular expressions ----------------------------------------------------------------------------------------------


@target(
    "regex",
    seeds=[b"(a|b)*c\x00abac\x00<\\1>", b"[[:alpha:]]+\x00word 1\x00\\0\\0", b"(?i)x{2,5}?\x00xXx\x00-",
           b"^\\d+$\x0012\x00n", b"(?P<n>a.)\\b\x00ab\x00\\1", b"\\pL\\PN[^\\x{41}-Z]\x00ab\x00"],
    words=[b"(?:", b"(?i)", b"(?s-m:", b"[^", b"]", b"[[:^alpha:]]", b"\\p{Lu}", b"\\PN", b"{2,}", b"{0,1000}", b"*?",
           b"|", b"\\b", b"\\B", b"\\A", b"\\z", b"\\Q", b"\\E", b"\\x{10ffff}", b"\\1", b"\\9", b"$", b"(?P<a>", b"\x00",
           b"\\C", b"\xc3\xa9", b"(", b")", b"+"],
    longest=200,
)  # fmt: skip
def regex(data: bytes) -> None:
    """A pattern, a text and a rewrite: matched, replaced, and by both ways of matching."""
    pattern, subject, rewrite = _pieces(data, 3)
    _ops(pattern, subject, rewrite)
    try:
        parse_pattern(pattern)
        there = subject.decode()
    except (PatternError, UnicodeDecodeError):
        return
    made = Matcher(pattern)
    slow = made._program.run(there, 0, whole=True, budget=Budget(lambda: None))
    must_hold(made.matches(there, lambda: None) == (slow is not None), "both ways match")
    first = made._searcher(there, lambda: None)(0)
    must_hold(first == made._program.run(there, 0, whole=False, budget=Budget(lambda: None)), "both ways find")


def _ops(pattern: bytes, subject: bytes, rewrite: bytes) -> None:
    """As three of the ops do; an op may refuse what another takes."""
    values = strings(subject)
    for call in (
        lambda: eager.RegexFullMatch(input=values, pattern=np.array(pattern, object)),
        lambda: eager.StaticRegexReplace(input=values, pattern=text(pattern), rewrite=text(rewrite)),
        lambda: eager.RegexReplace(
            input=values, pattern=np.array(pattern, object), rewrite=np.array(rewrite, object), replace_global=False
        ),
    ):
        try:
            call()
        except GraphopsError:
            continue


# -- numbers ----------------------------------------------------------------------------------------------------------


@target(
    "numbers",
    seeds=[b"1", b"-2.5e3", b"inf", b"nan", b"0x1p3", b" 7 ", b"16777217", b"1e400", b"-0", b".5", b"5."],
    words=[
        b"e",
        b"-",
        b"+",
        b".",
        b"inf",
        b"nan",
        b"0x",
        b"_",
        b" ",
        b"\xd9\xa3",
        b"1e99999999999",
        b"9" * 5000,
        b"\x00",
    ],
    longest=6000,
)
def numbers(data: bytes) -> None:
    """A number; where Python reads the text too, it is the same one."""
    for kind in (np.float32, np.float64, np.int32, np.int64):
        try:
            (found,) = eager.StringToNumber(string_tensor=strings(data), out_type=np.dtype(kind))
        except GraphopsError:
            continue
        try:
            wanted = float(data) if kind in (np.float32, np.float64) else int(data)
        except ValueError:
            continue
        if kind is np.float32:  # rounded once, where Python's float is rounded before
            near = abs(float(found) - wanted) <= abs(wanted) * 2.0**-23 + 1e-44
            must_hold(near or abs(wanted) > 3e38 or math.isnan(wanted), "the number")
        else:
            must_hold(found == wanted or (math.isnan(wanted) and math.isnan(found)), "the number")


@target("as_string", seeds=[bytes([2, 3, 0]) + bytes(8), b"\x05\xff\x01" + b"\x40" * 8], longest=16)
def as_string(data: bytes) -> None:
    """A number as text in every form, and back."""
    head, raw = data[:3].ljust(3, b"\x00"), data[3:11].ljust(8, b"\x00")
    value = np.frombuffer(raw, "<f8")
    form = {
        "scientific": bool(head[0] & 1),
        "shortest": bool(head[0] & 2),
        "fill": ["", "0", "-", "+", " "][head[0] % 5],
    }
    (shown,) = eager.AsString(input=value, precision=17, width=head[2] % 40, scientific=True)
    with accepted("its text"):
        (back,) = eager.StringToNumber(string_tensor=strings(shown.strip()), out_type=np.dtype(np.float64))
    must_hold(back == value[0] or np.isnan(value[0]), "back again")
    eager.AsString(input=value, precision=head[1] % 50 - 1, width=head[2] % 50 - 1, **form)


# -- lines, templates and the rest ------------------------------------------------------------------------------------


@target(
    "csv",
    seeds=[b"1,2.5,x\x00,\x00NA", b'"a,""b""",NA,3\x00,\x00NA', b"1;2;3\x00;\x00", b"1,2,3\r\n\x00,\x00-"],
    words=[
        b",",
        b'"',
        b'""',
        b"\n",
        b"\r\n",
        b"NA",
        b"-1",
        b"1e9",
        b"inf",
        b"nan",
        b"9999999999",
        b"\x00",
        b";",
        b"\xff",
    ],
    longest=300,
)
def csv(data: bytes) -> None:
    record, delimiter, absent = _pieces(data, 3)
    for options in ({}, {"use_quote_delim": False}, {"select_cols": [0, 2]}):
        defaults: list[Any] = [np.int32([1]), np.float32([2]), strings(b"d")]
        columns = defaults[:2] if options.get("select_cols") else defaults
        try:
            eager.DecodeCSV(
                records=strings(record, record), record_defaults=columns, field_delim=text(delimiter),
                na_value=text(absent), **options,
            )  # fmt: skip
        except GraphopsError:
            continue


@target("base64", seeds=[b"YWJj", b"YQ==", b"YQ", b"_-8="], words=[b"=", b"==", b"-", b"_", b"+", b"/"], longest=100)
def base64(data: bytes) -> None:
    found = eager.DecodeBase64(input=strings(data))
    with accepted("what was encoded"):
        again = eager.EncodeBase64(input=found, pad=data.endswith(b"="))
        back = eager.DecodeBase64(input=again)
    must_hold(back[0] == found[0] and len(again[0]) == len(data), "back again")


@target(
    "template",
    seeds=[b"{} and {}\x00{}\x00\x03", b"%s\x00%s\x00\x00", b"a\x00\x00\x01"],
    words=[b"{}", b"{{}}", b"%s", b"%d", b"\x00", b"\xff"],
    longest=200,
)
def template(data: bytes) -> None:
    given, placeholder, number = _pieces(data, 3)
    values = [np.arange(12.0).reshape(3, 4), strings(b"a", b"\xff")]
    for inputs in (values, values[:1], []):
        try:
            eager.StringFormat(
                inputs=inputs, template=text(given), placeholder=text(placeholder),
                summarize=int.from_bytes(number[:1], "little", signed=True),
            )  # fmt: skip
        except GraphopsError:
            continue


@target(
    "plain_strings",
    seeds=[b"a b  c\x00 \x00x", b"\xc3\xa9\xff\x00,\x00", b" \t x \n\x00\x00"],
    words=[b" ", b",", b"\xc3\xa9", b"\xff", b"\xf0\x9f\x98\x80", b"\x00", b"\t"],
    longest=300,
)
def plain_strings(data: bytes) -> None:
    subject, separator, other = _pieces(data, 3)
    values = strings(subject, other)
    for call in (
        lambda: eager.StringSplit(input=values, delimiter=np.array(separator, object)),
        lambda: eager.StringSplitV2(input=values, sep=np.array(separator, object), maxsplit=len(other) % 4 - 1),
        lambda: eager.StringStrip(input=values),
        lambda: eager.StringLower(input=values, encoding="utf-8"),
        lambda: eager.StringUpper(input=values, encoding="utf-8"),
        lambda: eager.StringLength(input=values, unit="UTF8_CHAR"),
        lambda: eager.StringJoin(inputs=[values, values], separator=text(separator)),
        lambda: eager.StringToHashBucketFast(input=values, num_buckets=len(other) + 1),
        lambda: eager.StringToHashBucketStrong(input=values, num_buckets=7, key=[len(subject), 2]),
        lambda: eager.DecodeRaw(bytes=strings(subject), out_type=np.dtype(np.int16), little_endian=False),
        lambda: eager.DataFormatDimMap(x=np.int32([1]), src_format=text(subject), dst_format=text(separator)),
        lambda: eager.DataFormatVecPermute(x=np.int32([1, 2, 3, 4]), src_format=text(subject), dst_format=text(other)),
    ):
        try:
            call()
        except GraphopsError:
            continue
