"""A cursor over the text of an op specification, with errors that point at the spot."""

from __future__ import annotations

import re
from typing import NoReturn

from graphops_registry.errors import InvalidArgumentError

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}


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
        found = re.compile(rf"{re.escape(word)}\b").match(self.text, self.position)
        if found is None:
            return False
        self.position = found.end()
        return True

    def expect(self, token: str) -> None:
        if not self.accept(token):
            self.fail(f"'{token}'")

    def match(self, pattern: str, what: str) -> str:
        """Consume and return what ``pattern`` matches here; ``what`` names it in the error."""
        self._skip()
        found = re.compile(pattern).match(self.text, self.position)
        if found is None or not found.group():
            self.fail(what)
        self.position = found.end()
        return found.group()

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
        shown = f"{self.text[:spot]}<here>{self.text[spot:]}"
        raise InvalidArgumentError(f"the {self.kind} specification must have {expected} at '<here>', got \"{shown}\"")
