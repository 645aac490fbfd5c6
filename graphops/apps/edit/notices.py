"""What the library says while a page runs, such as that it compiles kernels, for the editor's status line."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from graphops_registry.errors import shorten

Json = dict[str, Any]
_BETWEEN: Final = 0.1  # seconds between notices: a loop may print in each step
_MOST_CHARACTERS: Final = 300


class Notices(logging.Handler):
    """Passes what is logged on to the editor, at most ten times a second.

    Args:
        send: sends a message to the editor.
    """

    def __init__(self, send: Callable[[Json], None]) -> None:
        super().__init__(logging.INFO)
        self._tell = send
        self._last = -_BETWEEN

    def emit(self, record: logging.LogRecord) -> None:
        """Send one message; one that comes right after another is for the terminal alone."""
        now = time.monotonic()
        if now - self._last < _BETWEEN:
            return
        self._last = now
        try:
            text = record.getMessage()
        except Exception:  # of a plug-in: its text does not fit its arguments
            text = str(record.msg)
        if text := " ".join(text.split()):
            self._tell({"type": "notice", "id": None, "text": shorten(text, _MOST_CHARACTERS)})


def watch_log(send: Callable[[Json], None]) -> None:
    """Send what the logger of the library says, and go on printing it in the terminal."""
    logger = logging.getLogger("graphops")
    logger.addHandler(logging.StreamHandler())
    logger.addHandler(Notices(send))
