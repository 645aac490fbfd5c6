"""How often Python looks for garbage in cycles, in a process that serves."""

from __future__ import annotations

import gc
from typing import Final

# Python looks whenever there are 700 more objects than before, and now and then through all objects: with a model in
# memory that takes tens of milliseconds.  The rows of one picture are thousands of lists, without a cycle, that are
# freed before the answer goes out.
_MORE_OBJECTS: Final = 100_000


def collect_rarely() -> None:
    """Let one request, or the loading of a model, make its lists without a look through all objects."""
    gc.set_threshold(_MORE_OBJECTS, 10, 10)


__all__ = ["collect_rarely"]
