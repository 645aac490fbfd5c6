"""Bad usage: what the user typed cannot be meant."""

from __future__ import annotations


class UsageError(Exception):
    """Ends the program with status 2; the text is one sentence."""
