"""A cursor over the text of an op specification, with errors that point at the spot."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NoReturn

from graphops_registry.errors import InvalidArgumentError

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}

_MOST_SHOWN: Final = 300  # characters on either side of the spot
_MOST_DIGITS: Final = 20  # with a sign; Python refuses to read thousands of them


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Python's own cache takes longer to look up than a short match takes."""
    return re.compile(pattern)


class Reader:
    """Reads tokens of ``text`` from left to right; white space between tokens is skipped."""

    def __init__(self, text: str, kind: str) -> None:
        self.text = text
        self.kind = kind
        self.position = 0

    def _skip(self) -> None:
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1

    def peek(self) -> str:
        """The next character, or the empty string at the end."""
        self._skip()
        return self.text[self.position : self.position + 1]

    def accept(self, token: str) -> bool:
        """Consume ``token`` if it comes next."""
        self._skip()
        if self.text.startswith(token, self.position):
            self.position += len(token)
            return True
        return False

    def accept_word(self, word: str) -> bool:
        """Consume ``word`` if it comes next as a whole word."""
        self._skip()
        if not self.text.startswith(word, self.position):
            return False
        end = self.position + len(word)
        following = self.text[end : end + 1]
        if following.isalnum() or following == "_":
            return False
        self.position = end
        return True

    def expect(self, token: str) -> None:
        if not self.accept(token):
            self.fail(f"'{token}'")

    def match(self, pattern: str, what: str) -> str:
        """Consume and return what ``pattern`` matches here; ``what`` names it in the error."""
        self._skip()
        found = _compiled(pattern).match(self.text, self.position)
        if found is None or not found.group():
            self.fail(what)
        self.position = found.end()
        return found.group()

    def integer(self, what: str) -> int:
        """Consume an integer within int64; ``what`` names it in the error."""
        digits = self.match(r"[+-]?[0-9]+", what)
        if len(digits) > _MOST_DIGITS or not -(2**63) <= int(digits) < 2**63:
            self.fail(f"{what} within int64", back=len(digits))
        return int(digits)

    def quoted(self) -> str:
        """A string in single or double quotes, with C escapes."""
        quote = self.match("['\"]", "a quoted string")
        result: list[str] = []
        while True:
            if self.position >= len(self.text):
                self.fail(f"a closing {quote}")
            char = self.text[self.position]
            self.position += 1
            if char == quote:
                return "".join(result)
            if char == "\\":
                escape = self.text[self.position : self.position + 1]
                if escape not in _ESCAPES:
                    self.fail("one of the escapes \\n \\t \\r \\\\ \\' \\\"")
                result.append(_ESCAPES[escape])
                self.position += 1
            else:
                result.append(char)

    def braces(self) -> str:
        """The text between a ``{`` and its matching ``}``."""
        self.expect("{")
        start, depth = self.position, 1
        while depth:
            if self.position >= len(self.text):
                self.fail("a closing }")
            depth += {"{": 1, "}": -1}.get(self.text[self.position], 0)
            self.position += 1
        return self.text[start : self.position - 1]

    def end(self) -> None:
        if self.peek():
            self.fail("the end of the text")

    def fail(self, expected: str, back: int = 0) -> NoReturn:
        """Raise the error that points ``back`` characters before the current position."""
        spot = self.position - back
        before, after = self.text[:spot], self.text[spot:]
        before = before if len(before) <= _MOST_SHOWN else f"... {before[-_MOST_SHOWN:]}"
        after = after if len(after) <= _MOST_SHOWN else f"{after[:_MOST_SHOWN]} ..."
        shown = f"{before}<here>{after}"
        raise InvalidArgumentError(f"the {self.kind} specification must have {expected} at '<here>', got \"{shown}\"")
