"""The error for bad usage of the command line."""

from __future__ import annotations


class UsageError(Exception):
    """Ends the program with status 2; the text is one sentence."""
