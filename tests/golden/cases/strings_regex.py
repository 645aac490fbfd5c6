"""Regular expressions: what they match, and what the first match is. Left out: what TensorFlow refuses as well."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case
from tests.golden.cases.strings import NO_STRINGS, scalar, text

# A pattern, and texts of which some match as a whole.
MATCHES: list[tuple[str, list[bytes | str]]] = [
    ("a+b", ["ab", "aab", "b", "xab"]),
    (".", [b"\xff", "é", "\n", "a", ""]),
    ("(?s).", ["\n"]),
    ("a|ab", ["ab", "a", "abc"]),
    ("(?i)HÉſ", ["hés", "HÉS", "he"]),
    (r"\d+\D", ["3x", "٣x", "12 "]),
    (r"\pL+", ["éa", "1"]),
    (r"\p{Lu}\P{Lu}\p{^Lu}[\pN\PL]", ["Aaa1", "aaa1", "Éé!!"]),
    ("[[:alpha:]]+[[:^digit:]_]", ["ab", "é", "a1", "a_"]),
    ("a{2,3}b{2}c{1,}", ["abbc", "aabbcc", "aaabbc", "aaaabbc"]),
    ("x{,2}{", ["x{,2}{"]),
    (r"\Qa.b\E.", ["a.bx", "axbx"]),
    ("(?P<name>a)(?:b)", ["ab"]),
    (r"\bfoo\b.*", ["foo", "foo bar", "foobar"]),
    (r"\x41\x{e9}\101\0", ["AéA\0", "Aéa"]),
    ("[^a]", ["b", "\n", "a"]),
    ("[a-][]a][a&&b]", ["-]&", "aab"]),
    ("(?i:a)b(?-i)C", ["AbC", "ABC"]),
    ("a$", ["a", "a\n"]),
    ("(?m)^a$\n^b", ["a\nb"]),
    ("", ["", "a"]),
    (r"\_\-\.", ["_-."]),
    (r"\a\f\v\t\n\r\012", ["\a\f\v\t\n\r\n"]),
    (r"[\d-z]\s\w\W\S", ["- a b", "5\v__b", "5\fé!b"]),
    ("a|", ["", "a", "b"]),
    ("(|a)*b", ["aab", "b"]),
    (r"\A\z", ["", "a"]),
    ("(((a{10}){10}){10})", ["a" * 1000, "a" * 999]),
    ("(a*)*(b|a*)+c", ["aaaabbc", "a" * 30]),
]
# A pattern, what it becomes, and texts.
REPLACEMENTS: list[tuple[str, str, list[bytes | str]]] = [
    ("a", "b", ["banana", ""]),
    ("(a)(n)", r"\2\1", ["banana"]),
    ("a*", "-", ["baac", "", "é"]),
    ("", "x", ["ab", "é", ""]),
    ("b*", "-", ["abc"]),
    ("(a)|b", r"[\1]", ["ab"]),
    ("a", r"\0\\\0", ["ab"]),
    ("^a", "x", ["aaa"]),
    ("a$", "x", ["aaa"]),
    (r"\b", "|", ["ab cd"]),
    (r"\B", "-", ["abc d", ""]),
    ("(?m)^", "> ", ["a\nb\n"]),
    ("(?m)$", "<", ["a\nb\n"]),
    ("$", "x", ["a\n"]),
    (".", "x", [b"a\xffb\xc3", "é\n"]),
    ("x*", "-", [b"\xffa\xc3"]),
    ("(a+)(a*)", r"\1-\2", ["aaa"]),
    ("(a+?)(a*)", r"\1-\2", ["aaa"]),
    ("(a|ab)(c|bcd)", r"<\1,\2>", ["abcd"]),
    ("a(?i)b", "x", ["aB AB"]),
    ("(?U)a+b*?", "x", ["aaabbb"]),
    ("(?i)straße", "x", ["STRASSE straße STRAßE STRAẞE"]),
    ("(a*)*", r"<\1>", ["aab"]),
    ("(a*)+", r"<\1>", ["aab"]),
    ("(|a)*", r"<\1>", ["aab"]),
    ("(|a)+", r"<\1>", ["aab"]),
    ("(a|b)*", r"<\1>", ["aab"]),
    ("(?:(a)|(b))*", r"<\1\2>", ["ab"]),
    ("(a){0}b", r"<\1>", ["ab"]),
    ("(a??)(b{0,2}?)c", r"<\1\2>", ["abc bbbc"]),
    ("[^\\n]", "x", ["a\nb"]),
    ("[éà-ü]", "", ["aébàcü"]),
    (r"(\w+)@(\w+)\.com", r"\2 at \1", ["me@example.com, you@there.com"]),
    (r"\s+", " ", ["a \t b\n\n", "x" * 300 + "  " * 300]),
    ("a*b", "-", ["a" * 1200 + "b"]),
]


def encoded(value: bytes | str) -> bytes:
    return value if isinstance(value, bytes) else value.encode()


ATOMS = ["a", "b", ".", "[ab]", "[^a]", "é", r"\w", r"\b", "^", "$", "", "[a-c]", "(?i:A)", r"\pL"]
SUFFIXES = ["*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "+?", "??", "{1,2}?"]


class Chance:
    """Reproducible choices."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.Generator(np.random.PCG64(seed))

    def below(self, count: int) -> int:
        return int(self._random.random() * count)

    def pattern(self, depth: int) -> str:
        """Alternatives of repeated characters and brackets."""
        branches = []
        for _ in range((1, 1, 2, 3)[self.below(4)]):
            parts = []
            for _ in range(self.below(4)):
                bracket = depth and self.below(3) == 0
                part = f"({self.pattern(depth - 1)})" if bracket else ATOMS[self.below(len(ATOMS))]
                parts.append(part + (SUFFIXES[self.below(len(SUFFIXES))] if part and self.below(2) else ""))
            branches.append("".join(parts))
        return "|".join(branches)


def by_chance() -> Iterator[Case]:
    """Which of several matches is found, and what its groups are."""
    texts = text(*map(encoded, ["aab", "abcé", "", "b a\nb", "Aaéab", "cc", "baab\n"]))
    for seed in range(150):
        pattern = Chance(seed).pattern(3)
        groups = min(pattern.replace("(?", "").count("("), 9)
        rewrite = "<" + "|".join(f"\\{number}" for number in range(groups + 1)) + ">"
        yield Case("StaticRegexReplace", {"input": texts}, {"pattern": pattern, "rewrite": rewrite})
        yield Case("StaticRegexFullMatch", {"input": texts}, {"pattern": pattern})


def every() -> Iterator[Case]:
    for pattern, samples in MATCHES:
        texts = text(*map(encoded, samples))
        yield Case("StaticRegexFullMatch", {"input": texts}, {"pattern": pattern})
        yield Case("RegexFullMatch", {"input": texts, "pattern": scalar(pattern.encode())})
    for pattern, rewrite, samples in REPLACEMENTS:
        texts = text(*map(encoded, samples))
        for every in (True, False):
            attrs = {"replace_global": every}
            static = {"pattern": pattern, "rewrite": rewrite, **attrs}
            yield Case("StaticRegexReplace", {"input": texts}, static)
            inputs = {"input": texts, "pattern": scalar(pattern.encode()), "rewrite": scalar(rewrite.encode())}
            yield Case("RegexReplace", inputs, attrs)
    for texts in (NO_STRINGS, scalar(b"ab"), text([b"ab"], [b"b"])):
        yield Case("StaticRegexFullMatch", {"input": texts}, {"pattern": "a."})
        yield Case("StaticRegexReplace", {"input": texts}, {"pattern": "b", "rewrite": "x"})


CASES = [*every(), *by_chance()]
