"""Dask's progress bar while something is computed, on a terminal alone."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

_TICK: Final = 0.1  # seconds between looks at what the client asked for
_PATIENCE: Final = 5.0  # seconds for the bar to disappear


@contextmanager
def progress(client: Any) -> Iterator[None]:
    """Show how far Dask is with what the block computes.

    Args:
        client: the ``distributed.Client`` that computes it; ``None`` for threads of this process.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        yield
    elif client is None:
        from dask.diagnostics import ProgressBar

        with ProgressBar():
            yield
    else:
        ended = threading.Event()
        thread = threading.Thread(target=_follow, args=(client, ended), daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join(_PATIENCE)


def _follow(client: Any, ended: threading.Event) -> None:
    """Draw the bar of what the client waits for, as soon as it waits for something."""
    import distributed

    while not ended.wait(_TICK):
        keys = list(client.futures)
        if keys:
            futures = [distributed.Future(key, client) for key in keys]
            distributed.progress(futures, notebook=False, scheduler=client.scheduler.address)
            return
